"""Fairness of the seats."""

from collections.abc import Callable

import numpy as np
import pytest
import scipy
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.limit.seats_gap import CASES, held_and_width, share_sums
from tests.support.thorough import one_of
from workbench.stats import (
    Estimate,
    agresti_coull,
    judge,
    mean_estimate,
    paired_difference,
    paired_spread_difference,
    win_rate_spread,
)
from workbench.stats.likeness import sources
from workbench.stats.paired import difference_apart
from workbench.studies.decks.verdicts import difference

Table = NDArray[np.float64]
RowPairs = list[tuple[int, int]]
FAIR, UNFAIR, BETWEEN = [1 / 3] * 3, [0.40, 0.33, 0.27], [0.36, 0.34, 0.30]
ROWS = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.5, 0.5, 0], [0, 0.5, 0.5], [1 / 3, 1 / 3, 1 / 3]])
SHARES = st.lists(st.integers(0, 5), min_size=2, max_size=60).map(lambda rows: ROWS[rows])
PAIRED = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=60).map(
    lambda rows: (ROWS[[base for base, _ in rows]], ROWS[[other for _, other in rows]])
)


def _wins(rng: np.random.Generator, plays: int, chances: list[float]) -> Table:
    return np.asarray(np.eye(len(chances))[rng.choice(len(chances), plays, p=chances)])


def _pair(rng: np.random.Generator, plays: int, before: list[float], after: list[float]) -> tuple[Table, Table]:
    """The same luck decides both: seat of the quantile that was drawn."""
    luck = rng.random(plays)
    seats = [np.minimum(np.searchsorted(np.cumsum(chances), luck), 2) for chances in (before, after)]
    return np.eye(3)[seats[0]], np.eye(3)[seats[1]]


@pytest.mark.parametrize(
    ("case", "held", "widest"),
    [
        ("3 seats, fair and fair", 0.99, 1.3),
        ("3 seats, fair and unfair", 0.92, 1.25),
        ("3 seats, unfair and unfair", 0.92, 1.15),
        ("4 seats, one a little stronger, one a little weaker", 0.92, 1.42),
        ("6 seats, two equal best and evenly spread", 0.9, 1.55),
    ],
)
@pytest.mark.parametrize("tries", [20, pytest.param(400, marks=pytest.mark.thorough)])
def test_it_holds_and_is_little_wider_than_a_bootstrap(case: str, held: float, widest: float, tries: int) -> None:
    """Where a bootstrap held in 75 to 87 %, and ours was 1.7 times as wide or held in 79 %."""
    rng = np.random.default_rng(3)
    holds, width = np.mean([held_and_width(rng, *CASES[case]) for _ in range(tries)], axis=0).T
    assert holds[0] >= held - 1 / tries
    assert width[0] / width[1] < widest


@given(SHARES)
def test_it_is_the_largest_minus_the_smallest_win_rate(shares: Table) -> None:
    estimate = win_rate_spread(share_sums(shares))
    rates = shares.mean(axis=0)
    assert estimate.mean == pytest.approx(np.ptp(rates), abs=1e-12)
    assert 0 <= estimate.low <= estimate.mean <= estimate.high <= 1
    deviations = [(shares[:, i] - shares[:, j]).std(ddof=1) for i in range(3) for j in range(3)
                  if rates[i] - rates[j] > np.ptp(rates) - 1e-12]  # fmt: skip
    assert min(abs(estimate.sd - deviation) for deviation in deviations) < 1e-6


@pytest.mark.parametrize("seats", [[1, 0, 2], [2, 0, 1]])
def test_neither_the_names_of_seats_nor_the_order_of_plays_matter(seats: list[int]) -> None:
    rng = np.random.default_rng(5)
    shares = _wins(rng, 2_000, UNFAIR)
    one, two = win_rate_spread(share_sums(shares)), win_rate_spread(share_sums(rng.permutation(shares)[:, seats]))
    assert one.mean == pytest.approx(two.mean, abs=1e-9)
    assert (one.low, one.high) == pytest.approx((two.low, two.high), abs=0.005)  # draws go by the order of the seats


@pytest.mark.parametrize(
    "chances",
    one_of([BETWEEN, FAIR, UNFAIR, [0.37, 0.36, 0.27], [0.25] * 4, [0.3, 0.25, 0.24, 0.21]], quick=BETWEEN),
)
def test_the_interval_covers_the_truth(chances: list[float]) -> None:
    rng = np.random.default_rng(4)
    estimates = [win_rate_spread(share_sums(_wins(rng, 400, chances))) for _ in range(200)]
    held = [estimate.low <= np.ptp(chances) + 1e-12 <= estimate.high + 1e-12 for estimate in estimates]
    assert np.mean(held) >= 0.94


def test_a_fair_game_shows_a_spread_and_its_interval_reaches_zero() -> None:
    rng = np.random.default_rng(4)
    estimates = [win_rate_spread(share_sums(_wins(rng, 300, FAIR))) for _ in range(100)]
    assert np.mean([estimate.mean for estimate in estimates]) == pytest.approx(0.056, abs=0.008)
    assert np.mean([estimate.low == 0 for estimate in estimates]) > 0.92


