"""Plotly figures of studies of strength, each with one sentence that says what it shows.

While a study runs, the same charts show the finished contests, and an empty row for each one to come.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from workbench.bots.spec import bot_title
from workbench.engine.wording import THIN, listed, plural
from workbench.report.charts.batch import Chart, blank
from workbench.report.charts.marks import PERCENT, UNJUDGED, Mark, MarkRow, draw_even, rows_figure
from workbench.report.colors import GOOD, OTHER, QUIET
from workbench.report.text import phrases
from workbench.report.text.phrases import point_span, points, share
from workbench.scenario import Scenario
from workbench.stats import Estimate
from workbench.stats.estimate import Floats
from workbench.studies.contest import Contest, shifted
from workbench.studies.strategies.measure import Mechanisms, Worth
from workbench.studies.strategies.robin import WEIGHTY, BotPair, BotRating, EquilibriumWeight, RoundRobin
from workbench.studies.strategies.words import by_value, is_surely_small, kind_label, standing_word, unsettled_weights

WORTHS: dict[Worth, Mark] = {
    Worth.WORTH: ("triangle-right", GOOD),
    Worth.HARMFUL: ("triangle-left", OTHER),
    Worth.NOTHING: ("circle", QUIET),
    Worth.UNUSED: ("x", QUIET),
    Worth.UNDECIDED: ("circle-open", QUIET),
}
"""Symbol and color of what leaving out a kind of action does."""
SMALL: Mark = ("square", QUIET)
"""The same where it is not worth a point, and whether it does harm is undecided."""
LEAST_LOSS = 0.02
"""How far to each side of even a chart reaches at least, so that it does not blow up noise."""


# Mechanisms


def mechanisms(mechanisms: Mechanisms) -> Chart:
    """The loss of a seat that alone may not use a kind of action, for each kind that can be left out."""
    rows = []
    for kind in by_value(mechanisms):
        if kind.contest is not None:
            mark = SMALL if is_surely_small(mechanisms, kind) else WORTHS[kind.standing]
            rows.append(_loss_row(kind.kind, kind.value, standing_word(mechanisms, kind), mark))
    return _mechanism_chart(rows, mechanisms.bot, mechanisms.scenario.players)


def mechanisms_so_far(scenario: Scenario, bot: str, contests: Iterable[Contest]) -> Chart:
    """The same while it is played."""
    restricted = [contest for contest in contests if contest.one.startswith(f"{bot}~") and contest.field == bot]
    lost = {contest.one.removeprefix(f"{bot}~"): shifted(contest.gain, 0.0, -1.0) for contest in restricted}
    kinds = [kind.name.lower() for kind in scenario.game.kinds(scenario.rules)]
    rows = [_loss_row(kind, lost[kind]) if kind in lost else MarkRow(kind_label(kind)) for kind in kinds]
    return _mechanism_chart(rows, bot, scenario.players)


def _loss_row(kind: str, lost: Estimate, group: str = "", mark: Mark = UNJUDGED) -> MarkRow:
    label = f"{points(lost.mean)} points ({point_span(lost)})"
    return MarkRow(kind_label(kind), lost, points(lost.mean), label, group, mark)


def _mechanism_chart(rows: Sequence[MarkRow], bot: str, players: int) -> Chart:
    figure = rows_figure(rows)
    figure.update_xaxes(title="Loss without it, points of win rate")
    draw_even(figure, rows, 0.0, LEAST_LOSS)
    others = f"its {plural(players - 1, 'opponent', f'{players - 1} opponents')}"
    sentence = (
        f"How much less often one bot ({bot_title(bot)}) wins if it alone may not use this kind of action, while"
        f" {others} may."
        " Right of the dashed line, the action helps. Bars are 95 % intervals."
    )
    return Chart("mechanisms", "What each kind of action is worth", sentence, figure)


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


def matrix(robin: RoundRobin) -> Chart:
    """Every bot alone among every other: its share of the wins, and the interval."""
    return matrix_so_far(robin.bots, robin.players, robin.cells.values())


def matrix_so_far(bots: Sequence[str], players: int, contests: Iterable[Contest]) -> Chart:
    """The same of the pairs that have been played."""
    met = [contest for contest in contests if contest.one in bots and contest.field in bots]
    cells = {(contest.one, contest.field): contest for contest in met}
    shares = _shares(bots, players, cells)
    reach = max(LEAST_REACH, float(np.nanmax(np.abs(shares - 1 / players))))
    figure = blank(FRAME + CELL * len(bots))
    figure.add_trace(_heat(bots, shares, cells, 1 / players, reach))
    for ink in INKS:
        figure.add_trace(_numbers(bots, (shares - 1 / players) / reach, cells, ink))
    _name_axes(figure, bots, players)
    field = "one of the column's" if players == 2 else f"{players - 1} of the column's"
    sentence = (
        f"How often one bot of the row wins against {field}, in per cent, with its 95 % interval. An even share is"
        f" {phrases.decimal(PERCENT / players, 0)} %: violet wins more, orange less."
    )
    return Chart("matrix", "Who wins against whom", sentence, figure)


def _shares(bots: Sequence[str], players: int, cells: Mapping[BotPair, Contest]) -> Floats:
    """Means, shape (bots, bots); NaN where nothing has been played, even among one's own kind."""
    shares = np.full((len(bots), len(bots)), np.nan)
    np.fill_diagonal(shares, 1 / players)
    for (one, field), contest in cells.items():
        shares[bots.index(one), bots.index(field)] = contest.estimate.mean
    return shares


