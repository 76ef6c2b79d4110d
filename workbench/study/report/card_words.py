"""What became of a card list, in sentences."""

from collections.abc import Iterator

from workbench.engine.card_columns import Cell, ChoiceColumn, Column, ReferenceColumn
from workbench.engine.card_lists import CardList
from workbench.engine.card_rows import CardChanges, ChangedCard, Row
from workbench.study.report.words import listed, words_of


def at_a_glance(changes: CardChanges) -> str:
    """The counts: `one card added, 2 removed, 3 changed`; empty where nothing differs."""
    kinds = {"added": changes.added, "removed": changes.removed, "changed": changes.changed}
    parts = [f"{len(cards)} {kind}" for kind, cards in kinds.items() if cards]
    if not parts:
        return ""
    first, _, kind = parts[0].partition(" ")
    return ", ".join([f"{first} {'card' if first == '1' else 'cards'} {kind}", *parts[1:]])


def change_sentences(declared: CardList, changes: CardChanges) -> Iterator[tuple[str, str]]:
    """Each card that differs, as (what it is called, what became of it)."""
    for card in changes.changed:
        yield named(declared, card.after), _differences(declared, card)
    for row in changes.added:
        yield named(declared, row), f"added, {_description(declared, row)}"
    for row in changes.removed:
        yield named(declared, row), f"removed; it was {_description(declared, row)}"


def named(declared: CardList, row: Row) -> str:
    """A card by what people call it, with its key where that is something else: `Mint tea (mint)`."""
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
    """What a card says, without its names and whatever is empty, nought or no."""
    names = (*declared.key, *(column.name for column in declared.columns if row[column.name] == declared.called(row)))
    told = [column for column in declared.columns if row[column.name] and column.name not in names]
    return ", ".join(_said(column, row[column.name]) for column in told) or "empty"


def _said(column: Column, cell: Cell) -> str:
    label = words_of(column.name)
    return label if cell is True else f"{label} {cell_words(column, cell)}"
