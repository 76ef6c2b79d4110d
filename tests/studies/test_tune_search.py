"""The search of a tuning on planted landscapes: no game, figures from arrays with noise."""

from itertools import product
from math import inf, sqrt
from random import Random
from threading import Event

import numpy as np
import pytest

from workbench.engine.measures import Measure
from workbench.stats import Estimate, Figure
from workbench.studies.find.search import (
    Budget,
    Search,
    SearchGoal,
    Space,
    Task,
    TrialReading,
    frontier,
    parts,
    predicted,
)

MEASURE = Measure("rounds", "Rounds of the play.", margin=0.1)


def reading(value, half, plays):
    return TrialReading(Figure("rounds", MEASURE, Estimate(value, 1.0, value - half, value + half, plays)), value)


RULES, VALUES, NOISE = 4, 7, 3.0
PLAYS = 24_000
NEAR = SearchGoal(-inf, 0.4, 0.5)
"""The goal: no farther than 0.4 from the optimum, whose own distance is 0."""


class Landscape:
    """How far each combination is from a planted optimum, as noisy plays show it; `plays` are counted."""

    def __init__(self, seed, idle=()):
        random = Random(seed)
        self.seed, self.idle, self.plays = seed, idle, 0
        self.best = tuple(random.randrange(VALUES) for _ in range(RULES))
        self.weights = [random.uniform(0.5, 2) for _ in range(RULES)]
        self.start = tuple((place + VALUES // 2) % VALUES for place in self.best)

    def truth(self, combination):
        far = zip(self.weights, combination, self.best, strict=True)
        return sum(weight * abs(here - best) for at, (weight, here, best) in enumerate(far) if at not in self.idle)

    def read(self, combination, plays):
        error = NOISE / sqrt(plays)
        shared = np.random.default_rng([self.seed, plays]).normal()
        apart = np.random.default_rng([self.seed, plays, *combination]).normal()
        self.plays += plays
        return (reading(self.truth(combination) + error * (shared + apart) / sqrt(2), 1.96 * error, plays),)

    def task(self, plays=PLAYS, seed=1):
        return Task(Space((VALUES,) * RULES, self.start, (True,) * RULES), (NEAR,), Budget.of(plays), seed)


class Bent(Landscape):
    """Two rules that matter together, one that is worth more beyond the optimum of another, and one that flattens."""

    def truth(self, combination):
        one, two, three, four = (here - best for here, best in zip(combination, self.best, strict=True))
        together = self.weights[0] * abs(one + two) + self.weights[1] * abs(one - two) / 2
        return together + self.weights[2] * abs(three) * (1.5 if four > 0 else 1) + self.weights[3] * min(abs(four), 2)


def at_random(land, plays, first):
    """The best of as many combinations as the budget gives `first` plays."""
    random = Random(1_000 + land.seed)
    tried = [tuple(random.randrange(VALUES) for _ in range(RULES)) for _ in range(plays // first)]
    return min(tried, key=lambda combination: land.read(combination, first)[0].value)


@pytest.mark.parametrize("kind", [Landscape, Bent])
@pytest.mark.parametrize("plays", [6_000, 12_000])
def test_it_finds_the_optimum_where_random_search_with_as_many_plays_does_not(kind, plays):
    tuned, random = [], []
    for seed in range(5):
        land = kind(seed)
        result = Search(land.task(plays), land.read).run()
        assert result.spent <= Budget.of(plays).best
        assert len(result.trials) < VALUES**RULES / 4
        tuned.append(land.truth(result.best.combination))
        random.append([land.truth(at_random(land, result.spent, first)) for first in (64, 256)])
    assert sorted(tuned)[:4] == [0] * 4 and max(tuned) < 1.5  # steps are worth 0.5 to 2
    assert (np.mean(random, axis=0) > 1).all()


def test_few_plays_are_said_to_guess_and_find_no_less_than_random_search():
    plays, tuned, random = 3_000, [], []
    assert Budget.of(plays).guesses(VALUES**RULES) and not Budget.of(plays).guesses(20)
    assert not Budget.of(4_000).guesses(VALUES**RULES)
    for kind, seed in product((Landscape, Bent), range(6)):
        land = kind(seed)
        result = Search(land.task(plays), land.read).run()
        tuned.append(land.truth(result.best.combination))
        random.append(land.truth(at_random(land, result.spent, 64)))
    assert np.mean(tuned) < np.mean(random)


def test_a_response_surface_says_where_changes_of_single_rules_lead_together():
    sizes, ordered = (7, 7, 3), (True, True, False)
    tried = np.array([(3, 3, 0), (0, 3, 0), (6, 3, 0), (3, 0, 0), (3, 6, 0), (3, 3, 1), (3, 3, 2)])

    def truth(places):
        return places[:, 0] - (places[:, 1] - 4) ** 2 / 4 + 5.0 * (places[:, 2] == 1)

    every = np.array(list(product(range(7), range(7), range(3))))
    tried_parts, every_part = (parts(sizes, ordered, places) for places in (tried, every))
    figures = predicted(tried_parts, truth(tried), np.full(len(tried), 0.01), every_part)
    assert every[figures.argmax()].tolist() == [6, 4, 1]
    flat = predicted(tried_parts, np.full(7, 2.5), np.full(7, inf), every_part)
    assert (flat == 0).all() and len(flat) == len(every)


def test_rules_that_do_nothing_are_put_back():
    land = Landscape(5, idle=(1, 3))
    result = Search(land.task(), land.read).run()
    assert land.truth(result.best.combination) == 0
    assert [result.best.combination[at] == land.start[at] for at in range(RULES)] == [False, True, False, True]
    assert result.best.changes == 2


def test_a_revision_that_meets_its_goals_stays_as_it_is():
    land = Landscape(6)
    land.start = land.best
    assert Search(land.task(), land.read).run().best.changes == 0


def test_where_there_are_few_combinations_all_are_tried_and_no_more_is_played_than_asked():
    space, reads = Space((3, 4), (0, 0), (True, False)), []

    def read(combination, plays):
        reads.append((combination, plays))
        return (reading(abs(combination[0] - 2) + (combination[1] != 3), 0.1, plays),)

    task = Task(space, (NEAR,), Budget.of(10_000))
    result = Search(task, read).run()
    assert task.is_grid and len(result.trials) == 12
    assert result.best.combination == (2, 3)
    most = {}
    for combination, plays in reads:
        assert plays > most.get(combination, 0)
        most[combination] = plays
    assert sum(most.values()) == result.spent <= 7_000


def test_what_the_game_does_not_allow_is_refused_and_costs_nothing():
    def read(combination, plays):
        return None if combination[0] == 1 else (reading(float(combination[0] == 0), 0.01, plays),)

    result = Search(Task(Space((4,), (0,), (True,)), (NEAR,), Budget.of(10_000)), read).run()
    assert result.refused == 1
    assert {trial.combination for trial in result.trials} == {(0,), (2,), (3,)}
    assert result.best.combination == (2,)  # the nearest of those that meet the goal


def test_where_goals_conflict_the_frontier_trades_them_off():
    def read(combination, plays):
        place, waste = combination
        return reading(10 - place + waste, 0.01, plays), reading(place + waste, 0.01, plays)

    aims = SearchGoal(-inf, 2, 1), SearchGoal(-inf, 2, 1)
    result = Search(Task(Space((11, 4), (5, 3), (True, True)), aims, Budget.of(60_000)), read).run()
    traded = frontier(result.finalists)
    assert {trial.combination for trial in traded} <= {(place, 0) for place in range(2, 9)}
    assert len(traded) >= 5
    assert [trial.misses[0] for trial in traded] == sorted(trial.misses[0] for trial in traded)
    assert result.best.combination in {trial.combination for trial in traded}


def test_the_same_seed_gives_the_same_answer_and_a_stop_keeps_what_was_found():
    land, stop = Landscape(3), Event()
    one, two = (Search(land.task(6_000), land.read).run() for _ in range(2))
    assert one == two

    def watch(search):
        if len(search.trials) == 10:
            stop.set()

    cut = Search(land.task(6_000), land.read, stop, watch).run()
    assert cut.trials == one.trials[:10] and cut.best in cut.trials
    assert Search(land.task(), land.read, stop).run() is None


@pytest.mark.parametrize("plays", [1_000, 5_000, 60_000, 2_000_000])
def test_a_budget_is_shared_out_and_never_overspent(plays):
    budget = Budget.of(plays)
    assert budget.search + budget.proof < budget.plays
    assert budget.best + budget.proof == budget.plays
    assert budget.levels[0] == budget.first <= budget.levels[-1] <= budget.full
    assert budget.trials * budget.first <= budget.search
