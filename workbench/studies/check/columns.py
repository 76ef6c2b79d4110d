"""The object in JSON of the goals and aims of each revision."""

from workbench.play.goals import all_met, overall_standing
from workbench.report.columns import Columns, for_programs
from workbench.report.json import aim_json, checked_json
from workbench.studies.check.measure import Checked

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
