"""Sweeps: the same shuffles in every cell, invalid cells left out, the same answer however it is played."""

import shlex
import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.support.answers import charts_of, things, told
from tests.support.families import preset_game
from tests.support.scenarios import scenario
from tests.support.thorough import one_of
from workbench.app.widgets.fields import suggested_values
from workbench.engine.batch import Batch
from workbench.engine.loop import EndlessPlay
from workbench.engine.problems import BadInput
from workbench.play.batches import simulate
from workbench.play.figures import figures
from workbench.play.forms import fresh_seed
from workbench.play.goals import Standing
from workbench.play.local import LocalSource
from workbench.play.options import RunOptions, Stopped
from workbench.report.text.phrases import words_of
from workbench.scenario import Aim, Goal, load_scenario
from workbench.scenario.files import find_workspace
from workbench.scenario.goals import Wish, goal_text
from workbench.scenario.vary import Combination, combination, read_varied
from workbench.stats import Direction, Estimate, Figure, Verdict
from workbench.stats.race import RaceStanding
from workbench.store.listing import entries
from workbench.store.runs import Status
from workbench.studies.find import SWEEP as STUDY
from workbench.studies.find import players as sweep_store
from workbench.studies.find.charts import tornado_figure
from workbench.studies.find.columns import data
from workbench.studies.find.grid import CellReading, Ending, SweepCell, Target, ask, paired_gap, plan_sweep
from workbench.studies.find.measure import keep, measure
from workbench.studies.find.players import CellPlayer, is_answered, question_of
from workbench.studies.find.question import SweepQuestion, TuneQuestion
from workbench.studies.find.race import sweep
from workbench.studies.find.steps import plan_sensitivity, sensitivity, steps_from

GOALS = (("tie_rate", None, 0.5), ("points", 1.0, None))
QUICK = {"score_target": 0, "plays": 300, "bots": ("random",)}
"""A play is then one deal of random bots."""


def plan(*texts, plays=4_000, named=(), goals=GOALS, **rules):
    swept = scenario(**{**QUICK, **rules}, goals=goals)
    return plan_sweep(swept, read_varied(swept.game, texts), ask(swept, named), plays)


def facts(answer):
    """All but the time that it took."""
    return replace(answer, elapsed_s=0.0, plan=None), [cell.readings for cell in answer.cells]


def test_the_answer_is_the_same_on_one_thread_and_on_two_and_when_followed():
    question = plan("hand_size=5..7", "production_rounds=6,7", named=["tie_rate:lowest"], plays=12_000)
    seen = []
    one, two = sweep(question, RunOptions(jobs=1)), sweep(question, RunOptions(jobs=2), seen.append)
    assert facts(one) == facts(two)
    assert [look.done for look in seen] == sorted(look.done for look in seen) and seen[-1].done == one.plays


def test_every_cell_plays_the_shuffles_of_the_revision():
    question = plan("hand_size=6,7", plays=1_200)
    answer = sweep(question, RunOptions(jobs=1))
    cell = answer.cells[1]
    alone = simulate(replace(question.scenario, plays=cell.plays), RunOptions(jobs=1))
    points = cell.reading("points")
    assert points.figure.estimate.mean == alone.results["points"][:, :3].mean()


def test_invalid_cells_are_named_and_not_played():
    answer = sweep(plan("players=3,6", "hand_size=7,13"), RunOptions(jobs=1))
    assert [cell.plays > 0 for cell in answer.cells] == [True, True, True, False]
    assert answer.cells[3].combination.problems[0].place == "hand_size"
    assert answer.cells[3].readings == () and answer.cells[3].loss is None


def test_the_best_is_confirmed_on_a_fresh_seed_and_costs_no_more_than_allowed():
    answer = sweep(plan("hand_size=6,7", plays=20_000), RunOptions(jobs=1))
    assert answer.ending is Ending.DECIDED and answer.plays <= answer.budget == 20_000
    assert answer.confirmation.seed == fresh_seed(1) != 1 and answer.confirmation.holds
    assert answer.confirmation.cell.combination.scenario.seed == fresh_seed(1)
    # both meet all goals: the one that changes nothing comes first
    assert dict(answer.best.combination.values) == {"hand_size": 7} and answer.cells[0].place is RaceStanding.AS_GOOD
    assert {cell.standing for cell in answer.cells} == {Standing.MET}


