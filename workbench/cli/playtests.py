"""Playtests with people: sessions to and from files, and a live session from a script."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.common import (
    CommandGroup,
    complete_revision,
    find_workspace,
    json_option,
    main,
    open_scenario,
    open_store,
    open_to_list,
    open_workspace,
    options,
    print_json,
    set_option,
    warn,
    workspace_option,
)
from workbench.cli.outputs import OptionValue, OutputFile, check_outputs, echo, write_bytes, write_text
from workbench.cli.studies import command_of
from workbench.engine.problems import BadInput, Problem, together
from workbench.engine.wording import counted, listed

if TYPE_CHECKING:
    from workbench.playtest.commands import OpenSession


class PlaytestCommands(CommandGroup):
    """With the command of the study that asks about sessions, which is loaded where it is looked up."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), "bots"])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name != "bots":
            return super().get_command(ctx, cmd_name)
        from workbench.studies.registry import studies

        return command_of(studies()["people_and_bots"])


@main.group(cls=PlaytestCommands)
def playtests() -> None:
    """Sessions with people: run one from a script, export, import."""


games_option = click.option(
    "--game", "games", metavar="NAME", multiple=True, help="Only the sessions of this game; repeatable."
)


@playtests.command("export")
@click.argument("file", metavar="FILE", type=OutputFile())
@options(workspace_option, games_option)
@click.option(
    "--format",
    "format_",
    metavar="FORMAT",
    help="json, csv, tables (a zip of CSV) or bgstats; default: by the ending of FILE.",
)
@click.option("--pseudonyms", is_flag=True, help="Replace names by Player 1, Player 2 and so on, also in texts.")
def export_playtests(
    file: Path, workspace: Path | None, games: tuple[str, ...], format_: str | None, pseudonyms: bool
) -> None:
    """Write the sessions to FILE, replacing an older one. What the format has no place for is said."""
    from workbench.playtest.exchange.exporting import count_left_out, export_tables, export_text
    from workbench.playtest.exchange.importing import read_format
    from workbench.playtest.exchange.parsed import LOSSES

    place, format, _ = together(lambda: open_workspace(workspace), lambda: read_format(format_, file), check_outputs)
    store = open_store(place)
    if format is None:
        write_bytes(file, export_tables(store, games=games, pseudonymous=pseudonyms), "FILE", private=True)
    else:
        write_text(file, export_text(store, format, games=games, pseudonymous=pseudonyms), "FILE", private=True)
        if format in LOSSES:
            echo(LOSSES[format], err=True)
        if count := count_left_out(store, format, games):
            still = counted(count, "session is", "sessions are")
            warn([Problem("FILE", f"{still} still open and left out: BG Stats knows finished plays only")])


@playtests.command("import")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@options(workspace_option, games_option)
@click.option("--dry-run", is_flag=True, help="Store nothing; list what is in FILE and its problems.")
@click.option("--update", is_flag=True, help="Where a stored session differs from FILE, take FILE's version.")
@click.option("--dates", metavar="ORDER", help="How to read 03/04/2026: day-first or month-first. It is never guessed.")
@click.option("--join", is_flag=True, help="Link plays of BG Stats to the revisions named by their boards.")
@click.option("--force", is_flag=True, help="Take points that the rules cannot give, as `score` does.")
@click.option("--good-rows", is_flag=True, help="Import the sessions without problems, and leave out the others.")
@click.option(
    "--rejects",
    metavar="REJECTS",
    type=OutputFile(),
    help="With --good-rows: write the others to this file, in FILE's format, with their problems.",
)
@json_option
def import_playtests(
    file: Path,
    workspace: Path | None,
    games: tuple[str, ...],
    dry_run: bool,
    update: bool,
    as_json: bool,
    **arguments: OptionValue,
) -> None:
    """Import new sessions from FILE, all of them or none.

    FILE is our own JSON, a table (CSV or XLSX), or an export of BG Stats.
    """
    from workbench.playtest.exchange.importing import import_file, preview, read_bytes, read_dates
    from workbench.playtest.exchange.parsed import ReadOptions
    from workbench.playtest.sessions import revision_finder
    from workbench.report.text.playtests import imported_json, imported_lines, preview_json, preview_lines

    rejects: Path | None = arguments["rejects"]
    place, data, dates, _, _ = together(
        lambda: open_workspace(workspace),
        lambda: read_bytes(file),
        lambda: read_dates(arguments["dates"]),
        lambda: _check_rejects(rejects, good_rows=arguments["good_rows"]),
        check_outputs,
    )
    store, how = open_store(place), ReadOptions(dates, revision_finder(place), arguments["join"], arguments["force"])
    if dry_run:
        seen = preview(store, data, file.name, games, update=update, how=how)
        result, lines, problems, errors = preview_json(seen), preview_lines(seen), seen.warnings, seen.errors
        aside = seen.aside if arguments["good_rows"] else None
    else:
        try:
            done = import_file(store, data, file.name, games, update=update, how=how, good_only=arguments["good_rows"])
        except BadInput as bad:
            raise BadInput(_with_advice(bad.problems)) from None
        result, lines, problems, errors = imported_json(done), imported_lines(done), (*done.warnings, *done.left), ()
        aside = done.aside
    warn(problems)
    if rejects and aside and aside.sessions:
        write_text(rejects, aside.text, "--rejects")
    if as_json:
        print_json(result)
    else:
        echo("\n".join(lines))
    if errors:
        raise BadInput(_with_advice(errors))


