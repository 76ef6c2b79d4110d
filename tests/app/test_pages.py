"""What holds on every page."""

import re
from pathlib import Path

import pytest

from tests.app.conftest import OpenPage
from tests.app.reading import text
from tests.support.thorough import one_of, some_of
from workbench.app import navigation, place
from workbench.app.pages import home as home_page
from workbench.app.server.launch import MAIN
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.studies.registry import page_studies

NAMES = [spec.name for spec in navigation.PAGES]
TROUBLED = [name for name in NAMES if name != "help"]
"""Pages that need a game and a store; what one lacks is said before any page is drawn."""
PAGES = MAIN.parents[1] / "pages"


def test_every_page_has_a_room_of_its_name_and_none_is_left_over() -> None:
    rooms = {path.stem for path in PAGES.iterdir() if not path.name.startswith("_")}
    of_studies = {spec.name for spec in navigation.PAGES if spec.is_study}
    assert rooms - {"study"} == {spec.module or spec.name for spec in navigation.PAGES} - of_studies
    assert of_studies == {name for name, study in page_studies().items() if study.page == name}
    assert {study.page for study in page_studies().values()} <= set(NAMES)


@pytest.mark.parametrize("name", some_of(TROUBLED, {"home", "results"}.__contains__))
def test_without_games_it_says_so(open_page: OpenPage, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, "games", dict)
    monkeypatch.setattr(home_page, "games", dict)
    page = open_page(name)
    assert not page.exception
    assert "No game is installed" in page.info[0].value


@pytest.mark.parametrize("name", one_of(TROUBLED, quick="results"))
def test_a_damaged_store_is_told_in_words(open_page: OpenPage, workspace: Workspace, name: str) -> None:
    workspace.store_path.write_bytes(b"no database" * 1000)
    page = open_page(name)
    assert not page.exception
    assert "can be read" in page.error[0].value.replace("\\", "")
    assert page.button(key="retry")


def test_somebodys_words_are_shown_and_not_obeyed(open_page: OpenPage, workspace: Workspace) -> None:
    file = workspace.scenarios / "hitmakers" / "2021-04-08.toml"
    file.write_text(re.sub(r'title = ".*"', 'title = "5$ *or* [6$](x) :red[y]"', file.read_text()))
    for name in NAMES:
        page = open_page(name)
        assert not page.exception
        raw = "\n".join(str(element.value) for element in (*page.markdown, *page.caption, *page.subheader))
        assert "[6$](x)" not in raw
        assert "5$ *or*" not in raw
        if name in ("revisions", "rules"):
            assert "5$ *or* [6$](x) :red[y]" in text(page)

    _is_untouched(workspace)


def _is_untouched(workspace: Workspace) -> None:
    """By looking at every page alone."""
    assert not workspace.store_path.exists()
    assert Store(workspace.store_path).path == workspace.store_path
    assert sorted(path.name for path in Path(workspace.root).iterdir()) == ["data", "scenarios"]
