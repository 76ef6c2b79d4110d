"""An evening on plain pages, in Chromium: set up, logged by taps on small phones, ended; one or two devices."""

import io
import re
import socket
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.app.waiting import until
from tests.browser.conftest import PHONE, Server, Tabs, three_at_table
from tests.browser.test_every_page import ONLY_COLORS, broken
from tests.support.thorough import some_of
from workbench.app.server.application import STATIC
from workbench.playtest.log.kinds import EntryKind, Moment, SessionStatus
from workbench.playtest.log.recording import Log, begin, load
from workbench.playtest.media import FOLDER, Media
from workbench.playtest.sessions import NewPlayer, begin_session, header_of
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.playtests.entries import entries_of, session_ids
from workbench.store.playtests.people import people

pytestmark = pytest.mark.browser
with io.BytesIO() as file:
    Image.new("RGB", (3, 2)).save(file, "JPEG")
    PHOTO = file.getvalue()
SMALL_PHONE = (360, 740)
NAMES = ("Anna", "Ben", "Cleo", "Dmitri", "Elif", "Frida", "G. H.", "Ines", "Jo")
AXED = "hitmakers"
"""The game of whose evening axe sees every view; of the others it sees the scores, which alone look another way."""
EVENINGS = (
    ("hitmakers/2021-04-08", 3, SMALL_PHONE),
    ("trickster/prototype-a", 4, PHONE),
    ("showbiz_shuffle/two-players", 2, SMALL_PHONE),
    ("hollywood_1947/nine-players", 9, SMALL_PHONE),
)
WHOLE = ("hitmakers/2021-04-08", "hollywood_1947/nine-players")
"""Evenings with numbers and with sides: what the others do, these do too."""
SMALL = """() => [...document.querySelectorAll('button, a[href], input, select, textarea, summary')]
    .filter(at => at.getClientRects().length && !at.closest('[hidden]') && at.type !== 'hidden')
    .map(at => at.type === 'checkbox' ? at.closest('label') : at)
    .filter(at => { const box = at.getBoundingClientRect(); return box.width < 44 || box.height < 44; })
    .map(at => at.outerHTML.slice(0, 120))"""
WIDER = "() => document.documentElement.scrollWidth - innerWidth"
NEVER_IDLE = """() => {
    const later = window.setTimeout;
    window.setTimeout = (act, after, ...more) => after === 2500 ? 0 : later(act, after, ...more);
}"""
"""Nothing is stored because nobody goes on writing for a while: on a busy machine that happens between two keys."""


@pytest.fixture
def small(tabs: Tabs, server: Server) -> Iterator[Page]:
    with tabs.tab(server.address, SMALL_PHONE) as page:
        yield page
        page.evaluate("localStorage.clear(), sessionStorage.clear()")


@pytest.fixture
def log(workspace: Workspace) -> Log:
    return three_at_table(workspace)


def seated(workspace: Workspace, scenario: str, players: int | None = None) -> Log:
    loaded = load_scenario(workspace, scenario)
    log = begin(Store(workspace.store_path), header_of(loaded))
    for seat, name in enumerate(NAMES[: players or loaded.players]):
        log.add_player(name, seat)
    return log


def board(page: Page, server: Server, log: Log, tab: str = "") -> Page:
    page.goto(f"{server.address}/evening/{log.id}")
    page.locator("#board[data-tab]").wait_for()
    if tab:
        page.locator(f"[data-tab={tab}]:not(main)").click()
    return page


def expect_last(page: Page, text: str) -> None:
    """Wait until the last entry is stored and says so."""
    expect(page.locator("#part-last:not(.waiting)")).to_contain_text(text)


def field(page: Page, name: str) -> Locator:
    return page.get_by_role("spinbutton", name=name, exact=True)


def number_pad(page: Page) -> Locator:
    return page.get_by_role("group", name="Number pad")


