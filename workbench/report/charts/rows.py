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

from workbench.report.charts.batch import colour_of
from workbench.report.rows import Cell, Group, Row
from workbench.report.text import phrases
from workbench.report.text.scenarios import target
from workbench.report.text.verdicts import MOVED, in_margins, plays_range
from workbench.stats import Verdict
from workbench.study.compare import Contrast
from workbench.study.goals import CheckedGoal, Standing

REACH = 30.0
"""Smallest changes that count at the edge of the axis; what lies beyond stands there."""
STANDINGS = {Standing.MET: "✓ met", Standing.MISSED: "✗ missed", Standing.UNDECIDED: "? undecided"}
WORDS = {Verdict.SAME: "= same", Verdict.UNDECIDED: "? undecided"}
KEY = '<span class="wb-key"></span>'
"""A dot in the colour of the line."""
NO_BAR = '<span class="wb-bar"></span>'
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
STYLE = f"""<style>
.wb-rows {{ font-size: 0.95rem; font-variant-numeric: tabular-nums; }}
.wb-row {{ border-top: 1px solid #8883; padding: 0.2rem 0; }}
.wb-lines {{ display: grid; grid-template-columns: 13.5rem 11.5rem 11.5rem minmax(6rem, 1fr) 5.5rem 10.5rem;
  gap: 0 0.75rem; align-items: center; }}
.wb-several .wb-lines {{ grid-template-columns: 14rem 16rem 11.5rem minmax(6rem, 1fr) 5.5rem 10.5rem; }}
.wb-line {{ display: contents; }}
.wb-name {{ font-weight: 600; }} .wb-name .wb-quiet {{ display: block; font-weight: 400; }}
.wb-quiet, .wb-interval, .wb-least, .wb-heads {{ opacity: 0.8; font-size: 0.875rem; }}
.wb-bar {{ position: relative; height: 1.5rem; display: block; min-width: 6rem; }}
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
.wb-answers p {{ margin: 0 0 0.4rem; font-size: 1.1rem; }}
.wb-folds {{ display: flex; flex-wrap: wrap; gap: 0 1.5rem; }} .wb-folds > details[open] {{ flex-basis: 100%; }}
.wb-below {{ padding-left: 1rem; }}
.wb-rows summary {{ cursor: pointer; font-size: 0.875rem; padding: 0.15rem 0; width: fit-content; }}
{NARROW.replace("WITHIN", ".wb-narrow ")}
@media (max-width: 900px) {{ {NARROW.replace("WITHIN", ".wb-rows ")} {SEVERAL} }}
</style>"""


def rows_html(
    rows: Sequence[Row], *, folds: bool = True, groups: bool = True, narrow: bool = False, base: str = ""
) -> str:
    """Every row below the name of its group; `folds`: what stayed the same or is undecided is folded in each group.

    `base` is the title of the revision that the others are held against.
    """
    several = max((len(row.cells) for row in rows), default=0) > 1
    parts = [STYLE, "" if narrow else _heads(rows, several, base)]
    for group, members in groupby(rows, key=lambda row: row.group):
        found = list(members)
        parts.append(f'<p class="wb-group" role="heading" aria-level="3">{group.value}</p>' if groups else "")
        shown = found if not folds else [row for row in found if not _verdict_for_all(row)]
        parts.append(_list([_row(row, base) for row in shown], _folds(found, base) if folds else ""))
    look = f"wb-rows{' wb-narrow' if narrow else ''}{' wb-several' if several else ''}"
    return f'{parts[0]}<div class="{look}">{"".join(parts[1:])}</div>'


def answers_html(answers: Sequence[tuple[str, str]]) -> str:
    """The answer of each of several revisions, below its title, with its colour."""
    lines = [
        f"<p>{_key(place + 1, len(answers) + 1)} <strong>{escape(title)}</strong>: {escape(said)}</p>"
        for place, (title, said) in enumerate(answers)
    ]
    return f'{STYLE}<div class="wb-answers">{"".join(lines)}</div>'


def _key(place: int, of: int) -> str:
    return f'<span class="wb-key" style="--c:{colour_of(place, of)}"></span>'


def _heads(rows: Sequence[Row], several: bool, base: str) -> str:
    """What each column holds; bars say it themselves to who cannot see them."""
    cells = next((row.cells for row in rows if row.cells), ())
    if not cells or cells[0].contrast is None:
        heads = ["", "Average", "95 % interval", "", "Counts from", ""]
    else:
        axis = '<span class="wb-ends"><span>← lower</span><span>higher →</span></span>'
        values = "" if several else f"{_key(0, 2)} before → {_key(1, 2)} after"
        heads = ["", values, "Change, 95 % interval", axis, "Counts from", "Verdict"]
    inside = "".join(f"<span>{head}</span>" for head in heads)
    return f'<div class="wb-lines wb-heads" aria-hidden="true">{inside}</div>'


