"""Asking a cluster for plays: blocks of them are sent ahead, and taken in play order as they come back."""

import asyncio
import logging
import socket
import sys
import time
import warnings
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

import numpy as np

from workbench.bots.obvious import ANSWERS
from workbench.engine.files import JsonValue
from workbench.engine.measures import Results
from workbench.engine.problems import CHUNK_PLAYS, WorkbenchError
from workbench.engine.wording import counted
from workbench.play.cluster.address import ClusterError
from workbench.play.cluster.work import (
    Folders,
    Packed,
    PackedRecords,
    Program,
    RecordsOf,
    Refused,
    ask,
    follow,
    note,
    play,
    program,
    sees,
    unlike,
    unpacked,
    use_cards,
    work_of,
)
from workbench.play.forms import is_searched, layout
from workbench.play.local import FIRST_SLOW_STRETCH, FIRST_STRETCH, StretchGroup, whole_blocks
from workbench.scenario import Scenario
from workbench.store.results import RowsFolder
from workbench.tallies.digest import BLOCK

if TYPE_CHECKING:
    from distributed import Client, Future

log = logging.getLogger(__name__)
ANSWER_S = 5.0
"""How long a scheduler, and then its first worker, may take to answer."""
BLOCK_SECONDS = 1.5
"""About how long a block plays: long enough that sending it costs little, short enough that nobody waits for one."""
SHORTEST_S = 0.1
"""Towards the end blocks become shorter, so that all threads end together; but not shorter than this."""
AHEAD = 3
"""Blocks that are sent ahead, for each thread of a worker."""
LOOK_S = 0.1
COUNT_S = 1.0
"""How often it is looked whether to stop, and how many threads the workers have."""
DESERTED_S = 30.0
"""How long a batch waits for workers when all have gone."""
TLS = "DASK_DISTRIBUTED__COMM__TLS__"
"""How the environment variables begin that name certificates."""


class Cluster:
    """A connection to a `dask.distributed` scheduler. Close it, or use it in `with`."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.client = _connected(address)
        self._sound: set[str] = set()
        try:
            self._wait_for_workers()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the scheduler, which goes on without us."""
        self.client.close(timeout=ANSWER_S)

    @property
    def workers(self) -> dict[str, int]:
        """How many threads each worker has that is there now, by its address."""
        return dict(self.client.ncores())

    @property
    def threads(self) -> int:
        """Threads of all workers that are there now."""
        return sum(self.workers.values())

    @property
    def words(self) -> str:
        """Who plays: `cluster tcp://10.0.0.5:8786: 2 workers with 4 threads`."""
        workers = self.workers
        threads = counted(sum(workers.values()), "thread")
        return f"cluster {self.address}: {counted(len(workers), 'worker')} with {threads}"

    def plays(self, scenarios: Sequence[Scenario], stop: Event) -> "ClusterPlays":
        """The source of these batches' plays. Raises Refused with all workers that would play something else."""
        return ClusterPlays(self, scenarios, stop)

    def timelines(self, scenario: Scenario, stop: Event) -> "ClusterRecords":
        """The source of this batch's results and timelines; see `Batch.timelines`. Raises Refused, as `plays` does."""
        game = scenario.game
        return ClusterRecords(self, scenario, stop, follow, (game.result, game.timeline), MOST_FOLLOWED)

    def card_uses(self, scenario: Scenario, stop: Event) -> "ClusterRecords":
        """The source of this batch's uses of cards; see `Batch.card_uses`. Raises Refused, as `plays` does."""
        return ClusterRecords(self, scenario, stop, use_cards, (scenario.game.card_use,), MOST_FOLLOWED)

    def answers(self, scenario: Scenario, iterations: int, every: int, stop: Event) -> "ClusterRecords":
        """The source of search's answers in this batch; see `bots.obvious.Asking`. Raises Refused, as `plays` does."""
        source = ClusterRecords(self, scenario, stop, partial(ask, iterations, every), (ANSWERS,))
        source.least = FIRST_SLOW_STRETCH
        return source

    def check(self, *games: str) -> None:
        """Raise Refused, with all that is wrong with any worker, unless all play these games as we do."""
        wrong = [problem for game in games if game not in self._sound for problem in self._wrong(game)]
        if wrong:
            raise Refused("\n".join(dict.fromkeys(wrong)))
        self._sound.update(games)

    def unseen(self, folders: Sequence[RowsFolder]) -> str:
        """The first worker that does not see these folders as this process does; empty where all do."""
        marks = tuple(folder.leave_mark() for folder in folders)
        try:
            answers = self.client.run(sees, marks, on_error="return")
        finally:
            for mark in marks:
                mark.unlink(missing_ok=True)
        return next((f"worker {name}" for name, seen in answers.items() if seen is not True), "")

    def _wrong(self, game: str) -> Iterator[str]:
        programs = self.client.run(program, game, on_error="return")
        for name, there in programs.items():
            yield from (f"worker {name}: {problem}" for problem in _wrong(game, program(game), there))

    def _wait_for_workers(self) -> None:
        try:
            self.client.wait_for_workers(1, timeout=ANSWER_S)
        except TimeoutError:
            raise ClusterError(f"{self.address} has no workers; {_start(self.address)}") from None


