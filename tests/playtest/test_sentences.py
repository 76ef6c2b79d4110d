"""Every entry in words: what the log of a session shows."""

import pytest

from tests.playtest.generated import some_sessions
from workbench.playtest.log.kinds import Direction, Kind, Medium, Moment, Phase
from workbench.playtest.log.recording import Log, load, load_many
from workbench.playtest.log.sentences import TITLES, describe, describe_changes
from workbench.playtest.log.session import Session
from workbench.store import Store
from workbench.store.playtests import session_ids


def name(player: str | None) -> str:
    return "" if player is None else "Anna"


def last(log: Log) -> str:
    session = log.session()
    line = max(session.lines, key=lambda each: each.entry.number)
    return describe(line, session, name)


def test_each_kind_says_who_and_what(log: Log) -> None:
    anna = log.add_player("Anna", 0).data["player"]
    ben = log.add_player("Ben", 5).data["player"]
    says = {
        "Anna joins at seat 2, new to the game": lambda: log.add_player("x", 1, True),
        "Play begins": lambda: log.phase(Phase.PLAY),
        "Clock stopped": lambda: log.phase(Phase.NONE),
        "Paused": log.pause,
        "Resumed": log.resume,
        "Anna: 3 in deal 2, Broad appeal": lambda: log.score(anna, 1, 3, "broad_appeal"),
        "Anna: nothing in deal 1": lambda: log.score(anna, 0, None),
        "Anna: total 2.5": lambda: log.total(anna, 2.5),
        "Overridden: won by Anna; Anna has 7 (a slip)": lambda: log.override("a slip", [anna], {anna: 7}),
        "Overridden: won by nobody (a storm)": lambda: log.override("a storm", []),
        "Rules question (Anna): who?": lambda: log.moment(Moment.RULES_QUESTION, anna, "who?"),
        "Laughter": lambda: log.moment(Moment.LAUGHTER),
        "Note (Anna): tired": lambda: log.note("tired", anna),
        "Question for the form: Too long?": lambda: log.ask("Too long?"),
        "Changed: place “club”, no question": lambda: log.header(location="club", goal=""),
        "Changed: played on “digital”": lambda: log.header(medium=Medium.DIGITAL.value),
        "Changed: who wins “lowest”": lambda: log.header(direction=Direction.LOWEST.value),
        "Changed: taught by “Anna”": lambda: log.header(teacher=anna),
        "Anna leaves": lambda: log.leave(anna),
        "Anna takes over the points of Anna": lambda: log.take_over(anna, ben),
        "Anna keeps their points": lambda: log.take_over(anna, None),
        "Abandoned: fire alarm": lambda: log.abandon("fire alarm"),
        "Session reopened": log.reopen,
        "Session ended": log.end,
        "Undone: Session ended": lambda: log.undo(last_id(log)),
    }
    for words, say in says.items():
        say()
        assert last(log) == words


def last_id(log: Log) -> str:
    return max(log.session().lines, key=lambda each: each.entry.number).entry.id


def test_an_edited_entry_says_what_it_said_before(log: Log) -> None:
    note = log.note("one")
    log.edit(note.id, text="two")
    log.edit(note.id, text="three")
    session = log.session()
    line = next(each for each in session.lines if each.entry.id == note.id)
    assert describe(line, session, name) == "Note: three"
    assert describe_changes(line, session, name) == ["Note: one", "Note: two"]
    assert last(log) == "Corrected: Note: two → Note: three"
    assert set(TITLES) == set(Moment)


def test_each_correction_says_what_it_did(log: Log) -> None:
    note = log.note("one")
    edits = [log.edit(note.id, text=text) for text in ("two", "one", "two", "three")]
    log.undo(edits[2].id)
    session = log.session()
    said = [describe(each, session, name) for each in session.lines if each.kind is Kind.EDIT]
    assert said == [
        "Corrected: Note: one → Note: two",
        "Corrected: Note: two → Note: one",
        "Corrected: Note: one → Note: two",
        "Corrected: Note: one → Note: three",
    ]
    assert last(log) == "Undone: Corrected: Note: one → Note: two"


def test_a_correction_of_the_beginning_says_what_changed(log: Log) -> None:
    opening = log.session().lines[0].entry
    log.edit(opening.id, goal="Too long?", location="club")
    assert last(log) == "Corrected: no question, no place → question “Too long?”, place “club”"
    log.edit(opening.id, goal="Too short?")
    assert last(log) == "Corrected: question “Too long?” → question “Too short?”"
    session = log.session()
    assert describe_changes(session.lines[0], session, name) == [
        "no question, no place",
        "question “Too long?”, place “club”",
    ]


@pytest.fixture
def generated(store: Store) -> list[Session]:
    some_sessions(seed=5, count=12, moments=6).store_in(store)
    return load_many(store, session_ids(store))


def test_no_entry_is_without_words(generated: list[Session]) -> None:
    kinds = set()
    for session in generated:
        for line in session.lines:
            kinds.add(line.kind)
            assert describe(line, session, name).strip()
    assert kinds >= set(Kind) - {Kind.LEAVE, Kind.REOPEN, Kind.OVERRIDE, Kind.TOTAL}


def test_many_are_read_as_one_by_one(store: Store, generated: list[Session]) -> None:
    assert generated == [load(store, session.id) for session in generated]
    assert load_many(store, ["00000000-0000-4000-8000-000000000000"]) == []
