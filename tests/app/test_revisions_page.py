"""The page Revisions: the tree, what is known of each node, and what one can do with the chosen one."""

import re
import tomllib

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import links, text
from tests.app.turning import followed
from tests.app.waiting import ended
from tests.support.evenings import evenings
from tests.support.scenarios import file_rules
from tests.support.thorough import one_of
from workbench.app.pages.revisions.tree import nodes
from workbench.app.services import revisions, services
from workbench.engine.registry import games
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.history import DecisionState, decisions, findings

NEW = "2021-04-08"


def tree(page: AppTest) -> list[str]:
    """The titles in the tree, in order."""
    return [label.partition(" :gray")[0] for label in links(page) if ":gray[:small[" in label]


@pytest.mark.parametrize("game", one_of(games(), quick="hollywood_1947"))
def test_every_revision_of_a_game_stands_once_below_its_parent(open_page: OpenPage, game: str) -> None:
    page = open_page("revisions", game=game)
    assert not page.exception
    tree_of_game = revisions(games()[game])
    assert sorted(tree(page)) == sorted(scenario.title for scenario in tree_of_game.sound.values())
    order = [node.scenario.revision for node in nodes(tree_of_game.sound)]
    for name, scenario in tree_of_game.sound.items():
        assert scenario.parent is None or order.index(scenario.parent) < order.index(name)


def test_a_parent_that_is_gone_makes_a_root_and_hidden_ones_are_left_out(workspace: Workspace) -> None:
    sound = revisions(games()["hitmakers"]).sound
    orphans = {name: scenario for name, scenario in sound.items() if name != "2020-03-04"}
    assert [(node.scenario.revision, node.more) for node in nodes(orphans)] == [
        (NEW, ()),
        ("concentration", (True,)),
        ("four-players", (False,)),
    ]
    assert [node.scenario.revision for node in nodes(sound, [NEW, "concentration"])] == [
        "2020-03-04",
        NEW,
        "four-players",
    ], "a hidden one stays above a child that is shown"


@pytest.mark.usefixtures("store")
def test_a_node_tells_what_it_changes_its_goals_its_verdict_and_its_playtests(
    open_page: OpenPage, workspace: Workspace
) -> None:
    evenings(workspace, 4)
    base, other = (
        load_scenario(workspace, f"hitmakers/{name}", plays=2000, bots="greedy") for name in ("2020-03-04", NEW)
    )
    assert "broad appeal: largest difference, criteria order · not compared" in text(open_page("revisions"))
    ended(services().jobs.compare(base, other))
    page = open_page("revisions")
    words = text(page)
    assert "broad appeal: largest difference, criteria order · goals " in words
    assert len(re.findall(r"goals :\w+\[.\]:\w+\[.\]:\w+\[.\]", words)) == 1
    assert re.search(r"Best so far: Broad appeal by difference, \d of 3 goals met\.", words)
    assert re.search(r"broad appeal −\d+\u202f%", words)
    assert words.count("2 playtests") == 2
    [finding] = findings(services().store)
    assert f"**Verdict:** {finding.sentence}" in words and "quick, 2\u202f000 plays · " in words


@pytest.mark.usefixtures("store")
def test_a_verdict_about_rules_that_changed_since_is_no_verdict(open_page: OpenPage, workspace: Workspace) -> None:
    base, other = (
        load_scenario(workspace, f"hitmakers/{name}", plays=200, bots="random") for name in ("2020-03-04", NEW)
    )
    ended(services().jobs.compare(base, other))
    assert "**Verdict:**" in text(open_page("revisions"))
    path = workspace.scenarios / "hitmakers" / f"{NEW}.toml"
    path.write_text(path.read_text("utf-8").replace("[rules]", "[rules]\nhand_size = 6"), "utf-8")
    assert "**Verdict:**" not in text(open_page("revisions"))


