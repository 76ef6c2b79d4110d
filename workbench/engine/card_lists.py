"""A parameter whose value is a card list: a file of rows that a designer edits.

    bods: Annotated[Cards, CardList(columns=(TextColumn("id", help="…"), …), key=("id",), most=120, …)] = (
        SHIPPED / "my_game" / "bods.csv"
    )

In a scenario file the value is the name of a CSV file in the workspace's `data/<game>/`. Loaded it is a `Cards`: all
that the file says, so that the rules' hash follows the content, and a stored run can be repeated after the file has
changed. Compiled it is an array of `most` records in the rules record: `rules.bods[card].value`, with `rules.bods_rows`
saying how many of them are cards. Where a column says how many copies there are of a card, `rules.bods_deck` names the
card behind each copy, and `rules.bods_copies` says how many copies there are in all.

A cell knows three shapes of its value: the text of a CSV file; the value that reports and rulebooks read (`Cell`); and
the numbers that the compiled rules carry, in fields of the row's record (`fields`).
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from typing import ClassVar, NamedTuple, TypeAlias, cast

import numpy as np

from workbench.engine.cards import Cards, Cell, Row, key_text
from workbench.engine.files import (
    CsvRow,
    UnreadableFile,
    check_size,
    csv_rows,
    csv_text,
    decode_text,
    doubled,
    is_spreadsheet,
    spreadsheet_texts,
    unguarded,
)
from workbench.engine.parameters import Parameter, Written
from workbench.engine.problems import BadInput, Problem, Problems, WholeRange
from workbench.engine.types import Array, FieldSpec, Rules, record_type, refuse_reserved_names
from workbench.engine.wording import counted, listed

RecordField: TypeAlias = tuple[str, str]
"""A field of the compiled row; all numbers are of one type, so that a function that takes any is compiled once."""
NOTHING = -1
"""The value of an empty cell, where that is no number of its own."""
SEPARATORS = str.maketrans(";|,", "   ")


def without_fraction(text: str) -> str:
    """The whole number of a text as `3.0`, which pandas writes for 3; any other text as it is."""
    return re.sub(r"(?<=\d)[.,]0+$", "", text)


class BadCell(ValueError):
    """Why a text is no value of its column."""


@dataclass(frozen=True)
class CardColumn(ABC):
    """One column. `help` is a sentence for who edits the list; `optional` cells may be empty."""

    kind: ClassVar[str]
    """The type's name, as `workbench games --json` prints it."""

    name: str
    help: str = field(kw_only=True)
    optional: bool = field(default=False, kw_only=True)

    @property
    @abstractmethod
    def allowed(self) -> str:
        """The allowed values in words: `a whole number from 1 to 8`."""

    @abstractmethod
    def value_of(self, text: str) -> Cell:
        """The value of a text that is not empty. Raises BadCell."""

    @property
    def fields(self) -> list[RecordField]:
        """The fields of the compiled row; none for a column that play does not need."""
        return []

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        """The values of `fields`; `numbers` are those of the list's cards by their keys."""
        return ()

    def read(self, text: str) -> Cell:
        """The value behind the text of a cell. Raises BadCell with a message that says what is allowed."""
        text = text.strip()
        if text:
            return self.value_of(text)
        if self.optional:
            return None
        raise BadCell(f"empty; must be {self.allowed}")

    def write(self, cell: Cell) -> str:
        """The text of a cell in a CSV file; `read` gives the value back."""
        if isinstance(cell, bool):
            return "1" if cell else "0"
        if isinstance(cell, tuple):
            return " ".join(cell)
        return "" if cell is None else str(cell)

    def refused(self) -> BadCell:
        """The message about a text that is no value of this column."""
        return BadCell(f"must be {self.allowed}{', or empty' if self.optional else ''}")


UNBROKEN = "\u00a0\u202f\u200d"
"""The spaces at which no line breaks, and what joins two pictures to one."""


