"""Tuning a revision with real plays: the draft, its evidence on fresh shuffles, what each change does."""

from dataclasses import replace

import numpy as np
import pytest

from tests.support.answers import table_of, things, told
from tests.support.scenarios import scenario
from workbench.engine.problems import BadInput
from workbench.play.batches import simulate
from workbench.play.figures import figures, spread_figure
from workbench.play.goals import Standing
from workbench.play.options import RunOptions, Stopped
from workbench.report.document import Drawing
from workbench.report.renderers.text import as_text
from workbench.stats import Estimate
from workbench.studies.find import TUNE as STUDY
from workbench.studies.find.charts import trials_figure
from workbench.studies.find.columns import data, listed_trials
from workbench.studies.find.measure import measure
from workbench.studies.find.question import TuneQuestion
from workbench.studies.find.search import Budget
from workbench.studies.find.tuning import Tuning, unbiased_spread

SPREAD_GOAL = ("seat_win_rate_spread <= 0.05",)
VARY = ("score_target=4..16:4", "may_pass=false,true", "concentration=false,true")
PLAYS = 12_000


def short(**rules):
    """A short match of random bots: about two deals."""
    return scenario(1_000, ("random",), goals=[("deals", 3, 4)], score_target=8, **rules)


def question(vary=VARY, goals=(), plays=PLAYS, start=None):
    return TuneQuestion(scenario=start or short(), vary=tuple(vary), goals=tuple(goals), budget=plays)


@pytest.fixture(scope="module")
def tuning() -> Tuning:
    return measure(question(), RunOptions(jobs=1))


def test_the_goal_is_met_on_fresh_shuffles_with_one_changed_rule(tuning):
    assert tuning.is_grid and tuning.plan.space.count == len(tuning.result.trials) == 16
    assert list(tuning.changed) == ["score_target"] and tuning.evidence.holds
    assert tuning.start.misses[0] > 0 and not tuning.conflict


def test_the_evidence_is_played_on_a_seed_that_no_trial_used(tuning):
    proof = tuning.evidence
    assert proof.seed != tuning.scenario.seed
    again = simulate(replace(tuning.draft, seed=proof.seed, plays=proof.plays))
    assert again.tallies.to_bytes() == proof.comparison.other.tallies.to_bytes()
    assert tuning.result.spent + 2 * proof.plays <= PLAYS
    assert [check.standing for check in proof.before] == [Standing.MISSED]


def test_the_answer_is_the_same_on_any_number_of_threads(tuning):
    other = measure(question(), RunOptions(jobs=3))
    assert other.result == tuning.result and other.draft.rules == tuning.draft.rules
    assert other.evidence.comparison.contrasts == tuning.evidence.comparison.contrasts


def test_each_of_several_changes_is_put_back_alone():
    start = replace(short(), rules={**short().rules, "hand_size": 2})
    goals = ("deals = 3..3.6", "points = 15..30")
    several = measure(question(("score_target=8..24:4", "hand_size=2..8:3"), goals, start=start), RunOptions())
    assert {change.rule for change in several.evidence.put_back} == set(several.changed) and len(several.changed) == 2
    for change in several.evidence.put_back:
        assert change.comparison.other.scenario.rules == {**several.draft.rules, change.rule: start.rules[change.rule]}
        assert change.comparison.base.scenario.rules == several.draft.rules
        assert any(check.standing is not Standing.MET for check in change.checks)


def test_a_stopped_tuning_keeps_what_was_found_without_evidence():
    options = RunOptions()
    stopped = measure(question(), options, lambda advance: options.stop.set() if len(advance.partial) == 4 else None)
    assert len(stopped.result.trials) == 3 and stopped.evidence is None
    document = STUDY.report(stopped)
    assert document.cut_short and not document.unfinished and document.records
    with pytest.raises(Stopped):
        measure(question(), options)


def test_too_few_plays_are_said_to_be_too_few(tuning):
    few = replace(tuning, budget=Budget.of(1_000))
    assert few.budget.trials < few.plan.space.count
    assert any("give it 4 000 or more" in line for line in things(told(STUDY, few)))
    assert not any("guessing" in line for line in things(told(STUDY, tuning)))


def test_a_spread_is_read_without_what_chance_adds_in_few_plays():
    rng = np.random.default_rng(4)
    for shares, true, off in (((1 / 3, 1 / 3, 1 / 3), 0.0, 0.03), ((0.45, 0.3, 0.25), 0.2, 0.015)):
        counts = rng.multinomial(300, shares, 500) / 300
        seen = counts.max(axis=1) - counts.min(axis=1)
        read = [unbiased_spread(Estimate(spread, 0.0, 0.0, 1.0, 300), 3) for spread in seen]
        assert np.mean(read) < np.mean(seen)
        assert np.mean(read) == pytest.approx(true, abs=off)


def ask(start, vary, plays=None):
    """What the command asks with these options."""
    texts = {"vary": vary, "budget": [plays] if plays else []}
    return STUDY.ask("", texts, lambda name: start, lambda name: start)


