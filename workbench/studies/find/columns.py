"""The columns of a sweep, of one step of every rule and of a tuning, what sentences say of them, and their JSON."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import methodcaller
from typing import NamedTuple, cast

from workbench.engine.cards import brief_value
from workbench.engine.game import Game
from workbench.engine.parameters import Written
from workbench.engine.problems import is_whole
from workbench.engine.wording import counted, first_of, in_one, listed, lower_first, upper_first
from workbench.play.comparisons import Comparison, Contrast
from workbench.play.goals import CheckedGoal, Standing, wish_figures
from workbench.report.columns import (
    Columns,
    RowT,
    TableColumn,
    change,
    count,
    for_csv,
    for_programs,
    measured,
    ratio,
    text,
    verdict,
)
from workbench.report.document import Block, Command, Picker, Proposal, Table
from workbench.report.json import Json, checked_json, contrast_json, estimate_json, number, revision_json
from workbench.report.text import phrases
from workbench.report.text.scenarios import (
    goal_label,
    goals_in_words,
    rule_with_value,
    rules_with_values,
    short_value,
    step_words,
    target,
    within,
)
from workbench.report.text.verdicts import MOVED
from workbench.scenario import Goal, Scenario
from workbench.scenario.goals import goal_text
from workbench.stats import Direction, Estimate, Figure
from workbench.stats.evidence import largest_unseen_rate
from workbench.stats.race import RaceStanding
from workbench.studies.find.grid import CellReading, Sweep, SweepCell, SweepPlan, Target
from workbench.studies.find.search import LEAST, SEARCHED, TOO_FEW_TRIALS, Trial
from workbench.studies.find.steps import Sensitivity, StepEffect
from workbench.studies.find.tuning import PutBack, Tuning

__all__ = ["largest_unseen_rate"]  # the templates have it

AROUND = 3
"""Values below and above the present one that are tried next."""
MOST_NAMED, MOST_LISTED = 3, 12
"""Combinations, figures and rules that a sentence names, and trials in a table."""
ORDER = (RaceStanding.BEST, RaceStanding.AS_GOOD, RaceStanding.UNDECIDED, RaceStanding.WORSE)
"""In which order combinations are offered."""
ENOUGH_PLAYS = round(TOO_FEW_TRIALS * LEAST / SEARCHED, -3)
"""Plays with which a search finds more than guessing would."""


class TrialFigure(NamedTuple):
    """A figure of a trial, and all plays of that."""

    figure: Figure
    plays: int


# Rules, goals and figures in words


def all_goals(goals: Sequence[Goal]) -> str:
    """`the goal`, `both goals`, `all 3 goals`."""
    return {1: "the goal", 2: "both goals"}.get(len(goals), f"all {counted(len(goals), 'goal')}")


def aims_are_goals(scenario: Scenario, goals: Sequence[Goal]) -> str:
    """A sentence on the goals that stand for the aims of a revision."""
    words = goals_in_words(replace(scenario, goals=tuple(goals)))
    return f"Goals and aims together, by what the parent {scenario.parent} comes to: {words}."


def labels(scenario: Scenario, names: Sequence[str]) -> list[str]:
    """Rules in a sentence."""
    return [lower_first(scenario.game.parameters[name].label) for name in names]


def values(plan: SweepPlan, cell: SweepCell) -> str:
    """The values of a combination: `hand size 6 and production rounds 7`."""
    return rules_with_values(plan.scenario.game, cell.combination.values)


def value_of(reading: CellReading) -> str:
    """A figure's value in a sentence: `4.1 %`, `4.57 deals`."""
    measure = reading.figure.measure
    has_unit = phrases.is_share(measure) or measure.unit in reading.figure.label.lower()
    return f"{phrases.in_a_sentence(measure, reading.figure.estimate.mean)} {'' if has_unit else measure.unit}".strip()


def _rule_column(
    game: Game, name: str, read: Callable[[RowT], Mapping[str, Written]], before: str = ""
) -> TableColumn[RowT]:
    return TableColumn(
        name=f"{before}{name}",
        title=game.parameters[name].label,
        read=lambda row: read(row)[name],
        words=lambda value: short_value(game, name, cast(Written, value)),
    )


