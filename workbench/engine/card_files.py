"""Reading and writing card lists as CSV files: every problem of a file at once, each with its line and column."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.engine.card_columns import BadCell, Cell, ReferenceColumn
from workbench.engine.card_rows import Cards, Row, key_text
from workbench.engine.problems import BadInput, Problem

if TYPE_CHECKING:
    from workbench.engine.card_lists import CardList

MOST_BYTES = 1_000_000
DELIMITERS = (",", ";", "\t")
"""Commas, and what spreadsheets write instead in other countries; the head decides."""


@dataclass(frozen=True)
class Record:
    """One row of texts, and where it stands: `line 12` of a file, or `row 12` of an editor."""

    place: str
    texts: Mapping[str, str]

    def problem(self, column: str, message: str) -> Problem:
        """What is wrong with one cell."""
        text = self.texts.get(column)
        return Problem(f"{self.place}, column {column}", message, None if text is None else f'"{text}"')


def read_csv(declared: "CardList", data: bytes, file: str, source: str) -> Cards:
    """The card list in the bytes of a file called `file`, which reports call `source`. Raises BadInput."""
    problems: list[Problem] = []
    records = list(_records(declared, _text(data, source), problems))
    return _checked(declared, records, file, problems, source)


def read_rows(declared: "CardList", rows: Sequence[Mapping[str, str]], file: str) -> Cards:
    """The card list behind rows of texts, as an editor has them. Raises BadInput with places such as
    `row 3 (Mint tea), column kind`, rows counted from 1."""
    records = [Record(row_place(declared, number, row), row) for number, row in enumerate(rows, 1)]
    names = {column.name for column in declared.columns}
    unknown = dict.fromkeys(name for row in rows for name in row if name not in names)
    return _checked(declared, records, file, [_unknown(declared, "the head", name) for name in unknown], file)


def write_csv(declared: "CardList", cards: Cards) -> str:
    """The list as the text of a CSV file, in the declared order of columns; `read_csv` gives the same list."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in declared.columns])
    writer.writerows([column.write(row[column.name]) for column in declared.columns] for row in cards)
    return text.getvalue()


def row_place(declared: "CardList", number: int, row: Mapping[str, str]) -> str:
    """How an editor's row is called in reports: `row 3 (Mint tea)`, or `row 3` where nothing names the card yet."""
    name = declared.called({column: text.strip() for column, text in row.items()})
    return f"row {number} ({name})" if name else f"row {number}"


# From bytes to records


def _text(data: bytes, source: str) -> str:
    if len(data) > MOST_BYTES:
        raise _refused(source, f"too large for a card list: {len(data)} bytes, at most {MOST_BYTES}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _refused(
            source, f"not a text file in UTF-8: byte {error.start} is 0x{data[error.start]:02x}", line
        ) from None
    if "\0" in text:
        raise _refused(source, "a binary file: it has bytes 0x00", text.count("\n", 0, text.index("\0")) + 1)
    if not text.strip():
        raise _refused(source, "empty; the first line must name the columns")
    return text


def _refused(source: str, message: str, line: int | None = None) -> BadInput:
    return BadInput([Problem(f"line {line}" if line else "", message, source=source)])


def _records(declared: "CardList", text: str, problems: list[Problem]) -> Iterator[Record]:
    """The rows of a file by column; what is wrong with its head, or with the number of a row's cells, is noted."""
    lines = _lines(text, problems)
    place, head = next(lines, ("line 1", []))
    names = [name.strip() for name in head]
    problems += _head_problems(declared, place, names)
    for place, cells in lines:
        if len(cells) != len(names):
            problems.append(Problem(place, f"{len(cells)} cells, where the head names {len(names)} columns"))
        else:
            yield Record(place, {name: cell.strip() for name, cell in zip(names, cells, strict=True)})


