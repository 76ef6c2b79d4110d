"""A document as plain text, to paste where there is no markup: the answer, how it was played, a line a measure."""

from collections.abc import Iterable, Iterator

from workbench.report.document import (
    Block,
    Points,
    Prose,
    Report,
    Section,
    VerdictLine,
    VerdictRow,
    VerdictRows,
)


def as_text(report: Report) -> str:
    """The text, without charts, tables and definitions."""
    lines = [report.title, "", report.headline, *report.evidence, *report.advice, "", report.how_played]
    return "\n".join([*lines, *_lines(report.blocks), ""])


def _lines(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Prose(text) if text:
                yield text
            case Points():
                yield from block.words
            case Section() if not block.folded:
                inner = [*_lines(block.blocks)]
                yield from ("", block.title, *inner) if inner else ()
            case VerdictRows():
                yield from (f"{title}: {answer}" for title, answer in block.answers)
                for group in block.groups:
                    yield from ("", group.title)
                    yield from (f"- {_line(row, line, block)}" for row in group.rows for line in row.lines)
                    for fold in group.folds:
                        yield f"- {fold.title}: {', '.join(row.label for row in fold.rows)}"


def _line(row: VerdictRow, line: VerdictLine, block: VerdictRows) -> str:
    name = f"{row.label}, {line.title}" if block.has_several else row.label
    measured = f"{name}: {line.values}, {line.interval}{f' ({line.part})' if line.part else ''}"
    return f"{measured}; {line.verdict}" if line.verdict else measured
