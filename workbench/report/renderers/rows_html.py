"""Verdict rows as HTML, for pages and files: a measure, its numbers, its interval drawn in the row, its verdict."""

from collections.abc import Iterable, Sequence
from html import escape

from workbench.engine.wording import counted, upper_first
from workbench.report.colors import color_of
from workbench.report.document import IntervalBar, VerdictFold, VerdictRow, VerdictRows
from workbench.report.verdict_rows import BAND

FEW = 3
"""Rows beyond the first group that a phone has room for."""
KEY = '<span class="wb-key"></span>'
"""A dot in the color of the line."""
NARROW = """
.wb-rows .wb-lines { grid-template-columns: 1fr auto; } .wb-rows .wb-heads { display: none; }
.wb-rows .wb-name { order: 0; grid-row: auto !important; } .wb-rows .wb-word { order: 1; text-align: right; }
.wb-rows .wb-name .wb-quiet { display: inline; padding-left: 0.4rem; }
.wb-rows .wb-numbers { order: 2; } .wb-rows .wb-interval { order: 3; text-align: right; }
.wb-rows .wb-bar { grid-column: 1 / -1; order: 4; } .wb-rows .wb-least { display: none; }
"""
"""Where there is little room: the name and the verdict, the numbers and their interval, and the bar below them."""
SEVERAL = """
.wb-several .wb-name { grid-column: 1 / -1; }
.wb-several .wb-line { display: grid; grid-column: 1 / -1; grid-template-columns: 1fr auto; gap: 0 0.75rem; }
.wb-several .wb-interval { grid-column: 1 / -1; text-align: left; }
.wb-several .wb-numbers { order: 1; } .wb-several .wb-word { order: 2; } .wb-several .wb-interval { order: 3; }
.wb-several .wb-interval:empty, .wb-several .wb-base .wb-bar { display: none; } .wb-answers p { font-size: 1rem; }
"""
"""Of several revisions there: the name, then the same of each."""
PHONE = """
.wb-answers > p { display: none; } .wb-answers > details { display: block; margin-bottom: 0.3rem; }
.wb-several .wb-goal :is(.wb-bar, .wb-interval) { display: none; }
"""
"""Of several revisions on a phone: how many goals of each hold, the rest folded; a line of each for a goal."""
STYLE = f"""<style>
.wb-rows {{ container-type: inline-size; font-size: 0.95rem; font-variant-numeric: tabular-nums; }}
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
.wb-word .wb-quiet {{ display: block; }}
.wb-strong {{ font-weight: 600; }}
.wb-ends {{ display: flex; justify-content: space-between; }}
.wb-group {{ font-size: 1rem; font-weight: 650; margin: 0.75rem 0 0.2rem; padding: 0; }}
.wb-key {{ display: inline-block; width: 0.7rem; height: 0.7rem; border-radius: 50%; background: var(--c); }}
.wb-answers p {{ margin: 0 0 0.4rem; font-size: 1.1rem; }} .wb-answers > details {{ display: none; }}
.wb-folds {{ display: flex; flex-wrap: wrap; gap: 0 1.5rem; }} .wb-folds > details[open] {{ flex-basis: 100%; }}
.wb-below {{ padding-left: 1rem; }}
@supports selector(::details-content) {{ @container (min-width: 42.01rem) {{
  .wb-rest::details-content {{ content-visibility: visible; }} .wb-rest > summary {{ display: none; }} }} }}
.wb-rows summary {{ cursor: pointer; font-size: 0.875rem; padding: 0.15rem 0; width: fit-content; }}
@container (max-width: 68rem) {{ {NARROW} {SEVERAL} }}
@container (max-width: 42rem) {{ {PHONE} }}
</style>"""


def rows_html(block: VerdictRows) -> str:
    """Every row below the name of its group, which is a heading of the third level; on a phone the first group alone.

    The others are folded there.
    """
    if not block.changes:
        heads = ["", "Average", "95 % interval", "", "Too small to matter below", ""]
    else:
        axis = '<span class="wb-ends"><span>← lower</span><span>higher →</span></span>'
        values = "" if block.has_several else f"{_key(0, 2)} before → {_key(1, 2)} after"
        heads = ["", values, "Change, 95 % interval", axis, "Too small to matter below", "Verdict"]
    inside = "".join(f"<span>{head}</span>" for head in heads)
    parts = [
        _answers(block.answers) if block.answers else "",
        f'<div class="wb-lines wb-heads" aria-hidden="true">{inside}</div>',
    ]
    more = sum(len(group.rows) for group in block.groups[1:])
    for number, group in enumerate(block.groups):
        if number == 1 and more > FEW:
            parts.append(f'<details class="wb-rest"><summary>{counted(more, "further figure")}</summary>')
        if group.title:
            parts.append(f'<p class="wb-group" role="heading" aria-level="3">{escape(group.title)}</p>')
        items = "".join(_row(row, block.base) for row in group.rows)
        parts.append(f'<div role="list">{items}{_folds(group.folds, block.base)}</div>')
    parts += ["</details>"] if more > FEW else []
    return f'{STYLE}<div class="wb-rows{" wb-several" if block.has_several else ""}">{"".join(parts)}</div>'


