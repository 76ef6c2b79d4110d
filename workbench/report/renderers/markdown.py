"""A document as Markdown, for a design diary: without charts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from workbench.engine.wording import listed, lower_first
from workbench.report import document
from workbench.report.escape import escaped
from workbench.report.text.phrases import in_brackets


def as_markdown(report: document.Report, command: str) -> str:
    """The text; `command`, which makes it again, can be copied as it is."""
    lines = [f"# {escaped(report.title)}", "", f"**{escaped(report.headline)}**", ""]
    lines += [escaped(report.strength), ""] if report.strength else []
    lines += [escaped(report.how_played), "", *_blocks(report.blocks)]
    lines += ["## How it was measured", "", report.details, ""] if report.details else []
    return "\n".join([*lines, "## Make it again", "", f"```sh\n{command}\n```", ""])


def _points(lines: Iterable[str]) -> Iterator[str]:
    yield from (f"- {escaped(line)}" for line in lines)
    yield ""


def _blocks(blocks: Iterable[document.Block]) -> Iterator[str]:
    for block in document.without_controls(blocks):
        match block:
            case document.Passage(markdown):
                yield from (markdown, "")
            case document.Figures():
                yield from (*markdown_table(block.table.rows), "") if block.sentences is None else ()
                yield from _points(block.sentences) if block.sentences else ()
            case document.VerdictRows():
                yield from _verdict_rows(block)
            case document.Points():
                yield from _points(block.words) if block.words else ()
            case document.Table():
                if block.rows and block.brief != ():
                    yield from (f"### {escaped(block.title)}", "") if block.title else ()
                    yield from (*markdown_table(block.rows), "")
            case document.Section():
                lines = [*_blocks(block.blocks)]
                yield from (f"## {escaped(block.title)}", "", *lines) if lines else ()
            case document.Beside():
                for column in block.columns:
                    yield from _blocks(column)
            case document.Command():
                yield from (f"{escaped(block.label)}: `{block.command}`", "")
            case document.Drawing() | document.Picker() | document.Proposal():
                pass
            case _:
                document.refuse(block, "Markdown")


def _verdict_rows(block: document.VerdictRows) -> Iterator[str]:
    """A table for each group; what is folded is named."""
    if block.answers:
        yield from _points(f"{title}: {answer}" for title, answer in block.answers)
    for group in block.groups:
        yield from (f"## {escaped(group.title)}", "")
        heads = ("Change, 95 % interval", "Verdict") if block.changes else ("95 % interval", "Goal")
        table = [
            {
                "Measure": f"{row.label_with_goal}, {line.title}" if block.has_several else row.label_with_goal,
                "Value": line.values,
                heads[0]: f"{line.interval}{in_brackets(line.part)}",
                heads[1]: f"{line.verdict}{in_brackets(line.lacks)}",
            }
            for row in group.rows
            for line in row.lines
        ]
        yield from (*markdown_table(table), "") if table else ()
        for fold in group.folds:
            names = listed(lower_first(row.label) for row in fold.rows)
            yield from (escaped(f"{fold.title}: {names}."), "")
        yield from (escaped(group.about), "") if group.about else ()


def markdown_table(table: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """The lines of a table, whose rows have the same columns."""
    yield f"| {' | '.join(map(escaped, table[0]))} |"
    yield f"|{'---|' * len(table[0])}"
    for line in table:
        yield f"| {' | '.join(map(escaped, line.values()))} |"
