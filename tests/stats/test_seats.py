"""Win rates of seats from few games."""

import numpy as np
import pytest
from scipy import stats as reference

from workbench.stats import wins_p_value, wins_predicted


@pytest.mark.parametrize(("n", "wins", "games", "seats"), [(5, 3, 10, 3), (12, 4_000, 10_000, 3), (0, 1, 2, 2)])
def test_what_is_predicted_is_a_beta_binomial(n: int, wins: int, games: int, seats: int) -> None:
    expected = reference.betabinom(n, 1 + wins, seats - 1 + games - wins).pmf(np.arange(n + 1))
    assert wins_predicted(n, wins, games, seats) == pytest.approx(expected)


def test_surprise() -> None:
    assert wins_p_value(4, 12, 4_000, 12_000, 3) > 0.8
    assert wins_p_value(12, 12, 4_000, 12_000, 3) < 0.001
    assert wins_p_value(3.5, 12, 4_000, 12_000, 3) == pytest.approx(
        (wins_p_value(3, 12, 4_000, 12_000, 3) + wins_p_value(4, 12, 4_000, 12_000, 3)) / 2, abs=0.25
    )
    assert wins_p_value(0, 0, 4_000, 12_000, 3) == 1


@pytest.mark.parametrize("arguments", [(1, 0, 2), (-1, 3, 2), (1, 3, 1)])
def test_what_makes_no_sense(arguments: tuple[float, int, int]) -> None:
    wins, games, seats = arguments
    with pytest.raises(ValueError, match="must"):
        wins_predicted(1, wins, games, seats)