def _values_text(game: Game, name: str, values: Sequence[Written]) -> str:
    """Values as `--vary` takes them: `5..9`, or one by one."""
    numbers = [value for value in values if is_whole(value)]
    if len(numbers) == len(values) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{name}={numbers[0]}..{numbers[-1]}"
    return f"{name}={','.join(game.parameters[name].show(value).strip(chr(34)) for value in values)}"


def _settings(settings: Sequence[str]) -> list[str]:
    return [word for setting in settings for word in ("--set", setting)]


# Every combination of some values


def named(sweep: Sweep, cell: SweepCell) -> str:
    """The values of a combination in a sentence, where the revision is called as it is."""
    return f"{values(sweep.plan, cell)}{'' if cell.changed else ' (as it is)'}"


def figures_beside(cell: SweepCell, now: SweepCell | None) -> str:
    """The figures of a combination, beside those of the revision: `ties 4.1 % (as it is 6.0 %)`."""
    parts = []
    for reading in [*cell.judged.values()][:MOST_NAMED]:
        other = now.reading(reading.figure.name) if now and now is not cell else None
        beside = phrases.in_brackets(f"as it is {value_of(other)}" if other else "")
        parts.append(f"{lower_first(reading.figure.label)} {value_of(reading)}{beside}")
    return listed(parts)


def does(sweep: Sweep, cell: SweepCell) -> str:
    """The predicate of the best: `keeps ties lowest`, `meets both goals`, `comes closest to the goal`."""
    targets = [target for target in sweep.plan.targets if target.is_judged]
    if len(targets) == 1 and targets[0].goal is None:
        lowest = targets[0].wish is Direction.DOWN
        return f"keeps {lower_first(cell.readings[0].figure.label)} {'lowest' if lowest else 'highest'}"
    if cell.standing is Standing.MET:
        return f"meets {all_goals(sweep.goals)}"
    is_within = cell.loss is not None and cell.loss.mean <= 0
    return f"{'seems to meet' if is_within else 'comes closest to'} {all_goals(sweep.goals)}"


def least(cell: SweepCell) -> str:
    """The smallest change that counts, with its number where one figure is judged."""
    first, *others = cell.judged.values()
    if others:
        return "the smallest change that counts"
    return f"{phrases.margin(first.figure.measure)} of {lower_first(first.figure.label)}"


def names(sweep: Sweep, cells: Sequence[SweepCell]) -> str:
    """Combinations in a sentence: of one rule its values, `hand size 5 and 6`."""
    plan, game = sweep.plan, sweep.scenario.game
    if len(plan.varied) > 1:
        return listed(first_of([values(plan, cell) for cell in cells], MOST_NAMED))
    name = plan.varied[0].name
    words = [short_value(game, name, dict(cell.combination.values)[name]) for cell in cells]
    return f"{labels(sweep.scenario, [name])[0]} {listed(words)}"


def beyond(sweep: Sweep) -> Iterator[str]:
    """The best values that are the first or last of those tried, where the rule allows others beyond.

    None where others are as good: then the rule makes little difference.
    """
    best = sweep.best
    for varied in sweep.plan.varied if best and best.changed and not sweep.alike else ():
        assert best is not None
        allowed = sweep.scenario.game.parameters[varied.name].values()
        value, tried = dict(best.combination.values)[varied.name], sorted(filter(is_whole, varied.values))
        ends = [("lowest", tried[0], allowed[0]), ("highest", tried[-1], allowed[-1])] if len(tried) > 1 else []
        for word, end, limit in ends:
            if value == end != limit:
                rule = upper_first(rule_with_value(sweep.scenario.game, varied.name, value))
                yield f"{rule} is the {word} that was tried"


