"""How many plays a sweep has where nobody says."""

from workbench.scenario import Scenario
from workbench.scenario.model import PLAYS
from workbench.studies.workload import affordable, declared_cost

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
