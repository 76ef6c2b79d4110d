"""Which cards and kinds of a list win more often than others, judged together; no words."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import hypot, inf, nan, sqrt
from statistics import median

import numpy as np

from workbench.engine.card_lists import CardList
from workbench.engine.cards import Cards, Row
from workbench.engine.measures import WIN_RATE
from workbench.stats import Estimate, Verdict, agresti_coull, simultaneous_confidence
from workbench.stats.estimate import Floats, half_width, student_half_width, student_reach
from workbench.stats.evidence import RISK, enough, judge_together, two_sided_reach
from workbench.stats.seats import effective_plays
from workbench.studies.decks.counts import CardCounts, CardFigure, beside, card_figures, kinds_of
from workbench.tallies.series import WHOLE_WIN

OPEN = Verdict.UNDECIDED
APART = (Verdict.LOWER, Verdict.HIGHER)
END = 6
"""Cards at each end of the ranking that a chart has."""
SELDOM = 0.5
"""A card counts as seldom played if those who draw it surely play it less than this part as often as the average."""


class CardStanding(StrEnum):
    """How a card stands beside the others of its kind; above and below: clear of them, but perhaps by little."""

    HIGHER = "higher"
    ABOVE = "above"
    SAME = "same"
    UNDECIDED = "undecided"
    BELOW = "below"
    LOWER = "lower"


@dataclass(frozen=True)
class CardKind:
    """A kind of cards: how often seats won that drew one, and how much more often than those that drew any other."""

    name: str
    won: Estimate
    gap: Estimate
    verdict: Verdict


@dataclass(frozen=True)
class Judged:
    """A card with what it says, its figures, and how it stands beside the other cards of its kind.

    `gap` is how much more often seats won that drew it than seats that drew another of its kind; None where there is
    nothing to compare. `clear` says on which side of its kind it surely is, by however little.
    """

    name: str
    row: Row
    figure: CardFigure
    gap: Estimate | None
    verdict: Verdict | None
    clear: Verdict = Verdict.UNDECIDED

    @property
    def standing(self) -> CardStanding | None:
        """The verdict; of an undecided card, on which side of its kind it is."""
        if self.verdict is Verdict.UNDECIDED and self.clear is not Verdict.UNDECIDED:
            return CardStanding.ABOVE if self.clear is Verdict.HIGHER else CardStanding.BELOW
        return CardStanding(self.verdict.value) if self.verdict else None

    @property
    def play_share(self) -> float:
        """The share of the seats that drew it that played it; 1 where none drew it."""
        use = self.figure.played_when_drawn
        return use.mean if use else 1.0


@dataclass(frozen=True)
class Deck:
    """The cards of a list by their numbers, judged, and its kinds, none where there is only one.

    `even` is the share of an even seat, `average` that of the seats that drew a card, whichever: each card counts as
    often as it was drawn. The figures come from so many plays.
    """

    cards: tuple[Judged, ...]
    kinds: tuple[CardKind, ...]
    even: float
    average: float
    plays: int

    @property
    def ranked(self) -> list[Judged]:
        """The cards that can be compared, the farthest above their kind first."""
        gaps = [(card.gap.mean, card) for card in self.cards if card.gap]
        return [card for _, card in sorted(gaps, key=lambda pair: (-pair[0], pair[1].name))]

    @property
    def others(self) -> list[Judged]:
        """The cards that cannot be compared."""
        return [card for card in self.cards if not card.gap]

    @property
    def ends(self) -> list[Judged]:
        """The cards at both ends of the ranking; all, where these are not many more."""
        ranked = self.ranked
        return ranked if len(ranked) <= 2 * END else [*ranked[:END], *ranked[-END:]]

    @property
    def judged_together(self) -> int:
        """How many kinds and cards are judged together."""
        return len(self.kinds) + len(self.ranked)

    @property
    def kinds_by_share(self) -> list[CardKind]:
        """The kinds, the one that wins most first."""
        return sorted(self.kinds, key=lambda kind: -kind.won.mean)

    @property
    def kinds_apart(self) -> tuple[CardKind, CardKind] | None:
        """The kinds that win least and most, where both are beyond doubt."""
        weak, strong = ([kind for kind in self.kinds if kind.verdict is verdict] for verdict in APART)
        if not weak or not strong:
            return None
        return min(weak, key=lambda kind: kind.won.mean), max(strong, key=lambda kind: kind.won.mean)

    def apart(self, verdict: Verdict) -> list[Judged]:
        """The cards with a verdict, the farthest from their kind first."""
        cards = [(abs(card.gap.mean), card) for card in self.ranked if card.gap and card.verdict is verdict]
        return [card for _, card in sorted(cards, key=lambda pair: -pair[0])]

    @property
    def better_held(self) -> "list[Holding]":
        """The cards that are better kept in hand than played, the surest first."""
        return sorted((one for one in holdings(self) if one.verdict is Verdict.LOWER), key=lambda one: one.gap.high)

    @property
    def play_share(self) -> float:
        """The share of those who drew a card that played it, of all cards together; 0 where none was drawn."""
        drawn = sum(card.figure.drawn for card in self.cards)
        return sum(card.play_share * card.figure.drawn for card in self.cards) / drawn if drawn else 0.0

    @cached_property
    def seldom_played(self) -> list[Judged]:
        """The cards that those who draw them surely play far less often than the others, the seldomest first."""
        confidence, most = simultaneous_confidence(1 - RISK, len(self.cards)), SELDOM * self.play_share
        met = [(card, use) for card in self.cards if card.figure.played and (use := card.figure.played_when_drawn)]
        ends = {
            card.figure.key: agresti_coull(min(use.mean * use.n, use.n), use.n, confidence).high for card, use in met
        }
        seldom = [card for card, use in met if enough(use.n) and ends[card.figure.key] < most]
        return sorted(seldom, key=lambda card: card.play_share)

    @property
    def unplayed(self) -> list[Judged]:
        """The cards that nobody played, the most drawn first."""
        return sorted((card for card in self.cards if not card.figure.played), key=lambda card: -card.figure.drawn)

    @property
    def undecided(self) -> list[Judged]:
        """The cards of which nothing is sure."""
        return [card for card in self.ranked if card.standing is CardStanding.UNDECIDED]

    @property
    def plays_to_decide(self) -> int | None:
        """Plays that narrow a typical corrected interval to a point; None unless most cards are undecided."""
        gaps = [card.gap for card in self.undecided if card.gap]
        if 2 * len(gaps) <= len(self.ranked):
            return None
        half = median((gap.high - gap.low) / 2 for gap in gaps)
        wider = two_sided_reach(self.judged_together) / two_sided_reach(1)
        plays = round(self.plays * (half * wider / WIN_RATE.margin) ** 2)
        return plays if plays > self.plays else None


def judged(declared: CardList, cards: Cards, counts: CardCounts) -> Deck:
    """Every kind beside the other kinds, and every card beside the others of its kind."""
    figures, kinds, plays = card_figures(cards, counts), kinds_of(declared, cards), counts.plays
    names = list(dict.fromkeys(kinds))
    rows = beside(counts.won_drawn / WHOLE_WIN, counts.drawn.astype(float), kinds)
    gaps = [_gap(sums, products, plays) for sums, products in zip(rows, counts.products, strict=True)]
    words = _weighed(gaps, plays)
    at = len(names)
    won, drawn = float(rows[:at, 0].sum()), float(rows[:at, 1].sum())
    return Deck(
        tuple(
            Judged(declared.called(row), row, figure, gap, *word)
            for row, figure, gap, word in zip(cards.numbered, figures, gaps[at:], words[at:], strict=True)
        ),
        tuple(
            CardKind(name, _rate(sums, products), gap, word or OPEN)
            for name, sums, products, gap, (word, _) in zip(names, rows, counts.products, gaps, words, strict=False)
            if gap
        ),
        1 / counts.seats,
        won / drawn if drawn else nan,
        plays,
    )


def _gap(sums: Floats, products: Floats, plays: int) -> Estimate | None:
    """How much more often seats won that drew one side's cards than the other's; None where either side is nobody.

    Both are ratios of sums over plays, whose difference varies from play to play as its linear part does (Cochran 1977,
    6.12): a play's seats win at each other's cost and draw on both sides, so neither is a sample of its own.
    """
    won, drawn, others_won, others_drawn = sums
    if not drawn or not others_drawn:
        return None
    slopes = np.array([1 / drawn, -won / drawn**2, -1 / others_drawn, others_won / others_drawn**2])
    fewest = int(min(plays, drawn, others_drawn))
    gap, error = float(won / drawn - others_won / others_drawn), _error(slopes, products)
    half = half_width(error * sqrt(fewest), fewest, student_reach(fewest, 0.95), 1.0) if fewest > 1 else 1.0
    return Estimate(gap, nan, gap - half, gap + half, fewest)


def _rate(sums: Floats, products: Floats) -> Estimate:
    """The win rate of the seats that drew a kind, known as well as by so many yes-or-no answers."""
    won, drawn = float(sums[0]), float(sums[1])
    error = _error(np.array([1 / drawn, -won / drawn**2, 0.0, 0.0]), products)
    answers = max(1, int(effective_plays(won / drawn, error * sqrt(drawn), int(drawn))))
    return agresti_coull(min(answers * won / drawn, answers), answers)


def _error(slopes: Floats, products: Floats) -> float:
    return sqrt(max(0.0, float(slopes @ products @ slopes)))


def difference(one: Estimate, two: Estimate) -> Estimate:
    """The difference of two rates, from their Wilson intervals (Newcombe 1998, method 10)."""
    gap = one.mean - two.mean
    low, high = hypot(one.mean - one.low, two.high - two.mean), hypot(one.high - one.mean, two.mean - two.low)
    return Estimate(gap, nan, gap - low, gap + high, min(one.n, two.n))


def _weighed(gaps: Sequence[Estimate | None], plays: int) -> list[tuple[Verdict | None, Verdict]]:
    """The verdict on each gap, None where there is none, and on which side of 0 it surely is, all of them together."""
    there = [gap for gap in gaps if gap]
    open_ = [OPEN] * len(there)
    beyond, clear = (
        (judge_together(there, WIN_RATE.margin), judge_together(there, 0.0)) if enough(plays) else (open_, open_)
    )
    words = zip(beyond, clear, strict=True)
    return [next(words) if gap else (None, OPEN) for gap in gaps]


@dataclass(frozen=True)
class Holding:
    """The difference in wins between seats that drew a card and played it and those that drew and held it."""

    card: Judged
    gap: Estimate
    verdict: Verdict


def holdings(deck: Deck) -> list[Holding]:
    """Each card that some seats drew and played, and others drew and held, judged together.

    A card that was played without having been drawn is left out: of its wins nobody can say which belong to those who
    drew it.
    """
    cards, gaps = list[Judged](), list[Estimate]()
    for card in deck.cards:
        figure = card.figure
        drawn, played, use = figure.won_when_drawn, figure.won_when_played, figure.played_when_drawn
        others = figure.drawn - figure.played
        if drawn is None or played is None or use is None or others <= 0:
            continue
        if round(use.mean * figure.drawn) == figure.played:
            won = min(max(drawn.mean * figure.drawn - played.mean * figure.played, 0.0), others)
            cards.append(card)
            gaps.append(difference(played, agresti_coull(won, others)))
    words = judge_together(gaps, WIN_RATE.margin, len(deck.cards))
    return [*map(Holding, cards, gaps, words)]


@dataclass(frozen=True)
class NumberTrend:
    """The drawn cards by one of their numbers, and how their win rate changes from the lowest to the highest."""

    column: str
    numbers: Sequence[int]
    cards: Sequence[Judged]
    rise: Estimate
    verdict: Verdict

    @property
    def means(self) -> list[tuple[int, float]]:
        """Each number, and the win rate of all cards with it."""
        rates = [(number, card.figure) for number, card in zip(self.numbers, self.cards, strict=True)]
        means = []
        for place in sorted(set(self.numbers)):
            figures = [figure for number, figure in rates if number == place]
            won = sum(figure.won_when_drawn.mean * figure.drawn for figure in figures if figure.won_when_drawn)
            means.append((place, won / sum(figure.drawn for figure in figures)))
        return means


def number_trend(deck: Deck, columns: Sequence[str]) -> NumberTrend | None:
    """The trend over the first column of numbers in which drawn cards differ; None where all numbers are alike."""
    for column in columns:
        cards = [card for card in deck.cards if card.figure.won_when_drawn and isinstance(card.row[column], int)]
        numbers = [int(card.row[column]) for card in cards]  # type: ignore[arg-type]
        if len(set(numbers)) > 1:
            rise = trend(numbers, cards)
            verdict = judge_together([rise], 0.0)[0] if enough(deck.plays) else OPEN
            return NumberTrend(column, numbers, cards, rise, verdict)
    return None


def trend(numbers: Sequence[int], cards: Sequence[Judged]) -> Estimate:
    """How much the win rate changes from the lowest number to the highest along the straight line, in shares.

    Each card weighs by how often it was drawn. The error allows for other differences between cards.
    """
    n = len(cards)
    if n < 3:
        return Estimate(0.0, nan, -inf, inf, n)
    weights = np.sqrt([card.figure.drawn for card in cards])
    rates = np.array([card.figure.won_when_drawn.mean for card in cards if card.figure.won_when_drawn])
    slope, start = np.polyfit(numbers, rates, 1, w=weights)
    misses = weights * (rates - start - slope * np.array(numbers))
    centre = np.average(numbers, weights=weights**2)
    noise = max(float((misses**2).sum() / (n - 2)), float(np.mean(rates * (1 - rates))))
    span = max(numbers) - min(numbers)
    error = span * np.sqrt(noise / (weights**2 * (np.array(numbers) - centre) ** 2).sum())
    half = student_half_width(float(error * np.sqrt(n - 1)), n - 1, 0.95)
    rise = float(span * slope)
    return Estimate(rise, float(error), rise - half, rise + half, min(card.figure.drawn for card in cards))
