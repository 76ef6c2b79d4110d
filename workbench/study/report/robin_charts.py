"""Plotly figures of a round robin: who wins against whom, the mixed equilibrium, and ratings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from workbench.stats import Estimate
from workbench.stats.samples import Floats
from workbench.study.report import words
from workbench.study.report.charts import OTHER, QUIET, Chart, blank
from workbench.study.report.marks import PERCENT, Row, rows_figure
from workbench.study.strength import Bar, BotRating, Contest, RoundRobin
from workbench.study.strength.robin import WEIGHTY, Cell
from workbench.study.strength.words import share, told_not_apart

STRENGTHS = (-1.0, -0.5, 0.0, 0.5, 1.0)
COLOURS = ((179, 88, 6), (240, 169, 91), (230, 232, 231), (178, 168, 214), (84, 39, 136))
"""Orange, grey, violet (after ColorBrewer's PuOr): colour-blind eyes tell them apart, on light and on dark."""
INKS = ("#000000", "#ffffff")
"""What numbers are written in; one of both reads well on any colour."""
BALANCE = 0.179
"""The luminance on which black and white have the same contrast."""
LEAST_REACH = 0.10
"""How far from even the strongest colours are at least, so that noise stays pale."""
CELL, FRAME = 58, 96
"""Pixels of a row of the matrix, and around it."""


def matrix(found: RoundRobin) -> Chart:
    """Every bot alone among every other: its share of the wins, and the interval."""
    return matrix_so_far(found.bots, found.players, found.cells.values())


def matrix_so_far(bots: Sequence[str], players: int, contests: Iterable[Contest]) -> Chart:
    """The same of the pairs that have been played."""
    cells = {(each.one, each.field): each for each in contests if each.one in bots and each.field in bots}
    shares = _shares(bots, players, cells)
    reach = max(LEAST_REACH, float(np.nanmax(np.abs(shares - 1 / players))))
    figure = blank(FRAME + CELL * len(bots))
    figure.add_trace(_heat(bots, shares, cells, 1 / players, reach))
    for ink in INKS:
        figure.add_trace(_numbers(bots, (shares - 1 / players) / reach, cells, ink))
    _name_axes(figure, bots, players)
    field = "one of the column's" if players == 2 else f"{players - 1} of the column's"
    sentence = (
        f"The share of the wins of one bot of the row against {field}, in per cent, with its 95 % interval. Even is"
        f" {words.plain(PERCENT / players, 0)} %: violet wins more, orange less."
    )
    return Chart("matrix", "Who wins against whom", sentence, figure)


def _shares(bots: Sequence[str], players: int, cells: Mapping[Cell, Contest]) -> Floats:
    """Means, shape (bots, bots); NaN where nothing has been played, even among one's own kind."""
    found = np.full((len(bots), len(bots)), np.nan)
    np.fill_diagonal(found, 1 / players)
    for (one, field), contest in cells.items():
        found[bots.index(one), bots.index(field)] = contest.estimate.mean
    return found


def _heat(bots: Sequence[str], shares: Floats, cells: Mapping[Cell, Contest], even: float, reach: float) -> go.Heatmap:
    return go.Heatmap(
        z=PERCENT * shares,
        x=list(bots),
        y=list(bots),
        customdata=[[_told(one, field, cells.get((one, field))) for field in bots] for one in bots],
        hovertemplate="%{customdata}<extra></extra>",
        hoverongaps=False,
        colorscale=[[(at + 1) / 2, f"rgb{colour}"] for at, colour in zip(STRENGTHS, COLOURS, strict=True)],
        zmin=PERCENT * (even - reach),
        zmax=PERCENT * (even + reach),
        showscale=False,
        xgap=2,
        ygap=2,
    )


def _numbers(bots: Sequence[str], strengths: Floats, cells: Mapping[Cell, Contest], ink: str) -> go.Scatter:
    """The numbers of the cells on whose colour this ink reads best; `strengths` of the colours are from -1 to 1."""
    shown = [
        (bots[row], bots[column])
        for (row, column), strength in np.ndenumerate(strengths)
        if not np.isnan(strength) and ink_on(float(strength)) == ink
    ]
    return go.Scatter(
        x=[field for _, field in shown],
        y=[one for one, _ in shown],
        text=[_in_cell(cells.get(cell)) for cell in shown],
        mode="text",
        textfont={"size": 13, "color": ink},
        hoverinfo="skip",
        showlegend=False,
    )


def colour_of(strength: float) -> tuple[float, ...]:
    """Red, green and blue, from 0 to 1, of the colour of this strength, from -1 (less) to 1 (more)."""
    return tuple(float(np.interp(strength, STRENGTHS, part)) / 255 for part in zip(*COLOURS, strict=True))


def ink_on(strength: float) -> str:
    """The ink that has more contrast (WCAG 2) with the colour of this strength."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour_of(strength)]
    luminance = float(np.dot(linear, (0.2126, 0.7152, 0.0722)))
    return INKS[luminance < BALANCE]


def _in_cell(contest: Contest | None) -> str:
    """Whole per cent: `41`, and below, smaller, `39–43`."""
    if contest is None:
        return "<span style='font-size:10px'>even</span>"
    found = contest.estimate
    mean, low, high = (words.plain(PERCENT * each, 0) for each in (found.mean, found.low, found.high))
    return f"<b>{mean}</b><br><span style='font-size:10px'>{low}–{high}</span>"


def _told(one: str, field: str, contest: Contest | None) -> str:
    if contest is None:
        return f"{one} among its own kind: even, not played" if one == field else ""
    return (
        f"{one} alone among {field}:<br>{share(contest.estimate)},<br>{words.count(contest.plays)} plays at each seat"
    )


def _name_axes(figure: go.Figure, bots: Sequence[str], players: int) -> None:
    opponents = "against" if players == 2 else f"among {players - 1}"
    figure.update_xaxes(title=f"{opponents} …", side="top", fixedrange=True, showgrid=False, type="category")
    figure.update_yaxes(autorange="reversed", fixedrange=True, showgrid=False, automargin=True, type="category")
    figure.update_layout(margin={"l": 8, "r": 8, "t": 60, "b": 8}, plot_bgcolor="rgba(0,0,0,0)")


def equilibrium(bars: Sequence[Bar]) -> Chart:
    """The weights of the mixed equilibrium, with their ranges."""
    figure = blank(FRAME + 34 * max(len(bars), 3))
    figure.add_trace(
        go.Bar(
            x=[PERCENT * bar.weight for bar in bars],
            y=[bar.bot for bar in bars],
            orientation="h",
            marker={"color": OTHER, "opacity": 0.75},
            error_x=_ranges(bars),
            customdata=[[PERCENT * bar.low, PERCENT * bar.high] for bar in bars],
            hovertemplate="%{y}: %{x:.0f} % (%{customdata[0]:.0f} % to %{customdata[1]:.0f} %)<extra></extra>",
        )
    )
    figure.update_xaxes(title="Weight in the mixture", ticksuffix=f"{words.THIN}%", range=[0, 102], fixedrange=True)
    figure.update_yaxes(autorange="reversed", fixedrange=True, automargin=True, type="category")
    figure.update_layout(margin_t=8)
    return Chart("equilibrium", "The mixture that nothing beats", _equilibrium_sentence(bars), figure)


def _ranges(bars: Sequence[Bar]) -> dict[str, Any]:
    return {
        "type": "data",
        "array": [PERCENT * max(0.0, bar.high - bar.weight) for bar in bars],
        "arrayminus": [PERCENT * max(0.0, bar.weight - bar.low) for bar in bars],
        "thickness": 2,
        "width": 5,
        "color": QUIET,
    }


def _equilibrium_sentence(bars: Sequence[Bar]) -> str:
    used = [bar.bot for bar in bars if bar.weight >= WEIGHTY]
    moved = "Lines show how far the weights move when the plays are drawn again"
    if alike := told_not_apart(bars):
        return (
            f"{alike} by a point. {moved}, or that a bot's place is open: long ones mean that these do not settle it."
        )
    return f"By these plays: {words.listed(used)}. {moved}."


def ratings(found: Sequence[BotRating]) -> Chart:
    """The strengths of the bots with their ranges, the highest first."""
    rows = [_rating_row(each) for each in found]
    figure = rows_figure(rows, scale=1)
    figure.update_xaxes(title="Rating")
    sentence = "How strong each bot is over all its plays, on one scale; lines are 95 % ranges."
    return Chart("ratings", "Ratings", sentence, figure)


def _rating_row(found: BotRating) -> Row:
    mean, low, high = (words.plain(each, 1) for each in (found.mean, found.low, found.high))
    estimate = Estimate(found.mean, found.sigma, found.low, found.high, 0)
    return Row(found.bot, estimate, mean, f"{mean} ({low} to {high})", mark=("circle", OTHER))
