"""People: a typo is mended, and two names of one person are joined, with all that hangs on them."""

import json
from dataclasses import replace

import pytest

from tests.playtest.test_privacy import everything
from tests.support.stores import seats
from workbench.engine.problems import BadInput
from workbench.engine.wording import day_words
from workbench.playtest import overview
from workbench.playtest.feedback import make_link, open_form, read_form, submit
from workbench.playtest.log.kinds import Moment
from workbench.playtest.log.recording import Log, begin
from workbench.playtest.log.session import Session, session_of
from workbench.playtest.people import add_or_rename, merge_people, merge_problem, reword_mention
from workbench.store import Store
from workbench.store.playtests.entries import feedback_of, new_uuid
from workbench.store.playtests.people import MentionGone, MergeRefused, PersonRecords, forget, people, person_records


@pytest.fixture
def anna(log: Log) -> str:
    """Anna, who played in the first session."""
    return str(log.add_player("Anna", 0).data["player"])


@pytest.fixture
def other(store: Store) -> Log:
    """Another evening."""
    return begin(store, {"game": "hitmakers"})


@pytest.fixture
def ana(store: Store, other: Log) -> str:
    """Anna with a typo, who played there, won, taught, was stuck, and filled in the form."""
    ana = str(other.add_player("Ana", 0, newcomer=True).data["player"])
    other.header(teacher=ana)
    other.total(ana, 9)
    other.edit(other.total(ana, 7).id, points=8)
    other.moment(Moment.STUCK, ana)
    other.override("the others left", [ana], {ana: 10})
    form, _ = read_form({"player": ana, "fun": 4}, other.id)
    submit(store, form)
    return ana


def test_a_typo_is_mended_everywhere(store: Store, log: Log, anna: str) -> None:
    add_or_rename(store, "Anne", anna)
    assert people(store)[anna].name == "Anne"
    assert "Anna" not in everything(store)
    with pytest.raises(BadInput, match="name"):
        add_or_rename(store, " ", anna)


def test_all_that_was_the_one_s_is_the_other_s(store: Store, other: Log, anna: str, ana: str) -> None:
    before = other.session(), [form.fun for form in feedback_of(store, other.id)], overview.dashboard(store).ratings
    assert person_records(store, ana) == merge_people(store, ana, anna) == PersonRecords(1, 1, 0)
    assert ana not in everything(store)
    assert set(people(store)) == {anna}
    session = other.session()
    assert session == with_instead(before[0], ana, anna)
    assert (session.header.teacher, session.scores.winners) == (anna, (anna,))
    assert [(form.player, form.fun) for form in feedback_of(store, other.id)] == [(anna, *before[1])]
    assert [(seat.player, seat.total, seat.win) for seat in seats(store) if seat.session == other.id] == [(anna, 10, 1)]
    assert overview.dashboard(store).ratings == before[2]


def with_instead(session: Session, gone: str, name: str) -> Session:
    """The same with one id for the other."""
    log = [line.entry for line in session.lines]
    return session_of([replace(entry, data=json.loads(json.dumps(entry.data).replace(gone, name))) for entry in log])


def test_a_link_goes_on_working(store: Store, log: Log, anna: str, other: Log) -> None:
    ana = other.add_player("Ana").data["player"]
    token = make_link(store, other.id, ana)
    assert merge_people(store, ana, anna).links == 1
    assert open_form(store, token).player == anna


def test_two_at_one_table_are_two_people(store: Store, log: Log, anna: str) -> None:
    ben = log.add_player("Ben", 1).data["player"]
    log.leave(ben)
    before = everything(store)
    assert day_words(log.session().started_at) in merge_problem(store, ben, anna)
    with pytest.raises(MergeRefused, match="two people"):
        merge_people(store, ben, anna)
    assert everything(store) == before


def test_whoever_sat_down_by_a_slip_that_was_undone_did_not_sit(store: Store, log: Log, anna: str) -> None:
    slip = log.add_player("Ana", 3)
    log.undo(slip.id)
    log.override("both names of one", [slip.data["player"], anna], {slip.data["player"]: 1, anna: 2})
    assert merge_problem(store, slip.data["player"], anna) == ""
    merge_people(store, slip.data["player"], anna)
    assert [player.player for player in log.session().players] == [anna]
    scores = log.session().scores
    assert (scores.winners, scores.totals) == ((anna,), {anna: 2})


def test_it_takes_two_people_who_are_there(store: Store, anna: str) -> None:
    for gone in (anna, new_uuid()):
        with pytest.raises(MergeRefused, match="two"):
            merge_people(store, gone, anna)
    ben = add_or_rename(store, "Ben").id
    forget(store, ben)
    with pytest.raises(MergeRefused, match="two"):
        merge_people(store, ben, anna)


# What still looks like somebody who was forgotten


def test_texts_that_look_like_a_forgotten_name_are_told_and_put_otherwise(store: Store, log: Log, anna: str) -> None:
    note = log.note("annas turn, Anna; Annabel?")
    log.edit(note.id, text="annabel, says Anna")
    question = log.ask("How was it?").id
    form, _ = read_form({"player": anna, "best": "Annabel!", "answers": {question: "ANNABEL?"}}, log.id)
    submit(store, form)
    mentions = forget(store, anna)
    assert [mention.text for mention in mentions] == [
        "somebody turn, somebody; Annabel?",
        "annabel, says somebody",
        "Annabel!",
        "ANNABEL?",
    ]
    for mention in mentions:
        reword_mention(store, mention, "she")
    assert "annabel" not in everything(store).casefold()
    assert log.session().notes[0].text == "she"
    assert feedback_of(store, log.id)[0].answers == {question: "she"}
    with pytest.raises(MentionGone):
        reword_mention(store, mentions[0], "he")
    with pytest.raises(BadInput, match="1 to"):
        reword_mention(store, mentions[0], " ")
