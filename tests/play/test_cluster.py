"""A cluster of two workers plays just what this process plays, whatever happens to it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import pytest

from tests.support.clusters import START_S, cluster_of, near_cluster, started_as_commands
from tests.support.plain import run_plainly
from tests.support.processor import patience
from tests.support.scenarios import hearing, scenario
from tests.support.thorough import one_of
from workbench.bots import obvious
from workbench.engine.problems import BadInput
from workbench.engine.registry import games
from workbench.engine.timeline import follow_range
from workbench.play.batches import resume, simulate
from workbench.play.cluster import ClusterError, client, connected, read_address, work
from workbench.play.cluster.client import Cluster, ClusterPlays
from workbench.play.cluster.work import Program, Refused, program
from workbench.play.figures import figures
from workbench.play.forms import layout, make_batch
from workbench.play.local import GroupedBatch, LocalSource
from workbench.play.options import RunOptions, Stopped
from workbench.scenario import Scenario
from workbench.store import Store
from workbench.store.results import RowsFolder
from workbench.store.runs import Status, get_run, runs
from workbench.studies.quality import measure as study
from workbench.studies.quality.columns import data as data_of
from workbench.studies.quality.measure import QualityAnswer, measure_revision
from workbench.tallies.digest import BLOCK, Digest

if TYPE_CHECKING:
    from distributed import LocalCluster

PLAYS = BLOCK + 100
MANY = 20_000
ONE_DEAL = {"score_target": 0}
NOWHERE = threading.Event()


@pytest.fixture(scope="module")
def local() -> "Iterator[LocalCluster]":
    """A scheduler with two workers in this process."""
    with near_cluster(2) as threads:
        yield threads


@pytest.fixture(scope="module")
def processes() -> "Iterator[LocalCluster]":
    """A scheduler with two worker processes on this machine."""
    with cluster_of(2) as apart:
        yield apart


@pytest.fixture
def cluster(local: "LocalCluster") -> Iterator[Cluster]:
    """A connection to the workers of this process."""
    with Cluster(local.scheduler_address) as by_address:
        yield by_address


@pytest.fixture
def apart(processes: "LocalCluster") -> Iterator[Cluster]:
    """A connection to worker processes, when both are there."""
    processes.wait_for_workers(2, timeout=patience(START_S))
    with Cluster(processes.scheduler_address) as by_address:
        yield by_address


@pytest.fixture
def store(tmp_path: Any) -> Store:
    return Store(tmp_path / "workbench.duckdb")


def deals(plays: int = MANY, **more: Any) -> Scenario:
    """Single deals by random bots, which are quick."""
    return scenario(plays, bots=("random",), **ONE_DEAL, **more)


def stopped_after(plays: int, **options: Any) -> RunOptions:
    options_here = RunOptions(**options)
    options_here.progress = hearing(playing=lambda batch: options_here.stop.set() if batch.done >= plays else None)
    return options_here


@pytest.mark.parametrize("game", one_of(games(), quick="hitmakers"))
def test_every_game_has_the_same_digest_and_figures(cluster, game):
    revision = scenario(PLAYS, game=game)
    here, there = simulate(revision, RunOptions()), simulate(revision, RunOptions(cluster=cluster))
    assert there.digest == here.digest
    assert there.tallies.to_bytes() == here.tallies.to_bytes()
    assert repr(figures(there.tallies)) == repr(figures(here.tallies))  # some have no plays: not a number


def test_pairs_are_added_up_on_the_workers(cluster):
    sides = [deals(), deals(hand_size=6)]
    groups = list(cluster.plays(sides, NOWHERE).stretches(0, MANY, rows=False))
    here = [GroupedBatch(make_batch(scenario), layout(scenario)) for scenario in sides]
    (expected,) = [LocalSource(here).stretch(0, MANY, rows=False)]
    assert len(groups) > 2
    for place, whole in enumerate(expected):
        first, *others = [group[place] for group in groups]
        for other in others:
            first = first.then(other)
        assert (first.leaves, first.rest) == (whole.leaves, whole.rest)
        assert first.tallies.to_bytes() == whole.tallies.to_bytes()
        assert whole.pairs is None or (first.pairs and first.pairs.to_bytes() == whole.pairs.to_bytes())


def test_a_batch_begun_on_a_cluster_goes_on_here_and_the_other_way_round(cluster, store):
    whole = simulate(deals()).digest
    for begun, ended in ((cluster, None), (None, cluster)):
        with pytest.raises(Stopped, match="go on with: workbench resume"):
            simulate(deals(), stopped_after(1_000, store=store, cluster=begun))
        run = runs(store)[0]
        assert (run.status, 1_000 <= run.done < MANY) == (Status.CANCELLED, True)
        assert resume(store, run.id, RunOptions(cluster=ended)).digest == whole
        assert get_run(store, run.id).digest == whole


def test_workers_follow_plays_and_every_figure_of_quality_is_the_same(cluster, monkeypatch):
    run_plainly(monkeypatch, follow_range)
    monkeypatch.setattr(client, "MOST_FOLLOWED", 7)
    revision = deals(30)
    here, there = measure_revision(revision, RunOptions()), measure_revision(revision, RunOptions(cluster=cluster))
    stopped = RunOptions(cluster=cluster)
    with pytest.raises(Stopped):
        measure_revision(revision, stopped, lambda advance: stopped.stop.set())
    assert data_of(QualityAnswer(there)) == data_of(QualityAnswer(here))
    for field in fields(here.timelines):
        assert np.array_equal(getattr(here.timelines, field.name), getattr(there.timelines, field.name)), field.name


@pytest.mark.thorough
def test_workers_ask_search_and_its_answers_are_the_same(cluster, monkeypatch):
    run_plainly(monkeypatch, obvious.ask_range)
    monkeypatch.setattr(study, "PLAYS", 5)
    monkeypatch.setattr(study, "EVERY", 3)
    revision, stopped = deals(5, production_rounds=2), RunOptions()
    here, there = (study.obvious(revision, 3, options) for options in (RunOptions(jobs=1), RunOptions(cluster=cluster)))
    stopped.cluster = cluster
    stopped.stop.set()
    with pytest.raises(Stopped):
        study.obvious(revision, 3, stopped)
    assert there == here and here.iterations == 3 and here.decisions >= 5


def test_it_begins_in_the_middle_of_a_block_and_ends_in_another(cluster):
    digest, revision = Digest(deals().game.result), deals(10_000)
    digest.add(make_batch(revision).play(0, 1_500))
    for (stretch,) in cluster.plays([revision], NOWHERE).stretches(1_500, 10_000, rows=False):
        digest.add_hashed(stretch.head, stretch.leaves, stretch.rest)
    assert digest.hexdigest() == simulate(revision).digest


def test_a_worker_that_is_lost_is_not_missed():
    with near_cluster(2) as threads, Cluster(threads.scheduler_address) as cluster:
        lost, *_ = cluster.workers
        left = [lost]

        def lose(batch):
            if left:
                threads.sync(threads.scheduler.remove_worker, left.pop(), stimulus_id="lost")

        revision = deals(100_000)
        assert (
            simulate(revision, RunOptions(cluster=cluster, progress=hearing(playing=lose))).digest
            == simulate(revision).digest
        )
        assert not left and lost not in cluster.client.scheduler_info()["workers"]


@pytest.mark.thorough
def test_a_worker_that_is_killed_is_not_missed(apart):
    victims = [*apart.client.run(os.getpid).values()][:1]
    left = list(victims)

    def kill(batch):
        if left:
            os.kill(left.pop(), signal.SIGKILL)

    revision = deals(200_000)
    assert (
        simulate(revision, RunOptions(cluster=apart, progress=hearing(playing=kill))).digest
        == simulate(revision).digest
    )
    assert not left
    assert victims[0] not in apart.client.run(os.getpid).values()


@pytest.mark.thorough
def test_a_slow_worker_gets_fewer_blocks(apart, monkeypatch, tmp_path):
    """A block lasts the slow worker as long as three last the quick one, however fast the machine is.

    The last blocks sent ahead may all be the slow one's: there are so many that these do not matter.
    """
    blocks, last = 60, client.AHEAD

    def blocks_of(name: str) -> int:
        return (tmp_path / name).stat().st_size

    def watched(share: work.Work, name: str) -> None:
        work._plays(share)  # compiled

        def check(_: work.Work) -> None:
            quick, deadline = blocks_of("quick"), time.monotonic() + 60
            with (tmp_path / name).open("a") as counts:
                counts.write(".")
            while name == "slow" and blocks_of("quick") < quick + 3 and time.monotonic() < deadline:
                if blocks_of("quick") + blocks_of("slow") > blocks - last:
                    return
                time.sleep(0.01)

        work._check, work.checked_before = check, work._check

    def unwatched() -> None:
        work._check = work.checked_before

    scenario = deals(blocks * BLOCK)
    monkeypatch.setattr(ClusterPlays, "_size", lambda *_, **__: BLOCK)
    for worker, name in zip(apart.workers, ("slow", "quick"), strict=True):
        (tmp_path / name).touch()
        apart.client.run(watched, work.work_of(scenario), name, workers=[worker])
    outcome = simulate(scenario, RunOptions(cluster=apart))
    apart.client.run(unwatched)
    assert outcome.digest == simulate(scenario).digest
    assert blocks_of("slow") + blocks_of("quick") == blocks
    assert blocks_of("slow") < blocks_of("quick") / 2, blocks_of("slow")


@pytest.mark.thorough
def test_what_is_not_played_yet_is_withdrawn_on_a_stop(apart):
    stop = threading.Event()
    plays = apart.plays([scenario(PLAYS, bots=("ismcts:500",))], stop)
    stretches = plays.stretches(0, 1_000, rows=False)
    assert next(stretches)
    assert len(plays.sent) > 1
    stop.set()
    ends = [stretch.first + stretch.plays for (stretch,) in stretches]
    assert (ends == sorted(ends), len(ends) < client.AHEAD * apart.threads) == (True, True)
    assert not plays.sent
    assert not apart.client.futures


# Rows that workers write


def rows_in(folder):
    """All rows of the files in a folder, by kind."""
    query = "select * exclude run from read_parquet('{}/{}/*/*/*.parquet', hive_partitioning = true) order by all"
    return [duckdb.sql(query.format(folder, kind)).fetchall() for kind in ("plays", "seats")]


def refuse_to_write(*_: object) -> None:
    raise AssertionError("rows travelled")


@pytest.mark.thorough
def test_workers_write_the_rows_where_all_see_the_folder(apart, tmp_path, monkeypatch):
    revision, here, there = deals(), tmp_path / "here", tmp_path / "there"
    expected = simulate(revision, RunOptions(rows_to=here))
    monkeypatch.setattr(RowsFolder, "write_part", refuse_to_write)
    assert simulate(revision, RunOptions(cluster=apart, rows_to=there)).digest == expected.digest
    assert rows_in(there) == rows_in(here)
    assert {file.suffix for file in there.rglob("*") if file.is_file()} == {".parquet"}


@pytest.mark.thorough
def test_rows_travel_where_a_worker_does_not_see_the_folder(cluster, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(Cluster, "unseen", lambda *_: "worker tcp://far:1")
    simulate(deals(), RunOptions(rows_to=tmp_path / "here"))
    simulate(deals(), RunOptions(cluster=cluster, rows_to=tmp_path / "there"))
    assert rows_in(tmp_path / "there") == rows_in(tmp_path / "here")
    assert caplog.messages == [
        "worker tcp://far:1: does not see the folder for rows as we do: rows travel, and are written here"
    ]


def test_a_worker_that_cannot_write_is_named(cluster, tmp_path):
    plays = cluster.plays([deals()], NOWHERE)
    folder = RowsFolder(tmp_path / "nowhere", "hitmakers", "run", 3)
    plays.folders, plays.begin = (folder,), (0,)
    message = r"worker tcp://.*: --rows-to = .*cannot be written: .*No such file.*; does this machine see the folder"
    with pytest.raises(ClusterError, match=message):
        list(plays.stretches(0, MANY, rows=False))


# A scheduler that is lost, and one with TLS


def joined(address: str) -> Cluster:
    """The cluster when a worker has found it, which takes a while on a busy machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "ANSWER_S", patience(START_S))
        return Cluster(address)


