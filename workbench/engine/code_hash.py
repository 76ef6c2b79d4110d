"""The hash of the code by which a game is played: over all code that is executed, wherever it lies.

It names the compile cache, and it is stored with every run. It is taken over

- every module of the engine and the bots;
- the modules of the game's functions and of its rules, and what these modules import, in whatever package;
- the modules of all functions that these functions reach through their globals and closures, and the numbers, texts
  and arrays that they read there, which Numba compiles in as they are;
- the game's records, styles and kinds of action.

It ends at Python itself and the libraries that the workbench uses. Of a module it takes the syntax tree without
docstrings, so that comments, docstrings and layout change nothing. Nothing is imported or run for it: modules are
looked up among those loaded.

Parsing takes 2 to 10 ms a file, so what was found is kept on disk by the file's size and time of change.
"""

import ast
import hashlib
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum, EnumMeta
from functools import partial
from importlib.util import resolve_name
from inspect import unwrap
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple

import numpy as np

from workbench.engine.compiling import cache_root
from workbench.engine.files import JsonValue, read_sealed, write_sealed
from workbench.engine.types import GameFunction

WHOLE = tuple(Path(__file__).parents[1] / name for name in ("engine", "bots"))
"""The folders that are taken whole."""
USED = (
    *("PIL", "click", "duckdb", "filelock", "jinja2", "llvmlite", "markdown_it", "numba", "numpy"),
    *("optuna", "pandas", "platformdirs", "plotly", "pydantic", "pyarrow", "rich", "scipy", "segno", "starlette"),
    *("streamlit", "tomlkit"),
)
"""Libraries of the workbench itself. Some look at what else is loaded: an app would hash it unlike a command."""
LIBRARIES = sys.stdlib_module_names | set(USED)
SETTLED_NS = 2_000_000_000
"""A file that was changed a moment ago may be changed again within one tick of the file system's clock: not kept."""
BODIES = "body", "orelse", "finalbody"
"""Where the statements in a statement lie."""
CONSTANTS = (bool, int, float, complex, str, bytes, np.generic, type(None))


class SourceFile(NamedTuple):
    """A file: the digest of what it executes, and what it imports, as (module, names from it)."""

    digest: str
    imports: list[tuple[str, list[str]]]


def executed(tree: ast.Module) -> str:
    """A module's source without docstrings, comments and layout; the tree loses its docstrings."""
    for node in _holders(tree):
        for name in BODIES:
            if statements := getattr(node, name, None):
                setattr(node, name, [statement for statement in statements if not _is_text(statement)] or [ast.Pass()])
    return ast.unparse(tree)


def _holders(tree: ast.Module) -> Iterator[ast.AST]:
    """The module and all its statements, and what else holds statements: the cases of `match`, `except`."""
    left: list[ast.AST] = [tree]
    while left:
        node = left.pop()
        yield node
        for name in (*BODIES, "handlers", "cases"):
            left += getattr(node, name, ())


def _is_text(node: ast.AST) -> bool:
    """True for a statement that is a mere text: the docstring of what it stands in, or follows."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _imports(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    for node in _holders(tree):
        if isinstance(node, ast.Import):
            yield from ((name.name, []) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or ""), [name.name for name in node.names]


class Sources:
    """The files that were read, kept in a file of the compile cache between processes."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._entries: dict[str, JsonValue] = {}
        self._fresh = False
        if content := read_sealed(file):
            self._entries = dict(json.loads(content))

    @classmethod
    def of_this_python(cls) -> "Sources":
        """Those kept in the compile cache: a file for each Python and each place where the workbench is installed."""
        place = hashlib.sha256(str(WHOLE[0]).encode()).hexdigest()[:8]
        return cls(cache_root() / f"sources-{sys.version_info[0]}.{sys.version_info[1]}-{place}.json")

    def read(self, path: Path) -> SourceFile:
        """The code that a file executes and its imports; one that is no Python is taken as it is."""
        status = path.stat()
        stamp = [status.st_mtime_ns, status.st_size]
        entry = self._entries.get(str(path))
        if entry and entry[0] == stamp:
            return SourceFile(entry[1], entry[2])
        source = _parsed(path.read_bytes())
        if time.time_ns() - status.st_mtime_ns > SETTLED_NS:
            self._entries[str(path)] = [stamp, *source]
            self._fresh = True
        return source

    def keep(self) -> None:
        """Write what is new to disk, where that is allowed."""
        if not self._fresh:
            return
        entries = {path: source for path, source in self._entries.items() if Path(path).exists()}
        write_sealed(self.file, json.dumps(entries).encode())
        self._fresh = False


def _parsed(content: bytes) -> SourceFile:
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):
        return SourceFile(hashlib.sha256(content).hexdigest(), [])
    imports = list(_imports(tree))
    return SourceFile(hashlib.sha256(executed(tree).encode()).hexdigest(), imports)


