"""The figures of mechanisms, styles and skill, from known results."""

import numpy as np
import pytest

from tests.studies.test_strategies_report import QUIET, report_of
from tests.support.answers import drawings_of
from tests.support.strength import CHAIN, CYCLE, TWO, contest, mechanism, met, restricted
from workbench.report.charts.base import Chart
from workbench.report.renderers.html import chart_parts
from workbench.studies.strategies import STUDY, charts
from workbench.studies.strategies.measure import Worth
from workbench.studies.strategies.question import StrategiesQuestion
from workbench.studies.strategies.robin import RoundRobin

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


def drawn(name: str, robin: RoundRobin) -> Chart:
    """The chart of this name in the report."""
    return drawings_of(report_of(KINDS, robin))[name].draw()


def test_a_page_leaves_the_markup_of_our_own_charts_alone() -> None:
    assert "span style" in chart_parts(drawn("matrix", met(CHAIN)))["json"]
    for name in ("mechanisms", "matrix", "equilibrium", "ratings"):
        assert "&lt;" not in chart_parts(drawn(name, met(CHAIN)))["json"], name


# Mechanisms


def test_kinds_of_action_stand_by_what_a_seat_loses_without_them() -> None:
    chart = drawn("mechanisms", QUIET)
    assert labels(chart) == ["<b>Scout</b>", "<b>Pass</b>", "<b>Poach</b>"]
    bars = {label[3:-4]: mark for label, mark in marks(chart).items()}
    assert bars["Scout"] == (pytest.approx(20), Worth.WORTH.value)
    assert bars["Pass"] == (pytest.approx(0), "less than a point")
    assert bars["Poach"] == (pytest.approx(-20), Worth.HARMFUL.value)
    assert "one quick bot" in chart.sentence


def test_a_loss_has_its_interval_and_its_number() -> None:
    [scout, *_] = drawn("mechanisms", QUIET).figure.data
    value = KINDS.kinds[1].value
    assert scout.error_x.array == (pytest.approx(100 * (value.high - value.mean)),)
    assert scout.error_x.arrayminus == (pytest.approx(100 * (value.mean - value.low)),)
    assert scout.text == ("+20.0",)


def test_while_it_is_played_every_kind_has_its_row() -> None:
    played = [contest("greedy~scout", "greedy", 0.3), contest("greedy~pass", "random", 0.9), contest("a", "b", 0.5)]
    question = StrategiesQuestion(scenario=TWO, met=("a", "b"))
    _, kinds, pairs = STUDY.report_so_far(question, played)
    chart = kinds.draw()
    assert labels(chart)[:3] == ["<b>Draw stock</b>", "<b>Draw discard</b>", "<b>Pass</b>"]
    assert len(labels(chart)) == len(GAME.action_kinds)
    assert marks(chart) == {"<b>Scout</b>": (pytest.approx(20), "")}
    heat = pairs.draw().figure.data[0]
    assert np.array(heat.z)[0] == pytest.approx([50, 50])
    assert np.isnan(np.array(heat.z, dtype=float)[1, 0])


def test_the_chart_does_not_blow_up_noise() -> None:
    tiny = restricted(mechanism(Worth.NOTHING, "pass", 0.5))
    low, high = drawings_of(report_of(tiny))["mechanisms"].draw().figure.layout.xaxis.range
    assert low <= -2
    assert high >= 2


# The round robin


def test_the_matrix_has_a_number_and_an_interval_in_each_cell() -> None:
    robin = met(CHAIN)
    chart = drawn("matrix", robin)
    heat, *numbers = chart.figure.data
    shares, low, high = robin.matrix
    assert np.array(heat.z) == pytest.approx(100 * shares)
    told = {(y, x): text for trace in numbers for x, y, text in zip(trace.x, trace.y, trace.text, strict=True)}
    assert len(told) == 9
    assert f"<b>{100 * shares[0, 2]:.0f}</b>" in told["rock", "scissors"]
    assert f"{100 * low[0, 2]:.0f}–{100 * high[0, 2]:.0f}" in told["rock", "scissors"]
    assert "even" in told["rock", "rock"]
    assert "50 %" in chart.sentence.replace("\u202f", " ")


def test_colors_diverge_around_even_and_noise_stays_pale() -> None:
    for chances in (CHAIN, CYCLE, [[0.5] * 3] * 3):
        heat = drawn("matrix", met(chances)).figure.data[0]
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
        ink = {"#000000": 0.0, "#ffffff": 1.0}[charts.ink_on(step / 100)]
        levels = sorted([luminance(charts.color_of(step / 100)), ink])
        assert (levels[1] + 0.05) / (levels[0] + 0.05) >= 4.5, step
