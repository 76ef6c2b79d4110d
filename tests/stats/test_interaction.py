"""The difference of two differences: put together from its parts, and held as often as it says."""

from math import hypot, inf, isnan, nan

import numpy as np
import pytest

from workbench.stats import PairedDifference, interaction, paired_difference


def _difference(low: float, middle: float, high: float, n: int = 100) -> PairedDifference:
    return PairedDifference(middle, 1.0, low, high, n, 0, middle)


def test_limits_are_put_together_from_the_four_distances() -> None:
    estimate = interaction(_difference(-1, 1, 2, n=400), _difference(3, 5, 9))
    assert (estimate.mean, estimate.n) == (4, 100)
    assert estimate.low == pytest.approx(4 - hypot(5 - 3, 2 - 1))
    assert estimate.high == pytest.approx(4 + hypot(9 - 5, 1 - -1))


def test_swapping_the_parts_mirrors_it() -> None:
    one, two = _difference(-1, 1, 2), _difference(3, 5, 9)
    there, back = interaction(one, two), interaction(two, one)
    assert (back.mean, back.low, back.high) == (-there.mean, -there.high, -there.low)


def test_what_is_not_bounded_stays_so() -> None:
    unbounded = interaction(_difference(0, 0, 0), _difference(-inf, 1, inf))
    assert (unbounded.low, unbounded.high) == (-inf, inf)
    assert isnan(interaction(_difference(nan, nan, nan), _difference(0, 1, 2)).mean)


@pytest.mark.parametrize("rate", [False, True])
@pytest.mark.parametrize("shared", [0.0, 0.5])
def test_it_holds_at_least_as_often_as_it_says(rate: bool, shared: float) -> None:
    """Means and rates, batches of different size, without and with a common part, as equal shuffles give one."""
    rng = np.random.default_rng(11)

    def differences(luck: np.ndarray, n: int, change: float) -> PairedDifference:
        base = luck[:n] * shared + rng.normal(size=n)
        other = base * 0.5 + rng.normal(size=n) + change
        return paired_difference(base > 1.5, other > 1.5) if rate else paired_difference(base, other)

    def one() -> bool:
        luck = rng.normal(size=300)
        estimate = interaction(differences(luck, 300, 0.4), differences(luck, 120, 0.4))
        return estimate.low <= 0 <= estimate.high

    assert np.mean([one() for _ in range(600)]) > 0.93