NEAR = (("tie_rate", None, 0.2025), ("points", 1.0, None))
"""Goals of which one lies near what hands of 6 and 7 reach."""
FEW_FLAT, MANY_FLAT = 60_000, 200_000


def flat(plays, seed=3):
    """A sweep of Trickster's passing direction, which makes no difference, for the fewest ties."""
    swept = load_scenario(find_workspace(Path(__file__).parents[2]), "trickster/prototype-a")
    swept = replace(swept, rules={**swept.rules, "rounds": 1}, bots=("random",) * swept.players, seed=seed)
    values = read_varied(swept.game, ["pass_direction=right,left,alternate"])
    return plan_sweep(swept, values, ask(swept, ["tie_rate:lowest"]), plays)


def test_where_it_makes_no_difference_all_are_as_good_once_fresh_pairs_show_it_and_open_until_then(store):
    few = sweep(flat(FEW_FLAT), RunOptions(store, 2))
    assert few.ending is Ending.BUDGET and few.best is None and not few.is_flat
    assert few.confirmation and not few.confirmation.holds and not few.confirmation.refuted
    more = sweep(flat(MANY_FLAT), RunOptions(store, 2))
    assert few.plays < more.plays <= MANY_FLAT and more.ending is Ending.DECIDED
    assert more.best is None and more.is_flat and len(more.alike) == 3
    assert {cell.place for cell in more.cells} == {RaceStanding.AS_GOOD}


def test_the_best_is_confirmed_only_where_fresh_shuffles_show_that_it_meets_the_goals():
    held = []
    for seed in range(1, 9):
        answer = sweep(plan("hand_size=6,7", goals=NEAR, named=[], plays=8_000, seed=seed), RunOptions(jobs=1))
        again = answer.confirmation
        if again and again.holds and any(cell.standing is Standing.MET for cell in answer.cells):
            held.append(again.cell.standing)
    assert len(held) > 1 and set(held) == {Standing.MET}


def test_without_a_direction_nothing_is_best():
    answer = sweep(plan("hand_size=6,7", named=["scouted"]), RunOptions(jobs=1))
    assert answer.leader is None and answer.best is None and answer.confirmation is None
    assert all(cell.readings for cell in answer.cells)


class Killed(BaseException):
    """Stands for a process that ends without a word."""


def counting(monkeypatch, counted):
    """Count the plays that are played from now on."""
    play = LocalSource.stretch

    def stretch(self, first, plays, rows):
        group = play(self, first, plays, rows)
        counted.extend([group[0].plays] * len(group) if group else [])
        return group

    monkeypatch.setattr(LocalSource, "stretch", stretch)


CUT = [("stopped", 0.4, 0), ("killed", 0.97, 0), ("stopped", 0.7, 120_000), ("killed", 0.95, 120_000)]


@pytest.mark.parametrize(("how", "share", "flat_plays"), one_of(CUT, quick=CUT[0]))
def test_a_sweep_goes_on_from_where_it_was_and_ends_as_it_would_have(store, monkeypatch, how, share, flat_plays):
    monkeypatch.setattr(sweep_store, "PAUSE_S", 0.0)
    monkeypatch.setattr("workbench.play.options.WRITING_PAUSE", 0.0)
    question = flat(flat_plays, 5) if flat_plays else plan("hand_size=5..7", named=["tie_rate:lowest"], plays=12_000)
    stop = threading.Event()
    whole = sweep(question, RunOptions(jobs=1))
    in_race = sum(cell.plays for cell in whole.cells)
    assert (in_race < share * whole.plays) == bool(flat_plays) and whole.rounds > 2
    counted = []
    counting(monkeypatch, counted)

    def follow(done):
        if done.done >= share * whole.plays:
            stop.set()
            if how == "killed":
                raise Killed

    try:
        cut = sweep(question, RunOptions(store, 1, stop=stop), follow)
        assert cut.ending is Ending.STOPPED and cut.best is None
    except Killed:
        assert how == "killed"
    assert not is_answered(store, question_of(question), question.request)
    (line,) = entries(store)
    assert (line.study, line.rules_hash, line.sentence) == ("sweep", question.scenario.rules_hash, "")
    assert line.seed == question.scenario.seed
    assert line.status is (Status.INTERRUPTED if how == "stopped" else Status.RUNNING)  # this process lives on
    assert 0 < line.done < whole.plays
    before = sum(counted)
    again = sweep(question, RunOptions(store, 2))
    assert facts(again) == facts(whole)
    assert sum(counted) - before == whole.plays - line.done
    keep(store, again, "said")
    (line,) = entries(store)
    assert (line.plays, line.status, line.options) == (whole.plays, Status.DONE, question.request) and line.sentence
    assert is_answered(store, question_of(question), question.request)
    before = sum(counted)
    assert facts(sweep(question, RunOptions(store, 1))) == facts(whole) and sum(counted) == before


