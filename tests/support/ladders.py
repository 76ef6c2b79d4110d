"""Skill ladders with known results."""

import numpy as np

from tests.support.strength import TWO, contest
from workbench.stats import Verdict
from workbench.studies.contest import JudgedContest
from workbench.studies.ladder.luck import BotChance, SeedEffect
from workbench.studies.ladder.measure import Ladder
from workbench.studies.ladder.question import LadderPlan


def luck(bot="random", chance=BotChance.MUCH, winners=((1, 2, 1), (2, 2, 1), (1, 1, 1), (2, 2, 2))):
    return SeedEffect(bot, 2, chance, np.array(winners, dtype=np.uint16))


def climbed(verdicts=(Verdict.HIGHER, Verdict.HIGHER, Verdict.UNDECIDED)):
    pairs = [("greedy", "random", 0.9), ("thinker:2", "greedy", 0.6), ("thinker:4", "thinker:2", 0.51)]
    rungs = tuple(
        JudgedContest(contest(*pair), verdict, part="rung") for pair, verdict in zip(pairs, verdicts, strict=True)
    )
    return Ladder(TWO, LadderPlan(2, 4), rungs, contest("thinker:4", "random", 0.95), luck())
