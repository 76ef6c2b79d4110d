"""The badge of drafts in the header, which every page draws at every run."""

from tests.app.conftest import OpenPage
from workbench.app.drafts import MOST_LISTED
from workbench.scenario import load_scenario
from workbench.scenario.drafts import StoredDraft, baseline_of, new_id, write_draft
from workbench.scenario.files import Workspace


def test_it_counts_all_drafts_and_lists_the_newest(open_page: OpenPage, workspace: Workspace) -> None:
    parent = load_scenario(workspace, "hitmakers/2021-04-08")
    for size in range(1, MOST_LISTED + 3):
        rules = {"hand_size": size}
        write_draft(workspace, StoredDraft(new_id(), "hitmakers", parent.revision, baseline_of(parent), rules), None)
    page = open_page("help")
    assert not page.exception
    assert [button.label for button in page.button].count("Throw away") == MOST_LISTED
    assert "2 older drafts" in " ".join(caption.value for caption in page.caption)
