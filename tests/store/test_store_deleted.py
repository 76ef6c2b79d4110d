"""Results that are deleted are nowhere, until they are brought back whole; what others need stays."""

import datetime as dt
from dataclasses import replace

import pytest

from tests.store.store_samples import DTYPE, MEASURES, request, results
from tests.store.test_store_history import ONE
from workbench.store import Store
from workbench.store.errors import RunRefused
from workbench.store.history import findings, save_finding
from workbench.store.listing import ResultKind, ResultLine, bring_back, delete_results, deletions, entries, free
from workbench.store.results import Chunk, append_chunk, load_results
from workbench.store.runs import Run, Status, create_run, delete_runs, find_run, finish_run, runs, set_status
from workbench.store.schema import VERSION
from workbench.store.sql import ask
from workbench.store.taking_over import begin_anew, openable

pytestmark = pytest.mark.usefixtures("open_throughout")
PLAYS = 20
ALONE = {"base_run": "", "base": "", "base_rules_hash": "", "base_goals": {}}
LATER = dt.datetime.now(dt.UTC) + dt.timedelta(days=1)


def played(store: Store, **changes: object) -> Run:
    """A run that is done."""
    run = create_run(store, request(PLAYS, **changes))
    append_chunk(store, run, Chunk(0, results(PLAYS, seed=run.number), MEASURES, 0.1))
    return finish_run(store, run.id, "digest")


def compared(store: Store, base: Run, other: Run) -> None:
    save_finding(store, replace(ONE, run=other.id, base_run=base.id))


def listed(store: Store) -> list[tuple[ResultKind, tuple[str, ...]]]:
    return [(entry.kind, entry.runs) for entry in entries(store)]


def of_kind(store: Store, kind: ResultKind) -> list[ResultLine]:
    return [entry for entry in entries(store) if entry.kind is kind]


def everything(store: Store) -> tuple[object, ...]:
    """All that is known of the results of the store."""
    there = runs(store)
    rows = [load_results(store, run, DTYPE).tobytes() for run in there if run.has_rows]
    return there, rows, findings(store), entries(store)


def test_every_result_is_one_entry_newest_first(store: Store) -> None:
    base, other, alone, open_ = (played(store) for _ in range(4))
    part, again = (played(store, extra={"study": "ladder"}) for _ in range(2))
    compared(store, base, other)
    save_finding(store, replace(ONE, run=alone.id, **ALONE))
    entry_lines = entries(store)
    assert sorted(entry_lines, key=lambda line: line.at, reverse=True) == entry_lines
    assert {(line.kind, line.runs) for line in entry_lines} == {
        (ResultKind.COMPARISON, (other.id, base.id)),
        (ResultKind.BATCH, (alone.id,)),
        (ResultKind.BATCH, (open_.id,)),
        (ResultKind.STUDY, (part.id, again.id)),
    }
    [study] = of_kind(store, ResultKind.STUDY)
    assert (study.study, study.plays, study.done, study.status) == ("ladder", 2 * PLAYS, 2 * PLAYS, Status.DONE)
    assert {line.sentence for line in entry_lines} == {ONE.sentence, ""}


def test_a_run_without_a_process_is_not_called_running(store: Store) -> None:
    run = create_run(store, request())
    assert entries(store)[0].status is Status.RUNNING
    with store.writing() as cursor:
        cursor.execute("update runs set owner_started = 'long ago', owner_pid = 1 where id = ?", [run.id])
    assert entries(store)[0].status is Status.INTERRUPTED


def test_what_is_deleted_is_nowhere_and_comes_back_whole(store: Store) -> None:
    base, other = played(store), played(store)
    played(store, extra={"study": "ladder"})
    played(store)
    compared(store, base, other)
    before = everything(store)
    deletion = delete_results(store, entries(store), "everything")
    assert everything(store) == ([], [], [], [])
    assert find_run(store, request(PLAYS)) is None
    assert ask(store, "select count(*) from pebbles_plays").rows == ((0,),)
    assert deletions(store) == [deletion]
    assert (deletion.results, deletion.about) == (3, "everything")
    bring_back(store, deletion.id)
    assert everything(store) == before
    assert deletions(store) == []


