"""What a card list is made of and what its cards do, in sentences.

Shares are in per cent. Verdicts hold for all cards of a list together: they rest on wider intervals (Bonferroni), all
of which are right for 19 lists in 20, where plain 95 % intervals would single out one even card in twenty.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from workbench.engine.card_lists import CardList
from workbench.engine.card_rows import Cards, Row
from workbench.engine.measures import WIN_RATE
from workbench.stats import Estimate, Verdict, judge_interval, simultaneous_confidence, wilson
from workbench.study.decks import CardFigure
from workbench.study.report.words import bots, caution, count, listed, plain, words_of
from workbench.study.scenario import Scenario
from workbench.study.strength.words import percent, share

CONFIDENCE = 0.95
PLAYED_DEFINITION = (
    "Won when played: the share of the wins of the seats that played the card; a win shared by k seats counts 1/k for"
    " each. Won when drawn: the same for the seats that had the card in hand, played or not. A card that is played from"
    " the table was never drawn."
)
CAUTION = (
    "A card that winners play need not be why they won: whoever plays more cards wins more often and plays more of"
    " each, so that the average card lies above an even seat. Held against the average card, this is taken out. The gap"
    " between won when played and won when drawn tells what playing a card adds to holding it."
)
SAID = {
    Verdict.HIGHER: "wins more often",
    Verdict.LOWER: "wins less often",
    Verdict.SAME: "as often as any",
    Verdict.UNDECIDED: "undecided",
    None: "never played",
}
"""The verdict on a card; None where nobody played it."""
MOST_NAMED = 12
MOST_KINDS = 5


class Level(StrEnum):
    """What a card's win rate is held against."""

    AVERAGE = "the average card"
    EVEN = "an even seat"


@dataclass(frozen=True)
class Judged:
    """A card with what it says, its figures, and the verdict on its win rate when played."""

    name: str
    row: Row
    figure: CardFigure
    verdict: Verdict | None

    @property
    def word(self) -> str:
        """The verdict in words."""
        return SAID[self.verdict]

    @property
    def rate(self) -> float:
        """The win rate of the seats that played it, NaN where none did."""
        won = self.figure.won_when_played
        return won.mean if won else float("nan")


@dataclass(frozen=True)
class Deck:
    """The cards of a list by their numbers, judged against a level, which is a share of the wins.

    `even` is the share of an even seat, `average` that of the seats that played a card, whichever: each card counts as
    often as it was played.
    """

    cards: tuple[Judged, ...]
    level: Level
    even: float
    average: float

    @property
    def share(self) -> float:
        """The share that the cards are held against."""
        return self.even if self.level is Level.EVEN else self.average

    @property
    def ranked(self) -> list[Judged]:
        """The played cards, the most winning first."""
        return sorted((card for card in self.cards if card.figure.played), key=lambda card: (-card.rate, card.name))

    @property
    def unplayed(self) -> list[Judged]:
        """The cards that nobody played."""
        return [card for card in self.cards if not card.figure.played]


def judged(declared: CardList, cards: Cards, figures: Sequence[CardFigure], level: Level = Level.EVEN) -> Deck:
    """Every card of the list, held against the level."""
    played = [(each.won_when_played.mean, each.played) for each in figures if each.won_when_played]
    seats = sum(number for _, number in played)
    average = sum(rate * number for rate, number in played) / seats if seats else float("nan")
    even = figures[0].baseline if figures else float("nan")
    share_of = {Level.EVEN: even, Level.AVERAGE: average}[level]
    confidence = simultaneous_confidence(CONFIDENCE, len(played))
    rows = zip(cards.numbered, figures, strict=True)
    found = [Judged(declared.called(row), row, each, _verdict(each, share_of, confidence)) for row, each in rows]
    return Deck(tuple(found), level, even, average)


def _verdict(figure: CardFigure, level: float, confidence: float) -> Verdict | None:
    won = figure.won_when_played
    if won is None:
        return None
    wide = wilson(min(won.mean * won.n, won.n), won.n, confidence)
    return judge_interval(wide.low - level, wide.high - level, WIN_RATE.margin)


# Which cards win