@pytest.mark.thorough
def test_a_scheduler_killed_in_the_middle_loses_nothing_and_says_how_to_go_on(cluster, store, tmp_path):
    revision = deals(150_000)
    with started_as_commands(tmp_path) as lost, joined(lost.address) as theirs:

        def kill(batch):
            if batch.done >= 5_000:
                lost.scheduler.kill()
                lost.scheduler.wait()

        with pytest.raises(ClusterError) as gone:
            simulate(revision, RunOptions(store=store, cluster=theirs, progress=hearing(playing=kill)))
    (run,) = runs(store)
    assert (run.status, 5_000 <= run.done < revision.plays) == (Status.FAILED, True)
    assert str(gone.value).splitlines() == [
        f"{lost.address}: the scheduler is gone, or does not answer any more; "
        "the batch can go on here, or with --cluster once a scheduler and workers run again",
        f"stopped; {run.done} of 150000 plays are kept; go on with: workbench resume {run.id}",
    ]
    whole, twin = simulate(revision).digest, Store(tmp_path / "twin.duckdb")
    shutil.copyfile(store.path, twin.path)
    for place, again in ((store, None), (twin, cluster)):
        outcome = resume(place, run.id, RunOptions(cluster=again))
        assert (outcome.before, outcome.digest) == (run.done, whole)


