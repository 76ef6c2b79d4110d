"""The goals of each revision as a document."""

from dataclasses import replace

from workbench.play.goals import overall_standing
from workbench.report.document import Report, joined
from workbench.report.rows import Group, rows_alone
from workbench.studies.check.measure import CheckAnswer
from workbench.studies.simulate.report import report as batch_report


def report(answer: CheckAnswer) -> Report:
    """The answer as a document; a section each where there are several revisions."""
    reports = []
    for batch, _ in answer.checks:
        rows = [replace(row, below=()) for row in rows_alone(batch.summary) if row.group is Group.GOALS]
        alone = batch_report(batch.summary, rows)
        reports.append(alone if rows else replace(alone, headline="No goals, so there is nothing to meet."))
    if len(reports) == 1:
        return reports[0]
    standings = [f"{batch.outcome.scenario.title}: {overall_standing(goals)}" for batch, goals in answer.checks]
    return replace(joined(reports), headline=f"{'; '.join(standings)}.")
