"""Whether a game was played to its end: what each game's sheet shows, what somebody says, and who leaves it out."""

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from tests.support.stores import seats
from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named, games
from workbench.playtest import overview
from workbench.playtest.commands import NOBODY, session_state
from workbench.playtest.exchange.exporting import export_text
from workbench.playtest.exchange.importing import import_file
from workbench.playtest.exchange.parsed import Format
from workbench.playtest.log.kinds import SessionStatus
from workbench.playtest.log.recording import Log, begin, load
from workbench.playtest.people_and_bots import Simulated, compare_with_bots
from workbench.report.template import text_lines
from workbench.report.text.phrases import left_out
from workbench.store import Store

Write = Callable[[Log, list[str]], object]


def totals(*points: int) -> Write:
    def write(log: Log, players: list[str]) -> None:
        for player, total in zip(players, points, strict=True):
            log.score(player, 0, total)

    return write


def rounds(count: int) -> Write:
    def write(log: Log, players: list[str]) -> None:
        for row in range(count):
            for player in players:
                log.score(player, row, row + players.index(player))

    return write


def movies(count: int) -> Write:
    def write(log: Log, players: list[str]) -> None:
        for row in range(count):
            log.outcome(row, ["communists"])

    return write


def after_penalty(log: Log, players: list[str]) -> None:
    """What lies unfinished is written down once, at the end."""
    totals(20, 8, 7)(log, players)
    log.score(players[0], 0, 19, "penalty")


CASES: Mapping[str, tuple[Write, str, Write]] = {
    "hitmakers": (totals(15, 14, 13), "Nobody has 21", totals(22, 14, 13)),
    "hollywood_1947": (movies(1), "No side has won", movies(7)),
    "showbiz_shuffle": (totals(9, 8, 7), "The sheet does not show whether the last Bod was drawn", after_penalty),
    "trickster": (rounds(1), "Of 3 rounds, only 1 is written down", rounds(3)),
}
"""By game: what is written down of a game that is not over, what the sheet then says, and what is when it is over."""


def begun(store: Store, game: str, rules: Mapping[str, object] | None = None) -> tuple[Log, list[str]]:
    values = {name: parameter.default for name, parameter in game_named(game).parameters.items()}
    plain = {name: value for name, value in values.items() if isinstance(value, (int, str, bool))}
    log = begin(store, {"game": game, "rules": {**plain, "players": 3, **(rules or {})}, "rules_hash": "r1"})
    return log, [log.add_player(name, seat).data["player"] for seat, name in enumerate(("Anna", "Ben", "Cleo"))]


def test_every_game_is_here() -> None:
    assert {*CASES} == {*games()}


@pytest.mark.parametrize("game", CASES)
def test_the_sheet_shows_whether_the_game_is_over(store: Store, game: str) -> None:
    unfinished, why, finished = CASES[game]
    log, players = begun(store, game)
    assert log.session().scores.why_not_over == ""  # an empty sheet shows nothing
    unfinished(log, players)
    assert log.session().scores.why_not_over == why
    log.end()
    session = log.session()
    assert (session.status, session.has_ended, session.winners) == (SessionStatus.UNCLEAR, True, ())
    log.settle(finished=False)
    assert log.session().status is SessionStatus.STOPPED
    log.settle(finished=True)
    assert log.session().status is SessionStatus.ENDED
    other, players = begun(store, game)
    finished(other, players)
    other.end()
    assert (other.session().scores.why_not_over, other.session().status) == ("", SessionStatus.ENDED)
    assert [row.status for row in overview.sessions(store)] == ["ended", "ended"]


def test_the_target_counts_before_what_is_taken_off_at_the_end(store: Store) -> None:
    log, players = begun(store, "showbiz_shuffle", {"score_target": 20})
    totals(9, 8, 7)(log, players)
    assert log.session().scores.why_not_over.startswith("Nobody has 20, and the sheet does not show whether")
    totals(20, 8, 7)(log, players)
    log.score(players[0], 0, 19, "penalty")
    assert (log.session().scores.has_reached_target, log.session().scores.why_not_over) == (True, "")


def test_an_end_from_before_it_was_asked_reads_as_it_is_stored(store: Store) -> None:
    log, players = begun(store, "hitmakers")
    totals(15, 14, 13)(log, players)
    log.end()
    assert log.session().lines[-1].data == {}  # as every end that is stored from before
    log.score(players[0], 0, 23)  # a correction of the sheet settles it as well
    assert log.session().status is SessionStatus.ENDED


@pytest.mark.parametrize("game", [game for game in CASES if game != "hollywood_1947"])
def test_one_total_of_three_shows_neither_an_end_nor_that_nobody_won(store: Store, game: str) -> None:
    log, players = begun(store, game)
    log.total(players[0], 12)
    log.end()
    assert log.session().status is SessionStatus.UNCLEAR
    log.settle(finished=True)
    assert not log.session().scores.says_who_won
    assert NOBODY not in text_lines("session.txt", now=session_state(store, log.id))[-1]
    log.override("nobody else came", [])
    assert NOBODY in text_lines("session.txt", now=session_state(store, log.id))[-1]


def test_only_what_has_ended_is_settled(store: Store) -> None:
    log, _ = begun(store, "hitmakers")
    with pytest.raises(BadInput, match="has not ended"):
        log.settle(finished=True)


@pytest.fixture
def four_ends(store: Store) -> list[Log]:
    """Sessions with nobody at the target: finished, stopped, unclear, abandoned."""
    logs = []
    for end in (lambda log: log.end(True), lambda log: log.end(False), Log.end, Log.abandon):
        log, players = begun(store, "hitmakers")
        totals(15, 14, 13)(log, players)
        end(log)
        logs.append(log)
    return logs


def test_unfinished_games_are_left_out_and_counted(store: Store, four_ends: list[Log]) -> None:
    results = np.zeros(200, game_named("hitmakers").result)
    results["winners"] = 1
    against = Simulated(game_named("hitmakers"), {"players": 3, "score_target": 21}, "r1", ("greedy",) * 3, results)
    people_and_bots = compare_with_bots(against, [log.session() for log in four_ends])
    assert people_and_bots.sessions == (four_ends[0].id,)
    assert sum(people_and_bots.left_out.values()) == 3
    assert "1 stopped early" in left_out(people_and_bots.left_out)
    figures = overview.dashboard(store)
    assert {figure.spread.n for figure in figures.figures} == {1}
    [played] = figures.played
    assert (played.sessions, played.finished, played.stopped, played.unclear) == (4, 1, 1, 1)
    assert (played.people, len(seats(store))) == (12, 12)
    assert sum(seat.win for seat in seats(store)) == 1


@pytest.mark.parametrize("format", Format)
def test_files_carry_how_it_ended(store: Store, four_ends: list[Log], format: Format) -> None:
    other = Store(store.path.parent / "other" / "workbench.duckdb")
    import_file(other, export_text(store, format).encode(), "a.file")
    kinds = [load(other, log.id).status for log in four_ends]
    in_statistics = [status is SessionStatus.ENDED for status in kinds]
    if format is Format.BGSTATS:  # which knows only what counts in its statistics
        assert kinds[1:] == [SessionStatus.ABANDONED] * 3
    else:
        assert kinds == [log.session().status for log in four_ends]
        assert in_statistics == [True, False, False, False]
    again = import_file(store, export_text(store, format).encode(), "a.file")
    assert again.batch is None
    assert not any("differs" in warning.message for warning in again.warnings)