@pytest.mark.thorough
def test_with_tls_it_plays_and_without_certificates_it_says_which_are_needed(tmp_path, monkeypatch):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    named = ("-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=workbench")
    subprocess.run(["openssl", "req", *named, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    parts = {"CA_FILE": certificate}
    for who in ("SCHEDULER", "WORKER", "CLIENT"):
        parts |= {f"{who}__CERT": certificate, f"{who}__KEY": key}
    variables = {f"{client.TLS}{name}": str(file) for name, file in parts.items()}
    with started_as_commands(tmp_path, **variables) as secret:
        with pytest.raises(
            ClusterError, match=rf"needs certificates; .*{client.TLS}CA_FILE, .*CLIENT__CERT, .*CLIENT__KEY"
        ):
            Cluster(secret.address)
        with pytest.raises(ClusterError, match=r"does not answer as a Dask scheduler .* Does it use TLS \(tls://\)\?"):
            Cluster(secret.address.replace("tls:", "tcp:"))
        files = {"ca-file": certificate, "client.cert": certificate, "client.key": key}
        settings = {f"distributed.comm.tls.{name}": str(file) for name, file in files.items()}
        import dask.config

        with dask.config.set(settings), joined(secret.address) as theirs:
            assert simulate(deals(), RunOptions(cluster=theirs)).digest == simulate(deals()).digest


# What is refused


def test_tls_needs_certificates_before_anybody_is_asked():
    with pytest.raises(
        ClusterError, match=rf"needs certificates; .*{client.TLS}CA_FILE, .*CLIENT__CERT, .*CLIENT__KEY"
    ):
        Cluster("tls://127.0.0.1:9")


class Edited:
    """`program` where the game's source was edited; sent to a worker, it is the worker's own."""

    def __call__(self, game: str) -> Program:
        return replace(program(game), code_hash="0" * 64)

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (sys.modules[program.__module__], program.__name__)


def test_a_worker_with_other_code_is_refused_by_name(cluster, monkeypatch):
    ours = client.program("hitmakers")
    monkeypatch.setattr(client, "program", Edited())
    with pytest.raises(Refused) as refused:
        simulate(scenario(PLAYS), RunOptions(cluster=cluster))
    lines = str(refused.value).splitlines()
    assert [line.partition(": it")[0] for line in lines] == [f"worker {address}" for address in cluster.workers]
    assert all(f"{ours.code_hash[:12]} there and 000000000000 here" in line for line in lines)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"code_hash": "0" * 64}, "it has other code of hitmakers: its hash is "),
        ({"tallies": "0" * 64}, "it has other code that adds plays up"),
        ({"versions": (("Numba", "0.1"),)}, "it has Numba "),
    ],
)
def test_a_worker_that_comes_late_looks_itself_whether_it_is_the_same(cluster, other, words):
    plays = cluster.plays([deals()], NOWHERE)
    ours = plays.work.program
    changed = dict(ours.versions) | dict(other.get("versions", ()))
    plays.work = replace(plays.work, program=replace(ours, **{**other, "versions": tuple(changed.items())}))
    with pytest.raises(Refused, match=f"^worker tcp://.* on .*: {words}"):
        list(plays.stretches(0, MANY, rows=False))


