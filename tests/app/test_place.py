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

from tests.app.conftest import LAST_ADDRESS, OpenPage, address_of
from tests.app.turning import followed, turned_to
from tests.support.thorough import examples, one_of, some_of
from workbench.app import address, header, navigation
from workbench.app.jobs.queue import Jobs
from workbench.app.navigation import PAGES, TABS, PageSpec
from workbench.app.place import Place, named
from workbench.app.services import Revisions, services
from workbench.app.widgets.text import literal
from workbench.engine.registry import games
from workbench.scenario import Scenario, list_scenarios
from workbench.scenario.files import Workspace
from workbench.store import Store

OF_A_REVISION = [spec.name for spec in PAGES if spec.tab]
TAB_LABELS = {label for tab in TABS for label in (literal(tab), f"**{literal(tab)}**")}


def place(page: AppTest) -> tuple[object, object]:
    return page.selectbox(key="game").value, page.selectbox(key="revision").value


def step(page: AppTest, request: tuple[str, str]) -> tuple[AppTest, tuple[object, object]]:
    """One step of a walk, by a tab, by any link of the page or in the header; and the place that it leads to."""
    what, name = request
    here = place(page)
    if what == "link":
        return follow(page, links_of(page)[int(name) % len(links_of(page))], here)
    if what == "page":
        tab = next((link for link in links_of(page) if link.page.endswith(name)), None)
        return follow(page, tab, here) if tab else (turned_to(page, name).run(), here)
    box = page.selectbox(key=what)
    options = (
        [name]
        if what == "game"
        else [name.partition("/")[2] for name in list_scenarios(services().workspace, str(here[0]))]
    )
    page = box.set_value(options[0 if what == "game" else int(name) % len(options)]).run()
    return page, (name, place(page)[1]) if what == "game" else place(page)


@pytest.mark.parametrize(
    ("title", "expected"),
    [("Six Players!", "Six Players!"), ("six", "six · six-players"), ("", "six-players"), ("six-players",) * 2],
)
def test_a_revision_is_shown_with_its_name_where_that_says_more(title: str, expected: str) -> None:
    scenario = SimpleNamespace(title=title)
    assert named(Revisions({"six-players": scenario}, {}), "six-players") == expected


def links_of(page: AppTest) -> list[Any]:
    """The links of a page, those of the header among them."""
    return [link.proto for link in page.get("page_link")]


def follow(page: AppTest, link: Any, here: tuple[object, object]) -> tuple[AppTest, tuple[object, object]]:
    """The page that a link leads to, and the place that it names, or else the one where it stands."""
    query = parse_qs(link.query_string, keep_blank_values=True)
    page._page_hash = link.page_script_hash
    page.query_params.clear()
    page.query_params.update(query)
    named = tuple(query.get(key, [value])[-1] for key, value in zip(("game", "revision"), here, strict=True))
    return page.run(), named


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("page"), st.sampled_from([names[0] for names in TABS.values()])),
        st.tuples(st.just("link"), st.integers(0, 60).map(str)),
        st.tuples(st.just("revision"), st.integers(0, 5).map(str)),
        st.tuples(st.just("game"), st.sampled_from(sorted(games()))),
    ),
    min_size=3,
    max_size=6,
)


