"""A document as Markdown, for a design diary: without charts, and without definitions."""

from collections.abc import Iterable, Iterator

from workbench.report.document import (
    Beside,
    Block,
    Command,
    Figures,
    JudgedLines,
    Matrix,
    Picker,
    Points,
    Prose,
    Report,
    Section,
    Table,
)
from workbench.report.escape import escaped
from workbench.report.markdown import markdown_table


def as_markdown(report: Report, command: str) -> str:
    """The text; `command`, which makes it again, can be copied as it is."""
    return "\n".join(_lines(report, command))


def _lines(report: Report, command: str) -> Iterator[str]:
    yield from (f"# {escaped(report.title)}", "", f"**{escaped(report.headline)}**", "")
    yield from _points(report.evidence)
    for text in (report.how_played, *report.advice):
        yield from (escaped(text), "")
    yield from _blocks(report.blocks)
    yield from ("## Make it again", "", f"```sh\n{command}\n```", "")


def _points(lines: Iterable[str]) -> Iterator[str]:
    yield from (f"- {escaped(line)}" for line in lines)
    yield ""


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Prose(text) if text:
                yield from (f"- {escaped(text)}", "")
            case Figures():
                yield from _points(block.sentences)
            case JudgedLines():
                yield from _points(line.text for line in block.lines)
            case Points():
                yield from _points(block.lines)
            case Picker() if block.options:
                yield from _blocks(block.view(next(iter(block.options))))
            case Table() if block.rows:
                yield from (
                    *([f"### {escaped(block.title)}", ""] if block.title else []),
                    *markdown_table(block.rows),
                    "",
                )
            case Matrix():
                yield from _blocks([block.table])
            case Section():
                yield from (f"## {escaped(block.title)}", "", *_blocks(block.blocks))
            case Beside():
                for column in block.columns:
                    yield from _blocks(column)
            case Command():
                yield from (f"{escaped(block.label)}: `{block.command}`", "")
