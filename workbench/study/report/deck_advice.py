"""Which cards a designer should look at first, and why: questions that follow from the figures alone.

A card that stands out may be badly priced or well used; whether to change it is the designer's to say. All comparisons
here are corrected for the number of cards (`deck_words.CONFIDENCE` for all of them together). Where nothing stands out,
it says so.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot
from statistics import median

from workbench.engine.measures import WIN_RATE
from workbench.stats import Estimate, Verdict, judge_interval, simultaneous_confidence, wilson
from workbench.study.decks import CardFigure
from workbench.study.report.deck_words import CONFIDENCE, Deck, Judged
from workbench.study.report.words import count, listed, plain, roughly
from workbench.study.strength.words import percent

MOST_NAMED = 3
"""Cards that a question names; it says how many more there are."""
SELDOM = 0.5
"""A card that is surely played less than this part as often as the average one, by those who draw it, is seldom."""
NOTHING = "No card is clear of the others, none is better kept, and each is played."
Said = Callable[[Judged], str]


@dataclass(frozen=True)
class Kept:
    """Seats that drew a card and played it, against those that drew it and kept it: the difference of their wins."""

    card: Judged
    low: float
    high: float

    @property
    def verdict(self) -> Verdict:
        """Whether playing goes along with more wins than keeping."""
        return judge_interval(self.low, self.high, WIN_RATE.margin)


def on_cards(deck: Deck, plays: int) -> list[str]:
    """What to look at, the most striking first; the figures come from so many plays."""
    if not deck.ranked:
        return ["No seat played any of these cards: ask bots that do, or more plays."]
    found = [*_winners(deck), *_losers(deck), *_better_kept(deck), *_seldom(deck), *_never(deck)]
    return [*(found or [NOTHING]), *_undecided(deck, plays)]


def correction(deck: Deck) -> str:
    """How the number of cards is allowed for."""
    number = len(deck.ranked)
    if number < 2:
        return ""
    each = 100 * simultaneous_confidence(CONFIDENCE, number)
    chance = (1 - CONFIDENCE) * number
    return (
        f"Verdicts are corrected for {count(number)} cards looked at together (Bonferroni, each on an interval of"
        f" {plain(each, 2)} %): 19 in 20 such lists have none that is wrong. By plain 95 % intervals, about"
        f" {plain(chance, 0) if chance >= 1 else 'one in twenty'} of {count(number)} even cards would stand out by"
        " chance."
    )


# The questions


def _winners(deck: Deck) -> list[str]:
    found = [card for card in deck.ranked if card.verdict is Verdict.HIGHER]
    why = f"those who play them win more often than {deck.level.value} ({percent(deck.share)})"
    return _question("Strongest", found, _rate, f"{why}. Do they give too much for what they cost?")


def _losers(deck: Deck) -> list[str]:
    found = [card for card in reversed(deck.ranked) if card.verdict is Verdict.LOWER]
    why = f"those who play them win less often than {deck.level.value} ({percent(deck.share)})"
    return _question(
        "Weakest", found, _rate, f"{why}. Do they give too little, or are they what a losing seat is left?"
    )


def _better_kept(deck: Deck) -> list[str]:
    found = sorted((each for each in kept(deck) if each.verdict is Verdict.LOWER), key=lambda each: each.high)
    gaps = {each.card.figure.key: each for each in found}
    why = (
        "who drew and kept them won more often than who played them. Do they cost more than they bring, or do only"
        " losing seats turn to them?"
    )
    return _question("Better kept", [each.card for each in found], lambda card: _gap(gaps[card.figure.key]), why)


def _seldom(deck: Deck) -> list[str]:
    usual = played_when_drawn(deck)
    confidence = simultaneous_confidence(CONFIDENCE, len(deck.cards))
    low = [card for card in deck.ranked if _high(card.figure, confidence) < SELDOM * usual]
    found = sorted(low, key=_use)
    why = (
        f"of the seats that draw them so few play them; it is {percent(usual)} for all cards together. Are they hard to"
        " place, or do the bots not see their use?"
    )
    return _question("Seldom played", found, lambda card: percent(_use(card), 0), why)


def _never(deck: Deck) -> list[str]:
    found = sorted((card for card in deck.unplayed if card.figure.drawn), key=lambda card: -card.figure.drawn)
    why = "nobody played them. Is there ever a reason to, and can these bots see it?"
    return _question("Never played", found, lambda card: f"drawn {count(card.figure.drawn)} times", why)


def _question(name: str, cards: Sequence[Judged], said: Said, why: str) -> list[str]:
    if not cards:
        return []
    named = [f"{card.name} ({said(card)})" for card in cards[:MOST_NAMED]]
    more = len(cards) - MOST_NAMED
    told = listed(named) if more <= 0 else f"{', '.join(named)} and {more} more"
    return [f"{name}: {told}. {why[:1].upper()}{why[1:]}"]


def _undecided(deck: Deck, plays: int) -> list[str]:
    """Where most cards are undecided, how many plays would change that."""
    found = [card for card in deck.ranked if card.verdict is Verdict.UNDECIDED]
    if 2 * len(found) <= len(deck.ranked):
        return []
    wide = median(_half_width(card, simultaneous_confidence(CONFIDENCE, len(deck.ranked))) for card in found)
    needed = plays * (wide / WIN_RATE.margin) ** 2
    if needed <= plays:
        return []
    return [
        f"Undecided: {len(found)} of {len(deck.cards)} cards. {roughly(round(needed)).capitalize()} plays instead of"
        f" {count(plays)} would bring a typical interval, corrected, down to {_points(WIN_RATE.margin)} on either side."
    ]


def _half_width(card: Judged, confidence: float) -> float:
    found = wilson(min(card.rate * card.figure.played, card.figure.played), card.figure.played, confidence)
    return (found.high - found.low) / 2


def _points(number: float) -> str:
    said = plain(100 * number, 0)
    return f"{said} point{'' if said == '1' else 's'}"


# Their figures


def _rate(card: Judged) -> str:
    return percent(card.rate)


def _gap(found: Kept) -> str:
    return f"by {plain(-100 * (found.low + found.high) / 2, 1)} points"


def kept(deck: Deck) -> list[Kept]:
    """Each card that some seats drew and played, and others drew and kept.

    The interval is Newcombe's, for all cards together. A card that was played without having been drawn is left out:
    of its wins nobody can say which belong to those who drew it.
    """
    confidence = simultaneous_confidence(CONFIDENCE, len(deck.cards))
    pairs = ((card, _parted(card.figure, confidence)) for card in deck.cards)
    return [Kept(card, *_newcombe(*pair)) for card, pair in pairs if pair]


def _parted(figure: CardFigure, confidence: float) -> tuple[Estimate, Estimate] | None:
    """The win rates of those who drew and played a card, and of those who drew and kept it."""
    drawn, played, use = figure.won_when_drawn, figure.won_when_played, figure.played_when_drawn
    if drawn is None or played is None or use is None:
        return None
    others = figure.drawn - figure.played
    if others <= 0 or round(use.mean * figure.drawn) != figure.played:
        return None
    won = min(max(drawn.mean * figure.drawn - played.mean * figure.played, 0.0), others)
    return wilson(min(played.mean * played.n, played.n), played.n, confidence), wilson(won, others, confidence)


def _newcombe(one: Estimate, two: Estimate) -> tuple[float, float]:
    """The interval of a difference of two rates, from their Wilson intervals (Newcombe 1998, method 10)."""
    gap = one.mean - two.mean
    return gap - hypot(one.mean - one.low, two.high - two.mean), gap + hypot(one.high - one.mean, two.mean - two.low)


def played_when_drawn(deck: Deck) -> float:
    """The share of those who drew a card that played it, of all cards together; 0 where none was drawn."""
    drawn = sum(card.figure.drawn for card in deck.cards)
    return sum(_use(card) * card.figure.drawn for card in deck.cards if card.figure.drawn) / drawn if drawn else 0.0


def _use(card: Judged) -> float:
    use = card.figure.played_when_drawn
    return use.mean if use else 1.0


def _high(figure: CardFigure, confidence: float) -> float:
    use = figure.played_when_drawn
    return wilson(min(use.mean * use.n, use.n), use.n, confidence).high if use else 1.0
