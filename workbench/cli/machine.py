"""This machine: its speed and calibration, the dashboard, and the store as a file."""

import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import click

from workbench.cli.common import (
    csv_option,
    json_option,
    main,
    open_queued_store,
    open_workspace,
    options,
    print_json,
    workspace_option,
)
from workbench.cli.outputs import OutputFile, check_outputs, echo, is_printed, write_text
from workbench.engine.files import csv_text
from workbench.engine.problems import BadInput, WholeRange, together
from workbench.engine.wording import counted, listed


@main.command()
@options(workspace_option, json_option)
@click.option("--seconds", metavar="T", help="Seconds to measure each bot; default: 0.4.")
def bench(workspace: Path | None, as_json: bool, seconds: str | None) -> None:
    """Measure how many plays and decisions a second this machine does, within three minutes.

    Most of that is compiling, after a change of code. Each figure is printed as it is measured. Beside each game stand
    the whole command, its start and its memory; and where this is a checkout, a naive reference in Python and one in
    straight C.
    """
    from workbench.cli.bench import bench, bench_blocks, read_seconds
    from workbench.cli.document import print_blocks
    from workbench.cli.progress import status_line
    from workbench.engine.registry import games

    _, measured_s = together(lambda: open_workspace(workspace), lambda: read_seconds(seconds))
    with status_line() as show:
        rows = [*bench(list(games().values()), measured_s, show if as_json else echo)]
    if as_json:
        print_json(rows)
    else:
        print_blocks(*bench_blocks(rows))


@main.command()
@click.argument("address", required=False)
@json_option
def cluster(address: str | None, as_json: bool) -> None:
    """Print how to start a Dask cluster that plays for us.

    With ADDRESS, ask that cluster instead whether every worker would play what this computer plays.
    """
    from workbench.play.cluster import PORT, connected, read_address
    from workbench.play.cluster.work import setup

    with connected(read_address(address, "ADDRESS")) as there:
        if there:
            from workbench.engine.registry import games

            there.check(*games())
            if as_json:
                print_json({"address": there.address, "workers": there.workers, "games": list(games())})
            else:
                echo(f"{there.words}; all play {listed(games())} as this computer does")
        elif as_json:
            print_json(asdict(setup()))
        else:
            from workbench.report.template import text_lines

            steps = {"setup": setup(), "port": PORT, "example": "hitmakers/2021-04-08"}
            echo("\n".join(text_lines("cluster.txt", **steps)))


BROKEN = 1


@main.command()
@options(workspace_option, csv_option, json_option)
@click.option(
    "--all", "thorough", is_flag=True, help="Every revision with its parent, and up to 300 times: about an hour."
)
@click.option("--game", metavar="GAME", help="Only this game.")
@click.option("--seed", metavar="S", help="Which fresh seeds are played; default: 2026.")
def calibrate(
    workspace: Path | None, csv_file: Path | None, as_json: bool, thorough: bool, game: str | None, seed: str | None
) -> None:
    """Check that intervals and verdicts keep their promises.

    Asks every command about changes whose effect is known, hundreds of times, and counts the wrong answers; takes about
    two minutes. The exit code is 1 if a promise is broken.
    """
    from workbench.cli.document import print_blocks
    from workbench.cli.progress import CommandProgress, status_line, stop_on_interrupt
    from workbench.engine.registry import game_named
    from workbench.play.options import RunOptions
    from workbench.report.document import Passage
    from workbench.report.escape import paragraphs
    from workbench.report.template import render
    from workbench.scenario.model import SEED
    from workbench.studies.calibrate import columns, measure

    place, fresh, only, _ = together(
        lambda: open_workspace(workspace),
        lambda: measure.USUAL_SEED if seed is None else WholeRange(0, int(SEED.high)).checked("--seed", seed),
        lambda: None if game is None else game_named(game, "--game").name,
        check_outputs,
    )
    with stop_on_interrupt() as stop, status_line() as show:
        options = RunOptions(progress=CommandProgress(), stop=stop)
        answer = measure.calibrate(place, show, None, thorough, fresh, only, options)
    if csv_file is not None:
        rows = [{"seed": answer.seed, **line} for line in columns.PROMISES.records(answer.lines)]
        write_text(csv_file, csv_text([*rows[0]], rows), "--csv")
    if not is_printed():
        if as_json:
            print_json(columns.data(answer))
        else:
            document = render("workbench.studies.calibrate", "answer.md", answer=answer)
            print_blocks(Passage(paragraphs(document.headline)), *document.blocks)
    if answer.broken:
        raise SystemExit(BROKEN)


