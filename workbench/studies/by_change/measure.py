"""Plays the changes of a revision alone and together, and adds up what each does to each measure."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import BytesIO
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from workbench.engine.measures import DECISIONS, Results
from workbench.engine.wording import counted
from workbench.play.batches import play, source_of
from workbench.play.comparisons import Contrast, PairedMeasure, directions, judged_together, wishes_of
from workbench.play.figures import figure_sums
from workbench.play.forms import answer_of, layout
from workbench.play.local import StretchGroup
from workbench.play.options import RunOptions, Stopped, stopped_without_storing
from workbench.report.text.verdicts import MOVED, in_margins, one_a_measure
from workbench.scenario import Scenario
from workbench.stats import Direction, Prominence
from workbench.stats.estimate import Floats, Moments
from workbench.stats.paired import PairedMoments, difference_of
from workbench.store.answers import StoredAnswer, answer_data
from workbench.studies.by_change.plan import ChangePlan, Changes, PartKind
from workbench.studies.by_change.question import ByChangeQuestion
from workbench.studies.progress import Follow, StudyProgress, ignore_progress
from workbench.tallies.digest import BLOCK
from workbench.tallies.series import Series
from workbench.tallies.tallies import Tallies, values_by_play

STUDY = "by_change"
"""The name of the study, as the store keeps it."""


@dataclass(frozen=True)
class PartEffect:
    """The answer to one question for one measure."""

    kind: PartKind
    changes: tuple[str, ...]
    contrast: Contrast


@dataclass(frozen=True)
class Attribution:
    """The effect of each change on each measure.

    `unlike`: in how many plays each combination differs from that without any change. `last_unlike`: in how many all
    changes differ from all but this one. `sums` are what all of it is worked out from, as the store keeps them.
    """

    plan: ChangePlan
    plays: int
    effects: tuple[PartEffect, ...]
    unlike: Mapping[Changes, int]
    last_unlike: Mapping[str, int]
    sums: bytes = field(default=b"", repr=False, compare=False)

    def of(self, kind: PartKind, *changes: str) -> dict[str, Contrast]:
        """The answers to one question, by measure."""
        part = kind, changes
        return {
            effect.contrast.name: effect.contrast for effect in self.effects if (effect.kind, effect.changes) == part
        }

    @property
    def scenario(self) -> Scenario:
        """The revision whose changes these are."""
        return self.plan.other

    def label(self, change: str) -> str:
        """A changed rule as the game calls it."""
        return self.scenario.game.parameters[change].label

    def labels(self, changes: Changes) -> list[str]:
        """Several of them."""
        return sorted(map(self.label, changes))

    def part(self, change: str) -> Mapping[str, Contrast]:
        """The share of a change, by measure; its effect as the last, where not every combination was played."""
        return self.of(PartKind.SHARE if self.plan.is_crossed else PartKind.LAST, change)

    @cached_property
    def moved(self) -> list[Contrast]:
        """The measures that all changes together move, or one of them: those of goals first, then the largest."""
        parts = [self.part(change) for change in self.plan.changes]
        moved = [
            whole
            for whole in self.of(PartKind.TOTAL).values()
            if any(one.verdict in MOVED for one in (whole, *(part[whole.name] for part in parts if whole.name in part)))
        ]
        return sorted(moved, key=self._first_told)

    def moved_by(self, change: str) -> list[Contrast]:
        """The measures that a change moves, in the same order, one a measure."""
        part = self.part(change).values()
        wishes = wishes_of(self.scenario)
        moved = [row for row in part if row.verdict in MOVED and (row.measure is not DECISIONS or row.name in wishes)]
        return one_a_measure(sorted(moved, key=self._first_told))

    def wished(self, change: str) -> tuple[list[Contrast], list[Contrast]]:
        """Of what a change moves, that which goals and aims want so, and that which it costs by them."""
        ways = directions(self.plan.base, self.scenario)
        signs = {Direction.UP: 1, Direction.DOWN: -1}
        rows = [(row, signs.get(ways.get(row.name, Direction.NONE), 0)) for row in self.moved_by(change)]
        gains = [row for row, sign in rows if sign * row.difference.mean > 0]
        return gains, [row for row, sign in rows if sign * row.difference.mean < 0]

    @property
    def most_first(self) -> list[str]:
        """The changes, those first that move what goals and aims want, then those that cost it, then by size."""

        def order(change: str) -> tuple[bool, bool, float]:
            (gains, costs), moved = self.wished(change), self.moved_by(change)
            return not gains, not costs, -max((abs(in_margins(row, row.difference.mean)) for row in moved), default=0)

        return sorted(self.plan.changes, key=order)

    @property
    def helpful(self) -> list[str]:
        """The changes that move something as goals and aims want it, the best first."""
        return [change for change in self.most_first if self.wished(change)[0]]

    @property
    def is_wished(self) -> bool:
        """True if any change moves what a goal or an aim is about."""
        return any(any(self.wished(change)) for change in self.plan.changes)

    def does_all(self, change: str) -> bool:
        """True if what a change moves is the whole effect of the revision."""
        total, moved = self.of(PartKind.TOTAL), self.moved_by(change)
        return (
            bool(moved)
            and self.plan.is_crossed
            and all(share.difference.mean == total[share.name].difference.mean for share in moved)
        )

    @property
    def together(self) -> list[PartEffect]:
        """The effects of pairs of changes beyond the sum of both."""
        pairs = [effect for effect in self.effects if effect.kind is PartKind.TOGETHER]
        return [effect for effect in pairs if effect.contrast.verdict in MOVED]

    def _first_told(self, row: Contrast) -> tuple[bool, bool, bool, float]:
        """Goals, then whole tables before seats, the bots' effort last; large changes first, in margins."""
        size = abs(in_margins(row, row.difference.mean))
        return row.name not in wishes_of(self.scenario), row.measure is DECISIONS, row.seat is not None, -size

    @property
    def idle(self) -> list[str]:
        """The changes that changed no play, neither alone nor last.

        Up to `evidence.largest_unseen_rate` of all plays may change and none of these have shown it.
        """
        counts = {
            change: (self.unlike.get(frozenset([change])), self.last_unlike.get(change)) for change in self.plan.changes
        }
        return [change for change, unlike in counts.items() if unlike == (0, 0)]


