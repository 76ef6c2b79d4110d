"""A workspace of its own for each test, pages opened in it, and one small comparison for all."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit import config
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from tests.app.turning import turned_to
from tests.app.waiting import ended
from workbench.app import services
from workbench.app.jobs.queue import Jobs
from workbench.app.server.launch import MAIN, WORKSPACE
from workbench.report.summary import BatchSummary, Summary, TwoStrengths, summarise, summarise_batch, two_strengths
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.workspace import Workspace, init_workspace
from workbench.store import Store
from workbench.study.compare import Comparison, compare
from workbench.study.simulate import simulate

OpenPage = Callable[..., AppTest]
PLAYS = 1_500


SERVED = {"browser.gatherUsageStats": False, "runner.magicEnabled": False}
"""Settings of the served dashboard (`.streamlit/config.toml`) that cost time at every run of a page."""


@pytest.fixture(scope="session", autouse=True)
def as_served() -> Iterator[None]:
    """Pages run as the server runs them.

    Streamlit's AppTest reads no settings of ours, and reads the metadata of every installed package for each page that
    a test opens (0.2 s); a server does that once.
    """
    found = manifest_scanner.scan_component_manifests()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", lambda: found)
        for name, value in SERVED.items():
            config.set_option(name, value)
        yield


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A new workspace, which the dashboard shows."""
    made, _ = init_workspace(tmp_path / "studio")
    monkeypatch.setenv(WORKSPACE, str(made.root))
    return made


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    """The store of the workspace, made, and open during the test: each opening takes 30 ms of the processor."""
    made = Store(workspace.store_path)
    with made.session():
        yield made


@pytest.fixture
def open_page(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenPage]:
    """Open a page by its name, with what stands in the link; afterwards its jobs are waited for.

    What a page compiles or loads beside, so as to be quick later, is left out: no test would wait for it.
    """
    monkeypatch.setattr(Jobs, "warm_up", lambda jobs, scenario: None)

    def opened(name: str, **query: object) -> AppTest:
        page = AppTest.from_file(str(MAIN), default_timeout=60)
        if name != "games":
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
def jobs(tmp_path: Path) -> Iterator[Jobs]:
    """A queue with a store of its own, which is open during the test."""
    made = Jobs(Store(tmp_path / "data" / "workbench.duckdb"))
    with made.store.session():
        yield made
        for job in made.active:
            job.cancel()
            ended(job)


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A workspace that no test changes."""
    return init_workspace(tmp_path_factory.mktemp("studio"))[0]


@pytest.fixture(scope="session")
def pair(studio: Workspace) -> tuple[Scenario, Scenario]:
    """The two revisions of the Broad Appeal comparison, with few plays."""
    base = load_scenario(studio, "hitmakers/2020-03-04", plays=PLAYS)
    return base, load_scenario(studio, "hitmakers/2021-04-08", plays=PLAYS)


@pytest.fixture(scope="session")
def comparison(pair: tuple[Scenario, Scenario]) -> Comparison:
    """Both, played and compared."""
    return compare(simulate(pair[0]), simulate(pair[1]))


@pytest.fixture(scope="session")
def summary(comparison: Comparison) -> Summary:
    """What is shown of them."""
    return summarise(comparison)


@pytest.fixture(scope="session")
def by_random(pair: tuple[Scenario, Scenario]) -> Comparison:
    """The same once more, by random bots."""
    base, other = (replace(scenario, bots=("random",) * 3) for scenario in pair)
    return compare(simulate(base), simulate(other))


@pytest.fixture(scope="session")
def twice(summary: Summary, by_random: Comparison) -> TwoStrengths:
    """What is shown of both strengths."""
    return two_strengths(summary, summarise(by_random))


@pytest.fixture(scope="session")
def side(comparison: Comparison) -> BatchSummary:
    """What is shown of the second alone."""
    return summarise_batch(comparison.other)