def _start(address: str) -> str:
    return f"start some: dask worker {address} --nworkers -1 --nthreads 1 (`workbench cluster` says more)"


def _connected(address: str) -> "Client":
    """A client of the scheduler. Raises ClusterError within seconds where there is none."""
    from distributed import Client

    # what is wrong is told as an error: Dask logs nothing
    for name in ("distributed", *filter(lambda name: name.startswith("distributed."), logging.root.manager.loggerDict)):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    _check_certificates(address)
    try:
        parts = urlsplit(address)
        socket.create_connection((parts.hostname, parts.port), ANSWER_S).close()
    except socket.gaierror:
        raise ClusterError(f"{address}: there is no computer of that name; is it spelled right?") from None
    except OSError as error:
        raise ClusterError(
            f"{address}: nobody answers ({error.strerror or error}); is the scheduler running (`workbench cluster` "
            "prints how to start one), are host and port those that it printed, and does a firewall let us through?"
        ) from None
    try:
        with ThreadPoolExecutor(1) as thread:  # this one may have an event loop that runs already
            identity = thread.submit(asyncio.run, asyncio.wait_for(_identity(address), ANSWER_S)).result()
        if identity["type"] != "Scheduler":
            raise ClusterError(f"{address} is a Dask {identity['type'].lower()}; give the address of its scheduler")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # versions are compared by `check`
            return Client(address, timeout=ANSWER_S, set_as_default=False)
    except ClusterError:
        raise
    except Exception as error:
        raise ClusterError(
            f"{address}: something listens there, but does not answer as a Dask scheduler does ({_first_line(error)}); "
            "is it the scheduler's port, not its dashboard's? "
            f"Does it use {'no TLS (tcp://)' if address.startswith('tls:') else 'TLS (tls://)'}? "
            "Is its Dask of the version that `workbench cluster` prints?"
        ) from None


