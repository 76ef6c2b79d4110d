"""Which of several samples a few values come from: likelihoods by kernel densities, and their posterior.

A value has one number for each figure; NaN where a figure is unknown, which then counts for nothing. The density of a
sample is a product kernel (Gaussian in each figure) over its rows: the figures of one play depend on each other, and
the sum over rows keeps that. All samples share one bandwidth a figure, by Scott's (1992) rule for the smallest of them
and the pooled spread, at least half a unit, since the figures are counts: a larger sample must not look sharper.

A part `ODD` of every density is that of all samples together, four times as wide: an evening that no sample explains
says little, instead of ruling all but one of them out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, log, pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.stats.estimate import Floats, normal_quantile

ODD = 0.02
"""The part of values that none of the samples explains."""
WIDER = 4.0
LEAST_WIDTH = 0.5
POWER = 0.8
CERTAIN = 0.95
"""The posterior from which a sample is named as the source."""
DRAWS = 400
"""How often values are drawn to see whether their sample is named."""

FigureRows = NDArray[np.float64]


class SourceOdds(NamedTuple):
    """A sample as a source of the values: its log-likelihood, and its posterior under a flat prior."""

    log_likelihood: float
    posterior: float


def log_densities(samples: Sequence[FigureRows], values: FigureRows) -> FigureRows:
    """The log density of each value (shape (n, figures)) under each sample (shape (m, figures)): shape (samples, n).

    ValueError: an empty sample, or different numbers of figures.
    """
    if not samples or any(
        sample.ndim != 2 or not len(sample) or sample.shape[1] != values.shape[1] for sample in samples
    ):
        raise ValueError("samples must not be empty, and have the figures of the values")
    widths = _widths(samples)
    plain = np.array([_density(sample, values, widths) for sample in samples])
    broad = np.mean([_density(sample, values, WIDER * widths) for sample in samples], axis=0)
    return np.asarray(np.log((1 - ODD) * plain + ODD * broad + np.finfo(float).tiny))


def sources(samples: Sequence[FigureRows], values: FigureRows) -> list[SourceOdds]:
    """How likely each sample is the one that all values come from."""
    totals = log_densities(samples, values).sum(axis=1)
    weights = np.exp(totals - totals.max())
    return [
        SourceOdds(float(total), float(share)) for total, share in zip(totals, weights / weights.sum(), strict=True)
    ]


@dataclass(frozen=True, eq=False)
class Recognition:
    """How surely each of several samples is recognized by values of its own.

    named      the chance that the true sample is named among all of them, with `CERTAIN`: shape (samples, counts)
    misnamed   the chance that another is
    pairs      about how many values of one sample (row) tell it from another (column): `CERTAIN` of the two, with a
               chance of `POWER`; infinity where nothing tells them apart, 0 for itself
    """

    counts: tuple[int, ...]
    named: FigureRows
    misnamed: FigureRows
    pairs: FigureRows

    def values_to_tell(self, one: int, other: int) -> float:
        """About how many values tell two samples apart, whichever of the two they come from."""
        return float(max(self.pairs[one, other], self.pairs[other, one]))


def recognition(samples: Sequence[FigureRows], fresh: Sequence[FigureRows], counts: Sequence[int]) -> Recognition:
    """How surely the samples are recognized by so many values. `fresh` has other values of the source of each."""
    densities = [log_densities(samples, values) for values in fresh]
    shares = np.array([[_named(density, true, count) for count in counts] for true, density in enumerate(densities)])
    gains = [density[true] - density for true, density in enumerate(densities)]
    pairs = [
        [0.0 if other == true else _needed(float(row.mean()), float(row.std())) for other, row in enumerate(gain_rows)]
        for true, gain_rows in enumerate(gains)
    ]
    return Recognition(tuple(counts), shares[:, :, 0], shares[:, :, 1], np.array(pairs))


def _named(densities: FigureRows, true: int, count: int) -> tuple[float, float]:
    """How often the true sample, and how often another, is named by so many values, drawn again and again."""
    picks = np.random.default_rng(count).integers(densities.shape[1], size=(DRAWS, count))
    totals = densities[:, picks].sum(axis=2)
    weights = np.exp(totals - totals.max(axis=0))
    posteriors = weights / weights.sum(axis=0)
    sure, best = posteriors.max(axis=0) >= CERTAIN, posteriors.argmax(axis=0)
    return float((sure & (best == true)).mean()), float((sure & (best != true)).mean())


def _needed(gain: float, sd: float) -> float:
    """Values until the sum of their gains exceeds the odds wanted: n gain - z sd sqrt(n) >= log odds."""
    if gain <= 0:
        return inf
    odds, z = log(CERTAIN / (1 - CERTAIN)), normal_quantile(POWER)
    root = (z * sd + sqrt((z * sd) ** 2 + 4 * gain * odds)) / (2 * gain)
    return float(ceil(root**2))


def _widths(samples: Sequence[FigureRows]) -> Floats:
    pooled = np.concatenate(samples)
    least = min(len(sample) for sample in samples)
    widths = pooled.std(axis=0) * least ** (-1 / (pooled.shape[1] + 4))
    return np.asarray(np.maximum(widths, LEAST_WIDTH))


def _density(sample: FigureRows, values: FigureRows, widths: Floats) -> Floats:
    """The density of each value; figures that are NaN are left out of the product."""
    heights = np.where(np.isnan(values), 1.0, 1 / (widths * sqrt(2 * pi))).prod(axis=1)
    centres, means = sample / widths, np.empty(len(values))
    for row, value in enumerate(values / widths):
        there = ~np.isnan(value)
        means[row] = np.exp(((centres[:, there] - value[there]) ** 2).sum(axis=1) / -2).mean()
    return np.asarray(heights * means)
