"""Means, rates and distributions of many plays, with the intervals, moments and quantiles that all statistics here use.

**Means.** Student's interval rests on the spread that was seen. Where a number changes in one play of a thousand, 100
plays mostly show none of it: the interval has no width, and covers the truth in 9 % of batches instead of 95 %. So
`half_width` leaves room for rare events. `reach` standard errors r (1.96 for 95 %) span

    r sqrt( sd² / n  +  (r jump / n)² )

around the mean. The second part is what r² further plays would add to the variance of the mean, half of them `jump`
above it and half below: Agresti & Coull (1998) do so with a rate, Bonett & Price (2012) with one play each way for the
change of a rate, and the empirical Bernstein bound (Maurer & Pontil 2009) has the same two parts. It shrinks as 1 / n:
it widens Student's interval by 15 % at 100 plays, 2 % at 1 000 and less than 0.1 % at 20 000 (median over the measures
that ship). Where nothing varied it remains, about four jumps in n plays.

`jump` is the larger of the step that the measure declares and the distance of the farthest value seen from the mean. In
pairs it also covers what the two sides show where few pairs differ (`paired`).

**Rates.** Wilson's (1927) interval for a rate misses a rare one in up to 16 % of batches (a rate of 0.18 / n). Agresti
& Coull (1998) keep its middle and take the error of that: the interval contains Wilson's, is 0.4 % wider at 1 000
plays, and covers at least 93.9 % for every rate and n from 100 to 5 000 (exact sums).
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil, copysign, erfc, floor, inf, log1p, nan, sqrt
from statistics import NormalDist
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.engine.measures import SIDE_WIN_RATE, Measure

Floats: TypeAlias = NDArray[np.float64]


def as_floats(values: ArrayLike) -> Floats:
    """The sample as float64, shape (n,); `None` becomes NaN. ValueError unless it has one dimension."""
    sample = np.asarray(values, dtype=np.float64)
    if sample.ndim != 1:
        raise ValueError(f"a sample has one dimension, not shape {sample.shape}")
    return sample


class Moments(NamedTuple):
    """Moments of n values: mean, standard deviation (n - 1), the smallest and the largest.

    NaN where n is too small for them. They come from values (`moments_of`) or from exact sums (`summed`).
    """

    n: int
    mean: float
    sd: float
    least: float
    most: float

    @property
    def total(self) -> float:
        """The sum of the values."""
        return self.mean * self.n if self.n else 0.0

    @property
    def farthest(self) -> float:
        """The largest distance of any value from their mean; 0 for no values."""
        return max(self.most - self.mean, self.mean - self.least) if self.n else 0.0


def moments_of(values: "ArrayLike | Moments") -> Moments:
    """The moments of a sample, shape (n,), any real dtype; moments stay what they are."""
    if isinstance(values, Moments):
        return values
    sample = as_floats(values)
    mean, sd = moments(sample)
    limits = (float(sample.min()), float(sample.max())) if sample.size else (nan, nan)
    return Moments(sample.size, mean, sd, *limits)


def summed(n: int, total: int, squares: int, limits: tuple[int, int] | None, unit: int) -> Moments:
    """The moments from exact sums of whole numbers, which count parts of the `unit`; each is rounded once."""
    least, most = (limit / unit for limit in limits) if limits else (nan, nan)
    sd = sqrt((n * squares - total**2) / (n * (n - 1))) / unit if n > 1 else nan
    return Moments(n, total / (n * unit) if n else nan, sd, least, most)


def moments(sample: Floats) -> tuple[float, float]:
    """Mean and standard deviation (n - 1 in the denominator) of shape (n,); NaN where n is too small for them.

    Computed about the first value, so that a constant sample has exactly its value and exactly 0, and a large common
    offset costs no digits (Chan, Golub & LeVeque 1983, "shifted data").
    """
    n = sample.size
    if n == 0:
        return nan, nan
    shifted = sample - sample[0]
    return float(sample[0] + shifted.mean()), float(shifted.std(ddof=1)) if n > 1 else nan


def tail(confidence: float) -> float:
    """The probability beyond each end of a two-sided interval: 0.025 for 0.95. ValueError outside (0, 1)."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence = {confidence}: must lie between 0 and 1")
    return (1 - confidence) / 2


def normal_quantile(probability: float) -> float:
    """The z with `probability` below it; `probability` in (0, 1)."""
    return NormalDist().inv_cdf(probability)


