"""How much the players matter: bots held against each other, and what they may do.

contest      one bot alone among others, at every seat in turn: the measurement that all studies are made of; its
             batches, what a play costs, and so how many plays a study can afford
robin        styles and bots against each other: dominated ones, the mixed equilibrium, ratings
strategies   restricted play (what a kind of action is worth: one seat may not use it) and the round robin as one study
plans        what each is asked to do, read from a command or a form

Games whose winners are a whole side are measured seat by seat, as all others: `contest.share_of` is the one place
that says what a bot's share of a win is.
"""

from workbench.study.strength.contest import Contest, Doubt, Follow, Pairing, StudyProgress, ignore_progress
from workbench.study.strength.plans import (
    MechanismsPlan,
    RobinPlan,
    StrategiesPlan,
    default_bots,
    read_strategies_plan,
)
from workbench.study.strength.robin import BotRating, Dominance, EquilibriumWeight, RoundRobin, round_robin
from workbench.study.strength.strategies import Mechanism, Mechanisms, Strategies, Usage, Worth, mechanisms, strategies

__all__ = [
    "BotRating",
    "Contest",
    "Dominance",
    "Doubt",
    "EquilibriumWeight",
    "Follow",
    "Mechanism",
    "Mechanisms",
    "MechanismsPlan",
    "Pairing",
    "RobinPlan",
    "RoundRobin",
    "Strategies",
    "StrategiesPlan",
    "StudyProgress",
    "Usage",
    "Worth",
    "default_bots",
    "ignore_progress",
    "mechanisms",
    "read_strategies_plan",
    "round_robin",
    "strategies",
]
