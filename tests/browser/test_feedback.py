"""Players fill in their forms on phones, and the designer types the passcode, in a real browser."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Server
from workbench.playtest.feedback import make_link
from workbench.playtest.log.kinds import QuestionKind
from workbench.playtest.log.recording import begin
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.playtests.entries import Feedback, feedback_of

pytestmark = pytest.mark.browser

TOUCH_PX = 44
"""What a finger hits (WCAG 2.5.5)."""
OVERFLOW = "document.documentElement.scrollWidth - window.innerWidth"
SMALL = f"""[...document.querySelectorAll('.option, .tick, button, textarea, select, .code')]
    .map(each => each.getBoundingClientRect())
    .filter(box => box.width < {TOUCH_PX} || box.height < {TOUCH_PX}).length"""
Phone = Callable[[], BrowserContext]


@dataclass(frozen=True)
class Table:
    """A session with its players, and the link of each."""

    store: Store
    session: str
    tokens: tuple[str, ...]

    @property
    def forms(self) -> list[Feedback]:
        return feedback_of(self.store, self.session)


def table(workspace: Workspace, players: int) -> Table:
    store = Store(workspace.store_path)
    with store.session():
        log = begin(store, {"game": "hitmakers", "revision": "2021-04-08"})
        seated = [log.add_player(f"Player {seat}", seat).data["player"] for seat in range(players)]
        log.ask("How tense was the talent show?", QuestionKind.RATING)
        return Table(store, log.id, tuple(make_link(store, log.id, player) for player in seated))


def choose(page: Page, question: str, answer: str) -> None:
    page.get_by_role("group", name=question).get_by_role("radio", name=re.compile(f"^{answer}")).tap()


def test_a_form_is_filled_in_on_a_phone(network: Server, phone: Phone) -> None:
    log = table(network.workspace, 1)
    page = phone().new_page()
    page.goto(f"{network.address}/feedback/{log.tokens[0]}")
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(SMALL) == 0
    choose(page, "How was it overall?", "4")
    choose(page, "How much fun was it?", "5")
    choose(page, "How much fun was it?", "5")  # tapped again: no answer
    choose(page, "How tense was the talent show?", "2")
    choose(page, "How long did it feel?", "A bit long")
    choose(page, "Would you play it again?", "Yes")
    page.get_by_label("What was the best moment?").fill("the show\nand the end")
    page.get_by_label("May we quote you").check()
    page.reload()
    expect(page.get_by_label("What was the best moment?")).to_have_value("the show\nand the end")
    page.get_by_role("button", name="Send").tap()
    expect(page.get_by_role("heading", name="Thank you!")).to_be_visible()
    expect(page.get_by_text("4 of 5 (1 poor, 5 great)")).to_be_visible()
    assert page.evaluate(OVERFLOW) <= 0
    (form,) = log.forms
    assert (form.overall, form.fun, form.length, form.again, form.quote) == (4, None, 1, "yes", True)
    assert list(form.answers.values()) == [2]
    assert form.best == "the show\nand the end"

    page.goto(f"{network.address}/feedback/{log.tokens[0]}")
    expect(page.get_by_text("This form was filled in already.")).to_be_visible()
    page.get_by_role("link", name="See what you sent").tap()
    expect(page.get_by_text("and the end")).to_be_visible()
    page.goto(f"{network.address}/rules")
    expect(page.get_by_label("Passcode")).to_be_visible()


@pytest.mark.thorough
def test_a_server_that_is_killed_loses_nothing(network: Server, phone: Phone) -> None:
    log = table(network.workspace, 3)
    sent, waiting, typing = (phone().new_page() for _ in log.tokens)
    for page, token in zip((sent, waiting, typing), log.tokens, strict=True):
        page.goto(f"{network.address}/feedback/{token}")
        choose(page, "How was it overall?", "3")
        page.get_by_label("What would you change?").fill("the shuffling")
    sent.get_by_role("button", name="Send").tap()
    expect(sent.get_by_role("heading", name="Thank you!")).to_be_visible()
    network.kill()
    waiting.get_by_role("button", name="Send").tap()
    expect(waiting.get_by_text("The workbench does not answer.")).to_be_visible()
    assert len(log.forms) == 1
    network.start()
    expect(waiting.get_by_role("heading", name="Thank you!")).to_be_visible()
    typing.reload()
    expect(typing.get_by_label("What would you change?")).to_have_value("the shuffling")
    typing.get_by_role("button", name="Send").tap()
    expect(typing.get_by_role("heading", name="Thank you!")).to_be_visible()
    assert [(form.overall, form.change) for form in log.forms] == [(3, "the shuffling")] * 3


def test_the_passcode_opens_the_page_that_was_asked_for(network: Server, phone: Phone) -> None:
    page = phone().new_page()
    page.goto(f"{network.address}/rules?game=trickster")
    assert page.evaluate(OVERFLOW) <= 0
    assert page.evaluate(SMALL) == 0
    page.get_by_label("Passcode").fill("wrong")
    page.get_by_role("button", name="Open the workbench").tap()
    expect(page.get_by_text("That is not the passcode.")).to_be_visible()
    page.get_by_label("Passcode").fill(network.passcode.lower())
    page.get_by_role("button", name="Open the workbench").tap()
    expect(page.get_by_role("heading", level=1, name="Rules")).to_be_visible()
    expect(page).to_have_url(re.compile("game=trickster"))
