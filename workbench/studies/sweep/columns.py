"""The columns of a sweep and of one step of every rule, what sentences say of both, and their objects in JSON."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from operator import methodcaller
from typing import TYPE_CHECKING, cast

from workbench.engine.game import Game
from workbench.engine.parameters import Written
from workbench.engine.problems import is_whole
from workbench.engine.wording import first_of, in_one, listed, lower_first, upper_first
from workbench.play.goals import Standing
from workbench.report.columns import Columns, TableColumn, change, for_csv, for_programs, measured, text, verdict
from workbench.report.document import Block, Command, Drawing, Picker, Proposal, Table, side_by_side
from workbench.report.json import Json, contrast_json, estimate_json, number, revision_json
from workbench.report.text import phrases
from workbench.report.text.scenarios import (
    rule_value,
    rule_with_value,
    rules_with_values,
    short_value,
    step_words,
    who_played,
    within,
)
from workbench.stats import Direction
from workbench.stats.evidence import largest_unseen_rate
from workbench.stats.race import LossInterval, RaceStanding
from workbench.studies.sweep.grid import CellReading, Sweep, SweepCell, SweepPlan, Target
from workbench.studies.sweep.steps import Sensitivity, StepEffect

if TYPE_CHECKING:
    from workbench.report.charts.batch import Chart

__all__ = ["largest_unseen_rate", "who_played"]  # the templates have them

AROUND = 3
"""Values below and above the present one that are tried next."""
MOST_NAMED = 3
"""Combinations, figures and rules that a sentence names."""
ORDER = (RaceStanding.BEST, RaceStanding.AS_GOOD, RaceStanding.UNDECIDED, RaceStanding.WORSE)
"""In which order combinations are offered."""


# Rules and figures in words


def values(plan: SweepPlan, cell: SweepCell) -> str:
    """The values of a combination: `hand size 6 and production rounds 7`."""
    return rules_with_values(plan.scenario.game, cell.combination.values)


def named(sweep: Sweep, cell: SweepCell) -> str:
    """The same in a sentence, where the revision is called as it is."""
    return f"{values(sweep.plan, cell)}{'' if cell.changed else ' (as it is)'}"


def value_of(reading: CellReading) -> str:
    """A figure's value: `4.1 %`, `4.57 deals`."""
    measure = reading.figure.measure
    has_unit = phrases.is_share(measure) or measure.unit in reading.figure.label.lower()
    return f"{phrases.value(measure, reading.figure.estimate.mean)} {'' if has_unit else measure.unit}".strip()


def judged(cell: SweepCell) -> list[CellReading]:
    """The figures by which a combination is judged."""
    return list(cell.judged.values())


def figures_beside(cell: SweepCell, now: SweepCell | None) -> str:
    """The figures of a combination, beside those of the revision: `ties 4.1 % (as it is 6.0 %)`."""
    parts = []
    for reading in judged(cell)[:MOST_NAMED]:
        other = now.reading(reading.figure.name) if now and now is not cell else None
        beside = phrases.in_brackets(f"as it is {value_of(other)}" if other else "")
        parts.append(f"{lower_first(reading.figure.label)} {value_of(reading)}{beside}")
    return listed(parts)


def all_goals(sweep: Sweep) -> str:
    """`the goal`, `both goals`, `all 3 goals`."""
    goals = sum(1 for target in sweep.plan.targets if target.goal)
    return "the goal" if goals == 1 else "both goals" if goals == 2 else f"all {goals} goals"


def does(sweep: Sweep, cell: SweepCell) -> str:
    """The predicate of the best: `keeps ties lowest`, `meets both goals`, `comes closest to the goal`."""
    targets = [target for target in sweep.plan.targets if target.is_judged]
    if len(targets) == 1 and targets[0].goal is None:
        lowest = targets[0].wish is Direction.DOWN
        return f"keeps {lower_first(judged(cell)[0].figure.label)} {'lowest' if lowest else 'highest'}"
    if cell.standing is Standing.MET:
        return f"meets {all_goals(sweep)}"
    is_within = cell.loss is not None and cell.loss.mean <= 0
    return f"seems to meet {all_goals(sweep)}" if is_within else f"comes closest to {all_goals(sweep)}"


