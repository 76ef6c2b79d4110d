"""The figures hold the numbers they should, and every one says in a sentence what it shows."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from plotly.colors import hex_to_rgb, qualitative, unlabel_rgb

from tests.support.comparisons import says
from workbench.app.widgets.theme import colors
from workbench.engine.measures import ScorePart
from workbench.report import colors as palette
from workbench.report.batch_blocks import result_charts
from workbench.report.charts import base, batch, playtests
from workbench.report.charts.base import Chart, upright
from workbench.report.document import Drawing
from workbench.report.renderers.markdown import as_markdown
from workbench.report.rows import rows_against, rows_alone
from workbench.report.summary import BatchSummary, Summary
from workbench.report.template import report_of
from workbench.stats import Estimate, Figure

OLD, NEW = "First published rules", "Broad appeal by difference"


def traces(chart: Chart) -> dict[str, Any]:
    return {trace.name: trace for trace in chart.figure.data}


def drawn(*sides: BatchSummary) -> list[Chart]:
    blocks = [block for pair in result_charts(sides) for column in pair.columns for block in column]
    return [block.draw() for block in blocks if isinstance(block, Drawing)]


def test_the_palette_is_that_of_plotly() -> None:
    assert list(palette.SAFE) == qualitative.Safe


def test_every_chart_has_a_title_a_sentence_and_a_color_blind_palette(summary: Summary) -> None:
    charts = drawn(summary.base, summary.other)
    assert [chart.name for chart in charts] == ["win_rates", "scores", "criteria", "lengths", "leads"]
    for chart in charts:
        assert chart.title
        assert chart.sentence.endswith(" Played by quick bots.")
        colors = {trace.marker.color or trace.line.color for trace in chart.figure.data}
        assert colors <= set(palette.SAFE) | {palette.QUIET}


def test_no_color_is_lost_on_the_ground_of_either_theme() -> None:
    moments = {color for color, _ in (*playtests.MOMENTS.values(), playtests.HOST_MOMENTS)}
    versions = {color for _, color in playtests.MARKS}
    for color in {palette.GOOD, palette.BASE, palette.QUIET, *palette.OTHERS} | moments | versions:
        assert contrast(color, colors("dark")["backgroundColor"]) >= 3, color
        assert contrast(color, colors("light")["backgroundColor"]) >= 1.5, color


def contrast(color: str, ground: str) -> float:
    """How far two colors are apart, as WCAG 2 defines it: 1 for equal ones, 21 for black on white."""
    bright, dark = sorted(map(luminance, (color, ground)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    """How bright a color is, `rgb(…)` or `#…`: 0 for black, 1 for white."""
    parts = hex_to_rgb(color) if color.startswith("#") else unlabel_rgb(color)
    red, green, blue = (part / 255 for part in parts)
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


def test_nothing_is_sent_anywhere() -> None:
    assert base.CONFIG["showSendToCloud"] is False
    assert base.CONFIG["displaylogo"] is False


def test_win_rates_stand_with_intervals_beside_the_fair_share(summary: Summary) -> None:
    rates = traces(batch.win_rates(summary.base, summary.other))
    assert list(rates) == [OLD, NEW, "fair share, 1/3"]
    assert set(rates["fair share, 1/3"].y) == {1 / 3}
    for side in (summary.base, summary.other):
        points = rates[side.scenario.title]
        assert points.y == tuple(rate.mean for rate in side.win_rates)
        tops = np.array(points.y) + points.error_y.array
        assert np.allclose(tops, [rate.high for rate in side.win_rates])
    assert rates[OLD].marker.symbol != rates[NEW].marker.symbol


@pytest.mark.parametrize(
    ("rates", "facts"),
    [
        ([(0.32, 0.35)] * 3, ["No seat", "1 in 3."]),
        ([(0.34, 0.36), (0.32, 0.35), (0.30, 0.34)], ["Seat 1 wins more", "1 in 3."]),
        ([(0.4, 0.5), (0.2, 0.3), (0.2, 0.3)], ["Seat 1 wins more", "seats 2 and 3 win less", "1 in 3."]),
    ],
)
def test_the_sentence_says_who_wins_too_much(
    side: BatchSummary, rates: list[tuple[float, float]], facts: list[str]
) -> None:
    readings = dict(side.readings)
    for seat, (low, high) in enumerate(rates):
        name = f"win_rate_seat_{seat}"
        readings[name] = replace(readings[name], estimate=Estimate((low + high) / 2, 0.4, low, high, 1000))
    assert says(batch.win_rates(replace(side, readings=readings)).sentence, *facts, "Played by quick bots.")


def test_scores_lie_over_each_other_on_the_same_bins(summary: Summary) -> None:
    bins = traces(batch.score_distribution(summary.base, summary.other))
    outline, bars = bins[OLD], bins[NEW]
    assert (outline.type, bars.type) == ("scatter", "bar")
    assert np.array_equal(outline.x, bars.x)
    assert sum(bars.y) == pytest.approx(1)
    assert sum(outline.y) == pytest.approx(1)
    assert batch.score_distribution(summary.other).sentence.startswith("Half of all players end with ")


def test_points_come_from_the_games_criteria(summary: Summary) -> None:
    chart = batch.points_by_criterion(summary.base, summary.other)
    bars = traces(chart)[NEW]
    assert bars.x == ("Market saturation", "Broad appeal", "Critical prestige", "One hit wonder")
    assert bars.y[1] == pytest.approx(summary.other.readings["broad_appeal"].estimate.mean)
    assert traces(chart)[OLD].marker.pattern.shape == "/"
    assert "%" in chart.sentence and "most points" not in chart.sentence.lower(), "no source has half of them"


def parts(side: BatchSummary, **declared: ScorePart) -> BatchSummary:
    """The batch, of a game that declares these parts of a score alone."""
    game = side.scenario.game
    measures = tuple(measure._replace(part=declared.get(measure.name, ScorePart.NONE)) for measure in game.measures)
    return replace(side, scenario=replace(side.scenario, game=replace(game, measures=measures)))


@pytest.mark.parametrize(
    "declared",
    [{}, {"broad_appeal": ScorePart.ADDS}, {"broad_appeal": ScorePart.DEDUCTS, "market_saturation": ScorePart.DEDUCTS}],
    ids=["none", "one alone", "only deductions"],
)
def test_points_that_come_from_one_place_or_none_have_no_such_chart(
    side: BatchSummary, declared: dict[str, ScorePart]
) -> None:
    assert "criteria" not in [chart.name for chart in drawn(parts(side, **declared))]


def test_deductions_are_drawn_below_zero(side: BatchSummary) -> None:
    chart = batch.points_by_criterion(parts(side, broad_appeal=ScorePart.DEDUCTS, market_saturation=ScorePart.ADDS))
    (bars,) = chart.figure.data
    appeal, saturation = (side.readings[name].estimate for name in ("broad_appeal", "market_saturation"))
    assert bars.x == ("Market saturation", "Broad appeal")
    assert bars.y == (saturation.mean, -appeal.mean)
    assert bars.y[1] - bars.error_y.arrayminus[1] == pytest.approx(-appeal.high)
    added, taken = f"{saturation.mean:.2f}", f"{appeal.mean:.2f}"
    assert chart.sentence.startswith(
        f"Market saturation: {added} points a player are added. Broad appeal: {taken} points a player are deducted."
    )


def test_a_document_says_when_many_plays_were_cut_short(side: BatchSummary) -> None:
    readings, told = dict(side.readings), []
    for share in (0.05, 0.064):
        readings["capped"] = replace(readings["capped"], estimate=Estimate(share, 0.2, 0.04, 0.08, 1000))
        told.append(
            as_markdown(report_of("workbench.studies.simulate", "Results", replace(side, readings=readings)), "")
        )
    assert [says(text, "6.4 % of the plays", "cut short; the figures include them.") for text in told] == [False, True]


def test_a_limit_that_no_play_reached_has_no_row(summary: Summary) -> None:
    def rows(**readings: Figure) -> set[str]:
        sides = (replace(side, readings={**side.readings, **readings}) for side in (summary.base, summary.other))
        base, other = sides
        every = rows_alone(other), rows_against([replace(summary, base=base, other=other)])
        return {row.figure.name for rows in every for row in rows}

    capped = summary.other.readings["capped"]
    met = replace(capped, estimate=Estimate(0.001, 0.03, 0.0, 0.002, 1000))
    unmet = replace(capped, estimate=Estimate(0.0, 0.0, 0.0, 0.002, 1000))
    assert "capped" in rows(capped=met) and "capped" not in rows(capped=unmet)


def test_a_game_without_criteria_has_a_chart_less(summary: Summary) -> None:
    three, two = (summary.base, summary.other), (parts(summary.base), parts(summary.other))
    assert [len(drawn(*sides)) for sides in (three, two)] == [5, 4]


def test_the_longest_title_of_an_upright_axis_fits_its_chart() -> None:
    title = upright("Cards taken from the discard pile, cards a player")
    assert title.replace("<br>", " ") == "Cards taken from the discard pile, cards a player"
    assert max(map(len, title.split("<br>"))) <= 32
