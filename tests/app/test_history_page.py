"""History: every result is found by its words, opens, is deleted and brought back; the store is asked in SQL."""

import csv
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import buttons, links, plain, text
from tests.app.turning import followed
from tests.app.waiting import ended, waited
from tests.support.full import fill
from tests.support.processor import processor_seconds, slowness
from tests.support.thorough import one_of
from workbench.app.address import Location
from workbench.app.history import histories
from workbench.app.pages import home
from workbench.app.pages.history import results
from workbench.app.pages.history.lines import COLUMNS, as_csv, every_line
from workbench.app.pages.revisions import tree
from workbench.app.place import Place
from workbench.app.services import revisions, services
from workbench.engine.registry import games
from workbench.play.forms import request_of, scenario_of
from workbench.play.options import RunOptions
from workbench.scenario import Scenario, load_scenario
from workbench.scenario.files import Workspace
from workbench.scenario.vary import read_varied
from workbench.store import Store
from workbench.store.history import Decision, DecisionState, Finding, decide, save_finding
from workbench.store.listing import deletions
from workbench.store.runs import create_run
from workbench.store.texts import LEDGER
from workbench.studies.find.grid import ask, plan_sweep
from workbench.studies.find.measure import keep
from workbench.studies.find.race import sweep as play_sweep
from workbench.studies.find.steps import plan_sensitivity, sensitivity

FEATURED = {
    "hitmakers": ("2020-03-04", "2021-04-08"),
    "hollywood_1947": ("six-players", "justice-served"),
    "showbiz_shuffle": ("reference", "kinder-biz"),
    "trickster": ("prototype-a", "no-moon"),
}


def scenario(name: str, plays: int = 120):  # type: ignore[no-untyped-def]
    return load_scenario(services().workspace, name, plays=plays, bots="random")


