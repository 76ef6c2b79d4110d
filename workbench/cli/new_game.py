"""A game of one's own, begun."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.common import main, open_workspace, options, workspace_option
from workbench.cli.terminal import echo
from workbench.engine.problems import BadInput

if TYPE_CHECKING:
    from workbench.scenario.files import Workspace


def _print_brief(context: click.Context, option: click.Parameter, prints: bool) -> None:
    """Print the kit on one page, and end."""
    if prints:
        from workbench.kit.brief import brief

        echo(brief(), nl=False)
        context.exit()


@main.command("new-game")
@click.argument("name")
@click.option(
    "--brief",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_brief,
    help="Print the kit on one page, with an example: for whoever is to write a game, person or assistant.",
)
@click.option("--family", metavar="FAMILY", help="A game without code: press, tricks, shedding, draft or sets.")
@click.option("--preset", metavar="PRESET", default="", help="The game of the family to begin from.")
@click.option("--title", metavar="TITLE", default="", help="How the game is called; by default as NAME.")
@click.option("--players", metavar="N", type=int, default=0, help="How many play; by default as in the preset.")
@click.option("--kind", metavar="KIND", help="A game in code, from an example: dice, cards, tricks, draft or auction.")
@click.option("--package", is_flag=True, help="Write it as a package to install, in a folder NAME here.")
@options(workspace_option)
def new_game(
    name: str,
    family: str | None,
    preset: str,
    title: str,
    players: int,
    kind: str | None,
    package: bool,
    workspace: Path | None,
) -> None:
    """Begin a game NAME of your own in the workspace, in the folder `games/NAME/`.

    Of a FAMILY it is a few values and no code. Of a KIND it is one file of code and its tests: a small whole game. Both
    can be played at once; change it into yours.
    """
    place = open_workspace(workspace)
    if (family is None) == (kind is None):
        raise BadInput.one("--family", "name a family, or else a kind with --kind", family)
    if family is not None and package:
        raise BadInput.one("--package", "is for a game in code, of a --kind; one of a family is a file to send")
    if family is not None:
        _of_family(place, name, family, preset, title, players)
    elif preset or title or players:
        raise BadInput.one("--kind", "--preset, --title and --players are for a game of a family", kind)
    elif kind is not None:
        _of_kind(place, name, kind, Path(name) if package else None)


def _of_family(place: "Workspace", name: str, family: str, preset: str, title: str, players: int) -> None:
    from workbench.scenario.new_game import new_family_game

    echo(f"wrote {new_family_game(place, name, family, preset, title, players)}")
    echo(f"{name} can be played; try `workbench rules {name}/default` and `workbench simulate {name}/default`")


def _of_kind(place: "Workspace", name: str, kind: str, package: Path | None) -> None:
    from workbench.scenario.new_game import new_game

    files = new_game(place, name, kind, package)
    for path in files:
        echo(f"wrote {path}")
    if package:
        echo(f"install it, and it is there in every workspace: `pip install -e {package}`")
    echo(f"{name} can be played; try `workbench compare {name}/default {name}/{files[-1].stem}`")
    echo(f"after every change: `workbench conform {name}`, and `pytest {package or f'games/{name}'}`")
