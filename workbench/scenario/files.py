"""A designer's files: the workspace, and finding, reading and listing its scenarios, with their parents."""

from __future__ import annotations

import datetime as dt
import json
import os
import re
import stat
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from os import stat_result
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from workbench import __file__ as package_file
from workbench.engine.files import UnreadableFile, decode_utf8, is_folder, is_there, read_regular, read_toml, write_new
from workbench.engine.problems import BadInput, Problem, on_one_line
from workbench.engine.wording import did_you_mean

if TYPE_CHECKING:
    from workbench.engine.game import Game

STARTER = Path(package_file).parent / "starter"
"""Contents of a new workspace, as the wheel ships them."""


class Workspace(NamedTuple):
    """A folder with scenarios, card lists and the store."""

    root: Path

    @property
    def scenarios(self) -> Path:
        """The scenario files, one folder a game."""
        return self.root / "scenarios"

    @property
    def data(self) -> Path:
        """The card lists, one folder a game, and the store."""
        return self.root / "data"

    @property
    def store_path(self) -> Path:
        """The DuckDB file; made on first use."""
        return self.data / "workbench.duckdb"

    def name_of(self, path: Path) -> str:
        """The name of a file in reports: its path from the workspace where it is inside, else as it was given."""
        inside = self.inside(path)
        return str(path) if inside is None else inside.as_posix()

    def inside(self, path: Path) -> Path | None:
        """The path of a file from the workspace; None for a file elsewhere, and for a path that can be no file."""
        try:
            return path.resolve().relative_to(self.root.resolve())
        except (OSError, RuntimeError, ValueError):  # no such name, a circle of links, elsewhere
            return None


def find_workspace(root: Path | None = None) -> Workspace:
    """The workspace at `root`, or the nearest upward from here. Raises BadInput that says what to do."""
    if root is not None:
        if not is_folder(root / "scenarios"):
            if os.path.lexists(root) and not is_folder(root):
                raise BadInput.one("--workspace", "no workspace but a file; name the folder that has scenarios/", root)
            advice = f"`workbench init {root}` makes one there"
            raise BadInput.one("--workspace", f"no workspace, it has no folder scenarios/; {advice}", root)
        return Workspace(root)
    try:
        here = Path.cwd()
    except FileNotFoundError:
        raise BadInput.one("workspace", "the current folder is gone; go to another, or use --workspace DIR") from None
    for folder in (here, *here.parents):
        if (folder / "scenarios").is_dir():
            return Workspace(folder)
    advice = "`workbench init DIR` makes a workspace, --workspace DIR names one"
    raise BadInput.one("workspace", f"neither {here} nor a folder above it has scenarios/; {advice}")


def workspace_of(scenario_file: str | Path | None) -> Workspace | None:
    """The workspace among whose scenarios a file lies; None for one elsewhere."""
    scenarios = Path(scenario_file).resolve().parent.parent if scenario_file else None
    return Workspace(scenarios.parent) if scenarios and scenarios.name == "scenarios" else None


def init_workspace(directory: Path) -> tuple[Workspace, list[Path]]:
    """Lay out a workspace from the starter, and the files written. Files that are there already are never touched.

    A new one is readable by its owner alone.

    Raises BadInput for a folder that has other things in it and is no workspace yet, and where we may not write.
    """
    if is_there(directory) and not _may_become_one(directory):
        raise BadInput.one("DIR", "neither empty nor a workspace; choose a new folder or an empty one", directory)
    workspace = Workspace(directory)
    try:
        is_new = not workspace.scenarios.is_dir()
        for folder in (workspace.root, workspace.scenarios, workspace.data):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if is_new:
            workspace.root.chmod(0o700)
        copies = {directory / path.relative_to(STARTER): path for path in sorted(STARTER.rglob("*")) if path.is_file()}
        missing = {copy: original for copy, original in copies.items() if not copy.exists()}
        for copy, original in missing.items():
            copy.parent.mkdir(parents=True, exist_ok=True)
            write_new(copy, original.read_bytes())
        return workspace, list(missing)
    except OSError as error:
        raise BadInput.one("DIR", f"cannot be written: {error.strerror}", error.filename or directory) from None


def _may_become_one(directory: Path) -> bool:
    """True if a folder is a workspace, or empty but for hidden files such as `.git`."""
    if not directory.is_dir():
        return False
    return (directory / "scenarios").is_dir() or all(entry.name.startswith(".") for entry in directory.iterdir())


def as_toml(value: object) -> str:
    """A value as TOML would show it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {as_toml(item)}" for key, item in value.items()) + " }" if value else "{}"
    return value.isoformat() if isinstance(value, dt.date | dt.time) else str(value)


SUFFIX = ".toml"
MOST_BYTES = 1_000_000
DEEPEST = 8
"""Tables and lists within each other; a scenario needs three."""
WIDEST = 64
"""Bits of the largest whole number that TOML allows."""
NEEDED = 'it needs at least game = "…"'
DEFAULT = "default"
"""The revision that stands for a game's defaults, where no file does: see `revisions_in`."""
DEFAULT_TITLE = "Default rules"