def ranges(sweep: Sweep) -> list[str]:
    """From where to where each figure goes, those that differ first: `ties from 3 % (hand size 6) to 9 % (…)`."""
    words, alike = [], []
    for name in figures_of(sweep.cells):
        readings = [(cell, reading) for cell in sweep.cells if (reading := cell.reading(name))]
        readings.sort(key=lambda pair: pair[1].figure.estimate.mean)
        ends = [(value_of(reading), within(values(sweep.plan, cell))) for cell, reading in (readings[0], readings[-1])]
        label = lower_first(readings[0][1].figure.label)
        if ends[0][0] == ends[1][0]:
            alike.append(f"{label} {ends[0][0]} everywhere")
        else:
            words.append(f"{label} from {' to '.join(f'{value} ({where})' for value, where in ends)}")
    return [*words, *alike][:MOST_NAMED]


def reason(cell: SweepCell) -> str:
    """Why the game does not allow a combination."""
    problem = cell.combination.problems[0]
    return f"{phrases.words_of(problem.place)} {problem.message}"


def figures_of(cells: Sequence[SweepCell]) -> list[str]:
    """The names of the figures of combinations, each once."""
    return list(dict.fromkeys(reading.figure.name for cell in cells for reading in cell.readings))


def reading(cells: Sequence[SweepCell], name: str) -> CellReading:
    """A figure of the first combination that has it."""
    return next(reading for cell in cells if (reading := cell.reading(name)))


def combinations(sweep: Sweep) -> Columns[SweepCell]:
    """The columns of its combinations: the rules, every figure, how the goals stand, and the place beside the best."""
    plan, game = sweep.plan, sweep.scenario.game
    rules = [game.parameters[rule.name].label for rule in plan.varied]
    heads = {reading.figure.name: reading.figure.label for cell in sweep.cells for reading in cell.readings}

    def plays_of(name: str, cell: SweepCell) -> int | None:
        return one.figure.estimate.n if (one := cell.reading(name)) else None

    return Columns[SweepCell](
        *(_rule_column(game, rule.name, lambda cell: dict(cell.combination.values)) for rule in plan.varied),
        text("", "Now", lambda cell: "" if cell.changed else "as it is"),
        *(
            measured(name, f"{head} (measured)" if head in rules else head, methodcaller("reading", name))
            for name, head in heads.items()
        ),
        verdict("", "Goals", lambda cell: cell.standing if sweep.goals else None),
        text("", "Against the best", lambda cell: sweep.word(cell) if plan.has_best and cell.plays else None),
        text("", "Plays", lambda cell: phrases.count(cell.plays) if cell.plays else "cannot be played"),
        *(for_csv(f"{name}_n", partial(plays_of, name)) for name in heads),
        for_csv("plays", lambda cell: cell.plays),
        for_csv("place", lambda cell: cell.place if cell.plays else ""),
        for_csv("problems", lambda cell: "; ".join(map(str, cell.combination.problems))),
        for_csv("command", lambda cell: cell_command(plan, cell) if cell.plays else ""),
    )


def cell_command(plan: SweepPlan, cell: SweepCell) -> str:
    """The command that plays one combination by itself, as often as the sweep did, with the rules that one set."""
    scenario, by_name = plan.scenario, dict(cell.combination.values)
    changed = [_values_text(scenario.game, name, [by_name[name]]) for name in cell.combination.changed]
    words = ["workbench", "simulate", scenario.name, *_settings([*scenario.settings, *changed])]
    words += ["--bots", in_one(scenario.bots), "--seed", str(scenario.seed), "--plays", str(cell.plays)]
    return shlex.join(words)


def pick(sweep: Sweep) -> Block:
    """A combination to pick on a page, the best ones first: to play it by itself, to try it, to save it."""
    cells = sorted(
        sweep.played,
        key=lambda cell: (cell is not sweep.leader, ORDER.index(cell.place), cell.loss.mean if cell.loss else 0),
    )
    by_values = {values(sweep.plan, cell): cell for cell in cells}
    options = {
        name: " · ".join([
            upper_first(name),
            *([] if cell.changed else ["as it is"]),
            *([sweep.word(cell)] if sweep.plan.has_best else []),
        ])
        for name, cell in by_values.items()
    }  # fmt: skip
    view = lambda name: _actions(sweep, by_values[name])  # noqa: E731
    return Picker("cell", "A combination", "The best ones first.", options, view, for_pages=True)


