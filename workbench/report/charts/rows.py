"""Rows of results as HTML: a measure, its numbers, its interval drawn in the row, and the verdict in a word.

A change is drawn in units of the smallest that counts for its measure, the gray band, on an axis that is the same in
every row and never moves: even near the band and squeezed beyond, so that a wide change flattens no other.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from math import asinh, isfinite

from workbench.report.charts.batch import BASE, OTHER, SAFE
from workbench.report.rows import Cell, Row, is_all
from workbench.report.text import cells, phrases
from workbench.report.text.scenarios import target
from workbench.report.text.verdicts import MOVED, in_margins, plays_range
from workbench.stats import Verdict
from workbench.study.compare import Contrast
from workbench.study.goals import CheckedGoal, Standing

REACH = 30.0
"""Smallest changes that count at the edge of the axis; what goes on beyond ends there with an arrow."""
OTHERS = (OTHER, SAFE[2], SAFE[0], SAFE[3], SAFE[5], SAFE[7], SAFE[9])
"""The colours of the revisions that are compared with a base, which is gray."""
NARROW = """
WITHIN.wb-line { grid-template-columns: 1fr auto; }
WITHIN.wb-bar { grid-column: 1 / -1; order: 4; } WITHIN.wb-word { order: 1; text-align: right; }
WITHIN.wb-numbers { order: 2; } WITHIN.wb-quiet { order: 3; text-align: right; }
"""
"""Two lines and the bar below them: the name and the verdict, the numbers and their interval."""
STYLE = f"""<style>
.wb-rows {{ font-size: 0.95rem; font-variant-numeric: tabular-nums; }}
.wb-row {{ border-top: 1px solid #8883; padding: 0.3rem 0; }}
.wb-line {{ display: grid; grid-template-columns: 14rem 11rem 12rem minmax(6rem, 1fr) 10rem; gap: 0 0.75rem;
  align-items: center; }}
.wb-name {{ font-weight: 600; }}
.wb-quiet {{ opacity: 0.8; font-size: 0.875rem; }}
.wb-bar {{ position: relative; height: 1.1rem; display: block; min-width: 6rem; }}
.wb-bar > * {{ position: absolute; display: block; }}
.wb-band {{ top: 0; bottom: 0; background: #8884; border-radius: 2px; }}
.wb-zero {{ top: 0; bottom: 0; width: 1px; background: #888; }}
.wb-span {{ top: 0.48rem; height: 0.14rem; background: var(--c); border-radius: 1px; min-width: 2px; }}
.wb-dot {{ top: 0.2rem; width: 0.7rem; height: 0.7rem; margin-left: -0.35rem; border-radius: 50%; background: var(--c);
  border: 2px solid var(--c); box-sizing: border-box; }}
.wb-open {{ background: light-dark(#fff, #141a19); }}
.wb-word {{ white-space: nowrap; }}
.wb-strong {{ font-weight: 600; }}
.wb-group {{ font-size: 1rem; font-weight: 650; margin: 1rem 0 0.25rem; padding: 0; }}
.wb-key {{ display: inline-block; width: 0.7rem; height: 0.7rem; border-radius: 50%; background: var(--c); }}
.wb-rows details {{ padding-left: 1rem; }} .wb-rows summary {{ cursor: pointer; font-size: 0.875rem; }}
{NARROW.replace("WITHIN", ".wb-narrow ")}
@media (max-width: 900px) {{ {NARROW.replace("WITHIN", "")} }}
</style>"""


def rows_html(rows: Sequence[Row], *, folds: bool = True, groups: bool = True, narrow: bool = False) -> str:
    """Every row below the name of its group; `folds`: what stayed the same or is undecided is folded in each group."""
    parts = [STYLE]
    for group, members in groupby(rows, key=lambda row: row.group):
        found = list(members)
        parts.append(f'<p class="wb-group" role="heading" aria-level="3">{group.value}</p>' if groups else "")
        parts.append(_list(*_shown_and_folded(found, folds), narrow))
    return "".join(parts)


def answer_html(title: str, answer: str, place: int) -> str:
    """The answer of one of several revisions, with its colour."""
    colour = OTHERS[place % len(OTHERS)]
    key = f'<span class="wb-key" style="--c:{colour}"></span>'
    return f"{STYLE}<p>{key} <strong>{escape(title)}</strong>: {escape(answer)}</p>"


def _shown_and_folded(rows: Sequence[Row], folds: bool) -> tuple[list[Row], list[tuple[str, list[Row]]]]:
    if not folds:
        return list(rows), []
    same = [row for row in rows if is_all(row, Verdict.SAME)]
    open_ = [row for row in rows if is_all(row, Verdict.UNDECIDED)]
    hidden = {row.name for row in (*same, *open_)}
    folded = [(f"{len(same)} stayed the same", same), (f"{len(open_)} undecided{_lack(open_)}", open_)]
    return [row for row in rows if row.name not in hidden], [fold for fold in folded if fold[1]]


def _lack(rows: Sequence[Row]) -> str:
    """How many plays the undecided ones lack."""
    found = [cell.contrast.ahead for row in rows for cell in row.cells if cell.contrast]
    known = [ahead for ahead in found if ahead]
    if not known:
        return ""
    least = min(known, key=lambda ahead: ahead.likely)
    return f"; the first takes {plays_range(least)} more plays"


def _list(shown: Sequence[Row], folded: Sequence[tuple[str, list[Row]]], narrow: bool) -> str:
    items = [_row(row) for row in shown]
    items += [
        f'<div class="wb-row" role="listitem">{_fold(title, [_row(row) for row in rows])}</div>'
        for title, rows in folded
    ]
    return f'<div class="wb-rows{" wb-narrow" if narrow else ""}" role="list">{"".join(items)}</div>'


def _fold(title: str, items: Iterable[str]) -> str:
    inside = "".join(items)
    return f'<details><summary>{escape(title)}</summary><div role="list">{inside}</div></details>'


def _row(row: Row) -> str:
    """One measure: a line a revision, the first with its name; below it, folded, its seats or sides."""
    several = len(row.cells) > 1
    lines = [_line(row, cell, place, several) for place, cell in enumerate(row.cells)]
    below = _fold(_below(row), [_row(each) for each in row.below]) if row.below else ""
    return _item(f"{''.join(lines)}{below}")


def _item(inside: str) -> str:
    return f'<div class="wb-row" role="listitem">{inside}</div>'


def _below(row: Row) -> str:
    seats = sum("seat" in each.label for each in row.below)
    return f"{seats} seats" if seats == len(row.below) else f"{len(row.below)} parts"


def _line(row: Row, cell: Cell, place: int, several: bool) -> str:
    name = escape(row.label) if place == 0 else ""
    colour = OTHERS[place % len(OTHERS)] if cell.contrast else BASE
    key = f'<span class="wb-key"></span> {escape(cell.title)}: ' if several else ""
    word = '<span class="wb-word{}">{}</span>'.format(" wb-strong" if _is_strong(cell) else "", cells.verdict(cell))
    parts = [
        f'<span class="wb-name">{name}</span>',
        f'<span class="wb-numbers">{key}{escape(cells.values(row, cell))}</span>',
        f'<span class="wb-quiet">{escape(cells.interval(row, cell))}</span>',
        _bar(row, cell),
        word,
    ]
    return f'<div class="wb-line" style="--c:{colour}">{"".join(parts)}</div>'


def _is_strong(cell: Cell) -> bool:
    missed = cell.goal is not None and cell.goal.standing is Standing.MISSED
    return missed or (cell.contrast is not None and cell.contrast.verdict in MOVED)


# The bar in a row


@dataclass(frozen=True)
class Bar:
    """An interval as it is drawn in a row, in per cent of the bar's width; `full`, its mark is filled.

    `band` is too small to count, or what a goal asks for; at `zero` nothing has changed.
    """

    label: str
    band: tuple[float, float]
    low: float
    middle: float
    high: float
    full: bool
    zero: float | None = None


def bar_of(row: Row, cell: Cell) -> Bar | None:
    """What is drawn of a change, or of a figure that a goal is about; None of any other."""
    if cell.contrast:
        return _change_bar(row, cell.contrast)
    return _goal_bar(row, cell, cell.goal) if cell.goal else None


def _bar(row: Row, cell: Cell) -> str:
    bar = bar_of(row, cell)
    if bar is None:
        return '<span class="wb-bar"></span>'
    zero = "" if bar.zero is None else f'<i class="wb-zero" style="left:{bar.zero:.1f}%"></i>'
    dot = f'<i class="wb-dot{"" if bar.full else " wb-open"}" style="left:{bar.middle:.1f}%"></i>'
    inside = f"{_box('wb-band', *bar.band)}{zero}{_box('wb-span', bar.low, bar.high)}{dot}"
    return f'<span class="wb-bar" role="img" aria-label="{escape(bar.label, quote=True)}">{inside}</span>'


def _change_bar(row: Row, contrast: Contrast) -> Bar:
    """The interval of a change around the gray band."""
    found = contrast.difference
    low, middle, high = (place_of(in_margins(contrast, each)) for each in (found.low, found.difference, found.high))
    label = f"{row.label}: change {_interval_words(row, contrast)}, {contrast.verdict.value}"
    band = place_of(-1), place_of(1)
    return Bar(label, band, low, middle, high, contrast.verdict in MOVED, zero=place_of(0))


def _interval_words(row: Row, contrast: Contrast) -> str:
    found, measure = contrast.difference, row.measure
    return f"{phrases.change(measure, found.difference)}, {phrases.interval(measure, found.low, found.high)}"


def place_of(margins: float) -> float:
    """The place of a change on the axis, in per cent from its left end."""
    if not isfinite(margins):
        return 100.0 if margins > 0 else 0.0
    return 50 + 50 * max(-1.0, min(1.0, asinh(margins) / asinh(REACH)))


def _goal_bar(row: Row, cell: Cell, checked: CheckedGoal) -> Bar:
    """The interval of a figure beside the band that its goal asks for."""
    place = _scale([checked.goal.low, checked.goal.high, cell.estimate.low, cell.estimate.high])
    goal, estimate = checked.goal, cell.estimate
    band = 0 if goal.low is None else place(goal.low), 100 if goal.high is None else place(goal.high)
    asked = f"the goal is {target(goal, row.measure)}, {checked.standing.value}"
    label = f"{row.label}: {cells.interval(row, cell)}, {asked}"
    low, middle, high = (place(each) for each in (estimate.low, estimate.mean, estimate.high))
    return Bar(label, band, low, middle, high, checked.standing is not Standing.UNDECIDED)


def _scale(numbers: Iterable[float | None]) -> Callable[[float], float]:
    """Places in per cent of an axis that holds all of these with room to both sides."""
    known = [each for each in numbers if each is not None and isfinite(each)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    room = 0.25 * (high - low or abs(high) or 1.0)
    return lambda number: max(0.0, min(100.0, 100 * (number - low + room) / (high - low + 2 * room)))


def _box(name: str, low: float, high: float) -> str:
    return f'<i class="{name}" style="left:{low:.1f}%;width:{max(0.0, high - low):.1f}%"></i>'
