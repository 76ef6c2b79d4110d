"""Restricted play and the round robin as one study, with one account of how far it is."""

from dataclasses import dataclass

from workbench.study.scenario import Scenario
from workbench.study.simulate import Session
from workbench.study.strength.contest import check_players
from workbench.study.strength.course import Course, Follow, nobody
from workbench.study.strength.effort import decisions_a_play
from workbench.study.strength.plans import StrategiesPlan
from workbench.study.strength.restricted import Mechanisms, census, restricted, restrictions
from workbench.study.strength.robin import RoundRobin, meetings, met

STUDY = "strategies"


@dataclass(frozen=True, eq=False)
class Strategies:
    """What the kinds of action are worth, and how the bots stand to each other."""

    mechanisms: Mechanisms
    robin: RoundRobin


def strategies(scenario: Scenario, plan: StrategiesPlan, session: Session, follow: Follow = nobody) -> Strategies:
    """Play both. Raises BadInput for a table of one, `Stopped` when the session is stopped."""
    check_players(scenario)
    decisions = decisions_a_play(scenario, session)
    usages = census(scenario, plan.mechanisms.bot, session, decisions)
    kinds = restrictions(scenario, plan.mechanisms, usages, decisions)
    pairs = meetings(scenario, plan.robin, decisions)
    legs = [leg for _, of_step in (*kinds.values(), *pairs) for leg in of_step]
    course = Course(legs, session, follow, STUDY)
    of_kinds = restricted(course, scenario, plan.mechanisms, usages, kinds)
    return Strategies(of_kinds, met(course, scenario, plan.robin, pairs))
