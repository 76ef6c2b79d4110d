"""Plans keep the chance that they name."""

from math import erf, inf, sqrt

import numpy as np
import pytest

from workbench.stats.evidence import change_seen, plays_to_decide

Z = 1.96


def below(z: float) -> float:
    """The chance that a standard normal number is below z."""
    return (1 + erf(z / sqrt(2))) / 2


def naive_plays(change: float, sd: float, margin: float, reach: float, jump: float = 0.0, chance: float = 0.8) -> int:
    """The smallest number of plays with the chance, looked for one by one."""
    for plays in range(100, 1_000_000):
        error = sd / sqrt(plays)
        width = reach * sqrt(sd**2 / plays + (reach * jump / plays) ** 2)
        higher = below((change - margin - width) / error)
        lower = below((-margin - width - change) / error)
        same = below((margin - width - change) / error) - below((-margin + width - change) / error)
        if higher + lower + max(0.0, same) >= chance:
            return plays
    raise AssertionError("none")


@pytest.mark.parametrize("change", [0.0, 0.04, 0.05, 0.2, -0.2, 0.25])
@pytest.mark.parametrize(("reach", "jump"), [(Z, 0.0), (3.0, 1.0), (2.4, 5.0)])
def test_it_is_the_number_that_a_search_play_by_play_comes_to(change: float, reach: float, jump: float) -> None:
    planned = plays_to_decide(change, 1.0, 0.1, reach, jump)
    assert planned == pytest.approx(naive_plays(change, 1.0, 0.1, reach, jump), rel=0.006)


@pytest.mark.parametrize("change", [0.0, 0.3, -0.3])
def test_four_fifths_of_such_batches_are_decided(change: float) -> None:
    rng, sd, margin = np.random.default_rng(3), 2.0, 0.1
    plays = plays_to_decide(change, sd, margin, Z)
    assert plays
    means = rng.normal(change, sd, (600, plays)).mean(axis=1)
    width = Z * sd / sqrt(plays)
    decided = (np.abs(means) - width >= margin) | (np.abs(means) + width <= margin)
    assert decided.mean() == pytest.approx(0.8, abs=0.05)


def test_a_change_of_just_the_margin_is_never_decided() -> None:
    assert plays_to_decide(0.1, 1.0, 0.1, Z) is None
    assert plays_to_decide(float("nan"), 1.0, 0.1, Z) is None
    assert plays_to_decide(0.2, inf, 0.1, Z) is None


def test_what_never_varied_takes_the_plays_that_leave_no_room_for_a_rare_event() -> None:
    """The room is reach² jump / N: 0.01 after 384 plays; at 385 the whole of it is inside the margin."""
    assert plays_to_decide(0.0, 0.0, 0.01, Z, 1.0) == pytest.approx(385, rel=0.006)


@pytest.mark.parametrize("plays", [300, 4_000, 50_000])
def test_the_change_that_so_many_plays_show_takes_so_many_plays(plays: int) -> None:
    seen = change_seen(plays, 2.0, 0.1, 2.9, 1.0)
    assert plays_to_decide(seen, 2.0, 0.1, 2.9, 1.0) == pytest.approx(plays, rel=0.006)
