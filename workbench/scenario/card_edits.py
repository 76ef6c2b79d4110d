"""A card list that is being edited: its rows as texts, their problems, and what they change.

Rows are kept as the texts of a CSV file, since a row may be wrong or unfinished while somebody types. The check that
turns them into cards is that of a file.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from workbench.engine.card_lists.cards import CardChanges, Cards, card_changes
from workbench.engine.card_lists.columns import BadCell, Cell, Column
from workbench.engine.card_lists.lists import CardList, read_rows
from workbench.engine.problems import BadInput, Problem

TextRow: TypeAlias = dict[str, str]
TextRows: TypeAlias = tuple[TextRow, ...]


def text_rows(declared: CardList, cards: Cards) -> TextRows:
    """The rows of a list as its file has them, in the declared order of columns."""
    return tuple({column.name: column.write(row[column.name]) for column in declared.columns} for row in cards)


def rows_csv(declared: CardList, rows: Sequence[Mapping[str, str]]) -> str:
    """Rows as the text of a CSV file as they stand, right or wrong."""
    text = io.StringIO()
    names = [column.name for column in declared.columns]
    writer = csv.DictWriter(text, names, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


@dataclass(frozen=True)
class EditedList:
    """Edited rows, and the list that they came from."""

    declared: CardList
    base: Cards
    rows: TextRows

    @property
    def name(self) -> str:
        """The rule whose value the list is."""
        return self.declared.name

    @cached_property
    def _checked(self) -> tuple[Cards | None, tuple[Problem, ...]]:
        try:
            return read_rows(self.declared, self.rows, self.base.file), ()
        except BadInput as bad:
            return None, bad.problems

    @property
    def cards(self) -> Cards | None:
        """The list, or None while a row is wrong."""
        return self._checked[0]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every problem of every row, and of the rows together."""
        return self._checked[1]

    @property
    def by_row(self) -> dict[str, list[Problem]]:
        """The problems by the row that they are in, `row 3 (Mint tea)`, places then being columns; the last key is ""
        for those of the whole list."""
        found: dict[str, list[Problem]] = {}
        for problem in self.problems:
            row, _, column = problem.place.rpartition(", column ")
            found.setdefault(row, []).append(Problem(column, problem.message, problem.value))
        return dict(sorted(found.items(), key=lambda item: not item[0]))

    @cached_property
    def unchecked(self) -> Cards:
        """The rows as a list, for comparison only: a wrong cell holds its text."""
        rows = tuple(tuple(_cell_or_text(column, row) for column in self.declared.columns) for row in self.rows)
        return Cards(self.base.file, tuple(column.name for column in self.declared.columns), self.declared.key, rows)

    def against(self, other: Cards) -> CardChanges:
        """What the rows change against a list, also while some of them are wrong."""
        return card_changes(other, self.unchecked)

    @cached_property
    def changes(self) -> CardChanges:
        """What the rows change against the list that they came from."""
        return self.against(self.base)

    @property
    def changed(self) -> bool:
        """Whether the rows differ from the list that they came from; their order does not count."""
        return bool(self.changes) or len(self.rows) != len(self.base)


def _cell_or_text(column: Column, row: Mapping[str, str]) -> Cell:
    text = row.get(column.name, "")
    try:
        return column.read(text)
    except BadCell:
        return text