def presser(page: Page) -> Callable[[str], None]:
    """Taps where the keys of the pad are now, whatever is there later."""
    places = {}
    for key in [*"0123456789", "Next"]:
        box = number_pad(page).locator(f"[data-press='{key}']").bounding_box()
        assert box
        places[key] = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press(keys: str) -> None:
        for key in keys.split():
            page.mouse.click(*places[key])

    return press


def points_in(log: Log) -> list[tuple[str, float]]:
    """The scores as they were stored, in order: whose, and how many."""
    ids = [player.player for player in log.session().everybody]
    lines = [line for line in log.session().lines if line.kind is EntryKind.SCORE]
    return [(NAMES[ids.index(line.data["player"])], line.data["points"]) for line in lines]


def fits_a_thumb(page: Page) -> None:
    """Every target is as high as a thumb, and nothing scrolls sideways."""
    assert page.evaluate(SMALL) == []
    assert page.evaluate(WIDER) <= 0


def is_sound(page: Page) -> None:
    """It fits a thumb, and axe finds nothing in either theme."""
    fits_a_thumb(page)
    assert broken(page) == []
    page.emulate_media(color_scheme="dark")
    assert broken(page, ONLY_COLORS) == [], "dark"
    page.emulate_media(color_scheme="light")


# A whole evening of each game


@pytest.mark.parametrize(("scenario", "players", "size"), some_of(EVENINGS, quick=lambda evening: evening[0] in WHOLE))
def test_an_evening_from_set_up_to_end(
    tabs: Tabs, server: Server, workspace: Workspace, scenario: str, players: int, size: tuple[int, int]
) -> None:
    store, (game, _, revision) = Store(workspace.store_path), scenario.partition("/")
    with tabs.tab(server.address, size) as page:
        looked_at = is_sound if game == AXED else fits_a_thumb
        set_up(page, server, game, revision, players, looked_at)
        looked_at(page)
        session = load(store, page.url.rpartition("/")[2])
        log = Log(store, session.id)
        assert (session.header.revision, len(session.players)) == (revision, players)
        page.get_by_role("button", name="Play").first.click()
        page.get_by_role("button", name="Laughter").click()
        expect_last(page, "Laughter")
        score(page, log, players)
        is_sound(page)
        for tab in ("Table", "Forms"):
            page.locator(f"[data-tab={tab}]:not(main)").click()
            looked_at(page)
        page.get_by_role("button", name="Game over").click()
        expect(page.get_by_alt_text("QR code of the form").first).to_be_visible()
        page.wait_for_function("() => scrollY === 0")
        page.get_by_role("button", name="End session").click()
        page.get_by_role("button", name=re.compile("^(End anyway|Finished)$")).click()
        expect(page.get_by_text("1 moment,")).to_be_visible()
        looked_at(page)
        until(lambda: log.session().status is SessionStatus.ENDED)
        again(page, store, log, players)
        page.evaluate("localStorage.clear(), sessionStorage.clear()")


def set_up(
    page: Page, server: Server, game: str, revision: str, players: int, looked_at: Callable[[Page], None]
) -> None:
    """Known people by a tap, new ones by name."""
    page.goto(f"{server.address}/evening?game={game}&revision={revision}")
    for name in NAMES[:players]:
        chip = page.locator(f"[data-person='{name}']")
        if chip.count():
            chip.click()
        else:
            page.get_by_label("Name or initials").fill(name)
            page.keyboard.press("Enter")
    expect(page.locator("#seats li")).to_have_count(players)
    looked_at(page)
    page.get_by_role("button", name="Start session").click()
    page.locator("#board[data-tab]").wait_for()


def score(page: Page, log: Log, players: int) -> None:
    """A whole row, as the table writes it: two taps each."""
    page.locator("[data-tab=Scores]:not(main)").click()
    if log.session().scores.sheet.sides:
        page.get_by_role("group", name="Movie 1").get_by_role("button", name="Patriots").click()
        expect_last(page, "Movie 1: Patriots")
        for name in NAMES[:players]:
            page.get_by_role("group", name=name, exact=True).get_by_role("button", name="Patriot").click()
        until(lambda: len(log.session().scores.sides) == players)
        return
    page.get_by_role("spinbutton").first.click()
    for _ in range(players):
        number_pad(page).locator("[data-press='3']").click()
        number_pad(page).locator("[data-press=Next]").click()
    until(lambda: len([line for line in log.session().lines if line.kind is EntryKind.SCORE]) == players)
    number_pad(page).get_by_role("button", name="close the number pad").click()


