"""The figures of mechanisms, styles and skill, from known results."""

import numpy as np
import pytest

from tests.support.strength import CHAIN, CYCLE, TWO, climbed, contest, luck, mechanism, met, restricted
from workbench.report.charts import batch, strength
from workbench.report.charts.batch import Chart
from workbench.report.pages import chart_parts
from workbench.report.text.phrases import THIN
from workbench.stats import Verdict
from workbench.study.strength import EquilibriumWeight, LadderPlan, OwnChance, SeedEffect, Worth

GAME = TWO.game
KINDS = restricted(
    mechanism(Worth.NOTHING, "pass", 0.5),
    mechanism(Worth.WORTH, "scout", 0.3),
    mechanism(Worth.FORCED, "discard"),
    mechanism(Worth.HARMFUL, "poach", 0.7),
)


def labels(chart: Chart) -> list[str]:
    """The rows from the top."""
    return list(chart.figure.layout.yaxis.ticktext)


def marks(chart: Chart) -> dict[str, tuple[float, str]]:
    """Where each row's mark stands, and its entry in the legend."""
    rows = labels(chart)
    return {rows[y]: (x, trace.name) for trace in chart.figure.data for x, y in zip(trace.x, trace.y, strict=True)}


def every_chart() -> list[Chart]:
    robin = met(CHAIN)
    return [
        strength.mechanisms(KINDS),
        strength.rungs_chart(climbed()),
        strength.seed_effect(luck()),
        strength.matrix(robin),
        strength.equilibrium(robin.equilibrium),
        strength.ratings(robin.ratings),
    ]


def test_every_chart_says_what_it_shows() -> None:
    shown = every_chart()
    assert [chart.name for chart in shown] == ["mechanisms", "rungs", "seed_effect", "matrix", "equilibrium", "ratings"]
    for chart in shown:
        assert chart.title
        assert chart.sentence.endswith(".")
        assert "\n" not in chart.sentence


def test_a_page_leaves_the_markup_of_our_own_charts_alone() -> None:
    assert "span style" in chart_parts(every_chart()[3])["json"]
    for chart in every_chart():
        assert "&lt;" not in chart_parts(chart)["json"], chart.name


# Mechanisms


def test_kinds_of_action_stand_by_what_a_seat_loses_without_them() -> None:
    chart = strength.mechanisms(KINDS)
    assert labels(chart) == ["Scout", "Pass", "Poach"]
    found = marks(chart)
    assert found["Scout"] == (pytest.approx(20), Worth.WORTH.value)
    assert found["Pass"] == (pytest.approx(0), "less than a point")
    assert found["Poach"] == (pytest.approx(-20), Worth.HARMFUL.value)
    assert "(quick)" in chart.sentence


def test_a_loss_has_its_interval_and_its_number() -> None:
    [scout, *_] = strength.mechanisms(KINDS).figure.data
    value = KINDS.kinds[1].value
    assert scout.error_x.array == (pytest.approx(100 * (value.high - value.mean)),)
    assert scout.error_x.arrayminus == (pytest.approx(100 * (value.mean - value.low)),)
    assert scout.text == ("+20.0",)


def test_marks_of_different_standing_differ_in_shape() -> None:
    symbols = [trace.marker.symbol for trace in strength.mechanisms(KINDS).figure.data]
    assert len(set(symbols)) == 3


def test_while_it_is_played_every_kind_has_its_row() -> None:
    played = [contest("greedy~scout", "greedy", 0.3), contest("greedy~pass", "random", 0.9), contest("a", "b", 0.5)]
    chart = strength.mechanisms_so_far(GAME, "greedy", 2, played)
    assert labels(chart)[:3] == ["Draw stock", "Draw discard", "Pass"]
    assert len(labels(chart)) == len(GAME.action_kinds)
    assert marks(chart) == {"Scout": (pytest.approx(20), "")}


