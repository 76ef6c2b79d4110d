"""The page Tune: what may change, what must hold, the suggestion, and saving it; for every game."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import html, links, text
from tests.app.turning import followed, turned_to
from tests.app.waiting import ended, until, waited
from tests.support.scenarios import file_rules
from tests.support.thorough import one_of
from workbench.app.jobs.job import Job
from workbench.app.pages.history.lines import every_line
from workbench.app.services import services
from workbench.app.widgets.try_panel import LOOK
from workbench.play.forms import fresh_seed
from workbench.report.renderers.data import as_csv, as_json
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store, runs

GAMES = {
    "hitmakers": {"revision": "2021-04-08", "move": ["hand_size"], "values_hand_size": "6..8"},
    "trickster": {"revision": "prototype-a", "move": ["must_follow"]},
    "showbiz_shuffle": {"revision": "reference"},
    "hollywood_1947": {"revision": "three-players", "goals": "tie_rate <= 0.2"},
}
HITMAKERS = {
    **GAMES["hitmakers"],
    "game": "hitmakers",
    "move": ["market_saturation_points"],
    "values_market_saturation_points": "1..4",
    "goals": "deals <= 4",
    "bots": "random",
    "length": "long",
    "plays": 2_000,
    "seed": 5,
}


def searched(page: AppTest) -> AppTest:
    """Press start, and wait for the end."""
    page.button(key="start_tune").click().run()
    waited(page)
    assert not page.error
    return page


@pytest.mark.parametrize("game", one_of(GAMES, quick="showbiz_shuffle"))
def test_every_game_is_tuned_by_one_click_and_nothing_is_stored(open_page: OpenPage, store: Store, game: str) -> None:
    chosen = {"bots": "random", "length": "long", "plays": 1_000, "game": game, **GAMES[game]}
    page = open_page("tune", **chosen)
    assert not page.exception and not page.error
    assert len(page.multiselect(key="move").value) == len(GAMES[game].get("move", ""))
    page = searched(page)
    assert "Each goal on fresh shuffles" in text(page)
    assert f"on seed {fresh_seed(1)}" in text(page)
    assert page.get("plotly_chart") and len(page.get("download_button")) == 4
    assert f"workbench tune {game}/" in page.code[0].value
    assert page.button(key="start_tune").disabled
    assert runs(store) == []


def test_a_game_with_sides_is_first_tuned_so_that_no_side_wins_too_much(open_page: OpenPage) -> None:
    page = open_page("tune", game="hollywood_1947", revision="six-players")
    assert "patriots_won_rate <= 0.55; communists_won_rate <= 0.55" in page.text_area(key="goals").value
    assert "at most 55\u202f%" in text(page) and not page.error


def test_the_suggestion_is_saved_as_a_revision(open_page: OpenPage, workspace: Workspace) -> None:
    page = open_page("tune", **HITMAKERS)
    assert {name: page.get_by_key(name).value for name in ("move", "goals", "bots", "plays", "seed")} == {
        name: HITMAKERS[name] for name in ("move", "goals", "bots", "plays", "seed")
    }
    page = searched(page)
    assert "Market saturation points 1 → 3 meets the goal." in text(page)
    [job] = [job for job in services().jobs._all.values() if isinstance(job, Job)]
    assert as_csv(job.answer).startswith("rule_market_saturation_points,goal_deals,goal_deals_low,")
    assert as_json(job.answer)["met"] is True
    page.button(key="save_draft").click().run()
    assert not page.exception
    revision = page.query_params["revision"]
    revision = revision[0] if isinstance(revision, list) else revision
    saved = load_scenario(workspace, f"hitmakers/{revision}")
    assert saved.parent == "2021-04-08" and set(file_rules(saved)) == {"market_saturation_points"}
    assert [goal.measure for goal in saved.goals] == ["deals"] and f"seed {fresh_seed(5)}" in saved.hypothesis
    assert "Compare with Broad appeal by difference" in links(page)
    page = turned_to(page, "quality").run()
    assert not page.exception and "Compare with Broad appeal by difference" not in links(page), "it was saved elsewhere"


def test_it_opens_as_results_and_in_the_form_and_after_a_restart_from_the_history(
    open_page: OpenPage, store: Store
) -> None:
    page = searched(open_page("tune", **HITMAKERS))
    page.button(key="open_tuned").click().run()
    look = page.session_state[LOOK]
    until(lambda: look.ask().figures)
    page.run()
    look.cancel()
    assert "paired plays" in text(page) and html(page).count('role="listitem"') > 6
    (line,) = every_line(store)
    assert line.answer in text(page)
    services().jobs._all.clear()
    history = open_page("history")
    page = followed(history, next(link for link in links(history) if "Tuning of" in link))
    waited(page)
    assert line.answer in text(page)
    page.button(key="try_tuned").click().run()
    points = load_scenario(services().workspace, "hitmakers/2021-04-08").rules["market_saturation_points"]
    assert page.session_state["rule:hitmakers/2021-04-08:market_saturation_points"] != points


def test_cancelling_keeps_the_best_so_far(open_page: OpenPage) -> None:
    page = open_page("tune", **{**HITMAKERS, "plays": 50_000, "move": ["hand_size", "score_target"]})
    assert page.button(key="quick_look")
    page.button(key="start_tune").click().run()
    [job] = [job for job in services().jobs._all.values() if isinstance(job, Job)]
    while not (job.advance and job.advance.partial):
        job.stop.wait(0.01)
    services().jobs.cancel(job)
    ended(job)
    page.run()
    assert not page.exception
    assert "Stopped before the evidence was played; best so far" in text(page)
    assert not page.button(key="start_tune").disabled
