"""Quick looks: a draft against the revision that it comes from, played at once while somebody edits it.

They play in threads of their own, beside the queue: a quick look never waits for a long batch. Nothing is stored. What
they play is added up as everywhere; of the base side the plays are remembered for a while, so that the next change
plays the draft alone.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from workbench.app.jobs.job import BackgroundWork, JobKey, JobPhase, Paused
from workbench.app.jobs.queue import has_to_learn
from workbench.bots.spec import untaught
from workbench.conform.check import check_changed
from workbench.engine.batch import cores
from workbench.engine.measures import Results
from workbench.play.ahead import compile_ahead
from workbench.play.batches import make_ready, play
from workbench.play.forms import layout, make_batch
from workbench.play.goals import AimStanding, Standing
from workbench.play.local import GroupedBatch, LocalSource, Source, StretchGroup, may_be_slow
from workbench.play.notes import PairSink, Together
from workbench.play.options import RunOptions, Stopped
from workbench.play.outcome import Outcome
from workbench.report.summary import BatchSummary, Summary, watched_batch, watched_pair
from workbench.scenario import Scenario
from workbench.stats import Verdict

MOST_PLAYS = 8_192
"""Pairs of plays after which a quick look ends; a comparison that is stored plays more."""
LONGEST_S = 30.0
"""Seconds of playing after which it ends."""
AT_ONCE = 2
"""Quick looks that play at the same time, over all browsers; the others wait for their next stretch."""
FIRST_PLAYS, FIRST_SLOW_PLAYS = 128, 4
"""Plays of the first stretch, and of the first one where plays may be slow: enough for the first intervals."""
LEFT_S = 4.0
"""Seconds without anybody asking after which a look pauses: the page was left."""
MOST_BASES = 4
"""Revisions whose plays are remembered for the next change."""


class Remembered:
    """The first plays of a revision, played once for all drafts of it: a sink for them, and what reads them."""

    wants_rows = True

    def __init__(self, scenario: Scenario) -> None:
        self.batch = make_batch(scenario)
        self.done = 0
        self._rows = np.zeros(MOST_PLAYS, scenario.game.result)
        self._guard = threading.Lock()

    def take(self, group: StretchGroup) -> None:
        """Remember the next plays, unless another look was first."""
        base = group[0]
        with self._guard:
            if base.first == self.done and base.rows is not None:
                self._rows[base.first : base.first + base.plays] = base.rows
                self.done += base.plays

    def read(self, first: int, plays: int) -> Results:
        """The results of these plays."""
        return self._rows[first : first + plays]


@dataclass(kw_only=True, eq=False)
class QuickLook(BackgroundWork):
    """The figures of a draft so far; without a draft, of its base alone. `news` is set once there are, or none come."""

    base: Scenario
    draft: Scenario | None
    lane: "QuickLane"
    figures: BatchSummary | Summary | None = None
    news: threading.Event = field(default_factory=threading.Event)
    _seen: float = 0.0
    played_s: float = 0.0
    _sums: PairSink | None = None
    _thread: threading.Thread | None = None

    @property
    def ended(self) -> bool:
        """True if nothing more will be played."""
        return super().ended or self.stop.is_set()

    @property
    def plays(self) -> int:
        """Pairs of plays behind the figures."""
        return self.figures.plays if self.figures else 0

    def ask(self) -> "QuickLook":
        """Say that somebody looks, which keeps it playing; one that paused goes on."""
        self._seen = time.monotonic()
        if not self.ended and not (self._thread and self._thread.is_alive()):
            self._thread = threading.Thread(target=self._attempt, name="workbench-quick", daemon=True)
            self._thread.start()
        return self

    def _attempt(self) -> None:
        """Play on, and wake who waits for figures, though none may come."""
        try:
            self.attempt(self._go_on)
        finally:
            self.news.set()

    def _go_on(self) -> None:
        """Play on until enough is played, or nobody looks any more."""
        tables = [self.base, self.draft] if self.draft else [self.base]
        for table in tables:
            check_changed(table.game, table.rules)
        sums = self._sums = self._sums or PairSink(Together.empty(tables), self._watch)
        remembered = self.lane.remembered(self.base)
        batches = [remembered.batch, *map(make_batch, tables[1:])]
        compile_ahead(batches[-1], pairs=True)
        if not make_ready(batches, RunOptions(progress=self, stop=self.stop), pairs=True):
            raise Stopped("stopped before it began")
        self.phase = JobPhase.PLAYING
        sides = [GroupedBatch(batch, layout(table)) for batch, table in zip(batches, tables, strict=True)]
        sides[0] = sides[0]._replace(stored=remembered.done, read=remembered.read)
        least = FIRST_SLOW_PLAYS if any(map(may_be_slow, batches)) else FIRST_PLAYS
        source = _Turns(self, LocalSource(sides, cores(), self.stop, least))
        try:
            play(source, [remembered, sums], MOST_PLAYS)
        except Stopped:
            if self.stop.is_set():
                raise
            if not self.is_enough:
                raise Paused from None

    def _watch(self, together: Together) -> None:
        """Take the figures so far, whose intervals hold at every look."""
        if self.stop.is_set():
            return
        sums = together.copy()
        base = Outcome(self.base, None, "", 0.0, gathered=sums.tallies[0])
        if self.draft is None:
            self.figures = watched_batch(base)
        else:
            self.figures = watched_pair(
                base, Outcome(self.draft, None, "", 0.0, gathered=sums.tallies[1]), sums.pairs[0]
            )
        self.news.set()

    @property
    def is_enough(self) -> bool:
        """True once it has played long enough, or every main measure and every goal is decided."""
        if self.played_s >= LONGEST_S:
            return True
        if not isinstance(self.figures, Summary):
            return False
        is_open = any(contrast.verdict is Verdict.UNDECIDED for contrast in self.figures.main)
        is_open = is_open or any(goal.standing is Standing.UNDECIDED for goal in self.figures.other.goals)
        return not is_open and all(aim.standing is not AimStanding.UNDECIDED for aim in self.figures.aims)

    @property
    def is_left(self) -> bool:
        """True if nobody has asked for it for a while."""
        return time.monotonic() - self._seen >= LEFT_S


@dataclass
class _Turns:
    """The plays of a look, a stretch whenever it is its turn; they end early where nobody needs more."""

    look: QuickLook
    source: Source[StretchGroup]

    def stretches(self, first: int, end: int, rows: bool) -> Iterator[StretchGroup]:
        """See `Source`."""
        groups = self.source.stretches(first, end, rows)
        while not (self.look.is_enough or self.look.is_left):
            with self.look.lane.turn:
                group = next(groups, None)
            if group is None:
                return
            self.look.played_s += group[0].seconds
            yield group


class QuickLane:
    """Where quick looks play: at most `AT_ONCE` at a time, and the plays of a few bases that they share."""

    def __init__(self) -> None:
        self.turn = threading.BoundedSemaphore(AT_ONCE)
        self._bases: OrderedDict[JobKey, Remembered] = OrderedDict()
        self._guard = threading.Lock()

    def look(self, last: QuickLook | None, base: Scenario, draft: Scenario | None) -> QuickLook:
        """The look at this draft, which plays from now on; `last`, if it was at another one, is cancelled.

        Bots that have not learned these rules yet are quick ones here: nobody waits for lessons while editing.
        """
        if any(has_to_learn(side) for side in (base, draft) if side):
            base, draft = _untaught(base), draft and _untaught(draft)
        key = tuple(side and (_played(side), side.goals, side.aims) for side in (base, draft))
        if last and not last.stop.is_set() and last.key == key:
            return last.ask()
        if last:
            last.cancel()
        title = f"Looking at {base.title}"
        return QuickLook(key=key, title=title, base=base, draft=draft, lane=self).ask()

    def remembered(self, base: Scenario) -> Remembered:
        """The plays of a revision."""
        key = _played(base)
        with self._guard:
            remembered = self._bases.pop(key, None) or Remembered(base)
            self._bases[key] = remembered
            while len(self._bases) > MOST_BASES:
                self._bases.popitem(last=False)
        return remembered


def _played(scenario: Scenario) -> JobKey:
    return scenario.name, scenario.rules_hash, scenario.game.code_hash, scenario.bots, scenario.seed


def _untaught(scenario: Scenario) -> Scenario:
    return replace(scenario, bots=tuple(map(untaught, scenario.bots)))