class ScenarioFile(NamedTuple):
    """A file that holds TOML; its `content` is not checked any further."""

    path: Path
    source: str
    content: dict[str, object]

    @property
    def rules(self) -> dict[str, object]:
        """The `[rules]`, where they are a table."""
        return self.table("rules")

    def table(self, name: str) -> dict[str, object]:
        """A table of the file; an empty one where there is none, or something else by that name."""
        table = self.content.get(name)
        return table if isinstance(table, dict) else {}

    def problem(self, place: str, message: str, value: object = None) -> Problem:
        """A problem of this file; `value` as TOML has it."""
        return Problem(place, message, None if value is None else as_toml(value), self.source)


def read_scenario_file(path: Path, source: str) -> ScenarioFile:
    """The file at `path`, which reports call `source`. Raises BadInput unless it is TOML with something in it.

    Where there is no file `default.toml`, its content is the game's default rules.
    """
    if path.name == f"{DEFAULT}{SUFFIX}" and not is_there(path):
        return ScenarioFile(path, source, {"game": path.parent.name, "title": DEFAULT_TITLE})
    text = ""
    try:
        text = decode_utf8(read_regular(path, MOST_BYTES, "scenario"))
        content = read_toml(text)
        _check_size(content)
    except UnreadableFile as unreadable:
        place, message = "", str(unreadable)
    except tomllib.TOMLDecodeError as error:
        place, message = _syntax_error(str(error), text)
    except RecursionError:
        place, message = "", f"nested too deep: at most {DEEPEST} levels"
    except ValueError:
        place, message = "", "a number has too many digits"
    else:
        return ScenarioFile(path, source, content)
    raise BadInput([on_one_line(Problem(place, message, source=source))])


def _syntax_error(words: str, text: str) -> tuple[str, str]:
    """Line and column of a mistake in a TOML text, and Python's words about it."""
    message, _, where = words.rpartition(" (at ")
    match = re.fullmatch(r"line (\d+), column (\d+)\)", where)
    lines = text.split("\n")
    line, column = (int(match[1]), int(match[2])) if match else (len(lines), len(lines[-1]) + 1)
    return f"line {line}, column {column}", f"not valid TOML: {message or words}"