def _check_certificates(address: str) -> None:
    """Raise ClusterError for an address with TLS where Dask is told of no certificates, or cannot read them."""
    from distributed import Security

    if not address.startswith("tls:"):
        return
    variables = ", ".join(f"{TLS}{name}" for name in ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY"))
    advice = f"name the files of your certificates in the environment: {variables}"
    try:
        context = Security().get_connection_args("client").get("ssl_context")
    except (OSError, ValueError) as error:
        raise ClusterError(f"{address}: the certificates cannot be read ({_first_line(error)}); {advice}") from None
    if context is None:
        raise ClusterError(f"{address}: needs certificates; {advice}")


async def _identity(address: str) -> dict[str, JsonValue]:
    """Who listens there; a client of Dask would wait for ever for one that says nothing."""
    from distributed import Security, rpc

    arguments = Security().get_connection_args("client")
    async with rpc(address, timeout=ANSWER_S, connection_args=arguments) as there:
        identity: dict[str, JsonValue] = await there.identity()
        return identity


def _wrong(game: str, here: Program, there: Program | BaseException) -> Iterator[str]:
    if isinstance(there, Program):
        yield from unlike(game, here, there)
    else:
        yield f"it has no workbench of this version ({_first_line(there)}); install the same there, and start it again"


def _first_line(error: BaseException) -> str:
    first = str(error).strip().partition("\n")[0]
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


T = TypeVar("T")


class _Sent(NamedTuple):
    """A block of plays that a worker was asked for."""

    first: int
    plays: int
    future: "Future[object]"


class _Blocks(Generic[T]):
    """Plays of batches on the same shuffles, played by the workers of a cluster: asked for block by block, in order.

    Who makes one of it says what a worker is asked for (`_ask`) and what its answer comes to (`_read`).
    """

    def __init__(self, cluster: Cluster, scenarios: Sequence[Scenario], stop: Event) -> None:
        cluster.check(scenarios[0].game.name)
        self.cluster, self.stop = cluster, stop
        self.work = work_of(*scenarios)
        slow = any(map(is_searched, scenarios))
        self.least = FIRST_SLOW_STRETCH if slow else FIRST_STRETCH
        self.name = f"{scenarios[0].game.name}-{uuid4().hex[:8]}"
        self.sent: deque[_Sent] = deque()
        self.back = Event()
        self.largest, self.pace = 0, 0.0
        self.threads = cluster.threads
        self.counted_at = self.seen_at = time.monotonic()

    def _ask(self, first: int, plays: int, rows: bool, key: tuple[str, int]) -> "Future[Any]":
        """Ask the workers for a block."""
        raise NotImplementedError

    def _read(self, answer: Any) -> tuple[T, float]:
        """The results in a worker's answer, and the seconds that they took."""
        raise NotImplementedError

    def stretches(self, first: int, end: int, rows: bool) -> Iterator[T]:
        """See `stretches.Source`. Once `stop` is set, the plays that have come back; the others are withdrawn."""
        try:
            while first < end or self.sent:
                first = self._send(first, end, rows)
                if (block := self._next()) is None:
                    return
                yield block
        finally:
            futures = [block.future for block in self.sent]
            self.sent.clear()
            with suppress(Exception):  # whoever is gone plays nothing either
                self.cluster.client.cancel(futures, force=True)

    def _send(self, first: int, end: int, rows: bool) -> int:
        """Send blocks ahead for all threads; the first play that is not asked for yet."""
        while first < end and len(self.sent) < AHEAD * max(1, self.threads) and not self.stop.is_set():
            plays = min(self._size(first, end, rows), end - first)
            key = (self.name, first)  # one name for all: then Dask queues them, and gives them to whoever is free
            future = self._ask(first, plays, rows, key)
            future.add_done_callback(lambda _: self.back.set())
            self.sent.append(_Sent(first, plays, future))
            first += plays
        return first

    def _size(self, first: int, end: int, rows: bool) -> int:
        """Plays of the next block: about `BLOCK_SECONDS`, towards the end less; at most eight times the largest yet."""
        if not self.pace:
            return self.least
        share = (end - first) / (2 * max(1, self.threads))
        fitting = min(BLOCK_SECONDS / self.pace, max(share, SHORTEST_S / self.pace), 8 * self.largest)
        return max(self.least, int(fitting))

    def _next(self) -> T | None:
        """The next block, when it is back; None where it is not yet, and we are to stop."""
        while self.sent:
            block = self.sent[0]
            if block.future.done() and (answer := self._fetched(block)):
                self.sent.popleft()
                plays, seconds = self._read(answer)
                self._note_pace(block.plays, seconds)
                return plays
            if self.stop.is_set():
                return None
            self._look_after_workers()
            self.back.wait(LOOK_S)
            self.back.clear()
        return None

    def _fetched(self, block: _Sent) -> Any:
        """The worker's answer to a block; None where that takes long, since a worker died that had it."""
        try:
            return block.future.result(timeout=ANSWER_S)
        except WorkbenchError:
            raise
        except TimeoutError as error:
            if block.future.status != "error":
                return None
            raise ClusterError(_failed(block, error)) from error
        except CancelledError:
            raise ClusterError(self._lost()) from None
        except Exception as error:
            raise ClusterError(_failed(block, error)) from error

    def _note_pace(self, plays: int, seconds: float) -> None:
        """Remember how long a play takes a worker; the last blocks count most."""
        seen = max(seconds, 1e-6) / plays
        self.pace = seen if plays > 2 * self.largest or not self.pace else (self.pace + seen) / 2
        self.largest = max(self.largest, plays)

    def _look_after_workers(self) -> None:
        """Count the workers' threads now and then. Raises ClusterError when the last have been gone for long."""
        now = time.monotonic()
        if now - self.counted_at < COUNT_S:
            return
        try:
            self.threads, self.counted_at = self.cluster.threads, now
        except Exception:
            raise ClusterError(self._lost()) from None
        self.seen_at = now if self.threads else self.seen_at
        if now - self.seen_at > DESERTED_S:
            raise ClusterError(f"{self.cluster.address}: all workers have gone; {_start(self.cluster.address)}")

    def _lost(self) -> str:
        again = "the batch can go on here, or with --cluster once a scheduler and workers run again"
        return f"{self.cluster.address}: the scheduler is gone, or does not answer any more; {again}"


class ClusterPlays(_Blocks[StretchGroup]):
    """The plays of batches, added up by the workers of a cluster; see `stretches.Source`."""

    def __init__(self, cluster: Cluster, scenarios: Sequence[Scenario], stop: Event) -> None:
        super().__init__(cluster, scenarios, stop)
        self.layouts = [layout(scenario) for scenario in scenarios]
        self.folders: Folders = ()
        self.begin: Sequence[int] = ()

    def write_to(self, folders: Sequence[RowsFolder | None], begin: Sequence[int]) -> bool:
        """Have workers write the rows of all batches from play `begin` on; False where not all can: rows travel."""
        unseen = self.cluster.unseen([folder for folder in folders if folder])
        if unseen:
            log.warning("%s: does not see the folder for rows as we do: rows travel, and are written here", unseen)
            return False
        self.folders = tuple(folder and replace(folder, path=folder.path.absolute()) for folder in folders)
        self.begin = tuple(begin)
        return True

    def _ask(self, first: int, plays: int, rows: bool, key: tuple[str, int]) -> "Future[list[Packed]]":
        pairs = zip(self.folders, self.begin, strict=True)  # no rows of plays that are known
        folders = tuple(folder if first >= begin else None for folder, begin in pairs)
        return self.cluster.client.submit(play, self.work, first, plays, rows, folders, key=key, pure=False)

    def _read(self, answer: list[Packed]) -> tuple[StretchGroup, float]:
        return unpacked(answer, self.layouts), answer[0]["seconds"]

    def _size(self, first: int, end: int, rows: bool) -> int:
        """Whole blocks of the digest where there are many; where rows are kept, a row group of the store at most."""
        plays = super()._size(first, end, rows)
        if self.pace and (rows or self.folders):
            plays = min(whole_blocks(plays, first, in_memory=True), CHUNK_PLAYS)
        return plays if plays < BLOCK or not self.pace else (first + plays) // BLOCK * BLOCK - first


MOST_FOLLOWED = 4_096
"""Plays of a block of timelines, or of uses of cards, at most: they are held in memory on both sides."""


class ClusterRecords(_Blocks[tuple[Results, ...]]):
    """Records of these `kinds` of the plays of one batch, which the workers of a cluster make by `records_of`."""

    def __init__(
        self,
        cluster: Cluster,
        scenario: Scenario,
        stop: Event,
        records_of: RecordsOf,
        kinds: Sequence[np.dtype[np.void]],
        most: int = sys.maxsize,
    ) -> None:
        super().__init__(cluster, [scenario], stop)
        self.records_of, self.kinds, self.most = records_of, kinds, most

    def _ask(self, first: int, plays: int, rows: bool, key: tuple[str, int]) -> "Future[PackedRecords]":
        return self.cluster.client.submit(note, self.work, first, plays, self.records_of, key=key, pure=False)

    def _read(self, answer: PackedRecords) -> tuple[tuple[Results, ...], float]:
        return answer.unpacked(*self.kinds), answer.seconds

    def _size(self, first: int, end: int, rows: bool) -> int:
        return min(super()._size(first, end, rows), self.most)


def _failed(block: _Sent, error: BaseException) -> str:
    plays = f"plays {block.first} to {block.first + block.plays - 1}"
    from distributed import KilledWorker

    if isinstance(error, KilledWorker):
        return f"{plays}: every worker that played them died; do workers run out of memory? Their logs say more"
    return f"{plays}: a worker failed: {_first_line(error)}; its log says more"
