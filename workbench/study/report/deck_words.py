"""What a card list is made of and what its cards do, in sentences.

Shares are in per cent. Verdicts hold for all cards of a list together: they rest on wider intervals (Bonferroni), all
of which are right for 19 lists in 20, where plain 95 % intervals would single out one even card in twenty.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from workbench.engine.card_lists import CardList
from workbench.engine.card_rows import Cards, Row
from workbench.engine.measures import WIN_RATE
from workbench.stats import Estimate, Verdict, judge_interval, simultaneous_confidence, wilson
from workbench.study.decks import CardFigure
from workbench.study.report.words import NO_PEOPLE, bots, count, listed, plain, words_of
from workbench.study.scenario import Scenario
from workbench.study.strength.words import percent, share

CONFIDENCE = 0.95
PLAYED_DEFINITION = (
    "Won when played: the share of the wins of the seats that played the card; a win shared by k seats counts 1/k for"
    " each. Won when drawn: the same for the seats that had the card in hand, played or not."
)
CAUTION = (
    "A card that winners play need not be why they won: whoever is ahead, or sees more cards, plays more of the good"
    " ones. The gap between won when played and won when drawn tells what playing it adds to holding it."
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


def judged(declared: CardList, cards: Cards, figures: Sequence[CardFigure]) -> list[Judged]:
    """Every card of the list by its number, with a verdict against the share of an even seat."""
    confidence = simultaneous_confidence(CONFIDENCE, sum(figure.played > 0 for figure in figures))
    rows = zip(cards.numbered, figures, strict=True)
    return [Judged(declared.called(row), row, figure, _verdict(figure, confidence)) for row, figure in rows]


def _verdict(figure: CardFigure, confidence: float) -> Verdict | None:
    won = figure.won_when_played
    if won is None:
        return None
    wide = wilson(min(won.mean * won.n, won.n), won.n, confidence)
    return judge_interval(wide.low - figure.baseline, wide.high - figure.baseline, WIN_RATE.margin)


def by_rate(cards: Iterable[Judged]) -> list[Judged]:
    """The played cards, the most winning first."""
    return sorted((card for card in cards if card.figure.played), key=lambda card: (-card.rate, card.name))


# Which cards win


def headline(cards: Sequence[Judged]) -> str:
    """How many cards win more and less often than an even seat."""
    even = percent(cards[0].figure.baseline)
    tally = {verdict: sum(card.verdict is verdict for card in cards) for verdict in SAID}
    parts = [
        f"{tally[Verdict.HIGHER]} win more often than an even seat ({even})",
        f"{tally[Verdict.LOWER]} less often",
        f"{tally[Verdict.SAME]} as often",
    ]
    undecided = f"; {tally[Verdict.UNDECIDED]} are undecided" if tally[Verdict.UNDECIDED] else ""
    return f"Of {len(cards)} cards, {listed(parts)}{undecided}."


def extremes(cards: Sequence[Judged]) -> str:
    """The cards at both ends, with their intervals."""
    ranked = by_rate(cards)
    if not ranked:
        return "Nobody played any of these cards."
    best, worst = ranked[0], ranked[-1]
    return f"Most often wins {_with_share(best)}, least often {_with_share(worst)}."


def _with_share(card: Judged) -> str:
    assert card.figure.won_when_played is not None
    return f"{card.name} with {share(card.figure.won_when_played)}"


def unplayed(cards: Sequence[Judged]) -> str:
    """The cards that nobody played, by name."""
    names = [f"{card.name}{'' if card.figure.drawn else ' (nor drawn)'}" for card in cards if not card.figure.played]
    if not names:
        return "Every card was played at least once."
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    said = ", ".join(names[:MOST_NAMED]) + more if more else listed(names)
    return f"Never played: {said}."


def whose(scenario: Scenario) -> str:
    """Which plays the figures come from, and what bots are not."""
    return (
        f"{count(scenario.plays)} plays of {scenario.revision} (seed {scenario.seed}), {bots(scenario)}. {NO_PEOPLE}"
    )


# What a list is made of


def most_and_least(counts: Mapping[str, int], what: str) -> str:
    """Which member most cards have, which fewest: `Most cards have drama (40), fewest specialty (20).`"""
    if not counts or not sum(counts.values()):
        return f"No card says anything about {what}."
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    (most, high), (least, low) = ranked[0], ranked[-1]
    none = [words_of(name) for name, number in ranked if not number]
    if high == low:
        return f"Every {what} is on {count(high)} cards."
    if none:
        return f"Most cards have {words_of(most)} ({count(high)}); none has {listed(none)}."
    return f"Most cards have {words_of(most)} ({count(high)}), fewest {words_of(least)} ({count(low)})."


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
