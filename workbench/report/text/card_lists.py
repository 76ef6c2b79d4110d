"""Card lists in words: what changed in one, and what it is made of."""

from collections.abc import Iterator

from workbench.engine.card_lists import CardColumn, CardList, ChoiceColumn, ReferenceColumn
from workbench.engine.cards import CardChanges, Cell, Row
from workbench.engine.game import Game
from workbench.engine.parameters import complete
from workbench.engine.wording import listed, plural
from workbench.report.text.phrases import words_of


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


def no_lists(game: Game) -> str:
    """A sentence that says that a game has no card lists, or no cards at all."""
    faces = game.picture.faces(complete(game.parameters, {})).values()
    if not any(face.copies for face in faces):
        return f"{game.title} is played without cards."
    return f"{game.title} has no card lists. Its cards are part of its rules."
