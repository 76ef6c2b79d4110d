"""Beside the form: what the draft does, without saving; saving and comparing in one step."""

import time
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, html, text
from tests.app.waiting import until
from tests.support.processor import slowness
from tests.support.thorough import one_of
from workbench.app.services import services
from workbench.app.widgets.try_panel import LOOK, POLL_S, TODAY
from workbench.play.batches import simulate
from workbench.play.options import RunOptions
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.runs import runs

pytestmark = pytest.mark.usefixtures("quick_looks")

START = "hitmakers/2021-04-08"
HAND = f"rule:{START}:hand_size"
CHANGES = {
    START: ("hand_size", 6),
    "trickster/prototype-a": ("must_follow", False),
    "showbiz_shuffle/reference": ("shake_up", False),
    "hollywood_1947/six-players": ("justice_served", True),
}


@pytest.fixture
def try_page(open_page: OpenPage) -> AppTest:
    return open_page("rules", game="hitmakers", revision="2021-04-08")


def played(page: AppTest) -> AppTest:
    look = page.session_state[LOOK]
    until(lambda: look.ask().ended)
    return page.run()


@pytest.mark.parametrize("name", one_of(CHANGES, quick=START))
def test_a_changed_rule_gets_its_lines_in_every_game_and_nothing_is_stored(open_page: OpenPage, name: str) -> None:
    game, _, revision = name.partition("/")
    rule, value = CHANGES[name]
    page = open_page("rules", game=game, revision=revision)
    first = page.session_state[LOOK]
    page.get_by_key(f"rule:{name}:{rule}").set_value(value).run()
    assert first.stop.is_set() and page.session_state[LOOK].draft.rules[rule] == value, "a change starts anew"
    played(page)
    assert not page.exception
    assert "Draft against" in text(page)
    assert "128 paired plays" in text(page).replace("\u202f", "")
    assert 4 <= html(page).count('role="listitem"') <= 6
    assert html(page).count('role="img"') >= 1
    rows = html(page).count('role="listitem"')
    page.button(key="open_results").click().run()
    assert not page.exception
    assert html(page).count('role="listitem"') > 2 * rows, "all rows stand beside the few"
    store = services().store
    assert not store.path.exists() or runs(store) == []


def test_untouched_the_revision_itself_is_shown_with_its_goals(try_page: AppTest) -> None:
    played(try_page)
    assert "as it is" in text(try_page)
    assert html(try_page).count('role="listitem"') == 4
    assert "today 4." in text(try_page)
    assert "save_compare" not in buttons(try_page)


def test_today_is_what_the_largest_stored_batch_says(open_page: OpenPage, workspace: Workspace, store: Store) -> None:
    parent = load_scenario(workspace, START)
    for plays in (400, 200):
        simulate(replace(parent, plays=plays), RunOptions(store))
    page = played(open_page("rules", game="hitmakers", revision="2021-04-08"))
    assert page.session_state[LOOK].plays == 128 and page.session_state[TODAY].plays == 400
    assert f"today {page.session_state[TODAY].estimate('deals').mean:.1f}" in text(page)


def test_the_first_intervals_stand_there_within_a_second_of_a_change(try_page: AppTest) -> None:
    played(try_page)  # loads the rules
    assert min(seconds_to_intervals(try_page, hand) for hand in (6, 5, 4)) < slowness()


def seconds_to_intervals(page: AppTest, hand: int) -> float:
    """Processor time from a changed hand to its intervals on the page, whatever else the machine does.

    Where the page has not waited for them, they come with its next look.
    """
    began, waited = time.process_time(), 0.0
    page.number_input(key=HAND).set_value(hand).run()
    if 'role="img"' not in html(page):
        until(page.session_state[LOOK].news.is_set)
        waited = POLL_S
        page.run()
    taken = time.process_time() - began + waited
    assert 'role="img"' in html(page)
    assert page.session_state[LOOK].draft.rules["hand_size"] == hand
    return taken
