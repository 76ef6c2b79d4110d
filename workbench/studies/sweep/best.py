"""Playing a sweep: every combination on the same shuffles, and plays where they decide most.

All intervals are confidence sequences of the confidence that keeps every figure of every combination together at 95 %,
whenever one looks. Plays go where they decide most (`stats.race`): the leader and those that may be better play side by
side, so that their differences are paired. What is best by then is confirmed on fresh shuffles, since the best of many
looks better than it is: only then it is called best (`confirmation`).

What was played is kept in the store as the answer to the question that the sweep asks, now and then and at the end. The
same sweep goes on from there, whether it was stopped or killed, and ends as it would have without that.
"""

import time
from dataclasses import replace

from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.scenario.model import PLAYS
from workbench.studies.sweep.grid import Sweep, SweepPlan
from workbench.studies.sweep.race import FollowSweep, Race, ignore
from workbench.studies.sweep.stored import Keeper, question_of
from workbench.studies.workload import affordable, decisions_a_play, declared_cost

WORK, QUICK_WORK = 240_000_000, 30_000_000
"""The cost of a sweep where nobody says how many plays it has; a quick look less."""
USUAL_PLAYS, QUICK_PLAYS = (500, 50_000), (100, 8_000)
"""Plays for each combination on the average, at least and at most, where nobody says how many."""


def usual_plays(scenario: Scenario, tables: int, quick: bool, decisions: float) -> int:
    """How many plays so many tables may have in all, where nobody says: a few minutes of them, less for a quick look.

    It follows from what the game declares of its costs, and from the number of decisions in a play, so that it is the
    same on every machine.
    """
    cost = declared_cost(scenario, decisions)
    low, high = QUICK_PLAYS if quick else USUAL_PLAYS
    return min(int(PLAYS.high), affordable(cost, tables * low, tables * high, QUICK_WORK if quick else WORK))


def sweep(plan: SweepPlan, options: RunOptions, follow: FollowSweep = ignore) -> Sweep:
    """Play the plan. Where it is stopped, what was played is kept, and the sweep says that it is incomplete.

    The same plan goes on from what is kept. Equal plans find the same on any number of threads.
    """
    began = time.perf_counter()
    options = replace(options, store=None) if plan.quick else options
    budget = plan.plays or usual_plays(plan.scenario, plan.tables, plan.quick, decisions_a_play(plan.scenario, options))
    race = Race(plan, budget, options, Keeper(question_of(plan), options), follow)
    race.take_up()
    race.run()
    confirmation = race.confirm()
    ending, last = race.ending(confirmation), race.partial_answer()
    race.keeper.keep(last)
    cells = tuple(race.placed(confirmation))
    elapsed_s = time.perf_counter() - began
    answer = Sweep(plan, cells, race.budget, race.plays, race.rounds, ending, confirmation, state=last.data)
    return replace(answer, elapsed_s=elapsed_s)
