"""Plotly figures of a skill ladder, each with one sentence that says what it shows.

While it is played, the chart of the rungs shows the finished contests, and an empty row for each one to come.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import plotly.graph_objects as go
from scipy.special import bdtr

from workbench.bots.spec import bot_title
from workbench.engine.wording import THIN, counted
from workbench.report.charts.batch import Chart, blank
from workbench.report.charts.marks import PERCENT, UNJUDGED, Mark, MarkRow, draw_even, rows_figure
from workbench.report.colors import BASE, GOOD, OTHER, QUIET
from workbench.report.text.phrases import percent, share
from workbench.stats import Verdict
from workbench.studies.contest import Contest
from workbench.studies.ladder.luck import SeedEffect
from workbench.studies.ladder.measure import Ladder
from workbench.studies.ladder.question import LadderPlan, pairs_of

LEAST_GAIN = 0.05
"""How far to each side of even the chart reaches at least, so that it does not blow up noise."""
RUNGS: dict[Verdict, tuple[str, Mark]] = {
    Verdict.HIGHER: ("stronger than the rung below", ("triangle-right", GOOD)),
    Verdict.LOWER: ("weaker", ("triangle-left", OTHER)),
    Verdict.SAME: ("as strong", ("circle", QUIET)),
    Verdict.UNDECIDED: ("undecided", ("circle-open", QUIET)),
}
"""The verdict on a rung as a word about its bot, with symbol and color."""


TOP: tuple[str, Mark] = ("the top rung, for the skill share", ("diamond", BASE))
"""A contest that is no step of the ladder."""


MOST_BINS = 20


def rungs_chart(ladder: Ladder) -> Chart:
    """Each rung's share of the wins among bots of the rung below; above, that of the top rung among the lowest."""
    rows = [_rung_row(rung.contest, *RUNGS[rung.verdict]) for rung in ladder.rungs]
    return _rung_chart([*rows, *(_rung_row(contest, *TOP) for contest in ladder.tops)], ladder.scenario.players)


def rungs_so_far(plan: LadderPlan, players: int, contests: Iterable[Contest]) -> Chart:
    """The same while it is played."""
    played = {(contest.one, contest.field): contest for contest in contests}
    rows = [_rung_row(played[pair]) if pair in played else MarkRow(_rung_label(*pair)) for pair in pairs_of(plan)]
    return _rung_chart(rows, players)


def _rung_row(contest: Contest, group: str = "", mark: Mark = UNJUDGED) -> MarkRow:
    estimate = contest.estimate
    label, hover = _rung_label(contest.one, contest.field), f"{share(estimate)}, {contest.one} among {contest.field}"
    return MarkRow(label, estimate, percent(estimate.mean), hover, group, mark)


def _rung_label(one: str, field: str) -> str:
    return f"<b>{bot_title(one)}</b><br>among {bot_title(field)}"


def _rung_chart(rows: Sequence[MarkRow], players: int) -> Chart:
    """The lowest rung at the bottom, as on a ladder."""
    figure = rows_figure(rows[::-1])
    figure.update_xaxes(title="Share of the wins", ticksuffix=f"{THIN}%")
    draw_even(figure, rows, 1 / players, LEAST_GAIN)
    sentence = (
        f"How often each bot wins alone among {players - 1} of the rung below, at every seat in turn. Right of the"
        f" dashed line, 1 in {players}, it is stronger. Bars are 95 % intervals. The top rows show the top rung among"
        " the weakest bots, for the skill share."
    )
    return Chart("rungs", "How far each rung beats the one below", sentence, figure)


def seed_effect(luck: SeedEffect) -> Chart:
    """How often each win rate of a seat occurs over the shuffles, and how often it would if they did not matter."""
    bins = _bins(luck.retakes)
    centres = PERCENT * (bins[:-1] + bins[1:]) / 2
    counts, _ = np.histogram(luck.rates, bins)
    figure = blank(300, bargap=0.05)
    figure.update_xaxes(
        title=f"Win rate of a seat in {counted(luck.retakes, 'play')} of one shuffle",
        ticksuffix=f"{THIN}%",
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
        go.Scatter(x=centres, y=_expected_by_luck(luck, bins), name=name, mode="lines", line=line, hovertemplate=hover)
    )
    return Chart("seed_effect", "How much the shuffle matters", _seed_sentence(luck), figure)


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


def _seed_sentence(luck: SeedEffect) -> str:
    return (
        f"{counted(luck.shuffles, 'shuffle')}, each played {counted(luck.retakes, 'time')} by"
        f" {bot_title(luck.bot)} bots at all seats. Bars far out at both ends are shuffles that favor a seat. The"
        " dashed line shows how it would look if no shuffle mattered."
    )
