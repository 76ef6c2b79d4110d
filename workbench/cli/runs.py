"""Replays of single plays, stored batches, and a person's own questions to the store in SQL."""

import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from workbench.cli.common import (
    TextCommand,
    as_json_text,
    bots_option,
    cluster_option,
    complete_revision,
    csv_option,
    few_plays_plainly,
    find_workspace,
    jobs_option,
    json_option,
    main,
    open_cluster,
    open_queued_store,
    open_scenario_in,
    open_store,
    open_to_list,
    open_workspace,
    options,
    plays_option,
    print_json,
    rows_to_option,
    seed_option,
    set_option,
    workspace_option,
)
from workbench.cli.outputs import OptionValue, OutputFolder, check_outputs, echo, is_printed, printable, write_text
from workbench.engine.files import csv_text
from workbench.engine.problems import BadInput, WholeRange, together
from workbench.engine.wording import counted, time_words

if TYPE_CHECKING:
    from workbench.play.options import RunOptions
    from workbench.scenario import Scenario
    from workbench.scenario.load import LoadOptions
    from workbench.store import Store
    from workbench.store.runs import Run
    from workbench.store.sql import SqlAnswer, TableNote


T = TypeVar("T")


@main.command()
@click.argument("scenario", required=False, shell_complete=complete_revision)
@options(workspace_option, set_option, bots_option, seed_option)
@click.option(
    "--play", "plays", metavar="K", required=True, help="The play's number in the batch, from 0; K..L for several."
)
@click.option("--run", metavar="RUN", help="A stored run instead of SCENARIO, with the cards it was played with.")
@click.option(
    "--seat",
    metavar="N",
    help="Only what player N sees, counted from 0 (tables and charts count seats from 1). The seed is left out.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def replay(
    scenario: str | None,
    run: str | None,
    workspace: Path | None,
    plays: str,
    seat: str | None,
    as_json: bool,
    set_: tuple[str, ...],
    bots: str | None,
    seed: str | None,
) -> None:
    """Show single plays of SCENARIO's batch, step by step.

    With --run, plays of a stored batch.
    """
    from workbench.cli.progress import CommandProgress
    from workbench.play.films import read_plays, read_seat, trace
    from workbench.report.play_table import event_line

    overrides: LoadOptions = {"set_": set_, "bots": bots, "seed": seed}
    load = cache(partial(_to_replay, workspace, scenario, run, overrides))
    loaded, numbers, viewer = together(load, lambda: read_plays(plays), lambda: read_seat(seat, load))
    if not as_json:
        echo("Players are numbered from 0, as with --seat: player 0 is seat 1 of tables and charts.")
    with few_plays_plainly(loaded, len(numbers)):
        for event in trace(loaded, numbers, viewer, CommandProgress()):
            echo(as_json_text(event) if as_json else event_line(event, loaded.game.describe))


@main.command()
@click.argument("scenario", required=False, shell_complete=complete_revision)
@options(
    click.option("--run", metavar="RUN", help="Of this stored batch, in place of SCENARIO."),
    *(workspace_option, set_option, bots_option, plays_option, seed_option, csv_option, json_option),
)
def holes(
    scenario: str | None,
    run: str | None,
    workspace: Path | None,
    set_: tuple[str, ...],
    bots: str | None,
    plays: str | None,
    seed: str | None,
    csv_file: Path | None,
    as_json: bool,
) -> None:
    """Find rule holes of SCENARIO: plays that stall, hit a limit, or run a deck out.

    Of a stored batch every play is counted; what only the moves show is counted in the first of them, and stored.
    """
    from workbench.play.holes import find_holes
    from workbench.report.json import holes_json, interval_json
    from workbench.report.template import plain_phrase

    overrides: LoadOptions = {"set_": set_, "bots": bots, "plays": plays, "seed": seed}
    loaded, _ = together(lambda: _to_replay(workspace, scenario, run, overrides), check_outputs)
    every = find_holes(loaded, open_store(open_workspace(workspace)), run)
    if csv_file is not None:
        played = {"revision": loaded.name, "seed": loaded.seed}
        rows = [
            {
                **{**played, "hole": hole.name, "plays": hole.plays, "of": hole.of},
                **(interval_json(hole.share) if hole.of else dict.fromkeys(("mean", "low", "high"))),
                "places": "; ".join(place.label for place in hole.places),
            }
            for hole in every
        ]
        write_text(csv_file, csv_text([*rows[0]], rows), "--csv")
    if is_printed():
        return
    if as_json:
        print_json({"scenario": loaded.name, "holes": holes_json(every)})
        return
    for hole in every:
        where = f": {', '.join(place.label for place in hole.places)}" if hole.places else ""
        echo(f"{plain_phrase('holes.txt', 'met', hole)}{where}")


