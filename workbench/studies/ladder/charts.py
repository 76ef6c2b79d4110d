"""The Plotly figure of a skill ladder's shuffles."""

import numpy as np
import plotly.graph_objects as go
from scipy.special import bdtr

from workbench.engine.wording import THIN, counted
from workbench.report.charts.base import PERCENT, blank
from workbench.report.colors import OTHER, QUIET
from workbench.studies.ladder.luck import SeedEffect

MOST_BINS = 20


def seed_effect(luck: SeedEffect) -> go.Figure:
    """How often each win rate of a seat occurs over the shuffles, and how often it would if they did not matter."""
    bins = _bins(luck.retakes)
    centres = PERCENT * (bins[:-1] + bins[1:]) / 2
    counts, _ = np.histogram(luck.rates, bins)
    figure = blank(300, bargap=0.05)
    rate = "Share won of" if luck.together else "Win rate of a seat in"
    figure.update_xaxes(
        title=f"{rate} {counted(luck.retakes, 'play')} of one shuffle",
        ticksuffix=f"{THIN}%",
        fixedrange=True,
        range=[PERCENT * bins[0], PERCENT * bins[-1]],
    )
    share_of = "Share of shuffles" if luck.together else "Share of seats and shuffles"
    figure.update_yaxes(title=share_of, tickformat=".0%", fixedrange=True, rangemode="tozero")
    hover = "%{x:.0f} % of the plays: %{y:.1%}<extra></extra>"
    figure.add_trace(
        go.Bar(
            x=centres,
            y=counts / counts.sum(),
            name="these shuffles",
            marker={"color": OTHER, "opacity": 0.7},
            hovertemplate=hover,
        )
    )
    line = {"shape": "hvh", "color": QUIET, "width": 2.5, "dash": "4px 2px"}
    name = "if the shuffle did not matter"
    figure.add_trace(
        go.Scatter(x=centres, y=_expected_by_luck(luck, bins), name=name, mode="lines", line=line, hovertemplate=hover)
    )
    return figure


def _bins(retakes: int) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Edges of bins around every possible number of wins, or around every second, third … of many."""
    step = -(-retakes // MOST_BINS)
    wins = np.arange(-step / 2, retakes + step, step)
    return np.asarray(wins / retakes)


def _expected_by_luck(luck: SeedEffect, bins: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> list[float]:
    """The share of seats in each bin if every retake were won with the seat's mean rate: binomial, whole wins."""
    wins = np.clip(np.floor(bins * luck.retakes), -1, luck.retakes)
    below = np.where(wins < 0, 0.0, bdtr(wins, luck.retakes, luck.rates.mean(axis=0)[:, None]))
    chances: list[float] = np.diff(below.mean(axis=0)).tolist()
    return chances
