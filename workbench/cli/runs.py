"""Single plays, and the batches that are stored."""

from functools import cache, partial
from pathlib import Path
from typing import Any

import click

from workbench.cli.group import main
from workbench.cli.opening import note_compiling, open_store, open_there, open_workspace
from workbench.cli.options import (
    bots_option,
    jobs_option,
    json_option,
    options,
    seed_option,
    set_option,
    workspace_option,
)
from workbench.cli.speaking import encoded, print_json
from workbench.engine.problems import together


@main.command()
@click.argument("scenario")
@options(workspace_option, set_option, bots_option, seed_option)
@click.option(
    "--play", "plays", metavar="K", required=True, help="Which play of the batch, from 0; or K..L for several."
)
@click.option("--seat", metavar="N", help="Only what seat N sees, from 0.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def replay(
    scenario: str, workspace: Path | None, plays: str, seat: str | None, as_json: bool, **overrides: Any
) -> None:
    """The trace of single plays of SCENARIO's batch."""
    from workbench.study.replays import read_plays, read_seat, sentence, trace

    load = cache(partial(open_there, workspace, scenario, overrides))
    loaded, wanted, viewer = together(load, lambda: read_plays(plays), lambda: read_seat(seat, load))
    for event in trace(loaded, wanted, viewer):
        click.echo(encoded(event) if as_json else sentence(event, loaded.game.say))


@main.command()
@options(workspace_option, json_option)
def runs(workspace: Path | None, as_json: bool) -> None:
    """The stored batches, newest first."""
    from workbench.console import print_runs
    from workbench.store import runs
    from workbench.study.summaries import run_json

    place = open_workspace(workspace)
    stored = runs(open_store(place)) if place.store_path.exists() else []
    if as_json:
        print_json({"runs": [run_json(run) for run in stored]})
    else:
        print_runs(stored)


@main.command()
@click.argument("run")
@options(workspace_option, jobs_option, json_option)
def resume(run: str, workspace: Path | None, jobs: str | None, as_json: bool) -> None:
    """Go on with the unfinished batch RUN; it ends as if it had never been broken off."""
    from workbench.console import print_outcome, stopping, watching
    from workbench.study.simulate import Session, read_jobs, resume
    from workbench.study.summaries import outcome_json

    place, threads = together(lambda: open_workspace(workspace), lambda: read_jobs(jobs))
    store = open_store(place)
    with stopping() as stop, watching(run) as watch:
        outcome = resume(store, run, Session(None, threads, watch, note_compiling, stop))
    if as_json:
        print_json(outcome_json(outcome))
    else:
        print_outcome(outcome)
