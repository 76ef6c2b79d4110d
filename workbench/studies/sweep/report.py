"""A sweep, or one step of every rule, as files: JSON, one HTML file that works offline, Markdown, CSV."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from workbench.bots.spec import in_one
from workbench.engine.files import csv_text
from workbench.report.escape import escaped
from workbench.report.json import contrast_json, estimate_json, number, revision_json
from workbench.report.pages import Section, sections_page
from workbench.report.tables import Table
from workbench.report.text import phrases
from workbench.scenario import Scenario
from workbench.stats.race import Span
from workbench.store import Store
from workbench.store.answers import save_answer
from workbench.studies.sweep import charts
from workbench.studies.sweep import words as sweeps
from workbench.studies.sweep.grid import Cell, Ending, Plan, Reading, Sweep, Target
from workbench.studies.sweep.steps import Sensitivity
from workbench.studies.sweep.steps import question_of as question_of_steps
from workbench.studies.sweep.stored import question_of

Json = dict[str, Any]
QUOTE = '"'


def sweep_json(found: Sweep) -> Json:
    """`sweep --json`. `loss` is in margins, below 0 where a goal has room to spare; null where nothing is best.

    `flat`: no other is better than the leader by more than the margin, and none is worse. `confirmation` is `refuted`
    where fresh shuffles contradict it; where it neither `holds` nor is refuted, more plays would tell.
    """
    again = found.confirmation
    return {
        **_head(found.plan.scenario),
        "answer": sweeps.headline(found),
        "vary": {each.name: list(each.values) for each in found.plan.varied},
        "for": [_target_json(each) for each in found.plan.targets],
        "ending": found.ending.value,
        "plays": found.plays,
        "budget": found.budget,
        "rounds": found.rounds,
        "elapsed_s": round(found.elapsed_s, 3),
        "best": dict(found.best.combination.values) if found.best else None,
        "leader": dict(found.leader.combination.values) if found.leader else None,
        "flat": found.is_flat,
        "confirmation": again
        and {"seed": again.seed, "holds": again.holds, "refuted": again.refuted, **_cell_json(again.cell)},
        "cells": [
            {**_cell_json(each), "command": command_of_cell(found.plan, each, found.plan.scenario.settings)}
            if each.plays
            else _cell_json(each)
            for each in found.cells
        ],
    }


def sensitivity_json(found: Sensitivity) -> Json:
    """`sweep --sensitivity --json`: what one step of each rule does to each measure."""
    return {
        **_head(found.plan.scenario),
        "answer": sweeps.steps_headline(found),
        "plays": found.plays,
        "dead": list(found.dead),
        "refused": [
            {"step": dict(each.values), "problems": [str(problem) for problem in each.problems]}
            for each in found.plan.steps
            if not each.is_valid
        ],
        "effects": [
            {"rule": each.rule, "value": each.value, "measure": each.contrast.name, **contrast_json(each.contrast)}
            for each in found.effects
        ],
    }


def _head(scenario: Scenario) -> Json:
    return {
        **revision_json(scenario),
        "bots": list(scenario.bots),
        "seed": scenario.seed,
    }


def _target_json(target: Target) -> Json:
    goal = {"min": target.goal.low, "max": target.goal.high} if target.goal else None
    return {"measure": target.measure, "goal": goal, "wish": target.wish.value}


def _cell_json(cell: Cell) -> Json:
    return {
        "values": dict(cell.combination.values),
        "valid": cell.combination.is_valid,
        "problems": [str(problem) for problem in cell.combination.problems],
        "plays": cell.plays,
        "measures": {each.name: _reading_json(each) for each in cell.readings},
        "loss": _span_json(cell.loss),
        "standing": cell.standing.value if cell.standing else None,
        "place": cell.place.value if cell.plays else None,
    }


def _reading_json(reading: Reading) -> Json:
    margin = {"margin": reading.measure.margin, "standing": reading.standing.value if reading.standing else None}
    return {**estimate_json(reading.estimate), **margin}


def _span_json(span: Span | None) -> Json | None:
    return None if span is None else {name: number(getattr(span, name)) for name in ("low", "mean", "high")}


Found = Sweep | Sensitivity


def title_of(found: Found) -> str:
    """`Sweep of Hitmakers: Broad appeal, by hand size, production rounds`."""
    scenario = found.plan.scenario
    if isinstance(found, Sensitivity):
        return f"One step of every rule of {scenario.game.title}: {scenario.title}"
    rules = ", ".join(scenario.game.parameters[each.name].label.lower() for each in found.plan.varied)
    return f"Sweep of {scenario.game.title}: {scenario.title}, by {rules}"


def command_of(found: Found, given: Sequence[str] = ()) -> str:
    """The command that finds the same; `given` are rules that were changed for one call."""
    plan, scenario = found.plan, found.plan.scenario
    parts = ["workbench", "sweep", scenario.name, *([] if isinstance(plan, Plan) else ["--sensitivity"])]
    parts += [part for each in given for part in ("--set", each)]
    parts += [part for name, text in plan.asked["vary"].items() for part in ("--vary", f"{name}={text}")]
    parts += [part for name in plan.asked["for"] for part in ("--for", name)]
    parts += ["--bots", in_one(scenario.bots), "--seed", str(scenario.seed)]
    parts += ["--plays", str(plan.plays)] if plan.plays else []
    return shlex.join([*parts, *(["--quick"] if plan.quick else [])])


def command_of_cell(plan: Plan, cell: Cell, given: Sequence[str] = ()) -> str:
    """The command that plays one combination by itself, as often as the sweep did; `given` as in `command_of`."""
    scenario, values = plan.scenario, dict(cell.combination.values)
    own = [(name, scenario.game.parameters[name].show(values[name])) for name in cell.combination.changed]
    rules = [*given, *(f"{name}={text.strip(QUOTE)}" for name, text in own)]
    parts = ["workbench", "simulate", scenario.name, *(part for each in rules for part in ("--set", each))]
    parts += ["--bots", in_one(scenario.bots), "--seed", str(scenario.seed), "--plays", str(cell.plays)]
    return shlex.join(parts)


def html(found: Found, given: Sequence[str] = ()) -> str:
    """One file with every chart and table, and the command that makes it again; `given` as in `command_of`."""
    section = Section("The evidence", _said(found), charts.all_charts(found), _table(found), _definitions(found))
    by_itself = [f"{about}: {command}" for about, command in _by_itself(found, given)]
    head = [_headline(found), *_played(found), f"Made by: {command_of(found, given)}", *by_itself]
    return sections_page(title_of(found), head, [], [section])


def markdown(found: Found, given: Sequence[str] = ()) -> str:
    """The same as Markdown, without charts."""
    return "\n".join(_lines(found, given))


def keep(store: Store, found: Found) -> None:
    """Store what a sweep that has ended, or one step of every rule, says, for the history."""
    if isinstance(found, Sweep) and found.ending is Ending.STOPPED:
        return
    plan = found.plan
    question = question_of(plan) if isinstance(plan, Plan) else question_of_steps(plan, found.plays)
    known = replace(question, asked=plan.asked, plays=found.plays, data=found.state, sentence=_headline(found))
    save_answer(store, known, question)


def _by_itself(found: Found, given: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What plays the leading combination by itself; every other goes likewise, with its values and plays."""
    if isinstance(found, Sweep) and found.leader:
        about = f"{phrases.upper_first(sweeps.values_words(found.plan, found.leader))} by itself"
        yield about, command_of_cell(found.plan, found.leader, given)


