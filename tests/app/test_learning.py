"""Bots that teach themselves: begun by a button, followed while they learn, stopped, and said how strong they are."""

import json
from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest
from starlette.applications import Starlette

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, links, text
from tests.app.turning import followed
from tests.app.waiting import ended, until, waited
from tests.server.asking import ask
from tests.support.processor import patience
from tests.support.workspace_games import no_games_of_a_workspace_afterwards
from workbench.app.jobs.job import JobPhase
from workbench.app.jobs.queue import Jobs
from workbench.app.jobs.quick import QuickLane, QuickLook
from workbench.app.server.playing.live import LivePlays
from workbench.app.server.playing.routes import begin_routes
from workbench.app.server.table.routes import table_routes
from workbench.app.services import lesson_before, services
from workbench.app.widgets.job_progress import progress_text
from workbench.bots import learning, strength
from workbench.bots.learned import Way
from workbench.bots.learning import Evaluation, Share, rules_key
from workbench.bots.strength import Match
from workbench.engine.files import JsonValue
from workbench.engine.game import Game
from workbench.engine.notes import Progress
from workbench.engine.parameters import Values
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace
from workbench.scenario.new_game import new_family_game

FIND_UNASKED = Jobs.find_unasked
__all__ = ["no_games_of_a_workspace_afterwards"]
STRENGTH = Share(0.83, 0.02, 400)

pytestmark = pytest.mark.usefixtures("store")


class Lesson:
    """Learning that waits to go on after its first line."""

    def __init__(self) -> None:
        self.go = Event()

    def learn(self, game: Game, rules: Values, progress: Progress) -> Evaluation:
        progress.learning(game.title, "round 1 of 3", 0.25)
        self.go.wait(patience(60))
        progress.learning(game.title, "round 2 of 3", 0.5)
        key = rules_key(game, rules)
        way, nothing = int(Way.TO_END), {}
        return Evaluation(
            game.name, key, game.code_hash, nothing, 1, "", way, 0, 0, nothing, (), (), STRENGTH, STRENGTH
        )


@pytest.fixture
def lesson(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lesson]:
    lesson = Lesson()
    monkeypatch.setattr(learning, "learn", lesson.learn)
    monkeypatch.setattr(learning, "_cache", {})
    yield lesson
    lesson.go.set()


def pig(workspace: Workspace, bots: str | None = None) -> Scenario:
    """A new game of a family whose bots learn, with few plays."""
    new_family_game(workspace, "mine", "press", "pig", "Mine")
    return load_scenario(workspace, "mine/default", bots=bots, plays=100)


def test_a_button_has_bots_learn_and_the_page_follows_them_and_says_how_strong_they_are(
    open_page: OpenPage, workspace: Workspace, lesson: Lesson
) -> None:
    new_family_game(workspace, "mine", "press", "pig", "Mine")
    page = open_page("results", game="mine", revision="default", against="")
    page.button(key="learn").click().run()
    [job] = services().jobs.active
    until(lambda: job.phase is JobPhase.LEARNING)
    page.run()
    assert "round 1 of 3" in page.get("progress")[0].proto.text and job.share == 0.25
    lesson.go.set()
    waited(page)
    assert "83 %" in text(page) or any("83 %" in box.value for box in page.info)
    assert "learn" not in [button.key for button in page.button]
    assert page.selectbox(key="bots").value == "learned"