def test_a_sweep_with_more_plays_goes_on_from_that_with_fewer(store, monkeypatch):
    counted = []
    few = sweep(plan("hand_size=5..7", named=["tie_rate:lowest"], plays=1_500), RunOptions(store, 1))
    counting(monkeypatch, counted)
    more = sweep(plan("hand_size=5..7", named=["tie_rate:lowest"], plays=12_000), RunOptions(store, 1))
    assert few.plays + sum(counted) == more.plays > few.plays


def test_a_wider_grid_takes_what_a_narrower_one_played_and_says_what_it_would_have_said(store, monkeypatch):
    def grid(values, wish="highest"):
        return plan(f"hand_size={values}", named=[f"tie_rate:{wish}"], plays=12_000)

    counted = []
    alone = sweep(grid("4..7"), RunOptions(jobs=1))
    sweep(grid("5,6", "lowest"), RunOptions(store, 1))
    sweep(grid("6,7"), RunOptions(store, 1))
    counting(monkeypatch, counted)
    assert facts(sweep(grid("4..7"), RunOptions(store, 1))) == facts(alone)
    assert 0 < sum(counted) < 0.8 * alone.plays
    before = sum(counted)
    other_seed = replace(alone.plan, scenario=replace(alone.plan.scenario, seed=2))
    sweep(other_seed, RunOptions(store, 1))
    assert sum(counted) - before > 3 * 512


def test_a_plan_refuses_what_cannot_be_played():
    for texts, message in (
        ((), "once for each of 1 to 3"),
        (("hand_size=1..13", "production_rounds=1..13", "extra_stars=0..6"), "more than 1,000"),
        (("players=6", "hand_size=13"), "at most"),
    ):
        with pytest.raises(BadInput, match=message):
            plan(*texts)
    with pytest.raises(BadInput, match="at least 300"):
        plan("hand_size=6,7", plays=200)


def test_what_is_asked_is_goals_measures_or_a_wish():
    with_goals, without = scenario(goals=GOALS), scenario()
    assert [target.goal.measure for target in ask(with_goals)] == ["tie_rate", "points"]
    assert [target.measure for target in ask(without)] == list(without.game.primary)
    assert ask(without, ["tie_rate:lowest"])[0].wish is Direction.DOWN
    aimed = replace(without, aims=(Aim("deals", Wish.LOWER), Aim("tie_rate", Wish.NOT_HIGHER)))
    assert [(target.name, target.is_judged) for target in ask(aimed)] == [("deals:lowest", True)]
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


TARGETS = {
    "lowest": (Target("tie", wish=Direction.DOWN),),
    "a goal with two ends": (Target("tie", Goal("tie", 0.2, 0.4)),),
    "two goals": (Target("tie", Goal("tie", 0.2, 0.4)), Target("points", Goal("points", 0.5, None))),
}


@pytest.mark.parametrize("targets", TARGETS.values(), ids=TARGETS)
def test_a_paired_gap_holds_the_true_one_where_all_intervals_hold(targets):
    rng = np.random.default_rng(5)
    names = {target.measure: target for target in targets}
    measures = measures_of()
    sharper = 0

    def loss(values):
        judged = [target.loss(exactly(values[name]), measures[name].margin).mean for name, target in names.items()]
        return max([*judged, *([0.0] if len(judged) > 1 else [])])

    for _ in range(300):
        truth = [{name: rng.uniform(0, 0.7) for name in names} for _ in range(2)]
        cells = [cell_around(center, names, measures, rng) for center in truth]
        moved = {name: around(truth[0][name] - truth[1][name], 0.02, rng) for name in names}
        gap, real = paired_gap(*cells, moved), loss(truth[0]) - loss(truth[1])
        assert gap.low - 1e-9 <= real <= gap.high + 1e-9
        sharper += gap.high - gap.low < (cells[0].loss.high - cells[0].loss.low) / 2
    assert sharper > 20


