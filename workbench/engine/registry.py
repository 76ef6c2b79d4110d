"""The games there are: every entry point of the group `workbench.games`, ours and plug-ins, and those of a workspace.

A process has the games of one workspace at a time. `refresh` loads anew those whose files have changed.

A designer's games lie in the folder `games/` of a workspace: each a folder with a file `game.py` that declares `GAME`.
A game of a family has a file `game.toml` in its place (`families`), and no code. The others are loaded without
installing, once somebody has said who wrote them (`trust`), since their code may do whatever the user may. That is
remembered beside the compiled code, for a place and the owner of its file: editing a game asks nothing, and a workspace
that comes from elsewhere brings no trust with it.
"""

import json
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from workbench.engine import families
from workbench.engine.compiling import cache_root
from workbench.engine.files import read_json, write_whole
from workbench.engine.game import Game
from workbench.engine.parameters import Parameter
from workbench.engine.plugins import BrokenPlugin, Installed, PluginKind
from workbench.engine.problems import BadInput
from workbench.engine.wording import did_you_mean, listed

PACKAGE = "workspace_games"
"""The package by which Python knows the games of the workspace."""
FILE = "game.py"
"""The file of a game's folder that declares it."""
FolderStamp = tuple[tuple[str, int, int], ...]
"""Names, times and sizes of files: equal where nothing has changed."""


class WorkspaceGames(NamedTuple):
    """The games of the workspace at `root`."""

    root: Path

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self.root / "games"

    def sources(self, called: str = FILE) -> dict[str, Path]:
        """The file of each game, by its name: that of a game with code, or of a game of a family."""
        files = sorted(self.folder.glob(f"*/{called}"))
        return {file.parent.name: file for file in files if file.parent.name.isidentifier()}

    def points(self, group: str) -> Iterator[EntryPoint]:
        """An entry point for each game whose code may be run, and for each that has none."""
        for name, file in self.sources(families.FILE).items():
            yield families.FamilyPoint(name, str(file), group)
        for name, source in self.sources().items():
            if is_trusted(source):
                yield EntryPoint(name, f"{PACKAGE}.{name}.{Path(FILE).stem}:GAME", group)

    def locked(self) -> dict[str, Path]:
        """The games of which nobody has said that their code may be run."""
        return {name: source for name, source in self.sources().items() if not is_trusted(source)}

    def stamps(self) -> dict[str, FolderStamp]:
        """The files of each game but for its tests, without reading them, by the game's name."""
        stamps = {}
        for name, source in (self.sources() | self.sources(families.FILE)).items():
            kinds = ("*.py", "*.md", "*.csv", families.FILE)
            files = sorted(file for kind in kinds for file in source.parent.rglob(kind))
            stamps[name] = tuple(_stamp(file) for file in files if not file.name.startswith("test_"))
        return stamps

    def name_of(self, file: str) -> str:
        """The name of a file in messages: from the workspace where it is inside, else as it is."""
        path = Path(file)
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else file

    def trust(self, name: str) -> None:
        """Let the code of a game be run from now on. Raises BadInput where there is none, or it cannot be noted."""
        source = self.sources().get(name)
        if source is None:
            games = ", ".join(self.sources()) or "none"
            raise BadInput.one("game", f"no such game in {self.folder}; there: {games}", name)
        memory = _memory_of(source)
        try:
            write_whole(memory, json.dumps(_trust_in(source)).encode())
        except OSError as error:
            raise BadInput.one(str(memory), f"cannot be written: {error.strerror or error}") from None

    def enter(self) -> None:
        """Let Python import the games, and no longer those of another workspace."""
        forget()
        package = ModuleType(PACKAGE)
        package.__path__ = [str(self.folder)]
        package.__spec__ = ModuleSpec(PACKAGE, None, is_package=True)
        package.__spec__.submodule_search_locations = [str(self.folder)]
        sys.modules[PACKAGE] = package