@dataclass(frozen=True)
class TextColumn(CardColumn):
    """A name or another text, for people; it is not compiled."""

    longest: int = 80
    kind = "text"

    @property
    def allowed(self) -> str:
        return f"a text of at most {self.longest} characters"

    def value_of(self, text: str) -> Cell:
        if "\n" in text or "\r" in text:
            raise BadCell(f"has a line break; must be {self.allowed}, on one line")
        if len(text) > self.longest:
            raise self.refused()
        if unseen := [sign for sign in text if not sign.isprintable() and sign not in UNBROKEN]:
            raise BadCell(f"has a character that nobody sees, U+{ord(unseen[0]):04X}: type the text anew")
        return text


@dataclass(frozen=True)
class ExtraColumn(TextColumn):
    """A column of somebody's own, which the game does not have: text for the printed card."""

    longest: int = 1000
    help: str = field(default="A column of your own: text for the printed card.", kw_only=True)
    optional: bool = field(default=True, kw_only=True)

    def value_of(self, text: str) -> Cell:
        super().value_of(" ".join(text.split()))
        return text


@dataclass(frozen=True)
class NumberColumn(CardColumn):
    """A whole number from `low` to `high`, both allowed; compiled, an empty cell is -1.

    `counts` names the column of a choice of which a card shows so many: its symbols, rather than cards, are counted.
    """

    low: int
    high: int
    counts: str = ""
    kind = "int"

    @property
    def allowed(self) -> str:
        return str(WholeRange(self.low, self.high))

    @property
    def fields(self) -> list[RecordField]:
        return [(self.name, "i8")]

    def value_of(self, text: str) -> Cell:
        number = WholeRange(self.low, self.high).read(without_fraction(text))
        if number is None:
            raise self.refused()
        return number

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        return (NOTHING if cell is None else int(cast(int, cell)),)


class FlagColumn(CardColumn):
    """Yes or no, written 1 or 0; true, false, yes and no are understood. An optional empty cell is no."""

    kind = "bool"
    allowed = "1 or 0"

    @property
    def fields(self) -> list[RecordField]:
        return [(self.name, "?")]

    def value_of(self, text: str) -> Cell:
        flag = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}.get(
            without_fraction(text.lower())
        )
        if flag is None:
            raise self.refused()
        return flag

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        return (int(bool(cell)),)


@dataclass(frozen=True)
class MarkColumn(FlagColumn):
    """A flag that is one member of a set: compiled, the columns with the same `word` share one field of bits."""

    word: str
    member: IntEnum

    @property
    def fields(self) -> list[RecordField]:
        return [(self.word, "u8")]

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        return (int(bool(cell)) << int(self.member),)


@dataclass(frozen=True)
class ChoiceColumn(CardColumn):
    """One of the members of an `IntEnum`, written as its name in lower case; compiled, an empty cell is -1.

    With `as_set` the compiled row has a second field by that name: the set of the member, of all where it is empty.
    """

    options: type[IntEnum]
    as_set: str = ""
    kind = "choice"

    @property
    def names(self) -> list[str]:
        """The members' names as they are written."""
        return [member.name.lower() for member in self.options]

    @property
    def allowed(self) -> str:
        return f"one of {', '.join(self.names)}"

    @property
    def fields(self) -> list[RecordField]:
        return [(self.name, "i8"), *([(self.as_set, "u8")] if self.as_set else [])]

    def value_of(self, text: str) -> Cell:
        if text.lower() not in self.names:
            raise self.refused()
        return text.lower()

    def number_of(self, cell: Cell) -> int:
        """The member's number, or -1 for an empty cell."""
        return NOTHING if cell is None else int(self.options[str(cell).upper()])

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        members = [member for member in self.options if cell is None or member == self.number_of(cell)]
        return (self.number_of(cell), *([sum(1 << member for member in members)] if self.as_set else []))


