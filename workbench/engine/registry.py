"""The installed games: every entry point of the group `workbench.games`, built-in games and plug-ins alike.

A plug-in that cannot be loaded is left out, and named with its file and line; all other games go on. So is one that is
not loaded after a while: each is loaded by a thread of its own, which is given up then, and remembered (`hangs.py`).
"""

import ast
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from sysconfig import get_path
from typing import Any

from workbench.engine.game import Game
from workbench.engine.hangs import Hang, memory_of, remember, remembered
from workbench.engine.notes import note
from workbench.engine.problems import BadInput, Problem, on_one_line

GROUP = "workbench.games"
OURS = Path(__file__).parents[1]
LIBRARIES = ("numba", "numpy")
"""Where a failure is never the plug-in's own line."""
NOTED_S, PATIENCE_S = 2.0, 20.0
"""After how long the plug-in that is being loaded is named, and after how long it is left out."""


@dataclass(frozen=True)
class BrokenPlugin:
    """A plug-in whose game cannot be loaded: where its source fails (the line may be unknown), and how."""

    name: str
    file: str
    line: int | None
    reason: str

    @property
    def place(self) -> str:
        """File and line."""
        return self.file if self.line is None else f"{self.file}:{self.line}"

    @property
    def problem(self) -> Problem:
        """A warning for people."""
        message = f"cannot be loaded and is left out; {self.place}: {self.reason}"
        return on_one_line(Problem(f"game {self.name}", message, warning=True))

    def as_json(self) -> dict[str, Any]:
        """As `games --json` lists it."""
        return asdict(self)


def games() -> Mapping[str, Game]:
    """Every game that can be loaded, by name, in the order of their names; each is loaded when it is first used."""
    return _installed()


def broken_plugins() -> tuple[BrokenPlugin, ...]:
    """The plug-ins that cannot be loaded."""
    return _installed().broken()


def title_of(name: str) -> str:
    """The title of the game; its name where it is not installed here."""
    game = games().get(name)
    return game.title if game else name


def game_named(name: object, place: str = "game") -> Game:
    """The game called `name`. Raises BadInput that lists the games there are, or says why it was left out."""
    game = games().get(name) if isinstance(name, str) else None
    if game is None:
        broken = next((broken_plugin for broken_plugin in broken_plugins() if broken_plugin.name == name), None)
        names = ", ".join(f'"{names}"' for names in games())
        message = broken.problem.message if broken else f"no such game; the games are {names}"
        raise BadInput.one(place, message, name)
    return game


class _Installed(Mapping[str, Game]):
    """The games of some entry points. A game is loaded when it is asked for: most commands need one."""

    def __init__(self, points: Iterable[EntryPoint]) -> None:
        in_order = sorted(set(points), key=lambda point: (point.name, not _is_ours(point)))
        self._points = {name: list(group) for name, group in groupby(in_order, attrgetter("name"))}
        self._loaded: dict[str, list[Game | BrokenPlugin]] = {}

    def _all(self, name: str) -> list[Game | BrokenPlugin]:
        """The plug-ins behind the entry points of one name: at most one game."""
        if name not in self._loaded:
            plugins: list[Game | BrokenPlugin] = []
            for point in self._points.get(name, ()):
                plugins.append(_loaded(point, is_taken=any(isinstance(plugin, Game) for plugin in plugins)))
            self._loaded[name] = plugins
        return self._loaded[name]

    def __getitem__(self, name: str) -> Game:
        for plugin in self._all(name):
            if isinstance(plugin, Game):
                return plugin
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._points if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def broken(self) -> tuple[BrokenPlugin, ...]:
        """The plug-ins that are left out."""
        return tuple(plugin for name in self._points for plugin in self._all(name) if isinstance(plugin, BrokenPlugin))


@cache
def _installed() -> _Installed:
    return _Installed(entry_points(group=GROUP))


def _is_ours(point: EntryPoint) -> bool:
    return point.value.startswith(f"{GROUP}.")


def _loaded(point: EntryPoint, *, is_taken: bool) -> Game | BrokenPlugin:
    """The game of an entry point, whole enough to be played; else why not."""
    if _is_ours(point):
        return _load(point, is_taken)
    if hang := remembered(point):
        return _left_out(point, hang, is_remembered=True)
    loaded: list[Game | BrokenPlugin] = []
    loader = threading.Thread(target=lambda: loaded.append(_load(point, is_taken)), daemon=True)
    loader.start()
    loader.join(NOTED_S)
    if loader.is_alive():
        note(f"slow game {point.name}", f"loading the game {point.name}{_package(point)} …")
        loader.join(PATIENCE_S - NOTED_S)
    return loaded[0] if loaded else _abandoned(point, loader)


