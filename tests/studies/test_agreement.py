"""Bots of two strengths: when they agree, when not, and when nobody can tell."""

from dataclasses import replace

import pytest

from tests.support.scenarios import scenario
from workbench.engine.measures import Measure
from workbench.engine.problems import BadInput
from workbench.play.batches import simulate
from workbench.play.comparisons import Contrast, compare
from workbench.play.goals import Standing
from workbench.stats import PairedDifference, Verdict
from workbench.studies.compare.strengths import (
    Accord,
    agreements,
    check_other_bots,
    iterations,
    second_strength,
    suggested_plays,
)

MEASURE = Measure("points", "Points of the play.", 1.0, "u2", unit="points")
UP, DOWN, BETTER, WORSE, SAME, OPEN = (
    Verdict.HIGHER, Verdict.LOWER, Verdict.BETTER, Verdict.WORSE, Verdict.SAME, Verdict.UNDECIDED,
)  # fmt: skip


def contrast(verdict: Verdict, change: float = 0.0, half: float = 0.1, n: int = 1000, name: str = "points") -> Contrast:
    """A measure under two revisions, made up."""
    difference = PairedDifference(change, 1.0, change - half, change + half, n, 10, 10 + change, 0.5, 0.5)
    return Contrast(name, MEASURE, difference, verdict=verdict)


def agreed(first: Contrast, second: Contrast):
    return agreements({first.name: first}, {second.name: second})[first.name]


@pytest.mark.parametrize(
    ("verdicts", "accord", "opposite"),
    [
        ((UP, UP), Accord.AGREE, False),
        ((SAME, SAME), Accord.AGREE, False),
        ((UP, DOWN), Accord.DISAGREE, True),
        ((WORSE, BETTER), Accord.DISAGREE, True),
        ((UP, SAME), Accord.DISAGREE, False),
        ((SAME, WORSE), Accord.DISAGREE, False),
        ((UP, OPEN), Accord.OPEN, False),
        ((OPEN, SAME), Accord.OPEN, False),
        ((OPEN, OPEN), Accord.OPEN, False),
    ],
)
def test_a_verdict_that_lacks_plays_contradicts_nobody(verdicts, accord, opposite):
    agreement = agreed(*map(contrast, verdicts))
    assert (agreement.accord, agreement.opposite) == (accord, opposite)


@pytest.mark.parametrize(
    ("first", "second", "expected"), [(2.0, 2.5, SAME), (2.0, 5.0, UP), (5.0, 2.0, DOWN), (2.0, 3.05, OPEN)]
)
def test_the_gap_between_two_changes_has_a_verdict_of_its_own(first, second, expected):
    agreement = agreed(contrast(UP, first), contrast(UP, second))
    assert agreement.gap_verdict is expected
    assert agreement.gap.mean == pytest.approx(second - first)
    assert agreement.apart == (expected in (UP, DOWN))
    assert agreement.accord is Accord.AGREE


@pytest.mark.parametrize("verdict", [OPEN, UP])
def test_one_meets_a_goal_that_the_other_misses(verdict):
    """They were said to contradict each other nowhere, where the first page said that bots disagree."""
    goals = ({"m": Standing.MET}, {"m": Standing.MISSED})
    both = {"m": contrast(verdict, name="m")}
    assert agreements(both, both, goals)["m"].accord is Accord.DISAGREE
    assert agreements(both, both, (goals[0], {"m": Standing.UNDECIDED}))["m"].accord is not Accord.DISAGREE


def test_a_few_plays_say_nothing_of_a_gap():
    assert agreed(contrast(OPEN, 0), contrast(OPEN, 9, n=99)).gap_verdict is OPEN


def test_a_gap_has_to_stand_among_all_measures():
    """Beyond the margin by itself, as 1 of 40 intervals is by luck; Holm's level for 40 measures is not reached."""
    tight = MEASURE._replace(margin=0.0)
    first = {f"m{place}": replace(contrast(OPEN, 0.0, name=f"m{place}"), measure=tight) for place in range(40)}
    second = {**first, "m3": replace(contrast(OPEN, 0.3, 0.2, name="m3"), measure=tight)}
    assert agreements({"m3": first["m3"]}, {"m3": second["m3"]})["m3"].gap_verdict is UP
    assert agreements(first, second)["m3"].gap_verdict is OPEN


def test_only_measures_that_both_have_are_held_together():
    assert list(agreements({"a": contrast(UP), "b": contrast(UP)}, {"b": contrast(UP), "c": contrast(UP)})) == ["b"]


def test_greedy_and_random_bots_agree_on_broad_appeal_and_not_on_what_is_drawn():
    """A greedy bot draws more from the stock once a lone low card is worth nothing; a random one draws as ever."""
    pairs = []
    for bots in (("greedy",), ("random",)):
        sides = (scenario(3_000, bots, broad_appeal=rule) for rule in ("lowest_rank", "largest_difference"))
        pairs.append(compare(*map(simulate, sides)).contrasts)
    held = agreements(*pairs)
    assert held["broad_appeal"].accord is Accord.AGREE
    assert held["draws_stock"].accord is Accord.DISAGREE
    assert held["draws_stock"].gap_verdict is DOWN


# How often the second bots play


@pytest.mark.parametrize(
    ("bots", "first_bots", "first_plays", "expected"),
    [
        ("random", "greedy", 20_000, 20_000),
        ("ismcts:50", "greedy", 20_000, 4_000),
        ("ismcts:200", "greedy", 20_000, 1_000),
        ("ismcts:200~scout", "greedy", 20_000, 1_000),
        ("ismcts:200 greedy greedy", "greedy", 20_000, 3_000),
        ("ismcts:1000", "ismcts:50", 500, 200),
        ("ismcts:200", "greedy", 300, 300),
        ("ismcts:100000", "greedy", 20_000, 100),
        ("greedy", "ismcts:200", 500, 10_000),
    ],
)
def test_plays_are_suggested_by_what_they_cost(bots, first_bots, first_plays, expected):
    game = scenario().game
    specs = [(text.split() * 3)[:3] for text in (bots, first_bots)]
    assert suggested_plays(game, *specs, first_plays) == expected


def test_iterations_are_the_mean_over_the_seats():
    game = scenario().game
    assert iterations(game, ["ismcts:300", "greedy", "random"]) == pytest.approx(100)
    assert iterations(game, ["random"] * 3) == iterations(game, ["greedy"] * 3) == 0


def test_the_second_strength_has_the_bases_seed_and_bots():
    first = scenario(20_000, seed=4)
    second = [scenario(7, ("ismcts:200",), seed=4), scenario(9, ("random",), seed=8, revision="other")]
    assert [(revision.plays, revision.seed, revision.bots) for revision in second_strength(first, second, False)] == [
        (1_000, 4, ("ismcts:200",) * 3)
    ] * 2
    assert [revision.plays for revision in second_strength(first, second, True)] == [7, 7]


def test_the_same_bots_are_no_second_strength():
    with pytest.raises(BadInput, match='--also-bots = "greedy": must be other bots'):
        check_other_bots(scenario(), scenario(3))
