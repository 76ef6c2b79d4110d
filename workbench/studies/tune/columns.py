"""The columns of a tuning, what its sentences say, its object in JSON, and what it proposes."""

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from workbench.engine.cards import brief_value
from workbench.engine.parameters import Written
from workbench.engine.problems import is_whole
from workbench.engine.wording import counted, first_of, in_one, listed, lower_first, upper_first
from workbench.play.comparisons import Comparison, Contrast
from workbench.play.goals import CheckedGoal, Standing, wish_figures
from workbench.report.columns import Columns, TableColumn, count, for_csv, for_programs, measured, ratio, text, verdict
from workbench.report.document import Block, Drawing, Proposal
from workbench.report.json import Json, checked_json, contrast_json, number
from workbench.report.text import phrases
from workbench.report.text.scenarios import (
    goal_label,
    goals_controlled,
    on_bots,
    rule_value,
    step_words,
    target,
    who_played,
)
from workbench.scenario.goals import goal_text
from workbench.stats import Estimate, Figure, Verdict
from workbench.studies.tune.measure import PutBack, Tuning
from workbench.studies.tune.search import LEAST, SEARCHED, TOO_FEW_TRIALS, Trial

if TYPE_CHECKING:
    from workbench.report.charts.batch import Chart
    from workbench.studies.tune.plan import TuningPlan

__all__ = ["goals_controlled", "on_bots", "who_played"]  # the template has them

MOST_LISTED, MOST_NAMED = 12, 4
"""Trials in a table, and rules in a sentence."""
ENOUGH_PLAYS = round(TOO_FEW_TRIALS * LEAST / SEARCHED, -3)
"""Plays with which a search finds more than guessing would."""
STILL = (Verdict.UNDECIDED, Verdict.SAME)


class GoalPair(NamedTuple):
    """A goal before and after, on fresh shuffles."""

    before: CheckedGoal
    after: CheckedGoal


class TrialFigure(NamedTuple):
    """A figure of a trial, and all plays of that."""

    figure: Figure
    plays: int


# What sentences say


def goals(tuning: Tuning) -> str:
    """`the goal`, `both goals`, `all 3 goals`."""
    number_of_goals = len(tuning.goals)
    return {1: "the goal", 2: "both goals"}.get(number_of_goals, f"all {counted(number_of_goals, 'goal')}")


def changes(tuning: Tuning) -> str:
    """The changed rules: `hand size 7 → 6`."""
    return listed(step_words(tuning.scenario, name, after) for name, (_, after) in tuning.changed.items())


def moves(tuning: Tuning) -> bool:
    """True if the draft is shown to move a goal's figure."""
    proof = tuning.evidence
    return proof is not None and any(one.verdict not in STILL for one in about_goals(tuning, proof.comparison))


def most_promising(trials: Sequence[Trial]) -> Trial:
    """The trial that comes nearest so far."""
    return min(trials, key=lambda trial: trial.order)


def about_goals(tuning: Tuning, comparison: Comparison) -> list[Contrast]:
    """The contrasts of the figures that goals are about."""
    names = dict.fromkeys(name for goal in tuning.goals for name in wish_figures(tuning.scenario, goal))
    return [comparison.contrasts[name] for name in names if name in comparison.contrasts]


def rules_to_begin_with(tuning: Tuning) -> str:
    """The rules that one step of every rule says may change."""
    game = tuning.scenario.game
    return listed(lower_first(game.parameters[rule.name].label) for rule in tuning.plan.varied)


def untried(tuning: Tuning) -> str:
    """The rules that were held as they are, though they have an effect: the first few of them."""
    scenario, varied = tuning.scenario, {rule.name for rule in tuning.plan.varied}
    idle = {*scenario.game.idle_rules(scenario.rules), *varied}
    rules = [lower_first(rule.label) for name, rule in scenario.game.parameters.items() if name not in idle]
    return listed(first_of(rules, MOST_NAMED))


def rules_with_all_values(plan: "TuningPlan") -> Iterator[str]:
    """The rules that may change, with their values: `Hand size: 5 to 9 cards`."""
    game = plan.scenario.game
    for rule in plan.varied:
        words = [rule_value(game, rule.name, value) for value in rule.values]
        ends = _range(rule.values)
        values = f"{ends[0]} to {words[-1]}" if ends else listed(words, "or")
        yield f"{game.parameters[rule.name].label}: {values}."


def _range(values: Sequence[Written]) -> tuple[int, int] | None:
    """The ends of three or more whole numbers in a row."""
    numbers = [value for value in values if is_whole(value)]
    in_a_row = len(numbers) == len(values) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return (numbers[0], numbers[-1]) if in_a_row else None


# Tables


def goal_pairs(tuning: Tuning) -> list[GoalPair]:
    """Each goal of the revision and of the draft; nothing without evidence."""
    proof = tuning.evidence
    return [GoalPair(*pair) for pair in zip(proof.before, proof.checks, strict=False)] if proof else []


