"""Hitmakers: greedy follows the rules in force, is strong, and favours no seat; what the styles do."""

from typing import Any

import numpy as np
import pytest

from tests.support.hitmakers import HitmakersTable, card_set, named, table
from tests.support.seats import bots
from workbench.engine.batch import Batch
from workbench.engine.measures import win_shares
from workbench.games.hitmakers import GAME
from workbench.games.hitmakers.bots import least_valuable

APPEAL_ALONE = {"market_saturation_points": 0, "critical_prestige_points": 0, "one_hit_wonder_points": 0}
NO_POINTS = {**APPEAL_ALONE, "broad_appeal_points": 0}


def worths(position: HitmakersTable) -> dict[int, float]:
    """What each legal action is worth to the actor."""
    return position.worths(position.view(position.actor), position.legal)


def best(position: HitmakersTable) -> set[int]:
    """The actions that greedy would choose from."""
    worth = worths(position)
    return {action for action in worth if worth[action] == max(worth.values())}


def discards(hand: str, drawn: str, others: str = "2C 4D / 7S 9S", **rules: Any) -> str:
    """The cards that greedy would discard after drawing one more."""
    position = table(f"{hand} / {others}", stars="10S", stock=f"{drawn} JC QC", **rules).draw("stock")
    return named(sorted(best(position)))


def columns(bot: str, **rules: Any) -> Any:
    """The results of single deals of a bot against two random ones."""
    return Batch(GAME, {"score_target": 0, **rules}, bots(GAME, f"{bot} random random", 3), seed=1).play(0, 1_000)


# The rules in force


def test_broad_appeal_decides_which_heart_goes() -> None:
    """By lowest rank 8 and 9 are worth the same beside the 2; by difference the 9 reaches further."""
    assert discards("2H 8H", "9H", broad_appeal="lowest_rank") == "8H 9H"
    assert discards("2H 8H", "9H", broad_appeal="largest_difference") == "8H"


def test_broad_appeal_decides_between_suits() -> None:
    others = "2C 3C 4C 5C 6C 7C / 3S 4S 5S 6S 7S 8S"
    assert discards("2H 2D", "KH", others, broad_appeal="lowest_rank", **APPEAL_ALONE) == "KH"
    assert discards("2H 2D", "KH", others, broad_appeal="largest_difference", **APPEAL_ALONE) == "2D"


def test_prestige_alone_keeps_the_highest() -> None:
    rules = {**NO_POINTS, "critical_prestige_points": 1}
    assert discards("QH KD", "3S", **rules) == "3S"
    assert discards("KH QD", "3H", **rules) == "3H"


def test_saturation_alone_keeps_the_longest_suit() -> None:
    assert discards("2H 7H", "KD", **{**NO_POINTS, "market_saturation_points": 1}) == "KD"


def test_a_wonder_alone_keeps_the_highest_of_a_suit_alone() -> None:
    assert discards("KH 2H", "KD", **{**NO_POINTS, "one_hit_wonder_points": 1}) == "2H"


def test_a_suit_that_nobody_else_may_get_is_worth_keeping_and_a_draw_that_may_be_another() -> None:
    """All other hearts lie in the discard pile."""
    rules = {**NO_POINTS, "shutout_points": 1, "stars": "10S", "pile": "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"}
    assert worths(table("2D / 2C / 7S", stock="KD JC QC", **rules))[1] > 0
    assert named(sorted(best(table("2H 2D / 2C / 7S", stock="KD JC QC", **rules).draw("stock")))) == "2D KD"


def test_nothing_is_worth_anything_without_points() -> None:
    position = table("2H 7H / 3H / 9S", stars="10S", stock="KD 5C 6C", pile="4C", **NO_POINTS)
    assert set(worths(position).values()) == {0.0}
    assert set(worths(position.draw("stock")).values()) == {0.0}


def test_points_scale_what_an_action_is_worth() -> None:
    hands, rules = "2H 8H / 3H / 9S", {**NO_POINTS, "broad_appeal_points": 1}
    once = worths(table(hands, stars="10S", stock="KH").draw("stock"))
    assert once != worths(table(hands, stars="10S", stock="KH", **rules).draw("stock"))
    single = worths(table(hands, stars="10S", stock="KH", **rules).draw("stock"))
    triple = worths(table(hands, stars="10S", stock="KH", **{**rules, "broad_appeal_points": 3}).draw("stock"))
    assert triple == pytest.approx({action: 3 * worth for action, worth in single.items()})


