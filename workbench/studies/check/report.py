"""The goals and aims of each revision as a document."""

from dataclasses import replace

from workbench.play.goals import overall_standing
from workbench.report.document import Report, joined
from workbench.report.rows import Group, rows_against, rows_alone
from workbench.report.summary import summarise
from workbench.report.template import answer_in_words
from workbench.studies.check.measure import CheckAnswer, Checked
from workbench.studies.simulate.report import report as batch_report


def report(answer: CheckAnswer) -> Report:
    """The answer as a document; a section each where there are several revisions."""
    reports = [*map(_report, answer.checks)]
    if len(reports) == 1:
        return reports[0]
    standings = [f"{checked.scenario.title}: {overall_standing(checked.goals)}" for checked in answer.checks]
    return replace(joined(reports), headline=f"{'; '.join(standings)}.")


def _report(checked: Checked) -> Report:
    """One revision: the rows of its goals, and of its aims against its parent."""
    side = checked.batch.summary
    against = summarise(checked.against) if checked.against else None
    rows = [row for row in (rows_against([against]) if against else rows_alone(side)) if row.group is Group.GOALS]
    whole = batch_report(side, [replace(row, below=()) for row in rows])
    if against:
        return replace(whole, headline=answer_in_words(against).headline)
    return whole if rows else replace(whole, headline="No goals, so there is nothing to meet.")