def _lines(found: Found, given: Sequence[str]) -> Iterator[str]:
    yield from (f"# {escaped(title_of(found))}", "", f"**{escaped(_headline(found))}**", "")
    yield from (f"- {escaped(each)}" for each in _said(found))
    yield from ("", *_pipes(_table(found)), "")
    yield from (escaped(each) for each in _played(found))
    yield from ("", f"Made by: `{command_of(found, given)}`", "")
    for about, command in _by_itself(found, given):
        yield from (f"{escaped(about)}: `{command}`", "")


def _pipes(table: Table) -> Iterator[str]:
    if table:
        yield f"| {' | '.join(map(escaped, table[0]))} |"
        yield f"|{'---|' * len(table[0])}"
        yield from (f"| {' | '.join(map(escaped, line.values()))} |" for line in table)


def _headline(found: Found) -> str:
    return sweeps.steps_headline(found) if isinstance(found, Sensitivity) else sweeps.headline(found)


def _said(found: Found) -> list[str]:
    return sweeps.steps_sentences(found) if isinstance(found, Sensitivity) else sweeps.sentences(found)


def _table(found: Found) -> Table:
    return sweeps.steps_table(found) if isinstance(found, Sensitivity) else sweeps.sweep_table(found)


def _played(found: Found) -> Sequence[str]:
    return [sweeps.steps_played(found) if isinstance(found, Sensitivity) else sweeps.how_played(found)]


def _definitions(found: Found) -> list[str]:
    return [sweeps.STEPS_METHOD] if isinstance(found, Sensitivity) else sweeps.definitions(found.plan)


def csv_of(found: Found) -> str:
    """A line for each combination, or for each step and measure, in full precision."""
    lines = _step_lines(found) if isinstance(found, Sensitivity) else _cell_lines(found)
    return csv_text(list(dict.fromkeys(name for line in lines for name in line)), lines)


def _cell_lines(found: Sweep) -> list[dict[str, object]]:
    return [
        {
            **dict(cell.combination.values),
            **{
                f"{each.name}{end}": getattr(each.estimate, name)
                for each in cell.readings
                for end, name in (("", "mean"), ("_low", "low"), ("_high", "high"), ("_n", "n"))
            },
            "plays": cell.plays,
            "place": cell.place.value if cell.plays else "",
            "problems": "; ".join(map(str, cell.combination.problems)),
            "command": command_of_cell(found.plan, cell, found.plan.scenario.settings) if cell.plays else "",
        }
        for cell in found.cells
    ]


def _step_lines(found: Sensitivity) -> list[dict[str, object]]:
    return [
        {
            "measure": each.contrast.name,
            "rule": each.rule,
            "value": each.value,
            **{end: getattr(each.contrast.difference, end) for end in ("difference", "low", "high")},
            "verdict": each.contrast.verdict.value,
            "plays": each.contrast.difference.n,
        }
        for each in found.effects
    ]
