"""When a session was played and how long, corrected afterwards: what counts, what is kept, and what is refused."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

import pytest

from tests.support.evenings import undo_last
from workbench.engine.problems import BadInput
from workbench.engine.wording import time_words
from workbench.playtest import overview
from workbench.playtest.exchange.exporting import export_text
from workbench.playtest.exchange.importing import import_file
from workbench.playtest.exchange.parsed import Format
from workbench.playtest.log.kinds import ClockPhase, EntryKind, Moment
from workbench.playtest.log.recording import Log, begin, load
from workbench.playtest.log.sentences import describe, describe_changes
from workbench.store import Store
from workbench.store.playtests.entries import new_uuid
from workbench.store.playtests.overview import SessionFilter

EVENING = datetime(2024, 5, 1, 18, tzinfo=UTC)
TUESDAY = datetime(2024, 4, 30, 17, 30, tzinfo=UTC)


def after(minutes: float) -> datetime:
    return EVENING + timedelta(minutes=minutes)


def log_of(store: Store, *taps: tuple[float, EntryKind, dict]) -> Log:
    """A session with these taps, each at so many minutes after it began."""
    log = Log(store, new_uuid(), "a1")
    log.tap(EntryKind.OPEN, {"game": "hitmakers"}, at=EVENING)
    for minute, kind, data in taps:
        log.tap(kind, data, at=after(minute))
    return log


@pytest.fixture
def forgotten(store: Store) -> Log:
    """Nobody stopped the clock after 50 minutes of play: it ran until the next morning."""
    return log_of(
        store,
        (0, EntryKind.PHASE, {"phase": "teaching"}),
        (10, EntryKind.PHASE, {"phase": "play"}),
        (40, EntryKind.MOMENT, {"moment": Moment.STUCK}),
        (59.5, EntryKind.MOMENT, {"moment": Moment.EXCITING}),
        (700, EntryKind.END, {}),
    )


def minutes(log: Log) -> dict[ClockPhase, float]:
    session = log.session()
    return {phase: session.seconds(phase) / 60 for phase in ClockPhase if phase is not ClockPhase.NONE}


def test_a_clock_that_nobody_stopped_is_corrected(forgotten: Log) -> None:
    assert minutes(forgotten)[ClockPhase.PLAY] == 690
    forgotten.times(play_min=49)
    assert minutes(forgotten) == {ClockPhase.TEACHING: 10, ClockPhase.PLAY: 49, ClockPhase.BREAK: 0}
    session = forgotten.session()
    assert session.ended_at == after(59)
    assert [moment.minute for moment in session.moments] == [30, 49]  # none lies behind the last minute


def test_an_evening_is_logged_afterwards(store: Store) -> None:
    log = begin(store, {"game": "hitmakers"})
    log.times(started_at=TUESDAY, teaching_min=10, play_min=55)
    log.end()
    session = log.session()
    assert (session.started_at, session.ended_at) == (TUESDAY, TUESDAY + timedelta(minutes=65))
    assert minutes(log) == {ClockPhase.TEACHING: 10, ClockPhase.PLAY: 55, ClockPhase.BREAK: 0}


def test_a_clock_that_runs_goes_on_from_what_was_set(store: Store) -> None:
    log = log_of(store, (5, EntryKind.PHASE, {"phase": "play"}))
    log.tap(EntryKind.TIMES, {"play_min": 20}, at=after(15))
    log.tap(EntryKind.MOMENT, {"moment": Moment.STUCK}, at=after(18))
    assert log.session().clock.runs
    assert log.session().seconds(ClockPhase.PLAY, after(25)) == 30 * 60
    assert log.session().moments[0].minute == 23
    log.tap(EntryKind.PHASE, {"phase": "break"}, at=after(30))
    log.tap(EntryKind.END, at=after(40))
    assert minutes(log) == {ClockPhase.TEACHING: 0, ClockPhase.PLAY: 35, ClockPhase.BREAK: 10}


@pytest.mark.parametrize(
    ("changes", "ended"),
    [
        ({"started_at": after(-30)}, after(60)),  # a start some time before changes no end
        ({"started_at": TUESDAY}, TUESDAY + timedelta(minutes=55)),  # another day does: its minutes and its pause
        ({"play_min": 40}, after(60)),
        ({"play_min": 40, "ended_at": after(58)}, after(58)),
        ({}, after(60)),
    ],
)
def test_when_it_was_over(store: Store, changes: dict, ended: datetime) -> None:
    taps = [
        (5, EntryKind.PHASE, {"phase": "play"}),
        (20, EntryKind.PAUSE, {}),
        (40, EntryKind.RESUME, {}),
        (60, EntryKind.END, {}),
    ]
    log = log_of(store, *taps)
    assert log.session().ended_at == after(60)
    log.times(**changes)
    assert log.session().ended_at == ended


def test_who_goes_on_after_the_end_has_no_end_any_more(forgotten: Log) -> None:
    forgotten.times(play_min=50, ended_at=after(62))
    forgotten.reopen()
    assert (forgotten.session().ended_at, forgotten.session().end_corrected) == (None, None)


def name(player: str | None) -> str:
    return player or ""


def test_what_stood_there_is_kept_and_comes_back_with_an_undo(forgotten: Log) -> None:
    before = forgotten.session()
    first = forgotten.times(started_at=after(-10), play_min=50)
    second = forgotten.times(play_min=52.25, ended_at=after(60))
    session = forgotten.session()
    sentences = {
        line.entry.id: (describe(line, session, name), describe_changes(line, session, name))
        for line in session.lines
        if line.kind is EntryKind.TIMES
    }
    began, begins = map(time_words, (after(-10), after(0)))
    ended, ends = map(time_words, (after(60), after(50)))
    assert sentences == {
        first.id: (
            f"Times corrected: started {began}, 50 min of play",
            [f"started {begins}, 690 min of play"],
        ),
        second.id: (
            f"Times corrected: 52.2 min of play, ended {ended}",
            [f"50 min of play, ended {ends}"],
        ),
    }
    assert undo_last(forgotten).entry == second
    assert minutes(forgotten)[ClockPhase.PLAY] == 50
    session = forgotten.session()
    [undone] = [line for line in session.lines if line.entry.id == second.id]
    assert describe_changes(undone, session, name) == sentences[second.id][1]
    forgotten.undo(first.id)
    session = forgotten.session()
    assert (session.clock, session.started_at, session.ended_at) == (before.clock, before.started_at, before.ended_at)


def test_lists_figures_and_files_have_the_corrected_times(store: Store, tmp_path: Path) -> None:
    log = begin(store, {"game": "hitmakers"})
    log.add_player("Anna", 0)
    log.end()
    assert overview.sessions(store)[0].play_s == 0
    log.times(started_at=TUESDAY, play_min=55, break_min=5)
    [row] = overview.sessions(store, SessionFilter(until=TUESDAY + timedelta(days=1)))
    assert (row.started_at, row.play_s, row.break_s) == (TUESDAY, 55 * 60, 5 * 60)
    [length] = overview.dashboard(store).figures
    assert (length.what, length.spread.median) == ("minutes", median([55]))
    for format in Format:
        other = Store(tmp_path / format / "workbench.duckdb")
        with other.session():
            import_file(other, export_text(store, format).encode(), f"all.{format}")
            theirs = load(other, log.id)
        assert theirs.started_at == TUESDAY
        assert theirs.seconds(ClockPhase.PLAY) in (55 * 60, 60 * 60)  # BG Stats has one number, with the break
        if format is Format.JSON:
            both = zip(theirs.lines, log.session().lines, strict=True)
            assert all(line.entry.has_same_content(mine.entry) for line, mine in both)
            assert theirs.times_before == log.session().times_before


# Refusals

HOURS = "must be 0 to 1440 minutes, which are 24 hours"


def ago(minutes: float) -> datetime:
    return datetime.now(UTC) - timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"started_at": TUESDAY, "ended_at": TUESDAY - timedelta(hours=1)}, "end = .*: is before the start"),
        ({"ended_at": EVENING - timedelta(days=3)}, "end = .*: is before the start, .*; it can be from then to"),
        ({"ended_at": after(1441)}, "more than 24 hours after the start, .*; it can be until"),
        ({"play_min": 60, "ended_at": after(55)}, r"minutes: .*after the end .* at most 55 in all"),
        ({"play_min": -1}, f"= -1: {HOURS}"),
        ({"break_min": 1441}, f"= 1441: {HOURS}"),
        ({"play_min": 1400, "teaching_min": 41}, r"at most 24 hours \(1440\) in all"),
        ({"play_min": float("nan")}, HOURS),
        ({"teaching_min": 800}, r"at most 24 hours \(1440\) in all; teaching has 800, play has 690"),
        ({"started_at": "yesterday"}, "must be a time as in"),
        ({"play": 5}, "no such field; there are started_at, teaching_min"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_do(forgotten: Log, changes: dict, message: str) -> None:
    before = forgotten.session()
    with pytest.raises(BadInput, match=message):
        forgotten.times(**changes)
    assert forgotten.session() == before


def test_nothing_was_played_that_is_yet_to_come(forgotten: Log) -> None:
    before = forgotten.session()
    for changes, message in [
        ({"started_at": ago(-60)}, "start = .*: is .*: it is .* now"),
        (
            {"started_at": ago(30), "play_min": 55},
            "minutes: .* at most 30 in all",
        ),
        ({"ended_at": ago(-60)}, "end = .*: is .*: it is .* now"),
    ]:
        with pytest.raises(BadInput, match=message):
            forgotten.times(**changes)
    assert forgotten.session() == before


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"started_at": TUESDAY, "ended_at": TUESDAY - timedelta(hours=1)}, "must be within 24 hours after started_at"),
        ({"started_at": TUESDAY, "ended_at": TUESDAY + timedelta(hours=25)}, "must be within 24 hours after"),
        ({"play_min": 1400, "break_min": 41}, "1441: must have at most 1440 minutes in all"),
        ({"started_at": datetime(2024, 5, 1, 18)}, "must be a time as in"),
    ],
)
def test_no_file_and_no_edit_brings_in_times_that_cannot_be(forgotten: Log, data: dict, message: str) -> None:
    before = forgotten.session()
    with pytest.raises(BadInput, match=message):
        forgotten.tap(EntryKind.TIMES, data)
    times = forgotten.times(play_min=60)
    if "play_min" in data:
        with pytest.raises(BadInput, match=message):
            forgotten.edit(times.id, **data)
    text = export_text(forgotten.store, Format.JSON)
    wrong = {name: value if isinstance(value, int) else value.isoformat() for name, value in data.items()}
    spoiled = text.replace('{"play_min": 60}', json.dumps(wrong))
    assert spoiled != text
    with pytest.raises(BadInput, match=message):
        import_file(forgotten.store, spoiled.encode(), "all.json")
    forgotten.undo(times.id)
    assert (forgotten.session().clock, forgotten.session().started_at) == (before.clock, before.started_at)


def test_what_a_message_proposes_is_taken(store: Store) -> None:
    log = begin(store, {"game": "hitmakers"})
    with pytest.raises(BadInput, match="at most 30 in all"):
        log.times(started_at=ago(30.5), play_min=55)
    log.times(started_at=ago(30.5), play_min=30)
    log.times(started_at=ago(56), play_min=55)