def least(cell: SweepCell) -> str:
    """The smallest change that counts, with its number where one figure is judged."""
    readings = judged(cell)
    if len(readings) > 1:
        return "the smallest change that counts"
    return f"{phrases.margin(readings[0].figure.measure)} of {lower_first(readings[0].figure.label)}"


def names(sweep: Sweep, cells: Sequence[SweepCell]) -> str:
    """Combinations in a sentence: `hand size 5 to 7 cards` of one rule where nothing is left out between."""
    plan = sweep.plan
    if len(plan.varied) > 1:
        return listed(first_of([values(plan, cell) for cell in cells], MOST_NAMED))
    (varied,), game = plan.varied, plan.scenario.game
    places = sorted(varied.values.index(dict(cell.combination.values)[varied.name]) for cell in cells)
    words = [rule_value(game, varied.name, varied.values[place]) for place in places]
    label = lower_first(game.parameters[varied.name].label)
    if len(places) > 2 and all(two == one + 1 for one, two in pairwise(places)) and is_whole(varied.values[0]):
        return f"{label} {short_value(game, varied.name, varied.values[places[0]])} to {words[-1]}"
    return f"{label} {listed(words)}"


def standings(sweep: Sweep) -> dict[str, int]:
    """How many combinations stand how to the goals; empty without goals."""
    stands = [cell.standing.value for cell in sweep.cells if cell.standing]
    return {standing.value: stands.count(standing.value) for standing in Standing if stands}


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
    for name in sweep.figures:
        readings = [(cell, reading) for cell in sweep.cells if (reading := cell.reading(name))]
        readings.sort(key=lambda pair: pair[1].figure.estimate.mean)
        ends = [(value_of(reading), within(values(sweep.plan, cell))) for cell, reading in (readings[0], readings[-1])]
        label = lower_first(readings[0][1].figure.label)
        if ends[0][0] == ends[1][0]:
            alike.append(f"{label} {ends[0][0]} everywhere")
        else:
            words.append(f"{label} from {' to '.join(f'{value} ({where})' for value, where in ends)}")
    return [*words, *alike][:MOST_NAMED]


def refused(sweep: Sweep) -> list[SweepCell]:
    """The combinations that the game does not allow."""
    return [cell for cell in sweep.cells if not cell.combination.is_valid]


def reason(cell: SweepCell) -> str:
    """Why the game does not allow a combination."""
    problem = cell.combination.problems[0]
    return f"{phrases.words_of(problem.place)} {problem.message}"


# Every combination


def combinations(sweep: Sweep) -> Columns[SweepCell]:
    """The columns of its combinations: the rules, every figure, how the goals stand, and the place beside the best."""
    plan, game = sweep.plan, sweep.scenario.game
    rules = [game.parameters[rule.name].label for rule in plan.varied]
    heads = {reading.figure.name: reading.figure.label for cell in sweep.cells for reading in cell.readings}
    has_goals = any(one.goal for one in plan.targets)
    return Columns[SweepCell](
        *(_rule_column(game, rule.name) for rule in plan.varied),
        text("", "Now", lambda cell: "" if cell.changed else "as it is"),
        *(
            measured(name, f"{head} (measured)" if head in rules else head, methodcaller("reading", name))
            for name, head in heads.items()
        ),
        verdict("", "Goals", lambda cell: cell.standing if has_goals else None),
        text("", "Against the best", lambda cell: sweep.word(cell) if plan.has_best and cell.plays else None),
        text("", "Plays", lambda cell: phrases.count(cell.plays) if cell.plays else "cannot be played"),
        *(for_csv(f"{name}_n", partial(_plays_of, name)) for name in heads),
        for_csv("plays", lambda cell: cell.plays),
        for_csv("place", lambda cell: cell.place if cell.plays else ""),
        for_csv("problems", lambda cell: "; ".join(map(str, cell.combination.problems))),
        for_csv("command", lambda cell: command(plan, cell) if cell.plays else ""),
    )


def _plays_of(name: str, cell: SweepCell) -> int | None:
    reading = cell.reading(name)
    return reading.figure.estimate.n if reading else None


def _rule_column(game: Game, name: str) -> TableColumn[SweepCell]:
    return TableColumn(
        name=name,
        title=game.parameters[name].label,
        read=lambda cell: dict(cell.combination.values)[name],
        words=lambda value: short_value(game, name, cast(Written, value)),
    )