def test_passing_is_worth_nothing_and_drawing_never_less() -> None:
    worth = worths(table("2H 8H / 3H / 9S", stars="10S", stock="KD 5C", pile="QC"))
    assert worth[2] == 0.0 and min(worth.values()) >= 0.0 and worth[1] > 0.0


def test_scouting_is_better_where_nobody_can_poach() -> None:
    safe = table("10H / QC / JC", stars="10S", pile="10D").show()
    risky = table("10H / QC 10D / JC", stars="10S").show()
    risky.state.face_up |= card_set("10D")
    assert worths(safe)[1] > 0 > worths(risky)[1]


def test_the_emcee_presents_no_star_that_would_cost_the_scout() -> None:
    position = table("QC 10D / JC / 10H", stars="9S 10S", presentation="emcee_chooses").show()
    position.state.face_up |= card_set("10D")
    assert named(best(position)) == "9S"


def test_whole_plays_change_with_broad_appeal() -> None:
    """The choices differ, not only the scores: here, how often the discard pile was drawn from."""
    draws = [columns("greedy", broad_appeal=rule)["draws_discard"] for rule in ("lowest_rank", "largest_difference")]
    assert (draws[0] != draws[1]).any(axis=1).mean() > 0.2


# Strength and seats

DEALS = 4_000


def win_rates(spec: str, **rules: Any) -> Any:
    batch = Batch(GAME, {"score_target": 0, **rules}, bots(GAME, spec, 3), seed=1)
    return win_shares(batch.play(0, DEALS)["winners"], 3).mean(axis=0)


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("rule", ["lowest_rank", "largest_difference"])
def test_greedy_beats_random_at_every_seat(seat: int, rule: str) -> None:
    names = ["random"] * 3
    names[seat] = "greedy"
    assert win_rates(" ".join(names), broad_appeal=rule)[seat] > 0.7


def test_greedy_is_as_strong_at_every_seat() -> None:
    rates = [win_rates(spec).max() for spec in ("greedy random random", "random greedy random", "random random greedy")]
    assert max(rates) - min(rates) < 0.04


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_among_equals_no_seat_is_favoured(bot: str) -> None:
    np.testing.assert_allclose(win_rates(bot), 1 / 3, atol=4.5 * np.sqrt(2 / 9 / DEALS))


# Styles


def test_cautious_never_scouts() -> None:
    rows = columns("cautious")
    assert not rows["scouted"][:, 0].any() and not rows["poached"][:, 0].any()
    assert rows["scouted"][:, 1].any()


def test_scout_scouts_most() -> None:
    scouted = {style: columns(style)["scouted"][:, 0].mean() for style in ("scout", "spreader", "hoarder", "random")}
    assert max(scouted, key=lambda style: scouted[style]) == "scout"


def test_hoarder_has_the_most_cards_of_a_suit_and_spreader_the_widest() -> None:
    hoarder, spreader = columns("hoarder"), columns("spreader")
    assert hoarder["market_saturation"][:, 0].mean() > spreader["market_saturation"][:, 0].mean()
    assert hoarder["broad_appeal"][:, 0].mean() < spreader["broad_appeal"][:, 0].mean()


@pytest.mark.parametrize(
    ("style", "discarded"), [("hoarder", "KD"), ("spreader", "7H"), ("scout", "7H"), ("cautious", "7H")]
)
def test_what_a_style_discards(style: str, discarded: str) -> None:
    position = table("2H 7H 9H / 2C / 7S", stars="2S", stock="KD 5C").draw("stock")
    assert named([position.decision_of(bots(GAME, style, 3))]) == discarded


def test_scout_keeps_a_card_that_beats_a_star() -> None:
    position = table("7H 8H / 2C / 9S", stars="7S", stock="KD 5C").draw("stock")
    assert named([position.decision_of(bots(GAME, "scout", 3))]) == "8H"
    assert named([position.decision_of(bots(GAME, "spreader", 3))]) == "7H"


@pytest.mark.parametrize(("style", "draw"), [("hoarder", 0), ("spreader", 1)])
def test_a_style_takes_a_discard_that_it_wants_more_than_a_card_of_the_hand(style: str, draw: int) -> None:
    position = table("2H 7H / 2C / 9S", stars="8S", pile="AD")
    assert position.decision_of(bots(GAME, style, 3)) == draw


@pytest.mark.parametrize(("hand", "card"), [("2C 7S KD", "7S"), ("6S 8D", "6S"), ("7S 7H KH", "7S")])
def test_a_playout_gives_away_what_is_in_the_middle_low_and_alone(hand: str, card: str) -> None:
    assert named([least_valuable(card_set(hand))]) == card
