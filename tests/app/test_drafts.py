"""The draft of a tab: what its forms hold, what the workspace stores of it, undo, goals, cards, saving; no page."""

import datetime as dt
import tomllib
from dataclasses import replace

import pytest

from tests.app.conftest import OpenPage, Session
from tests.app.waiting import until
from tests.support.scenarios import file_rules
from workbench.app import address, drafts, place
from workbench.app.drafts import bound_key, drafted, form_of, keep, key_of, take_up
from workbench.app.pages import rules
from workbench.app.services import revisions, with_drafts
from workbench.app.widgets import card_steps, save_form
from workbench.engine.card_lists import card_lists
from workbench.engine.cards import Cards
from workbench.engine.registry import game_named, games
from workbench.scenario import Aim, Goal, Scenario, load_scenario
from workbench.scenario.drafts import StoredDraft, baseline_of, list_drafts, new_id, write_draft
from workbench.scenario.files import Workspace
from workbench.scenario.goals import Wish
from workbench.store import Store
from workbench.store.runs import runs

START = "hitmakers/2021-04-08"


@pytest.fixture
def parent(session: Session, workspace: Workspace) -> Scenario:
    """A revision whose form has just been opened."""
    parent = load_scenario(workspace, START)
    take_up(parent)
    keep(parent)
    return parent


def typed(session: Session, parent: Scenario, **rules: object) -> None:
    """Fields of the form hold these values, and the page is drawn."""
    for name, value in rules.items():
        session[key_of(parent, name)] = value
    keep(parent)


def write(session: Session, parent: Scenario, **texts: str) -> None:
    for name, text in texts.items():
        session[f"{form_of(parent)}_{name}"] = text
    save_form._suggest(form_of(parent), ["four-players"])


def values(parent: Scenario, *names: str) -> list[object]:
    return [drafted(parent).values[name] for name in names]


def test_what_a_form_holds_is_stored_and_comes_back_in_another_tab(
    session: Session, parent: Scenario, workspace: Workspace
) -> None:
    assert list_drafts(workspace) == []
    typed(session, parent, hand_size=6.0, criteria_order="appeal, prestige, saturation")
    write(session, parent, reason="They drag")
    drafts.put_bound(parent, "deals", "max", 5)
    keep(parent)
    (draft,) = list_drafts(workspace)
    assert draft.rules == {"hand_size": 6, "criteria_order": ["appeal", "prestige", "saturation"]}
    assert draft.texts == {"reason": "They drag"} and draft.goals
    assert address.now().read(place.DRAFT) == draft.id
    session.clear()
    address.go("rules", {place.DRAFT: draft.id})
    take_up(parent)
    assert values(parent, "hand_size") == [6] and drafted(parent).goals == draft.goals
    assert drafts.texts(form_of(parent))["reason"] == "They drag"
    drafts.reset(parent)
    session[f"{form_of(parent)}_reason"] = ""
    keep(parent)
    assert list_drafts(workspace) == [] and not address.now().has(place.DRAFT)


def test_the_texts_of_an_older_draft_which_name_their_form_are_taken_up(
    session: Session, parent: Scenario, workspace: Workspace
) -> None:
    older = StoredDraft(new_id(), "hitmakers", "2021-04-08", baseline_of(parent), texts={"cards_title": "Dearer"})
    address.write(place.DRAFT, write_draft(workspace, older, None).id)
    take_up(parent)
    assert drafts.texts(form_of(parent))["title"] == "Dearer"


@pytest.mark.parametrize("name", games())
def test_an_untouched_form_of_any_game_is_no_draft(session: Session, workspace: Workspace, name: str) -> None:
    for revision in revisions(games()[name]).sound.values():
        take_up(revision)
        keep(revision)
        assert not drafted(revision).changed and not drafted(revision).unread
    assert list_drafts(workspace) == []


def test_undo_takes_back_the_last_change_alone_and_reset_all(session: Session, parent: Scenario) -> None:
    drafts.undo_last(parent)
    assert drafted(parent).changed == [], "there is nothing to take back"
    typed(session, parent, hand_size=6)
    typed(session, parent, hand_size=5)
    typed(session, parent, self_poach=True)
    drafts.undo_last(parent)
    assert values(parent, "hand_size", "self_poach") == [5, False]
    session[f"rule:{START}:self_poach"] = True  # a part that draws itself sends what the browser held when it asked
    assert values(parent, "self_poach") == [False]
    drafts.undo_last(parent)
    assert values(parent, "hand_size") == [6]
    typed(session, parent, self_poach=True)
    drafts.reset(parent, "hand_size")
    assert drafted(parent).changed == ["self_poach"]
    drafts.reset(parent)
    assert drafted(parent).changed == []


