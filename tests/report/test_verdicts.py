"""Verdicts in sentences: the facts that each must name."""

from dataclasses import replace

from tests.support.comparisons import POINTS, contrast, plain_words
from workbench.engine.measures import Measure
from workbench.play.comparisons import Contrast
from workbench.report.text import verdicts
from workbench.stats import Verdict


def paired(measure: Measure, ratio: float | None) -> Contrast:
    """A measure of whose noise pairing leaves this share."""
    row = contrast(measure, 1.0, 1.1, 0.02, Verdict.HIGHER)
    return replace(row, estimate=replace(row.difference, variance_ratio=ratio))


def test_pairing_that_did_not_help_saved_nothing() -> None:
    cells = [plain_words(verdicts.saved_cell(paired(POINTS, ratio))) for ratio in (0.25, 0.96, 1.04, None, 0.0)]
    assert cells == ["75 %", "none", "none", "–", "100 %"]
