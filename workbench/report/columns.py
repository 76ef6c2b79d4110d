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
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypedDict, TypeVar, Unpack, cast

from workbench.bots.spec import bot_title
from workbench.engine.measures import Measure
from workbench.engine.wording import THIN, lower_first, span_words
from workbench.play.goals import CheckedGoal
from workbench.report.document import Figures, KeyFigure, NumberCells, Table
from workbench.report.json import Json, checked_json, contrast_json, estimate_json
from workbench.report.json import number as finite
from workbench.report.play_link import PlayLink
from workbench.report.text import phrases
from workbench.report.text.phrases import INTERVAL
from workbench.report.text.scenarios import target
from workbench.report.text.verdicts import STANDINGS, plays_range, verdict_word
from workbench.stats import Estimate, Figure, Verdict
from workbench.stats.evidence import Forecast

if TYPE_CHECKING:
    from workbench.play.comparisons import Contrast
    from workbench.report.charts.base import MarkRow

RowT = TypeVar("RowT")
CellValue: TypeAlias = Any
"""The value that a column reads from a row, which its other functions take."""
Words = Callable[[float], str]
"""A number as people read it."""
Number = Estimate | float | None


@dataclass(frozen=True, kw_only=True)
class TableColumn(Generic[RowT]):
    """A column: `read` takes its value from a row, and the rest says how each output has it; see the kinds below.

    words     the value as people read it
    interval  the heading of its interval, which is a cell of its own; empty for a column without one
    span      that interval as people read it
    ends      the names of the interval's ends in CSV
    estimate  the estimate of the value, None for one without
    csv, json  the value in CSV and in JSON
    format    how a page writes the number, as printf does; empty for text
    scale     how many times the value that number is
    about     what the figure means; `terms` are looked up in the glossary
    in_csv, in_json  whether these have it
    is_right  whether it and those behind it stand on the right, as numbers do
    is_play   whether a page links to the play that it names
    """

    name: str
    title: str
    read: Callable[[RowT], object]
    words: Callable[[CellValue], str] = str
    estimate: Callable[[CellValue], Estimate | None] = lambda value: _estimate_of(value)
    csv: Callable[[CellValue], object] = lambda value: value.value if isinstance(value, Enum) else value
    json: Callable[[CellValue], object] = lambda value: value
    interval: str = ""
    span: Callable[[CellValue], str] = str
    ends: tuple[str, str] | None = None
    format: str = ""
    scale: float = 1
    about: str = ""
    terms: Sequence[str] = ()
    in_csv: bool = True
    in_json: bool = True
    is_verdict: bool = False
    is_right: bool = False
    is_play: bool = False

    @property
    def is_share(self) -> bool:
        """True for shares of a whole, in per cent."""
        return "%%" in self.format

    def cells(self, row: RowT) -> dict[str, str]:
        """The texts that people read, by heading."""
        value = self.read(row)
        cells = {self.title: "" if value is None else self.words(value)}
        if self.interval:
            cells[self.interval] = self.span(value) if self.estimate(value) else ""
        return cells

    def record(self, row: RowT) -> dict[str, object]:
        """The values in CSV, in full precision."""
        value = self.read(row)
        if value is not None and (estimate := self.estimate(value)) and not self.is_verdict:
            low, high = self.ends or (f"{self.name}_low", f"{self.name}_high")
            return {self.name: estimate.mean, low: estimate.low, high: estimate.high}
        return {self.name: "" if value is None else self.csv(value)}


