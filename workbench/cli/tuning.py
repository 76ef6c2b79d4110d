"""Tuning: rule values that meet the goals."""

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
    open_queued_store,
    open_scenario_in,
    open_workspace,
    options,
    print_json,
    seed_option,
    set_option,
    workspace_option,
)
from workbench.cli.outputs import check_outputs, write_text
from workbench.cli.terminal import echo
from workbench.engine.problems import BadInput, Problem, together

if TYPE_CHECKING:
    from workbench.scenario import Scenario
    from workbench.scenario.files import Workspace
    from workbench.study.tuning import Tuning

tune_options = options(
    click.option(
        "--vary",
        metavar="NAME=VALUES",
        multiple=True,
        help="A rule that may change, as in hand_size=5..9, 5..9:2, a,b or true,false; repeatable.",
    ),
    click.option(
        "--goal",
        "goals",
        metavar="GOAL",
        multiple=True,
        help='What must hold, as in "tie_rate <= 0.05" or "deals = 4..5"; repeatable; default: [goals] of SCENARIO.',
    ),
    click.option("--plays", metavar="N", help="Plays in all; default: as many as take a minute or two."),
    click.option("--quick", is_flag=True, help="A quick look: fewer plays, up to half a minute on two cores."),
    click.option("--save", metavar="NAME", help="Save the suggestion as the revision NAME."),
)
run_options = options(
    workspace_option,
    set_option,
    bots_option,
    seed_option,
    jobs_option,
    cluster_option,
    no_store_option,
    json_option,
    html_option,
    markdown_option,
)


@main.command()
@click.argument("scenario")
@options(tune_options, run_options)
def tune(
    scenario: str,
    save: str | None,
    as_json: bool,
    html_file: Path | None,
    markdown_file: Path | None,
    no_store: bool,
    **asked: Any,
) -> None:
    """Search rule values that meet the goals of SCENARIO.

    It suggests a draft with as few changed rules as possible, and plays the evidence for it on fresh shuffles. The
    answer is a line in the history, unless --set changes the rules; no play is stored.
    """
    from workbench.study.tuning import tune as search

    place, loaded, run = read_tuning(scenario, save, **asked)
    found = run(search)
    if not no_store and not asked["set_"]:
        keep(place, found, asked["vary"], asked["goals"])
    for file, write in ((html_file, write_page), (markdown_file, write_markdown)):
        if file is not None:
            write(file, found)
    if as_json:
        from workbench.report.tuning import tuning_json

        print_json(tuning_json(found))
    else:
        from workbench.cli.printing_studies import print_tuning

        print_tuning(found)
    if found.evidence is None:
        echo("stopped; this is the best that was found by then, without evidence", err=True)
        raise SystemExit(INTERRUPTED)
    if save is not None:
        save_draft(place, loaded, found, save)


def read_tuning(
    scenario: str,
    save: str | None,
    *,
    workspace: Path | None,
    set_: tuple[str, ...],
    bots: str | None,
    seed: str | None,
    jobs: str | None,
    cluster: str | None,
    vary: tuple[str, ...],
    goals: tuple[str, ...],
    plays: str | None,
    quick: bool,
) -> Any:
    """The workspace, the scenario, and what runs a search on it. Raises all problems at once."""
    from workbench.study.cluster import read_address
    from workbench.study.simulate import read_jobs
    from workbench.study.tuning import read_tuning_plan

    load = cache(partial(open_scenario_in, workspace, scenario, {"set_": set_, "bots": bots, "seed": seed}))
    # the game is read without the overrides, so that a bad seed hides no unknown rule
    as_it_stands = cache(partial(open_scenario_in, workspace, scenario, {}, quiet=True))
    place, threads, address, loaded, _, _, _ = together(
        lambda: open_workspace(workspace),
        lambda: read_jobs(jobs),
        lambda: read_address(cluster),
        load,
        lambda: read_tuning_plan(as_it_stands, vary=vary, goals=goals, plays=plays),
        check_outputs,
        lambda: check_name(open_workspace(workspace), as_it_stands(), save),
    )
    plan = read_tuning_plan(load, vary=vary, goals=goals, plays=plays, quick=quick, settings=set_)

    def run(search: Any) -> Any:
        from workbench.cli.progress import stop_on_interrupt, study_progress
        from workbench.study.batch_player import RunOptions

        with open_cluster(address) as there, stop_on_interrupt() as stop, study_progress(loaded.name) as follow:
            return search(plan, RunOptions(None, threads, compiling=note_compiling, stop=stop, cluster=there), follow)

    return place, loaded, run


def keep(workspace: "Workspace", found: "Tuning", vary: tuple[str, ...], goals: tuple[str, ...]) -> None:
    """Store what it says; a line of the history leads to the page with the same choices."""
    from workbench.report.findings import keep_tuning, tuning_asked, tuning_question
    from workbench.scenario.goal_texts import goal_text

    plan = found.plan
    texts = goals or tuple(goal_text(goal) for goal in plan.scenario.goals)
    plays = {} if plan.plays is None else {"plays": plan.plays}
    length = "quick" if plan.quick and plan.plays is None else "long"
    asked = {**tuning_asked(vary, texts, plan.scenario.bots, plan.scenario.seed), "length": length, **plays}
    keep_tuning(open_queued_store(workspace), tuning_question(plan, asked), found)


def check_name(workspace: "Workspace", scenario: "Scenario", name: str | None) -> None:
    """Raise BadInput where the suggestion could not be saved under this name."""
    from workbench.scenario.files import revisions_in
    from workbench.scenario.save import name_problem

    if name is None:
        return
    taken = revisions_in(workspace.scenarios / scenario.game.name)
    if wrong := name_problem(name, taken):
        raise BadInput([Problem("--save", wrong.message, wrong.value)])
    if scenario.revision not in taken:
        message = f"needs a revision of the workspace to start from, and {scenario.path} lies elsewhere"
        raise BadInput.one("--save", message, name)


def save_draft(workspace: "Workspace", scenario: "Scenario", found: "Tuning", name: str) -> None:
    """Write the suggestion as a revision."""
    from workbench.report.tuning import revision_draft
    from workbench.scenario import save_revision

    if not found.changed:
        echo("not saved: no rule is changed", err=True)
        return
    saved = save_revision(workspace, revision_draft(found, name))
    echo(f"saved {saved.name}; compare it by: workbench compare {scenario.name} {saved.name}", err=True)


def write_page(path: Path, found: "Tuning") -> None:
    """The tuning as a page that needs no network."""
    from workbench.report.tuning import tuning_page

    write_text(path, tuning_page(found), "--html")


def write_markdown(path: Path, found: "Tuning") -> None:
    """The tuning as Markdown."""
    from workbench.report.tuning import tuning_markdown

    write_text(path, tuning_markdown(found), "--markdown")
