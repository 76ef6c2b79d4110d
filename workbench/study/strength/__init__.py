"""How much the players matter: bots held against each other. The studies that are made of contests lie in `studies`.

contest      one bot alone among others, at every seat in turn: the measurement that these studies are made of; its
             batches, what a play costs, and so how many plays a study can afford
bots         which bots meet

Games whose winners are a whole side are measured seat by seat, as all others: `contest.share_of` is the one place
that says what a bot's share of a win is.
"""

from workbench.study.strength.bots import default_bots
from workbench.study.strength.contest import Contest, Doubt, Follow, Pairing, StudyProgress, ignore_progress

__all__ = [
    "Contest",
    "Doubt",
    "Follow",
    "Pairing",
    "StudyProgress",
    "default_bots",
    "ignore_progress",
]