class Columns(Generic[RowT]):
    """The columns of a table, and what each output makes of rows."""

    def __init__(self, *columns: TableColumn[RowT]) -> None:
        self.columns = columns
        self.titled = [column for column in columns if column.title]

    @property
    def interval_column(self) -> TableColumn[RowT]:
        """The first column with an interval, which a chart draws."""
        return next(column for column in self.titled if column.interval)

    def table(
        self, rows: Iterable[RowT], title: str = "", *, folded: bool = False, repeats: Sequence[str] | None = None
    ) -> Table:
        """The rows as a block; columns that are empty in every row are left out.

        One that `repeats` what stands above it, in the columns with these headings, is left out where nothing can be
        folded.

        Raises ValueError for two columns, or their intervals, with one heading.
        """
        heads = [head for column in self.titled for head in (column.title, column.interval) if head]
        if repeated := {head for head in heads if heads.count(head) > 1}:
            raise ValueError(f"several columns have the heading {' and '.join(sorted(repeated))}")
        lines = [{name: cell for column in self.titled for name, cell in column.cells(row).items()} for row in rows]
        empty = {name for name in (lines[0] if lines else ()) if not any(line[name] for line in lines)}
        lines = [{name: cell for name, cell in line.items() if name not in empty} for line in lines]
        numbers = {
            column.title: NumberCells(
                [None if (value := column.read(row)) is None else column.scale * _mean(value) for row in rows],
                column.format,
                column.about,
            )
            for column in self.titled
            if column.format and column.title not in empty
        }
        text = next(
            (place for place, column in enumerate(self.titled) if column.format or column.is_right), len(self.titled)
        )
        brief = None if repeats is None else ()
        plays = {
            column.title: [cast("PlayLink | None", column.read(row)) for row in rows]
            for column in self.titled
            if column.is_play and column.title not in empty
        }
        return Table(title, lines, max(text, 1), folded, brief, numbers=numbers, repeated=repeats or (), plays=plays)

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
        from workbench.report.charts.base import UNJUDGED, UNSORTED, VERDICTS, MarkRow  # Plotly loads slowly

        drawn = self.interval_column
        texts = self.titled[: self.titled.index(drawn)]
        judged = next((column for column in self.titled if column.is_verdict), None)
        marks = []
        for row in rows:
            first, *rest = (column.words(column.read(row)) for column in texts)
            under = [f"{lower_first(column.title)} {word}" for column, word in zip(texts[1:], rest, strict=True)]
            estimate, verdict = _estimate_of(drawn.read(row)), judged.read(row) if judged else None
            label = "<br>".join([f"<b>{first}</b>", *under])
            if estimate is None:
                marks.append(MarkRow(label))
                continue
            words, span = drawn.cells(row).values()
            group = judged.words(verdict) if judged and verdict else unjudged
            mark = VERDICTS.get(str(judged.csv(verdict)) if judged and verdict else "", UNSORTED) if group else UNJUDGED
            marks.append(MarkRow(label, estimate, words.removesuffix(" points"), f"{words} ({span})", group, mark))
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


def figure(
    name: str, title: str, read: Callable[[RowT], Figure | None], **look: Unpack[NumberLook]
) -> TableColumn[RowT]:
    """A figure in the unit of its measure, which each row may have another one of: `4.57 deals`, `5.7 %`."""

    column = TableColumn(
        name=name,
        title=title,
        read=read,
        words=lambda one: phrases.with_unit(one.measure, one.estimate.mean),
        span=lambda one: phrases.span(one.measure, one.estimate),
        json=_json_of,
        interval=INTERVAL,
    )
    return replace(column, **look)


class Reading(Protocol):
    """A figure among so many plays: it may be of some of them only."""

    @property
    def figure(self) -> Figure:
        """The figure."""

    @property
    def plays(self) -> int:
        """All plays."""


def measured(name: str, title: str, read: Callable[[RowT], Reading | None]) -> TableColumn[RowT]:
    """A figure of one measure with its interval behind it, of which a table has several: `4.1 % (3.4–4.7)`."""

    def words(reading: Reading) -> str:
        measure, estimate = reading.figure.measure, reading.figure.estimate
        ends = phrases.span(measure, estimate).replace(f"{THIN}%", "")
        ends = ends.replace(" to ", "–") if estimate.low >= 0 else ends
        about = filter(None, (ends, phrases.part_of(estimate.n, reading.plays)))
        return f"{phrases.value(measure, estimate.mean)} ({', '.join(about)})"

    return TableColumn(
        name=name,
        title=title,
        read=read,
        words=words,
        estimate=lambda reading: reading.figure.estimate,
        json=lambda reading: estimate_json(reading.figure.estimate),
        is_right=True,
    )


def amount(name: str, title: str, read: Callable[[RowT], tuple[Measure, float]]) -> TableColumn[RowT]:
    """A value of a measure, which each row may have another one of, without its unit."""
    return TableColumn(
        name=name, title=title, read=read, words=lambda pair: phrases.value(*pair), csv=lambda pair: pair[1]
    )


def change(
    name: str, title: str, read: Callable[[RowT], "Contrast | None"], **look: Unpack[NumberLook]
) -> TableColumn[RowT]:
    """The change of a measure between two revisions, in its unit: `+1.2 percentage points`."""

    column = TableColumn(
        name=name,
        title=title,
        read=read,
        words=lambda one: phrases.change_with_unit(one.measure, one.difference.mean),
        span=lambda one: phrases.change_span(one.measure, one.difference),
        json=contrast_json,
        interval=INTERVAL,
    )
    return replace(column, **look)


