"""A draft that nobody has saved, in the header of every page, and on those that compare, sweep, tune and judge."""

from dataclasses import replace

import pytest

from tests.app.conftest import OpenPage
from tests.app.waiting import until
from tests.support.thorough import one_of
from workbench.app.drafts import MOST_LISTED
from workbench.app.place import takes_drafts
from workbench.app.services import revisions, with_drafts
from workbench.engine.registry import game_named
from workbench.scenario import load_scenario
from workbench.scenario.drafts import StoredDraft, baseline_of, new_id, write_draft
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.runs import runs

PAGES = {"results": {}, "find": {}, "quality": {}, "strategies": {}, "ladder": {}}


@pytest.fixture
def draft(workspace: Workspace) -> StoredDraft:
    parent = load_scenario(workspace, "hitmakers/2021-04-08")
    return write_draft(
        workspace, StoredDraft(new_id(), "hitmakers", "2021-04-08", baseline_of(parent), {"hand_size": 6}), None
    )


@pytest.mark.parametrize("page", one_of(PAGES, quick="find"))
def test_each_page_of_answers_is_about_the_draft(open_page: OpenPage, draft: StoredDraft, page: str) -> None:
    assert takes_drafts(page)
    app = open_page(page, game="hitmakers", revision=draft.reference, **PAGES[page])
    assert not app.exception and not app.error
    assert app.selectbox(key="revision").value == draft.reference
    assert "Draft of Broad appeal by difference" in app.selectbox(key="revision").options[-1]


def test_a_comparison_with_its_revision_is_played_and_stored(
    open_page: OpenPage, draft: StoredDraft, store: Store
) -> None:
    page = open_page("results", game="hitmakers", revision=draft.reference, bots="random", plays=150)
    assert page.multiselect(key="against").value == ["2021-04-08"]
    page.button(key="start").click().run()
    until(lambda: {run.scenario for run in runs(store)} == {"2021-04-08", draft.reference})


@pytest.mark.parametrize("page", one_of(["rules", "revisions", "sessions"], quick="rules"))
def test_pages_of_files_lead_to_the_revision_with_the_draft_in_the_forms(
    open_page: OpenPage, draft: StoredDraft, page: str
) -> None:
    app = open_page(page, game="hitmakers", revision=draft.reference, against=draft.reference)
    assert not app.exception and not app.toast
    assert app.selectbox(key="revision").value == "2021-04-08"
    if page == "rules":
        assert app.number_input(key="rule:hitmakers/2021-04-08:hand_size").value == 6


def test_no_draft_leads_and_none_stands_where_files_are_listed(workspace: Workspace, draft: StoredDraft) -> None:
    game = game_named("hitmakers")
    assert draft.reference in with_drafts(game).sound and draft.reference not in revisions(game).sound
    assert with_drafts(game).leading == revisions(game).leading
    assert with_drafts(game).featured == revisions(game).featured


def test_the_badge_counts_all_drafts_and_lists_the_newest(
    open_page: OpenPage, workspace: Workspace, draft: StoredDraft
) -> None:
    for size in range(1, MOST_LISTED + 2):
        write_draft(workspace, replace(draft, id=new_id(), rules={"hand_size": size}), None)
    page = open_page("help")
    assert not page.exception
    assert [button.label for button in page.button].count("Throw away") == MOST_LISTED
    assert "2 older drafts" in " ".join(caption.value for caption in page.caption)
