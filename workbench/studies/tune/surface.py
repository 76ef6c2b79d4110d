"""A response surface (Box & Wilson 1951): what a figure of untried combinations should be, going by those tried.

A figure is taken as a sum over the rules. A rule with numbers adds a line and a parabola, any rule adds something for
each of its values, and two rules with numbers add a product. It is fitted by ridge regression, in which a figure counts
the more, the more plays it has. So a few changes of single rules already say where several of them lead.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Places: TypeAlias = NDArray[np.int64]
"""Combinations, shape (n, rules): the place of each rule's value."""

SMALL = 0.3
"""How large the part of a single value of a rule with numbers, or of a product, may be beside that of a line."""
MISFIT = 0.05
"""The part of a figure's spread that no such sum has."""


def predicted(tried: Floats, values: Floats, errors: Floats, untried: Floats) -> Floats:
    """The figure of every untried combination, from the values of those tried and their standard errors.

    `tried` and `untried` are the `parts` of the combinations.
    """
    finite = np.isfinite(values) & np.isfinite(errors)
    if not finite.any() or not (spread := float(values[finite].std())):
        return np.full(len(untried), values[finite].mean() if finite.any() else 0.0)
    mean, rows = float(values[finite].mean()), tried[finite]
    noise = np.diag((errors[finite] / spread) ** 2 + MISFIT**2)
    weights = np.linalg.solve(rows @ rows.T + noise, (values[finite] - mean) / spread)
    return np.asarray(mean + spread * (untried @ (rows.T @ weights)), np.float64)


def parts(sizes: Sequence[int], ordered: Sequence[bool], places: Places) -> Floats:
    """A row for each combination: everything that its figure is a sum of, as large as it may be."""
    lines = [2.0 * places[:, at] / (size - 1) - 1.0 for at, size in enumerate(sizes) if ordered[at] and size > 1]
    curves = [line**2 for line in lines]
    products = [SMALL * one * two for one, two in combinations(lines, 2)]
    alone = [
        (SMALL if ordered[at] else 1.0) * (places[:, at] == value)
        for at, size in enumerate(sizes)
        for value in range(size)
    ]
    return np.stack([np.ones(len(places)), *lines, *curves, *products, *alone]).T
