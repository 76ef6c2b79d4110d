"""The page Revisions: the tree, what is known of each node, and what one can do with the chosen one."""

import re
import tomllib

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage, Session
from tests.app.reading import links, text
from tests.app.waiting import ended
from tests.support.evenings import evenings
from tests.support.scenarios import file_rules
from workbench.app import address, place
from workbench.app.history import histories
from workbench.app.pages.revisions import chosen
from workbench.app.pages.revisions.tree import nodes
from workbench.app.place import Place
from workbench.app.services import revisions, services
from workbench.app.widgets import messages
from workbench.engine.problems import BadInput
from workbench.engine.registry import games
from workbench.report.standing import RevisionVerdict
from workbench.scenario import load_scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.history import DecisionState, decisions, findings

NEW = "2021-04-08"


def tree(page: AppTest) -> list[str]:
    """The titles in the tree, in order."""
    return [label.partition(" :gray")[0] for label in links(page) if ":gray[:small[" in label]


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
    assert re.search(r"Closest to its own goals so far: Broad appeal by difference, \d of 3 goals met\.", words)
    assert re.search(r"broad appeal −\d+\u202f%", words)
    assert words.count("2 playtests") == 2
    [finding] = findings(services().store)
    assert f"**Verdict:** {finding.sentence}" in words and "quick, 2\u202f000 plays · " in words


@pytest.mark.usefixtures("store")
def test_a_verdict_about_rules_that_changed_since_is_no_verdict(workspace: Workspace) -> None:
    def verdict() -> RevisionVerdict | None:
        sound = revisions(games()["hitmakers"]).sound
        return histories("hitmakers")["hitmakers"].against(sound[NEW], sound["2020-03-04"])

    base, other = (
        load_scenario(workspace, f"hitmakers/{name}", plays=200, bots="random") for name in ("2020-03-04", NEW)
    )
    ended(services().jobs.compare(base, other))
    assert verdict()
    path = workspace.scenarios / "hitmakers" / f"{NEW}.toml"
    path.write_text(path.read_text("utf-8").replace("[rules]", "[rules]\nhand_size = 6"), "utf-8")
    assert not verdict()


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


def test_a_decision_is_stored_as_it_is_written_shown_in_the_tree_and_undone(open_page: OpenPage, store: Store) -> None:
    page = open_page("revisions", revision=NEW)
    page.segmented_control(key=f"state:hitmakers/{NEW}").set_value("rejected").run()
    page.text_input(key=f"reason:hitmakers/{NEW}").set_value("too few *choices*").run()
    page.text_area(key=f"notes:hitmakers/{NEW}").set_value("Ask Ben.").run()
    assert not page.exception
    decision = decisions(store, "hitmakers")[NEW]
    assert (decision.state, decision.reason) == (DecisionState.REJECTED, "too few *choices*")
    assert decision.notes == "Ask Ben." and "**rejected**: “too few *choices*”" in text(page)
    page.segmented_control(key=f"state:hitmakers/{NEW}").set_value("adopted").run()
    assert "Decision: adopted." in text(page)
    page.selectbox(key="revision").set_value("concentration").run()
    assert "Decision: adopted." not in text(page), "it is undone where it was done"
    page.selectbox(key="revision").set_value(NEW).run()
    page.button(key="undo_done").click().run()
    assert page.segmented_control(key=f"state:hitmakers/{NEW}").value == "rejected"
    assert decisions(store, "hitmakers")[NEW].state is DecisionState.REJECTED and "adopted." not in text(page)


# What one can do, without the page


@pytest.fixture
def here(session: Session) -> Place:
    address.go("revisions", {"game": "hitmakers", "revision": NEW})
    there = place.settle()
    assert there
    return there


def undo(session: Session) -> None:
    """Press *Undo* beside what was done last."""
    session[messages.DONE].undo()


@pytest.mark.parametrize("game", games())
def test_every_revision_of_a_game_stands_once_below_its_parent(workspace: Workspace, game: str) -> None:
    sound = revisions(games()[game]).sound
    order = [node.scenario.revision for node in nodes(sound)]
    assert sorted(order) == sorted(sound)
    for name, scenario in sound.items():
        assert scenario.parent is None or order.index(scenario.parent) < order.index(name)


def test_a_revision_gets_another_title_its_file_keeps_the_rest_and_the_title_is_given_back(
    session: Session, here: Place, workspace: Workspace
) -> None:
    path = workspace.scenarios / "hitmakers" / f"{NEW}.toml"
    path.write_text(f"# mine\n{path.read_text('utf-8')}", "utf-8")
    before = tomllib.loads(path.read_text("utf-8"))
    session["title"] = 'Wide "appeal"'
    chosen._save_title(here.revisions.sound[NEW], "title")
    assert path.read_text("utf-8").startswith("# mine\n")
    assert tomllib.loads(path.read_text("utf-8")) == {**before, "title": 'Wide "appeal"'}
    undo(session)
    assert tomllib.loads(path.read_text("utf-8")) == before and session["title"] == before["title"]
    session["title"] = " "
    chosen._save_title(here.revisions.sound[NEW], "title")
    assert "title: missing" in str(session.values())


def test_one_change_is_reverted_as_a_new_revision_and_taken_back_while_nothing_was_made_of_it(
    session: Session, here: Place, workspace: Workspace, store: Store
) -> None:
    def reverted() -> str:
        session["reverted_rule"] = "criteria_order"
        chosen._save_reverted(here, ["broad_appeal", "criteria_order"])
        return address.now().read("revision")

    scenario = load_scenario(workspace, f"hitmakers/{reverted()}")
    before = load_scenario(workspace, "hitmakers/2020-03-04").rules["criteria_order"]
    assert scenario.parent == NEW and list(file_rules(scenario)) == ["criteria_order"]
    assert scenario.rules == {**here.revisions.sound[NEW].rules, "criteria_order": before}
    undo(session)
    file = workspace.scenarios / "hitmakers" / f"{scenario.revision}.toml"
    assert not file.exists() and address.now().read("revision") == NEW
    assert reverted() == scenario.revision
    pair = [load_scenario(workspace, f"hitmakers/{name}", plays=200, bots="random") for name in (NEW, file.stem)]
    ended(services().jobs.compare(*pair))
    with pytest.raises(BadInput, match="archive it"):
        undo(session)
    assert file.exists()
