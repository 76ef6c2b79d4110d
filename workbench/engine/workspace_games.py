"""A designer's games in the folder `games/` of a workspace: `NAME.py`, or `NAME/` with an `__init__.py`.

They are loaded without installing, once it has been said who wrote them (`trust`): their code may do whatever the user
may. That is remembered by place and by the owner of the file, so that editing a game asks nothing. Modules whose names
begin with `_` are helpers of the games beside them.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

from workbench.engine.files import write_whole
from workbench.engine.problems import BadInput

PACKAGE = "workspace_games"
"""The package by which Python knows the games of the workspace."""
TRUSTED = "trusted-games.json"
Stamp = tuple[tuple[str, int, int], ...]
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
        if not self.folder.is_dir():
            return {}
        modules = {path.stem: path for path in self.folder.glob("*.py")}
        packages = {path.parent.name: path for path in self.folder.glob("*/__init__.py")}
        both = {**modules, **packages}
        names = sorted(name for name in both if name.isidentifier() and not name.startswith(("_", "test_", "conftest")))
        return {name: both[name] for name in names}

    def points(self, group: str) -> Iterator[EntryPoint]:
        """An entry point for each game whose code may be run."""
        for name, source in self.sources().items():
            if self.is_trusted(source):
                yield EntryPoint(name, f"{PACKAGE}.{name}:GAME", group)

    def locked(self) -> dict[str, Path]:
        """The games whose code nobody has said may be run."""
        return {name: source for name, source in self.sources().items() if not self.is_trusted(source)}

    def stamp(self, name: str) -> Stamp:
        """The files of a game, with those of helpers, without reading them; empty for a game that is not here."""
        source = self.sources().get(name)
        if source is None:
            return ()
        own = sorted(source.parent.rglob("*.py")) if source.name == "__init__.py" else [source]
        files = [*own, *sorted(self.folder.glob("_*.py")), *sorted(self.folder.glob("_*/**/*.py"))]
        return tuple(_stamp(file) for file in files)

    def name_of(self, file: str) -> str:
        """A file from the workspace where it is inside, else as it is."""
        with suppress(ValueError):
            return Path(file).relative_to(self.root).as_posix()
        return file

    # Whose code it is

    @property
    def memory(self) -> Path:
        """The file that remembers whose code may be run."""
        return self.root / "data" / TRUSTED

    def is_trusted(self, source: Path) -> bool:
        """True if somebody said that this file, of this owner, may be run."""
        return self._remembered().get(str(_home(source).resolve())) == source.stat().st_uid

    def trust(self, name: str) -> None:
        """Let the code of a game be run from now on. Raises BadInput where there is none, or it cannot be noted."""
        source = self.sources().get(name)
        if source is None:
            games = ", ".join(self.sources()) or "none"
            raise BadInput.one("game", f"no such game in {self.folder}; there: {games}", name)
        trusted = {**self._remembered(), str(_home(source).resolve()): source.stat().st_uid}
        try:
            self.memory.parent.mkdir(mode=0o700, exist_ok=True)
            write_whole(self.memory, json.dumps(trusted, indent=1).encode())
        except OSError as error:
            raise BadInput.one(str(self.memory), f"cannot be written: {error.strerror or error}") from None

    def _remembered(self) -> dict[str, Any]:
        try:
            content = json.loads(self.memory.read_bytes())
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}

    # Python's modules

    def enter(self) -> None:
        """Let Python find the games, and no longer those of another workspace."""
        forget()
        package = ModuleType(PACKAGE)
        package.__path__ = [str(self.folder)]
        package.__spec__ = ModuleSpec(PACKAGE, None, is_package=True)
        package.__spec__.submodule_search_locations = [str(self.folder)]
        sys.modules[PACKAGE] = package


def forget(name: str = "") -> None:
    """Have the modules of a game and of helpers loaded anew; without a name, those of all games."""
    invalidate_caches()
    for module in list(sys.modules):
        package, _, rest = module.partition(".")
        first = rest.partition(".")[0]
        if package == PACKAGE and (not name or first == name or first.startswith("_")):
            del sys.modules[module]


def _home(source: Path) -> Path:
    """The game's place: its file, or its folder."""
    return source.parent if source.name == "__init__.py" else source


def _stamp(file: Path) -> tuple[str, int, int]:
    try:
        status = file.stat()
    except OSError:  # gone just now
        return str(file), 0, 0
    return str(file), status.st_mtime_ns, status.st_size
