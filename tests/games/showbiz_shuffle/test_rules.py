"""Showbiz Shuffle: the declared parameters, measures, styles, events, and what is wrong with some rules."""

from typing import Any

import pytest

from workbench.bots.spec import bot_names
from workbench.engine.measures import Scope
from workbench.games.showbiz_shuffle import GAME

PAGE = {
    "players": ("int", 2, 4, 3),
    "hand_size": ("int", 1, 10, 5),
    "cattle_call_size": ("int", 0, 10, 5),
    "starting_biz": ("int", 0, 5, 1),
    "plays_from_hand": ("int", 0, 5, 2),
    "plays_from_cattle_call": ("int", 0, 5, 1),
    "biz_per_turn": ("int", 0, 5, 1),
    "shake_up": ("bool", False, True, True),
    "movies_at_once": ("int", 1, 4, 2),
    "directors_needed": ("int", 0, 3, 1),
    "stars_needed": ("int", 0, 5, 2),
    "supports_needed": ("int", 0, 5, 2),
    "out_of_genre_from_hand": ("bool", False, True, True),
    "unfinished_penalty": ("int", 0, 3, 1),
    "costed_biz_penalty": ("bool", False, True, True),
    "final_turns": ("int", 0, 3, 1),
    "score_target": ("int", 0, 500, 0),
    "reshuffle_bods": ("bool", False, True, False),
}
"""The rules page: type, first and last value, default."""
OURS = {"starters", "max_turns", "bods", "biz"}
"""Those without a range on the page: a set, a safeguard of ours, the data files."""
EFFECTS = [
    "boost", "award", "upstage", "scandal", "bad_ratings", "recast", "walkout", "stand_in", "draw_bods", "steal_biz",
    "cancel",
]  # fmt: skip


def told(**rules: Any) -> list[str]:
    return [str(problem) for problem in GAME.problems(rules)]


def test_the_parameters_are_those_of_the_page() -> None:
    ranges = {
        n: (p.kind, p.values()[0], p.values()[-1], p.default) for n, p in GAME.parameters.items() if n not in OURS
    }
    assert ranges == PAGE
    assert set(GAME.parameters) == {*PAGE, *OURS}
    assert list(GAME.parameters["starters"].default) == ["director", "star"]


@pytest.mark.parametrize("name", ["max_turns", "bods", "biz"])
def test_a_reconstruction_says_so(name: str) -> None:
    assert "reconstruction" in GAME.parameters[name].help


def test_the_measures_are_those_of_the_page() -> None:
    names = {scope: [m.name for m in GAME.all_measures if m.scope is scope] for scope in Scope}
    movies = [f"{genre}_movies" for genre in ("action", "romance", "drama", "family", "specialty")]
    assert names[Scope.PLAY] == ["decisions", "tie", "margin", "turns", "lead_changes", "capped", *movies]
    assert names[Scope.SEAT] == [
        "points", "movie_points", "penalty", "finished", "unfinished", "mean_movie", "out_of_genre",
        *(f"played_{effect}" for effect in EFFECTS), "attacked", "shake_ups", "unused_plays",
    ]  # fmt: skip


def test_the_styles_are_those_of_the_page() -> None:
    assert bot_names(GAME)[-3:] == ["blockbuster", "factory", "saboteur"]


def test_the_events_are_those_of_the_page() -> None:
    page = {
        "setup", "turn", "refill", "open", "cast", "biz", "draw_biz", "shake_up", "premiere", "endgame", "penalty",
        "score", "end",
    }  # fmt: skip
    assert page <= set(GAME.events.values())


# Limits and warnings


def test_hands_and_the_cattle_call_share_the_bods() -> None:
    few = GAME.parameters["bods"].default
    fifth = type(few)(few.file, few.columns, few.key, few.rows[::5])
    assert len(fifth) == 16
    assert told(players=4, bods=fifth) == ["hand_size = 5: at most 2 (4 players and a Cattle Call of 5 share 16 Bods)"]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"directors_needed": 0, "starters": ["director"]}, "no room for those who may open it"),
        ({"plays_from_hand": 0, "plays_from_cattle_call": 0}, "nobody may play a Bod"),
        ({"reshuffle_bods": True}, "only the limit of turns ends the game"),
    ],
)
def test_rules_under_which_nothing_happens_are_a_warning(rules: dict[str, Any], words: str) -> None:
    (problem,) = GAME.problems(rules)
    assert problem.warning and words in str(problem)


@pytest.mark.parametrize(
    "rules",
    [
        {"directors_needed": 0, "starters": ["director", "star"]},
        {"plays_from_hand": 0},
        {"plays_from_cattle_call": 0},
        {"reshuffle_bods": True, "score_target": 100},
    ],
)
def test_rules_with_a_way_out_are_none(rules: dict[str, Any]) -> None:
    assert GAME.problems(rules) == []
