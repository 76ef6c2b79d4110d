"""Plotly figures of what makes a game good, each with one sentence that says what it shows."""

from collections.abc import Sequence

import plotly.graph_objects as go

from workbench.engine.game import Game
from workbench.report.charts.batch import OTHERS, QUIET, SYMBOLS, Chart, blank, error_bars
from workbench.report.charts.marks import Row, rows_figure
from workbench.report.text.phrases import THIN, number_of, percent, share, words_of
from workbench.report.text.scenarios import played_by
from workbench.study.quality import Quality, Worm

INK = OTHERS[0]
PER_CENT = f"{THIN}%"
MOST_TICKS = 12
"""Stages that each have a tick, on a phone as well."""
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")


def band(found: Quality) -> Chart | None:
    """The winner's lead over the play."""
    shown = found.band
    if shown is None:
        return None
    game, shares = found.scenario.game, [100 * float(at) for at in shown.shares]
    figure = blank(340, xaxis={"title": "Part of the play", "ticksuffix": PER_CENT})
    figure.update_yaxes(title=f"Lead of the winner, {game.standing_unit}", fixedrange=True)
    figure.update_xaxes(fixedrange=True)
    for (low, high), fill, name in (
        ((0, 4), "rgba(136, 34, 85, 0.15)", "8 plays in 10"),
        ((1, 3), "rgba(136, 34, 85, 0.3)", "half of the plays"),
    ):
        figure.add_trace(_edge(shares, shown.quantiles[high]))
        figure.add_trace(_edge(shares, shown.quantiles[low], fill, name))
    line = {"color": INK, "width": 3, "shape": "hv"}
    figure.add_trace(go.Scatter(x=shares, y=shown.quantiles[2], mode="lines", line=line, name="the middle play"))
    figure.add_hline(0, line={"color": QUIET, "width": 1.5, "dash": "dash"}, layer="below")
    sentence = (
        f"How far the eventual winner is ahead over the play, in {number_of(shown.plays, 'play')} with one winner."
        f" Below the dashed line it is behind. {played_by(found.scenario)}"
    )
    return Chart("band", "The winner's lead over the play", sentence, figure)


def _edge(shares: Sequence[float], values: Sequence[float], fill: str = "", name: str = "") -> go.Scatter:
    filled = {"fill": "tonexty", "fillcolor": fill} if fill else {}
    line = {"width": 0, "shape": "hv"}
    return go.Scatter(
        x=shares, y=values, mode="lines", line=line, name=name, showlegend=bool(fill), hoverinfo="skip", **filled
    )


def forecast(found: Quality) -> Chart | None:
    """How much a forecast knows of the winner, stage by stage, and how often the leader wins."""
    stages, game = found.forecasts.usual, found.scenario.game
    if not stages:
        return None
    names = [f"{game.stage_word} {stage.stage}" for stage in stages]
    figure = blank(340, yaxis={"ticksuffix": PER_CENT, "range": [0, 104], "fixedrange": True})
    whole = {"dtick": 1} if len(stages) <= MOST_TICKS else {}
    figure.update_xaxes(fixedrange=True, title=f"After {game.stage_word} …", **whole)
    lines = (
        ("who leads alone wins", [stage.leader_wins for stage in stages], OTHERS[1], SYMBOLS[1]),
        ("known of the winner", [stage.skill for stage in stages], INK, SYMBOLS[0]),
    )
    for name, estimates, color, symbol in lines:
        means = [100 * each.mean for each in estimates]
        figure.add_trace(
            go.Scatter(
                x=[stage.stage for stage in stages],
                y=means,
                error_y=error_bars(means, [(100 * each.low, 100 * each.high) for each in estimates]),
                mode="lines+markers",
                name=name,
                marker={"symbol": symbol, "size": 10, "color": color},
                line={"color": color},
                customdata=[f"{at}: {share(each)}" for at, each in zip(names, estimates, strict=True)],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    sentence = (
        "Of the plays that go on after a stage: how often who leads alone wins, and how much a calibrated forecast"
        f" knows of the winner (0{PER_CENT} nothing, 100{PER_CENT} all). Bars are 95{PER_CENT} intervals."
        f" {played_by(found.scenario)}"
    )
    return Chart("forecast", "How early the winner is known", sentence, figure)


def kinds(found: Quality) -> Chart | None:
    """How often each kind of action is taken where it is open."""
    shown = [use for use in found.kinds if use.taken_when_offered]
    if not shown:
        return None
    rows = [
        Row(
            words_of(use.kind),
            use.taken_when_offered,
            percent(use.taken_when_offered.mean),
            f"{share(use.taken_when_offered)}; in {percent(use.plays.mean)} of plays",
        )
        for use in sorted(shown, key=lambda use: -(use.taken_when_offered.mean if use.taken_when_offered else 0.0))
        if use.taken_when_offered
    ]
    figure = rows_figure(rows)
    figure.update_xaxes(title="Taken where it is open", ticksuffix=PER_CENT, range=[-4, 108])
    sentence = (
        "Of the decisions that offer a kind of action beside another action, the share at which it was taken. Bars are"
        f" 95{PER_CENT} intervals. {played_by(found.scenario)}"
    )
    return Chart("kinds", "Which actions are used", sentence, figure)


def worm_chart(shown: Worm, game: Game) -> Chart:
    """How every seat stood over one play."""
    figure = blank(340, xaxis={"title": "Decisions made"}, yaxis={"title": game.standing_unit.capitalize()})
    figure.update_xaxes(fixedrange=True)
    figure.update_yaxes(fixedrange=True)
    for seat in range(shown.standing.shape[1]):
        won = seat in shown.winners
        figure.add_trace(
            go.Scatter(
                x=shown.clock.tolist(),
                y=shown.standing[:, seat].tolist(),
                mode="lines+markers",
                name=f"seat {seat + 1}{', won' if won else ''}",
                line={
                    "color": OTHERS[seat % len(OTHERS)],
                    "width": 3 if won else 1.5,
                    "dash": DASHES[seat % len(DASHES)],
                },
                marker={"symbol": SYMBOLS[seat % len(SYMBOLS)], "size": 9},
            )
        )
    sentence = f"How every seat of play {shown.play} stood after each {game.stage_word}."
    return Chart("worm", f"Play {shown.play}", sentence, figure)