def headline(deck: Deck) -> str:
    """How many cards win more and less often than what they are held against."""
    higher, lower, same, undecided = (
        sum(card.verdict is verdict for card in deck.cards)
        for verdict in (Verdict.HIGHER, Verdict.LOWER, Verdict.SAME, Verdict.UNDECIDED)
    )
    parts = [
        f"{_many(higher, 'wins', 'win')} more often than {deck.level.value} ({percent(deck.share)})",
        f"{_many(lower, 'less', 'less')} often",
        *([f"{_many(same, 'as', 'as')} often"] if same else []),
    ]
    left = f"; {_many(undecided, 'is', 'are')} undecided" if undecided else ""
    return f"Of {len(deck.cards)} cards, {listed(parts)}{left}."


def _many(number: int, one: str, several: str) -> str:
    """A number with its verb: `none wins`, `1 wins`, `3 win`."""
    return f"{number or 'none'} {one if number < 2 else several}"


def extremes(deck: Deck) -> str:
    """The cards at both ends, with their intervals."""
    if not deck.ranked:
        return "Nobody played any of these cards."
    best, worst = deck.ranked[0], deck.ranked[-1]
    average = f"The seats that played a card won {percent(deck.average)} on average."
    return f"Most often wins {_with_share(best)}, least often {_with_share(worst)}. {average}"


def _with_share(card: Judged) -> str:
    assert card.figure.won_when_played is not None
    return f"{card.name} with {share(card.figure.won_when_played)}"


def unplayed(deck: Deck) -> str:
    """The cards that nobody played, by name."""
    names = [f"{card.name}{'' if card.figure.drawn else ' (nor drawn)'}" for card in deck.unplayed]
    if not names:
        return "Every card was played at least once."
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    said = ", ".join(names[:MOST_NAMED]) + more if more else listed(names)
    return f"Never played: {said}."


def whose(scenario: Scenario) -> str:
    """Which plays the figures come from, what bots are not, and what they leave out."""
    played = f"{count(scenario.plays)} plays of {scenario.revision} (seed {scenario.seed}), {bots(scenario)}."
    return f"{played} {caution(scenario.game)}"


# What a list is made of


def shares_of_kinds(counts: Mapping[str, int], cards: int) -> str:
    """How many cards are of each kind: `80 cards: support 36, star 28 and director 16.`"""
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    said = [f"{words_of(name)} {count(number)}" for name, number in ranked if number]
    if len(said) > MOST_KINDS:
        said = [*said[:MOST_KINDS], f"others {count(sum(number for _, number in ranked[MOST_KINDS:]))}"]
    none = " or ".join(words_of(name) for name, number in ranked if not number)
    return f"{count(cards)} cards: {listed(said)}{f'; none is {none}' if none else ''}."


def most_and_least(counts: Mapping[str, int]) -> str:
    """Which member is on the most cards, which on the fewest: `Drama is on the most cards (40), …`"""
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    (most, high), (least, low) = ranked[0], ranked[-1]
    none = [words_of(name) for name, number in ranked if not number]
    if high == low:
        return f"Each is on {count(high)} cards."
    rest = f"{listed(none)} on none" if none else f"{words_of(least)} on the fewest ({count(low)})"
    return f"{words_of(most).capitalize()} is on the most cards ({count(high)}), {rest}."


def spread(curve: Mapping[int, int]) -> str:
    """Where the numbers of a column lie: `From 1 to 8; half of the cards have 3 to 5, the mean is 4.2.`"""
    low, high = min(curve), max(curve)
    first, last = quartile(curve, 0.25), quartile(curve, 0.75)
    half = f"{first} to {last}" if first < last else f"{first}"
    return f"From {low} to {high}; the middle half of the cards have {half}, the mean is {plain(mean(curve), 1)}."


def mean(curve: Mapping[int, int]) -> float:
    """The mean of a column's numbers; NaN for no card."""
    cards = sum(curve.values())
    return sum(number * cards_of for number, cards_of in curve.items()) / cards if cards else float("nan")


def quartile(curve: Mapping[int, int], part: float) -> int:
    """The number that this part of the cards does not go beyond; `curve` is ascending and not empty."""
    reached, cards = 0, sum(curve.values())
    for number, cards_of in curve.items():
        reached += cards_of
        if reached >= part * cards:
            return number
    return max(curve)


def interval(estimate: Estimate) -> str:
    """The ends of an interval of shares: `40.1 % to 42.2 %`."""
    return f"{percent(estimate.low)} to {percent(estimate.high)}"
