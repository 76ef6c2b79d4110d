"""The charts: a figure along one rule or over two or three, what one step of each rule moves, and what was tried.

Colors are those of Cividis, which color-blind eyes read as others do. What is undecided has a question mark, and what
cannot be played is crossed out, so that nothing is said by color alone.
"""

from collections.abc import Sequence
from math import isfinite
from textwrap import wrap

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from workbench.engine.measures import Measure
from workbench.engine.wording import THIN, upper_first
from workbench.play.comparisons import Contrast
from workbench.play.goals import Standing, goal_measure
from workbench.report.charts.base import LABEL_WIDTH, blank, error_bars, upright
from workbench.report.colors import BASE, GOOD, OTHER, QUIET
from workbench.report.text import phrases
from workbench.report.text.scenarios import goal_label, rule_with_value, rules_with_values, short_value, step_words
from workbench.scenario import Goal
from workbench.scenario.vary import Varied
from workbench.stats import Verdict
from workbench.stats.race import RaceStanding
from workbench.studies.find.grid import LEADS, CellReading, Sweep, SweepCell, SweepPlan
from workbench.studies.find.search import Trial
from workbench.studies.find.steps import Sensitivity
from workbench.studies.find.tuning import TuningPlan

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
ROW, FRAME, TORNADO_ROW, LINE = 46, 110, 12, 18
"""Pixels of a row of cells, around all of them, and of a step of the tornado with a label of no line, and a line."""
ABREAST = 2
"""Small multiples beside each other; a phone is not wider."""
FEWEST_RULES, MOST_RULES = 3, 8
"""Rules that a tornado shows."""
LEAST_MARGINS = 6
"""The colors span at least so many of the smallest change that counts."""
WIDTH_SHARE = 0.9
"""The part of the trials that the axes reach; the others lie far off."""
HOVER = "%{customdata}<extra></extra>"


def _scale(measure: Measure) -> float:
    return 100.0 if phrases.is_share(measure) else 1.0


def _axis(measure: Measure, label: str) -> str:
    """The title of an axis: `Ties, % of plays`; `Deals a play` where the unit has the name already."""
    unit = phrases.unit(measure)
    if unit.startswith(label.lower()):
        return upper_first(unit)
    return f"{label}, {'% ' if phrases.is_share(measure) else ''}{unit}".rstrip(", ")


def _in_lines(text: str) -> str:
    """A text in lines that leave room for the marks, also on a phone."""
    return "<br>".join(wrap(text, LABEL_WIDTH))


# Values of one rule, or of two or three


def values_figure(plan: SweepPlan, cells: Sequence[SweepCell], name: str, sweep: Sweep | None = None) -> go.Figure:
    """A figure along the values of one rule, or over those of two; for each value of a third rule once."""
    return (_line if len(plan.varied) == 1 else _map)(plan, cells, name, sweep)


def _word(cell: SweepCell, sweep: Sweep | None) -> str:
    """How it stands beside the best; what is merely as good has no star."""
    return sweep.word(cell) if sweep else cell.place.value


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


def _line(plan: SweepPlan, cells: Sequence[SweepCell], name: str, sweep: Sweep | None) -> go.Figure:
    """With the band of its intervals, and the lines of its goal."""
    (varied,), figure = plan.varied, blank(340)
    played = [(at, cell, reading) for at, cell in enumerate(cells) if (reading := cell.reading(name))]
    first = played[0][2]
    scale = _scale(first.figure.measure)
    bare = {"x": [at for at, _, _ in played], "mode": "lines", "hoverinfo": "skip", "showlegend": False}
    looks: dict[str, dict[str, object]] = {
        "high": {"line": {"width": 0}},
        "low": {"line": {"width": 0}, "fill": "tonexty", "fillcolor": "rgba(136,136,136,0.28)"},
        "mean": {"line": {"width": 2, "color": QUIET}},
    }
    for end, look in looks.items():
        figure.add_scatter(y=[scale * getattr(one.figure.estimate, end) for _, _, one in played], **look, **bare)
    for word, (symbol, color) in MARKS.items():
        # where nothing is best, all that change something have the same mark
        marked = [
            (at, cell, reading)
            for at, cell, reading in played
            if word == (NOW if not cell.changed else _word(cell, sweep) if plan.has_best else RaceStanding.AS_GOOD)
        ]
        if marked:
            figure.add_scatter(
                x=[at for at, _, _ in marked],
                y=[scale * reading.figure.estimate.mean for _, _, reading in marked],
                mode="markers",
                name=word,
                marker={"symbol": symbol, "size": 12, "color": color, "line": {"width": 2, "color": color}},
                customdata=[_hover(plan, cell, name, _word(cell, sweep)) for _, cell, _ in marked],
                hovertemplate=HOVER,
                showlegend=plan.has_best or word == NOW,
            )
    for bound in _bounds(first.target.goal):
        figure.add_hline(scale * bound, line={"dash": "dash", "color": QUIET, "width": 1.5})
    for at, cell in enumerate(cells):
        if not cell.combination.is_valid:
            figure.add_annotation(x=at, y=0.02, yref="paper", text="✕", showarrow=False, font={"size": 16})
    figure.update_xaxes(range=[-0.5, len(cells) - 0.5], fixedrange=True, **_ticks(plan, varied))
    figure.update_yaxes(title=upright(_axis(first.figure.measure, first.figure.label)), fixedrange=True)
    return figure