def test_fields_that_nobody_has_changed_follow_the_file(
    session: Session, parent: Scenario, workspace: Workspace
) -> None:
    typed(session, parent, hand_size=6)
    file = workspace.scenarios / "hitmakers" / "2021-04-08.toml"
    file.write_text(file.read_text().replace("[rules]", "[rules]\nself_poach = true\nhand_size = 5"))
    now = load_scenario(workspace, START)
    take_up(now)
    assert values(now, "self_poach", "hand_size") == [True, 6]


# Goals


def test_a_goal_is_changed_added_once_at_todays_value_and_removed(session: Session, parent: Scenario) -> None:
    session[bound_key(parent, "tie_rate", "max")] = 8
    drafts.remove_goal(parent, "seat_win_rate_spread")
    for _ in range(2):  # a busy server may get a choice twice
        session["add_goal"] = "points"
        rules._goal_added(parent, ["points"], None)
    assert session["add_goal"] is None
    assert [problem.place for problem in drafted(parent).problems] == ["goals.points"]
    session[bound_key(parent, "points", "min")] = 12.5
    drafts.add_goal(parent, "tie_rate", None)
    assert drafted(parent).changes_goals and not drafted(parent).problems
    assert drafted(parent).goals == (
        Goal("tie_rate", None, 0.08), Goal("deals", 3, 6), Goal("points", 12.5, None),
    )  # fmt: skip
    drafts.add_goal(parent, "passes", 0.0833)
    assert session[bound_key(parent, "passes", "max")] == 0.0833
    drafts.add_goal(parent, "capped_rate", 0.0833)
    assert session[bound_key(parent, "capped_rate", "max")] == 8.33, "in percent"
    keep(parent)
    session[bound_key(parent, "tie_rate", "max")] = 120
    assert "must be" in drafted(parent).at_goal("tie_rate")[0].message
    keep(parent)
    drafts.undo_last(parent)
    assert drafted(parent).goals[0] == Goal("tie_rate", None, 0.08)


# Saving


def save(parent: Scenario) -> None:
    taken = revisions(parent.game).taken
    assert drafted(parent).obstacles(drafts.texts(form_of(parent)), taken) == []
    save_form._save_draft(parent, False)


def test_a_saved_draft_is_a_file_of_what_differs_and_the_form_is_empty(
    session: Session, parent: Scenario, workspace: Workspace
) -> None:
    place.settle()
    typed(session, parent, broad_appeal="lowest_rank", players=4)
    drafts.remove_goal(parent, "seat_win_rate_spread")
    aims = "make length shorter by 5 %, keep ties below 8 %"
    write(session, parent, title=" Lowest card again", reason="Hard to see", hypothesis="Quicker", aims=aims)
    save(parent)
    written = tomllib.loads((workspace.scenarios / "hitmakers" / "lowest-card-again.toml").read_text())
    assert written["rules"] == {"broad_appeal": "lowest_rank", "players": 4}
    texts = [written[name] for name in ("parent", "title", "reason", "hypothesis", "date")]
    assert texts == ["2021-04-08", "Lowest card again", "Hard to see", "Quicker", dt.date.today()]
    assert set(written["goals"]) == {"tie_rate", "deals"}
    saved = load_scenario(workspace, "hitmakers/lowest-card-again")
    assert saved.aims == (
        Aim("deals", Wish.LOWER, 0.05, percent=True), Aim("tie_rate", Wish.NOT_HIGHER, bound=0.08),
    )  # fmt: skip
    assert saved.bots == ("greedy",) * 4, "its parent's bot at every seat"
    assert address.now().read(place.REVISION) == "lowest-card-again"
    assert list_drafts(workspace) == [] and not drafted(parent).changed and not drafted(parent).changes_goals


def test_what_the_form_let_through_is_checked_again(session: Session, parent: Scenario, workspace: Workspace) -> None:
    place.settle()
    typed(session, parent, hand_size=6)
    write(session, parent, name="mine", reason="to see")
    (workspace.scenarios / "hitmakers" / "mine.toml").write_text("theirs")
    save_form._save_draft(parent, True)
    assert "there is one by that name" in str(session["refused"])
    assert values(parent, "hand_size") == [6] and drafts.texts(form_of(parent))["reason"] == "to see"


