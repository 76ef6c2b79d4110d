"""The rows of a page of results, one a measure, in groups whose order never changes.

One revision alone, or any number of them against the one that they are compared with. Seats and sides are rows of
their own below the measure that they belong to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import nan
from typing import TYPE_CHECKING

from workbench.engine.measures import (
    CUT_SHORT,
    DECISIONS,
    SIDE_WIN_RATE,
    SPREAD,
    TIE,
    TOTAL,
    WIN_RATE,
    WON,
    Measure,
    Scope,
    ScorePart,
)
from workbench.play.figures import SPREAD_MEASURE
from workbench.play.goals import CheckedGoal
from workbench.report.answers import AgainstAnswer
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text.phrases import is_length
from workbench.report.text.verdicts import MOVED, in_margins
from workbench.stats import Estimate, Figure, Prominence, Verdict

if TYPE_CHECKING:
    from workbench.play.aims import CheckedAim
    from workbench.play.comparisons import Contrast

NOTHING = Estimate(nan, nan, nan, nan, 0)
"""The estimate of a measure that only its seats have."""
SCORED = ("points", "symbols")
"""Units of what players play for."""


class Group(StrEnum):
    """The groups of a page, in their order."""

    GOALS = "Goals"
    FAIRNESS = "Fairness"
    LENGTH = "Length"
    SCORING = "Scoring"
    INTERACTION = "Interaction"


@dataclass(frozen=True, kw_only=True)
class RevisionFigure(Figure):
    """One revision's figure, with its `contrast` against the base, where there is one.

    `goal_before`: the base's goal by which the change is judged, where the revision has another, or none.
    """

    title: str = ""
    contrast: Contrast | None = None
    goal: CheckedGoal | None = None
    goal_before: CheckedGoal | None = None
    aim: CheckedAim | None = None
    plays: int = 0

    @property
    def n(self) -> int:
        """How many plays it is of; fewer than its `plays` where it exists in some only."""
        return self.contrast.difference.n if self.contrast else self.estimate.n

    @property
    def now(self) -> float:
        """Its mean."""
        return self.contrast.difference.other if self.contrast else self.estimate.mean


@dataclass(frozen=True)
class MeasureRow:
    """A figure: what the base has of it, and each of the others in a cell; `below` are its seats or sides.

    Without cells it is of a measure that only its seats have, all of them below. `follows`: it moved as the length of
    plays did, in every cell.
    """

    figure: Figure
    group: Group
    cells: tuple[RevisionFigure, ...]
    base: Estimate | None = None
    below: tuple[MeasureRow, ...] = field(default=())
    follows: bool = False


def group_of(measure: Measure) -> Group:
    """The group of a measure that is not a goal, by what it counts."""
    wins = measure in (WIN_RATE, SIDE_WIN_RATE, TIE, SPREAD_MEASURE) or measure.repeats.startswith("win_rate")
    wins = wins or measure.name == WON
    if wins or (measure.scope is Scope.DEAL_SEAT and not measure.unit):
        return Group.FAIRNESS
    if measure.name == CUT_SHORT or measure is DECISIONS or is_length(measure):
        return Group.LENGTH
    if measure.part is not ScorePart.NONE or measure.unit.split(" ")[0] in SCORED:
        return Group.SCORING
    return Group.INTERACTION


def rows_alone(batch_summary: BatchSummary) -> list[MeasureRow]:
    """The rows of one revision."""
    figures = {SPREAD: batch_summary.spread}
    figures |= {name: figure for name, figure in batch_summary.readings.items() if figure.estimate.n}
    goals = {checked.figure.name: checked for checked in batch_summary.goals}
    idle = _idle([batch_summary], goals)
    cells = [
        _cell(batch_summary, figure, goal=goals.get(name))
        for name, figure in figures.items()
        if figure.measure.name not in idle
    ]
    return _nested([MeasureRow(cell, _group(cell, goals), (cell,)) for cell in cells])


def rows_against(summaries: Sequence[Summary], titles: Sequence[str] = ()) -> list[MeasureRow]:
    """The rows of comparisons, each with its title: of revisions against one base, by bots of one strength or several.

    Those that not all of them share have fewer cells. A goal has its row even where tables of other sizes leave nothing
    to compare: the answer speaks of it. Bots of several strengths leave no base that all are held against.
    """
    titles = titles or [summary.other.scenario.title for summary in summaries]
    has_one_base = len({summary.base.scenario.bots for summary in summaries}) == 1
    names = dict.fromkeys(contrast.name for summary in summaries for contrast in (*summary.main, *summary.details))
    answers = [AgainstAnswer(summary) for summary in summaries]
    goals = [{checked.figure.name: checked for checked in summary.other.goals} for summary in summaries]
    judged = [{checked.figure.name: checked for _, checked in answer.judged} for answer in answers]
    aims = [{checked.contrast.name: checked for checked in summary.aims} for summary in summaries]
    in_goals = dict.fromkeys(name for side in zip(aims, goals, judged, strict=True) for one in side for name in one)
    contrasts = [{contrast.name: contrast for contrast in summary.contrasts} for summary in summaries]
    followers = [{row.name for row in answer.followers} for answer in answers]
    idle = _idle([summaries[0].base, *(summary.other for summary in summaries)], in_goals)
    rows = []
    for name in {**dict.fromkeys(name for checked in aims for name in checked), **names, **in_goals}:
        contrast = next((by_name[name] for by_name in contrasts if name in by_name), None)
        figure = contrast or next(figure for summary in summaries if (figure := summary.other.figure(name)))
        if figure.measure.name in idle:
            continue
        cells = [
            _cell(
                summary.other,
                replace(figure, estimate=estimate),
                by_name.get(name),
                goal.get(name),
                title,
                aim.get(name),
                before.get(name),
            )
            for summary, by_name, goal, title, aim, before in zip(
                summaries, contrasts, goals, titles, aims, judged, strict=True
            )
            if (estimate := summary.other.estimate(name)) is not None and estimate.n
        ]
        base = summaries[0].base.estimate(name) if has_one_base else None
        follows = all(name in following for following in followers)
        rows.append(MeasureRow(figure, _group(figure, in_goals), tuple(cells), base, follows=follows))
    return _nested(rows)


def rows_of_parts(parts: Mapping[str, Sequence[Contrast]], wishes: Collection[str]) -> list[MeasureRow]:
    """The rows of changes that are parts of one, each with its title; all of the same figures, in the same order."""
    lines = [
        [
            RevisionFigure(
                row.name, row.measure, row.difference, row.seat, row.side, title=title, contrast=row, plays=row.plays
            )
            for row in rows
        ]
        for title, rows in parts.items()
    ]
    cells = zip(*lines, strict=True)
    return _nested([MeasureRow(row[0], _group(row[0], wishes), row) for row in cells])


def _idle(sides: Sequence[BatchSummary], goals: Iterable[str]) -> set[str]:
    """The measures that say nothing of any of them: by the rules, and a limit that no play reached; no goal's."""
    by_rules = [{*side.scenario.game.idle_measures(side.scenario.rules)} for side in sides]
    unmet = set() if any(side.cut_short for side in sides) else {CUT_SHORT}
    return (set.intersection(*by_rules) | unmet) - {*goals}