# Folds


def _verdict_for_all(row: Row) -> Verdict | None:
    """`same` or `undecided`, where every revision has it on a row that is no goal's."""
    cells = [cell for each in (row, *(() if row.cells else row.below)) for cell in each.cells]
    found = {cell.contrast.verdict if cell.contrast else None for cell in cells}
    if row.group is Group.GOALS or len(found) != 1:
        return None
    return next((each for each in found if each in WORDS), None)


def _folds(rows: Sequence[Row], base: str) -> str:
    """What stayed the same and what is undecided, beside each other until one is opened."""
    same = [row for row in rows if _verdict_for_all(row) is Verdict.SAME]
    open_ = [row for row in rows if _verdict_for_all(row) is Verdict.UNDECIDED]
    folded = [(f"{len(same)} stayed the same", same), (f"{len(open_)} undecided{_lack(open_)}", open_)]
    folds = [_fold(title, [_row(row, base) for row in members]) for title, members in folded if members]
    return _item(f'<div class="wb-folds">{"".join(folds)}</div>') if folds else ""


def _lack(rows: Sequence[Row]) -> str:
    """How many plays the undecided ones lack."""
    found = [cell.contrast.ahead for row in rows for cell in row.cells if cell.contrast]
    known = [ahead for ahead in found if ahead]
    if not known:
        return ""
    least = min(known, key=lambda ahead: ahead.likely)
    return f"; the first takes {plays_range(least)} more plays"


def _list(items: Sequence[str], folds: str) -> str:
    return f'<div role="list">{"".join(items)}{folds}</div>'


def _fold(title: str, items: Iterable[str]) -> str:
    inside = "".join(items)
    return f'<details><summary>{escape(title)}</summary><div class="wb-below" role="list">{inside}</div></details>'


def _item(inside: str) -> str:
    return f'<div class="wb-row" role="listitem">{inside}</div>'


# A row


@dataclass(frozen=True)
class _Line:
    """What stands in a line beside the name: texts, as HTML, and a colour."""

    numbers: str
    interval: str
    bar: str
    least: str
    word: str
    strong: bool
    colour: str
    look: str = ""


def _row(row: Row, base: str) -> str:
    """One measure: a line a revision, the first with its name; below it, folded, its seats or sides."""
    lines = [_line(row, cell, place) for place, cell in enumerate(row.cells)] or _lines_of_seats(row)
    lines = [*_line_of_base(row, base), *lines] if len(lines) > 1 else lines
    name = escape(row.label) + _aim(row)
    head = f'<span class="wb-name" style="grid-row:1/span {len(lines)}">{name}</span>'
    below = _fold(_below(row), [_row(each, base) for each in row.below]) if row.below else ""
    return _item(f'<div class="wb-lines">{head}{"".join(map(_drawn_line, lines))}</div>{below}')


def _drawn_line(line: _Line) -> str:
    strong = " wb-strong" if line.strong else ""
    return (
        f'<div class="wb-line{line.look}" style="--c:{line.colour}"><span class="wb-numbers">{line.numbers}</span>'
        f'<span class="wb-interval">{line.interval}</span>{line.bar}<span class="wb-least">{line.least}</span>'
        f'<span class="wb-word{strong}">{line.word}</span></div>'
    )


def _aim(row: Row) -> str:
    """What the goal asks for."""
    goal = next((cell.goal for cell in row.cells if cell.goal), None)
    return f'<span class="wb-quiet">goal: {escape(target(goal.goal, row.measure))}</span>' if goal else ""


def _line_of_base(row: Row, base: str) -> list[_Line]:
    """What the base has, where several are held against it: the middle of their axis."""
    if row.base is None:
        return []
    value = f"{phrases.value(row.measure, row.base.mean)} {_unit(row)}".strip()
    bar = _drawn(f"{row.label}: {base} {value}", _change_axis() + _marks(50.0, 50.0, 50.0, ""))
    return [_Line(f"{KEY} {escape(base)}: {escape(value)}", "", bar, "", "", False, colour_of(0, 2), " wb-base")]


def _below(row: Row) -> str:
    seats = sum("seat" in each.label for each in row.below)
    return f"{seats} seats" if seats == len(row.below) else f"{len(row.below)} parts"


