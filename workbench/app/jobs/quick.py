"""Quick looks: a draft against the revision that it comes from, played at once while somebody edits it.

They play in threads of their own, beside the queue: a quick look never waits for a long batch. Nothing is stored. What
they play is added up as everywhere; of the base side the plays are kept for a while, so that the next change plays the
draft alone.
"""

import logging
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field

import numpy as np

from workbench.app.jobs.batch_job import Phase
from workbench.bots.seats import searches
from workbench.engine.batch import cores, game_code_hash
from workbench.engine.measures import Results
from workbench.engine.problems import WorkbenchError
from workbench.play.ahead import compile_ahead, get_ready, is_ready
from workbench.play.forms import layout, make_batch
from workbench.play.local import gather_together
from workbench.play.options import Stopped
from workbench.play.outcome import Outcome
from workbench.report.summary import BatchSummary, Summary, watched_batch, watched_pair
from workbench.scenario import Scenario
from workbench.stats import Verdict
from workbench.study.goals import Standing
from workbench.tallies.tallies import Block, PairTallies, Tallies, pair_layout, pieces

log = logging.getLogger(__name__)

MOST_PLAYS = 8_192
"""Pairs of plays after which a quick look ends; a comparison that is stored plays more."""
LONGEST_S = 30.0
"""Seconds of playing after which it ends."""
AT_ONCE = 2
"""Quick looks that play at the same time, over all browsers; the others wait for their next block."""
FIRST_BLOCK, FIRST_SLOW_BLOCK = 128, 8
"""Plays of the first block, and of the first one where somebody searches: enough for the first intervals."""
BLOCK_S = 0.5
"""About how long a block plays, as often as the page asks for figures: making them costs as much as the plays."""
LEFT_S = 4.0
"""Seconds without anybody asking after which a look pauses: the page was left."""
KEPT_BASES = 4
"""Revisions whose plays are kept for the next change."""
ENDED = (Phase.DONE, Phase.FAILED)


class Remembered:
    """The first plays of a revision, played once for all drafts of it."""

    def __init__(self, scenario: Scenario) -> None:
        self.batch = make_batch(scenario)
        self._rows = np.zeros(MOST_PLAYS, scenario.game.result)
        self._done = 0
        self._guard = threading.Lock()

    def play(self, first: int, plays: int, stop: threading.Event) -> Results:
        """The results of these plays; fewer once `stop` is set."""
        with self._guard:
            missing = first + plays - self._done
            if missing > 0:
                fresh = self.batch.play(self._done, missing, cores(), stop)
                self._rows[self._done : self._done + len(fresh)] = fresh
                self._done += len(fresh)
            return self._rows[first : min(first + plays, self._done)]


@dataclass(eq=False)
class QuickLook:
    """What is known of a draft so far; without a draft, of its base alone."""

    base: Scenario
    draft: Scenario | None
    lane: "QuickLane"
    phase: Phase = Phase.WAITING
    error: str = ""
    found: BatchSummary | Summary | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    news: threading.Event = field(default_factory=threading.Event)  # set once there are first figures, or none come
    _seen: float = 0.0
    _played_s: float = 0.0
    _play: "_Pairs | None" = None
    _thread: threading.Thread | None = None

    @property
    def ended(self) -> bool:
        """True if nothing more will be played."""
        return self.phase in ENDED or self.stop.is_set()

    @property
    def plays(self) -> int:
        """Pairs of plays behind the figures."""
        return self.found.plays if self.found else 0

    def ask(self) -> "QuickLook":
        """Say that somebody looks, which keeps it playing; one that paused goes on."""
        self._seen = time.monotonic()
        if not self.ended and not (self._thread and self._thread.is_alive()):
            self._thread = threading.Thread(target=self._work, name="workbench-quick", daemon=True)
            self._thread.start()
        return self

    def cancel(self) -> None:
        """Stop it for good, within about a second."""
        self.stop.set()

    def _work(self) -> None:
        try:
            self._go_on()
        except Stopped:
            pass
        except WorkbenchError as error:
            self.error, self.phase = str(error), Phase.FAILED
        except Exception as error:  # a defect of ours: the page says what happened
            log.exception("a quick look at %s failed", self.base.name)
            self.error, self.phase = f"the workbench failed: {type(error).__name__}: {error}", Phase.FAILED
        finally:
            self.news.set()

    def _go_on(self) -> None:
        play = self._play = self._play or _Pairs(self.base, self.draft, self.lane.remembered(self.base))
        if not play.is_warm:
            self.phase = Phase.COMPILING
            compile_ahead(play.batch, pairs=True)
        play.warm_up(self.stop)
        self.phase = Phase.PLAYING
        while not self.stop.is_set() and time.monotonic() - self._seen < LEFT_S:
            if self._is_enough(play):
                self.phase = Phase.DONE
                return
            with self.lane.turn:
                self._step(play)

    def _step(self, play: "_Pairs") -> None:
        began = time.monotonic()
        play.step(self.stop)
        self._played_s += time.monotonic() - began
        if play.plays and not self.stop.is_set():
            self.found = play.summary()
            self.news.set()

    def _is_enough(self, play: "_Pairs") -> bool:
        if play.plays >= MOST_PLAYS or self._played_s >= LONGEST_S:
            return True
        return isinstance(self.found, Summary) and _is_decided(self.found)


