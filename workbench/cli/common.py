"""Shared by all commands: the group `workbench`, its reports of failures, options, opening places, and printing."""

import errno
import gc
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

import click

from workbench.cli.outputs import OutputFile, OutputFolder, echo, option_name
from workbench.engine.problems import BadInput, Problem, WorkbenchError
from workbench.engine.wording import did_you_mean, lower_first

if TYPE_CHECKING:
    from workbench.play.cluster.client import Cluster
    from workbench.scenario import Scenario
    from workbench.scenario.files import Workspace
    from workbench.scenario.load import LoadOptions
    from workbench.store import Store

INTERRUPTED, BROKEN_PIPE, FULL = 130, 141, 3
GARBAGE_AFTER = 100_000
"""New objects after which Python looks for garbage: imports make many that stay; looking took a tenth of start-up."""
LIGHT = {"OPENBLAS_NUM_THREADS": "1"}
"""Settings of the library behind NumPy: without them it starts a thread for each core, which take 0.06 s to start, and
for which we have no work."""


class TextCommand(click.Command):
    """A command whose texts, paths aside, are those that the store can hold."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        left = super().parse_args(ctx, args)
        texts = [(param, ctx.params.get(param.name or "")) for param in self.params if param.type is click.STRING]
        for param, value in texts:
            for text in value if isinstance(value, tuple) else [value or ""]:
                if not text.isascii() and text != text.encode(errors="replace").decode():
                    raise BadInput.one(option_name(param), "must be text in UTF-8", text)
        return left


class CommandGroup(click.Group):
    """A group whose list of commands has their whole first sentences."""

    command_class = TextCommand

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, command.get_short_help_str(sys.maxsize)) for name, command in commands.items() if command]
            )


class Commands(CommandGroup):
    """A group that prints a line for each problem, and exits with the code of the failure.

    A name is looked up in `our_command`, then among the commands that importing `modules` brings, then in
    `plugin_command`; so the command of a study of ours imports no other one. `more_names` are listed beside them.
    """

    group_class = CommandGroup
    modules: Sequence[str] = ()
    more_names: Callable[[], Iterable[str]] = tuple
    our_command: Callable[[str], click.Command | None] = staticmethod(lambda name: None)
    plugin_command: Callable[[str], click.Command | None] = staticmethod(lambda name: None)

    def list_commands(self, ctx: click.Context) -> list[str]:
        self._import_modules()
        return sorted({*super().list_commands(ctx), *self.more_names()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if command := self.our_command(cmd_name):
            return command
        self._import_modules()
        return super().get_command(ctx, cmd_name) or self.plugin_command(cmd_name)

    def _import_modules(self) -> None:
        """Importing them adds their commands to `main`."""
        for name in self.modules:
            import_module(f"workbench.cli.{name}")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        for name, value in LIGHT.items():  # before a command is looked up: that imports much, and a study brings NumPy
            os.environ.setdefault(name, value)
        gc.set_threshold(GARBAGE_AFTER)
        with _one_form(ctx):
            return super().parse_args(ctx, args)

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        try:
            if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # since `workbench.__main__`
                signal.signal(signal.SIGINT, signal.default_int_handler)
            with _output_ends():
                return super().make_context(*args, **more)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)

    def invoke(self, ctx: click.Context) -> object:
        try:
            with _one_form(ctx), _output_ends():
                return super().invoke(ctx)
        except WorkbenchError as error:
            echo(str(error), err=True)
            ctx.exit(error.exit_code)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit):
            raise
        except Exception as error:
            from workbench.engine.registry import failure_in  # brings NumPy

            if not (words := failure_in(error)):
                raise
            echo(words, err=True)
            ctx.exit(WorkbenchError.exit_code)


@contextmanager
def _output_ends() -> Iterator[None]:
    """Exit where what reads our output has ended, as `head` does, which is no failure of ours, or its disk is full."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.ENOSPC, errno.EDQUOT):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains of it at its end
        if error.errno == errno.EPIPE:
            sys.exit(BROKEN_PIPE)
        echo("no space is left where this is written: free some, or write elsewhere", err=True)
        sys.exit(FULL)


