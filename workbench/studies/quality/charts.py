"""Plotly figures of what makes a game good, with the ways to the plays that they show."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from workbench.engine.wording import THIN
from workbench.report.charts.base import Chart, MarkRow, blank, error_bars, rows_figure
from workbench.report.colors import OTHERS, QUIET, SYMBOLS
from workbench.report.play_link import PlayLink, batch_address
from workbench.report.text.phrases import percent, share, words_of
from workbench.scenario import Scenario
from workbench.studies.quality.by_playouts import POINTS
from workbench.studies.quality.figures import BAND
from workbench.studies.quality.forecasts import NO_PLAY
from workbench.studies.quality.measure import Quality, Worm
from workbench.studies.timelines import Floats

INK = OTHERS[0]
PER_CENT = f"{THIN}%"
MOST_TICKS = 12
"""Stages that each have a tick, on a phone as well."""
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")


def band(quality: Quality) -> tuple[go.Figure, Sequence[PlayLink]]:
    """The winner's lead over the play."""
    band = quality.band
    assert band
    game, shares = quality.scenario.game, [100 * float(at) for at in band.shares]
    plays = [
        PlayLink(f"play {play} at {percent(at, 0)}", batch_address(quality.scenario, None, play=play, stage=stage))
        for play, stage, at in zip(band.middle.tolist(), band.stage.tolist(), map(float, band.shares), strict=True)
    ]
    figure = _quantiles_figure(shares, band.quantiles, plays, "hv")
    figure.update_yaxes(title=f"Lead of the winner, {game.standing_unit}")
    figure.add_hline(0, line={"color": QUIET, "width": 1.5, "dash": "dash"}, layer="below")
    return figure, plays


def chances(quality: Quality) -> tuple[go.Figure, Sequence[PlayLink]]:
    """The chance to win of who won, or of all who lost together: by playouts, and of the first plays."""
    chances = quality.chances
    assert chances
    winners = chances.of_winner[chances.charted]
    quantiles = 100 * np.quantile(winners, BAND, axis=0)
    middle = np.flatnonzero(chances.charted)[abs(100 * winners - quantiles[BAND.index(0.5)]).argmin(axis=0)]
    shares = [100 * point / (POINTS + 1) for point in range(1, POINTS + 1)]
    plays = [
        PlayLink(f"play {play} at {percent(at / 100, 0)}", batch_address(quality.scenario, None, play=play))
        for play, at in zip(middle.tolist(), shares, strict=True)
    ]
    figure = _quantiles_figure(shares, quantiles, plays, "linear")
    title = "Chance to win" if chances.is_together else "Chance of the winner"
    figure.update_yaxes(title=title, ticksuffix=PER_CENT, range=[0, 104])
    return figure, plays


def _quantiles_figure(shares: Sequence[float], quantiles: Floats, plays: Sequence[PlayLink], shape: str) -> go.Figure:
    """A line for the middle of all plays, and bands, by the part of the play in per cent; `quantiles` are of `BAND`."""
    figure = blank(340, xaxis={"title": "Part of the play", "ticksuffix": PER_CENT, "range": [-3, 103]})
    figure.update_yaxes(fixedrange=True)
    figure.update_xaxes(fixedrange=True)
    for (low, high), fill, name in (
        ((0, 4), "rgba(187, 85, 136, 0.25)", "8 plays in 10"),
        ((1, 3), "rgba(187, 85, 136, 0.4)", "half of the plays"),
    ):
        for values, filled in (
            (quantiles[high], {"showlegend": False}),
            (quantiles[low], {"fill": "tonexty", "fillcolor": fill, "name": name}),
        ):
            line = {"width": 0, "shape": shape}
            figure.add_scatter(x=shares, y=values, mode="lines", line=line, hoverinfo="skip", **filled)
    figure.add_scatter(
        x=shares,
        y=quantiles[2],
        mode="lines+markers",
        line={"color": INK, "width": 3, "shape": shape},
        marker={"size": 7, "color": INK},
        name="the middle play",
        customdata=[play.address for play in plays],
    )
    return figure


