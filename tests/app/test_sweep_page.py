"""The page Sweep: asked, played, read, opened as a draft and saved as a revision; for every game."""

import shlex
import threading
from collections.abc import Callable
from contextlib import suppress

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import html, links, text
from tests.app.turning import followed
from tests.app.waiting import ended, other_jobs, until, waited
from tests.support.scenarios import file_rules
from tests.support.thorough import one_of
from workbench.app.jobs.job import Job
from workbench.app.services import services
from workbench.app.widgets.try_panel import LOOK
from workbench.play.batches import simulate
from workbench.play.figures import figures
from workbench.play.options import RunOptions, Stopped
from workbench.scenario import load_scenario
from workbench.scenario.drafts import StoredDraft, baseline_of, list_drafts, new_id, read_draft, write_draft
from workbench.scenario.files import Workspace
from workbench.scenario.vary import read_varied
from workbench.store import Status, Store
from workbench.store.listing import entries
from workbench.studies.progress import StudyProgress
from workbench.studies.sweep import STUDY
from workbench.studies.sweep import race as study
from workbench.studies.sweep.columns import data
from workbench.studies.sweep.grid import ask, plan_sweep
from workbench.studies.sweep.measure import keep, measure
from workbench.studies.sweep.question import SweepQuestion
from workbench.studies.sweep.race import CellPlayer

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
    page = open_page("sweep", **{"game": game, "revision": revision, **choices})
    assert not page.exception
    return page


def played(page: AppTest) -> AppTest:
    """Start it, and wait for the end."""
    page.button(key="start_sweep").click().run()
    waited(page)
    assert not page.error
    return page


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


def test_one_step_of_every_rule(open_page: OpenPage) -> None:
    page = played(opened(open_page, "trickster", view="what matters most"))
    assert page.get("plotly_chart") and "--sensitivity" in page.code[0].value
    assert {"Measure", "Rule", "Is", "Step", "Change", "95 % interval", "Verdict"} == set(
        page.dataframe[0].value.columns
    )


def test_a_combination_becomes_a_draft_or_a_revision(open_page: OpenPage, workspace: Workspace) -> None:
    page = played(opened(open_page))
    page.selectbox(key="cell").set_value("hand size 8").run()
    page.button(key="save_cell").click().run()
    file = workspace.scenarios / "hitmakers" / "hand-size-8.toml"
    assert "hand_size = 8" in file.read_text() and "From a sweep" in file.read_text()
    page = opened(open_page, cell="hand size 8")
    page.button(key="try_cell").click().run()
    assert page.session_state["rule:hitmakers/2021-04-08:hand_size"] == 8


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


@pytest.mark.parametrize("quick", [False, True], ids=["long", "quick"])
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
    page.button(key="start_sweep").click().run()
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
    assert page.button(key="start_sweep").label == ("Quick look" if quick else "Resume")
    monkeypatch.setattr(CellPlayer, "play", play)
    page = played(page)
    resumed = services().jobs.latest(job.key)
    assert resumed and resumed is not job
    swept = load_scenario(workspace, "hitmakers/2021-04-08", bots="random")
    length = {"quick": True} if quick else {"budget": 5_000}
    whole = STUDY.report(measure(SweepQuestion(scenario=swept, vary=("hand_size=6..8",), **length), RunOptions()))
    assert {**resumed.answer.data, "elapsed_s": 0} == {**whole.data, "elapsed_s": 0}
    assert whole.headline in text(page).replace("\\", "")


def test_the_history_opens_a_sweep_with_the_values_that_were_swept(open_page: OpenPage, store: Store) -> None:
    page = played(opened(open_page, length="long", budget=1_200, asked="tie_rate:lowest", seed=3))
    [headline, *_] = [line for line in text(page).splitlines() if line.startswith("## ")]
    history = open_page("history")
    page = followed(history, next(link for link in links(history) if "Sweep of" in link))
    assert page.text_input(key="values_hand_size").value == "6,7,8" and page.number_input(key="budget").value == 1_200
    assert page.button(key="start_sweep").disabled and not page.exception and not page.error
    waited(page)
    assert headline in text(page), "it is read, not played"


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
    assert not page.error and page.button(key="start_sweep").disabled
    [job] = other_jobs()
    assert job.done == 0, "it is read, not played"
    assert "--for deals --for tie_rate" in page.code[0].value
    page.multiselect(key="asked").set_value([]).run()
    assert page.query_params["asked"] in ("", [""]) and not page.button(key="start_sweep").disabled


@pytest.mark.parametrize("steps", [False, True], ids=["values", "steps"])
def test_the_time_left_is_told_by_what_is_played_now(store: Store, workspace: Workspace, steps: bool) -> None:
    swept = load_scenario(workspace, "hitmakers/2021-04-08", bots="random")
    subject = {"sensitivity": True} if steps else {"vary": ("hand_size=6..8",)}
    question = SweepQuestion(scenario=swept, measures=("tie_rate:lowest",), budget=8_000, **subject)
    told, stop = list[StudyProgress](), threading.Event()

    def half(advance: StudyProgress) -> None:
        told.append(advance)
        if advance.share > 0.5:
            stop.set()

    with suppress(Stopped):  # of steps; a sweep says that it was stopped
        measure(question, RunOptions(store, 1, stop=stop), half)
    before = told[-1].done
    told.clear()
    measure(question, RunOptions(store, 1), told.append)
    first = next(look for look in told if look.left_s is not None)
    left = first.elapsed_s * (first.plays - first.done) / (first.done - before)
    assert 4_000 < before < first.done and first.left_s == pytest.approx(left)


def test_steps_are_in_the_history_and_open_again_without_a_play(open_page: OpenPage, store: Store) -> None:
    page = played(opened(open_page, "trickster", view="what matters most", length="long", budget=4_000))
    [headline, *_] = [line for line in text(page).splitlines() if line.startswith("## ")]
    [line] = entries(store)
    assert line.sentence == headline.removeprefix("## ").replace("\\", "") and line.status is Status.DONE
    history = open_page("history")
    page = followed(history, next(link for link in links(history) if "Sweep of" in link))
    assert page.selectbox(key="view").value == "what matters most" and page.number_input(key="budget").value == 4_000


def test_a_cells_command_plays_the_same(workspace: Workspace) -> None:
    swept = load_scenario(workspace, "hitmakers/2021-04-08", bots="random", set_=["score_target=0"])
    plan = plan_sweep(swept, read_varied(swept.game, ["may_pass=true,false"]), ask(swept, ["points"]), 400)
    answer = study.sweep(plan, RunOptions())
    for cell, told in zip(answer.cells, data(answer)["cells"], strict=True):
        words = shlex.split(told["command"])
        assert words[:5] == ["workbench", "simulate", swept.name, "--set", "score_target=0"]
        settings = [words[at + 1] for at, word in enumerate(words) if word == "--set"]
        alone = load_scenario(workspace, words[2], set_=settings, bots=words[-5], seed=words[-3], plays=words[-1])
        played = figures(simulate(alone).tallies)["points"].estimate
        assert (played.n, played.mean) == (cell.readings[0].figure.estimate.n, cell.readings[0].figure.estimate.mean)