@contextmanager
def _one_form(context: click.Context) -> Iterator[None]:
    """Tell what Click cannot read as every other problem is told: the place, what is wrong, what would work."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        where = error.ctx or context
        more = f"; `{where.command_path} --help` says what there is"
        if isinstance(error, click.exceptions.NoSuchCommand):
            names = where.command.list_commands(where) if isinstance(where.command, click.Group) else ()
            hint = did_you_mean(error.command_name, names, more)
            problem = Problem("command", f"no such command{hint}", error.command_name)
        elif isinstance(error, click.NoSuchOption):
            hint = did_you_mean(error.option_name, error.possibilities or (), more)
            problem = Problem(error.option_name, f"no such option{hint}")
        elif isinstance(error, click.MissingParameter) and error.param:
            problem = Problem(option_name(error.param, where), f"is missing{more}")
        else:
            message = error.format_message().rstrip(".")
            problem = Problem(where.command_path, f"{lower_first(message)}{more}")
        echo(str(problem), err=True)
        context.exit(error.exit_code)


@click.group("workbench", cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="playtest-workbench", prog_name="workbench")
def main() -> None:
    """A playtest workbench: change a rule, play it a hundred thousand times, see whether the game got better.

    SCENARIO is a path, or game/revision in the workspace, as in hitmakers/2021-04-08.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


F = TypeVar("F", bound=Callable[..., Any])


