"""Studies of strength with known results."""

from dataclasses import replace
from itertools import permutations

import numpy as np

from tests.support.scenarios import scenario
from workbench.studies.contest import Contest, JudgedContest, verdicts
from workbench.studies.simple_strategy import SimpleStrategy
from workbench.studies.strategies.measure import Mechanism, Mechanisms, Usage, Worth
from workbench.studies.strategies.robin import RoundRobin

TWO = scenario(players=2, score_target=0)
ALONE = replace(TWO, bots=("greedy",))
BOTS = ("rock", "paper", "scissors")


def contest(one, field, share, plays=400):
    won = np.arange(plays) < share * plays
    winners = np.array([np.where(won, 0b01, 0b10), np.where(won, 0b10, 0b01)], dtype=np.uint16)
    return Contest(one, field, winners)


def drawn_contest(one, field, won):
    """A contest of two in which the lone bot wins these plays of its first and of its second seat."""
    return Contest(one, field, np.array([np.where(won[0], 1, 2), np.where(won[1], 2, 1)], dtype=np.uint16))


def simple(among_quick, among_thinkers, thinker="thinker:4", bot="greedy~scout:own_hand=..2"):
    """A simple strategy that wins such shares."""
    contests = [contest(bot, "greedy", among_quick), contest(bot, thinker, among_thinkers)]
    judged = zip(contests, verdicts([played.gain for played in contests]), strict=True)
    return SimpleStrategy(bot, "greedy", 99, tuple(JudgedContest(*line, part="simple strategy") for line in judged))


def mechanism(standing, kind="scout", share=0.4):
    played = None if standing in (Worth.FORCED, Worth.ABSENT) else contest(f"greedy~{kind}", "greedy", share)
    return Mechanism(kind, Usage(1_000, 3.8, 2.6, 0.0) if played else Usage(1_000, 0, 0, 2.0), played, standing)


def restricted(*kinds):
    return Mechanisms(TWO, "greedy", kinds)


def met(chances, plays=400, bots=BOTS, seed=1):
    """A round robin of two players in which the row wins at these rates; both seats fare alike."""
    rng = np.random.default_rng(seed)
    cells = {}
    for i, one in enumerate(bots):
        for j, field in enumerate(bots):
            if one != field:
                won = rng.random(plays) < chances[i][j]
                winners = np.array([np.where(won, 0b01, 0b10), np.where(won, 0b10, 0b01)], dtype=np.uint16)
                cells[one, field] = Contest(one, field, winners)
    return RoundRobin(TWO, tuple(bots), cells)


def together(chances, plays=400):
    """A round robin of bots at all seats of a game that all win or lose, each with its chance, on the same shuffles."""
    lots = np.random.default_rng(1).permutation((np.arange(plays) + 0.5) / plays)
    won = {bot: np.where(lots < chance, 1, 0).astype(np.uint16) for bot, chance in chances.items()}
    cells = {(a, b): Contest(a, b, np.array([won[a], won[b]]), (), 1) for a, b in permutations(chances, 2)}
    return RoundRobin(ALONE, tuple(chances), cells)


CYCLE = [[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]]


CHAIN = [[0.5, 0.6, 0.8], [0.4, 0.5, 0.7], [0.2, 0.3, 0.5]]