def again(page: Page, store: Store, log: Log, players: int) -> None:
    """A double tap begins one session; nothing was logged there, so it is removed at once."""
    before = set(session_ids(store))
    twice = "button => { button.click(); setTimeout(() => button.click(), 5); }"
    page.get_by_role("button", name="Same table again").evaluate(twice)
    remove = page.get_by_role("button", name="Remove session")
    expect(remove).to_be_visible()
    (begun,) = set(session_ids(store)) - before
    assert page.url.endswith(begun)
    assert len(load(store, begun).players) == players
    remove.click()
    expect(page).to_have_url(re.compile("/sessions"))
    until(lambda: set(session_ids(store)) == before)


def test_the_same_table_sits_down_again_in_three_taps(small: Page, server: Server, workspace: Workspace) -> None:
    """Also on other seats: two taps swap them, or a line is dragged."""
    store = Store(workspace.store_path)
    about = {"location": "at Anna's"}
    before = begin_session(
        store, load_scenario(workspace, "trickster/no-moon"), about, [NewPlayer("Q"), NewPlayer("W")]
    )
    small.goto(f"{server.address}/evening")
    small.get_by_role("button", name=re.compile("Trickster: Q, W")).click()
    small.get_by_role("button", name="Start session").click()
    small.locator("#board[data-tab]").wait_for()
    session = load(store, small.url.rpartition("/")[2])
    assert (session.header.revision, session.header.location) == ("no-moon", "at Anna's")
    assert [seated.player for seated in session.players] == [seated.player for seated in before.session().players]
    small.goto(f"{server.address}/evening")
    small.get_by_role("button", name=re.compile("Trickster: Q, W")).click()
    seats = small.locator("#seats .who")
    seats.first.click()
    seats.last.click()
    expect(seats).to_have_text(["W", "Q"])
    boxes = [line.bounding_box() for line in small.locator("#seats li .place").all()]
    (top, bottom) = (box for box in boxes if box)
    small.mouse.move(top["x"] + 4, top["y"] + 10)
    small.mouse.down()
    small.mouse.move(bottom["x"] + 4, bottom["y"] + 22, steps=5)
    small.mouse.up()
    expect(seats.first).to_have_text("Q")
    small.locator("#earlier summary").click()
    small.get_by_role("button", name="Log session").click()
    expect(small.get_by_role("alert").first).to_contain_text("is needed for a session that is logged afterwards")
    small.get_by_label("Start", exact=True).fill("2026-03-17T19:00")
    small.get_by_label("Play, min").fill("55")
    small.get_by_role("button", name="Log session").click()
    small.locator("#board[data-tab]").wait_for()
    assert load(store, small.url.rpartition("/")[2]).started_at.astimezone().strftime("%d %H:%M") == "17 19:00"


def test_what_an_address_names_wrongly_is_said_with_what_would_work(small: Page, server: Server) -> None:
    small.goto(f"{server.address}/evening?game=trickster&revision=no-moons")
    expect(small.get_by_role("alert").first).to_contain_text("did you mean no-moon?")
    small.goto(f"{server.address}/live?game=trickster&revision=no-moon")
    expect(small.get_by_label("Played with")).to_have_value("no-moon")


# The number pad