def normal_below(z: ArrayLike) -> Floats:
    """The probability below z, of any shape."""
    return np.asarray(_erfc(-np.asarray(z) / sqrt(2)) / 2)


_erfc = np.vectorize(erfc, otypes=[np.float64])
MANY = 99
"""Degrees of freedom from which the expansions of Student's distribution hold to ten digits: those of every batch that
may have a verdict. For fewer, SciPy, whose import takes a command of a thousand plays a sixth of its time."""


def student_quantile(probability: float, freedom: int) -> float:
    """The t with `probability`, in (0, 1), below it, by Fisher and Cornish's (1960) expansion."""
    if freedom < MANY:
        from scipy.special import stdtrit  # loads slowly

        return float(stdtrit(freedom, probability))
    z = normal_quantile(probability)
    s = z * z
    terms = (
        (s + 1) / 4,
        ((5 * s + 16) * s + 3) / 96,
        (((3 * s + 19) * s + 17) * s - 15) / 384,
        ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) / 92160,
        (((((27 * s + 339) * s + 930) * s - 1782) * s - 765) * s + 17955) / 368640,
    )
    more = 0.0
    for term in reversed(terms):
        more = (more + term) / freedom
    return z * (1 + more)


def student_below(t: float, freedom: int) -> float:
    """The probability below t, by Hill's (1970) expansion, algorithm 395 of the ACM."""
    if freedom < MANY:
        from scipy.special import stdtr  # loads slowly

        return float(stdtr(freedom, t))
    near = freedom - 0.5
    y, b = min(near * log1p(t * t / freedom), 1e4), 48 * near**2  # beyond that there is nothing
    z = sqrt(y) * (1 + (y + 3 + (((-0.4 * y - 3.3) * y - 24) * y - 85.5) / (0.8 * y**2 + 100 + b)) / b)
    return erfc(copysign(z, -t) / sqrt(2)) / 2


def student_half_width(sd: float, n: int, confidence: float) -> float:
    """Half-width of Student's interval for a mean of n values: unbounded for n = 1, NaN for n = 0."""
    if n < 2:
        return inf if n else nan
    return student_reach(n, confidence) * sd / sqrt(n)


Number = TypeVar("Number", float, Floats)


def half_width(sd: Number, n: Number | int, reach: Number | float, jump: Number | float) -> Number:
    """Half-width of the interval of `reach` standard errors, with room for rare events; numbers, or equal shapes."""
    width: Number = reach * np.sqrt(sd**2 / n + (reach * jump / n) ** 2)
    return width


def errors_between(gap: float, sd: float, n: int, jump: float) -> float:
    """How many standard errors span `gap`: the inverse of `half_width`, with the sign of `gap`."""
    plain, rare = sd**2 / n, (jump / n) ** 2
    below = plain + float(np.sqrt(plain**2 + 4 * rare * gap**2))
    if below == 0:
        return float(np.sign(gap)) * float("inf") if gap else 0.0
    return float(np.sign(gap) * np.sqrt(2 * gap**2 / below))


def student_reach(n: int, confidence: float) -> float:
    """Student's quantile for n values, in standard errors; infinite for fewer than two."""
    beyond = tail(confidence)
    return -student_quantile(beyond, n - 1) if n > 1 else inf


@dataclass(frozen=True)
class Estimate:
    """A mean of n plays in the measure's own unit, the standard deviation between plays, and an interval for the mean.

    NaN: n plays do not determine it. Infinity: they give no bound.
    """

    mean: float
    sd: float
    low: float
    high: float
    n: int


def mean_estimate(
    values: "ArrayLike | Moments", confidence: float = 0.95, jump: float = 1.0, least: float = -inf
) -> Estimate:
    """The mean of `values`, shape (n,), any real dtype, or of their moments, with Student's t interval.

    `jump`: by how much a value may differ when something rare happens, if none seen differs by more. It keeps the width
    above 0 where all values are equal. `least`: the smallest value possible.
    No plays: all NaN. One play: its value, sd NaN, an interval without upper bound. NaN among the values makes every
    field NaN. ValueError: not one-dimensional, or `confidence` outside (0, 1).
    """
    seen = moments_of(values)
    low, high = mean_bounds(seen.mean, seen.sd, seen.n, max(jump, seen.farthest), confidence)
    return Estimate(seen.mean, seen.sd, max(low, least), high, seen.n)