def _line(row: Row, cell: Cell, place: int) -> _Line:
    several = len(row.cells) > 1
    key = f"{KEY} {escape(cell.title)}: " if several else ""
    return _Line(
        numbers=f"{key}{escape(_values(row, cell, alone=several))}",
        interval=escape(_interval(row, cell)),
        bar=_bar(row, cell, against=any(each.contrast for each in row.cells)),
        least=escape(_least(row)),
        word=_word(cell),
        strong=_is_strong(cell),
        colour=colour_of(place + 1, len(row.cells) + 1),
    )


def _lines_of_seats(row: Row) -> list[_Line]:
    """For a measure that only seats have: from the least of them to the most, all their marks, and their verdict."""
    first, *_ = row.below
    lines = []
    for place, one in enumerate(first.cells):
        cells = [(each, each.cells[place]) for each in row.below if place < len(each.cells)]
        words = {_word(cell) for _, cell in cells}
        key = f"{KEY} {escape(one.title)}: " if len(first.cells) > 1 else ""
        lines.append(
            _Line(
                numbers=key + escape(_span_of_seats(row, [cell for _, cell in cells], alone=bool(key))),
                interval="seat by seat",
                bar=_bars_of(row, cells) if one.contrast else NO_BAR,
                least=escape(_least(row)),
                word=words.pop() if len(words) == 1 else "differs by seat",
                strong=any(_is_strong(cell) for _, cell in cells),
                colour=colour_of(place + 1, len(first.cells) + 1),
            )
        )
    return lines


def _span_of_seats(row: Row, cells: Sequence[Cell], alone: bool) -> str:
    def span(numbers: Iterable[float]) -> str:
        found = sorted(numbers)
        ends = dict.fromkeys(phrases.value(row.measure, each) for each in (found[0], found[-1]))
        return " to ".join(ends)

    after = span(cell.estimate.mean for cell in cells)
    before = [cell.contrast.difference.base for cell in cells if cell.contrast]
    values = after if alone or not before else f"{span(before)} → {after}"
    return f"{values} {_unit(row)}".strip()


def _bars_of(row: Row, cells: Sequence[tuple[Row, Cell]]) -> str:
    """The marks of every seat on one axis."""
    marks = "".join(_change_marks(cell.contrast) for _, cell in cells if cell.contrast)
    said = "; ".join(
        f"{each.label}: change {_change_words(each, cell.contrast)}" for each, cell in cells if cell.contrast
    )
    return _drawn(said or row.label, _change_axis() + marks)


def _is_strong(cell: Cell) -> bool:
    missed = cell.goal is not None and cell.goal.standing is Standing.MISSED
    return missed or (cell.contrast is not None and cell.contrast.verdict in MOVED)


def _values(row: Row, cell: Cell, alone: bool = False) -> str:
    """Before and after; `alone`, what it is now."""
    measure = row.measure
    if cell.contrast is None or alone:
        mean = cell.contrast.difference.other if cell.contrast else cell.estimate.mean
        return f"{phrases.value(measure, mean)} {_unit(row)}".strip()
    found = cell.contrast.difference
    values = f"{phrases.value(measure, found.base)} → {phrases.value(measure, found.other)}"
    return f"{values} {_unit(row)}".strip()


def _unit(row: Row) -> str:
    return "" if phrases.is_share(row.measure) else row.measure.unit


def _least(row: Row) -> str:
    """The smallest change that counts, in the unit that stands beside the values."""
    if row.measure.margin <= 0:
        return ""
    words = phrases.margin(row.measure).removesuffix("s").removesuffix(f" {row.measure.unit.removesuffix('s')}")
    return f"±{words.replace(' percentage point', f'{phrases.THIN}%-point')}"


def _interval(row: Row, cell: Cell) -> str:
    measure = row.measure
    if cell.contrast is None:
        return f"{phrases.value(measure, cell.estimate.low)} to {phrases.value(measure, cell.estimate.high)}"
    found = cell.contrast.difference
    return f"{phrases.change(measure, found.difference)} ({phrases.interval(measure, found.low, found.high)})"


def _word(cell: Cell) -> str:
    """The verdict in a word and a sign: how a goal stands, and how the measure moved; what an open one lacks."""
    change = verdict_word(cell.contrast) if cell.contrast else ""
    if cell.goal is None:
        return change + (_lacks(cell.contrast) if cell.contrast else "")
    if change.startswith("?"):
        change = "" if cell.goal.standing is Standing.UNDECIDED else "change undecided"
    return ", ".join(filter(None, (STANDINGS[cell.goal.standing], change)))


