"""Do the intervals and verdicts hold? Batches drawn anew from plays whose truth is known, and what came out.

The plays of two revisions of each game stand for all plays that there could be: their means are the truth. From them
batches are drawn with replacement, thousands of times, and every interval and verdict is worked out as for a real
batch. Beside the games' own measures stand rare counts, whose size is declared. Each line says what is promised, what
was found, and how far that may be off by the luck of the draws.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import sqrt
from typing import Any

import numpy as np

from workbench.engine.measures import WIN_RATE, Measure
from workbench.engine.registry import games
from workbench.scenario import Scenario, list_scenarios, load_scenario
from workbench.scenario.files import Workspace
from workbench.stats import Verdict, confidence_sequence, paired_difference, paired_spread_difference, win_rate_spread
from workbench.stats.estimate import Floats, half_width, normal_quantile, score_interval, student_reach
from workbench.stats.evidence import FEWEST_PLAYS
from workbench.stats.seats import share_estimate
from workbench.study.batch_player import RunOptions
from workbench.study.compare import PairedMeasure, judge_contrasts
from workbench.study.figures import Prominence, figures
from workbench.study.simulate import simulate
from workbench.tallies.series import WHOLE_WIN
from workbench.tallies.tallies import Sums, values_by_play

SIZES = (100, 300, 1_000, 5_000)
"""Plays in a batch."""
LOOKS = (FEWEST_PLAYS, 3_000, 20)
"""A watched batch: the first look, the last, and how many plays lie between two."""
POOL = 6_000
"""Plays of each revision that stand for all there could be."""
RARE_SIZES, RARE_CHANCES = (1.0, 5.0, 20.0), (1e-4, 1e-3, 3e-3, 1e-2, 5e-2)
PLANTED = {0.0: "identical rules", 0.9: "a change just inside every margin", 1.1: "one just beyond"}
"""Changes that are added to every measure, in margins."""
HELD, RISKED = 0.94, 0.05
"""What is promised: the least coverage of a 95 % interval, and the most wrong verdicts."""


@dataclass(frozen=True)
class SampleSizes:
    """How many batches are drawn for a line; `runs` of them are watched."""

    batches: int = 200
    runs: int = 40
    comparisons: int = 30
    pool: int = POOL


@dataclass(frozen=True)
class Line:
    """One check: `found` is the mean over `cases` shapes and sizes, `worst` the extreme one.

    `error` is two standard errors of the worst. `off` counts the cases that break the promise by more than luck
    explains, among so many.
    """

    check: str
    promise: str
    found: float
    worst: float
    where: str
    cases: int
    tries: int
    error: float
    off: int


@dataclass(frozen=True)
class Shape:
    """One measure under two revisions, play by play."""

    name: str
    measure: Measure
    base: Floats
    other: Floats
    rate: bool


@dataclass(frozen=True)
class _Case:
    """How often one shape at one size came out as promised."""

    where: str
    share: float
    tries: int


Show = Callable[[str], None]


def calibrate(place: Workspace, show: Show, effort: SampleSizes | None = None, thorough: bool = False) -> list[Line]:
    """Every check, for the main figures of one pair of revisions a game.

    `thorough`: for every figure of every revision and its parent, by greedy and by random bots.
    """
    effort = effort or SampleSizes()
    rng = np.random.default_rng(2026)
    pairs = [_played(pair, effort.pool, show, thorough) for pair in _pairs_of(place, thorough)]
    shapes = _different([shape for pair in pairs for shape in pair.shapes])
    found = []
    for name, check in _checks(rng, shapes, pairs, effort).items():
        show(name)
        found.append(check(name))
    return found


def as_json(lines: Sequence[Line], elapsed_s: float) -> dict[str, Any]:
    """`calibrate --json`."""
    return {"lines": [asdict(line) for line in lines], "elapsed_s": round(elapsed_s, 1)}


# What is played


@dataclass(frozen=True)
class _Pair:
    shapes: list[Shape]
    shares: tuple[Floats, Floats] | None


def _pairs_of(place: Workspace, thorough: bool) -> Iterator[tuple[Scenario, Scenario]]:
    """The revisions that are held against each other."""
    for game in games().values():
        read = [load_scenario(place, name) for name in list_scenarios(place, game)]
        known = {each.revision: each for each in read}
        pairs = [(known[each.parent], each) for each in read if each.parent in known]
        alike = [(base, other) for base, other in pairs if base.players == other.players]
        for base, other in pairs if thorough else [*alike, *((each, each) for each in read)][:1]:
            for bot in ("greedy", "random") if thorough else ("greedy",):
                yield _with(base, bot), _with(other, bot)


def _with(scenario: Scenario, bot: str) -> Scenario:
    return replace(scenario, bots=(bot,) * scenario.players, seed=1)


def _played(pair: tuple[Scenario, Scenario], plays: int, show: Show, thorough: bool) -> _Pair:
    """Both revisions on the same shuffles; every figure, or the main ones."""
    base, other = pair
    show(f"playing {base.name} and {other.revision}")
    outcomes = [simulate(replace(each, plays=plays), RunOptions()) for each in pair]
    before, after = (values_by_play(each.tallies.layout, each.results) for each in outcomes)
    shapes = []
    for name, figure in figures(outcomes[0].tallies).items():
        is_checked = thorough or figure.prominence is Prominence.MAIN
        if is_checked and name in after and (figure.seat is None or base.players == other.players):
            both = ~np.isnan(before[name]) & ~np.isnan(after[name])
            if both.sum() >= plays / 20:
                was, now = before[name][both], after[name][both]
                shapes.append(Shape(f"{other.name} {name}", figure.measure, was, now, figure.measure.is_rate))
    same = base.players == other.players
    return _Pair(shapes, (_shares(before, base.players), _shares(after, base.players)) if same else None)


def _shares(values: dict[str, Floats], seats: int) -> Floats:
    """Each seat's share of each win, shape (plays, seats)."""
    return np.stack([values[f"{WIN_RATE.name}_seat_{seat}"] for seat in range(seats)], axis=1)


