"""The figures hold the numbers they should, and every one says in a sentence what it shows."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from workbench.stats import Estimate, Verdict
from workbench.study.report import charts, words
from workbench.study.report.charts import Chart
from workbench.study.report.page import all_charts
from workbench.study.report.summary import Side, Summary, two_strengths


def traces(chart: Chart) -> dict[str, Any]:
    """The traces of a chart by their names."""
    return {trace.name: trace for trace in chart.figure.data}


def test_every_chart_has_a_title_a_sentence_and_a_colour_blind_palette(summary: Summary) -> None:
    shown = all_charts(summary)
    assert [chart.name for chart in shown] == ["forest", "win_rates", "scores", "criteria"]
    for chart in shown:
        assert chart.title
        assert chart.sentence.endswith(" Played by greedy bots.")
        colours = {trace.marker.color or trace.line.color for trace in chart.figure.data}
        assert colours <= set(charts.SAFE) | {charts.QUIET}


def test_nothing_is_sent_anywhere() -> None:
    assert charts.CONFIG["showSendToCloud"] is False
    assert charts.CONFIG["displaylogo"] is False


def test_win_rates_stand_with_intervals_beside_the_fair_share(summary: Summary) -> None:
    found = traces(charts.win_rates(summary.base, summary.other))
    assert list(found) == ["2020-03-04", "2021-04-08", "fair share, 1/3"]
    assert set(found["fair share, 1/3"].y) == {1 / 3}
    for side in (summary.base, summary.other):
        points = found[side.scenario.revision]
        assert points.y == tuple(rate.mean for rate in side.win_rates)
        tops = np.array(points.y) + points.error_y.array
        assert np.allclose(tops, [rate.high for rate in side.win_rates])
    assert found["2020-03-04"].marker.symbol != found["2021-04-08"].marker.symbol


@pytest.mark.parametrize(
    ("rates", "sentence"),
    [
        ([(0.32, 0.35)] * 3, "Every seat may well win its fair share, 1 in 3."),
        ([(0.34, 0.36), (0.32, 0.35), (0.30, 0.34)], "Seat 1 wins more than a fair share, 1 in 3."),
        (
            [(0.4, 0.5), (0.2, 0.3), (0.2, 0.3)],
            "Seat 1 wins more and seats 2 and 3 win less than a fair share, 1 in 3.",
        ),
    ],
)
def test_the_sentence_says_who_wins_too_much(side: Side, rates: list[tuple[float, float]], sentence: str) -> None:
    readings = dict(side.readings)
    for seat, (low, high) in enumerate(rates):
        name = f"win_rate_seat_{seat}"
        readings[name] = replace(readings[name], estimate=Estimate((low + high) / 2, 0.4, low, high, 1000))
    assert charts.win_rates(replace(side, readings=readings)).sentence == f"{sentence} Played by greedy bots."


def test_two_alike_are_told_in_one_sentence(side: Side) -> None:
    said = charts.win_rates(side, side).sentence
    assert said.startswith("With both, ")
    assert said.count("fair share") == 1


def test_scores_lie_over_each_other_on_the_same_bins(summary: Summary) -> None:
    found = traces(charts.score_distribution(summary.base, summary.other))
    outline, bars = found["2020-03-04"], found["2021-04-08"]
    assert (outline.type, bars.type) == ("scatter", "bar")
    assert np.array_equal(outline.x, bars.x)
    assert sum(bars.y) == pytest.approx(1)
    assert sum(outline.y) == pytest.approx(1)
    assert charts.score_distribution(summary.other).sentence.startswith("Half of all players end with ")


def test_points_come_from_the_games_criteria(summary: Summary) -> None:
    found = charts.points_by_criterion(summary.base, summary.other)
    assert found is not None
    bars = traces(found)["2021-04-08"]
    assert bars.x == ("Market saturation", "Broad appeal", "Critical prestige", "One hit wonder")
    assert bars.y[1] == pytest.approx(summary.other.readings["broad_appeal"].estimate.mean)
    assert traces(found)["2020-03-04"].marker.pattern.shape == "/"
    assert found.sentence.startswith("Most points come from ")


def test_a_game_without_criteria_has_no_such_chart(side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charts, "criteria", lambda _game: [])
    assert charts.points_by_criterion(side) is None


def test_differences_are_drawn_in_units_of_what_counts(summary: Summary) -> None:
    rows = words.by_weight(summary, summary.contrasts)
    chart = charts.forest(summary, rows)
    labels = [label.replace("<br>", " ") for label in chart.figure.layout.yaxis.ticktext]
    assert labels[::-1] == [words.subject(row) for row in rows]
    shown = {labels[place]: x for trace in chart.figure.data for place, x in zip(trace.y, trace.x, strict=True)}
    for row in rows:
        wanted = words.in_margins(row, row.difference.difference)
        assert shown[words.subject(row)] == pytest.approx(max(-charts.FARTHEST, min(charts.FARTHEST, wanted)))
    band = next(shape for shape in chart.figure.layout.shapes if shape.type == "rect")
    assert (band.x0, band.x1) == (-1, 1)


def test_a_mark_tells_its_raw_numbers_and_its_verdict(summary: Summary) -> None:
    chart = charts.forest(summary, summary.contrasts)
    told = {text for trace in chart.figure.data for text in trace.customdata}
    assert told == {words.sentence(contrast) for contrast in summary.contrasts}
    assert set(traces(chart)) <= {verdict.value for verdict in Verdict}
    symbols = {trace.marker.symbol for trace in chart.figure.data}
    assert len(symbols) == len(chart.figure.data)


def test_what_lies_beyond_the_edge_stands_there_with_its_number(summary: Summary) -> None:
    [contrast] = [found for found in summary.contrasts if found.name == "points"]
    far = replace(contrast, difference=replace(contrast.difference, difference=5.0, low=4.9, high=5.1))
    chart = charts.forest(summary, [far])
    assert chart.figure.data[0].x == (charts.FARTHEST,)
    assert [note.text for note in chart.figure.layout.annotations] == ["+25.0"]


def test_of_no_measures_the_frame_remains(summary: Summary) -> None:
    assert charts.forest(summary, []).figure.data == ()


def test_both_strengths_are_drawn_on_the_same_lines(summary: Summary) -> None:
    random = replace(summary.base, scenario=replace(summary.base.scenario, bots=("random",) * 3))
    found = two_strengths(summary, replace(summary, base=random, contrasts=summary.contrasts[1:]))
    chart = charts.by_strength(found, found.agreements)
    first, second = traces(chart)["greedy"], traces(chart)["random"]
    assert len(first.x) == len(second.x) == len(summary.contrasts) - 1
    assert [round(place) for place in first.y] == [round(place) for place in second.y]
    assert all(above > below for above, below in zip(first.y, second.y, strict=True))
    assert first.marker.symbol != second.marker.symbol
    assert chart.sentence.endswith(" Played by greedy bots and random bots.")
