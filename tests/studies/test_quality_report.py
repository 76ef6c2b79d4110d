"""What makes a game good, in words: which figure the headline names first, and what reports hold."""

from dataclasses import replace
from html import unescape

import numpy as np
import pytest

from tests.studies.test_quality_measure import CAME_BACK, NAMES, RAN_AWAY, SHIPPED, timelines
from workbench.report.document import Report
from workbench.report.renderers.html import as_html
from workbench.report.renderers.markdown import as_markdown
from workbench.report.text import phrases
from workbench.scenario import load_scenario
from workbench.stats import Estimate
from workbench.studies.quality import STUDY
from workbench.studies.quality.by_playouts import POINTS, Chances
from workbench.studies.quality.charts import chances, forecast
from workbench.studies.quality.columns import SOURCES
from workbench.studies.quality.concerns import Concern, Topic, concerns
from workbench.studies.quality.figures import MEASURES
from workbench.studies.quality.measure import Obvious, Quality, QualityAnswer


@pytest.fixture(scope="module")
def mostly() -> Quality:
    """Four plays in five run away, one is a come-back."""
    return Quality(load_scenario(SHIPPED, NAMES[0]), filled([*[RAN_AWAY] * 4, CAME_BACK] * 40))


def report(quality: Quality) -> Report:
    """The document, whose headline is short, and which says three things at most."""
    document = STUDY.report(QualityAnswer(quality))
    assert len(document.headline.split()) <= 20 and len(document.data["look_at"]) <= 3
    assert document.data["headline"] == document.headline
    return document


def beyond(quality: Quality) -> list[Concern]:
    """The concerns beyond their marks."""
    return [concern for concern in concerns(quality) if concern.weight > 1]


def filled(plays):
    """Timelines in which every kind of action of Hitmakers is offered five times a play and taken once."""
    some = np.ones((len(plays), 8), np.int64)
    return replace(timelines(*plays), offered=5 * some, chosen=some, taken=some)


def test_every_figure_has_its_meaning_and_its_source(mostly: Quality) -> None:
    assert set(SOURCES) == set(MEASURES)
    assert all(measure.help.endswith(".") for measure in MEASURES.values())
    columns = report(mostly).data
    assert all(columns["figures"][name]["source"] for name in mostly.figures)


def test_the_headline_names_the_figure_farthest_beyond_its_mark(mostly: Quality) -> None:
    assert beyond(mostly)[0].topic is Topic.RUNAWAYS and "in 80" in report(mostly).data["look_at"][0]
    rare = mostly.timelines.chosen.copy()
    rare[:, 2] = 0
    dead = replace(mostly, timelines=replace(mostly.timelines, chosen=rare, taken=rare))
    assert {concern.topic for concern in beyond(dead)} == {Topic.RUNAWAYS, Topic.ACTIONS}
    assert report(dead).data["look_at"][1].startswith("Hardly taken: pass")
    sure = Obvious(200, 500, Estimate(0.99, 0.1, 0.98, 1.0, 100), 0.2)
    assert Topic.OBVIOUS in {concern.topic for concern in beyond(replace(mostly, obvious=sure))}


def test_what_never_varied_has_no_interval_of_equal_ends() -> None:
    assert phrases.span(MEASURES["forced"], Estimate(0.0, 0.0, 0.0, 0.00004, 500)).startswith("in all 500")
    assert " to " in phrases.span(MEASURES["forced"], Estimate(0.2, 0.1, 0.19, 0.21, 500))


def test_few_plays_give_no_advice(mostly: Quality) -> None:
    few = replace(mostly, timelines=mostly.timelines.first(99))
    assert concerns(few) == [] and "99 plays are too few" in report(few).headline


def test_a_leader_who_always_wins_is_told_with_the_share(mostly: Quality) -> None:
    led = Quality(mostly.scenario, filled([RAN_AWAY] * 120))
    assert "wins 100\u202f% (even: 33\u202f%): all but decided." in report(led).headline
    assert beyond(led)[0].topic is Topic.COMEBACKS
    assert led.figures["decisiveness"].estimate.mean == pytest.approx(2 / 3)


def test_where_all_are_level_until_the_end_no_share_of_leaders_is_told(mostly: Quality) -> None:
    rows, clock = RAN_AWAY
    level = ([[at] * len(row) for at, row in enumerate(rows[:-1])] + [rows[-1]], clock)
    assert "nobody leads alone: still open" in report(Quality(mostly.scenario, filled([level] * 120))).headline


def test_reports_have_every_section_and_the_command(mostly: Quality) -> None:
    document = report(mostly)
    page, text = as_html(document, "workbench quality X"), as_markdown(document, "workbench quality X")
    for output in (page, text):
        assert "workbench quality X" in output and "Half of what there is to know" in output
    assert text.count("| Left when decided |") == 1, "each figure stands in its table alone"
    charts = "The winner's lead over the play", "How early the winner is known", "Which actions are used"
    assert "https://" not in text and all(f"<h3>{title}</h3>" in unescape(page) for title in charts)


def test_points_of_the_forecast_lead_to_the_plays_that_it_got_wrong(mostly: Quality) -> None:
    stages, (figure, _) = mostly.forecasts.usual, forecast(mostly)
    assert [stage.upset for stage in stages] == [4] * len(stages), "the first come-back"
    assert {stage.surprise % 5 for stage in stages} == {4}
    assert figure.data[0].customdata[0].startswith("/table/hitmakers/")
    for trace in figure.data:
        assert all(f"stage={stage.stage}" in at for stage, at in zip(stages, trace.customdata, strict=True))
    led, _ = forecast(Quality(mostly.scenario, filled([RAN_AWAY] * 120)))
    assert not any(led.data[0].customdata), "no leader ever lost"


def test_where_standings_tell_nothing_the_winners_chance_is_drawn(mostly: Quality) -> None:
    chance = np.linspace(0.2, 0.6, 3 * POINTS * 2).reshape(3, POINTS, 2)
    won = np.array([[True, False], [False, True], [True, True]])
    figure, _ = chances(replace(mostly, chances=Chances(chance, won, 400, ("random",))))
    line = figure.data[-1]
    assert list(line.y) == pytest.approx(50 * (chance[0, :, 0] + chance[1, :, 1])), "of plays with one winner"
    assert all("play=0" in address or "play=1" in address for address in line.customdata)
