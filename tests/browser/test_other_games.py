"""What is not ours, in a browser: games and a study that packages bring, games of families, and a designer's own game.

Every page of each game is opened in `tests/app`.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.analyzed import sound_down_to_a_phone
from tests.browser.conftest import DESK, PHONE, Server, Tabs, compiled_ms, opened, with_packages
from tests.browser.steady import click, fits, moved, settled
from tests.browser.test_every_page import broken, resized
from tests.browser.test_play_it import MINE, play_on
from tests.kit import caravan
from tests.support.kit import EXAMPLES, install_examples
from tests.support.outside import STUDY, install_study
from tests.support.workspace_games import write_game
from workbench.engine import registry
from workbench.engine.families import families
from workbench.kit.examples import KINDS
from workbench.scenario.files import init_workspace
from workbench.scenario.new_game import new_family_game

pytestmark = pytest.mark.browser

TRICKS = "my_tricks"
SHORT = {
    **{TRICKS: {"deals": 1, "hand": 5}, "pig": {"target": 20}, "hearts": {"target": 20}, "herd": {"target": 20}},
    **{"crew": {"rounds": 4}, "four_in_a_row": {"match_wins": 2}},
}
"""Rules of a revision that is soon over; of one a match, in which one person plays several games."""
BOARDS = {one.name for one in KINDS.values() if re.search(r"kit\.(pieces|counters)\(", one.file.read_text("utf-8"))}
LINKS, TAPPED = {"isles": 12}, ("four_in_a_row", "hamlet", "crosses")
"""Links that a board draws, and games in which a person taps spaces where others press a button."""
LEDUC = 'from workbench.interop.theirs import openspiel_game\n\nGAME = openspiel_game("leduc", "leduc_poker")\n'
OURS = [f"my_{family}" for family in families()]
PLACE = f"/{STUDY}?game=trickster&revision=prototype-a&bots=random&plays=300&after=2"
HEADLINE = "Who leads alone after round 2 wins"


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A dashboard with all of them but the designer's own game, which is written later."""
    root = tmp_path_factory.mktemp("others")
    workspace, _ = init_workspace(root / "studio")
    for name, family in families().items():
        new_family_game(workspace, f"my_{name}", name, family.presets[-1].name, f"My {name}")
    write_game(workspace.root, "leduc", LEDUC)
    registry.use_workspace(workspace.root)
    registry.trust("leduc")
    registry.use_workspace("")
    for name, rules in SHORT.items():
        (workspace.scenarios / name).mkdir(exist_ok=True)
        about = f'game = "{name}"\ntitle = "Short"\nparent = "default"\n[table]\nbots = ["random"]\n[rules]\n'
        text = about + "".join(f"{rule} = {value}\n" for rule, value in rules.items())
        (workspace.scenarios / name / "short.toml").write_text(text)
    server = with_packages(install_study(install_examples(root / "site")), workspace)
    yield server
    server.kill()


@pytest.fixture
def desk(studio: Server, tabs: Tabs) -> Iterator[Page]:
    with tabs.tab(studio.address, DESK) as page:
        yield page


@pytest.mark.thorough
def test_the_form_of_a_family_is_sound_with_the_rules_that_it_folds(desk: Page, studio: Server) -> None:
    opened(desk, f"{studio.address}/rules?game={TRICKS}&revision=default")
    for fold in desk.get_by_text("Without effect now").all():
        fold.click()
    assert broken(settled(desk)) == []
    resized(desk, PHONE)
    fits(desk)


def draws_a_move(page: Page, game: str, address: str) -> None:
    """The table is drawn after its first move, of dice after their throw; of linked spaces every link."""
    page.goto(address)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_have_text(re.compile("^3 of"))
    assert page.locator(".spot" if game in BOARDS else ".card, .die, .piece").count() > 0
    assert page.locator(".board.linked path").count() == LINKS.get(game, 0)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [*OURS, *EXAMPLES])
def test_the_table_draws_the_game(game: str, desk: Page, studio: Server) -> None:
    draws_a_move(desk, game, f"{studio.address}/table/{game}/default?bots=random")
    if game in EXAMPLES:
        sound_down_to_a_phone(desk)


@pytest.mark.thorough
def test_the_table_of_a_game_of_openspiels_says_what_each_sees(desk: Page, studio: Server) -> None:
    desk.goto(f"{studio.address}/table/leduc/default?bots=random")
    for _ in range(2):  # cards are dealt
        desk.keyboard.press("ArrowRight")
    expect(desk.locator(".seat .zone[data-look=text] pre")).to_have_text([re.compile("Private")] * 2)
    expect(desk.locator(".middle")).to_be_hidden()
    desk.keyboard.press("End")
    expect(desk.locator(".middle pre")).to_be_visible()
    sound_down_to_a_phone(desk)


