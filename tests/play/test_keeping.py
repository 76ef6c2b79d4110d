"""What a batch keeps: the same figures with rows and without, whole and broken off, alone and in pairs."""

import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from tests.support.scenarios import hearing, scenario
from tests.support.thorough import one_of
from workbench.engine.game import Game
from workbench.engine.problems import BadInput
from workbench.play import local, options
from workbench.play import outcome as outcomes
from workbench.play.batches import resume, simulate, simulate_together
from workbench.play.checks import RowsState, check_up, repair, repeat
from workbench.play.comparisons import compare
from workbench.play.forms import layout, make_batch, request_of
from workbench.play.options import Keep, RunOptions, Stopped
from workbench.play.sinks.batch import BatchSink
from workbench.play.stored import load
from workbench.report.json import outcome_json
from workbench.report.summary import summarise
from workbench.scenario.model import MOST_PLAYS
from workbench.store import Store
from workbench.store.errors import RunRefused
from workbench.store.results import load_results, save_tallies
from workbench.store.runs import Status, create_run, get_run, runs
from workbench.studies.compare.columns import SIDES
from workbench.tallies.gathering import LARGEST
from workbench.tallies.tallies import tallies_of

GAMES = ("hitmakers", "hollywood_1947")
"""One whose seats win, and one whose sides do; `tests/tallies` adds up the plays of every scenario that ships."""
PLAYS = 2_500
UNLIKE = {"run", "stored_before", "elapsed_s", "plays_per_s", "rows"}


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "workbench.duckdb")


@pytest.fixture
def stays_open(store):
    """The store is not closed after each use, since opening takes 30 ms of the processor: one process alone has it."""
    with store.session():
        yield


in_an_open_store = pytest.mark.usefixtures("stays_open")


def told(outcome):
    """All that reports say of a batch, but for its run and the time."""
    return {name: value for name, value in outcome_json(outcome).items() if name not in UNLIKE}


@pytest.mark.parametrize(
    ("options", "name"), [({"keep": Keep.ALL}, "--keep"), ({"rows_to": Path("rows")}, "--rows-to")]
)
def test_rows_are_refused_of_more_plays_than_can_keep_them(options, name):
    with pytest.raises(BadInput, match=f"{name} = .*at most 100,000,000 plays"):
        simulate(scenario(plays=100_000_001), RunOptions(**options))


def test_the_longest_batch_has_exact_sums_and_a_place_in_the_store(store):
    assert MOST_PLAYS * (LARGEST - 1) < 2**63
    revision = scenario(plays=MOST_PLAYS)
    run = create_run(store, request_of(revision, {}), has_rows=False)
    assert get_run(store, run.id).plays == MOST_PLAYS
    last = make_batch(revision).play(MOST_PLAYS - 3, 3)
    tallies = tallies_of(layout(revision), last, MOST_PLAYS - 3)
    assert (tallies.plays, tallies.sums(0).count) == (3, 3)


def in_small_stretches(monkeypatch, plays=300):
    monkeypatch.setattr(local, "FIRST_STRETCH", plays)
    monkeypatch.setattr(local, "next_plays", lambda *_: plays)
    monkeypatch.setattr(options, "WRITING_PAUSE", 0)


def broken_off(store, after=1_000, **changes):
    """Options of a batch that is stopped on the way."""
    options = RunOptions(store=store, jobs=2, **changes)
    options.progress = hearing(playing=lambda batch: options.stop.set() if batch.done >= after else None)
    return options


