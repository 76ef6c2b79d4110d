"""Card lists in words: what changed in one, and what it is made of."""

from collections.abc import Iterator, Mapping, Sequence

from workbench.engine.card_lists import CardColumn, CardList, ChoiceColumn, ReferenceColumn
from workbench.engine.cards import CardChanges, Cards, Cell, Row
from workbench.engine.game import Game
from workbench.engine.parameters import complete
from workbench.engine.wording import counted, listed, plural
from workbench.report.text.phrases import count, decimal, number_of, words_of
from workbench.scenario.make_up import MakeUp, kind_column

MOST_KINDS = 5


def at_a_glance(changes: CardChanges) -> str:
    """The counts: `one card added, 2 removed, 3 changed`; empty where nothing differs."""
    kinds = {"added": changes.added, "removed": changes.removed, "changed": changes.changed}
    (number, first), *rest = [(len(cards), kind) for kind, cards in kinds.items() if cards] or [(0, "")]
    texts = [f"{number} {plural(number, 'card')} {first}", *(f"{number} {kind}" for number, kind in rest)]
    return ", ".join(texts) if first else ""


def change_sentences(declared: CardList, changes: CardChanges) -> Iterator[tuple[str, str]]:
    """Each card that differs, as (its name, its change)."""
    for card in changes.changed:
        columns = {column.name: column for column in declared.with_columns(card.columns).columns}
        yield (
            card_label(declared, card.after),
            "; ".join(
                f"{words_of(name)} from {cell_words(columns[name], card.before.get(name))} "
                f"to {cell_words(columns[name], card.after.get(name))}"
                for name in card.columns
            ),
        )
    for row in changes.added:
        yield card_label(declared, row), f"added, {_description(declared, row)}"
    for row in changes.removed:
        yield card_label(declared, row), f"removed; it was {_description(declared, row)}"


def card_label(declared: CardList, row: Row) -> str:
    """A card's name, with its key where that is different: `Mint tea (mint)`."""
    called = declared.called(row)
    key = " ".join(str(row[name] or "") for name in declared.key).strip()
    return f"{called} ({key})" if key not in ("", called) else called or "a card without a name"


def cell_words(column: CardColumn, cell: Cell) -> str:
    """A cell's value as a sentence has it."""
    if cell in (None, "", ()):
        return "nothing"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, tuple):
        return listed([words_of(name) for name in cell])
    is_word = isinstance(column, ChoiceColumn) and not isinstance(column, ReferenceColumn)
    return words_of(cell) if is_word and isinstance(cell, str) else str(cell)


def _description(declared: CardList, row: Row) -> str:
    """The texts of a card, without its names and without what is empty, zero or no."""
    listed_columns = declared.with_columns(row).columns
    names = (*declared.key, *(column.name for column in listed_columns if row[column.name] == declared.called(row)))
    columns = [column for column in listed_columns if row[column.name] and column.name not in names]
    cells = [(words_of(column.name), column, row[column.name]) for column in columns]
    texts = [label if cell is True else f"{label} {cell_words(column, cell)}" for label, column, cell in cells]
    return ", ".join(texts) or "empty"


# What a list is made of


def no_lists(game: Game) -> str:
    """A sentence that says that a game has no card lists, or no cards at all."""
    faces = game.picture.faces(complete(game.parameters, {})).values()
    if not any(face.copies for face in faces):
        return f"{game.title} is played without cards."
    return f"{game.title} has no card lists. Its cards are part of its rules."


def on_contents(declared: CardList, contents: MakeUp) -> str:
    """Where a list is lopsided: one option is shown more often than another; else what kinds of cards there are."""
    for symbols in contents.symbols.values():
        ranked = sorted((item for item in symbols.items() if item[1]), key=lambda item: -item[1])
        if len(ranked) > 1:
            return _imbalance(ranked)
    column = kind_column(declared)
    if column is None:
        return f"{number_of(contents.cards, 'card')}."
    return shares_of_kinds(contents.kinds[column.name], contents.cards)


def _imbalance(ranked: Sequence[tuple[str, int]]) -> str:
    (most, more), (least, fewer) = ranked[0], ranked[-1]
    if more == fewer:
        return f"The cards show {listed([words_of(name) for name, _ in ranked])} {number_of(more, 'time')} each."
    often = (
        f"The cards show {words_of(most)} {number_of(more, 'time')} and {words_of(least)} {number_of(fewer, 'time')}"
    )
    return f"{often}: is that imbalance meant?"


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


def symbols_sentence(name: str, symbols: Mapping[str, int], on: Mapping[str, int]) -> str:
    """How many of each option the cards show, and on how many cards: `60 shown: communist 36 (on 26 cards) and …`"""
    ranked = sorted((item for item in symbols.items() if item[1]), key=lambda item: -item[1])
    parts = [f"{words_of(option)} {count(number)} (on {number_of(on[option], 'card')})" for option, number in ranked]
    return f"Together the cards show a {words_of(name)} {number_of(sum(symbols.values()), 'time')}: {listed(parts)}."


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


def different_cards(declared: CardList, cards: Cards) -> str:
    """How many cards there are: `44 different cards, 60 with their copies, which are counted here.`"""
    copies = f", {declared.copies_of(list(cards))} with their copies, which are counted here" if declared.copies else ""
    return f"{counted(len(cards), 'different card')}{copies}."
