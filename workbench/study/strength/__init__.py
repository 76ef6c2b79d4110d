"""How much the players matter: bots held against each other, and what they may do.

contest      one bot alone among others, every seat in turn: the measurement that all studies are made of
ladder       the skill ladder, the luck–skill figure, and the seed effect (`luck`)
restricted   what a kind of action is worth: one seat may not use it
robin        styles and bots against each other: dominated ones, the mixed equilibrium, ratings
strategies   the last two together
plans        what each is asked to do, read from a command or a form
course       playing many batches as one study; `effort` says what they cost
words        what was found, in sentences
summaries    what was found, as JSON

Games whose winners are a whole side are measured seat by seat, as all others: `contest.share_of` is the one place
that says what a bot's share of a win is.
"""

from workbench.study.strength.contest import Contest, Doubt, Pairing
from workbench.study.strength.course import Advance, Follow, nobody
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
from workbench.study.strength.restricted import Mechanism, Mechanisms, Usage, Worth, mechanisms
from workbench.study.strength.robin import Bar, BotRating, Dominance, RoundRobin, round_robin
from workbench.study.strength.strategies import Strategies, strategies

__all__ = [
    "Advance",
    "Bar",
    "BotRating",
    "Contest",
    "Dominance",
    "Doubt",
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
    "Usage",
    "Worth",
    "default_bots",
    "ladder",
    "mechanisms",
    "nobody",
    "pairs_of",
    "read_ladder_plan",
    "read_strategies_plan",
    "round_robin",
    "rungs",
    "strategies",
]