def _actions(sweep: Sweep, cell: SweepCell) -> list[Block]:
    scenario, combination = sweep.scenario, cell.combination
    changed = {name: value for name, value in combination.values if name in combination.changed}
    title = upper_first(", ".join(rule_with_value(scenario.game, name, value) for name, value in changed.items()))
    draft = replace(combination.scenario, title=title or scenario.title)
    why = f"From a sweep: {figures_beside(cell, sweep.now) if sweep.plan.has_best else values(sweep.plan, cell)}."
    return [
        Command(f"{upper_first(values(sweep.plan, cell))} by itself", cell_command(sweep.plan, cell)),
        Proposal(scenario, draft, changed, title, why),
    ]


# One step of every rule


def step(steps: Sensitivity, effect: StepEffect) -> str:
    """A step: `hand size 7 → 6`."""
    return step_words(steps.scenario, effect.rule, effect.value)


def moves(effect: StepEffect) -> str:
    """The figure without a step and with it: `6.0 % → 4.8 %`."""
    measure, moved = effect.contrast.measure, effect.contrast.difference
    ends = (moved.base, moved.other), (moved.other, moved.base)
    return " → ".join(phrases.in_a_sentence(measure, *pair) for pair in ends)


def now(effect: StepEffect) -> str:
    """The figure as it is."""
    return phrases.with_unit(effect.contrast.measure, effect.contrast.difference.base)


def label(steps: Sensitivity, name: str) -> str:
    """A figure in a sentence."""
    return lower_first(steps.of(name)[0].contrast.label)


def next_command(steps: Sensitivity) -> str:
    """The command that tries more values of the rule that matters most to the goals."""
    (name,), scenario = steps.promising(1), steps.scenario
    rule = scenario.game.parameters[name]
    tried = [*rule.near(scenario.rules[name], AROUND)] if rule.kind == "int" else rule.values()
    return shlex.join(["workbench", "sweep", scenario.name, "--vary", _values_text(scenario.game, name, tried)])


def effects(steps: Sensitivity) -> Columns[StepEffect]:
    game, now = steps.scenario.game, steps.scenario.rules
    return Columns[StepEffect](
        replace(
            text("measure", "Measure", lambda effect: effect.contrast.name),
            words=lambda name: steps.of(str(name))[0].contrast.label,
        ),
        text("", "Rule", lambda effect: game.parameters[effect.rule].label),
        text("", "Is", lambda effect: short_value(game, effect.rule, now[effect.rule])),
        text("", "Step", lambda effect: short_value(game, effect.rule, effect.value)),
        for_programs("rule", lambda effect: effect.rule, in_csv=True),
        for_programs("value", lambda effect: effect.value, in_csv=True),
        change("difference", "Change", lambda effect: effect.contrast, ends=("low", "high")),
        text("", "Goal", lambda effect: effect.toward),
        verdict("verdict", "Verdict", lambda effect: effect.contrast.verdict),
        for_csv("plays", lambda effect: effect.contrast.difference.n),
    )


def steps_table(steps: Sensitivity) -> Table:
    """Every step and figure, goals that are missed first; where there is little room, those that are shown to move."""
    columns = effects(steps)
    order = [*steps.main, *(name for name in steps.figures if name not in steps.main)]
    rows = [one for name in order for by_rule in steps.by_rule(name).values() for one in by_rule]
    moved = [one for one in rows if one.has_moved]
    rest = f"The other {len(rows) - len(moved)} are undecided or the same; --json and --html list all."
    table = columns.table(rows, "What one step of a rule moves", folded=True)
    return table._replace(brief=columns.table(moved).rows, rest=rest)


# A search for values that meet the goals


def changes(tuning: Tuning) -> str:
    """The changed rules: `hand size 7 → 6`."""
    return listed(step_words(tuning.scenario, name, after) for name, (_, after) in tuning.changed.items())