def exactly(value):
    return Estimate(value, 0.1, value, value, 500)


def around(value, most, rng):
    """An interval that holds the value."""
    return value - rng.uniform(0, most), value + rng.uniform(0, most)


def cell_around(values, names, measures, rng):
    """A combination whose figures are known roughly."""
    readings = []
    for name, target in names.items():
        low, high = around(values[name], 0.2, rng)
        estimate = Estimate((low + high) / 2, 0.1, low, high, 500)
        readings.append(CellReading(Figure(name, measures[name], estimate), target, None))
    return SweepCell(Combination((), scenario(), ()), 500, tuple(readings))


def test_a_paired_gap_is_told_only_where_both_have_the_same_figures():
    cells = [cell_around({"tie": 0.3}, {"tie": TARGETS["lowest"][0]}, measures_of(), np.random.default_rng(1))] * 2
    assert paired_gap(*cells, {"points": (0.0, 1.0)}) is None
    assert paired_gap(*cells, {"tie": (0.0, 1.0)}) is not None


def measures_of():
    return {measure.name: measure for measure in scenario().game.all_measures}


# One step of every rule


@pytest.fixture(scope="module")
def stepped():
    swept = scenario(**{**QUICK, "hand_size": 1}, goals=GOALS)
    return sensitivity(plan_sensitivity(swept, ask(swept), 12_000), RunOptions(jobs=1))


def test_rules_without_effect_go_no_step():
    swept = scenario(**QUICK)
    game = replace(swept.game, idle_rules=lambda values: ["hand_size"])
    without, all_of_it = (plan_sensitivity(one, ask(swept)).steps for one in (replace(swept, game=game), swept))
    rules = [{name for step in steps for name, _ in step.values} for steps in (without, all_of_it)]
    assert rules[1] - rules[0] == {"hand_size"}


def test_every_rule_goes_one_step_and_what_it_does_is_paired(stepped):
    one, steps_plan = stepped, stepped.plan
    steps = {step.values[0] for step in steps_plan.steps}
    assert {("hand_size", 2), ("concentration", True), ("broad_appeal", "lowest_rank")} <= steps
    assert ("hand_size", 0) not in steps and not any(name == "criteria_order" for name, _ in steps)
    assert one.effects == sensitivity(steps_plan, RunOptions(jobs=2)).effects
    hand = [effect for effect in one.of("points") if effect.rule == "hand_size"]
    assert [effect.value for effect in hand] == [2] and hand[0].contrast.verdict.value == "higher"
    moved = [max((abs(e.gain), e.margins) for e in effects) for effects in one.by_rule("points").values()]
    assert moved == sorted(moved, reverse=True) and len(moved) == len({effect.rule for effect in one.effects})
    for effect in one.effects:
        moved, margin = effect.contrast.difference, effect.contrast.margin
        assert effect.has_moved or not (moved.low > margin or moved.high < -margin), "a clear bar is shown to move"
    unmoved = {effect.rule for effect in one.effects} - {
        effect.rule for effect in one.effects if effect.contrast.difference.sd
    }
    details = told(STUDY, one).details
    assert one.dead and set(one.dead) <= unmoved and "hand size" not in details
    assert all(words_of(rule) in details for rule in unmoved)


def test_a_tornado_shows_each_step_in_its_order_and_hatches_what_is_undecided(stepped):
    figure = tornado_figure(stepped, "points")
    drawn = {at: mean for bar in figure.data for at, mean in zip(bar.y, bar.x, strict=True)}
    effects = {effect.contrast.difference.mean: effect for effect in stepped.of("points")}
    assert len(drawn) > 3 and set(drawn.values()) <= set(effects)
    rules = list(dict.fromkeys(effects[drawn[at]].rule for at in sorted(drawn)))
    assert rules == [rule for rule in stepped.by_rule("points") if rule in rules]
    for bar in figure.data:
        undecided = {effects[mean].contrast.verdict is Verdict.UNDECIDED for mean in bar.x}
        assert undecided == {bar.marker.pattern.shape == "/"}
    margin = effects[drawn[0]].contrast.margin
    assert [line.x0 for line in figure.layout.shapes][:3] == [-margin, 0.0, margin]


