"""Card lists in words: what changed in one, what it is made of, and which of its cards win."""

from collections.abc import Iterator, Mapping, Sequence

from workbench.engine.card_lists.cards import CardChanges, ChangedCard, Row
from workbench.engine.card_lists.columns import Cell, ChoiceColumn, Column, ReferenceColumn
from workbench.engine.card_lists.lists import CardList
from workbench.engine.wording import counted, first_of, listed, plural
from workbench.report.text.phrases import count, decimal, number_of, percent, share, words_of
from workbench.report.text.scenarios import caution, who_played
from workbench.scenario import Scenario
from workbench.stats import Estimate, Verdict
from workbench.stats.evidence import FEWEST_PLAYS, enough
from workbench.study.card_verdicts import OPEN, Deck, Judged
from workbench.study.decks import MakeUp, kind_column


def at_a_glance(changes: CardChanges) -> str:
    """The counts: `one card added, 2 removed, 3 changed`; empty where nothing differs."""
    kinds = {"added": changes.added, "removed": changes.removed, "changed": changes.changed}
    parts = [f"{len(cards)} {kind}" for kind, cards in kinds.items() if cards]
    if not parts:
        return ""
    first, _, kind = parts[0].partition(" ")
    return ", ".join([f"{first} {'card' if first == '1' else 'cards'} {kind}", *parts[1:]])


def change_sentences(declared: CardList, changes: CardChanges) -> Iterator[tuple[str, str]]:
    """Each card that differs, as (its name, its change)."""
    for card in changes.changed:
        yield card_label(declared, card.after), _differences(declared, card)
    for row in changes.added:
        yield card_label(declared, row), f"added, {_description(declared, row)}"
    for row in changes.removed:
        yield card_label(declared, row), f"removed; it was {_description(declared, row)}"


def card_label(declared: CardList, row: Row) -> str:
    """A card's name, with its key where that is different: `Mint tea (mint)`."""
    called = declared.called(row)
    key = " ".join(str(row[name] or "") for name in declared.key).strip()
    return f"{called} ({key})" if key not in ("", called) else called or "a card without a name"


def cell_words(column: Column, cell: Cell) -> str:
    """A cell's value as a sentence has it."""
    if cell in (None, "", ()):
        return "nothing"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, tuple):
        return listed([words_of(name) for name in cell])
    known = isinstance(column, ChoiceColumn) and not isinstance(column, ReferenceColumn)
    return words_of(cell) if known and isinstance(cell, str) else str(cell)


def _differences(declared: CardList, card: ChangedCard) -> str:
    columns = {column.name: column for column in declared.columns}
    return "; ".join(
        f"{words_of(name)} from {cell_words(columns[name], card.before[name])} "
        f"to {cell_words(columns[name], card.after[name])}"
        for name in card.columns
    )


def _description(declared: CardList, row: Row) -> str:
    """What a card says, without its names and without what is empty, zero or no."""
    names = (*declared.key, *(column.name for column in declared.columns if row[column.name] == declared.called(row)))
    columns = [column for column in declared.columns if row[column.name] and column.name not in names]
    return ", ".join(_column_text(column, row[column.name]) for column in columns) or "empty"


