"""Tables, of which each column is declared once: what people read, CSV, JSON and the chart of intervals follow from it.

    CONTEST = Columns[Contest](
        bot("bot", "Bot", lambda contest: contest.one),
        percent("share", "Share of the wins", lambda contest: contest.estimate),
        count("plays", "Plays at each seat", lambda contest: contest.plays),
        for_programs("runs", lambda contest: list(contest.runs)),
    )

A column with no title is for programs alone; one with no name is for people alone. `CONTEST.table(rows)` is a block
that every output shows, `CONTEST.records(rows)` the lines of CSV, `CONTEST.json(row)` an object, `CONTEST.marks(rows)`
what a chart draws, and `CONTEST.figures(row)` the columns of one row beside each other.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Generic, Protocol, TypedDict, TypeVar, Unpack, cast

from workbench.bots.spec import bot_title
from workbench.engine.wording import lower_first
from workbench.report.document import Figures, KeyFigure, NumberCells, Table
from workbench.report.json import Json, estimate_json
from workbench.report.json import number as finite
from workbench.report.text import phrases
from workbench.report.text.phrases import INTERVAL
from workbench.report.text.verdicts import plays_range
from workbench.stats import Estimate
from workbench.stats.evidence import Forecast

if TYPE_CHECKING:
    from workbench.report.charts.marks import MarkRow

RowT = TypeVar("RowT")
Words = Callable[[float], str]
"""A number as people read it."""
Number = Estimate | float | None


@dataclass(frozen=True, kw_only=True)
class TableColumn(Generic[RowT]):
    """A column: `read` takes its value from a row, and the rest says how each output has it; see the kinds below.

    words     the value as people read it
    interval  the heading of its interval, which is a cell of its own; empty for a column without one
    ends      the names of the interval's ends in CSV
    json      the value in JSON
    format    how a page writes the number, as printf does; empty for text
    scale     how many times the value that number is
    about     what the figure means; `terms` are looked up in the glossary
    in_csv, in_json  whether these have it
    """

    name: str
    title: str
    read: Callable[[RowT], object]
    words: Callable[[object], str] = str
    json: Callable[[object], object] = lambda value: value
    interval: str = ""
    number: Words | None = None
    ends: tuple[str, str] | None = None
    format: str = ""
    scale: float = 1
    about: str = ""
    terms: Sequence[str] = ()
    in_csv: bool = True
    in_json: bool = True
    is_verdict: bool = False

    @property
    def is_share(self) -> bool:
        """True for shares of a whole, in per cent."""
        return "%%" in self.format

    def cells(self, row: RowT) -> dict[str, str]:
        """The texts that people read, by heading."""
        value = self.read(row)
        cells = {self.title: "" if value is None else self.words(value)}
        if self.interval:
            assert self.number
            cells[self.interval] = ""
            if isinstance(value, Estimate):
                cells[self.interval] = f"{self.number(value.low)} to {self.number(value.high)}"
        return cells

    def record(self, row: RowT) -> dict[str, object]:
        """The values in CSV, in full precision."""
        value = self.read(row)
        if isinstance(value, Estimate):
            low, high = self.ends or (f"{self.name}_low", f"{self.name}_high")
            return {self.name: value.mean, low: value.low, high: value.high}
        return {self.name: value.value if isinstance(value, Enum) else "" if value is None else value}

    def sorted_by(self, row: RowT) -> float | None:
        """The number that a page sorts by."""
        value = self.read(row)
        return None if value is None else self.scale * _mean(value)


class Columns(Generic[RowT]):
    """The columns of a table, and what each output makes of rows."""

    def __init__(self, *columns: TableColumn[RowT]) -> None:
        self.columns = columns
        self.titled = [column for column in columns if column.title]

    @property
    def interval_column(self) -> TableColumn[RowT]:
        """The first column with an interval, which a chart draws."""
        return next(column for column in self.titled if column.interval)

    def table(self, rows: Iterable[RowT], title: str = "", *, folded: bool = False) -> Table:
        """The rows as a block; columns that are empty in every row are left out.

        Raises ValueError for two columns, or their intervals, with one heading.
        """
        heads = [head for column in self.titled for head in (column.title, column.interval) if head]
        if repeated := {head for head in heads if heads.count(head) > 1}:
            raise ValueError(f"several columns have the heading {' and '.join(sorted(repeated))}")
        lines = [{name: cell for column in self.titled for name, cell in column.cells(row).items()} for row in rows]
        empty = {name for name in (lines[0] if lines else ()) if not any(line[name] for line in lines)}
        lines = [{name: cell for name, cell in line.items() if name not in empty} for line in lines]
        numbers = {
            column.title: NumberCells([column.sorted_by(row) for row in rows], column.format, column.about)
            for column in self.titled
            if column.format and column.title not in empty
        }
        text = next((place for place, column in enumerate(self.titled) if column.format), len(self.titled))
        return Table(title, lines, max(text, 1), folded, numbers=numbers)

    def records(self, rows: Iterable[RowT]) -> list[dict[str, object]]:
        """The lines of CSV."""
        columns = [column for column in self.columns if column.name and column.in_csv]
        return [{name: cell for column in columns for name, cell in column.record(row).items()} for row in rows]

    def json(self, row: RowT) -> Json:
        """A row as an object."""
        return {
            column.name: None if (value := column.read(row)) is None else column.json(value)
            for column in self.columns
            if column.name and column.in_json
        }

    def figures(self, row: RowT) -> Figures:
        """The columns of one row that have a value, as figures with their intervals."""
        cells = [(column, column.cells(row)) for column in self.titled]
        figures = [
            KeyFigure(
                column.title,
                texts[column.title],
                texts.get(column.interval, ""),
                f"{column.title}: {column.about}",
                column.terms,
            )
            for column, texts in cells
            if texts[column.title]
        ]
        return Figures(figures)

    def marks(self, rows: Iterable[RowT], unjudged: str = "") -> "list[MarkRow]":
        """The rows of a chart: the texts in front as a label, the first interval, and the verdict as a group.

        `unjudged` is the group of a row with neither a verdict nor plays to come.
        """
        from workbench.report.charts.marks import UNJUDGED, UNSORTED, VERDICTS, MarkRow  # Plotly loads slowly

        drawn = self.interval_column
        texts = self.titled[: self.titled.index(drawn)]
        judged = next((column for column in self.titled if column.is_verdict), None)
        marks = []
        for row in rows:
            first, *rest = (column.words(column.read(row)) for column in texts)
            under = [f"{lower_first(column.title)} {word}" for column, word in zip(texts[1:], rest, strict=True)]
            estimate, verdict = drawn.read(row), judged.read(row) if judged else None
            label = "<br>".join([f"<b>{first}</b>", *under])
            if not isinstance(estimate, Estimate):
                marks.append(MarkRow(label))
                continue
            number, span = drawn.cells(row).values()
            group = judged.words(verdict) if judged and verdict else unjudged
            mark = VERDICTS.get(_value_of(verdict), UNSORTED) if group else UNJUDGED
            marks.append(MarkRow(label, estimate, number, f"{number} ({span})", group, mark))
        return marks

    def definitions(self) -> list[tuple[str, str]]:
        """The meanings of the figures, with their titles."""
        return [(column.title, column.about) for column in self.titled if column.about]


# Kinds of columns. What they read may be None: then the cell is empty, and JSON has null.


class NumberLook(TypedDict, total=False):
    """The looks in which columns of numbers may differ: see `TableColumn`."""

    interval: str
    ends: tuple[str, str]
    about: str
    terms: Sequence[str]
    in_csv: bool
    in_json: bool


def text(name: str, title: str, read: Callable[[RowT], str | None]) -> TableColumn[RowT]:
    """Words, the same everywhere."""
    return TableColumn(name=name, title=title, read=read)


def bot(name: str, title: str, read: Callable[[RowT], str | None]) -> TableColumn[RowT]:
    """A bot: its title for people, what `--bots` takes for programs."""
    return TableColumn(name=name, title=title, read=read, words=lambda spec: bot_title(str(spec)))


def count(name: str, title: str, read: Callable[[RowT], int | None], **look: Unpack[NumberLook]) -> TableColumn[RowT]:
    """A whole number."""
    return replace(_numbers(name, title, read, phrases.count, "localized", **look), interval="")


def percent(
    name: str, title: str, read: Callable[[RowT], Number], digits: int = 1, **look: Unpack[NumberLook]
) -> TableColumn[RowT]:
    """A share in per cent, and its interval."""
    column = _numbers(name, title, read, lambda share: phrases.percent(share, digits), f"%.{digits}f\u202f%%", **look)
    return replace(column, scale=100)


def points(name: str, title: str, read: Callable[[RowT], Number], **look: Unpack[NumberLook]) -> TableColumn[RowT]:
    """A difference of shares in percentage points, and its interval."""
    column = _numbers(name, title, read, phrases.points, "%+.1f points", **look)
    return replace(column, scale=100, words=lambda value: f"{phrases.points(_mean(value))} points")


def ratio(
    name: str, title: str, read: Callable[[RowT], Number], digits: int = 2, **look: Unpack[NumberLook]
) -> TableColumn[RowT]:
    """A figure without a unit, and its interval."""
    return _numbers(name, title, read, lambda number: phrases.decimal(number, digits), f"%.{digits}f", **look)


def verdict(
    name: str, title: str, read: Callable[[RowT], Enum | None], words: Mapping[str, str] | None = None
) -> TableColumn[RowT]:
    """A verdict, in words of the study where it has some; programs have the same word everywhere."""
    named = words or {}
    return TableColumn(
        name=name,
        title=title,
        read=read,
        words=lambda one: named.get(_value_of(one), _value_of(one)),
        json=_value_of,
        is_verdict=True,
    )


class OpenVerdict(Protocol):
    """Why a verdict is undecided: `further` plays would decide it, None where there is no sensible number."""

    @property
    def further(self) -> Forecast | None:
        """Plays for a chance of 50 and of 80 %."""


def plays_to_decide(name: str, title: str, read: Callable[[RowT], OpenVerdict | None]) -> TableColumn[RowT]:
    """More plays for a chance of 50 and of 80 % to decide."""
    return TableColumn(
        name=name,
        title=title,
        read=read,
        words=lambda doubt: plays_range(cast(OpenVerdict, doubt).further),
        json=lambda doubt: doubt_json(cast(OpenVerdict, doubt)),
        in_csv=False,
    )


def doubt_json(doubt: OpenVerdict | None) -> Json | None:
    """Why a verdict is undecided; null where it is not.

    `further` plays decide it with a chance of 50 %, `further_likely` of 80 %; null where there is no sensible number.
    """
    if doubt is None:
        return None
    plays = doubt.further
    return {**vars(doubt), "further": plays and plays.even, "further_likely": plays and plays.likely}


def for_csv(name: str, read: Callable[[RowT], object]) -> TableColumn[RowT]:
    """A value that CSV alone has."""
    return TableColumn(name=name, title="", read=read, in_json=False)


def for_programs(name: str, read: Callable[[RowT], object], *, in_csv: bool = False) -> TableColumn[RowT]:
    """A value that JSON has, as it is read, and CSV where it may; an estimate with its interval."""
    return TableColumn(name=name, title="", read=read, json=_json_of, in_csv=in_csv)


def _numbers(
    name: str, title: str, read: Callable[[RowT], object], number: Words, format: str, **look: Unpack[NumberLook]
) -> TableColumn[RowT]:
    words: Callable[[object], str] = lambda value: number(_mean(value))  # noqa: E731
    column = TableColumn(
        name=name, title=title, read=read, words=words, number=number, json=_json_of, format=format, interval=INTERVAL
    )
    return replace(column, **look)


def _mean(value: object) -> float:
    """An estimate's mean; a number as it is."""
    return value.mean if isinstance(value, Estimate) else cast(float, value)


def _value_of(verdict: object) -> str:
    return str(verdict.value) if isinstance(verdict, Enum) else ""


def _json_of(value: object) -> object:
    if isinstance(value, Estimate):
        return estimate_json(value)
    return finite(value) if isinstance(value, float) else value