def test_what_is_tapped_is_what_is_stored(small: Page, server: Server, workspace: Workspace) -> None:
    """Digits make one number; Next goes on; a full sheet takes no more; a number that stands is asked about."""
    log, page = seated(workspace, "hitmakers/2021-04-08"), small
    names = [NAMES[place] for place in range(len(log.session().players))]
    pad = number_pad(board(page, server, log, "Scores"))
    page.get_by_role("button", name="by deal").click()
    field(page, "Anna, Deal 1").click()
    expect(pad).to_contain_text("Anna · deal 1")
    press = presser(page)
    press("1 2 Next")
    expect(pad).to_contain_text("Ben · deal 1")
    until(lambda: points_in(log) == [("Anna", 12)])
    expect(field(page, "Anna, Deal 2")).to_be_visible()  # another line, and nothing has moved
    for _ in names[1:]:
        press("7 Next")
    press("9 9")  # taps too many
    numbers = [("Anna", 12), *((name, 7) for name in names[1:])]
    until(lambda: points_in(log) == numbers)
    last, second = field(page, f"{names[-1]}, Deal 1"), field(page, "Ben, Deal 2")
    last.click()
    press("9 Next")
    expect(pad).to_contain_text("Replace 7 by 9?")
    pad.get_by_role("button", name="Keep 7").click()
    second.click()
    log.score(log.session().players[1].player, 1, 5)  # another device
    expect(second).to_have_value("5")
    press("8")
    expect(pad).to_contain_text("Replace 5 by 8?")
    last.click()
    question = page.get_by_text("5 stands there; you wrote 8")
    expect(question).to_be_visible()
    page.get_by_role("button", name="Keep 5").click()
    expect(question).to_have_count(0)
    last.click()
    press("9")
    pad.get_by_role("button", name="Replace").click()
    page.locator("[data-tab=Table]:not(main)").click()  # a field is left by any tap elsewhere
    until(lambda: points_in(log) == [*numbers, ("Ben", 5), (names[-1], 9)])
    page.wait_for_function("() => queue.length === 0")  # acknowledged, a moment after it is stored


def test_typed_on_a_full_sheet_nothing_is_overwritten_and_no_moment_logged(
    page: Page, server: Server, workspace: Workspace
) -> None:
    """A half-typed number is no number yet, though the sheet gets another line."""
    log = seated(workspace, "trickster/prototype-a")
    board(page, server, log)
    page.evaluate(NEVER_IDLE)
    field(page, "Anna, Round 1").click()
    page.keyboard.press("1")
    log.score(log.session().players[3].player, 0, 4)  # another device, while a number is half typed
    expect(field(page, "Anna, Round 2")).to_be_visible()
    for points in ("2", "0", "33"):
        page.keyboard.type(points, delay=10)
        page.keyboard.press("Enter")
    numbers = [("Dmitri", 4), ("Anna", 12), ("Ben", 0), ("Cleo", 33)]
    page.keyboard.press("5")
    until(lambda: points_in(log) == numbers)
    number_pad(page).get_by_role("button", name="close the number pad").click()
    expect(number_pad(page)).to_be_hidden()
    assert points_in(log) == numbers
    assert log.session().moments == ()


def test_nothing_moves_while_sides_are_tapped(small: Page, server: Server, workspace: Workspace) -> None:
    log = seated(workspace, "hollywood_1947/nine-players")
    board(small, server, log, "Scores")
    rows = [small.get_by_role("group", name=f"Movie {number}") for number in (1, 2, 3, 4)]
    rows.append(small.get_by_role("group", name="Ines"))
    down = "row => row.getBoundingClientRect().bottom + scrollY"
    before = [row.evaluate(down) for row in rows]
    for row in rows[:-1]:
        row.get_by_role("button", name="Patriots").click()
    rows[-1].get_by_role("button", name="Communist").click()
    expect(small.locator("#part-verdict")).to_contain_text("Won by Patriots")
    until(lambda: len(log.session().scores.outcomes) == 4 and len(log.session().scores.sides) == 1)
    until(lambda: [row.evaluate(down) for row in rows] == before)  # a row that is just drawn anew is nowhere
    rows[0].get_by_role("button", name="Patriots").click()  # tapped again
    until(lambda: len(log.session().scores.outcomes) == 3)


# Two devices, keys, and half-typed notes


