"""What is asked of a comparison on its page, in every game: until it is decided, and which change did it."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, html, links, text
from tests.app.test_results_every_game import FAMILIES
from tests.app.turning import followed
from tests.app.waiting import ended, other_jobs, started, waited
from tests.support.thorough import one_of
from workbench.app.jobs.job import Job
from workbench.app.pages.history.lines import every_line
from workbench.app.services import services
from workbench.engine.registry import games
from workbench.report.document import Report
from workbench.store import Store
from workbench.store.listing import bring_back, delete_results, deletions
from workbench.store.runs import runs

FEW = {"bots": "random", "plays": 300}
TWO_CHANGES = {"hitmakers": "2020-03-04"} | {
    game: third for game, (*_, third) in FAMILIES.items() if game != "hitmakers"
}
"""What a revision of each game is held against, so that two rules differ."""


def open_results(open_page: OpenPage, game: str, **query: object) -> AppTest:
    """The page of a revision that differs in two rules, before anything was played."""
    place = {"game": game, "revision": FAMILIES[game][0], "against": TWO_CHANGES[game]}
    page = open_page("results", **place, **FEW, **query)
    assert not page.exception
    return page


def answered(page: AppTest, key: str) -> tuple[Job, str]:
    """The job that a button begins, once it has ended, and what the page says of it."""
    page.button(key=key).click().run()
    (job,) = other_jobs()
    ended(job)
    page.run()
    assert not page.exception
    assert not page.error
    return job, text(page)


@pytest.mark.parametrize("game", one_of(FAMILIES, quick="showbiz_shuffle"))
def test_until_decided_each_figure_has_a_band_that_narrows(open_page: OpenPage, store: Store, game: str) -> None:
    results = open_results(open_page, game)
    results.number_input(key="until_limit").set_value(400)
    results.button(key="ask_until").click().run()
    (job,) = services().jobs._all.values()
    assert results.query_params["until"] in ("goals", ["goals"])
    ended(job)
    results.run()
    assert not results.exception and not results.error
    (settled,) = job.answer.settled
    (compared,) = job.answer.summaries
    assert f"Played until decided: {compared.stop.sentence}" in text(results)
    assert ("still open" in compared.stop.sentence) is bool(settled.last.open)
    charts = [chart for chart in results.get("plotly_chart") if "the goal is" in chart.proto.alt]
    assert len(charts) == len(settled.last.goals) > 0
    for chart in charts:
        (line,) = [trace for trace in json.loads(chart.proto.spec)["data"] if trace.get("name") == "estimate"]
        assert line["customdata"][-1].startswith(f"{settled.last.plays} plays: ")
        assert len(line["customdata"]) == len(settled.looks)
    assert "Not played" not in text(results) and "start" not in buttons(results)
    assert "until" not in results.query_params and results.query_params["plays"] == str(settled.last.plays)
    assert {run.plays for run in runs(store)} == {settled.last.plays}
    (line,) = every_line(store)
    opened = followed(open_page("history"), next(label for label in links(open_page("history")) if "›" in label))
    assert f"Played until decided: {compared.stop.sentence}" in text(opened)
    assert "the intervals hold at every look" in text(opened)
    assert line.entry.plays == settled.last.plays


@pytest.mark.usefixtures("store")
def test_an_address_that_asks_until_decided_ends_in_what_is_stored(open_page: OpenPage) -> None:
    first = open_results(open_page, "trickster", until="goals", limit=300)
    assert first.button(key="start").label == "Play until decided" and "at most 300 plays" in text(first)
    started(first)
    services().jobs._all.clear()
    again = open_results(open_page, "trickster", until="goals", limit=300)
    waited(again)
    assert "Played until decided: " in text(again) and "until" not in again.query_params


@pytest.mark.parametrize("game", one_of(FAMILIES, quick="hollywood_1947"))
def test_which_change_did_it_is_told_in_rows_with_a_line_for_each(open_page: OpenPage, store: Store, game: str) -> None:
    results = open_results(open_page, game, by_change="yes")
    assert "200 plays" in text(results), "300 of each of four tables"
    job, words = answered(results, "start_by_change")
    report: Report = job.answer
    assert report.plays == 300
    labels = [games()[game].parameters[name].label for name in report.data["changes"]]
    assert all(label.lower() in words.lower() for label in labels)
    moved = {
        effect["measure"]
        for effect in report.data["effects"]
        if effect["kind"] == "total" and effect["verdict"] not in ("same", "undecided")
    }
    rows = html(results)
    for title in (*labels, "All together"):
        assert rows.count(f"</span> {title}: ") >= len(moved)
    assert "--by-change --plays 300" in "\n".join(block.value for block in results.code)
    assert runs(store) == [], "nothing is stored"


def test_which_change_did_it_opens_after_a_restart_and_from_history(open_page: OpenPage, store: Store) -> None:
    results = open_results(open_page, "hitmakers", by_change="yes")
    job, words = answered(results, "start_by_change")
    services().jobs._all.clear()
    again = open_results(open_page, "hitmakers", by_change="yes")
    (reading,) = other_jobs()
    ended(reading)
    assert reading.answer.data == job.answer.data and reading.done == 0, "nothing is played"
    again.run()
    (line,) = every_line(store)
    assert line.about.startswith("Which change did it of ")
    heading = f"## {line.answer}"
    assert heading in words and heading in text(again)
    history = open_page("history")
    opened = followed(history, next(label for label in links(history) if "Which change did it" in label))
    assert not opened.exception and heading in text(opened)
    delete_results(store, [line.entry])
    assert every_line(store) == []
    bring_back(store, deletions(store)[0].id)
    assert [line.entry for line in every_line(store)] == [line.entry]