def tap_a_choice(page: Page, number: int) -> None:
    choices = page.locator("#choices button")
    choices.nth(number % choices.count()).tap()


def tap_a_space(page: Page, number: int) -> None:
    spaces = page.locator(".spot.can")
    if spaces.count():
        spaces.nth(number % spaces.count()).tap()
        page.evaluate("window.tapped = (window.tapped ?? 0) + 1")
    else:  # it is about something else
        tap_a_choice(page, number)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [TRICKS, *EXAMPLES])
def test_a_person_plays_it_to_the_end(game: str, studio: Server, phone: Callable[[], BrowserContext]) -> None:
    page = phone().new_page()
    page.goto(f"{studio.address}/table/{game}/{'short' if game in SHORT else 'default'}/play?play=3")
    page.get_by_label("Name of player 1").fill("Anna")
    for seat in page.locator("select").all()[1:]:
        seat.select_option("random")
    page.get_by_role("button", name="Begin").tap()
    page.wait_for_url("**/play/*")
    page.wait_for_function(f"() => {MINE}", timeout=compiled_ms())
    if game == "kuhn_poker":  # its search is soon compiled
        page.locator("#hint").tap()
        expect(page.locator("#evidence")).not_to_be_empty()
    assert broken(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert play_on(page, tap_a_space if game in TAPPED else tap_a_choice) > 0
    assert page.evaluate("window.tapped ?? 0") >= (3 if game in TAPPED else 0)
    expect(page.locator("#choices .won")).to_be_visible()


@pytest.mark.thorough
def test_a_study_is_asked_on_its_page_and_found_again_in_the_history(
    desk: Page, studio: Server, tmp_path: Path
) -> None:
    opened(desk, studio.address + "/ladder?game=trickster&revision=prototype-a")
    click(desk.get_by_role("link", name="First leader"))
    desk.get_by_text("What is an early lead worth?").wait_for()
    moved(desk, PLACE)
    click(desk.get_by_role("button", name="Quick look"))
    desk.get_by_role("heading", name=HEADLINE).wait_for()
    check_downloads(desk, tmp_path)
    resized(desk, PHONE)
    fits(settled(desk))
    resized(desk, DESK)
    moved(desk, "/history")
    click(desk.get_by_role("link", name="First leader of Prototype A"))
    desk.get_by_role("heading", name=HEADLINE).wait_for()
    expect(desk).to_have_url(re.compile(f"/{STUDY}.*after=2"))


def check_downloads(page: Page, folder: Path) -> None:
    """Each file can be taken away, and says what the page says."""
    for label in ("Table as CSV", "All figures as JSON", "Report as HTML", "Markdown"):
        with page.expect_download() as download:
            click(page.get_by_role("button", name=label))
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        assert (HEADLINE if path.suffix != ".csv" else "after,wins,low,high,n,revision,seed") in path.read_text()


def test_a_game_of_ones_own_is_trusted_follows_its_file_and_lies_on_its_table(tabs: Tabs, server: Server) -> None:
    """Without a click after the first; on the table lie pools and a track."""
    source = Path(caravan.__file__).read_text("utf-8")
    file = write_game(server.workspace.root, "caravan", source.replace('title="Caravan"', 'title="Convoy"'))
    with tabs.tab(server.address, DESK) as page:
        is_trusted_and_follows_its_file(opened(page, server.address), file, source)
        lies_on_its_table(page, server)


def is_trusted_and_follows_its_file(page: Page, file: Path, source: str) -> None:
    page.get_by_role("button", name="load it").click()
    expect(page.get_by_role("heading", name="Convoy")).to_be_visible()
    file.write_text(source)
    expect(page.get_by_role("heading", name="Caravan")).to_be_visible()
    expect(page.get_by_role("heading", name="Hitmakers")).to_be_visible()


def lies_on_its_table(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/table/caravan/default?bots=random")
    track = page.locator(".zone[data-look=track]")
    expect(track.locator(".space")).to_have_count(21)
    assert track.locator(".space").first.inner_text().split() == ["0", "1", "2"], "both markers, by player"
    expect(page.locator(".token")).to_have_text(["4", "3", "3"])
    page.keyboard.press("End")
    expect(track.get_by_label("on 20")).to_have_count(1)
    assert sum(map(int, page.locator(".token").all_inner_texts())) == 10
    sound_down_to_a_phone(page)