def test_a_worker_without_the_game_or_the_workbench_is_refused(cluster, monkeypatch):
    with pytest.raises(Refused, match=r"worker tcp://.*: it has no game whist; install the game's package there"):
        cluster.check("whist")
    monkeypatch.setattr(work, "is_of_workspace", lambda name: True)
    with pytest.raises(Refused, match=r"it has no game whist; a workspace's games stay on their computer"):
        cluster.check("whist")
    monkeypatch.setattr(cluster.client, "run", lambda *told, **how: {"tcp://old:1": ModuleNotFoundError("no such")})
    with pytest.raises(Refused, match=r"worker tcp://old:1: it has no workbench of this version"):
        cluster.check("trickster")


def test_a_play_that_fails_is_told_with_its_number(cluster):
    plays = cluster.plays([deals()], NOWHERE)
    plays.work = replace(plays.work, batches=(replace(plays.work.batches[0], seed=-1),))
    with pytest.raises(ClusterError, match=r"plays 0 to 1023: a worker failed: \w+Error.*; its log says more"):
        list(plays.stretches(0, MANY, rows=False))


@pytest.fixture(scope="module")
def empty() -> "Iterator[LocalCluster]":
    """A scheduler that no worker has found."""
    with near_cluster(0) as nobody:
        yield nobody