def test_a_photo_waits_on_the_phone_until_the_server_has_it_also_over_a_reload(
    tabs: Tabs, server: Server, log: Log, workspace: Workspace
) -> None:
    with tabs.tab(server.address, PHONE) as page:
        board(page, server, log)
        page.locator('[data-key="moment laughter"]').click()
        expect_last(page, "Laughter")
        uploads = "**/media/**"
        page.route(uploads, lambda route: route.abort())
        for number in range(2):
            photo = {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": PHOTO + bytes([number])}
            page.locator('[data-attach][accept^="image"]').set_input_files(photo)  # type: ignore[arg-type]
        expect(page.locator("#files")).to_contain_text("2 photos")
        page.unroute(uploads)
        page.reload()
        expect(page.locator("#part-about img")).to_have_count(2)
        expect(page.locator("#files")).to_be_hidden()
        page.reload()
        expect(page.locator("#part-about img")).to_have_count(2)
    (names,) = Media(workspace.data / FOLDER).names(log.session()).values()
    assert len(names) == 2


def test_two_devices_see_each_other_and_are_told_both_values_of_one_score(tabs: Tabs, server: Server, log: Log) -> None:
    with tabs.tab(server.address, PHONE) as one, tabs.tab(server.address, PHONE) as other:
        fields = []
        for page in (one, other):
            board(page, server, log, "Scores")
            fields.append(field(page, "Ben, Market saturation"))
            fields[-1].fill(str(len(fields) + 1))
        one.keyboard.press("Tab")
        expect_last(other, "Ben: 2 in deal 1")
        expect(fields[1]).to_have_value("3")  # what is typed stays
        other.keyboard.press("Tab")
        expect(other.get_by_text("another device stored 2 in the meantime; you wrote 3")).to_be_visible()
        ben = log.session().players[1].player
        assert log.session().scores.cells == {(ben, 0, "market_saturation"): 2}
        other.reload()  # what is not settled is not lost
        other.get_by_role("button", name="Use 3").click()
        expect(fields[0]).to_have_value("3")
        assert log.session().scores.cells == {(ben, 0, "market_saturation"): 3}
        for page in (one, other):
            page.evaluate("localStorage.clear(), sessionStorage.clear()")


def test_quick_taps_all_count_and_a_bouncing_switch_does_not(tabs: Tabs, server: Server, log: Log) -> None:
    log.add_moment_kind("Table talk")
    with tabs.tab(server.address, PHONE) as page:
        board(page, server, log)
        for name in ["Laughter"] * 6 + ["Stuck", "Table talk", "Laughter"]:
            page.get_by_role("button", name=name, exact=True).click(no_wait_after=True)
            page.wait_for_timeout(60)
        for _ in range(2):
            page.keyboard.press("9")
            page.wait_for_timeout(60)
        until(lambda: len(log.session().moments) >= 11)
        laughter, moments = Moment.LAUGHTER, [moment.moment for moment in log.session().moments]
        assert moments == [*[laughter] * 6, Moment.STUCK, "Table talk", laughter, "Table talk", "Table talk"]
        page.get_by_role("button", name="Broken").evaluate("button => { button.click(); button.click(); }")
        expect_last(page, "Broken")
        assert [moment.moment for moment in log.session().moments][11:] == [Moment.BROKEN]
        page.get_by_role("button", name="Undo", exact=True).click()
        expect_last(page, "Undone: Broken")


def test_keys_tap_and_what_is_typed_is_a_text(page: Page, server: Server, log: Log) -> None:
    board(page, server, log)
    page.keyboard.press("p")
    page.keyboard.press("4")
    expect_last(page, "Laughter")
    page.get_by_role("textbox", name="Notes").click()
    page.keyboard.type("4 put 1 up, but 2 big")
    page.keyboard.press("Control+Enter")
    expect_last(page, "Note: 4 put 1 up, but 2 big")
    assert [line.kind for line in log.session().lines][-3:] == ["phase", "moment", "note"]


def test_a_phone_shows_the_moments_without_scrolling_and_the_clock_while_scoring(
    small: Page, server: Server, log: Log
) -> None:
    board(small, server, log)
    box = small.get_by_role("button", name="House rule").bounding_box()
    assert box and box["y"] + box["height"] < 560
    small.locator("[data-tab=Scores]:not(main)").click()
    small.evaluate("scrollTo(0, document.body.scrollHeight)")
    for name in ("Pause", "Play"):
        expect(small.get_by_role("button", name=name).first).to_be_in_viewport()


WAKE_LOCK = """awake = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => { awake.push(kind); } } });"""
"""Notes what a page asks of the browser, which gives it to secure pages alone."""


def test_the_screen_stays_awake_while_the_session_is_open(tabs: Tabs, server: Server, log: Log) -> None:
    with tabs.tab(server.address, PHONE) as page:
        page.add_init_script(WAKE_LOCK)
        board(page, server, log)
        page.locator("button[data-tab=Scores]").click()
        page.wait_for_function("() => awake.join() === 'screen'")
        assert page.locator("video").count() == 0
        log.abandon()
        page.reload()
        assert page.evaluate("awake") == []


def test_a_browser_that_refuses_to_keep_the_screen_on_gets_the_video(tabs: Tabs, server: Server, log: Log) -> None:
    with tabs.tab(server.address, PHONE) as page:
        page.add_init_script("navigator.wakeLock.request = () => Promise.reject(new Error('battery is low'));")
        board(page, server, log)
        page.locator("button[data-tab=Scores]").click()
        page.wait_for_function("() => document.querySelector('video')?.currentTime > 0")


def lan_address() -> str:
    """This machine's address on its network, by which no page is a secure one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        try:
            sender.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:
            pytest.skip("this machine is on no network")
        return str(sender.getsockname()[0])


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["mp4", "webm"])
def test_over_plain_http_a_small_video_plays_from_the_first_tap_on(
    phone: Callable[[], BrowserContext], tmp_path: Path, kind: str
) -> None:
    (tmp_path / "awake").mkdir()
    (tmp_path / "awake" / kind).write_bytes((STATIC / f"awake.{kind}").read_bytes())
    script = (STATIC.parent / "templates" / "awake.js").read_text("utf-8")
    (tmp_path / "index.html").write_text(f"<!doctype html><h1>Board</h1><script>{script} keepAwake();</script>")
    with ThreadingHTTPServer((lan_address(), 0), partial(SimpleHTTPRequestHandler, directory=tmp_path)) as served:
        Thread(target=served.serve_forever, daemon=True).start()
        page = phone().new_page()
        page.goto(f"http://{lan_address()}:{served.server_port}/index.html")
        assert page.evaluate("navigator.wakeLock === undefined") and page.locator("video").count() == 0
        page.locator("h1").tap()
        for reached in ("> 1.5", "< 0.5", "> 1"):
            page.wait_for_function(f"() => document.querySelector('video').currentTime {reached}")
        film = "(({ muted, volume, loop, paused }) => [muted, volume, loop, paused])(document.querySelector('video'))"
        assert page.evaluate(film) == [False, 1, False, False], "as Chrome and Safari take it for one to stay awake for"
        served.shutdown()


def test_a_half_typed_note_outlives_a_reload_is_stored_at_the_end_and_forget_reaches_it(
    page: Page, server: Server, workspace: Workspace, log: Log
) -> None:
    log.moment(Moment.STUCK)
    half_typed(page, server, log, "Cleo counts alo", "Ben sle")
    page.get_by_role("button", name="End session").click()
    page.get_by_role("button", name="End anyway").click()
    until(lambda: [note.text for note in log.session().notes] == ["Cleo counts alo"])
    until(lambda: [moment.note for moment in log.session().moments] == ["Ben sle"])
    other = three_at_table(workspace)
    half_typed(page, server, other, "Anna yaw")
    other.end()
    until(lambda: [note.text for note in other.session().notes] == ["Anna yaw"])
    third = three_at_table(workspace)
    third.add_player("Zacharias Quast", 3)
    half_typed(page, server, third, "Zacharias bluffs, and ZACHARIAS QUAST’s cards")
    page.evaluate("localStorage.setItem('workbench draft /f', JSON.stringify([['best', 'Quast deals well']]))")
    forget(page, server, "Zacharias Quast")
    page.wait_for_function("() => !JSON.stringify(localStorage).toLowerCase().includes('zacharias')")
    stored = page.evaluate("JSON.stringify(localStorage)")
    assert "somebody bluffs, and somebody’s cards" in stored and "somebody deals well" in stored
    page.evaluate("localStorage.clear(), sessionStorage.clear()")


def half_typed(page: Page, server: Server, log: Log, note: str, why: str = "") -> None:
    """Type a note that nobody leaves before the page is loaded anew."""
    board(page, server, log)
    for name, text in (("Notes", note), ("Note on the last moment", why)):
        if text:
            page.get_by_role("textbox", name=name).evaluate(
                "(field, text) => { field.value = text; field.dispatchEvent(new Event('input', {bubbles: true})); }",
                text,
            )
    board(page, server, log)
    expect(page.get_by_role("textbox", name="Notes")).to_have_value(note)


def forget(page: Page, server: Server, name: str) -> None:
    """Forget a person for good, on the dashboard."""
    from tests.browser.conftest import opened
    from tests.browser.steady import settled

    opened(page, f"{server.address}/exchange")
    person = page.get_by_role("combobox", name="Person")
    person.click()
    person.fill(name.partition(" ")[0])
    page.keyboard.press("Enter")
    settled(page).get_by_role("button", name="Forget", exact=True).click()
    page.get_by_text("Yes, forget this person").click()
    settled(page).get_by_role("button", name="Forget for good").click()
    page.get_by_text("Forgotten: the name is gone").wait_for()


# Dialogs


def test_opening_and_closing_dialogs_stores_nothing_and_each_is_sound(small: Page, server: Server, log: Log) -> None:
    log.moment(Moment.STUCK)
    log.leave(log.session().players[2].player)
    before = entries_of(log.store, log.id)
    board(small, server, log, "Table")
    buttons = small.locator("[data-open-dialog]")
    for at in range(buttons.count()):
        for tab in ("Moments", "Scores", "Table", "Forms"):
            small.locator(f"[data-tab={tab}]:not(main)").click()
            if buttons.nth(at).is_visible():
                break
        buttons.nth(at).click()
        expect(small.get_by_role("dialog")).to_be_visible()
        if at:
            fits_a_thumb(small)
            assert broken(small) == []
        else:  # the others have its colors
            is_sound(small)
        small.get_by_role("button", name="Close").click()
    assert entries_of(log.store, log.id) == before


def test_the_table_is_changed_in_dialogs(small: Page, server: Server, log: Log) -> None:
    board(small, server, log, "Table")
    small.get_by_role("button", name="1 · Anna").click()
    small.get_by_role("button", name="Leave the table").click()
    expect_last(small, "Anna leaves")
    expect(small.get_by_role("dialog")).to_be_hidden()
    small.get_by_role("button", name="Add a player").click()
    small.get_by_label("Who", exact=True).fill("Dora")
    small.get_by_role("button", name="Add player", exact=True).click()
    expect_last(small, "Dora joins")
    names = [people(log.store)[player.player].name for player in log.session().players]
    assert names == ["Dora", "Ben", "Cleo"]
    small.get_by_role("button", name="Log", exact=True).click()
    small.get_by_role("button", name=re.compile("Dora joins")).click()
    small.get_by_label("Seat").fill("2")
    small.get_by_role("button", name="Save correction").click()
    expect_last(small, "Corrected")
    small.locator("[data-tab=Scores]:not(main)").click()
    small.get_by_role("button", name="Override the result").click()
    small.get_by_label("Nobody wins").check()
    small.get_by_label("Reason").fill("Rain")
    small.get_by_role("button", name="Override", exact=True).click()
    expect_last(small, "Overridden")
    assert log.session().scores.winners == ()
