"""A result in words to paste elsewhere: as Markdown with a table, or as plain text with a line a measure.

Of a comparison, the goals and what moved have a line each; what stayed the same and what is undecided is named.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from workbench.engine.wording import listed
from workbench.report.rows import Group, Row, is_all, rows_against, rows_alone, with_cells
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text import cells, phrases, scenarios
from workbench.report.text.answers import answer, answer_alone
from workbench.report.text.phrases import lower_first
from workbench.stats import Verdict

SPECIAL = re.compile(
    r"[\\|*_`<#\[\]~]|&(?=#?\w+;)|:(?=//)|(?<=\bwww)\.|^(?:>|[-+=](?=[-+=\s])|\d+(?=[.)]\s))", re.IGNORECASE
)
"""What begins emphasis, a link, an address that readers make a link of, HTML, a table's cell, or a block of its own."""
Result = BatchSummary | Summary


def title_of(found: Result) -> str:
    """`Hitmakers: Broad appeal against First published rules`."""
    if isinstance(found, BatchSummary):
        return f"{found.scenario.game.title}: {found.scenario.title}"
    base, other = found.base.scenario, found.other.scenario
    return f"{other.game.title}: {other.title} against {base.title}"


def answer_of(found: Result) -> str:
    """What was found, in a sentence or two."""
    return answer_alone(found) if isinstance(found, BatchSummary) else answer(found)


def played_of(found: Result) -> str:
    """Who played how much, and that bots are not people."""
    if isinstance(found, BatchSummary):
        return scenarios.how_batch_was_played(found)
    return scenarios.how_played(found)


def rows_of(found: Result) -> list[Row]:
    """The rows of a result."""
    return with_cells(rows_alone(found) if isinstance(found, BatchSummary) else rows_against([found]))


def summary_markdown(*results: Result) -> str:
    """Each result below a heading: the answer, how it was played, what was changed, a table of the measures."""
    return "\n".join(line for found in results for line in _markdown(found))


def summary_text(*results: Result) -> str:
    """The same as plain text."""
    return "\n".join(line for found in results for line in _text(found))


def _markdown(found: Result) -> Iterator[str]:
    title, answer_, played = map(escaped, (title_of(found), answer_of(found), played_of(found)))
    yield from (f"# {title}", "", f"**{answer_}**", "", played, "")
    for line in _about_rules(found):
        yield from (escaped(line), "")
    heads = ("Goal", "Is, 95 % interval") if isinstance(found, BatchSummary) else ("Verdict", "Change, 95 % interval")
    said, rest = _rows_and_rest(found)
    for group, rows in _groups(said):
        yield from (f"## {group}", "", f"| Measure | Value | {heads[1]} | {heads[0]} |", "|---|---|---|---|")
        for row in rows:
            cell = row.cells[0]
            parts = (row.label, cells.values(row, cell), cells.interval(row, cell), cells.verdict(cell))
            yield f"| {' | '.join(map(escaped, parts))} |"
        yield from (["", escaped(scenarios.goals_controlled(len(rows)))] if group == Group.GOALS.value else [])
        yield ""
    for line in rest:
        yield from (escaped(line), "")


def _text(found: Result) -> Iterator[str]:
    yield from (title_of(found), "", answer_of(found), "", played_of(found))
    yield from _about_rules(found)
    said, rest = _rows_and_rest(found)
    for group, rows in _groups(said):
        yield from ("", group)
        for row in rows:
            cell = row.cells[0]
            verdict = cells.verdict(cell)
            measured = f"{row.label}: {cells.values(row, cell)}, {cells.interval(row, cell)}"
            yield f"- {measured}; {verdict}" if verdict else f"- {measured}"
    yield from ("", *rest, "")


def _about_rules(found: Result) -> list[str]:
    if isinstance(found, BatchSummary):
        return []
    reason = phrases.with_stop(found.other.scenario.reason)
    return [scenarios.changed_rules(found), *([f"Why: {reason}"] if reason else [])]


def _rows_and_rest(found: Result) -> tuple[list[Row], list[str]]:
    """The rows with a line each, and sentences that name the others."""
    rows = rows_of(found)
    if isinstance(found, BatchSummary):
        return rows, []
    folded = {verdict: [row for row in rows if is_all(row, verdict)] for verdict in (Verdict.SAME, Verdict.UNDECIDED)}
    names = {row.name for each in folded.values() for row in each}
    words = {Verdict.SAME: "Stayed the same", Verdict.UNDECIDED: "Undecided"}
    rest = [
        f"{words[verdict]}: {listed(lower_first(row.label) for row in each)}."
        for verdict, each in folded.items()
        if each
    ]
    return [row for row in rows if row.name not in names], rest


def _groups(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    for group, members in groupby(rows, key=lambda row: row.group):
        yield group.value, list(members)


def markdown_table(table: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """The lines of a table, whose rows have the same columns."""
    yield f"| {' | '.join(map(escaped, table[0]))} |"
    yield f"|{'---|' * len(table[0])}"
    for line in table:
        yield f"| {' | '.join(map(escaped, line.values()))} |"


def escaped(text: str) -> str:
    """A text on one line, of which Markdown shows every letter: no link, no HTML, no emphasis, no end of a cell."""
    return SPECIAL.sub(_literal, " ".join(text.splitlines()).strip())


def _literal(match: re.Match[str]) -> str:
    text = match[0]
    return f"{text}\\" if text.isdigit() else f"\\{text}"