def _lines(text: str, problems: list[Problem]) -> Iterator[tuple[str, list[str]]]:
    """Each row that is not blank, and the line on which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield f"line {begins}", cells
            begins = reader.line_num + 1
    except csv.Error as error:
        problems.append(Problem(f"line {begins}", f"no CSV: {error}"))


def _delimiter(text: str) -> str:
    head = text.lstrip().partition("\n")[0]
    return max(DELIMITERS, key=head.count)


def _head_problems(declared: "CardList", place: str, names: list[str]) -> Iterator[Problem]:
    known = [column.name for column in declared.columns]
    for name in dict.fromkeys(names):
        if name not in known:
            yield _unknown(declared, place, name)
        elif names.count(name) > 1:
            yield Problem(f"{place}, column {name}", "stands there twice")
    for name in known:
        if name not in names:
            yield Problem(f"{place}, column {name}", f"missing; the columns are {', '.join(known)}")


def _unknown(declared: "CardList", place: str, name: str) -> Problem:
    known = ", ".join(column.name for column in declared.columns)
    return Problem(f"{place}, column {name or 'without a name'}", f"no such column; the columns are {known}")


# From records to cards


def _checked(declared: "CardList", records: Sequence[Record], file: str, problems: list[Problem], source: str) -> Cards:
    """The cards of the records. Raises BadInput with the given problems and every further one."""
    whole = not problems
    read = [(record, _row(declared, record, problems)) for record in records]
    sound = [(record, row) for record, row in read if row is not None]
    problems += _key_problems(declared, sound)
    problems += _reference_problems(declared, records, sound)
    for record, row in sound:
        problems += [record.problem(*said) for said in declared.check_row(row)]
    problems += _size_problems(declared, records, [row for _, row in sound])
    if whole and not problems:
        problems += [Problem("", message) for message in declared.check_list([row for _, row in sound])]
    if problems:
        raise BadInput(problem.within(source) for problem in sorted(problems, key=_by_line))
    names = tuple(column.name for column in declared.columns)
    return Cards(file, names, declared.key, tuple(tuple(row[name] for name in names) for _, row in sound))


def _by_line(problem: Problem) -> float:
    """Where in the file, or in the editor, it stands; what is said of the whole list comes last."""
    if problem.place.startswith("the head"):
        return 0
    found = re.match(r"(?:line|row) (\d+)", problem.place)
    return int(found[1]) if found else float("inf")


def _row(declared: "CardList", record: Record, problems: list[Problem]) -> Row | None:
    """The values of a record, or None where a cell is wrong or missing; its problems are noted."""
    row: dict[str, Cell] = {}
    for column in declared.columns:
        if column.name in record.texts:
            try:
                row[column.name] = column.read(record.texts[column.name])
            except BadCell as bad:
                problems.append(record.problem(column.name, str(bad)))
    return row if len(row) == len(declared.columns) else None


def _key_problems(declared: "CardList", sound: Sequence[tuple[Record, Row]]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for record, row in sound:
        key = key_text(declared.key, row)
        if key in first:
            columns = " and ".join(declared.key)
            yield Problem(f"{record.place}, column {columns}", f"stands on {first[key]} already", f'"{key}"')
        first.setdefault(key, record.place)


def _reference_problems(
    declared: "CardList", records: Sequence[Record], sound: Sequence[tuple[Record, Row]]
) -> Iterator[Problem]:
    keys = {" ".join(record.texts.get(name, "") for name in declared.key) for record in records}
    keys |= {key_text(declared.key, row) for _, row in sound}
    for column in declared.columns:
        if isinstance(column, ReferenceColumn):
            for record, row in sound:
                card = column.card(row[column.name])
                if card is not None and card not in keys:
                    yield record.problem(column.name, f"must be {column.allowed}")


def _size_problems(declared: "CardList", records: Sequence[Record], sound: Sequence[Row]) -> Iterator[Problem]:
    rows = len(records)
    if not declared.least <= rows <= declared.most:
        bound = f"at least {declared.least}" if rows < declared.least else f"at most {declared.most}"
        yield Problem("", f"{rows} cards; must be {bound}")
    copies = declared.copies_of(sound)
    if copies > declared.most_copies:
        message = f"with its copies the list has {copies} cards; at most {declared.most_copies}"
        yield Problem(f"column {declared.copies}", message)
