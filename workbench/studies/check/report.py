"""The goals of each revision as a document."""

from dataclasses import replace

from workbench.play.goals import overall_standing
from workbench.report.document import Prose, Report, joined
from workbench.report.escape import paragraphs
from workbench.report.rows import Group, rows_alone
from workbench.report.summary import BatchSummary
from workbench.report.text.scenarios import NO_PEOPLE
from workbench.report.verdict_rows import verdict_rows
from workbench.studies.check.measure import CheckAnswer
from workbench.studies.simulate.report import report as batch_report
from workbench.studies.simulate.report import which_plays


def report(answer: CheckAnswer) -> Report:
    """The answer as a document; a section each where there are several revisions."""
    whole = joined([_goals_report(batch.summary) for batch, _ in answer.checks])
    if len(answer.checks) == 1:
        return whole
    standings = [f"{batch.outcome.scenario.title}: {overall_standing(goals)}" for batch, goals in answer.checks]
    return replace(whole, headline=f"{'; '.join(standings)}.", how=NO_PEOPLE)


def _goals_report(side: BatchSummary) -> Report:
    goals = [replace(row, below=()) for row in rows_alone(side) if row.group is Group.GOALS]
    rows = verdict_rows(goals) if goals else Prose("No goals, so there is nothing to meet.")
    return replace(batch_report(side), blocks=[rows], details=paragraphs(which_plays(side)))
