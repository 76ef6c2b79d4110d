"""The columns of revisions beside their goals and aims."""

from collections.abc import Sequence
from dataclasses import replace

from workbench.play.goals import all_met
from workbench.report.columns import Columns, for_programs
from workbench.report.json import Json, aim_json, checked_json
from workbench.report.rows import Group, MeasureRow, rows_against, rows_alone
from workbench.report.summary import Summary
from workbench.report.template import answer_in_words
from workbench.report.text.scenarios import on_strength
from workbench.report.verdict_rows import verdict_rows
from workbench.studies.check.measure import CheckAnswer, Checked
from workbench.studies.simulate.columns import records as figures_of

__all__ = ["answer_in_words", "verdict_rows"]  # the template has them

CHECKED = Columns[Checked](
    for_programs("game", lambda one: one.scenario.game.name),
    for_programs("scenario", lambda one: one.scenario.name),
    for_programs("run", lambda one: one.batch.outcome.run),
    for_programs("plays", lambda one: one.batch.outcome.plays),
    for_programs("stored_before", lambda one: one.batch.outcome.before),
    for_programs("seed", lambda one: one.scenario.seed),
    for_programs("bots", lambda one: [*one.scenario.bots]),
    for_programs("met", lambda one: all_met(one.goals)),
    for_programs("standing", lambda one: one.standing.value),
    for_programs("goals", lambda one: [*map(checked_json, one.goals)]),
    for_programs("aims", lambda one: {checked.aim.measure: aim_json(checked) for checked in one.aims}),
)


def goal_rows(checked: Checked) -> Sequence[MeasureRow]:
    """A row a goal, and an aim against the parent."""
    result = checked.result
    rows = rows_against([result]) if isinstance(result, Summary) else rows_alone(result)
    return [replace(row, below=()) for row in rows if row.group is Group.GOALS]


def data(answer: CheckAnswer) -> Json:
    """The object of `check --json`."""
    return {"scenarios": [*map(CHECKED.json, answer.checks)], "strength": on_strength(answer.judges)}


def records(answer: CheckAnswer) -> list[dict[str, object]]:
    """The lines of `check --csv`."""
    return [line for checked in answer.checks for line in figures_of(checked.batch.summary)]