def _lacks(contrast: Contrast) -> str:
    if contrast.verdict is not Verdict.UNDECIDED or not contrast.ahead:
        return ""
    return f'<span class="wb-quiet">{plays_range(contrast.ahead)} plays</span>'


def verdict_word(contrast: Contrast) -> str:
    """`↑ higher`, `↓ better`, `= same`, `? undecided`."""
    if contrast.verdict in MOVED:
        return f"{'↑' if contrast.difference.difference > 0 else '↓'} {contrast.verdict.value}"
    return WORDS[contrast.verdict]


# The bar in a row


def _bar(row: Row, cell: Cell, against: bool) -> str:
    """What is drawn for a revision; nothing where only others have a change `against` the base."""
    if cell.contrast:
        label = f"{row.label}: {_change_words(row, cell.contrast)}"
        return _drawn(label, _change_axis() + _change_marks(cell.contrast))
    if against:
        return NO_BAR
    return _goal_bar(row, cell, cell.goal) if cell.goal else _plain_bar(row, cell)


def _change_axis() -> str:
    """The gray band inside which a change is too small to count, and no change in its middle."""
    return _box("wb-band", place_of(-1), place_of(1)) + f'<i class="wb-zero" style="left:{place_of(0):.1f}%"></i>'


def _change_marks(contrast: Contrast) -> str:
    """The interval of a change; its mark points to where it moved, and is open where that is undecided."""
    found = contrast.difference
    low, middle, high = (place_of(in_margins(contrast, each)) for each in (found.low, found.difference, found.high))
    shape = "wb-open" if contrast.verdict is Verdict.UNDECIDED else ""
    if contrast.verdict in MOVED:
        shape = "wb-up" if found.difference > 0 else "wb-down"
    return _marks(low, middle, high, shape)


def _change_words(row: Row, contrast: Contrast) -> str:
    found, measure = contrast.difference, row.measure
    moved = phrases.change(measure, found.difference)
    return f"change {moved}, {phrases.interval(measure, found.low, found.high)}, {contrast.verdict.value}"


def place_of(margins: float) -> float:
    """The place of a change on the axis, in per cent from its left end."""
    if not isfinite(margins):
        return 100.0 if margins > 0 else 0.0
    return 50 + 50 * max(-1.0, min(1.0, asinh(margins) / asinh(REACH)))


def _plain_bar(row: Row, cell: Cell) -> str:
    """How far the figure may be off, in smallest changes that count."""
    found, margin = cell.estimate, row.measure.margin
    if margin <= 0 or row.measure.nominal:
        return NO_BAR
    low, high = (place_of((each - found.mean) / margin) for each in (found.low, found.high))
    return _drawn(f"{row.label}: {_interval(row, cell)}", _change_axis() + _marks(low, 50.0, high, ""))


def _goal_bar(row: Row, cell: Cell, checked: CheckedGoal) -> str:
    """The interval of a figure beside the band that its goal asks for."""
    place = _scale([checked.goal.low, checked.goal.high, cell.estimate.low, cell.estimate.high])
    goal = checked.goal
    band = _box("wb-band", 0 if goal.low is None else place(goal.low), 100 if goal.high is None else place(goal.high))
    label = f"{row.label}: {_interval(row, cell)}, the goal is {target(goal, row.measure)}, {checked.standing.value}"
    estimate = cell.estimate
    low, middle, high = (place(each) for each in (estimate.low, estimate.mean, estimate.high))
    shape = "wb-open" if checked.standing is Standing.UNDECIDED else ""
    return _drawn(label, band + _marks(low, middle, high, shape))


def _scale(numbers: Iterable[float | None]) -> Callable[[float], float]:
    """Places in per cent of an axis that holds all of these with room to both sides."""
    known = [each for each in numbers if each is not None and isfinite(each)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    room = 0.25 * (high - low or abs(high) or 1.0)
    return lambda number: max(0.0, min(100.0, 100 * (number - low + room) / (high - low + 2 * room)))


def _box(name: str, low: float, high: float) -> str:
    return f'<i class="{name}" style="left:{low:.1f}%;width:{max(0.0, high - low):.1f}%"></i>'


def _marks(low: float, middle: float, high: float, shape: str) -> str:
    return f'{_box("wb-span", low, high)}<i class="wb-dot {shape}" style="left:{middle:.1f}%"></i>'


def _drawn(label: str, inside: str) -> str:
    return f'<span class="wb-bar" role="img" aria-label="{escape(label, quote=True)}">{inside}</span>'
