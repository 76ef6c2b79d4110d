"""Fairness of the seats."""

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from workbench.stats import judge, paired_difference, paired_spread_difference, win_rate_spread

Table = NDArray[np.float64]
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


def _bootstrap(rng: np.random.Generator, base: Table, other: Table) -> Table:
    """Other's spread minus base's in resampled pairs of plays."""
    plays = len(base)
    means = rng.multinomial(plays, np.full(plays, 1 / plays), 300) / plays @ np.hstack([base, other])
    return np.asarray(np.ptp(means[:, 3:], axis=1) - np.ptp(means[:, :3], axis=1))


@pytest.mark.parametrize(
    ("before", "after", "widest"), [(FAIR, FAIR, 1.22), ([0.5, 0.3, 0.2], [0.52, 0.3, 0.18], 1.08)]
)
def test_it_is_about_as_wide_as_a_bootstrap(before: list[float], after: list[float], widest: float) -> None:
    """Of two fair revisions it was 1.9 times as wide, and never missed."""
    rng = np.random.default_rng(3)
    wider = []
    for _ in range(20):
        pair = _pair(rng, 1_000, before, before)[0], _pair(rng, 1_000, after, after)[1]
        low, high = np.quantile(_bootstrap(rng, *pair), [0.025, 0.975])
        difference = paired_spread_difference(*pair)
        wider.append((difference.high - difference.low) / (high - low))
    assert 0.95 < np.mean(wider) < widest


@given(SHARES)
def test_it_is_the_largest_minus_the_smallest_win_rate(shares: Table) -> None:
    estimate = win_rate_spread(shares)
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
    one, two = win_rate_spread(shares), win_rate_spread(rng.permutation(shares)[:, seats])
    assert one.mean == pytest.approx(two.mean, abs=1e-9)
    assert (one.low, one.high) == pytest.approx((two.low, two.high), abs=0.005)  # draws go by the order of the seats


@pytest.mark.parametrize("chances", [FAIR, UNFAIR, BETWEEN, [0.37, 0.36, 0.27], [0.25] * 4, [0.3, 0.25, 0.24, 0.21]])
def test_the_interval_covers_the_truth_also_for_a_fair_game(chances: list[float]) -> None:
    rng = np.random.default_rng(4)
    estimates = [win_rate_spread(_wins(rng, 400, chances)) for _ in range(400)]
    assert (
        np.mean(
            [estimate.low <= np.ptp(chances) + 1e-12 and np.ptp(chances) <= estimate.high for estimate in estimates]
        )
        >= 0.94
    )


def test_a_fair_game_shows_a_spread_and_its_interval_reaches_zero() -> None:
    rng = np.random.default_rng(4)
    estimates = [win_rate_spread(_wins(rng, 300, FAIR)) for _ in range(400)]
    assert np.mean([estimate.mean for estimate in estimates]) == pytest.approx(0.056, abs=0.004)
    assert np.mean([estimate.low == 0 for estimate in estimates]) > 0.95


def test_where_two_seats_stand_out_it_is_their_paired_interval() -> None:
    shares = _wins(np.random.default_rng(6), 20_000, [0.5, 0.3, 0.2])
    estimate = win_rate_spread(shares)
    plain = scipy.stats.ttest_rel(shares[:, 0], shares[:, 2]).confidence_interval()
    assert (estimate.high - estimate.low) / (plain.high - plain.low) == pytest.approx(1, abs=0.03)
    assert estimate.low + estimate.high == pytest.approx(plain.low + plain.high, abs=2e-3)


def test_few_plays_claim_little() -> None:
    none, one, five = (win_rate_spread(np.eye(3)[[0] * plays]) for plays in (0, 1, 5))
    assert np.isnan(none.mean)
    assert (none.low, none.high, none.n) == (0, 1, 0)
    assert (one.mean, one.low, one.high) == (1, 0, 1)
    assert five.mean == five.high == 1
    assert five.low < 0.5


def test_a_lone_seat_and_shared_wins_have_no_spread() -> None:
    assert win_rate_spread(np.ones((9, 1))).high == 0
    shared = win_rate_spread(np.full((9, 3), 1 / 3, dtype=np.float32))
    assert (shared.mean, shared.low, shared.sd) == (0, 0, 0)
    assert shared.high > 0.2


@pytest.mark.parametrize("shares", [[0.5, 0.5], [[1.5, 0]], [[np.nan, 0]], np.empty((4, 0))])
def test_what_are_no_shares_is_refused(shares: list[float]) -> None:
    with pytest.raises(ValueError, match="share"):
        win_rate_spread(shares)


@given(PAIRED)
def test_swapping_the_sides_negates(pair: tuple[Table, Table]) -> None:
    base, other = pair
    there, back = paired_spread_difference(base, other), paired_spread_difference(other, base)
    assert there.mean == pytest.approx(np.ptp(other.mean(axis=0)) - np.ptp(base.mean(axis=0)), abs=1e-12)
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low), abs=1e-9)
    assert -1 <= there.low <= there.mean + 1e-12
    assert there.mean - 1e-12 <= there.high <= 1


@given(SHARES)
def test_equal_revisions_differ_by_nothing_and_keep_a_width(shares: Table) -> None:
    difference = paired_spread_difference(shares, shares)
    assert difference.mean == 0
    assert difference.low < 0 < difference.high


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (FAIR, FAIR),
        (FAIR, UNFAIR),
        (UNFAIR, FAIR),
        (UNFAIR, UNFAIR[::-1]),
        (BETWEEN, UNFAIR),
        (UNFAIR, [0.42, 0.33, 0.25]),
    ],
)
def test_the_paired_interval_covers_the_truth(before: list[float], after: list[float]) -> None:
    rng = np.random.default_rng(9)
    truth = np.ptp(after) - np.ptp(before)
    differences = [paired_spread_difference(*_pair(rng, 500, before, after)) for _ in range(300)]
    assert np.mean([difference.low - 1e-12 <= truth <= difference.high + 1e-12 for difference in differences]) >= 0.94


def test_equal_seeds_sharpen_it_as_they_sharpen_a_mean() -> None:
    base, other = _pair(np.random.default_rng(2), 20_000, [0.5, 0.3, 0.2], [0.45, 0.3, 0.25])
    difference = paired_spread_difference(base, other)
    mean = paired_difference(base[:, 0] - base[:, 2], other[:, 0] - other[:, 2])
    assert (difference.high - difference.low) / (mean.high - mean.low) == pytest.approx(1, abs=0.03)
    assert (difference.sd, difference.correlation, difference.variance_ratio) == pytest.approx(
        (mean.sd, mean.correlation, mean.variance_ratio), rel=0.03
    )
    assert judge(difference, 0.02) == "lower"


def test_too_few_pairs_and_unequal_shapes() -> None:
    one = paired_spread_difference(np.eye(3)[:1], np.eye(3)[1:2])
    assert (one.mean, one.low, one.high) == (0, -1, 1)
    assert judge(one, 0.1) == "undecided"
    with pytest.raises(ValueError, match="equal shapes"):
        paired_spread_difference(np.eye(3), np.eye(4))
