"""Rows of results as HTML: a measure, its numbers, its interval drawn in the row, and the verdict in a word.

A change is drawn in units of the smallest that counts for its measure, the gray band, on an axis that is the same in
every row and never moves: even near the band and squeezed beyond, so that a wide change flattens no other. A figure
of one revision alone is drawn beside what its goal asks for; without a goal, around itself on that same axis.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from math import asinh, isfinite

from workbench.engine.wording import counted
from workbench.report.charts.batch import color_of
from workbench.report.rows import Cell, Group, MeasureRow, is_all
from workbench.report.text import cells, phrases
from workbench.report.text.scenarios import target
from workbench.report.text.verdicts import MOVED, in_margins, plays_range
from workbench.stats import Verdict
from workbench.study.compare import Contrast
from workbench.study.goals import CheckedGoal, Standing

REACH = 30.0
"""Smallest changes that count at the edge of the axis; what lies beyond stands there."""
FOLDED = (Verdict.SAME, Verdict.UNDECIDED)
"""Rows with one of these as the verdict on every revision are folded in their group."""
KEY = '<span class="wb-key"></span>'
"""A dot in the color of the line."""
NARROW = """
WITHIN.wb-lines { grid-template-columns: 1fr auto; } WITHIN.wb-heads { display: none; }
WITHIN.wb-name { order: 0; grid-row: auto !important; } WITHIN.wb-word { order: 1; text-align: right; }
WITHIN.wb-name .wb-quiet { display: inline; padding-left: 0.4rem; }
WITHIN.wb-numbers { order: 2; } WITHIN.wb-interval { order: 3; text-align: right; }
WITHIN.wb-bar { grid-column: 1 / -1; order: 4; } WITHIN.wb-least { display: none; }
"""
"""Two lines and the bar below them: the name and the verdict, the numbers and their interval."""
SEVERAL = """
.wb-several .wb-name { grid-column: 1 / -1; }
.wb-several .wb-line { display: grid; grid-column: 1 / -1; grid-template-columns: 1fr auto; gap: 0 0.75rem; }
.wb-several .wb-interval { grid-column: 1 / -1; text-align: left; }
.wb-several .wb-numbers { order: 1; } .wb-several .wb-word { order: 2; } .wb-several .wb-interval { order: 3; }
.wb-several .wb-interval:empty, .wb-several .wb-base .wb-bar { display: none; } .wb-answers p { font-size: 1rem; }
"""
"""Of several revisions on a narrow page: the name, then the same of each."""
PHONE = """
.wb-answers > p { display: none; } .wb-answers > details { display: block; margin-bottom: 0.3rem; }
.wb-several .wb-goal :is(.wb-bar, .wb-interval) { display: none; }
"""
"""Of several revisions on a phone: how many goals of each hold, the rest folded; a line of each for a goal."""
STYLE = f"""<style>
.wb-rows {{ font-size: 0.95rem; font-variant-numeric: tabular-nums; }}
.wb-row {{ border-top: 1px solid #8883; padding: 0.2rem 0; }}
.wb-lines {{ display: grid; grid-template-columns: 13.5rem 11.5rem 11.5rem minmax(6rem, 1fr) 5.5rem 10.5rem;
  gap: 0 0.75rem; align-items: center; }}
.wb-several .wb-lines {{ grid-template-columns: 14rem 16rem 11.5rem minmax(6rem, 1fr) 5.5rem 10.5rem; }}
.wb-line {{ display: contents; }}
.wb-name {{ font-weight: 600; }} .wb-name .wb-quiet {{ display: block; font-weight: 400; }}
.wb-quiet, .wb-interval, .wb-least, .wb-heads {{ opacity: 0.8; font-size: 0.875rem; }}
.wb-bar {{ position: relative; height: 1.5rem; display: block; min-width: 6rem; margin: 0 0.4rem; }}
.wb-bar > * {{ position: absolute; display: block; }}
.wb-band {{ top: 0; bottom: 0; background: #8883; }}
.wb-zero {{ top: 0; bottom: 0; width: 1px; background: #888; }}
.wb-span {{ top: 0.68rem; height: 0.14rem; background: var(--c); border-radius: 1px; min-width: 2px; }}
.wb-dot {{ top: 0.4rem; width: 0.7rem; height: 0.7rem; margin-left: -0.35rem; border-radius: 50%; background: var(--c);
  border: 2px solid var(--c); box-sizing: border-box; }}
.wb-open {{ background: light-dark(#fff, #141a19); }}
.wb-up, .wb-down {{ border: 0; border-radius: 0; width: 0.8rem; height: 0.8rem; top: 0.35rem; margin-left: -0.4rem; }}
.wb-up {{ clip-path: polygon(0 0, 100% 50%, 0 100%); }} .wb-down {{ clip-path: polygon(100% 0, 0 50%, 100% 100%); }}
.wb-word {{ white-space: nowrap; }} .wb-word .wb-quiet {{ display: block; }}
.wb-strong {{ font-weight: 600; }}
.wb-ends {{ display: flex; justify-content: space-between; }}
.wb-group {{ font-size: 1rem; font-weight: 650; margin: 0.75rem 0 0.2rem; padding: 0; }}
.wb-key {{ display: inline-block; width: 0.7rem; height: 0.7rem; border-radius: 50%; background: var(--c); }}
.wb-answers p {{ margin: 0 0 0.4rem; font-size: 1.1rem; }} .wb-answers > details {{ display: none; }}
.wb-folds {{ display: flex; flex-wrap: wrap; gap: 0 1.5rem; }} .wb-folds > details[open] {{ flex-basis: 100%; }}
.wb-below {{ padding-left: 1rem; }}
.wb-rows summary {{ cursor: pointer; font-size: 0.875rem; padding: 0.15rem 0; width: fit-content; }}
{NARROW.replace("WITHIN", ".wb-narrow ")}
@media (max-width: 900px) {{ {NARROW.replace("WITHIN", ".wb-rows ")} {SEVERAL} }}
@media (max-width: 700px) {{ {PHONE} }}
</style>"""


def rows_html(
    rows: Sequence[MeasureRow], *, folds: bool = True, groups: bool = True, narrow: bool = False, base: str = ""
) -> str:
    """Every row below the name of its group; `folds`: what stayed the same or is undecided is folded in each group.

    `base` is the title of the revision that the others are held against.
    """
    several = max((len(row.cells) for row in rows), default=0) > 1
    parts = [STYLE, "" if narrow else _heads(rows, several, base)]
    for group, members in groupby(rows, key=lambda row: row.group):
        in_group = list(members)
        parts.append(f'<p class="wb-group" role="heading" aria-level="3">{group.value}</p>' if groups else "")
        open_rows = [row for row in in_group if not (folds and any(is_all(row, verdict) for verdict in FOLDED))]
        items = "".join(_row(row, base) for row in open_rows)
        parts.append(f'<div role="list">{items}{_folds(in_group, base) if folds else ""}</div>')
    look = f"wb-rows{' wb-narrow' if narrow else ''}{' wb-several' if several else ''}"
    return f'{parts[0]}<div class="{look}">{"".join(parts[1:])}</div>'


def answers_html(answers: Sequence[tuple[str, str]]) -> str:
    """The answer of each of several revisions, below its title, with its color."""
    keys = [_key(place + 1, len(answers) + 1) for place in range(len(answers))]
    lines = [
        f"<p>{key} <strong>{escape(title)}</strong>: {escape(answer)}</p>{_folded_answer(key, title, answer)}"
        for key, (title, answer) in zip(keys, answers, strict=True)
    ]
    return f'{STYLE}<div class="wb-answers">{"".join(lines)}</div>'


def _folded_answer(key: str, title: str, answer: str) -> str:
    """The same for a phone: its beginning, up to the first semicolon or stop, and the rest when one asks for it."""
    brief = answer.partition(";")[0].partition(". ")[0].rstrip(".")
    rest = answer.removeprefix(brief).lstrip("; .")
    head = f"<summary>{key}<strong>&nbsp;{escape(title)}</strong>: {escape(brief)}.</summary>"
    return f"<details>{head}<p>{escape(rest[:1].upper() + rest[1:])}</p></details>"


def _key(place: int, of: int) -> str:
    return f'<span class="wb-key" style="--c:{color_of(place, of)}"></span>'


def _heads(rows: Sequence[MeasureRow], several: bool, base: str) -> str:
    """The heads of the columns; bars have texts of their own for screen readers."""
    if not any(cell.contrast for row in rows for cell in row.cells):
        heads = ["", "Average", "95 % interval", "", "Counts from", ""]
    else:
        axis = '<span class="wb-ends"><span>← lower</span><span>higher →</span></span>'
        values = "" if several else f"{_key(0, 2)} before → {_key(1, 2)} after"
        heads = ["", values, "Change, 95 % interval", axis, "Counts from", "Verdict"]
    inside = "".join(f"<span>{head}</span>" for head in heads)
    return f'<div class="wb-lines wb-heads" aria-hidden="true">{inside}</div>'


# Folds


def _folds(rows: Sequence[MeasureRow], base: str) -> str:
    """The rows that stayed the same and those that are undecided, folded beside each other."""
    same, open_ = ([row for row in rows if is_all(row, verdict)] for verdict in FOLDED)
    folded = [(f"{len(same)} stayed the same", same), (f"{len(open_)} undecided{_lack(open_)}", open_)]
    folds = [_fold(title, [_row(row, base) for row in members]) for title, members in folded if members]
    return _item(f'<div class="wb-folds">{"".join(folds)}</div>') if folds else ""


def _lack(rows: Sequence[MeasureRow]) -> str:
    """How many plays the undecided ones lack."""
    aheads = [cell.contrast.ahead for row in rows for cell in row.cells if cell.contrast]
    forecasts = [ahead for ahead in aheads if ahead]
    if not forecasts:
        return ""
    least = min(forecasts, key=lambda ahead: ahead.likely)
    return f"; the first takes {plays_range(least)} more plays"


def _fold(title: str, items: Iterable[str]) -> str:
    inside = "".join(items)
    return f'<details><summary>{escape(title)}</summary><div class="wb-below" role="list">{inside}</div></details>'


def _item(inside: str, look: str = "wb-row") -> str:
    return f'<div class="{look}" role="listitem">{inside}</div>'


# A row


@dataclass(frozen=True)
class _Line:
    """A line beside the name: texts, as HTML, and a color."""

    numbers: str
    interval: str
    bar: str
    least: str
    word: str
    strong: bool
    color: str
    look: str = ""


def _row(row: MeasureRow, base: str) -> str:
    """One measure: a line a revision, the first with its name; below it, folded, its seats or sides."""
    lines = [_line(row, cell, place) for place, cell in enumerate(row.cells)] or _lines_of_seats(row)
    lines = [*_line_of_base(row, base), *lines] if len(lines) > 1 else lines
    name = escape(row.label) + _aim(row)
    head = f'<span class="wb-name" style="grid-row:1/span {len(lines)}">{name}</span>'
    below = _fold(_below(row), [_row(detail, base) for detail in row.below]) if row.below else ""
    look = "wb-row wb-goal" if row.group is Group.GOALS else "wb-row"
    return _item(f'<div class="wb-lines">{head}{"".join(map(_drawn_line, lines))}</div>{below}', look)


def _drawn_line(line: _Line) -> str:
    strong = " wb-strong" if line.strong else ""
    return (
        f'<div class="wb-line{line.look}" style="--c:{line.color}"><span class="wb-numbers">{line.numbers}</span>'
        f'<span class="wb-interval">{line.interval}</span>{line.bar}<span class="wb-least">{line.least}</span>'
        f'<span class="wb-word{strong}">{line.word}</span></div>'
    )


def _aim(row: MeasureRow) -> str:
    """The goal of a row; empty without one."""
    goal = next((cell.goal for cell in row.cells if cell.goal), None)
    return f'<span class="wb-quiet">goal: {escape(target(goal.goal, row.measure))}</span>' if goal else ""


def _line_of_base(row: MeasureRow, base: str) -> list[_Line]:
    """The line of the base, where several are held against it: the middle of their axis."""
    if row.base is None:
        return []
    value = phrases.value(row.measure, row.base.mean)
    bar = _drawn([Bar(f"{row.label}: {base} {value}", BAND, 50.0, 50.0, 50.0, "", zero=50.0)])
    return [_Line(f"{KEY} {escape(base)}: {escape(value)}", "", bar, "", "", False, color_of(0, 2), " wb-base")]


def _below(row: MeasureRow) -> str:
    seats = sum("seat" in detail.label for detail in row.below)
    if seats == len(row.below):
        return counted(seats, "seat")
    return f"{len(row.below)} {'sides' if all(detail.side for detail in row.below) else 'parts'}"


def _line(row: MeasureRow, cell: Cell, place: int) -> _Line:
    several = len(row.cells) > 1
    now = cell.contrast.difference.other if cell.contrast else cell.estimate.mean
    numbers = f"{KEY} {escape(cell.title)}: {escape(cells.value(row, now))}" if several else cells.values(row, cell)
    bar = bar_of(row, cell)
    return _Line(
        numbers=numbers if several else escape(numbers),
        interval="<br>".join(map(escape, filter(None, (cells.ends(row, cell), cells.some_plays(cell))))),
        bar=_drawn([bar] if bar else []),
        least=escape(cells.least(row)),
        word=cells.verdict(cell) + ("" if cell.goal else _lacks(cell.contrast)),
        strong=_is_strong(cell),
        color=color_of(place + 1, len(row.cells) + 1),
    )


def _lines_of_seats(row: MeasureRow) -> list[_Line]:
    """For a measure that only seats have: from the least of them to the most, all their marks, and their verdict."""
    first, *_ = row.below
    return [_line_of_seats(row, place, len(first.cells)) for place in range(len(first.cells))]


def _line_of_seats(row: MeasureRow, place: int, of: int) -> _Line:
    seats = [(detail, detail.cells[place]) for detail in row.below if place < len(detail.cells)]
    words = {cells.verdict(cell) for _, cell in seats}
    key = f"{KEY} {escape(seats[0][1].title)}: " if of > 1 else ""
    bars = [bar for detail, cell in seats if cell.contrast and (bar := bar_of(detail, cell))]
    return _Line(
        numbers=key + escape(_span_of_seats(row, [cell for _, cell in seats], alone=of > 1)),
        interval="seat by seat",
        bar=_drawn(bars),
        least=escape(cells.least(row)),
        word=words.pop() if len(words) == 1 else "differs by seat",
        strong=any(_is_strong(cell) for _, cell in seats),
        color=color_of(place + 1, of + 1),
    )


def _span_of_seats(row: MeasureRow, seat_cells: Sequence[Cell], alone: bool) -> str:
    """From the least seat to the most, before and after; `alone` leaves out before."""
    after = _span(row, [cell.estimate.mean for cell in seat_cells])
    before = [] if alone else [cell.contrast.difference.base for cell in seat_cells if cell.contrast]
    unit = "" if phrases.is_share(row.measure) else row.measure.unit
    return f"{_span(row, before)} → {after} {unit}".strip() if before else f"{after} {unit}".strip()


def _span(row: MeasureRow, numbers: Sequence[float]) -> str:
    return " to ".join(dict.fromkeys(phrases.value(row.measure, number) for number in (min(numbers), max(numbers))))


def _is_strong(cell: Cell) -> bool:
    missed = cell.goal is not None and cell.goal.standing is Standing.MISSED
    return missed or (cell.contrast is not None and cell.contrast.verdict in MOVED)


def _lacks(contrast: Contrast | None) -> str:
    """The plays that an undecided change lacks."""
    if contrast is None or contrast.verdict is not Verdict.UNDECIDED or not contrast.ahead:
        return ""
    return f'<span class="wb-quiet">{plays_range(contrast.ahead)} plays</span>'


# The bar in a row


@dataclass(frozen=True)
class Bar:
    """An interval as it is drawn in a row, in per cent of the bar's width.

    Its mark points `up` or `down` where something moved, and is `open` where that is undecided. `band` is too small to
    count, or what a goal asks for; at `zero` nothing has changed.
    """

    label: str
    band: tuple[float, float]
    low: float
    middle: float
    high: float
    shape: str
    zero: float | None = None

    @property
    def full(self) -> bool:
        """True if its mark is filled: it is decided."""
        return self.shape != "open"


def place_of(margins: float) -> float:
    """The place of a change on the axis, in per cent from its left end."""
    if not isfinite(margins):
        return 100.0 if margins > 0 else 0.0
    return 50 + 50 * max(-1.0, min(1.0, asinh(margins) / asinh(REACH)))


BAND = (place_of(-1), place_of(1))
"""Where a change is too small to count."""


def bar_of(row: MeasureRow, cell: Cell) -> Bar | None:
    """The bar of a change, or of a figure; None where its numbers only name kinds.

    None too where a table of another size leaves no change against the base: the axis is that of changes.
    """
    if cell.contrast:
        return _change_bar(row, cell.contrast)
    if row.base is not None or any(cell.contrast for cell in row.cells):
        return None
    return _goal_bar(row, cell, cell.goal) if cell.goal else _plain_bar(row, cell)


def _change_bar(row: MeasureRow, contrast: Contrast) -> Bar:
    """The interval of a change around the gray band."""
    difference = contrast.difference
    low, middle, high = (
        place_of(in_margins(contrast, end)) for end in (difference.low, difference.mean, difference.high)
    )
    shape = "open" if contrast.verdict is Verdict.UNDECIDED else ""
    if contrast.verdict in MOVED:
        shape = "up" if difference.mean > 0 else "down"
    moved = phrases.change(row.measure, difference.mean)
    words = f"change {moved}, {phrases.change_span(row.measure, difference)}, {contrast.verdict.value}"
    return Bar(f"{row.label}: {words}", BAND, low, middle, high, shape, zero=50.0)


def _plain_bar(row: MeasureRow, cell: Cell) -> Bar | None:
    """How far the figure may be off, in smallest changes that count."""
    estimate, margin = cell.estimate, row.measure.margin
    if margin <= 0 or row.measure.nominal:
        return None
    low, high = (place_of((end - estimate.mean) / margin) for end in (estimate.low, estimate.high))
    return Bar(f"{row.label}: {cells.interval(row, cell)}", BAND, low, 50.0, high, "", zero=50.0)


def _goal_bar(row: MeasureRow, cell: Cell, checked: CheckedGoal) -> Bar:
    """The interval of a figure beside the band that its goal asks for."""
    place = _scale([checked.goal.low, checked.goal.high, cell.estimate.low, cell.estimate.high])
    goal, estimate = checked.goal, cell.estimate
    band = 0 if goal.low is None else place(goal.low), 100 if goal.high is None else place(goal.high)
    goal_words = f"the goal is {target(goal, row.measure)}, {checked.standing.value}"
    label = f"{row.label}: {cells.interval(row, cell)}, {goal_words}"
    low, middle, high = (place(end) for end in (estimate.low, estimate.mean, estimate.high))
    return Bar(label, band, low, middle, high, "open" if checked.standing is Standing.UNDECIDED else "")


def _scale(numbers: Iterable[float | None]) -> Callable[[float], float]:
    """Places in per cent of an axis that holds all of these with room to both sides."""
    finite = [number for number in numbers if number is not None and isfinite(number)]
    low, high = min(finite, default=0.0), max(finite, default=1.0)
    room = 0.25 * (high - low or abs(high) or 1.0)
    return lambda number: max(0.0, min(100.0, 100 * (number - low + room) / (high - low + 2 * room)))


def _drawn(bars: Sequence[Bar]) -> str:
    """Bars on one axis; an empty place where there are none."""
    if not bars:
        return '<span class="wb-bar"></span>'
    first = bars[0]
    zero = "" if first.zero is None else f'<i class="wb-zero" style="left:{first.zero:.1f}%"></i>'
    marks = "".join(
        f'{_box("wb-span", bar.low, bar.high)}<i class="wb-dot wb-{bar.shape}" style="left:{bar.middle:.1f}%"></i>'
        for bar in bars
    )
    label = escape("; ".join(bar.label for bar in bars), quote=True)
    inside = f"{_box('wb-band', *first.band)}{zero}{marks}"
    return f'<span class="wb-bar" role="img" aria-label="{label}">{inside}</span>'


def _box(name: str, low: float, high: float) -> str:
    return f'<i class="{name}" style="left:{low:.1f}%;width:{max(0.0, high - low):.1f}%"></i>'