class SetColumn(ChoiceColumn):
    """Members of an `IntEnum`, written with spaces between them; compiled, a word with a bit for each."""

    kind = "set"

    @property
    def allowed(self) -> str:
        return f"some of {', '.join(self.names)}, with spaces between them"

    @property
    def fields(self) -> list[RecordField]:
        return [(self.name, "u8")]

    def value_of(self, text: str) -> Cell:
        words = text.translate(SEPARATORS).lower().split()
        if len(set(words)) != len(words) or not set(words) <= set(self.names):
            raise self.refused()
        return tuple(name for name in self.names if name in words)

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        return (sum(1 << int(self.options[name.upper()]) for name in cast(tuple[str, ...], cell or ())),)


class ReferenceColumn(ChoiceColumn):
    """A card of the same list by its key, or a member of an `IntEnum` that stands for a kind of card.

    Compiled it is two fields, `<name>_kind` and `<name>_card` (the card's number); the one that is not meant is -1.
    """

    kind = "reference"

    @property
    def allowed(self) -> str:
        return f"one of {', '.join(self.names)}, or a card of the list"

    @property
    def fields(self) -> list[RecordField]:
        return [(f"{self.name}_kind", "i8"), (f"{self.name}_card", "i8")]

    def value_of(self, text: str) -> Cell:
        return text.lower() if text.lower() in self.names else text

    def card(self, cell: Cell) -> str | None:
        """The key of the card that is meant, or None."""
        return cell if isinstance(cell, str) and cell not in self.names else None

    def compile(self, cell: Cell, numbers: Mapping[str, int]) -> tuple[int, ...]:
        card = self.card(cell)
        if card is not None:
            return NOTHING, numbers[card]
        return self.number_of(cell), NOTHING


CSV = ".csv"
SHIPPED = Path(__file__).parents[1] / "starter" / "data"
"""The card lists that a new workspace begins with, one folder a game."""
RowCheck = Callable[[Row], Iterable[tuple[str, str]]]
ListCheck = Callable[[Sequence[Row]], Iterable[str]]


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

    columns: tuple[CardColumn, ...]
    key: tuple[str, ...]
    most: int
    least: int = 1
    copies: str = ""
    most_copies: int = 0
    check_row: RowCheck = lambda row: ()
    check_list: ListCheck = lambda rows: ()
    more_fields: tuple[RecordField, ...] = ()
    work_out: Callable[[Array], None] = lambda cards: None
    kind = "cards"

    def __post_init__(self) -> None:
        names = [column.name for column in self.columns]
        refuse_reserved_names("columns", [name for column in self.columns for name, _ in column.fields])
        if len(set(names)) != len(names) or not {*self.key, self.copies} - {""} <= set(names) or not self.key:
            raise TypeError(f"a card list needs columns of different names, among them {self.key} and {self.copies}")

    @property
    def allowed(self) -> str:
        return f"the name of a file, as in cards{CSV}, that lists {self.least} to {self.most} cards"

    @property
    def row_type(self) -> np.dtype[np.void]:
        """The record of one card."""
        fields = dict.fromkeys(name for column in self.columns for name in column.fields)
        return record_type([*fields, *self.more_fields])

    @property
    def fields(self) -> list[FieldSpec]:
        rows = [(self.name, self.row_type, (self.most,)), (f"{self.name}_rows", "i8")]
        deck = [(f"{self.name}_copies", "i8"), (f"{self.name}_deck", "i8", (self.most_copies,))]
        return [*rows, *(deck if self.copies else [])]

    def accepts(self, value: object) -> bool:
        return isinstance(value, Cards) and set(value.columns) >= {column.name for column in self.columns}

    def with_columns(self, names: Iterable[str]) -> "CardList":
        """The declaration with those of the columns that are nobody's but the list's."""
        there = {column.name for column in self.columns}
        return replace(
            self, columns=(*self.columns, *(ExtraColumn(name) for name in dict.fromkeys(names) if name not in there))
        )

    def read(self, text: str) -> Written:
        return text.strip().strip('"')

    def show(self, value: object) -> str:
        return str(value) if isinstance(value, Cards) else super().show(value)

    def written(self, default: object) -> Written:
        """The shipped list behind the default, which is a path. Raises BadInput where it has a problem."""
        if isinstance(default, Cards):
            return default
        path = Path(str(default))
        return self.read_bytes(path.read_bytes(), path.name, str(path))

    def read_bytes(self, data: bytes, file: str, source: str) -> Cards:
        """The list in a file's bytes; reports call the file `source`. Raises BadInput with every problem."""
        return read_csv(self, data, file, source)

    def values(self) -> Sequence[Written]:
        return (self.default,)

    def called(self, row: Mapping[str, Cell]) -> str:
        """The name of a card for people: the text that is no part of its key, else the key; empty where both are."""
        texts = [column.name for column in self.columns if type(column) is TextColumn]
        title = next((row.get(name) for name in texts if name not in self.key), None)
        return str(title or " ".join(str(row.get(name) or "") for name in self.key)).strip()

    def copies_of(self, rows: Sequence[Mapping[str, Cell]]) -> int:
        """How many cards there are with all copies; 0 for a list that knows no copies."""
        return sum(int(cast(int, row[self.copies] or 0)) for row in rows) if self.copies else 0

    def compile(self, value: Written) -> Array:
        """The cards by number, shape (most,); places beyond them are zero."""
        if not self.accepts(value):
            raise BadInput.one(self.name, f"must be {self.allowed}", value)
        cards, compiled = cast(Cards, value), np.zeros(self.most, self.row_type)
        numbers = {key: number for number, key in enumerate(cards.keys)}
        for number, row in enumerate(cards.numbered):
            for column in self.columns:
                for (name, _), part in zip(column.fields, column.compile(row[column.name], numbers), strict=True):
                    compiled[name][number] |= compiled.dtype[name].type(part)  # zero so far, or other bits of a word
        self.work_out(compiled[: len(cards)])
        return compiled

    def put(self, record: Rules, value: Written) -> None:
        super().put(record, value)
        cards = cast(Cards, value)
        record[f"{self.name}_rows"] = len(cards)
        if self.copies:
            deck = [number for number, row in enumerate(cards.numbered) for _ in range(self.copies_of([row]))]
            record[f"{self.name}_copies"] = len(deck)
            record[f"{self.name}_deck"][: len(deck)] = deck