@pytest.mark.parametrize("game", one_of(games(), quick="hollywood_1947"))
def test_another_node_is_chosen_by_its_link(open_page: OpenPage, game: str) -> None:
    page = open_page("revisions", game=game)
    *_, last = [label for label in links(page) if ":gray[:small[" in label]
    page = followed(page, last)
    assert not page.exception
    chosen = page.selectbox(key="revision").value
    assert f"## {revisions(games()[game]).sound[str(chosen)].title}" in text(page)
    assert page.query_params["revision"] in (chosen, [chosen])


def test_a_decision_is_stored_as_it_is_written_and_shown_in_the_tree(open_page: OpenPage, store: Store) -> None:
    page = open_page("revisions", revision=NEW)
    page.segmented_control(key=f"state:hitmakers/{NEW}").set_value("rejected").run()
    page.text_input(key=f"reason:hitmakers/{NEW}").set_value("too few *choices*").run()
    page.text_area(key=f"notes:hitmakers/{NEW}").set_value("Ask Ben.").run()
    assert not page.exception
    decision = decisions(store, "hitmakers")[NEW]
    assert (decision.state, decision.reason, decision.notes) == (
        DecisionState.REJECTED,
        "too few *choices*",
        "Ask Ben.",
    )
    assert "**rejected**: “too few *choices*”" in text(open_page("revisions"))


@pytest.mark.usefixtures("store")
def test_what_is_archived_is_left_out_until_it_is_brought_back(open_page: OpenPage, workspace: Workspace) -> None:
    page = open_page("revisions", revision="concentration")
    page.button(key="archive:hitmakers/concentration").click().run()
    assert "Concentration" in tree(page), "the chosen one stays in sight, to be brought back"
    other = open_page("revisions", revision=NEW)
    assert "Concentration" not in tree(other)
    assert not [option for option in other.selectbox(key="revision").options if "concentration" in option]
    assert (workspace.scenarios / "hitmakers" / "concentration.toml").exists()
    other.toggle(key="archived").set_value(True).run()
    assert "Concentration" in tree(other)
    page.button(key="archive:hitmakers/concentration").click().run()
    assert "Concentration" in tree(open_page("revisions", revision=NEW))


def test_a_revision_gets_another_title_and_its_file_keeps_the_rest(open_page: OpenPage, workspace: Workspace) -> None:
    path = workspace.scenarios / "hitmakers" / f"{NEW}.toml"
    path.write_text(f"# mine\n{path.read_text('utf-8')}", "utf-8")
    before = tomllib.loads(path.read_text("utf-8"))
    page = open_page("revisions", revision=NEW)
    page.text_input(key=f"title_of_hitmakers/{NEW}").set_value('Wide "appeal"')
    page.button(key="save_title").click().run()
    assert not page.exception
    assert 'Wide "appeal"' in tree(page)
    assert path.read_text("utf-8").startswith("# mine\n")
    assert tomllib.loads(path.read_text("utf-8")) == {**before, "title": 'Wide "appeal"'}
    page.text_input(key=f"title_of_hitmakers/{NEW}").set_value(" ")
    page.button(key="save_title").click().run()
    assert "title: missing" in page.error[0].value.replace("\\", "")


def test_one_change_is_reverted_as_a_new_revision(open_page: OpenPage, workspace: Workspace) -> None:
    page = open_page("revisions", revision=NEW)
    page.selectbox(key="reverted_rule").set_value("criteria_order")
    page.button(key="save_reverted").click().run()
    assert not page.exception
    new_name = page.selectbox(key="revision").value
    scenario = load_scenario(workspace, f"hitmakers/{new_name}")
    assert scenario.parent == NEW
    assert list(file_rules(scenario)) == ["criteria_order"]
    assert scenario.rules == {
        **load_scenario(workspace, f"hitmakers/{NEW}").rules,
        "criteria_order": load_scenario(workspace, "hitmakers/2020-03-04").rules["criteria_order"],
    }