def test_a_game_in_which_nothing_can_change_says_so():
    swept = scenario(**QUICK)
    game = replace(swept.game, idle_rules=lambda values: [*swept.game.parameters])
    still = sensitivity(plan_sensitivity(replace(swept, game=game), ask(swept)), RunOptions(jobs=1))
    assert told(STUDY, still).headline == "No rule can take a step."


def test_steps_are_the_values_beside_the_one_there_is():
    rules = scenario().game.parameters
    assert steps_from(rules["hand_size"], 7) == [6, 8] and steps_from(rules["hand_size"], 13) == [12]
    assert steps_from(rules["concentration"], False) == [True]
    assert rules["score_target"].zero and steps_from(rules["score_target"], 0) == [], "0 is no number there"


def test_one_step_of_the_players_has_a_gap_between_the_seats_too():
    swept = scenario(**QUICK, goals=(("seat_win_rate_spread", None, 0.01),))
    answer = sensitivity(plan_sensitivity(swept, ask(swept), 9_000), RunOptions(jobs=1))
    players = [effect for effect in answer.of("seat_win_rate_spread") if effect.rule == "players"]
    assert [effect.value for effect in players] == [2, 4]
    assert all(effect.contrast.difference.low <= effect.contrast.difference.mean for effect in players)
    assert answer.plan.untried == ["criteria_order", "score_target"]
    assert "Not tried: criteria order and score target." in things(told(STUDY, answer))


def test_what_matters_most_begins_with_the_goal_that_is_missed(stepped):
    aim = Goal("points", low=stepped.of("points")[0].contrast.difference.base + 0.5)
    effects = [
        replace(effect, target=replace(effect.target, goal=aim)) if effect.target.measure == "points" else effect
        for effect in stepped.effects
    ]
    missed = replace(stepped, effects=tuple(effects))
    assert missed.missed == ["points"] and missed.main[0] == "points"
    best = missed.helping("points")[0]
    assert best.gain == max(effect.gain for effect in missed.of("points")) > 0
    assert told(STUDY, missed).headline.startswith("Points, outside the goal: ")
    chart = charts_of(told(STUDY, missed))[0]
    assert "Right of the dashed line the goal is met" in chart.sentence
    assert pytest.approx(0.5) in [line.x0 for line in chart.figure.layout.shapes]


@pytest.mark.parametrize("one_by_one", [False, True])
def test_a_step_whose_rules_never_end_a_play_is_named(monkeypatch, one_by_one):
    played, ends = scenario(bots=("random",), hand_size=7), Batch.fill

    def fill(batch, rows, first):
        if batch.rules["hand_size"] == 8:
            raise EndlessPlay("never")
        ends(batch, rows, first)

    monkeypatch.setattr(Batch, "fill", fill)
    with pytest.raises(EndlessPlay, match=r"^hand_size = 8: never$"):
        if one_by_one:
            CellPlayer(combination(played, {"hand_size": 8})).play(100, RunOptions(), lambda: None)
        sensitivity(plan_sensitivity(played, ask(played)), RunOptions())


def test_a_step_of_a_large_number_is_about_a_tenth_of_it():
    target = preset_game("press", "farkle").parameters["target"]
    steps = {value: steps_from(target, value) for value in (10, 99, 100, 2_500, 10_000, 20_000)}
    assert steps == {
        10: [11], 99: [98, 100], 100: [90, 110], 2_500: [2_300, 2_700], 10_000: [9_000, 11_000], 20_000: [18_000],
    }  # fmt: skip
    assert suggested_values(target, 10_000) == "8000..12000:1000" and suggested_values(target, 50) == "48..52"


