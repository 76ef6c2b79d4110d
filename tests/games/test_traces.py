"""Traces of every game, with every kind of bot: they have the events that are listed, and pass a referee.

The referees (`tests/support/referee_*.py`) are written from the rule texts and see nothing but the trace; they judge
the games without a naive reference, which tells the whole trace itself.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from tests.golden.plays import DECKS_RUN_OUT, GOLDEN, POSTERS_RUN_OUT
from tests.support import referee_hollywood, referee_showbiz
from tests.support.referee import Foul, Line, tampered
from tests.support.scenarios import scenario
from tests.support.seats import PlainBatch, bots
from tests.support.short import short_rules
from tests.support.thorough import one_of
from workbench.engine.batch import replay, replays, visible_events
from workbench.engine.registry import game_named, games
from workbench.engine.trace import EventHelp
from workbench.play.films import trace
from workbench.play.forms import make_batch
from workbench.report.catalog import events_of

REFEREES: dict[str, Callable[[Sequence[Line]], None]] = {
    "hollywood_1947": referee_hollywood.referee,
    "showbiz_shuffle": referee_showbiz.referee,
}
SEARCH = "ismcts:20"
PLAYERS = {
    "hitmakers": (2, 3, 6),
    "hollywood_1947": (1, 2, 3, 6, 9),
    "showbiz_shuffle": (2, 3, 4),
    "trickster": (2, 4, 8),
}
SHORT: dict[str, dict[str, Any]] = {"hitmakers": {"max_deals": 2}, "trickster": {"rounds": 2}}
"""The first shuffles of a longer play say no less."""
FEW_JOBS: dict[str, Any] = {
    "jobs": ["producer", "director", "actor", "editor", "composer"],
    "patriot_target": 7,
    "communist_target": 7,
}
"""Producers perform many chained jobs, and the last movie ends the play."""
FURTHER: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "hitmakers": [
        ("random", {"concentration": True, "score_target": 0}),
        ("scout", {"presentation": "emcee_chooses", "self_poach": True, "ties": "everybody", "score_target": 0}),
    ],
    "hollywood_1947": [
        ("random", POSTERS_RUN_OUT),
        ("random", {"players": 5, **FEW_JOBS}),
        ("random", {"players": 6, **FEW_JOBS, "jobs": [*FEW_JOBS["jobs"], "gaffer"], "rising_star_margin": 5}),
        ("greedy", {"players": 7, "studio_order": True, "union_strike": True, "justice_served": True}),
        ("random", {"players": 9, "random_loyalties": True, "hand_size": 5}),
    ],
    "showbiz_shuffle": [("random", DECKS_RUN_OUT), ("saboteur", {"players": 4}), ("greedy", {"score_target": 30})],
    "trickster": [("mooner", {"must_follow": False, "moon_ties": "everybody", "final_pass": False, "rounds": 1})],
}
every_game = pytest.mark.parametrize("game", PLAYERS)
refereed = pytest.mark.parametrize("game", REFEREES)


def tables(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Bots and rules: every bot but search at a table of its own size in turn, and further rules."""
    styles = [style.name for style in game_named(game).styles]
    sizes, short = PLAYERS[game], SHORT.get(game, {})
    for place, bot in enumerate(["random", "greedy", *styles]):
        yield bot, {"players": sizes[place % len(sizes)], **short}
    yield from FURTHER[game]


@cache
def traces(game: str) -> list[list[Line]]:
    return two_plays_at(game, tables(game))


def two_plays_at(game: str, tables: Iterable[tuple[str, dict[str, Any]]]) -> list[list[Line]]:
    """Two plays at each table."""
    lines_there = []
    for bot, rules in tables:
        lines = list(trace(scenario(2, (bot,), game=game, seed=5, **rules), range(2)))
        second = next(place for place, line in enumerate(lines) if place and line["event"] == "rules")
        lines_there += [lines[:second], lines[second:]]
    return lines_there


@refereed
def test_the_referee_passes_every_trace(game: str) -> None:
    for lines in traces(game):
        REFEREES[game](lines)


def short_trace(game: str) -> list[Line]:
    """A trace in which no line can be left out."""
    return min(traces(game), key=len)