def _cell(
    batch_summary: BatchSummary,
    figure: Figure,
    contrast: Contrast | None = None,
    goal: CheckedGoal | None = None,
    title: str = "",
    aim: CheckedAim | None = None,
    judged: CheckedGoal | None = None,
) -> RevisionFigure:
    """The figure of a revision; of a goal as it was checked, together with all others."""
    return RevisionFigure(
        figure.name,
        figure.measure,
        goal.figure.estimate if goal else figure.estimate,
        figure.seat,
        figure.side,
        figure.repeated,
        title=title or batch_summary.scenario.title,
        contrast=contrast,
        goal=goal,
        goal_before=judged if judged and (goal is None or goal.goal.written != judged.goal.written) else None,
        aim=aim,
        plays=batch_summary.plays,
    )


def unmoved(row: MeasureRow) -> Verdict | None:
    """The same, if every revision is, or undecided, if none is shown to move; None for a goal, or what moved.

    Where only seats have cells, it is of every seat.
    """
    cells = row.cells or [cell for detail in row.below for cell in detail.cells]
    verdicts = {cell.contrast.verdict if cell.contrast else None for cell in cells}
    if row.group is Group.GOALS or not verdicts or verdicts - {Verdict.SAME, Verdict.UNDECIDED}:
        return None
    return Verdict.UNDECIDED if Verdict.UNDECIDED in verdicts else Verdict.SAME


