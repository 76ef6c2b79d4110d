"""The interval of a difference of seats' gaps beside a percentile bootstrap: how often it holds, and how wide it is.

`python -m tests.limit.seats_gap [TRIES] [PLAYS]` prints both in simulated plays, and below how many bootstrap widths no
interval that holds in 95 % can lie at two fair revisions (Pratt 1961: the mean length is the integral of what the most
powerful tests do not refuse; here those against a base that is fair).
"""

import sys

import numpy as np
from numpy.typing import NDArray

from workbench.stats import paired_spread_difference
from workbench.stats.seats import ShareSums

PLAYS, SHARED, TIED, REDRAWN = 2_000, 0.3, 0.1, 400
CASES = {
    "2 seats, fair and fair": ([1 / 2] * 2, [1 / 2] * 2),
    "2 seats, fair and unfair": ([1 / 2] * 2, [0.55, 0.45]),
    "3 seats, fair and fair": ([1 / 3] * 3, [1 / 3] * 3),
    "3 seats, fair and unfair": ([1 / 3] * 3, [0.40, 0.33, 0.27]),
    "3 seats, fair and a little unfair": ([1 / 3] * 3, [0.36, 0.333, 0.307]),
    "3 seats, unfair and unfair": ([0.40, 0.33, 0.27], [0.42, 0.33, 0.25]),
    "4 seats, fair and fair": ([1 / 4] * 4, [1 / 4] * 4),
    "4 seats, fair and unfair": ([1 / 4] * 4, [0.32, 0.25, 0.25, 0.18]),
    "4 seats, unfair and unfair": ([0.32, 0.25, 0.25, 0.18], [0.33, 0.25, 0.25, 0.17]),
    "4 seats, one a little stronger, one a little weaker": ([0.273, 0.242, 0.242, 0.242], [0.258, 0.258, 0.258, 0.227]),
    "4 seats, two equal best and evenly spread": ([0.34, 0.34, 0.16, 0.16], [0.34, 0.28, 0.22, 0.16]),
    "6 seats, fair and fair": ([1 / 6] * 6, [1 / 6] * 6),
    "6 seats, fair and unfair": ([1 / 6] * 6, [0.21, 0.17, 0.17, 0.17, 0.17, 0.11]),
    "6 seats, two equal best and evenly spread": (
        [0.24, 0.24, 0.13, 0.13, 0.13, 0.13],
        [0.22, 0.20, 0.18, 0.16, 0.13, 0.11],
    ),
}
Table = NDArray[np.float64]


def shares(rng: np.random.Generator, chances: list[float], luck: Table) -> Table:
    """Who wins each play, by the quantile that was drawn; some wins are shared with a seat that is as strong."""
    seats, rates = len(chances), np.array(chances)
    winners = np.minimum(np.searchsorted(np.cumsum(chances), luck), seats - 1)
    alone = np.eye(seats)[winners]
    equals = rates == rates[winners][:, None]
    return np.where(rng.random(len(luck))[:, None] < TIED, equals / equals.sum(axis=1, keepdims=True), alone)


def share_sums(*sides: Table) -> ShareSums:
    """The sums over plays of the shares at one or two sides, each of shape (plays, seats)."""
    columns = np.hstack(sides)
    return ShareSums(columns.sum(axis=0), columns.T @ columns, len(columns))


def held_and_width(rng: np.random.Generator, base: list[float], other: list[float], plays: int = PLAYS) -> Table:
    """For the interval and the bootstrap: whether it holds the truth, and its width, shape (2, 2)."""
    luck, truth = rng.random(plays), np.ptp(other) - np.ptp(base)
    mixed = np.where(rng.random(plays) < SHARED, luck, rng.random(plays))
    pair = shares(rng, base, luck), shares(rng, other, mixed)
    rows, counts = np.unique(np.hstack(pair), axis=0, return_counts=True)
    of_base, of_other = np.split(rng.multinomial(plays, counts / plays, REDRAWN) / plays @ rows, 2, axis=1)
    difference = paired_spread_difference(share_sums(*pair))
    bootstrap = np.quantile(np.ptp(of_other, axis=1) - np.ptp(of_base, axis=1), [0.025, 0.975])
    ends = np.array([(difference.low, difference.high), bootstrap])
    return np.stack([(ends[:, 0] <= truth + 1e-12) & (truth <= ends[:, 1] + 1e-12), np.ptp(ends, axis=1)], axis=1)


def least_width(rng: np.random.Generator, seats: int, tries: int = 20_000) -> float:
    """The least mean width at two fair revisions, in bootstrap widths; all noise is normal."""
    centered, spread = np.eye(seats) - 1 / seats, 1 - SHARED**2
    base, fresh = (rng.standard_normal((tries, seats)) @ centered for _ in range(2))
    other = SHARED * base + np.sqrt(spread) * fresh
    pairs = np.array([(one - two) / 2 for one in np.eye(seats) for two in np.eye(seats) if (one != two).any()])
    evidence, overlap = (other - SHARED * base) / spread @ pairs.T, pairs @ pairs[0] / spread
    gaps, accepted = np.linspace(0.02, 8, 200), []
    for gap in gaps:
        fair, unfair = (
            np.exp(gap * at - gap**2 / 4 / spread).mean(axis=1) for at in (evidence, evidence + gap * overlap)
        )
        accepted.append(np.mean(fair >= np.quantile(unfair, 0.05)))
    widths = []
    for at in range(REDRAWN):
        near, far = (rng.standard_normal((800, seats)) @ centered for _ in range(2))
        drawn = np.ptp(other[at] + SHARED * near + np.sqrt(spread) * far, axis=1) - np.ptp(base[at] + near, axis=1)
        widths.append(np.ptp(np.quantile(drawn, [0.025, 0.975])))
    return float(2 * np.sum(accepted) * (gaps[1] - gaps[0]) / np.mean(widths))


if __name__ == "__main__":
    tries, plays = map(int, (*sys.argv[1:], *(200, PLAYS)[len(sys.argv) - 1 :]))
    for name, (base, other) in CASES.items():
        rng = np.random.default_rng(7)
        held, width = np.mean([held_and_width(rng, base, other, plays) for _ in range(tries)], axis=0).T
        print(f"{name}: holds in {held[0]:.1%}, {width[0] / width[1]:.2f} bootstrap widths; it holds in {held[1]:.1%}")  # noqa: T201
    for seats in (2, 3, 4, 6):
        print(f"{seats} seats: at least {least_width(np.random.default_rng(1), seats):.2f}")  # noqa: T201