@in_an_open_store
@pytest.mark.parametrize("game", GAMES)
def test_rows_threads_and_breaks_leave_every_figure_alone(store, monkeypatch, game):
    in_small_stretches(monkeypatch)
    played = scenario(PLAYS, ("random",), game=game, players=3)
    plain = simulate(played, RunOptions(jobs=1))
    for keep in Keep:
        whole = simulate(played, RunOptions(store=store, jobs=2, keep=keep))
        assert told(whole) == told(plain)
        with pytest.raises(Stopped):
            simulate(played, broken_off(store, keep=keep))
        broken = runs(store)[0]
        assert (broken.status, broken.has_rows) == (Status.CANCELLED, keep is Keep.ALL)
        assert 1_000 <= broken.done < PLAYS
        again = resume(store, broken.id, RunOptions(jobs=2))
        assert told(again) == {**told(plain), "scenario": f"{game}/test"}
        assert told(load(store, get_run(store, broken.id))) == told(again)
        assert again.read(900, 700).tobytes() == plain.read(900, 700).tobytes() == whole.read(900, 700).tobytes()


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.support.scenarios import hearing, scenario
from workbench.store import Store
from workbench.play import local, options
from workbench.play.options import Keep, RunOptions
from workbench.play.batches import simulate

local.FIRST_STRETCH, local.next_plays, options.WRITING_PAUSE = 300, lambda *_: 300, 0
rows_to = Path(sys.argv[3]) if len(sys.argv) > 3 else None
def playing(batch):
    if batch.done >= 900:
        os.kill(os.getpid(), signal.SIGKILL)
