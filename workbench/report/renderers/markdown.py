"""A document as Markdown, for a design diary: without charts, and without definitions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from workbench.engine.wording import listed
from workbench.report.document import (
    Beside,
    Block,
    Command,
    Figures,
    Points,
    Prose,
    Report,
    Section,
    Table,
    VerdictLine,
    VerdictRows,
    without_controls,
)
from workbench.report.escape import escaped
from workbench.report.text.phrases import in_brackets, lower_first


def as_markdown(report: Report, command: str) -> str:
    """The text; `command`, which makes it again, can be copied as it is."""
    return "\n".join(_lines(report, command))


def _lines(report: Report, command: str) -> Iterator[str]:
    yield from (f"# {escaped(report.title)}", "", f"**{escaped(report.headline)}**", "")
    yield from _points(report.evidence) if report.evidence else ()
    for text in (report.how_played, *report.advice):
        yield from (escaped(text), "")
    yield from _blocks(report.blocks)
    yield from ("## Make it again", "", f"```sh\n{command}\n```", "")


def _points(lines: Iterable[str]) -> Iterator[str]:
    yield from (f"- {escaped(line)}" for line in lines)
    yield ""


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for block in without_controls(blocks):
        match block:
            case Prose(text) if text:
                yield from (f"- {escaped(text)}", "")
            case Figures() if block.sentences:
                yield from _points(block.sentences)
            case VerdictRows():
                yield from _verdict_rows(block)
            case Points() if block.words:
                yield from _points(block.words)
            case Table() as table if table.rows and table.brief != ():
                yield from (
                    *([f"### {escaped(table.title)}", ""] if table.title else []),
                    *markdown_table(table.rows),
                    "",
                )
            case Section():
                yield from (f"## {escaped(block.title)}", "", *_blocks(block.blocks))
            case Beside():
                for column in block.columns:
                    yield from _blocks(column)
            case Command():
                yield from (f"{escaped(block.label)}: `{block.command}`", "")


def _verdict_rows(block: VerdictRows) -> Iterator[str]:
    """A table for each group; what is folded is named."""
    if block.answers:
        yield from _points(f"{title}: {answer}" for title, answer in block.answers)
    for group in block.groups:
        yield from (f"## {escaped(group.title)}", "")
        table = [_cells(row.label, line, block) for row in group.rows for line in row.lines]
        yield from (*markdown_table(table), "") if table else ()
        for fold in group.folds:
            names = listed(lower_first(row.label) for row in fold.rows)
            yield from (escaped(f"{fold.title}: {names}."), "")
        yield from (escaped(group.about), "") if group.about else ()


def _cells(label: str, line: VerdictLine, block: VerdictRows) -> dict[str, str]:
    some, lacks = in_brackets(line.part), in_brackets(line.lacks)
    return {
        "Measure": f"{label}, {line.title}" if block.has_several else label,
        "Value": line.values,
        "Change, 95 % interval" if block.changes else "95 % interval": f"{line.interval}{some}",
        "Verdict" if block.changes else "Goal": f"{line.verdict}{lacks}",
    }


def markdown_table(table: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """The lines of a table, whose rows have the same columns."""
    yield f"| {' | '.join(map(escaped, table[0]))} |"
    yield f"|{'---|' * len(table[0])}"
    for line in table:
        yield f"| {' | '.join(map(escaped, line.values()))} |"
