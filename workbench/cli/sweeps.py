"""Sweeps as a command: a grid of rule values, or one step of every rule."""

import shlex
import sys
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import (
    INTERRUPTED,
    bots_option,
    cluster_option,
    html_option,
    jobs_option,
    json_option,
    main,
    markdown_option,
    no_store_option,
    note_compiling,
    open_cluster,
    open_scenario_in,
    open_store,
    open_workspace,
    options,
    print_json,
    seed_option,
    set_option,
    workspace_option,
)
from workbench.cli.outputs import check_outputs, write_text
from workbench.cli.terminal import echo
from workbench.engine.problems import BadInput, Problem, WholeRange, together

if TYPE_CHECKING:
    from workbench.studies.sweep.grid import Plan, Sweep
    from workbench.studies.sweep.steps import Sensitivity, StepPlan

sweep_options = options(
    click.option(
        "--vary",
        metavar="NAME=VALUES",
        multiple=True,
        help="Values of a rule, as in hand_size=5..9, 5..9:2, a,b or true,false; once for each of 1 to 3 rules.",
    ),
    click.option(
        "--for",
        "asked",
        metavar="MEASURE",
        multiple=True,
        help="A goal or a measure, as in tie_rate, or tie_rate:lowest; default: the goals, else the primary measures.",
    ),
    click.option("--plays", metavar="BUDGET", help="How many plays in all; default: as many as take a few minutes."),
    click.option("--quick", is_flag=True, help="A quick look: fewer plays; nothing is stored."),
    click.option("--sensitivity", is_flag=True, help="Instead: every rule one step up and down, against SCENARIO."),
)
"""What is swept, and what is asked of it."""


@main.command()
@click.argument("scenario")
@options(
    sweep_options,
    workspace_option,
    set_option,
    bots_option,
    seed_option,
    jobs_option,
    cluster_option,
    no_store_option,
    html_option,
    markdown_option,
    json_option,
)
def sweep(
    scenario: str,
    as_json: bool,
    html_file: Path | None,
    markdown_file: Path | None,
    jobs: str | None,
    cluster: str | None,
    no_store: bool,
    workspace: Path | None,
    **asked: Any,
) -> None:
    """Find the best values of up to three rules of SCENARIO.

    Every combination plays the same shuffles; plays go where they decide most, and the best combination is confirmed on
    fresh shuffles. The same sweep goes on from what is stored, also after it was stopped.
    """
    from workbench.cli.progress import stop_on_interrupt, sweep_progress
    from workbench.studies.sweep.measure import sweep as play_sweep
    from workbench.studies.sweep.report import keep
    from workbench.studies.sweep.steps import StepPlan, sensitivity
    from workbench.study.batch_player import RunOptions, Stopped
    from workbench.study.cluster import read_address
    from workbench.study.simulate import read_jobs

    place, threads, address, _, plan = together(
        lambda: open_workspace(workspace),
        lambda: read_jobs(jobs),
        lambda: read_address(cluster),
        check_outputs,
        lambda: read_plan(workspace, scenario, **asked),
    )
    store = None if no_store or plan.quick else open_store(place)
    with open_cluster(address) as there, stop_on_interrupt() as stop, sweep_progress(plan.scenario.name) as follow:
        played = RunOptions(store, threads, compiling=note_compiling, stop=stop, cluster=there)
        steps = isinstance(plan, StepPlan)
        try:
            found = sensitivity(plan, played, follow) if steps else play_sweep(plan, played, follow)
        except Stopped as stopped:
            raise Stopped(f"{stopped}; {_go_on()}" if store else str(stopped)) from None
    if store:
        keep(store, found)
    _write(found, asked["set_"], html_file, markdown_file)
    _show(found, as_json)


def read_plan(
    workspace: Path | None,
    reference: str,
    *,
    vary: Sequence[str],
    asked: Sequence[str],
    plays: str | None,
    quick: bool,
    sensitivity: bool,
    set_: Sequence[str],
    bots: str | None,
    seed: str | None,
) -> "Plan | StepPlan":
    """What is to be played. Raises all problems at once."""
    from workbench.scenario.model import PLAYS
    from workbench.scenario.vary import read_varied
    from workbench.studies.sweep.grid import ask, plan_sweep
    from workbench.studies.sweep.steps import plan_sensitivity

    # read without the overrides as well, so that a bad seed hides no unknown rule
    as_it_stands = cache(partial(open_scenario_in, workspace, reference, {}, quiet=True))
    overrides = {"set_": set_, "bots": bots, "seed": seed}
    loaded, varied, targets, budget, _ = together(
        cache(partial(open_scenario_in, workspace, reference, overrides)),
        lambda: read_varied(as_it_stands().game, vary),
        lambda: ask(as_it_stands(), asked),
        lambda: None if plays is None else WholeRange(1, int(PLAYS.high)).asked("--plays", plays),
        lambda: check_vary(vary, sensitivity),
    )
    if sensitivity:
        return plan_sensitivity(loaded, targets, budget, quick)
    return plan_sweep(loaded, varied, targets, budget, quick)


def check_vary(vary: Sequence[str], sensitivity: bool) -> None:
    """Raise BadInput unless values are asked for, or one step of every rule."""
    if sensitivity and vary:
        raise BadInput.one("--vary", "not with --sensitivity, which takes one step of every rule", " ".join(vary))
    if not sensitivity and not vary:
        message = "say which values to try, as in --vary hand_size=5..9; or --sensitivity for one step of every rule"
        raise BadInput([Problem("--vary", message)])


def _write(
    found: "Sweep | Sensitivity", given: Sequence[str], html_file: Path | None, markdown_file: Path | None
) -> None:
    """The reports as files, with the command that makes them again."""
    if html_file is None and markdown_file is None:
        return
    from workbench.studies.sweep import report as written

    for path, option, write in (
        (html_file, "--html", written.html),
        (markdown_file, "--markdown", written.markdown),
    ):
        if path is not None:
            write_text(path, write(found, given), option)


def _show(found: "Sweep | Sensitivity", as_json: bool) -> None:
    """Print what was found; a sweep that was stopped is shown as far as it came, and exits as interrupted."""
    from workbench.cli.printing_studies import print_sensitivity, print_sweep
    from workbench.studies.sweep.grid import Ending
    from workbench.studies.sweep.report import sensitivity_json, sweep_json
    from workbench.studies.sweep.steps import Sensitivity

    if isinstance(found, Sensitivity):
        print_json(sensitivity_json(found)) if as_json else print_sensitivity(found)
        return
    print_json(sweep_json(found)) if as_json else print_sweep(found)
    if found.ending is Ending.STOPPED:
        echo(f"stopped; {_go_on()}", err=True)
        sys.exit(INTERRUPTED)


def _go_on() -> str:
    return f"go on with: {shlex.join(['workbench', *sys.argv[1:]])}"
