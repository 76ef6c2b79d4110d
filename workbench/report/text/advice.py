"""Advice: where a designer should look after a study of strength, from the figures alone.

Each sentence asks about the rules or about the bots, since both can be the cause. Each rests on verdicts that are
beyond doubt among all that the study judges (`stats.evidence`); without any, there is no advice.
"""

from collections.abc import Sequence

from workbench.bots.spec import bot_title
from workbench.engine.wording import first_of, listed, plural
from workbench.report.text.phrases import (
    upper_first,
    words_of,
)
from workbench.report.text.scenarios import bots_in_words
from workbench.stats import Verdict
from workbench.stats.evidence import enough
from workbench.study.strength import Mechanism, Mechanisms, RoundRobin, Worth

RANDOM, GREEDY = "random", "greedy"
MOST_KINDS = 6
"""Kinds of action that a line names; of more it counts the rest."""


def on_mechanisms(found: Mechanisms) -> list[str]:
    """Advice on kinds of action that are worth less than a point, or that these bots never choose."""
    return [
        *_said(
            found,
            Worth.HARMFUL,
            "{} hurts these bots: is its reward too small, or do they misjudge it? Try a stronger bot.",
        ),
        *_said(
            found,
            Worth.NOTHING,
            "These bots lose less than a point without {}"
            + _beside(found)
            + ": should it pay more? Try a stronger bot and a playtest before you cut it.",
        ),
        *_said(
            found, Worth.UNUSED, "{} is possible but never chosen: does it cost too much, or does the bot overlook it?"
        ),
        *_absent(found),
    ]


def _absent(found: Mechanisms) -> list[str]:
    """Advice on kinds of action that were never a choice: only about the bot, since the rules may do them anyway."""
    if not found.left_out:
        return []
    left_out = _quoted(found.left_out)
    return _said(
        found,
        Worth.ABSENT,
        "{} was never a choice for this bot, which leaves out " + left_out + ": try one that does not.",
    )


def _beside(found: Mechanisms) -> str:
    """What the bot left out anyway."""
    return f" beside {_quoted(found.left_out)}, which they leave out" if found.left_out else ""


def _said(found: Mechanisms, standing: Worth, sentence: str) -> list[str]:
    kinds = [kind.kind for kind in found.kinds if kind.standing is standing and _known(kind)]
    kept = [kind for kind in kinds if kind not in found.left_out]  # what it leaves out, it was told to
    return [sentence.format(_quoted(kept))] if kept else []


def _known(kind: Mechanism) -> bool:
    """Whether there were enough plays, and the bot met this kind of action often enough, to ask anything of it."""
    if kind.contest is None:
        return True
    met = kind.usage.offered if kind.standing is Worth.UNUSED else kind.usage.chosen
    return enough(kind.contest.plays) and enough(round(met * kind.usage.plays))


def _quoted(kinds: Sequence[str]) -> str:
    """The kinds by name; of many the first few, and how many more there are."""
    most = MOST_KINDS if len(kinds) <= MOST_KINDS else MOST_KINDS - 1
    return listed(first_of([f"“{words_of(kind)}”" for kind in kinds], most))


def on_styles(found: RoundRobin) -> list[str]:
    """Advice on dominated styles, and on a style that leaves no room for others."""
    lost = [bot for bot in dict.fromkeys(each.bot for each in found.dominated) if bot != RANDOM]
    lines = []
    if lost:
        are = plural(len(lost), "is", "are")
        lines.append(
            f"Among these bots, {bots_in_words(lost)} {are} never the better choice. If that is meant to be a way to"
            " win, strengthen what it relies on."
        )
    keeps_up = [other for other in found.bots if other != RANDOM and _keeps_up(found, other)]
    if keeps_up:
        lines.append(f"Random play does as well as {bots_in_words(keeps_up)}: do the decisions matter?")
    return [*lines, *_on_mixture(found)]


def _keeps_up(found: RoundRobin, other: str) -> bool:
    """Whether playing at random is surely no worse than the other, by more than a point."""
    return found.leads.get((RANDOM, other)) in (Verdict.SAME, Verdict.HIGHER)


def _on_mixture(found: RoundRobin) -> list[str]:
    alone = [bot for bot in found.bots if found.beats_all(bot)]
    if alone:
        return [f"Every other of these bots loses to {bot_title(alone[0])}: add a style or a rule that counters it."]
    if Verdict.HIGHER not in found.leads.values():
        return []
    sure = [bar.bot for bar in found.equilibrium if bar.low > 0]
    beaten = {loser for (by, loser), lead in found.leads.items() if lead is Verdict.HIGHER and by in sure}
    held = len(sure) > 1 and beaten.issuperset(sure)
    names = upper_first(bots_in_words(sure))
    return [f"{names} hold each other in check: there is more than one good way to play."] if held else []
