"""Playtests with people: sessions to and from files, and a live session from a script."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from workbench.cli.group import main
from workbench.engine.problems import BadInput, Problem, together
from workbench.engine.wording import listed

if TYPE_CHECKING:
    from workbench.playtest.scripted import Named


@main.group()
def playtests() -> None:
    """Sessions with people: to and from files."""


games_option = click.option(
    "--game", "games", metavar="NAME", multiple=True, help="Only the sessions of this game; repeatable."
)


@playtests.command("export")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@options(workspace_option, games_option)
@click.option(
    "--format", "format_", metavar="FORMAT", help="json, csv, tables (a zip of CSV) or bgstats; default: as FILE ends."
)
@click.option("--pseudonyms", is_flag=True, help="Player 1, Player 2 and so on for names, in texts as well.")
def export_playtests(
    file: Path, workspace: Path | None, games: tuple[str, ...], format_: str | None, pseudonyms: bool
) -> None:
    """Write the sessions to FILE, over an older one."""
    from workbench.cli.common import refuse_unwritable, write_bytes, write_text
    from workbench.playtest.exchange import export_tables, export_text, left_out
    from workbench.playtest.exchange.files import read_format

    place, format, _ = together(
        lambda: open_workspace(workspace), lambda: read_format(format_, file), lambda: refuse_unwritable(file, "FILE")
    )
    store = open_store(place)
    if format is None:
        write_bytes(file, export_tables(store, games=games, pseudonymous=pseudonyms), "FILE", private=True)
    else:
        write_text(file, export_text(store, format, games=games, pseudonymous=pseudonyms), "FILE", private=True)
        if count := left_out(store, format, games):
            warn([Problem("FILE", f"{count} sessions are still open: left out, for a play of BG Stats is over")])
    click.echo(f"wrote {file}", err=True)


@playtests.command("import")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@options(workspace_option, games_option)
@click.option("--dry-run", is_flag=True, help="Store nothing; only say what is in FILE, and what is wrong with it.")
@click.option("--update", is_flag=True, help="Take FILE's version of sessions that are there and differ from it.")
@click.option("--dates", metavar="ORDER", help="What 03/04/2026 is: day-first or month-first. Never guessed.")
@click.option("--join", is_flag=True, help="Join plays of BG Stats to the revisions that their boards name.")
@click.option("--good-rows", is_flag=True, help="Take the sessions without a problem, and leave the others.")
@click.option(
    "--rejects",
    metavar="REJECTS",
    type=click.Path(path_type=Path),
    help="With --good-rows: keep those others in a file, in FILE's format, with what is wrong.",
)
@json_option
def import_playtests(
    file: Path, workspace: Path | None, games: tuple[str, ...], dry_run: bool, update: bool, as_json: bool, **given: Any
) -> None:
    """Store what is new in FILE, all of it or nothing: our own JSON, a table (CSV), or an export of BG Stats."""
    from workbench.playtest.exchange import How, import_file, preview
    from workbench.playtest.exchange.files import read_bytes, read_dates
    from workbench.report.text.imports import imported_json, imported_lines, preview_json, preview_lines
    from workbench.study.playtests import joiner

    rejects: Path | None = given["rejects"]
    place, data, dates, _ = together(
        lambda: open_workspace(workspace),
        lambda: read_bytes(file),
        lambda: read_dates(given["dates"]),
        lambda: _check_rejects(rejects, good_rows=given["good_rows"]),
    )
    store, how = open_store(place), How(dates, joiner(place), joins=given["join"])
    if dry_run:
        seen = preview(store, data, file.name, games, update=update, how=how)
        said, lines, problems, errors = preview_json(seen), preview_lines(seen), seen.warnings, seen.errors
        aside = seen.aside if given["good_rows"] else None
    else:
        try:
            done = import_file(store, data, file.name, games, update=update, how=how, good_only=given["good_rows"])
        except BadInput as bad:
            raise BadInput(_with_advice(bad.problems)) from None
        said, lines, problems, errors = imported_json(done), imported_lines(done), (*done.warnings, *done.left), ()
        aside = done.aside
    warn(problems)
    if rejects and aside and aside.sessions:
        _keep_rejects(rejects, aside.text)
    if as_json:
        print_json(said)
    else:
        click.echo("\n".join(lines))
    if errors:
        raise BadInput(_with_advice(errors))


def _with_advice(problems: Sequence[Problem]) -> list[Problem]:
    """The problems, and the option that settles dates which could be two days."""
    from workbench.playtest.exchange.dates import WHICH, DateOrder

    unclear = sum(problem.message.endswith(WHICH) for problem in problems)
    advice = Problem("--dates", f"must be {listed(DateOrder, 'or')}: {unclear} dates of FILE could be two days")
    return [*problems, *([advice] if unclear else [])]


def _check_rejects(rejects: Path | None, *, good_rows: bool) -> None:
    """Raise BadInput for a file that cannot be written, is there already, or has nothing to keep."""
    from workbench.cli.common import refuse_unwritable
    from workbench.engine.files import is_there

    if rejects is None:
        return
    if not good_rows:
        raise BadInput.one("--rejects", "needs --good-rows: without it all of FILE is taken, or nothing", rejects)
    if is_there(rejects):
        raise BadInput.one("--rejects", "is there already; choose another name, nothing is overwritten", rejects)
    refuse_unwritable(rejects, "--rejects")


def _keep_rejects(rejects: Path, text: str) -> None:
    from workbench.cli.common import write_bytes

    write_bytes(rejects, text.encode(), "--rejects")
    click.echo(f"wrote {rejects}", err=True)


@playtests.command("undo")
@click.argument("batch", metavar="IMPORT")
@options(workspace_option)
@click.option("--force", is_flag=True, help="Also where its sessions have gone on since; what was added goes too.")
def undo_import(batch: str, workspace: Path | None, force: bool) -> None:
    """Take IMPORT back: the sessions that it brought, and whom only it brought."""
    from workbench.playtest.exchange import take_back

    done = take_back(open_store(open_workspace(workspace)), batch, even_if_changed=force)
    click.echo(f"took back {done.file}: {done.sessions} sessions, {done.entries} entries, {done.feedback} forms")


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
    from workbench.study.playtests import begin_session, for_players, joining

    place = open_workspace(workspace)
    model, joined = open_scenario(place, scenario, set_=list(set_)), joining(players, newcomers)
    played = for_players(place, model, len(joined))
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
    from workbench.playtest import scripted

    named = scripted.open_session(open_store(open_workspace(workspace)), session)
    scripted.check_way(bool(points) or total, player, side, goes_to)
    if goes_to is not None:
        scripted.write_outcome(named, row, goes_to)
    elif side is not None:
        scripted.write_side(named, player or "", side)
    else:
        scripted.write_points(named, player or "", points, row, total=total, force=force)
    _tell(named, as_json)


@playtests.command("end")
@session_argument
@click.option("--winners", metavar="A,B", help="Who won, where the sheet does not say, or says otherwise.")
@click.option("--won", metavar="SIDE,…", help="The side that won, in a game with sides; several, or nobody.")
@options(workspace_option, json_option)
def end_session(session: str, winners: str | None, won: str | None, workspace: Path | None, as_json: bool) -> None:
    """End an open session: its clock stops, and its forms are closed."""
    from workbench.playtest import scripted

    named = scripted.open_session(open_store(open_workspace(workspace)), session)
    scripted.end(named, winners, won)
    _tell(named, as_json)


@playtests.command("list")
@click.option("--status", metavar="STATUS", help="Only those that are open, ended or abandoned.")
@click.option("--game", metavar="NAME", help="Only those of this game.")
@options(workspace_option, json_option)
def list_sessions(status: str | None, game: str | None, workspace: Path | None, as_json: bool) -> None:
    """The sessions, the one begun last first."""
    from workbench.playtest import scripted

    rows = scripted.listed(open_store(open_workspace(workspace)), status, game)
    if as_json:
        print_json({"sessions": [scripted.as_data(row) for row in rows]})
    else:
        click.echo("\n".join(map(scripted.in_words, rows)) or "no sessions")


def _tell(named: "Named", as_json: bool) -> None:
    """How the session stands now."""
    from workbench.playtest import scripted

    now = scripted.standing(named.log.store, named.session.id)
    if as_json:
        print_json(now)
    else:
        click.echo("\n".join(scripted.standing_lines(now)))