def test_edited_cards_are_part_of_the_draft_and_are_saved_in_a_file_of_their_own(
    session: Session, workspace: Workspace
) -> None:
    parent = load_scenario(workspace, "showbiz_shuffle/reference")
    declared = card_lists(parent.game.parameters)["bods"]
    take_up(parent)
    rows = card_steps.steps_of(parent, declared).rows
    card_steps.restore(parent, declared, ({**rows[0], "value": "abc"}, *rows[1:]))
    typed(session, parent, shake_up=False)
    assert drafted(parent).label(drafted(parent).problems[0]) == declared.label
    assert drafted(parent).problems[0].message.startswith("to be mended: value in row 1 (")
    card_steps.restore(parent, declared, ({**rows[0], "value": "6"}, *rows[1:]))
    keep(parent)
    assert drafted(parent).changed == ["shake_up", "bods"]
    (draft,) = list_drafts(workspace)
    as_revision = load_scenario(workspace, f"showbiz_shuffle/{draft.reference}")
    assert written(as_revision.rules["bods"]) == written(drafted(parent).values["bods"]), "as it is played unsaved"
    drafts.reset(parent, "bods")
    assert drafted(parent).changed == ["shake_up"]
    card_steps.steps_of(parent, declared).undo()
    place.settle()
    write(session, parent, name="cheaper", reason="Too dear")
    save(parent)
    saved = load_scenario(workspace, "showbiz_shuffle/cheaper")
    assert file_rules(saved) == {"shake_up": False, "bods": "bods-cheaper.csv"}
    assert written(saved.rules["bods"])[0]["value"] == 6
    assert not card_steps.edited_lists(parent)


def written(cards: object) -> list[dict[str, object]]:
    assert isinstance(cards, Cards)
    return [dict(row) for row in cards]


def test_the_name_follows_the_title_until_it_is_edited(
    session: Session, parent: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    def name(**texts: str) -> str:
        write(session, parent, **texts)
        return drafts.texts(form_of(parent))["name"]

    before = name()
    assert name(title="Four players") == "four-players-2"
    assert name(name=before) == "four-players-2", "the browser may not know of the new name yet"
    monkeypatch.setattr(save_form, "LATE_S", -1.0)
    assert name(title="Five players") == "five-players"
    assert name(name="mine") == name(title="Six players") == "mine"


# As revisions that nobody has saved


@pytest.fixture
def draft(workspace: Workspace) -> StoredDraft:
    parent = load_scenario(workspace, START)
    return write_draft(
        workspace, StoredDraft(new_id(), "hitmakers", "2021-04-08", baseline_of(parent), {"hand_size": 6}), None
    )


@pytest.mark.parametrize("page", ["results", "find", "strategies", "ladder"])
def test_each_page_of_answers_is_about_the_draft(session: Session, draft: StoredDraft, page: str) -> None:
    address.go(page, {"game": "hitmakers", "revision": draft.reference})
    here = place.settle()
    assert here and here.model and here.revision == draft.reference and here.model.rules["hand_size"] == 6
    assert place.named(here.revisions, here.revision).startswith("Draft of Broad appeal by difference")
    assert here.against == ("2021-04-08",)


@pytest.mark.parametrize("page", ["rules", "revisions", "sessions"])
def test_pages_of_files_are_at_the_revision_with_the_draft_in_the_forms(
    session: Session, workspace: Workspace, draft: StoredDraft, page: str
) -> None:
    address.go(page, {"game": "hitmakers", "revision": draft.reference, "against": [draft.reference]})
    here = place.settle()
    assert here and here.model and here.revision == "2021-04-08" and not address.now().ignored
    take_up(here.model)
    assert values(here.model, "hand_size") == [6]


def test_a_comparison_of_a_draft_with_its_revision_is_played_and_stored(
    open_page: OpenPage, draft: StoredDraft, store: Store
) -> None:
    page = open_page("results", game="hitmakers", revision=draft.reference, bots="random", plays=150)
    page.button(key="start").click().run()
    until(lambda: {run.scenario for run in runs(store)} == {"2021-04-08", draft.reference})


def test_no_draft_leads_and_none_stands_where_files_are_listed(workspace: Workspace, draft: StoredDraft) -> None:
    game = game_named("hitmakers")
    assert draft.reference in with_drafts(game).sound and draft.reference not in revisions(game).sound
    assert with_drafts(game).leading == revisions(game).leading
    assert with_drafts(game).featured == revisions(game).featured


def test_the_badge_counts_all_drafts_and_lists_the_newest(
    open_page: OpenPage, workspace: Workspace, draft: StoredDraft
) -> None:
    most = save_form.MOST_LISTED
    for size in range(1, most + 2):
        write_draft(workspace, replace(draft, id=new_id(), rules={"hand_size": size}), None)
    page = open_page("help")
    assert not page.exception
    assert [button.label for button in page.button].count("Throw away") == most
    assert "2 older drafts" in " ".join(caption.value for caption in page.caption)


def test_a_draft_is_thrown_away_and_brought_back(session: Session, parent: Scenario, workspace: Workspace) -> None:
    typed(session, parent, hand_size=6)
    (draft,) = list_drafts(workspace)
    drafts.throw_away(draft)
    assert list_drafts(workspace) == [] and not drafted(parent).changed
    drafts._bring_back(draft, True)
    assert drafted(parent).changed == ["hand_size"] and list_drafts(workspace)[0].rules == draft.rules