CELL = Columns[SweepCell](
    for_programs("values", lambda cell: dict(cell.combination.values)),
    for_programs("valid", lambda cell: cell.combination.is_valid),
    for_programs("problems", lambda cell: [*map(str, cell.combination.problems)]),
    for_programs("plays", lambda cell: cell.plays),
    for_programs("measures", lambda cell: {reading.figure.name: _reading_json(reading) for reading in cell.readings}),
    for_programs("loss", lambda cell: _span_json(cell.loss)),
    for_programs("standing", lambda cell: cell.standing and cell.standing.value),
    for_programs("place", lambda cell: cell.place.value if cell.plays else None),
)


def _reading_json(reading: CellReading) -> Json:
    stands = reading.standing and reading.standing.value
    return {**estimate_json(reading.figure.estimate), "margin": reading.figure.measure.margin, "standing": stands}


def _span_json(span: LossInterval | None) -> Json | None:
    """A loss in margins, below 0 where a goal has room to spare."""
    return None if span is None else {"low": number(span.low), "mean": number(span.mean), "high": number(span.high)}


def command(plan: SweepPlan, cell: SweepCell) -> str:
    """The command that plays one combination by itself, as often as the sweep did, with the rules that one set."""
    scenario, by_name = plan.scenario, dict(cell.combination.values)
    texts = {name: scenario.game.parameters[name].show(by_name[name]).strip('"') for name in cell.combination.changed}
    rules = [*scenario.settings, *(f"{name}={value}" for name, value in texts.items())]
    parts = ["workbench", "simulate", scenario.name, *(part for rule in rules for part in ("--set", rule))]
    parts += ["--bots", in_one(scenario.bots), "--seed", str(scenario.seed), "--plays", str(cell.plays)]
    return shlex.join(parts)


def pick(sweep: Sweep) -> Block:
    """A combination to pick on a page, the best ones first: to play it by itself, to try it, to save it."""
    cells = sorted(
        sweep.played,
        key=lambda cell: (cell is not sweep.leader, ORDER.index(cell.place), cell.loss.mean if cell.loss else 0),
    )
    by_values = {values(sweep.plan, cell): cell for cell in cells}
    labels = {
        name: " · ".join([
            upper_first(name),
            *([] if cell.changed else ["as it is"]),
            *([sweep.word(cell)] if sweep.plan.has_best else []),
        ])
        for name, cell in by_values.items()
    }  # fmt: skip
    view = lambda name: _actions(sweep, by_values[name])  # noqa: E731
    return Picker("cell", "A combination", "The best ones first.", labels, view, for_pages=True)


def _actions(sweep: Sweep, cell: SweepCell) -> list[Block]:
    scenario, combination = sweep.scenario, cell.combination
    changed = {name: value for name, value in combination.values if name in combination.changed}
    title = upper_first(", ".join(rule_with_value(scenario.game, name, value) for name, value in changed.items()))
    draft = replace(combination.scenario, title=title or scenario.title)
    why = f"From a sweep: {figures_beside(cell, sweep.now) if sweep.plan.has_best else values(sweep.plan, cell)}."
    return [
        Command(f"{upper_first(values(sweep.plan, cell))} by itself", command(sweep.plan, cell)),
        Proposal(scenario, draft, changed, title, why),
    ]


def charts(
    plan: SweepPlan, cells: Sequence[SweepCell], sweep: Sweep | None = None, most: int | None = None
) -> Sequence[Block]:
    """A chart of each figure: lines along one rule, two beside each other, or maps over several rules."""
    figures = dict.fromkeys(reading.figure.name for cell in cells for reading in cell.readings)
    drawings = [_drawing(plan, cells, sweep, name) for name in [*figures][:most]]
    return side_by_side(drawings) if len(plan.varied) == 1 else drawings


def _drawing(plan: SweepPlan, cells: Sequence[SweepCell], sweep: Sweep | None, name: str) -> Drawing:
    def draw() -> "Chart":
        from workbench.studies.sweep import charts  # Plotly loads slowly

        return (charts.line if len(plan.varied) == 1 else charts.heat_map)(plan, cells, name, sweep)

    return Drawing(name, draw, terms=["confidence sequence"], scrolls=True)


