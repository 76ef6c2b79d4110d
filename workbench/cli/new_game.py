"""A game of one's own, begun."""

from pathlib import Path

import click

from workbench.cli.common import main, open_workspace, options, workspace_option
from workbench.cli.terminal import echo


@main.command("new-game")
@click.argument("name")
@click.option("--kind", metavar="KIND", required=True, help="The kind of game to begin from: dice, cards or tricks.")
@options(workspace_option)
def new_game(name: str, kind: str, workspace: Path | None) -> None:
    """Begin a game NAME of your own in the workspace: a folder `games/NAME/` with one file of code, and its tests.

    It is a small whole game of that KIND, which can be played at once: change it into yours.
    """
    from workbench.scenario.new_game import new_game

    place = open_workspace(workspace)
    *files, revision = new_game(place, name, kind)
    for path in (*files, revision):
        echo(f"wrote {path}")
    echo(f"{name} can be played; try `workbench compare {name}/default {name}/{revision.stem}`")
    echo(f"after every change: `workbench conform {name}`, and `pytest games/{name}`")