def test_steps_go_on_from_where_they_were_and_end_as_they_would_have(store, monkeypatch):
    monkeypatch.setattr(sweep_store, "PAUSE_S", 0.0)
    swept = scenario(**QUICK, goals=GOALS)
    steps = plan_sensitivity(swept, ask(swept), 6_000)
    whole, counted = sensitivity(steps, RunOptions(jobs=1)), []
    counting(monkeypatch, counted)

    def follow(done):
        if done.done >= 3_000:
            raise Killed

    with pytest.raises(Killed):
        sensitivity(steps, RunOptions(store, 1), follow)
    (line,) = entries(store)
    assert (line.study, line.sentence) == ("sweep", "")
    before = sum(counted)
    again = sensitivity(steps, RunOptions(store, 1))
    assert again.effects == whole.effects
    assert 0 < sum(counted) - before < whole.plays * steps.tables
    keep(store, again, "said")
    (line,) = entries(store)
    assert line.status is Status.DONE and line.sentence and line.options == steps.request
    before = sum(counted)
    assert sensitivity(steps, RunOptions(store, 1)).effects == whole.effects and sum(counted) == before


@pytest.mark.parametrize("steps", [False, True], ids=["values", "steps"])
def test_the_time_left_is_told_by_what_is_played_now(store, steps):
    swept = scenario(bots=("random",))
    subject = {"sensitivity": True} if steps else {"vary": ("hand_size=6..8",)}
    question = SweepQuestion(scenario=swept, measures=("tie_rate:lowest",), budget=8_000, **subject)
    told, stop = [], threading.Event()

    def half(advance):
        told.append(advance)
        if advance.share > 0.5:
            stop.set()

    with suppress(Stopped):  # of steps; a sweep says that it was stopped
        measure(question, RunOptions(store, 1, stop=stop), half)
    before = told[-1].done
    told.clear()
    measure(question, RunOptions(store, 1), told.append)
    first = next(look for look in told if look.left_s is not None)
    left = first.elapsed_s * (first.plays - first.done) / (first.done - before)
    assert 4_000 < before < first.done and first.left_s == pytest.approx(left)


def test_a_cells_command_plays_the_same():
    workspace = find_workspace(Path(__file__).parents[2])
    swept = load_scenario(workspace, "hitmakers/2021-04-08", bots="random", set_=["score_target=0"])
    planned = plan_sweep(swept, read_varied(swept.game, ["may_pass=true,false"]), ask(swept, ["points"]), 400)
    answer = sweep(planned, RunOptions())
    for cell, line in zip(answer.cells, data(answer)["cells"], strict=True):
        words = shlex.split(line["command"])
        assert words[:5] == ["workbench", "simulate", swept.name, "--set", "score_target=0"]
        settings = [words[at + 1] for at, word in enumerate(words) if word == "--set"]
        alone = load_scenario(workspace, words[2], set_=settings, bots=words[-5], seed=words[-3], plays=words[-1])
        played = figures(simulate(alone).tallies)["points"].estimate
        assert (played.n, played.mean) == (cell.readings[0].figure.estimate.n, cell.readings[0].figure.estimate.mean)


def test_aims_are_goals_by_what_the_parent_comes_to():
    parent = load_scenario(find_workspace(None), "hitmakers/2021-04-08")
    aims = Aim("deals", Wish.LOWER, 0.1, percent=True), Aim("tie_rate", Wish.NOT_HIGHER, bound=0.08)
    aimed = replace(load_scenario(find_workspace(None), "hitmakers/four-players"), aims=aims, plays=2_000)
    assert aimed.parent == parent.revision and Goal("tie_rate", high=0.1) in aimed.goals
    question = SweepQuestion(scenario=aimed, vary=("hand_size=6,7",), budget=600, quick=True)
    answer = measure(question, RunOptions())
    by_parent = figures(simulate(replace(parent, plays=2_000), RunOptions()).tallies)["deals"].estimate.mean
    bounds = {goal.measure: goal.high for goal in answer.goals}
    assert bounds["deals"] == pytest.approx(0.9 * by_parent, rel=1e-3)
    assert (bounds["tie_rate"], bounds["seat_win_rate_spread"]) == (0.08, 0.05), "the closer of an aim and a goal"
    assert answer.plan.request["for"] == [] and question_of(answer.plan) == question_of(question.plan)
    assert f"the parent {parent.revision} comes to" in told(STUDY, answer).details
    goals = tuple(map(goal_text, aimed.goals))
    tuned = measure(TuneQuestion(scenario=aimed, vary=question.vary, goals=goals, budget=1_000), RunOptions())
    assert {goal.measure: goal.high for goal in tuned.goals} == bounds, "as a page asks, which names its goals"
