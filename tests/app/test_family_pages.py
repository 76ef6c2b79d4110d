"""A game of each family on every page."""

import pytest

from tests.app.conftest import OpenPage
from tests.support.thorough import one_of
from tests.support.workspace_games import no_games_of_a_workspace_afterwards
from workbench.app.draft import Draft
from workbench.app.navigation import PAGES
from workbench.app.pages.rules import model
from workbench.engine.families import families
from workbench.engine.parameters import Written
from workbench.engine.registry import use_workspace
from workbench.scenario import load_scenario
from workbench.scenario.files import DEFAULT, Workspace
from workbench.scenario.new_game import new_family_game

__all__ = ["no_games_of_a_workspace_afterwards"]

pytestmark = pytest.mark.usefixtures("store")


@pytest.mark.parametrize("family", one_of(families(), quick="tricks"))
def test_a_game_of_a_family_is_on_every_page(open_page: OpenPage, workspace: Workspace, family: str) -> None:
    new_family_game(workspace, "mine", family, families()[family].presets[-1].name, "Mine", 4)
    for name in [spec.name for spec in PAGES]:
        page = open_page(name, **{} if name in ("home", "help") else {"game": "mine", "revision": DEFAULT})
        assert not page.exception and not page.error, name


def test_rules_without_effect_are_folded_until_they_have_one_and_wrong_values_never(workspace: Workspace) -> None:
    new_family_game(workspace, "mine", "tricks", "hearts", "Mine", 4)
    use_workspace(str(workspace.root))
    parent = load_scenario(workspace, "mine/default")

    def folded(**values: Written) -> set[str]:
        view = model(Draft(parent, {**parent.rules, **values}))
        return {field.parameter.name for section in view.sections for field in section.idle}

    assert {"nil", "contract", "exact", "suit"} <= folded() and "passed" not in folded()
    bidding = folded(bidding="contract")
    assert not {"nil", "contract"} & bidding and {"exact", "suit"} <= bidding
    assert "nil" not in folded(nil=900)
