"""Playing batches: one alone, or several on the same shuffles with their pairs; new, taken up, or from the store.

The one loop is here: plays come from a source, group after group, and every sink that lacks them takes them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from workbench.engine.batch import Batch
from workbench.engine.loop import EndlessPlay
from workbench.engine.problems import WorkbenchError
from workbench.engine.registry import failure_in
from workbench.play.ahead import compile_ahead, get_ready, is_ready
from workbench.play.cluster import ClusterError
from workbench.play.forms import layout, make_batch, scenario_of
from workbench.play.local import EndlessSide, GroupedBatch, LocalSource, Source, StretchGroup
from workbench.play.options import RunOptions, Start, Stopped, session_of, stoppable
from workbench.play.outcome import Outcome
from workbench.play.sinks.batch import BatchSink, RowWatcher
from workbench.scenario import Scenario

if TYPE_CHECKING:
    from workbench.play.notes import PairSink, Together
    from workbench.store import Store
    from workbench.store.runs import Run

AnswerT = TypeVar("AnswerT")
GroupT = TypeVar("GroupT")
GroupT_contra = TypeVar("GroupT_contra", contravariant=True)


class Sink(Protocol[GroupT_contra]):
    """A taker of plays: tallies of a batch, pairs, a watcher."""

    @property
    def done(self) -> int:
        """How many plays it has: it takes the next ones from there on."""

    @property
    def wants_rows(self) -> bool:
        """True if it reads the records of single plays."""

    def take(self, group: GroupT_contra) -> None:
        """Take the next plays of every batch."""


def play(
    source: Source[GroupT],
    sinks: Sequence[Sink[GroupT]],
    plays: int,
    looks: Collection[int] = (),
    enough: Callable[[], bool] = lambda: False,
) -> int:
    """Play until all sinks have `plays`, or one of `looks` after which there is `enough`; how many plays they have.

    Sinks that are ahead wait for the others. Raises `Stopped` where the source ends early.
    """
    begin = min((sink.done for sink in sinks), default=plays)
    stops = *(sink.done for sink in sinks), *looks
    edges = sorted({begin, plays, *(edge for edge in stops if begin <= edge <= plays)})
    for first, end in pairwise(edges):
        takers = [sink for sink in sinks if sink.done <= first]
        for group in source.stretches(first, end, any(sink.wants_rows for sink in takers)):
            for sink in takers:
                sink.take(group)
        if min(sink.done for sink in takers) < end:
            raise Stopped("stopped")
        if end in looks and enough():
            return end
    return plays


class Early(NamedTuple):
    """Where plays may end before the last one: after these numbers of plays, if `enough` says so.

    `question` names what `enough` answers. It is noted with the pairs, so that looks before a kill are not repeated.
    """

    looks: tuple[int, ...] = ()
    enough: "Callable[[Together], bool]" = lambda together: False
    question: str = ""


def simulate(scenario: Scenario, options: RunOptions | None = None) -> Outcome:
    """Play the scenario's batch and store it. Raises `Stopped` when `options.stop` is set."""
    return concluded(scenario, options or RunOptions(), lambda outcome: outcome, again=True)


def ensure_played(scenario: Scenario, options: RunOptions) -> Outcome:
    """The scenario's batch: from the store, resumed where it was broken off, or played.

    Raises `Stopped` when `options.stop` is set.
    """
    return concluded(scenario, options, lambda outcome: outcome)


def concluded(
    scenario: Scenario, options: RunOptions, conclude: Callable[[Outcome], AnswerT], again: bool = False
) -> AnswerT:
    """Conclusion from the batch, drawn while the store is still open; played `again` although it is stored."""
    with session_of(stoppable(options)):
        if again or options.store is None:
            starts = [Start(scenario)]
        else:
            from workbench.play.stored import find_starts

            starts = find_starts([scenario], options)
        batches = Batches(starts, options)
    return batches.play(lambda outcomes: conclude(outcomes[0]))