def mean_bounds(mean: float, sd: float, n: int, jump: float, confidence: float) -> tuple[float, float]:
    """Low and high of the interval for a mean of n plays; unbounded for one, NaN for none."""
    reach = student_reach(n, confidence)
    half = half_width(sd, n, reach, jump) if n > 1 else inf if n else nan
    return mean - half, mean + half


def agresti_coull(successes: float, n: int, confidence: float = 0.95) -> Estimate:
    """The rate `successes / n` in [0, 1] with Wilson's interval as widened by Agresti & Coull.

    `successes` may be a fraction, since a win shared by k seats counts 1/k for each. The interval is conservative
    then: among values in [0, 1] with a given mean, those that are 0 or 1 vary most. `sd` is that of 0 and 1 at this
    rate.
    No plays: mean and sd NaN, interval [0, 1]. ValueError: `successes` outside [0, n].
    """
    if not 0 <= successes <= n:
        raise ValueError(f"successes = {successes}: must lie between 0 and n = {n}")
    z = -normal_quantile(tail(confidence))
    if n == 0:
        return Estimate(nan, nan, 0.0, 1.0, 0)
    rate = successes / n
    low, high = score_interval(rate, n, z)
    sd = sqrt(rate * (1 - rate) * n / (n - 1)) if n > 1 else nan
    return Estimate(rate, sd, float(low), float(high), n)


def rate_estimate(values: "ArrayLike | Moments", confidence: float = 0.95) -> Estimate:
    """The mean of `values` in [0, 1] (yes and no, or shares of a win), or of their moments, with the same interval.

    `sd` is that of the values themselves, smaller than `agresti_coull` assumes where shares occur. ValueError: a value
    outside [0, 1], or NaN.
    """
    seen = moments_of(values)
    if seen.n and not (seen.least >= 0 and seen.most <= 1):
        raise ValueError("a rate is estimated from values between 0 and 1")
    successes = min(max(seen.total, 0.0), float(seen.n))  # a mean rounds
    return replace(agresti_coull(successes, seen.n, confidence), sd=seen.sd)


MOST_ERRORS = 38.5
"""Standard errors beyond which the normal distribution has nothing left, as far as a float can say."""


def score_interval(rate: float | Floats, n: float | Floats, z: float | Floats) -> tuple[Floats, Floats]:
    """Low and high of Agresti & Coull's interval: z² plays are added, half of them successes.

    Numbers, or arrays of one shape; rates in [0, 1], n >= 1 plays, z > 0 standard errors. So many of them that the
    normal distribution has nothing beyond give no bound: 0 and 1.
    """
    bounded = np.less(z, MOST_ERRORS)
    added = np.where(bounded, z, 0.0) ** 2
    plays = n + added
    centre = (rate * n + added / 2) / plays
    half = np.sqrt(added * centre * (1 - centre) / plays)
    low, high = np.maximum(centre - half, 0), np.minimum(centre + half, 1)
    return np.where(bounded, np.minimum(rate, low), 0.0), np.where(bounded, np.maximum(rate, high), 1.0)


MOST_BINS = 60
"""More bars than this are not legible."""


class Histogram(NamedTuple):
    """Bars over adjoining bins: `edges`, shape (bins + 1,), in the measure's unit; `shares` of n plays, shape (bins,).

    A bin holds its lower edge and not its upper one, except for the last. Shares add up to 1, or are 0 for no plays.
    `by_value` says that each bar stands for one whole number, at its centre.
    """

    edges: Floats
    shares: Floats
    n: int
    by_value: bool

    @property
    def centres(self) -> Floats:
        """The middle of each bin, shape (bins,); the whole number itself where `by_value`."""
        return (self.edges[:-1] + self.edges[1:]) / 2

    @property
    def width(self) -> float:
        """The width of a bin; all are equally wide."""
        return float(self.edges[1] - self.edges[0])


class Counted(NamedTuple):
    """A sample as its different values, ascending, and how often each occurs; shapes (k,)."""

    values: Floats
    counts: NDArray[np.int64]

    @property
    def n(self) -> int:
        """How many values there are."""
        return int(self.counts.sum())


def counted(sample: "ArrayLike | Counted") -> Counted:
    """A sample, shape (n,), any real dtype, by its different values. ValueError unless it has one dimension."""
    if isinstance(sample, Counted):
        return sample
    values, counts = np.unique(as_floats(sample), return_counts=True)
    return Counted(values, counts)