def test_a_button_finds_stronger_bots_and_every_verdict_says_so(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    share = {"thinker:200": 0.56}
    monkeypatch.setattr(strength, "match", lambda *names, **_: Match(share.get(names[1], 0.2), 0.25, 0.01, 400))
    page = open_page("results", game="trickster", revision="prototype-a", against="", bots="random", plays=100)
    page.button(key="start").click().run()
    waited(page).button(key="strength").click().run()
    waited(page)
    line = "There are stronger bots here. Quick bots: a thinker wins 56 % against 3 of them (even 25)"
    assert line in text(page)
    assert "strength" not in [button.key for button in page.button]


def test_after_a_first_verdict_stronger_bots_are_looked_for_unasked_and_the_verdict_stays(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Jobs, "find_unasked", FIND_UNASKED)
    monkeypatch.setattr(strength, "match", lambda *names, **_: Match(0.2, 0.25, 0.01, 400))
    page = open_page("results", game="trickster", revision="prototype-a", against="", bots="random", plays=100)
    page.button(key="start").click().run()
    waited(waited(page))
    assert "no stronger bot is known" in text(page)
    assert "strength" not in buttons(page) and page.selectbox(key="bots").value == "random"


def test_a_batch_whose_bots_learn_first_says_so_and_can_be_stopped(
    jobs: Jobs, workspace: Workspace, lesson: Lesson
) -> None:
    services()
    scenario = pig(workspace)
    job = jobs.simulate(replace(scenario, bots=("learned",) * scenario.players))
    until(lambda: job.phase is JobPhase.LEARNING and job.share == 0.25 and "round 1 of 3" in progress_text(job))
    job.cancel()
    lesson.go.set()
    assert ended(job).phase is JobPhase.CANCELLED


def test_while_a_rule_is_edited_nobody_waits_for_lessons(
    workspace: Workspace, lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QuickLook, "ask", lambda look: look)
    services()
    base = pig(workspace, "learned")
    draft = replace(base, rules={**base.rules, "target": 60})
    lesson.go.set()
    learning.evaluation_of(base.game, base.rules)
    assert bots_of(QuickLane().look(None, base, draft)) == {"greedy"}
    learning.evaluation_of(draft.game, draft.rules)
    assert bots_of(QuickLane().look(None, base, draft)) == {"learned"}


def test_what_the_quick_bot_played_before_can_be_opened(
    open_page: OpenPage, workspace: Workspace, lesson: Lesson
) -> None:
    services()
    scenario = pig(workspace)
    ended(services().jobs.simulate(scenario))
    lesson.go.set()
    learning.evaluation_of(scenario.game, scenario.rules)
    assert load_scenario(workspace, "mine/default").bots[0] == "learned"
    history = open_page("history")
    opened = followed(history, next(label for label in links(history) if "›" in label))
    assert opened.selectbox(key="bots").value == "greedy"
    assert "play_more" in buttons(opened), "its figures are there"


def test_who_watches_a_play_sees_how_far_its_bots_have_learned(workspace: Workspace, lesson: Lesson) -> None:
    jobs = services().jobs
    new_family_game(workspace, "mine", "press", "pig", "Mine")
    table = Starlette(routes=table_routes(workspace))
    assert ask(table, "/table/mine/default?bots=learned").status == 202
    [job] = jobs.active
    until(lambda: job.phase is JobPhase.LEARNING)
    waits = ask(table, "/table/mine/default?bots=learned")
    assert (waits.status, "Round 1 of 3" in waits.text, 'value="0.25"' in waits.text) == (202, True, True)
    job.cancel()
    lesson.go.set()
    ended(job)
    assert "location.reload" not in ask(table, "/table/mine/default?bots=learned").text
    ask(table, "/table/mine/default?bots=learned")
    assert [again.key for again in jobs.active] in ([job.key], []), "who asks again has it begin anew"
    until(lambda: lesson_before(load_scenario(workspace, "mine/default", bots="learned")) is None)


def bots_of(look: QuickLook) -> set[str]:
    """The bots on both sides of a look."""
    assert look.draft
    return {*look.base.bots, *look.draft.bots}


def test_who_sets_up_a_play_sees_how_far_the_bots_at_its_seats_have_learned(
    workspace: Workspace, lesson: Lesson
) -> None:
    jobs = services().jobs
    new_family_game(workspace, "mine", "press", "pig", "Mine")
    setup = Starlette(routes=begin_routes(workspace, LivePlays(workspace)))

    def ready() -> JsonValue:
        return json.loads(ask(setup, "/table/mine/default/play/ready?bots=greedy+learned").text)

    assert ready()["ready"] is False
    [job] = jobs.active
    until(lambda: job.phase is JobPhase.LEARNING)
    assert "round 1 of 3" in ready()["lesson"]
    job.cancel()
    lesson.go.set()
    ended(job)
    assert "stopped" in ready()["lesson"] and not jobs.active, "nobody learns unseen"
    assert ready()["ready"] is False
    until(lambda: not jobs.active)
    assert lesson_before(load_scenario(workspace, "mine/default", bots="learned")) is None