def resume(store: "Store", run_id: str, options: RunOptions) -> Outcome:
    """Go on with an unfinished run; the end is the same, bit for bit, as without the break.

    Raises BadInput when the game's code is no longer the one that the run was started with, and RunRefused when there
    is no such run, or nothing left of it to play.
    """
    from workbench.play.stored import check_resumable
    from workbench.store.runs import get_run

    options = replace(options, store=store)
    run = get_run(stoppable(options) or store, run_id)
    check_resumable(run)
    return Batches([Start(scenario_of(run), run_id)], options).play(lambda outcomes: outcomes[0])


def simulate_together(
    scenarios: Sequence[Scenario], options: RunOptions, early: Early | None = None
) -> "tuple[list[Outcome], Together]":
    """Play batches on the same shuffles; their outcomes, and what they and their pairs add up to.

    What is stored already is not played again. Where they end `early`, they are batches of so many plays. Raises
    `Stopped` when `options.stop` is set.
    """
    return concluded_together(scenarios, options, lambda outcomes, together: (outcomes, together), early)


def concluded_together(
    scenarios: Sequence[Scenario],
    options: RunOptions,
    conclude: "Callable[[list[Outcome], Together], AnswerT]",
    early: Early | None = None,
    *,
    begin: Callable[[Sequence[Start]], None] = lambda starts: None,
    watch: "Callable[[Together], None]" = lambda together: None,
) -> AnswerT:
    """Conclusion from such batches, drawn while the store is still open.

    `begin` hears where they start, `watch` what they add up to so far.
    """
    from workbench.play.notes import PairSink, Together
    from workbench.play.stored import find_starts

    options = replace(options, goes_on=True)
    pairs = PairSink(Together.empty(scenarios), watch) if len(scenarios) > 1 else None
    with session_of(stoppable(options)):
        starts = find_starts(scenarios, options)
        begin(starts)
        batches = Batches(starts, options, pairs, early)
    return batches.play(
        lambda outcomes: conclude(outcomes, pairs.together if pairs else Together((outcomes[0].tallies,), ()))
    )


class Batches:
    """Batches on the same shuffles that this process plays, with their `pairs`: their runs are open in the store."""

    def __init__(
        self, starts: Sequence[Start], options: RunOptions, pairs: "PairSink | None" = None, early: Early | None = None
    ) -> None:
        self.options, self.pairs, self.early = options, pairs, early
        self.sinks = [BatchSink(place, start, options) for place, start in enumerate(starts)]
        self.to_play = [sink for sink in self.sinks if not sink.start.outcome]
        cluster = options.cluster if self.to_play or pairs else None
        scenarios = [start.scenario for start in starts]
        self.cluster_source = cluster.plays(scenarios, options.stop) if cluster else None
        with self._giving_up():
            if self.to_play and not cluster:
                compile_ahead(self.to_play[0].batch, pairs is not None)
            store = stoppable(options)
            with session_of(store):
                if store and self.to_play:
                    from workbench.store.runs import mark_abandoned

                    mark_abandoned(store)
                for sink in self.sinks:
                    sink.open()

    def play(self, conclude: Callable[[list[Outcome]], AnswerT]) -> AnswerT:
        """Play what is missing, and conclude while the store is still open. Raises `Stopped`."""
        options, early = self.options, self.early or Early()
        with ExitStack() as stack:
            with self._giving_up():
                to_compile = [] if options.cluster else [sink.batch for sink in self.to_play]
                if not make_ready(to_compile, options, self.pairs is not None):
                    raise Stopped("stopped")
                for sink in self.sinks:
                    sink.begin()
                if self.pairs:
                    scenarios = [sink.scenario for sink in self.sinks]
                    self.pairs.begin(scenarios, self._runs, options.store, early.question)
                watch, pairs = options.watch_rows, self.pairs
                takers: list[Sink[StretchGroup]] = [*self.to_play]  # watchers see plays before they are stored
                takers[:0] = [RowWatcher(self.sinks[0].done, watch)] if watch else []
                takers += [pairs] if pairs else []
                plays = play(
                    self._source(),
                    takers,
                    self.sinks[0].scenario.plays,
                    early.looks,
                    lambda: bool(pairs and early.enough(pairs.together)),
                )
                stores = [sink.stored.store for sink in self.sinks if sink.stored]
                stack.enter_context(session_of(stores[0] if stores else None))
                outcomes = [sink.finish(plays) for sink in self.sinks]
            self._close()
            return conclude(outcomes)

    def _runs(self) -> "list[Run | None]":
        """Their runs as they stand; None of one that is not stored."""
        return [sink.stored.run if sink.stored else None for sink in self.sinks]

    def _source(self) -> Source[StretchGroup]:
        """Where the plays come from; workers write the rows that go to files alone."""
        if self.cluster_source is None:
            return LocalSource([sink.side for sink in self.sinks], self.options.jobs, self.options.stop)
        files = [None if sink.has_rows or self.options.watch_rows else sink.files for sink in self.sinks]
        folders = [file.folder if file else None for file in files]
        if any(folders) and self.cluster_source.write_to(folders, [sink.done for sink in self.sinks]):
            for file in files:
                if file:
                    file.workers_write = True
        return self.cluster_source

    @contextmanager
    def _giving_up(self) -> Iterator[None]:
        """Where playing fails, say so in the store, and in the error how to go on."""
        try:
            yield
        except BaseException as error:
            self.options.stop.set()  # whoever waits for the store waits no longer
            for sink in self.to_play:
                sink.give_up(error)
            self._close(stopped=isinstance(error, (Stopped, ClusterError)))
            explained = self._explained(error)
            if explained is error:
                raise
            raise explained from error

    def _explained(self, error: BaseException) -> BaseException:
        """The error, with the lines that resume the runs."""
        from workbench.store import StoreError

        lines = "\n".join(dict.fromkeys(sink.resume_line() for sink in self.to_play)) or "stopped"
        if isinstance(error, (Stopped, KeyboardInterrupt)):
            return Stopped(lines, "\n".join(dict.fromkeys(sink.stored_line() for sink in self.to_play)))
        if isinstance(error, (StoreError, ClusterError)) and any(self._runs()):
            return type(error)(f"{error}\n{lines}")
        return error

    def _close(self, stopped: bool = False) -> None:
        """Note the last pairs, and let go of the threads that write."""
        if self.pairs:
            self.pairs.close(stopped)
        for sink in self.sinks:
            sink.writer.shutdown(wait=False)


