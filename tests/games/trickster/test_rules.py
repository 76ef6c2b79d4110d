"""Trickster: the declared parameters, measures, styles, and the problems that parameters make together."""

from typing import Any

import pytest

from workbench.bots.spec import bot_names
from workbench.engine.measures import Scope
from workbench.games.trickster import GAME

PAGE = {
    "players": ("int", 2, 8, 4),
    "rounds": ("int", 0, 20, 0),
    "sum_limit": ("int", 1, 60, 13),
    "faces_count": ("bool", False, True, False),
    "must_follow": ("bool", False, True, True),
    "jack_points": ("int", 0, 20, 2),
    "queen_points": ("int", 0, 20, 3),
    "king_points": ("int", 0, 20, 4),
    "basic_points": ("int", 0, 20, 1),
    "ace_value": ("int", 1, 14, 1),
    "shoot_the_moon": ("bool", False, True, True),
    "moon_ties": ("choice", "nobody", "everybody", "nobody"),
    "pass_direction": ("choice", "right", "alternate", "right"),
    "final_pass": ("bool", False, True, True),
    "winner": ("choice", "lowest", "highest", "lowest"),
}
"""The table of the rules page: type, first and last value, default."""


def told(**rules: Any) -> list[str]:
    return [str(problem) for problem in GAME.problems(rules)]


def test_the_parameters_are_those_of_the_page() -> None:
    ranges = {n: (p.kind, p.values()[0], p.values()[-1], p.default) for n, p in GAME.parameters.items()}
    assert ranges == PAGE
    assert GAME.parameters["pass_direction"].values() == ["right", "left", "alternate"]


@pytest.mark.parametrize("name", ["must_follow", "king_points", "ace_value", "moon_ties", "final_pass"])
def test_a_reconstruction_says_so(name: str) -> None:
    assert "reconstruction" in GAME.parameters[name].help


def test_an_ace_is_worth_1_or_14_and_nothing_else() -> None:
    assert GAME.parameters["ace_value"].values() == (1, 14)
    assert told(ace_value=7) == ["ace_value = 7: must be 1 or 14"]
    assert told(ace_value=True) == ["ace_value = true: must be 1 or 14"]
    assert told(ace_value=14) == []


def test_the_measures_are_those_of_the_page() -> None:
    by_scope = {scope: [m.name for m in GAME.all_measures if m.scope is scope] for scope in Scope}
    assert by_scope[Scope.PLAY] == ["decisions", "tie", "margin", "rounds", "lead_changes", "largest_packet"]
    suits = ["clubs", "diamonds", "hearts", "spades"]
    assert by_scope[Scope.SEAT] == ["points", "moon_saved", *suits, "forced_by_sum", "forced_by_suit"]
    assert by_scope[Scope.DEAL_SEAT] == []


def test_the_styles_are_those_of_the_page() -> None:
    assert bot_names(GAME)[-3:] == ["ducker", "dumper", "mooner"]


def test_the_events_are_those_of_the_page() -> None:
    assert list(GAME.events.values()) == ["deal", "choose", "collect", "lay", "pass", "remainder", "score", "end"]


# Rules that never come into play


@pytest.mark.parametrize(
    ("rules", "warned"),
    [
        ({"sum_limit": 54}, False),
        ({"sum_limit": 55}, True),
        ({"sum_limit": 60, "ace_value": 14}, False),
        ({"sum_limit": 60, "faces_count": True}, False),
    ],
)
def test_a_limit_that_no_packet_can_exceed_is_a_warning(rules: dict[str, Any], warned: bool) -> None:
    problems = GAME.problems(rules)
    assert [problem.warning for problem in problems] == [True] * warned
    if warned:
        assert "all cards of a suit add up to 55" in str(problems[0])


def test_cards_that_score_nothing_are_a_warning() -> None:
    nothing = dict.fromkeys(["basic_points", "jack_points", "queen_points", "king_points"], 0)
    (problem,) = GAME.problems(nothing)
    assert problem.warning and "every game ends in a tie" in str(problem)
    assert GAME.problems({**nothing, "king_points": 1}) == []


def test_every_problem_at_once() -> None:
    assert told(players=9, winner="last", sum_limit=0) == [
        "players = 9: at most 8",
        'winner = "last": must be one of "lowest", "highest"',
        "sum_limit = 0: at least 1",
    ]
