"""Win rates of seats from few games."""

import pytest
import scipy

from workbench.stats import wins_p_value


def test_all_shares_of_the_win_are_equally_likely_at_first() -> None:
    assert [wins_p_value(wins, 2, 0, 0, 2) for wins in (0, 1, 2)] == pytest.approx([1 / 3, 1, 1 / 3])


def test_surprise() -> None:
    lower = scipy.stats.betabinom(12, 4_001, 8_002).cdf(5) - scipy.stats.betabinom(12, 4_001, 8_002).pmf(5) / 2
    assert wins_p_value(5, 12, 4_000, 12_000, 3) == pytest.approx(2 * min(lower, 1 - lower))
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
        wins_p_value(0, 1, wins, games, seats)