def _heat(
    bots: Sequence[str], shares: Floats, cells: Mapping[BotPair, Contest], even: float, reach: float
) -> go.Heatmap:
    return go.Heatmap(
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


def _name_axes(figure: go.Figure, bots: Sequence[str], players: int) -> None:
    opponents = "against" if players == 2 else f"among {players - 1}"
    figure.update_xaxes(title=f"{opponents} …", side="top", fixedrange=True, showgrid=False, type="category")
    figure.update_yaxes(autorange="reversed", fixedrange=True, showgrid=False, automargin=True, type="category")
    figure.update_layout(margin={"l": 8, "r": 8, "t": 60, "b": 8}, plot_bgcolor="rgba(0,0,0,0)")


def equilibrium(bars: Sequence[EquilibriumWeight]) -> Chart:
    """The weights of the mixed equilibrium, with their ranges."""
    figure = blank(FRAME + 34 * max(len(bars), 3))
    figure.add_trace(
        go.Bar(
            x=[PERCENT * bar.weight for bar in bars],
            y=[bot_title(bar.bot) for bar in bars],
            orientation="h",
            marker={"color": OTHER, "opacity": 0.75},
            error_x=_ranges(bars),
            customdata=[[PERCENT * bar.low, PERCENT * bar.high, bar.bot] for bar in bars],
            hovertemplate="%{customdata[2]}: %{x:.0f} % (%{customdata[0]:.0f} to %{customdata[1]:.0f})<extra></extra>",
        )
    )
    figure.update_xaxes(title="Weight in the mixture", ticksuffix=f"{THIN}%", range=[0, 102], fixedrange=True)
    figure.update_yaxes(autorange="reversed", fixedrange=True, automargin=True, type="category")
    figure.update_layout(margin_t=8)
    return Chart("equilibrium", "The mixture that no bot beats", _equilibrium_sentence(bars), figure)


def _ranges(bars: Sequence[EquilibriumWeight]) -> dict[str, object]:
    return {
        "type": "data",
        "array": [PERCENT * max(0.0, bar.high - bar.weight) for bar in bars],
        "arrayminus": [PERCENT * max(0.0, bar.weight - bar.low) for bar in bars],
        "thickness": 2,
        "width": 5,
        "color": QUIET,
    }


def _equilibrium_sentence(bars: Sequence[EquilibriumWeight]) -> str:
    used = [bot_title(bar.bot) for bar in bars if bar.weight >= WEIGHTY]
    moved = "Lines show how far the weights vary when the plays are resampled"
    if alike := unsettled_weights(bars):
        return f"{alike}. {moved}."
    return f"In the mixture: {listed(used)}. {moved}."


def ratings(bots: Sequence[BotRating]) -> Chart:
    """The strengths of the bots with their ranges, the highest first."""
    rows = [_rating_row(rating) for rating in bots]
    figure = rows_figure(rows, scale=1)
    figure.update_xaxes(title="Rating")
    sentence = "The strength of each bot over all its plays, on one scale. Lines are 95 % ranges."
    return Chart("ratings", "Ratings", sentence, figure)


def _rating_row(rating: BotRating) -> MarkRow:
    mean, low, high = (phrases.decimal(end, 1) for end in (rating.mean, rating.low, rating.high))
    estimate = Estimate(rating.mean, rating.sigma, rating.low, rating.high, 0)
    return MarkRow(
        bot_title(rating.bot), estimate, mean, f"{mean} ({low} to {high}), {rating.bot}", mark=("circle", OTHER)
    )