def _is_decided(summary: Summary) -> bool:
    """True if every main measure and every goal is decided."""
    open_ = any(each.verdict is Verdict.UNDECIDED for each in summary.main)
    return not open_ and all(goal.standing is not Standing.UNDECIDED for goal in summary.other.goals)


class _Pairs:
    """Plays in growing blocks, and what they add up to: of the base alone, or of it and a draft with their pairs."""

    def __init__(self, base: Scenario, draft: Scenario | None, remembered: Remembered) -> None:
        self.base, self.draft, self.remembered = base, draft, remembered
        self.batch = make_batch(draft) if draft else remembered.batch
        sides = [base, draft] if draft else [base]
        self.blocks = [Block(layout(side)) for side in sides]
        self.tallies = [Tallies.empty(block.layout) for block in self.blocks]
        self.pairs = PairTallies.empty(pair_layout(*(block.layout for block in self.blocks))) if draft else None
        self.plays = 0
        slow = searches(remembered.batch.seats) or searches(self.batch.seats)
        self.block = FIRST_SLOW_BLOCK if slow else FIRST_BLOCK

    @property
    def is_warm(self) -> bool:
        """True if all that it needs is compiled."""
        return is_ready(self.remembered.batch, pairs=True) and is_ready(self.batch, pairs=True)

    def warm_up(self, stop: threading.Event) -> None:
        """Load or compile all of that."""
        both = self.remembered.batch, self.batch
        if not all(is_ready(batch, pairs=True) or get_ready(batch, pairs=True, stop=stop) for batch in both):
            raise Stopped("stopped before it began")

    def step(self, stop: threading.Event) -> None:
        """Play a block of each side and add it up; the next one takes about `BLOCK_S`."""
        began, plays = time.monotonic(), min(self.block, MOST_PLAYS - self.plays)
        sides = [self.remembered.play(self.plays, plays, stop)]
        if self.draft:
            sides.append(self.batch.play(self.plays, plays, cores(), stop))
        common = min(map(len, sides))
        self._add([side[:common] for side in sides])
        taken = max(time.monotonic() - began, 1e-6)
        self.block = max(1, min(2 * self.block, int(plays * BLOCK_S / taken)))

    def _add(self, sides: list[Results]) -> None:
        pairs = [self.pairs] if self.pairs else []
        for parts in zip(*(pieces(side, self.plays) for side in sides), strict=True):
            gather_together(self.blocks, self.tallies, pairs, [records for records, _ in parts], parts[0][1])
        self.plays += len(sides[0])

    def summary(self) -> BatchSummary | Summary:
        """The figures so far, whose intervals hold at every look."""
        base = _outcome(self.base, self.tallies[0])
        if self.draft is None:
            return watched_batch(base)
        return watched_pair(base, _outcome(self.draft, self.tallies[1]), self.pairs)


def _outcome(scenario: Scenario, tallies: Tallies) -> Outcome:
    return Outcome(scenario, None, "", 0.0, gathered=tallies)


class QuickLane:
    """Where quick looks play: at most `AT_ONCE` at a time, and the plays of a few bases that they share."""

    def __init__(self) -> None:
        self.turn = threading.BoundedSemaphore(AT_ONCE)
        self._bases: OrderedDict[tuple[object, ...], Remembered] = OrderedDict()
        self._guard = threading.Lock()

    def look(self, last: QuickLook | None, base: Scenario, draft: Scenario | None) -> QuickLook:
        """The look at this draft, which plays from now on; `last`, if it was at another one, is cancelled."""
        if last and not last.stop.is_set() and _asked(last.base, last.draft) == _asked(base, draft):
            return last.ask()
        if last:
            last.cancel()
        return QuickLook(base, draft, self).ask()

    def remembered(self, base: Scenario) -> Remembered:
        """The plays of a revision that are kept."""
        key = _played(base)
        with self._guard:
            found = self._bases.pop(key, None) or Remembered(base)
            self._bases[key] = found
            while len(self._bases) > KEPT_BASES:
                self._bases.popitem(last=False)
        return found


def _asked(*sides: Scenario | None) -> tuple[object, ...]:
    return tuple(side and (_played(side), side.goals) for side in sides)


def _played(scenario: Scenario) -> tuple[object, ...]:
    return scenario.name, scenario.rules_hash, game_code_hash(scenario.game), scenario.bots, scenario.seed
