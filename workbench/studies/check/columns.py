"""The object in JSON of the goals of each revision."""

from collections.abc import Sequence

from workbench.play.goals import CheckedGoal, all_met, overall_standing
from workbench.play.outcome import Outcome
from workbench.report.columns import Columns, for_programs
from workbench.report.json import checked_json

CHECKED = Columns[tuple[Outcome, Sequence[CheckedGoal]]](
    for_programs("game", lambda one: one[0].scenario.game.name),
    for_programs("scenario", lambda one: one[0].scenario.name),
    for_programs("run", lambda one: one[0].run),
    for_programs("plays", lambda one: one[0].plays),
    for_programs("stored_before", lambda one: one[0].before),
    for_programs("seed", lambda one: one[0].scenario.seed),
    for_programs("bots", lambda one: [*one[0].scenario.bots]),
    for_programs("met", lambda one: all_met(one[1])),
    for_programs("standing", lambda one: overall_standing(one[1]).value),
    for_programs("goals", lambda one: [*map(checked_json, one[1])]),
)
