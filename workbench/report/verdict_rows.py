"""Rows of figures as the block of a document: each measure in words, with its interval as a bar, and its verdict.

A change is drawn in units of the smallest that counts for its measure, the gray band, on an axis that is the same in
every row and never moves: even near the band and squeezed beyond, so that a wide change flattens no other. A figure
of one revision alone is drawn beside what its goal asks for; without a goal, around itself on that same axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import asinh, isfinite
from typing import TYPE_CHECKING

from workbench.engine.measures import Measure
from workbench.engine.wording import THIN, counted, plural
from workbench.play.goals import AimStanding, CheckedGoal, Standing
from workbench.report.document import IntervalBar, VerdictFold, VerdictGroup, VerdictLine, VerdictRow, VerdictRows
from workbench.report.rows import Group, MeasureRow, RevisionFigure, moved_by, unmoved
from workbench.report.text import phrases
from workbench.report.text.scenarios import aim_wish, goals_controlled, target
from workbench.report.text.verdicts import MOVED, STANDINGS, in_margins, plays_range, verdict_word
from workbench.stats import Verdict
from workbench.stats.evidence import Forecast

if TYPE_CHECKING:
    from workbench.play.comparisons import Contrast

CHANGES = (
    "Marks are changes with 95 % intervals. One inside the gray band is too small to count, by itself. Verdicts take"
    " all measures together: where that leaves open what an interval says, it is “perhaps” so. Open marks: undecided."
)
TARGETS = (
    "Marks are averages with 95 % intervals, beside the gray band that the goal asks for; those of all goals hold"
    " together with 95 %. Without a goal, the band is the smallest change that counts: an interval inside it is narrow"
    " enough."
)
MOST_LINES = 8
"""Lines of a group beside the goals that are read at once, four rows at most, where there are more than one more."""
AIMS = {
    AimStanding.REACHED: "✓ aim reached",
    AimStanding.MISSED: "✗ aim not reached",
    AimStanding.UNDECIDED: "? aim undecided",
}
REACH = 30.0
"""Smallest changes that count at the edge of the axis; what lies beyond stands there."""


def verdict_rows(
    rows: Sequence[MeasureRow], base: str = "", answers: Sequence[tuple[str, str]] = (), *, so_far: bool = False
) -> VerdictRows:
    """The block; of no goal, what stayed the same, is undecided, or follows from the length is folded in its group.

    `base` is the title of the revision that the others are held against, `answers` says what is known of each.
    `so_far`: plays go on, so that nothing is folded, and no row says how many more it takes.
    """
    changes = _are_changes(rows)
    return VerdictRows(
        [_group(group, list(members), so_far) for group, members in groupby(rows, key=lambda row: row.group)],
        answers,
        base,
        CHANGES if changes else TARGETS,
        changes,
    )


def brief_rows(rows: Sequence[MeasureRow]) -> VerdictRows:
    """A few rows in one group without a heading."""
    return VerdictRows([VerdictGroup("", [_row(row, so_far=True) for row in rows])], changes=_are_changes(rows))


def _are_changes(rows: Sequence[MeasureRow]) -> bool:
    """True if the rows hold revisions against another one."""
    return any(cell.contrast for row in rows for cell in row.cells)


def _group(group: Group, rows: Sequence[MeasureRow], so_far: bool) -> VerdictGroup:
    same, undecided = (
        [row for row in rows if not so_far and unmoved(row) is verdict] for verdict in (Verdict.SAME, Verdict.UNDECIDED)
    )
    follow = [row for row in rows if not so_far and row.follows]
    unfolded = [row for row in rows if not any(row in members for members in (same, undecided, follow))]
    most = max(1, MOST_LINES // max(2, *(len(row.cells) for row in rows)))
    more = [] if so_far or group is Group.GOALS else sorted(unfolded, key=moved_by, reverse=True)[most:]
    more = more if len(more) > 1 else []
    aheads = [cell.contrast.ahead for row in undecided for cell in row.cells if cell.contrast]
    least = min((ahead for ahead in aheads if ahead), key=lambda ahead: ahead.likely, default=None)
    first = f"; the first takes {plays_range(least)} more plays" if least else ""
    folded = [
        (f"{len(more)} more {'moved' if _are_changes(rows) else 'figures'}", more),
        (f"{len(follow)} moved as the length of plays did", follow),
        (f"{len(same)} stayed the same", same),
        (f"{len(undecided)} undecided{first}", undecided),
    ]
    return VerdictGroup(
        group.value,
        [_row(row, so_far) for row in unfolded if row not in more],
        [VerdictFold(title, [_row(row, so_far) for row in members]) for title, members in folded if members],
        goals_controlled(sum(any(cell.goal for cell in row.cells) for row in rows)) if group is Group.GOALS else "",
    )


def _row(row: MeasureRow, so_far: bool) -> VerdictRow:
    """A measure with a line for each revision; where only seats have it, from the least of them to the most."""
    several = len(row.cells or row.below[0].cells) > 1
    has_base_line = several and row.base is not None
    lines = [
        VerdictLine(
            cell.title,
            phrases.with_unit(row.figure.measure, cell.now) if has_base_line else values_of(row, cell),
            _ends(row, cell),
            phrases.part_of(cell.n, cell.plays),
            verdict_of(cell),
            "" if so_far else _lacks_of(cell),
            [bar] if (bar := bar_of(row, cell)) else [],
            _is_strong(cell),
        )
        for cell in row.cells
    ] or [_line_of_seats(row, place, several) for place in range(len(row.below[0].cells))]
    parts = "sides" if all(detail.figure.side for detail in row.below) else "parts"
    goal = next((target(cell.goal.goal, row.figure.measure) for cell in row.cells if cell.goal), "")
    judging = (cell.goal_before.goal for cell in row.cells if cell.goal_before)
    before = next((target(goal_before, row.figure.measure) for goal_before in judging), "")
    aim = next((aim_wish(cell.aim.aim, row.figure.measure) for cell in row.cells if cell.aim), "")
    return VerdictRow(
        row.figure.label,
        lines,
        "; ".join(f"{what}: {text}" for what, text in (("aim", aim), ("goal", goal), ("goal before", before)) if text),
        _least(row.figure.measure),
        "" if row.base is None else phrases.value(row.figure.measure, row.base.mean),
        [_row(detail, so_far) for detail in row.below],
        counted(len(row.below), "seat") if all(map(_is_seat, row.below)) else f"{len(row.below)} {parts}",
        not row.cells,
    )


def _is_seat(row: MeasureRow) -> bool:
    return "seat" in row.figure.label


def values_of(row: MeasureRow, cell: RevisionFigure) -> str:
    """`4.47 → 4.57 deals`; of a revision alone `4.57 deals`."""
    if cell.contrast is None:
        before = "" if row.base is None else f"{phrases.value(cell.measure, row.base.mean)} → "
        return f"{before}{phrases.with_unit(cell.measure, cell.estimate.mean)}"
    difference = cell.contrast.difference
    return f"{phrases.value(cell.measure, difference.base)} → {phrases.with_unit(cell.measure, difference.other)}"


def _ends(row: MeasureRow, cell: RevisionFigure) -> str:
    """`+0.10 (+0.09 to +0.11)`; of a revision alone `4.55 to 4.59`; `now …` where a base has no change beside it."""
    if cell.contrast is None:
        now = "" if row.base is None else "now "
        return f"{now}{phrases.span(cell.measure, cell.estimate)}"
    difference = cell.contrast.difference
    return f"{phrases.change(cell.measure, difference.mean)} ({phrases.change_span(cell.measure, difference)})"


def _least(measure: Measure) -> str:
    """The change that is too small to matter below it, in the unit beside the values: `±0.05`, `±1 %-point`."""
    if measure.margin <= 0:
        return ""
    words = phrases.margin(measure).removesuffix("s").removesuffix(f" {measure.unit.removesuffix('s')}")
    return f"±{words.replace(' percentage point', f'{THIN}%-point')}"


def verdict_of(cell: RevisionFigure) -> str:
    """The verdict in a word and a sign: how a goal stands, and how the measure moved, or may have."""
    if cell.aim:
        return f"{AIMS[cell.aim.standing]}, goal {cell.goal.standing}" if cell.goal else AIMS[cell.aim.standing]
    standings = [STANDINGS[cell.goal.standing]] if cell.goal else []
    if cell.goal_before:
        standings.append(f"{STANDINGS[cell.goal_before.standing]} by the goal before")
    if not standings:
        return verdict_word(cell.contrast) if cell.contrast else ""
    moved = verdict_word(cell.contrast).removeprefix("? ") if cell.contrast else ""
    if cell.contrast and moved == Verdict.UNDECIDED:
        may_have = f"may have {'risen' if cell.contrast.difference.mean > 0 else 'fallen'}"
        moved = "" if cell.goal and cell.goal.standing is Standing.UNDECIDED else may_have
    return ", ".join(filter(None, (*standings, moved)))


def _line_of_seats(row: MeasureRow, place: int, several: bool) -> VerdictLine:
    """A line from the least seat to the most, with all their marks, and their verdict."""
    seats = [(detail, detail.cells[place]) for detail in row.below if place < len(detail.cells)]
    words = {verdict_of(cell) for _, cell in seats}
    return VerdictLine(
        seats[0][1].title,
        _span_of_seats(row.figure.measure, [cell for _, cell in seats], several and row.below[0].base is not None),
        "seat by seat",
        "",
        words.pop() if len(words) == 1 else "differs by seat",
        "",
        [bar for detail, cell in seats if cell.contrast and (bar := bar_of(detail, cell))],
        any(_is_strong(cell) for _, cell in seats),
    )


def _span_of_seats(measure: Measure, seat_cells: Sequence[RevisionFigure], several: bool) -> str:
    """The range from the least seat to the most, before and after; after alone where there are `several`."""
    before = [] if several else [cell.contrast.difference.base for cell in seat_cells if cell.contrast]
    spans = [
        " to ".join(dict.fromkeys(phrases.value(measure, end) for end in (min(numbers), max(numbers))))
        for numbers in (before, [cell.now for cell in seat_cells])
        if numbers
    ]
    return f"{' → '.join(spans)} {'' if phrases.is_share(measure) else measure.unit}".strip()


def _is_strong(cell: RevisionFigure) -> bool:
    missed = cell.goal is not None and cell.goal.standing is Standing.MISSED
    return missed or (cell.contrast is not None and cell.contrast.verdict in MOVED)


def _lacks_of(cell: RevisionFigure) -> str:
    """The plays that an undecided goal lacks; without a goal, an undecided change."""
    if cell.aim:
        return _more_plays(cell.aim.ahead) if cell.aim.standing is AimStanding.UNDECIDED else ""
    if cell.goal is None:
        return lacks(cell.contrast) if cell.contrast else ""
    is_open = cell.goal.standing is Standing.UNDECIDED and cell.goal.ahead is not None
    return _more_plays(cell.goal.ahead) if is_open else ""


def lacks(contrast: Contrast) -> str:
    """The plays that an undecided change lacks."""
    return _more_plays(contrast.ahead) if contrast.verdict is Verdict.UNDECIDED else ""


def _more_plays(ahead: Forecast | None) -> str:
    return f"{plays_range(ahead)} {plural(ahead.likely, 'play')}" if ahead else plays_range(ahead)


# Bars


def place_of(margins: float) -> float:
    """The place of a change on the axis, in per cent from its left end."""
    if not isfinite(margins):
        return 100.0 if margins > 0 else 0.0
    return 50 + 50 * max(-1.0, min(1.0, asinh(margins) / asinh(REACH)))


BAND = (place_of(-1), place_of(1))
"""Where a change is too small to count."""


def bar_of(row: MeasureRow, cell: RevisionFigure) -> IntervalBar | None:
    """The bar of a change, or of a figure; None where its numbers only name kinds.

    None too where a table of another size leaves no change against the base: the axis is that of changes.
    """
    if cell.contrast:
        return change_bar(row.figure.label, cell.contrast)
    if row.base is not None or any(cell.contrast for cell in row.cells):
        return None
    if cell.goal:
        return _goal_bar(row, cell, cell.goal)
    estimate, margin = cell.estimate, row.figure.measure.margin
    if margin <= 0 or row.figure.measure.nominal:
        return None  # else how far the figure may be off, in smallest changes that count
    low, high = (place_of((end - estimate.mean) / margin) for end in (estimate.low, estimate.high))
    return IntervalBar(f"{row.figure.label}: {_interval(row, cell)}", BAND, low, 50.0, high, "", zero=50.0)


def change_bar(label: str, contrast: Contrast) -> IntervalBar:
    """The interval of a change around the gray band."""
    difference, measure = contrast.difference, contrast.measure
    low, middle, high = (
        place_of(in_margins(contrast, end)) for end in (difference.low, difference.mean, difference.high)
    )
    shape = "open" if contrast.verdict is Verdict.UNDECIDED else ""
    if contrast.verdict in MOVED:
        shape = "up" if difference.mean > 0 else "down"
    change, span = phrases.change(measure, difference.mean), phrases.change_span(measure, difference)
    words = f"change {change}, {span}, {contrast.verdict.value}"
    return IntervalBar(f"{label}: {words}", BAND, low, middle, high, shape, zero=50.0)


def _interval(row: MeasureRow, cell: RevisionFigure) -> str:
    return f"{_ends(row, cell)}{phrases.in_brackets(phrases.part_of(cell.n, cell.plays))}"


def _goal_bar(row: MeasureRow, cell: RevisionFigure, checked: CheckedGoal) -> IntervalBar:
    """The interval of a figure beside the band that its goal asks for, on an axis with room to both sides."""
    goal, estimate = checked.goal, cell.estimate
    ends = (goal.low, goal.high, estimate.low, estimate.high)
    finite = [end for end in ends if end is not None and isfinite(end)]
    least, most = min(finite, default=0.0), max(finite, default=1.0)
    room = 0.25 * (most - least or abs(most) or 1.0)

    def place(number: float) -> float:
        return max(0.0, min(100.0, 100 * (number - least + room) / (most - least + 2 * room)))

    band = 0 if goal.low is None else place(goal.low), 100 if goal.high is None else place(goal.high)
    goal_words = f"the goal is {target(goal, row.figure.measure)}, {checked.standing.value}"
    label = f"{row.figure.label}: {_interval(row, cell)}, {goal_words}"
    low, middle, high = (place(end) for end in (estimate.low, estimate.mean, estimate.high))
    return IntervalBar(label, band, low, middle, high, "open" if checked.standing is Standing.UNDECIDED else "")
