"""A game of each family on every page."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.support.thorough import one_of
from tests.support.workspace_games import no_games_of_a_workspace_afterwards
from workbench.app.navigation import PAGES
from workbench.engine.families import families
from workbench.scenario.files import DEFAULT, Workspace
from workbench.scenario.new_game import new_family_game

FIELD = f"rule:mine/{DEFAULT}:"
__all__ = ["no_games_of_a_workspace_afterwards"]

pytestmark = pytest.mark.usefixtures("store")


@pytest.mark.parametrize("family", one_of(families(), quick="tricks"))
def test_a_game_of_a_family_is_on_every_page(open_page: OpenPage, workspace: Workspace, family: str) -> None:
    new_family_game(workspace, "mine", family, families()[family].presets[-1].name, "Mine", 4)
    for name in [spec.name for spec in PAGES]:
        page = open_page(name, **{} if name in ("home", "help") else {"game": "mine", "revision": DEFAULT})
        assert not page.exception and not page.error, name


def test_rules_without_effect_are_folded_until_they_have_one(open_page: OpenPage, workspace: Workspace) -> None:
    new_family_game(workspace, "mine", "tricks", "hearts", "Mine", 4)
    page = open_page("rules", game="mine", revision=DEFAULT)
    assert {"nil", "contract", "exact", "suit"} <= folded_rules(page) and "passed" not in folded_rules(page)
    page.get_by_key(f"{FIELD}bidding").set_value("contract").run()
    assert not {"nil", "contract"} & folded_rules(page) and {"exact", "suit"} <= folded_rules(page)


def test_a_wrong_value_is_never_folded_away(open_page: OpenPage, workspace: Workspace) -> None:
    new_family_game(workspace, "mine", "tricks", "hearts", "Mine", 4)
    page = open_page("rules", game="mine", revision=DEFAULT)
    page.get_by_key(f"{FIELD}nil").set_value(900).run()
    assert "nil" not in folded_rules(page) and any("900" in text.value for text in page.markdown)


def folded_rules(page: AppTest) -> set[str]:
    folds = [box for box in page.expander if box.label.startswith("Without effect now")]
    fields = [field for box in folds for field in (*box.number_input, *box.toggle, *box.selectbox, *box.button_group)]
    return {str(field.key).removeprefix(FIELD) for field in fields}
