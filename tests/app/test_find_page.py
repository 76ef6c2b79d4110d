"""The page *Find a value*: asked, played, read, opened as a draft and saved as a revision; for every game."""

import threading
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import html, links, text
from tests.app.turning import followed, turned_to
from tests.app.waiting import ended, other_jobs, until, waited
from tests.support.scenarios import file_rules
from tests.support.thorough import one_of
from workbench.app.jobs.job import Job
from workbench.app.pages.history.lines import every_line
from workbench.app.services import services
from workbench.app.widgets.try_panel import LOOK
from workbench.play.forms import fresh_seed
from workbench.play.options import RunOptions
from workbench.report.renderers.text import as_csv, as_json
from workbench.scenario import load_scenario
from workbench.scenario.drafts import StoredDraft, baseline_of, list_drafts, new_id, read_draft, write_draft
from workbench.scenario.files import Workspace
from workbench.scenario.vary import read_varied
from workbench.store import Store
from workbench.store.listing import entries
from workbench.store.runs import Status, runs
from workbench.studies.find import SWEEP as STUDY
from workbench.studies.find import race as study
from workbench.studies.find.grid import ask, plan_sweep
from workbench.studies.find.measure import keep, measure
from workbench.studies.find.question import SweepQuestion
from workbench.studies.find.race import CellPlayer

VALUES = {
    "hitmakers": ("2021-04-08", "hand_size", "6..8"),
    "trickster": ("prototype-a", "shoot_the_moon", "true,false"),
    "showbiz_shuffle": ("reference", "hand_size", "4,5"),
    "hollywood_1947": ("six-players", "die_faces", "5..6"),
}

CHANGED = {
    "hitmakers": "Hand size 8",
    "trickster": "Shoot the moon no",
    "showbiz_shuffle": "Hand size 4",
    "hollywood_1947": "Die faces 5",
}
"""A combination of each that is not the revision."""


