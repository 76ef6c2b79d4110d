"""Everything installed through an entry-point group: ours and that of plug-ins alike.

A plug-in that cannot be loaded is left out, and named with its file and line; all others go on. So is one that is not
loaded after a while: each is loaded by a thread of its own, which is given up then, and remembered until
its files change: nobody waits for it again and again.
"""

import ast
import json
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Generic, Protocol, TypeVar
from urllib.parse import quote

from workbench.engine.compile_errors import blamed, interrupt
from workbench.engine.files import read_json
from workbench.engine.notes import note
from workbench.engine.problems import BadInput, Problem, on_one_line

NOTED_S, PATIENCE_S = 2.0, 20.0
"""After how long the plug-in that is being loaded is named, and after how long it is left out."""


@dataclass(frozen=True)
class BrokenPlugin:
    """A plug-in that cannot be loaded: where its source fails (the line may be unknown), and how.

    `kind`: what it brings, as people call it. One that `is_locked` was not tried: nobody has said who wrote it.
    """

    name: str
    file: str
    line: int | None
    reason: str
    kind: str = "game"
    is_locked: bool = False

    @property
    def place(self) -> str:
        """File and line."""
        return self.file if self.line is None else f"{self.file}, line {self.line}"

    @property
    def problem(self) -> Problem:
        """A warning for people."""
        message = f"{self.name} does not load: {self.place}: {self.reason}; all else goes on without it"
        if self.is_locked:
            advice = f"if you know who wrote it, type `workbench trust {self.name}`; that is asked once"
            message = f"{self.name} is not loaded yet: {self.place}: {self.reason}; {advice}"
        return on_one_line(Problem(self.kind, message, warning=True))

    def as_json(self) -> dict[str, object]:
        """As `games --json` lists it."""
        return {"name": self.name, "file": self.file, "line": self.line, "reason": self.reason}


@dataclass(frozen=True)
class Hang:
    """Where a plug-in hung, and for how long it was waited for."""

    file: str
    line: int | None
    patience_s: float


class DataPoint(EntryPoint):
    """An entry point that runs nobody's code: it cannot hang, and is waited for however slow the machine is."""


class Named(Protocol):
    """An object that knows its name."""

    @property
    def name(self) -> str:
        """The name of its entry point."""


T = TypeVar("T", bound=Named)


@dataclass(frozen=True)
class PluginKind(Generic[T]):
    """The kind of object in an entry-point group: of a `type`, with a `name`, called a `noun`.

    `wrong_with` says why one cannot be used, empty where it can; what it raises says so too. `package` is where
    ours are, if that is not called as the group is.
    """

    noun: str
    group: str
    type: type[T]
    wrong_with: Callable[[T], str] = lambda loaded: ""
    package: str = ""

    def is_ours(self, point: EntryPoint) -> bool:
        """True for an entry point of the workbench itself."""
        return point.value.startswith(f"{self.package or self.group}.")


class Installed(Mapping[str, T]):
    """The objects of some entry points of a group, by name; each is loaded when it is asked for."""

    def __init__(self, kind: PluginKind[T], points: Iterable[EntryPoint]) -> None:
        self.kind = kind
        ordered = sorted(set(points), key=lambda point: (point.name, not kind.is_ours(point)))
        self._points = {name: list(group) for name, group in groupby(ordered, attrgetter("name"))}
        self._loaded: dict[str, list[T | BrokenPlugin]] = {}

    def _all(self, name: str) -> list[T | BrokenPlugin]:
        """The entry points of one name: at most one of them is sound."""
        if name not in self._loaded:
            loaded: list[T | BrokenPlugin] = []
            for point in self._points.get(name, ()):
                is_taken = any(isinstance(plugin, self.kind.type) for plugin in loaded)
                plugin: T | BrokenPlugin = _load_in_time(self.kind, point, is_taken=is_taken)
                loaded.append(plugin)
            self._loaded[name] = loaded
        return self._loaded[name]

    def __getitem__(self, name: str) -> T:
        for plugin in self._all(name):
            if isinstance(plugin, self.kind.type):
                return plugin
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._points if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def broken(self) -> tuple[BrokenPlugin, ...]:
        """The plug-ins that are left out."""
        return tuple(plugin for name in self._points for plugin in self._all(name) if isinstance(plugin, BrokenPlugin))