# One step of every rule


def step(steps: Sensitivity, effect: StepEffect) -> str:
    """A step: `hand size 7 → 6`."""
    return step_words(steps.scenario, effect.rule, effect.value)


def moves(effect: StepEffect) -> str:
    """The figure without a step and with it: `6.0 % → 4.8 %`."""
    measure, moved = effect.contrast.measure, effect.contrast.difference
    ends = (phrases.value(measure, end) for end in (moved.base, moved.other))
    return " → ".join(ends)


def label(steps: Sensitivity, name: str) -> str:
    """A figure in a sentence."""
    return lower_first(steps.of(name)[0].contrast.label)


def rules(steps: Sensitivity, names: Sequence[str]) -> str:
    """Rules in a sentence."""
    return listed(lower_first(steps.scenario.game.parameters[name].label) for name in names)


def next_command(steps: Sensitivity) -> str:
    """The command that tries more values of the rule that matters most to the goals."""
    (name,), scenario = steps.promising(1), steps.scenario
    rule = scenario.game.parameters[name]
    values = [*rule.near(scenario.rules[name], AROUND)] if rule.kind == "int" else rule.values()
    texts = ",".join(rule.show(value).strip('"') for value in values)
    return shlex.join(["workbench", "sweep", scenario.name, "--vary", f"{name}={texts}"])


def effects(steps: Sensitivity) -> Columns[StepEffect]:
    """The columns of the steps."""
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


def tornado(steps: Sensitivity, name: str) -> Drawing:
    """The chart of what one step of each rule does to a figure."""

    def draw() -> "Chart":
        from workbench.studies.sweep import charts  # Plotly loads slowly

        return charts.tornado(steps, name)

    return Drawing(name, draw, scrolls=True)


# JSON and CSV


def data(answer: Sweep | Sensitivity) -> Json:
    """The object of `sweep --json`, and of `sweep --sensitivity --json`."""
    scenario = answer.scenario
    head = {**revision_json(scenario), "bots": list(scenario.bots), "seed": scenario.seed}
    head |= {"answer": "", "plays": answer.plays}
    return head | (_sweep_json(answer) if isinstance(answer, Sweep) else _steps_json(answer))


def _sweep_json(sweep: Sweep) -> Json:
    """`flat`: no other is better than the leader by more than the margin, and none is worse.

    `confirmation` is `refuted` where fresh shuffles contradict it; where it neither `holds` nor is refuted, more plays
    would tell.
    """
    again, plan = sweep.confirmation, sweep.plan
    return {
        "vary": {varied.name: list(varied.values) for varied in plan.varied},
        "for": [_target_json(target) for target in plan.targets],
        "ending": sweep.ending.value,
        "budget": sweep.budget,
        "rounds": sweep.rounds,
        "elapsed_s": round(sweep.elapsed_s, 3),
        "best": dict(sweep.best.combination.values) if sweep.best else None,
        "leader": dict(sweep.leader.combination.values) if sweep.leader else None,
        "flat": sweep.is_flat,
        "confirmation": again
        and {"seed": again.seed, "holds": again.holds, "refuted": again.refuted, **CELL.json(again.cell)},
        "cells": [CELL.json(cell) | ({"command": command(plan, cell)} if cell.plays else {}) for cell in sweep.cells],
    }


def _target_json(target: Target) -> Json:
    goal = {"min": target.goal.low, "max": target.goal.high} if target.goal else None
    return {"measure": target.measure, "goal": goal, "wish": target.wish.value}


def _steps_json(steps: Sensitivity) -> Json:
    return {
        "dead": list(steps.dead),
        "refused": [
            {"step": dict(step.values), "problems": [*map(str, step.problems)]}
            for step in steps.plan.steps
            if not step.is_valid
        ],
        "effects": [
            {
                "rule": effect.rule,
                "value": effect.value,
                "measure": effect.contrast.name,
                **contrast_json(effect.contrast),
            }
            for effect in steps.effects
        ],
    }


def records(answer: Sweep | Sensitivity) -> list[dict[str, object]]:
    """The lines of CSV: every combination, or every step and measure, in full precision."""
    if isinstance(answer, Sweep):
        return combinations(answer).records(answer.cells)
    return effects(answer).records(answer.effects)
