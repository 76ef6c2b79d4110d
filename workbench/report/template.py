"""An answer in words: a Markdown template beside the modules of a study, with inserts for tables and charts.

    # One sentence that answers the question

    - At most three things to know, each with its figure.

    {{ figures(FIGURES, answer) }}

    ## A section

    {% call intervals("rungs", CONTEST, answer.lines, "How far each beats the next") %}What it shows.{% endcall %}
    {{ table(CONTEST, answer.lines, "Every rung", folded=true) }}

    ## Details

    How it was measured: folded on a page and in HTML; a terminal prints it with `--details`.

Three more headings name texts of the document that stand elsewhere: `## Title`, `## Which plays`, `## Who played`.

A template sees the `answer` and every name of the study's module `columns`. A name that is not there is an error, in
every output. What an expression inserts is shown to the letter: names and notes of people are no Markdown.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, TypeAlias

from jinja2 import BytecodeCache, Environment, FunctionLoader, StrictUndefined, pass_context
from jinja2.bccache import Bucket
from markupsafe import Markup

from workbench.bots.spec import bot_title
from workbench.engine.compiling import cache_root
from workbench.engine.files import read_sealed, write_sealed
from workbench.engine.measures import CUT_SHORT
from workbench.engine.problems import FEWEST_PLAYS
from workbench.engine.wording import (
    THIN,
    as_sentence,
    counted,
    first_of,
    listed,
    lower_first,
    on_one_line,
    plural,
    span_words,
    time_words,
    upper_first,
)
from workbench.play.goals import Standing, goal_measure
from workbench.play.notable import KINDS_OF_RESULTS
from workbench.report.columns import Columns, RowT
from workbench.report.document import Beside, Block, Drawing, Passage, Report, Section
from workbench.report.escape import escaped, plain_text
from workbench.report.text import phrases, scenarios, verdicts
from workbench.report.text.verdicts import plays_range
from workbench.stats import Direction
from workbench.stats.evidence import FEWEST_SESSIONS, enough_sessions

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

    from workbench.play.aims import CheckedAim
    from workbench.report.charts.base import Chart
    from workbench.report.next_step import NextStep
    from workbench.report.play_link import PlayLink
    from workbench.report.summary import BatchSummary, Summary
    from workbench.scenario import Scenario

    Drawn: TypeAlias = Figure | tuple[Figure, Sequence[PlayLink]]

SHARED = "workbench.report.text"
"""The package of templates that several studies have, without columns of their own."""
ASIDES = {"Details": "details", "Title": "title", "Which plays": "how", "Who played": "played"}
"""The headings of what stands elsewhere in a document: its `details` in Markdown, the others in plain text."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
INSERT = re.compile("\ue000(\\d+)\ue001")
"""A block in the rendered text, by its number."""


class Markdown(str):
    """Text that is Markdown already, and is not escaped."""


@dataclass(frozen=True)
class RenderedAnswer:
    """A rendered template: the headline in plain text, the blocks, and what stands elsewhere, as a `Report` has it."""

    headline: str
    blocks: Sequence[Block]
    asides: Mapping[str, str]

    @property
    def things(self) -> list[str]:
        """The lines beside the headline, in plain text."""
        first = self.blocks[0] if self.blocks else None
        lines = first.markdown.splitlines() if isinstance(first, Passage) else []
        return [plain_text(line[2:]) for line in lines if line.startswith("- ")]


def render(package: str, file: str, **names: object) -> RenderedAnswer:
    """The template `file` of a study's package, with `names` and those of its module `columns`.

    Raises `jinja2.UndefinedError` for a name that there is not, ValueError for an insert within a line.
    """
    inserts = _Inserts(package)
    columns = vars(_columns_of(package)) if package != SHARED else {}
    columns = {name: value for name, value in columns.items() if name[0] != "_"}
    text = _environment().get_template(f"{package}:{file}").render(**columns, **inserts.functions, **names)
    headline, asides = "", dict[str, str]()
    blocks: list[Block] = []
    for title, parts in _sections(text):
        if aside := ASIDES.get(title):
            words = "\n\n".join(parts)
            asides[aside] = words if aside == "details" else plain_text(words)
            continue
        if not title and parts and parts[0].startswith("# "):
            headline = plain_text(parts.pop(0)[2:])
        inside = [*inserts.blocks_of(parts)]
        blocks += [Section(plain_text(title), inside)] if title and inside else inside
    return RenderedAnswer(headline, blocks, asides)


def text_lines(file: str, **names: object) -> list[str]:
    """The lines of a shared template of plain text, for a terminal: nothing in them is Markdown."""
    text = _environment(is_plain=True).get_template(f"{SHARED}:{file}").render(**names)
    return text.removesuffix("\n").splitlines()


