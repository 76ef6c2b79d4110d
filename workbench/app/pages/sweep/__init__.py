"""The page Sweep: the best value of a rule, or of up to three; or which rule matters most, one step of each."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from workbench.app.jobs.study_job import Address, Pace, Workload, pace_of
from workbench.app.pages.sweep import chosen, controls
from workbench.app.pages.sweep.controls import BEST, SweepChoice
from workbench.app.services import services
from workbench.app.widgets import study_page
from workbench.app.widgets.charts import chart, in_pairs
from workbench.app.widgets.choices import LONG
from workbench.app.widgets.study_page import Study
from workbench.app.widgets.text import literal
from workbench.engine.batch import cores
from workbench.engine.problems import together
from workbench.report.charts.batch import Chart
from workbench.report.downloads import as_json, file_stem
from workbench.report.findings import MIXED
from workbench.scenario import Goal, load_scenario
from workbench.scenario.vary import read_varied
from workbench.store import Store
from workbench.studies.sweep import charts as sweep_charts
from workbench.studies.sweep import report as written
from workbench.studies.sweep import words as words
from workbench.studies.sweep.grid import Cell, Ending, Plan, Sweep, ask, plan_sweep
from workbench.studies.sweep.measure import sweep, usual_plays
from workbench.studies.sweep.race import SweepProgress
from workbench.studies.sweep.report import sensitivity_json, sweep_json
from workbench.studies.sweep.steps import Sensitivity, StepPlan, plan_sensitivity, sensitivity
from workbench.studies.sweep.steps import question_of as question_of_steps
from workbench.studies.sweep.stored import is_answered, question_of
from workbench.study.batch_player import RunOptions, Stopped, stopped_without_storing
from workbench.study.outcome import make_batch
from workbench.study.strength.contest import Follow, StudyProgress, play_cost

TELLS = {
    BEST: (
        "**Which value is best?** All values play the same shuffles; those that may still be the best play more.",
        "**How sure is that?** Every figure has its interval, and the best is played again on fresh shuffles.",
    ),
    controls.MATTERS: (
        "**Which rule matters most?** Each rule by itself goes one step up and down, on the same shuffles.",
        "**For what?** A chart for each measure: a bar for each step, the rule that matters most on top.",
    ),
}
FRAMED = """<style>.stPlotlyChart { min-width: 300px; }
[class*="st-key-sweep_chart"] { overflow-x: auto; }</style>"""
"""A narrow screen scrolls a chart rather than squeeze its numbers."""

MOST_LIVE = 2
"""Figures that are drawn again and again while plays go on, on the processors that play."""

choose = controls.choose


@dataclass(frozen=True)
class Asked:
    """All that decides what is found, beside the revision."""

    view: str
    texts: tuple[str, ...]
    asked: tuple[str, ...]
    goals: tuple[Goal, ...]
    bots: tuple[str, ...]
    budget: int | None
    quick: bool


def show(choice: SweepChoice) -> None:
    """Start what is asked for, follow it, read it."""
    st.html(FRAMED)
    plan = study_page.read_chosen(choice, partial(_read, choice))
    if plan:
        longer = replace(choice, length=LONG)
        study_page.show(_study(choice, plan), _study(longer, _read(longer)) if choice.quick else None)


def _read(choice: SweepChoice) -> Plan | StepPlan:
    """What is to be played. Raises BadInput."""
    bots = None if choice.bots == MIXED else choice.bots
    reference = f"{choice.game.name}/{choice.revision}"
    scenario, varied = together(
        lambda: load_scenario(services().workspace, reference, bots=bots, seed=str(choice.seed)),
        lambda: read_varied(choice.game, choice.texts, ""),
    )
    targets = ask(scenario, choice.asked)
    if choice.view == BEST:
        return plan_sweep(scenario, varied, targets, choice.budget, choice.quick)
    return plan_sensitivity(scenario, targets, choice.budget, choice.quick)


def _study(choice: SweepChoice, plan: Plan | StepPlan) -> Study:
    scenario, texts = plan.scenario, choice.texts if choice.view == BEST else ()
    asked = Asked(choice.view, texts, choice.asked, scenario.goals, scenario.bots, choice.budget, choice.quick)
    return Study(
        scenario=scenario,
        plan=asked,
        title=f"{'Sweep' if choice.view == BEST else 'Steps'} of {scenario.title}",
        place=Address("sweep", controls.address_of(choice)),
        ask=partial(_ask, plan),
        tells=TELLS[choice.view],
        expected=lambda store: workload(plan, pace_of(scenario), store),
        so_far=partial(_so_far, plan),
        result=_result,
    )


def workload(plan: Plan | StepPlan, pace: Pace, store: Store | None) -> Workload:
    """The most that there is to play; a sweep ends sooner where all is decided. What is known begins by itself."""
    scenario = plan.scenario
    plays = plan.plays or usual_plays(scenario, plan.tables, plan.quick, pace.decisions)
    seconds = plays * play_cost(scenario, pace.decisions) / (pace.speed * cores())
    question = question_of_steps(plan, plays // plan.tables) if isinstance(plan, StepPlan) else question_of(plan)
    known = store is not None and is_answered(store, question, plan.asked)
    return Workload(plays, seconds, known, not make_batch(scenario).kernel.is_warm)


def _ask(plan: Plan | StepPlan, options: RunOptions, follow: Follow) -> Sweep | Sensitivity:
    """Play it, tell how far it is, and keep what it says. Raises `Stopped`; what was played is stored by then."""
    began = time.monotonic()

    def report(done: SweepProgress) -> None:
        share, elapsed = done.done / done.plays, time.monotonic() - began
        left = elapsed * (done.plays - done.done) / done.fresh if done.fresh else None
        follow(StudyProgress(done.title, 1, 1, done.done, done.plays, share, elapsed, left, found=done.cells))

    found = sensitivity(plan, options, report) if isinstance(plan, StepPlan) else sweep(plan, options, report)
    if options.store:
        written.keep(options.store, found)
    if isinstance(found, Sweep) and found.ending is Ending.STOPPED:
        raise Stopped("stopped; what was played is kept" if options.store else stopped_without_storing())
    return found


def _so_far(plan: Plan | StepPlan, cells: Sequence[Cell]) -> None:
    """The charts of what is known by now; of steps nothing is, before all are played."""
    if isinstance(plan, StepPlan):
        return
    st.caption("So far, and incomplete: intervals narrow while it plays. What is best is said at the end.")
    shown = list(dict.fromkeys(reading.name for cell in cells for reading in cell.readings))
    draw = sweep_charts.line if len(plan.varied) == 1 else sweep_charts.heat_map
    for name in shown[:MOST_LIVE]:
        _framed(draw(plan, cells, name), "live")


def _result(found: Sweep | Sensitivity) -> None:
    steps = isinstance(found, Sensitivity)
    with st.container(border=True):
        headline = words.steps_headline(found) if isinstance(found, Sensitivity) else words.headline(found)
        st.markdown(f"## {literal(headline)}", anchors=False)
        said = words.steps_sentences(found) if isinstance(found, Sensitivity) else words.sentences(found)
        st.markdown("\n".join(f"- {literal(each)}" for each in said))
        study_page.who_played(found.plan.scenario)
    if isinstance(found, Sweep):
        chosen.show(found)
    about = words.STEPS_METHOD if steps else words.METHOD
    blocks = [partial(_framed, each, "done", about) for each in sweep_charts.all_charts(found)]
    if isinstance(found, Sweep) and len(found.plan.varied) == 1:
        in_pairs(blocks)
    else:  # rows of names beside cells or bars take the whole width
        for draw in blocks:
            draw()
    _tables_and_files(found)


def _tables_and_files(found: Sweep | Sensitivity) -> None:
    table = words.steps_table(found) if isinstance(found, Sensitivity) else words.sweep_table(found)
    with st.expander("All of it as a table", icon=":material/table:"):
        st.dataframe(table, hide_index=True, key="sweep_table", alt="Every combination, or every step")
    scenario = found.plan.scenario
    how = words.steps_played(found) if isinstance(found, Sensitivity) else words.how_played(found)
    study_page.details(how, written.command_of(found))
    json = partial(sensitivity_json, found) if isinstance(found, Sensitivity) else partial(sweep_json, found)
    study_page.downloads(
        file_stem("sweep", scenario.game.name, scenario.revision),
        partial(written.csv_of, found),
        lambda: as_json(json()),
        partial(written.html, found),
        partial(written.markdown, found),
    )


def _framed(shown: Chart, when: str, about: str = "") -> None:
    with st.container(key=f"sweep_chart_{shown.name}_{when}"):
        chart(shown, f"{shown.name}_{when}", about, *(["confidence sequence"] if about == words.METHOD else []))
