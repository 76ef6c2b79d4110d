"""A result in words to paste elsewhere: as Markdown with a table, or as plain text with a line a measure.

Of a comparison, the goals and what moved have a line each; what stayed the same and what is undecided is named.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from workbench.engine.wording import listed
from workbench.report.escape import escaped
from workbench.report.rows import Group, MeasureRow, is_all, rows_against, rows_alone, with_cells
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text import cells, phrases, scenarios
from workbench.report.text.answers import answer, answer_alone
from workbench.report.text.phrases import lower_first
from workbench.stats import Verdict

Result = BatchSummary | Summary


def title_of(result: Result) -> str:
    """`Hitmakers: Broad appeal against First published rules`."""
    if isinstance(result, BatchSummary):
        return f"{result.scenario.game.title}: {result.scenario.title}"
    base, other = result.base.scenario, result.other.scenario
    return f"{other.game.title}: {other.title} against {base.title}"


def answer_of(result: Result) -> str:
    """The answer, in a sentence or two."""
    return answer_alone(result) if isinstance(result, BatchSummary) else answer(result)


def played_of(result: Result) -> str:
    """Who played how much, and that bots are not people."""
    if isinstance(result, BatchSummary):
        return scenarios.how_batch_was_played(result)
    return scenarios.how_played(result)


def rows_of(result: Result) -> list[MeasureRow]:
    """The rows of a result."""
    return with_cells(rows_alone(result) if isinstance(result, BatchSummary) else rows_against([result]))


def summary_markdown(*results: Result) -> str:
    """Each result below a heading: the answer, how it was played, what was changed, a table of the measures."""
    return "\n".join(line for result in results for line in _markdown(result))


def summary_text(*results: Result) -> str:
    """The same as plain text."""
    return "\n".join(line for result in results for line in _text(result))


def _markdown(result: Result) -> Iterator[str]:
    title, answer_, played = map(escaped, (title_of(result), answer_of(result), played_of(result)))
    yield from (f"# {title}", "", f"**{answer_}**", "", played, "")
    for line in _about_rules(result):
        yield from (escaped(line), "")
    heads = ("Goal", "Is, 95 % interval") if isinstance(result, BatchSummary) else ("Verdict", "Change, 95 % interval")
    line_rows, rest = _rows_and_rest(result)
    for group, rows in _groups(line_rows):
        yield from (f"## {group}", "", f"| Measure | Value | {heads[1]} | {heads[0]} |", "|---|---|---|---|")
        for row in rows:
            cell = row.cells[0]
            parts = (row.label, cells.values(row, cell), cells.interval(row, cell), cells.verdict(cell))
            yield f"| {' | '.join(map(escaped, parts))} |"
        yield from (["", escaped(scenarios.goals_controlled(len(rows)))] if group == Group.GOALS.value else [])
        yield ""
    for line in rest:
        yield from (escaped(line), "")


def _text(result: Result) -> Iterator[str]:
    yield from (title_of(result), "", answer_of(result), "", played_of(result))
    yield from _about_rules(result)
    line_rows, rest = _rows_and_rest(result)
    for group, rows in _groups(line_rows):
        yield from ("", group)
        for row in rows:
            cell = row.cells[0]
            verdict = cells.verdict(cell)
            measured = f"{row.label}: {cells.values(row, cell)}, {cells.interval(row, cell)}"
            yield f"- {measured}; {verdict}" if verdict else f"- {measured}"
    yield from ("", *rest, "")


def _about_rules(result: Result) -> list[str]:
    if isinstance(result, BatchSummary):
        return []
    reason = phrases.with_stop(result.other.scenario.reason)
    return [scenarios.changed_rules(result), *([f"Why: {reason}"] if reason else [])]


def _rows_and_rest(result: Result) -> tuple[list[MeasureRow], list[str]]:
    """The rows with a line each, and sentences that name the others."""
    rows = rows_of(result)
    if isinstance(result, BatchSummary):
        return rows, []
    folded = {verdict: [row for row in rows if is_all(row, verdict)] for verdict in (Verdict.SAME, Verdict.UNDECIDED)}
    names = {row.name for members in folded.values() for row in members}
    words = {Verdict.SAME: "Stayed the same", Verdict.UNDECIDED: "Undecided"}
    rest = [
        f"{words[verdict]}: {listed(lower_first(row.label) for row in members)}."
        for verdict, members in folded.items()
        if members
    ]
    return [row for row in rows if row.name not in names], rest


def _groups(rows: Sequence[MeasureRow]) -> Iterator[tuple[str, list[MeasureRow]]]:
    for group, members in groupby(rows, key=lambda row: row.group):
        yield group.value, list(members)


def markdown_table(table: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """The lines of a table, whose rows have the same columns."""
    yield f"| {' | '.join(map(escaped, table[0]))} |"
    yield f"|{'---|' * len(table[0])}"
    for line in table:
        yield f"| {' | '.join(map(escaped, line.values()))} |"
