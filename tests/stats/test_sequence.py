"""The interval that may be watched."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.limit.seats_gap import share_sums
from tests.support.thorough import one_of
from workbench.stats import (
    Estimate,
    mean_estimate,
    rate_sequence_at,
    sequence_at,
    widened,
    win_rate_spread,
)
from workbench.stats.sequence import any_time_p

PLAYS, WATCHED_FROM = 5000, 100
GAMES: dict[str, tuple[float, Callable[[np.random.Generator], NDArray[np.generic]]]] = {
    "points": (50.0, lambda rng: rng.normal(50, 10, PLAYS)),
    "rounds": (3.0, lambda rng: rng.geometric(1 / 3, PLAYS).astype("u1")),
    "tie": (0.06, lambda rng: rng.random(PLAYS) < 0.06),
}
RARE: dict[str, tuple[float, Callable[[np.random.Generator], NDArray[np.generic]]]] = {
    "one in a thousand": (0.001, lambda rng: (rng.random(PLAYS) < 0.001).astype("u1")),
    "one in a hundred": (0.01, lambda rng: (rng.random(PLAYS) < 0.01).astype("u1")),
    "a rare rate": (0.0005, lambda rng: rng.random(PLAYS) < 0.0005),
}


def looks(values: NDArray[np.generic]) -> Iterator[Estimate]:
    """The sequence at every hundredth play."""
    for n in range(WATCHED_FROM, PLAYS + 1, 100):
        if values.dtype == bool:
            yield rate_sequence_at(int(values[:n].sum()), n)
            continue
        plain = mean_estimate(values[:n])
        yield sequence_at(plain.mean, plain.sd, n, jump=max(1.0, float(np.abs(values[:n] - plain.mean).max())))


every_count_of_runs = pytest.mark.parametrize("runs", one_of([100, 600], quick=100))


@every_count_of_runs
@pytest.mark.parametrize("game", RARE)
def test_watching_what_is_rare_seldom_misses(game: str, runs: int) -> None:
    """Without room for what has not happened yet, 95 % of runs miss one in a thousand, watched from 100 plays on."""
    truth, play = RARE[game]
    rng, missed = np.random.default_rng(2104), 0
    for _ in range(runs):
        missed += any(not look.low <= truth <= look.high for look in looks(play(rng)))
    assert missed / runs <= 0.05


@pytest.mark.parametrize("t", [100, 1_000, 30_000])
@pytest.mark.parametrize("away", [2.0, 3.2, 5.0])
def test_the_p_value_that_may_be_watched_agrees_with_the_sequence(t: int, away: float) -> None:
    reach = sequence_at(0, t**0.5, t, jump=0).high
    assert (any_time_p(away, t) < 0.05) == (away > reach)


@every_count_of_runs
@pytest.mark.parametrize("game", GAMES)
def test_watching_rarely_misses_where_a_plain_interval_often_does(game: str, runs: int) -> None:
    truth, play = GAMES[game]
    rng = np.random.default_rng(2103)
    sequence_missed = plain_missed = 0
    for _ in range(runs):
        watched = list(looks(play(rng)))
        sequence_missed += any(not look.low <= truth <= look.high for look in watched)
        sd = np.sqrt(truth * (1 - truth)) if game == "tie" else {"points": 10, "rounds": 6**0.5}[game]
        plain_missed += any(abs(look.mean - truth) > 1.96 * sd / look.n**0.5 for look in watched)
    assert sequence_missed / runs <= 0.05
    assert plain_missed / runs > 0.25


@pytest.mark.parametrize("tuned_to", [100, 1000, 20_000])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_it_is_narrowest_where_it_is_tuned_to(tuned_to: int, confidence: float) -> None:
    widths = {
        tuning: sequence_at(0, 1, tuned_to, confidence, tuning, jump=0).high
        for tuning in range(tuned_to // 50, 5 * tuned_to, tuned_to // 50)
    }
    assert min(widths.values()) == widths[tuned_to]


def test_the_price_of_watching() -> None:
    plain = mean_estimate(np.random.default_rng(0).normal(size=1000))
    watched = sequence_at(plain.mean, plain.sd, 1000, jump=4.0)
    assert (watched.high - watched.low) / (plain.high - plain.low) == pytest.approx(1.6, abs=0.05)


def test_the_formula_of_theorem_2_2() -> None:
    """With alpha = 0.05 and t r² = 8.2 at the tuning: sqrt(2 · 9.2 / (t · 8.2) log(sqrt(9.2) / 0.05))."""
    squared = sequence_at(0, 2, 400, 0.95, tuned_to=400, jump=0).high ** 2
    assert squared == pytest.approx(2**2 * 2 * 9.2 / (400 * 8.2) * np.log(9.2**0.5 / 0.05), rel=1e-3)


def test_too_few_plays_bound_nothing_and_a_run_of_no_leaves_room() -> None:
    one = sequence_at(3, float("nan"), 1)
    assert (one.low, one.high) == (-np.inf, np.inf)
    none = rate_sequence_at(0, 0)
    assert np.isnan(none.mean)
    assert (none.low, none.high) == (0, 1)
    assert rate_sequence_at(0, 200).high > 0.01
    assert sequence_at(5, 0, 3).low < 5


def test_tuning_needs_a_play() -> None:
    with pytest.raises(ValueError, match="tuned_to = 0"):
        sequence_at(0, 1, 10, tuned_to=0)


@pytest.mark.parametrize("tries", one_of([20, 150], quick=20))
def test_a_spread_that_is_watched_gets_the_room_of_a_sequence(tries):
    rng, chances, missed = np.random.default_rng(5), (0.40, 0.33, 0.27), 0
    for _ in range(tries):
        shares = np.eye(3)[rng.choice(3, 3_000, p=chances)]
        looks = [widened(win_rate_spread(share_sums(shares[:n]))) for n in range(128, 3_001, 256)]
        missed += any(not look.low <= 0.13 <= look.high for look in looks)
    assert missed <= tries / 20


def test_widened_stays_a_share_and_keeps_the_estimate():
    plain = Estimate(0.02, 0.5, 0.0, 0.05, 500)
    wide = widened(plain)
    assert (wide.mean, wide.low, wide.n) == (0.02, 0.0, 500)
    assert 1.5 * 0.05 < wide.high <= 1