def _to_replay(workspace: Path | None, scenario: str | None, run: str | None, overrides: "LoadOptions") -> "Scenario":
    """The scenario that SCENARIO or `--run` names. Raises BadInput for neither or both."""
    from workbench.play.films import stored_scenario

    if scenario and run is None:
        return open_scenario_in(workspace, scenario, overrides)
    if run is None:
        raise BadInput.one("SCENARIO", "must be given, as a path or `game/revision`; or --run RUN")
    if scenario or any(overrides.values()):
        raise BadInput.one("--run", "takes no SCENARIO, --set, --bots or --seed: the run has its own", run)
    return stored_scenario(open_store(open_workspace(workspace)), run)


@main.group(invoke_without_command=True)
@options(workspace_option, json_option)
@click.pass_context
def runs(context: click.Context, workspace: Path | None, as_json: bool) -> None:
    """List the stored batches, newest first."""
    if context.invoked_subcommand is not None:
        return
    from workbench.store.runs import count_runs, runs

    with open_to_list(find_workspace(workspace)) as store:
        stored = runs(store, limit=None if as_json else MOST_LISTED) if store.exists else []
        older = count_runs(store) - len(stored) if store.exists else 0
    if as_json:
        from workbench.report.json import run_json

        print_json({"runs": [run_json(run) for run in stored]})
    elif stored:
        from workbench.cli.console import print_rows

        rows = [*map(_run_row, stored)]
        print_rows([*rows[0]], [[*row.values()] for row in rows], "\nStored runs, newest first", left=3)
        if older:
            echo(f"and {counted(older, 'older one', separator=',')}: `workbench runs --json` lists all")
    else:
        echo("No runs are stored yet; `workbench simulate hitmakers/2021-04-08` makes one.")


MOST_LISTED = 200
"""Runs of the table: laying out ten thousand takes 4 s."""


@runs.command("delete", cls=TextCommand)
@click.argument("run_ids", metavar="RUN…", nargs=-1, required=True)
@options(workspace_option, json_option)
def delete_runs(run_ids: tuple[str, ...], workspace: Path | None, as_json: bool) -> None:
    """Delete the batches RUN… and their plays for good.

    If one of them cannot be deleted, none is.
    """
    from workbench.report.json import run_json
    from workbench.store.runs import delete_runs

    gone = delete_runs(open_store(open_workspace(workspace)), run_ids)
    if as_json:
        print_json({"deleted": [run_json(run) for run in gone]})
    else:
        echo(
            "\n".join(
                f"deleted run {run.id}: {run.game}/{run.scenario}, {counted(run.done, 'play', separator=',')}"
                for run in gone
            )
        )


def _run_row(run: "Run") -> dict[str, str]:
    from workbench.engine.wording import in_one

    plays = f"{run.plays:,}" if run.done == run.plays else f"{run.done:,} of {run.plays:,}"
    return {
        "run": run.id,
        "scenario": f"{run.game}/{run.scenario}",
        "status": run.status.value,
        "plays": f"{plays}{'' if run.has_rows else ', tallies only'}",
        "bots": in_one(run.bots),
        "seed": str(run.seed),
        "started": time_words(run.created_at),
    }


@main.command()
@click.argument("run", metavar="RUN")
@click.argument("folder", metavar="DIR", type=OutputFolder())
@options(workspace_option, json_option)
def export(run: str, folder: Path, workspace: Path | None, as_json: bool) -> None:
    """Write the plays of the batch RUN to DIR, as Parquet and as CSV.

    A file has a row for each play, another one for each seat of each play. A batch without rows is played again.
    """
    from workbench.engine.registry import game_named
    from workbench.play.checks import finished_run
    from workbench.play.stored import load
    from workbench.store.results import write_rows

    place, _ = together(lambda: open_workspace(workspace), check_outputs)
    store = open_store(place)
    stored = finished_run(store, run, "RUN")
    measures = game_named(stored.game).all_measures
    files = write_rows(folder, stored.id, load(store, stored).results, measures, stored.seats)
    if as_json:
        print_json({"run": stored.id, "plays": stored.plays, "files": [str(file) for file in files]})
    else:
        echo("\n".join(f"wrote {file}" for file in files))


@main.command()
@click.argument("run")
@options(workspace_option, jobs_option, cluster_option, rows_to_option, json_option)
def resume(run: str, as_json: bool, **options: OptionValue) -> None:
    """Finish the interrupted batch RUN.

    The result is the same as without the interruption.
    """
    from workbench.play.batches import resume
    from workbench.studies.simulate import STUDY
    from workbench.studies.simulate.measure import BatchAnswer

    answer = BatchAnswer(_played_on(resume, run, **options))
    if as_json:
        print_json(STUDY.data(answer))
    else:
        from workbench.cli.document import print_report

        print_report(STUDY.report(answer))