def code_hash(functions: Iterable[GameFunction], owners: Iterable[str], declared: object, sources: Sources) -> str:
    """SHA-256, in hex, over the code behind a game's functions, the modules named `owners`, and what it declares."""
    reached = _Reached(functions)
    digest = hashlib.sha256(repr(declared).encode())
    for folder in WHOLE:
        for path in sorted(folder.rglob("*.py")):
            digest.update(f"{path.relative_to(folder.parent)} {sources.read(path).digest}\n".encode())
    for name, source in sorted(_modules([*owners, *reached.modules], sources).items()):
        digest.update(f"{name} {source.digest}\n".encode())
    for constant in sorted(reached.constants):
        digest.update(f"{constant}\n".encode())
    sources.keep()
    return digest.hexdigest()


def files_hash(paths: Iterable[Path], sources: Sources) -> str:
    """SHA-256, in hex, over what some files execute."""
    lines = (f"{path.parent.name}/{path.name} {sources.read(path).digest}\n" for path in sorted(paths))
    digest = hashlib.sha256("".join(lines).encode()).hexdigest()
    sources.keep()
    return digest


def _modules(names: Iterable[str], sources: Sources) -> dict[str, SourceFile]:
    """The loaded modules of these names and all that they import, as far as they are nobody's library."""
    by_name: dict[str, SourceFile] = {}
    left = list(dict.fromkeys(names))
    while left:
        name = left.pop()
        path = None if name in by_name else _file_of(name)
        if path is not None:
            by_name[name] = sources.read(path)
            left += _imported(name, by_name[name])
    return by_name


def _file_of(name: str) -> Path | None:
    """The file of a loaded module that is to be taken by itself."""
    file = None if name.partition(".")[0] in LIBRARIES else getattr(sys.modules.get(name), "__file__", None)
    path = Path(file) if file else None
    return path if path and path.is_file() and not any(path.is_relative_to(folder) for folder in WHOLE) else None


def _imported(name: str, source: SourceFile) -> Iterator[str]:
    """The names of the modules that a module imports, or from which it imports something."""
    package = getattr(sys.modules.get(name), "__package__", None) or ""
    for target, names in source.imports:
        with suppress(ImportError):
            module = resolve_name(target, package)
            inner = [f"{module}.{name}" for name in names]
            parts = [part for part in inner if part in sys.modules]
            yield from parts
            if len(parts) < len(inner) or not inner:
                yield module


class _Reached:
    """The modules of all functions that some functions can call, and the constants that they read."""

    def __init__(self, functions: Iterable[GameFunction]) -> None:
        self.modules: set[str] = set()
        self.constants: set[str] = set()
        self._seen: set[int] = set()
        self._left: list[FunctionType] = []
        for function in functions:
            self._meet("", function, ())
        while self._left:
            self._follow(self._left.pop())

    def _follow(self, function: FunctionType) -> None:
        names = tuple(_names(function.__code__))
        place = f"{function.__module__}.{function.__qualname__}"
        for name in names:
            if name in function.__globals__:
                self._meet(f"{place} {name}", function.__globals__[name], names)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            with suppress(ValueError):  # a name that is not bound yet
                self._meet(f"{place} {name}", cell.cell_contents, names)
        self._meet(f"{place} defaults", function.__defaults__ or (), names)

    def _meet(self, place: str, value: object, names: tuple[str, ...]) -> None:
        """Note a value that is read at a place; of a module, what goes by one of the names."""
        value = _plain(value)
        if isinstance(value, FunctionType):
            self._enter(value)
        elif isinstance(value, ModuleType):
            if value.__name__.partition(".")[0] not in LIBRARIES:
                self.modules.add(value.__name__)
                for name in set(names) & vars(value).keys():
                    inner = vars(value)[name]
                    self._meet(f"{place}.{name}", inner, names if _is_part(inner, value) else ())
        elif isinstance(value, tuple | list):
            for number, item in enumerate(value):
                self._meet(f"{place}[{number}]", item, names)
        elif (constant := _constant(value)) is not None:
            self.constants.add(f"{place} = {constant}")

    def _enter(self, function: FunctionType) -> None:
        if id(function) in self._seen or (function.__module__ or "").partition(".")[0] in LIBRARIES:
            return
        self._seen.add(id(function))
        self.modules.add(function.__module__)
        if not any(Path(function.__code__.co_filename).is_relative_to(folder) for folder in WHOLE):
            self._left.append(function)


def _plain(value: object) -> object:
    """The Python function behind a compiled, wrapped or partly applied one; anything else as it is."""
    if isinstance(value, partial):
        return [value.func, *value.args, *value.keywords.values()]
    value = getattr(value, "py_func", value) if not isinstance(value, ModuleType) else value
    return unwrap(value) if isinstance(value, FunctionType) else value


def _is_part(value: object, package: ModuleType) -> bool:
    return isinstance(value, ModuleType) and value.__name__.startswith(f"{package.__name__}.")


def _names(code: CodeType) -> Iterator[str]:
    """Every global name and attribute that a function reads, inner functions included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _constant(value: object) -> str | None:
    """A value that Numba compiles in, as text; None for all else."""
    if isinstance(value, CONSTANTS):
        return repr(value)
    if isinstance(value, np.ndarray):
        return f"{value.dtype.str} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, EnumMeta):
        members: Mapping[str, Enum] = value.__members__
        return repr([(name, member.value) for name, member in members.items()])
    return repr(value.descr) if isinstance(value, np.dtype) and value.names else None
