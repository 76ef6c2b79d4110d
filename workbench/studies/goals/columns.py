"""The table of all revisions, a column a goal or measure; and the object in JSON."""

from workbench.engine.wording import listed, lower_first
from workbench.play.goals import Standing
from workbench.report.columns import Columns, for_csv, for_programs
from workbench.report.document import Matrix, MatrixCell, MatrixRow
from workbench.report.findings import batch_query
from workbench.report.json import Json, estimate_json, number
from workbench.report.text import phrases
from workbench.report.text.scenarios import target
from workbench.stats import Verdict
from workbench.store.history import DecisionState
from workbench.studies.goals.measure import Column, GoalsAnswer, RevisionRow, Room, StandingCell

MARKS = {Standing.MET: ("✓", "good"), Standing.MISSED: ("✗", "bad"), Standing.UNDECIDED: ("?", "open")}


def room_words(room: Room) -> str:
    """How far inside its goal a figure is: `4.1 points to spare`."""
    amount = (
        phrases.change_with_unit(room.column.measure, abs(room.amount)).removeprefix("+").replace("percentage ", "")
    )
    return f"{amount} {'to spare' if room.amount >= 0 else 'off'}"


def verdict_words(row: RevisionRow) -> str:
    """The one verdict on a revision: goals met, and those gained and lost against its parent."""
    standings = row.standings
    if not standings:
        return "no goals"
    words = [f"{standings.count(Standing.MET)} of {len(standings)} met"]
    words += [f"{standings.count(Standing.UNDECIDED)} open"] if Standing.UNDECIDED in standings else []
    words += [f"gained {listed(map(lower_first, row.gained))}"] if row.gained else []
    words += [f"lost {listed(map(lower_first, row.lost))}"] if row.lost else []
    return ", ".join(words)


def matrix(answer: GoalsAnswer) -> Matrix:
    """The table: the verdict, how far inside the goals, a column a goal or measure, and the decision."""
    columns = {"Verdict": "How the goals stand together, and which were gained or lost against the parent."}
    if answer.goals:
        columns["Closest goal"] = "How far inside the goal that it is closest to miss, by smallest changes that count."
    for column in answer.columns:
        wish = f", {target(column.goal, column.measure)}" if column.goal else ""
        unit = f"{column.measure.help} In {phrases.unit(column.measure)}." if column.measure.help else column.label
        columns[f"{column.label}{wish}"] = unit
    columns["Decision"] = "What you decided about it."
    return Matrix("sort", "", "Revision", columns, [_matrix_row(answer, row) for row in answer.rows])


def _matrix_row(answer: GoalsAnswer, row: RevisionRow) -> MatrixRow:
    scenario, room = row.entry.scenario, answer.room(row)
    mark, tone = MARKS[row.overall] if row.overall else ("", "")
    rank = row.standings.count(Standing.MET) + len(row.gained) / 10 - len(row.lost) / 10
    state = "" if row.state is DecisionState.OPEN else row.state.value
    spare = (
        [MatrixCell(room_words(room), lower_first(room.column.label), number=room.steps) if room else None]
        if answer.goals
        else []
    )
    cells: list[MatrixCell | None] = [
        MatrixCell(verdict_words(row), mark=mark, tone=tone, number=rank),
        *spare,
        *(_matrix_cell(column, cell) for column, cell in zip(answer.columns, row.cells, strict=True)),
        MatrixCell("draft" if row.entry.is_draft else state),
    ]
    choices: dict[str, object] = {"revision": scenario.revision, "against": row.base}
    choices |= batch_query(scenario.bots, scenario.plays, scenario.seed)
    return MatrixRow(scenario.title, row.entry.depth, cells, "results", choices)


def _matrix_cell(column: Column, cell: StandingCell | None) -> MatrixCell | None:
    if cell is None:
        return None
    estimate, verdict = cell.figure.estimate, cell.contrast and cell.contrast.verdict
    return MatrixCell(
        phrases.value(column.measure, estimate.mean),
        phrases.span(column.measure, estimate),
        cell.standing.value if cell.standing else "",
        *(MARKS[cell.standing] if cell.standing else ("", "")),
        verdict.value if verdict and verdict is not Verdict.UNDECIDED else "",
        estimate.mean,
    )


def records(answer: GoalsAnswer) -> list[dict[str, object]]:
    """The lines of `goals --csv`: one for each cell of the table."""
    cells = [
        (row, column, cell)
        for row in answer.rows
        for column, cell in zip(answer.columns, row.cells, strict=True)
        if cell
    ]
    return CELL.records(cells)


CELL = Columns[tuple[RevisionRow, Column, StandingCell]](
    for_csv("of", lambda cell: cell[0].entry.scenario.name),
    for_csv("parent", lambda cell: cell[0].parent),
    for_csv("measure", lambda cell: cell[1].name),
    for_csv("mean", lambda cell: number(cell[2].figure.estimate.mean)),
    for_csv("low", lambda cell: number(cell[2].figure.estimate.low)),
    for_csv("high", lambda cell: number(cell[2].figure.estimate.high)),
    for_csv("goal", lambda cell: cell[1].goal.text if cell[1].goal else ""),
    for_csv("standing", lambda cell: cell[2].standing),
    for_csv("change", lambda cell: number(cell[2].contrast.difference.mean) if cell[2].contrast else None),
    for_csv("verdict", lambda cell: cell[2].contrast.verdict if cell[2].contrast else None),
    for_csv("bots", lambda cell: " ".join(cell[0].entry.scenario.bots)),
    for_csv("plays", lambda cell: cell[0].plays),
    for_csv("decision", lambda cell: cell[0].state),
)
ROW = Columns[RevisionRow](
    for_programs("scenario", lambda row: row.entry.scenario.name),
    for_programs("parent", lambda row: row.parent),
    for_programs("run", lambda row: row.run),
    for_programs("bots", lambda row: list(row.entry.scenario.bots)),
    for_programs("plays", lambda row: row.plays),
    for_programs("verdict", lambda row: row.overall),
    for_programs("gained", lambda row: list(row.gained)),
    for_programs("lost", lambda row: list(row.lost)),
    for_programs("decision", lambda row: row.state),
)


def data(answer: GoalsAnswer) -> Json:
    """The object of `goals --json`."""
    scenario = answer.scenario
    return {
        "game": scenario.game.name,
        "scenario": scenario.name,
        "bots": list(scenario.bots),
        "plays": scenario.plays,
        "seed": scenario.seed,
        "headline": "",
        "goals": {column.name: column.goal.written for column in answer.columns if column.goal},
        "revisions": [
            {
                **ROW.json(row),
                "measures": {
                    column.name: _cell_json(cell)
                    for column, cell in zip(answer.columns, row.cells, strict=True)
                    if cell
                },
            }
            for row in answer.rows
        ],
    }


def _cell_json(cell: StandingCell) -> Json:
    moved = cell.contrast and cell.contrast.difference
    change = moved and {"difference": number(moved.mean), "low": number(moved.low), "high": number(moved.high)}
    return {
        "figure": cell.figure.name,
        **estimate_json(cell.figure.estimate),
        "standing": cell.standing,
        "change": change,
        "verdict": cell.contrast and cell.contrast.verdict,
    }
