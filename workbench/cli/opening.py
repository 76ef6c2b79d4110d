"""What commands open: the workspace, its scenarios, its store."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.speaking import warn

if TYPE_CHECKING:
    from workbench.store import Store, Waited
    from workbench.study.scenario import Scenario
    from workbench.study.workspace import Workspace


def open_workspace(directory: Path | None) -> "Workspace":
    """The workspace of `--workspace`, or the nearest."""
    from workbench.study.workspace import find_workspace

    return find_workspace(directory)


def open_scenario(workspace: "Workspace", reference: str, quiet: bool = False, **overrides: Any) -> "Scenario":
    """A scenario, its warnings told unless `quiet`."""
    from workbench.study.scenario import load_scenario

    scenario = load_scenario(workspace, reference, **overrides)
    warn(() if quiet else scenario.warnings)
    return scenario


def open_there(workspace: Path | None, scenario: str, overrides: dict[str, Any], quiet: bool = False) -> "Scenario":
    """A scenario of the workspace in that folder, for reports that tell both what is wrong with it and with that."""
    return open_scenario(open_workspace(workspace), scenario, quiet, **overrides)


def open_store(workspace: "Workspace") -> "Store":
    """The workspace's store, with the runs of dead processes marked so."""
    from workbench.store import mark_abandoned

    store = waiting_store(workspace)
    if store.exists:
        mark_abandoned(store)
    return store


def waiting_store(workspace: "Workspace") -> "Store":
    """The workspace's store, untouched so far. Whoever waits for it is told for whom."""
    from workbench.store import Store

    return replace(Store(workspace.store_path), waiting=_tell_waiting)


def _tell_waiting(waited: "Waited | None") -> None:
    from workbench.console import waiting

    waiting.tell(waited)


def note_compiling() -> None:
    """Say why the first batch after a change of code takes longer."""
    click.echo("compiling the rules, once after a change of code: about 10 to 25 s", err=True)
