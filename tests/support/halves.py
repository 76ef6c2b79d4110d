"""The halves of the study of strategies, each played by itself."""

from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.studies.contest import StudyRunner
from workbench.studies.progress import ignore_progress
from workbench.studies.strategies.measure import Mechanisms, census, play_restrictions, restrictions
from workbench.studies.strategies.question import MechanismsPlan, RobinPlan
from workbench.studies.strategies.robin import RoundRobin, meetings, play_meetings
from workbench.studies.workload import length_of


def round_robin(scenario: Scenario, plan: RobinPlan, options: RunOptions) -> RoundRobin:
    """Every bot meets every other."""
    steps = meetings(scenario, plan, length_of(scenario, options))
    batches = [batch for _, of_step in steps for batch in of_step]
    return play_meetings(StudyRunner(batches, options, ignore_progress, "round robin"), scenario, plan, steps)


def mechanisms(scenario: Scenario, plan: MechanismsPlan, options: RunOptions) -> Mechanisms:
    """One kind of action after the other is restricted."""
    length = length_of(scenario, options)
    usages = census(scenario, plan.bot, options, length)
    steps = restrictions(scenario, plan, usages, length)
    batches = [batch for _, of_step in steps.values() for batch in of_step]
    runner = StudyRunner(batches, options, ignore_progress, "restricted play")
    return play_restrictions(runner, scenario, plan, usages, steps)