def test_where_two_seats_stand_out_it_is_their_paired_interval() -> None:
    shares = _wins(np.random.default_rng(6), 20_000, [0.5, 0.3, 0.2])
    estimate = win_rate_spread(share_sums(shares))
    plain = scipy.stats.ttest_rel(shares[:, 0], shares[:, 2]).confidence_interval()
    assert (estimate.high - estimate.low) / (plain.high - plain.low) == pytest.approx(1, abs=0.03)
    assert estimate.low + estimate.high == pytest.approx(plain.low + plain.high, abs=2e-3)


def test_few_plays_claim_little() -> None:
    none, one, five = (win_rate_spread(share_sums(np.eye(3)[[0] * plays])) for plays in (0, 1, 5))
    assert np.isnan(none.mean)
    assert (none.low, none.high, none.n) == (0, 1, 0)
    assert (one.mean, one.low, one.high) == (1, 0, 1)
    assert five.mean == five.high == 1
    assert five.low < 0.5


def test_a_lone_seat_and_shared_wins_have_no_spread() -> None:
    assert win_rate_spread(share_sums(np.ones((9, 1)))).high == 0
    shared = win_rate_spread(share_sums(np.full((9, 3), 1 / 3, dtype=np.float32)))
    assert (shared.mean, shared.low, shared.sd) == (0, 0, 0)
    assert shared.high > 0.2


def _row_pairs(sides: RowPairs) -> tuple[Table, Table]:
    base, other = zip(*sides, strict=True)
    return np.array(base, float), np.array(other, float)


def _odds(one: Table, two: Table) -> Estimate:
    samples = [one[:, None], two[:, None]]
    first, second = (odds.log_likelihood for odds in sources(samples, np.array([[1.0], [4.0]])))
    return Estimate(second - first, 0.0, second - first, second - first, len(one))


COMPARISONS: dict[str, Callable[[Table, Table], Estimate]] = {
    "means": paired_difference,
    "rates": lambda one, two: paired_difference(one > 2, two > 2),
    "means apart": lambda one, two: difference_apart(mean_estimate(one), mean_estimate(two)),
    "rates apart": lambda one, two: difference(
        agresti_coull(two.sum() / 5, two.size), agresti_coull(one.sum() / 5, one.size)
    ),
    "spreads": lambda one, two: paired_spread_difference(share_sums(ROWS[one.astype(int)], ROWS[two.astype(int)])),
    "sources": _odds,
}


@pytest.mark.parametrize("compare", COMPARISONS)
@example([(1, 0), (2, 2), (2, 4), (3, 1), (5, 0), (3, 0)])  # two seats equal but for rounding
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=60))
def test_swapping_the_sides_mirrors_every_comparison(compare: str, sides: RowPairs) -> None:
    base, other = _row_pairs(sides)
    there, back = COMPARISONS[compare](base, other), COMPARISONS[compare](other, base)
    assert (there.mean, there.low, there.high) == pytest.approx((-back.mean, -back.high, -back.low), abs=1e-9)
    assert there.low <= there.mean + 1e-12
    assert there.mean - 1e-12 <= there.high


def test_the_interval_weighs_which_seats_may_be_equal() -> None:
    """As it is where `make thorough` has it hold; one that weighs otherwise is too narrow."""
    change = paired_spread_difference(share_sums(*_pair(np.random.default_rng(7), 400, FAIR, [0.4, 0.33, 0.27])))
    assert (change.low, change.high) == pytest.approx((-0.0187, 0.1488), abs=2e-4)


@given(PAIRED)
def test_a_difference_of_spreads_is_that_of_the_rates(pair: tuple[Table, Table]) -> None:
    base, other = pair
    spread = paired_spread_difference(share_sums(base, other))
    assert spread.mean == pytest.approx(np.ptp(other.mean(axis=0)) - np.ptp(base.mean(axis=0)), abs=1e-12)
    assert -1 <= spread.low <= spread.high <= 1


@given(SHARES)
def test_equal_revisions_differ_by_nothing_and_keep_a_width(shares: Table) -> None:
    difference = paired_spread_difference(share_sums(shares, shares))
    assert difference.mean == 0
    assert difference.low < 0 < difference.high


def test_equal_seeds_sharpen_it_as_they_sharpen_a_mean() -> None:
    base, other = _pair(np.random.default_rng(2), 20_000, [0.5, 0.3, 0.2], [0.45, 0.3, 0.25])
    difference = paired_spread_difference(share_sums(base, other))
    mean = paired_difference(base[:, 0] - base[:, 2], other[:, 0] - other[:, 2])
    assert (difference.high - difference.low) / (mean.high - mean.low) == pytest.approx(1, abs=0.03)
    assert (difference.sd, difference.correlation, difference.variance_ratio) == pytest.approx(
        (mean.sd, mean.correlation, mean.variance_ratio), rel=0.03
    )
    assert judge(difference, 0.02) == "lower"


def test_too_few_pairs() -> None:
    one = paired_spread_difference(share_sums(np.eye(3)[:1], np.eye(3)[1:2]))
    assert (one.mean, one.low, one.high) == (0, -1, 1)
    assert judge(one, 0.1) == "undecided"
