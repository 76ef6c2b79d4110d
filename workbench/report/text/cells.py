"""The row of a measure in words: its values, their interval, and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.engine.measures import Measure
from workbench.engine.wording import THIN
from workbench.play.goals import Standing
from workbench.report.rows import MeasureRow, RevisionFigure
from workbench.report.text import phrases
from workbench.report.text.verdicts import STANDINGS, WORDS, verdict_word
from workbench.stats import Verdict

if TYPE_CHECKING:
    from workbench.play.comparisons import Contrast


def values(row: MeasureRow, cell: RevisionFigure) -> str:
    """`4.47 → 4.57 deals`; of a revision alone `4.57 deals`."""
    if cell.contrast is None:
        before = "" if row.base is None else f"{phrases.value(cell.measure, row.base.mean)} → "
        return f"{before}{phrases.with_unit(cell.measure, cell.estimate.mean)}"
    difference = cell.contrast.difference
    return f"{phrases.value(cell.measure, difference.base)} → {phrases.with_unit(cell.measure, difference.other)}"


def least(measure: Measure) -> str:
    """The smallest change that counts, in the unit that stands beside the values: `±0.05`, `±1 %-point`."""
    if measure.margin <= 0:
        return ""
    words = phrases.margin(measure).removesuffix("s").removesuffix(f" {measure.unit.removesuffix('s')}")
    return f"±{words.replace(' percentage point', f'{THIN}%-point')}"


def interval(row: MeasureRow, cell: RevisionFigure) -> str:
    """The `ends` of an interval, and the number of its plays where not all have it."""
    return f"{ends(row, cell)}{phrases.in_brackets(some_plays(cell))}"


def ends(row: MeasureRow, cell: RevisionFigure) -> str:
    """`+0.10 (+0.09 to +0.11)`; of a revision alone `4.55 to 4.59`; `now …` where a base has no change beside it."""
    measure = cell.measure
    if cell.contrast is None:
        now = "" if row.base is None else "now "
        return f"{now}{phrases.span(measure, cell.estimate)}"
    return change_and_span(cell.contrast)


def change_and_span(contrast: Contrast) -> str:
    """`+0.10 (+0.09 to +0.11)`."""
    measure, difference = contrast.measure, contrast.difference
    return f"{phrases.change(measure, difference.mean)} ({phrases.change_span(measure, difference)})"


def some_plays(cell: RevisionFigure) -> str:
    """The number of its plays, where not all have it."""
    return phrases.part_of(cell.n, cell.plays)


def verdict(cell: RevisionFigure) -> str:
    """The verdict in a word and a sign: how a goal stands, and how the measure moved."""
    change = verdict_word(cell.contrast) if cell.contrast else ""
    if cell.goal is None:
        return change
    if change == WORDS[Verdict.UNDECIDED]:
        change = "" if cell.goal.standing is Standing.UNDECIDED else "change undecided"
    change = change.removeprefix("? ")
    return ", ".join(filter(None, (STANDINGS[cell.goal.standing], change)))
