"""Where one is: chosen once, the same on every page, in every address and every link."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests
from streamlit.runtime.state.query_params import QueryParams
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from tests.app.conftest import OpenPage, Session
from tests.app.reading import blocks_of_html
from tests.app.turning import turned_to
from tests.support.thorough import examples, one_of
from workbench.app import address, header, navigation, place
from workbench.app.jobs.queue import Jobs
from workbench.app.navigation import PAGES, TABS, PageSpec, query_to
from workbench.app.pages.results import comparisons
from workbench.app.place import Place, named
from workbench.app.services import Revisions
from workbench.app.widgets import controls, fields
from workbench.app.widgets.text import literal
from workbench.engine.registry import games
from workbench.scenario import Scenario, list_scenarios
from workbench.scenario.files import STARTER, Workspace
from workbench.store import Store

OF_A_REVISION = [spec.name for spec in PAGES if spec.tab]
TAB_LABELS = {label for tab in TABS for label in (literal(tab), f"**{literal(tab)}**")}

pytestmark = pytest.mark.usefixtures("store")


@pytest.mark.parametrize(
    ("title", "expected"),
    [("Six Players!", "Six Players!"), ("six", "six · six-players"), ("", "six-players"), ("six-players",) * 2],
)
def test_a_revision_is_shown_with_its_name_where_that_says_more(title: str, expected: str) -> None:
    scenario = SimpleNamespace(title=title)
    assert named(Revisions({"six-players": scenario}, {}), "six-players") == expected


def test_games_of_one_title_are_told_apart_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    one = games()["hitmakers"]
    monkeypatch.setattr(place, "games", lambda: {"a": one, "b": one})
    assert place.game_titles() == {"a": "a", "b": "b"}


# Without a page that is drawn


def at(name: str, **query: object) -> Place:
    """The place of a page after a link to it, which may say nothing but a choice, or nothing at all."""
    address.go(name, query)
    return settled()


def settled() -> Place:
    there = place.settle()
    assert there
    return there


def turned(name: str, **query: object) -> Place:
    """The same after a click on a link of the page that stands there."""
    return at(name, **query_to(name, query))


def chosen(**names: object) -> Place:
    """The same after a choice in the header."""
    place.go(**names)
    return settled()


def where(there: Place) -> tuple[str, str]:
    return there.game.name, there.revision


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("page"), st.sampled_from([spec.name for spec in PAGES])),
        st.tuples(st.just("revision"), st.integers(0, 5).map(str)),
        st.tuples(st.just("game"), st.sampled_from(sorted(games()))),
        st.tuples(st.just("link"), st.sampled_from(list_scenarios(Workspace(STARTER), "hitmakers"))),
    ),
    min_size=3,
    max_size=12,
)


@examples(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_a_revision_chosen_anywhere_is_the_one_shown_everywhere(session: Session, steps: list[tuple[str, str]]) -> None:
    expected = where(at("results", game="hitmakers"))
    for what, name in steps:
        if what == "page":
            there = turned(name)
        elif what == "link":
            game, _, revision = name.partition("/")
            there, expected = turned("results", game=game, revision=revision), (game, revision)
        elif what == "game":
            there = chosen(game=name)
            expected = (name, where(there)[1])
        else:
            names = list(settled().revisions.sound)
            there = chosen(revision=names[int(name) % len(names)])
            expected = (expected[0], names[int(name) % len(names)])
        assert where(there) == expected, f"after {what} {name}"
        says = address.now().choices
        assert says[place.GAME] == [expected[0]] and says[place.REVISION] == [expected[1]]


def plays() -> object:
    """What the field of the plays holds on the page Results or People and bots."""
    there = settled()
    batch = fields.of_batch(there, address.now(), [there.revision])
    return batch.setup.plays


@pytest.mark.usefixtures("session")
def test_each_game_remembers_its_revision_and_each_page_its_choices() -> None:
    at("results", game="hitmakers", revision="concentration", plays=700)
    assert plays() == 700
    assert where(chosen(game="trickster"))[0] == "trickster" and plays() == 20_000
    assert where(chosen(game="hitmakers")) == ("hitmakers", "concentration") and plays() == 700
    turned("reality")
    assert plays() == 20_000, "a page has its own memory"
    turned("results")
    assert plays() == 700
    address.forget("plays")
    assert plays() == 20_000, "as before it was chosen, where Back leads"
    assert where(at("sessions")) == ("hitmakers", "concentration"), "where one was last"
    assert where(chosen(game="hollywood_1947")) == ("hollywood_1947", "six-players"), "which the others vary"


@pytest.mark.usefixtures("session")
def test_another_revision_takes_its_own_parent_to_be_held_against() -> None:
    at("results", game="hitmakers", revision="2021-04-08", against="concentration")
    assert chosen(revision="four-players").against == ("2021-04-08",)
    assert chosen(revision="2021-04-08").against == ("concentration",), "as it was chosen for this one"
    assert chosen(revision="2020-03-04").against == (), "a first revision stands alone"
    assert at("results", game="hitmakers", revision="2021-04-08", against="2021-04-08").against == ("2020-03-04",)


@pytest.mark.usefixtures("session")
def test_who_held_a_revision_against_none_may_go_back_and_follow_a_link() -> None:
    """What a revision is held against is part of the place, and not remembered a second time with the page."""
    at("results", **BEFORE)
    address.write("against", "")
    assert settled().against == ()
    address.forget("against")
    settled()
    turned("revisions")
    assert turned("results", revision="2021-04-08").against == ("2020-03-04",)


@pytest.mark.usefixtures("session")
@pytest.mark.parametrize("name", ["trickster", "Trickster"])
def test_a_link_may_name_a_game_or_say_its_title_and_does_not_hold_on_to_it(name: str) -> None:
    assert where(at("results", game=name, revision="no-moon")) == ("trickster", "no-moon")
    assert where(chosen(game="hitmakers"))[0] == "hitmakers" and not address.now().ignored


@pytest.mark.usefixtures("session")
def test_another_game_gets_suggestions_of_its_own() -> None:
    at("results", game="hitmakers", revision="2020-03-04", plays=77, seed=9, bots="random")
    choice = comparisons.choice_of(chosen(game="trickster"), address.now())
    assert choice.model and not address.now().ignored
    assert (choice.batch.bots, choice.batch.plays) == (choice.model.bots[0], choice.model.plays)


@pytest.mark.usefixtures("session")
def test_what_an_address_says_wrongly_of_the_place_is_left_out_with_a_word() -> None:
    there = at("cards", game="showbiz_shuffle", revision="mistyped", against="mistyped", card_list="mistyped")
    assert fields.card_list(address.now(), there.game).value
    assert len(set(address.now().ignored)) == 3, "a word for each; for pages of studies see `test_study_model`"
    assert all("= mistyped in the address is ignored" in words for words in address.now().ignored)
    assert "mistyped" not in str(address.now().choices)
    at("results", game="trickster", revision="no-moons")
    assert "did you mean no-moon?" in address.now().ignored[0]


def test_a_label_that_no_option_has_any_more_changes_nothing(session: Session) -> None:
    """The browser sends labels; where the options have changed since, it may send one that is gone."""
    at("results", game="trickster", revision="no-moon")
    session["bots"] = "A label that is gone"
    controls._chosen("bots", options=["greedy", "random"])
    assert not address.now().has("bots")
    session["game"] = "A title that is gone"
    header._switch(navigation.spec_named("results"), "game", list(games()))
    assert where(settled()) == ("trickster", "no-moon")


BEFORE = {"game": "hitmakers", "revision": "2021-04-08"}
SAVED = {"game": "hitmakers", "revision": "concentration", "against": "2021-04-08"}


@pytest.mark.parametrize("went", [False, True])
def test_only_where_a_person_went_there_the_address_of_the_browser_counts(
    session: Session, monkeypatch: pytest.MonkeyPatch, went: bool
) -> None:
    """A run that the browser asked for before it knew of a change of page comes with the address from before."""
    address.go("results", SAVED)
    monkeypatch.setattr(address, "get_script_run_ctx", lambda: SimpleNamespace(is_history_navigation=went))
    monkeypatch.setattr("streamlit.query_params", QueryOf(BEFORE))
    assert address.begin("rules") == ("rules" if went else "results")
    assert settled().revision == ("2021-04-08" if went else "concentration")


class QueryOf(dict[str, str]):
    """The address of the browser."""

    def get_all(self, key: str) -> list[str]:
        return [self[key]]


@pytest.mark.parametrize(("seconds", "revision"), [(header.LATE_S, "concentration"), (0.0, "2021-04-08")])
def test_a_box_that_still_holds_the_revision_from_before_does_not_undo_a_change_of_page(
    session: Session, monkeypatch: pytest.MonkeyPatch, seconds: float, revision: str
) -> None:
    """The browser sends all boxes as it has them; later the same is somebody's choice."""
    monkeypatch.setattr(header, "LATE_S", seconds)
    pages, there = (navigation.spec_named(name) for name in ("rules", "results")), at("rules", **BEFORE)
    for spec in pages:
        held = header._held(spec, "revision", there.revision, list(there.revisions.sound))
        there = at("results", **SAVED)
    session["revision"] = BEFORE["revision"]
    held["on_change"](*held["args"])
    assert settled().revision == revision


