"""The commands. No logic: each reads its options, calls the study, and prints.

Results go to standard output; progress, warnings and problems to standard error. Whatever is heavy is imported inside
the command that needs it, so that `workbench --help` answers at once.
"""

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from workbench.engine.problems import BadInput, Problem, WorkbenchError, together

if TYPE_CHECKING:
    from workbench.store import Store
    from workbench.study.compare import Comparison
    from workbench.study.scenario import Scenario
    from workbench.study.simulate import Outcome
    from workbench.study.workspace import Workspace

F = TypeVar("F", bound=Callable[..., Any])
INTERRUPTED = 130


class Commands(click.Group):
    """A group whose failures are told in words: one line for each problem, and the exit code of the contract."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except WorkbenchError as error:
            click.echo(str(error), err=True)
            ctx.exit(error.exit_code)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


@click.group("workbench", cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="playtest-workbench", prog_name="workbench")
def main() -> None:
    """A playtest workbench: change a rule, play it a hundred thousand times, see whether the game got better.

    SCENARIO is a path, or game/revision in the workspace, as in hitmakers/2021-04-08.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


# Options. Numbers stay as they are typed; the study says what is wrong with them, along with all else that is wrong.


def options(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, listed in this order."""
    return lambda command: reduce(lambda made, option: option(made), reversed(decorators), command)


workspace_option = click.option(
    "--workspace",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The workspace; default: the nearest folder upward that has scenarios/.",
)
set_option = click.option(
    "--set", "set_", metavar="NAME=VALUE", multiple=True, help="Another value of a rule, for this call; repeatable."
)
bots_option = click.option("--bots", metavar='"SPEC …"', help="The bots: one for all seats, or one a seat.")
plays_option = click.option("--plays", metavar="N", help="How many plays.")
seed_option = click.option("--seed", metavar="S", help="Where chance begins.")
jobs_option = click.option("--jobs", metavar="J", help="Threads; default: one a core.")
no_store_option = click.option("--no-store", is_flag=True, help="Keep nothing in the store.")
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
html_option = click.option(
    "--html", "html_file", metavar="FILE", type=click.Path(path_type=Path), help="Write a page to FILE."
)

scenario_options = options(workspace_option, set_option, bots_option, plays_option, seed_option)
"""What may change a scenario for one call."""
batch_options = options(scenario_options, jobs_option, no_store_option, json_option)
"""What every command that plays a batch takes."""


# Speaking


def print_json(value: Any) -> None:
    """One JSON object on standard output."""
    click.echo(encoded(value, indent=2))


def encoded(value: Any, indent: int | None = None) -> str:
    """The value as JSON, with letters beyond ASCII as they are where standard output can take them."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    return json.dumps(value, ensure_ascii=not unicode, indent=indent)


def warn(problems: Iterable[Problem]) -> None:
    """Warnings, a line each, on standard error."""
    for problem in problems:
        click.echo(f"warning: {problem}", err=True)


def open_workspace(directory: Path | None) -> "Workspace":
    """The workspace of `--workspace`, or the nearest."""
    from workbench.study.workspace import find_workspace

    return find_workspace(directory)


def open_scenario(workspace: "Workspace", reference: str, **overrides: Any) -> "Scenario":
    """A scenario, its warnings told."""
    from workbench.study.scenario import load_scenario

    scenario = load_scenario(workspace, reference, **overrides)
    warn(scenario.warnings)
    return scenario


# Workspace and games


@main.command()
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
def init(directory: Path) -> None:
    """Lay out a new workspace in DIR; files that are there already stay as they are."""
    from workbench.study.workspace import init_workspace

    workspace, written = init_workspace(directory)
    for path in written:
        click.echo(f"wrote {path}")
    click.echo(f"{workspace.root} is a workspace; `workbench validate hitmakers/2021-04-08` there tries it")


@main.command()
@json_option
def games(as_json: bool) -> None:
    """The games, their rules with the values that these may take, their bots and measures."""
    from workbench.study.catalog import catalog, catalog_lines

    if as_json:
        print_json(catalog())
    else:
        click.echo("\n".join(catalog_lines()))


# Scenarios and rulebooks


@main.command()
@click.argument("scenarios", metavar="SCENARIO…", nargs=-1, required=True)
@scenario_options
@json_option
def validate(scenarios: tuple[str, ...], workspace: Path | None, as_json: bool, **overrides: Any) -> None:
    """Every problem of every SCENARIO, a line each."""
    from workbench.study.validation import validated

    checks = validated(open_workspace(workspace), scenarios, **overrides)
    if as_json:
        print_json({"scenarios": [check.as_json() for check in checks]})
    for check in checks:
        warn(problem for problem in check.problems if problem.warning)
        if check.ok and not as_json:
            click.echo(f"{check.reference}: fine")
    problems = dict.fromkeys(problem for check in checks for problem in check.problems if not problem.warning)
    if problems:
        raise BadInput(problems)


@main.command()
@click.argument("scenario")
@click.option("--against", metavar="OTHER", help="Mark what differs from the rulebook of OTHER.")
@options(workspace_option, set_option, html_option, json_option)
def rules(
    scenario: str,
    against: str | None,
    workspace: Path | None,
    set_: tuple[str, ...],
    html_file: Path | None,
    as_json: bool,
) -> None:
    """The living rulebook of SCENARIO in Markdown."""
    from workbench.study.output import write_text
    from workbench.study.rulebook import rulebook_as_json, scenario_rulebook

    place = open_workspace(workspace)
    this = open_scenario(place, scenario, set_=set_)
    other = open_scenario(place, against) if against is not None else None
    if html_file is not None:
        write_text(html_file, scenario_rulebook(this, other, page=True), "--html")
        click.echo(f"wrote {html_file}", err=True)
    if as_json:
        print_json(rulebook_as_json(this, other))
    elif html_file is None:
        click.echo(scenario_rulebook(this, other), nl=False)


# Playing batches


def open_store(workspace: "Workspace") -> "Store":
    """The workspace's store, with the runs of dead processes marked so."""
    from workbench.store import Store, mark_abandoned

    store = Store(workspace.store_path)
    if workspace.store_path.exists():
        mark_abandoned(store)
    return store


def note_compiling() -> None:
    """Say why the first batch after a change of code takes longer."""
    click.echo("compiling the rules, once after a change of code: about 10 to 25 s", err=True)


@dataclass(frozen=True)
class Batches:
    """What a command is to play."""

    workspace: "Workspace"
    jobs: int
    no_store: bool
    scenarios: "list[Scenario]"

    def play(self) -> "list[Outcome]":
        """One batch after the other, each with a progress bar; Ctrl-C ends them between two chunks."""
        from workbench.console import stopping, watching
        from workbench.study.simulate import Session, simulate

        store = None if self.no_store else open_store(self.workspace)
        outcomes = []
        with stopping() as stop:
            for scenario in self.scenarios:
                with watching(scenario.name) as watch:
                    outcomes.append(simulate(scenario, Session(store, self.jobs, watch, note_compiling, stop)))
        return outcomes


def read_batches(
    scenarios: Iterable[str],
    *,
    workspace: Path | None,
    jobs: str | None,
    no_store: bool,
    html_file: Path | None = None,
    **overrides: Any,
) -> Batches:
    """The batches to play; all that is wrong with any of the options and scenarios in one report."""
    from workbench.study.output import check_writable
    from workbench.study.simulate import read_jobs

    place, threads, _, *loaded = together(
        lambda: open_workspace(workspace),
        lambda: read_jobs(jobs),
        lambda: check_writable(html_file, "--html"),
        *(partial(_open_there, workspace, scenario, overrides) for scenario in scenarios),
    )
    return Batches(place, threads, no_store, loaded)


def _open_there(workspace: Path | None, scenario: str, overrides: dict[str, Any]) -> "Scenario":
    return open_scenario(open_workspace(workspace), scenario, **overrides)


@main.command()
@click.argument("scenario")
@batch_options
def simulate(scenario: str, as_json: bool, **options: Any) -> None:
    """Play one batch of SCENARIO and store it."""
    from workbench.console import print_outcome
    from workbench.study.summaries import outcome_json

    (outcome,) = read_batches([scenario], **options).play()
    if as_json:
        print_json(outcome_json(outcome))
    else:
        print_outcome(outcome)


@main.command()
@click.argument("base")
@click.argument("others", metavar="OTHER…", nargs=-1, required=True)
@options(batch_options, html_option)
def compare(base: str, others: tuple[str, ...], as_json: bool, html_file: Path | None, **options: Any) -> None:
    """Play BASE and each OTHER on the same shuffles, and say what changed."""
    from workbench.console import print_comparison
    from workbench.study.compare import compare, paired
    from workbench.study.summaries import comparison_json

    batches = read_batches([base, *others], html_file=html_file, **options)
    first, *rest = batches.scenarios
    base_outcome, *outcomes = replace(batches, scenarios=[first, *paired(first, rest)]).play()
    comparisons = [compare(base_outcome, outcome) for outcome in outcomes]
    if html_file is not None:
        write_report(html_file, comparisons)
    if as_json:
        print_json(comparison_json(comparisons))
    else:
        for comparison in comparisons:
            print_comparison(comparison)


def write_report(path: Path, comparisons: "list[Comparison]") -> None:
    """The comparison as a page that needs no network."""
    from workbench.study.output import write_text
    from workbench.study.report import comparison_html

    write_text(path, comparison_html(comparisons), "--html")
    click.echo(f"wrote {path}", err=True)


@main.command()
@click.argument("scenarios", metavar="SCENARIO…", nargs=-1, required=True)
@batch_options
def check(scenarios: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Test the goals of each SCENARIO on one batch; exit code 1 unless every goal is met."""
    from workbench.console import print_checks
    from workbench.study.goals import all_met, check
    from workbench.study.summaries import checks_json

    outcomes = read_batches(scenarios, **options).play()
    checked = [(outcome, check(outcome)) for outcome in outcomes]
    if as_json:
        print_json(checks_json(checked))
    else:
        for outcome, checks in checked:
            print_checks(outcome, checks)
    sys.exit(0 if all(all_met(checks) for _, checks in checked) else 1)


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

    load = cache(partial(_open_there, workspace, scenario, overrides))
    loaded, wanted, viewer = together(load, lambda: read_plays(plays), lambda: read_seat(seat, load))
    for event in trace(loaded, wanted, viewer):
        click.echo(encoded(event) if as_json else sentence(event))


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


# Playtests with people


@main.group()
def playtests() -> None:
    """Sessions with people: to and from files."""


games_option = click.option(
    "--game", "games", metavar="NAME", multiple=True, help="Only the sessions of this game; repeatable."
)


@playtests.command("export")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@options(workspace_option, games_option)
@click.option("--format", "format_", metavar="FORMAT", help="json, csv or bgstats; default: as FILE ends, else json.")
@click.option("--pseudonyms", is_flag=True, help="Player 1, Player 2 and so on for names, in texts as well.")
def export_playtests(
    file: Path, workspace: Path | None, games: tuple[str, ...], format_: str | None, pseudonyms: bool
) -> None:
    """Write the sessions to FILE, over an older one."""
    from workbench.playtest.exchange import export_text
    from workbench.playtest.exchange.disk import read_format
    from workbench.study.output import check_writable, write_text

    place, format, _ = together(
        lambda: open_workspace(workspace), lambda: read_format(format_, file), lambda: check_writable(file, "FILE")
    )
    write_text(file, export_text(open_store(place), format, games=games, pseudonymous=pseudonyms), "FILE")
    click.echo(f"wrote {file}", err=True)


@playtests.command("import")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@options(workspace_option, games_option)
@click.option("--dry-run", is_flag=True, help="Store nothing; only say what is in FILE, and what is wrong with it.")
@json_option
def import_playtests(file: Path, workspace: Path | None, games: tuple[str, ...], dry_run: bool, as_json: bool) -> None:
    """Store what is new in FILE, all of it or nothing: our own JSON, a table (CSV), or an export of BG Stats."""
    from workbench.playtest.exchange import import_file, preview
    from workbench.playtest.exchange.disk import read_bytes
    from workbench.playtest.exchange.told import imported_json, imported_lines, preview_json, preview_lines

    place, data = together(lambda: open_workspace(workspace), lambda: read_bytes(file))
    store = open_store(place)
    if dry_run:
        seen = preview(store, data, file.name, games)
        said, lines, problems, errors = preview_json(seen), preview_lines(seen), seen.warnings, seen.errors
    else:
        done = import_file(store, data, file.name, games)
        said, lines, problems, errors = imported_json(done), imported_lines(done), done.warnings, ()
    warn(problems)
    if as_json:
        print_json(said)
    else:
        click.echo("\n".join(lines))
    if errors:
        raise BadInput(errors)


@playtests.command("undo")
@click.argument("batch", metavar="IMPORT")
@options(workspace_option)
@click.option("--force", is_flag=True, help="Also where its sessions have gone on since; what was added goes too.")
def undo_import(batch: str, workspace: Path | None, force: bool) -> None:
    """Take IMPORT back: the sessions that it brought, and whom only it brought."""
    from workbench.playtest.exchange import take_back

    done = take_back(open_store(open_workspace(workspace)), batch, even_if_changed=force)
    click.echo(f"took back {done.file}: {done.sessions} sessions, {done.entries} entries, {done.feedback} forms")


# This machine


@main.command()
@options(workspace_option, json_option)
@click.option("--seconds", metavar="T", help="How long each is measured; default: 1.")
def bench(workspace: Path | None, as_json: bool, seconds: str | None) -> None:
    """Plays and decisions a second on this machine, beside a naive reference and straight C where they lie at hand."""
    from workbench.console import print_bench
    from workbench.engine.registry import games
    from workbench.study.bench import bench, read_seconds

    place, measured_s = together(lambda: open_workspace(workspace), lambda: read_seconds(seconds))
    rows = list(bench(list(games().values()), place, measured_s))
    if as_json:
        print_json(rows)
    else:
        print_bench(rows)


@main.command()
@workspace_option
@click.option("--port", default="8501", metavar="PORT", help="Where the dashboard listens.")
@click.option("--host", default="127.0.0.1", metavar="HOST", help="The address it listens on; only this computer.")
def app(workspace: Path | None, port: str, host: str) -> None:
    """Open the dashboard."""
    from workbench.app.launch import launch, read_port

    place, number = together(lambda: open_workspace(workspace), lambda: read_port(port))
    sys.exit(launch(place.root, number, host))