def forecast(quality: Quality) -> tuple[go.Figure, Sequence[PlayLink]]:
    """How much a forecast knows of the winner, stage by stage, and how often the leader wins."""
    stages, game = quality.forecasts.usual, quality.scenario.game
    names = [f"{game.stage_word} {stage.stage}" for stage in stages]
    upsets, surprises = (
        [
            PlayLink(
                f"after {name}: {says}",
                "" if play == NO_PLAY else batch_address(quality.scenario, None, play=play, stage=stage.stage),
            )
            for name, stage, play in zip(names, stages, numbers, strict=True)
        ]
        for says, numbers in (
            ("the leader does not win", [stage.upset for stage in stages]),
            ("the winner foreseen least", [stage.surprise for stage in stages]),
        )
    )
    figure = blank(340, yaxis={"ticksuffix": PER_CENT, "range": [0, 104], "fixedrange": True})
    whole = {"dtick": 1} if len(stages) <= MOST_TICKS else {}
    figure.update_xaxes(fixedrange=True, title=f"After {game.stage_word} …", **whole)
    lines = (
        ("who leads alone wins", [stage.leader_wins for stage in stages], upsets, OTHERS[1], SYMBOLS[1]),
        ("known of the winner", [stage.skill for stage in stages], surprises, INK, SYMBOLS[0]),
    )
    for name, estimates, plays, color, symbol in lines:
        means = [100 * estimate.mean for estimate in estimates]
        figure.add_scatter(
            x=[stage.stage for stage in stages],
            y=means,
            error_y=error_bars(means, [(100 * estimate.low, 100 * estimate.high) for estimate in estimates]),
            mode="lines+markers",
            name=name,
            marker={"symbol": symbol, "size": 10, "color": color},
            line={"color": color},
            customdata=[play.address for play in plays],
            hovertext=[f"{at}: {share(estimate)}" for at, estimate in zip(names, estimates, strict=True)],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    return figure, [play for play in (*upsets, *surprises) if play.address]


def kinds(quality: Quality) -> go.Figure:
    """How often each kind of action is taken where it is open."""
    rows = [
        MarkRow(
            words_of(use.kind),
            use.taken_when_offered,
            percent(use.taken_when_offered.mean),
            f"{share(use.taken_when_offered)}; in {percent(use.plays.mean)} of plays",
        )
        for use in sorted(
            quality.kinds, key=lambda use: -(use.taken_when_offered.mean if use.taken_when_offered else 0.0)
        )
        if use.taken_when_offered
    ]
    figure = rows_figure(rows)
    figure.update_xaxes(title="Taken where it is open", ticksuffix=PER_CENT, range=[-4, 108])
    return figure


def worm_chart(worm: Worm, scenario: Scenario) -> Chart:
    """How every seat stood over one play."""
    game = scenario.game
    plays = [
        PlayLink(f"after {game.stage_word} {stage}", batch_address(scenario, None, play=worm.play, stage=stage))
        for stage in range(len(worm.clock))
    ]
    figure = blank(340, xaxis={"title": "Decisions made"}, yaxis={"title": game.standing_unit.capitalize()})
    figure.update_xaxes(fixedrange=True)
    figure.update_yaxes(fixedrange=True)
    for seat in range(worm.standing.shape[1]):
        won = seat in worm.winners
        figure.add_scatter(
            x=worm.clock.tolist(),
            y=worm.standing[:, seat].tolist(),
            mode="lines+markers",
            name=f"seat {seat + 1}{', won' if won else ''}",
            line={
                "color": OTHERS[seat % len(OTHERS)],
                "width": 3 if won else 1.5,
                "dash": DASHES[seat % len(DASHES)],
            },
            marker={"symbol": SYMBOLS[seat % len(SYMBOLS)], "size": 9},
            customdata=[play.address for play in plays],
            hovertemplate="%{x}: %{y}",
        )
    sentence = f"How every seat of play {worm.play} stood after each {game.stage_word}."
    return Chart("worm", f"Play {worm.play}", sentence, figure, plays)
