"""A batch as a document: how the revision plays, a row a measure beside its goal, charts, every figure."""

from collections.abc import Sequence
from dataclasses import replace

from workbench.report.answers import AloneAnswer
from workbench.report.batch_blocks import plays_to_watch, result_charts, rule_holes
from workbench.report.document import Report
from workbench.report.rows import MeasureRow, rows_alone
from workbench.report.summary import BatchSummary
from workbench.report.template import render
from workbench.report.text import phrases, scenarios
from workbench.report.verdict_rows import verdict_rows
from workbench.stats import Prominence
from workbench.studies.simulate.columns import FIGURES

PACKAGE = "workbench.studies.simulate"


def report(side: BatchSummary, rows: Sequence[MeasureRow] | None = None) -> Report:
    """The document of a batch; `rows` where it is about some of its figures only."""
    scenario, read = side.scenario, [one for one in side.readings.values() if one.estimate.n]
    rendered = render(
        PACKAGE,
        "answer.md",
        answer=AloneAnswer(side),
        rows=verdict_rows(rows_alone(side) if rows is None else rows),
        holes=[*rule_holes([side])] if rows is None else (),
        pictures=[*result_charts([side]), *plays_to_watch([side])] if rows is None else (),
        figures_of=[one for one in read if one.prominence is not Prominence.HIDDEN] if rows is None else (),
    )
    last = "the intervals hold at every look" if side.watched else scenarios.NO_PEOPLE
    plays = phrases.number_of(side.plays, "play")
    how = f"{plays} (seed {scenario.seed}), {scenarios.who_played(scenario)}. {scenarios.on_bots(scenario)}".rstrip()
    return Report(
        scenario=scenario,
        title=f"{scenario.game.title}: {scenario.title}",
        headline=rendered.headline,
        plays=side.plays,
        blocks=rendered.blocks,
        details=rendered.details,
        records=FIGURES.records(read),
        how=how,
        played=" · ".join([scenarios.bots_described(scenario.game, scenario.bots), plays, last]),
    )


def report_so_far(side: BatchSummary) -> Report:
    """The document while it is played: the answer and the rows so far."""
    whole, rows = report(side, ()), verdict_rows(rows_alone(side), so_far=True)
    return replace(whole, headline=f"So far: {whole.headline}", blocks=[rows])
