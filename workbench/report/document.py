"""A result as a document: what it says, in blocks that know nothing of where they are shown.

A study makes a `Report` of its answer. Each output has one renderer for it: the terminal, a page, HTML, Markdown and
CSV. A new kind of block is a class here, and a function in each renderer that shows it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, TypeAlias

from workbench.report.text.phrases import number_of
from workbench.report.text.scenarios import caution, who_played

if TYPE_CHECKING:
    from workbench.report.charts.batch import Chart
    from workbench.scenario import RevisionDraft, Scenario

Rows: TypeAlias = Sequence[Mapping[str, str]]


@dataclass(frozen=True)
class Prose:
    """Sentences of the result."""

    text: str


@dataclass(frozen=True)
class Definition:
    """The meaning of a figure, or how it is worked out."""

    text: str


@dataclass(frozen=True)
class Badge:
    """A verdict in a word or two, with its color and a Material icon, as Streamlit names them."""

    word: str
    color: str
    icon: str


@dataclass(frozen=True)
class JudgedLine:
    """A sentence that says its verdict; a page sets that in front as well, as a badge."""

    badge: Badge
    text: str


@dataclass(frozen=True)
class JudgedLines:
    """Such sentences, one below the other."""

    lines: Sequence[JudgedLine]


@dataclass(frozen=True)
class NumberCells:
    """The numbers of a column, None where there is none: a page sorts by them. Elsewhere the rows have them in words.

    `format` says how a page writes them, as printf does, and `about` explains them.
    """

    values: Sequence[float | None]
    format: str = "%d"
    about: str = ""


@dataclass(frozen=True)
class KeyFigure:
    """A value with its 95 % interval, as text; `about` defines it, `terms` are looked up in the glossary."""

    label: str
    value: str
    interval: str
    about: str
    terms: Sequence[str] = ()


@dataclass(frozen=True)
class Figures:
    """The most important figures, which a page shows beside each other; elsewhere the `sentences` tell them."""

    figures: Sequence[KeyFigure]
    sentences: Sequence[str]


@dataclass(frozen=True)
class Table:
    """Rows with the same columns, of which the first `text_columns` are text. A page folds a `folded` one away.

    Of the columns that are `numbers`, a page has the numbers.

    Where there is little room, only the rows that are `brief` are shown, if there are any, and `rest` says what is not.
    """

    title: str
    rows: Rows
    text_columns: int = 1
    folded: bool = False
    brief: Rows | None = None
    rest: str = ""
    numbers: Mapping[str, NumberCells] = field(default_factory=dict)


@dataclass(frozen=True)
class MatrixCell:
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


@dataclass(frozen=True)
class MatrixRow:
    """A row of a matrix: `depth` steps in a tree, and the choices of the page that shows what is behind its cells."""

    label: str
    depth: int
    cells: Sequence[MatrixCell | None]
    page: str = ""
    choices: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Matrix:
    """Figures of many things in the same columns, each with its explanation; a page sorts by any of them."""

    name: str
    title: str
    head: str
    columns: Mapping[str, str]
    rows: Sequence[MatrixRow]

    @property
    def table(self) -> Table:
        """The same as a table of words, for other outputs."""
        rows = [
            {self.head: f"{chr(0xA0) * 2 * row.depth}{row.label}"}
            | dict(zip(self.columns, map(_cell_words, row.cells), strict=True))
            for row in self.rows
        ]
        return Table(self.title, rows)


def _cell_words(cell: MatrixCell | None) -> str:
    if cell is None:
        return "–"
    interval = f"({cell.interval})" if cell.interval else ""
    return " ".join(filter(None, [cell.value, interval, cell.word, cell.change]))


@dataclass(frozen=True)
class Drawing:
    """A chart, drawn where an output has charts; `draw` returns None where there is nothing to draw.

    `about` explains it, `terms` are looked up in the glossary. A narrow screen scrolls one that `scrolls`, rather than
    squeeze its numbers; that is so too of one with `widths`, pixels that a page gives it at least and at most.
    """

    name: str
    draw: "Callable[[], Chart | None]"
    about: str = ""
    terms: Sequence[str] = ()
    scrolls: bool = False
    widths: tuple[int, int] | None = None


@dataclass(frozen=True)
class Section:
    """Blocks below a heading; `about` explains what they show, `terms` are looked up in the glossary.

    A page folds a `folded` one away.
    """

    title: str
    blocks: "Sequence[Block]"
    about: Sequence[str] = ()
    terms: Sequence[str] = ()
    folded: bool = False


@dataclass(frozen=True)
class Beside:
    """Blocks that a wide page shows beside each other, `widths` to each other; elsewhere one after the other."""

    columns: "Sequence[Sequence[Block]]"
    widths: Sequence[int] = ()


@dataclass(frozen=True)
class Chooser:
    """A number from 0 to `most` that a reader of the page chooses; elsewhere its view of `usual` is shown."""

    name: str
    label: str
    about: str
    usual: int
    most: int
    view: "Callable[[int], Sequence[Block]]"


@dataclass(frozen=True)
class Picker:
    """One of some `options`, each with its label, that a reader of the page picks; elsewhere the first one's view."""

    name: str
    label: str
    about: str
    options: Mapping[str, str]
    view: "Callable[[str], Sequence[Block]]"


