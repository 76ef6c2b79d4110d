"""Hitmakers: the kinds of action, as restrictions (`greedy~scout`) name them."""

from tests.support.hitmakers import HitmakersTable, table
from workbench.engine import dispatch
from workbench.games.hitmakers import GAME


def kinds(position: HitmakersTable) -> list[str]:
    """The kind of each legal action, in the order of the actions."""
    kinds_there = [int(dispatch.action_kind(position.state, position.rules, action)) for action in position.legal]
    return [GAME.action_kinds(kind).name.lower() for kind in kinds_there]


def test_draws_and_passes() -> None:
    assert kinds(table("KC / 2D / 3H", stars="8S", pile="7H")) == ["draw_stock", "draw_discard", "pass"]
    assert kinds(table("KC / 2D / 3H", stars="8S")) == ["draw_stock", "pass"]


def test_discards() -> None:
    assert kinds(table("KC / 2D / 3H", stars="8S").draw("stock")) == ["discard"] * 2


def test_the_first_card_on_a_star_scouts_and_a_later_one_poaches() -> None:
    position = table("10H / 10D / 3H", stars="10S").show()
    assert kinds(position) == ["decline", "scout"]
    assert kinds(position.answer("scout")) == ["decline", "poach"]


def test_the_next_star_is_scouted_again() -> None:
    position = table("10H 9H / 2D / 3H", stars="10S 9S").show().answer("scout")
    assert kinds(position) == ["decline", "scout"]


def test_stars_to_present() -> None:
    position = table("KC / 2D / 3H", stars="8S 9S", presentation="emcee_chooses").show()
    assert kinds(position) == ["present"] * 2