def plain_phrase(file: str, macro: str, *values: object) -> str:
    """The words of a macro of a shared template about some values, in plain text on one line."""
    module = _environment(is_plain=True).get_template(f"{SHARED}:{file}").module
    return on_one_line(getattr(module, macro)(*values))


def answer_in_words(result: "BatchSummary | Summary") -> RenderedAnswer:
    """The answer of a batch or a comparison in words: a headline, and at most three things to know."""
    from workbench.report.answers import AgainstAnswer, AloneAnswer
    from workbench.report.summary import Summary

    if isinstance(result, Summary):
        return render(SHARED, "against.md", answer=AgainstAnswer(result))
    return render(SHARED, "alone.md", answer=AloneAnswer(result))


def _columns_of(package: str) -> ModuleType:
    """The study's module `columns`; the package itself, where a small study is one module."""
    name = f"{package}.columns"
    return import_module(name if find_spec(name) else package)


class PlayedAnswer(Protocol):
    """The part of an answer that every document needs.

    Where there is more to say: `bots`, who are not those of the revision, and `judges` where their strength is not told
    anyway; its `template`, of a study with several kinds of answers; the `file_part` of its files' names, `cut_short`
    and `unfinished`, as a `Report` has them.
    """

    @property
    def scenario(self) -> "Scenario":
        """The revision."""

    @property
    def plays(self) -> int:
        """How many plays it rests on."""


def report_of(package: str, title: str, answer: PlayedAnswer) -> Report:
    """The document of a study's answer, by its `answer.md`, and by `data` and `records` of its `columns`.

    Where `data` has a `headline`, also as an `answer`, or what to `look_at`, the template fills it in; its `command`
    makes it again. A study whose JSON needs no document has no such function.
    """
    columns, scenario = _columns_of(package), answer.scenario
    rendered = render(package, getattr(answer, "template", "answer.md"), answer=answer)
    words = {"headline": rendered.headline, "answer": rendered.headline, "look_at": rendered.things}
    data = columns.data(answer) if hasattr(columns, "data") else {}
    asides = rendered.asides
    return Report(
        scenario=scenario,
        title=asides.get("title", f"{title} of {scenario.game.title}: {scenario.title}"),
        headline=rendered.headline,
        plays=answer.plays,
        blocks=rendered.blocks,
        records=columns.records(answer),
        data={name: words.get(name, value) for name, value in data.items()},
        details=asides.get("details", ""),
        how=asides.get("how", ""),
        part=getattr(answer, "file_part", ""),
        bots=getattr(answer, "bots", scenario.bots),
        played=asides.get("played", ""),
        command=str(data.get("command", "")),
        unfinished=getattr(answer, "unfinished", False),
        cut_short=getattr(answer, "cut_short", ""),
        judges=getattr(answer, "judges", () if hasattr(answer, "bots") else [scenario]),
    )


def _sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """The paragraphs below each heading of the second level, each on one line; those before the first below none."""
    title, parts = "", list[str]()
    for part in _paragraphs(text):
        line = re.sub(r"\s*\n\s*(?!- )", " ", part)
        if line.startswith("## "):
            yield title, parts
            title, parts = line[3:], []
        else:
            parts.append(line)
    yield title, parts


def _paragraphs(text: str) -> list[str]:
    """The parts between empty lines; an insert is one too."""
    return [*filter(None, map(str.strip, re.split(r"\n\s*\n|(?<=\ue001)\s*\n", text)))]


