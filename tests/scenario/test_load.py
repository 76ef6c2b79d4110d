"""A scenario is what its file says, on top of its parents, under what the command asks for."""

import datetime as dt
import shutil
from pathlib import Path

import pytest
import tomlkit

from tests.support.scenarios import file_rules
from workbench.engine.parameters import complete
from workbench.engine.problems import BadInput
from workbench.engine.registry import game_named
from workbench.scenario import Goal, differences, goal_measures, list_scenarios, load_scenario
from workbench.scenario.files import STARTER, Workspace, init_workspace
from workbench.scenario.save import RevisionDraft, rename_revision, save_revision
from workbench.stats import Direction

REPOSITORY = Path(__file__).parents[2]
SHIPPED = ["2020-03-04", "2021-04-08", "concentration", "four-players"]


@pytest.fixture
def workspace(tmp_path) -> Workspace:
    return init_workspace(tmp_path / "mine")[0]


def write(workspace: Workspace, name: str, **content) -> str:
    path = workspace.scenarios / "hitmakers" / f"{name}.toml"
    path.write_text(tomlkit.dumps({"game": "hitmakers", **content}))
    return f"hitmakers/{name}"


def test_the_repositorys_scenarios_are_those_of_the_starter():
    def texts(root: Path) -> dict[str, str]:
        return {path.relative_to(root).as_posix(): path.read_text() for path in root.rglob("*.toml")}

    assert texts(REPOSITORY / "scenarios") == texts(STARTER / "scenarios")
    assert len(texts(STARTER / "scenarios")) >= len(SHIPPED)


@pytest.mark.parametrize("revision", SHIPPED)
def test_shipped_scenarios_load_without_a_warning(workspace, revision):
    scenario = load_scenario(workspace, f"hitmakers/{revision}")
    assert scenario.name == f"hitmakers/{revision}"
    assert scenario.warnings == ()
    assert scenario.title and scenario.reason and scenario.hypothesis and scenario.date
    assert scenario.bots == ("greedy",) * scenario.players
    assert (scenario.plays, scenario.seed) == (20_000, 1)


def test_the_revision_of_2021_changes_broad_appeal_and_the_order(workspace):
    base, other = (load_scenario(workspace, f"hitmakers/{name}") for name in SHIPPED[:2])
    assert differences(base, other) == {
        "broad_appeal": ["lowest_rank", "largest_difference"],
        "criteria_order": [["saturation", "appeal", "prestige"], ["saturation", "prestige", "appeal"]],
    }
    assert (other.parent, other.date) == ("2020-03-04", dt.date(2021, 4, 8))
    assert Goal("tie_rate", None, 0.10) in other.goals
    assert Goal("seat_win_rate_spread", None, 0.05) in other.goals


def test_the_four_player_variant_is_the_sources(workspace):
    rules = load_scenario(workspace, "hitmakers/four-players").rules
    names = ("players", "hand_size", "production_rounds", "extra_stars", "bonus_round")
    assert [rules[name] for name in names] == [4, 6, 5, 1, True]
    assert rules["broad_appeal"] == "largest_difference"


def test_rules_come_from_defaults_then_parents_then_the_file_then_the_command(workspace):
    write(workspace, "one", rules={"hand_size": 5, "ties": "everybody"})
    write(workspace, "two", parent="one", rules={"hand_size": 6, "may_pass": False})
    name = write(workspace, "three", parent="two", rules={"self_poach": True})
    scenario = load_scenario(workspace, name, set_=["may_pass=true", "score_target=0"])
    assert file_rules(scenario) == {"self_poach": True}
    changed = {"hand_size": 6, "ties": "everybody", "self_poach": True, "score_target": 0}
    defaults = {key: parameter.default for key, parameter in scenario.game.parameters.items()}
    assert scenario.rules == {**defaults, **changed}


def test_what_a_file_leaves_out_has_defaults(workspace):
    scenario = load_scenario(workspace, write(workspace, "bare"))
    assert scenario.title == "bare"
    assert (scenario.date, scenario.parent, scenario.reason, scenario.goals) == (None, None, "", ())
    assert scenario.bots == ("greedy",) * 3


def test_overrides_win_over_the_file(workspace):
    scenario = load_scenario(
        workspace, "hitmakers/2021-04-08", bots="greedy random scout", plays="50", seed=str(2**64 - 1)
    )
    assert scenario.bots == ("greedy", "random", "scout")
    assert (scenario.plays, scenario.seed) == (50, 2**64 - 1)
    again = load_scenario(workspace, "hitmakers/2021-04-08", bots=["random"], plays=7, seed=0)
    assert (again.bots, again.plays, again.seed) == (("random",) * 3, 7, 0)


def test_one_bot_sits_at_as_many_seats_as_the_command_asks_for(workspace):
    assert load_scenario(workspace, "hitmakers/2021-04-08", set_=["players=5"]).bots == ("greedy",) * 5


def test_a_scenario_is_named_by_path_or_by_game_and_revision(workspace, monkeypatch):
    monkeypatch.chdir(workspace.root.parent)
    by_name = load_scenario(workspace, "hitmakers/2021-04-08")
    inside = "scenarios/hitmakers/2021-04-08.toml"  # from the workspace's own folder, wherever we are
    paths = [str(workspace.root / inside), "mine/" + inside, inside]
    assert [load_scenario(workspace, path).rules_hash for path in paths] == [by_name.rules_hash] * 3