def test_a_cluster_without_workers_says_how_to_start_them(empty, monkeypatch):
    monkeypatch.setattr(client, "ANSWER_S", 0.5)
    with pytest.raises(ClusterError, match=f"{empty.scheduler_address} has no workers; start some: dask worker tcp"):
        Cluster(empty.scheduler_address)


@pytest.mark.thorough
def test_a_batch_ends_when_all_workers_are_gone_for_long(empty, store, monkeypatch):
    monkeypatch.setattr(client, "DESERTED_S", 0.1)
    monkeypatch.setattr(client, "COUNT_S", 0.1)
    monkeypatch.setattr(Cluster, "_wait_for_workers", lambda cluster: None)
    with connected(empty.scheduler_address) as cluster, pytest.raises(ClusterError) as gone:
        simulate(deals(), RunOptions(store=store, cluster=cluster))
    run = runs(store)[0]
    told = f"{empty.scheduler_address}: all workers have gone; start some: dask worker"
    assert (str(gone.value).startswith(told), f"go on with: workbench resume {run.id}" in str(gone.value)) == (
        True,
        True,
    )
    assert run.status is Status.FAILED


def test_nobody_there_is_told_within_seconds():
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    with pytest.raises(ClusterError, match=rf"127\.0\.0\.1:{port}: nobody answers .*; is the scheduler running"):
        Cluster(f"tcp://127.0.0.1:{port}")


def test_something_else_there_is_told_within_seconds(monkeypatch):
    monkeypatch.setattr(client, "ANSWER_S", 0.5)
    with closing(socket.create_server(("127.0.0.1", 0))) as deaf:
        address = f"tcp://127.0.0.1:{deaf.getsockname()[1]}"
        with pytest.raises(ClusterError, match="does not answer as a Dask scheduler does"):
            Cluster(address)


@pytest.mark.parametrize(
    "text", ["", "here", "10.0.0.5:8786", "http://10.0.0.5:8786", "tcp://10.0.0.5", "tcp://:1", "tcp://a:99999"]
)
def test_an_address_is_that_of_a_scheduler(text):
    with pytest.raises(BadInput, match=r"^--cluster = .*: must be the address of a Dask scheduler, as in tcp://"):
        read_address(text)


def test_without_dask_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr("workbench.play.cluster.address.find_spec", lambda name: None)
    with pytest.raises(BadInput, match=r"pip install 'playtest-workbench\[cluster\]'"):
        read_address("tcp://10.0.0.5:8786")


@pytest.mark.thorough
def test_blocks_grow_to_their_seconds_and_shrink_towards_the_end(cluster):
    plays = ClusterPlays(cluster, [deals()], NOWHERE)
    assert plays._size(0, 10**9, rows=False) == plays.least
    for _ in range(9):
        plays._note_pace(plays._size(0, 10**9, rows=False), plays._size(0, 10**9, rows=False) * 1e-6)
    assert plays._size(0, 10**9, rows=False) == 1_500_000 // BLOCK * BLOCK
    assert plays._size(0, 2_000_000, rows=False) == 500_000 // BLOCK * BLOCK
    assert plays._size(0, 10_000, rows=False) == 100_000 // BLOCK * BLOCK
    assert plays._size(0, 10**9, rows=True) == client.CHUNK_PLAYS
