"""A result as a document: what it says, in blocks that know nothing of where they are shown.

A study makes a `Report` of its answer. Each output has one renderer for it: the terminal, a page, HTML, Markdown and
CSV. A new kind of block is a class here, and a function in each renderer that shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Never, NoReturn, TypeAlias

from workbench.report.escape import paragraphs, plain_text
from workbench.report.play_link import PlayLink
from workbench.report.text.phrases import INTERVAL, number_of, span, with_unit

MOST_VIEWS = 6
"""Views of a picker that are read one after the other."""
EMPTY: Mapping[str, Never] = MappingProxyType({})

if TYPE_CHECKING:
    from workbench.engine.parameters import Written
    from workbench.report.charts.base import Chart
    from workbench.scenario import Scenario
    from workbench.scenario.save import RevisionDraft
    from workbench.stats import Figure

Rows: TypeAlias = Sequence[Mapping[str, str]]


class Passage(NamedTuple):
    """Paragraphs and lists in Markdown, of which names and notes of people are escaped already."""

    markdown: str


class Badge(NamedTuple):
    """A verdict in a word or two, with its color and a Material icon, as Streamlit names them."""

    word: str
    color: str
    icon: str


class Points(NamedTuple):
    """Short facts, a line each; of judged ones a page sets the badge in front, whose verdict the line says too.

    `plays` show each line: a page links to them. Where there is no table to watch them at, those `for_pages` alone are
    left out.
    """

    lines: Sequence[str]
    badges: Sequence[Badge] = ()
    plays: Sequence[Sequence[PlayLink]] = ()
    for_pages: bool = False

    @property
    def words(self) -> list[str]:
        """The lines where nobody can follow a link."""
        if self.for_pages:
            return []
        plays = self.plays or [()] * len(self.lines)
        return [with_plays(line, links) for line, links in zip(self.lines, plays, strict=True)]


def with_plays(line: str, links: Sequence[PlayLink]) -> str:
    """A line that names the plays that show it."""
    return f"{line}: {', '.join(link.label for link in links)}" if links else line


class NumberCells(NamedTuple):
    """The numbers of a column, None where there is none: a page sorts by them. Elsewhere the rows have them in words.

    `format` says how a page writes them, as printf does, and `about` explains them.
    """

    values: Sequence[float | None]
    format: str = "%d"
    about: str = ""


class KeyFigure(NamedTuple):
    """A number in words, with its 95 % interval where it has one; `about` defines it.

    `terms` are looked up in the glossary.
    """

    label: str
    value: str
    interval: str
    about: str
    terms: Sequence[str] = ()

    @classmethod
    def of(cls, figure: Figure, *terms: str) -> KeyFigure:
        """A figure with its interval."""
        measure, estimate = figure.measure, figure.estimate
        return cls(figure.label, with_unit(measure, estimate.mean), span(measure, estimate), measure.help, terms)


class Figures(NamedTuple):
    """The most important figures, beside each other on a page; elsewhere a table, or the `sentences` in its place."""

    figures: Sequence[KeyFigure]
    sentences: Sequence[str] | None = None

    @property
    def table(self) -> Table:
        """The figures as rows, for an output in which nothing stands beside each other."""
        rows = [{"": figure.label, "Value": figure.value, INTERVAL: figure.interval} for figure in self.figures]
        return Table("", rows)


class IntervalBar(NamedTuple):
    """An interval as it is drawn in a row, in per cent of the width.

    Its mark points `up` or `down` where something moved, and is `open` where that is undecided. `band` is too small to
    count, or what a goal asks for; at `zero` nothing has changed. `label` says all that in words.
    """

    label: str
    band: tuple[float, float]
    low: float
    middle: float
    high: float
    shape: str
    zero: float | None = None

    @property
    def is_full(self) -> bool:
        """True if its mark is filled: it is decided."""
        return self.shape != "open"


class VerdictLine(NamedTuple):
    """A measure of one revision, or by one kind of bots.

    title      whose it is, where a row has several
    values     the numbers, before and after
    interval   the change with its interval, or the interval of a figure alone
    part       of how many plays it is, where not all have it
    verdict    in a word or two, with a sign
    lacks      how many more plays would decide it, where it is undecided
    bars       the interval drawn; several on one axis where a row is of several seats
    is_strong  whether it moved, or misses its goal
    """

    title: str
    values: str
    interval: str = ""
    part: str = ""
    verdict: str = ""
    lacks: str = ""
    bars: Sequence[IntervalBar] = ()
    is_strong: bool = False


class VerdictRow(NamedTuple):
    """A measure, with a line for each revision.

    goal         what goals and aims ask for: `goal: at most 5 %`
    least        the smallest change that counts
    base         the value that several are held against
    below        its seats, sides or parts, and below_title what these are
    is_sum       whether its lines only sum up what is below
    """

    label: str
    lines: Sequence[VerdictLine]
    goal: str = ""
    least: str = ""
    base: str = ""
    below: Sequence[VerdictRow] = ()
    below_title: str = ""
    is_sum: bool = False

    @property
    def label_with_goal(self) -> str:
        """The label, and what goals and aims ask for: `Ties, goal: at most 3 %`."""
        return f"{self.label}, {self.goal}" if self.goal else self.label


class VerdictFold(NamedTuple):
    """Rows that a page folds away, since little is to be said of them."""

    title: str
    rows: Sequence[VerdictRow]


class VerdictGroup(NamedTuple):
    """Rows below a heading, which may be empty; `about` says what is controlled."""

    title: str
    rows: Sequence[VerdictRow]
    folds: Sequence[VerdictFold] = ()
    about: str = ""

    @property
    def every(self) -> Sequence[VerdictRow]:
        """Every row, folded ones last."""
        return [*self.rows, *(row for fold in self.folds for row in fold.rows)]

    @property
    def flat(self) -> Sequence[VerdictRow]:
        """The same; in the place of a row that is a sum, those below it."""
        return [part for row in self.every for part in (row.below if row.is_sum else [row])]


class VerdictRows(NamedTuple):
    """The verdict on every measure, a row each: goals first, then the rest in groups.

    answers   what is said of each, by its title, where rows have several lines
    base      the title of what these are held against
    about     how the bars are to be read
    changes   whether the figures are changes, rather than of one revision alone
    """

    groups: Sequence[VerdictGroup]
    answers: Sequence[tuple[str, str]] = ()
    base: str = ""
    about: str = ""
    changes: bool = True

    @property
    def has_several(self) -> bool:
        """True if a row has several lines."""
        return any(len(row.lines) > 1 for group in self.groups for row in group.flat)


class Table(NamedTuple):
    """Rows with the same columns, of which the first `text_columns` are text. A page folds a `folded` one away.

    Of the columns that are `numbers`, a page has the numbers; of `plays`, the ways to them; of a `matrix`, its cells.

    Where there is little room, only the rows that are `brief` are shown, and `rest` says what is not. Where none is
    brief, a terminal and Markdown leave the table out, since it repeats what stands above; with `--details` a terminal
    leaves only the columns out that are `repeated`.
    """

    title: str
    rows: Rows
    text_columns: int = 1
    folded: bool = False
    brief: Rows | None = None
    rest: str = ""
    numbers: Mapping[str, NumberCells] = EMPTY
    matrix: Matrix | None = None
    repeated: Sequence[str] = ()
    plays: Mapping[str, Sequence[PlayLink | None]] = EMPTY


class MatrixCell(NamedTuple):
    """A figure of a matrix: its value and interval in words, what it says, and a number to sort by.

    `mark` stands before it, its color by the `tone`: good, bad, open or empty; `change` says how it moved.
    """

    value: str
    interval: str = ""
    word: str = ""
    mark: str = ""
    tone: str = ""
    change: str = ""
    number: float | None = None

    def words(self, intervals: bool) -> str:
        """All of it but the mark."""
        interval = f"({self.interval})" if self.interval and intervals else ""
        return " ".join(filter(None, [self.value, interval, self.word, self.change]))


class MatrixRow(NamedTuple):
    """A row of a matrix: `depth` steps in a tree, and the choices of the page that shows what is behind its cells."""

    label: str
    depth: int
    cells: Sequence[MatrixCell | None]
    page: str = ""
    choices: Mapping[str, object] = EMPTY


class Matrix(NamedTuple):
    """Figures of many things in the same columns, each with its explanation; a page sorts by any of them."""

    name: str
    title: str
    head: str
    columns: Mapping[str, str]
    rows: Sequence[MatrixRow]

    @property
    def table(self) -> Table:
        """The table, of which other outputs show the words, and a terminal only those beside the intervals."""

        def words(intervals: bool) -> Rows:
            return [
                {self.head: f"{chr(0xA0) * 2 * row.depth}{row.label}"}
                | {
                    column: cell.words(intervals) if cell else "–"
                    for column, cell in zip(self.columns, row.cells, strict=True)
                }
                for row in self.rows
            ]

        return Table(self.title, words(True), brief=words(False), matrix=self)


def without_controls(blocks: Iterable[Block], details: bool = False) -> Iterator[Block]:
    """The blocks for outputs with neither controls nor charts: the views of a picker in a row.

    A section of which these show nothing has no heading there either. With `details` they show what repeats too.
    """
    for block in blocks:
        match block:
            case Picker(for_pages=True):
                pass
            case Picker():
                yield from without_controls(block.in_a_row, details)
            case Section() if block.blocks and not any(_has_words(inner, details) for inner in block.blocks):
                pass
            case _:
                yield block


def _has_words(block: Block, details: bool) -> bool:
    """True if a terminal and Markdown show anything of a block."""
    match block:
        case Drawing():
            return False
        case Table(brief=()):
            return details
        case Points():
            return not block.for_pages
        case Beside():
            return any(_has_words(inner, details) for column in block.columns for inner in column)
        case Section():
            return any(_has_words(inner, details) for inner in block.blocks)
        case _:
            return True


def refuse(block: Never, output: str) -> NoReturn:
    """Raise TypeError for a kind of block that an output does not know; mypy finds those of `Block` without a case."""
    raise TypeError(f"no {output} for a block of type {type(block).__name__}")


class Drawing(NamedTuple):
    """A chart, drawn where an output has charts; `draw` returns None where there is nothing to draw.

    `about` explains it, `terms` are looked up in the glossary. A narrow screen scrolls one that `scrolls`, rather than
    squeeze its numbers; that is so too of one with `widths`, pixels that a page gives it at least and at most.
    """

    name: str
    draw: Callable[[], Chart | None]
    about: str = ""
    terms: Sequence[str] = ()
    scrolls: bool = False
    widths: tuple[int, int] | None = None


class Section(NamedTuple):
    """Blocks below a heading; `about` explains what they show, `terms` are looked up in the glossary.

    A page folds a `folded` one away.
    """

    title: str
    blocks: Sequence[Block]
    about: Sequence[str] = ()
    terms: Sequence[str] = ()
    folded: bool = False


class Beside(NamedTuple):
    """Blocks that a wide page shows beside each other, `widths` to each other; elsewhere one after the other."""

    columns: Sequence[Sequence[Block]]
    widths: Sequence[int] = ()


def side_by_side(drawings: Sequence[Drawing]) -> list[Beside]:
    """Charts two beside each other; a last one alone has half of the width."""
    pairs = [drawings[at : at + 2] for at in range(0, len(drawings), 2)]
    return [Beside([*([drawing] for drawing in pair), *([] for _ in range(2 - len(pair)))]) for pair in pairs]


class Picker(NamedTuple):
    """One of some options that a reader of the page picks, and the blocks of its `view`.

    options    each with its label: elsewhere all are shown, a section each; or a range of numbers, as text to `view`,
               of which elsewhere the usual one is shown
    usual      what a page shows at first; the first option, where it is empty
    is_switch  whether a page shows the few options beside each other
    for_pages  whether only pages show it, since its views act, or repeat what stands elsewhere
    """

    name: str
    label: str
    about: str
    options: Mapping[str, str] | range
    view: Callable[[str], Sequence[Block]]
    is_switch: bool = False
    usual: str = ""
    for_pages: bool = False

    @property
    def usual_view(self) -> Sequence[Block]:
        """The blocks that a page shows at first; none without options."""
        first = self.usual or next(iter(map(str, self.options)), "")
        return self.view(first) if first else ()

    @property
    def sections(self) -> list[Section]:
        """The view of each labelled option below its label; after the first, those of no switch are folded away."""
        return [
            Section(
                f"{self.label} {label}" if self.is_switch else label,
                self.view(option),
                folded=place > 0 and not self.is_switch,
            )
            for place, (option, label) in enumerate(({} if isinstance(self.options, range) else self.options).items())
        ]

    @property
    def in_a_row(self) -> list[Block]:
        """The first views, as they are read one after the other, and how many there are; of numbers the usual one."""
        if isinstance(self.options, range):
            return [*self.usual_view]
        sections = self.sections
        rest = len(sections) - MOST_VIEWS
        more = f"{rest} more below “{self.label}”: the page and --html show all."
        return [*sections[:MOST_VIEWS], *([Passage(paragraphs(more))] if rest > 0 else [])]


class Proposal(NamedTuple):
    """Rule values that a page lets one try, or save as a revision, for a `reason` and with a `hypothesis`.

    `base` is the revision as it was asked about, `draft` the same with these values. `name` tells the controls of the
    page apart; where the proposal `has_form`, they let one change the texts before it is saved.
    """

    base: Scenario
    draft: Scenario
    values: Mapping[str, Written]
    title: str
    reason: str
    hypothesis: str = ""
    name: str = "cell"
    has_form: bool = False

    def as_revision(self, name: str) -> RevisionDraft:
        """The revision of today that has these values, under this name."""
        from workbench.scenario.save import RevisionDraft

        return RevisionDraft(
            game=self.base.game,
            revision=name,
            parent=self.base.revision,
            reason=self.reason,
            rules=self.draft.rules,
            title=self.title,
            date=date.today(),
            hypothesis=self.hypothesis,
            bots=self.draft.bots,
            plays=self.base.plays,
            seed=self.base.seed,
            goals=self.base.goals,
        )


class Command(NamedTuple):
    """A command that shows more of what stands above it; and the address of a page that does, in the dashboard."""

    label: str
    command: str
    address: str = ""


Block: TypeAlias = (
    Passage | Points | Figures | VerdictRows | Table | Drawing | Section | Beside | Picker | Proposal | Command
)


@dataclass(frozen=True, eq=False)
class Report:
    """The answer of a study about a revision.

    headline    the answer, in a sentence or two
    blocks      what it rests on
    records     every figure in full precision, a row each, for CSV
    data        the object that `--json` prints; the records, where it is empty
    plays       how many plays it rests on
    details     how it was measured, in Markdown: folded away, and printed where somebody asks for it
    how         which plays these are, where they are no batch of the scenario and the details do not say so
    part        which part of the revision it is of, for the names of files; empty where it is of the whole
    bots        who played, where that are not the bots of the scenario
    played      who played how much, in a line, where that is more than the bots
    command     what makes it again, where that is not what was asked
    unfinished  whether it was stopped, and goes on where it is asked again
    cut_short   what it is without, where it was stopped and tells what it has
    judges      the revisions whose bots say so: how strong these are stands beside the headline
    """

    scenario: Scenario
    title: str
    headline: str
    plays: int
    blocks: Sequence[Block] = ()
    records: Sequence[Mapping[str, object]] = ()
    data: Mapping[str, object] = field(default_factory=dict)
    details: str = ""
    how: str = ""
    part: str = ""
    bots: Sequence[str] = ()
    played: str = ""
    command: str = ""
    unfinished: bool = False
    cut_short: str = ""
    judges: Sequence[Scenario] = ()

    @property
    def proposal(self) -> Proposal | None:
        """The rule values that the whole report proposes; None where it proposes none."""
        return next((block for block in self.blocks if isinstance(block, Proposal)), None)

    @property
    def strength(self) -> str:
        """How strong the bots are, in a line, as far as that is known by now."""
        from workbench.report.text.scenarios import on_strength

        return on_strength(self.judges) if self.plays else ""

    @property
    def which_plays(self) -> str:
        """Which plays the figures come from; empty where the `details` say so."""
        if self.how or self.bots:
            return self.how
        plays, scenario = number_of(self.plays, "play"), self.scenario
        from workbench.report.text.scenarios import caveat_of, who_played  # loads slowly

        played = f"{plays} of {scenario.title} (seed {scenario.seed}), {who_played(scenario)}."
        return f"{played} {caveat_of(scenario.game, scenario.bots)}".rstrip()

    @property
    def how_played(self) -> str:
        """Which plays they are, or who played them, and that bots are not people."""
        from workbench.report.text.scenarios import NO_PEOPLE, bots_described

        played = self.which_plays or f"Played by {bots_described(self.scenario.game, self.bots)}."
        return f"{played} {NO_PEOPLE}" if self.plays else played


def as_section(title: str, report: Report, command: str = "") -> Section:
    """A document as a part of another one, below this title; `command` makes it again."""
    again = [Command("Make it again", command)] if command else []
    how = [report.which_plays, *map(plain_text, report.details.split("\n\n"))]
    return Section(title, [Passage(paragraphs(report.headline)), *report.blocks, *again], [*filter(None, how)])


def joined(reports: Sequence[Report]) -> Report:
    """One document of several, each below its title; the only one as it is."""
    if len(reports) == 1:
        return reports[0]
    title = ", ".join(dict.fromkeys(report.title for report in reports))
    headline = " ".join(f"{report.scenario.title}: {report.headline}" for report in reports)
    sections = [as_section(report.title, report) for report in reports]
    records = [record for report in reports for record in report.records]
    how = " ".join(dict.fromkeys(report.which_plays for report in reports))
    first, judges = reports[0], [judge for report in reports for judge in report.judges]
    return Report(first.scenario, title, headline, first.plays, sections, records, how=how, judges=judges)
