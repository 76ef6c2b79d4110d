"""Sums of the first plays of several batches and of their pairs, and notes of them in the store.

After a kill a comparison goes on from there: the plays before are neither played nor read again. A note is whole in
itself, since the batches are stored one by one: it holds the tallies of both batches with those of their pairs.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from workbench.play.forms import layout, request_of
from workbench.play.local import StretchGroup
from workbench.play.options import LEAVE_S, Pauses
from workbench.play.stored import stored_pairs, stored_tallies
from workbench.scenario import Scenario
from workbench.store import Store, StoreError
from workbench.store.results import find_tallies, save_tallies
from workbench.store.runs import Run, find_shorter
from workbench.tallies.tallies import PairTallies, Tallies, TallyLayout, pack, pair_layout, unpack

PAUSE_S = 5.0
"""Seconds between two notes, at least: what is lost by a kill is counted again about as fast."""
KIND = "batches and pairs"
"""Stands for the series: nobody takes it for the pairs of finished batches."""
OPEN = "open question"


class Together(NamedTuple):
    """The tallies of the first plays of several batches, and of the pairs of all others with the first."""

    tallies: tuple[Tallies, ...]
    pairs: tuple[PairTallies, ...]

    @classmethod
    def empty(cls, scenarios: Sequence[Scenario]) -> "Together":
        """Before the first play."""
        base, *others = map(layout, scenarios)
        pairs = (PairTallies.empty(pair_layout(base, other)) for other in others)
        return cls(tuple(map(Tallies.empty, (base, *others))), tuple(pairs))

    @property
    def plays(self) -> int:
        """How many plays of every batch."""
        return self.tallies[0].plays

    def copy(self) -> "Together":
        """The same, to keep while this grows."""
        return Together(tuple(tally.copy() for tally in self.tallies), tuple(pair.copy() for pair in self.pairs))


class PairSink:
    """Adds up batches together with their pairs; `watch` sees all of it after every stretch.

    Now and then it notes in the store what plays that are stored themselves add up to.
    """

    wants_rows = False

    def __init__(self, together: Together, watch: Callable[[Together], None] = lambda together: None) -> None:
        self.together, self.watch = together, watch
        self.runs: Callable[[], Sequence[Run | None]] = tuple
        self.store: Store | None = None
        self.question = ""
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="workbench-pairs")
        self.writing: Future[None] | None = None
        self.waiting: Together | None = None
        self.pauses = Pauses(PAUSE_S)

    @property
    def done(self) -> int:
        """See `Sink`."""
        return self.together.plays

    def begin(
        self,
        scenarios: Sequence[Scenario],
        runs: Callable[[], Sequence[Run | None]],
        store: Store | None,
        question: str,
    ) -> None:
        """Take over what was noted of these runs, and note what they and their pairs add up to from now on.

        `runs` gives them as they stand; without one of them, or a store, nothing is noted.
        """
        stored = [run for run in runs() if run and run.done]
        if store and len(stored) == len(scenarios):
            self.together = stored_together(store, scenarios, stored, question) or self.together
        self.runs, self.question = runs, question
        self.store = replace(store, wait_s=LEAVE_S) if store and all(runs()) else None
        self.pauses = Pauses(PAUSE_S)

    def take(self, group: StretchGroup) -> None:
        """Add the next plays of all batches; have them noted, if it is time, as soon as all of them are stored."""
        for tallies, stretch in zip(self.together.tallies, group, strict=True):
            tallies.add(stretch.tallies)
        for pairs, stretch in zip(self.together.pairs, group[1:], strict=True):
            assert stretch.pairs is not None
            pairs.add(stretch.pairs)
        self.watch(self.together)
        if self.store is None or (self.writing and not self.writing.done()):
            return
        if self.waiting is None and self.pauses.is_over:
            self.waiting = self.together.copy()
        if self.waiting and all(run and self.waiting.plays <= run.done for run in self.runs()):
            self.writing, self.waiting = self.writer.submit(self._note, self.waiting), None

    def close(self, stopped: bool = False) -> None:
        """Wait for what is being noted; where plays were `stopped`, note the last of them too."""
        self.writer.shutdown(wait=True)
        if stopped and self.together.plays:
            self._note(self.together)

    def _note(self, together: Together) -> None:
        """Store it. Where the store cannot be used now, only time is lost."""
        began = time.perf_counter()
        if self.store:
            with suppress(StoreError), self.store.session():
                write_note(self.store, self.runs(), together, self.question)
        self.pauses.wrote(began)


def write_note(store: Store, runs: Sequence[Run | None], together: Together, question: str = "") -> None:
    """Store what the first plays of these runs add up to, with their pairs; and the question that they leave open."""
    base, *others = runs
    for place, other in enumerate(others):
        tallies = together.tallies[0].to_bytes(), together.tallies[place + 1].to_bytes()
        parts = *tallies, together.pairs[place].to_bytes()
        arrays = {str(number): np.frombuffer(part, np.uint8) for number, part in enumerate(parts)}
        if base and other:
            save_tallies(store, pack(arrays, {"series": KIND, OPEN: question}), base, other)


def read_note(store: Store, runs: Sequence[Run], layouts: Sequence[TallyLayout], question: str = "") -> Together | None:
    """The note of these runs; None without one, or by other code, or of unequal numbers of plays.

    With a question, only a note that left that one open.
    """
    notes = [
        _read_pair(find_tallies(store, runs[0], run), layouts[0], other, question)
        for run, other in zip(runs[1:], layouts[1:], strict=True)
    ]
    parts = [note for note in notes if note]
    if len(parts) < len(notes) or len({tallies.plays for part in parts for tallies in part}) != 1:
        return None
    return Together((parts[0][0], *(other for _, other, _ in parts)), tuple(pairs for _, _, pairs in parts))


def _read_pair(
    data: bytes | None, base: TallyLayout, other: TallyLayout, question: str
) -> tuple[Tallies, Tallies, PairTallies] | None:
    """The tallies of both batches and of their pairs; None where the data is none, or something else."""
    note = unpack(data) if data else None
    if note is None or note[1]["series"] != KIND or (question and note[1].get(OPEN) != question):
        return None
    ours, theirs, both = (note[0][str(number)].tobytes() for number in range(3))
    tallies = Tallies.from_bytes(base, ours), Tallies.from_bytes(other, theirs)
    pairs = PairTallies.from_bytes(pair_layout(base, other), both)
    return (tallies[0], tallies[1], pairs) if tallies[0] and tallies[1] and pairs else None


def stored_together(store: Store, scenarios: Sequence[Scenario], runs: Sequence[Run], question: str) -> Together | None:
    """The tallies of these runs' first plays, as an earlier session stored them; None where none did.

    It compared these very runs, or the shorter ones with which they began. With a question, only plays that left that
    one open.
    """
    layouts = [layout(scenario) for scenario in scenarios]
    least = min(run.done for run in runs)
    with store.session():
        if question:
            note = read_note(store, runs, layouts, question)
            return note if note and note.plays <= least else None
        shorter = [find_shorter(store, request_of(scenario, {})) for scenario in scenarios]
        for candidates in runs, [run for run in shorter if run]:
            note = _whole_or_noted(store, candidates, layouts) if len(candidates) == len(runs) else None
            if note and note.plays <= least:
                return note
    return None


def _whole_or_noted(store: Store, runs: Sequence[Run], layouts: Sequence[TallyLayout]) -> Together | None:
    """The stored tallies of these runs and their pairs; None unless all of them are of as many plays."""
    if note := read_note(store, runs, layouts):
        return note
    tallies = [stored_tallies(store, run, its_layout) for run, its_layout in zip(runs, layouts, strict=True)]
    pairs = [
        stored_pairs(store, (runs[0], run), (layouts[0], its_layout))
        for run, its_layout in zip(runs[1:], layouts[1:], strict=True)
    ]
    together = Together(tuple(tally for tally in tallies if tally), tuple(pair for pair in pairs if pair))
    is_whole = len(together.tallies) == len(runs) and len(together.pairs) == len(runs) - 1
    plays = {tally.plays for tally in together.tallies} | {pair.plays for pair in together.pairs}
    return together if is_whole and len(plays) == 1 else None