class _Inserts:
    """The blocks of one rendering, each of which stands in the text as a sign with its number."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.blocks: list[Block] = []
        self.functions: dict[str, object] = {
            "beside": self.beside,
            "by_side": _by_side,
            "chart": self.chart,
            "definitions": _definitions,
            "first_rows": _first_rows,
            "folded": self.folded,
            "figures": self.figures,
            "intervals": self.intervals,
            "block": self.block,
            "table": self.table,
            "things": _things,
        }

    def table(
        self, columns: Columns[RowT], rows: Sequence[RowT], title: str = "", *, folded: bool = False,
        repeats: Sequence[str] | None = None, in_short: tuple[Columns[RowT], Sequence[RowT]] | None = None,
    ) -> Markdown:  # fmt: skip
        """The rows, as `Columns.table` has them; `in_short` is what a terminal has of them."""
        table = columns.table(rows, title, folded=folded, repeats=repeats)
        if in_short:
            brief, more = in_short[0].table(in_short[1]).rows, len(rows) - len(in_short[1])
            rest = (
                f"{more} more {plural(more, 'row')}; --json, --html and --markdown have all." if brief and more else ""
            )
            table = table._replace(brief=brief, rest=rest)
        return self._insert(table)

    def block(self, *blocks: Block) -> Markdown:
        """Blocks that the study makes."""
        return Markdown("\n\n".join(map(self._insert, blocks)))

    def figures(self, columns: Columns[RowT], row: RowT) -> Markdown:
        """The columns of a row, beside each other on a page."""
        return self._insert(columns.figures(row))

    def chart(
        self, draw: str | Callable[..., "Drawn"], row: object, title: str, *terms: str, about: str = "",
        widths: tuple[int, int] | None = None, name: str = "", scrolls: bool = False, caller: Callable[[], str],
    ) -> Markdown:  # fmt: skip
        """The chart that a function makes of a row, or of several values, with a sentence.

        It is one of the study's module `charts`, by its name, and may return a pair with the ways to its plays. `about`
        and the `terms` of the glossary explain it. Raises ValueError for one that there is not.
        """
        charts = files(self.package).joinpath("charts.py")
        if isinstance(draw, str) and not (charts.is_file() and f"\ndef {draw}(" in charts.read_text("utf-8")):
            raise ValueError(f"no chart {draw} in {self.package}.charts")

        def drawn() -> "Drawn":  # late, for Plotly loads slowly
            figure: Callable[..., Drawn]
            figure = getattr(import_module(f"{self.package}.charts"), draw) if isinstance(draw, str) else draw
            return figure(*row) if isinstance(row, tuple) else figure(row)

        name = name or (draw if isinstance(draw, str) else draw.__name__)
        return self._drawing(name, title, caller, drawn, about, terms, widths, scrolls)

    def intervals(
        self,
        name: str,
        columns: Columns[RowT],
        rows: Sequence[RowT],
        title: str,
        *terms: str,
        even: float | None = None,
        unjudged: str = "",
        reach: float = 0.05,
        caller: Callable[[], str],
    ) -> Markdown:
        """The intervals of a table, a row each; at `even` nothing is gained or lost, and it reaches so far around."""

        def draw() -> "Figure":
            from workbench.report.charts.base import intervals_figure  # Plotly loads slowly

            column = columns.interval_column
            suffix = f"{THIN}%" if column.is_share else ""
            return intervals_figure(columns.marks(rows, unjudged), column.title, suffix, column.scale, even, reach)

        return self._drawing(name, title, caller, draw, columns.interval_column.about, terms)

    def beside(self, *texts: str) -> Markdown:
        """Inserts that a wide page shows beside each other."""
        columns = [[*self.blocks_of(_paragraphs(text))] for text in texts]
        return self._insert(Beside([column for column in columns if column]))

    def folded(self, title: str, text: str) -> Markdown:
        """Inserts below a heading, which a page folds away."""
        return self._insert(Section(title, [*self.blocks_of(_paragraphs(text))], folded=True))

    def _drawing(
        self,
        name: str,
        title: str,
        caller: Callable[[], str],
        draw: "Callable[[], Drawn]",
        about: str,
        terms: Sequence[str],
        widths: tuple[int, int] | None = None,
        scrolls: bool = False,
    ) -> Markdown:
        sentence = plain_text(on_one_line(caller()))

        def drawn() -> "Chart":
            from workbench.report.charts.base import Chart

            figure, *links = drawing if isinstance(drawing := draw(), tuple) else (drawing, ())
            return Chart(name, title, sentence, figure, *links)

        return self._insert(Drawing(name, drawn, about, terms, scrolls, widths))

    def _insert(self, block: Block) -> Markdown:
        self.blocks.append(block)
        return Markdown(f"\ue000{len(self.blocks) - 1}\ue001")

    def blocks_of(self, parts: Sequence[str]) -> Iterator[Block]:
        """Paragraphs as blocks of words, and the inserts between them. Raises ValueError for one within a line."""
        words = list[str]()
        for part in parts:
            insert = INSERT.fullmatch(part.strip())
            if insert is None and INSERT.search(part):
                raise ValueError(f"an insert stands on a line of its own, between empty lines: {part}")
            if insert is None:
                words.append(part)
                continue
            yield from _words(words)
            words = []
            yield self.blocks[int(insert[1])]
        yield from _words(words)


def _words(parts: Sequence[str]) -> Iterator[Passage]:
    if parts:
        yield Passage("\n\n".join(parts))


def _first_rows(rows: Sequence[RowT], most: int, *, caller: Callable[[RowT], str]) -> Markdown:
    """The first few rows in a sentence, as the lines within say each, and how many more there are."""
    return Markdown(listed(first_of([caller(row).strip() for row in rows], most)))


def _by_side(sides: "Sequence[BatchSummary]", say: "Callable[[BatchSummary], str]") -> Markdown:
    """The sentence of each batch, once where several are alike."""
    groups: dict[str, list[str]] = {}
    for side in sides:
        groups.setdefault(on_one_line(say(side)).strip(), []).append(escaped(side.scenario.title))
    if len(groups) > 1:
        return Markdown(" ".join(f"With {listed(names)}, {sentence}" for sentence, names in groups.items()))
    lead = {1: "", 2: "With both, "}.get(len(sides), f"With all {len(sides)}, ")
    return Markdown(upper_first(f"{lead}{next(iter(groups))}"))


def _things(*lines: str, most: int = 3) -> Markdown:
    """The first few of the lines that say anything, as a list."""
    words = [re.sub(r"\s*\n\s*", " ", line.strip()) for line in lines]
    return Markdown("\n".join([f"- {line}" for line in words if line][:most]))


def _definitions(columns: Columns[RowT]) -> Markdown:
    """The meanings of the figures, a line each."""
    return Markdown("\n".join(f"- **{escaped(title)}**: {escaped(about)}" for title, about in columns.definitions()))


class _Compiled(BytecodeCache):
    """Templates compiled to Python's bytecode, beside the compiled rules: it took 0.06 s of a comparison's 1.0 s."""

    def load_bytecode(self, bucket: Bucket) -> None:
        if content := read_sealed(self._file(bucket)):
            bucket.bytecode_from_string(content)

    def dump_bytecode(self, bucket: Bucket) -> None:
        write_sealed(self._file(bucket), bucket.bytecode_to_string())

    @staticmethod
    def _file(bucket: Bucket) -> Path:
        return cache_root() / "templates" / f"{bucket.key}-{sys.version_info.minor}"


@pass_context  # what a template inserts is worked out when it is rendered: compiled, it holds none of our code
def _inserted(context: object, value: object) -> object:
    return value if isinstance(value, Markdown | Markup) else escaped(str(value))


@cache
def _environment(*, is_plain: bool = False) -> Environment:
    environment = Environment(
        loader=FunctionLoader(_source),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        autoescape=False,
        finalize=_as_text if is_plain else _inserted,
        optimized=False,
        bytecode_cache=_Compiled(),
    )
    environment.globals |= {
        "CUT_SHORT": CUT_SHORT,
        "FEWEST_PLAYS": FEWEST_PLAYS,
        "FEWEST_SESSIONS": FEWEST_SESSIONS,
        "KINDS_OF_RESULTS": KINDS_OF_RESULTS,
        "LEAST_SPREAD": 0.0005,  # a gap between seats that is surely larger is said to be there: 0.1 % in words
        "MANY_CUT_SHORT": verdicts.MANY_CUT_SHORT,
        "NO_PEOPLE": scenarios.NO_PEOPLE,
        "enough_sessions": enough_sessions,
    }
    environment.filters |= {
        "at_most": _at_most,
        "bot": bot_title,
        "bots_described": lambda scenario: scenarios.bots_described(scenario.game, scenario.bots),
        "bots": lambda names, last="and": listed(map(bot_title, names), last),
        "bots_label": scenarios.bots_label,
        "bots_phrase": scenarios.bots_phrase,
        "bots_with_specs": scenarios.bots_with_specs,
        "code": lambda text: Markdown(f"`{text}`"),  # in which nothing is escaped
        "caveat": lambda scenario, bots: scenarios.caveat_of(scenario.game, bots),
        "clauses": _clauses,
        "count": phrases.count,
        "counted": phrases.number_of,
        "line": lambda text: Markdown(on_one_line(text)),
        "left_out": phrases.left_out,
        "listed": listed,
        "lower_first": lower_first,
        "moment": time_words,
        "more_plays": plays_range,
        "percent": phrases.percent,
        "plural": plural,
        "point_span": phrases.point_span,
        "points": phrases.points,
        "ratio": phrases.plain,
        "roughly": phrases.roughly,
        "share": phrases.share,
        "share_span": phrases.share_span,
        "span": _span,
        "spelled": lambda number: NUMBERS[number] if number < len(NUMBERS) else number,
        "time": span_words,
        "upper_first": upper_first,
        "word": lambda verdict: verdict.value,
        "words_of": phrases.words_of,
        # of revisions
        "no_holes": lambda side: plain_phrase("holes.txt", "none_met", side.scenario.game, side.holes),
        "changed_rules": scenarios.changed_rules,
        "title_beside": scenarios.title_beside,
        "with_stop": phrases.with_stop,
        "how_played": scenarios.how_played,
        "on_bots": scenarios.on_bots,
        "who_played": scenarios.who_played,
        "styles": lambda names, scenario: listed(
            f"{bot_title(name)}{scenarios.manner(scenario.game, name)}" for name in names
        ),
        "played_by": lambda revisions: scenarios.played_by(*revisions),
        "goals_controlled": scenarios.goals_controlled,
        # of figures, goals, aims and changes
        "aim": lambda aim, scenario: scenarios.aim_in_words(scenario.game, aim),
        "aims": lambda scenario: scenarios.aims_in_words(scenario) if scenario.aims else "",
        "brief": phrases.brief,
        "bound": lambda checked: phrases.value(checked.contrast.measure, checked.aim.bound),
        "comparative": lambda row: phrases.comparative(row.measure, row.difference.mean > 0),
        "goal_name": lambda name, scenario: lower_first(scenarios.goal_label(scenario.game, name)),
        "goal_target": lambda goal, scenario: scenarios.target(goal, goal_measure(scenario.game, goal.measure)),
        "least": lambda checked: scenarios.aim_size(checked.aim, checked.contrast.measure),
        "next_step": _next_step,
        "rose_from_to": partial(_phrase, "changes.md", "rose_from_to"),
        "size": verdicts.size_of,
        "way": _way,
        "after": lambda contrast: phrases.with_unit(contrast.measure, contrast.difference.other),
        "about": lambda figure: f"{phrases.in_a_sentence(figure.measure, figure.estimate.mean)} {figure.measure.unit}",
        "by": lambda row: (
            f"{lower_first(verdicts.label_of(row))} by {phrases.change_with_unit(row.measure, row.difference.mean)}"
        ),
        "change": lambda contrast: phrases.change_with_unit(contrast.measure, contrast.difference.mean),
        "figure": lambda figure: phrases.with_unit(figure.measure, figure.estimate.mean),
        "from_to": verdicts.from_to,
        "mean_of": lambda measure, side: phrases.value(measure, side.readings[measure.name].estimate.mean),
        "meets": lambda standing: "meet" if standing is Standing.MET else "miss",
        "moved": partial(_phrase, "changes.md", "moved"),
        "name_of": lambda figure: lower_first(figure.label),
        "of_some_pairs": lambda contrast: phrases.in_brackets(verdicts.some_plays(contrast)),
        "of_some_plays": lambda goal: phrases.in_brackets(phrases.part_of(goal.figure.estimate.n, goal.plays)),
        "told_by": verdicts.told_by,
        "target": lambda checked: scenarios.target(checked.goal, checked.figure.measure),
        "whose": lambda rate: rate.side.replace("_", " ") or f"seat {rate.seat + 1}",
    }
    if is_plain:
        environment.filters |= {"count": "{:,}".format, "counted": partial(counted, separator=",")}
    return environment


def _phrase(file: str, macro: str, *values: object) -> Markdown:
    """The same within another template, as Markdown."""
    module = _environment().get_template(f"{SHARED}:{file}").module
    return Markdown(on_one_line(getattr(module, macro)(*values)))


@pass_context  # as above, so that templates of both kinds compile alike
def _as_text(context: object, value: object) -> str:
    return str(value)


def _next_step(result: "BatchSummary | Summary") -> "NextStep | None":
    from workbench.report.next_step import next_step  # which needs answers, which render

    return next_step(result)


def _way(checked: "CheckedAim") -> str:
    """Where an aim wants its measure to be, beside what it is called: `shorter`, `lower`."""
    up = checked.aim.direction is Direction.UP
    return phrases.comparative(checked.contrast.measure, up) or ("higher" if up else "lower")


def _clauses(text: str, most: int = 99) -> str:
    """The lines of a text as one sentence, on a line of its own; of more than so many it says how many are below."""
    lines = [*filter(None, map(str.strip, text.splitlines()))]
    more = [f"{len(lines) - most} more below"] if len(lines) > most else []
    return f"{as_sentence('; '.join([*lines[:most], *more]))}\n"


def _at_most(text: str, number: int) -> str:
    """The first lines of a text, each a point of a list and a sentence."""
    return f"{_things(*map(as_sentence, filter(None, map(str.strip, text.splitlines()))), most=number)}\n"


def _span(numbers: Iterable[int]) -> str:
    """The least of some numbers to the most: `40 to 2 000`."""
    return " to ".join(dict.fromkeys(map(phrases.count, (min(values := [*numbers]), max(values)))))


def _source(name: str) -> str:
    package, _, file = name.partition(":")
    return files(package).joinpath(file).read_text("utf-8")