def _load_in_time(kind: PluginKind[T], point: EntryPoint, *, is_taken: bool) -> T | BrokenPlugin:
    """The object of an entry point, whole enough to be used; else why not."""
    if kind.is_ours(point) or isinstance(point, DataPoint):
        return _load(kind, point, is_taken)
    if hang := remembered(point):
        return _left_out(kind, point, hang, is_remembered=True)
    loaded: list[T | BrokenPlugin] = []

    def load() -> None:
        plugin: T | BrokenPlugin = _load(kind, point, is_taken)
        loaded.append(plugin)

    loader = threading.Thread(target=load, daemon=True)
    loader.start()
    loader.join(NOTED_S)
    if loader.is_alive():
        note(f"slow {kind.noun} {point.name}", f"loading the {kind.noun} {point.name}{_package(point)} …")
        loader.join(PATIENCE_S - NOTED_S)
    if loaded:
        return loaded[0]
    hang = Hang(*(interrupt(loader) or _declared_at(point)), PATIENCE_S)
    return _left_out(kind, point, hang, is_remembered=remember(point, hang))


def _load(kind: PluginKind[T], point: EntryPoint, is_taken: bool) -> T | BrokenPlugin:
    try:
        loaded = point.load()
        reason = _reason_against(kind, point, loaded, is_taken) or kind.wrong_with(loaded)
        return BrokenPlugin(point.name, *_declared_at(point), reason, kind.noun) if reason else loaded
    except BadInput as bad:
        source = bad.problems[0].source
        reason = "; ".join(str(problem._replace(source="")) for problem in bad.problems)
        return BrokenPlugin(point.name, *((source, None) if source else _declared_at(point)), reason, kind.noun)
    except BaseException as error:  # anything may go wrong in anybody's source
        if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
            raise
        return BrokenPlugin(point.name, *(_failed_at(error) or _declared_at(point)), _words(error), kind.noun)


def _reason_against(kind: PluginKind[T], point: EntryPoint, loaded: T, is_taken: bool) -> str:
    """Why an object is not what the entry point says; empty if it is. Another has its name if that `is_taken`."""
    if not isinstance(loaded, kind.type):
        expected = f"{kind.type.__name__} of {kind.type.__module__}"
        return f"{point.attr or point.module} must be a {expected}, and is {type(loaded).__name__}"
    name = loaded.name
    if name != point.name:
        return f'the {kind.noun} calls itself "{name}" and its entry point "{point.name}"; both must be the same'
    return f'another {kind.noun} is called "{point.name}" already; choose another name' if is_taken else ""


def _left_out(kind: PluginKind[T], point: EntryPoint, hang: Hang, *, is_remembered: bool) -> BrokenPlugin:
    reason = f"still loading after {hang.patience_s:g} s{_package(point)}"
    if is_remembered:
        reason += f"; it is tried again when its files change, or when you delete {memory_of(point)}"
    return BrokenPlugin(point.name, hang.file, hang.line, reason, kind.noun)


def _package(point: EntryPoint) -> str:
    return f" (package {point.dist.name} {point.dist.version})" if point.dist else ""


def _words(error: BaseException) -> str:
    message = (error.msg if isinstance(error, SyntaxError) else str(error)).strip().partition("\n")[0]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _failed_at(error: BaseException) -> tuple[str, int | None] | None:
    """The innermost line of the plug-in's sources that took part in the failure; None where none did."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno
    return blamed(traceback.extract_tb(error.__traceback__))


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


def memory_of(point: EntryPoint) -> Path:
    """The file that remembers a plug-in; who deletes it has the plug-in tried again."""
    from workbench.engine.compiling import cache_root  # brings NumPy

    return cache_root() / f"given-up-{quote(point.name, safe='')}.json"


def remember(point: EntryPoint, hang: Hang) -> bool:
    """Remember that the plug-in hangs as it is; False where that cannot be written."""
    try:
        memory_of(point).write_text(json.dumps({**vars(hang), "as_it_was": _as_it_is(point, hang.file)}))
    except (OSError, ValueError):
        return False
    return True


def remembered(point: EntryPoint) -> Hang | None:
    """Where the plug-in hung, if it has not changed since."""
    try:
        memory = read_json(memory_of(point).read_text())
        hang = Hang(memory["file"], memory["line"], memory["patience_s"])
        return hang if memory["as_it_was"] == _as_it_is(point, hang.file) else None
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _as_it_is(point: EntryPoint, file: str) -> list[object]:
    """The version and the times of the files of a plug-in, and of the file where it hung."""
    files = {str(path): path.stat().st_mtime_ns for path in (*_sources(point), Path(file)) if path.is_file()}
    return [point.value, point.dist.version if point.dist else "", files]


def _sources(point: EntryPoint) -> Iterator[Path]:
    """The Python files of the plug-in's module or package, which is not imported."""
    spec = find_spec(point.module.partition(".")[0])
    if spec and spec.origin:
        yield Path(spec.origin)
    for folder in (spec and spec.submodule_search_locations) or ():
        yield from sorted(Path(folder).rglob("*.py"))
