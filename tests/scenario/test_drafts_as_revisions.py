"""A draft that nobody has saved is loaded by its name as the revision that it would be."""

import pytest

from workbench.engine.problems import BadInput
from workbench.scenario import Goal, load_scenario
from workbench.scenario.card_lists import text_rows
from workbench.scenario.drafts import StoredDraft, baseline_of, new_id, write_draft
from workbench.scenario.files import Workspace, init_workspace

CHANGES = {"hitmakers/2021-04-08": {"hand_size": 6}, "trickster/prototype-a": {"rounds": 4}}


@pytest.fixture
def workspace(tmp_path):
    return init_workspace(tmp_path / "studio")[0]


def stored(workspace: Workspace, name: str, **changes) -> StoredDraft:
    parent = load_scenario(workspace, name)
    draft = StoredDraft(new_id(), parent.game.name, parent.revision, baseline_of(parent), **changes)
    return write_draft(workspace, draft, None)


@pytest.mark.parametrize(("name", "rules"), CHANGES.items())
def test_it_has_the_rules_of_its_revision_but_those_it_changes(workspace, name, rules):
    draft, parent = stored(workspace, name, rules=rules), load_scenario(workspace, name)
    scenario = load_scenario(workspace, f"{name}+{draft.id}", plays=300, bots="random")
    assert dict(scenario.rules) == {**parent.rules, **rules}
    assert (scenario.revision, scenario.parent) == (draft.reference, parent.revision)
    assert (scenario.plays, scenario.goals) == (300, parent.goals)
    assert scenario.rules_hash == load_scenario(workspace, name, set_=[f"{k}={v}" for k, v in rules.items()]).rules_hash


def test_it_has_its_goals_and_its_cards(workspace):
    parent = load_scenario(workspace, "showbiz_shuffle/reference")
    declared = parent.game.parameters["bods"]
    rows = text_rows(declared, parent.rules["bods"])[1:]
    goals = (Goal("tie_rate", high=0.02),)
    draft = stored(workspace, parent.name, cards={"bods": rows}, goals=goals)
    scenario = load_scenario(workspace, f"{parent.name}+{draft.id}")
    assert len(scenario.rules["bods"]) == len(rows) and scenario.goals == goals
    assert scenario.rules["bods"].file == parent.rules["bods"].file


def test_a_half_typed_one_says_what_is_wrong_and_one_that_is_gone_is_no_revision(workspace):
    draft = stored(workspace, "hitmakers/2021-04-08", rules={"hand_size": 99})
    with pytest.raises(BadInput) as bad:
        load_scenario(workspace, f"hitmakers/{draft.reference}")
    assert "hand_size" in str(bad.value) and "the draft of hitmakers/2021-04-08" in str(bad.value)
    with pytest.raises(BadInput) as bad:
        load_scenario(workspace, "hitmakers/2021-04-08+00000000")
    assert "no such revision" in str(bad.value)


def test_a_table_of_other_size_is_played_by_the_first_bot(workspace):
    draft = stored(workspace, "hitmakers/2021-04-08", rules={"players": 4})
    assert load_scenario(workspace, f"hitmakers/{draft.reference}").players == 4
