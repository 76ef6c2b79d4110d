"""A workspace of its own for each test, pages opened in it, and one small comparison for all."""

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from streamlit import config
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.testing.v1 import AppTest, local_script_runner
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from tests.app.turning import turned_to
from tests.app.waiting import COMPILED_S, ended
from tests.support.processor import patience
from workbench.app import address, services
from workbench.app.jobs import quick
from workbench.app.jobs.queue import Jobs
from workbench.app.pages.results import asking
from workbench.app.server.launch import MAIN, WORKSPACE
from workbench.app.widgets import study_page, try_panel
from workbench.scenario.files import STARTER, Workspace
from workbench.store import Store
from workbench.studies.workload import Length, Pace

OpenPage = Callable[..., AppTest]
Session = dict[str, Any]


PACE = Pace(length=Length(100.0, 25.0), speed=3e6)
"""How fast this machine is taken to play: else a slow one would name other times, and each run of a page measure it."""
SERVED = {"browser.gatherUsageStats": False, "runner.magicEnabled": False}
"""Settings of the served dashboard (`.streamlit/config.toml`) that cost time at every run of a page."""


@pytest.fixture(scope="session", autouse=True)
def as_served() -> Iterator[None]:
    """Pages run as the server runs them.

    Streamlit's AppTest reads no settings of ours, and reads the metadata of every installed package for each page that
    a test opens (0.2 s); a server does that once. And it asks a thousand times a second whether the page has ended.
    No workspace of a test lives long enough to need backups. The script's folder stays on the search path.
    """
    manifests = manifest_scanner.scan_component_manifests()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", lambda: manifests)
        patch.setattr(local_script_runner, "require_widgets_deltas", awaited)
        patch.setattr(AppTest, "_run", run_as_browser)
        patch.setattr(services, "_keep_backups", lambda workspace: None)
        patch.syspath_prepend(str(MAIN.parent))
        for name, value in SERVED.items():
            config.set_option(name, value)
        yield


RUN, LAST_ADDRESS = AppTest._run, "asked_last"


def run_as_browser(page: AppTest, *arguments: object, **more: object) -> AppTest:
    """Run a page; where the test has written another address, the browser says that a person went there."""
    went = page.__dict__.get(LAST_ADDRESS) != address_of(page)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_script_runner, "RerunData", partial(RerunData, is_history_navigation=went))
        done = RUN(page, *arguments, **more)  # type: ignore[arg-type]
    page.__dict__[LAST_ADDRESS] = address_of(page)
    return done


def address_of(page: AppTest) -> object:
    """The page and the address that the next run asks for."""
    return page._page_hash, urlencode(page.query_params, doseq=True)


REQUIRE_DELTAS = local_script_runner.require_widgets_deltas


def awaited(runner: LocalScriptRunner, timeout: float) -> None:
    """Wait for the page to end; Streamlit fails the test when it lasts too long."""
    if runner._script_thread:
        runner._script_thread.join(timeout)
    REQUIRE_DELTAS(runner, timeout if runner.script_stopped() else 0)


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A new workspace, which the dashboard shows."""
    workspace = Workspace(shutil.copytree(STARTER, tmp_path / "studio"))
    monkeypatch.setenv(WORKSPACE, str(workspace.root))
    return workspace


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    """The store of the workspace, made, and open during the test: each opening takes 30 ms of the processor."""
    opened = Store(workspace.store_path)
    with opened.session():
        yield opened


@pytest.fixture
def quick_looks() -> None:
    """For tests that wait for what a page plays at once, beside a draft or the example of Home."""


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> Iterator[OpenPage]:
    """Open a page by its name, with what stands in the link; afterwards its jobs are waited for.

    What a page plays, compiles or loads beside is left out: no test would wait for it. Estimates are those of one
    pace, whatever the machine's.
    """
    if quick_looks.__name__ not in request.fixturenames:
        monkeypatch.setattr(quick.QuickLook, "ask", lambda look: look)
        monkeypatch.setattr(try_panel, "FIRST_S", 0)
    for module in (study_page, asking):
        monkeypatch.setattr(module, "pace_of", lambda scenario: PACE)
    monkeypatch.setattr(Jobs, "warm_up", lambda jobs, scenario: None)
    monkeypatch.setattr(Jobs, "warm_up_family", lambda jobs, family: None)
    monkeypatch.setattr(Jobs, "find_unasked", lambda jobs, game: False)
    monkeypatch.setattr(quick, "MOST_PLAYS", 128)

    def opened(name: str, **query: object) -> AppTest:
        page = AppTest.from_file(str(MAIN), default_timeout=patience(COMPILED_S))
        if name != "home":
            turned_to(page, name)
        page.query_params.update(
            {key: value if isinstance(value, list) else str(value) for key, value in query.items()}
        )
        return page.run()

    yield opened
    for job in services.services().jobs.active:
        job.cancel()
        ended(job)


@pytest.fixture
def session(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> Session:
    """The session of a tab at the page Rules, without any page that is drawn."""
    session: Session = {}
    monkeypatch.setattr("streamlit.session_state", session)
    address.go("rules", {"game": "hitmakers"})
    return session


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[Jobs]:
    """A queue with a store of its own, which is open during the test."""
    background = Jobs(Store(tmp_path / "data" / "workbench.duckdb"))
    with background.store.session():
        yield background
        for job in background.active:
            job.cancel()
            ended(job)
