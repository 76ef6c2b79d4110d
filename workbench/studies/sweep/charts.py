"""Plotly figures of sweeps: a line with its band, a heat map, small multiples; and a tornado of one step of every rule.

Colors are those of Cividis, which color-blind eyes read as others do. What is undecided is hatched, and what cannot
be played is crossed out, so that nothing is said by color alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from textwrap import wrap

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from workbench.engine.measures import Measure
from workbench.engine.wording import THIN, listed, upper_first
from workbench.play.goals import Standing
from workbench.report.charts.batch import LABEL_WIDTH, Chart, blank, error_bars, upright
from workbench.report.colors import BASE, GOOD, OTHER, QUIET
from workbench.report.text import phrases
from workbench.report.text.scenarios import (
    rule_with_value,
    rules_with_values,
    short_value,
    step_words,
    target,
)
from workbench.scenario import Goal
from workbench.scenario.vary import Varied
from workbench.stats import Direction, Verdict
from workbench.stats.race import RaceStanding
from workbench.studies.sweep.grid import LEADS, CellReading, Sweep, SweepCell, SweepPlan, Target
from workbench.studies.sweep.steps import Sensitivity, StepEffect

NOW = "as it is"
MARKS: dict[str, tuple[str, str]] = {
    RaceStanding.BEST.value: ("star", GOOD),
    RaceStanding.AS_GOOD.value: ("circle", OTHER),
    LEADS: ("circle-open", OTHER),
    RaceStanding.UNDECIDED.value: ("circle-open", QUIET),
    RaceStanding.WORSE.value: ("triangle-down", BASE),
    NOW: ("diamond", BASE),
}
"""Symbols and colors of the marks of a line, by what they mean."""
SCALE = "Cividis"
INKS = ("#ffffff", "#000000")
"""Colors of numbers on dark cells and on bright ones."""
ROW, FRAME, TORNADO_ROW = 46, 110, 30
"""Pixels of a row of cells, around all of them, and of a step of the tornado."""
ABREAST = 2
"""Small multiples beside each other; a phone is not wider."""
FEWEST_RULES, MOST_RULES = 3, 8
"""Rules that a tornado shows."""
LEAST_MARGINS = 6
"""The colors span at least so many of the smallest change that counts."""


def _scale(measure: Measure) -> float:
    return 100.0 if phrases.is_share(measure) else 1.0


def _axis(measure: Measure, label: str) -> str:
    """The title of an axis: `Ties, % of plays`; `Deals a play` where the unit has the name already."""
    unit = phrases.unit(measure)
    if unit.startswith(label.lower()):
        return upper_first(unit)
    return f"{label}, {'% ' if phrases.is_share(measure) else ''}{unit}".rstrip(", ")


def _names(plan: SweepPlan, varied: Varied) -> list[str]:
    game = plan.scenario.game
    return [_in_lines(short_value(game, varied.name, value)) for value in varied.values]


def _first(cells: Sequence[SweepCell], name: str) -> CellReading:
    return next(reading for cell in cells if (reading := cell.reading(name)))


def _hover(plan: SweepPlan, cell: SweepCell, name: str, word: str) -> str:
    reading, values = cell.reading(name), rules_with_values(plan.scenario.game, cell.combination.values)
    if reading is None:
        problems = cell.combination.problems
        why = "; ".join(f"{problem.place.replace('_', ' ')}: {problem.message}" for problem in problems)
        return f"{values}<br>{f'cannot be played: {why}' if why else 'not played yet'}"
    estimate = reading.figure.estimate
    some = phrases.in_brackets(phrases.part_of(estimate.n, reading.plays))
    parts = [values, f"{phrases.reading(reading.figure.measure, estimate)}{some}"]
    parts += [] if cell.changed else [NOW]
    parts += [f"goal {reading.standing.value}"] if reading.standing else []
    parts += [f"{word} than the best" if word == RaceStanding.WORSE else word]
    return "<br>".join([*parts, phrases.number_of(cell.plays, "play")])


# One parameter


def line(plan: SweepPlan, cells: Sequence[SweepCell], name: str, sweep: Sweep | None = None) -> Chart:
    """A figure along the values of one parameter, with the band of its intervals."""
    (varied,), first = plan.varied, _first(cells, name)
    label, scale = first.figure.label, _scale(first.figure.measure)
    figure = blank(340)
    played = [(at, cell, reading) for at, cell in enumerate(cells) if (reading := cell.reading(name))]
    _band(figure, [(at, reading) for at, _, reading in played], scale)
    for word, (symbol, color) in MARKS.items():
        marked = [(at, cell, reading) for at, cell, reading in played if _mark(plan, cell, sweep) == word]
        if marked:
            marker = {"symbol": symbol, "size": 12, "color": color, "line": {"width": 2, "color": color}}
            figure.add_trace(
                go.Scatter(
                    x=[at for at, _, _ in marked],
                    y=[scale * reading.figure.estimate.mean for _, _, reading in marked],
                    mode="markers",
                    name=word,
                    marker=marker,
                    customdata=[_hover(plan, cell, name, _word(cell, sweep)) for _, cell, _ in marked],
                    hovertemplate="%{customdata}<extra></extra>",
                    showlegend=plan.has_best or word == NOW,
                )
            )
    _goal_lines(figure, first.target.goal, scale)
    _refused(figure, cells)
    title = plan.scenario.game.parameters[varied.name].label
    ticks = {"tickvals": list(range(len(cells))), "ticktext": _names(plan, varied)}
    figure.update_xaxes(title=title, range=[-0.5, len(cells) - 0.5], fixedrange=True, **ticks)
    figure.update_yaxes(title=upright(_axis(first.figure.measure, label)), fixedrange=True)
    crosses = " A cross stands where the rules cannot be played." if len(played) < len(cells) else ""
    text = f"{_good_way(first.target, first.figure.measure)}{crosses}".strip()
    return Chart(f"sweep_{name}", f"{label} by {title.lower()}", text, figure)


def _word(cell: SweepCell, sweep: Sweep | None) -> str:
    """How it stands beside the best; what is merely as good has no star."""
    return sweep.word(cell) if sweep else cell.place.value


def _mark(plan: SweepPlan, cell: SweepCell, sweep: Sweep | None) -> str:
    """The mark of a combination; where nothing is best, all that change something have the same."""
    if not cell.changed:
        return NOW
    return _word(cell, sweep) if plan.has_best else RaceStanding.AS_GOOD.value


def _band(figure: go.Figure, played: Sequence[tuple[int, CellReading]], scale: float) -> None:
    """The line through the means, and the band of the intervals around it."""
    x = [at for at, _ in played]
    estimates = [reading.figure.estimate for _, reading in played]
    high, low, mean = (
        [scale * end for end in ends]
        for ends in zip(*((estimate.high, estimate.low, estimate.mean) for estimate in estimates), strict=True)
    )
    bare = {"mode": "lines", "hoverinfo": "skip", "showlegend": False}
    figure.add_trace(go.Scatter(x=x, y=high, line={"width": 0}, **bare))
    figure.add_trace(
        go.Scatter(x=x, y=low, line={"width": 0}, fill="tonexty", fillcolor="rgba(136,136,136,0.28)", **bare)
    )
    figure.add_trace(go.Scatter(x=x, y=mean, line={"width": 2, "color": QUIET}, **bare))


def _goal_lines(figure: go.Figure, goal: Goal | None, scale: float) -> None:
    for bound in (goal.low, goal.high) if goal else ():
        if bound is not None:
            figure.add_hline(scale * bound, line={"dash": "dash", "color": QUIET, "width": 1.5})


def _good_way(aim: Target, measure: Measure) -> str:
    """A sentence on the goal, which is drawn as a dashed line, and on which way is good."""
    if aim.goal is None:
        return {Direction.DOWN: " Lower is better.", Direction.UP: " Higher is better."}.get(aim.wish, "")
    words = target(aim.goal, measure)
    where = "Below" if aim.goal.low is None else "Above" if aim.goal.high is None else "Between"
    return f" {where} the dashed {'lines' if where == 'Between' else 'line'} the goal is met: {words}."


def _refused(figure: go.Figure, cells: Sequence[SweepCell]) -> None:
    for at, cell in enumerate(cells):
        if not cell.combination.is_valid:
            figure.add_annotation(x=at, y=0.02, yref="paper", text="✕", showarrow=False, font={"size": 16})


# Two and three parameters


def heat_map(plan: SweepPlan, cells: Sequence[SweepCell], name: str, sweep: Sweep | None = None) -> Chart:
    """A figure over two parameters: its value in the cell; for each value of a third parameter once."""
    rows, *third = plan.varied[1:]
    first, panels = _first(cells, name), _panels(plan, cells)
    label, across = first.figure.label, min(ABREAST, len(panels))
    down = -(-len(panels) // across)
    titles = (
        [f"{rule_with_value(plan.scenario.game, third[0].name, value)}" for value in third[0].values] if third else None
    )
    figure = make_subplots(down, across, subplot_titles=titles, horizontal_spacing=0.1, vertical_spacing=0.35 / down)
    height = (FRAME + ROW * len(rows.values)) * down
    figure.update_layout(height=height, margin={"l": 8, "r": 12, "t": 36, "b": 44}, dragmode=False)
    ends = _ends(cells, name)
    for place, panel in enumerate(panels):
        where = {"row": place // across + 1, "col": place % across + 1}
        _draw_panel(figure, plan, panel, name, ends, where, sweep)
    aim, measure = first.target, first.figure.measure
    good = f" The goal is {target(aim.goal, measure)}." if aim.goal else _good_way(aim, measure)
    best = ", a thick one around the best" if sweep and sweep.best else ""
    text = (
        f"Bright cells are higher.{good} Hatched: undecided; crossed: cannot be played. A dotted frame is around the"
        f" rules as they are{best}."
    )
    heads = [plan.scenario.game.parameters[rule.name].label for rule in plan.varied]
    title = f"{label} by {listed(head.lower() for head in heads)}"
    return Chart(f"sweep_{name}", title, text, figure)


def _ends(cells: Sequence[SweepCell], name: str) -> tuple[float, float]:
    """The values of the darkest and the brightest cell, far enough apart that noise does not look like a finding."""
    readings = [reading for cell in cells if (reading := cell.reading(name)) and isfinite(reading.figure.estimate.mean)]
    if not readings:
        return 0.0, 1.0
    means = [reading.figure.estimate.mean for reading in readings]
    low, high = min(means), max(means)
    more = max(0.0, LEAST_MARGINS * readings[0].figure.measure.margin - (high - low)) / 2
    scale = _scale(readings[0].figure.measure)
    return scale * (low - more), scale * (high + more)


Panel = list[list[SweepCell]]
"""The cells of one heat map: rows of the second parameter, columns of the first."""


def _panels(plan: SweepPlan, cells: Sequence[SweepCell]) -> list[Panel]:
    """The cells by the third parameter, which changes fastest, then by the second and the first."""
    columns, rows, *third = (len(rule.values) for rule in plan.varied)
    deep = third[0] if third else 1
    return [
        [[cells[(column * rows + row) * deep + place] for column in range(columns)] for row in range(rows)]
        for place in range(deep)
    ]


def _draw_panel(
    figure: go.Figure,
    plan: SweepPlan,
    panel: Panel,
    name: str,
    ends: tuple[float, float],
    where: dict[str, int],
    sweep: Sweep | None,
) -> None:
    readings = [[cell.reading(name) for cell in row] for row in panel]
    values = [
        [_scale(reading.figure.measure) * reading.figure.estimate.mean if reading else None for reading in row]
        for row in readings
    ]
    heat = go.Heatmap(
        z=values,
        zmin=ends[0],
        zmax=ends[1],
        colorscale=SCALE,
        showscale=False,
        xgap=2,
        ygap=2,
        customdata=[[_hover(plan, cell, name, _word(cell, sweep)) for cell in row] for row in panel],
        hovertemplate="%{customdata}<extra></extra>",
        hoverongaps=False,
    )
    figure.add_trace(heat, **where)
    _write_cells(figure, panel, name, ends, where, sweep)
    columns, rows, *_ = plan.varied
    for update, varied in ((figure.update_xaxes, columns), (figure.update_yaxes, rows)):
        ticks = {"tickvals": list(range(len(varied.values))), "ticktext": _names(plan, varied)}
        title = plan.scenario.game.parameters[varied.name].label
        update(title=title, fixedrange=True, showgrid=False, zeroline=False, automargin=True, **ticks, **where)


def _write_cells(
    figure: go.Figure,
    panel: Panel,
    name: str,
    ends: tuple[float, float],
    where: dict[str, int],
    sweep: Sweep | None,
) -> None:
    """The numbers of the cells; what is undecided is hatched, the best and the rules as they are have frames."""
    numbers = [
        _HeatCell(cell, cell.reading(name), (x, y), ends) for y, row in enumerate(panel) for x, cell in enumerate(row)
    ]
    for ink in dict.fromkeys(drawn.ink for drawn in numbers):
        in_ink = [drawn for drawn in numbers if drawn.ink == ink]
        x, y = zip(*(drawn.at for drawn in in_ink), strict=True)
        written = {"mode": "text", "hoverinfo": "skip", "showlegend": False, "textfont": {"color": ink, "size": 12}}
        figure.add_trace(go.Scatter(x=x, y=y, text=[drawn.text for drawn in in_ink], **written), **where)
        hatched = " ".join(_hatch(*drawn.at) for drawn in in_ink if drawn.is_undecided)
        if hatched:
            figure.add_shape(type="path", path=hatched, line={"color": ink, "width": 1}, opacity=0.7, **where)
    for drawn in numbers:
        if _word(drawn.cell, sweep) == RaceStanding.BEST:
            _frame(figure, drawn.at, where, {"color": GOOD, "width": 4})
        elif not drawn.cell.changed:
            _frame(figure, drawn.at, where, {"color": drawn.ink, "width": 2, "dash": "dot"})


@dataclass(frozen=True)
class _HeatCell:
    """One cell of a heat map, where it stands, and the values of the darkest and the brightest one."""

    cell: SweepCell
    reading: CellReading | None
    at: tuple[int, int]
    ends: tuple[float, float]

    @property
    def text(self) -> str:
        """The number in the cell; a cross where it cannot be played."""
        if self.reading is None:
            return "…" if self.cell.combination.is_valid else "✕"
        number = phrases.value(self.reading.figure.measure, self.reading.figure.estimate.mean)
        return number.replace(THIN, "").removesuffix("%")

    @property
    def ink(self) -> str:
        """The color of its number: white on dark cells, black on bright ones."""
        if self.reading is None:
            return QUIET
        value, (low, high) = _scale(self.reading.figure.measure) * self.reading.figure.estimate.mean, self.ends
        return INKS[value > (low + high) / 2]

    @property
    def is_undecided(self) -> bool:
        """True where it is hatched."""
        return self.reading is not None and _is_undecided(self.cell, self.reading)


def _is_undecided(cell: SweepCell, reading: CellReading) -> bool:
    """True for a cell whose goal is open; without goals, for one that may be as good as the best."""
    if reading.standing is not None:
        return reading.standing is Standing.UNDECIDED
    return cell.place is RaceStanding.UNDECIDED and reading.target.is_judged


def _hatch(x: int, y: int) -> str:
    """Parallel lines across two corners of a cell, as the path of a shape; the number stands between them."""
    half, lines = 0.46, []
    for shift in (-0.75, -0.6, -0.45, 0.45, 0.6, 0.75):
        low, high = max(-half, -half - shift), min(half, half - shift)
        lines.append(f"M {x + low:.3f} {y + low + shift:.3f} L {x + high:.3f} {y + high + shift:.3f}")
    return " ".join(lines)


def _frame(figure: go.Figure, at: tuple[int, int], where: dict[str, int], edge: dict[str, object]) -> None:
    x, y = at
    figure.add_shape(type="rect", x0=x - 0.49, x1=x + 0.49, y0=y - 0.49, y1=y + 0.49, line=edge, **where)


# One step of every rule


def tornado(sensitivity: Sensitivity, name: str) -> Chart:
    """The change of a figure by one step of each rule, the rule that matters most on top."""
    rules = _worth_drawing(list(sensitivity.by_rule(name).values()))
    rows = list(enumerate(effect for effects in rules for effect in effects))
    contrast = rows[0][1].contrast
    label, scale = contrast.label, _scale(contrast.measure)
    figure = blank(FRAME + TORNADO_ROW * len(rows))
    for decided in (True, False):
        bars = [(at, row) for at, row in rows if (row.contrast.verdict is not Verdict.UNDECIDED) is decided]
        if bars:
            figure.add_trace(_bars(sensitivity, bars, scale, decided))
    for end, dash in ((-contrast.margin, "dot"), (0.0, "solid"), (contrast.margin, "dot")):
        figure.add_vline(scale * end, line={"color": QUIET, "width": 1, "dash": dash})
    aim = rows[0][1].target
    for bound in (aim.goal.low, aim.goal.high) if aim.goal else ():
        if bound is not None:
            away = scale * (bound - contrast.difference.base)
            figure.add_vline(away, line={"color": GOOD, "width": 2, "dash": "dash"})
    labels = [_in_lines(_step(sensitivity, row).replace(" → ", "\u00a0→\u00a0")) for _, row in rows]
    ticks = {"tickvals": list(range(len(rows))), "ticktext": labels}
    figure.update_yaxes(range=[len(rows) - 0.4, -0.6], fixedrange=True, automargin=True, showgrid=False, **ticks)
    unit = phrases.change_unit(contrast.measure)
    title = _in_lines(f"Change of {label.lower()}, {unit}".rstrip(", "))
    figure.update_xaxes(title=title, fixedrange=True, zeroline=False)
    good = _good_way(aim, contrast.measure).replace("Below", "Left of").replace("Above", "Right of")
    is_now = phrases.with_unit(contrast.measure, contrast.difference.base)
    text = f"As it is: {is_now}.{good} Dotted: the smallest change that counts. Hatched: undecided."
    return Chart(f"tornado_{name}", f"What matters for {label.lower()}", text, figure)


def _step(sensitivity: Sensitivity, effect: StepEffect) -> str:
    """A step beside its bar: `Hand size 7 → 6`."""
    return upper_first(step_words(sensitivity.scenario, effect.rule, effect.value))


def _effect(effect: StepEffect) -> str:
    """The change by a step, with its interval and verdict."""
    measure, moved = effect.contrast.measure, effect.contrast.difference
    some = phrases.in_brackets(phrases.part_of(moved.n, effect.contrast.plays))
    by = phrases.change_with_unit(measure, moved.mean)
    return f"{by} ({phrases.change_span(measure, moved)}){some}: {effect.contrast.verdict.value}"


def _in_lines(text: str) -> str:
    """A text in lines that leave room for the bars, also on a phone."""
    return "<br>".join(wrap(text, LABEL_WIDTH))


def _worth_drawing(rules: list[list[StepEffect]]) -> list[list[StepEffect]]:
    """The rules without those that are shown to change nothing, unless few are left."""
    told = [effects for effects in rules if any(effect.contrast.verdict is not Verdict.SAME for effect in effects)]
    return (told if len(told) >= FEWEST_RULES else rules[:FEWEST_RULES])[:MOST_RULES]


def _bars(sensitivity: Sensitivity, rows: Sequence[tuple[int, StepEffect]], scale: float, decided: bool) -> go.Bar:
    moved = [effect.contrast.difference for _, effect in rows]
    means = [scale * move.mean for move in moved]
    pattern = {} if decided else {"pattern": {"shape": "/"}}
    return go.Bar(
        x=means,
        y=[at for at, _ in rows],
        width=0.7,
        orientation="h",
        name="decided" if decided else "undecided",
        marker={"color": OTHER if decided else QUIET, "opacity": 0.8, **pattern},
        error_x={**error_bars(means, [(scale * move.low, scale * move.high) for move in moved]), "color": QUIET},
        customdata=[f"{_step(sensitivity, effect)}<br>{_effect(effect)}" for _, effect in rows],
        hovertemplate="%{customdata}<extra></extra>",
    )
