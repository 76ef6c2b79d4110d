"""A parameter whose value is a card list: a file of rows that a designer edits.

    bods: Annotated[Cards, CardList(columns=(TextColumn("id", help="…"), …), key=("id",), most=120, …)] = (
        SHIPPED / "my_game" / "bods.csv"
    )

In a scenario file the value is the name of a CSV file in the workspace's `data/<game>/`. Loaded it is a `Cards`: all
that the file says, so that the rules' hash follows the content, and a stored run can be repeated after the file has
changed. Compiled it is an array of `most` records in the rules record: `rules.bods[card].value`, with `rules.bods_rows`
saying how many of them are cards. Where a column says how many copies there are of a card, `rules.bods_deck` names the
card behind each copy, and `rules.bods_copies` says how many copies there are in all.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from workbench.engine.card_columns import Column, Field, TextColumn
from workbench.engine.card_files import read_csv
from workbench.engine.card_rows import Cards, Row
from workbench.engine.parameters import Kind, Parameter, Written
from workbench.engine.problems import BadInput
from workbench.engine.states import record_type, refuse_hidden

SUFFIX = ".csv"
SHIPPED = Path(__file__).parents[1] / "starter" / "data"
"""The card lists that a new workspace begins with, one folder a game."""
RowCheck = Callable[[Row], Iterable[tuple[str, str]]]
ListCheck = Callable[[Sequence[Row]], Iterable[str]]


def nothing_wrong_in(row: Row) -> list[tuple[str, str]]:
    """The check of rows whose cells leave each other alone."""
    return []


def nothing_wrong_among(rows: Sequence[Row]) -> list[str]:
    """The check of a list whose rows leave each other alone."""
    return []


def nothing_to_work_out(cards: Any) -> None:
    """The compiled columns are all that the game needs."""


@dataclass(frozen=True)
class CardList(Parameter):
    """A list of at least `least` and at most `most` cards.

    columns         what each card says
    key             the column, or the columns, by which a card is known; no two cards have equal keys
    copies          the column that says how many copies of a card there are; with copies at most `most_copies` in all
    check_row       what is wrong with a row whose cells are sound, as (column, message)
    check_list      what is wrong with rows that are sound, each in a sentence
    more_fields     what a compiled card has besides its columns, so that no play need work it out
    work_out        writes these, given the compiled cards

    The default is the path of a CSV file that the game's package ships.
    """

    columns: tuple[Column, ...]
    key: tuple[str, ...]
    most: int
    least: int = 1
    copies: str = ""
    most_copies: int = 0
    check_row: RowCheck = nothing_wrong_in
    check_list: ListCheck = nothing_wrong_among
    more_fields: tuple[Field, ...] = ()
    work_out: Callable[[Any], None] = nothing_to_work_out
    kind: Kind = field(default="cards", init=False)

    def __post_init__(self) -> None:
        names = [column.name for column in self.columns]
        refuse_hidden("columns", [name for column in self.columns for name, _ in column.fields])
        if len(set(names)) != len(names) or not {*self.key, self.copies} - {""} <= set(names) or not self.key:
            raise TypeError(f"a card list needs columns of different names, among them {self.key} and {self.copies}")

    @property
    def allowed(self) -> str:
        return f"the name of a file, as in cards{SUFFIX}, that lists {self.least} to {self.most} cards"

    @property
    def row_type(self) -> np.dtype[np.void]:
        """The record of one card."""
        fields = dict.fromkeys(each for column in self.columns for each in column.fields)
        return record_type([*fields, *self.more_fields])

    @property
    def fields(self) -> list[tuple[Any, ...]]:
        rows = [(self.name, self.row_type, (self.most,)), (f"{self.name}_rows", "i8")]
        deck = [(f"{self.name}_copies", "i8"), (f"{self.name}_deck", "i8", (self.most_copies,))]
        return [*rows, *(deck if self.copies else [])]

    @property
    def size(self) -> int:
        return self.most

    def accepts(self, value: object) -> bool:
        return isinstance(value, Cards) and set(value.columns) == {column.name for column in self.columns}

    def read(self, text: str) -> Written:
        return text.strip().strip('"')

    def show(self, value: object) -> str:
        return str(value) if isinstance(value, Cards) else super().show(value)

    def written(self, default: Any) -> Written:
        """The shipped list behind the default, which is a path. Raises BadInput where it has a problem."""
        path = Path(default)
        return self.read_bytes(path.read_bytes(), path.name, str(path))

    def read_bytes(self, data: bytes, file: str, source: str) -> Cards:
        """The list in a file's bytes; reports call the file `source`. Raises BadInput with every problem."""
        return read_csv(self, data, file, source)

    def values(self) -> Sequence[Written]:
        return (self.default,)

    def called(self, row: Mapping[str, Any]) -> str:
        """What people call a card: the text that is no part of its key, else the key; empty where both are."""
        texts = [column.name for column in self.columns if isinstance(column, TextColumn)]
        title = next((row.get(name) for name in texts if name not in self.key), None)
        return str(title or " ".join(str(row.get(name) or "") for name in self.key)).strip()

    def copies_of(self, rows: Sequence[Mapping[str, Any]]) -> int:
        """How many cards there are with all copies; 0 for a list that knows no copies."""
        return sum(int(row[self.copies] or 0) for row in rows) if self.copies else 0

    def compile(self, value: Any) -> Any:
        """The cards by number, shape (most,); places beyond them are zero."""
        if not self.accepts(value):
            raise BadInput.one(self.name, f"must be {self.allowed}", value)
        compiled = np.zeros(self.most, self.row_type)
        numbers = {key: number for number, key in enumerate(value.keys)}
        for number, row in enumerate(value.numbered):
            for column in self.columns:
                for (name, _), part in zip(column.fields, column.compile(row[column.name], numbers), strict=True):
                    compiled[name][number] |= compiled.dtype[name].type(part)  # zero so far, or other bits of a word
        self.work_out(compiled[: len(value)])
        return compiled

    def put(self, record: Any, value: Any) -> None:
        super().put(record, value)
        record[f"{self.name}_rows"] = len(value)
        if self.copies:
            deck = [number for number, row in enumerate(value.numbered) for _ in range(row[self.copies] or 0)]
            record[f"{self.name}_copies"] = len(deck)
            record[f"{self.name}_deck"][: len(deck)] = deck


def card_lists(parameters: Mapping[str, Parameter]) -> dict[str, CardList]:
    """The card lists among the parameters, by name."""
    return {name: parameter for name, parameter in parameters.items() if isinstance(parameter, CardList)}
