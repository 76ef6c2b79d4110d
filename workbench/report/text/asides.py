"""What stands below the main figures, and beside them: details, and plays that a limit cut short."""

from collections.abc import Mapping, Sequence

from workbench.report.summary import Summary
from workbench.report.text import words
from workbench.stats import Verdict
from workbench.study.compare import Contrast

MANY_CUT_SHORT = 0.05
"""From this share of plays on, those without a proper end shape every figure."""


def details(summary: Summary) -> list[Contrast]:
    """What is told below: what moved, then what is undecided, then the same; within each the largest change first."""
    order = {Verdict.UNDECIDED: 1, Verdict.SAME: 2}
    return sorted(words.by_weight(summary, summary.details), key=lambda each: order.get(each.verdict, 0))


def details_title(contrasts: Sequence[Contrast]) -> str:
    """`In detail: 60 figures, 24 of which moved`."""
    moved = sum(each.verdict in words.MOVED for each in contrasts)
    figures = "one figure" if len(contrasts) == 1 else f"{len(contrasts)} figures"
    return f"In detail: {figures}, {moved or 'none'} of which moved"


def cut_short(shares: Mapping[str, float]) -> str | None:
    """That a limit ended many of the plays of a revision, by its name; None where it ended few of any."""
    many = {name: share for name, share in shares.items() if share > MANY_CUT_SHORT}
    return " ".join(_cut_short(*each) for each in many.items()) or None


def _cut_short(revision: str, share: float) -> str:
    part = f"{words.plain(100 * share, 1)}{words.THIN}%"
    return (
        f"With {revision}, {part} of the plays were cut short by a limit: the figures include plays that had not come"
        " to an end of their own."
    )