def measure(question: ByChangeQuestion, options: RunOptions, follow: Follow = ignore_progress) -> Attribution:
    """Play every combination of the question's changes on the same shuffles. Raises `Stopped`."""
    plan, began = question.plan, time.monotonic()
    tables, plays = len(plan.scenarios), plan.base.plays

    def watch(done: int) -> None:
        elapsed_s = time.monotonic() - began
        left_s = elapsed_s * (plays / done - 1) if done else None
        title = counted(tables, "table")
        follow(StudyProgress(title, 1, 1, done * tables, plays * tables, done / plays, elapsed_s, left_s))

    return attribute(plan, options, watch)


def attribute(plan: ChangePlan, options: RunOptions, watch: Callable[[int], None] = lambda plays: None) -> Attribution:
    """Play every combination on the same shuffles, and say what each change does; what is stored is read again.

    `watch` is told how many plays of each are done. Raises `Stopped` when `options.stop` is set.
    """
    data = answer_data(options.store, question_of(plan)) if options.store else None
    sums = _Sums(plan, watch)
    if data and sums.read(data):
        return sums.attribution()
    try:
        play(source_of(list(plan.scenarios.values()), options), [sums], plan.base.plays)
    except Stopped:
        raise Stopped(stopped_without_storing()) from None
    return sums.attribution()


def question_of(plan: ChangePlan) -> StoredAnswer:
    """The question as the store keeps it, without its answer."""
    return answer_of(STUDY, replace(plan.other, plays=plan.base.plays, seed=plan.base.seed), {}, plan.base)


# Adding up


Bytes = NDArray[np.uint8]
ARRAYS = ("count", "unlike", "total", "squares", "least", "most")
"""The sums, by the names that they have below."""
NOT_PLAYED = -1


