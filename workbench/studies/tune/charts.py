"""Charts of a tuning: where its trials lie between two goals, or along one."""

from collections.abc import Sequence
from math import isfinite

import numpy as np
import plotly.graph_objects as go

from workbench.engine.wording import counted
from workbench.play.goals import Standing, goal_measure
from workbench.report.charts.batch import Chart, blank, upright
from workbench.report.colors import BASE, GOOD, OTHER, QUIET
from workbench.report.text import phrases
from workbench.report.text.scenarios import goal_label, played_by
from workbench.scenario import Goal
from workbench.studies.tune.measure import Tuning
from workbench.studies.tune.plan import TuningPlan
from workbench.studies.tune.search import Trial, TrialReading

WIDTH_SHARE = 0.9
"""The part of the trials that the axes reach; the others lie far off."""


def trials_chart(tuning: Tuning) -> Chart:
    """Every trial between the two goals that are hardest to meet; with one goal, trial by trial."""
    return _chart(tuning.plan, tuning.result.trials, tuning.result.best, tuning.frontier if tuning.trades else ())


def trials_so_far(plan: TuningPlan, trials: Sequence[Trial]) -> Chart:
    """The same while it is played."""
    return _chart(plan, trials)


def _chart(
    plan: TuningPlan, trials: Sequence[Trial], best: Trial | None = None, frontier: Sequence[Trial] = ()
) -> Chart:
    if len(plan.scenario.goals) == 1:
        return _one_goal(plan, trials, best)
    return _two_goals(plan, trials, best, frontier)


def _two_goals(plan: TuningPlan, trials: Sequence[Trial], best: Trial | None, frontier: Sequence[Trial]) -> Chart:
    axes = _most_missed_goals(trials)
    figure = blank(420, xaxis=_axis(plan, axes[0]), yaxis=_upright(plan, axes[1]))
    ends = [_reach(plan, trials, at, best) for at in axes]
    _shade(figure, plan, axes, ends)
    for name, some, mark in _groups(plan, trials, best):
        figure.add_trace(_dots(plan, name, some, axes, mark))
    line = sorted((_at(plan, trial, axes[0]), _at(plan, trial, axes[1])) for trial in frontier)
    if len(line) > 1:
        x, y = zip(*line, strict=True)
        figure.add_trace(go.Scatter(x=x, y=y, mode="lines", name="frontier", line={"color": OTHER, "dash": "dot"}))
    figure.update_xaxes(range=ends[0], fixedrange=True)
    figure.update_yaxes(range=ends[1], fixedrange=True)
    sentence = "Each mark is a combination of rules. The green field is where both goals are met."
    others = len(plan.scenario.goals) - 2
    if others:
        sentence += f" {counted(others, 'more goal is', 'more goals are')} not drawn."
    return Chart("trials", "What was tried", f"{sentence} {played_by(plan.scenario)}", figure)


def _one_goal(plan: TuningPlan, trials: Sequence[Trial], best: Trial | None) -> Chart:
    figure = blank(360, xaxis={"title": "Combination, in the order in which they were tried"}, yaxis=_upright(plan, 0))
    end = _reach(plan, trials, 0, best)
    low, high = _bounds(plan, 0, end)
    figure.add_hrect(low, high, fillcolor=GOOD, opacity=0.15, line_width=0, layer="below")
    number = {trial.combination: at for at, trial in enumerate(trials, 1)}
    for name, some, mark in _groups(plan, trials, best):
        trace = _dots(plan, name, some, (0, 0), mark)
        trace.x = [number[trial.combination] for trial in some]
        figure.add_trace(trace)
    figure.update_xaxes(fixedrange=True)
    figure.update_yaxes(range=end, fixedrange=True)
    sentence = f"Each mark is a combination of rules. In the green band the goal is met. {played_by(plan.scenario)}"
    return Chart("trials", "What was tried", sentence, figure)


def _groups(
    plan: TuningPlan, trials: Sequence[Trial], best: Trial | None
) -> list[tuple[str, list[Trial], tuple[str, str, int]]]:
    """The trials by how they stand, with symbol, color and size."""
    start = plan.space.start
    rest = [trial for trial in trials if trial.combination != start and trial is not best]
    by_standing = {standing: [trial for trial in rest if trial.standing is standing] for standing in Standing}
    named = [
        ("misses a goal", by_standing[Standing.MISSED], ("x-thin", QUIET, 7)),
        ("undecided", by_standing[Standing.UNDECIDED], ("circle-open", QUIET, 7)),
        ("meets every goal", by_standing[Standing.MET], ("triangle-up", GOOD, 8)),
        ("as it is now", [trial for trial in trials if trial.combination == start], ("diamond", BASE, 12)),
        ("the suggestion", [best] if best and best.combination != start else [], ("star", OTHER, 15)),
    ]
    return [group for group in named if group[1]]


