"""What a study of strength asks of a designer: where to look, in sentences that follow from the figures alone.

Each is a question about the rules or about the bots, since both can be the cause. Each rests on verdicts that are
beyond doubt among all that the study looks at (`stats.evidence`); where nothing is, nothing is said.
"""

from collections.abc import Sequence

from workbench.stats import Verdict
from workbench.stats.evidence import enough
from workbench.study.report.words import listed, words_of
from workbench.study.strength import Ladder, Mechanism, Mechanisms, OwnChance, RoundRobin, Worth
from workbench.study.strength.words import doubling_verdict

RANDOM, GREEDY = "random", "greedy"
MOST_SHUFFLE = 0.5
"""A seed effect that is surely above means that more of a win is dealt than played."""


def on_mechanisms(found: Mechanisms) -> list[str]:
    """On kinds of action that are worth less than a point, or that these bots never choose."""
    return [
        *_said(
            found,
            Worth.HARMFUL,
            "{} does these bots harm: is its reward too small, or do they misjudge it? Ask a stronger bot.",
        ),
        *_said(
            found,
            Worth.NOTHING,
            "These bots lose less than a point without {}"
            + _beside(found)
            + ": should it pay more? Ask a stronger bot and people before you cut it.",
        ),
        *_said(found, Worth.UNUSED, "{} is offered and never taken: is it priced too high, or overlooked by the bot?"),
        *_absent(found),
    ]


def _absent(found: Mechanisms) -> list[str]:
    """What follows where kinds of action were never a choice: nothing about the rules, which may do them anyway."""
    if not found.left_out:
        return []
    asked = (
        "{} was never a choice of this bot, which leaves out " + _quoted(found.left_out) + ": ask one that does not."
    )
    return _said(found, Worth.ABSENT, asked)


def _beside(found: Mechanisms) -> str:
    """What was missing already when little was lost without something more."""
    return f" beside {_quoted(found.left_out)}, which they leave out" if found.left_out else ""


def _said(found: Mechanisms, standing: Worth, sentence: str) -> list[str]:
    kinds = [kind.kind for kind in found.kinds if kind.standing is standing and _known(kind)]
    told = [kind for kind in kinds if kind not in found.left_out]  # what it leaves out, it was told to
    return [sentence.format(_quoted(told))] if told else []


def _known(kind: Mechanism) -> bool:
    """Whether there were enough plays, and the bot met this kind of action often enough, to ask anything of it."""
    if kind.contest is None:
        return True
    met = kind.usage.offered if kind.standing is Worth.UNUSED else kind.usage.chosen
    return enough(kind.contest.plays) and enough(round(met * kind.usage.plays))


def _quoted(kinds: Sequence[str]) -> str:
    return listed([f"“{words_of(kind)}”" for kind in kinds])


def on_styles(found: RoundRobin) -> list[str]:
    """On styles that are never the better choice, and on a way of playing that leaves no room for others."""
    lost = [bot for bot in dict.fromkeys(each.bot for each in found.dominated) if bot != RANDOM]
    said = []
    if lost:
        are = "is" if len(lost) == 1 else "are"
        said.append(
            f"Among these bots {listed(lost)} {are} never the better choice. Where that is meant to be a way to win,"
            " raise what it lives on."
        )
    keeps_up = [other for other in found.bots if other != RANDOM and _keeps_up(found, other)]
    if keeps_up:
        said.append(f"Playing at random does as well as {listed(keeps_up)}: do the decisions matter?")
    return [*said, *_on_mixture(found)]


def _keeps_up(found: RoundRobin, other: str) -> bool:
    """Whether playing at random is surely no worse than the other, by more than a point."""
    return found.leads.get((RANDOM, other)) in (Verdict.SAME, Verdict.HIGHER)


def _on_mixture(found: RoundRobin) -> list[str]:
    alone = [bot for bot in found.bots if found.beats_all(bot)]
    if alone:
        return [
            f"{alone[0]} has the advantage over every other of these bots: add a style that answers it, or a rule that"
            " does."
        ]
    if Verdict.HIGHER not in found.leads.values():
        return []
    sure = [bar.bot for bar in found.equilibrium if bar.low > 0]
    beaten = {loser for (by, loser), lead in found.leads.items() if lead is Verdict.HIGHER and by in sure}
    held = len(sure) > 1 and beaten.issuperset(sure)
    return [f"{listed(sure)} hold each other in check: there is more than one good way to play."] if held else []


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
    verdict = doubling_verdict(found)
    if verdict is Verdict.UNDECIDED:
        return []
    if verdict is Verdict.HIGHER:
        return ["Thinking further pays: strong and weak players will part, so beginners may want a handicap."]
    return ["Thinking further does not pay: a quick player does as well, so long thought will only feel like waiting."]


def _on_luck(found: Ladder) -> list[str]:
    luck = found.luck
    if enough(luck.shuffles * luck.retakes) and luck.own_chance is OwnChance.MUCH and luck.effect.low > MOST_SHUFFLE:
        return ["More of a win is dealt than played: give bad hands an answer, or play more deals to a match."]
    return []
