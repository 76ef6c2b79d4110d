"""The columns of a batch alone."""

from workbench.report.answers import AloneAnswer
from workbench.report.batch_blocks import plays_to_watch, result_charts, rule_holes
from workbench.report.columns import Columns, count, figure, for_csv, text
from workbench.report.document import Block, VerdictRows
from workbench.report.rows import rows_alone
from workbench.report.summary import BatchSummary
from workbench.report.verdict_rows import verdict_rows
from workbench.stats import Figure, Prominence

__all__ = ["AloneAnswer", "rule_holes"]  # the template has them

FIGURES = Columns[Figure](
    text("", "Measure", lambda figure: figure.label),
    for_csv("measure", lambda figure: figure.name),
    for_csv("unit", lambda figure: figure.measure.unit),
    figure("", "Mean", lambda figure: figure),
    for_csv("mean", lambda figure: figure.estimate.mean),
    for_csv("sd", lambda figure: figure.estimate.sd),
    for_csv("low", lambda figure: figure.estimate.low),
    for_csv("high", lambda figure: figure.estimate.high),
    count("n", "Plays", lambda figure: figure.estimate.n),
    text("", "What it counts", lambda figure: figure.measure.help),
)


def rows(side: BatchSummary) -> VerdictRows:
    """A row a measure, beside its goal."""
    return verdict_rows(rows_alone(side), so_far=side.watched)


def pictures(side: BatchSummary) -> list[Block]:
    """The charts, two beside each other, and the ways to the most notable plays."""
    return [*result_charts([side]), *plays_to_watch([side])]


def seen_figures(side: BatchSummary) -> list[Figure]:
    """The figures of which there is anything, but for those that say what others say."""
    return [one for one in side.readings.values() if one.estimate.n and one.prominence is not Prominence.HIDDEN]


def records(side: BatchSummary) -> list[dict[str, object]]:
    """The lines of `simulate --csv`."""
    return FIGURES.records(one for one in side.readings.values() if one.estimate.n)
