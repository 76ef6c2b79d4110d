"""Advice: where a designer should look after a study of strength or of cards, from the figures alone.

Each sentence asks about the rules or about the bots, since both can be the cause. Each rests on verdicts that are
beyond doubt among all that the study judges (`stats.evidence`); without any, there is no advice.
"""

from collections.abc import Callable, Sequence
from statistics import median

from workbench.bots.spec import bot_title
from workbench.engine.measures import WIN_RATE
from workbench.engine.wording import counted, first_of, listed, plural
from workbench.report.text.decks import kinds_apart
from workbench.report.text.phrases import (
    count,
    decimal,
    number_of,
    percent,
    point_span,
    points,
    roughly,
    upper_first,
    words_of,
)
from workbench.report.text.scenarios import bots_in_words
from workbench.stats import Verdict, agresti_coull, simultaneous_confidence
from workbench.stats.evidence import RISK, enough, two_sided_reach
from workbench.study.card_verdicts import Deck, Judged, Kept, judged_together, kept, played_share, played_when_drawn
from workbench.study.decks import CardFigure
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


MOST_NAMED = 3
"""Cards that a question names; it says how many more there are."""
SELDOM = 0.5
"""A card counts as seldom played if those who draw it surely play it less than this part as often as the average."""
NOTHING = "No kind or card stands out by a point, no card is better kept in hand, and every card is played."
OPEN = "So far, no kind or card stands out by a point, and no card is better kept in hand."
Said = Callable[[Judged], str]


def on_cards(deck: Deck, kinds: bool = True) -> list[str]:
    """Advice on the cards of a list; first on `kinds`, where nothing else says it."""
    if not any(card.figure.played for card in deck.cards):
        return ["No seat played any of these cards: try other bots, or more plays."]
    if not enough(deck.plays):
        return []
    found = [
        *(_kinds(deck) if kinds else []),
        *_winners(deck),
        *_losers(deck),
        *_better_kept(deck),
        *_seldom(deck),
        *_never(deck),
    ]
    return [*(found or [OPEN if deck.unplayed else NOTHING]), *_undecided(deck)]


def correction(deck: Deck) -> str:
    """How verdicts are corrected for the number of cards."""
    number = judged_together(deck)
    if number < 2:
        return ""
    chance = RISK * number
    kinds = f" and {number_of(len(deck.kinds), 'kind')}" if deck.kinds else ""
    return (
        f"Verdicts are corrected for {number_of(len(deck.ranked), 'card')}{kinds} judged together (Holm): the chance"
        " that any is wrong is at most 5 %. By plain 95 % intervals, about"
        f" {decimal(chance, 0) if chance >= 1 else 'one in twenty'} of {count(number)} equal ones would stand out"
        " by luck."
    )


# The questions


def _kinds(deck: Deck) -> list[str]:
    sentence = kinds_apart(deck)
    return [f"Kinds: {sentence[0].lower()}{sentence[1:]} Are some kinds meant to be worth more?"] if sentence else []


def _winners(deck: Deck) -> list[str]:
    found = [card for card in deck.ranked if card.verdict is Verdict.HIGHER]
    them, cheap = ("it", "Is it too cheap") if len(found) == 1 else ("them", "Are they too cheap")
    why = f"seats that draw {them} win more often than seats that draw {_others(deck)}. {cheap} for that?"
    return _question("Strongest", found, _lead, why)


def _losers(deck: Deck) -> list[str]:
    found = [card for card in reversed(deck.ranked) if card.verdict is Verdict.LOWER]
    them, gives = ("it", "Does it give") if len(found) == 1 else ("them", "Do they give")
    why = f"seats that draw {them} win less often than seats that draw {_others(deck)}. {gives} too little?"
    return _question("Weakest", found, _lead, why)


def _others(deck: Deck) -> str:
    return "another of their kind" if deck.kinds else "another"


def _better_kept(deck: Deck) -> list[str]:
    found = sorted((each for each in kept(deck) if each.verdict is Verdict.LOWER), key=lambda each: each.gap.high)
    gaps = {each.card.figure.key: each for each in found}
    why = (
        "seats that drew and kept them won more often than seats that played them. Do they cost more than they bring,"
        " or do only losing seats turn to them?"
    )
    return _question("Better kept", [each.card for each in found], lambda card: _loss(gaps[card.figure.key]), why)


def seldom_played(deck: Deck) -> list[Judged]:
    """The cards that are surely played far less often than the others by those who draw them, seldomest first."""
    usual = played_when_drawn(deck)
    confidence = simultaneous_confidence(1 - RISK, len(deck.cards))
    met = [card for card in deck.cards if card.figure.played and enough(card.figure.drawn)]
    return sorted((card for card in met if _high(card.figure, confidence) < SELDOM * usual), key=played_share)


def _seldom(deck: Deck) -> list[str]:
    usual = played_when_drawn(deck)
    why = (
        f"so few of the seats that draw them play them; of all cards together, {percent(usual)} are played. Are they"
        " hard to play, or do the bots miss their use?"
    )
    return _question("Seldom played", seldom_played(deck), lambda card: percent(played_share(card), 0), why)


def _never(deck: Deck) -> list[str]:
    found = sorted((card for card in deck.unplayed if enough(card.figure.drawn)), key=lambda card: -card.figure.drawn)
    why = "nobody played them. Is there ever a reason to, and can these bots see it?"
    return _question("Never played", found, lambda card: f"drawn {number_of(card.figure.drawn, 'time')}", why)


def _question(name: str, cards: Sequence[Judged], finding: Said, why: str) -> list[str]:
    if not cards:
        return []
    names = [f"{card.name} ({finding(card)})" for card in cards]
    return [f"{name}: {listed(first_of(names, MOST_NAMED))}. {why[:1].upper()}{why[1:]}"]


def _undecided(deck: Deck) -> list[str]:
    """How many plays would narrow a typical interval to a point, if most cards are undecided."""
    found = [card.gap for card in deck.ranked if card.gap and card.verdict is card.clear is Verdict.UNDECIDED]
    if 2 * len(found) <= len(deck.ranked):
        return []
    wide = (
        median((gap.high - gap.low) / 2 for gap in found) * two_sided_reach(judged_together(deck)) / two_sided_reach(1)
    )
    needed = deck.plays * (wide / WIN_RATE.margin) ** 2
    if needed <= deck.plays:
        return []
    return [
        f"Undecided: {len(found)} of {counted(len(deck.ranked), 'card')}. {roughly(round(needed)).capitalize()} plays"
        f" instead of {count(deck.plays)} would narrow a typical corrected interval to ±{_points(WIN_RATE.margin)}."
    ]


def _points(number: float) -> str:
    number_text = decimal(100 * number, 0)
    return f"{number_text} point{'' if number_text == '1' else 's'}"


# Their figures


def _lead(card: Judged) -> str:
    assert card.gap is not None
    return f"{points(card.gap.mean)} points, {point_span(card.gap)}"


def _loss(found: Kept) -> str:
    return f"by {points(-found.gap.mean, signed=False)} points"


def _high(figure: CardFigure, confidence: float) -> float:
    use = figure.played_when_drawn
    return agresti_coull(min(use.mean * use.n, use.n), use.n, confidence).high if use else 1.0