def goal_columns(tuning: Tuning) -> Columns[GoalPair]:
    """The columns of the goals; where nothing changes, without what the changes do."""
    game = tuning.scenario.game

    def label(pair: GoalPair) -> str:
        return ", ".join(filter(None, (goal_label(game, pair.after.goal.measure), pair.after.figure.place)))

    return Columns[GoalPair](
        text("", "Goal", label),
        text("", "Target", lambda pair: target(pair.after.goal, pair.after.figure.measure)),
        measured("", "As it is", lambda pair: pair.before),
        measured("", "With the changes", lambda pair: pair.after if tuning.changed else None),
        verdict("", "The goal is then" if tuning.changed else "The goal is", lambda pair: pair.after.standing),
    )


def put_back_columns(tuning: Tuning) -> Columns[PutBack]:
    """The columns of what each change does, beside the others."""
    return Columns[PutBack](
        text("rule", "Change", lambda one: upper_first(step_words(tuning.scenario, one.rule, one.after))),
        text("", "Putting it back alone", lambda one: _effect(tuning, one)),
        text("", "Goals without it", lambda one: _lost(tuning, one) if one.comparison else ""),
    )


def _effect(tuning: Tuning, change: PutBack) -> str:
    if change.comparison is None:
        return f"cannot be played: {change.refused}"
    parts = [
        f"{lower_first(one.label)} {phrases.change_with_unit(one.measure, one.difference.mean)}"
        f" ({phrases.change_span(one.measure, one.difference)})"
        for one in about_goals(tuning, change.comparison)
        if one.verdict not in STILL
    ]
    return listed(parts, none="moves nothing that is shown")


def _lost(tuning: Tuning, change: PutBack) -> str:
    """The goals that hold with the change and would not without it."""
    assert tuning.evidence is not None
    met = {check.figure.name for check in tuning.evidence.checks if check.standing is Standing.MET}
    lost = [check for check in change.checks if check.figure.name in met and check.standing is not Standing.MET]
    game = tuning.scenario.game
    words = [f"{lower_first(goal_label(game, check.goal.measure))} {check.standing.value}" for check in lost]
    return listed(words, none="hold as well")


def listed_trials(tuning: Tuning) -> list[Trial]:
    """The trials to list: the frontier where goals conflict, else the best that were played most."""
    if tuning.trades:
        return tuning.frontier[:MOST_LISTED]
    return sorted(tuning.result.finalists, key=lambda trial: trial.order)[:MOST_LISTED]


def trial_columns(tuning: Tuning) -> Columns[Trial]:
    """The columns of the trials: the rules, the goals' figures, what they miss, and how often each was played."""
    game, rules = tuning.scenario.game, [rule.name for rule in tuning.plan.varied]
    heads = [game.parameters[name].label for name in rules]
    labels = [goal_label(game, goal.measure) for goal in tuning.goals]
    return Columns[Trial](
        *(_rule_column(tuning, name, head) for name, head in zip(rules, heads, strict=True)),
        text("", "Now", lambda trial: "" if trial.changes else "as it is"),
        *(
            _goal_column(at, f"goal_{goal.measure}", f"{label} (goal)" if label in heads else label)
            for at, (goal, label) in enumerate(zip(tuning.goals, labels, strict=True))
        ),
        *(
            for_csv(f"goal_{goal.measure}_n", lambda trial, at=at: trial.readings[at].plays)  # type: ignore[misc]
            for at, goal in enumerate(tuning.goals)
        ),
        ratio(
            "missed", "Missed by, in smallest changes that count", lambda trial: sum(trial.seen_misses), 1, interval=""
        ),
        verdict("standing", "Goals", lambda trial: trial.standing),
        for_csv("changes", lambda trial: trial.changes),
        count("plays", "Plays", lambda trial: trial.plays),
        for_csv("bots", lambda trial: " ".join(tuning.scenario.bots)),
    )


def _rule_column(tuning: Tuning, name: str, head: str) -> TableColumn[Trial]:
    return TableColumn(
        name=f"rule_{name}",
        title=head,
        read=lambda trial: tuning.values(trial)[name],
        words=lambda value: rule_value(tuning.scenario.game, name, value),
    )


def _goal_column(at: int, name: str, head: str) -> TableColumn[Trial]:
    return measured(name, head, lambda trial: TrialFigure(trial.readings[at].figure, trial.plays))


def trials_chart(tuning: Tuning) -> Drawing:
    """The chart of everything that was tried."""

    def draw() -> "Chart":
        from workbench.studies.tune import charts  # Plotly loads slowly

        return charts.trials_chart(tuning)

    return Drawing("trials", draw, terms=["frontier", "tuning"])