@pytest.fixture(autouse=True)
def few_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick looks of few plays for each combination."""
    monkeypatch.setattr(study, "QUICK_PLAYS", (120, 120))


def opened(open_page: OpenPage, game: str = "hitmakers", **more: object) -> AppTest:
    revision, name, values = VALUES[game]
    choices = {"vary": [name], f"values_{name}": values, "bots": "random", **more}
    page = open_page("find", **{"game": game, "revision": revision, "view": "best values", **choices})
    assert not page.exception
    return page


def played(page: AppTest) -> AppTest:
    """Start it, and wait for the end."""
    page.button(key="start_find").click().run()
    waited(page)
    assert not page.error
    return page


@pytest.mark.usefixtures("quick_looks")
@pytest.mark.parametrize("game", one_of(VALUES, quick="trickster"))
def test_a_quick_look_names_a_value_for_every_game_and_stores_nothing(
    open_page: OpenPage, store: Store, game: str
) -> None:
    page = played(opened(open_page, game))
    [headline, *_] = [line for line in text(page).splitlines() if line.startswith("## ")]
    assert len(headline.split()) <= 21 and "as it is" in list(page.dataframe[0].value["Now"])
    assert page.get("plotly_chart") and page.dataframe and "workbench sweep" in page.code[0].value
    opens_as_results(page, CHANGED[game])
    assert not store.exists or entries(store) == []


def opens_as_results(page: AppTest, changed: str) -> None:
    """A combination that changes the revision is held against it at once, row by row."""
    label = next(option for option in page.selectbox(key="cell").options if option.startswith(changed))
    page.selectbox(key="cell").set_value(values_of(label)).run()
    page.button(key="open_cell").click().run()
    look = page.session_state[LOOK]
    until(lambda: look.ask().figures)
    page.run()
    look.cancel()
    assert not page.exception and look.draft.title == changed
    assert "paired plays" in text(page) and html(page).count('role="listitem"') > 6


def values_of(label: str) -> str:
    """The values of a combination, as the address names it."""
    values = label.partition(" · ")[0]
    return values[0].lower() + values[1:]


def test_a_combination_of_a_draft_becomes_a_child_of_its_revision(open_page: OpenPage, workspace: Workspace) -> None:
    parent = load_scenario(workspace, "hitmakers/2021-04-08")
    changes = StoredDraft(new_id(), "hitmakers", parent.revision, baseline_of(parent), {"max_deals": 5})
    draft = write_draft(workspace, changes, None)
    page = played(opened(open_page, revision=draft.reference))
    page.selectbox(key="cell").set_value("hand size 8").run()
    page.button(key="save_cell").click().run()
    assert not page.exception and not page.error
    child = load_scenario(workspace, "hitmakers/hand-size-8")
    assert child.parent == parent.revision and file_rules(child) == {"hand_size": 8, "max_deals": 5}
    page = opened(open_page, revision=draft.reference, cell="hand size 8")
    page.button(key="try_cell").click().run()
    assert not page.exception and not page.error
    (copy,) = [other for other in list_drafts(workspace) if other.id != draft.id]
    assert copy.rules == {"hand_size": 8, "max_deals": 5}
    form = open_page("rules", game="hitmakers", revision=parent.revision, draft=copy.id)
    fields = ("hand_size", "max_deals")
    assert [form.session_state[f"rule:{parent.name}:{name}"] for name in fields] == [8, 5]
    assert read_draft(workspace, draft.id) == draft, "the first stays as it is"


@pytest.mark.parametrize("quick", one_of([False, True], quick=False), ids=["long", "quick"])
def test_one_that_is_cancelled_is_shown_as_incomplete_and_goes_on_to_the_same_end(
    open_page: OpenPage, store: Store, workspace: Workspace, monkeypatch: pytest.MonkeyPatch, quick: bool
) -> None:
    reached, play = threading.Event(), CellPlayer.play

    def slow(self: CellPlayer, plays: int, options: RunOptions, watch: Callable[[], None]) -> None:
        if reached.is_set():
            options.stop.wait(60)
        play(self, plays, options, watch)
        reached.set()

    monkeypatch.setattr(CellPlayer, "play", slow)
    page = opened(open_page) if quick else opened(open_page, length="long", budget=5_000)
    page.button(key="start_find").click().run()
    [job] = services().jobs.active
    assert isinstance(job, Job)
    until(lambda: job.advance is not None)
    services().jobs.cancel(job)
    ended(job)
    page.run()
    assert "incomplete" in text(page) and page.get("plotly_chart")
    note = "None of them is stored" if quick else "plays are stored"
    assert note in "".join(info.value for info in page.info)
    lines = [] if quick else [("sweep", Status.INTERRUPTED)]
    assert [(line.study, line.status) for line in (entries(store) if store.exists else [])] == lines
    assert page.button(key="start_find").label == ("Quick look" if quick else "Go on")
    monkeypatch.setattr(CellPlayer, "play", play)
    page = played(page)
    resumed = services().jobs.latest(job.key)
    assert resumed and resumed is not job
    swept = load_scenario(workspace, "hitmakers/2021-04-08", bots="random")
    length = {"quick": True} if quick else {"budget": 5_000}
    whole = STUDY.report(measure(SweepQuestion(scenario=swept, vary=("hand_size=6..8",), **length), RunOptions()))
    assert {**resumed.answer.data, "elapsed_s": 0} == {**whole.data, "elapsed_s": 0}
    assert whole.headline in text(page).replace("\\", "")


def test_what_a_command_asked_of_several_measures_and_bots_opens_from_the_history(
    open_page: OpenPage, store: Store, workspace: Workspace
) -> None:
    swept = load_scenario(workspace, "hitmakers/2021-04-08", bots="random greedy random")
    varied = read_varied(swept.game, ["hand_size=6,7"])
    planned = plan_sweep(swept, varied, ask(swept, ["deals", "tie_rate"]), 600)
    swept_before = study.sweep(planned, RunOptions(store, 1))
    keep(store, swept_before, STUDY.report(swept_before).headline)
    history = open_page("history")
    page = followed(history, next(link for link in links(history) if "Sweep of" in link))
    assert page.multiselect(key="asked").value == ["deals", "tie_rate"]
    assert page.selectbox(key="bots").value == "random greedy random"
    waited(page)
    assert not page.error and page.button(key="start_find").disabled
    [job] = other_jobs()
    assert job.done == 0, "it is read, not played"
    assert "--for deals --for tie_rate" in page.code[0].value
    page.multiselect(key="asked").set_value([]).run()
    assert page.query_params["asked"] in ("", [""]) and not page.button(key="start_find").disabled


def test_steps_are_in_the_history_and_open_again_without_a_play(open_page: OpenPage, store: Store) -> None:
    page = played(opened(open_page, "trickster", view="what matters most", length="long", budget=4_000))
    [headline, *_] = [line for line in text(page).splitlines() if line.startswith("## ")]
    [line] = entries(store)
    assert line.sentence == headline.removeprefix("## ").replace("\\", "") and line.status is Status.DONE
    history = open_page("history")
    page = followed(history, next(link for link in links(history) if "Sweep of" in link))
    assert page.selectbox(key="view").value == "what matters most" and page.number_input(key="budget").value == 4_000


# What meets the goals

TUNED = {
    "hitmakers": {"revision": "2021-04-08", "vary": ["hand_size"], "values_hand_size": "6..8"},
    "trickster": {"revision": "prototype-a", "vary": ["must_follow"]},
    "showbiz_shuffle": {"revision": "reference"},
    "hollywood_1947": {"revision": "three-players", "goals": "tie_rate <= 0.2"},
}
HITMAKERS = {
    **TUNED["hitmakers"],
    "game": "hitmakers",
    "vary": ["market_saturation_points"],
    "values_market_saturation_points": "1..4",
    "goals": "deals <= 4",
    "bots": "random",
    "length": "long",
    "budget": 2_000,
    "seed": 5,
}


def searched(page: AppTest) -> AppTest:
    """Press start, and wait for the end."""
    page.button(key="start_find").click().run()
    waited(page)
    assert not page.error
    return page


@pytest.mark.thorough
@pytest.mark.parametrize("game", TUNED)
def test_every_game_is_tuned_by_one_click_and_nothing_is_stored(open_page: OpenPage, store: Store, game: str) -> None:
    chosen = {"bots": "random", "length": "long", "budget": 1_000, "game": game, **TUNED[game]}
    page = open_page("find", **chosen)
    assert not page.exception and not page.error
    assert len(page.multiselect(key="vary").value) == len(TUNED[game].get("vary", ""))
    page = searched(page)
    assert "Each goal on fresh shuffles" in text(page)
    assert f"on seed {fresh_seed(1)}" in text(page)
    assert page.get("plotly_chart") and len(page.get("download_button")) == 4
    assert f"workbench tune {game}/" in page.code[0].value
    assert page.button(key="start_find").disabled
    assert runs(store) == []


@pytest.mark.usefixtures("quick_looks")
def test_the_suggestion_opens_as_results_and_is_saved_as_a_revision_and_found_again(
    open_page: OpenPage, workspace: Workspace, store: Store
) -> None:
    page = open_page("find", **HITMAKERS)
    assert {name: page.get_by_key(name).value for name in ("vary", "goals", "bots", "budget", "seed")} == {
        name: HITMAKERS[name] for name in ("vary", "goals", "bots", "budget", "seed")
    }
    page = searched(page)
    assert "Market saturation points 1 → 3 meets the goal." in text(page)
    [job] = [job for job in services().jobs._all.values() if isinstance(job, Job)]
    assert as_csv(job.answer).startswith("rule_market_saturation_points,goal_deals,goal_deals_low,")
    assert as_json(job.answer)["met"] is True
    assert "Each goal on fresh shuffles" in text(page) and f"on seed {fresh_seed(5)}" in text(page)
    assert page.get("plotly_chart") and len(page.get("download_button")) == 4
    assert "workbench tune hitmakers/" in page.code[0].value
    page.button(key="open_tuned").click().run()
    look = page.session_state[LOOK]
    until(lambda: look.ask().figures)
    page.run()
    look.cancel()
    assert "paired plays" in text(page) and html(page).count('role="listitem"') > 6
    page.button(key="save_draft").click().run()
    assert not page.exception
    revision = page.query_params["revision"]
    revision = revision[0] if isinstance(revision, list) else revision
    saved = load_scenario(workspace, f"hitmakers/{revision}")
    assert saved.parent == "2021-04-08" and set(file_rules(saved)) == {"market_saturation_points"}
    assert [goal.measure for goal in saved.goals] == ["deals"] and f"seed {fresh_seed(5)}" in saved.hypothesis
    assert "Compare with Broad appeal by difference" in links(page)
    page = turned_to(page, "ladder").run()
    assert not page.exception and "Compare with Broad appeal by difference" not in links(page), "it was saved elsewhere"
    (line,) = every_line(store)
    services().jobs._all.clear()
    history = open_page("history")
    page = followed(history, next(link for link in links(history) if "Tuning of" in link))
    waited(page)
    assert line.answer in text(page)
    page.button(key="try_tuned").click().run()
    points = load_scenario(services().workspace, "hitmakers/2021-04-08").rules["market_saturation_points"]
    assert page.session_state["rule:hitmakers/2021-04-08:market_saturation_points"] != points


def test_cancelling_keeps_the_best_so_far(open_page: OpenPage) -> None:
    page = open_page("find", **{**HITMAKERS, "budget": 50_000, "vary": ["hand_size", "score_target"]})
    assert page.button(key="quick_look")
    page.button(key="start_find").click().run()
    [job] = [job for job in services().jobs._all.values() if isinstance(job, Job)]
    while not (job.advance and job.advance.partial):
        job.stop.wait(0.01)
    services().jobs.cancel(job)
    ended(job)
    page.run()
    assert not page.exception
    assert "Stopped before the evidence was played; best so far" in text(page)
    assert not page.button(key="start_find").disabled
