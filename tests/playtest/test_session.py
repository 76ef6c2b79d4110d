"""A session is what its log says, in whatever order the log arrived."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.support.evenings import undo_last
from workbench.engine.problems import BadInput
from workbench.playtest.log.kinds import ClockPhase, EntryKind, Moment, SessionStatus
from workbench.playtest.log.recording import Log, NoSession, begin_again, load
from workbench.playtest.log.session import in_force
from workbench.store import Store
from workbench.store.playtests.entries import EntryRefused, entries_of, new_uuid

EVENING = datetime(2024, 5, 1, 18, tzinfo=UTC)


def after(minutes: float) -> datetime:
    return EVENING + timedelta(minutes=minutes)


# The clock


@pytest.fixture
def timed(store: Store) -> Log:
    """Ten minutes of teaching; play of 5, a pause of 2, play of 3, a break of 20, play of 10."""
    log = Log(store, new_uuid(), "a1")
    log.tap(EntryKind.OPEN, {"game": "hitmakers"}, at=EVENING)
    taps = [(0, "teaching"), (10, "play"), (15, "pause"), (17, "resume"), (20, "break"), (40, "play"), (50, "none")]
    for minute, what in taps:
        kind = EntryKind(what) if what in ("pause", "resume") else EntryKind.PHASE
        log.tap(kind, {"phase": what} if kind is EntryKind.PHASE else {}, at=after(minute))
    return log


def test_teaching_play_and_breaks_are_counted_apart_and_pauses_not_at_all(timed: Log) -> None:
    session = timed.session()
    assert {phase: session.seconds(phase) / 60 for phase in ClockPhase} == {
        ClockPhase.TEACHING: 10,
        ClockPhase.PLAY: 18,
        ClockPhase.BREAK: 20,
        ClockPhase.NONE: 0,
    }


@pytest.mark.parametrize(
    ("at", "minute"), [(5, None), (10, 0), (12, 2), (16, 5), (19, 7), (30, None), (41, 9), (50, 18), (51, None)]
)
def test_a_moment_is_told_by_its_minute_of_play(timed: Log, at: float, minute: float | None) -> None:
    timed.tap(EntryKind.MOMENT, {"moment": Moment.STUCK}, at=after(at))
    (moment,) = timed.session().moments
    assert moment.minute == minute


def test_after_the_game_no_minute_counts_even_where_play_begins_again(timed: Log) -> None:
    timed.tap(EntryKind.PHASE, {"phase": "play"}, at=after(80))
    for at in (60, 81):
        timed.tap(EntryKind.MOMENT, {"moment": Moment.STUCK}, at=after(at))
    assert [moment.minute for moment in timed.session().moments] == [None, 19]
    assert not timed.session().clock.over


def test_the_game_is_over_when_it_was_played_and_the_clock_stands(timed: Log, log: Log) -> None:
    assert timed.session().clock.over
    log.phase(ClockPhase.TEACHING)
    log.phase(ClockPhase.NONE)
    assert not log.session().clock.over


def test_a_clock_that_runs_counts_to_now(store: Store) -> None:
    log = Log(store, new_uuid())
    log.tap(EntryKind.OPEN, {"game": "hitmakers"}, at=EVENING)
    log.tap(EntryKind.PHASE, {"phase": "play"}, at=EVENING)
    session = log.session()
    assert session.clock.runs
    assert session.seconds(ClockPhase.PLAY, after(7)) == 7 * 60
    log.tap(EntryKind.END, at=after(9))
    session = log.session()
    assert not session.clock.runs
    assert session.seconds(ClockPhase.PLAY, after(100)) == 9 * 60


def test_a_pause_outside_of_any_phase_changes_nothing(log: Log) -> None:
    log.pause()
    log.resume()
    assert log.session().clock.spans == []


# Order


def test_taps_that_arrive_late_count_where_they_happened(store: Store) -> None:
    taps = [
        (EntryKind.OPEN, {"game": "x"}, 0),
        (EntryKind.PHASE, {"phase": "play"}, 1),
        (EntryKind.PHASE, {"phase": "none"}, 31),
    ]
    log = Log(store, new_uuid())
    for kind, data, minute in (taps[0], taps[2], taps[1]):
        log.tap(kind, data, at=after(minute))
    assert log.session().seconds(ClockPhase.PLAY) == 30 * 60


def test_a_clock_that_is_set_back_does_not_turn_the_order_round(log: Log, players, monkeypatch) -> None:
    log.score(players[0], 0, 3)
    before = datetime.now(UTC) - timedelta(hours=1)
    monkeypatch.setattr("workbench.store.playtests.entries.now", lambda: before)
    log.score(players[0], 0, 4)
    assert log.session().scores.totals == {players[0]: 4}


def test_a_time_that_is_yet_to_come_counts_as_now(log: Log) -> None:
    entry = log.tap(EntryKind.NOTE, {"text": "from a fast clock"}, at=datetime.now(UTC) + timedelta(hours=1))
    assert entry.time <= datetime.now(UTC)


def test_two_devices_agree(store: Store, log: Log) -> None:
    other = Log(store, log.id, "b2")
    for place in range(5):
        log.note(f"mine {place}")
        other.note(f"theirs {place}")
    assert [note.text for note in log.session().notes] == [
        f"{whose} {place}" for place in range(5) for whose in ("mine", "theirs")
    ]
    assert other.session() == log.session()


def test_what_is_sent_again_is_stored_once(store: Store, log: Log) -> None:
    once = log.tap(EntryKind.NOTE, {"text": "hello"}, id=(id := new_uuid()))
    again = log.tap(EntryKind.NOTE, {"text": "hello"}, id=id)
    assert again == once
    assert len(log.session().notes) == 1
    with pytest.raises(EntryRefused, match=id):
        log.tap(EntryKind.NOTE, {"text": "good bye"}, id=id)


# Seats


def seats(log: Log) -> dict[str, int | None]:
    return {player.player: player.seat for player in log.session().players}


def test_players_swap_seats_by_one_entry(log: Log) -> None:
    anna, ben = (log.add_player(name, seat).data["player"] for seat, name in ((10, "Anna"), (11, "Ben")))
    swap = log.tap(EntryKind.PLAYER, {"player": anna, "seat": 11})
    assert (seats(log)[anna], seats(log)[ben]) == (11, 10)
    assert log.session().crowded == ()
    log.undo(swap.id)
    assert (seats(log)[anna], seats(log)[ben]) == (10, 11)


def test_nobody_sits_down_on_a_taken_seat_without_one_to_give(log: Log) -> None:
    ben = log.add_player("Ben").data["player"]
    log.add_player("Anna", 10)
    for player in (ben, new_uuid()):
        with pytest.raises(BadInput, match="seat = 11: is taken"):
            log.tap(EntryKind.PLAYER, {"player": player, "seat": 10})
    assert seats(log)[ben] is None


def test_a_seat_is_never_two_players_also_when_a_leave_is_undone(log: Log) -> None:
    anna = log.add_player("Anna", 10).data["player"]
    leave = log.leave(anna)
    ben = log.add_player("Ben", 10).data["player"]
    log.undo(leave.id)
    assert (seats(log)[anna], seats(log)[ben]) == (None, 10)
    assert [line.data["player"] for line in log.session().crowded] == [ben]


# Undo and edit


def test_undo_takes_back_the_last_and_then_the_one_before(log: Log) -> None:
    log.note("one")
    log.moment(Moment.LAUGHTER)
    assert undo_last(log).kind is EntryKind.MOMENT
    assert undo_last(log).data["text"] == "one"
    assert (log.session().moments, log.session().notes) == ((), ())
    assert log.session().last_line is None
    assert len(log.session().lines) == 5


def test_an_undo_can_be_undone(log: Log) -> None:
    note = log.note("one")
    undo = log.undo(note.id)
    log.undo(undo.id)
    assert [remark.text for remark in log.session().notes] == ["one"]


def test_an_edit_counts_and_what_it_replaced_is_kept(log: Log) -> None:
    note = log.note("tow")
    log.edit(note.id, text="two")
    log.edit(note.id, text="2")
    session = log.session()
    assert [remark.text for remark in session.notes] == ["2"]
    (line,) = (line for line in session.lines if line.kind is EntryKind.NOTE)
    assert [line.entry.data["text"], *(edit.data["data"]["text"] for edit in line.edits)] == ["tow", "two", "2"]
    assert undo_last(log).kind is EntryKind.EDIT
    assert [remark.text for remark in log.session().notes] == ["two"]


def test_the_header_is_edited_too_and_the_opening_cannot_be_undone(log: Log) -> None:
    opening = entries_of(log.store, log.id)[0]
    log.edit(opening.id, goal="Is it too long?")
    log.header(location="club")
    assert (log.session().header.goal, log.session().header.location) == ("Is it too long?", "club")
    with pytest.raises(BadInput, match="abandoned or deleted"):
        log.undo(opening.id)


def test_what_cannot_be_edited_or_undone_is_said(log: Log) -> None:
    undo = log.undo(log.note("one").id)
    with pytest.raises(BadInput, match="can only be undone"):
        log.tap(EntryKind.EDIT, {"entry": undo.id, "data": {}})
    with pytest.raises(BadInput, match="no entry of this session"):
        log.undo(new_uuid())
    with pytest.raises(BadInput, match=r"entry\.text"):
        log.edit(log.note("two").id, text="")


def test_the_fold_does_not_depend_on_the_order_of_reading(log: Log, players) -> None:
    log.score(players[0], 0, 3)
    log.edit(log.score(players[1], 0, 3).id, points=5)
    entries = entries_of(log.store, log.id)
    assert in_force(entries) == in_force(entries[::-1])


# Status


def test_end_abandon_and_reopen(log: Log) -> None:
    log.end()
    assert log.session().status is SessionStatus.ENDED
    log.reopen()
    assert (log.session().status, log.session().ended_at) == (SessionStatus.OPEN, None)
    log.abandon("the dog ate the deck")
    assert (log.session().status, log.session().abandoned_for) == (SessionStatus.ABANDONED, "the dog ate the deck")


def test_a_late_tap_is_stored_even_after_the_end(log: Log) -> None:
    log.end()
    log.note("one more thing")
    assert log.session().notes[0].text == "one more thing"
    assert log.session().status is SessionStatus.ENDED


def test_players_are_in_the_order_of_their_seats(log: Log) -> None:
    names = {log.add_player(name, seat).data["player"]: name for name, seat in [("C", None), ("B", 1), ("A", 0)]}
    assert [names[seated.player] for seated in log.session().players] == ["A", "B", "C"]
    log.leave(log.session().players[0].player)
    assert [names[seated.player] for seated in log.session().players] == ["B", "C"]


# Refusals


UNFIT = [
    (EntryKind.MOMENT, {"moment": "yawn"}, "moment.moment = yawn: must be one of rules_question"),
    (EntryKind.SCORE, {"player": "Anna", "row": 0, "points": 1}, r"score\.player = Anna: must be a UUID"),
    (EntryKind.SCORE, {"player": new_uuid(), "row": -1, "points": True}, r"score\.row.*\n.*score\.points"),
    (EntryKind.NOTE, {"text": "a\0b"}, r"note\.text"),
    (EntryKind.NOTE, {"text": "a\ud800b"}, r"note\.text"),
    (EntryKind.NOTE, {"text": "x" * 5001}, "at most 5000 characters"),
    (EntryKind.NOTE, {}, r"note\.text: is missing"),
    (EntryKind.NOTE, {"text": "x", "color": "red"}, r"note\.color = red: no such field"),
    (EntryKind.OVERRIDE, {"reason": " "}, r"override\.reason"),
    (EntryKind.SCORE, {"player": new_uuid(), "row": 0, "points": float("inf")}, "must be a number"),
    (EntryKind.OPEN, {"game": "hitmakers"}, "has begun already"),
]


def test_what_does_not_fit_is_refused_with_every_problem(log: Log) -> None:
    before = entries_of(log.store, log.id)
    for kind, data, words in UNFIT:
        with pytest.raises(BadInput, match=words):
            log.tap(kind, data)
    assert entries_of(log.store, log.id) == before


def test_a_session_that_has_not_begun_takes_nothing(store: Store) -> None:
    with pytest.raises(BadInput, match="has not begun"):
        Log(store, new_uuid()).note("hello")
    with pytest.raises(NoSession):
        load(store, new_uuid())


def test_texts_are_kept_without_spaces_around_them(log: Log) -> None:
    log.note("  one\r\ntwo ")
    assert log.session().notes[0].text == "one\ntwo"


def test_a_correction_that_changes_nothing_is_not_logged(log: Log, players: list[str]) -> None:
    note = log.note("Ben asked twice")
    score = log.score(players[0], 0, 3, "broad_appeal")
    before = log.session()
    assert log.edit(note.id, text=" Ben asked twice ") == note
    log.edit(score.id, points=3.0)
    assert log.session() == before
    edit = log.edit(note.id, text="Ben asked three times")
    assert log.edit(note.id, text="Ben asked three times") == edit
    assert len(log.session().lines) == len(before.lines) + 1


def test_own_kinds_of_moments_are_logged_once_by_their_name(log: Log) -> None:
    kind = log.add_moment_kind("Table talk")
    for name in ("table TALK", "Stuck", "stuck", ""):
        with pytest.raises(BadInput):
            log.add_moment_kind(name)
    log.moment(kind.id)
    log.moment(Moment.STUCK)
    assert [moment.moment for moment in log.session().moments] == ["Table talk", Moment.STUCK]
    log.undo(kind.id)
    assert log.session().custom_moments == ()
    assert [moment.moment for moment in log.session().moments] == ["Table talk", Moment.STUCK]


def test_the_same_table_has_the_same_people_seats_and_place_again(store: Store, log: Log, players: list[str]) -> None:
    log.header(location="Club", goal="Is it fun?")
    log.add_moment_kind("Table talk")
    log.total(players[0], 9)
    log.end()
    before = log.session()
    again = begin_again(store, before).session()
    assert again.header == before.header
    assert [(player.player, player.seat) for player in again.players] == [
        (player.player, player.seat) for player in before.players
    ]
    assert not any(player.newcomer for player in again.players)
    assert [kind.title for kind in again.custom_moments] == ["Table talk"]
    assert (again.status, again.scores.totals, again.moments) == (SessionStatus.OPEN, {}, ())
