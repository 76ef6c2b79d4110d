"""Sweeps: the same shuffles in every cell, invalid cells left out, the same answer however it is played."""

import threading
from dataclasses import replace

import pytest

from tests.study.scenarios import scenario
from workbench.engine.problems import BadInput
from workbench.report.text.phrases import words_of
from workbench.report.text.sweeps import steps_sentences
from workbench.scenario import Goal
from workbench.scenario.vary import read_varied
from workbench.stats import Direction, Estimate
from workbench.stats.race import Place
from workbench.store import Store, runs
from workbench.store.listing import entries
from workbench.study.batch_player import RunOptions
from workbench.study.goals import Standing
from workbench.study.grid import Ending, Target, ask, plan_sweep
from workbench.study.outcome import fresh_seed
from workbench.study.sensitivity import plan_sensitivity, sensitivity, steps_from
from workbench.study.simulate import simulate
from workbench.study.sweep import sweep

GOALS = (("tie_rate", None, 0.5), ("points", 1.0, None))
QUICK = {"score_target": 0, "plays": 300, "bots": ("random",)}
"""A play is then one deal of random bots."""


def plan(*texts, plays=4_000, named=(), goals=GOALS, **rules):
    swept = scenario(**{**QUICK, **rules}, goals=goals)
    return plan_sweep(swept, read_varied(swept.game, texts), ask(swept, named), plays)


def facts(found):
    """All but the time that it took."""
    return replace(found, elapsed_s=0.0, plan=None), [cell.readings for cell in found.cells]


def test_the_answer_is_the_same_on_one_thread_and_on_two_and_when_followed():
    asked = plan("hand_size=5..7", "production_rounds=6,7", named=["tie_rate:lowest"], plays=12_000)
    seen = []
    one, two = sweep(asked, RunOptions(jobs=1)), sweep(asked, RunOptions(jobs=2), seen.append)
    assert facts(one) == facts(two)
    assert [each.done for each in seen] == sorted(each.done for each in seen) and seen[-1].done == one.plays


def test_every_cell_plays_the_shuffles_of_the_revision():
    asked = plan("hand_size=6,7", plays=1_200)
    found = sweep(asked, RunOptions(jobs=1))
    cell = found.cells[1]
    alone = simulate(replace(asked.scenario, plays=cell.plays), RunOptions(jobs=1))
    points = cell.reading("points")
    assert points.estimate.mean == alone.results["points"][:, :3].mean()


def test_invalid_cells_are_named_and_not_played():
    found = sweep(plan("players=3,6", "hand_size=7,13"), RunOptions(jobs=1))
    assert [cell.plays > 0 for cell in found.cells] == [True, True, True, False]
    assert found.cells[3].combination.problems[0].place == "hand_size"
    assert found.cells[3].readings == () and found.cells[3].loss is None


def test_the_best_is_confirmed_on_a_fresh_seed_and_costs_no_more_than_allowed():
    found = sweep(plan("hand_size=6,7", plays=20_000), RunOptions(jobs=1))
    assert found.ending is Ending.DECIDED and found.plays <= found.budget == 20_000
    assert found.confirmation.seed == fresh_seed(1) != 1 and found.confirmation.holds
    assert found.confirmation.cell.combination.scenario.seed == fresh_seed(1)
    # both meet all goals: the one that changes nothing comes first
    assert dict(found.best.combination.values) == {"hand_size": 7} and found.cells[0].place is Place.AS_GOOD
    assert {cell.standing for cell in found.cells} == {Standing.MET}


def test_without_a_direction_nothing_is_best():
    found = sweep(plan("hand_size=6,7", named=["scouted"]), RunOptions(jobs=1))
    assert found.leader is None and found.best is None and found.confirmation is None
    assert all(cell.readings for cell in found.cells)


def test_what_was_played_when_it_was_stopped_is_kept_and_taken_up(tmp_path):
    store, asked, stop = Store(tmp_path / "w.duckdb"), plan("hand_size=6,7", plays=20_000), threading.Event()
    cut = sweep(asked, RunOptions(store, 1, stop=stop), lambda done: stop.set())
    assert cut.ending is Ending.STOPPED and cut.best is None and [c.plays for c in cut.cells] == [512, 0]
    assert [(run.plays, run.study) for run in runs(store)] == [(512, "sweep")]
    whole = sweep(asked, RunOptions(store, 1))
    again = sweep(asked, RunOptions(store, 1))
    assert whole.best and facts(again)[1] == facts(whole)[1] == facts(sweep(asked, RunOptions(jobs=1)))[1]
    (line,) = entries(store)
    assert (line.study, line.rules_hash, line.seed) == ("sweep", asked.scenario.rules_hash, 1)
    assert len(line.runs) == len(runs(store)) == len({(run.plays, run.rules_hash, run.seed) for run in runs(store)})


