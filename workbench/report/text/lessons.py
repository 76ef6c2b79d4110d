"""What a study teaches, in two or three sentences: who plays well, what each action is worth, what skill is worth.

Each is said only where `stats.evidence` holds it beyond doubt, by the verdicts of the study; else it is called open.
"""

from collections.abc import Sequence

from workbench.engine.wording import first_of, listed, plural
from workbench.report.text.advice import seldom_played
from workbench.report.text.decks import fewer_than_needed
from workbench.report.text.phrases import decimal, percent, words_of
from workbench.stats import Verdict
from workbench.study.card_verdicts import Deck, Judged, Kind, played_share

RANDOM, GREEDY = "random", "greedy"
MOST_NAMED, MOST_CARDS = 3, 2


def on_deck(deck: Deck) -> str:
    """Which kinds and cards win too little or too much, and which nobody wants, where that is beyond doubt."""
    if not deck.ranked:
        return "Nobody drew any of these cards."
    if few := fewer_than_needed(deck.plays):
        return few
    found = [_kinds(deck), _outlier(deck, Verdict.HIGHER, "strong"), _outlier(deck, Verdict.LOWER, "weak")]
    apart = (
        " ".join(filter(None, found)) or "No kind or card is shown to win a point more or less often than the others."
    )
    return f"{apart} {_unwanted(deck)}".strip()


def _outlier(deck: Deck, verdict: Verdict, word: str) -> str:
    """The cards that surely win more, or less, often than the others of their kind by over a point."""
    found = sorted((card for card in deck.ranked if card.verdict is verdict), key=lambda card: -abs(_lead(card)))
    if not found:
        return ""
    named = [f"{card.name} ({decimal(100 * _lead(card), 1, signed=True)} points)" for card in found]
    kind = " for its kind" if deck.kinds else ""
    return f"{plural(len(found), 'Is', 'Are')} {listed(first_of(named, MOST_CARDS))} too {word}{kind}?"


def _unwanted(deck: Deck) -> str:
    """The cards that are surely played far less often than the others."""
    found = seldom_played(deck)
    named = [f"{card.name} ({percent(played_share(card), 0)})" for card in found]
    names = listed(first_of(named, MOST_CARDS))
    return f"{names} {plural(len(found), 'is', 'are')} seldom played when drawn." if found else ""


def _lead(card: Judged) -> float:
    return card.gap.mean if card.gap else 0.0


def _kinds(deck: Deck) -> str:
    """Which kind of cards wins least and which most, where both are beyond doubt; else empty."""
    weak, strong = (_of(deck.kinds, verdict) for verdict in (Verdict.LOWER, Verdict.HIGHER))
    if not weak or not strong:
        return ""
    low, high = min(weak, key=_won), max(strong, key=_won)
    drawn = f"Drawing {_a(low)} wins {percent(low.won.mean, 0)}, {_a(high)} {percent(high.won.mean, 0)}"
    return f"{drawn}: are {words_of(low.name)} cards too weak?"


def _of(kinds: Sequence[Kind], verdict: Verdict) -> list[Kind]:
    return [kind for kind in kinds if kind.verdict is verdict]


def _won(kind: Kind) -> float:
    return kind.won.mean


def _a(kind: Kind) -> str:
    name = words_of(kind.name)
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""
