"""Findings count once for the same batches; decisions are the last that were made."""

from dataclasses import replace

import pytest

from tests.store.store_samples import request
from workbench.playtest.overview import update_overview
from workbench.store import Store
from workbench.store.history import (
    Decision,
    DecisionState,
    Finding,
    decide,
    decisions,
    findings,
    save_finding,
)
from workbench.store.runs import Status, create_run, delete_runs, set_status
from workbench.store.texts import LEDGER

pytestmark = pytest.mark.usefixtures("open_throughout")
ONE = Finding(
    run="r2",
    game="pebbles",
    revision="later",
    rules_hash="b",
    goals={"ties": "met", "length": "undecided"},
    bots=("greedy", "random"),
    plays=500,
    seed=2**63 + 1,
    sentence="'Ties' fell; drop table",
    brief="ties −1 point",
    base_run="r1",
    base="first",
    base_rules_hash="a",
    base_goals={"ties": "missed"},
    verdicts={"length": ("higher", "length of a play")},
)


def test_a_finding_is_read_back_as_it_was_written_and_counts_once(store: Store) -> None:
    save_finding(store, ONE)
    [finding] = findings(store)
    assert finding == ONE
    save_finding(store, ONE)
    assert findings(store)[0].found_at == finding.found_at
    reworded = replace(ONE, sentence="Ties fell.")
    save_finding(store, reworded)
    assert findings(store) == [reworded]
    assert findings(store)[0].found_at == finding.found_at, "words are renewed, the time is not"


def test_fewer_plays_of_the_same_batches_are_another_finding(store: Store) -> None:
    until_decided = replace(ONE, plays=128, sentence="Ties are decided.")
    save_finding(store, ONE)
    save_finding(store, until_decided)
    assert findings(store) == [until_decided, ONE]


def test_the_newest_comes_first_and_each_game_has_its_own(store: Store) -> None:
    alone = replace(ONE, base_run="", base="", base_rules_hash="", base_goals={})
    other = replace(ONE, game="marbles", run="r9")
    for finding in (ONE, alone, other):
        save_finding(store, finding)
    assert findings(store, "pebbles") == [alone, ONE]
    assert findings(store, most=1) == [other]


def test_what_was_found_goes_with_its_run(store: Store) -> None:
    staying, lost = create_run(store, request()), create_run(store, request())
    save_finding(store, replace(ONE, run=staying.id, base_run="elsewhere"))
    save_finding(store, replace(ONE, run=staying.id, base_run=lost.id))
    set_status(store, lost.id, Status.CANCELLED)
    delete_runs(store, [lost.id])
    assert [finding.base_run for finding in findings(store)] == ["elsewhere"]


def test_the_last_decision_counts(store: Store) -> None:
    first = Decision("pebbles", "later", DecisionState.REJECTED, "'no'", "ask Ben\nagain", archived=True)
    decide(store, first)
    assert decisions(store, "pebbles") == {"later": first}
    decide(store, replace(first, state=DecisionState.ADOPTED, archived=False))
    assert decisions(store, "pebbles")["later"].state is DecisionState.ADOPTED
    assert decisions(store, "marbles") == {}
    with (store.path.parent / LEDGER).open("a") as file:  # by an editor
        file.write(
            '{"decision":{"game":"pebbles","revision":"x"}}\n{"decision":{"game":"pebbles","state":"adopted"}}\n'
        )
    assert set(decisions(store, "pebbles")) == {"later"} and update_overview(store) == 0
