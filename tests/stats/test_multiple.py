"""Many measures at once, against the textbook."""

from math import nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.stats import Estimate, agresti_coull, holm, mean_estimate, outside_expectation, simultaneous_confidence

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@pytest.mark.thorough
@given(P_VALUES)
def test_holm_is_holms_of_1979(p_values: list[float]) -> None:
    from statsmodels.stats.multitest import multipletests

    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])


@given(P_VALUES, st.data())
def test_a_measure_without_a_test_does_not_count(p_values: list[float], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(p_values)))
    adjusted = holm([*p_values[:at], nan, *p_values[at:]])
    assert np.isnan(adjusted[at])
    assert np.delete(adjusted, at) == pytest.approx(holm(p_values))


def test_a_family_is_adjusted_step_by_step_and_nothing_is_nothing() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005, 0.6]) == pytest.approx([0.04, 0.09, 0.09, 0.025, 0.6])
    assert holm([]).shape == (0,)
    assert np.isnan(holm([nan, nan])).all()


@pytest.mark.parametrize("p_value", [-0.1, 1.1])
def test_holm_refuses_what_is_no_probability(p_value: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([0.5, p_value])


def test_simultaneous_level() -> None:
    assert simultaneous_confidence(0.95, 10) == pytest.approx(0.995)
    assert simultaneous_confidence(0.9, 1) == simultaneous_confidence(0.9, 0) == pytest.approx(0.9)
    with pytest.raises(ValueError, match="k = -1"):
        simultaneous_confidence(0.95, -1)


def test_eight_intervals_hold_together() -> None:
    rng = np.random.default_rng(5)
    level = simultaneous_confidence(0.9, 8)
    held = [
        all(
            estimate.low <= 0 <= estimate.high
            for estimate in (mean_estimate(row, level) for row in rng.normal(size=(8, 3_000)))
        )
        for _ in range(500)
    ]
    assert 0.87 < np.mean(held) < 0.94


def test_estimates_beyond_luck_among_all_of_them() -> None:
    """Alone the first would count: 0.5 is just outside its interval. Among five it does not."""
    just_off = Estimate(0.55, 0.5, 0.501, 0.6, 400)
    assert outside_expectation([just_off], [0.5]) == [1]
    assert outside_expectation([just_off] + [Estimate(0.5, 0.5, 0.45, 0.55, 400)] * 4, [0.5] * 5) == [0] * 5
    assert outside_expectation([just_off, Estimate(0.3, 0.5, 0.27, 0.33, 900)], [0.5, 0.5]) == [1, -1]


def test_beyond_luck_names_nothing_that_is_unknown_or_as_expected() -> None:
    nothing = Estimate(nan, nan, 0.0, 1.0, 0)
    assert outside_expectation([nothing, Estimate(1.0, 0.0, 1.0, 1.0, 9)], [0.5, 1.0]) == [0, 0]
    assert outside_expectation([], []) == []


def test_beyond_luck_is_wrong_about_fair_rates_in_few_families() -> None:
    draws = np.random.default_rng(7).binomial(400, 0.5, (600, 6))
    named = [any(outside_expectation([agresti_coull(float(won), 400) for won in row], [0.5] * 6)) for row in draws]
    assert np.mean(named) < 0.08
