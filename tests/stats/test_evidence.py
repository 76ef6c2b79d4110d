"""The one bar of evidence: few false findings among all that is looked at, and none from few plays."""

import numpy as np
import pytest

from workbench.engine.problems import FEWEST_PLAYS
from workbench.stats import Estimate, Verdict, mean_estimate, rate_estimate
from workbench.stats.evidence import judge_together, largest_unseen_rate, together_interval

MARGIN = 0.01


def findings(true: float, plays: int, questions: int, families: int = 400) -> list[set[Verdict]]:
    rng = np.random.default_rng(plays + questions)
    draws = rng.normal(true, 0.3, (families, questions, plays))
    return [set(judge_together([mean_estimate(row) for row in family], MARGIN)) for family in draws]


@pytest.mark.parametrize("questions", [1, 8])
@pytest.mark.parametrize(("true", "wrong"), [(0.0, {Verdict.HIGHER, Verdict.LOWER}), (MARGIN, {Verdict.HIGHER})])
def test_false_findings_are_rare_among_all_questions_together(true: float, wrong: set[Verdict], questions: int) -> None:
    assert np.mean([bool(finding & wrong) for finding in findings(true, 120, questions)]) <= 0.05


def test_the_same_is_said_of_what_is_beyond_the_margin_in_few_families() -> None:
    assert np.mean([Verdict.SAME in finding for finding in findings(MARGIN, 4_000, 4, 100)]) <= 0.05


@pytest.mark.parametrize("questions", [1, 8])
def test_intervals_hold_together(questions: int) -> None:
    rng = np.random.default_rng(questions)
    families = rng.normal(MARGIN, 0.3, (400, questions, 200))
    ends = [[together_interval(mean_estimate(row), questions) for row in family] for family in families]
    assert np.mean([any(not low <= MARGIN <= high for low, high in family) for family in ends]) <= 0.07
    few = Estimate(0.0, 0.1, -0.001, 0.001, FEWEST_PLAYS - 1)
    assert together_interval(few, questions) == (-np.inf, np.inf)


@pytest.mark.parametrize("mean", [0.0, 0.3, -0.9])
def test_few_plays_and_numbers_that_never_varied_establish_nothing(mean: float) -> None:
    few = Estimate(mean, 0.1, mean - 0.001, mean + 0.001, FEWEST_PLAYS - 1)
    constant = Estimate(mean, 0.0, mean, mean, 10**6)
    unknown = Estimate(float("nan"), float("nan"), float("nan"), float("nan"), 500)
    assert judge_together([few, constant, unknown], MARGIN) == [Verdict.UNDECIDED] * 3


def test_questions_that_are_not_shown_count_too() -> None:
    lead = rate_estimate(np.arange(400) < 223)
    gain = Estimate(lead.mean - 0.5, lead.sd, lead.low - 0.5, lead.high - 0.5, lead.n)
    assert judge_together([gain], 0.0) == [Verdict.HIGHER]
    assert judge_together([gain], 0.0, among=10) == [Verdict.UNDECIDED]


def test_what_has_not_happened_may_yet_be_as_frequent_as_three_in_so_many() -> None:
    assert largest_unseen_rate(100) == pytest.approx(0.0362, abs=1e-3)
    assert (1 - largest_unseen_rate(500)) ** 500 == pytest.approx(0.025)
    assert largest_unseen_rate(0) == 1
