"""A designer's games in the folder `games/` of a workspace: each a folder with a file `game.py` that declares `GAME`.

A game of a family has a file `game.toml` in its place (`families`), and no code. The others are loaded without
installing, once somebody has said who wrote them (`trust`), since their code may do whatever the user may. That is
remembered beside the compiled code, for a place and the owner of its file: editing a game asks nothing, and a workspace
that comes from elsewhere brings no trust with it.
"""

import json
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

from workbench.engine import families
from workbench.engine.compiling import cache_root
from workbench.engine.files import write_whole
from workbench.engine.problems import BadInput

PACKAGE = "workspace_games"
"""The package by which Python knows the games of the workspace."""
FILE = "game.py"
"""The file of a game's folder that declares it."""
FolderStamp = tuple[tuple[str, int, int], ...]
"""Names, times and sizes of files: equal where nothing has changed."""


@dataclass(frozen=True)
class WorkspaceGames:
    """The games of the workspace at `root`."""

    root: Path

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self.root / "games"

    def sources(self) -> dict[str, Path]:
        """The file of each game, by its name."""
        files = sorted(self.folder.glob(f"*/{FILE}"))
        return {file.parent.name: file for file in files if file.parent.name.isidentifier()}

    def without_code(self) -> dict[str, Path]:
        """The file of each game of a family, by its name."""
        files = sorted(self.folder.glob(f"*/{families.FILE}"))
        return {file.parent.name: file for file in files if file.parent.name.isidentifier()}

    def points(self, group: str) -> Iterator[EntryPoint]:
        """An entry point for each game whose code may be run, and for each that has none."""
        for name, file in self.without_code().items():
            yield families.FamilyPoint(name, str(file), group)
        for name, source in self.sources().items():
            if is_trusted(source):
                yield EntryPoint(name, f"{PACKAGE}.{name}.{Path(FILE).stem}:GAME", group)

    def locked(self) -> dict[str, Path]:
        """The games of which nobody has said that their code may be run."""
        return {name: source for name, source in self.sources().items() if not is_trusted(source)}

    def stamps(self) -> dict[str, FolderStamp]:
        """The files of each game but for its tests, without reading them, by the game's name."""
        return {name: _stamp_of_game(file.parent) for name, file in (self.sources() | self.without_code()).items()}

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
        return bool(json.loads(_memory_of(source).read_bytes()) == _trust_in(source))
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


def _stamp_of_game(folder: Path) -> FolderStamp:
    files = (file for kind in ("*.py", "*.md", "*.csv", families.FILE) for file in folder.rglob(kind))
    return tuple(_stamp(file) for file in sorted(files) if not file.name.startswith("test_"))


def _stamp(file: Path) -> tuple[str, int, int]:
    try:
        status = file.stat()
    except OSError:  # gone just now
        return str(file), 0, 0
    return str(file), status.st_mtime_ns, status.st_size
