"""The goals and aims of each revision as a document, and their object in JSON."""

from dataclasses import replace

from workbench.play.goals import all_met, overall_standing
from workbench.report.columns import Columns, for_programs
from workbench.report.document import Report, joined
from workbench.report.json import aim_json, checked_json
from workbench.report.rows import Group, rows_against, rows_alone
from workbench.report.summary import summarise
from workbench.report.template import answer_in_words
from workbench.studies.check.measure import CheckAnswer, Checked
from workbench.studies.simulate.report import report as batch_report

CHECKED = Columns[Checked](
    for_programs("game", lambda one: one.scenario.game.name),
    for_programs("scenario", lambda one: one.scenario.name),
    for_programs("run", lambda one: one.batch.outcome.run),
    for_programs("plays", lambda one: one.batch.outcome.plays),
    for_programs("stored_before", lambda one: one.batch.outcome.before),
    for_programs("seed", lambda one: one.scenario.seed),
    for_programs("bots", lambda one: [*one.scenario.bots]),
    for_programs("met", lambda one: all_met(one.goals)),
    for_programs("standing", lambda one: overall_standing(one.goals).value),
    for_programs("goals", lambda one: [*map(checked_json, one.goals)]),
    for_programs("aims", lambda one: {checked.aim.measure: aim_json(checked) for checked in one.aims}),
)


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