@pytest.fixture(scope="module")
def stored_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the first test keeps what was played, for those after it."""
    return tmp_path_factory.mktemp("played") / "workbench.duckdb"


@pytest.fixture
def played(workspace: Workspace, stored_file: Path) -> Iterator[Store]:
    """A comparison of Trickster, then a batch of Hitmakers, whose revision was adopted."""
    store, is_first = Store(workspace.store_path), not stored_file.exists()
    if not is_first:
        shutil.copytree(stored_file.parent, store.path.parent, dirs_exist_ok=True)
    with store.session():
        if is_first:
            ended(services().jobs.compare(scenario("trickster/prototype-a"), scenario("trickster/no-moon")))
            ended(services().jobs.simulate(scenario("hitmakers/2021-04-08")))
            decide(
                store, Decision("hitmakers", "2021-04-08", DecisionState.ADOPTED, "more tension", "ask Ben about ties")
            )
            store.back_up(stored_file)
            shutil.copy(store.path.with_name(LEDGER), stored_file.parent)
        yield store


def listed(page: AppTest) -> list[str]:
    """What the lines of the list are about."""
    return [plain(label).replace("**", "") for label in links(page) if "›" in label]


def test_an_empty_store_is_said_and_none_is_made(open_page: OpenPage) -> None:
    page = open_page("history")
    assert not page.exception
    assert "Nothing was played yet" in page.info[0].value
    assert not services().store.path.exists()


def test_every_result_is_a_line_newest_first_and_names_what_was_decided(open_page: OpenPage, played: Store) -> None:
    page = open_page("history")
    assert not page.exception
    assert listed(page) == ["Hitmakers › Broad appeal by difference", "Trickster › No moon against Prototype A"]
    words = text(page)
    assert "adopted" in words
    assert "more tension" in words
    assert "ask Ben about ties" in words
    assert "random · 120 plays · seed 1" in words.replace("\u202f", " ")
    assert "No result matches" in open_page("history", kind="study").info[0].value


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"find": "moon"}, ["trickster"]),
        ({"find": "BEN ties"}, ["hitmakers"]),
        ({"find": "more no-such-word"}, []),
        ({"find": "120 plays"}, ["hitmakers", "trickster"]),
        ({"in": "trickster"}, ["trickster"]),
        ({"in": "trickster", "about": "prototype-a"}, ["trickster"]),
        ({"in": "hitmakers", "about": "concentration"}, []),
        ({"kind": "comparison"}, ["trickster"]),
        ({"kind": "batch"}, ["hitmakers"]),
        ({"kind": "study"}, []),
        ({"decided": "adopted"}, ["hitmakers"]),
        ({"decided": "open", "kind": "comparison"}, ["trickster"]),
    ],
)
def test_the_address_says_what_is_searched_for(played: Store, query: dict[str, str], expected: list[str]) -> None:
    every, at = every_line(played), Location("history", {key: [value] for key, value in query.items()})
    controls, chosen = results.filter_of(every, at)
    assert [line.entry.game for line in every if chosen.takes(line)] == expected
    held = {control.key: control.value for control in controls if control.value}
    assert held == query and not at.ignored
    assert all(control.forgets == ["turned"] for control in controls), "another filter begins at its first page"


@pytest.mark.parametrize("game", one_of(games(), quick="hollywood_1947"))
def test_a_line_opens_its_result_in_every_game(open_page: OpenPage, store: Store, game: str) -> None:
    base, other = (scenario(f"{game}/{name}", plays=100) for name in FEATURED[game])
    ended(services().jobs.compare(base, other))
    ended(services().jobs.simulate(other))
    for line in every_line(store):
        page = open_page("history", kind=line.entry.kind.value)
        opened = followed(page, next(label for label in links(page) if "›" in label))
        waited(opened)
        assert opened.title[0].value == "Results"
        assert opened.multiselect(key="against").value == ([line.entry.base] if line.entry.base else [])
        assert opened.selectbox(key="revision").value == other.revision
        assert "100" in text(opened)
        assert [button for button in buttons(opened) if button == "play_more"], "its figures are there"


def test_a_lost_revision_has_no_link(played: Store) -> None:
    (services().workspace.scenarios / "trickster" / "no-moon.toml").unlink()
    lost = every_line(played)[1]
    assert results.leads_to(lost) is None and lost.about == "no-moon against Prototype A"
    assert "has no file any more" in results.summary(lost)


def test_rules_that_changed_since_are_said(played: Store) -> None:
    path = services().workspace.scenarios / "hitmakers" / "2021-04-08.toml"
    path.write_text(path.read_text("utf-8").replace("[rules]", "[rules]\nhand_size = 6"), "utf-8")
    assert ["The rules have changed since." in results.summary(line) for line in every_line(played)] == [True, False]


def test_rules_that_a_command_set_have_not_changed_since(workspace: Workspace, store: Store) -> None:
    settings = {"plays": 100, "bots": "random", "set_": ["hand_size=6", "score_target=0"]}
    base, other = (
        load_scenario(services().workspace, f"hitmakers/{name}", **settings) for name in FEATURED["hitmakers"]
    )
    ended(services().jobs.compare(base, other))
    taken_up = scenario_of(create_run(store, request_of(replace(base, seed=2), {})))
    assert taken_up.settings == base.settings, "also where it is resumed"
    create_run(store, request_of(replace(base, seed=3), {"study": "ladder"}))
    varied = read_varied(base.game, ["may_pass=true,false"])
    swept = play_sweep(plan_sweep(base, varied, ask(base, ["points"]), 400), RunOptions(store=store))
    keep(store, swept, "The sweep.")
    steps = plan_sensitivity(base, ask(base, ["points"]), 5_000)
    keep(store, sensitivity(steps, RunOptions(store=store)), "The steps.")
    lines = every_line(store)
    assert [line.entry.kind.value for line in lines].count("study") == 3 and len(lines) == 5
    assert {line.outdated for line in lines} == {""} and {line.is_set for line in lines} == {True}
    assert all(line.how.endswith("hand_size = 6 · score_target = 0") for line in lines)
    assert [results.leads_to(line) for line in lines] == [None] * 5, "no page shows what a command set"
    assert all("A command set rules for it" in results.summary(line) for line in lines)
    assert histories("hitmakers")["hitmakers"].findings == [], "Home and the tree of revisions tell of revisions alone"
    path = services().workspace.scenarios / "hitmakers" / "2020-03-04.toml"
    path.write_text(path.read_text("utf-8").replace("[rules]", "[rules]\nplayers = 4"), "utf-8")
    assert {line.outdated for line in every_line(store)} == {"The rules have changed since."}


def test_code_that_changed_since_is_said(played: Store) -> None:
    with played.writing() as cursor:
        cursor.execute("update runs set code_hash = 'older' where game = 'trickster'")
    assert [line.outdated for line in every_line(played)] == ["", "The game's code has changed since."]


def test_one_is_deleted_and_brought_back_by_another_browser(open_page: OpenPage, played: Store) -> None:
    page = open_page("history")
    [first, _] = every_line(played)
    page.checkbox(key=f"choose:{first.entry.id}").check().run()
    page.button(key="delete_results").click().run()
    assert [line.split(" › ")[0] for line in listed(page)] == ["Trickster"]
    [deletion] = deletions(played)
    other = open_page("history")
    assert "undo_delete" not in buttons(other)
    other.button(key=f"back_{deletion.id}").click().run()
    assert not other.exception
    assert len(listed(other)) == 2
    page.button(key="undo_delete").click().run()
    assert "brought back already" in page.error[0].value


def test_the_list_as_csv_has_every_result(played: Store) -> None:
    head, *rows = csv.reader(StringIO(as_csv(every_line(played))))
    assert tuple(head) == COLUMNS
    cells = [dict(zip(head, row, strict=True)) for row in rows]
    assert [(row["kind"], row["revision"], row["base"]) for row in cells] == [
        ("batch", "2021-04-08", ""),
        ("comparison", "no-moon", "prototype-a"),
    ]
    assert (cells[0]["decision"], cells[0]["because"], cells[0]["plays"]) == ("adopted", "more tension", "120")
    for formula in ("=1+1", "@x"):
        decide(played, Decision("hitmakers", "2021-04-08", DecisionState.ADOPTED, formula, formula))
        assert as_csv(every_line(played)).count(f",'{formula},'{formula},") == 1


def test_a_long_answer_is_cut_and_says_so(open_page: OpenPage, played: Store) -> None:
    page = open_page("history", view="Ask with SQL")
    page.text_area(key="sql_query").set_value("select range, 1 as range from range(5000)")
    page.button(key="ask_sql").click().run()
    assert not page.exception
    assert len(page.dataframe[0].value) == 1_000
    assert "Only the first 1000 rows are shown." in text(page)


SLOWEST_S = 1.0
"""Processor seconds of a page with years of work, warm."""


@pytest.mark.thorough
def test_years_of_work_are_listed_in_a_second_without_reading_a_play(
    open_page: OpenPage, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or in three times what the page takes with a single result, where that is more."""
    create_run(store, request_of(scenario("hitmakers/2020-03-04"), {}))
    page = open_page("history")
    most = max(SLOWEST_S, 3 * processor_seconds(page.run))
    fill(services().workspace, store)
    monkeypatch.setattr("workbench.store.results.load_results", None)
    monkeypatch.setattr("workbench.store.results.find_tallies", None)
    page.text_input(key="find").set_value("variant adopted").run()
    assert not page.exception
    assert processor_seconds(page.run) < most * slowness()
    assert len(listed(page)) == results.PAGE
    assert re.search(r"\d+ results of 2540", text(page))
    page.text_input(key="find").set_value("").run()
    assert processor_seconds(page.run) < most * slowness()
    assert "2540 results" in text(page)


