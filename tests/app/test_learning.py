"""Bots that teach themselves: begun by a button, followed while they learn, stopped, and said how strong they are."""

from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest

from tests.app.conftest import OpenPage
from tests.app.reading import text
from tests.app.waiting import LONG_S, ended, until, waited
from tests.support.workspace_games import no_games_of_a_workspace_afterwards
from workbench.app.jobs.job import JobPhase
from workbench.app.jobs.queue import Jobs
from workbench.app.jobs.quick import QuickLane, QuickLook
from workbench.app.services import services
from workbench.app.widgets.job_progress import progress_text
from workbench.bots import learning
from workbench.bots.learned import Way
from workbench.bots.learning import Evaluation, Share, rules_key
from workbench.engine.game import Game
from workbench.engine.notes import Tell
from workbench.engine.parameters import Values
from workbench.scenario import load_scenario
from workbench.scenario.family_game import new_family_game
from workbench.scenario.files import Workspace

__all__ = ["no_games_of_a_workspace_afterwards"]
STRENGTH = Share(0.83, 0.02, 400)


class Lesson:
    """Learning that waits to go on after its first line."""

    def __init__(self) -> None:
        self.go = Event()

    def learn(self, game: Game, rules: Values, tell: Tell) -> Evaluation:
        tell("round 1 of 3", 0.25)
        self.go.wait(LONG_S)
        tell("round 2 of 3", 0.5)
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


def test_a_batch_whose_bots_learn_first_says_so_and_can_be_stopped(
    jobs: Jobs, workspace: Workspace, lesson: Lesson
) -> None:
    services()
    new_family_game(workspace, "mine", "press", "pig", "Mine")
    scenario = load_scenario(workspace, "mine/default", plays=100)
    job = jobs.simulate(replace(scenario, bots=("learned",) * scenario.players))
    until(lambda: job.phase is JobPhase.LEARNING)
    assert (job.share, "round 1 of 3" in progress_text(job)) == (0.25, True)
    job.cancel()
    lesson.go.set()
    assert ended(job).phase is JobPhase.CANCELLED


def test_while_a_rule_is_edited_nobody_waits_for_lessons(
    workspace: Workspace, lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QuickLook, "ask", lambda look: look)
    services()
    new_family_game(workspace, "mine", "press", "pig", "Mine")
    base = load_scenario(workspace, "mine/default", bots="learned")
    draft = replace(base, rules={**base.rules, "target": 60})
    lesson.go.set()
    learning.evaluation_of(base.game, base.rules)
    assert bots_of(QuickLane().look(None, base, draft)) == {"greedy"}
    learning.evaluation_of(draft.game, draft.rules)
    assert bots_of(QuickLane().look(None, base, draft)) == {"learned"}


def bots_of(look: QuickLook) -> set[str]:
    """The bots on both sides of a look."""
    assert look.draft
    return {*look.base.bots, *look.draft.bots}
