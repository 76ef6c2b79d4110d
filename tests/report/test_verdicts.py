"""Verdicts in sentences: the facts that each must name."""

from dataclasses import replace

from tests.support.comparisons import POINTS, contrast, plain_words, says
from workbench.engine.measures import TIE, Measure
from workbench.play.comparisons import Contrast
from workbench.report.text import verdicts
from workbench.stats import Verdict


def test_a_change_in_a_line_has_its_numbers_and_verdict() -> None:
    better = contrast(TIE, 0.060, 0.052, 0.0025, Verdict.BETTER)
    assert says(verdicts.in_a_line(better), "Ties", "6.0 % → 5.2 %", "−0.8", "−1.1 to −0.5", "↓ better")
    lower = contrast(POINTS, 19.07, 18.66, 0.04, Verdict.LOWER)
    assert says(verdicts.in_a_line(lower), "Points", "19.1 → 18.7 points", "−0.41 points", "−0.45 to −0.37", "↓ lower")


def paired(measure: Measure, ratio: float | None) -> Contrast:
    """A measure of whose noise pairing leaves this share."""
    row = contrast(measure, 1.0, 1.1, 0.02, Verdict.HIGHER)
    return replace(row, estimate=replace(row.difference, variance_ratio=ratio))


def test_pairing_that_did_not_help_saved_nothing() -> None:
    cells = [plain_words(verdicts.saved_cell(paired(POINTS, ratio))) for ratio in (0.25, 0.96, 1.04, None, 0.0)]
    assert cells == ["75 %", "none", "none", "–", "100 %"]
