"""Rows of results as one SVG picture that stands alone: for slides, documents and posts. It is always on white."""

from collections.abc import Iterator
from html import escape
from textwrap import wrap

from workbench.report.colors import color_of
from workbench.report.document import IntervalBar, Report, VerdictRow, VerdictRows

WIDTH, EDGE, LINE = 1200, 24, 26
"""Pixels of the picture, of its margins, and of a line of the rows."""
NAME, NUMBERS, INTERVAL, BAR, WORD = 24, 336, 540, 750, 950
"""Where the columns begin."""
BAR_WIDTH = WORD - BAR - 24
LETTERS = 132
"""Letters in a line of the answer."""
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Helvetica, Arial, sans-serif"
INK, GRAY = "#1a2421", "#5c6664"


def rows_svg(report: Report) -> str:
    """The picture: its title, the answers, every row below its group, and how it was played."""
    block = next(block for block in report.blocks if isinstance(block, VerdictRows))
    several, played = block.has_several, f"{report.strength} {report.how_played}".lstrip()
    answers = [f"{name}: {answer}" for name, answer in block.answers] or [report.headline]
    parts, y = [_text(EDGE, 38, report.title, size=19, weight=650)], 38.0
    for place, answer in enumerate(answers):
        for number, line in enumerate(wrap(answer, LETTERS)):
            y += 24
            key = _dot(EDGE + 5, y - 5, color_of(place + 1, len(answers) + 1)) if several and number == 0 else ""
            parts.append(key + _text(EDGE + (18 if several else 0), y, line, size=15))
    for group in block.groups:
        y += 38
        parts.append(_text(EDGE, y, group.title, size=15, weight=650))
        y += 9
        for row in group.flat:
            for line in _row(row, y, several):
                parts.append(line)
                y += LINE
    for line in wrap(played, LETTERS + 24):
        y += 22
        parts.append(_text(EDGE, y + 6, line, size=12, fill=GRAY))
    height = round(y + EDGE + 6)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
        f' role="img" font-family="{FONT}">\n<title>{escape(report.title)}</title>\n'
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _row(row: VerdictRow, y: float, several: bool) -> Iterator[str]:
    """A line for each revision; the name stands on the first."""
    for place, line in enumerate(row.lines):
        color, base = color_of(place + 1, len(row.lines) + 1), y + 18
        key = _dot(NUMBERS - 12, y + 13, color) if several else ""
        rule = f'<path d="M{EDGE} {y:g}H{WIDTH - EDGE}" stroke="#8883"/>' if place == 0 else ""
        name = _text(NAME, base, row.label, weight=600, most=36) if place == 0 else ""
        numbers = _text(NUMBERS, base, line.values, most=30)
        word = _text(WORD, base, line.verdict)
        bars = "".join(_bar(bar, y, color) for bar in line.bars)
        # below the interval in small, of how many plays it is where not all have it
        ends = _text(INTERVAL, base - 5 if line.part else base, line.interval, fill=GRAY, most=34)
        part = _text(INTERVAL, base + 6, line.part, size=10, fill=GRAY) if line.part else ""
        yield rule + key + name + numbers + ends + part + word + bars
        y += LINE


def _bar(bar: IntervalBar, y: float, color: str) -> str:
    middle, low, high = y + 13, _x(bar.low), _x(bar.high)
    left, right = map(_x, bar.band)
    band = f'<rect x="{left:.1f}" y="{y + 4:g}" width="{max(0.0, right - left):.1f}" height="18" rx="2" fill="#8884"/>'
    zero = "" if bar.zero is None else f'<path d="M{_x(bar.zero):.1f} {y + 4:g}v18" stroke="#888"/>'
    span = f'<path d="M{low:.1f} {middle:g}H{max(low + 2, high):.1f}" stroke="{color}" stroke-width="2.5"/>'
    return band + zero + span + _dot(_x(bar.middle), middle, color, "" if bar.is_full else "#fff")


def _x(place: float) -> float:
    """Pixels from the left, of a place on the bar in per cent."""
    return BAR + BAR_WIDTH * place / 100


def _dot(x: float, y: float, color: str, fill: str = "") -> str:
    return f'<circle cx="{x:.1f}" cy="{y:g}" r="5" fill="{fill or color}" stroke="{color}" stroke-width="2"/>'


def _text(x: float, y: float, text: str, size: int = 13, weight: int = 400, fill: str = INK, most: int = 999) -> str:
    line = text if len(text) <= most else f"{text[: most - 1]}…"
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{fill}">{escape(line)}</text>'
