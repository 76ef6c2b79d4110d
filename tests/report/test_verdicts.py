"""Verdicts in sentences: the facts that each must name."""

from dataclasses import replace

import pytest

from tests.support.comparisons import POINTS, contrast, plain_words, says
from workbench.engine.measures import TIE, Measure
from workbench.play.comparisons import Contrast
from workbench.report.text import verdicts
from workbench.stats import PairedDifference, Verdict


def test_a_rate_that_moved_as_its_goal_asked() -> None:
    better = contrast(TIE, 0.060, 0.052, 0.0025, Verdict.BETTER)
    assert says(verdicts.sentence(better), "Ties", "6.0 % → 5.2 % of plays", "−0.8", "−1.1 to −0.5", "better")


def test_a_rate_that_moved_against_its_goal() -> None:
    worse = contrast(TIE, 0.052, 0.080, 0.003, Verdict.WORSE)
    assert says(verdicts.sentence(worse), "Ties", "5.2 % → 8.0 % of plays", "+2.8", "worse")


def test_a_number_that_moved_without_a_goal() -> None:
    lower = contrast(POINTS, 19.07, 18.66, 0.04, Verdict.LOWER)
    told = verdicts.sentence(lower)
    assert says(told, "Points", "19.07 → 18.66 points a player", "−0.41 points", "−0.45 to −0.37")
    assert "better" not in told and "worse" not in told


def test_same_says_what_would_have_counted() -> None:
    same = contrast(POINTS, 4.30, 4.32, 0.015, Verdict.SAME)
    assert says(verdicts.sentence(same), "Same", "points", "4.30 → 4.32", "+0.02 points", "0.2 points")


def test_what_never_differed_is_undecided_in_words_until_its_interval_is_narrow() -> None:
    never = PairedDifference(0.0, 0.0, -0.03, 0.03, 100, 0.0, 0.0, None, None, 1.0)
    undecided = replace(contrast(TIE, 0, 0, 0, Verdict.UNDECIDED, 700), estimate=never)
    assert says(verdicts.sentence(undecided), "Undecided", "100 plays", "3 % of plays")


def paired(measure: Measure, ratio: float | None) -> Contrast:
    """A measure of whose noise pairing leaves this share."""
    row = contrast(measure, 1.0, 1.1, 0.02, Verdict.HIGHER)
    return replace(row, estimate=replace(row.difference, variance_ratio=ratio))


def test_pairing_that_did_not_help_saved_nothing() -> None:
    cells = [plain_words(verdicts.saved_cell(paired(POINTS, ratio))) for ratio in (0.25, 0.96, 1.04, None, 0.0)]
    assert cells == ["75 %", "none", "none", "–", "100 %"]


MARGIN = "1 percentage point"


@pytest.mark.parametrize(
    ("more", "base", "other", "facts"),
    [
        (4_000, 0.05, 0.052, ("4 000 ", "50 %", "12 000", "80 %")),
        (11_871, 0.05, 0.052, ("12 000", "50 %", "36 000", "80 %")),
        (None, 0.05, 0.052, ("too close",)),
        (400, 0.05, 0.09, ("may be luck", "400", "1 200")),
        (9_000, 0.05, 0.062, ("rose", MARGIN, "9 000", "27 000")),
        (9_000, 0.05, 0.038, ("fell", MARGIN, "9 000", "27 000")),
    ],
)
def test_undecided_says_what_would_decide(more: int | None, base: float, other: float, facts: tuple[str, ...]) -> None:
    undecided = contrast(TIE, base, other, 0.009, Verdict.UNDECIDED, more)
    assert says(verdicts.sentence(undecided), "Undecided", "ties", "5.0 % → ", *facts)


def test_while_it_runs_nothing_is_judged() -> None:
    watched = verdicts.sentence(contrast(TIE, 0.06, 0.05, 0.02, Verdict.UNDECIDED), watched=True)
    assert says(watched, "So far", "ties", "6.0 % → 5.0 % of plays", "−1.0", "so far")
    assert "ndecided" not in watched