@refereed
def test_the_referee_misses_a_line_that_is_left_out(game: str) -> None:
    """But for what a player may leave out: an added card on strike, a token spent, a Bod or a Biz card played."""
    lines = short_trace(game)
    passed = [lines[place + 1]["event"] for place, cut in enumerate(tampered(lines)) if not refused(game, cut)]
    assert set(passed) <= {"cast", "biz", "open", "add", "reroll", "look"} and len(passed) < len(lines) / 10


def refused(game: str, lines: list[Line]) -> bool:
    try:
        REFEREES[game](lines)
    except (Foul, LookupError, ValueError):
        return True
    return False


# The list of events


@every_game
def test_traces_have_the_events_and_fields_that_are_listed_and_all_of_them(game: str) -> None:
    listed = events_of(games()[game])
    met = [line for lines in traces(game) for line in lines]
    met += [line for golden in GOLDEN if golden.game == game for line in golden.lines()[1:]]
    for line in met:
        check_fields(listed[line["event"]], line)
    assert {line["event"] for line in met} == set(listed)


def check_fields(described: EventHelp, line: Line) -> None:
    optional = {"card_lists"} - set(line)
    assert set(line) - {"n", "event"} == set(described.fields) - optional, line["event"]


NOTABLE: dict[str, list[tuple[str, Callable[[Line], Any], set[Any]]]] = {
    "hitmakers": [("end", lambda line: line["ended_by"], {"score_target", "max_deals"})],
    "trickster": [("lay", lambda line: line["packet"] != sorted(line["packet"]), {True, False})],
    "hollywood_1947": [
        ("option", lambda line: line["chained"] and line["choice"], {False, "job", "pass"}),
        (
            "end",
            lambda line: line["ended_by"],
            {"patriot_target", "communist_target", "max_movies", "rising_star_margin"},
        ),
    ],
    "showbiz_shuffle": [
        ("endgame", lambda line: line["why"], {"bods", "score_target"}),
        ("reshuffle", lambda line: line["deck"], {"bods", "biz"}),
        ("biz", lambda line: "place" in (line["target"] or {}), {True, False}),
        ("end", lambda line: line["ended_by"], {"final_turns", "max_turns"}),
        ("premiere", lambda line: any(points["bonus"] for points in line["cast_points"]), {True, False}),
    ],
}
"""What nobody would have looked at, were it not in these traces."""


@every_game
def test_what_is_rare_is_in_the_traces(game: str) -> None:
    for event, look, expected in NOTABLE[game]:
        looks = {look(line) for lines in traces(game) for line in lines if line["event"] == event}
        assert expected <= looks, event


# What search plays and imagines


@pytest.mark.thorough
@every_game
def test_traces_of_search_have_fields_that_are_listed_and_pass_the_referee(game: str) -> None:
    listed = events_of(games()[game])
    searched = ((SEARCH, {"players": players, **SHORT.get(game, {})}) for players in PLAYERS[game])
    for lines in two_plays_at(game, searched):
        REFEREES.get(game, list)(lines)
        for line in lines:
            check_fields(listed[line["event"]], line)


one_game = pytest.mark.parametrize("game", one_of(PLAYERS, quick="hitmakers"))


@one_game
def test_the_play_told_is_the_play_of_the_batch_in_every_measure(game: str) -> None:
    """With search at the table, and with several threads deciding ahead."""
    batch = make_batch(scenario(4, (SEARCH,), game=game, seed=3, **SHORT.get(game, {})))
    rows = batch.play(2, 3)
    for row, (_, results) in zip(rows, replays(batch, range(2, 5), 2), strict=True):
        assert results[0].tobytes() == row.tobytes()


@one_game
def test_search_in_plain_python_notes_no_more_than_compiled_search(game: str) -> None:
    """There, what search imagines runs through the very functions that note what happens."""
    rules = {**short_rules(game_named(game)), **({"max_movies": 1} if game == "hollywood_1947" else {})}
    values = scenario(1, ("random",), game=game, **rules).rules
    seats = bots(game_named(game), "ismcts:2", values["players"])
    plain, compiled = (
        PlainBatch(game_named(game), values, seats, 1),
        make_batch(scenario(1, ("ismcts:2",), game=game, **rules)),
    )
    assert visible_events(plain, replay(plain, 0)[0]) == visible_events(compiled, replay(compiled, 0)[0])
