"""How a measure is distributed over plays: histograms, on common bins where two samples share a chart."""

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.estimate import Floats, as_floats

MOST_BINS = 60
"""More bars than this are not legible."""


@dataclass(frozen=True)
class Histogram:
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


def histogram(values: ArrayLike) -> Histogram:
    """The distribution of `values`, shape (n,), any real dtype.

    Whole numbers that span at most `MOST_BINS` values: a bar for each value, also for those that do not occur. Others:
    bins of Freedman & Diaconis' (1981) width, at most `MOST_BINS`; over whole numbers the width is whole too, so no bar
    covers more values than its neighbour. ValueError: NaN or infinity among the values, or not one-dimensional.
    """
    return aligned(values)[0]


def aligned(*samples: ArrayLike) -> tuple[Histogram, ...]:
    """A histogram of each sample, all on the same bins: those of the samples put together. Errors as `histogram`."""
    parts = [as_floats(sample) for sample in samples]
    edges, by_value = _bins(np.concatenate(parts))
    return tuple(Histogram(edges, _shares(part, edges), part.size, by_value) for part in parts)


def _bins(pooled: Floats) -> tuple[Floats, bool]:
    """The edges, shape (bins + 1,), and whether each bin is one whole number."""
    if not np.isfinite(pooled).all():
        raise ValueError("a histogram needs finite values")
    low, high = (float(pooled.min()), float(pooled.max())) if pooled.size else (0.0, 0.0)
    if low == high:
        return np.array([low - 0.5, low + 0.5]), low == round(low)
    width = max(_freedman_diaconis(pooled, high - low), (high - low) / MOST_BINS)
    if (pooled != np.round(pooled)).any():
        return np.linspace(low, high, ceil((high - low) / width - 1e-9) + 1), False
    step = 1 if high - low < MOST_BINS else max(1, ceil(width))
    edges = low - 0.5 + step * np.arange(ceil((high - low + 1) / step) + 1, dtype=np.float64)
    return edges, step == 1


def _freedman_diaconis(pooled: Floats, span: float) -> float:
    """2 IQR / n^(1/3); where the quartiles coincide, Sturges' (1926) span / (1 + log2 n)."""
    lower, upper = np.quantile(pooled, [0.25, 0.75])
    spread = float(upper - lower)
    return 2 * spread / float(np.cbrt(pooled.size)) if spread > 0 else span / (1 + float(np.log2(pooled.size)))


def _shares(sample: Floats, edges: Floats) -> Floats:
    """The share of the sample in each bin, shape (bins,)."""
    counts, _ = np.histogram(sample, bins=edges)
    return counts / max(sample.size, 1)