def _with_advice(problems: Sequence[Problem]) -> list[Problem]:
    """The problems, and the options that settle dates which could be two days and points that are asked about."""
    from workbench.playtest.exchange.dates import WHICH, DateOrder
    from workbench.playtest.exchange.parsed import DOUBTED, count_ending

    unclear, doubted = count_ending(problems, WHICH), count_ending(problems, DOUBTED)
    advice = Problem("--dates", f"must be {listed(DateOrder, 'or')}: {unclear} dates of FILE could be two days")
    force = Problem("--force", f"takes {counted(doubted, 'number')} of points that the rules cannot give")
    return [*problems, *([advice] if unclear else []), *([force] if doubted else [])]


def _check_rejects(rejects: Path | None, *, good_rows: bool) -> None:
    """Raise BadInput for a file that exists already or has no use."""
    from workbench.engine.files import is_there

    if rejects is None:
        return
    if not good_rows:
        raise BadInput.one("--rejects", "needs --good-rows: without it, all of FILE is imported or nothing", rejects)
    if is_there(rejects):
        raise BadInput.one("--rejects", "exists already; choose another name, nothing is overwritten", rejects)


@playtests.command("undo")
@click.argument("batch", metavar="IMPORT")
@options(workspace_option)
@click.option("--force", is_flag=True, help="Even if its sessions were continued since; what was added is lost.")
def undo_import(batch: str, workspace: Path | None, force: bool) -> None:
    """Undo IMPORT: remove the sessions and people that it added."""
    from workbench.report.template import text_lines
    from workbench.store.playtests.imports import undo_import as undo

    done = undo(open_store(open_workspace(workspace)), batch, even_if_changed=force)
    echo("\n".join(text_lines("undone.txt", done=done)))


session_argument = click.argument("session", metavar="SESSION")


@playtests.command("begin")
@click.argument("scenario", metavar="SCENARIO", shell_complete=complete_revision)
@click.option("--players", metavar="A,B,C", required=True, help="The players in turn order: names or initials.")
@click.option("--newcomers", metavar="A,B", default="", help="The players who are new to the game.")
@click.option("--goal", metavar="TEXT", default="", help="The question that the session should answer.")
@click.option("--location", metavar="TEXT", default="", help="Where you play.")
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
    """Start a session of SCENARIO, and print its id.

    `score` and `end` take the id, or enough of its first characters to be unique.
    """
    from workbench.playtest.sessions import begin_session, read_players, scenario_for_players

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
        echo(log.id)


@playtests.command("score", context_settings={"ignore_unknown_options": True})
@session_argument
@click.argument("points", metavar="[POINTS]...", nargs=-1)
@click.option("--player", metavar="NAME", help="The player who gets the points or the side.")
@click.option("--row", metavar="N", help="The deal, round or movie, from 1; default: the first without points.")
@click.option("--total", is_flag=True, help="POINTS is one number, the player's total.")
@click.option("--force", is_flag=True, help="Accept points that the rules cannot give.")
@click.option("--side", metavar="SIDE", help="The side that the player was on, instead of POINTS.")
@click.option("--goes-to", metavar="SIDE,…", help="The side or sides that won the row, or nobody; without --player.")
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
    """Record POINTS of a player in an open session.

    POINTS is a number for each row, or CRITERION=NUMBER for one row.
    """
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
@click.option("--winners", metavar="A,B", help="Who won, if the score sheet does not say so.")
@click.option("--won", metavar="SIDE,…", help="The side or sides that won, or nobody, in a game with sides.")
@click.option(
    "--finished",
    "how",
    flag_value="finished",
    help="The game was played to its end, also if the sheet does not show it. Also for a session that has ended.",
)
@click.option("--stopped", "how", flag_value="stopped", help="The game was stopped early. Also for one that has ended.")
@options(workspace_option, json_option)
def end_session(
    session: str, winners: str | None, won: str | None, how: str | None, workspace: Path | None, as_json: bool
) -> None:
    """End an open session: stop its clock, close its forms.

    A game that was stopped early is left out of comparisons, and so is one that nobody has won by the rules until
    somebody says whether it was finished.
    """
    from workbench.playtest import commands

    named = commands.open_session(open_store(open_workspace(workspace)), session, or_ended=True)
    commands.end_session(named, winners, won, None if how is None else how == "finished")
    _tell(named, as_json)


@playtests.command("list")
@click.option(
    "--status",
    metavar="STATUS",
    help="Only sessions that are open, ended (of these also: stopped, unclear) or abandoned.",
)
@click.option("--game", metavar="NAME", help="Only sessions of this game.")
@options(workspace_option, json_option)
def list_sessions(status: str | None, game: str | None, workspace: Path | None, as_json: bool) -> None:
    """List the sessions, newest first."""
    from workbench.playtest import overview

    with open_to_list(find_workspace(workspace)) as store:
        rows = overview.listed(store, status, game)
        warn(overview.left_out(store))
    if as_json:
        print_json({"sessions": [overview.session_json(row) for row in rows]})
    else:
        echo("\n".join(map(overview.session_line, rows)) or "no sessions")


def _tell(named: "OpenSession", as_json: bool) -> None:
    """Print the standing of the session."""
    from workbench.playtest import commands
    from workbench.report.template import text_lines

    now = commands.session_state(named.log.store, named.session.id)
    if as_json:
        print_json(now)
    else:
        echo("\n".join(text_lines("session.txt", now=now)))
