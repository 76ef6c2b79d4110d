"""Card lists in words: what changed in one, and what it is made of."""

from collections.abc import Iterator

from workbench.engine.card_lists import CardColumn, CardList, ChoiceColumn, ReferenceColumn
from workbench.engine.cards import CardChanges, Cell, Row
from workbench.engine.game import Game
from workbench.engine.parameters import complete
from workbench.engine.wording import listed
from workbench.report.template import plain_phrase
from workbench.report.text.phrases import words_of


def at_a_glance(changes: CardChanges) -> str:
    """The counts: `1 card added, 2 removed, 3 changed`; empty where nothing differs."""
    return plain_phrase("card_lists.txt", "at_a_glance", changes)


def change_sentences(declared: CardList, changes: CardChanges) -> Iterator[tuple[str, str]]:
    """Each card that differs, as (its name, its change)."""
    for card in changes.changed:
        columns = {column.name: column for column in declared.with_columns(card.columns).columns}
        rows = card.before, card.after
        cells = [(words_of(name), *(cell_words(columns[name], row.get(name)) for row in rows)) for name in card.columns]
        yield card_label(declared, card.after), plain_phrase("card_lists.txt", "changed", cells)
    for word, cards in (("added", changes.added), ("removed", changes.removed)):
        for row in cards:
            yield card_label(declared, row), plain_phrase("card_lists.txt", word, _description(declared, row))


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


def _description(declared: CardList, row: Row) -> list[str]:
    """The texts of a card, without its names and without what is empty, zero or no."""
    listed_columns = declared.with_columns(row).columns
    names = (*declared.key, *(column.name for column in listed_columns if row[column.name] == declared.called(row)))
    columns = [column for column in listed_columns if row[column.name] and column.name not in names]
    cells = [(words_of(column.name), column, row[column.name]) for column in columns]
    return [label if cell is True else f"{label} {cell_words(column, cell)}" for label, column, cell in cells]


def no_lists(game: Game) -> str:
    """A sentence that says that a game has no card lists, or no cards at all."""
    faces = game.picture.faces(complete(game.parameters, {})).values()
    if not any(face.copies for face in faces):
        return f"{game.title} is played without cards."
    return f"{game.title} has no card lists. Its cards are part of its rules."
