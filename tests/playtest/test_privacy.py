"""Names: in one place, and gone from everywhere once a person is forgotten. The numbers stay."""

import json

import pytest

from tests.playtest.generated import some_sessions
from tests.support.stores import seats
from workbench.playtest import overview
from workbench.playtest.exchange.exporting import export_text
from workbench.playtest.exchange.parsed import Format
from workbench.playtest.feedback import read_form, submit
from workbench.playtest.log.kinds import Moment
from workbench.playtest.log.recording import Log, begin
from workbench.playtest.people import add_or_rename, display_names
from workbench.store import Store
from workbench.store.playtests.entries import new_uuid
from workbench.store.playtests.people import (
    PersonRefused,
    forget,
    looks_like,
    people,
    save_person,
    without_name,
    without_whole_name,
)


def everything(store: Store) -> str:
    """All that the files and the tables hold, as one text."""
    overview.update_overview(store)
    files = [file.read_text("utf-8") for file in sorted(store.path.parent.rglob("*.json*"))]
    with store.reading() as cursor:
        tables = [
            name
            for (name,) in cursor.execute("select database_name || '.' || table_name from duckdb_tables()").fetchall()
        ]
        rows = [cursor.execute(f"select * from {table}").fetchall() for table in tables]
    return json.dumps([files, rows], default=str, ensure_ascii=False)


@pytest.fixture
def evening(store: Store, log: Log) -> str:
    """A session in which Zoë Quirk played, taught and is spoken of; her id."""
    zoe = add_or_rename(store, "Zoë Quirk")
    log.header(teacher=zoe.id, goal="Does Zoë win again?", location="at Quirk's")
    for person in (zoe, "Ben"):
        player = log.add_player(person).data["player"]
        log.total(player, 7)
    log.moment(Moment.STUCK, zoe.id, "zoë quirk is stuck")
    note = log.note("Zoe is not Zoë; Zoës QUIRKS are")
    log.edit(note.id, text="ask Zoë!")
    log.override("Quirk resigned", winners=[player])
    question = log.ask("Zoë, how was it?").id
    form, _ = read_form({"player": zoe.id, "fun": 5, "best": "I, Zoë, won", "answers": {question: "Zoë!"}}, log.id)
    submit(store, form)
    return zoe.id


def test_a_forgotten_name_is_nowhere(store: Store, log: Log, evening: str) -> None:
    other = begin(store, {"game": "hitmakers", "goal": "what Zoë Quirk asked for"})
    assert overview.sessions(store)
    forget(store, evening)
    left = everything(store)
    assert "quirk" not in left.casefold()
    assert "zoë" not in left.casefold()
    assert log.session().notes[0].text == "ask somebody!"
    assert other.session().header.goal == "what somebody asked for"
    assert [moment.note for moment in log.session().moments] == ["somebody is stuck"]


def test_the_numbers_stay(store: Store, log: Log, evening: str) -> None:
    before = log.session().scores, seats(store), overview.dashboard(store).ratings
    forget(store, evening)
    scores, after, ratings = log.session().scores, seats(store), overview.dashboard(store).ratings
    assert (scores.totals, scores.winners) == (before[0].totals, before[0].winners)
    assert (after, ratings) == before[1:]
    assert people(store)[evening].forgotten
    assert display_names(people(store), [evening]) == {evening: "Player 1"}


def test_a_forgotten_person_gets_no_name_again(store: Store, evening: str) -> None:
    forget(store, evening)
    assert save_person(store, people(store)[evening]).name is None
    assert add_or_rename(store, "Zoë", evening).name is None
    assert people(store)[evening].name is None


def test_forgetting_one_changes_nothing_for_the_others(store: Store) -> None:
    evenings = some_sessions(seed=3, count=10)
    evenings.store_in(store)
    before = {row.session: (row.moments, row.margin, row.play_s) for row in overview.sessions(store)}
    names = {person.id: person.name for person in evenings.people}
    gone = evenings.people[0].id
    forget(store, gone)
    assert {person.id: person.name for person in people(store).values()} == {**names, gone: None}
    assert {row.session: (row.moments, row.margin, row.play_s) for row in overview.sessions(store)} == before


