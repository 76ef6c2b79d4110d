"""All revisions of a game as a document: one table, a row each."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.engine.wording import THIN, first_of, listed, lower_first
from workbench.play.goals import Standing
from workbench.report.document import Block, Matrix, MatrixCell, MatrixRow, Report
from workbench.report.findings import batch_query
from workbench.report.json import estimate_json, number
from workbench.report.text import phrases
from workbench.report.text.scenarios import bots_label, target
from workbench.stats import Verdict
from workbench.store.history import DecisionState
from workbench.studies.goals.measure import Column, GoalsAnswer, RevisionRow, StandingCell

if TYPE_CHECKING:
    from workbench.studies.goals.question import GoalsQuestion

MARKS = {
    Standing.MET: ("✓", "good"),
    Standing.MISSED: ("✗", "bad"),
    Standing.UNDECIDED: ("?", "open"),
}
ARROWS = {
    Verdict.BETTER: "better",
    Verdict.WORSE: "worse",
    Verdict.HIGHER: "higher",
    Verdict.LOWER: "lower",
    Verdict.SAME: "same",
    Verdict.UNDECIDED: "",
}
MOST = 2
"""Revisions that the headline names."""


def report(answer: GoalsAnswer) -> Report:
    """The answer as a document."""
    question = answer.question
    gained = [(row.entry.scenario.title, row.gained) for row in answer.rows if row.gained]
    lost = [(row.entry.scenario.title, row.lost) for row in answer.rows if row.lost]
    return Report(
        scenario=question.scenario,
        title=f"All revisions of {question.scenario.game.title}",
        headline=headline(answer),
        plays=sum(row.plays for row in answer.rows),
        evidence=list(filter(None, [_moves("gained", gained), _moves("lost", lost)])),
        blocks=[matrix(answer).table],
        records=[record for row in answer.rows for record in _records(answer, row)],
        data=_data(answer),
        how=_how(answer),
    )


def report_so_far(question: "GoalsQuestion", answers: Sequence[GoalsAnswer]) -> Sequence[Block]:
    """The rows that are there already."""
    return [matrix(answers[-1]).table] if answers and answers[-1].rows else []


def headline(answer: GoalsAnswer) -> str:
    """How many revisions meet all goals, and which; drafts do not count."""
    rows = [row for row in answer.rows if not row.entry.is_draft]
    goals, total = sum(bool(column.goal) for column in answer.columns), len(rows)
    title = answer.question.scenario.title
    if not goals:
        return f"{phrases.number_of(total, 'revision')} beside each other; {title} has no goals to hold them against."
    met = [row.entry.scenario.title for row in rows if overall(row) is Standing.MET]
    wished = f"all {goals} goals of {title}" if goals > 1 else f"the goal of {title}"
    if not met:
        return f"None of {phrases.number_of(total, 'revision')} is shown to meet {wished}."
    names = listed(first_of(met, MOST))
    verb = "meets" if len(met) == 1 else "meet"
    return f"{len(met)} of {phrases.number_of(total, 'revision')} {verb} {wished}: {names}."


def overall(row: RevisionRow) -> Standing | None:
    """How the goals of a revision stand together; None without goals."""
    from workbench.play.goals import worst_standing

    standings = [cell.standing for cell in row.cells if cell and cell.standing]
    return worst_standing(standings) if standings else None


def verdict_words(row: RevisionRow) -> str:
    """The one verdict on a revision: goals met, and those gained and lost against its parent."""
    standings = [cell.standing for cell in row.cells if cell and cell.standing]
    if not standings:
        return "no goals"
    words = [f"{standings.count(Standing.MET)} of {len(standings)} met"]
    words += [f"{standings.count(Standing.UNDECIDED)} open"] if Standing.UNDECIDED in standings else []
    words += [f"gained {listed(map(lower_first, row.gained))}"] if row.gained else []
    words += [f"lost {listed(map(lower_first, row.lost))}"] if row.lost else []
    return ", ".join(words)


def matrix(answer: GoalsAnswer) -> Matrix:
    """The table: the verdict, a column a goal or measure, who played, how much, and the decision."""
    columns = {"Verdict": "How the goals stand together, and which were gained or lost against the parent."}
    columns |= {_heading(column): _about(column) for column in answer.columns}
    columns |= {
        "Bots": "Who played.",
        "Plays": "How many plays of the revision.",
        "Decision": "What you decided about it.",
    }
    return Matrix("sort", "", "Revision", columns, [_matrix_row(answer, row) for row in answer.rows])


def _heading(column: Column) -> str:
    return f"{column.label}, {target(column.goal, column.measure)}" if column.goal else column.label


def _about(column: Column) -> str:
    return f"{column.measure.help} In {phrases.unit(column.measure)}." if column.measure.help else column.label


def _matrix_row(answer: GoalsAnswer, row: RevisionRow) -> MatrixRow:
    scenario, decision = row.entry.scenario, row.decision
    standing = overall(row)
    mark, tone = MARKS[standing] if standing else ("", "")
    met = [cell.standing for cell in row.cells if cell].count(Standing.MET)
    state = decision.state if decision else DecisionState.OPEN
    cells = [
        MatrixCell(verdict_words(row), mark=mark, tone=tone, number=met + len(row.gained) / 10 - len(row.lost) / 10),
        *(_matrix_cell(column, cell) for column, cell in zip(answer.columns, row.cells, strict=True)),
        MatrixCell(bots_label(scenario.bots)),
        MatrixCell(phrases.count(row.plays), number=row.plays),
        MatrixCell("draft" if row.entry.is_draft else state.value),
    ]
    choices: dict[str, object] = {"revision": scenario.revision, "against": row.base}
    choices |= batch_query(scenario.bots, scenario.plays, scenario.seed)
    return MatrixRow(scenario.title, row.entry.depth, cells, "results", choices)


def _matrix_cell(column: Column, cell: StandingCell | None) -> MatrixCell | None:
    if cell is None:
        return None
    mark, tone = MARKS[cell.standing] if cell.standing else ("", "")
    return MatrixCell(
        phrases.value(column.measure, cell.figure.estimate.mean),
        phrases.span(column.measure, cell.figure.estimate),
        cell.standing.value if cell.standing else "",
        mark,
        tone,
        ARROWS[cell.contrast.verdict] if cell.contrast else "",
        cell.figure.estimate.mean,
    )


def _moves(word: str, moves: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Which revisions gained or lost goals against their parent; empty where none did."""
    parts = [f"{title} ({listed(map(lower_first, labels))})" for title, labels in moves]
    return f"Goals {word} against the parent: {listed(first_of(parts, 2 * MOST))}." if parts else ""


