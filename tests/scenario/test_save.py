"""A saved revision is a file of differences that loads as what was saved, and never takes another's place."""

import datetime as dt
import os
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.scenarios import file_rules
from tests.support.strategies import rule_values
from workbench.engine.parameters import complete
from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named
from workbench.scenario import Aim, Goal, goal_measures, load_scenario
from workbench.scenario.files import Workspace, init_workspace
from workbench.scenario.goals import Wish
from workbench.scenario.save import RevisionDraft, save_revision

GAME = game_named("hitmakers")
DEFAULTS = complete(GAME.parameters, {})


@pytest.fixture
def workspace(tmp_path) -> Workspace:
    return init_workspace(tmp_path)[0]


def save(workspace: Workspace, revision="mine", **changes):
    draft = RevisionDraft(GAME, revision, "2021-04-08", "To see.", DEFAULTS)
    return save_revision(workspace, draft._replace(**changes))


def problems(workspace: Workspace, revision="mine", **changes) -> list[str]:
    with pytest.raises(BadInput) as caught:
        save(workspace, revision, **changes)
    return str(caught.value).split("\n")


def test_only_differences_from_the_parent_are_written(workspace):
    saved = save(workspace, rules={**DEFAULTS, "hand_size": 6}, date=dt.date(2025, 1, 2), title="Small hands")
    assert file_rules(saved) == {"hand_size": 6}
    assert tomllib.loads(saved.path.read_text()) == {
        "game": "hitmakers",
        "title": "Small hands",
        "date": dt.date(2025, 1, 2),
        "parent": "2021-04-08",
        "reason": "To see.",
        "rules": {"hand_size": 6},
        "table": {"bots": ["greedy"]},
        "batch": {"plays": 20_000, "seed": 1},
    }


def test_aims_are_written_as_they_were(workspace):
    aims = (
        Aim("deals", Wish.LOWER, 0.1, percent=True),
        Aim("tie_rate", Wish.NOT_HIGHER, bound=0.08),
        Aim("points", Wish.HIGHER, 2.5),
        Aim("lead_changes", Wish.NOT_LOWER),
    )
    saved = save(workspace, aims=aims)
    assert {*saved.aims} == {*aims}
    assert tomllib.loads(saved.path.read_text())["aims"] == {
        "deals": {"wish": "lower", "by": "10 %"},
        "tie_rate": {"wish": "not higher", "max": 0.08},
        "points": {"wish": "higher", "by": 2.5},
        "lead_changes": "not lower",
    }
    assert problems(workspace, "other", parent=None, aims=aims[:1])[0].startswith(
        "scenarios/hitmakers/other.toml: aims"
    )


def test_a_default_is_written_where_the_parent_has_another_value(workspace):
    saved = save(workspace, parent="2020-03-04")
    assert file_rules(saved) == {
        "broad_appeal": "largest_difference",
        "criteria_order": ["saturation", "prestige", "appeal"],
    }
    assert saved.rules == DEFAULTS


def test_rules_left_out_are_the_parents(workspace):
    assert save(workspace, parent="2020-03-04", rules={}).rules["broad_appeal"] == "lowest_rank"


def goals() -> st.SearchStrategy[list[Goal]]:
    def goal(measure: str, bounds: list[float], sides: str) -> Goal:
        return Goal(measure, min(bounds) if "l" in sides else None, max(bounds) if "h" in sides else None)

    bounds = st.lists(st.floats(0, 1), min_size=2, max_size=2)
    one = st.builds(goal, st.sampled_from(goal_measures(GAME)), bounds, st.sampled_from(["l", "h", "lh"]))
    return st.lists(one, max_size=4, unique_by=lambda goal: goal.measure)


WORDS = st.text(max_size=40).map(str.strip)
BOTS = st.sampled_from(["greedy", "random", "scout"])


@given(data=st.data(), rules=rule_values(GAME), reason=WORDS.filter(bool), title=WORDS, hypothesis=WORDS)
def test_what_is_saved_is_what_loads(tmp_path_factory, data, rules, reason, title, hypothesis):
    workspace, _ = init_workspace(tmp_path_factory.mktemp("round"))
    draft = {
        "game": GAME,
        "parent": data.draw(st.sampled_from([None, "2020-03-04", "2021-04-08", "four-players"])),
        "title": title,
        "date": data.draw(st.none() | st.dates()),
        "reason": reason,
        "hypothesis": hypothesis,
        "rules": rules,
        "bots": tuple(data.draw(st.lists(BOTS, min_size=rules["players"], max_size=rules["players"]))),
        "plays": data.draw(st.integers(1, 2_000_000_000)),
        "seed": data.draw(st.integers(0, 2**63 - 1)),
        "goals": tuple(data.draw(goals())),
    }
    saved = save_revision(workspace, RevisionDraft(revision="mine", **draft))
    assert {name: getattr(saved, name) for name in draft} == {**draft, "title": title or "mine"}
    again = save_revision(workspace, RevisionDraft(revision="again", **{**draft, "parent": "mine"}))
    assert file_rules(again) == {}
    assert (again.rules_hash, again.goals) == (saved.rules_hash, saved.goals)
    assert tomllib.loads(again.path.read_text()).get("goals") == ("parent" if saved.goals else None)


