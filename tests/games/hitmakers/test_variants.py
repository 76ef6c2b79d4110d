"""Hitmakers, "4-Player Variant" and "Concentration Variant"."""

import pytest

from tests.support.hitmakers import FOUR_PLAYERS, ONE_DEAL, HitmakersTable, table
from tests.support.plain import Play
from workbench.games.hitmakers import GAME
from workbench.games.hitmakers.table import Draw, Phase

WITHOUT_CARDS = ("star", "turn_down", "pass", "present")


def produced(draw: int = Draw.PASS, **rules: object) -> Play:
    """All production rounds, each turn being `draw` (and the lowest discard) where it is legal."""
    made = Play(GAME, {**ONE_DEAL, **rules}, seed=5).begin()
    while not made.state.over and made.state.phase in (Phase.DRAW, Phase.DISCARD):
        made.take(draw if made.state.phase == Phase.DRAW and draw in made.legal else made.legal[0])
    return made


def kinds(made: Play, *wanted: str) -> list[str]:
    return [event["event"] for event in made.trace if event["event"] in wanted]


# 4-Player Variant


def test_four_players_draw_a_sixth_star_after_the_fifth_round() -> None:
    made = produced(**FOUR_PLAYERS, may_pass=True)
    assert kinds(made, "star", "pass") == (["star"] + ["pass"] * 4) * 5 + ["star"] + ["pass"] * 4


def test_four_players_have_no_sixth_round_when_all_draw_from_the_stock() -> None:
    """24 dealt, 5 rounds of a star and 4 draws leave 3, the sixth star leaves 2."""
    made = produced(Draw.STOCK, **FOUR_PLAYERS)
    assert kinds(made, "star", "discard") == (["star"] + ["discard"] * 4) * 5 + ["star"]


@pytest.mark.parametrize(("stock", "bonus"), [("QH JH 2H 3H 4H", True), ("QH JH 2H 3H", False)])
def test_the_bonus_round_needs_a_card_a_player_after_the_extra_star(stock: str, bonus: bool) -> None:
    made = table("KC / 2D / 4C / 6C", stars="8S", stock=stock, extra_stars=1, bonus_round=True)
    for _ in range(4):
        made.draw("pass")
    assert made.stars == "8S QH"
    assert (made.state.phase == Phase.DRAW and not made.state.over) is bonus


def test_the_bonus_round_is_one_round_without_a_star() -> None:
    made = table("KC / 2D / 4C", stars="8S", extra_stars=0, bonus_round=True)
    for _ in range(6):
        made.draw("pass")
    assert made.state.over and made.cards_of("present") == "8S"
    assert made.counted("passes") == [2, 2, 2]


def test_without_bonus_round_the_show_follows() -> None:
    made = produced(**{**FOUR_PLAYERS, "bonus_round": False})
    assert list(made.state.passes[:4]) == [5, 5, 5, 5]


@pytest.mark.parametrize("extra", [0, 1, 6])
def test_extra_stars_are_drawn_after_the_last_round(extra: int) -> None:
    made = produced(players=3, hand_size=5, production_rounds=2, extra_stars=extra)
    assert kinds(made, "star", "pass") == (["star"] + ["pass"] * 3) * 2 + ["star"] * extra


def test_extra_stars_stop_with_the_stock() -> None:
    made = table("KC / 2D / 4C", stars="8S", stock="QH JH", extra_stars=3)
    for _ in range(3):
        made.draw("pass")
    assert made.cards_of("present") == "8S QH JH"


# Concentration Variant


def test_concentration_deals_all_stars_face_up_at_the_start() -> None:
    made = Play(GAME, {**ONE_DEAL, "concentration": True, "extra_stars": 2}).begin()
    assert (int(made.state.stars), kinds(made, "deal", "star")) == (9, ["deal"] + ["star"] * 9)


def test_concentration_turns_a_star_down_at_the_end_of_each_round_and_presents_in_that_order() -> None:
    made = produced(concentration=True, production_rounds=3)
    order = ["star"] * 3 + (["pass"] * 3 + ["turn_down"]) * 3
    assert kinds(made, *WITHOUT_CARDS[:3]) == order
    assert shown(made, "turn_down") == shown(made, "star")
    made = presented(made)
    assert shown(made, "present") == shown(made, "turn_down")


def shown(made: Play, kind: str) -> list[str]:
    return [event["card"] for event in made.trace if event["event"] == kind]


def presented(made: Play) -> Play:
    """Nobody scouts anything, to the end of the deal."""
    while not made.state.over:
        made.take(0)
    return made


def test_concentration_turns_the_rest_down_after_the_last_round() -> None:
    made = produced(concentration=True, production_rounds=2, extra_stars=2)
    assert kinds(made, "pass", "turn_down") == (["pass"] * 3 + ["turn_down"]) * 2 + ["turn_down"] * 2


def test_concentration_with_a_bonus_round_turns_one_more_down_after_it() -> None:
    made = produced(concentration=True, production_rounds=2, extra_stars=2, bonus_round=True)
    assert kinds(made, "pass", "turn_down") == (["pass"] * 3 + ["turn_down"]) * 3 + ["turn_down"]


def test_concentration_leaves_no_choice_to_the_emcee() -> None:
    rules = {"concentration": True, "presentation": "emcee_chooses", "production_rounds": 3}
    made = presented(produced(**rules))
    assert shown(made, "present") == shown(made, "turn_down")


def test_concentration_for_four_players_5_stars_and_6_rounds_or_6_stars_and_5_rounds() -> None:
    for rounds, extra in ((5, 1), (6, 0)):
        rules = {**FOUR_PLAYERS, "production_rounds": rounds, "extra_stars": extra, "bonus_round": False}
        made = presented(produced(concentration=True, **rules))
        assert len(shown(made, "present")) == 6


def test_concentration_turns_down_the_leftmost() -> None:
    made: HitmakersTable = table("KC / 2D / 4C", stars="8S QH 2S", concentration=True, production_rounds=3)
    made.state.round_number = 1
    for _ in range(3):
        made.draw("pass")
    assert (made.cards_of("turn_down"), int(made.state.turned_down)) == ("8S", 1)
