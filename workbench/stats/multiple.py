"""Many measures at once: corrections that keep the chance of *any* false finding small."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.stats.estimate import Estimate, Floats, as_floats, normal_quantile, special, tail


def holm(p_values: ArrayLike) -> Floats:
    """Adjusted p-values, shape (k,), in the order given; compare each with the level wanted for the whole family.

    Holm's (1979) step-down method: valid however the measures depend on each other. NaN (a measure without a test)
    stays NaN and does not count. ValueError: a value outside [0, 1], or not one-dimensional.
    """
    p, order = _in_order(p_values)
    adjusted = np.full(p.size, np.nan)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(order.size, 0, -1)))
    return adjusted


def outside_expectation(
    estimates: Sequence[Estimate], expected: Sequence[float], risk: float = 0.05, confidence: float = 0.95
) -> list[int]:
    """Which estimates lie above (1) or below (-1) what is expected of each, corrected together (Holm); else 0.

    Each p-value is that of a normal mean whose interval of `confidence` is as wide as the estimate's own on the side of
    the expected value: wider intervals, such as those of a confidence sequence, make it more careful. `risk` is the
    chance of any false finding. NaN, for no plays, is never one.
    """
    z = -normal_quantile(tail(confidence))
    gaps = np.array([each.mean - there for each, there in zip(estimates, expected, strict=True)])
    low, high = (np.array([abs(getattr(each, end) - each.mean) for each in estimates]) for end in ("low", "high"))
    reach = np.where(gaps > 0, low, high)
    with np.errstate(divide="ignore", invalid="ignore"):
        p_values = 2 * special().ndtr(-np.abs(gaps) / reach * z)
    found = holm(np.where(gaps == 0, 1.0, p_values)) < risk
    return [int(np.sign(gap)) if off else 0 for gap, off in zip(gaps, found, strict=True)]


def _in_order(p_values: ArrayLike) -> tuple[Floats, NDArray[np.intp]]:
    """The p-values, shape (k,), and the indices of those that are not NaN, smallest first."""
    p = as_floats(p_values)
    known = np.flatnonzero(~np.isnan(p))
    if not ((p[known] >= 0) & (p[known] <= 1)).all():
        raise ValueError("a p-value lies between 0 and 1")
    return p, known[np.argsort(p[known], kind="stable")]


def simultaneous_confidence(confidence: float, k: int) -> float:
    """The confidence each of k intervals needs for all k to hold together with `confidence` (Bonferroni).

    `simultaneous_confidence(0.95, 10)` is 0.995. k = 0 counts as 1. ValueError: `confidence` outside (0, 1), k < 0.
    """
    if k < 0:
        raise ValueError(f"k = {k}: a number of intervals is at least 0")
    return 1 - 2 * tail(confidence) / max(k, 1)
