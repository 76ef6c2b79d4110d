"""Hitmakers, "4-Player Variant" and "Concentration Variant"."""

import pytest

from tests.support.hitmakers import DRAWS, FOUR_PLAYERS, ONE_DEAL, HitmakersTable, table
from tests.support.plain import Play
from workbench.games.hitmakers import GAME
from workbench.games.hitmakers.game import Phase

WITHOUT_CARDS = ("star", "turn_down", "pass", "present")


def produced(draw: int = DRAWS["pass"], **rules: object) -> Play:
    """All production rounds, each turn being `draw` (and the lowest discard) where it is legal."""
    play = Play(GAME, {**ONE_DEAL, **rules}, seed=5).begin()
    while not play.state.over and play.state.phase in (Phase.DRAW, Phase.DISCARD):
        play.take(draw if play.state.phase == Phase.DRAW and draw in play.legal else play.legal[0])
    return play


def kinds(play: Play, *names: str) -> list[str]:
    return [event["event"] for event in play.trace if event["event"] in names]


# 4-Player Variant


def test_four_players_draw_a_sixth_star_after_the_fifth_round() -> None:
    play = produced(**FOUR_PLAYERS, may_pass=True)
    assert kinds(play, "star", "pass") == (["star"] + ["pass"] * 4) * 5 + ["star"] + ["pass"] * 4


def test_four_players_have_no_sixth_round_when_all_draw_from_the_stock() -> None:
    """24 dealt, 5 rounds of a star and 4 draws leave 3, the sixth star leaves 2."""
    play = produced(DRAWS["stock"], **FOUR_PLAYERS)
    assert kinds(play, "star", "discard") == (["star"] + ["discard"] * 4) * 5 + ["star"]


@pytest.mark.parametrize(("stock", "bonus"), [("QH JH 2H 3H 4H", True), ("QH JH 2H 3H", False)])
def test_the_bonus_round_needs_a_card_a_player_after_the_extra_star(stock: str, bonus: bool) -> None:
    position = table("KC / 2D / 4C / 6C", stars="8S", stock=stock, extra_stars=1, bonus_round=True)
    for _ in range(4):
        position.draw("pass")
    assert position.stars == "8S QH"
    assert (position.state.phase == Phase.DRAW and not position.state.over) is bonus


def test_the_bonus_round_is_one_round_without_a_star() -> None:
    position = table("KC / 2D / 4C", stars="8S", extra_stars=0, bonus_round=True)
    for _ in range(6):
        position.draw("pass")
    assert position.state.over and position.cards_of("present") == "8S"
    assert position.counted("passes") == [2, 2, 2]


def test_without_bonus_round_the_show_follows() -> None:
    play = produced(**{**FOUR_PLAYERS, "bonus_round": False})
    assert list(play.state.passes[:4]) == [5, 5, 5, 5]


@pytest.mark.parametrize("extra", [0, 1, 6])
def test_extra_stars_are_drawn_after_the_last_round(extra: int) -> None:
    play = produced(players=3, hand_size=5, production_rounds=2, extra_stars=extra)
    assert kinds(play, "star", "pass") == (["star"] + ["pass"] * 3) * 2 + ["star"] * extra


def test_extra_stars_stop_with_the_stock() -> None:
    position = table("KC / 2D / 4C", stars="8S", stock="QH JH", extra_stars=3)
    for _ in range(3):
        position.draw("pass")
    assert position.cards_of("present") == "8S QH JH"


# Concentration Variant


def test_concentration_deals_all_stars_face_up_at_the_start() -> None:
    play = Play(GAME, {**ONE_DEAL, "concentration": True, "extra_stars": 2}).begin()
    assert (int(play.state.stars), kinds(play, "deal", "star")) == (9, ["deal"] + ["star"] * 9)


def test_concentration_turns_a_star_down_at_the_end_of_each_round_and_presents_in_that_order() -> None:
    play = produced(concentration=True, production_rounds=3)
    order = ["star"] * 3 + (["pass"] * 3 + ["turn_down"]) * 3
    assert kinds(play, *WITHOUT_CARDS[:3]) == order
    assert cards_of(play, "turn_down") == cards_of(play, "star")
    play = presented(play)
    assert cards_of(play, "present") == cards_of(play, "turn_down")


def cards_of(play: Play, kind: str) -> list[str]:
    return [event["card"] for event in play.trace if event["event"] == kind]


def presented(play: Play) -> Play:
    """Nobody scouts anything, to the end of the deal."""
    while not play.state.over:
        play.take(0)
    return play


def test_concentration_turns_the_rest_down_after_the_last_round() -> None:
    play = produced(concentration=True, production_rounds=2, extra_stars=2)
    assert kinds(play, "pass", "turn_down") == (["pass"] * 3 + ["turn_down"]) * 2 + ["turn_down"] * 2


def test_concentration_with_a_bonus_round_turns_one_more_down_after_it() -> None:
    play = produced(concentration=True, production_rounds=2, extra_stars=2, bonus_round=True)
    assert kinds(play, "pass", "turn_down") == (["pass"] * 3 + ["turn_down"]) * 3 + ["turn_down"]


def test_concentration_leaves_no_choice_to_the_emcee() -> None:
    rules = {"concentration": True, "presentation": "emcee_chooses", "production_rounds": 3}
    play = presented(produced(**rules))
    assert cards_of(play, "present") == cards_of(play, "turn_down")


def test_concentration_for_four_players_5_stars_and_6_rounds_or_6_stars_and_5_rounds() -> None:
    for rounds, extra in ((5, 1), (6, 0)):
        rules = {**FOUR_PLAYERS, "production_rounds": rounds, "extra_stars": extra, "bonus_round": False}
        play = presented(produced(concentration=True, **rules))
        assert len(cards_of(play, "present")) == 6


def test_concentration_turns_down_the_leftmost() -> None:
    position: HitmakersTable = table("KC / 2D / 4C", stars="8S QH 2S", concentration=True, production_rounds=3)
    position.state.round_number = 1
    for _ in range(3):
        position.draw("pass")
    assert (position.cards_of("turn_down"), int(position.state.turned_down)) == ("8S", 1)