def pooled(*samples: "ArrayLike | Counted") -> Counted:
    """Several samples put together."""
    parts = [counted(sample) for sample in samples]
    values, places = np.unique(np.concatenate([part.values for part in parts]), return_inverse=True)
    counts = np.bincount(places, np.concatenate([part.counts for part in parts]), len(values))
    return Counted(values, counts.astype(np.int64))


def quantile(sample: Counted, share: float) -> float:
    """The value below which a share of the sample lies, between its neighbours as `numpy.quantile` has it."""
    at = (sample.n - 1) * share
    ends = np.cumsum(sample.counts)
    low, high = (float(sample.values[np.searchsorted(ends, place, "right")]) for place in (floor(at), ceil(at)))
    return low + (high - low) * (at - floor(at))


def histogram(values: "ArrayLike | Counted") -> Histogram:
    """The distribution of `values`, shape (n,), any real dtype.

    Whole numbers that span at most `MOST_BINS` values: a bar for each value, also for those that do not occur. Others:
    bins of Freedman & Diaconis' (1981) width, at most `MOST_BINS`; over whole numbers the width is whole too, so no bar
    covers more values than its neighbour. ValueError: NaN or infinity among the values, or not one-dimensional.
    """
    return aligned(values)[0]


def aligned(*samples: "ArrayLike | Counted") -> tuple[Histogram, ...]:
    """A histogram of each sample, all on the same bins: those of the samples put together. Errors as `histogram`."""
    parts = [counted(sample) for sample in samples]
    edges, by_value = _bins(pooled(*parts))
    counts = [np.histogram(part.values, bins=edges, weights=part.counts)[0] for part in parts]
    return tuple(
        Histogram(edges, in_bins / max(part.n, 1), part.n, by_value)
        for part, in_bins in zip(parts, counts, strict=True)
    )


def _bins(every: Counted) -> tuple[Floats, bool]:
    """The edges, shape (bins + 1,), and whether each bin is one whole number."""
    values = every.values
    if not np.isfinite(values).all():
        raise ValueError("a histogram needs finite values")
    low, high = (float(values[0]), float(values[-1])) if values.size else (0.0, 0.0)
    if low == high:
        return np.array([low - 0.5, low + 0.5]), low == round(low)
    span = high - low
    # Freedman and Diaconis' 2 IQR / n^(1/3); where the quartiles coincide, Sturges' (1926) span / (1 + log2 n)
    spread = quantile(every, 0.75) - quantile(every, 0.25)
    usual = 2 * spread / float(np.cbrt(every.n)) if spread > 0 else span / (1 + float(np.log2(every.n)))
    if (values != np.round(values)).any():
        width = max(usual, span / MOST_BINS)
        return np.linspace(low, high, ceil(span / width - 1e-9) + 1), False
    numbers = span + 1
    step = 1 if numbers <= MOST_BINS else ceil(max(usual, numbers / MOST_BINS))
    edges = low - 0.5 + step * np.arange(ceil(numbers / step) + 1, dtype=np.float64)
    return edges, step == 1


class Prominence(StrEnum):
    """Where people see a figure: among the main ones, below as a detail, or nowhere since it says nothing new."""

    MAIN = "main"
    DETAIL = "detail"
    HIDDEN = "hidden"


@dataclass(frozen=True)
class Figure:
    """The estimate of a measure. Answers that say more of it, such as a verdict, are kinds of it.

    name      what goals, commands and JSON call it
    measure   what it counts: its unit, and the smallest change that counts
    seat, side  set where it belongs to one
    repeated  another figure says the same in every play
    """

    name: str
    measure: Measure
    estimate: Estimate
    seat: int | None = None
    side: str = ""
    repeated: bool = False

    @property
    def label(self) -> str:
        """The name in words."""
        return ", ".join(filter(None, (self.measure.label, self.place)))

    @property
    def place(self) -> str:
        """The side and the seat that it is about, in words, seats counted from 1 as at a table."""
        at = "" if self.seat is None else f"seat {self.seat + 1}"
        return ", ".join(filter(None, (self.side.replace("_", " "), at)))

    @property
    def margin(self) -> float:
        """Half-width of the region of practical equivalence, in the measure's own unit."""
        return self.measure.margin

    @property
    def prominence(self) -> Prominence:
        """Where people see it."""
        if self.measure.nominal or self.repeated:
            return Prominence.HIDDEN
        within_side = self.side and (self.seat is not None or self.measure is not SIDE_WIN_RATE)
        return Prominence.DETAIL if within_side or self.measure.detail else Prominence.MAIN
