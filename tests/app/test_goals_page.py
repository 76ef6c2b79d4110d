"""The view of Revisions with every goal: filled in the background, sorted by any column, each cell a link."""

import re

import pytest

from tests.app.conftest import OpenPage
from tests.app.reading import html, text
from tests.app.test_results_every_game import FAMILIES
from tests.app.waiting import waited
from tests.support.thorough import one_of
from workbench.play.options import RunOptions
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.studies.goals import STUDY
from workbench.studies.goals.question import GoalsQuestion
from workbench.studies.progress import ignore_progress

FEW = {"bots": "random", "plays": 130}


def names_of_rows(page: object) -> list[str]:
    """The revisions, from the top."""
    return re.findall(r'<th scope="row"[^>]*><a[^>]*>([^<]+)', html(page))


def play(workspace: Workspace, store: Store, game: str) -> None:
    """Have all revisions stored."""
    scenario = load_scenario(workspace, f"{game}/{FAMILIES[game][0]}", plays=130, bots=["random"])
    STUDY.measure(GoalsQuestion(scenario=scenario), RunOptions(store), ignore_progress)


@pytest.mark.parametrize("game", one_of(FAMILIES, quick="hitmakers"))
def test_what_is_stored_is_there_at_once_and_sorts(
    open_page: OpenPage, workspace: Workspace, store: Store, game: str
) -> None:
    play(workspace, store, game)
    page = open_page("revisions", view="every goal", game=game, revision=FAMILIES[game][0], **FEW)
    waited(page)
    assert not page.error
    in_tree = names_of_rows(page)
    assert len(in_tree) == len(list((workspace.scenarios / game).glob("*.toml")))
    assert f"{len(in_tree)} revisions" in text(page)
    assert f"revision={FAMILIES[game][1]}" in html(page), "a cell opens the answer"
    main = page.get("download_button")
    assert len(main) == 4
    column = re.findall(r'aria-sort="none"[^>]*><a[^>]*>([^<]+)', html(page))[1]
    page.query_params["sort"] = f"-{column.replace('&amp;', '&')}"
    page.run()
    assert not page.exception
    assert sorted(names_of_rows(page)) == sorted(in_tree)
    assert 'aria-sort="descending"' in html(page)
