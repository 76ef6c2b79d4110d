"""The word for a comparison, and the plays it lacks."""

from math import inf, nan

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from workbench.stats import (
    Direction,
    PairedDifference,
    Verdict,
    claim_p,
    holm,
    interval_claim_p,
    judge,
    mean_estimate,
    paired_difference,
)
from workbench.stats.paired import difference_apart

MIDDLES = st.floats(-3, 3)


def _difference(low: float, high: float, n: int = 100) -> PairedDifference:
    middle = (low + high) / 2
    return PairedDifference(middle, 1.0, low, high, n, 1, 1 + middle, 0.5, 0.5)


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (-0.9, 0.9, "same"),
        (-1.0, 1.0, "same"),
        (0.2, 0.9, "same"),  # surely above 0, and surely too little to matter
        (1.1, 2.0, "higher"),
        (-2.0, -1.1, "lower"),
        (0.9, 2.0, "undecided"),
        (1.0, 2.0, "undecided"),
        (-1.1, 0.5, "undecided"),
        (-5.0, 5.0, "undecided"),
        (-inf, inf, "undecided"),
        (nan, nan, "undecided"),
    ],
)
def test_words(low: float, high: float, word: str) -> None:
    assert judge(_difference(low, high), 1.0) == word


@pytest.mark.parametrize(
    ("direction", "up", "down"),
    [(Direction.UP, "better", "worse"), (Direction.DOWN, "worse", "better"), (Direction.NONE, "higher", "lower")],
)
def test_a_goal_gives_the_words_their_sense(direction: Direction, up: str, down: str) -> None:
    assert judge(_difference(2, 3), 1, direction) == up
    assert judge(_difference(-3, -2), 1, direction) == down
    assert judge(_difference(-0.5, 0.5), 1, direction) == "same"
    assert judge(_difference(-2, 2), 1, direction) == "undecided"


def test_same_needs_the_whole_interval_within_the_margin_also_where_no_pair_differs() -> None:
    never = paired_difference(np.zeros(100, dtype=bool), np.zeros(100, dtype=bool))
    assert judge(never, 0.005) is Verdict.UNDECIDED
    often = paired_difference(np.zeros(1_000, dtype=bool), np.zeros(1_000, dtype=bool))
    assert judge(often, 0.005) is Verdict.SAME


def test_a_difference_outside_the_margin_is_seldom_called_the_same() -> None:
    """True difference 0.006, margin 0.005, 100 plays: 54 % were called the same where nothing had happened yet."""
    rng = np.random.default_rng(6)
    words = [judge(paired_difference(np.zeros(100, bool), rng.random(100) < 0.006), 0.005) for _ in range(300)]
    assert words.count(Verdict.SAME) == 0


def test_a_change_that_cancels_out_is_not_the_same() -> None:
    difference = paired_difference([0, 0, 0, 0], [-9, 9, -9, 9])
    assert difference.mean == 0
    assert judge(difference, 1) is Verdict.UNDECIDED


@given(MIDDLES, st.floats(0, 3), st.floats(0, 2))
def test_swapping_the_sides_swaps_the_words(middle: float, half: float, margin: float) -> None:
    mirrored = {"higher": "lower", "lower": "higher"}
    word = judge(_difference(middle - half, middle + half), margin)
    assert judge(_difference(-middle - half, -middle + half), margin) == mirrored.get(word, word)


@pytest.mark.parametrize("margin", [-0.1, nan])
def test_a_margin_is_not_negative(margin: float) -> None:
    with pytest.raises(ValueError, match="margin"):
        judge(_difference(0, 1), margin)


@pytest.mark.parametrize("margin", [0.0, 0.3, 2.0])
@pytest.mark.parametrize("true", [0.0, 0.3, 2.0, 2.4])
def test_the_p_value_of_a_wrong_claim_is_seldom_small(true: float, margin: float) -> None:
    rng = np.random.default_rng(7)
    wrong = 0
    for _ in range(2_000):
        mean = rng.normal(true, 0.2)
        moved = abs(mean) > margin
        difference = PairedDifference(mean, 0.2 * 400**0.5, mean - 0.4, mean + 0.4, 400, 0, mean, None, None, 1e-9)
        wrong += claim_p(difference, margin) <= 0.05 and moved == (abs(true) <= margin)
    assert wrong / 2_000 < 0.065


def test_any_wrong_verdict_among_many_measures_is_as_rare_as_among_one() -> None:
    """All at the edge of their margin, where it is hardest; independent, alike, and opposite."""
    rng, k = np.random.default_rng(8), 12
    for mix in (0.0, 0.7, -0.7):
        common = rng.normal(size=(1_000, 1))
        signs = np.where(np.arange(k) % 2, np.sign(mix), 1)
        noise = abs(mix) * common * signs + (1 - mix**2) ** 0.5 * rng.normal(size=(1_000, k))
        wrong = 0
        for row in noise:
            p_values = holm([interval_claim_p(1 + z - 1.96, 1 + z + 1.96, 10_000, 1.0) for z in row])
            wrong += any(p <= 0.05 and z > 0 for z, p in zip(row, p_values, strict=True))
        assert wrong / 1_000 < 0.06


def test_the_p_value_is_students_and_of_means_apart_that_of_their_interval() -> None:
    for mean, tails in ((0.9, [2, 4]), (0.1, [2 / 3])):  # 0.3 is one standard error
        moved = PairedDifference(mean, 0.6, mean - 1, mean + 1, 4, 0, mean, None, None, 1e-9)
        assert claim_p(moved, 0.3) == pytest.approx(sum(scipy.stats.t.sf(errors, 3) for errors in tails))
    apart = difference_apart(mean_estimate([1, 2, 4]), mean_estimate([3, 5, 9, 9]))
    assert claim_p(apart, 0.3) == pytest.approx(interval_claim_p(apart.low, apart.high, apart.n, 0.3), abs=0.01)


@pytest.mark.parametrize("watched", [False, True])
def test_a_claim_without_enough_pairs_has_no_p_value(watched: bool) -> None:
    assert np.isnan(claim_p(paired_difference([1], [2]), 0.1, watched))
    assert np.isnan(claim_p(paired_difference([], []), 0.1, watched))
    assert np.isnan(interval_claim_p(-inf, inf, 5, 0.1))
