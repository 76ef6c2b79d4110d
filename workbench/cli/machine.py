"""Speed and calibration on this machine, and the dashboard."""

import sys
from pathlib import Path

import click

from workbench.cli.common import json_option, open_workspace, options, print_json, workspace_option
from workbench.cli.group import main
from workbench.engine.problems import together


@main.command()
@options(workspace_option, json_option)
@click.option("--seconds", metavar="T", help="Seconds to measure each bot; default: 1.")
def bench(workspace: Path | None, as_json: bool, seconds: str | None) -> None:
    """Measure how many plays and decisions a second this machine does.

    A naive reference in Python and one in straight C are measured too, where the workspace has them.
    """
    from workbench.cli.printing.machine import print_bench
    from workbench.engine.registry import games
    from workbench.study.bench import bench, read_seconds

    place, measured_s = together(lambda: open_workspace(workspace), lambda: read_seconds(seconds))
    rows = list(bench(list(games().values()), place, measured_s))
    if as_json:
        print_json(rows)
    else:
        print_bench(rows)


@main.command()
@options(workspace_option, json_option)
@click.option(
    "--all", "thorough", is_flag=True, help="Also compare every revision with its parent, by greedy and random bots."
)
def calibrate(workspace: Path | None, as_json: bool, thorough: bool) -> None:
    """Check that intervals and verdicts keep their promises.

    Compares identical rules, then planted differences, and counts how often intervals hold; takes about a minute.
    """
    from workbench.cli.printing.machine import print_calibration
    from workbench.cli.printing.progress import status_line
    from workbench.study import calibrate as study

    place = open_workspace(workspace)
    with status_line() as tell:
        lines, elapsed_s = study.timed(place, tell, thorough)
    if as_json:
        print_json(study.as_json(lines, elapsed_s))
    else:
        print_calibration(lines, elapsed_s)


@main.command()
@workspace_option
@click.option("--port", default="8501", metavar="PORT", help="The port of the dashboard; default: 8501.")
@click.option("--host", metavar="HOST", help="The address it listens on; default: 127.0.0.1, only this computer.")
@click.option(
    "--lan", is_flag=True, help="Open it to the local network: feedback links for phones; the rest needs a passcode."
)
def app(workspace: Path | None, port: str, host: str | None, lan: bool) -> None:
    """Open the dashboard, by default only on this computer."""
    from workbench.app.server.launch import host_of, launch, read_port

    place, number, at = together(lambda: open_workspace(workspace), lambda: read_port(port), lambda: host_of(host, lan))
    sys.exit(launch(place.root, number, at))
