"""An author's sources: the functions that the engine reaches, where they stand, and the line that breaks something."""

import ast
import inspect
import linecache
import sys
import textwrap
import traceback
from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import TYPE_CHECKING

from workbench.conform.mistakes import SourceLine
from workbench.engine.compile_errors import blamed, may_be_to_blame
from workbench.engine.game import Game
from workbench.engine.types import GameFunction
from workbench.kit.fields import State
from workbench.kit.moves import declaration

PHASE = "phase"

if TYPE_CHECKING:
    from _typeshed import TraceFunction


def is_authors(file: str) -> bool:
    """True for a file of a game's author: not of Python, a library or the workbench."""
    return may_be_to_blame(Path(file))


def named(file: str) -> str:
    """A file as messages name it: from the folder `games/` or the current one where it lies below, else whole."""
    path = Path(file)
    if path.parent.parent.name == "games":
        return "/".join(path.parts[-3:])
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file


def place_of(function: GameFunction) -> SourceLine:
    """Where a function stands; nowhere for one that the kit has written."""
    code = getattr(inspect.unwrap(getattr(function, "py_func", function)), "__code__", None)
    if code is None or not is_authors(code.co_filename):
        return SourceLine()
    first = code.co_firstlineno
    lines = (n for n in range(first, first + 20) if linecache.getline(code.co_filename, n).lstrip().startswith("def "))
    return SourceLine(named(code.co_filename), next(lines, first))  # the line of `def`, below the decorators


def place_of_kind(game: Game, kind: str, otherwise: str = "legal_actions") -> SourceLine:
    """Where a kit game has a move, an event or a style; of another game, what says which actions are legal."""
    module = home_of(game)
    function = getattr(module, kind, None) or getattr(module, f"{kind}_", None)
    place = place_of(getattr(declaration(function), "function", function)) if function else SourceLine()
    return place if place.line else place_of(game.functions[otherwise])


def declared_at(game: Game, name: str) -> SourceLine:
    """The line that declares a field of the state or a measure of a kit game."""
    path = Path(home_of(game).__file__ or "")
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    numbers = (number for number, line in enumerate(lines, 1) if line.strip().startswith(f"{name}:"))
    line = next(numbers, None)
    return SourceLine(named(str(path)), line) if line else SourceLine()


def set_at(game: Game, name: str) -> SourceLine:
    """The author's first line that sets a field; nowhere where none does."""
    for function in reached(game).values():
        for node in ast.walk(tree_of(function)):
            if isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.ctx, ast.Store):
                return SourceLine(place_of(function).file, function.__code__.co_firstlineno + node.lineno - 1)
    return SourceLine()


@cache
def tree_of(function: FunctionType) -> ast.Module:
    """The syntax tree of a function; an empty one where its source is not there."""
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return ast.Module([], [])


def failed_at(error: BaseException) -> SourceLine:
    """The author's innermost line that took part in a failure."""
    return source_line(blamed(traceback.extract_tb(error.__traceback__)))


def source_line(place: tuple[str, int | None] | None) -> SourceLine:
    """File and line as messages name them; nowhere for None."""
    return SourceLine(named(place[0]), place[1]) if place else SourceLine()


def reached(game: Game) -> dict[str, FunctionType]:
    """The author's functions that plays can call, by module and name."""
    left, functions, seen = list(game.functions.values()), dict[str, FunctionType](), set[int]()
    while left:
        function = left.pop()
        function = inspect.unwrap(getattr(function, "py_func", function))
        if not isinstance(function, FunctionType) or id(function) in seen:
            continue
        seen.add(id(function))
        is_kits = function.__code__.co_filename.startswith("<kit: ")
        if is_authors(function.__code__.co_filename):
            functions[f"{function.__module__}.{function.__qualname__}"] = function
        elif not is_kits:
            continue
        left += [function.__globals__[name] for name in names_read(function.__code__) if name in function.__globals__]
        left += [cell.cell_contents for cell in function.__closure__ or ()]
    return functions


def names_read(code: CodeType) -> Iterator[str]:
    """Every global name and attribute that a function reads."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_read(constant)


def phases_of(game: Game) -> list[IntEnum]:
    """The members of the author's `Phase`, one of which the field `phase` of the state holds; none without them."""
    values = [function.__globals__.get("Phase") for function in reached(game).values()]
    enums = [value for value in values if isinstance(value, type) and issubclass(value, IntEnum)]
    return list(enums[0]) if enums and PHASE in (game.state.names or ()) else []


def home_of(game: Game) -> ModuleType:
    """The module that declares the game."""
    return sys.modules[game.rules.__module__]


def is_of_kit(game: Game) -> bool:
    """True for a game of the kit, of which more is known: its zones, and measures that the author does not declare."""
    state = getattr(home_of(game), "State", None)
    return isinstance(state, type) and issubclass(state, State)


def breaking_line(run: Callable[[], object], is_broken: Callable[[], bool]) -> SourceLine:
    """The author's line after which something is broken that was not, while `run` runs; the last such line."""
    last: list[SourceLine] = [SourceLine()]
    culprit: list[SourceLine] = [SourceLine()]
    broken = [is_broken()]

    def look() -> None:
        now = is_broken()
        if now and not broken[0]:
            culprit[0] = last[0]
        broken[0] = now

    def follow(frame: FrameType, event: str, _: object) -> "TraceFunction":
        if not is_authors(frame.f_code.co_filename):
            return follow
        look()
        last[0] = SourceLine(named(frame.f_code.co_filename), frame.f_lineno)
        return follow

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        run()
    finally:
        sys.settrace(before)
    look()
    return culprit[0] if broken[0] else SourceLine()