def has_moved(tuning: Tuning) -> bool:
    """True if the draft is shown to move a goal's figure."""
    proof = tuning.evidence
    return proof is not None and any(one.verdict in MOVED for one in about_goals(tuning, proof.comparison))


def about_goals(tuning: Tuning, comparison: Comparison) -> list[Contrast]:
    """The contrasts of the figures that goals are about."""
    about = dict.fromkeys(name for goal in tuning.goals for name in wish_figures(tuning.scenario, goal))
    return [comparison.contrasts[name] for name in about if name in comparison.contrasts]


def untried(tuning: Tuning) -> str:
    """The rules that were held as they are, though they have an effect: the first few of them."""
    scenario, varied = tuning.scenario, {rule.name for rule in tuning.plan.varied}
    idle = {*scenario.game.idle_rules(scenario.rules), *varied}
    rules = [name for name in scenario.game.parameters if name not in idle]
    return listed(first_of(labels(scenario, rules), MOST_NAMED))


def goals_table(tuning: Tuning) -> Table:
    """Each goal of the revision and of the draft; where nothing changes, without what the changes do."""
    game, proof = tuning.scenario.game, tuning.evidence

    def name(pair: tuple[CheckedGoal, CheckedGoal]) -> str:
        return ", ".join(filter(None, (goal_label(game, pair[1].goal.measure), pair[1].figure.place)))

    columns = Columns[tuple[CheckedGoal, CheckedGoal]](
        text("", "Goal", name),
        text("", "Target", lambda pair: target(pair[1].goal, pair[1].figure.measure)),
        measured("", "As it is", lambda pair: pair[0]),
        measured("", "With the changes", lambda pair: pair[1] if tuning.changed else None),
        verdict("", "The goal is then" if tuning.changed else "The goal is", lambda pair: pair[1].standing),
    )
    rows = [*zip(proof.before, proof.checks, strict=False)] if proof else []
    return columns.table(rows, "Each goal on fresh shuffles")


def put_back_table(tuning: Tuning) -> Table:
    """The effect of each change, beside the others."""
    columns = Columns[PutBack](
        text("rule", "Change", lambda one: upper_first(step_words(tuning.scenario, one.rule, one.after))),
        text("", "Putting it back alone", lambda one: _effect(tuning, one)),
        text("", "Goals without it", lambda one: _lost(tuning, one) if one.comparison else ""),
    )
    return columns.table(tuning.evidence.put_back if tuning.evidence else (), "What each change does")


def _effect(tuning: Tuning, put_back: PutBack) -> str:
    if put_back.comparison is None:
        return f"cannot be played: {put_back.refused}"
    parts = [
        f"{lower_first(one.label)} {phrases.change_with_unit(one.measure, one.difference.mean)}"
        f" ({phrases.change_span(one.measure, one.difference)})"
        for one in about_goals(tuning, put_back.comparison)
        if one.verdict in MOVED
    ]
    return listed(parts, none="moves nothing that is shown")


def _lost(tuning: Tuning, put_back: PutBack) -> str:
    """The goals that hold with the change and would not without it."""
    assert tuning.evidence is not None
    met = {check.figure.name for check in tuning.evidence.checks if check.standing is Standing.MET}
    lost = [check for check in put_back.checks if check.figure.name in met and check.standing is not Standing.MET]
    game = tuning.scenario.game
    words = [f"{lower_first(goal_label(game, check.goal.measure))} {check.standing.value}" for check in lost]
    return listed(words, none="hold as well" if met else "none holds either")


def listed_trials(tuning: Tuning) -> list[Trial]:
    """The trials to list: the frontier where goals conflict, else the best that were played most."""
    if tuning.trades:
        return tuning.frontier[:MOST_LISTED]
    return sorted(tuning.result.finalists, key=lambda trial: trial.order)[:MOST_LISTED]


