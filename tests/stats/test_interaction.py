"""The difference of two differences: put together from its parts, and held as often as it says."""

from math import hypot, inf, isnan, nan

import numpy as np
import pytest

from workbench.stats import PairedDifference, interaction, paired_difference


def _difference(low: float, middle: float, high: float, n: int = 100) -> PairedDifference:
    return PairedDifference(0, middle, middle, low, high, None, None, 1.0, n, 0.5)


def test_limits_are_put_together_from_the_four_distances() -> None:
    found = interaction(_difference(-1, 1, 2, n=400), _difference(3, 5, 9))
    assert (found.difference, found.n) == (4, 100)
    assert found.low == pytest.approx(4 - hypot(5 - 3, 2 - 1))
    assert found.high == pytest.approx(4 + hypot(9 - 5, 1 - -1))


def test_swapping_the_parts_mirrors_it() -> None:
    one, two = _difference(-1, 1, 2), _difference(3, 5, 9)
    there, back = interaction(one, two), interaction(two, one)
    assert (back.difference, back.low, back.high) == (-there.difference, -there.high, -there.low)
    assert back.p_value == there.p_value


@pytest.mark.parametrize(("half", "p_value"), [(1.959964 / 2, 0.0046791), (1.0, 0.0055704), (4.0, 0.4884)])
def test_p_is_that_of_a_normal_with_the_width_towards_zero(half: float, p_value: float) -> None:
    found = interaction(_difference(0, 0, 0), _difference(2 - half * 2**0.5, 2, 99))
    assert found.p_value == pytest.approx(p_value, rel=1e-3)


def test_p_agrees_with_the_interval() -> None:
    for shift in (0.1, 1.0, 1.4, 1.42, 2.0):
        found = interaction(_difference(-1, 0, 1), _difference(shift - 1, shift, shift + 1))
        assert (found.p_value < 0.05) == (found.low > 0)


def test_what_never_varies_and_what_is_not_known() -> None:
    assert interaction(_difference(0, 0, 0), _difference(0, 0, 0)).p_value == 1
    assert interaction(_difference(0, 0, 0), _difference(1, 1, 1)).p_value == 0
    unbounded = interaction(_difference(0, 0, 0), _difference(-inf, 1, inf))
    assert (unbounded.low, unbounded.high, unbounded.p_value) == (-inf, inf, 1)
    assert isnan(interaction(_difference(nan, nan, nan), _difference(0, 1, 2)).p_value)


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
        found = interaction(differences(luck, 300, 0.4), differences(luck, 120, 0.4))
        return found.low <= 0 <= found.high

    assert np.mean([one() for _ in range(600)]) > 0.93