# On pages that are drawn


def place_on(page: AppTest) -> tuple[object, object]:
    return page.selectbox(key="game").value, page.selectbox(key="revision").value


def links_of(page: AppTest) -> list[Any]:
    """The links of a page, those of the header among them."""
    return [link.proto for link in page.get("page_link")]


def assert_all_say(page: AppTest, game: object, revision: object) -> None:
    """The address and every tab name this place, where the page has tabs; every link to such a page names one."""
    queries = {
        link.page: parse_qs(link.query_string)
        for link in links_of(page)
        if link.page.rpartition("/")[2] in OF_A_REVISION
    }
    assert all({"game", "revision"} <= set(query) for query in queries.values()), queries
    tabs = [parse_qs(link.query_string) for link in links_of(page) if link.label in TAB_LABELS]
    assert all((query["game"], query["revision"]) == ([game], [revision]) for query in tabs)
    of_game = [tab for tab in TABS if navigation.of_tab(tab, games()[str(game)])]
    assert len(tabs) in (0, len(of_game), len(of_game) + 1), "a tab may have a page of its own name"
    if tabs:
        ways = "".join(blocks_of_html(page))
        assert all(f">{way}</a>" in ways for way in ("Play it", "Watch", "New session")), "one click away"
        assert [_one(page.query_params[key]) for key in ("game", "revision")] == [game, revision]


