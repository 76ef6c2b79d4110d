"""Drafts in the workspace: what they say survives, nobody's is overwritten, and what changed meanwhile is told."""

from dataclasses import replace

import pytest

from workbench.engine.card_lists import card_lists
from workbench.engine.registry import games
from workbench.scenario import Goal, drafts, load_scenario
from workbench.scenario.card_lists import text_rows
from workbench.scenario.drafts import (
    StoredDraft,
    baseline_of,
    changed_since,
    list_drafts,
    new_id,
    read_draft,
    remove_draft,
    write_draft,
)
from workbench.scenario.files import Workspace, init_workspace


@pytest.fixture
def workspace(tmp_path) -> Workspace:
    return init_workspace(tmp_path / "studio")[0]


def drafted(workspace: Workspace, game: str, **fields) -> StoredDraft:
    revision = sorted(path.stem for path in (workspace.scenarios / game).glob("*.toml"))[0]
    parent = load_scenario(workspace, f"{game}/{revision}")
    return StoredDraft(new_id(), game, revision, baseline_of(parent), **fields)


@pytest.mark.parametrize("game", games())
def test_everything_a_draft_says_comes_back(workspace: Workspace, game: str) -> None:
    lists = card_lists(games()[game].parameters)
    parent = load_scenario(workspace, drafted(workspace, game).name)
    rows = {name: text_rows(declared, parent.rules[name])[1:] for name, declared in lists.items()}
    rules = {name: value for name, value in parent.rules.items() if name not in rows} | {"players": 99, "half": None}
    fields = {
        "rules": rules,
        "cards": rows,
        "goals": (Goal("ties", None, 0.1), Goal("deals")),
        "texts": {"new_reason": "…"},
    }
    stored = write_draft(workspace, drafted(workspace, game, **fields), None)
    assert read_draft(workspace, stored.id) == stored
    assert list_drafts(workspace) == [stored]
    remove_draft(workspace, stored)
    assert list_drafts(workspace) == []


def test_a_draft_that_somebody_else_has_changed_is_not_overwritten_nor_removed(workspace: Workspace) -> None:
    mine = write_draft(workspace, drafted(workspace, "trickster", rules={"sum_limit": 12}), None)
    theirs = write_draft(workspace, replace(mine, rules={"sum_limit": 20}), mine)
    assert theirs.id == mine.id
    after = write_draft(workspace, replace(mine, rules={"sum_limit": 15}), mine)
    assert after.id != mine.id
    remove_draft(workspace, mine)
    assert {draft.rules["sum_limit"] for draft in list_drafts(workspace)} == {15, 20}


def test_it_is_told_what_the_file_says_otherwise_since(workspace: Workspace) -> None:
    path = workspace.scenarios / "trickster" / "prototype-a.toml"
    parent = load_scenario(workspace, "trickster/prototype-a")
    before = baseline_of(parent)
    assert changed_since(before, parent) == []
    path.write_text('game = "trickster"\nreason = "x"\n[rules]\nsum_limit = 20\n[goals]\ntie_rate = { max = 0.3 }\n')
    assert changed_since(before, load_scenario(workspace, "trickster/prototype-a")) == ["sum_limit", "goals"]


@pytest.mark.parametrize("content", ["", "{", "[]", '{"id": "0123abcd"}', "\x00"])
def test_a_file_that_is_no_draft_is_left_alone(workspace: Workspace, content: str) -> None:
    (workspace.data / "drafts").mkdir(parents=True)
    (workspace.data / "drafts" / "0123abcd.json").write_text(content)
    assert list_drafts(workspace) == []
    assert read_draft(workspace, "../../etc") is None


def test_a_list_reads_only_the_drafts_that_changed(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page lists them at every run."""
    first, second = (write_draft(workspace, drafted(workspace, "trickster", rules={"rounds": n}), None) for n in (2, 3))
    assert len(list_drafts(workspace)) == 2
    reads: list[str] = []
    monkeypatch.setattr(drafts, "read_draft", lambda workspace, id: reads.append(id) or read_draft(workspace, id))
    assert len(list_drafts(workspace)) == 2 and reads == []
    changed = write_draft(workspace, replace(first, rules={"rounds": 12}), first)
    reads.clear()
    rounds = {draft.id: draft.rules["rounds"] for draft in list_drafts(workspace)}
    assert rounds == {changed.id: 12, second.id: 3} and reads == [changed.id]
    remove_draft(workspace, second)
    assert [draft.id for draft in list_drafts(workspace)] == [changed.id]