def failure_in(error: BaseException) -> str:
    """The failure of a game of a workspace, with its file and line; empty for a failure elsewhere."""
    modules = [(frame.f_globals.get("__name__", ""), line) for frame, line in traceback.walk_tb(error.__traceback__)]
    for module, line in reversed(modules):
        if module.startswith(f"{PACKAGE}."):
            _, name, *rest = module.split(".")
            file = "/".join(["games", name, *rest])
            return f"{file}.py, line {line}: {type(error).__name__}: {error}; `workbench conform {name}` says more"
    return ""


def is_trusted(source: Path) -> bool:
    """True if somebody has said that this file, of this owner, may be run."""
    try:
        return bool(read_json(_memory_of(source).read_bytes()) == _trust_in(source))
    except (OSError, ValueError):
        return False


def forget(name: str = "") -> None:
    """Have the modules of a game loaded anew; without a name, those of all games."""
    invalidate_caches()
    place = f"{PACKAGE}.{name}" if name else PACKAGE
    for module in list(sys.modules):
        if module == place or module.startswith(f"{place}."):
            del sys.modules[module]


def _memory_of(source: Path) -> Path:
    """The file that remembers who is trusted with a place."""
    return cache_root() / f"trusted-{sha256(str(source.resolve()).encode()).hexdigest()[:24]}.json"


def _trust_in(source: Path) -> dict[str, str | int]:
    return {"file": str(source.resolve()), "owner": source.stat().st_uid}


def _stamp(file: Path) -> tuple[str, int, int]:
    try:
        status = file.stat()
    except OSError:  # gone just now
        return str(file), 0, 0
    return str(file), status.st_mtime_ns, status.st_size


GROUP = "workbench.games"
_workspace: list[WorkspaceGames] = []
"""The workspace whose games are there too, if any."""
_stamps: dict[str, FolderStamp] = {}
"""The files of its games when they were last looked at."""
_refreshing = threading.Lock()


def broken_plugins() -> tuple[BrokenPlugin, ...]:
    """The games that cannot be loaded, and those of the workspace that may not be yet."""
    broken = games().broken()
    if not _workspace:
        return broken
    (workspace,) = _workspace
    reason = "its code can do here whatever you can, and nobody has said yet who wrote it"
    locked = [
        BrokenPlugin(name, workspace.name_of(str(source)), None, reason, is_locked=True)
        for name, source in workspace.locked().items()
    ]
    return (*(replace(plugin, file=workspace.name_of(plugin.file)) for plugin in broken), *locked)


def use_workspace(root: Path | str) -> None:
    """Have the games of this workspace, and no longer those of another; without a name, none."""
    if str(root) == workspace_root():
        return
    workspaces = [WorkspaceGames(Path(root).resolve())] if root else []
    if workspaces == _workspace:
        return
    with _refreshing:
        had_games = bool(_stamps)
        _workspace[:] = workspaces
        _stamps.clear()
        _look()
        for workspace in workspaces:
            workspace.enter()
        if had_games or _stamps:
            games.cache_clear()


def workspace_root() -> str:
    """The workspace whose games are there, for `use_workspace` in another process; empty for none."""
    return str(_workspace[0].root) if _workspace else ""


def has_workspace_games() -> bool:
    """True if the workspace has games of its own, which may change."""
    return bool(_stamps)


def is_of_workspace(name: str) -> bool:
    """True for a game of the workspace: no other computer has it."""
    return name in _stamps


def trust(name: str) -> None:
    """Load a game of the workspace from now on. Raises BadInput where there is none of the name."""
    if not _workspace:
        raise BadInput.one("game", "there is no workspace here", name)
    with _refreshing:
        _workspace[0].trust(name)
        _look()
    games.cache_clear()


class Reloaded(NamedTuple):
    """A game of the workspace whose files have changed, and what is different now, a sentence each."""

    name: str
    changes: tuple[str, ...]


def refresh() -> list[Reloaded]:
    """The games of the workspace whose files have changed since; they are loaded anew."""
    if not _workspace:
        return []

    with _refreshing:
        before, loaded = dict(_stamps), games()
        if not _look():
            return []
        changed = [name for name in {**before, **_stamps} if before.get(name) != _stamps.get(name)]
        old = {name: loaded.get(name) for name in changed}
        for name in changed:
            forget(name)
        games.cache_clear()
        now = games()
        return [Reloaded(name, tuple(changes_of(old[name], now.get(name)))) for name in changed]