@main.command()
@click.argument("run")
@options(workspace_option, jobs_option, cluster_option, json_option)
def repeat(run: str, as_json: bool, **options: OptionValue) -> None:
    """Play the batch RUN again, and say whether every play is the same.

    It is played with the cards it had. The exit code is 1 if any play differs.
    """
    from workbench.play.checks import repeat
    from workbench.report.json import repeat_json
    from workbench.report.template import text_lines

    comparison = _played_on(repeat, run, **options)
    if as_json:
        print_json(repeat_json(comparison))
    else:
        echo("\n".join(text_lines("repeat.txt", repeat=comparison)))
    if not comparison.same:
        raise SystemExit(1)


def _played_on(
    play: Callable[["Store", str, "RunOptions"], T],
    run: str,
    *,
    workspace: Path | None,
    jobs: str | None,
    cluster: str | None,
    rows_to: Path | None = None,
) -> T:
    """Play the stored batch RUN, with progress; Ctrl-C stops between chunks."""
    from workbench.cli.progress import batch_progress, stop_on_interrupt
    from workbench.play.cluster import read_address
    from workbench.play.options import RunOptions, read_jobs

    place, threads, address, _ = together(
        lambda: open_workspace(workspace), lambda: read_jobs(jobs), lambda: read_address(cluster), check_outputs
    )
    store = open_store(place)
    with open_cluster(address) as there, stop_on_interrupt() as stop, batch_progress(run) as progress:
        return play(store, run, RunOptions(None, threads, progress, stop, cluster=there, rows_to=rows_to))


MOST_ROWS = 1_000_000


@main.command()
@click.argument("query", metavar="QUERY", required=False)
@options(workspace_option, json_option)
@click.option("--csv", "as_csv", is_flag=True, help="The answer as CSV.")
@click.option("--limit", metavar="N", help="Rows that are shown at most; default: 1000.")
@click.option("--schema", "show_schema", is_flag=True, help="List the tables and what their columns count.")
@click.option("--examples", "show_examples", is_flag=True, help="Show questions to begin with.")
def sql(
    query: str | None,
    workspace: Path | None,
    as_json: bool,
    as_csv: bool,
    limit: str | None,
    show_schema: bool,
    show_examples: bool,
) -> None:
    """Ask the store in SQL; nothing can be changed.

    QUERY is one statement, or - to read it from standard input. Names of people are left out.
    """
    from workbench.store import sql as questions

    if show_examples:
        from workbench.store.sql import EXAMPLES

        for example in EXAMPLES:
            echo(f"{example.question}\n    " + example.sql.replace("\n", "\n    ") + "\n")
        return
    place, most = together(
        lambda: find_workspace(workspace),
        lambda: 1_000 if limit is None else WholeRange(1, MOST_ROWS).checked("--limit", limit),
    )
    store = open_queued_store(place)
    if not store.may_have_sessions:
        raise BadInput.one("sql", "there is no store yet; `workbench simulate SCENARIO` makes one", place.store_path)
    if show_schema:
        _print_schema(questions.schema(store), as_json)
        return
    if query is None:
        raise BadInput.one("QUERY", "is missing; `workbench sql --examples` shows some, `--schema` the tables")
    statement = sys.stdin.read() if query == "-" else query
    _print(questions.ask(store, statement, most, index=_update_overview), as_json, as_csv)


def _update_overview(store: "Store") -> None:
    from workbench.playtest.overview import update_overview  # brings what a question about runs does not need

    update_overview(store)


def _print(answer: "SqlAnswer", as_json: bool, as_csv: bool) -> None:
    if as_json:
        columns = [{"name": name, "type": type_} for name, type_ in zip(answer.columns, answer.types, strict=True)]
        print_json(
            {
                "columns": columns,
                "rows": [[_plain(value) for value in row] for row in answer.rows],
                "cut": answer.cut,
                "cut_by": answer.cut_by,
            }
        )
    elif as_csv:
        text = csv_text(answer.columns, answer.rows)
        sys.stdout.write(printable(text) if sys.stdout.isatty() else text)  # a file has what the store has
    else:
        from workbench.cli.console import print_rows

        print_rows(answer.columns, [["" if value is None else str(value) for value in row] for row in answer.rows])
    if answer.cut and not as_json:
        from workbench.store.sql import MOST_BYTES, SMALLER

        by_size = f"an answer ends after {MOST_BYTES:,} bytes: {SMALLER}"
        way = by_size if answer.cut_by == "bytes" else "--limit N shows more"
        echo(f"only the first {counted(len(answer.rows), 'row')}; {way}", err=True)


def _plain(value: object) -> object:
    """A value that JSON can hold: numbers, texts and lists stay, the rest is text."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _print_schema(tables: "Sequence[TableNote]", as_json: bool) -> None:
    if as_json:
        print_json([{**table._asdict(), "columns": [column._asdict() for column in table.columns]} for table in tables])
        return
    for table in tables:
        echo(f"{table.name}: {table.help}")
        for column in table.columns:
            echo(f"    {column.name} {column.type.lower()}{f'  {column.help}' if column.help else ''}")
