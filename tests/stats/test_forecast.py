"""Forecasts keep the chance that they name."""

import numpy as np
import pytest

from tests.support.thorough import one_of
from workbench.stats.evidence import Forecast, forecast

Z = 1.96


def _decided(estimate, error, margin):
    return (abs(estimate) + Z * error <= margin) | (abs(estimate) - Z * error >= margin)


@pytest.mark.parametrize("margin", one_of([0.0, 0.05, 0.1, 0.2], quick=0.1))
def test_the_chances_hold(margin):
    """Of undecided comparisons with a forecast, half are decided at `even`, and four fifths at `likely`."""
    rng, n = np.random.default_rng(1), 400
    held = []
    for true in rng.uniform(-0.5, 0.5, 2_000):  # a flat prior
        mean = rng.normal(true, 1 / np.sqrt(n))
        plays = None if _decided(mean, 1 / np.sqrt(n), margin) else forecast(mean, 1 / np.sqrt(n), n, margin, Z)
        if plays:
            held.append([_goes_on(rng, mean, true, n, more, margin) for more in (plays.even, plays.likely)])
    even, likely = np.mean(held, axis=0)
    assert len(held) > 150
    assert even == pytest.approx(0.5, abs=0.1)
    assert likely == pytest.approx(0.8, abs=0.1)


def _goes_on(rng, mean, true, n, more, margin):
    fresh = rng.normal(true, 1 / np.sqrt(more))
    return _decided((n * mean + more * fresh) / (n + more), 1 / np.sqrt(n + more), margin)


def test_an_estimate_at_the_edge_of_the_margin_has_no_number():
    assert forecast(0.1, 0.01, 20_000, 0.1, Z) is None


def test_a_stricter_bar_takes_more_plays():
    plain, strict = forecast(0.13, 0.02, 1_000, 0.1, Z), forecast(0.13, 0.02, 1_000, 0.1, 3.0)
    assert plain.even < plain.likely < strict.likely


def test_there_are_never_fewer_than_the_least_plays():
    assert forecast(9.0, 0.1, 10, 1.0, Z) == Forecast(90, 90)
    assert forecast(0.0, 0.0, 99, 1.0, Z) == Forecast(10, 10), "a tenth of those there are"


def test_what_never_differed_needs_as_many_plays_as_leave_no_room_for_a_rare_difference():
    """The room is reach² jump / N: 0.01 after 384 plays; the chance that it stays at 0 asks for more."""
    plays = forecast(0.0, 0.0, 200, 0.01, Z, jump=1.0)
    assert 384 - 200 < plays.even < plays.likely < 1_000


@pytest.mark.parametrize("error", [float("nan"), float("inf")])
def test_what_is_unknown_asks_for_the_least_plays(error):
    assert forecast(0.1, error, 1, 0.1, Z) == Forecast(99, 99)
    assert forecast(0.1, error, 1_000, 0.1, Z) is None