def options(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, listed in this order."""
    return lambda command: reduce(lambda decorated, option: option(decorated), reversed(decorators), command)


workspace_option = click.option(
    "--workspace",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The workspace; default: the nearest folder upward with scenarios/ in it.",
)
set_option = click.option(
    "--set", "set_", metavar="NAME=VALUE", multiple=True, help="Change a rule for this call; repeatable."
)
bots_option = click.option("--bots", metavar='"SPEC …"', help="The bots: one for all seats, or one for each seat.")
plays_option = click.option("--plays", metavar="N", help="How many plays.")
seed_option = click.option("--seed", metavar="S", help="The seed of all random numbers.")
jobs_option = click.option("--jobs", metavar="J", help="Number of threads; default: one for each core.")
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Play on a Dask cluster, as in tcp://10.0.0.5:8786; see `workbench cluster`."
)
no_store_option = click.option("--no-store", is_flag=True, help="Do not store the results.")
keep_option = click.option(
    "--keep",
    metavar="all|tallies",
    help="Store a row of every play, or only what they add up to; default: rows of up to 1,000,000 plays.",
)
rows_to_option = click.option(
    "--rows-to", metavar="DIR", type=OutputFolder(), help="Write a row of every play to DIR as Parquet files."
)
details_option = click.option(
    "--details", is_flag=True, help="Print how it was measured too, and what the figures mean."
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
html_option = click.option(
    "--html",
    "html_file",
    metavar="FILE",
    type=OutputFile(),
    help="Write the result to FILE as a page; here and elsewhere, - is standard output.",
)
markdown_option = click.option(
    "--markdown", "markdown_file", metavar="FILE", type=OutputFile(), help="Write the summary to FILE as Markdown."
)
csv_option = click.option(
    "--csv", "csv_file", metavar="FILE", type=OutputFile(), help="Write the figures to FILE as CSV."
)
example_option = click.option(
    "--example", "example_file", metavar="FILE", type=OutputFile(), hidden=True, help="Write an example for its page."
)
scenario_options = options(workspace_option, set_option, bots_option, plays_option, seed_option)
"""Options that change a scenario for one call."""


def print_json(value: object) -> None:
    """One JSON object on standard output."""
    echo(as_json_text(value, indent=2))


def as_json_text(value: object, indent: int | None = None) -> str:
    """The value as JSON; ASCII only where standard output cannot show other letters."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    return json.dumps(value, ensure_ascii=not unicode, indent=indent)


def warn(problems: Iterable[Problem]) -> None:
    """Warnings, a line each, on standard error."""
    for problem in problems:
        echo(f"warning: {problem}", err=True)


def warn_left_out() -> None:
    """A warning for each plug-in whose game cannot be loaded."""
    from workbench.engine.registry import broken_plugins

    warn(broken_plugin.problem for broken_plugin in broken_plugins())


def open_workspace(directory: Path | None) -> "Workspace":
    """The workspace of `--workspace`, or the nearest; its games are there from now on."""
    from workbench.engine.registry import use_workspace

    workspace = find_workspace(directory)
    use_workspace(workspace.root)
    return workspace


def complete_revision(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The revisions of the workspace that begin so, for the shell."""
    from workbench.scenario.files import revisions_in

    try:
        scenarios = find_workspace(context.params.get("workspace")).scenarios
    except WorkbenchError:
        return []
    folders = sorted(folder for folder in scenarios.iterdir() if folder.is_dir())
    names = [f"{folder.name}/{revision}" for folder in folders for revision in revisions_in(folder)]
    return [name for name in names if name.startswith(begun)]


def find_workspace(directory: Path | None) -> "Workspace":
    """The same without its games, which take long to look for."""
    from workbench.scenario.files import find_workspace

    return find_workspace(directory)


def open_scenario(
    workspace: "Workspace", reference: str, quiet: bool = False, **overrides: Unpack["LoadOptions"]
) -> "Scenario":
    """A scenario; prints its warnings unless `quiet`."""
    from workbench.scenario import load_scenario

    scenario = load_scenario(workspace, reference, **overrides)
    warn(() if quiet else scenario.warnings)
    return scenario


def open_scenario_in(
    workspace: Path | None, scenario: str, overrides: "LoadOptions", quiet: bool = False
) -> "Scenario":
    """A scenario of the workspace in that folder, for reports that tell both what is wrong with it and with that."""
    return open_scenario(open_workspace(workspace), scenario, quiet, **overrides)


def open_store(workspace: "Workspace") -> "Store":
    """The workspace's store; of what is written there, the text is copied at the command's end, if that is due."""
    store = open_queued_store(workspace)
    if not store.refusal:
        click.get_current_context().call_on_close(lambda: _keep_backup(store.path))
    return store


@contextmanager
def open_to_list(workspace: "Workspace") -> "Iterator[Store]":
    """The store, open, for commands that list; while another process has it, what is text, which is said."""
    store = open_queued_store(workspace)
    if not store.exists:
        yield store
        return
    with store.to_list() as there:
        if there.refusal and there is not store:
            echo(f"{there.refusal}. Meanwhile this is from the text: finished batches, all sessions", err=True)
        yield there


def _keep_backup(path: Path) -> None:
    """Keep a backup of the text at the end of the command, if one is due."""
    from workbench.store.copies import keep_backup
    from workbench.store.errors import StoreError

    if not os.access(path.parent, os.W_OK):
        return
    try:
        keep_backup(path)
    except StoreError as error:
        warn([Problem("backup", f"could not be written: {error}", warning=True)])


def open_queued_store(workspace: "Workspace") -> "Store":
    """The workspace's store, not yet opened; commands that wait for it say who has it.

    Of an older version, a copy that was read over, which is not written; that is said.
    """
    from workbench.cli.progress import CommandProgress
    from workbench.store import Store
    from workbench.store.texts import may_be_older

    store = Store(workspace.store_path, progress=CommandProgress())
    if may_be_older(store.path):
        from workbench.engine.files import temporary_folder
        from workbench.store.connection import older_version, readable_copy

        if older := older_version(store):
            echo(str(older), err=True)
            store = readable_copy(store, older, click.get_current_context().with_resource(temporary_folder("older")))
    return store


@contextmanager
def open_cluster(address: str | None) -> "Iterator[Cluster | None]":
    """The cluster of `--cluster`, told on standard error; None without one."""
    from workbench.play.cluster import connected

    with connected(address) as cluster:
        if cluster:
            echo(cluster.words, err=True)
        yield cluster


@contextmanager
def few_plays_plainly(scenario: "Scenario", plays: int) -> "Iterator[None]":
    """Play as plain Python meanwhile, and say so, where that ends sooner than compiling."""
    from workbench.play.forms import make_batch

    batch = make_batch(scenario)
    if batch.kernel.is_warm:  # looked at first, so that `replay` imports nothing that it does not need
        yield
        return
    from workbench.play.ahead import plain_meanwhile

    with plain_meanwhile(batch, plays) as plain:
        if plain:
            echo("so few plays run as plain Python; the rules are compiled meanwhile, for later ones", err=True)
        yield
