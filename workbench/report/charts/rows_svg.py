"""Rows of results as one SVG picture that stands alone: for slides, documents and posts. It is always on white."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from textwrap import wrap

from workbench.report.charts.batch import color_of
from workbench.report.charts.rows import Bar, bar_of
from workbench.report.rows import Cell, MeasureRow, with_cells
from workbench.report.text import cells

WIDTH, EDGE, LINE = 1200, 24, 26
"""Pixels of the picture, of its margins, and of a line of the rows."""
NAME, NUMBERS, INTERVAL, BAR, WORD = 24, 336, 540, 750, 950
"""Where the columns begin."""
BAR_WIDTH = WORD - BAR - 24
LETTERS = 132
"""Letters in a line of the answer."""
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
INK, GRAY = "#1a2421", "#5c6664"


def rows_svg(rows: Sequence[MeasureRow], title: str, answers: Sequence[str], played: str) -> str:
    """The picture: its title, an answer for each revision, every row below its group, and how it was played."""
    several = len(answers) > 1
    parts, y = [_text(EDGE, 38, title, size=19, weight=650)], 38.0
    for place, answer in enumerate(answers):
        for number, line in enumerate(wrap(answer, LETTERS)):
            y += 24
            key = _dot(EDGE + 5, y - 5, color_of(place + 1, len(answers) + 1)) if several and number == 0 else ""
            parts.append(key + _text(EDGE + (18 if several else 0), y, line, size=15))
    for group, members in groupby(rows, key=lambda row: row.group):
        y += 38
        parts.append(_text(EDGE, y, group.value, size=15, weight=650))
        y += 9
        for row in with_cells(members):
            for line in _row(row, y, several):
                parts.append(line)
                y += LINE
    for line in wrap(played, LETTERS + 24):
        y += 22
        parts.append(_text(EDGE, y + 6, line, size=12, fill=GRAY))
    return _picture(parts, round(y + EDGE + 6), title)


def _picture(parts: Sequence[str], height: int, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
        f' role="img" font-family="{FONT}">\n<title>{escape(title)}</title>\n'
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _row(row: MeasureRow, y: float, several: bool) -> Iterator[str]:
    """A line for each revision; the name stands on the first."""
    for place, cell in enumerate(row.cells):
        color = color_of(place + 1, len(row.cells) + 1)
        key = _dot(NUMBERS - 12, y + 13, color) if several else ""
        rule = f'<path d="M{EDGE} {y:g}H{WIDTH - EDGE}" stroke="#8883"/>' if place == 0 else ""
        yield rule + key + _cells(row, cell, place, y) + _bar(bar_of(row, cell), y, color)
        y += LINE


def _cells(row: MeasureRow, cell: Cell, place: int, y: float) -> str:
    base = y + 18
    name = _text(NAME, base, row.label, weight=600, most=36) if place == 0 else ""
    numbers = _text(NUMBERS, base, cells.values(row, cell), most=30)
    return name + numbers + _interval(row, cell, base) + _text(WORD, base, cells.verdict(cell))


def _interval(row: MeasureRow, cell: Cell, base: float) -> str:
    """The interval; below it in small, of how many plays it is where not all have it."""
    some = cells.some_plays(cell)
    ends = _text(INTERVAL, base - 5 if some else base, cells.ends(row, cell), fill=GRAY, most=34)
    return ends + (_text(INTERVAL, base + 6, some, size=10, fill=GRAY) if some else "")


def _bar(bar: Bar | None, y: float, color: str) -> str:
    if bar is None:
        return ""
    middle, low, high = y + 13, _x(bar.low), _x(bar.high)
    left, right = map(_x, bar.band)
    band = f'<rect x="{left:.1f}" y="{y + 4:g}" width="{max(0.0, right - left):.1f}" height="18" rx="2" fill="#8884"/>'
    zero = "" if bar.zero is None else f'<path d="M{_x(bar.zero):.1f} {y + 4:g}v18" stroke="#888"/>'
    span = f'<path d="M{low:.1f} {middle:g}H{max(low + 2, high):.1f}" stroke="{color}" stroke-width="2.5"/>'
    return band + zero + span + _dot(_x(bar.middle), middle, color, "" if bar.full else "#fff")


def _x(place: float) -> float:
    """Pixels from the left, of a place on the bar in per cent."""
    return BAR + BAR_WIDTH * place / 100


def _dot(x: float, y: float, color: str, fill: str = "") -> str:
    return f'<circle cx="{x:.1f}" cy="{y:g}" r="5" fill="{fill or color}" stroke="{color}" stroke-width="2"/>'


def _text(x: float, y: float, text: str, size: int = 13, weight: int = 400, fill: str = INK, most: int = 999) -> str:
    line = text if len(text) <= most else f"{text[: most - 1]}…"
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{fill}">{escape(line)}</text>'