@dataclass(frozen=True)
class Points:
    """Short facts, a line each."""

    lines: Sequence[str]


@dataclass(frozen=True)
class Proposal:
    """Rule values that a page lets one try, or save as a revision, for a `reason` and with a `hypothesis`.

    `base` is the revision as it was asked about, `draft` the same with these values. `name` tells the controls of the
    page apart; where the proposal `has_form`, they let one change the texts before it is saved.
    """

    base: "Scenario"
    draft: "Scenario"
    values: Mapping[str, object]
    title: str
    reason: str
    hypothesis: str = ""
    name: str = "cell"
    has_form: bool = False

    def as_revision(self, name: str) -> "RevisionDraft":
        """The revision of today that has these values, under this name."""
        from workbench.scenario import RevisionDraft

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


@dataclass(frozen=True)
class Command:
    """A command that shows more of what stands above it."""

    label: str
    command: str


Block: TypeAlias = (
    Prose
    | Points
    | Definition
    | JudgedLines
    | Figures
    | Table
    | Matrix
    | Drawing
    | Section
    | Beside
    | Chooser
    | Picker
    | Proposal
    | Command
)


@dataclass(frozen=True)
class Report:
    """The answer of a study about a revision.

    headline    the answer, in a sentence or two
    evidence    the reasons for the headline, a sentence each
    advice      where to look next, a sentence each
    blocks      the evidence
    records     every figure in full precision, a row each, for CSV
    data        the object that `--json` prints; the records, where it is empty
    plays       how many plays it rests on
    how         which plays these are, where they are no batch of the scenario
    part        which part of the revision it is of, for the names of files; empty where it is of the whole
    bots        who played, where that are not the bots of the scenario
    command     what makes it again, where that is not what was asked
    unfinished  whether it was stopped, and goes on where it is asked again
    cut_short   what it is without, where it was stopped and tells what it has
    """

    scenario: "Scenario"
    title: str
    headline: str
    plays: int
    evidence: Sequence[str] = ()
    advice: Sequence[str] = ()
    blocks: Sequence[Block] = ()
    records: Sequence[Mapping[str, object]] = ()
    data: Mapping[str, object] = field(default_factory=dict)
    how: str = ""
    part: str = ""
    bots: Sequence[str] = ()
    command: str = ""
    unfinished: bool = False
    cut_short: str = ""

    @property
    def proposal(self) -> Proposal | None:
        """The rule values that the whole report proposes; None where it proposes none."""
        return next((block for block in self.blocks if isinstance(block, Proposal)), None)

    @property
    def how_played(self) -> str:
        """Which plays the figures come from, and that bots are not people."""
        if self.how:
            return self.how
        plays, scenario = number_of(self.plays, "play"), self.scenario
        return f"{plays} of {scenario.title} (seed {scenario.seed}), {who_played(scenario)}. {caution(scenario.game)}"
