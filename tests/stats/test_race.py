"""The race for the least loss: the best is within one margin of the truth, and plays go where they decide."""

import numpy as np
import pytest

from workbench.stats import sequence_at
from workbench.stats.evidence import FEWEST_PLAYS, simultaneous_confidence
from workbench.stats.race import (
    FIRST_ROUND,
    Entrant,
    Place,
    Span,
    contenders,
    is_decided,
    leader,
    next_round,
    place_of,
    worst_of,
)

NARROW, WIDE = Span(0.9, 1.0, 1.1), Span(-3.0, 2.0, 7.0)


class FakePlayers:
    """Entrants whose losses are drawn from normal distributions around planted means, all on the same luck."""

    def __init__(self, means, rng, own=0.8, common=0.6):
        self.means = np.asarray(means)
        self.luck = common * rng.standard_normal(10_000)
        self.noise = own * rng.standard_normal((len(means), 10_000))
        self.confidence = simultaneous_confidence(0.95, len(means))
        self.plays = [0] * len(means)

    def entrants(self):
        return {place: Entrant(plays, self.span(place, plays)) for place, plays in enumerate(self.plays)}

    def span(self, place, plays):
        if not plays:
            return None
        # in margins of 0.1
        values = (self.means[place] + self.luck[:plays] + self.noise[place, :plays]) / 0.1
        found = sequence_at(float(values.mean()), float(values.std(ddof=1)), plays, self.confidence)
        return Span(found.low, found.mean, found.high)

    def run(self, budget):
        while targets := next_round(self.entrants(), budget - sum(self.plays)):
            for place, plays in targets.items():
                self.plays[place] = plays
        return {place: each.loss for place, each in self.entrants().items()}


LANDSCAPES = {
    "a valley": [abs(x - 3) * 0.15 for x in range(9)],
    "all alike": [0.0] * 6,
    "one margin apart": [0.0, 0.1, 0.1, 0.1, 0.1],
    "just beyond the margin": [0.11, 0.11, 0.0, 0.11, 0.11],
}


@pytest.mark.parametrize("means", LANDSCAPES.values(), ids=LANDSCAPES)
def test_the_best_is_within_the_margin_of_the_truth(means):
    wrong = decided = 0
    for seed in range(40):
        race = FakePlayers(means, np.random.default_rng(seed))
        losses = race.run(400_000)
        decided += is_decided(losses)
        wrong += is_decided(losses) and means[leader(losses)] > min(means) + 0.1 + 1e-9
    assert decided >= 38  # nearly every race is decided, and of these at most one in twenty wrongly
    assert wrong <= 2


def test_plays_go_where_they_decide():
    race = FakePlayers([0.0, 0.05, 1.0, 2.0, 3.0], np.random.default_rng(1))
    race.run(400_000)
    assert race.plays[2:] == [FIRST_ROUND] * 3 and min(race.plays[:2]) > 2 * FIRST_ROUND


def test_no_more_is_played_than_is_allowed_and_enough_is_left_to_confirm_the_best():
    for budget in (3_000, 10_000, 50_000):
        race = FakePlayers([0.0] * 9, np.random.default_rng(2), own=9.0)
        race.run(budget)
        assert min(race.plays) >= FEWEST_PLAYS and sum(race.plays) + max(race.plays) <= budget


def test_what_is_open_gets_plays_though_it_is_not_the_best():
    entrants = {"best": Entrant(512, NARROW), "open": Entrant(512, Span(5, 6, 7), is_open=True)}
    assert next_round(entrants, 10_000) == {"open": 1024}
    assert next_round({"best": Entrant(512, NARROW), "other": Entrant(512, Span(5, 6, 7))}, 10_000) == {}


def test_those_with_more_plays_wait_for_the_others():
    entrants = {"one": Entrant(4096, WIDE), "two": Entrant(512, WIDE)}
    assert next_round(entrants, 10_000) == {"two": 1024}


def test_of_equals_the_first_leads_and_rivals_may_be_better_by_more_than_a_margin():
    assert leader({"b": NARROW, "a": NARROW}) == "b"
    assert contenders({"b": NARROW, "a": Span(0.2, 1.2, 2.0)}) == set()
    assert contenders({"b": NARROW, "a": Span(0.0, 1.2, 2.0)}) == {"a", "b"}


def test_places():
    assert place_of(Span(0.5, 1.0, 1.8), NARROW) is Place.AS_GOOD
    assert place_of(Span(1.2, 2.0, 3.0), NARROW) is Place.WORSE
    assert place_of(Span(0.5, 1.0, 2.5), NARROW) is Place.UNDECIDED


def test_the_worst_of_several_losses_bounds_all_of_them():
    assert worst_of([Span(0, 1, 2), Span(-1, 0, 5)]) == Span(0, 1, 5)