def _one(value: str | list[str]) -> str:
    return value[-1] if isinstance(value, list) else value


GAMES = sorted(games())
EVERY = [(spec.name, game) for spec in PAGES for game in GAMES if spec.suits(games()[game])]
"""Every page with every game that it suits; `test_kit_games` asks every page with one that is installed."""


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "game"), EVERY)
def test_every_page_opens_at_its_place_under_its_title(
    open_page: OpenPage, workspace: Workspace, name: str, game: str
) -> None:
    last = list_scenarios(workspace, game)[-1].partition("/")[2]
    page = open_page(name, game=game, revision=last)
    assert not page.exception and not page.error
    spec = navigation.spec_named(name)
    assert [title.value for title in page.title] == [spec.heading or spec.title]
    assert place_on(page) == (game, last)
    assert_all_say(page, game, last)


def test_from_home_a_game_chosen_in_the_header_is_opened(open_page: OpenPage) -> None:
    page = open_page("home")
    page.selectbox(key="game").set_value("trickster").run()
    assert [title.value for title in page.title] == ["Revisions"]
    assert page.selectbox(key="game").value == "trickster"


@pytest.mark.parametrize("name", one_of(games(), quick="trickster"))
def test_the_rules_of_a_revision_are_prepared_while_its_page_is_read(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """What is played there first need not wait for a compiler then; a host's device need not compile at all."""
    prepared: list[Scenario] = []
    monkeypatch.setattr(Jobs, "warm_up", lambda jobs, scenario: prepared.append(scenario))
    page = open_page("sessions", game=name)
    assert not prepared
    turned_to(page, "rules").query_params["game"] = name
    page.run()
    assert {prepared_scenario.name for prepared_scenario in prepared} == {"/".join(map(str, place_on(page)))}


@pytest.fixture
def saved(open_page: OpenPage, store: Store) -> AppTest:
    """A draft with all that is needed to save it."""
    page = open_page("rules", game="hitmakers", revision="2021-04-08")
    page.get_by_key("rule:hitmakers/2021-04-08:hand_size").set_value(6).run()
    page.text_input(key="new:hitmakers/2021-04-08_title").set_value("Smaller hands").run()
    return page.text_area(key="new:hitmakers/2021-04-08_reason").set_value("Matches drag").run()


def is_saved(page: AppTest) -> bool:
    """The comparison of what was saved stands there, and the address says so."""
    [revision] = parse_qs(urlencode(page.query_params, doseq=True))["revision"]
    return (page.title[0].value, revision, *place_on(page)) == ("Results", "smaller-hands", "hitmakers", revision)


def test_a_part_that_draws_itself_again_does_not_undo_a_change_of_page(
    saved: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The browser asks for it with the address from before, just after the change of page was asked for."""
    ask, late = ScriptRequests.request_rerun, []

    def request_late(requests: ScriptRequests, data: RerunData) -> bool:
        done = ask(requests, data)
        if "smaller-hands" in data.query_string and not late:
            late.append(RerunData(query_string="game=hitmakers&revision=2021-04-08", fragment_id="tray"))
            ask(requests, replace(late[0], page_script_hash=calc_hash("rules")))
        return done

    monkeypatch.setattr(ScriptRequests, "request_rerun", request_late)
    saved.button(key="save_compare").click().run()
    assert late
    assert is_saved(saved)


def test_whoever_goes_back_while_a_page_is_drawn_is_let_go(saved: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    draw, went = header.draw, []

    def interrupted(spec: PageSpec, there: Place | None) -> None:
        context = get_script_run_ctx()
        if spec.name == "results" and context and context.script_requests and not went:
            back = RerunData(urlencode(BEFORE), page_script_hash=calc_hash("rules"), is_history_navigation=True)
            went.append(context.script_requests.request_rerun(back))
        draw(spec, there)

    monkeypatch.setattr(header, "draw", interrupted)
    saved.button(key="save_compare").click().run()
    assert went == [True]
    assert saved.title[0].value == "Rules & goals" and place_on(saved) == ("hitmakers", "2021-04-08")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the browser is told: the pages whose runs begin, and addresses."""
    told: list[str] = []
    tell, begin = QueryParams._send_query_param_msg, address.begin
    monkeypatch.setattr(QueryParams, "_send_query_param_msg", lambda now: (told.append(str(now)), tell(now))[1])
    monkeypatch.setattr(address, "begin", lambda name: (told.append(name), begin(name))[1])
    return told


def test_one_choice_tells_one_address(open_page: OpenPage, told: list[str]) -> None:
    page = open_page("results", **BEFORE)
    told.clear()
    page.selectbox(key="game").set_value("trickster").run()
    assert told[0] == "results" and len(set(told[1:])) == 1