def test_goals_stand_once_for_a_line_of_revisions(workspace):
    goal = (Goal("tie", None, 0.1),)
    parents = {"mine": ("2021-04-08", goal), "child": ("mine", goal), "none": ("child", ())}
    mine, child, none = (save(workspace, name, parent=its[0], goals=its[1]) for name, its in parents.items())
    mine.path.write_text(mine.path.read_text().replace("0.1", "0.2"))
    goals = [load_scenario(workspace, one.name).goals for one in (mine, child, none)]
    assert goals == [(Goal("tie", None, 0.2),), (Goal("tie", None, 0.2),), ()]
    mine.path.write_text(mine.path.read_text().replace("0.2", "2"))
    child.path.write_text(child.path.read_text().replace('parent = "mine"', ""))
    for name, told in (("mine", "goals.tie.max = 2"), ("child", "goals = .parent.: there is no parent")):
        with pytest.raises(BadInput, match=f"{name}.toml: {told}"):
            load_scenario(workspace, f"hitmakers/{name}")


def test_every_problem_of_a_draft_is_told_at_once(workspace):
    told = problems(
        workspace,
        "My Rules",
        parent="nobody",
        reason="  ",
        rules={**DEFAULTS, "hand_size": 40, "speed": 1},
        bots=("greedy", "deep"),
        plays=0,
        seed=2**63,
        goals=[Goal("tie", None, 2)],
    )
    assert all(line.startswith("scenarios/hitmakers/My Rules.toml: ") for line in told)
    assert [line.split(": ")[1].split(" = ")[0] for line in told] == [
        "parent",
        "revision",
        "reason",
        "batch.plays",
        "batch.seed",
        "rules.speed",
        "rules.hand_size",
        "table.bots",
        "table.bots",
        "goals.tie.max",
    ]
    assert not list(workspace.scenarios.rglob("My*"))


@pytest.mark.parametrize("revision", ["", "a b", "../up", "Ä", "Big", "-x", ".x", "a/b", "x" * 81, "a\0b", "a\nb"])
def test_a_name_that_is_no_plain_word_is_refused(workspace, revision):
    (line,) = problems(workspace, revision)
    assert "revision = " in line and "must be of small letters, digits, dots, dashes and underscores" in line


def test_a_file_that_is_there_is_never_touched(workspace):
    path = workspace.scenarios / "hitmakers" / "2020-03-04.toml"
    before = path.read_bytes()
    assert problems(workspace, "2020-03-04") == [
        'scenarios/hitmakers/2020-03-04.toml: revision = "2020-03-04": '
        "there is one by that name; choose another, nothing is overwritten"
    ]
    assert path.read_bytes() == before


def test_nor_one_that_comes_while_we_write(workspace, monkeypatch):
    path = workspace.scenarios / "hitmakers" / "mine.toml"
    monkeypatch.setattr(os, "fsync", lambda _: path.write_text("theirs"))
    assert problems(workspace) == [
        'revision = "mine": there is one by that name; choose another, nothing is overwritten'
    ]
    assert path.read_text() == "theirs"


def without_links(*_: object) -> None:
    """What `os.link` does on FAT and on some network disks."""
    raise OSError(1, "Operation not permitted")


def test_a_file_system_without_hard_links_will_do(workspace, monkeypatch):
    monkeypatch.setattr(os, "link", without_links)
    before = set(workspace.root.rglob("*"))
    saved = save(workspace, rules={**DEFAULTS, "hand_size": 6})
    assert load_scenario(workspace, "hitmakers/mine").rules == saved.rules
    assert set(workspace.root.rglob("*")) - before == {saved.path}


def test_there_too_nothing_is_overwritten(workspace, monkeypatch):
    path = workspace.scenarios / "hitmakers" / "mine.toml"
    monkeypatch.setattr(os, "link", without_links)
    monkeypatch.setattr(os, "fsync", lambda _: path.write_text("theirs"))
    assert "there is one by that name" in problems(workspace)[0]
    assert path.read_text() == "theirs"


def test_a_write_that_fails_leaves_nothing_behind(workspace, monkeypatch):
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    before = set(workspace.root.rglob("*"))
    monkeypatch.setattr(os, "fsync", full)
    (line,) = problems(workspace)
    assert line.endswith("mine.toml: cannot be written: No space left on device")
    assert set(workspace.root.rglob("*")) == before


def test_text_that_cannot_be_written_is_refused(workspace):
    assert "has characters that UTF-8 cannot write" in problems(workspace, reason="\udcff")[0]
    assert "too long: 100001 characters, at most 100000" in problems(workspace, reason="x" * 100_001)[0]


def test_a_broken_parent_is_told_with_its_own_file(workspace):
    (workspace.scenarios / "hitmakers" / "torn.toml").write_text("game = ")
    (line,) = problems(workspace, parent="torn")
    assert line.startswith("scenarios/hitmakers/torn.toml: line 1, column 8: not valid TOML")


def test_warnings_do_not_hinder_saving(workspace):
    saved = save(workspace, rules={**DEFAULTS, "players": 6}, bots=("random",))
    assert [warning.place for warning in saved.warnings] == ["rules.production_rounds"]
    assert load_scenario(workspace, "hitmakers/mine").bots == ("random",) * 6