def _column_text(column: Column, cell: Cell) -> str:
    label = words_of(column.name)
    return label if cell is True else f"{label} {cell_words(column, cell)}"


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
SAID = {
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
MOST_NAMED = 12
MOST_KINDS = 5


def verdict_word(card: Judged) -> str:
    """The verdict on a card in words."""
    return CLEAR.get(card.clear, SAID[card.verdict]) if card.verdict is Verdict.UNDECIDED else SAID[card.verdict]


# Which kinds and cards win


def headline(deck: Deck) -> str:
    """Which kinds win, and how many cards stand out within their kind."""
    if not deck.ranked:
        return "Nobody drew any of these cards."
    if few := fewer_than_needed(deck.plays):
        return few
    return f"{kinds_apart(deck)} {_outliers(deck)}".strip()


def fewer_than_needed(plays: int) -> str:
    """That there are too few plays to judge cards; empty where there are enough."""
    if enough(plays):
        return ""
    return f"{number_of(plays, 'play')} are too few to judge cards; at least {FEWEST_PLAYS} are needed."


def on_contents(declared: CardList, made_of: MakeUp) -> str:
    """Where a list is lopsided: one option is shown more often than another; else what kinds of cards there are."""
    for shown in made_of.shown.values():
        ranked = sorted((item for item in shown.items() if item[1]), key=lambda item: -item[1])
        if len(ranked) > 1:
            return _shown_unevenly(ranked)
    column = kind_column(declared)
    return (
        shares_of_kinds(made_of.kinds[column.name], made_of.cards) if column else f"{number_of(made_of.cards, 'card')}."
    )


def _shown_unevenly(ranked: Sequence[tuple[str, int]]) -> str:
    (most, more), (least, fewer) = ranked[0], ranked[-1]
    if more == fewer:
        return f"The cards show {listed([words_of(name) for name, _ in ranked])} {number_of(more, 'time')} each."
    often = (
        f"The cards show {words_of(most)} {number_of(more, 'time')} and {words_of(least)} {number_of(fewer, 'time')}"
    )
    return f"{often}: is that imbalance meant?"


def kinds_apart(deck: Deck) -> str:
    """How often each kind wins, where any wins more or less often than the others by over a point; else empty."""
    if not any(kind.verdict in (Verdict.HIGHER, Verdict.LOWER) for kind in deck.kinds):
        return ""
    parts = [f"{words_of(k.name)} {share(k.won)}" for k in sorted(deck.kinds, key=lambda kind: -kind.won.mean)]
    return f"How often seats win that draw a card of each kind: {listed(parts)}."


def _outliers(deck: Deck) -> str:
    """How many cards win more and less often than the others of their kind."""
    words = [verdict_word(card) for card in deck.ranked]
    higher, lower, same, open_ = (words.count(SAID[v]) for v in (Verdict.HIGHER, Verdict.LOWER, Verdict.SAME, OPEN))
    above, below = (words.count(CLEAR[verdict]) for verdict in (Verdict.HIGHER, Verdict.LOWER))
    its = "the others of its kind" if deck.kinds else "the other cards"
    found = [(number, how) for number, how in ((higher, "more often"), (lower, "less often")) if number]
    (first, how), *others = found or [(0, "more or less often")]
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


def how_cards_were_played(scenario: Scenario) -> str:
    """Which plays the figures come from, what bots are not, and what they leave out."""
    played = f"{number_of(scenario.plays, 'play')} of {scenario.title} (seed {scenario.seed}), {who_played(scenario)}."
    return f"{played} {caution(scenario.game)}"


# What a list is made of


def shares_of_kinds(counts: Mapping[str, int], cards: int) -> str:
    """How many cards are of each kind: `80 cards: support 36, star 28 and director 16.`"""
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    parts = [f"{words_of(name)} {count(number)}" for name, number in ranked if number]
    if len(parts) > MOST_KINDS:
        parts = [*parts[:MOST_KINDS], f"others {count(sum(number for _, number in ranked[MOST_KINDS:]))}"]
    none = listed((words_of(name) for name, number in ranked if not number), "or", "")
    return f"{number_of(cards, 'card')}: {listed(parts)}{f'; none is {none}' if none else ''}."


def most_and_least(counts: Mapping[str, int]) -> str:
    """Which members are on the most cards, which on the fewest: `Drama and action are on the most cards (47), …`"""
    most, least = max(counts.values()), min(counts.values())
    if most == least:
        return f"Each is on {number_of(most, 'card')}."
    top, bottom = ([words_of(name) for name, number in counts.items() if number == end] for end in (most, least))
    rest = f"{listed(bottom)} on {'none' if not least else f'the fewest ({count(least)})'}"
    first = f"{listed(top)} {plural(len(top), 'is', 'are')}".replace(top[0], top[0].capitalize(), 1)
    return f"{first} on the most cards ({count(most)}), {rest}."


def shown_symbols(name: str, shown: Mapping[str, int], on: Mapping[str, int]) -> str:
    """How many of each option the cards show, and on how many cards: `60 shown: communist 36 (on 26 cards) and …`"""
    ranked = sorted((item for item in shown.items() if item[1]), key=lambda item: -item[1])
    parts = [f"{words_of(option)} {count(number)} (on {number_of(on[option], 'card')})" for option, number in ranked]
    return f"Together the cards show a {words_of(name)} {number_of(sum(shown.values()), 'time')}: {listed(parts)}."


def spread(curve: Mapping[int, int]) -> str:
    """Where the numbers of a column lie: `From 1 to 8; half of the cards have 3 to 5, the mean is 4.2.`"""
    low, high = min(curve), max(curve)
    first, last = quartile(curve, 0.25), quartile(curve, 0.75)
    half = f"{first} to {last}" if first < last else f"{first}"
    return f"From {low} to {high}; the middle half of the cards have {half}, the mean is {decimal(mean(curve), 1)}."


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


def percent_interval(estimate: Estimate) -> str:
    """The ends of an interval of shares: `40.1 % to 42.2 %`."""
    return f"{percent(estimate.low)} to {percent(estimate.high)}"
