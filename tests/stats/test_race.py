"""The race for the least loss: the best is within one margin of the truth, and plays go where they decide."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from workbench.engine.problems import FEWEST_PLAYS
from workbench.stats import sequence_at
from workbench.stats.evidence import simultaneous_confidence
from workbench.stats.race import (
    FIRST_ROUND,
    Entrant,
    LossInterval,
    RaceStanding,
    contenders,
    gaps,
    is_decided,
    leader,
    next_round,
    place_of,
    worst_of,
)

NARROW, WIDE = LossInterval(0.9, 1.0, 1.1), LossInterval(-3.0, 2.0, 7.0)


class FakePlayers:
    """Entrants whose losses are drawn from normal distributions around planted means, all on the same luck.

    `paired`: their differences to the leader are known play by play.
    """

    def __init__(self, means, rng, alone=0.8, common=0.6, paired=True):
        self.means = np.asarray(means)
        self.luck = common * rng.standard_normal(12_000)
        self.noise = alone * rng.standard_normal((len(means), 12_000))
        self.plays = [0] * len(means)
        many = len(means)
        risks = (1 / 4, 1 / 2, 1 / 4) if paired else (1.0,)
        counts = many, many, many * (many - 1) // 2
        self.confidences = [simultaneous_confidence(1 - 0.05 * r, k) for r, k in zip(risks, counts, strict=False)]
        self.is_paired = paired

    def values(self, place, plays):
        """In margins of 0.1."""
        return (self.means[place] + self.luck[:plays] + self.noise[place, :plays]) / 0.1

    def entrants(self):
        return {place: Entrant(plays, self.span(place, plays)) for place, plays in enumerate(self.plays)}

    def span(self, place, plays):
        return interval(self.values(place, plays), self.confidences[0]) if plays else None

    def losses(self):
        return {place: entrant.loss for place, entrant in self.entrants().items() if entrant.loss}

    def gaps(self):
        losses = self.losses()
        first = leader(losses) if losses else None
        return {place: self.gap(place, first) for place in losses if place != first} if self.is_paired else {}

    def gap(self, place, first):
        plays = min(self.plays[place], self.plays[first])
        moved = self.values(place, plays) - self.values(first, plays)
        low, high = (interval(moved, confidence) for confidence in self.confidences[1:])
        return LossInterval(low.low, low.mean, high.high)

    def run(self, budget):
        while targets := next_round(self.entrants(), budget - sum(self.plays), self.gaps()):
            for place, plays in targets.items():
                self.plays[place] = plays
        return self.losses()


def interval(values, confidence):
    estimate = sequence_at(float(values.mean()), float(values.std(ddof=1)), values.size, confidence)
    return LossInterval(estimate.low, estimate.mean, estimate.high)


LANDSCAPES = {
    "a valley": [abs(x - 3) * 0.15 for x in range(9)],
    "all alike": [0.0] * 6,
    "one margin apart": [0.0, 0.1, 0.1, 0.1, 0.1],
    "just beyond the margin": [0.11, 0.11, 0.0, 0.11, 0.11],
}


@pytest.mark.parametrize("means", LANDSCAPES.values(), ids=LANDSCAPES)
def test_the_best_is_within_the_margin_of_the_truth(means):
    decided, wrong, best = 0, Counter(), min(means)
    for seed in range(40):
        race = FakePlayers(means, np.random.default_rng(seed))
        losses = race.run(400_000)
        distances, first = race.gaps(), leader(losses)
        places = {place: place_of(gap) for place, gap in gaps(losses, distances).items()}
        if is_decided(losses, distances):
            decided += 1
            wrong["best"] += means[first] > best + 0.1 + 1e-9
            wrong["worse"] += any(where is RaceStanding.WORSE and means[at] == best for at, where in places.items())
            near = means[first] + 0.1 + 1e-9
            wrong["as good"] += any(where is RaceStanding.AS_GOOD and means[at] > near for at, where in places.items())
    assert decided >= 38  # nearly every race is decided, and of these at most one in twenty wrongly
    assert max(wrong.values()) <= 2


@pytest.mark.parametrize("means", LANDSCAPES.values(), ids=LANDSCAPES)
def test_pairs_decide_with_fewer_plays(means):
    spent = Counter()
    for seed, paired in product(range(12), (False, True)):
        race = FakePlayers(means, np.random.default_rng(seed), paired=paired)
        race.run(400_000)
        spent[paired] += sum(race.plays)
    assert spent[True] < 0.75 * spent[False]


def test_plays_go_where_they_decide():
    race = FakePlayers([0.0, 0.05, 1.0, 2.0, 3.0], np.random.default_rng(1))
    race.run(400_000)
    assert race.plays[2:] == [FIRST_ROUND] * 3 and min(race.plays[:2]) > 2 * FIRST_ROUND


def test_no_more_is_played_than_is_allowed_and_enough_is_left_to_confirm_the_best():
    for budget in (3_000, 10_000, 50_000):
        race = FakePlayers([0.0] * 9, np.random.default_rng(2), alone=9.0)
        race.run(budget)
        assert min(race.plays) >= FEWEST_PLAYS and sum(race.plays) + max(race.plays) <= budget


def test_what_is_open_gets_plays_though_it_is_not_the_best():
    entrants = {"best": Entrant(512, NARROW), "open": Entrant(512, LossInterval(5, 6, 7), is_open=True)}
    assert next_round(entrants, 10_000) == {"open": 1024}
    assert next_round({"best": Entrant(512, NARROW), "other": Entrant(512, LossInterval(5, 6, 7))}, 10_000) == {}


def test_those_with_more_plays_wait_for_the_others():
    entrants = {"one": Entrant(4096, WIDE), "two": Entrant(512, WIDE)}
    assert next_round(entrants, 10_000) == {"two": 1024}


def test_of_equals_the_first_leads_and_rivals_may_be_better_by_more_than_a_margin():
    assert leader({"b": NARROW, "a": NARROW}) == "b"
    assert contenders({"b": NARROW, "a": LossInterval(0.2, 1.2, 2.0)}) == set()
    assert contenders({"b": NARROW, "a": LossInterval(0.0, 1.2, 2.0)}) == {"a", "b"}


def test_places():
    assert place_of(LossInterval(-0.6, 0.0, 0.9)) is RaceStanding.AS_GOOD
    assert place_of(LossInterval(0.1, 1.0, 2.1)) is RaceStanding.WORSE
    assert place_of(LossInterval(-0.6, 0.0, 1.6)) is RaceStanding.UNDECIDED


def test_a_gap_is_what_losses_and_pairs_have_in_common():
    losses = {"a": LossInterval(1, 2, 3), "b": LossInterval(2, 4, 6)}
    assert gaps(losses) == {"b": LossInterval(-1, 2, 5)}
    assert gaps(losses, {"b": LossInterval(-4, 1, 2)}) == {"b": LossInterval(-1, 2, 2)}
    assert not is_decided({"a": LossInterval(1, 2, 3), "b": LossInterval(0, 4, 6)})
    assert is_decided({"a": LossInterval(1, 2, 3), "b": LossInterval(0, 4, 6)}, {"b": LossInterval(-1, 2, 9)})


def test_the_worst_of_several_losses_bounds_all_of_them():
    assert worst_of([LossInterval(0, 1, 2), LossInterval(-1, 0, 5)]) == LossInterval(0, 1, 5)