def card_lists(parameters: Mapping[str, Parameter]) -> dict[str, CardList]:
    """The card lists among the parameters, by name."""
    return {name: parameter for name, parameter in parameters.items() if isinstance(parameter, CardList)}


MOST_BYTES = 1_000_000
LONGEST_NAME = 40
"""Characters of a card's name in the place of a problem."""


class Record(NamedTuple):
    """One row of texts, and where it stands: `line 12` of a file, or `row 12` of an editor."""

    place: str
    texts: Mapping[str, str]

    def problem(self, column: str, message: str) -> Problem:
        """The problem with one cell."""
        text = self.texts.get(column)
        return Problem(f"{self.place}, column {column}", message, None if text is None else f'"{text}"')


def read_csv(declared: "CardList", data: bytes, file: str, source: str) -> Cards:
    """The card list in the bytes of a file called `file`, which reports call `source`. Raises BadInput."""
    problems = Problems()
    text = _text(declared, data, source, problems)
    names, records = _table(declared, text, problems)
    return _checked(declared.with_columns(names), records, file, problems, source)


def read_rows(declared: "CardList", rows: Sequence[Mapping[str, str]], file: str) -> Cards:
    """The card list behind rows of texts, as an editor has them. Raises BadInput with places such as
    `row 3 (Mint tea), column kind`, rows counted from 1."""
    records = [Record(row_place(declared, number, row), row) for number, row in enumerate(rows, 1)]
    names = dict.fromkeys(name for row in rows for name in row)
    return _checked(declared.with_columns(names), records, file, Problems(), file)


def write_csv(declared: "CardList", cards: Cards) -> str:
    """The list as the text of a CSV file, in the declared order of columns; `read_csv` gives the same list."""
    columns = declared.with_columns(cards.columns).columns
    lines = [[column.write(row[column.name]) for column in columns] for row in cards]
    return csv_text([column.name for column in columns], lines)