class _Sums:
    """The sums over the plays of all combinations, as a sink.

    For each question and measure they are those of both sides and of the difference. Blocks are added in play order, so
    that the sums are the same however the plays were cut.
    """

    wants_rows = True

    def __init__(self, plan: ChangePlan, watch: Callable[[int], None] = lambda plays: None) -> None:
        self.plan, self.parts, self.watch = plan, plan.parts, watch
        self.layouts = [layout(scenario) for scenario in plan.scenarios.values()]
        self.tallies = [Tallies.empty(layout) for layout in self.layouts]
        self.names = [name for name in self.layouts[0].names if all(name in layout.names for layout in self.layouts)]
        table = np.array([[float(part.weights.get(key, 0)) for key in plan.scenarios] for part in self.parts])
        self.sides = np.stack([np.maximum(-table, 0), np.maximum(table, 0)])
        self.used = table != 0
        shape = (3, len(self.parts), len(self.names))
        self.count, self.unlike = np.zeros(len(self.names)), np.zeros(shape[1:])
        self.total, self.squares = np.zeros(shape), np.zeros(shape)
        self.least, self.most = np.full(shape, np.inf), np.full(shape, -np.inf)
        self.unlike_none: Counter[Changes] = Counter()
        self.unlike_all: Counter[str] = Counter()
        self.done = 0
        self._rest: list[Results] = [np.zeros(0, layout.game.result) for layout in self.layouts]

    def take(self, group: StretchGroup) -> None:
        """Add the next plays of every combination."""
        for tallies, stretch in zip(self.tallies, group, strict=True):
            tallies.add(stretch.tallies)
        self._rest = [np.concatenate([rest, stretch.rows]) for rest, stretch in zip(self._rest, group, strict=True)]
        self.done += group[0].plays
        self._add_blocks()
        self.watch(self.done)

    def _add_blocks(self, everything: bool = False) -> None:
        """Add all whole blocks, and what is left at the end."""
        size = len(self._rest[0])
        whole = size if everything else size - size % BLOCK
        for first in range(0, whole, BLOCK):
            self._add_block([rows[first : first + BLOCK][: whole - first] for rows in self._rest])
        self._rest = [rows[whole:] for rows in self._rest]

    def _add_block(self, rows: Sequence[Results]) -> None:
        by_table = [values_by_play(layout, records) for layout, records in zip(self.layouts, rows, strict=True)]
        values = np.array([[table[name] for name in self.names] for table in by_table])
        missing = np.isnan(values).any(axis=0)
        self.count += (~missing).sum(axis=1)
        values[:, missing] = np.nan
        for question in range(len(self.parts)):
            self._add_question(question, values)
        raw = {
            key: np.ascontiguousarray(records).view(np.uint8).reshape(len(records), -1)
            for key, records in zip(self.plan.scenarios, rows, strict=True)
        }
        everything, nothing = frozenset(self.plan.changes), frozenset[str]()
        self.unlike_none.update({key: _unlike(records, raw[nothing]) for key, records in raw.items()})
        lasts = {change: raw.get(everything - {change}) for change in self.plan.changes}
        last = {change: _unlike(raw[everything], rest) for change, rest in lasts.items() if rest is not None}
        self.unlike_all.update(last)

    def _add_question(self, question: int, values: Floats) -> None:
        """Add one block to what one question asks; NaN where not every combination has something to count."""
        used = self.used[question]
        base, other = (np.tensordot(side[question][used], values[used], 1) for side in self.sides)
        for place, numbers in enumerate((base, other, other - base)):
            counted = np.where(np.isnan(numbers), 0.0, numbers)
            self.total[place, question] += counted.sum(axis=1)
            self.squares[place, question] += (counted**2).sum(axis=1)
            self.least[place, question] = np.fmin(self.least[place, question], np.fmin.reduce(numbers, axis=1))
            self.most[place, question] = np.fmax(self.most[place, question], np.fmax.reduce(numbers, axis=1))
        self.unlike[question] += (counted != 0).sum(axis=1)

    def attribution(self) -> Attribution:
        """The answer so far."""
        self._add_blocks(everything=True)
        out, plan = BytesIO(), self.plan
        np.savez_compressed(  # all of it, as `read` reads it again
            out,
            **{name: getattr(self, name) for name in ARRAYS},
            names=np.array(self.names),
            plays=np.array(self.done),
            tallies=np.frombuffer(self.tallies[0].to_bytes(), np.uint8),
            none=np.array([self.unlike_none[key] for key in plan.scenarios]),
            last=np.array([self.unlike_all.get(change, NOT_PLAYED) for change in plan.changes]),
        )
        effects = tuple(self._effects())
        return Attribution(plan, self.done, effects, self.unlike_none, self.unlike_all, out.getvalue())

    def read(self, data: bytes) -> bool:
        """Take what was added up before; False where other code did, or of other measures."""
        with np.load(BytesIO(data), allow_pickle=False) as arrays:
            stored = {name: arrays[name] for name in arrays.files}
        tallies = Tallies.from_bytes(self.layouts[0], stored["tallies"].tobytes())
        alike = stored["names"].tolist() == self.names
        if tallies is None or not alike or any(stored[name].shape != getattr(self, name).shape for name in ARRAYS):
            return False
        for name in ARRAYS:
            setattr(self, name, stored[name])
        self.tallies[0], self.done = tallies, int(stored["plays"])
        self.unlike_none = Counter(dict(zip(self.plan.scenarios, stored["none"].tolist(), strict=True)))
        last = zip(self.plan.changes, stored["last"].tolist(), strict=True)
        self.unlike_all = Counter({change: plays for change, plays in last if plays != NOT_PLAYED})
        return True

    def _effects(self) -> Iterator[PartEffect]:
        by_name, wishes = figure_sums(self.tallies[0]), wishes_of(self.plan.other)  # what reports tell of, and no more
        main = {name for name, sums in by_name.items() if sums.figure().prominence is Prominence.MAIN or name in wishes}
        places = [at for at, name in enumerate(self.names) if name in main]
        measured = [
            (part, self._measured(at, place, by_name[self.names[place]].series))
            for at, part in enumerate(self.parts)
            for place in places
            if self.count[place]
        ]
        contrasts = judged_together([measure for _, measure in measured], {}, False, self.done)
        for (part, _), contrast in zip(measured, contrasts, strict=True):
            yield PartEffect(part.kind, part.changes, contrast)

    def _measured(self, question: int, place: int, series: Series) -> PairedMeasure:
        base, other, moved = (self._moments(side, question, place) for side in range(3))
        pairs = PairedMoments(base, other, moved, int(self.unlike[question, place]))
        difference = difference_of(pairs, step=series.measure.jump)
        return PairedMeasure(Contrast(series.name, series.measure, difference, series.seat, series.side))

    def _moments(self, side: int, question: int, place: int) -> Moments:
        at = side, question, place
        n = int(self.count[place])
        mean = self.total[at] / n
        variance = max(0.0, self.squares[at] - n * mean**2) / (n - 1) if n > 1 else float("nan")
        return Moments(n, float(mean), sqrt(variance), float(self.least[at]), float(self.most[at]))


def _unlike(one: Bytes, two: Bytes) -> int:
    """How many plays differ in anything that is counted."""
    return int((one != two).any(axis=1).sum())
