"""Plotly figures of what mechanisms and skill are worth, each with the sentence that says what it shows.

While a study is played the same charts show the contests that have finished, and an empty row for each to come.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import plotly.graph_objects as go
from scipy.stats import binom

from workbench.engine.game import Game
from workbench.stats import Estimate, Verdict
from workbench.study.report import words
from workbench.study.report.charts import BASE, GOOD, OTHER, QUIET, Chart, blank
from workbench.study.report.marks import PERCENT, UNJUDGED, Mark, Row, draw_even, rows_figure
from workbench.study.strength import Contest, Ladder, LadderPlan, Mechanism, Mechanisms, SeedEffect, Worth, pairs_of
from workbench.study.strength.contest import shifted
from workbench.study.strength.words import kind_label, percent, point_span, points, share, standing_word

WORTHS: dict[Worth, Mark] = {
    Worth.WORTH: ("triangle-right", GOOD),
    Worth.HARMFUL: ("triangle-left", OTHER),
    Worth.NOTHING: ("circle", QUIET),
    Worth.UNUSED: ("x", QUIET),
    Worth.UNDECIDED: ("circle-open", QUIET),
}
"""Symbol and colour of what leaving out a kind of action does."""
RUNGS: dict[Verdict, tuple[str, Mark]] = {
    Verdict.HIGHER: ("stronger than the rung below", ("triangle-right", GOOD)),
    Verdict.LOWER: ("weaker", ("triangle-left", OTHER)),
    Verdict.SAME: ("as strong", ("circle", QUIET)),
    Verdict.UNDECIDED: ("undecided", ("circle-open", QUIET)),
}
"""What the verdict on a rung says of its bot, with symbol and colour."""
TOP: tuple[str, Mark] = ("the top rung, for the skill share", ("diamond", BASE))
"""A contest that is no step of the ladder."""
LEAST_LOSS, LEAST_GAIN = 0.02, 0.05
"""How far to each side of even a chart reaches at least, so that it does not blow up noise."""
MOST_BINS = 20


# Mechanisms


def mechanisms(found: Mechanisms) -> Chart:
    """What a seat loses when it alone may not use a kind of action, for each kind that can be left out."""
    rows = [
        _loss_row(each.kind, each.value, standing_word(each.standing), WORTHS[each.standing])
        for each in by_value(found)
        if each.contest is not None
    ]
    return _mechanism_chart(rows, found.bot, found.scenario.players)


def by_value(found: Mechanisms) -> list[Mechanism]:
    """The kinds of action, the most valuable first; those that cannot be left out at the end."""
    return sorted(found.kinds, key=lambda each: (each.contest is None, -each.value.mean))


def mechanisms_so_far(game: Game, bot: str, players: int, contests: Iterable[Contest]) -> Chart:
    """The same while it is played."""
    restricted = [each for each in contests if each.one.startswith(f"{bot}~") and each.field == bot]
    lost = {each.one.removeprefix(f"{bot}~"): shifted(each.gain, 0.0, -1.0) for each in restricted}
    kinds = [kind.name.lower() for kind in sorted(game.action_kinds)]
    rows = [_loss_row(kind, lost[kind]) if kind in lost else Row(kind_label(kind)) for kind in kinds]
    return _mechanism_chart(rows, bot, players)


def _loss_row(kind: str, lost: Estimate, group: str = "", mark: Mark = UNJUDGED) -> Row:
    told = f"{points(lost.mean)} points ({point_span(lost)})"
    return Row(kind_label(kind), lost, points(lost.mean), told, group, mark)


def _mechanism_chart(rows: Sequence[Row], bot: str, players: int) -> Chart:
    figure = rows_figure(rows)
    figure.update_xaxes(title="Loss without it, points of win rate")
    draw_even(figure, rows, 0.0, LEAST_LOSS)
    others = "its opponent" if players == 2 else f"its {players - 1} opponents"
    sentence = (
        f"How much less often one {bot} bot wins when it alone may not use this kind of action, while {others} may."
        " Right of the dashed line, having it helps; bars are 95 % intervals."
    )
    return Chart("mechanisms", "What each kind of action is worth", sentence, figure)


# The skill ladder


def rungs_chart(found: Ladder) -> Chart:
    """Each rung's share of the wins among bots of the rung below; above, that of the top rung among the lowest."""
    rows = [_rung_row(rung.contest, *RUNGS[rung.verdict]) for rung in found.rungs]
    return _rung_chart([*rows, *(_rung_row(contest, *TOP) for contest in found.tops)], found.scenario.players)