def _different(shapes: Sequence[Shape]) -> list[Shape]:
    """The shapes without those that say the same, play by play."""
    return list({(each.base.tobytes(), each.other.tobytes()): each for each in shapes}.values())


def rare_shapes() -> list[Shape]:
    """Counts worth 1, 5 or 20 in few plays, of a declared size: rising alone, and to both sides."""
    found = []
    for size in RARE_SIZES:
        measure = Measure("rare", "A rare count.", 0.1, jump=size)
        for chance in RARE_CHANCES:
            often = max(1, round(chance * 30_000))
            for name, signs in (("up", (1, 1)), ("both", (1, -1))):
                other = np.zeros(30_000)
                other[:often:2], other[1:often:2] = size * signs[0], size * signs[1]
                found.append(
                    Shape(f"{size:g} in {1 / chance:,.0f} plays, {name}", measure, np.zeros(30_000), other, False)
                )
    return found


# What is checked


def _checks(
    rng: np.random.Generator, shapes: Sequence[Shape], pairs: Sequence[_Pair], effort: SampleSizes
) -> dict[str, Callable[[str], Line]]:
    rates, counts = [each for each in shapes if each.rate], [each for each in shapes if not each.rate]
    by = partial(_coverage, rng, effort.batches)
    watch = partial(_watching, rng, effort.runs)
    tables = [pair.shares for pair in pairs if pair.shares]
    verdicts = partial(_verdicts, rng, pairs, effort.comparisons)
    return {
        "means": partial(by, shapes=counts, holds=_holds_mean),
        "differences of means": partial(by, shapes=counts, holds=_holds_pairs),
        "rates": partial(by, shapes=rates, holds=_holds_rate),
        "differences of rates": partial(by, shapes=rates, holds=_holds_pairs),
        "rare counts": partial(by, shapes=rare_shapes(), holds=_holds_pairs),
        "shares of wins": partial(_by_call, rng, effort.runs, tables, _holds_share),
        "spread of the seats": partial(_by_call, rng, effort.runs, tables, _holds_spread),
        "differences of spreads": partial(_by_call, rng, effort.runs, tables, _holds_spreads),
        "watched: numbers": partial(watch, shapes=counts),
        "watched: rates": partial(watch, shapes=rates),
        "watched: rare counts": partial(watch, shapes=[each for each in rare_shapes() if each.measure.jump == 1]),
        **{
            f"wrong verdicts, {name}{kind}": partial(verdicts, planted=planted, watched=watched)
            for watched, kind in ((False, ""), (True, ", watched"))
            for planted, name in PLANTED.items()
        },
    }