def _answers(answers: Sequence[tuple[str, str]]) -> str:
    """The answer of each of several revisions, after its title, with its color."""
    lines = []
    for place, (title, answer) in enumerate(answers, 1):
        key, named = _key(place, len(answers) + 1), f"{escape(title)}</strong>: "
        # for a phone its beginning, up to the first semicolon or stop, and the rest when one asks for it
        brief = answer.partition(";")[0].partition(". ")[0].rstrip(".")
        rest = escape(upper_first(answer.removeprefix(brief).lstrip("; .")))
        head = f"<summary>{key}<strong>&nbsp;{named}{escape(brief)}.</summary>"
        lines.append(f"<p>{key} <strong>{named}{escape(answer)}</p><details>{head}<p>{rest}</p></details>")
    return f'<div class="wb-answers">{"".join(lines)}</div>'


def _key(place: int, of: int) -> str:
    return f'<span class="wb-key" style="--c:{color_of(place, of)}"></span>'


def _folds(folds: Sequence[VerdictFold], base: str) -> str:
    """The rows that are folded away, beside each other."""
    inside = "".join(_fold(fold.title, [_row(row, base) for row in fold.rows]) for fold in folds)
    return _item(f'<div class="wb-folds">{inside}</div>') if folds else ""


def _fold(title: str, items: Iterable[str]) -> str:
    inside = "".join(items)
    return f'<details><summary>{escape(title)}</summary><div class="wb-below" role="list">{inside}</div></details>'


def _item(inside: str, look: str = "wb-row") -> str:
    return f'<div class="{look}" role="listitem">{inside}</div>'


def _row(row: VerdictRow, base: str) -> str:
    """One measure: a line a revision, the first with its name; below it, folded, its seats or sides."""
    several = len(row.lines) > 1
    lines = [_line(row, place) for place in range(len(row.lines))]
    if several and row.base:
        bars = _bars([IntervalBar(f"{row.label}: {base} {row.base}", BAND, 50.0, 50.0, 50.0, "", zero=50.0)])
        before = (
            f'<span class="wb-numbers">{KEY} {escape(base)}: {escape(row.base)}</span><span class="wb-interval"></span>'
        )
        after = f'{bars}<span class="wb-least"></span><span class="wb-word"></span>'
        lines.insert(0, f'<div class="wb-line wb-base" style="--c:{color_of(0, 2)}">{before}{after}</div>')
    goal = f'<span class="wb-quiet">{escape(row.goal)}</span>' if row.goal else ""
    head = f'<span class="wb-name" style="grid-row:1/span {len(lines)}">{escape(row.label)}{goal}</span>'
    below = _fold(row.below_title, [_row(detail, base) for detail in row.below]) if row.below else ""
    return _item(
        f'<div class="wb-lines">{head}{"".join(lines)}</div>{below}', "wb-row wb-goal" if row.goal else "wb-row"
    )


def _line(row: VerdictRow, place: int) -> str:
    line, of = row.lines[place], len(row.lines)
    key = f"{KEY} {escape(line.title)}: " if of > 1 else ""
    interval = "<br>".join(map(escape, filter(None, (line.interval, line.part))))
    lacks = f'<span class="wb-quiet">{escape(line.lacks)}</span>' if line.lacks else ""
    strong = " wb-strong" if line.is_strong else ""
    return (
        f'<div class="wb-line" style="--c:{color_of(place + 1, of + 1)}">'
        f'<span class="wb-numbers">{key}{escape(line.values)}</span><span class="wb-interval">{interval}</span>'
        f'{_bars(line.bars)}<span class="wb-least">{escape(row.least)}</span>'
        f'<span class="wb-word{strong}">{escape(line.verdict)}{lacks}</span></div>'
    )


def _bars(bars: Sequence[IntervalBar]) -> str:
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
