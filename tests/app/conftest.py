"""A workspace of its own for each test, pages opened in it, and one small comparison for all."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.turning import turned_to
from tests.app.waiting import ended
from workbench.app import services
from workbench.app.jobs.queue import Jobs
from workbench.app.server.launch import MAIN, WORKSPACE
from workbench.scenario.workspace import Workspace, init_workspace
from workbench.store import Store

OpenPage = Callable[..., AppTest]


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A new workspace, which the dashboard shows."""
    made, _ = init_workspace(tmp_path / "studio")
    monkeypatch.setenv(WORKSPACE, str(made.root))
    return made


@pytest.fixture
def open_page(workspace: Workspace) -> Iterator[OpenPage]:
    """Open a page by its name, with what stands in the link; afterwards its jobs are waited for."""

    def opened(name: str, **query: object) -> AppTest:
        page = AppTest.from_file(str(MAIN), default_timeout=60).run()
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
    """A queue with a store of its own."""
    made = Jobs(Store(tmp_path / "data" / "workbench.duckdb"))
    yield made
    for job in made.active:
        job.cancel()
        ended(job)