def trials_so_far(plan: "TuningPlan", trials: Sequence[Trial]) -> Drawing:
    """The same while it is played."""

    def draw() -> "Chart":
        from workbench.studies.tune import charts  # Plotly loads slowly

        return charts.trials_so_far(plan, trials)

    return Drawing("trials_live", draw)


# The proposal, and the command that makes it again


def proposal(tuning: Tuning) -> Block:
    """The changed rules as a revision, with the evidence as its hypothesis."""
    proof = tuning.evidence
    figures = [
        f"{lower_first(check.figure.label)} {phrases.reading(check.figure.measure, check.figure.estimate)}"
        for check in (proof.checks if proof else ())
    ]
    plays = f"{phrases.number_of(proof.plays, 'play')} on seed {proof.seed}: {listed(figures)}." if proof else ""
    toward = listed(goal_text(goal) for goal in tuning.goals)
    values = {name: tuning.draft.rules[name] for name in tuning.changed}
    title, why = f"Tuned: {changes(tuning)}", f"Tuned from {tuning.scenario.revision} toward {toward}."
    return Proposal(tuning.scenario, tuning.draft, values, title, why, plays, name="tuned", has_form=True)


def command(tuning: Tuning) -> str:
    """The command that makes it again, with the number of plays."""
    scenario = tuning.scenario
    words = [
        "workbench",
        "tune",
        scenario.name,
        *(part for setting in scenario.settings for part in ("--set", setting)),
    ]
    for rule in tuning.plan.varied if tuning.steps is None else ():
        ends = _range(rule.values)
        texts = (str(value).lower() if isinstance(value, bool) else str(value) for value in rule.values)
        words += ["--vary", f"{rule.name}={f'{ends[0]}..{ends[1]}' if ends else ','.join(texts)}"]
    words += [part for goal in tuning.goals for part in ("--goal", goal_text(goal))]
    words += ["--bots", in_one(scenario.bots), "--plays", str(tuning.plays), "--seed", str(scenario.seed)]
    return shlex.join(words)


# JSON and CSV


def records(tuning: Tuning) -> list[dict[str, object]]:
    """The lines of `tune --csv`: every trial, in full precision."""
    return trial_columns(tuning).records(tuning.result.trials)


def data(tuning: Tuning) -> Json:
    """The object of `tune --json`."""
    scenario, proof = tuning.scenario, tuning.evidence
    trials = Columns[Trial](
        for_programs("values", tuning.values),
        for_programs("plays", lambda trial: trial.plays),
        for_programs("figures", lambda trial: {name: number(one.mean) for name, one in _estimates(tuning, trial)}),
        for_programs(
            "intervals",
            lambda trial: {name: [number(one.low), number(one.high)] for name, one in _estimates(tuning, trial)},
        ),
        for_programs("standing", lambda trial: trial.standing.value),
        for_programs("missed", lambda trial: [*map(number, trial.seen_misses)]),
        for_programs("changes", lambda trial: trial.changes),
    )
    return {
        "game": scenario.game.name,
        "scenario": scenario.name,
        "bots": list(scenario.bots),
        "seed": scenario.seed,
        "plays": tuning.plays,
        "spent": tuning.result.spent,
        "vary": {rule.name: list(rule.values) for rule in tuning.plan.varied},
        "goals": {goal.measure: goal.written for goal in tuning.goals},
        "combinations": tuning.plan.space.count,
        "tried": len(tuning.result.trials),
        "refused": tuning.result.refused,
        "grid": tuning.is_grid,
        "differences": {name: [*map(brief_value, values)] for name, values in tuning.changed.items()},
        "met": None if proof is None else proof.holds,
        "conflict": tuning.conflict,
        "evidence": None if proof is None else {
            "seed": proof.seed,
            "plays": proof.plays,
            "goals": [*map(checked_json, proof.checks)],
            "before": [*map(checked_json, proof.before)],
            "measures": _contrasts_json(tuning, proof.comparison),
            "put_back": [
                {
                    "rule": change.rule,
                    "before": brief_value(change.before),
                    "after": brief_value(change.after),
                    "refused": change.refused or None,
                    "goals": [*map(checked_json, change.checks)],
                    "measures": _contrasts_json(tuning, change.comparison),
                }
                for change in proof.put_back
            ],
        },
        "frontier": [*map(trials.json, tuning.frontier)],
        "trials": [*map(trials.json, tuning.result.trials)],
        "command": command(tuning),
    }  # fmt: skip


def _estimates(tuning: Tuning, trial: Trial) -> list[tuple[str, Estimate]]:
    return [(goal.measure, reading.figure.estimate) for goal, reading in zip(tuning.goals, trial.readings, strict=True)]


def _contrasts_json(tuning: Tuning, comparison: Comparison | None) -> Json:
    return {one.name: contrast_json(one) for one in about_goals(tuning, comparison)} if comparison else {}