def test_every_problem_of_a_question_is_told_at_once():
    with pytest.raises(BadInput) as bad:
        ask(replace(short(), goals=()), ["hand_sice=3", "may_pass=maybe"], "few")
    told = str(bad.value)
    assert "did you mean hand_size?" in told and "may_pass = maybe" in told
    assert "--goal: missing" in told and "--plays = few" in told
    with pytest.raises(BadInput, match="another value"):
        ask(short(), ["score_target=8"])


@pytest.mark.parametrize(
    ("vary", "nearer"), [("market_saturation_points=1..4", False), ("one_hit_wonder_points=1..5", True)]
)
def test_what_is_not_shown_to_come_nearer_to_a_goal_is_not_advised(vary, nearer):
    tuning = measure(question([vary], ["tie_rate <= 0.0001"], 2_000), RunOptions(jobs=1))
    assert tuning.conflict and tuning.changed
    report = told(STUDY, tuning)
    assert ("comes nearest" in report.headline) is nearer and "other rules" not in report.headline
    assert as_text(report).count("let other rules change: ") == 1, "the next step says so, once"
    assert not tuning.trades and any("Not tried: " in line for line in things(report))


def test_goals_conflict_only_where_what_is_nearest_to_one_is_not_nearest_to_another():
    goals = ["tie_rate <= 0.0001", "deals <= 50"]
    tuning = measure(question(["one_hit_wonder_points=1..5"], goals, 2_000), RunOptions(jobs=1))
    assert tuning.conflict and not tuning.trades and len(tuning.frontier) == 1
    report = told(STUDY, tuning)
    assert "conflict" not in report.headline and not any("trade" in line for line in things(report))
    assert len(listed_trials(tuning)) > 1


def test_a_trial_shows_the_spread_that_other_pages_show_and_is_sought_by_what_is_left_without_chance():
    tuning = measure(question(["may_pass=false,true"], SPREAD_GOAL), RunOptions())
    for trial, line in zip(tuning.result.trials, data(tuning)["trials"], strict=True):
        (reading,) = trial.readings
        played = simulate(replace(short(**tuning.values(trial)), plays=trial.plays))
        assert (
            line["figures"]["seat_win_rate_spread"]
            == reading.figure.estimate.mean
            == pytest.approx(spread_figure(played.tallies).estimate.mean)
        )
        assert reading.value < reading.figure.estimate.mean
    figure = trials_figure(tuning.plan, tuning.result.trials, tuning.result.best)
    marks = [value for trace in figure.data for value in trace.y]
    assert sorted(marks) == pytest.approx(
        sorted(100 * trial.readings[0].figure.estimate.mean for trial in tuning.result.trials)
    )


def test_where_a_goal_is_only_undecided_no_conflict_is_told_and_tables_carry_the_intervals():
    ties = figures(simulate(replace(short(), plays=20_000, seed=77)).tallies)["tie"].estimate.mean
    goals = [f"tie_rate <= {ties - 0.015:.4f}", "deals >= 0.5"]
    tuning = measure(question(["may_pass=true,false"], goals, 2_000, replace(short(), seed=4)), RunOptions(jobs=1))
    assert all(sum(trial.misses) > 0 for trial in tuning.result.finalists)  # by the figures alone
    assert Standing.UNDECIDED in {check.standing for check in tuning.evidence.checks} and not tuning.evidence.holds
    assert not tuning.conflict and not tuning.trades
    report, trial = told(STUDY, tuning), listed_trials(tuning)[0]
    assert "conflict" not in report.headline
    assert "is shown to meet both goals" in report.headline or report.headline.endswith("is open.")
    assert data(tuning)["conflict"] is False
    line = table_of(report, "The best").rows[0]
    assert line["Goals"] == trial.standing.value and any("(" in cell and "–" in cell for cell in line.values())
    first = data(tuning)["trials"][0]
    low, high = first["intervals"]["tie_rate"]
    assert low < first["figures"]["tie_rate"] < high and first["standing"] in {"met", "missed", "undecided"}


def test_without_rules_it_begins_with_those_whose_steps_bring_the_missed_goal_nearest():
    start = replace(short(), rules={**short().rules, "score_target": 21})
    tuning = measure(question((), ["deals = 2..2.5"], 20_000, start), RunOptions(jobs=1))
    rules = [rule.name for rule in tuning.plan.varied]
    assert rules == tuning.steps.promising(3) and len(rules) == 3
    best = {effect.rule: effect.gain for effect in tuning.steps.effects if effect.rule in rules}
    assert (
        all(tuning.scenario.rules[rule.name] in rule.values for rule in tuning.plan.varied) and max(best.values()) > 0
    )
    report = told(STUDY, tuning)
    assert things(report)[0].startswith("One step of every rule came first: ")
    assert "--vary" not in report.command and f"--plays {tuning.plays}" in report.command and tuning.plays == 20_000
    assert data(tuning)["vary"].keys() == set(rules)


def test_what_is_told_meanwhile_knows_the_rules_that_a_step_of_every_rule_chose() -> None:
    open_rules, looks = question(vary=()), []
    measure(open_rules, RunOptions(), looks.append)
    blocks = STUDY.report_so_far(open_rules, looks[-1].partial)
    assert [bool(block.draw()) for block in blocks if isinstance(block, Drawing)] == [True]
    assert STUDY.report_so_far(open_rules, ()) == []