def trial_columns(tuning: Tuning) -> Columns[Trial]:
    """The columns of the trials: the rules, the goals' figures, what they miss, and how often each was played."""
    game, rules = tuning.scenario.game, [rule.name for rule in tuning.plan.varied]
    heads = [game.parameters[name].label for name in rules]
    goals = [(at, goal, goal_label(game, goal.measure)) for at, goal in enumerate(tuning.goals)]

    def figure_of(at: int, trial: Trial) -> TrialFigure:
        return TrialFigure(trial.readings[at].figure, trial.plays)

    def plays_of(at: int, trial: Trial) -> int:
        return trial.readings[at].plays

    return Columns[Trial](
        *(_rule_column(game, name, tuning.values, "rule_") for name in rules),
        text("", "Now", lambda trial: "" if trial.changes else "as it is"),
        *(
            measured(f"goal_{goal.measure}", f"{head} (goal)" if head in heads else head, partial(figure_of, at))
            for at, goal, head in goals
        ),
        *(for_csv(f"goal_{goal.measure}_n", partial(plays_of, at)) for at, goal, _ in goals),
        ratio(
            "missed", "Missed by, in smallest changes that count", lambda trial: sum(trial.seen_misses), 1, interval=""
        ),
        verdict("standing", "Goals", lambda trial: trial.standing),
        for_csv("changes", lambda trial: trial.changes),
        count("plays", "Plays", lambda trial: trial.plays),
        for_csv("bots", lambda trial: " ".join(tuning.scenario.bots)),
    )


def proposal(tuning: Tuning) -> Block:
    """The changed rules as a revision, with the evidence as its hypothesis."""
    proof = tuning.evidence
    reached = [
        f"{lower_first(check.figure.label)} {phrases.reading(check.figure.measure, check.figure.estimate)}"
        for check in (proof.checks if proof else ())
    ]
    plays = f"{phrases.number_of(proof.plays, 'play')} on seed {proof.seed}: {listed(reached)}." if proof else ""
    toward = listed(goal_text(goal) for goal in tuning.goals)
    changed = {name: tuning.draft.rules[name] for name in tuning.changed}
    title, why = f"Tuned: {changes(tuning)}", f"Tuned from {tuning.scenario.revision} toward {toward}."
    return Proposal(tuning.scenario, tuning.draft, changed, title, why, plays, name="tuned", has_form=True)


def tune_command(tuning: Tuning) -> str:
    """The command that makes it again, with the number of plays."""
    scenario = tuning.scenario
    words = ["workbench", "tune", scenario.name, *_settings(scenario.settings)]
    for rule in tuning.plan.varied if tuning.steps is None else ():
        words += ["--vary", _values_text(scenario.game, rule.name, rule.values)]
    words += [part for goal in tuning.goals for part in ("--goal", goal_text(goal))]
    words += ["--bots", in_one(scenario.bots), "--plays", str(tuning.plays), "--seed", str(scenario.seed)]
    return shlex.join(words)


# JSON and CSV


def data(answer: Sweep | Sensitivity | Tuning) -> Json:
    """The object of `sweep --json`, of `sweep --sensitivity --json`, and of `tune --json`."""
    if isinstance(answer, Tuning):
        return _tuning_json(answer)
    scenario = answer.scenario
    head = {**revision_json(scenario), "bots": list(scenario.bots), "seed": scenario.seed}
    head |= {"answer": "", "plays": answer.plays}
    return head | (_sweep_json(answer) if isinstance(answer, Sweep) else _steps_json(answer))


def records(answer: Sweep | Sensitivity | Tuning) -> list[dict[str, object]]:
    """The lines of CSV: every combination, every step and measure, or every trial, in full precision."""
    if isinstance(answer, Sweep):
        return combinations(answer).records(answer.cells)
    if isinstance(answer, Tuning):
        return trial_columns(answer).records(answer.result.trials)
    return effects(answer).records(answer.effects)