def _records(answer: GoalsAnswer, row: RevisionRow) -> list[dict[str, object]]:
    """A line for each cell."""
    return [
        {
            "of": row.entry.scenario.name,
            "parent": f"{row.entry.scenario.game.name}/{row.base}" if row.base else "",
            "measure": column.name,
            "mean": number(cell.figure.estimate.mean),
            "low": number(cell.figure.estimate.low),
            "high": number(cell.figure.estimate.high),
            "goal": column.goal.text if column.goal else "",
            "standing": cell.standing.value if cell.standing else "",
            "change": number(cell.contrast.difference.mean) if cell.contrast else None,
            "verdict": cell.contrast.verdict.value if cell.contrast else "",
            "bots": " ".join(row.entry.scenario.bots),
            "plays": row.plays,
            "decision": (row.decision.state if row.decision else DecisionState.OPEN).value,
        }
        for column, cell in zip(answer.columns, row.cells, strict=True)
        if cell
    ]


def _data(answer: GoalsAnswer) -> dict[str, object]:
    scenario = answer.question.scenario
    return {
        "game": scenario.game.name,
        "scenario": scenario.name,
        "bots": list(scenario.bots),
        "plays": scenario.plays,
        "seed": scenario.seed,
        "headline": headline(answer),
        "goals": {column.name: column.goal.written for column in answer.columns if column.goal},
        "revisions": [_row_data(answer, row) for row in answer.rows],
    }


def _row_data(answer: GoalsAnswer, row: RevisionRow) -> dict[str, object]:
    standing = overall(row)
    return {
        "scenario": row.entry.scenario.name,
        "parent": f"{answer.question.scenario.game.name}/{row.base}" if row.base else None,
        "run": row.run,
        "bots": list(row.entry.scenario.bots),
        "plays": row.plays,
        "verdict": standing.value if standing else None,
        "gained": list(row.gained),
        "lost": list(row.lost),
        "decision": (row.decision.state if row.decision else DecisionState.OPEN).value,
        "measures": {
            column.name: _cell_data(cell) for column, cell in zip(answer.columns, row.cells, strict=True) if cell
        },
    }


def _cell_data(cell: StandingCell) -> dict[str, object]:
    moved = cell.contrast.difference if cell.contrast else None
    change = {"difference": number(moved.mean), "low": number(moved.low), "high": number(moved.high)} if moved else None
    return {
        "figure": cell.figure.name,
        **estimate_json(cell.figure.estimate),
        "standing": cell.standing.value if cell.standing else None,
        "change": change,
        "verdict": cell.contrast.verdict.value if cell.contrast else None,
    }


def _how(answer: GoalsAnswer) -> str:
    scenario = answer.question.scenario
    plays = phrases.number_of(scenario.plays, "play")
    return (
        f"{plays} of each revision by {bots_label(scenario.bots)} bots, seed {scenario.seed}, each compared with its"
        " parent on the same shuffles. The intervals of all goals of a revision hold together. Changes are judged"
        f" among all measures, as `compare` judges them: the chance that any of a revision's is called wrongly is at"
        f" most 5{THIN}%. Bots are not people."
    )