def row_place(declared: "CardList", number: int, row: Mapping[str, str]) -> str:
    """How an editor's row is called in reports: `row 3 (Mint tea)`, or `row 3` where nothing names the card yet.

    A long name is cut short, so that the column stands behind it in a report.
    """
    name = declared.called({column: text.strip() for column, text in row.items()})
    name = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    return f"row {number} ({name})" if name else f"row {number}"


# From bytes to records


def _text(declared: "CardList", data: bytes, source: str, problems: Problems) -> str:
    try:
        check_size(len(data), MOST_BYTES, "card list")
        sheets = spreadsheet_texts(data) if is_spreadsheet(data) else []
        heads = [set(sheet.partition("\n")[0].lower().split(",")) for sheet in sheets]
        ours = [sheet for sheet, head in zip(sheets, heads, strict=True) if head.issuperset(declared.key)]
        text, encoding = ([*ours, *sheets][0], "") if sheets else decode_text(data)
    except UnreadableFile as unreadable:
        place = "" if unreadable.line is None else f"line {unreadable.line}"
        raise BadInput([Problem(place, str(unreadable), source=source)]) from None
    if not text.strip():
        raise BadInput([Problem("", "empty; the first line must name the columns", source=source)])
    if len(sheets) > 1:
        problems.warn("", "has several sheets: only the first one with our columns was read")
    if encoding:
        problems.warn("", f"is not in UTF-8: read as {encoding}; check names with accents")
    if not text.endswith(("\n", "\r")):
        problems.warn("", "ends within a line: is the file whole?")
    return text


def _table(declared: "CardList", text: str, problems: Problems) -> tuple[list[str], list[Record]]:
    """The columns and the rows of a file by column; what is wrong with its head, or with the number of a row's cells,
    is noted, and once for each cause what was read in spite of its form."""
    rows = csv_rows(text, problems)
    head = next(rows, CsvRow(1, 1, ()))
    written = [name.strip() for name in head.cells]
    names = [_column_called(declared, name) for name in written]
    place = f"line {head.line}"
    problems.add(Problem(f"{place}, column {name}", "stands there twice") for name in doubled(names) if name)
    ours = [column.name for column in declared.columns]
    extra = [name for name in dict.fromkeys(names) if name and name not in ours]
    missing = [name for name in ours if name not in names]
    for name in missing:
        unknown = f"; none of them: {listed(extra)}" if extra else ""
        problems.wrong(f"{place}, column {name}", f"missing; the columns are {', '.join(ours)}{unknown}")
    if renamed := [name for name, ours in zip(written, names, strict=True) if name != ours]:
        problems.warn(place, f"columns read in spite of their spelling: {listed(renamed)}")
    if extra and not missing:
        problems.warn(place, f"columns that the game does not have: {listed(extra)}; kept as text for the printed card")
    records, unnamed, longer, numbers = [], 0, 0, 0
    counting = [c.name for c in declared.columns if isinstance(c, NumberColumn | FlagColumn)]
    for row in rows:
        cells = list(row.cells)
        while len(cells) > len(names) and not cells[-1].strip():
            del cells[-1]
            longer += len(cells) == len(names)
        if len(cells) != len(names):
            message = f"{counted(len(cells), 'cell')}, where the head names {counted(len(names), 'column')}"
            problems.wrong(f"line {row.line}", message)
            continue
        texts = {name: unguarded(cell.strip()) for name, cell in zip(names, cells, strict=True)}
        unnamed += bool(texts.pop("", ""))
        numbers += any(without_fraction(text := texts.get(name, "")) != text for name in counting)
        records.append(Record(f"line {row.line}", texts))
    if longer:
        problems.warn("", f"empty cells at the end of {counted(longer, 'row')}: left out")
    if unnamed:
        problems.warn(place, f"a column without a name, with cells in {counted(unnamed, 'row')}: left out")
    if numbers:
        problems.warn("", f"numbers as 3.0 in {counted(numbers, 'row')}: read as 3")
    return [name for name in names if name], records


def _column_called(declared: "CardList", name: str) -> str:
    """The declared column that a head means, in whatever case; else the name as it stands there."""
    plain = "_".join(name.lower().replace("-", " ").split())
    return plain if any(plain == column.name for column in declared.columns) else name


