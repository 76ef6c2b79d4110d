"""The addresses of the table, as a browser asks for them."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.applications import Starlette

from tests.server.asking import ask
from workbench.app.server.table.routes import table_routes
from workbench.play import films
from workbench.play.films import watch
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace, init_workspace

REVISIONS = "hitmakers/2021-04-08", "trickster/prototype-a", "showbiz_shuffle/reference", "hollywood_1947/six-players"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """A workspace whose plays are watched without a compiler."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(films, "_compile_beside", lambda batch: None)
        yield init_workspace(tmp_path_factory.mktemp("table") / "studio")[0]


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_stage_leads_to_the_first_step_after_it(revision: str, workspace: Workspace) -> None:
    app, address = Starlette(routes=table_routes(workspace)), f"/table/{revision}?bots=random&play=2"
    scenes = watch(load_scenario(workspace, revision, bots=["random"]), 2).scenes()
    stages = [scene.stages for scene in scenes]
    assert step_of(app, f"{address}&stage=1") == stages.index(1) > 0
    assert step_of(app, f"{address}&stage=1000") == len(stages) - 1
    assert ask(app, f"{address}&stage=one").status == 422


def step_of(app: Any, address: str) -> int:
    answer = ask(app, address)
    assert answer.status == 303
    (step,) = parse_qs(urlsplit(answer.headers["location"]).query)["step"]
    return int(step)


def test_an_error_of_ours_is_told_to_scripts_and_people_and_in_the_terminal(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("dictionary changed size")

    monkeypatch.setattr("workbench.app.server.table.analysis.watch", fail)
    monkeypatch.setattr("workbench.app.server.table.routes.watch", fail)
    app, place = Starlette(routes=table_routes(workspace)), f"/table/{REVISIONS[0]}"
    chances, page = ask(app, f"{place}/chances?bots=random", accept="*/*"), ask(app, f"{place}?bots=random")
    assert chances.status == page.status == 500
    assert "dictionary changed size" in chances.data["problems"][0]
    assert "dictionary changed size" in page.text
    assert len(caplog.records) == 2 and "test_table.py" in caplog.text
