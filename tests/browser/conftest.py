"""The real dashboard and Debian's Chromium: servers, tabs and a workspace in use, which all tests of a process share.

A server takes two seconds of a processor to start, and a browser that has nothing of the dashboard yet takes two more
for the first page than for the next. So tests share servers, and tabs with what these have loaded; what one test
stores does not concern another: each logs a session of its own, or asks for plays of its own.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner
from filelock import FileLock
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright

from tests.app.short import add_short
from tests.app.waiting import COMPILED_S, LONG_S, until
from tests.browser.steady import settled
from tests.support.evenings import evenings
from tests.support.processor import patience
from tests.support.served import answers, free_port
from workbench.app.server.launch import Keys, command, environment
from workbench.app.server.passcode import new_pass, new_passcode
from workbench.cli import main
from workbench.playtest.log.recording import Log, begin
from workbench.playtest.sessions import header_of
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store
from workbench.store.runs import delete_runs, runs

MOST_MB = 500
"""Memory of a dashboard after all that these tests do there: a compiler in its process would take half of it."""
Open = Callable[[str], Page]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same Chromium without windows; it takes a tenth less of the processor."""
DESK, PHONE = (1440, 900), (390, 844)
SCRIPTS = "--single-threaded --no-opt --no-maglev --min-semi-space-size=32 --max-semi-space-size=64"
ARGUMENTS = ["--no-sandbox", f"--js-flags={SCRIPTS}"]
"""With two cores for all, threads that collect garbage and compile beside the page cost a tenth of what it takes.

A page that lives for seconds does not pay back what optimizing its scripts and tidying its memory cost: a seventh."""
SERVE = """
import json, sys
from workbench.app.jobs import quick
from workbench.app.jobs.queue import Jobs
from workbench.app.server.serve import main
from workbench.play.hints import Adviser
from workbench.play.interactive import InteractivePlay
quick.MOST_PLAYS = 256
Jobs.warm_up = Jobs.warm_up_family = Jobs.find_unasked = Adviser.warm_up = InteractivePlay.warm_up = lambda *_: None
main(json.loads(sys.argv[1]))
"""
"""The server, whose quick looks end soon: else each page with a draft, and each first page, would play 8192 pairs
beside the next tests, and be drawn again every half second meanwhile. Nor does it compile what nobody waits for: a page
of each of a dozen games, and each play begun, would have code compiled for seconds."""
PLAYED = "compare hitmakers/2020-03-04 hitmakers/2021-04-08 --bots random --plays 200"
BEFORE = pytest.StashKey[set[str]]()
"""The runs that were stored when a test began."""


def long_ms() -> float:
    """How long to wait for a page, or for what a click does: a click that was lost is soon repeated."""
    return 1000 * patience(LONG_S)


def compiled_ms() -> float:
    """How long to wait for plays of a table whose kernel may have to be compiled."""
    return 1000 * patience(COMPILED_S)


@pytest.fixture(autouse=True)
def is_patient() -> None:
    """What a test expects comes soon, also on a busy machine."""
    expect.set_options(timeout=long_ms())