@examples(8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_a_revision_chosen_anywhere_is_the_one_shown_everywhere(
    open_page: OpenPage, steps: list[tuple[str, str]]
) -> None:
    page = open_page("results", game="hitmakers")
    for request in steps:
        page, expected = step(page, request)
        assert not page.exception
        assert place(page) == expected, f"after {request}"
        assert_all_say(page, *expected)


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
    assert len(tabs) in (0, len(TABS), len(TABS) + 1), "the first tab has a page of its own name"
    if tabs:
        assert [_one(page.query_params[key]) for key in ("game", "revision")] == [game, revision]


def _one(value: str | list[str]) -> str:
    return value[-1] if isinstance(value, list) else value


GAMES = sorted(games())
EVERY = [(spec.name, game) for spec in PAGES for game in GAMES if spec.suits(games()[game])]
"""Every page with every game that it suits; at first each page with one of them, by turns."""


@pytest.mark.parametrize(("name", "game"), some_of(EVERY, lambda case: EVERY.index(case) % (len(GAMES) + 1) == 0))
def test_every_page_opens_at_its_place_under_its_title(
    open_page: OpenPage, workspace: Workspace, name: str, game: str
) -> None:
    last = list_scenarios(workspace, game)[-1].partition("/")[2]
    page = open_page(name, game=game, revision=last)
    assert not page.exception and not page.error
    spec = navigation.spec_named(name)
    assert [title.value for title in page.title] == [spec.heading or spec.title]
    assert place(page) == (game, last)
    assert_all_say(page, game, last)


def test_each_game_remembers_its_revision_and_each_page_its_choices(open_page: OpenPage) -> None:
    page = open_page("results", game="hitmakers", revision="concentration", plays=700)
    page.selectbox(key="game").set_value("trickster").run()
    assert page.number_input(key="plays").value == 20_000
    page.selectbox(key="game").set_value("hitmakers").run()
    assert place(page) == ("hitmakers", "concentration")
    assert page.number_input(key="plays").value == 700
    followed(page, "Playtests")
    followed(page, "People and bots")
    assert page.number_input(key="plays").value == 20_000, "a page has its own memory"
    followed(page, "Results")
    assert page.number_input(key="plays").value == 700
    del page.query_params["plays"]
    assert page.run().number_input(key="plays").value == 20_000, "as before it was chosen, where Back leads"


def test_another_revision_takes_its_own_parent_to_be_held_against(open_page: OpenPage) -> None:
    page = open_page("results", game="hitmakers", revision="2021-04-08", against="concentration")
    page.selectbox(key="revision").set_value("four-players").run()
    assert page.multiselect(key="against").value == ["2021-04-08"]
    page.selectbox(key="revision").set_value("2021-04-08").run()
    assert page.multiselect(key="against").value == ["concentration"], "as it was chosen for this one"
    page.selectbox(key="revision").set_value("2020-03-04").run()
    assert page.multiselect(key="against").value == [], "a first revision stands alone"


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
    assert {prepared_scenario.name for prepared_scenario in prepared} == {"/".join(place(page))}


SAVED = ("Results", "smaller-hands")


@pytest.fixture
def saved(open_page: OpenPage, store: Store) -> AppTest:
    """A draft with all that is needed to save it."""
    page = open_page("rules", game="hitmakers", revision="2021-04-08")
    page.get_by_key("rule:hitmakers/2021-04-08:hand_size").set_value(6).run()
    page.text_input(key="new:hitmakers/2021-04-08_title").set_value("Smaller hands").run()
    return page.text_area(key="new:hitmakers/2021-04-08_reason").set_value("Matches drag").run()


def where(page: AppTest) -> tuple[object, ...]:
    """The page that stands there, and its place, which the address says too."""
    [revision] = parse_qs(urlencode(page.query_params, doseq=True))["revision"]
    assert place(page) == ("hitmakers", revision)
    return page.title[0].value, revision


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
    assert where(saved) == SAVED


BEFORE = {"game": "hitmakers", "revision": "2021-04-08"}
"""The address of the draft."""


def switched(page: AppTest, name: str, *, late: bool = False) -> AppTest:
    """What the browser asks for, of a page and with the address from before; `late`: nobody went there."""
    page.query_params.clear()
    page.query_params.update(BEFORE)
    page._page_hash = calc_hash(name)
    if late:
        page.__dict__[LAST_ADDRESS] = address_of(page)
    return page.run()


@pytest.mark.parametrize("name", ["rules", "results"])
def test_nor_does_a_run_that_the_browser_asked_for_before_it_knew(saved: AppTest, name: str) -> None:
    saved.button(key="save_compare").click().run()
    assert where(switched(saved, name, late=True)) == SAVED


@pytest.mark.parametrize(("seconds", "there"), [(header.LATE_S, SAVED), (0.0, ("Results", BEFORE["revision"]))])
def test_nor_does_a_box_that_still_holds_the_revision_from_before(
    saved: AppTest, monkeypatch: pytest.MonkeyPatch, seconds: float, there: tuple[str, str]
) -> None:
    """The browser sends all boxes as it has them; later the same is somebody's choice."""
    monkeypatch.setattr(header, "LATE_S", seconds)
    saved.button(key="save_compare").click().run()
    assert where(saved.selectbox(key="revision").set_value(BEFORE["revision"]).run()) == there


def test_whoever_goes_back_is_let_go(saved: AppTest) -> None:
    saved.button(key="save_compare").click().run()
    assert where(switched(saved, "rules")) == ("Rules & goals", "2021-04-08")


def test_even_while_the_page_is_being_drawn(saved: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert where(saved) == ("Rules & goals", "2021-04-08")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the browser is told: the pages whose runs begin, and addresses."""
    told: list[str] = []
    tell, begin = QueryParams._send_query_param_msg, address.begin
    monkeypatch.setattr(QueryParams, "_send_query_param_msg", lambda now: (told.append(str(now)), tell(now))[1])
    monkeypatch.setattr(address, "begin", lambda name: (told.append(name), begin(name))[1])
    return told


def test_the_whole_address_is_told_in_every_run(saved: AppTest, told: list[str]) -> None:
    """What was told before may be lost: Streamlit drops what it has not sent when a run begins."""
    saved.button(key="save_compare").click().run()
    assert "smaller-hands" in "".join(told[told.index("results") :])


def test_who_held_a_revision_against_none_may_go_back_and_follow_a_link(open_page: OpenPage) -> None:
    """What a revision is held against is part of the place, and not remembered a second time with the page."""
    page = open_page("results", **BEFORE)
    page.multiselect(key="against").set_value([]).run()
    del page.query_params["against"]
    page.run()
    followed(page, "Revisions")
    followed(page, "Compare")
    assert page.multiselect(key="against").value == ["2020-03-04"]


def test_one_choice_tells_one_address(open_page: OpenPage, told: list[str]) -> None:
    page = open_page("results", **BEFORE)
    told.clear()
    page.selectbox(key="game").set_value("trickster").run()
    assert told[0] == "results" and len(set(told[1:])) == 1
