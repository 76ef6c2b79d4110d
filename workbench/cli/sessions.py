"""A live session from a script: begun, scored and ended as the page does it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.common import (
    json_option,
    open_scenario,
    open_store,
    open_workspace,
    options,
    print_json,
    set_option,
    warn,
    workspace_option,
)
from workbench.cli.playtests import playtests
from workbench.engine.problems import Problem

if TYPE_CHECKING:
    from workbench.playtest.commands import OpenSession

session_argument = click.argument("session", metavar="SESSION")


@playtests.command("begin")
@click.argument("scenario", metavar="SCENARIO")
@click.option("--players", metavar="A,B,C", required=True, help="Who plays, in turn order: names or initials.")
@click.option("--newcomers", metavar="A,B", default="", help="Those of the players who are new to the game.")
@click.option("--goal", metavar="TEXT", default="", help="The question that the session should answer.")
@click.option("--location", metavar="TEXT", default="", help="Where it is played.")
@click.option("--teacher", metavar="NAME", default="", help="Who taught the game.")
@options(workspace_option, set_option, json_option)
def begin_session(
    scenario: str,
    players: str,
    newcomers: str,
    goal: str,
    location: str,
    teacher: str,
    workspace: Path | None,
    set_: tuple[str, ...],
    as_json: bool,
) -> None:
    """Open a session of SCENARIO, and print its id; `score` and `end` take it, or as much of it as tells it apart."""
    from workbench.study.playtests import begin_session, read_players, scenario_for_players

    place = open_workspace(workspace)
    model, joined = open_scenario(place, scenario, set_=list(set_)), read_players(players, newcomers)
    played = scenario_for_players(place, model, len(joined))
    if played is None:
        rules = f"the rules of {model.name} are for {model.players}; the session has them as they are written"
        warn([Problem("--players", rules, str(len(joined)), warning=True)])
    about = {"goal": goal, "location": location, "teacher": teacher}
    log = begin_session(open_store(place), played or model, about, joined)
    if as_json:
        print_json({"session": log.id})
    else:
        click.echo(log.id)


@playtests.command("score", context_settings={"ignore_unknown_options": True})
@session_argument
@click.argument("points", metavar="[POINTS]...", nargs=-1)
@click.option("--player", metavar="NAME", help="Whose points or side they are.")
@click.option("--row", metavar="N", help="The deal, round or movie, from 1; default: the next without any.")
@click.option("--total", is_flag=True, help="The one number is the player's total.")
@click.option("--force", is_flag=True, help="Also points that the rules cannot yield.")
@click.option("--side", metavar="SIDE", help="The side that the player was on, instead of POINTS.")
@click.option("--goes-to", metavar="SIDE,…", help="The side that the row went to, several, or nobody; for no player.")
@options(workspace_option, json_option)
def score_session(
    session: str,
    points: tuple[str, ...],
    player: str | None,
    row: str | None,
    total: bool,
    force: bool,
    side: str | None,
    goes_to: str | None,
    workspace: Path | None,
    as_json: bool,
) -> None:
    """Write down POINTS of a player in an open session: a number for each row, or CRITERION=NUMBER for one row."""
    from workbench.playtest import commands

    named = commands.open_session(open_store(open_workspace(workspace)), session)
    commands.check_score_options(bool(points) or total, player, side, goes_to)
    if goes_to is not None:
        commands.write_outcome(named, row, goes_to)
    elif side is not None:
        commands.write_side(named, player or "", side)
    else:
        commands.write_points(named, player or "", points, row, total=total, force=force)
    _tell(named, as_json)


@playtests.command("end")
@session_argument
@click.option("--winners", metavar="A,B", help="Who won, where the sheet does not say, or says otherwise.")
@click.option("--won", metavar="SIDE,…", help="The side that won, in a game with sides; several, or nobody.")
@options(workspace_option, json_option)
def end_session(session: str, winners: str | None, won: str | None, workspace: Path | None, as_json: bool) -> None:
    """End an open session: its clock stops, and its forms are closed."""
    from workbench.playtest import commands

    named = commands.open_session(open_store(open_workspace(workspace)), session)
    commands.end_session(named, winners, won)
    _tell(named, as_json)


@playtests.command("list")
@click.option("--status", metavar="STATUS", help="Only those that are open, ended or abandoned.")
@click.option("--game", metavar="NAME", help="Only those of this game.")
@options(workspace_option, json_option)
def list_sessions(status: str | None, game: str | None, workspace: Path | None, as_json: bool) -> None:
    """The sessions, the one begun last first."""
    from workbench.playtest import commands

    rows = commands.list_sessions(open_store(open_workspace(workspace)), status, game)
    if as_json:
        print_json({"sessions": [commands.session_json(row) for row in rows]})
    else:
        click.echo("\n".join(map(commands.session_line, rows)) or "no sessions")


def _tell(named: "OpenSession", as_json: bool) -> None:
    """How the session stands now."""
    from workbench.playtest import commands

    now = commands.session_state(named.log.store, named.session.id)
    if as_json:
        print_json(now)
    else:
        click.echo("\n".join(commands.state_lines(now)))