def _ticks(plan: SweepPlan, varied: Varied) -> dict[str, object]:
    """The values of a rule along an axis, which is called by the rule."""
    game = plan.scenario.game
    names = [_in_lines(short_value(game, varied.name, value)) for value in varied.values]
    return {"tickvals": list(range(len(names))), "ticktext": names, "title": game.parameters[varied.name].label}


def _bounds(goal: Goal | None) -> list[float]:
    return [bound for bound in (goal.low, goal.high) if bound is not None] if goal else []


def _map(plan: SweepPlan, cells: Sequence[SweepCell], name: str, sweep: Sweep | None) -> go.Figure:
    """The best has a thick frame, and the rules as they are a dotted one."""
    game, (columns, rows, *third) = plan.scenario.game, plan.varied
    deep = third[0].values if third else (None,)
    across = min(ABREAST, len(deep))
    down = -(-len(deep) // across)
    titles = [rule_with_value(game, third[0].name, value) for value in deep if value is not None] if third else None
    figure = make_subplots(down, across, subplot_titles=titles, horizontal_spacing=0.1, vertical_spacing=0.35 / down)
    height = (FRAME + ROW * len(rows.values)) * down
    figure.update_layout(height=height, margin={"l": 8, "r": 12, "t": 36, "b": 44}, dragmode=False)
    low, high = _ends(cells, name)
    for place in range(len(deep)):
        where = {"row": place // across + 1, "col": place % across + 1}
        panel = [
            [cells[(column * len(rows.values) + row) * len(deep) + place] for column in range(len(columns.values))]
            for row in range(len(rows.values))
        ]
        heat = go.Heatmap(
            z=[[_value(cell.reading(name)) for cell in line] for line in panel],
            text=[[_number(cell, cell.reading(name)) for cell in line] for line in panel],
            customdata=[[_hover(plan, cell, name, _word(cell, sweep)) for cell in line] for line in panel],
            **{"zmin": low, "zmax": high, "colorscale": "Cividis", "showscale": False, "xgap": 2, "ygap": 2},
            **{"texttemplate": "%{text}", "hovertemplate": HOVER, "hoverongaps": False},
        )
        figure.add_trace(heat, **where)
        for y, line in enumerate(panel):
            for x, cell in enumerate(line):
                if not cell.plays:
                    text = "…" if cell.combination.is_valid else "✕"
                    figure.add_annotation(x=x, y=y, text=text, showarrow=False, **where)
                is_best = _word(cell, sweep) == RaceStanding.BEST
                if is_best or not cell.changed:
                    edge = {"color": GOOD, "width": 4} if is_best else {"color": OTHER, "width": 2, "dash": "dot"}
                    corners = {"x0": x - 0.49, "x1": x + 0.49, "y0": y - 0.49, "y1": y + 0.49}
                    figure.add_shape(type="rect", line=edge, **corners, **where)
        for update, varied in ((figure.update_xaxes, columns), (figure.update_yaxes, rows)):
            update(fixedrange=True, showgrid=False, zeroline=False, automargin=True, **_ticks(plan, varied), **where)
    return figure


def _value(reading: CellReading | None) -> float | None:
    return _scale(reading.figure.measure) * reading.figure.estimate.mean if reading else None


def _number(cell: SweepCell, reading: CellReading | None) -> str:
    """The number in a cell; a question mark where its goal is open, or without goals whether it is as good."""
    if reading is None:
        return ""
    number = phrases.value(reading.figure.measure, reading.figure.estimate.mean).replace(THIN, "").removesuffix("%")
    stands = reading.standing or (cell.place if reading.target.is_judged else None)
    return f"{number}{'?' if stands in (Standing.UNDECIDED, RaceStanding.UNDECIDED) else ''}"


def _ends(cells: Sequence[SweepCell], name: str) -> tuple[float, float]:
    """The values of the darkest and the brightest cell, far enough apart that noise does not look like a finding."""
    readings = [reading for cell in cells if (reading := cell.reading(name))]
    values = [value for reading in readings if (value := _value(reading)) is not None and isfinite(value)]
    if not values:
        return 0.0, 1.0
    measure = readings[0].figure.measure
    more = max(0.0, LEAST_MARGINS * _scale(measure) * measure.margin - (max(values) - min(values))) / 2
    return min(values) - more, max(values) + more


# One step of every rule


def tornado_figure(sensitivity: Sensitivity, name: str) -> go.Figure:
    """The change of a figure by one step of each rule, the rule that matters most on top."""
    rules = list(sensitivity.by_rule(name).values())
    moving = [effects for effects in rules if any(one.contrast.verdict is not Verdict.SAME for one in effects)]
    rules = (moving if len(moving) >= FEWEST_RULES else rules[:FEWEST_RULES])[:MOST_RULES]
    rows = list(enumerate(effect for effects in rules for effect in effects))
    contrast, goal = rows[0][1].contrast, rows[0][1].target.goal
    steps = [upper_first(step_words(sensitivity.scenario, row.rule, row.value)) for _, row in rows]
    labels = [_in_lines(step.replace(" → ", "\u00a0→\u00a0")) for step in steps]
    lines = 1 + max(label.count("<br>") for label in labels)
    scale, figure = _scale(contrast.measure), blank(FRAME + (TORNADO_ROW + LINE * lines) * len(rows))
    for decided in (True, False):
        bars = [(at, row.contrast) for at, row in rows if (row.contrast.verdict is not Verdict.UNDECIDED) is decided]
        if not bars:
            continue
        means, moved = [scale * one.difference.mean for _, one in bars], [one.difference for _, one in bars]
        pattern = {} if decided else {"pattern": {"shape": "/"}}
        figure.add_bar(
            x=means,
            y=[at for at, _ in bars],
            width=0.7,
            orientation="h",
            name="decided" if decided else "undecided",
            marker={"color": OTHER if decided else QUIET, "opacity": 0.8, **pattern},
            error_x={**error_bars(means, [(scale * move.low, scale * move.high) for move in moved]), "color": QUIET},
            customdata=[f"{steps[at]}<br>{_hover_step(one)}" for at, one in bars],
            hovertemplate=HOVER,
        )
    for end, dash in ((-contrast.margin, "dot"), (0.0, "solid"), (contrast.margin, "dot")):
        figure.add_vline(scale * end, line={"color": QUIET, "width": 1, "dash": dash})
    for bound in _bounds(goal):
        figure.add_vline(scale * (bound - contrast.difference.base), line={"color": GOOD, "width": 2, "dash": "dash"})
    ticks = {"tickvals": list(range(len(rows))), "ticktext": labels}
    figure.update_yaxes(range=[len(rows) - 0.4, -0.6], fixedrange=True, automargin=True, showgrid=False, **ticks)
    title = f"Change of {contrast.label.lower()}, {phrases.change_unit(contrast.measure)}".rstrip(", ")
    figure.update_xaxes(title=_in_lines(title), fixedrange=True, zeroline=False)
    return figure


def _hover_step(contrast: Contrast) -> str:
    """The change by a step, with its interval and verdict."""
    measure, moved = contrast.measure, contrast.difference
    some = phrases.in_brackets(phrases.part_of(moved.n, contrast.plays))
    by = phrases.change_with_unit(measure, moved.mean)
    return f"{by} ({phrases.change_span(measure, moved)}){some}: {contrast.verdict.value}"


# What a search tried


def trials_figure(
    plan: TuningPlan, trials: Sequence[Trial], best: Trial | None = None, frontier: Sequence[Trial] = ()
) -> go.Figure:
    """Every trial between the two goals that most of them miss; with one goal, trial by trial."""
    misses = [sum(trial.seen_misses[at] > 0 for trial in trials) for at in range(len(plan.scenario.goals))]
    across, up = sorted(sorted(range(len(misses)), key=lambda at: -misses[at])[:2]) if len(misses) > 1 else (None, 0)
    number = {trial.combination: at for at, trial in enumerate(trials, 1)}

    def x_of(trial: Trial) -> float:
        return number[trial.combination] if across is None else _at(plan, trial, across)

    figure = blank(420)
    start = plan.space.start
    rest = [trial for trial in trials if trial.combination != start and trial is not best]
    stands = {standing: [trial for trial in rest if trial.standing is standing] for standing in Standing}
    for name, marked, symbol, color, size in (
        ("misses a goal", stands[Standing.MISSED], "x-thin", QUIET, 7),
        ("undecided", stands[Standing.UNDECIDED], "circle-open", QUIET, 7),
        ("meets every goal", stands[Standing.MET], "triangle-up", GOOD, 8),
        (NOW, [trial for trial in trials if trial.combination == start], "diamond", BASE, 12),
        ("the suggestion", [best] if best and best.combination != start else [], "star", OTHER, 15),
    ):
        if marked:
            figure.add_scatter(
                x=[x_of(trial) for trial in marked],
                y=[_at(plan, trial, up) for trial in marked],
                mode="markers",
                name=name,
                marker={"symbol": symbol, "color": color, "size": size, "line": {"color": color, "width": 1.2}},
                customdata=[_hover_trial(plan, trial) for trial in marked],
                hovertemplate=HOVER,
            )
    traded = sorted((x_of(trial), _at(plan, trial, up)) for trial in frontier)
    if across is not None and len(traded) > 1:
        x, y = zip(*traded, strict=True)
        figure.add_scatter(x=x, y=y, mode="lines", name="frontier", line={"color": OTHER, "dash": "dot"})
    ends, field = [[0.0, len(trials) + 1.0]], [(0.0, len(trials) + 1.0)]
    for at in (up,) if across is None else (across, up):
        ends.append(_reach(plan, trials, at, best))
        goal, times = plan.scenario.goals[at], _times(plan, at)
        low = ends[-1][0] if goal.low is None else times * goal.low
        field.append((low, ends[-1][1] if goal.high is None else times * goal.high))
    (left, right), (bottom, top) = field[-2:]
    met = {"fillcolor": GOOD, "opacity": 0.15, "line_width": 0, "layer": "below"}
    figure.add_shape(type="rect", x0=left, x1=right, y0=bottom, y1=top, **met)
    title = "Combination, in the order in which they were tried" if across is None else _title(plan, across)
    figure.update_xaxes(title=title, range=ends[-2], fixedrange=True)
    figure.update_yaxes(title=upright(_title(plan, up)), range=ends[-1], fixedrange=True)
    return figure


def _hover_trial(plan: TuningPlan, trial: Trial) -> str:
    """A trial where somebody points at it: its changes, and each goal's figure with its interval."""
    figures = []
    for goal, reading in zip(plan.scenario.goals, trial.readings, strict=True):
        measure, estimate = reading.figure.measure, reading.figure.estimate
        about = ", ".join(filter(None, (phrases.span(measure, estimate), phrases.part_of(estimate.n, trial.plays))))
        label = goal_label(plan.scenario.game, goal.measure)
        figures.append(f"{label}: {phrases.value(measure, estimate.mean)}{phrases.in_brackets(about)}")
    return "<br>".join([plan.in_words(trial.combination), *figures, phrases.number_of(trial.plays, "play")])


def _title(plan: TuningPlan, at: int) -> str:
    game, name = plan.scenario.game, plan.scenario.goals[at].measure
    measure = goal_measure(game, name)
    unit = "%" if phrases.is_share(measure) else measure.unit
    return f"{goal_label(game, name)}{f', {unit}' if unit else ''}"


def _times(plan: TuningPlan, at: int) -> float:
    return _scale(goal_measure(plan.scenario.game, plan.scenario.goals[at].measure))


def _at(plan: TuningPlan, trial: Trial, at: int) -> float:
    return _times(plan, at) * trial.readings[at].figure.estimate.mean


def _reach(plan: TuningPlan, trials: Sequence[Trial], at: int, best: Trial | None) -> list[float]:
    """The ends of an axis: most trials, the goal's bounds, the revision and the suggestion."""
    figures = np.array([value for trial in trials if isfinite(value := _at(plan, trial, at))])
    edges = (1 - WIDTH_SHARE) / 2
    ends = list(np.quantile(figures, [edges, 1 - edges])) if figures.size else [0.0, 1.0]
    ends += [_times(plan, at) * bound for bound in _bounds(plan.scenario.goals[at])]
    marked = [trial for trial in trials if trial is best or trial.combination == plan.space.start]
    ends += [value for trial in marked if isfinite(value := _at(plan, trial, at))]
    edge = 0.08 * (max(ends) - min(ends)) or 1.0
    return [float(min(ends) - edge), float(max(ends) + edge)]