def test_a_broken_revision_says_all_that_is_wrong(open_page: OpenPage, workspace: Workspace) -> None:
    broken = workspace.scenarios / "hitmakers" / "broken.toml"
    broken.write_text('game = "hitmakers"\n[rules]\nhand_size = 40\n')
    page = open_page("revisions")
    assert not page.exception
    assert "at most 13" in page.error[0].value
    assert "Concentration" in tree(page)


def undo(page: AppTest) -> AppTest:
    return page.button(key="undo_done").click().run()


def test_a_decision_is_undone_beside_the_message_that_says_it(open_page: OpenPage, store: Store) -> None:
    page = open_page("revisions", revision=NEW)
    page.text_input(key=f"reason:hitmakers/{NEW}").set_value("quicker").run()
    page.segmented_control(key=f"state:hitmakers/{NEW}").set_value("adopted").run()
    assert "Decision: adopted." in text(page)
    page = undo(page)
    decision = decisions(store, "hitmakers")[NEW]
    assert (decision.state, decision.reason) == (DecisionState.OPEN, "quicker")
    assert page.segmented_control(key=f"state:hitmakers/{NEW}").value == "open"
    assert "Decision: adopted." not in text(page)
    page.button(key=f"archive:hitmakers/{NEW}").click().run()
    assert "Archived." in text(page)
    undo(page)
    assert not decisions(store, "hitmakers")[NEW].archived


def test_what_was_done_to_another_revision_is_not_undone_here(open_page: OpenPage, store: Store) -> None:
    page = open_page("revisions", revision=NEW)
    page.segmented_control(key=f"state:hitmakers/{NEW}").set_value("adopted").run()
    page.selectbox(key="revision").set_value("concentration").run()
    assert "Decision: adopted." not in text(page)


def test_a_title_is_given_back(open_page: OpenPage, workspace: Workspace) -> None:
    path = workspace.scenarios / "hitmakers" / f"{NEW}.toml"
    before = tomllib.loads(path.read_text("utf-8"))
    page = open_page("revisions", revision=NEW)
    page.text_input(key=f"title_of_hitmakers/{NEW}").set_value("Wide")
    page.button(key="save_title").click().run()
    assert "Renamed to “Wide”." in text(page)
    page = undo(page)
    assert not page.exception
    assert tomllib.loads(path.read_text("utf-8")) == before
    assert before["title"] in tree(page)


@pytest.mark.usefixtures("store")
def test_a_reverted_change_is_taken_back_while_nothing_was_made_of_it(
    open_page: OpenPage, workspace: Workspace
) -> None:
    page = open_page("revisions", revision=NEW)
    page.selectbox(key="reverted_rule").set_value("criteria_order")
    page.button(key="save_reverted").click().run()
    file = workspace.scenarios / "hitmakers" / f"{page.selectbox(key='revision').value}.toml"
    assert file.exists()
    page.segmented_control(key=f"state:hitmakers/{file.stem}").set_value("adopted").run()
    page = undo(page)
    assert file.exists(), "what was undone is the decision"
    other = open_page("revisions", revision=NEW)
    other.selectbox(key="reverted_rule").set_value("broad_appeal")
    other.button(key="save_reverted").click().run()
    file = workspace.scenarios / "hitmakers" / f"{other.selectbox(key='revision').value}.toml"
    other = undo(other)
    assert not file.exists()
    assert other.selectbox(key="revision").value == NEW


@pytest.mark.usefixtures("store")
def test_a_revision_that_was_played_is_not_taken_back(open_page: OpenPage, workspace: Workspace) -> None:
    page = open_page("revisions", revision=NEW)
    page.selectbox(key="reverted_rule").set_value("criteria_order")
    page.button(key="save_reverted").click().run()
    file = workspace.scenarios / "hitmakers" / f"{page.selectbox(key='revision').value}.toml"
    pair = [load_scenario(workspace, f"hitmakers/{name}", plays=200, bots="random") for name in (NEW, file.stem)]
    ended(services().jobs.compare(*pair))
    page = undo(page)
    assert file.exists()
    assert "archive it" in page.error[0].value
