"""What several commands share: options, what they open, and how they print."""

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from workbench.engine.problems import Problem

if TYPE_CHECKING:
    from workbench.scenario import Scenario
    from workbench.scenario.workspace import Workspace
    from workbench.store import Store, Waited

import os
from functools import partial

from workbench.engine.files import is_folder, is_there
from workbench.engine.problems import BadInput

F = TypeVar("F", bound=Callable[..., Any])


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


def print_json(value: Any) -> None:
    """One JSON object on standard output."""
    click.echo(as_json_text(value, indent=2))


def as_json_text(value: Any, indent: int | None = None) -> str:
    """The value as JSON, with letters beyond ASCII as they are where standard output can take them."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    return json.dumps(value, ensure_ascii=not unicode, indent=indent)


def warn(problems: Iterable[Problem]) -> None:
    """Warnings, a line each, on standard error."""
    for problem in problems:
        click.echo(f"warning: {problem}", err=True)


def warn_left_out() -> None:
    """A warning for each plug-in whose game cannot be loaded."""
    from workbench.engine.registry import left_out

    warn(each.problem for each in left_out())


def open_workspace(directory: Path | None) -> "Workspace":
    """The workspace of `--workspace`, or the nearest."""
    from workbench.scenario.workspace import find_workspace

    return find_workspace(directory)


def open_scenario(workspace: "Workspace", reference: str, quiet: bool = False, **overrides: Any) -> "Scenario":
    """A scenario, its warnings told unless `quiet`."""
    from workbench.scenario import load_scenario

    scenario = load_scenario(workspace, reference, **overrides)
    warn(() if quiet else scenario.warnings)
    return scenario


def open_scenario_in(
    workspace: Path | None, scenario: str, overrides: dict[str, Any], quiet: bool = False
) -> "Scenario":
    """A scenario of the workspace in that folder, for reports that tell both what is wrong with it and with that."""
    return open_scenario(open_workspace(workspace), scenario, quiet, **overrides)


def open_store(workspace: "Workspace") -> "Store":
    """The workspace's store, with the runs of dead processes marked so."""
    from workbench.store import mark_abandoned

    store = open_queued_store(workspace)
    if store.exists:
        mark_abandoned(store)
    return store


def open_queued_store(workspace: "Workspace") -> "Store":
    """The workspace's store, untouched so far. Whoever waits for it is told for whom."""
    from workbench.store import Store

    return replace(Store(workspace.store_path), waiting=_show_waiting)


def _show_waiting(waited: "Waited | None") -> None:
    from workbench.cli.printing.progress import store_wait

    store_wait.show(waited)


def note_compiling() -> None:
    """Say why the first batch after a change of code takes longer."""
    click.echo("compiling the rules, once after a change of code: about 10 to 25 s", err=True)


def refuse_unwritable(path: Path | None, option: str) -> None:
    """Raise BadInput now where `write_text` would in the end, after hours of playing; no path is fine."""
    if path is None:
        return
    if is_folder(path):
        raise BadInput.one(option, "must be a file, not a folder", path)
    if not is_folder(path.parent):
        raise BadInput.one(option, f"cannot be written: there is no folder {path.parent}", path)
    if not os.access(path if is_there(path) else path.parent, os.W_OK):
        raise BadInput.one(option, "cannot be written: permission denied", path)


def write_text(path: Path, text: str, option: str, private: bool = False) -> None:
    """Write a result where `option` asked for it, over an older one. Raises BadInput where we may not.

    A new file that is `private` is readable by its owner alone.
    """
    write_bytes(path, text.encode(), option, private)


def write_bytes(path: Path, data: bytes, option: str, private: bool = False) -> None:
    """The same for a result that is no text."""
    try:
        with open(path, "wb", opener=partial(os.open, mode=0o600 if private else 0o666)) as file:
            file.write(data)
    except OSError as error:
        raise BadInput.one(option, f"cannot be written: {error.strerror}", path) from None