def test_a_batch_after_a_sweep_keeps_its_rows_as_usual(tmp_path):
    store, asked = Store(tmp_path / "w.duckdb"), plan("hand_size=6,7", plays=2_000)
    sweep(asked, RunOptions(store, 1))
    simulate(replace(asked.scenario, plays=1_500), RunOptions(store, 1, goes_on=True))
    assert [run.has_rows for run in runs(store) if not run.study] == [True]


def test_a_plan_refuses_what_cannot_be_played():
    for texts, said in (
        ((), "once for each of 1 to 3"),
        (("hand_size=1..13", "production_rounds=1..13", "extra_stars=0..6"), "more than 1,000"),
        (("players=6", "hand_size=13"), "at most"),
    ):
        with pytest.raises(BadInput, match=said):
            plan(*texts)
    with pytest.raises(BadInput, match="at least 300"):
        plan("hand_size=6,7", plays=200)


def test_what_is_asked_is_goals_measures_or_a_wish():
    with_goals, without = scenario(goals=GOALS), scenario()
    assert [each.goal.measure for each in ask(with_goals)] == ["tie_rate", "points"]
    assert [each.measure for each in ask(without)] == list(without.game.primary)
    assert ask(without, ["tie_rate:lowest"])[0].wish is Direction.DOWN
    with pytest.raises(BadInput, match="did you mean tie_rate"):
        ask(without, ["tie_rat"])
    with pytest.raises(BadInput, match="lowest or highest"):
        ask(without, ["tie_rate:less"])
    with pytest.raises(BadInput, match="of one measure"):
        ask(without, ["tie_rate:lowest", "deals"])


@pytest.mark.parametrize(
    ("goal", "low", "mean", "high"),
    [
        (Goal("x", None, 10.0), -8.0, -6.0, -4.0),
        (Goal("x", 1.0, None), -5.0, -3.0, -1.0),
        (Goal("x", 1.0, 10.0), -4.5, -3.0, -1.0),
        (Goal("x", 4.0, 5.0), -0.5, 0.0, 2.0),
    ],
)
def test_losses_are_distances_from_the_goal_in_margins(goal, low, mean, high):
    span = Target("x", goal).loss(Estimate(4.0, 1.0, 2.0, 6.0, 500), 1.0)
    assert (span.low, span.mean, span.high) == (low, mean, high)


# One step of every rule


def test_every_rule_goes_one_step_and_what_it_does_is_paired():
    swept = scenario(**{**QUICK, "hand_size": 1}, goals=GOALS)
    asked = plan_sensitivity(swept, ask(swept), 12_000)
    steps = {each.values[0] for each in asked.steps}
    assert {("hand_size", 2), ("concentration", True), ("broad_appeal", "lowest_rank")} <= steps
    assert ("hand_size", 0) not in steps and not any(name == "criteria_order" for name, _ in steps)
    one, two = (sensitivity(asked, RunOptions(jobs=jobs)) for jobs in (1, 2))
    assert one.effects == two.effects
    hand = [each for each in one.of("points") if each.rule == "hand_size"]
    assert [each.value for each in hand] == [2] and hand[0].contrast.verdict.value == "higher"
    moved = [max(abs(e.contrast.difference.difference) for e in each) for each in one.by_rule("points").values()]
    assert moved == sorted(moved, reverse=True) and len(moved) == len({each.rule for each in one.effects})
    *_, idle = steps_sentences(one)
    unmoved = {each.rule for each in one.effects} - {each.rule for each in one.effects if each.contrast.difference.sd}
    assert idle.startswith("Nothing is shown to come from") and "hand size" not in idle
    assert unmoved and all(words_of(rule) in idle for rule in unmoved)


def test_steps_are_the_values_beside_the_one_there_is():
    rules = scenario().game.parameters
    assert steps_from(rules["hand_size"], 7) == [6, 8] and steps_from(rules["hand_size"], 13) == [12]
    assert steps_from(rules["concentration"], False) == [True]