def _dots(
    plan: TuningPlan, name: str, trials: Sequence[Trial], axes: tuple[int, int], mark: tuple[str, str, int]
) -> go.Scatter:
    symbol, color, size = mark
    return go.Scatter(
        x=[_at(plan, trial, axes[0]) for trial in trials],
        y=[_at(plan, trial, axes[1]) for trial in trials],
        mode="markers",
        name=name,
        marker={"symbol": symbol, "color": color, "size": size, "line": {"color": color, "width": 1.2}},
        customdata=[_hover(plan, trial) for trial in trials],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _hover(plan: TuningPlan, trial: Trial) -> str:
    game = plan.scenario.game
    figures = [
        f"{goal_label(game, goal.measure)}: {_reading(reading, trial.plays)}"
        for goal, reading in zip(plan.scenario.goals, trial.readings, strict=True)
    ]
    return "<br>".join([plan.in_words(trial.combination), *figures, phrases.number_of(trial.plays, "play")])


def _reading(reading: TrialReading, plays: int) -> str:
    """A goal's figure with its interval: `5.2 % (4.6 % to 5.9 %)`; `plays` are all of the trial."""
    measure, estimate = reading.figure.measure, reading.figure.estimate
    about = ", ".join(filter(None, (phrases.span(measure, estimate), phrases.part_of(reading.plays, plays))))
    return f"{phrases.value(measure, estimate.mean)}{phrases.in_brackets(about)}"


def _most_missed_goals(trials: Sequence[Trial]) -> tuple[int, int]:
    """The two goals that most trials miss, in the order in which they stand."""
    missed = [(-sum(trial.seen_misses[at] > 0 for trial in trials), at) for at in range(len(trials[0].seen_misses))]
    one, two = sorted(at for _, at in sorted(missed)[:2])
    return one, two


def _axis(plan: TuningPlan, at: int) -> dict[str, str]:
    game, name = plan.scenario.game, plan.scenario.goals[at].measure
    measure = goal_measure(game, name)
    unit = "%" if phrases.is_share(measure) else measure.unit
    return {"title": f"{goal_label(game, name)}{f', {unit}' if unit else ''}"}


def _upright(plan: TuningPlan, at: int) -> dict[str, str]:
    return {"title": upright(_axis(plan, at)["title"])}


def _times(plan: TuningPlan, at: int) -> int:
    return 100 if phrases.is_share(goal_measure(plan.scenario.game, plan.scenario.goals[at].measure)) else 1


def _at(plan: TuningPlan, trial: Trial, at: int) -> float:
    return _times(plan, at) * trial.readings[at].figure.estimate.mean


def _reach(plan: TuningPlan, trials: Sequence[Trial], at: int, best: Trial | None) -> list[float]:
    """The ends of an axis: most trials, the goal's bounds, the revision and the suggestion."""
    figures = np.array([_at(plan, trial, at) for trial in trials])
    figures = figures[np.isfinite(figures)]
    edges = (1 - WIDTH_SHARE) / 2
    ends = list(np.quantile(figures, [edges, 1 - edges])) if figures.size else [0.0, 1.0]
    goal: Goal = plan.scenario.goals[at]
    ends += [_times(plan, at) * bound for bound in (goal.low, goal.high) if bound is not None]
    marked = [trial for trial in trials if trial is best or trial.combination == plan.space.start]
    ends += [value for trial in marked if isfinite(value := _at(plan, trial, at))]
    edge = 0.08 * (max(ends) - min(ends)) or 1.0
    return [float(min(ends) - edge), float(max(ends) + edge)]


def _bounds(plan: TuningPlan, at: int, ends: Sequence[float]) -> tuple[float, float]:
    goal, times = plan.scenario.goals[at], _times(plan, at)
    low = ends[0] if goal.low is None else times * goal.low
    return low, ends[1] if goal.high is None else times * goal.high


def _shade(figure: go.Figure, plan: TuningPlan, axes: tuple[int, int], ends: Sequence[Sequence[float]]) -> None:
    """Shade where both goals are met."""
    (left, right), (low, high) = (_bounds(plan, at, end) for at, end in zip(axes, ends, strict=True))
    figure.add_shape(
        type="rect", x0=left, x1=right, y0=low, y1=high, fillcolor=GOOD, opacity=0.15, line_width=0, layer="below"
    )
