"""How much the players matter: bots held against each other, and what they may do.

contest      one bot alone among others, at every seat in turn: the measurement that all studies are made of; its
             batches, what a play costs, and so how many plays a study can afford
ladder       the skill ladder and the luck-skill figure; `luck` has the seed effect
robin        styles and bots against each other: dominated ones, the mixed equilibrium, ratings
strategies   restricted play (what a kind of action is worth: one seat may not use it) and the round robin as one study
plans        what each is asked to do, read from a command or a form

Games whose winners are a whole side are measured seat by seat, as all others: `contest.share_of` is the one place
that says what a bot's share of a win is.
"""

from workbench.study.strength.contest import Contest, Doubt, Follow, Pairing, StudyProgress, ignore_progress
from workbench.study.strength.ladder import Ladder, Rung, ladder
from workbench.study.strength.luck import OwnChance, SeedEffect
from workbench.study.strength.plans import (
    LadderPlan,
    MechanismsPlan,
    RobinPlan,
    StrategiesPlan,
    default_bots,
    pairs_of,
    read_ladder_plan,
    read_strategies_plan,
    rungs,
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
    "Ladder",
    "LadderPlan",
    "Mechanism",
    "Mechanisms",
    "MechanismsPlan",
    "OwnChance",
    "Pairing",
    "RobinPlan",
    "RoundRobin",
    "Rung",
    "SeedEffect",
    "Strategies",
    "StrategiesPlan",
    "StudyProgress",
    "Usage",
    "Worth",
    "default_bots",
    "ignore_progress",
    "ladder",
    "mechanisms",
    "pairs_of",
    "read_ladder_plan",
    "read_strategies_plan",
    "round_robin",
    "rungs",
    "strategies",
]
