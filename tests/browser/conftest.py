"""The real dashboard, served for one test, and Debian's Chromium to look at it."""

import os
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright

from tests.app.waiting import until
from tests.browser.steady import settled
from workbench.scenario.workspace import Workspace, init_workspace

Open = Callable[[str], Page]
NAMES = ("chromium", "chromium-browser", "google-chrome")
LONG_MS = 90_000
"""Long enough to compile the rules on a slow machine."""


def find_chromium() -> str | None:
    """The browser of this machine."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless browser."""
    path = find_chromium()
    if path is None:
        reason = "no Chromium on this machine; `apt-get install chromium` brings it"
        if os.environ.get("WORKBENCH_REQUIRE_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A new workspace with an empty store."""
    return init_workspace(tmp_path / "studio")[0]


@pytest.fixture
def address(workspace: Workspace) -> Iterator[str]:
    """The address of the workspace's dashboard, while the test runs."""
    with _served(workspace) as found:
        yield found


@pytest.fixture(scope="session")
def common_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a dashboard that tests share which do not mind what the others did."""
    with _served(init_workspace(tmp_path_factory.mktemp("common") / "studio")[0]) as found:
        yield found


@pytest.fixture
def fresh(chromium: Browser, address: str) -> Iterator[Open]:
    """Open a page of a new workspace's dashboard, by what follows the address."""
    with _tab(chromium, address, 1440, 900) as page:
        yield partial(_open, page, address)


@pytest.fixture
def common(chromium: Browser, common_address: str) -> Iterator[Open]:
    """Open a page of the shared dashboard."""
    with _tab(chromium, common_address, 1440, 900) as page:
        yield partial(_open, page, common_address)


@pytest.fixture
def phone(chromium: Browser, common_address: str) -> Iterator[Open]:
    """Open a page of the shared dashboard in a tab as narrow as a phone."""
    with _tab(chromium, common_address, 390, 844) as page:
        yield partial(_open, page, common_address)


def _open(page: Page, address: str, path: str) -> Page:
    page.goto(address + path)
    page.get_by_role("heading", level=1).wait_for()
    return settled(page)


@contextmanager
def _served(workspace: Workspace) -> Iterator[str]:
    port = _free_port()
    code = "import sys; from pathlib import Path; from workbench.app.server.launch import launch;"
    call = f"{code} sys.exit(launch(Path(sys.argv[1]), {port}, '127.0.0.1'))"
    environment = {**os.environ, "WORKBENCH_HEADLESS": "1"}
    server = subprocess.Popen([sys.executable, "-c", call, str(workspace.root)], env=environment)
    try:
        until(lambda: _answers(port))
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(15)


@contextmanager
def _tab(chromium: Browser, address: str, width: int, height: int) -> Iterator[Page]:
    """A fresh tab; afterwards it fails the test if the dashboard asked anybody else for anything."""
    elsewhere: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith((address, address.replace("http", "ws", 1), "data:", "blob:")):
            elsewhere.append(request.url)

    context = chromium.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.set_default_timeout(LONG_MS)
    page.on("request", note)
    yield page
    context.close()
    assert elsewhere == [], "the dashboard asked another server"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _answers(port: int) -> bool:
    with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as answer:
        return bool(answer.status == 200)
    return False
