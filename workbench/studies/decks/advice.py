"""Where a designer should look after a study of cards, from the figures alone.

Each sentence asks about the rules or about the bots, since both can be the cause. Each rests on verdicts that are
beyond doubt among all that are judged (`stats.evidence`); without any, there is no advice.
"""

from collections.abc import Callable, Sequence
from statistics import median

from workbench.engine.measures import WIN_RATE
from workbench.engine.wording import counted, first_of, listed, upper_first
from workbench.report.text.phrases import count, decimal, number_of, percent, point_span, points, roughly
from workbench.stats import Verdict, agresti_coull, simultaneous_confidence
from workbench.stats.evidence import RISK, enough, two_sided_reach
from workbench.studies.decks.measure import CardFigure
from workbench.studies.decks.verdicts import Deck, Judged, holdings, judged_together, played_share, played_when_drawn

MOST_NAMED = 3
"""Cards that a question names; it says how many more there are."""
SELDOM = 0.5
"""A card counts as seldom played if those who draw it surely play it less than this part as often as the average."""
APART = (Verdict.HIGHER, Verdict.LOWER)
KINDS = "Kinds: some win more often than others. Are some meant to be worth more?"
NOTHING = "No kind or card stands out by a point, no card is better kept in hand, and every card is played."
OPEN = "So far, no kind or card stands out by a point, and no card is better kept in hand."
AdviceOnCard = Callable[[Judged], str]


def on_cards(deck: Deck, kinds: bool = True) -> list[str]:
    """Advice on the cards of a list; first on `kinds`, where the headline does not ask it."""
    if not any(card.figure.played for card in deck.cards):
        return ["No seat played any of these cards: try other bots, or more plays."]
    if not enough(deck.plays):
        return []
    kinds_apart = any(kind.verdict in APART for kind in deck.kinds)
    advice = [
        *([KINDS] if kinds and kinds_apart else []),
        *_winners(deck),
        *_losers(deck),
        *_better_held(deck),
        *_seldom(deck),
        *_never_played(deck),
    ]
    nothing = [] if kinds_apart else [OPEN if deck.unplayed else NOTHING]
    return [*(advice or nothing), *_undecided(deck)]


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


def _winners(deck: Deck) -> list[str]:
    cards = [card for card in deck.ranked if card.verdict is Verdict.HIGHER]
    them, cheap = ("it", "Is it too cheap") if len(cards) == 1 else ("them", "Are they too cheap")
    why = f"seats that draw {them} win more often than seats that draw {_others(deck)}. {cheap} for that?"
    return _question("Strongest", cards, _lead, why)


def _losers(deck: Deck) -> list[str]:
    cards = [card for card in reversed(deck.ranked) if card.verdict is Verdict.LOWER]
    them, gives = ("it", "Does it give") if len(cards) == 1 else ("them", "Do they give")
    why = f"seats that draw {them} win less often than seats that draw {_others(deck)}. {gives} too little?"
    return _question("Weakest", cards, _lead, why)


def _others(deck: Deck) -> str:
    return "another of their kind" if deck.kinds else "another"


def _better_held(deck: Deck) -> list[str]:
    lower = [holding for holding in holdings(deck) if holding.verdict is Verdict.LOWER]
    lower.sort(key=lambda holding: holding.gap.high)
    gaps = {holding.card.figure.key: holding.gap.mean for holding in lower}
    why = (
        "seats that drew and kept them won more often than seats that played them. Do they cost more than they bring,"
        " or do only losing seats turn to them?"
    )
    cards = [holding.card for holding in lower]
    return _question("Better kept", cards, lambda c: f"by {points(-gaps[c.figure.key], signed=False)} points", why)


def seldom_played(deck: Deck) -> list[Judged]:
    """The cards that are surely played far less often than the others by those who draw them, seldomest first."""
    usual = played_when_drawn(deck)
    confidence = simultaneous_confidence(1 - RISK, len(deck.cards))
    met = [card for card in deck.cards if card.figure.played and enough(card.figure.drawn)]
    return sorted((card for card in met if _upper_bound(card.figure, confidence) < SELDOM * usual), key=played_share)


def _seldom(deck: Deck) -> list[str]:
    usual = played_when_drawn(deck)
    why = (
        f"so few of the seats that draw them play them; of all cards together, {percent(usual)} are played. Are they"
        " hard to play, or do the bots miss their use?"
    )
    return _question("Seldom played", seldom_played(deck), lambda card: percent(played_share(card), 0), why)


def _never_played(deck: Deck) -> list[str]:
    cards = sorted((card for card in deck.unplayed if enough(card.figure.drawn)), key=lambda card: -card.figure.drawn)
    why = "nobody played them. Is there ever a reason to, and can these bots see it?"
    return _question("Never played", cards, lambda card: f"drawn {number_of(card.figure.drawn, 'time')}", why)


def _question(name: str, cards: Sequence[Judged], finding: AdviceOnCard, why: str) -> list[str]:
    if not cards:
        return []
    names = [f"{card.name} ({finding(card)})" for card in cards]
    return [f"{name}: {listed(first_of(names, MOST_NAMED))}. {upper_first(why)}"]


def _undecided(deck: Deck) -> list[str]:
    """How many plays would narrow a typical interval to a point, if most cards are undecided."""
    gaps = [card.gap for card in deck.ranked if card.gap and card.verdict is card.clear is Verdict.UNDECIDED]
    if 2 * len(gaps) <= len(deck.ranked):
        return []
    wide = (
        median((gap.high - gap.low) / 2 for gap in gaps) * two_sided_reach(judged_together(deck)) / two_sided_reach(1)
    )
    needed = deck.plays * (wide / WIN_RATE.margin) ** 2
    if needed <= deck.plays:
        return []
    return [
        f"Undecided: {len(gaps)} of {counted(len(deck.ranked), 'card')}. {roughly(round(needed)).capitalize()} plays"
        f" instead of {count(deck.plays)} would narrow a typical corrected interval to ±{_points(WIN_RATE.margin)}."
    ]


def _points(number: float) -> str:
    number_text = decimal(100 * number, 0)
    return f"{number_text} point{'' if number_text == '1' else 's'}"


# Their figures


def _lead(card: Judged) -> str:
    assert card.gap is not None
    return f"{points(card.gap.mean)} points, {point_span(card.gap)}"


def _upper_bound(figure: CardFigure, confidence: float) -> float:
    use = figure.played_when_drawn
    return agresti_coull(min(use.mean * use.n, use.n), use.n, confidence).high if use else 1.0
