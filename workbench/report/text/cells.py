"""What the row of a measure says, in words: its values, their interval, and the verdict."""

from workbench.report.rows import Cell, Row
from workbench.report.text import phrases
from workbench.report.text.verdicts import MOVED
from workbench.stats import Verdict
from workbench.study.compare import Contrast
from workbench.study.goals import Standing

STANDINGS = {Standing.MET: "✓ met", Standing.MISSED: "✗ missed", Standing.UNDECIDED: "? undecided"}
WORDS = {Verdict.SAME: "= same", Verdict.UNDECIDED: "? undecided"}


def values(row: Row, cell: Cell) -> str:
    """`4.47 → 4.57 deals`; of a revision alone `4.57 deals`."""
    measure, unit = row.measure, "" if phrases.is_share(row.measure) else row.measure.unit
    if cell.contrast is None:
        return f"{phrases.value(measure, cell.estimate.mean)} {unit}".strip()
    found = cell.contrast.difference
    return f"{phrases.value(measure, found.base)} → {phrases.value(measure, found.other)} {unit}".strip()


def interval(row: Row, cell: Cell) -> str:
    """`+0.10 (+0.09 to +0.11)`; of a revision alone `4.55 to 4.59`."""
    measure = row.measure
    if cell.contrast is None:
        return f"{phrases.value(measure, cell.estimate.low)} to {phrases.value(measure, cell.estimate.high)}"
    found = cell.contrast.difference
    return f"{phrases.change(measure, found.difference)} ({phrases.interval(measure, found.low, found.high)})"


def verdict(cell: Cell) -> str:
    """The verdict in a word and a sign: how a goal stands, and how the measure moved."""
    change = verdict_word(cell.contrast) if cell.contrast else ""
    if cell.goal is None:
        return change
    change = "change undecided" if change.startswith("?") else change
    return ", ".join(filter(None, (STANDINGS[cell.goal.standing], change)))


def verdict_word(contrast: Contrast) -> str:
    """`↑ higher`, `↓ better`, `= same`, `? undecided`."""
    if contrast.verdict in MOVED:
        return f"{'↑' if contrast.difference.difference > 0 else '↓'} {contrast.verdict.value}"
    return WORDS[contrast.verdict]
