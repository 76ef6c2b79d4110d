"""A sweep, or one step of every rule, as a document: the answer, its evidence, and every combination or step."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING

from workbench.engine.wording import upper_first
from workbench.report.document import (
    Beside,
    Block,
    Command,
    Drawing,
    Picker,
    Points,
    Proposal,
    Prose,
    Report,
    Table,
)
from workbench.report.escape import paragraphs
from workbench.report.text import phrases
from workbench.stats.race import RaceStanding
from workbench.studies.sweep import words
from workbench.studies.sweep.data import cell_records, command_of_cell, sensitivity_json, step_records, sweep_json
from workbench.studies.sweep.grid import Ending, Sweep, SweepCell, SweepPlan
from workbench.studies.sweep.question import SweepQuestion
from workbench.studies.sweep.steps import Sensitivity, StepPlan

if TYPE_CHECKING:
    from workbench.report.charts.batch import Chart

ORDER = (RaceStanding.BEST, RaceStanding.AS_GOOD, RaceStanding.UNDECIDED, RaceStanding.WORSE)
"""In which order combinations are offered."""
MOST_LIVE = 2
"""Figures that are drawn again and again while plays go on, on the processors that play."""
SO_FAR = "So far, and incomplete: intervals narrow while it plays. What is best is said at the end."


def report(answer: Sweep | Sensitivity) -> Report:
    """The document of either."""
    return _steps_report(answer) if isinstance(answer, Sensitivity) else _sweep_report(answer)


def report_so_far(question: SweepQuestion, cells: Sequence[SweepCell]) -> Sequence[Block]:
    """The charts of what is known by now; of steps nothing is, before all are played."""
    plan = question.plan
    if isinstance(plan, StepPlan):
        return ()
    names = list(dict.fromkeys(reading.figure.name for cell in cells for reading in cell.readings))
    return [Prose(SO_FAR), *(_cells_drawing(plan, cells, name) for name in names[:MOST_LIVE])]


def _sweep_report(sweep: Sweep) -> Report:
    scenario = sweep.plan.scenario
    rules = ", ".join(scenario.game.parameters[varied.name].label.lower() for varied in sweep.plan.varied)
    several = sum(target.is_judged for target in sweep.plan.targets) > 1
    return Report(
        scenario=scenario,
        title=f"Sweep of {scenario.game.title}: {scenario.title}, by {rules}",
        headline=words.headline(sweep),
        plays=sweep.plays,
        evidence=words.sentences(sweep),
        blocks=[
            *_combinations(sweep),
            *_charts_of(sweep),
            Table("Every combination", words.sweep_table(sweep), len(sweep.plan.varied), folded=True),
        ],
        details=paragraphs(words.METHOD, words.LOSS if several else ""),
        records=cell_records(sweep),
        data=sweep_json(sweep),
        how=words.how_played(sweep),
        unfinished=sweep.ending is Ending.STOPPED,
    )


def _combinations(sweep: Sweep) -> Iterator[Block]:
    """A combination to pick, the best ones first: what is known of it, and what can be done with it."""
    cells = [cell for cell in sweep.cells if cell.plays]
    cells.sort(key=lambda cell: (cell is not sweep.leader, ORDER.index(cell.place), cell.loss.mean if cell.loss else 0))
    by_values = {words.values_words(sweep.plan, cell): cell for cell in cells}
    labels = {
        values: upper_first(values) + (f" · {cell.place.value}" if sweep.plan.has_best else "")
        for values, cell in by_values.items()
    }
    if cells:
        yield Picker("cell", "A combination", "The best ones first.", labels, lambda key: _cell(sweep, by_values[key]))


def _cell(sweep: Sweep, cell: SweepCell) -> list[Block]:
    scenario = sweep.plan.scenario
    figures = [
        f"{reading.figure.label}: {words.whole_reading(reading)}"
        + (f", goal {reading.standing.value}" if reading.standing else "")
        for reading in cell.readings
    ]
    values, changed = dict(cell.combination.values), cell.combination.changed
    title = upper_first(", ".join(words.rule_words(scenario.game, name, values[name]) for name in changed))
    return [
        Points([*figures, phrases.number_of(cell.plays, "play")]),
        Command(
            f"{upper_first(words.values_words(sweep.plan, cell))} by itself",
            command_of_cell(sweep.plan, cell, scenario.settings),
        ),
        Proposal(
            scenario,
            replace(cell.combination.scenario, title=title or scenario.title),
            {name: values[name] for name in changed},
            title,
            f"From a sweep: {words.headline(sweep)}",
        ),
    ]


def _charts_of(sweep: Sweep) -> list[Block]:
    """A line for each figure, two beside each other; maps take the whole width."""
    drawings = [_cells_drawing(sweep.plan, sweep.cells, name) for name in sweep.figures]
    if len(sweep.plan.varied) > 1:
        return list(drawings)
    return [Beside([[drawing] for drawing in drawings[first : first + 2]]) for first in range(0, len(drawings), 2)]


def _cells_drawing(plan: SweepPlan, cells: Sequence[SweepCell], name: str) -> Drawing:
    def draw() -> "Chart":
        from workbench.studies.sweep import charts

        return charts.line(plan, cells, name) if len(plan.varied) == 1 else charts.heat_map(plan, cells, name)

    return Drawing(name, draw, words.METHOD, ["confidence sequence"], scrolls=True)


def _steps_report(answer: Sensitivity) -> Report:
    scenario = answer.plan.scenario
    drawings = [_steps_drawing(answer, name) for name in answer.figures]
    rows, moved = words.steps_table(answer), words.steps_table(answer, moved=True)
    rest = f"The other {len(rows) - len(moved)} are undecided or the same; --json and --html list all."
    return Report(
        scenario=scenario,
        title=f"One step of every rule of {scenario.game.title}: {scenario.title}",
        headline=words.steps_headline(answer),
        plays=answer.plays,
        evidence=words.steps_sentences(answer),
        blocks=[
            *drawings,
            Table("What one step of a rule moves", rows, 4, folded=True, brief=moved, rest=rest),
        ],
        details=paragraphs(words.STEPS_METHOD),
        records=step_records(answer),
        data=sensitivity_json(answer),
        how=words.steps_played(answer),
    )


def _steps_drawing(answer: Sensitivity, name: str) -> Drawing:
    return Drawing(name, lambda: _charts().tornado(answer, name), words.STEPS_METHOD, scrolls=True)


def _charts() -> ModuleType:
    """The charts, with their library, where something is drawn."""
    from workbench.studies.sweep import charts

    return charts