CELL = Columns[SweepCell](
    for_programs("values", lambda cell: dict(cell.combination.values)),
    for_programs("valid", lambda cell: cell.combination.is_valid),
    for_programs("problems", lambda cell: [*map(str, cell.combination.problems)]),
    for_programs("plays", lambda cell: cell.plays),
    for_programs(
        "measures",
        lambda cell: {
            one.figure.name: estimate_json(one.figure.estimate)
            | {"margin": one.figure.measure.margin, "standing": one.standing and one.standing.value}
            for one in cell.readings
        },
    ),
    for_programs("loss", lambda cell: cell.loss and {end: number(at) for end, at in cell.loss._asdict().items()}),
    for_programs("standing", lambda cell: cell.standing and cell.standing.value),
    for_programs("place", lambda cell: cell.place.value if cell.plays else None),
)
"""A combination; its loss is in margins, below 0 where a goal has room to spare."""
TARGET = Columns[Target](
    for_programs("measure", lambda one: one.measure),
    for_programs("goal", lambda one: one.goal and {"min": one.goal.low, "max": one.goal.high}),
    for_programs("wish", lambda one: one.wish.value),
)


def _sweep_json(sweep: Sweep) -> Json:
    """`flat`: no other is better than the leader by more than the margin, and none is worse.

    `confirmation` is `refuted` where fresh shuffles contradict it; where it neither `holds` nor is refuted, more plays
    would tell.
    """
    again, plan = sweep.confirmation, sweep.plan
    return {
        "vary": {varied.name: list(varied.values) for varied in plan.varied},
        "for": [*map(TARGET.json, plan.targets)],
        "ending": sweep.ending.value,
        "budget": sweep.budget,
        "rounds": sweep.rounds,
        "elapsed_s": round(sweep.elapsed_s, 3),
        "best": dict(sweep.best.combination.values) if sweep.best else None,
        "leader": dict(sweep.leader.combination.values) if sweep.leader else None,
        "flat": sweep.is_flat,
        "confirmation": again
        and {"seed": again.seed, "holds": again.holds, "refuted": again.refuted, **CELL.json(again.cell)},
        "cells": [
            CELL.json(cell) | ({"command": cell_command(plan, cell)} if cell.plays else {}) for cell in sweep.cells
        ],
    }


def _steps_json(steps: Sensitivity) -> Json:
    return {
        "dead": list(steps.dead),
        "refused": [
            {"step": dict(step.values), "problems": [*map(str, step.problems)]}
            for step in steps.plan.steps
            if not step.is_valid
        ],
        "effects": [
            {"rule": one.rule, "value": one.value, "measure": one.contrast.name} | contrast_json(one.contrast)
            for one in steps.effects
        ],
    }


def _tuning_json(tuning: Tuning) -> Json:
    scenario, proof, goals = tuning.scenario, tuning.evidence, [goal.measure for goal in tuning.goals]

    def estimates(trial: Trial) -> Iterator[tuple[str, Estimate]]:
        return zip(goals, (reading.figure.estimate for reading in trial.readings), strict=True)

    trials = Columns[Trial](
        for_programs("values", tuning.values),
        for_programs("plays", lambda trial: trial.plays),
        for_programs("figures", lambda trial: {name: number(one.mean) for name, one in estimates(trial)}),
        for_programs(
            "intervals", lambda trial: {name: [number(one.low), number(one.high)] for name, one in estimates(trial)}
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
        "differences": {name: [*map(brief_value, ends)] for name, ends in tuning.changed.items()},
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
                    "rule": one.rule,
                    "before": brief_value(one.before),
                    "after": brief_value(one.after),
                    "refused": one.refused or None,
                    "goals": [*map(checked_json, one.checks)],
                    "measures": _contrasts_json(tuning, one.comparison),
                }
                for one in proof.put_back
            ],
        },
        "frontier": [*map(trials.json, tuning.frontier)],
        "trials": [*map(trials.json, tuning.result.trials)],
        "command": tune_command(tuning),
    }  # fmt: skip


def _contrasts_json(tuning: Tuning, comparison: Comparison | None) -> Json:
    return {one.name: contrast_json(one) for one in about_goals(tuning, comparison)} if comparison else {}