def test_of_two_results_of_the_same_batches_each_is_deleted_by_itself(store: Store) -> None:
    base, other = played(store), played(store)
    compared(store, base, other)
    save_finding(store, replace(ONE, run=other.id, base_run=base.id, plays=PLAYS // 2))
    before = everything(store)
    fewer, whole = entries(store)
    assert fewer.id != whole.id and (fewer.plays, whole.plays) == (PLAYS // 2, ONE.plays)
    first = delete_results(store, [fewer])
    assert entries(store) == [whole] and len(runs(store)) == 2
    second = delete_results(store, [whole])
    assert not runs(store)
    bring_back(store, first.id)
    assert entries(store) == [fewer] and len(runs(store)) == 2
    bring_back(store, second.id)
    assert everything(store) == before


def test_a_run_stays_while_another_result_names_it(store: Store) -> None:
    base, other, third = (played(store) for _ in range(3))
    compared(store, base, other)
    compared(store, base, third)
    [first] = [entry for entry in entries(store) if other.id in entry.runs]
    delete_results(store, [first])
    assert {run.id for run in runs(store)} == {base.id, third.id}
    delete_results(store, entries(store))
    assert runs(store) == []


def test_a_batch_of_a_study_goes_with_the_study_alone(store: Store) -> None:
    base, other = (played(store, extra={"study": "ladder"}) for _ in range(2))
    rest = played(store, extra={"study": "ladder"})
    compared(store, base, other)
    [study] = of_kind(store, ResultKind.STUDY)
    delete_results(store, [study])
    assert {run.id for run in runs(store)} == {base.id, other.id}
    bring_back(store, deletions(store)[0].id)
    delete_results(store, of_kind(store, ResultKind.COMPARISON))
    assert listed(store) == [(ResultKind.STUDY, (base.id, other.id, rest.id))]


def test_what_is_being_played_is_not_deleted_and_neither_is_the_rest(store: Store) -> None:
    played(store)
    going = create_run(store, request())
    before = everything(store)
    with pytest.raises(RunRefused, match=f"run {going.id} is being played"):
        delete_results(store, entries(store))
    assert everything(store) == before
    assert deletions(store) == []
    set_status(store, going.id, Status.CANCELLED)
    delete_results(store, entries(store))
    assert entries(store) == []


def test_what_is_freed_cannot_be_brought_back(store: Store) -> None:
    lost, staying = played(store), played(store)
    deletion = delete_results(store, [entry for entry in entries(store) if lost.id in entry.runs])
    free(store, deletion.at - dt.timedelta(seconds=1))
    assert deletions(store) == [deletion]
    free(store, LATER)
    assert deletions(store) == []
    with pytest.raises(RunRefused, match="for good"):
        bring_back(store, deletion.id)
    with store.reading() as cursor:
        left = cursor.execute("select distinct run from pebbles_plays union select run from pebbles_seats").fetchall()
    assert left == [(staying.number,)]


def test_what_was_found_anew_since_is_not_doubled(store: Store) -> None:
    base, other, third = (played(store) for _ in range(3))
    compared(store, base, other)
    compared(store, base, third)
    compared(store, other, third)
    deletion = delete_results(store, [entry for entry in entries(store) if entry.runs == (other.id, base.id)])
    compared(store, base, other)
    with pytest.raises(RunRefused, match="brought back already"):
        bring_back(store, deletion.id)
    assert len(findings(store)) == 3 and deletions(store) == []


def test_a_finding_whose_run_is_gone_for_good_does_not_come_back(store: Store) -> None:
    base, other, third = (played(store) for _ in range(3))
    compared(store, base, other)
    compared(store, base, third)
    deletion = delete_results(store, [entry for entry in entries(store) if entry.runs == (other.id, base.id)])
    delete_runs(store, [base.id])
    bring_back(store, deletion.id)
    assert findings(store) == []
    assert listed(store) == [(ResultKind.BATCH, (third.id,)), (ResultKind.BATCH, (other.id,))]


def test_a_deleted_run_is_not_listed_by_commands_and_a_store_with_one_is_whole(closed: Store) -> None:
    run = played(closed)
    played(closed)
    delete_results(closed, [entry for entry in entries(closed) if run.id in entry.runs])
    with pytest.raises(RunRefused, match="no run"):
        delete_runs(closed, [run.id])
    assert len(runs(Store(closed.path))) == 1
    with closed.in_turn(), openable(closed.path) as (there, failure):
        assert failure is None and there is not None and there.version == VERSION


def test_a_repair_keeps_what_was_deleted_and_can_come_back(closed: Store) -> None:
    deleted = played(closed)
    staying = played(closed)
    delete_results(closed, [entry for entry in entries(closed) if staying.id not in entry.runs])
    begin_anew(closed.path)
    assert [run.id for run in runs(closed)] == [staying.id]
    bring_back(closed, deletions(closed)[0].id)
    assert {run.id: run.done for run in runs(closed)} == {staying.id: staying.done, deleted.id: deleted.done}


def test_what_was_deleted_does_not_come_back_with_a_new_database(closed: Store) -> None:
    deleted, staying = played(closed), played(closed)
    delete_results(closed, [entry for entry in entries(closed) if staying.id not in entry.runs])
    closed.path.unlink()
    assert [(run.id, run.status, run.done) for run in runs(closed)] == [(staying.id, Status.INTERRUPTED, 0)]
    assert deleted.id not in {run.id for run in runs(closed)}