def test_numbers_keep_off_the_even_line() -> None:
    rows = [mechanism(Worth.NOTHING, "pass", 0.49), mechanism(Worth.NOTHING, "scout", 0.51), mechanism(Worth.WORTH)]
    figure = strength.mechanisms(restricted(*rows)).figure
    low, high = figure.layout.xaxis.range
    placed = {text: side for trace in figure.data for text, side in zip(trace.text, trace.textposition, strict=True)}
    assert placed == {"+1.0": "top right", "−1.0": "top left", "+10.0": "top center"}
    assert -1 - low > 0.15 * (high - low)


def test_titles_of_axes_fit_a_line() -> None:
    titles = [chart.figure.layout.xaxis.title.text or "" for chart in every_chart()]
    assert all("<br>" not in title and len(title) < 50 for title in titles)


def test_the_chart_does_not_blow_up_noise() -> None:
    tiny = restricted(mechanism(Worth.NOTHING, "pass", 0.5))
    low, high = strength.mechanisms(tiny).figure.layout.xaxis.range
    assert low <= -2
    assert high >= 2


# The ladder


def test_the_lowest_rung_stands_at_the_bottom() -> None:
    chart = strength.rungs_chart(climbed())
    assert labels(chart)[-1] == "<b>quick</b><br>among random"
    assert labels(chart)[:2] == ["<b>thinker 4</b><br>among random", "<b>thinker 4</b><br>among thinker 2"]
    assert marks(chart)["<b>quick</b><br>among random"][0] == pytest.approx(90)
    [even] = chart.figure.layout.shapes
    assert even.x0 == even.x1 == pytest.approx(50)
    assert "1 in 2" in chart.sentence


def test_verdicts_on_rungs_stand_in_the_legend() -> None:
    chart = strength.rungs_chart(climbed((Verdict.HIGHER, Verdict.LOWER, Verdict.UNDECIDED)))
    top = "the top rung, for the skill share"
    assert {trace.name for trace in chart.figure.data} == {"stronger than the rung below", "weaker", "undecided", top}
    assert {text for trace in chart.figure.data for text in trace.text} == {
        f"{share}{THIN}%" for share in ("90.0", "60.0", "51.0", "95.0")
    }


def test_while_it_is_played_the_ladder_grows_from_below() -> None:
    plan = LadderPlan(2, 8)
    assert marks(strength.rungs_so_far(plan, 2, [])) == {}
    chart = strength.rungs_so_far(plan, 2, [contest("greedy", "random", 0.9), contest("ismcts:8", "random", 1)])
    assert len(labels(chart)) == 6
    assert set(marks(chart)) == {"<b>quick</b><br>among random", "<b>thinker 8</b><br>among random"}


def test_every_contest_that_is_counted_has_its_row() -> None:
    rows = labels(strength.rungs_so_far(LadderPlan(2, 4), 2, []))
    assert [row.partition("among ")[2] for row in rows] == ["quick", "random", "thinker 2", "quick", "random"]
    assert len(labels(strength.rungs_so_far(LadderPlan(2, 2), 2, []))) == 3


# The seed effect


def seeds(chance: float, shuffles: int = 300, retakes: int = 20, per_shuffle: bool = False) -> SeedEffect:
    """Two seats; the first wins each play with this chance, or every play of that share of shuffles."""
    rng = np.random.default_rng(3)
    size = (shuffles, 1) if per_shuffle else (shuffles, retakes)
    won = np.broadcast_to(rng.random(size) < chance, (shuffles, retakes))
    return SeedEffect("random", 2, OwnChance.MUCH, np.where(won, 1, 2).astype(np.uint16))


def test_where_the_shuffle_does_not_matter_the_bars_follow_the_line() -> None:
    bars, line = strength.seed_effect(seeds(0.4)).figure.data
    assert sum(bars.y) == pytest.approx(1)
    assert sum(line.y) == pytest.approx(1)
    assert np.abs(np.array(bars.y) - np.array(line.y)).max() < 0.04