@main.command()
@workspace_option
@click.option("--port", default="8501", metavar="PORT", help="The port of the dashboard; default: 8501.")
@click.option("--host", metavar="HOST", help="The address it listens on; default: 127.0.0.1, only this computer.")
@click.option(
    "--lan", is_flag=True, help="Open it to the local network: feedback links for phones; the rest needs a passcode."
)
def app(workspace: Path | None, port: str, host: str | None, lan: bool) -> None:
    """Open the dashboard, by default only on this computer.

    In an empty folder it offers to begin a workspace there.
    """
    from workbench.app.server.launch import host_of, launch, read_port

    where = lambda: read_port(port), lambda: host_of(host, lan)
    try:
        together(*where)
    except BadInput:
        pass  # told below, with what else is wrong; nothing is begun before
    else:
        _offer_workspace(workspace)
    place, number, at = together(lambda: open_workspace(workspace), *where)
    sys.exit(launch(place.root, number, at))


def _offer_workspace(directory: Path | None) -> None:
    """Ask whether to begin a workspace in a folder that is empty and lies in none, where somebody can answer."""
    from workbench.scenario.files import find_workspace, init_workspace

    if not sys.stdin.isatty():
        return
    with suppress(BadInput):
        find_workspace(directory)
        return
    folder = (directory or Path()).absolute()
    if not folder.is_dir() or any(folder.iterdir()):
        return
    if click.confirm(
        f"{folder} is empty. Begin a workspace here, with the games that come along?", default=True, err=True
    ):
        init_workspace(folder)
        echo(f"{folder} is a workspace now", err=True)


DAMAGED = 3
NO_STORE = "there is no store in this workspace yet"
NAMES = "It holds names of people, even of those forgotten later."


@main.command()
@click.argument("file", metavar="FILE", type=OutputFile(replaces_backup=True))
@options(workspace_option)
@click.option("--database", is_flag=True, help="The database too: what bots played, which can be played again.")
def backup(file: Path, database: bool, workspace: Path | None) -> None:
    """Copy all text of the workspace to FILE, a zip: revisions, cards, games, sessions, people, decisions, ledger.

    Works while the app or a batch runs. An older backup in FILE is replaced. To restore one, `workbench receive FILE`,
    or unpack it in an empty folder.
    """
    from workbench.engine.files import temporary_folder
    from workbench.store.copies import write_zip

    place, _ = together(lambda: open_workspace(workspace), check_outputs)
    store = open_queued_store(place)
    if not store.may_have_sessions:
        raise BadInput.one("backup", NO_STORE, place.store_path)
    with temporary_folder("backup") as folder:
        copied = folder / store.path.name if database and store.exists else None
        if copied:
            store.back_up(copied)
        write_zip(store.path, file.resolve(), copied)
    echo(f"wrote {file}. {NAMES}", err=True)


@main.command()
@options(workspace_option, json_option)
@click.option("--repair", is_flag=True, help="Do what is offered, without asking.")
def doctor(workspace: Path | None, repair: bool, as_json: bool) -> None:
    """Read the whole store, check every run, and list what is lost.

    Each run's digest is computed again from its rows. A damaged or newer file can be put aside: says first what a new
    one takes over and what has to be played again, and asks. The exit code is 3 if anything is lost.
    """
    from workbench.play.checks import check_up, complete_ledger
    from workbench.play.checks import repair as repaired
    from workbench.report.json import checkup_json
    from workbench.report.template import text_lines
    from workbench.scenario.load import unreadable_files

    place = open_workspace(workspace)
    store = open_queued_store(place)
    if not store.may_have_sessions:
        raise BadInput.one("doctor", NO_STORE, place.store_path)
    checkup = check_up(store, unreadable_files(place))
    lost = text_lines("lost.txt", checkup=checkup)
    if not as_json:
        echo("\n".join(text_lines("doctor.txt", checkup=checkup, lost=lost)))
        if not (checkup.whole or repair) and sys.stdin.isatty():
            repair = click.confirm("Put the file aside and begin a new one?", default=False, err=True)
    taken = repaired(store, checkup) if repair and not checkup.whole else None
    if repair and checkup.lacking:
        complete_ledger(store)
    if as_json:
        print_json(checkup_json(checkup, lost, taken.aside if taken else None))
    elif taken:
        rows = counted(sum(taken.rows.values()), "row", separator=",")
        echo(f"A new file is in its place, with {rows}. The old one stays as {taken.aside}. {NAMES}")
    elif not checkup.whole:
        echo("Nothing was changed.")
    if not checkup.whole and not taken:
        raise SystemExit(DAMAGED)


@main.command()
@options(workspace_option)
def migrate(workspace: Path | None) -> None:
    """Read a store of an older version over: sessions, people and decisions become text.

    A backup of the text is made first. The old file stays beside the new one, until somebody is forgotten.
    """
    from workbench.cli.progress import CommandProgress
    from workbench.store import Store, connection
    from workbench.store.copies import put_aside
    from workbench.store.ledger import held

    store = Store(open_workspace(workspace).store_path, progress=CommandProgress())
    if not store.exists:
        raise BadInput.one("migrate", NO_STORE, store.path)
    connection.migrate(store)
    echo(f"{store.path} is of today's version; the ledger has {held(store.path.parent)}.")
    for file in put_aside(store.path):
        echo(f"older: {file}")