store, progress = Store(Path(sys.argv[1])), hearing(playing=playing)
simulate(scenario(2_500), RunOptions(store, 2, progress, keep=Keep(sys.argv[2]), rows_to=rows_to))
"""


def killed(*arguments):
    ended = subprocess.run([sys.executable, "-c", KILLED, *map(str, arguments)], check=False, env=os.environ)
    assert ended.returncode == -signal.SIGKILL


@in_an_open_store
def test_a_batch_whose_tallies_are_of_another_version_is_added_up_again(store, monkeypatch):
    in_small_stretches(monkeypatch)
    for keep in Keep:
        with pytest.raises(Stopped):
            simulate(scenario(PLAYS), broken_off(store, keep=keep))
        run = runs(store)[0]
        save_tallies(store, b"of another version", run)
        assert told(resume(store, run.id, RunOptions())) == told(simulate(scenario(PLAYS)))


def test_finished_tallies_of_another_version_are_made_again_from_the_plays(store, monkeypatch):
    whole = simulate(scenario(PLAYS), RunOptions(store=store, keep=Keep.TALLIES))
    run = get_run(store, whole.run)
    save_tallies(store, b"of another version", run)
    assert told(load(store, run)) == told(whole)
    save_tallies(store, b"of another version", run)
    monkeypatch.setattr(Game, "code_hash", property(lambda game: "other"))
    with pytest.raises(BadInput, match="keeps what its plays add up to and no rows, and the game's code has changed"):
        load(store, run)


def test_rows_are_kept_up_to_a_number_of_plays(store, monkeypatch):
    monkeypatch.setattr(options, "USUAL_ROWS", 100)
    simulate(scenario(100), RunOptions(store=store))
    simulate(scenario(101), RunOptions(store=store))
    assert [run.has_rows for run in runs(store)] == [False, True]
    with pytest.raises(RunRefused, match="keeps no rows of its plays, only what they add up to"):
        load_results(store, runs(store)[0], scenario().game.result)


def test_plays_are_stored_while_the_next_ones_are_made(store, monkeypatch):
    in_small_stretches(monkeypatch)
    begun, overtaken, news = [], [], threading.Condition()
    take, keep = BatchSink.take, BatchSink._keep

    def counted(player, group):
        with news:
            begun.append(group[0].first)
            news.notify_all()
        take(player, group)

    def awaiting(player, waiting):
        end = waiting[-1].first + waiting[-1].plays
        if end < PLAYS:
            with news:
                overtaken.append(news.wait_for(lambda: begun[-1] >= end, timeout=60))
        keep(player, waiting)

    monkeypatch.setattr(BatchSink, "take", counted)
    monkeypatch.setattr(BatchSink, "_keep", awaiting)
    simulate(scenario(PLAYS, ("random",)), RunOptions(store=store))
    assert len(overtaken) > 3 and all(overtaken)


def test_more_plays_than_fit_are_read_in_parts(monkeypatch):
    monkeypatch.setattr(outcomes, "MOST_READ", 100)
    monkeypatch.setattr(outcomes, "AT_ONCE", 40)
    simulated = simulate(scenario(101))
    with pytest.raises(BadInput, match="at most 100 can be read into memory at once"):
        assert simulated.results is None
    assert [first for first, _ in simulated.parts()] == [0, 40, 80]
    assert simulated.first(50).tallies.to_bytes() == simulate(scenario(50)).tallies.to_bytes()


def test_repeat_and_doctor_know_batches_without_rows(store, monkeypatch):
    done = simulate(scenario(300), RunOptions(store=store, keep=Keep.TALLIES))
    simulate(scenario(200), RunOptions(store=store))
    repeated = repeat(store, done.run, RunOptions())
    assert repeated.same and repeated.rows_digest is None
    checked = check_up(store)
    assert checked.whole
    assert [run.rows for run in checked.runs] == [RowsState.NONE, RowsState.WHOLE]
    repair(store, checked)
    assert [(run.status, run.done, run.has_rows) for run in runs(store)] == [
        (Status.DONE, 200, True),
        (Status.DONE, 300, False),
    ]
    with duckdb.connect(str(store.path)) as connection:
        connection.execute("delete from tallies")
    repair(store, check_up(store))
    lost = runs(store)[1]
    assert (lost.status, lost.done) == (Status.INTERRUPTED, 0)
    assert resume(store, lost.id, RunOptions()).digest == done.digest


# Pairs


def pair_of(game, plays=PLAYS):
    base = scenario(plays, ("random",), game=game, players=3)
    return base, replace(base, revision="other", retake=1)


def alike(comparison):
    data = SIDES.json([summarise(comparison)])
    return {name: value for name, value in data.items() if name not in ("runs", "stored_before")}


@in_an_open_store
@pytest.mark.parametrize("game", one_of(GAMES, quick="hollywood_1947"))
def test_pairs_are_the_same_whatever_was_there_before(store, monkeypatch, game):
    in_small_stretches(monkeypatch)
    base, other = pair_of(game)
    expected = alike(compare(simulate(base), simulate(other)))
    outcomes, together = simulate_together([base, other], RunOptions(jobs=2))
    assert alike(compare(*outcomes, pairs=together.pairs[0])) == expected
    for keep in Keep:
        done = simulate(base, RunOptions(store=store, keep=keep))
        with pytest.raises(Stopped):
            simulate(other, broken_off(store, keep=keep))
        outcomes, together = simulate_together([base, other], RunOptions(store=store, jobs=2, keep=keep))
        assert together.plays == PLAYS and outcomes[1].before >= 1_000
        assert alike(compare(*outcomes, pairs=together.pairs[0])) == expected
        assert alike(compare(load(store, get_run(store, done.run)), outcomes[1], store=store)) == expected


@in_an_open_store
def test_a_comparison_that_is_stopped_keeps_both_and_goes_on(store, monkeypatch):
    in_small_stretches(monkeypatch)
    pair = pair_of("hitmakers")
    options = broken_off(store)
    with pytest.raises(Stopped, match=r"workbench resume(.|\n)*workbench resume"):
        simulate_together(pair, options)
    stored_runs = runs(store)[::-1]
    assert [run.status for run in stored_runs] == [Status.CANCELLED] * 2 and stored_runs[0].done == stored_runs[1].done
    outcomes, together = simulate_together(pair, RunOptions(store=store))
    assert [outcome.run for outcome in outcomes] == [run.id for run in stored_runs]
    expected = compare(*(simulate(side) for side in pair))
    assert alike(compare(*outcomes, pairs=together.pairs[0])) == alike(expected)


@in_an_open_store
def test_several_are_held_against_one(store):
    base, other = pair_of("trickster", 800)
    third = replace(other, revision="third", retake=2)
    (first, *rest), together = simulate_together([base, other, third], RunOptions(store=store))
    assert len(runs(store)) == 3
    for later, pairs in zip(rest, together.pairs, strict=True):
        assert alike(compare(first, later, pairs=pairs)) == alike(compare(simulate(base), simulate(later.scenario)))


def played_in(monkeypatch):
    """The plays that are made or read from here on, as pairs of first and number."""
    stretches, stretch = [], local.LocalSource.stretch

    def noted(self, first, plays, rows):
        stretches.append((first, plays))
        return stretch(self, first, plays, rows)

    monkeypatch.setattr(local.LocalSource, "stretch", noted)
    return stretches


@in_an_open_store
@pytest.mark.parametrize("keep", Keep)
def test_a_comparison_goes_on_where_the_shorter_one_ended(store, monkeypatch, keep):
    base, other = pair_of("hitmakers")
    short = [replace(side, plays=1_500) for side in (base, other)]
    outcomes, together = simulate_together(short, RunOptions(store=store, keep=keep))
    compare(*outcomes, store=store, pairs=together.pairs[0])
    plain, played = compare(simulate(base), simulate(other)), played_in(monkeypatch)
    longer, together = simulate_together([base, other], RunOptions(store=store, keep=keep))
    assert played and min(first for first, _ in played) == 1_500
    assert [outcome.before for outcome in longer] == [1_500, 1_500]
    assert alike(compare(*longer, store=store, pairs=together.pairs[0])) == alike(plain)
    assert [outcome.digest for outcome in longer] == [plain.base.digest, plain.other.digest]
    played.clear()
    again, together = simulate_together([base, other], RunOptions(store=store, keep=keep))
    assert not played
    assert alike(compare(*again, pairs=together.pairs[0])) == alike(plain)
    assert [outcome.run for outcome in again] == [outcome.run for outcome in longer]
    assert len(runs(store)) == 4


@in_an_open_store
def test_pairs_of_a_comparison_that_was_stopped_are_not_read_again(store, monkeypatch):
    in_small_stretches(monkeypatch)
    pair = pair_of("trickster")
    with pytest.raises(Stopped):
        simulate_together(pair, broken_off(store))
    done, played = runs(store)[0].done, played_in(monkeypatch)
    outcomes, together = simulate_together(pair, RunOptions(store=store))
    assert min(first for first, _ in played) == done > 0
    assert [outcome.before for outcome in outcomes] == [done, done]
    assert alike(compare(*outcomes, pairs=together.pairs[0])) == alike(compare(*map(simulate, pair)))


def test_pairs_that_are_ahead_of_a_batch_are_counted_again(store, monkeypatch):
    in_small_stretches(monkeypatch)
    pair = pair_of("trickster")
    with pytest.raises(Stopped):
        simulate_together(pair, broken_off(store, keep=Keep.TALLIES))
    other, _ = runs(store)
    with duckdb.connect(str(store.path)) as connection:
        connection.execute("delete from tallies where run = ? and other = -1", [other.number])
    repair(store, check_up(store))
    outcomes, together = simulate_together(pair, RunOptions(store=store, keep=Keep.TALLIES))
    assert sorted(outcome.before for outcome in outcomes)[0] == 0 < outcomes[0].before
    assert alike(compare(*outcomes, store=store, pairs=together.pairs[0])) == alike(compare(*map(simulate, pair)))


@in_an_open_store
def test_a_batch_held_against_itself_is_two_runs_also_where_it_was_broken_off(store, monkeypatch):
    in_small_stretches(monkeypatch)
    base, _ = pair_of("trickster")
    with pytest.raises(Stopped):
        simulate(base, broken_off(store))
    outcomes, _ = simulate_together([base, base], RunOptions(store=store))
    assert len({outcome.run for outcome in outcomes}) == len({outcome.digest for outcome in outcomes}) + 1 == 2


@in_an_open_store
def test_rows_that_are_asked_for_are_not_taken_from_tallies_alone(store):
    pair = pair_of("trickster", 800)
    for keep, expected in ((Keep.TALLIES, [0, 0]), (None, [800, 800]), (Keep.ALL, [0, 0]), (Keep.TALLIES, [800, 800])):
        outcomes, _ = simulate_together(pair, RunOptions(store=store, keep=keep))
        assert [outcome.before for outcome in outcomes] == expected


# Rows as Parquet files


def test_rows_of_a_stored_comparison_are_written_to_files(store, tmp_path):
    pair = pair_of("trickster", 800)
    simulate_together(pair, RunOptions(store=store))
    folder = tmp_path / "rows"
    outcomes, _ = simulate_together(pair, RunOptions(store=store, rows_to=folder))
    for outcome in outcomes:
        assert outcome.before == 800
        run = get_run(store, outcome.run)
        assert same_rows(in_files(folder, run, "plays"), stored(store, '"trickster_plays"', run), ["play"])


def in_files(folder, run, kind):
    query = (
        f"select * from read_parquet('{folder}/{kind}/*/*/*.parquet', hive_partitioning=true) where run = '{run.id}'"
    )
    return duckdb.sql(query).df()


def stored(store, table, run):
    with duckdb.connect(str(store.path), read_only=True) as connection:
        return connection.execute(f"select * from {table} where run = {run.number}").df()


def same_rows(one, two, keys):
    columns = [name for name in one.columns if name not in ("run", "game")]
    one, two = (table[columns].sort_values(keys, ignore_index=True) for table in (one, two))
    return one.equals(two)


def test_parquet_files_hold_the_rows_of_the_store(store, tmp_path, monkeypatch):
    in_small_stretches(monkeypatch)
    folder = tmp_path / "rows"
    for seed in (1, 2):
        simulate(scenario(1_000, seed=seed), RunOptions(store=store, keep=Keep.ALL, rows_to=folder))
    for run in runs(store):
        assert same_rows(stored(store, "hitmakers_plays", run), in_files(folder, run, "plays"), ["play"])
        assert same_rows(stored(store, "hitmakers_seats", run), in_files(folder, run, "seats"), ["play", "seat"])
    assert len(list(folder.glob("plays/game=hitmakers/run=*/*.parquet"))) > 6


@pytest.mark.parametrize("missing", one_of([False, True], quick=True))
def test_a_killed_batch_leaves_no_broken_file_and_goes_on(store, tmp_path, missing):
    folder = tmp_path / "rows"
    killed(store.path, "tallies", folder)
    (run,) = runs(store)
    assert len(in_files(folder, run, "plays")) >= run.done >= 900
    (files,) = folder.glob("plays/*/*")
    (files / "000000000000-000000000300.parquet.part").write_bytes(b"cut off")
    if missing:
        (files / "000000000300-000000000600.parquet").unlink()
    ended = resume(store, run.id, RunOptions(rows_to=folder))
    assert not list(folder.rglob("*.part"))
    plays = in_files(folder, run, "plays")
    assert sorted(plays["play"]) == list(range(PLAYS))
    assert plays.sort_values("play")["deals"].tolist() == ended.results["deals"].tolist()


def test_the_same_batch_without_a_store_is_written_anew(tmp_path):
    for _ in range(2):
        simulate(scenario(500), RunOptions(rows_to=tmp_path))
    count = duckdb.sql(f"select count(*), count(distinct play) from read_parquet('{tmp_path}/plays/*/*/*.parquet')")
    assert count.fetchall() == [(500, 500)]


MEMORY = """
import resource, sys
from tests.support.scenarios import scenario
from workbench.play.options import RunOptions
from workbench.play.batches import simulate
simulate(scenario(int(sys.argv[1]), ("random",), score_target=0, may_pass=False), RunOptions(jobs=2))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.thorough
def test_memory_does_not_grow_with_the_plays():
    few, many = (
        int(subprocess.run([sys.executable, "-c", MEMORY, plays], capture_output=True, text=True, check=True).stdout)
        for plays in ("100000", "1000000")
    )
    assert many - few < 30 * 1024  # kilobytes; rows of so many plays have 200 000
