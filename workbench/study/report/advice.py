"""What a study of strength asks of a designer: where to look, in sentences that follow from the figures alone.

Each is a question about the rules or about the bots, since both can be the cause. Where nothing stands out, nothing is
said.
"""

from collections.abc import Sequence

from workbench.stats import Verdict
from workbench.study.report.words import listed, words_of
from workbench.study.strength import Ladder, Mechanisms, RoundRobin, Worth

RANDOM, GREEDY = "random", "greedy"
MOST_SHUFFLE = 0.5
"""A seed effect that is surely above means that more of a win is dealt than played."""
ALONE = 0.95
"""A bot with this much of the equilibrium has it to itself."""


def on_mechanisms(found: Mechanisms) -> list[str]:
    """On kinds of action that are worth nothing, or less."""
    return [
        *_said(
            found,
            Worth.HARMFUL,
            "{} does these bots harm: is its reward too small, or do they misjudge it? Ask a stronger bot.",
        ),
        *_said(
            found,
            Worth.NOTHING,
            "Nobody would miss {}"
            + _beside(found)
            + ": cut it, or make it pay. A stronger bot may still find a use for it.",
        ),
        *_said(found, Worth.UNUSED, "{} is offered and never taken: is it priced too high, or overlooked by the bot?"),
        *_said(found, Worth.ABSENT, _absent(found)),
    ]


def _absent(found: Mechanisms) -> str:
    """What follows where kinds of action never came up; nothing about the rules, if the bot itself leaves some out."""
    if found.left_out:
        return "{} never came up to this bot, which leaves out " + _quoted(found.left_out) + ": ask one that does not."
    return "{} never came up: under these rules the rulebook can do without it."


def _beside(found: Mechanisms) -> str:
    """What was missing already when nobody missed something more."""
    return f" who leaves out {_quoted(found.left_out)}" if found.left_out else ""


def _said(found: Mechanisms, standing: Worth, sentence: str) -> list[str]:
    kinds = [kind.kind for kind in found.kinds if kind.standing is standing]
    told = [kind for kind in kinds if kind not in found.left_out]  # what it leaves out, it was told to
    return [sentence.format(_quoted(told))] if told else []


def _quoted(kinds: Sequence[str]) -> str:
    return listed([f"“{words_of(kind)}”" for kind in kinds])


def on_styles(found: RoundRobin) -> list[str]:
    """On styles that nobody should play, and on a way of playing that leaves no room for others."""
    lost = [bot for bot in dict.fromkeys(each.bot for each in found.dominated) if bot != RANDOM]
    said = []
    if lost:
        listing = " or ".join([", ".join(lost[:-1]), lost[-1]] if len(lost) > 1 else lost)
        said.append(f"Nobody should play {listing}. Where that is meant to be a way to win, raise what it lives on.")
    if RANDOM in found.bots and RANDOM not in {each.bot for each in found.dominated}:
        said.append(
            "Playing at random is not clearly beaten everywhere: do the decisions matter, or are there too few plays?"
        )
    return [*said, *_on_mixture(found)]


def _on_mixture(found: RoundRobin) -> list[str]:
    alone = [bar.bot for bar in found.equilibrium if bar.weight >= ALONE and bar.low >= ALONE]
    if alone:
        return [
            f"{alone[0]} is the one way to play among these bots: add a style that answers it, or a rule that does."
        ]
    sure = [bar.bot for bar in found.equilibrium if bar.low > 0]
    return (
        [f"{listed(sure)} hold each other in check: there is more than one good way to play."] if len(sure) > 1 else []
    )


def on_ladder(found: Ladder) -> list[str]:
    """On steps that do not pay, and on luck."""
    return [*_on_first_steps(found), *_on_doubling(found), *_on_luck(found)]


def _on_first_steps(found: Ladder) -> list[str]:
    said = []
    for rung in found.rungs:
        pair = rung.contest.one, rung.contest.field
        if pair == (GREEDY, RANDOM) and rung.verdict in (Verdict.SAME, Verdict.LOWER):
            said.append("Looking one step ahead is no better than chance: nothing that a player sees at once pays.")
        if pair[1] == GREEDY and rung.verdict in (Verdict.SAME, Verdict.LOWER):
            said.append(
                f"{pair[0]} does not beat greedy: the obvious action is the best one, or the search is too short."
            )
    return said


def _on_doubling(found: Ladder) -> list[str]:
    gain = found.doubling
    if gain is None or not (gain.low > 0 or gain.high < 0.01):
        return []
    if gain.low > 0:
        return ["Thinking further pays: strong and weak players will part, so beginners may want a handicap."]
    return ["Thinking further does not pay: a quick player does as well, so long thought will only feel like waiting."]


def _on_luck(found: Ladder) -> list[str]:
    effect = found.luck.effect
    if effect.low > MOST_SHUFFLE:
        return ["More of a win is dealt than played: give bad hands an answer, or play more deals to a match."]
    return []
