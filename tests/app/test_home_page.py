"""Home: an example to slide and one button on a first start; later where to go on, the games, what happened lately."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from streamlit.testing.v1 import AppTest

import workbench
from tests.app.conftest import OpenPage
from tests.app.reading import buttons, html, links, text
from tests.app.turning import followed
from tests.app.waiting import ended, until
from tests.cli.commands import commands_of
from tests.golden import first_page
from tests.support.evenings import evenings
from tests.support.processes import output, start
from workbench import CLAIM
from workbench.app.pages import home as home_page
from workbench.app.pages.home.example import HomeExample, example_of
from workbench.app.pages.home.shelf import GameCard, drawn_cover
from workbench.app.services import services
from workbench.app.widgets.text import shortened
from workbench.cli import main
from workbench.engine.problems import Problem
from workbench.engine.registry import games
from workbench.scenario import list_scenarios, load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.history import Decision, DecisionState, decide


def headings(page) -> list[str]:  # type: ignore[no-untyped-def]
    return [line.lstrip("# ") for line in text(page).splitlines() if line.startswith("##")]


def titles() -> list[str]:
    return [game.title for game in games().values()]


def test_an_empty_store_offers_one_primary_button_between_what_it_is_for_and_the_games(
    open_page: OpenPage, workspace: Workspace
) -> None:
    page = open_page("home")
    assert not page.exception and page.title[0].value == CLAIM
    assert f"**{CLAIM}**" in (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    _every_game_is_a_card_and_no_revision_is_listed(page)
    assert _drawn(page) and "stored with the program" in text(page), "nothing is played before the rules are compiled"
    assert [button.label for button in page.button] == ["What did “Broad appeal by difference” do?"]
    assert "primary" in str(page.button[0].proto.type)
    assert not workspace.store_path.exists()


HEAVY = ("numba", "scipy", "duckdb", "distributed", "openskill", "markdown_it")
FIRST_PAGE = f"""
import sys
from streamlit.testing.v1 import AppTest
from workbench.app.jobs.queue import Jobs
from workbench.app.jobs.quick import QuickLook
from workbench.app.server.launch import MAIN
Jobs.warm_up = lambda jobs, scenario: None  # it compiles beside
QuickLook.ask = lambda look: look  # it plays beside
page = AppTest.from_file(str(MAIN), default_timeout=60).run()
print(len(page.exception), len(page.button), [name for name in {HEAVY} if name in sys.modules])
"""


def test_the_first_page_imports_what_it_shows_and_no_more(workspace: Workspace) -> None:
    assert output(start("-c", FIRST_PAGE)).splitlines()[-1] == "0 1 []"


def _every_game_is_a_card_and_no_revision_is_listed(page: AppTest) -> None:
    assert headings(page) == ["Games", *titles()]
    assert all(game.summary in text(page) for game in games().values())
    assert text(page).count("4 revisions") == 2
    assert "concentration" not in text(page)
    assert not re.search(r"not \w+ yet|nothing yet", text(page)), "what nobody did yet is not told"
    ways = [label for label in links(page) if label.startswith("Revisions of ")]
    assert ways == [f"Revisions of {title}" for title in titles()]


@pytest.mark.parametrize("name", games())
def test_the_first_rule_of_every_game_can_be_slid(name: str, workspace: Workspace) -> None:
    revision = list_scenarios(workspace, games()[name])[0]
    example = example_of(load_scenario(workspace, revision))
    assert example and example.low <= example.today <= example.high
    sound = [value for value in (example.low, example.today, example.high) if not _problems(example, value)]
    assert example.today in sound


def _problems(example: HomeExample, value: int) -> list[Problem]:
    values = {**example.scenario.rules, example.rule.name: value}
    return [problem for problem in example.scenario.game.problems(values) if not problem.warning]


@pytest.mark.usefixtures("store", "quick_looks")
def test_sliding_a_rule_plays_it_and_says_what_it_does(open_page: OpenPage) -> None:
    page = open_page("home")
    assert page.slider[0].value == 8, "one more than today"
    until(lambda: _drawn(page.run()))
    more = html(page)
    page.slider[0].set_value(6)
    until(lambda: _drawn(page.run()))
    assert html(page) != more and not re.search(r"(?<![\d.])6 → ", text(page))
    page.slider[0].set_value(7)
    until(lambda: "as it is" in text(page.run()) and _drawn(page))
    assert "→" not in html(page), "today's rules are compared with nothing"


def _drawn(page) -> bool:  # type: ignore[no-untyped-def]
    return "wb-row" in html(page)


def test_every_value_has_a_stored_answer() -> None:
    example = first_page.starter_example()
    assert {path.name for path in first_page.FOLDER.iterdir()} == {
        first_page.file_of(example, value).name for value in first_page.other_values(example)
    }


def test_a_stored_answer_is_what_these_rules_play() -> None:
    example = first_page.starter_example()
    assert first_page.file_of(example, example.first).read_text("utf-8") == first_page.text_of(example, example.first)


@pytest.mark.usefixtures("store")
def test_the_button_starts_the_comparison_and_goes_there(open_page: OpenPage) -> None:
    page = open_page("home")
    page.button(key="first_comparison").click().run()
    assert not page.exception
    assert page.title[0].value == "Results"
    [job] = services().jobs.active
    assert (job.place.choices["against"], job.place.choices["revision"]) == (["2020-03-04"], "2021-04-08")
    job.cancel()
    ended(job)
    assert page.query_params["revision"] == "2021-04-08"
    assert page.query_params["seed"] == "1"


@pytest.mark.usefixtures("store")
def test_once_something_was_found_one_goes_on_from_there(open_page: OpenPage) -> None:
    page = open_page("home")
    base, other = (_short(f"trickster/{name}") for name in ("prototype-a", "no-moon"))
    ended(services().jobs.compare(base, other))
    page.run()
    assert "first_comparison" not in buttons(page)
    words = text(page)
    assert "**Go on** with Trickster › **No moon**" in words.replace("\\", "")
    assert "1 goal is met now" in words
    result = followed(page, "Open the result")
    assert not result.exception
    assert result.title[0].value == "Results"
    page = {key: result.get_by_key(key).value for key in ("game", "revision", "against", "plays", "bots")}
    address = {"game": "trickster", "revision": "no-moon", "against": ["prototype-a"], "plays": 200, "bots": "random"}
    assert page == address


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(
    ("game", "measure"), [("hollywood_1947/three-players", "win"), ("trickster/prototype-a", "lasts")]
)
def test_a_game_that_was_not_compared_says_what_its_last_batch_found(game: str, measure: str) -> None:
    ended(services().jobs.simulate(_short(game)))
    view = home_page.model()
    assert re.search(rf"\*\*Go on\*\* with .*{measure} \d", view.go_on)
    assert [bool(re.search(rf"{measure} \d", told(card))) for card in view.cards].count(True) == 1


@pytest.mark.usefixtures("store")
def test_what_happened_lately_stands_in_one_list_newest_first(workspace: Workspace) -> None:
    evenings(workspace, 2)
    ended(services().jobs.simulate(_short("hitmakers/2021-04-08")))
    view = home_page.model()
    assert [bool(line.session) for line in view.lately] == [False, True, True]
    assert "Hitmakers › Broad appeal by difference" in view.lately[0].label
    assert view.lately[0].result["plays"] == 200 and "players" in view.lately[1].label
    assert "2 playtests, the last on " in told(card_of("hitmakers"))


def test_a_broken_revision_is_counted_and_leaves_the_others(workspace: Workspace) -> None:
    broken = workspace.scenarios / "hitmakers" / "broken.toml"
    broken.write_text('game = "hitmakers"\n[rules]\nhand_size = 40\n')
    assert "4 revisions, :red[1 file cannot be read]" in told(card_of("hitmakers"))


def card_of(game: str) -> GameCard:
    return next(card for card in home_page.model().cards if card.game.name == game)


def told(card: GameCard) -> str:
    """What a card says of how its game stands."""
    return "\n".join(card.lines).replace("\\", "")


def _short(name: str):  # type: ignore[no-untyped-def]
    return load_scenario(services().workspace, name, plays=200, bots="random")


def test_it_does_not_read_the_plays(workspace: Workspace, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ended(services().jobs.simulate(_short("hitmakers/2021-04-08")))
    monkeypatch.setattr("workbench.store.results.load_results", None)
    assert "Go on" in home_page.model().go_on


def test_no_page_names_a_command_that_is_not_there() -> None:
    sources = Path(workbench.__file__).parent.rglob("*.py")
    named = {name for path in sources for name in re.findall(r"`workbench ([a-z][a-z-]*)", path.read_text("utf-8"))}
    assert named
    assert named <= set(commands_of(main))


def test_a_shortened_line_keeps_a_number_whole() -> None:
    assert shortened("points\n +9\u202f%,  5\u202f000 plays") == "points +9\u202f%, 5\u202f000 plays"


def test_a_shortened_line_ends_after_a_whole_word() -> None:
    assert shortened("the gap between best and worst seat", 20) == "the gap between …"
    assert shortened("unbroken" * 5, 10) == "unbrokenu …"


@pytest.mark.usefixtures("store")
def test_a_card_says_how_the_game_stands_by_bots_and_by_decision(workspace: Workspace) -> None:
    services_now = services()
    scenario = load_scenario(services_now.workspace, "hitmakers/2021-04-08", plays=400, bots="random")
    ended(services_now.jobs.simulate(scenario))
    decide(services_now.store, Decision("hitmakers", "2021-04-08", DecisionState.ADOPTED, "The wins are clearer."))
    words = told(card_of("hitmakers"))
    assert re.search(r"meets \d of 3 goals.*, by random, 400 plays", words)
    assert "“Broad appeal by difference” adopted: The wins are clearer. · 3 open" in words


@pytest.mark.parametrize("svg", [*(str(game.cover) for game in games().values()), ""])
def test_a_cover_is_a_picture_without_scripts_or_links(svg: str) -> None:
    drawn = Path(svg).read_text("utf-8") if svg else drawn_cover("The <Game> of Life")
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawn).iter()}
    assert tags <= {"svg", "g", "rect", "circle", "path", "polygon", "text"}
    assert "href" not in drawn