@pytest.mark.parametrize(
    ("text", "name", "left"),
    [
        ("Al is out", "Al", "somebody is out"),
        ("al dente, als", "Al", "al dente, als"),
        ("Also Al's", "Al", "Also somebody's"),
        ("ANNA won", "Anna", "somebody won"),
        ("O'Hara+1", "O'Hara", "somebody+1"),
        ("J. Doe, J.", "J. Doe", "somebody, J."),
        ("Chance 17 of 7", "7", "Chance 17 of somebody"),
        ("a b won", "A B", "somebody won"),
    ],
)
def test_names_are_words(text: str, name: str, left: str) -> None:
    assert without_name(text, name) == left


@pytest.mark.parametrize("spelled", ["BEN MÜLLER", "ben.müller", "Ben-Müller", "ben_müller", "BenMu\u0308ller"])
def test_a_whole_name_is_found_whatever_its_capitals_and_dots(spelled: str) -> None:
    assert without_name(f"({spelled})", "Ben Müller") == "(somebody)"
    assert without_whole_name(f"evening_{spelled}.csv", "Ben Müller") == "evening_somebody.csv"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("müller's, Müllers, MÜLLERS, Mülleres", "somebody's, somebody, somebody, somebody"),
        ("BEN and Bens and BENS and Ben’s", "somebody and somebody and somebody and somebody’s"),
        ("ben, Benny, gegeben", "ben, Benny, gegeben"),
    ],
)
def test_long_parts_in_any_case_and_short_ones_as_written_or_in_capitals(text: str, left: str) -> None:
    assert without_name(text, "Ben Müller") == left


@pytest.mark.parametrize("name", ["Will", "Will Young"])
def test_a_name_that_is_a_word_is_found_as_it_is_written(name: str) -> None:
    assert without_name("will Will win? WILL did, by Will's and Wills luck", name) == (
        "will somebody win? somebody did, by somebody's and somebody luck"
    )


def test_elsewhere_only_the_whole_name_is_somebody_s() -> None:
    sentence = "Ben asked Müller for BEN MÜLLER"
    assert without_whole_name(sentence, "Ben Müller") == "Ben asked Müller for somebody"
    assert without_whole_name("Al and al", "Al") == "Al and al"


@pytest.mark.parametrize("text", ["ben did", "Benny", "MUELLER", "a muller's", "Müllerin"])
def test_what_looks_like_a_name_is_for_people_to_judge(text: str) -> None:
    assert looks_like(text, "Ben Müller")
    assert not looks_like("gegeben, mull", "Ben Müller")


def test_initials_look_like_no_word_but_themselves() -> None:
    assert looks_like("al dente", "Al")
    assert not looks_like("also", "Al")


def test_a_text_without_a_name_still_fits_its_field(store: Store, log: Log) -> None:
    al = log.add_player("Al").data["player"]
    log.note("Al " * 1666 + "Al")
    log.header(location=" ".join(["Al"] * 100))
    forget(store, al)
    assert len(log.session().notes[0].text) <= 5000
    assert len(log.session().header.location) <= 300


def test_nobody_unknown_is_forgotten(store: Store) -> None:
    with pytest.raises(PersonRefused):
        forget(store, new_uuid())


def test_a_pseudonymous_file_has_no_spelling_of_a_name(store: Store, log: Log) -> None:
    for name in ("Ben Müller", "Anna-Lena Ott"):
        log.add_player(name)
    log.note("BEN and ben.müller and Bens and Müllers and müller; LENA, lena's and Anna, ott")
    log.moment(Moment.STUCK, note="Ask Lena")
    file = export_text(store, Format.JSON, pseudonymous=True).casefold().replace("workbench", "")
    assert not [word for word in ("ben", "müller", "anna", "lena") if word in file]
    assert "player 1" in file