def _load(point: EntryPoint, is_taken: bool) -> Game | BrokenPlugin:
    try:
        game = point.load()
        reason = _wrong_with(point, game, is_taken=is_taken)
        return BrokenPlugin(point.name, *_declared_at(point), reason) if reason else game
    except (Exception, SystemExit) as error:  # anything may go wrong in anybody's source
        return BrokenPlugin(point.name, *(_failed_at(error) or _declared_at(point)), _words(error))


def _abandoned(point: EntryPoint, loader: threading.Thread) -> BrokenPlugin:
    """The plug-in that is still loading, with the line where it is; a loop there is ended, if it lets itself."""
    import ctypes

    frame = sys._current_frames().get(loader.ident or 0)
    place = _blamed(traceback.extract_stack(frame)) if frame else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(loader.ident or 0), ctypes.py_object(SystemExit))
    hang = Hang(*(place or _declared_at(point)), PATIENCE_S)
    return _left_out(point, hang, is_remembered=remember(point, hang))


def _left_out(point: EntryPoint, hang: Hang, *, is_remembered: bool) -> BrokenPlugin:
    reason = f"still loading after {hang.patience_s:g} s{_package(point)}"
    if is_remembered:
        reason += f"; it is tried again when its files change, or when you delete {memory_of(point)}"
    return BrokenPlugin(point.name, hang.file, hang.line, reason)


def _package(point: EntryPoint) -> str:
    return f" (package {point.dist.name} {point.dist.version})" if point.dist else ""


def _wrong_with(point: EntryPoint, game: object, *, is_taken: bool) -> str:
    """Why the object cannot be the game of this entry point; empty if it can.

    Another game has its name if that `is_taken`. What it declares wrongly raises.
    """
    if not isinstance(game, Game):
        return f"{point.attr or point.module} must be a Game of workbench.engine.game, and is {type(game).__name__}"
    if game.name != point.name:
        return f'the game calls itself "{game.name}" and its entry point "{point.name}"; both must be the same'
    if is_taken:
        return f'another game is called "{point.name}" already; choose another name'
    if not game.rulebook.is_file():
        return f"there is no rulebook {game.rulebook}"
    _ = game.result, game.card_use
    return ""


def _words(error: BaseException) -> str:
    message = (error.msg if isinstance(error, SyntaxError) else str(error)).strip().partition("\n")[0]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _failed_at(error: BaseException) -> tuple[str, int | None] | None:
    """The innermost line of the plug-in's sources that took part in the failure; None where none did."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno
    return _blamed(traceback.extract_tb(error.__traceback__))


def _blamed(stack: Iterable[traceback.FrameSummary]) -> tuple[str, int | None] | None:
    """The innermost line of the plug-in's sources among these, the outermost first."""
    frames = [frame for frame in stack if _may_be_to_blame(Path(frame.filename))]
    return (frames[-1].filename, frames[-1].lineno) if frames else None


def _may_be_to_blame(source: Path) -> bool:
    """True for a file that may be a plug-in's: not Python's, its libraries' for numbers, or the workbench's."""
    if not source.is_absolute() or set(LIBRARIES) & set(source.parts):
        return False
    ours = source.is_relative_to(OURS) and not source.is_relative_to(OURS / "games")
    python = Path(get_path("stdlib"))
    return not ours and (not source.is_relative_to(python) or "site-packages" in source.parts)


def _declared_at(point: EntryPoint) -> tuple[str, int | None]:
    """Where the object of the entry point is made; without a module, where the entry point itself stands."""
    source = getattr(sys.modules.get(point.module), "__file__", None)
    if source and source.endswith(".py"):
        return source, next(_lines_that_name(Path(source), point.attr), None)
    listed = next((file for file in getattr(point.dist, "files", None) or () if file.name == "entry_points.txt"), None)
    path = Path(str(listed.locate())) if listed else None
    if path is None or not path.is_file():
        return f"entry point {point.name} = {point.value}", None
    lines = path.read_text("utf-8", "replace").splitlines()
    return str(path), next((number for number, line in enumerate(lines, 1) if point.value in line), None)


def _lines_that_name(source: Path, name: str) -> Iterator[int]:
    """The lines of a module where something of that name is made or imported."""
    for node in ast.parse(source.read_bytes()).body:
        targets = getattr(node, "targets", [getattr(node, "target", node)])
        names = [getattr(target, "id", getattr(target, "name", "")) for target in targets]
        names += [alias.asname or alias.name for alias in getattr(node, "names", ()) if isinstance(alias, ast.alias)]
        if name in names:
            yield node.lineno