def make_ready(batches: Iterable[Batch], options: RunOptions, pairs: bool = False) -> bool:
    """Compile here what plays of these batches need, or pairs of them, and say so; False once `options.stop` is set."""
    for batch in batches:
        if not is_ready(batch, pairs):
            options.progress.compiling()
        try:
            if not get_ready(batch, pairs, options.stop):
                return False
        except EndlessPlay as error:
            raise EndlessSide(str(error), batch.rules) from None
    return True


def source_of(scenarios: Sequence[Scenario], options: RunOptions) -> Source[StretchGroup]:
    """Plays scenarios on the same shuffles: the workers of the cluster, or the threads here, compiled first."""
    sides = [GroupedBatch(make_batch(scenario, options.progress), layout(scenario)) for scenario in scenarios]
    if options.cluster:
        return options.cluster.plays(scenarios, options.stop)
    make_ready([side.batch for side in sides], options, pairs=len(sides) > 1)
    return LocalSource(sides, options.jobs, options.stop)


class OutOfRange(WorkbenchError):
    """A play reads or writes beyond a row of numbers."""


def out_of_range(scenarios: Iterable[Scenario]) -> OutOfRange:
    """The first such play of the first batch that has one, in words. Compiled code must check bounds meanwhile."""
    for scenario in scenarios:
        batch, first, end = make_batch(scenario), 0, scenario.plays
        if not _is_out_of_range(batch, first, end):
            continue
        while end - first > 1:
            middle = (first + end) // 2
            first, end = (first, middle) if _is_out_of_range(batch, first, middle) else (middle, end)
        return OutOfRange(f"play {first} of {scenario.name}, seed {scenario.seed}: {_plainly(batch, first)}")
    return OutOfRange("an index is out of range in what adds the plays up")


def _plainly(batch: Batch, play: int) -> str:
    """The author's line at which plain Python refuses an index."""
    try:
        batch.decided(play, is_plain=True)
    except IndexError as error:
        return failure_in(error) or str(error)
    return "an index is out of range, which plain Python does not see"


def _is_out_of_range(batch: Batch, first: int, end: int) -> bool:
    try:
        batch.play(first, end - first)
    except IndexError:
        return True
    return False
