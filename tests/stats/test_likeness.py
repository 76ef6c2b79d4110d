"""Which sample values come from: planted sources, unknown figures, odd values, and how many values it takes."""

from math import inf

import numpy as np
import pytest

from workbench.stats.likeness import log_densities, sources, values_to_tell


def plays(seed, mean, n=600):
    """Plays of a bot: scores about `mean`, and a length that follows the score."""
    rng = np.random.default_rng(seed)
    score = rng.normal(mean, 3, n)
    return np.column_stack([score, np.round(score / 4 + rng.normal(0, 1, n))])


WEAK, MIDDLE, STRONG = (plays(seed, mean) for seed, mean in ((1, 14), (2, 17), (3, 20)))
ALL = [WEAK, MIDDLE, STRONG]


@pytest.mark.parametrize("planted", range(3))
def test_the_source_of_planted_sessions_is_found(planted):
    named = [
        int(np.argmax([each.posterior for each in sources(ALL, plays(100 + seed, 14 + 3 * planted, 12))]))
        for seed in range(20)
    ]
    assert named.count(planted) >= 18


def test_the_posterior_is_as_sure_as_it_is_right():
    rng, sure, right = np.random.default_rng(5), [], []
    for seed in range(300):
        planted = int(rng.integers(3))
        weights = [each.posterior for each in sources(ALL, plays(1_000 + seed, 14 + 3 * planted, 2))]
        sure.append(max(weights))
        right.append(int(np.argmax(weights)) == planted)
    assert np.mean(right) == pytest.approx(np.mean(sure), abs=0.06)


def test_a_figure_that_is_unknown_says_nothing():
    values = plays(9, 20, 5)
    unknown = values.copy()
    unknown[:, 1] = np.nan
    alone = [each[:, :1] for each in ALL]
    lost = log_densities(ALL, unknown) - log_densities(alone, values[:, :1])
    assert np.abs(lost).max() < 0.2
    assert [each.posterior for each in sources(ALL, np.full((3, 2), np.nan))] == pytest.approx([1 / 3] * 3)


def test_an_odd_evening_rules_nothing_out():
    odd = np.array([[60.0, 30.0]])
    assert max(each.posterior for each in sources(ALL, odd)) < 0.6
    assert sources(ALL, np.vstack([plays(4, 14, 10), odd]))[0].posterior > 0.95


def test_as_many_values_as_forecast_tell_two_samples_apart():
    needed = values_to_tell(WEAK, MIDDLE, plays(50, 14, 400))
    told = [sources([WEAK, MIDDLE], plays(200 + seed, 14, int(needed)))[0].posterior >= 0.95 for seed in range(100)]
    assert 2 <= needed <= 30 and 0.65 <= np.mean(told) <= 0.95
    assert values_to_tell(WEAK, STRONG, plays(50, 14, 400)) < needed
    assert values_to_tell(WEAK, WEAK, plays(50, 14, 400)) == inf


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(ValueError, match="empty"):
        log_densities([np.zeros((0, 2))], np.zeros((1, 2)))
