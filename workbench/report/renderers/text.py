"""A document as plain text, to paste where there is no markup; and its figures for other programs: as CSV, and as JSON.

The text has the answer, how it was played, and a line a measure.
"""

from collections.abc import Iterable, Iterator

from workbench.engine.files import csv_text
from workbench.report import document
from workbench.report.escape import plain_text


def as_text(report: document.Report) -> str:
    """The text, without charts, tables and definitions."""
    lines = [report.title, "", *filter(None, [report.headline, report.strength]), "", report.how_played]
    return "\n".join([*lines, *_lines(report.blocks), ""])


def _lines(blocks: Iterable[document.Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case document.Passage(markdown):
                yield from map(plain_text, markdown.splitlines())
            case document.Points():
                yield from block.words
            case document.Section():
                inner = [] if block.folded else [*_lines(block.blocks)]
                yield from ("", block.title, *inner) if inner else ()
            case document.VerdictRows():
                yield from (f"{title}: {answer}" for title, answer in block.answers)
                for group in block.groups:
                    yield from ("", group.title)
                    yield from (f"- {_line(row, line, block)}" for row in group.rows for line in row.lines)
                    for fold in group.folds:
                        yield f"- {fold.title}: {', '.join(row.label for row in fold.rows)}"
            case document.Beside():
                for column in block.columns:
                    yield from _lines(column)
            case (
                document.Command()
                | document.Drawing()
                | document.Figures()
                | document.Picker()
                | document.Proposal()
                | document.Table()
            ):
                pass  # left out: the text is short
            case _:
                document.refuse(block, "text")


def _line(row: document.VerdictRow, line: document.VerdictLine, block: document.VerdictRows) -> str:
    name = f"{row.label_with_goal}, {line.title}" if block.has_several else row.label_with_goal
    measured = f"{name}: {line.values}, {line.interval}{f' ({line.part})' if line.part else ''}"
    return f"{measured}; {line.verdict}" if line.verdict else measured


# For other programs


def as_csv(report: document.Report) -> str:
    """A line for each record, in full precision, with the revision and the seed."""
    played = {"revision": report.scenario.name, "seed": report.scenario.seed}
    names = list(dict.fromkeys([*(name for record in report.records for name in record), *played]))
    lines = [[{**played, **record}.get(name) for name in names] for record in report.records]
    return csv_text(names, lines)


def as_json(report: document.Report) -> dict[str, object]:
    """The object that the command prints with `--json`: the study's own, or the headline with the records."""
    from workbench.report.json import revision_json

    if report.data:
        return dict(report.data)
    scenario = report.scenario
    played = {"bots": list(scenario.bots), "plays": report.plays, "seed": scenario.seed, "players": scenario.players}
    answer = {"headline": report.headline, "strength": report.strength, "look_at": []}
    return {**revision_json(scenario), **played, **answer, "figures": [*map(dict, report.records)]}
