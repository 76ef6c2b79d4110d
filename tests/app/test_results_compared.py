"""The page Results, of a revision against others: told in sentences, rows, charts and tables."""

import re
import threading

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import blocks_of_html, buttons, html, text
from tests.app.turning import followed, turned_to
from tests.app.waiting import ended, started, until, waited
from workbench.app.history import CODE_HAS_CHANGED
from workbench.app.jobs.hole_count import Answer
from workbench.app.jobs.job import JobPhase
from workbench.app.services import services
from workbench.engine.registry import games
from workbench.play import ahead, batches
from workbench.play.forms import make_batch, scenario_of
from workbench.play.hole import Hole
from workbench.play.holes import OF_MOVES
from workbench.store import Store
from workbench.store.results import load_results
from workbench.store.runs import runs

FEW = {"against": "2020-03-04", "revision": "2021-04-08", "bots": "greedy", "plays": 2_000, "seed": 3}


@pytest.fixture
def results_page(open_page: OpenPage, store: Store) -> AppTest:
    """The page with few plays chosen."""
    opened = open_page("results", **FEW)
    assert not opened.exception
    return opened


def test_a_comparison_is_told_played_on_and_asked_of_stronger_bots(
    results_page: AppTest, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(results_page)
    assert not results_page.exception
    _is_told_in_sentences_with_bots_beside_the_numbers(results_page)
    _has_charts_tables_and_downloads(results_page)
    _has_a_row_a_measure_in_groups(results_page)
    _shows_rule_holes_that_are_counted_while_it_is_drawn(results_page, store, monkeypatch)
    _goes_on_with_the_same_plays(results_page)
    _asks_stronger_bots_by_one_click(results_page)


def _is_told_in_sentences_with_bots_beside_the_numbers(results_page: AppTest) -> None:
    words = text(results_page)
    assert re.search(r"## (All|Both|The|\d of|None of)[^;]* goals? .*; ", words)
    assert "obody is shown to be worse off" in words
    assert "Broad appeal by difference differs from First published rules in 2 rules: winner of broad appeal (" in words
    assert "quick bots · 2\u202f000 paired plays · Bots are not people" in words


CHARTS = ("Win rate by seat", "Score distribution", "Points by criterion", "Length of a play", "Lead of the winner")


def _has_charts_tables_and_downloads(results_page: AppTest) -> None:
    for title in CHARTS:
        assert f"## {title}" in text(results_page)
    assert len(results_page.get("plotly_chart")) == len(CHARTS)
    assert all(chart.proto.alt for chart in results_page.get("plotly_chart"))
    assert "Saved by pairing" in results_page.dataframe[0].value.columns
    assert re.search(r"Pairing saved \d+\u202f% of the plays, the median of the measures\.", text(results_page))
    assert "the same shuffles" in text(results_page)
    assert len(results_page.get("download_button")) == 2
    assert "start" not in buttons(results_page)
    assert not results_page.button(key="play_more").disabled


def _has_a_row_a_measure_in_groups(results_page: AppTest) -> None:
    rows = html(results_page)
    groups = re.findall(r'aria-level="3">([A-Za-z]+)<', rows)
    assert groups == ["Goals", "Fairness", "Length", "Scoring", "Interaction"]
    assert re.search(r"Broad appeal: change −0\.[56]\d, .*?, lower", rows)
    assert "goal: 3 to 6 deals" in rows
    assert re.search(r"Points a deal, seat 1: change .*; Points a deal, seat 3: change ", rows)
    assert "↓ lower" in rows
    assert rows.count("<summary>3 seats</summary>") >= 2
    assert re.search(r"<summary>\d+ undecided; the first takes .* more plays</summary>", rows)


def _shows_rule_holes_that_are_counted_while_it_is_drawn(
    page: AppTest, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = services().hole_counts
    beside = counts.beside

    def just_before(answer: Answer) -> Answer:
        drawn = beside(answer)
        counts._holes |= {run.id: tuple(Hole(name, name, 43, 100) for name in OF_MOVES) for run in runs(store)}
        return drawn

    with monkeypatch.context() as patch:
        patch.setattr(counts, "beside", just_before)
        assert "".join(blocks_of_html(page.run())).count("43 of 100 plays") == 2 * len(OF_MOVES)


def _goes_on_with_the_same_plays(results_page: AppTest) -> None:
    results_page.button(key="play_more").click().run()
    waited(results_page)
    assert "quick bots · 4\u202f000 paired plays" in text(results_page)
    assert results_page.query_params["plays"] == "4000"
    stored = {(run.scenario, run.plays): run for run in runs(services().store)}
    assert set(stored) == {(name, plays) for name in ("2020-03-04", "2021-04-08") for plays in (2_000, 4_000)}
    again = make_batch(scenario_of(stored["2021-04-08", 4_000])).play(0, 4_000)
    stored_results = load_results(services().store, stored["2021-04-08", 4_000], games()["hitmakers"].result)
    assert np.array_equal(again, stored_results)


def _asks_stronger_bots_by_one_click(results_page: AppTest) -> None:
    assert re.search("bots, (a few seconds|about )", results_page.button(key="ask_stronger").label)
    verdict = next(block.value for block in results_page.markdown if block.value.startswith("## "))
    results_page.button(key="ask_stronger").click().run()
    [job] = services().jobs.active
    assert not results_page.exception and "start" not in buttons(results_page), "it has begun"
    assert (results_page.selectbox(key="also").value, results_page.query_params["also"]) == (
        "thinker:200",
        "thinker:200",
    )
    assert verdict in [block.value for block in results_page.markdown], "the verdict stays while others play"
    job.cancel()
    ended(job)


def test_further_revisions_stand_in_the_same_rows_with_a_color_each(open_page: OpenPage, store: Store) -> None:
    link = {**FEW, "against": ["2021-04-08", "four-players"], "revision": "concentration", "plays": 300}
    page = open_page("results", **link)
    assert page.button(key="start").label == "Compare 3 revisions"
    started(page)
    rows = html(page)
    assert re.search("## [^;]*: Concentration", text(page))
    for title in ("Concentration", "Four players"):
        (color,) = set(re.findall(rf'--c:([^"]+)"></span> <strong>{title}</strong>: ', rows))
        lines = re.findall(r'<div class="wb-line" style="--c:([^"]+)">(?:(?!wb-line).)*?' + f"{title}: ", rows)
        assert len(lines) >= 20
        assert set(lines) == {color}
    assert "Broad appeal by difference: 4." in rows
    assert len(page.get("plotly_chart")) == len(CHARTS)
    assert sorted(run.scenario for run in runs(services().store)) == ["2021-04-08", "concentration", "four-players"]
    assert page.text_input(key="reason:hitmakers/concentration").label == "Because"


def test_stored_batches_are_compared_without_a_click_or_a_look_at_their_plays(
    results_page: AppTest, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(results_page)
    services().jobs._all.clear()
    for reads_or_plays in ("stored.read_parts", "sinks.batch.read_parts", "outcome.read_parts", "local.play_pieces"):
        monkeypatch.setattr(f"workbench.play.{reads_or_plays}", None)
    again = open_page("results", **FEW)
    waited(again)
    assert "Broad appeal" in html(again)
    assert len(runs(services().store)) == 2
    other = open_page("results", game="hitmakers", revision="2021-04-08", plays=4_000)
    assert "**Already played** (quick, 2\u202f000 plays): " in text(other)
    back = followed(other, "Open this result")
    assert (back.number_input(key="plays").value, back.number_input(key="seed").value) == (2_000, 3)
    assert "Broad appeal" in html(back) and CODE_HAS_CHANGED not in text(other)
    services().jobs._all.clear()
    with services().store.writing() as cursor:
        cursor.execute("update runs set code_hash = 'older'")
    assert CODE_HAS_CHANGED in text(open_page("results", **FEW))


# A second strength

ALSO = {**FEW, "also": "random", "also_plays": 900}


def test_both_strengths_are_told_side_by_side(open_page: OpenPage, store: Store) -> None:
    page = started(open_page("results", **ALSO))
    words = text(page)
    assert "2\u202f000 paired plays by quick bots · 900 paired plays by random bots" in words
    [disagree] = re.findall("## Quick bots and random bots differ about no goal, but disagree on ([0-9]+) of", words)
    frame = next(table.value for table in page.dataframe if "Together" in table.value.columns)
    assert list(frame.columns[:4]) == ["Measure", "Together", "quick says", "random says"]
    assert (frame["Together"] == "disagree").sum() == int(disagree)
    disagreeing = frame[frame["Together"] == "disagree"]
    assert set(disagreeing["quick says"] + disagreeing["random says"]) <= {"highersame", "lowersame", "samelower"}
    assert "trust neither there" in words
    assert "Played by quick bots." in words and "Played by random bots." in words
    lines = re.findall(r"wb-key[^:]*</span> (quick|random): ", html(page))
    assert lines.count("quick") == lines.count("random") > 20, "both verdicts in each row"
    assert "start" not in buttons(page)
    assert len(page.get("download_button")) == 2
    _counts_rule_holes_for_both(page, store)


def _counts_rule_holes_for_both(page: AppTest, store: Store) -> None:
    counts, (last, *others) = services().hole_counts, runs(store)
    for run in (*others, last):
        assert "count_holes" in buttons(page.run())
        counts._holes[run.id] = tuple(Hole(name, name, 43, 100) for name in OF_MOVES)
    assert "count_holes" not in buttons(page.run())
    assert "".join(blocks_of_html(page)).count("43 of 100 plays") == 4 * len(OF_MOVES), "of both, by both"


def test_the_example_stays_while_the_rules_are_compiled(results_page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(ahead, "is_compiled", lambda pairs=False: compiled.is_set())
    monkeypatch.setattr(ahead, "compile_tallies", lambda game, pairs: compiled.wait())
    monkeypatch.setattr(batches, "compile_ahead", lambda batch, pairs: None)
    results_page.button(key="start").click().run()
    [job] = services().jobs.active
    until(lambda: job.phase is JobPhase.COMPILING)
    results_page.run()
    assert (
        f"Compiling the rules, once after a change of code: {ahead.COMPILES_FOR}"
        in results_page.get("progress")[0].text
    )
    assert "A true answer, of" in text(results_page)
    compiled.set()
    assert "A true answer, of" not in text(waited(results_page))


@pytest.mark.usefixtures("store")
def test_the_first_verdict_is_read_while_the_second_bots_play(open_page: OpenPage) -> None:
    page = open_page("results", **{**ALSO, "also_plays": 3_000_000})
    page.button(key="start").click().run()
    [job] = services().jobs.active
    until(lambda: job.stage == 2 and job.look())
    page.run()
    assert not page.exception
    assert "once more by random bots" in page.get("progress")[0].text
    assert re.search("random bots · .* paired plays · the intervals hold at every look", text(page))
    assert re.search("## [^S].* goals (still )?hold", text(page))
    turned_to(page, "home").run()
    assert "once more by random bots" in page.get("progress")[0].text
    followed(page, "Show")
    assert (page.selectbox(key="also").value, page.number_input(key="also_plays").value) == ("random", 3_000_000)
    page.button(key=f"cancel_{job.id}").click().run()
    ended(job)
    page.run()
    assert "was cancelled" in str(page.info[0].proto)
    assert re.search("## [^S].* goals (still )?hold", text(page))
