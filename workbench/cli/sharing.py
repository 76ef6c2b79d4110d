"""A workspace as one file for a co-designer, and back."""

from collections import Counter
from functools import partial
from pathlib import Path

import click

from workbench.cli.common import (
    json_option,
    main,
    open_store,
    open_workspace,
    options,
    print_json,
    warn,
    workspace_option,
)
from workbench.cli.outputs import OutputFile, check_outputs, echo, write_bytes
from workbench.engine.problems import BadInput, together
from workbench.engine.wording import counted


@main.command()
@click.argument("file", metavar="FILE", type=OutputFile())
@options(
    workspace_option,
    click.option("--game", "games", metavar="NAME", multiple=True, help="Only what is of this game; repeatable."),
    click.option(
        "--session", "sessions", metavar="ID", multiple=True, help="An evening to go with it, or `all`; repeatable."
    ),
)
def share(file: Path, workspace: Path | None, games: tuple[str, ...], sessions: tuple[str, ...]) -> None:
    """Write the workspace to FILE, for a co-designer.

    Revisions, card lists, decisions, findings and answers; evenings only as --session says, with pseudonyms and
    without photos and voice notes.
    """
    from workbench.engine.registry import game_named
    from workbench.playtest.shared_workspace import write_shared
    from workbench.store.playtests import session_ids

    checks = [partial(game_named, name) for name in games]
    place, *_ = together(lambda: open_workspace(workspace), check_outputs, *checks)
    store = open_store(place)
    there = session_ids(store) if sessions else []
    unknown = [session for session in sessions if session not in (*there, "all")]
    if unknown:
        raise BadInput.one("--session", "no such session; `workbench playtests list` names them", unknown[0])
    picked = there if "all" in sessions else list(sessions)
    write_bytes(file, write_shared(place, store, games, picked), "FILE", private=True)


@main.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path), required=False)
@options(
    workspace_option,
    click.option("--dry-run", is_flag=True, help="Store nothing; list what is new and what differs."),
    click.option("--replace", is_flag=True, help="Where something here differs from FILE, take FILE's version."),
    click.option("--undo", is_flag=True, help="Take out what the last file brought, and put back what it replaced."),
    json_option,
)
def receive(file: Path | None, workspace: Path | None, dry_run: bool, replace: bool, undo: bool, as_json: bool) -> None:
    """Add what is new in FILE, which `share` wrote, to the workspace; or with --undo take the last file out again.

    What differs is listed, and stays as it is here unless --replace is given. Evenings are never replaced. What has
    changed since a file came, or is built on, stays when that is undone.
    """
    if undo:
        if file or dry_run or replace:
            raise BadInput.one(
                "--undo", "undoes the last file that was received; it takes no FILE, --dry-run, --replace"
            )
        _undo(workspace, as_json)
    elif file is None:
        raise BadInput.one("FILE", "which file? One that `workbench share` wrote; or --undo")
    else:
        _receive(file, workspace, dry_run, replace, as_json)


def _undo(workspace: Path | None, as_json: bool) -> None:
    from workbench.playtest.receiving import last_receipt, undo_receive

    place = open_workspace(workspace)
    receipt = last_receipt(place)
    if receipt is None:
        raise BadInput.one("--undo", "no file was received here, or the last one is undone already")
    staying = undo_receive(place, open_store(place), receipt)
    if as_json:
        print_json([{"kind": part.kind, "name": part.name} for part in staying])
        return
    echo(f"Undone: {receipt.file}")
    for part in staying:
        echo(f"  stays, changed or built on since: {part.kind} {part.name}")


def _receive(file: Path, workspace: Path | None, dry_run: bool, replace: bool, as_json: bool) -> None:
    from workbench.engine.files import UnreadableFile, read_regular
    from workbench.playtest.exchange import ReadOptions
    from workbench.playtest.receiving import News, news_of, take_in
    from workbench.playtest.sessions import revision_finder
    from workbench.playtest.shared_workspace import MOST_BYTES, read_shared
    from workbench.scenario.load import check_scenarios

    place = open_workspace(workspace)
    try:
        data = read_regular(file, MOST_BYTES, "shared workspace")
    except UnreadableFile as error:
        raise BadInput.one("FILE", str(error), file) from None
    shared, store, how = (
        read_shared(data, file.name),
        open_store(place),
        ReadOptions(join=revision_finder(place)),
    )
    parts = (
        news_of(place, store, shared, how)
        if dry_run
        else take_in(place, store, shared, how, file.name, lambda part: replace)
    )
    if as_json:
        print_json([{"kind": part.kind, "name": part.name, "news": part.news.value} for part in parts])
    else:
        for news in News:
            kinds = Counter(part.kind for part in parts if part.news is news)
            echo(f"{news.value}: {', '.join(counted(number, kind) for kind, number in kinds.items()) or 'nothing'}")
        for part in parts:
            if part.news is News.DIFFERS:
                echo(f"  differs: {part.kind} {part.name}")
    if not dry_run:
        files = [part.name for part in parts if part.kind == "revision"]
        names = [file.removeprefix("scenarios/").removesuffix(".toml") for file in files]
        warn(problem for check in check_scenarios(place, names) for problem in check.problems if not check.ok)
