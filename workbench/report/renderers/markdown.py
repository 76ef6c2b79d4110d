"""A document as Markdown, for a design diary: without charts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from workbench.engine.wording import listed, lower_first
from workbench.report.document import (
    Beside,
    Block,
    Command,
    Drawing,
    Figures,
    Passage,
    Picker,
    Points,
    Proposal,
    Report,
    Section,
    Table,
    VerdictLine,
    VerdictRows,
    refuse,
    without_controls,
)
from workbench.report.escape import escaped
from workbench.report.text.phrases import in_brackets


def as_markdown(report: Report, command: str) -> str:
    """The text; `command`, which makes it again, can be copied as it is."""
    return "\n".join(_lines(report, command))


def _lines(report: Report, command: str) -> Iterator[str]:
    yield from (f"# {escaped(report.title)}", "", f"**{escaped(report.headline)}**", "")
    yield from (escaped(report.strength), "") if report.strength else ()
    yield from (escaped(report.how_played), "")
    yield from _blocks(report.blocks)
    yield from ("## How it was measured", "", report.details, "") if report.details else ()
    yield from ("## Make it again", "", f"```sh\n{command}\n```", "")


def _points(lines: Iterable[str]) -> Iterator[str]:
    yield from (f"- {escaped(line)}" for line in lines)
    yield ""


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for block in without_controls(blocks):
        match block:
            case Passage(markdown):
                yield from (markdown, "")
            case Figures():
                yield from (*markdown_table(block.table.rows), "") if block.sentences is None else ()
                yield from _points(block.sentences) if block.sentences else ()
            case VerdictRows():
                yield from _verdict_rows(block)
            case Points():
                yield from _points(block.words) if block.words else ()
            case Table():
                if block.rows and block.brief != ():
                    yield from (f"### {escaped(block.title)}", "") if block.title else ()
                    yield from (*markdown_table(block.rows), "")
            case Section():
                lines = [*_blocks(block.blocks)]
                yield from (f"## {escaped(block.title)}", "", *lines) if lines else ()
            case Beside():
                for column in block.columns:
                    yield from _blocks(column)
            case Command():
                yield from (f"{escaped(block.label)}: `{block.command}`", "")
            case Drawing() | Picker() | Proposal():
                pass
            case _:
                refuse(block, "Markdown")


def _verdict_rows(block: VerdictRows) -> Iterator[str]:
    """A table for each group; what is folded is named."""
    if block.answers:
        yield from _points(f"{title}: {answer}" for title, answer in block.answers)
    for group in block.groups:
        yield from (f"## {escaped(group.title)}", "")
        table = [_cells(row.label_with_goal, line, block) for row in group.rows for line in row.lines]
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