MOST_GOALS, MOST_MOVED, FEWEST, FEW = 4, 2, 4, 6
"""Rows of a quick look: so many goals, so many that moved most, and so many in all."""


def few_rows(rows: Sequence[MeasureRow]) -> list[MeasureRow]:
    """The four to six rows of a quick look: the goals, length, fairness, and what moved most."""
    goals = [row for row in rows if row.group is Group.GOALS][:MOST_GOALS]
    length = [row for row in rows if is_length(row.figure.measure) and row.figure.measure is not DECISIONS]
    lengths = length or [row for row in rows if row.figure.measure is DECISIONS]
    lengths = [] if any(is_length(row.figure.measure) for row in goals) else lengths
    fair = [row for row in rows if row.figure.name == SPREAD]
    chosen = {row.figure.name: row for row in (*goals, *lengths[:1], *fair)}
    left = sorted((row for row in rows if row.figure.name not in chosen and moved_by(row)), key=moved_by, reverse=True)
    chosen |= {row.figure.name: row for row in left[: min(MOST_MOVED, FEW - len(chosen))]}
    rest = [row for row in rows if row.figure.name not in chosen and row.figure.measure is not DECISIONS and row.cells]
    usual = sorted(rest, key=lambda row: (row.figure.name != TOTAL, row.figure.name != TIE.name))
    few = [*chosen.values(), *usual[: max(0, FEWEST - len(chosen))]]
    return [replace(row, below=()) for row in few]


def moved_by(row: MeasureRow) -> float:
    """How far a row moved beyond doubt, in smallest changes that count; 0 where it did not."""
    if (
        row.figure.measure is DECISIONS or row.figure.measure.scope is Scope.DEAL_SEAT
    ):  # the bots' effort, and single seats
        return 0.0
    moved = [cell.contrast for cell in row.cells if cell.contrast and cell.contrast.verdict in MOVED]
    return max((abs(in_margins(contrast, contrast.difference.mean)) for contrast in moved), default=0.0)


def _group(figure: Figure, goals: Iterable[str]) -> Group:
    return Group.GOALS if figure.name in goals else group_of(figure.measure)


def _nested(rows: Sequence[MeasureRow]) -> list[MeasureRow]:
    """The rows with those of seats and sides, and other details, below the row that they belong to."""
    tops: dict[str, MeasureRow] = {}
    below: dict[str, list[MeasureRow]] = {}
    names = {row.figure.name for row in rows}
    for row in rows:
        figure, parent = row.figure, _parent(row.figure, names)
        if row.group is Group.GOALS or (parent is None and figure.prominence is Prominence.MAIN):
            tops[row.figure.name] = row
        elif figure.prominence is not Prominence.HIDDEN and parent:
            below.setdefault(parent, []).append(row)
            if parent not in names:
                whole = Figure(parent, figure.measure, NOTHING, side=figure.side)
                tops.setdefault(parent, MeasureRow(whole, row.group, cells=()))
    nested = [replace(row, below=tuple(below.get(name, ()))) for name, row in tops.items()]
    return sorted(nested, key=lambda row: list(Group).index(row.group))


def _parent(figure: Figure, names: set[str]) -> str | None:
    """The row below which a seat's, a side's or a detail's stands."""
    if figure.measure is WIN_RATE and not figure.side:
        return SPREAD if SPREAD in names else None
    if figure.measure is SIDE_WIN_RATE and figure.seat is not None:
        return f"{WIN_RATE.name}_side_{figure.side}"
    if figure.side and figure.measure is not SIDE_WIN_RATE:
        return figure.measure.name
    if figure.measure.scope is Scope.DEAL_SEAT and figure.seat is not None:
        return figure.measure.name
    if figure.measure.detail:
        stem = figure.measure.name.rstrip("0123456789").rstrip("_")
        return stem if stem in names else None
    return None