Holds = Callable[[Shape, Any], Any]


def _coverage(rng: np.random.Generator, batches: int, name: str, shapes: Sequence[Shape], holds: Holds) -> Line:
    """How often the intervals hold, at every size."""
    cases = []
    for shape in shapes:
        for n in SIZES:
            held = [holds(shape, rng.integers(0, shape.base.size, (part, n))) for part in _parts(batches, n)]
            cases.append(_Case(f"{shape.name}, {n:,} plays", float(np.concatenate(held).mean()), batches))
    return _line(name, cases)


def _parts(batches: int, n: int) -> list[int]:
    """Batches in pieces of at most a million plays."""
    piece = max(1, 1_000_000 // n)
    return [min(piece, batches - begun) for begun in range(0, batches, piece)]


def _holds_mean(shape: Shape, at: Any) -> Any:
    drawn = shape.base[at]
    mean = drawn.mean(axis=1)
    jump = np.maximum(shape.measure.jump, np.maximum(drawn.max(axis=1) - mean, mean - drawn.min(axis=1)))
    return _reaches(drawn, mean, jump, shape.base.mean())


def _holds_pairs(shape: Shape, at: Any) -> Any:
    """As `stats.paired` does it, for many batches at once."""
    base, other = shape.base[at], shape.other[at]
    drawn = other - base
    mean = drawn.mean(axis=1)
    span = np.maximum(np.ptp(base, axis=1), np.ptp(other, axis=1)) / np.sqrt(np.count_nonzero(drawn, axis=1) + 1)
    farthest = np.maximum(drawn.max(axis=1) - mean, mean - drawn.min(axis=1))
    jump = np.maximum(np.maximum(shape.measure.jump, farthest), span)
    return _reaches(drawn, mean, jump, (shape.other - shape.base).mean())


def _reaches(drawn: Floats, mean: Floats, jump: Floats, truth: float) -> Any:
    n = drawn.shape[1]
    half = half_width(drawn.std(axis=1, ddof=1), n, student_reach(n, 0.95), jump)
    return np.abs(mean - truth) <= half + 1e-12


def _holds_rate(shape: Shape, at: Any) -> Any:
    low, high = score_interval(
        shape.base[at].mean(axis=1), np.full(len(at), float(at.shape[1])), np.full(len(at), -normal_quantile(0.025))
    )
    truth = shape.base.mean()
    return (low <= truth + 1e-12) & (truth <= high + 1e-12)


Tables = tuple[Floats, Floats]


def _by_call(
    rng: np.random.Generator, batches: int, tables: Sequence[Tables], holds: Callable[[Tables, Any], bool], name: str
) -> Line:
    """The same for what is worked out a batch at a time."""
    cases = []
    for place, table in enumerate(tables):
        for n in SIZES[:3]:
            held = [holds(table, rng.integers(0, len(table[0]), n)) for _ in range(batches)]
            cases.append(_Case(f"game {place + 1}, {n:,} plays", float(np.mean(held)), batches))
    return _line(name, cases)


def _holds_share(table: Tables, at: Any) -> bool:
    found, truth = share_estimate(table[0][at, 0]), float(table[0][:, 0].mean())
    return found.low <= truth <= found.high


def _holds_spread(table: Tables, at: Any) -> bool:
    found, truth = win_rate_spread(table[0][at]), float(np.ptp(table[0].mean(axis=0)))
    return found.low - 1e-12 <= truth <= found.high + 1e-12


def _holds_spreads(table: Tables, at: Any) -> bool:
    found = paired_spread_difference(table[0][at], table[1][at])
    truth = float(np.ptp(table[1].mean(axis=0)) - np.ptp(table[0].mean(axis=0)))
    return found.low - 1e-12 <= truth <= found.high + 1e-12


def _watching(rng: np.random.Generator, runs: int, name: str, shapes: Sequence[Shape]) -> Line:
    """How often a watched interval misses at any look."""
    first, last, step = LOOKS
    looks = np.arange(first, last + 1, step)
    cases = []
    for shape in shapes:
        drawn = shape.other.astype(bool) if shape.rate else shape.other - shape.base
        truth = float(drawn.mean())
        seen = [confidence_sequence(drawn[rng.integers(0, drawn.size, last)], times=looks) for _ in range(runs)]
        missed = [bool(((truth < each.low - 1e-12) | (truth > each.high + 1e-12)).any()) for each in seen]
        cases.append(_Case(shape.name, float(np.mean(missed)), runs))
    return _line(name, cases, most=RISKED)


def _verdicts(
    rng: np.random.Generator,
    pairs: Sequence[_Pair],
    comparisons: int,
    name: str,
    planted: float,
    watched: bool,
) -> Line:
    """In how many comparisons any verdict is wrong: the base against itself on other shuffles, and a planted change."""
    cases = []
    for pair in pairs:
        shapes = [each for each in pair.shapes if each.measure.margin > 0 and not each.rate]
        wrong = [_any_wrong(rng, shapes, planted, watched) for _ in range(comparisons)]
        cases.append(_Case(pair.shapes[0].name.partition(" ")[0], float(np.mean(wrong)), comparisons))
    return _line(name, cases, most=RISKED)


def _any_wrong(rng: np.random.Generator, shapes: Sequence[Shape], planted: float, watched: bool) -> bool:
    """Whether one comparison has a wrong verdict; watched, at any of its looks."""
    most = min(each.base.size for each in shapes)
    ours, theirs = rng.integers(0, most, (2, 2_000))
    looks = (100, 200, 500, 1_000, 2_000) if watched else (2_000,)
    wrong = {Verdict.SAME, Verdict.LOWER} if planted > 1 else {Verdict.HIGHER, Verdict.LOWER}
    for n in looks:
        found = [_with_change(each, ours[:n], theirs[:n], planted) for each in shapes]
        if wrong & {each.verdict for each in judge_contrasts(found, {}, watched, n).values()}:
            return True
    return False


def _with_change(shape: Shape, ours: Any, theirs: Any, planted: float) -> PairedMeasure:
    """The base against itself on other shuffles, `planted` margins added."""
    before, after = shape.base[ours], shape.base[theirs] + planted * shape.measure.margin
    difference = paired_difference(before, after, step=shape.measure.jump)
    return PairedMeasure(
        shape.name, shape.name, shape.measure, difference, sides=(_sums(before), _sums(after), WHOLE_WIN)
    )


def _sums(values: Floats) -> Sums:
    """What tells whether two series repeat each other, from their values."""
    parts = np.rint(values * WHOLE_WIN).astype(np.int64)
    words = np.random.default_rng(0).integers(0, 2**64, len(parts), np.uint64)
    limits = (int(parts.min()), int(parts.max()))
    seen = int((words * parts.view(np.uint64)).sum())
    return Sums(len(parts), int(parts.sum()), 0, *limits, seen, int(words.sum()))


def _line(name: str, cases: Sequence[_Case], most: float | None = None) -> Line:
    """The cases summed up; without `most`, coverage of at least `HELD` is promised."""
    tries = sum(case.tries for case in cases)
    found = sum(case.share * case.tries for case in cases) / max(1, tries)
    worst = (max if most is not None else min)(cases, key=lambda case: case.share)
    promise = f"at most {RISKED:.0%}" if most is not None else f"at least {HELD:.0%}"
    limit = HELD if most is None else most
    beyond = [case for case in cases if _surely_off(case, limit, len(cases), most is not None)]
    error = 2 * sqrt(max(worst.share * (1 - worst.share), 0.25 / worst.tries) / worst.tries)
    return Line(name, promise, found, worst.share, worst.where, len(cases), worst.tries, error, len(beyond))


def _surely_off(case: _Case, limit: float, cases: int, above: bool) -> bool:
    """Whether luck explains the share with less than 5 % among so many cases (Bonferroni)."""
    reach = -normal_quantile(0.05 / cases) * sqrt(limit * (1 - limit) / case.tries) + 0.5 / case.tries
    return case.share > limit + reach if above else case.share < limit - reach


def timed(place: Workspace, show: Show, thorough: bool = False) -> tuple[list[Line], float]:
    """`calibrate`, and the seconds that it took."""
    began = time.perf_counter()
    return calibrate(place, show, thorough=thorough), time.perf_counter() - began