def verdict(
    name: str, title: str, read: "Callable[[RowT], Enum | Contrast | None]", words: Mapping[str, str] | None = None
) -> TableColumn[RowT]:
    """A verdict, in words of the study where it has some, with a sign for a change; programs have one word for each."""
    named = words or {}

    def told(value: "Enum | Contrast") -> str:
        word = _word_of(value)
        return named.get(word) or (word if isinstance(value, Enum) else verdict_word(value))

    return TableColumn(name=name, title=title, read=read, words=told, csv=_word_of, json=_word_of, is_verdict=True)


def goal(name: str, title: str, read: Callable[[RowT], CheckedGoal | None]) -> TableColumn[RowT]:
    """A goal, and how it stands: `at most 10 %: ✓ met`."""

    return TableColumn(
        name=name,
        title=title,
        read=read,
        words=lambda checked: f"{target(checked.goal, checked.figure.measure)}: {STANDINGS[checked.standing]}",
        csv=lambda checked: checked.standing.value,
        json=checked_json,
    )


def time(name: str, title: str, read: Callable[[RowT], float | None]) -> TableColumn[RowT]:
    """How long something takes, of seconds: `2 minutes`."""
    return TableColumn(name=name, title=title, read=read, words=span_words, json=_json_of)


def play(name: str, title: str, read: Callable[[RowT], PlayLink | None]) -> TableColumn[RowT]:
    """A play to watch: its name, which a page links to the table."""

    label = attrgetter("label")
    return TableColumn(name=name, title=title, read=read, words=label, csv=label, json=label, is_play=True)


class OpenVerdict(Protocol):
    """Why a verdict is undecided: `further` plays would decide it, None where there is no sensible number."""

    @property
    def further(self) -> Forecast | None:
        """Plays for a chance of 50 and of 80 %."""


def plays_to_decide(
    name: str, title: str, read: "Callable[[RowT], OpenVerdict | Contrast | None]"
) -> TableColumn[RowT]:
    """More plays for a chance of 50 and of 80 % to decide; nothing of a change that is decided."""

    def words(value: "OpenVerdict | Contrast") -> str:
        if not isinstance(value, Figure):
            return plays_range(value.further)
        return plays_range(value.ahead) if value.verdict is Verdict.UNDECIDED else ""

    def json(value: "OpenVerdict | Contrast") -> object:
        if isinstance(value, Figure):
            return value.plays_to_decide
        plays = value.further  # for a chance of 50 % and of 80 %; null where there is no sensible number
        return {**vars(value), "further": plays and plays.even, "further_likely": plays and plays.likely}

    return TableColumn(name=name, title=title, read=read, words=words, json=json, in_csv=False)


def for_csv(name: str, read: Callable[[RowT], object]) -> TableColumn[RowT]:
    """A value that CSV alone has."""
    return TableColumn(name=name, title="", read=read, in_json=False)


def for_programs(name: str, read: Callable[[RowT], object], *, in_csv: bool = False) -> TableColumn[RowT]:
    """A value that JSON has, as it is read, and CSV where it may; an estimate with its interval."""
    return TableColumn(name=name, title="", read=read, json=_json_of, in_csv=in_csv)


def _numbers(
    name: str, title: str, read: Callable[[RowT], object], number: Words, format: str, **look: Unpack[NumberLook]
) -> TableColumn[RowT]:
    column = TableColumn(
        name=name,
        title=title,
        read=read,
        words=lambda value: number(_mean(value)),
        span=lambda estimate: f"{number(estimate.low)} to {number(estimate.high)}",
        json=_json_of,
        format=format,
        interval=INTERVAL,
    )
    return replace(column, **look)


def _estimate_of(value: object) -> Estimate | None:
    """The estimate of a figure, or the value itself; None for anything else."""
    value = value.estimate if isinstance(value, Figure) else value
    return value if isinstance(value, Estimate) else None


def _mean(value: object) -> float:
    """An estimate's mean; a number as it is."""
    estimate = _estimate_of(value)
    return estimate.mean if estimate else cast(float, value)


def _word_of(verdict: object) -> str:
    """The word of a verdict, or of that on a change."""
    verdict = getattr(verdict, "verdict", verdict)
    return str(verdict.value) if isinstance(verdict, Enum) else ""


def _json_of(value: object) -> object:
    if estimate := _estimate_of(value):
        return estimate_json(estimate)
    return finite(value) if isinstance(value, float) else value