def test_where_the_shuffle_decides_the_bars_stand_at_both_ends() -> None:
    bars, line = strength.seed_effect(seeds(0.4, per_shuffle=True)).figure.data
    assert bars.y[0] + bars.y[-1] == pytest.approx(1)
    assert line.y[0] < 0.01


@pytest.mark.parametrize("retakes", [2, 20, 33, 500])
def test_every_rate_has_a_bin(retakes: int) -> None:
    found = strength.seed_effect(seeds(0.5, 30, retakes))
    bars, line = found.figure.data
    assert 3 <= len(bars.x) <= 22
    assert sum(bars.y) == pytest.approx(1)
    assert sum(line.y) == pytest.approx(1)
    assert f"{retakes} times" in found.sentence


# The round robin


def test_the_matrix_has_a_number_and_an_interval_in_each_cell() -> None:
    robin = met(CHAIN)
    chart = strength.matrix(robin)
    heat, *numbers = chart.figure.data
    shares, low, high = robin.matrix
    assert np.array(heat.z) == pytest.approx(100 * shares)
    told = {(y, x): text for trace in numbers for x, y, text in zip(trace.x, trace.y, trace.text, strict=True)}
    assert len(told) == 9
    assert f"<b>{100 * shares[0, 2]:.0f}</b>" in told["rock", "scissors"]
    assert f"{100 * low[0, 2]:.0f}–{100 * high[0, 2]:.0f}" in told["rock", "scissors"]
    assert "even" in told["rock", "rock"]
    assert "50 %" in chart.sentence


def test_colors_diverge_around_even_and_noise_stays_pale() -> None:
    for chances in (CHAIN, CYCLE, [[0.5] * 3] * 3):
        heat = strength.matrix(met(chances)).figure.data[0]
        assert (heat.zmin + heat.zmax) / 2 == pytest.approx(50)
        assert heat.zmax - 50 >= 10
        assert heat.zmin <= np.nanmin(heat.z)
        assert heat.zmax >= np.nanmax(heat.z)


def luminance(parts: tuple[float, ...]) -> float:
    """Relative luminance (WCAG 2)."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_numbers_can_be_read_on_every_color_of_the_matrix() -> None:
    for step in range(-100, 101):
        ink = {"#000000": 0.0, "#ffffff": 1.0}[strength.ink_on(step / 100)]
        levels = sorted([luminance(strength.color_of(step / 100)), ink])
        assert (levels[1] + 0.05) / (levels[0] + 0.05) >= 4.5, step


def test_while_it_is_played_the_rest_of_the_matrix_is_empty() -> None:
    chart = strength.matrix_so_far(("a", "b"), 2, [contest("a", "b", 0.7), contest("a~scout", "a", 0.2)])
    heat = chart.figure.data[0]
    assert np.array(heat.z)[0] == pytest.approx([50, 70])
    assert np.isnan(np.array(heat.z, dtype=float)[1, 0])


def test_the_equilibrium_has_bars_with_ranges() -> None:
    chart = strength.equilibrium(met(CYCLE).equilibrium)
    [bars] = chart.figure.data
    assert sum(bars.x) == pytest.approx(100)
    assert "rock, paper and scissors" in chart.sentence
    assert "cannot be told apart" not in chart.sentence
    torn = strength.equilibrium([EquilibriumWeight("a", 1.0, 0.0, 1.0), EquilibriumWeight("b", 0.0, 0.0, 1.0)])
    assert torn.figure.data[0].error_x.arrayminus == (100, 0)
    assert torn.figure.data[0].error_x.array == (0, 100)
    assert torn.sentence.startswith("A and b cannot be told apart")


def test_ratings_stand_strongest_first() -> None:
    robin = met(CHAIN)
    assert labels(strength.ratings(robin.ratings)) == ["rock", "paper", "scissors"]


def test_charts_use_colors_that_eyes_can_tell_apart() -> None:
    for chart in every_chart():
        for trace in chart.figure.data:
            color = trace.type != "heatmap" and (trace.marker.color or trace.line.color)
            assert not color or color in {*batch.SAFE, batch.QUIET}
