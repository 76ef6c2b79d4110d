"""Hitmakers: the declared parameters, and the problems that they make together."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.hitmakers import DRAWS, FOUR_PLAYERS, ONE_DEAL
from tests.support.plain import Play
from tests.support.strategies import rule_values
from tests.support.thorough import examples
from workbench.engine.measures import Scope
from workbench.engine.parameters import complete
from workbench.games.hitmakers import GAME
from workbench.games.hitmakers.game import Phase

PAGE = {
    "players": ("int", 2, 6, 3),
    "hand_size": ("int", 1, 13, 7),
    "production_rounds": ("int", 1, 13, 7),
    "extra_stars": ("int", 0, 6, 0),
    "bonus_round": ("bool", False, True, False),
    "concentration": ("bool", False, True, False),
    "may_pass": ("bool", False, True, True),
    "presentation": ("choice", "row_order", "emcee_chooses", "row_order"),
    "self_poach": ("bool", False, True, False),
    "market_saturation_points": ("int", 0, 9, 1),
    "broad_appeal_points": ("int", 0, 9, 1),
    "broad_appeal": ("choice", "lowest_rank", "largest_difference", "largest_difference"),
    "critical_prestige_points": ("int", 0, 9, 1),
    "criteria_order": (
        "order",
        ["saturation", "prestige", "appeal"],
        ["appeal", "prestige", "saturation"],
        ["saturation", "prestige", "appeal"],
    ),
    "one_award_per_seat": ("bool", False, True, False),
    "ties": ("choice", "nobody", "everybody", "nobody"),
    "one_hit_wonder_points": ("int", 0, 9, 1),
    "shutout_points": ("int", 0, 9, 0),
    "score_target": ("int", 0, 200, 21),
    "max_deals": ("int", 1, 200, 50),
}
"""The table of the rules page: type, first and last value, default."""

RECONSTRUCTIONS = (
    "market_saturation_points",
    "broad_appeal_points",
    "critical_prestige_points",
    "one_hit_wonder_points",
    "shutout_points",
    "ties",
    "presentation",
    "concentration",
)


def told(**rules: Any) -> list[str]:
    return [str(problem) for problem in GAME.problems(rules)]


def test_the_parameters_are_those_of_the_page() -> None:
    ranges = {n: (p.kind, p.values()[0], p.values()[-1], p.default) for n, p in GAME.parameters.items()}
    assert ranges == PAGE


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_a_reconstruction_says_so(name: str) -> None:
    assert "reconstruction" in GAME.parameters[name].help


def test_the_measures_are_those_of_the_page() -> None:
    by_scope = {scope: [m.name for m in GAME.all_measures if m.scope is scope] for scope in Scope}
    per_play = ["decisions", "tie", "margin", "deals", "unscouted", "longest_chain", "lead_changes", "capped"]
    criteria = ["market_saturation", "broad_appeal", "critical_prestige", "one_hit_wonder", "shutout"]
    show = ["star_cards", "scouted", "poached", "lost_to_poacher"]
    assert by_scope[Scope.PLAY] == per_play
    assert by_scope[Scope.SEAT] == ["points", *criteria, *show, "draws_stock", "draws_discard", "passes"]
    assert by_scope[Scope.DEAL_SEAT] == ["deal_points", "deal_wins"]


# A dealing that cannot be made


def test_hand_size_40() -> None:
    why = "at most 13 (3 players and 7 stars leave 45 of 52 cards: at most 15)"
    assert told(hand_size=40) == [f"hand_size = 40: {why}"]


def test_a_dealing_that_takes_too_many_cards_names_the_parameters_and_what_works() -> None:
    assert told(players=6, hand_size=9) == ["hand_size = 9: at most 7 (6 players and 7 stars leave 45 of 52 cards)"]
    assert told(players=5, hand_size=7, production_rounds=13, extra_stars=6) == [
        "hand_size = 7: at most 6 (5 players and 19 stars leave 33 of 52 cards)"
    ]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_largest_hand_that_is_said_to_work_works(players: int) -> None:
    largest = GAME.limits({**{n: p.default for n, p in GAME.parameters.items()}, "players": players})["hand_size"].high
    assert players * largest + 7 <= 52 < players * (largest + 1) + 7


def test_every_problem_at_once() -> None:
    assert told(players=9, ties="some", hand_size="7", deals=3) == [
        "deals = 3: no such rule; did you mean max_deals?",
        "players = 9: at most 6",
        'ties = "some": must be one of "nobody", "everybody"',
        'hand_size = "7": must be a whole number from 1 to 13 (3 players and 7 stars leave 45 of 52 cards: at most 15)',
    ]


# A stock that can run out


def test_the_printed_games_have_no_warning() -> None:
    assert told() == told(**FOUR_PLAYERS) == told(**FOUR_PLAYERS, concentration=True) == []


def test_a_stock_that_can_run_out_is_a_warning_that_names_the_round() -> None:
    problems = GAME.problems({"players": 4, "hand_size": 7, "production_rounds": 6})
    assert [problem.warning for problem in problems] == [True]
    assert problems[0].place == "production_rounds" and "run out in round 5" in problems[0].message


def test_extra_stars_that_the_stock_may_lack_are_a_warning() -> None:
    problems = GAME.problems({**FOUR_PLAYERS, "extra_stars": 4})
    assert [problem.warning for problem in problems] == [True]
    assert "after round 5" in problems[0].message


def thirsty(play: Play) -> Iterator[int]:
    """Everybody draws from the stock while it lasts; yields the rounds in which somebody cannot."""
    while not play.state.over and play.state.phase in (Phase.DRAW, Phase.DISCARD):
        if play.state.phase == Phase.DRAW and DRAWS["stock"] not in play.legal:
            yield int(play.state.round_number)
        play.take(play.legal[0])


@example(complete(GAME.parameters, {**FOUR_PLAYERS, **ONE_DEAL, "extra_stars": 3}))
@example(complete(GAME.parameters, {**FOUR_PLAYERS, **ONE_DEAL, "extra_stars": 4}))
@given(rule_values(GAME, score_target=st.just(0)))
@examples(150)
def test_there_is_a_warning_just_when_the_stock_can_run_out(values: dict[str, Any]) -> None:
    warnings = [problem.message for problem in GAME.problems(values)]
    play = Play(GAME, values, seed=1).begin()
    dry_rounds = list(thirsty(play))
    stars = sum(event["event"] == "star" for event in play.trace)
    lacking = stars < values["production_rounds"] + values["extra_stars"]
    assert bool(warnings) is bool(dry_rounds or lacking)
    if dry_rounds:
        assert f"in round {dry_rounds[0]} " in warnings[0]