def _look() -> bool:
    """Note how the files of the workspace's games are now; true if that is different."""
    now = {name: stamp for workspace in _workspace for name, stamp in workspace.stamps().items()}
    if now == _stamps:
        return False
    for name in _stamps.keys() - now.keys():
        del _stamps[name]
    _stamps.update(now)  # others may look meanwhile: a game that stays is never missing
    return True


def title_of(name: str) -> str:
    """The game's title; its name where it is not installed here."""
    game = games().get(name)
    return game.title if game else name


def game_named(name: object, place: str = "game") -> Game:
    """The game called `name`. Raises BadInput that lists the games there are, or says why it was left out."""
    game = games().get(name) if isinstance(name, str) else None
    if game is None:
        broken = next((broken_plugin for broken_plugin in broken_plugins() if broken_plugin.name == name), None)
        there = ", ".join(f'"{other}"' for other in games())
        no_such = f"no such game{did_you_mean(name, games(), f'; the games are {there}')}"
        message = broken.problem.message if broken else no_such
        raise BadInput.one(place, message, name)
    return game


@cache
def games() -> Installed[Game]:
    """Every game that can be loaded, by name, in the order of their names; each is loaded when it is first used."""
    local = [point for workspace in _workspace for point in workspace.points(GROUP)]
    return Installed(PluginKind("game", GROUP, Game, _wrong_with), [*entry_points(group=GROUP), *local])


def _wrong_with(game: Game) -> str:
    """Why a game cannot be played; empty if it can. What it declares wrongly raises."""
    if isinstance(game.rulebook, Path) and not game.rulebook.is_file():
        return f"there is no rulebook {game.rulebook}"
    _ = game.result, game.card_use
    if game.rules.__module__.startswith(f"{PACKAGE}."):
        _ = game.code_hash  # of the files as they are now: they may change while the game is there
    return ""


def changes_of(before: Game | None, now: Game | None) -> Iterator[str]:
    """The differences between what a game was and what it is now; None where it did not load."""
    if now is None:
        yield "It does not load any more." if before else "It does not load."
    elif before is None:
        yield "It loads now."
    else:
        declared = [*_declared(before, now)]
        yield from declared
        if before.code_hash != now.code_hash:
            yield "Its code is different: plays may go otherwise, and are played anew."
        elif not declared:
            yield "Plays go as before."


def _declared(before: Game, now: Game) -> Iterator[str]:
    """The differences between the declarations."""
    yield from _named("rule", before.parameters, now.parameters)
    for name, rule in now.parameters.items():
        if name in before.parameters and (words := _changed(before.parameters[name], rule)):
            yield f"The rule {name} {words}."
    yield from _named("move", *([kind.name.lower() for kind in game.action_kinds] for game in (before, now)))
    yield from _named("measure", *([measure.name for measure in game.measures] for game in (before, now)))
    yield from _named("style", *([style.name for style in game.styles] for game in (before, now)))


def _changed(before: Parameter, now: Parameter) -> str:
    """The change of a rule that is still there: of its default, of the values it may take, or of its words."""
    if before.default != now.default:
        return f"was {before.show(before.default)} by default and is {now.show(now.default)}"
    if before.allowed != now.allowed:
        return f"was {before.allowed} and is {now.allowed}"
    words = [(rule.help, rule.label, rule.unit, rule.section) for rule in (before, now)]
    return "is worded otherwise" if words[0] != words[1] else ""


def _named(noun: str, before: Iterable[str], now: Iterable[str]) -> Iterator[str]:
    """The names that came and went."""
    old, new = set(before), set(now)
    for names, word in ((new - old, "New"), (old - new, "Gone")):
        if names:
            yield f"{word} {noun}{'s' * (len(names) > 1)}: {listed(sorted(names))}."