def finding_of(scenario: Scenario, base: Scenario, bots: str, plays: int, verdict: str) -> Finding:
    """What bots found of the first measure of a game."""
    measure = scenario.game.all_measures[0]
    return Finding(
        run=f"{bots}-{plays}",
        game=scenario.game.name,
        revision=scenario.revision,
        rules_hash=scenario.rules_hash,
        goals={},
        bots=(bots,) * scenario.players,
        plays=plays,
        seed=1,
        sentence=f"It went {verdict}.",
        brief=f"{verdict} than before",
        base_run=f"base-{bots}-{plays}",
        base=base.revision,
        base_rules_hash=base.rules_hash,
        verdicts={measure.name: (verdict, measure.label.lower())},
    )


@pytest.mark.parametrize("game", ["trickster"])
def test_bots_of_another_strength_do_not_replace_the_verdict_but_may_contradict_it(store: Store, game: str) -> None:
    base, other = (load_scenario(services().workspace, f"{game}/{name}") for name in FEATURED[game])
    there = revisions(games()[game])

    def verdicts() -> tuple[str, list[str], str]:
        """On home, in its list, and in the tree."""
        view, past = home.model(), histories(game)[game]
        caption = tree._caption(other, Place(games()[game], there, other.revision, ()), past, past.decision(other))
        return plain(view.go_on), [line.label for line in view.lately], plain(" · ".join(caption))

    save_finding(store, finding_of(other, base, "greedy", 20_000, "higher"))
    save_finding(store, finding_of(other, base, "ismcts:200", 1_000, "undecided"))
    first, lately, node = verdicts()
    assert "undecided than before" not in first + node and "It went higher." in first
    assert "quick, 20\u202f000 plays" in first and "quick, 20\u202f000 plays" in node
    assert sum(other.title in line for line in lately) == 1
    save_finding(store, finding_of(other, base, "ismcts:800", 500, "lower"))
    first, lately, node = verdicts()
    for words in (first, node, *(plain(line) for line in lately if other.title in line)):
        assert "disagree" in words and "quick" in words and "tree search 800" in words
    told = [results.summary(line) for line in every_line(store)]
    assert "".join(told).count("disagree on") == 2, "beside both results, and no other"
    view = home.model()
    assert view.newest
    leads_to = home.result_of(view.card_of(view.newest), view.newest)
    assert (leads_to["bots"], leads_to["also"]) == ("greedy", "ismcts:800")
