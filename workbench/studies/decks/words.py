"""Which cards win, in words: the headline, and how each card and kind stands beside the others."""

from workbench.engine.problems import FEWEST_PLAYS
from workbench.engine.wording import counted, first_of, listed, plural
from workbench.report.text.phrases import decimal, number_of, percent, share, words_of
from workbench.stats import Verdict
from workbench.stats.evidence import enough
from workbench.studies.decks.advice import seldom_played
from workbench.studies.decks.verdicts import OPEN, CardKind, Deck, Judged, played_share

PLAYED_DEFINITION = (
    "Won when played: how often the seats that played the card won; a win shared by k seats counts 1/k for each. Won"
    " when drawn: the same for the seats that had the card in hand, played or not. A card that is played straight from"
    " the table was never drawn."
)
CAUTION = (
    "Cards are compared by the seats that drew them. That winners played a card does not mean that it made them win:"
    " whoever plays more cards wins more often, and plays more of each. The gap between won when played and won when"
    " drawn mixes what playing a card adds with who gets to play it. Where cards are picked, not dealt, drawing one is"
    " a choice too."
)
VERDICTS = {
    Verdict.HIGHER: "wins more often",
    Verdict.LOWER: "wins less often",
    Verdict.SAME: "as often as its kind",
    Verdict.UNDECIDED: "undecided",
    None: "not compared",
}
"""The verdict on a card beside the others of its kind; None where nobody drew it, or it has no others."""
CLEAR = {Verdict.HIGHER: "above its kind", Verdict.LOWER: "below its kind"}
"""Of an undecided card that is clear of its kind, but perhaps by less than the smallest change that counts."""
HELD_AGAINST = "the other cards of its kind"
UNRECORDED = "This game does not record who draws or plays the cards of this list, so there is nothing to count."
MOST_NAMED, MOST_CARDS = 12, 2
"""Cards that nobody played, and cards that the headline names."""


def verdict_word(card: Judged) -> str:
    """The verdict on a card in words."""
    word = VERDICTS[card.verdict]
    return CLEAR.get(card.clear, word) if card.verdict is Verdict.UNDECIDED else word


# Which kinds and cards win


def headline(deck: Deck) -> str:
    """Which kinds and cards win too little or too much, and which nobody wants, where that is beyond doubt."""
    if not deck.ranked:
        return "Nobody drew any of these cards."
    if few := fewer_than_needed(deck.plays):
        return few
    apart = [on_kinds(deck), _outlier(deck, Verdict.HIGHER, "strong"), _outlier(deck, Verdict.LOWER, "weak")]
    nothing = "No kind or card is shown to win a point more or less often than the others."
    return f"{' '.join(filter(None, apart)) or nothing} {_seldom_played_sentence(deck)}".strip()


def _outlier(deck: Deck, verdict: Verdict, word: str) -> str:
    """The cards that surely win more, or less, often than the others of their kind by over a point."""
    cards = [(card.gap.mean, card) for card in deck.ranked if card.gap and card.verdict is verdict]
    if not cards:
        return ""
    cards.sort(key=lambda pair: -abs(pair[0]))
    named = [f"{card.name} ({decimal(100 * lead, 1, signed=True)} points)" for lead, card in cards]
    kind = plural(len(cards), " for its kind", " for their kind") if deck.kinds else ""
    return f"{plural(len(cards), 'Is', 'Are')} {listed(first_of(named, MOST_CARDS))} too {word}{kind}?"


def _seldom_played_sentence(deck: Deck) -> str:
    """The cards that are surely played far less often than the others."""
    cards = seldom_played(deck)
    names = listed(first_of([f"{card.name} ({percent(played_share(card), 0)})" for card in cards], MOST_CARDS))
    return f"{names} {plural(len(cards), 'is', 'are')} seldom played when drawn." if cards else ""


def on_kinds(deck: Deck) -> str:
    """Which kind of cards wins least and which most, where both are beyond doubt; else empty."""
    weak, strong = ([k for k in deck.kinds if k.verdict is verdict] for verdict in (Verdict.LOWER, Verdict.HIGHER))
    if not weak or not strong:
        return ""
    low, high = min(weak, key=lambda k: k.won.mean), max(strong, key=lambda k: k.won.mean)
    drawn = f"Drawing {_a(low)} wins {percent(low.won.mean, 0)}, {_a(high)} {percent(high.won.mean, 0)}"
    return f"{drawn}: are {words_of(low.name)} cards too weak?"


def _a(kind: CardKind) -> str:
    name = words_of(kind.name)
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def fewer_than_needed(plays: int) -> str:
    """A caution that judging cards needs more plays; empty where there are enough."""
    if enough(plays):
        return ""
    return f"{number_of(plays, 'play')} are too few to judge cards; at least {FEWEST_PLAYS} are needed."


def evidence(deck: Deck) -> list[str]:
    """Which kinds win, how many cards stand out within their kind, and which were never played."""
    cards = f"{kinds_apart(deck)} {_outliers(deck)}".strip() if deck.ranked and enough(deck.plays) else ""
    return [*([cards] if cards else []), unplayed(deck)]


def kinds_apart(deck: Deck) -> str:
    """How often each kind wins, where any wins more or less often than the others by over a point; else empty."""
    if not any(kind.verdict in (Verdict.HIGHER, Verdict.LOWER) for kind in deck.kinds):
        return ""
    parts = [f"{words_of(k.name)} {share(k.won)}" for k in sorted(deck.kinds, key=lambda kind: -kind.won.mean)]
    return f"How often seats win that draw a card of each kind: {listed(parts)}."


def _outliers(deck: Deck) -> str:
    """How many cards win more and less often than the others of their kind."""
    words = [verdict_word(card) for card in deck.ranked]
    higher, lower, same, open_ = (words.count(VERDICTS[v]) for v in (Verdict.HIGHER, Verdict.LOWER, Verdict.SAME, OPEN))
    above, below = (words.count(CLEAR[verdict]) for verdict in (Verdict.HIGHER, Verdict.LOWER))
    its = "the others of its kind" if deck.kinds else "the other cards"
    apart = [(number, how) for number, how in ((higher, "more often"), (lower, "less often")) if number]
    (first, how), *others = apart or [(0, "more or less often")]
    parts = [f"{_many(first, 'wins', 'win')} {how} than {its} by over a point"]
    parts += [f"{number} {how}" for number, how in others]
    if clear := above + below:
        parts.append(f"{_many(clear, 'differs', 'differ')} from them, perhaps by less ({above} above, {below} below)")
    parts += [f"{_many(same, 'is', 'are')} within a point of them"] if same else []
    left = f"; {_many(open_, 'is', 'are')} undecided" if open_ else ""
    return f"Of {counted(len(words), 'card')}, {listed(parts)}{left}."


def _many(number: int, one: str, several: str) -> str:
    """A number with its verb: `none wins`, `1 wins`, `3 win`."""
    return f"{number or 'none'} {one if number < 2 else several}"


def unplayed(deck: Deck) -> str:
    """The cards that nobody played, by name."""
    names = [f"{card.name}{'' if card.figure.drawn else ' (never drawn)'}" for card in deck.unplayed]
    if not names:
        return "Every card was played at least once."
    return f"Never played: {listed(first_of(names, MOST_NAMED))}."
