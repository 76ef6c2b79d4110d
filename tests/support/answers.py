"""What the document of a study's template says: a short headline, three things to know, charts and rows."""

from collections.abc import Iterator, Sequence

from workbench.report.charts.base import Chart
from workbench.report.document import Beside, Block, Drawing, Passage, Report, Section, Table
from workbench.report.escape import plain_text
from workbench.studies.study import AnyStudy

MOST_WORDS, MOST_LINES = 20, 3
"""Of a headline, and of what is to know beside it."""


def told(study: AnyStudy, answer: object) -> Report:
    """The document of an answer: a short headline, three things to know at most, and one next step."""
    report = study.report(answer)
    assert len(report.headline.split()) <= MOST_WORDS, report.headline
    assert len(things(report)) <= MOST_LINES, things(report)
    assert report.blocks[0].markdown.count("**Next:**") == 1, "with its reason"
    return report


def things(report: Report) -> list[str]:
    """The lines below the headline, in plain text."""
    first = report.blocks[0] if report.blocks else None
    lines = first.markdown.splitlines() if isinstance(first, Passage) else []
    return [plain_text(line.removeprefix("- ")).replace("\u202f", " ") for line in lines if line.startswith("- ")]


def inside(blocks: Sequence[Block]) -> Iterator[Block]:
    """Every block, those in sections and columns too."""
    for block in blocks:
        match block:
            case Beside(columns):
                yield from inside([part for column in columns for part in column])
            case Section():
                yield from inside(block.blocks)
            case _:
                yield block


def drawings_of(report: Report) -> dict[str, Drawing]:
    """The charts that are not drawn yet, by name."""
    return {block.name: block for block in inside(report.blocks) if isinstance(block, Drawing)}


def charts_of(report: Report) -> list[Chart]:
    """The charts, in order."""
    return [chart for drawing in drawings_of(report).values() if (chart := drawing.draw())]


def table_of(report: Report, title: str = "") -> Table:
    return next(block for block in inside(report.blocks) if isinstance(block, Table) and block.title.startswith(title))
