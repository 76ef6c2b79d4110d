"""What a study teaches, in two or three sentences: who plays well, what each action is worth, what skill is worth.

Each is said only where `stats.evidence` holds it beyond doubt, by the verdicts of the study; else it is called open.
"""

import math
from collections.abc import Sequence

from workbench.bots.spec import bot_title
from workbench.engine.wording import counted, listed, plural
from workbench.report.text.phrases import decimal, words_of
from workbench.report.text.scenarios import bots_in_words
from workbench.report.text.strength import too_few
from workbench.stats import Verdict
from workbench.study.strength import Mechanism, Mechanisms, RoundRobin, Strategies, Worth

RANDOM, GREEDY = "random", "greedy"
MOST_NAMED, MOST_CARDS = 3, 2
CLOSE = 0.05
"""Bots whose advantage over each other is surely no larger play about equally well."""


def on_strategies(strategies: Strategies) -> str:
    """Who plays well, what each kind of action is worth, and what to try without."""
    parts = [_styles(strategies.robin), _worth(strategies.mechanisms), _without(strategies.mechanisms)]
    return " ".join(filter(None, parts)) or "Nothing stands out yet: play the long study."


def _styles(round_robin: RoundRobin) -> str:
    """The bots that play best, and those that never pay."""
    if few := too_few(round_robin.plays, "each pair"):
        return f"{few}."
    near = _near(round_robin)
    good = (RANDOM, round_robin.ratings[0].bot, *near)
    lost = [bot for bot in dict.fromkeys(pair.bot for pair in round_robin.dominated) if bot not in good]
    pays = f"{bots_in_words(lost)} {plural(len(lost), 'does', 'do')} not pay" if lost else ""
    return _sentence("; ".join(filter(None, (_best(round_robin, near), pays))))


def _near(round_robin: RoundRobin) -> list[str]:
    """The bots that the best one is not shown to beat by a point."""
    top = round_robin.ratings[0].bot
    others = [bot for bot in round_robin.bots if bot not in (top, RANDOM)]
    return [bot for bot in others if round_robin.leads[top, bot] in (Verdict.SAME, Verdict.UNDECIDED)]


def _best(round_robin: RoundRobin, near: Sequence[str]) -> str:
    top = round_robin.ratings[0].bot
    others = [bot for bot in round_robin.bots if bot not in (top, RANDOM)]
    if not others:
        return f"{bot_title(top)} plays better than {RANDOM}" if round_robin.beats_all(top) and top != RANDOM else ""
    if round_robin.beats_all(top):
        return f"{bot_title(top)} beats every other of these bots"
    return _apart(round_robin, top, near) if near else ""


def _apart(round_robin: RoundRobin, top: str, near: Sequence[str]) -> str:
    """How close the best bots are to each other, where the plays bound that narrowly; else that it is undecided."""
    apart = round_robin.apart([top, *near])
    if apart > CLOSE:
        return f"whether {bot_title(top)} is stronger than {bots_in_words(near, 'or')} is undecided"
    number = max(1, math.ceil(100 * apart))
    return f"{bots_in_words([top, *near])} play within {counted(number, 'point')} of each other"


def _worth(mechanisms: Mechanisms) -> str:
    """What the kinds of action are worth that are worth having: `Scout is worth 14 points, poach 5.`"""
    worth = sorted(
        (kind for kind in mechanisms.kinds if kind.standing is Worth.WORTH), key=lambda each: -each.value.mean
    )
    if not worth:
        return ""
    first, *rest = worth[:MOST_NAMED]
    parts = [f"{words_of(first.kind)} is worth {_points(first)} points of win rate"]
    return _sentence(", ".join([*parts, *(f"{words_of(each.kind)} {_points(each)}" for each in rest)]))


def _points(kind: Mechanism) -> str:
    return decimal(100 * kind.value.mean, 0)


def _without(mechanisms: Mechanisms) -> str:
    """What to try without: kinds of action that are surely not worth a point to these bots."""
    idle, judged = mechanisms.dispensable, sum(kind.contest is not None for kind in mechanisms.kinds)
    if len(idle) > MOST_NAMED:
        return f"{len(idle)} of {judged} kinds of action are each worth less than a point: should they pay more?"
    return f"Try it without {listed([words_of(each.kind) for each in idle], 'or')}." if idle else ""


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""