class Server:
    """The dashboard of one workspace, at one port, to be killed and started again. A guarded one is on the network."""

    def __init__(self, workspace: Workspace, guarded: bool = False) -> None:
        self.workspace, self.port, self.guarded = workspace, free_port(), guarded
        self.address = f"http://127.0.0.1:{self.port}"
        self.errors = Path(f"{workspace.root}.errors")
        self.start()

    def start(self) -> None:
        """Serve as `workbench app` does, in a process of the server alone: a kill hits it. Each start has new keys."""
        self.keys = Keys(new_passcode(), new_pass()) if self.guarded else None
        env = environment(self.workspace.root, {**os.environ, "WORKBENCH_HEADLESS": "1"}, self.keys)
        python, *_, options = command(self.port, "0.0.0.0" if self.guarded else "127.0.0.1")
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [python, "-c", SERVE, options], env=env, stdout=subprocess.DEVNULL, stderr=errors
            )
        until(lambda: answers(self.port))

    @property
    def passcode(self) -> str:
        assert self.keys
        return self.keys.passcode

    @property
    def memory_mb(self) -> float:
        """What its process has in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def kill(self) -> None:
        """As `kill -9` does."""
        self.process.kill()
        self.process.wait()


class Tabs:
    """Tabs of one browser, each a device of its own; a test takes what another has given back."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._idle: list[Page] = []

    @contextmanager
    def tab(self, address: str, size: tuple[int, int]) -> Iterator[Page]:
        """A tab that knows no passcode; afterwards it fails the test if the dashboard asked anybody else."""
        page = self._idle.pop() if self._idle else self._new_page()
        elsewhere: list[str] = []

        def note(request: Request) -> None:
            if not request.url.startswith((address, address.replace("http", "ws", 1), "data:", "blob:", "about:")):
                elsewhere.append(request.url)

        page.set_default_timeout(long_ms())
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.on("request", note)
        try:
            yield page
        except BaseException:
            page.context.close()  # whatever state it is in
            raise
        page.remove_listener("request", note)
        self._give_back(page)
        assert elsewhere == [], "the dashboard asked another server"

    def _new_page(self) -> Page:
        context = self.browser.new_context(reduced_motion="reduce")  # frames that nobody sees cost a tenth
        return context.new_page()

    def _give_back(self, page: Page) -> None:
        page.unroute_all()
        page.emulate_media(color_scheme="light")
        page.goto("about:blank")
        page.context.clear_cookies()
        self._idle.append(page)


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
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def tabs(chromium: Browser) -> Tabs:
    """The tabs that tests share."""
    return Tabs(chromium)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """What servers have told of their errors stands beside a test that fails."""
    report = yield
    values = item.funcargs.values() if isinstance(item, pytest.Function) else ()
    for running in {value for value in values if isinstance(value, Server)} if report.failed else ():
        report.sections.append((f"errors of {running.address}", running.errors.read_text()[-4000:]))
    return report


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A workspace in use: plays, ended sessions, an own revision. Test processes copy what the first has made."""
    base = tmp_path_factory.getbasetemp()
    first = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "in-use"
    with FileLock(f"{first}.lock"):
        if not first.exists():
            in_use(tmp_path_factory.mktemp("made") / "studio").root.rename(first)
    return Workspace(copytree(first, tmp_path_factory.mktemp("common") / "studio"))


def in_use(root: Path) -> Workspace:
    """A new workspace in which somebody has worked."""
    studio = init_workspace(root)[0]
    add_short(studio)
    evenings(studio, 6)
    assert CliRunner().invoke(main, [*PLAYED.split(), "--workspace", str(root)]).exit_code == 0
    return studio


def with_packages(site: Path, workspace: Workspace) -> Server:
    """A dashboard of the workspace to which what lies in the folder `site` is installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(site), *filter(None, sys.path)]))
        return Server(workspace)


@pytest.fixture(scope="session")
def server(workspace: Workspace) -> Iterator[Server]:
    """The dashboard of the workspace in use. Who kills it starts it again. It does not grow without end."""
    running = Server(workspace)
    yield running
    memory_mb = running.memory_mb
    running.kill()
    assert memory_mb < MOST_MB


@pytest.fixture(scope="session")
def new(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A dashboard of a workspace in which nobody has worked. Who kills it starts it again."""
    running = Server(init_workspace(tmp_path_factory.mktemp("new") / "studio")[0])
    yield running
    running.kill()


@pytest.fixture(scope="session")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A dashboard on the network, which asks for a passcode, with a workspace of its own."""
    running = Server(init_workspace(tmp_path_factory.mktemp("network") / "studio")[0], guarded=True)
    yield running
    running.kill()


@pytest.fixture
def desk(tabs: Tabs, server: Server) -> Iterator[Open]:
    """Open a page of the dashboard, by what follows the address."""
    with tabs.tab(server.address, DESK) as page:
        yield lambda path: opened(page, server.address + path)


@pytest.fixture
def page(tabs: Tabs, server: Server) -> Iterator[Page]:
    with tabs.tab(server.address, DESK) as page:
        yield page


@pytest.fixture
def unplayed(request: pytest.FixtureRequest, server: Server) -> None:
    """A test that is repeated finds nothing of what its first try has played, nor a server that still plays it."""
    store, stash = Store(server.workspace.store_path), request.node.stash
    if BEFORE not in stash:
        stash[BEFORE] = {run.id for run in runs(store)}
        return
    server.kill()
    delete_runs(store, [run.id for run in runs(store) if run.id not in stash[BEFORE]])
    server.start()


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Callable[[], BrowserContext]]:
    """New phones with a touch screen, each with nothing on it."""
    with ExitStack() as stack:

        def new_context() -> BrowserContext:
            size = {"width": PHONE[0], "height": PHONE[1]}
            context = chromium.new_context(viewport=size, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
            context.set_default_timeout(long_ms())
            stack.callback(context.close)
            return context

        yield new_context


def opened(page: Page, address: str) -> Page:
    """The page at an address, once it has come to rest."""
    page.goto(address)
    page.get_by_role("heading", level=1).wait_for()
    return settled(page)


def three_at_table(workspace: Workspace, **facts: object) -> Log:
    """A new session of Hitmakers: Anna, Ben and Cleo."""
    header = header_of(load_scenario(workspace, "hitmakers/2021-04-08"))
    log = begin(Store(workspace.store_path), {**header, **facts})
    for seat, name in enumerate(("Anna", "Ben", "Cleo")):
        log.add_player(name, seat)
    return log


@pytest.fixture(scope="module")
def shared(tabs: Tabs, server: Server) -> Iterator[Page]:
    """A tab that goes from test to test."""
    with tabs.tab(server.address, DESK) as page:
        yield opened(page, server.address)