def _check_size(content: dict[str, object]) -> None:
    """Raise UnreadableFile for nothing at all, and for what no report could show: huge numbers, deep tables."""
    if not content:
        raise UnreadableFile(f"empty; {NEEDED}")
    waiting: list[tuple[object, int]] = [(content, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, int) and value.bit_length() > WIDEST:
            raise UnreadableFile("a number is beyond what TOML allows: at most 9223372036854775807")
        if depth > DEEPEST:
            raise UnreadableFile(f"nested too deep: at most {DEEPEST} levels")
        inner = list(value.values()) if isinstance(value, dict) else value
        waiting += [(item, depth + 1) for item in inner] if isinstance(inner, list) else []


# Where the files are


def revisions_in(folder: Path) -> dict[str, Path]:
    """The scenario files of a game's folder by the name of their revision.

    A game without files has the revision `default`, which is its default rules; so it has while a file builds on it.
    """
    names = sorted(path.name for path in folder.iterdir()) if is_folder(folder) else []
    files = {
        name.removesuffix(SUFFIX): folder / name for name in names if name.endswith(SUFFIX) and not name.startswith(".")
    }
    if DEFAULT in files or (files and not any(_peek(file)[0] == DEFAULT for file in files.values())):
        return files
    return {DEFAULT: folder / f"{DEFAULT}{SUFFIX}", **files}


def _revision_in(folder: Path, name: str) -> Path | None:
    """The file of one revision, spelled exactly so; quicker than to list them all. Default rules are always there."""
    if name == DEFAULT:
        return folder / f"{DEFAULT}{SUFFIX}"
    file = f"{name}{SUFFIX}"
    with suppress(OSError), os.scandir(folder) as entries:
        if not file.startswith(".") and any(entry.name == file for entry in entries):
            return folder / file
    return None


def find_scenario_file(workspace: Workspace, reference: str) -> Path:
    """The file behind a path or `game/revision`. Raises BadInput that lists what there is."""
    if reference.endswith(SUFFIX):
        path = Path(reference)
        return next((place for place in (path, workspace.root / reference) if is_there(place)), path)
    game, slash, revision = reference.partition("/")
    is_name = re.fullmatch(r"\w[\w.-]*", game)  # and no path that leads elsewhere
    folder = workspace.scenarios / game if slash and is_name else None
    if folder and (file := _revision_in(folder, revision)):
        return file
    if reference and is_there(Path(reference)):
        return Path(reference)
    revisions = revisions_in(folder) if folder else {}
    usual = "must be a path, or game/revision as in hitmakers/2021-04-08"
    message = _no_such_file(game, revision, revisions) if slash else usual
    raise BadInput([on_one_line(Problem("scenario", message, as_toml(reference)))])


def _no_such_file(game: str, revision: str, revisions: Iterable[str]) -> str:
    from workbench.engine.registry import game_named  # loads slowly

    try:
        return no_such_revision(revision, revisions, game_named(game).name)
    except BadInput as bad:
        return bad.problems[0].message


def no_such_revision(name: str, revisions: Iterable[str], game: str) -> str:
    """The message about a revision that is not among `revisions`."""
    names = list(revisions)
    hint = did_you_mean(name, names, near=0.75)  # dates are all alike
    return f"no such revision; the revisions of {game} are {', '.join(names) or 'none yet'}{hint}"


# Parents


def ancestors(workspace: Workspace, file: ScenarioFile, game: Game) -> tuple[list[ScenarioFile], list[Problem]]:
    """The files that `file` builds on, the oldest first, and the problems met in following them."""
    scenario_files: list[ScenarioFile] = []
    way = [file.path.stem]
    child = file
    while (name := child.content.get("parent")) is not None:
        try:
            child = _parent(workspace, child, name, way, game)
        except BadInput as bad:
            return scenario_files[::-1], list(bad.problems)
        scenario_files.append(child)
        way.append(str(name))
    return scenario_files[::-1], []


def _parent(workspace: Workspace, child: ScenarioFile, name: object, way: list[str], game: Game) -> ScenarioFile:
    folder, home = child.path.parent, workspace.scenarios / game.name
    path = (_revision_in(folder, name) or _revision_in(home, name)) if isinstance(name, str) else None
    if path is None:
        revisions = revisions_in(home) | revisions_in(folder)
        raise BadInput([child.problem("parent", no_such_revision(str(name), revisions, game.name), name)])
    if name in way:
        circle = " -> ".join([*way[way.index(name) :], name])
        raise BadInput([child.problem("parent", f"circular: {circle}; one of them must have no parent", name)])
    parent = read_scenario_file(path, workspace.name_of(path))
    if parent.content.get("game") != game.name:
        message = f'must be "{game.name}", the game of its child {child.path.stem}'
        raise BadInput([parent.problem("game", message, parent.content.get("game", ""))])
    return parent


# Lists


def list_scenarios(workspace: Workspace, game: str | Game) -> list[str]:
    """The names (`hitmakers/2021-04-08`) of a game's scenarios, broken ones too.

    Each follows its parent; beside each other they stand by date, those without a date last, circles of parents last
    of all.
    """
    folder = game if isinstance(game, str) else game.name
    peeks = {name: _peek(path) for name, path in revisions_in(workspace.scenarios / folder).items()}
    names = sorted(peeks, key=lambda name: (peeks[name][1], name))
    order: list[str] = []
    waiting = [name for name in reversed(names) if peeks[name][0] not in peeks]
    while waiting:
        order.append(waiting.pop())
        waiting += [name for name in reversed(names) if peeks[name][0] == order[-1]]
    in_circles = [name for name in names if name not in order]
    return [f"{folder}/{name}" for name in order + in_circles]


def _peek(path: Path) -> tuple[str | None, str]:
    """Parent and date of a file, as far as they can be read."""
    try:
        content = read_scenario_file(path, path.name).content
    except BadInput:
        content = {}
    parent = content.get("parent")
    return parent if isinstance(parent, str) else None, str(content.get("date", "~"))


STORE = "belongs to the store"
REVISIONS = "lies among the revisions"
CARD_LISTS = "lies among the card lists of a game"
GAMES = "lies among the games of the workspace"
PROGRAM = "is part of the program"
RECORDS = "is among the records of the workspace"
IN_DATA = ("backups", "devices.json", "last-receive.zip", "drafts", "learned", "media", "plays")
"""The files and folders of records beside the store and its texts."""
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
    from workbench.store.texts import IMPORTS, INDEX, LEDGER, LOCK, PENDING, PEOPLE, SESSIONS  # loads slowly

    if _is_of_store(workspace, target):
        return STORE
    above, records = [target, *target.parents], {*IN_DATA, IMPORTS, INDEX, LEDGER, LOCK, PENDING, PEOPLE, SESSIONS}
    if any(place.name.casefold() in records and _is_same(place.parent, workspace.data) for place in above):
        return RECORDS
    folders = {folder: reason for folder, reason in _folders(workspace) if is_folder(folder)}
    inside = (
        reason for folder, reason in folders.items() if any(_is_same(folder, folder_above) for folder_above in above)
    )
    linked = (  # a file there is the same file, by another name
        reason
        for folder, reason in folders.items()
        if reason != PROGRAM and target.is_file() and any(_is_same(file, target) for file in folder.rglob("*"))
    )
    return next(inside, None) or (next(linked, None) if is_there(target) else None)


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


def _is_same(one: Path, other: Path) -> bool:
    """True if both are there and are the same, also by links and by names that differ in case only."""
    first, second = _status(one), _status(other)
    return first is not None and second is not None and (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)


def _status(path: Path) -> stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None
