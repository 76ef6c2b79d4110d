"""Files that no output may overwrite: the store and its logs, revisions, card lists, games, and what only blocks."""

import stat
from collections.abc import Iterator
from os import stat_result
from pathlib import Path

from workbench import __file__ as package_file
from workbench.engine.files import is_folder, is_there
from workbench.scenario.files import Workspace

STORE = "belongs to the store"
REVISIONS = "lies among the revisions"
CARD_LISTS = "lies among the card lists of a game"
GAMES = "lies among the games of the workspace"
PROGRAM = "is part of the program"
RECORDS = "is among the records of the workspace"
IN_DATA = ("devices.json", "last-receive.zip", "drafts", "learned", "media", "plays")
"""The files and folders of records beside the store."""
NO_FILE = "is no file but a pipe, a socket or a disk"
SOURCES = {".toml": "would be read as a revision or as settings", ".py": "would be read as a program"}
"""Endings that no output has; such a file may lie anywhere."""


def reason_to_protect(path: Path, workspace: Workspace | None) -> str | None:
    """Why an output must not go to `path`, in words; None where it may.

    Looks at the command's workspace and at the one that `path` lies in, through links.
    """
    try:
        target = path.resolve()
    except (OSError, RuntimeError, ValueError):  # no such name, a circle of links
        return None
    if reason := SOURCES.get(target.suffix.lower()):
        return reason
    status = _status(target)
    if status and any(is_one(status.st_mode) for is_one in (stat.S_ISFIFO, stat.S_ISSOCK, stat.S_ISBLK)):
        return NO_FILE
    above = next((Workspace(folder) for folder in target.parents if is_folder(folder / "scenarios")), None)
    places = [place for place in (workspace, above) if place]
    return next((reason for place in places if (reason := _reason_in(place, target))), None)


def _reason_in(workspace: Workspace, target: Path) -> str | None:
    if _is_of_store(workspace, target):
        return STORE
    above = [target, *target.parents]
    if any(place.name.casefold() in IN_DATA and _is_same(place.parent, workspace.data) for place in above):
        return RECORDS
    folders = {folder: reason for folder, reason in _folders(workspace) if is_folder(folder)}
    inside = (
        reason for folder, reason in folders.items() if any(_is_same(folder, folder_above) for folder_above in above)
    )
    linked = (reason for folder, reason in folders.items() if reason != PROGRAM and _is_linked(folder, target))
    return next(inside, None) or next(linked, None)


def _is_of_store(workspace: Workspace, target: Path) -> bool:
    """True if a path is the store, its log, one of its copies, or the name of one that is not there yet."""
    store = workspace.store_path
    is_named_so = target.name.casefold().startswith(f"{store.stem}.") and store.suffix in target.name.casefold()
    if is_named_so and _is_same(target.parent, workspace.data):
        return True
    names = [store, store.with_name(f"{store.name}.wal")]
    return any(_is_same(name, target) or name.resolve() == target for name in names)


def _folders(workspace: Workspace) -> Iterator[tuple[Path, str]]:
    """The folders in which nothing may be written, with the reason."""
    yield workspace.scenarios, REVISIONS
    yield workspace.root / "games", GAMES
    yield Path(package_file).parent, PROGRAM
    games = {folder.name for folder in workspace.scenarios.iterdir()} if is_folder(workspace.scenarios) else set()
    for folder in workspace.data.iterdir() if is_folder(workspace.data) else ():
        if folder.name in games or any(folder.glob("*.csv")):
            yield folder, CARD_LISTS


def _is_linked(folder: Path, target: Path) -> bool:
    """True if a file of the folder is the same file, by another name."""
    return is_there(target) and target.is_file() and any(_is_same(file, target) for file in folder.rglob("*"))


def _is_same(one: Path, other: Path) -> bool:
    """True if both are there and are the same, also by links and by names that differ in case only."""
    first, second = _status(one), _status(other)
    return first is not None and second is not None and (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)


def _status(path: Path) -> stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None
