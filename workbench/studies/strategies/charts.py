"""The Plotly figure of bots against each other; while they play, an empty cell for each pair to come."""

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from workbench.bots.spec import bot_title
from workbench.report.charts.base import PERCENT, blank
from workbench.report.text import phrases
from workbench.report.text.phrases import share
from workbench.stats.estimate import Floats
from workbench.studies.contest import Contest
from workbench.studies.strategies.robin import BotPair

STRENGTHS = (-1.0, -0.5, 0.0, 0.5, 1.0)
COLORS = ((179, 88, 6), (240, 169, 91), (230, 232, 231), (178, 168, 214), (84, 39, 136))
"""Orange, grey, violet (after ColorBrewer's PuOr): color-blind eyes tell them apart, on light and on dark."""
INKS = ("#000000", "#ffffff")
"""Colors of numbers; one of both reads well on any color."""
BALANCE = 0.179
"""The luminance on which black and white have the same contrast."""
LEAST_REACH = 0.10
"""How far from even the strongest colors are at least, so that noise stays pale."""
CELL, FRAME = 58, 96
"""Pixels of a row of the matrix, and around it."""


def matrix(bots: Sequence[str], players: int, contests: Sequence[Contest]) -> go.Figure:
    """Every bot alone among every other: its share of the wins, and the interval; violet wins more, orange less."""
    met = [contest for contest in contests if contest.one in bots and contest.field in bots]
    cells = {(contest.one, contest.field): contest for contest in met}
    shares = _shares(bots, players, cells)
    reach = max(LEAST_REACH, float(np.nanmax(np.abs(shares - 1 / players))))
    figure = blank(FRAME + CELL * len(bots))
    even = 1 / players
    figure.add_trace(
        go.Heatmap(
            z=PERCENT * shares,
            x=[*map(bot_title, bots)],
            y=[*map(bot_title, bots)],
            customdata=[[_cell_hover(one, field, cells.get((one, field))) for field in bots] for one in bots],
            hovertemplate="%{customdata}<extra></extra>",
            hoverongaps=False,
            colorscale=[[(at + 1) / 2, f"rgb{color}"] for at, color in zip(STRENGTHS, COLORS, strict=True)],
            zmin=PERCENT * (even - reach),
            zmax=PERCENT * (even + reach),
            showscale=False,
            xgap=2,
            ygap=2,
        )
    )
    for ink in INKS:
        figure.add_trace(_numbers(bots, (shares - 1 / players) / reach, cells, ink))
    opponents = "against" if players == 2 else f"among {players - 1}"
    figure.update_xaxes(title=f"{opponents} …", side="top", fixedrange=True, showgrid=False, type="category")
    figure.update_yaxes(autorange="reversed", fixedrange=True, showgrid=False, automargin=True, type="category")
    figure.update_layout(margin={"l": 8, "r": 8, "t": 60, "b": 8}, plot_bgcolor="rgba(0,0,0,0)")
    return figure


def _shares(bots: Sequence[str], players: int, cells: Mapping[BotPair, Contest]) -> Floats:
    """Means, shape (bots, bots); NaN where nothing has been played, even among one's own kind."""
    shares = np.full((len(bots), len(bots)), np.nan)
    np.fill_diagonal(shares, 1 / players)
    for (one, field), contest in cells.items():
        shares[bots.index(one), bots.index(field)] = contest.estimate.mean
    return shares


def _numbers(bots: Sequence[str], strengths: Floats, cells: Mapping[BotPair, Contest], ink: str) -> go.Scatter:
    """The numbers of the cells on whose color this ink reads best; `strengths` of the colors are from -1 to 1."""
    places = [
        (bots[row], bots[column])
        for (row, column), strength in np.ndenumerate(strengths)
        if not np.isnan(strength) and ink_on(float(strength)) == ink
    ]
    return go.Scatter(
        x=[bot_title(field) for _, field in places],
        y=[bot_title(one) for one, _ in places],
        text=[_escaped(cells.get(cell)) for cell in places],
        mode="text",
        textfont={"size": 13, "color": ink},
        hoverinfo="skip",
        showlegend=False,
    )


def color_of(strength: float) -> tuple[float, ...]:
    """Red, green and blue, from 0 to 1, of the color of this strength, from -1 (less) to 1 (more)."""
    return tuple(float(np.interp(strength, STRENGTHS, part)) / 255 for part in zip(*COLORS, strict=True))


def ink_on(strength: float) -> str:
    """The ink that has more contrast (WCAG 2) with the color of this strength."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color_of(strength)]
    luminance = float(np.dot(linear, (0.2126, 0.7152, 0.0722)))
    return INKS[luminance < BALANCE]


def _escaped(contest: Contest | None) -> str:
    """Whole per cent: `41`, and below, smaller, `39–43`."""
    if contest is None:
        return "<span style='font-size:10px'>even</span>"
    estimate = contest.estimate
    mean, low, high = (phrases.decimal(PERCENT * end, 0) for end in (estimate.mean, estimate.low, estimate.high))
    return f"<b>{mean}</b><br><span style='font-size:10px'>{low}–{high}</span>"


def _cell_hover(one: str, field: str, contest: Contest | None) -> str:
    if contest is None:
        return f"{one} among its own kind: even by definition" if one == field else ""
    plays = phrases.number_of(contest.plays, "play")
    return f"{one} alone among {field}:<br>{share(contest.estimate)},<br>{plays} at each seat"