def rungs_so_far(plan: LadderPlan, players: int, contests: Iterable[Contest]) -> Chart:
    """The same while it is played."""
    played = {(each.one, each.field): each for each in contests}
    rows = [_rung_row(played[pair]) if pair in played else Row(_rung_label(*pair)) for pair in pairs_of(plan)]
    return _rung_chart(rows, players)


def _rung_row(contest: Contest, group: str = "", mark: Mark = UNJUDGED) -> Row:
    estimate = contest.estimate
    return Row(_rung_label(contest.one, contest.field), estimate, percent(estimate.mean), share(estimate), group, mark)


def _rung_label(one: str, field: str) -> str:
    return f"<b>{one}</b><br>among {field}"


def _rung_chart(rows: Sequence[Row], players: int) -> Chart:
    """The lowest rung at the bottom, as on a ladder."""
    figure = rows_figure(rows[::-1])
    figure.update_xaxes(title="Share of the wins", ticksuffix=f"{words.THIN}%")
    draw_even(figure, rows, 1 / players, LEAST_GAIN)
    sentence = (
        f"The share of the wins that each bot takes alone among {players - 1} of the rung below, at every seat in turn."
        f" Right of the dashed line, 1 in {players}, it is the stronger; bars are 95 % intervals."
        " The highest rows hold the top rung against the weakest bots, for the skill share."
    )
    return Chart("rungs", "How far each rung beats the one below", sentence, figure)


# The seed effect


def seed_effect(found: SeedEffect) -> Chart:
    """How often each win rate of a seat occurs over the shuffles, and how often it would if they did not matter."""
    bins = _bins(found.retakes)
    centres = PERCENT * (bins[:-1] + bins[1:]) / 2
    counts, _ = np.histogram(found.rates, bins)
    figure = blank(300, bargap=0.05)
    figure.update_xaxes(
        title=f"Win rate of a seat in {found.retakes} plays of one shuffle",
        ticksuffix=f"{words.THIN}%",
        fixedrange=True,
        range=[PERCENT * bins[0], PERCENT * bins[-1]],
    )
    figure.update_yaxes(title="Share of seats and shuffles", tickformat=".0%", fixedrange=True, rangemode="tozero")
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
        go.Scatter(x=centres, y=_by_luck(found, bins), name=name, mode="lines", line=line, hovertemplate=hover)
    )
    return Chart("seed_effect", "How much the shuffle matters", _seed_sentence(found), figure)


def _bins(retakes: int) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Edges of bins around every possible number of wins, or around every second, third … of many."""
    step = -(-retakes // MOST_BINS)
    wins = np.arange(-step / 2, retakes + step, step)
    return np.asarray(wins / retakes)


def _by_luck(found: SeedEffect, bins: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> list[float]:
    """The share of seats in each bin if every retake were won with the seat's mean rate: binomial, whole wins."""
    below = np.array(
        [binom.cdf(np.floor(bins * found.retakes), found.retakes, rate) for rate in found.rates.mean(axis=0)]
    )
    chances: list[float] = np.diff(below.mean(axis=0)).tolist()
    return chances


def _seed_sentence(found: SeedEffect) -> str:
    return (
        f"{found.shuffles} shuffles, each played {found.retakes} times by {found.bot} bots at all seats. Bars far out"
        " at both ends are shuffles that favor a seat; the dashed line is how it would look if no shuffle mattered."
    )
