"""Which sample values come from: planted sources, unknown figures, odd values, and how many values it takes."""

from math import isnan, log, prod

import numpy as np
import pytest
import scipy

from workbench.stats.likeness import LEAST_WIDTH, ODD, WIDER, Recognition, log_densities, recognition, sources


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
        int(np.argmax([source.posterior for source in sources(ALL, plays(100 + seed, 14 + 3 * planted, 12))]))
        for seed in range(20)
    ]
    assert named.count(planted) >= 18


def test_the_posterior_is_as_sure_as_it_is_right():
    rng, sure, right = np.random.default_rng(5), [], []
    for seed in range(300):
        planted = int(rng.integers(3))
        weights = [source.posterior for source in sources(ALL, plays(1_000 + seed, 14 + 3 * planted, 2))]
        sure.append(max(weights))
        right.append(int(np.argmax(weights)) == planted)
    assert np.mean(right) == pytest.approx(np.mean(sure), abs=0.06)


def test_a_figure_that_is_unknown_says_nothing():
    values = plays(9, 20, 5)
    unknown = values.copy()
    unknown[:, 1] = np.nan
    alone = [sample[:, :1] for sample in ALL]
    lost = log_densities(ALL, unknown) - log_densities(alone, values[:, :1])
    assert np.abs(lost).max() < 0.2
    assert [source.posterior for source in sources(ALL, np.full((3, 2), np.nan))] == pytest.approx([1 / 3] * 3)


def test_densities_are_whole():
    """Far beyond the sample too, where only the wide part of a density is left."""
    grid = np.linspace(-200, 240, 2_201)
    densities = np.exp(log_densities([sample[:, :1] for sample in ALL], grid[:, None]))
    assert densities.sum(axis=1) * (grid[1] - grid[0]) == pytest.approx([1] * 3, abs=1e-6)


@pytest.mark.parametrize("plays_of_a_sample", [1, 3, 4, 50])
def test_a_density_is_the_mean_of_a_product_of_bells(plays_of_a_sample):
    """A naive one, also of fewer plays than figures."""
    rng = np.random.default_rng(8)
    samples = [rng.normal(size=(plays_of_a_sample, 3)) for _ in range(2)]
    values = rng.normal(size=(5, 3))
    values[1, 2] = values[2, 0] = np.nan

    def density(sample, value, widths):
        return np.mean(
            [
                prod(
                    scipy.stats.norm.pdf(x, at, width)
                    for x, at, width in zip(value, row, widths, strict=True)
                    if not isnan(x)
                )
                for row in sample
            ]
        )

    spread = np.vstack(samples).std(axis=0) * plays_of_a_sample ** (-1 / 7)
    widths = np.maximum(spread, LEAST_WIDTH)
    broad = [np.mean([density(sample, value, WIDER * widths) for sample in samples]) for value in values]
    expected = [
        [
            log((1 - ODD) * density(sample, value, widths) + ODD * wide)
            for value, wide in zip(values, broad, strict=True)
        ]
        for sample in samples
    ]
    assert log_densities(samples, values) == pytest.approx(np.array(expected))


def test_an_odd_evening_rules_nothing_out():
    odd = np.array([[60.0, 30.0]])
    assert max(source.posterior for source in sources(ALL, odd)) < 0.6
    assert sources(ALL, np.vstack([plays(4, 14, 10), odd]))[0].posterior > 0.95


def recognized(*samples: np.ndarray, counts: tuple[int, ...] = (5,)) -> Recognition:
    """Samples about their own means, with fresh values of each."""
    fresh = [plays(50 + place, sample[:, 0].mean(), 400) for place, sample in enumerate(samples)]
    return recognition(samples, fresh, counts)


def test_as_many_values_as_forecast_tell_two_samples_apart():
    needed = recognized(WEAK, MIDDLE).pairs[0, 1]
    told = [sources([WEAK, MIDDLE], plays(200 + seed, 14, int(needed)))[0].posterior >= 0.95 for seed in range(100)]
    assert 2 <= needed <= 30 and 0.65 <= np.mean(told) <= 0.95
    assert recognized(WEAK, STRONG).pairs[0, 1] < needed


def test_samples_that_are_alike_are_not_told_apart_by_any_number():
    chances = recognized(WEAK, WEAK, STRONG, counts=(5, 100))
    assert chances.values_to_tell(0, 1) > 1_000 and chances.values_to_tell(0, 2) < 20
    assert chances.named[:2].max() < 0.3 and chances.named[2, 1] == 1


def test_the_chance_to_be_named_is_that_of_sessions_played_afresh():
    counts = (3, 8)
    chances = recognized(*ALL, counts=counts)
    for true, mean in enumerate((14, 17, 20)):
        for place, count in enumerate(counts):
            posteriors = [
                [source.posterior for source in sources(ALL, plays(900 + seed, mean, count))] for seed in range(150)
            ]
            named = np.mean([max(posterior) >= 0.95 and int(np.argmax(posterior)) == true for posterior in posteriors])
            wrong = np.mean([max(posterior) >= 0.95 and int(np.argmax(posterior)) != true for posterior in posteriors])
            assert chances.named[true, place] == pytest.approx(named, abs=0.14)
            assert chances.misnamed[true, place] == pytest.approx(wrong, abs=0.06)


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(ValueError, match="empty"):
        log_densities([np.zeros((0, 2))], np.zeros((1, 2)))