# From records to cards


def _checked(declared: "CardList", records: Sequence[Record], file: str, problems: Problems, source: str) -> Cards:
    """The cards of the records. Raises BadInput with the given problems and every further one."""
    whole = all(problem.warning for problem in problems.noted)
    read = [(record, _row(declared, record, problems)) for record in records]
    sound = [(record, row) for record, row in read if len(row) == len(declared.columns)]
    problems.add(_key_problems(declared, read))
    problems.add(_reference_problems(declared, read))
    for record, row in sound:
        problems.add(record.problem(*complaint) for complaint in declared.check_row(row))
    problems.add(_size_problems(declared, records, [row for _, row in sound]))
    if whole and all(problem.warning for problem in problems.noted):
        problems.add(Problem("", message) for message in declared.check_list([row for _, row in sound]))
    problems.noted.sort(key=_by_line)
    problems.refuse(source)
    names = tuple(column.name for column in declared.columns)
    warnings = tuple(warning._replace(source=source) for warning in problems.noted)
    return Cards(file, names, declared.key, tuple(tuple(row[name] for name in names) for _, row in sound), warnings)


def _by_line(problem: Problem) -> float:
    """Where in the file, or in the editor, it stands; what is said of the whole list comes last."""
    match = re.match(r"(?:line|row) (\d+)", problem.place)
    return int(match[1]) if match else float("inf")


def _row(declared: "CardList", record: Record, problems: Problems) -> Row:
    """The values of a record, without those of cells that are wrong or missing; its problems are noted."""
    row: dict[str, Cell] = {}
    for column in declared.columns:
        if column.name in record.texts or isinstance(column, ExtraColumn):
            try:
                row[column.name] = column.read(record.texts.get(column.name, ""))
            except BadCell as bad:
                problems.add([record.problem(column.name, str(bad))])
    return row


def _key_problems(declared: "CardList", read: Sequence[tuple[Record, Row]]) -> Iterator[Problem]:
    """Rows whose key stands on an earlier row already."""
    first: dict[str, str] = {}
    for record, row in _keyed(declared, read):
        key = key_text(declared.key, row)
        if key in first:
            columns = listed(declared.key)
            yield Problem(f"{record.place}, column {columns}", f"stands on {first[key]} already", f'"{key}"')
        first.setdefault(key, record.place)


def _reference_problems(declared: "CardList", read: Sequence[tuple[Record, Row]]) -> Iterator[Problem]:
    """Cells that name a card which is not in the list; a card is also known by a key that is wrong."""
    keys = {" ".join(record.texts.get(name, "") for name in declared.key) for record, _ in read}
    keys |= {key_text(declared.key, row) for _, row in _keyed(declared, read)}
    for column in declared.columns:
        if isinstance(column, ReferenceColumn):
            for record, row in read:
                card = column.card(row.get(column.name))
                if card is not None and card not in keys:
                    yield record.problem(column.name, f"must be {column.allowed}")


def _keyed(declared: "CardList", read: Sequence[tuple[Record, Row]]) -> list[tuple[Record, Row]]:
    """The rows whose key has no mistake, whatever else is wrong with them."""
    return [(record, row) for record, row in read if row.keys() >= set(declared.key)]


def _size_problems(declared: "CardList", records: Sequence[Record], sound: Sequence[Row]) -> Iterator[Problem]:
    rows = len(records)
    if not declared.least <= rows <= declared.most:
        bound = f"at least {declared.least}" if rows < declared.least else f"at most {declared.most}"
        yield Problem("", f"{counted(rows, 'card')}; must be {bound}")
    copies = declared.copies_of(sound)
    if copies > declared.most_copies:
        message = f"with its copies the list has {counted(copies, 'card')}; at most {declared.most_copies}"
        halved = sum(-(-declared.copies_of([row]) // 2) for row in sound)
        if halved <= declared.most_copies:
            message += f"; with half the copies of each it would have {halved}"
        yield Problem(f"column {declared.copies}", message)
