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

    Revisions, card lists, games, decisions, and what was played and found; evenings only as --session says, with
    pseudonyms and without photos and voice notes.
    """
    from workbench.engine.registry import game_named
    from workbench.playtest.sharing import write_shared
    from workbench.store.playtests.entries import session_ids

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
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@options(
    workspace_option,
    click.option("--dry-run", is_flag=True, help="Store nothing; list what is new and what differs."),
    json_option,
)
def receive(file: Path, workspace: Path | None, dry_run: bool, as_json: bool) -> None:
    """Add what is new in FILE, which `share` or `backup` wrote, to the workspace; what is here is never changed.

    First what differs is told: it stays as it is here. A game of theirs is code that runs on this computer. A backup of
    the text is made before.
    """
    from workbench.engine.files import UnreadableFile, read_regular
    from workbench.playtest.sharing import MOST_BYTES, News, merge, read_shared
    from workbench.scenario.load import check_scenarios

    place = open_workspace(workspace)
    try:
        shared = read_shared(read_regular(file, MOST_BYTES, "shared workspace"), file.name)
    except UnreadableFile as error:
        raise BadInput.one("FILE", str(error), file) from None
    store = open_store(place)
    parts = merge(place, store, shared, take=not dry_run)
    if as_json:
        print_json([{"kind": part.kind, "name": part.name, "news": part.news.value} for part in parts])
    else:
        for part in parts:
            if part.news is News.DIFFERS:
                echo(f"differs, and stays as it is here: {part.kind} {part.name}")
        for news in News:
            kinds = Counter(part.kind for part in parts if part.news is news)
            parts_told = ", ".join(counted(number, kind, PLURALS.get(kind, "")) for kind, number in kinds.items())
            if kinds or news is not News.REPLACES:
                echo(f"{news.value}: {parts_told or 'nothing'}")
    if not dry_run:
        files = [part.name for part in parts if part.kind == "revision"]
        names = [file.removeprefix("scenarios/").removesuffix(".toml") for file in files]
        warn(problem for check in check_scenarios(place, names) for problem in check.problems if not check.ok)


PLURALS = {"batch": "batches", "person": "people"}
