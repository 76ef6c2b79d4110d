"""Verdicts in sentences: on one measure, and on a whole comparison."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from workbench.engine.measures import DECISIONS, TOTAL, WIN_RATE, Scope, ScorePart
from workbench.engine.wording import THIN
from workbench.play.goals import Standing
from workbench.report.text.phrases import (
    change_with_unit,
    count,
    decimal,
    in_a_sentence,
    in_brackets,
    is_length,
    is_share,
    part_of,
    percent,
    two_figures,
)
from workbench.stats import Verdict
from workbench.stats.evidence import Forecast, enough

if TYPE_CHECKING:
    from workbench.play.comparisons import Contrast
    from workbench.report.summary import Summary

MOVED = (Verdict.BETTER, Verdict.WORSE, Verdict.HIGHER, Verdict.LOWER)
STANDINGS = {Standing.MET: "✓ met", Standing.MISSED: "✗ missed", Standing.UNDECIDED: "? undecided"}
WORDS = {Verdict.SAME: "= same", Verdict.UNDECIDED: "? undecided"}


def verdict_word(contrast: Contrast) -> str:
    """`↑ higher`, `↓ better`, `= same`, `? undecided`; `? perhaps same` where only its interval alone says so."""
    if contrast.verdict in MOVED:
        return f"{'↑' if contrast.difference.mean > 0 else '↓'} {contrast.verdict.value}"
    if contrast.verdict is Verdict.UNDECIDED and contrast.alone is not Verdict.UNDECIDED and enough(contrast.plays):
        return f"? perhaps {contrast.alone.value}"
    return WORDS[contrast.verdict]


TOO_CLOSE = "too close to call"
"""In the place of a number of plays, where the estimate lies at the smallest change that counts."""


def size_of(contrast: Contrast) -> str:
    """How far a measure moved: `25 %` of what it was, or `1.2 points` where a percentage says nothing."""
    measure, difference = contrast.measure, contrast.difference
    if told_by(contrast) == "ends":
        return change_with_unit(measure, abs(difference.mean)).removeprefix("+")
    size = abs(100 * (difference.mean / difference.base))
    return f"{decimal(size, 0 if size >= 2 else 1)}{THIN}%"


def told_by(contrast: Contrast) -> str:
    """The sentence of `changes.md` that tells a change: by its `ends` where a percentage of what there was misleads."""
    measure = contrast.measure
    if is_share(measure) or contrast.difference.base <= 0 or measure.below_zero:
        return "ends"
    if measure.part is not ScorePart.NONE:
        return measure.part.value
    if measure.name == TOTAL and measure.scope is Scope.SEAT:
        return "score"
    return "length" if is_length(measure) else "size"


def from_to(contrast: Contrast) -> str:
    """`14.2 % → 29.0 %`, `4.47 → 4.57 deals`."""
    measure, base, other = contrast.measure, contrast.difference.base, contrast.difference.other
    unit = "" if is_share(measure) else measure.unit
    return f"{in_a_sentence(measure, base, other)} → {in_a_sentence(measure, other, base)} {unit}".rstrip()


def label_of(contrast: Contrast) -> str:
    """A measure's label, with how many plays have it where not all do."""
    return f"{contrast.label}{in_brackets(some_plays(contrast))}"


def some_plays(contrast: Contrast) -> str:
    """How many plays have the measure, where not all do."""
    return part_of(contrast.difference.n, contrast.plays)


def plays_range(ahead: Forecast | None) -> str:
    """More plays as a table shows them: `40 000 to 90 000`, for a chance of 50 % and of 80 % to decide."""
    if ahead is None:
        return TOO_CLOSE
    even, likely = two_figures(ahead.even), two_figures(ahead.likely)
    return count(likely) if even == likely else f"{count(even)} to {count(likely)}"


def one_a_measure(contrasts: Iterable[Contrast]) -> list[Contrast]:
    """The first contrast of each measure and side, so that a measure is not repeated for every seat."""
    firsts = {(contrast.measure.name, contrast.side): contrast for contrast in reversed(list(contrasts))}
    return list(firsts.values())[::-1]


def moved(summary: Summary) -> list[Contrast]:
    """The main measures that changed, what a designer asks for first."""
    return by_weight(summary, [contrast for contrast in summary.main if contrast.verdict in MOVED])


def by_weight(summary: Summary, contrasts: Iterable[Contrast]) -> list[Contrast]:
    """The contrasts that a goal is about, then the game's own measures, then single seats and the bots' effort.

    Within each, the largest change first, in terms of the smallest that counts.
    """

    def weight(contrast: Contrast) -> tuple[bool, bool, float]:
        alone = contrast.seat is not None or contrast.measure.scope is Scope.DEAL_SEAT
        aside = alone or contrast.measure in (DECISIONS, WIN_RATE)
        return (contrast.name not in summary.goal_figures, aside, -abs(in_margins(contrast, contrast.difference.mean)))

    return sorted(contrasts, key=weight)


def in_margins(contrast: Contrast, number: float) -> float:
    """A difference in units of the smallest change that counts, which makes different measures comparable."""
    return number / contrast.margin if contrast.margin > 0 else 0.0


SAVES_LITTLE = 0.05
"""Below this share of the plays, pairing did not help a measure."""


def saved(contrast: Contrast) -> float | None:
    """The share of the plays that pairing saved for an interval of the same width; None where nothing varied."""
    ratio = contrast.difference.variance_ratio
    return None if ratio is None else 1 - ratio


def saved_cell(contrast: Contrast) -> str:
    """The same in a table: `62 %`; `none` where pairing did not help."""
    share = saved(contrast)
    if share is None:
        return "–"
    return percent(share, 0) if share >= SAVES_LITTLE else "none"


MANY_CUT_SHORT = 0.05
"""From this share on, plays that a limit cut short shape every figure."""
