"""What a host meets at the table: quick taps, a second device, the score grid, and a server that goes away."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.app.waiting import until
from tests.browser.conftest import DESK, PHONE, Server, Tabs, three_at_table
from tests.browser.steady import settled
from tests.browser.test_live_session import SMALL
from workbench.app.widgets.scripts import HERE
from workbench.playtest.log.kinds import EntryKind, Moment
from workbench.playtest.log.recording import Log

pytestmark = pytest.mark.browser
QUICK_MS = 60
EVERY_MS = re.search(r"EVERY_MS = (\d+)", (HERE / "watch.js").read_text())
WATCHED = """() => {
    const ask = window.fetch, patient = AbortSignal.timeout;
    const watched = window.watched = {patience: 0, lost: 0, unsaid: 0};
    AbortSignal.timeout = (limit) => patient.call(AbortSignal, watched.patience = limit);
    window.fetch = (place, options) => {
        if (options?.cache !== 'no-store') return ask(place, options);
        if (watched.lost && !document.getElementById('workbench-watch')) watched.unsaid++;
        return ask(place, options).catch((lost) => { watched.lost += lost.name !== 'TimeoutError'; throw lost; });
    };
}"""
"""Notes how long the page waits for an answer, how many it missed, and how often it asked on without saying so."""
LATE = """async (times) => {
    const ask = window.fetch;
    let left = times;
    window.fetch = (place, options) => {
        if (options?.cache !== 'no-store' || !left) return ask(place, options);
        left--;
        return Promise.reject(new DOMException('late', 'TimeoutError'));
    };
    while (left) await new Promise((done) => setTimeout(done, 20));
    const said = document.getElementById('workbench-watch') !== null;
    window.fetch = ask;
    return said;
}"""
"""Has the next answers come too late; whether the page then says that the workbench is gone."""

TYPED_ON = """(field, text) => {
    field.blur();
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', {bubbles: true}));
}"""
"""Leaves a field, which stores its note, and types on in it before the server has answered."""

DRAWN_ANEW = """() => {
    const field = document.querySelector('[aria-label=Notes]');
    field.value = '';
    field.focus();
    return field.value;
}"""
"""Empties the field as a new one is; what it says before the first key."""
KEPT = "Object.keys(localStorage).filter((key) => /^workbench (note|why)/.test(key))"
"""What the browser keeps as half typed."""


@pytest.fixture
def log(network: Server) -> Log:
    return three_at_table(network.workspace)


def enter(page: Page, server: Server) -> None:
    """Type the passcode that is asked for."""
    page.get_by_label("Passcode").fill(server.passcode)
    page.keyboard.press("Enter")


def board(page: Page, server: Server, log: Log) -> Page:
    page.goto(f"{server.address}/live?session={log.id}")
    enter(page, server)
    page.locator(".st-key-last_entry").wait_for()
    return settled(page)


def scores(page: Page) -> Page:
    """The part of the board where scores are written down, as a phone shows it."""
    page.get_by_role("radio", name="Scores").click()
    page.get_by_role("spinbutton").first.wait_for()
    return settled(page)


def said(page: Page, text: str) -> None:
    expect(page.locator(".st-key-last_entry")).to_contain_text(text)


def test_every_quick_tap_counts_once_in_order_and_an_own_kind_does_too(tabs: Tabs, network: Server, log: Log) -> None:
    log.add_moment_kind("Table talk")
    with tabs.tab(network.address, PHONE) as page:
        board(page, network, log)
        for name in ["Laughter"] * 6 + ["Stuck", "Table talk", "Laughter"]:
            page.get_by_role("button", name=re.compile(f"^{name}")).click(no_wait_after=True)
            page.wait_for_timeout(QUICK_MS)
        for _ in range(2):
            page.keyboard.press("9")
            page.wait_for_timeout(QUICK_MS)
        until(lambda: len(log.session().moments) >= 11)
        settled(page)
        laughter, moments = Moment.LAUGHTER, [each.moment for each in log.session().moments]
        assert moments == [*[laughter] * 6, Moment.STUCK, "Table talk", laughter, "Table talk", "Table talk"]
        assert page.evaluate("workbenchOutbox.queue") == []
        twice = page.get_by_role("button", name=re.compile("^Broken"))
        twice.evaluate("button => { button.click(); button.click(); }")  # a bouncing switch, not a finger
        said(page, "Broken")
        assert [each.moment for each in log.session().moments][11:] == [Moment.BROKEN]
        page.get_by_role("button", name=re.compile("^Undo")).click()
        said(page, "Undone: Broken")


def test_popovers_close_when_somebody_leaves_or_sits_down(tabs: Tabs, network: Server, log: Log) -> None:
    body = "[data-testid=stPopoverBody]"
    with tabs.tab(network.address, DESK) as page:
        board(page, network, log)
        page.get_by_role("button", name="1 · Anna").click()
        page.get_by_role("button", name="Leave the table").click()
        said(page, "Anna leaves")
        expect(page.locator(body)).to_have_count(0)
        page.get_by_role("button", name="Add a player").click()
        page.get_by_role("combobox", name=re.compile("Who")).fill("Dora")
        page.keyboard.press("Enter")
        settled(page).get_by_role("button", name="Add player", exact=True).click()
        said(page, "Dora joins")
        expect(page.locator(body)).to_have_count(0)
    assert [log_name(log, each.player) for each in log.session().players] == ["Dora", "Ben", "Cleo"]


def log_name(log: Log, player: str) -> str:
    from workbench.store.playtests import people

    return people(log.store)[player].name or ""


def test_twelve_scores_take_two_taps_each_on_half_a_phone(tabs: Tabs, network: Server, log: Log) -> None:
    with tabs.tab(network.address, PHONE) as page:
        board(page, network, log)
        scores(page)
        grid, pad = page.locator(".wb-grid"), page.get_by_role("group", name="Number pad")
        page.get_by_role("spinbutton").first.click()
        sheet, keys = grid.locator("table").bounding_box(), pad.bounding_box()
        assert sheet
        assert keys
        assert sheet["height"] + keys["height"] <= 530
        assert page.get_by_role("spinbutton").count() == 12
        assert page.evaluate(SMALL) == []
        for number in range(12):
            pad.get_by_role("button", name=str(number % 5), exact=True).click()
            pad.get_by_role("button", name="Next").click()
        until(lambda: len(log.session().scores.cells) == 12)
        stored = [line.data["points"] for line in log.session().lines if line.kind is EntryKind.SCORE]
        assert stored == [number % 5 for number in range(12)]
        expect(page.get_by_role("spinbutton", name="Anna, Critical prestige")).to_have_value("3")
        expect(pad).to_contain_text("filled in")
        page.get_by_role("spinbutton", name="Ben, Critical prestige").fill("999")
        page.keyboard.press("Enter")
        asked = page.get_by_text("you wrote 999; by these rules it is 0 to 4")
        expect(asked).to_be_visible()
        page.reload()
        scores(page)
        expect(asked).to_be_visible()  # what is not settled is not lost
        settled(page).get_by_role("button", name="Keep 4").click()
        expect(page.get_by_role("spinbutton", name="Ben, Critical prestige")).to_have_value("4")
    assert log.session().scores.cells[log.session().players[1].player, 0, "critical_prestige"] == 4
    assert len([line for line in log.session().lines if line.kind is EntryKind.SCORE]) == 12


def test_two_devices_log_one_session_see_each_other_and_are_told_both_values_of_one_score(
    tabs: Tabs, network: Server, log: Log
) -> None:
    with (
        tabs.tab(network.address, PHONE) as one,
        tabs.tab(network.address, PHONE) as other,
    ):
        for page in (one, other):
            board(page, network, log)
        both_log(one, other, log)
        fields = []
        for page in (one, other):
            scores(page)
            fields.append(page.get_by_role("spinbutton", name="Ben, Market saturation"))
            fields[-1].fill(str(len(fields) + 1))
        one.keyboard.press("Tab")
        said(other, "Ben: 2 in deal 1")
        expect(fields[1]).to_have_value("3")  # what is typed stays
        other.keyboard.press("Tab")
        expect(other.get_by_text("another device stored 2 in the meantime; you wrote 3")).to_be_visible()
        ben = log.session().players[1].player
        assert log.session().scores.cells == {(ben, 0, "market_saturation"): 2}
        settled(other).get_by_role("button", name="Use 3").click()
        expect(fields[0]).to_have_value("3")
        edits = [line for line in log.session().lines if line.kind == "edit"]
        assert not edits, "fields that were taken away are nobody's change"
        assert log.session().scores.cells == {(ben, 0, "market_saturation"): 3}


def both_log(one: Page, other: Page, log: Log) -> None:
    """Moments of both devices, and a note of one that the other shows."""
    for number in range(2):
        one.get_by_role("button", name=re.compile("^Laughter")).click()
        other.get_by_role("button", name=re.compile("^Stuck")).click()
        until(lambda number=number: len(log.session().moments) == 2 * number + 2)
    other.get_by_role("textbox", name="Notes").fill("from the other")
    other.get_by_role("button", name="Save note").click()
    expect(one.get_by_text("from the other").first).to_be_visible()
    found = log.session()
    assert [note.text for note in found.notes] == ["from the other"]
    assert len({line.entry.device for line in found.lines if line.kind == "moment"}) == 2


def test_a_server_that_is_gone_is_said_at_once_and_a_restart_leads_to_the_passcode(
    tabs: Tabs, network: Server, log: Log
) -> None:
    watch = "#workbench-watch"
    with tabs.tab(network.address, PHONE) as page:
        board(page, network, log)
        notes = page.get_by_role("textbox", name="Notes")
        notes.fill("They count alo")
        notes.evaluate(TYPED_ON, "They count aloud, all of")
        until(lambda: [note.text for note in log.session().notes] == ["They count alo"])
        expect(notes).to_have_value("They count aloud, all of")
        page.get_by_role("button", name=re.compile("^Laughter")).click()
        said(page, "Laughter")
        assert [page.evaluate(LATE, times) for times in (1, 2)] == [False, True]
        expect(page.locator(watch)).to_have_count(0)
        why = page.get_by_role("textbox", name="Note on the last moment")
        why.fill("the do")
        page.evaluate(WATCHED)
        network.kill()
        expect(page.locator(watch)).to_contain_text("does not answer")
        assert page.locator(watch).evaluate("banner => banner.offsetHeight") < PHONE[1] / 10
        page.wait_for_function("watched.lost >= 2")
        found = page.evaluate("watched")
        assert EVERY_MS
        assert found["unsaid"] == 0 < found["patience"]
        assert 2 * int(EVERY_MS[1]) + found["patience"] <= 2_000  # from the loss to the second answer that is missed
        network.start()
        expect(page.locator(watch)).to_contain_text("asks for the passcode once more")
        expect(page.get_by_text("status 401")).to_be_hidden()
        expect(page.get_by_role("link", name="Type the passcode")).to_be_focused()
        assert page.locator(watch).evaluate("banner => banner.offsetHeight") < PHONE[1] / 7
        page.keyboard.press("Enter")
        enter(page, network)
        expect(notes).to_have_value("They count aloud, all of")
        expect(why).to_have_value("the do")
        why.fill("the dog")
        why.press("Enter")
        until(lambda: [each.note for each in log.session().moments] == ["the dog"])
        assert settled(page).evaluate(DRAWN_ANEW) == "They count aloud, all of"
        expect(page.locator(watch)).to_have_count(0)
        settled(page).get_by_role("button", name="Save note").click()
        said(page, "They count aloud, all of")
        page.reload()
        notes.wait_for()
        page.wait_for_timeout(1_200)
        expect(notes).to_have_value("")
        expect(why).to_have_value("the dog")
        assert page.evaluate(KEPT) == []
    assert [note.text for note in log.session().notes][-1] == "They count aloud, all of"
    assert [each.moment for each in log.session().moments] == [Moment.LAUGHTER]