def test_a_file_outside_the_workspace_finds_its_parent_inside(workspace, tmp_path):
    path = tmp_path / "elsewhere.toml"
    path.write_text('game = "hitmakers"\nparent = "2020-03-04"\n')
    assert load_scenario(workspace, str(path)).rules["broad_appeal"] == "lowest_rank"


def test_the_hash_is_that_of_the_rules_however_they_are_written(workspace):
    plain = load_scenario(workspace, write(workspace, "plain"))
    spelled = load_scenario(workspace, write(workspace, "spelled", title="Other", rules=dict(plain.rules)))
    changed = load_scenario(workspace, write(workspace, "changed", rules={"hand_size": 6}))
    assert plain.rules_hash == spelled.rules_hash != changed.rules_hash
    assert plain.rules_hash == load_scenario(workspace, "hitmakers/2021-04-08").rules_hash
    assert len(plain.rules_hash) == 64


def test_a_stock_that_can_run_out_is_a_warning_and_no_more(workspace):
    (warning,) = load_scenario(workspace, write(workspace, "dry", rules={"players": 6})).warnings
    assert str(warning).startswith("scenarios/hitmakers/dry.toml: rules.production_rounds = 7: the stock can run out")


def test_scenarios_are_listed_after_their_parents_and_by_date(workspace):
    write(workspace, "zero", date="1999-01-01")
    assert load_scenario(workspace, "hitmakers/zero").date == dt.date(1999, 1, 1)
    write(workspace, "aaa", parent="zero", date=dt.date(2024, 1, 1))
    write(workspace, "undated", parent="zero")
    write(workspace, "ring-a", parent="ring-b")
    write(workspace, "ring-b", parent="ring-a")
    (workspace.scenarios / "hitmakers" / "broken.toml").write_bytes(b"\xff")
    names = [name.removeprefix("hitmakers/") for name in list_scenarios(workspace, "hitmakers")]
    assert names == ["zero", "aaa", "undated", *SHIPPED, "broken", "ring-a", "ring-b"]


def test_a_game_without_files_has_the_revision_of_its_defaults(workspace: Workspace) -> None:
    folder = workspace.scenarios / "hitmakers"
    shutil.rmtree(folder)
    assert list_scenarios(workspace, "hitmakers") == ["hitmakers/default"]
    default = load_scenario(workspace, "hitmakers/default")
    assert default.rules == complete(default.game.parameters, {}) and default.parent is None
    assert not folder.exists()


def test_the_default_revision_stays_while_a_file_builds_on_it(workspace: Workspace) -> None:
    shutil.rmtree(workspace.scenarios / "hitmakers")
    default = load_scenario(workspace, "hitmakers/default")
    draft = RevisionDraft(default.game, "small-hands", "default", "Try it.", {"hand_size": 7})
    assert save_revision(workspace, draft).parent == "default"
    assert list_scenarios(workspace, "hitmakers") == ["hitmakers/default", "hitmakers/small-hands"]
    with pytest.raises(BadInput, match="there is one by that name"):
        save_revision(workspace, draft._replace(revision="default"))
    rename_revision(workspace, default, "As printed")
    assert load_scenario(workspace, "hitmakers/default").title == "As printed"
    assert load_scenario(workspace, "hitmakers/small-hands").rules["hand_size"] == 7


def test_a_game_with_files_of_its_own_lists_no_default_revision_and_yet_has_its_default_rules(
    workspace: Workspace,
) -> None:
    assert "hitmakers/default" not in list_scenarios(workspace, "hitmakers")
    default = load_scenario(workspace, "hitmakers/default")
    assert default.rules == complete(default.game.parameters, {}) and default.parent is None


# Goals


@pytest.mark.parametrize(
    ("goal", "direction", "text"),
    [
        (Goal("tie", None, 0.1), Direction.DOWN, "at most 0.1"),
        (Goal("deals", 3, None), Direction.UP, "at least 3"),
        (Goal("deals", 3, 6), Direction.NONE, "from 3 to 6"),
    ],
)
def test_a_goal_gives_the_direction(goal, direction, text):
    assert (goal.direction, goal.text) == (direction, text)


def test_every_measure_may_have_a_goal_and_rates_two_names():
    game = game_named("hitmakers")
    names = goal_measures(game)
    assert {"deals", "points", "deal_wins", "tie", "tie_rate", "capped_rate", "win_rate"} <= set(names)
    assert "seat_win_rate_spread" in names and "deals_rate" not in names
    assert Goal("tie_rate", None, 0.1).counted(game) == "tie"
    assert Goal("deals", None, 4).counted(game) == "deals"


def test_goals_are_read_as_written(workspace):
    name = write(workspace, "aims", goals={"tie": {"max": 0.2}, "deals": {"min": 3, "max": 5}, "margin": {"min": 1}})
    goals = load_scenario(workspace, name).goals
    assert goals == (Goal("tie", None, 0.2), Goal("deals", 3, 5), Goal("margin", 1, None))
