"""Answers of studies: found by their question, in the history, deleted and brought back."""

from dataclasses import replace

import pytest

from workbench.store import Store
from workbench.store.answers import StoredAnswer, answer_data, answered, in_progress, save_answer
from workbench.store.listing import ResultKind, bring_back, delete_results, deletions, entries
from workbench.store.processes import Owner
from workbench.store.runs import Status

pytestmark = pytest.mark.usefixtures("open_throughout")
ONE = StoredAnswer(
    "tune", "pebbles", "second", "r2", "c1", ("greedy",), 100, 7, {"move": ["hand"]}, "first", "r1", "a", b"12"
)


def test_an_answer_is_found_by_its_question_alone(closed: Store) -> None:
    assert answer_data(closed, ONE) is None and not closed.exists
    save_answer(closed, ONE)
    assert answer_data(closed, replace(ONE, sentence="", data=b"")) == b"12"
    for other in (
        {"seed": 8},
        {"options": {"move": []}},
        {"rules_hash": "r3"},
        {"code_hash": "c2"},
        {"study": "quality"},
    ):
        assert answer_data(closed, replace(ONE, **other)) is None


def test_a_second_answer_takes_the_place_of_the_first(store: Store) -> None:
    for sentence in ("a", "b"):
        save_answer(store, replace(ONE, sentence=sentence, data=b""))
    [line] = entries(store)
    assert (line.kind, line.sentence, line.study, line.options) == (ResultKind.STUDY, "b", "tune", {"move": ["hand"]})
    assert answer_data(store, ONE) == b""


def test_one_is_deleted_alone_and_brought_back_unless_it_was_answered_anew(store: Store) -> None:
    save_answer(store, ONE)
    save_answer(store, replace(ONE, seed=8))
    line = next(entry for entry in entries(store) if entry.seed == 7)
    delete_results(store, [line])
    assert [entry.seed for entry in entries(store)] == [8]
    bring_back(store, deletions(store)[0].id)
    assert sorted(entry.seed for entry in entries(store)) == [7, 8]
    delete_results(store, [line])
    save_answer(store, ONE)
    assert deletions(store) == [], "it was answered anew"
    assert sorted(entry.seed for entry in entries(store)) == [7, 8] and answer_data(store, ONE) == b"12"


def test_an_answer_without_a_sentence_is_running_or_interrupted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = replace(ONE, sentence="")
    save_answer(store, in_progress(replace(begun, plays=40)), begun)
    [line] = entries(store)
    assert (line.status, line.done, line.options) == (Status.RUNNING, 40, ONE.options)
    assert answer_data(store, begun) == b"12" and answered(store, begun)[0] == ""
    monkeypatch.setattr(Owner, "lives", False)
    assert [entry.status for entry in entries(store)] == [Status.INTERRUPTED]
    save_answer(store, ONE, begun)
    assert [entry.status for entry in entries(store)] == [Status.DONE] and answered(store, begun) == ("a", ONE.options)
