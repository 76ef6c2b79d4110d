"""Mistakes that a game's source shows without a play."""

import ast
import inspect
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import FunctionType, ModuleType

from jinja2 import TemplateError

from workbench.conform.mistakes import Mistake, Sort, SourceLine
from workbench.conform.sources import home_of, is_authors, is_of_kit, named, names_read, place_of, reached, tree_of
from workbench.engine.game import Game
from workbench.engine.parameters import complete
from workbench.engine.wording import did_you_mean, nearest
from workbench.kit import rulebook
from workbench.kit.fields import label_of
from workbench.kit.game import REFINEMENTS
from workbench.kit.moves import DeclaredEvent, DeclaredMove, declaration
from workbench.report.rulebook import render_rulebook

CHANCES = ("random", "time", "secrets", "datetime", "uuid", "os", "numpy.random")
"""Modules whose answers no seed makes again."""
CHANGING = (list, dict, set, bytearray)
NOT_COMPILED = {
    ast.Dict: "a dictionary",
    ast.DictComp: "a dictionary",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.JoinedStr: "a text made of parts",
    ast.Try: "try",
    ast.With: "with",
    ast.Yield: "yield",
    ast.Lambda: "a lambda",
}
"""Python that compiled rules cannot have, as people call it."""


def of_source(game: Game) -> Iterator[Mistake]:
    """All of them."""
    functions = reached(game)
    yield from _globals([*functions.values()])
    yield from _not_compiled([*functions.values()])
    yield from _undecorated(game, functions)
    yield from _stale(game, [*functions.values()])
    yield from _rulebook(game)


def _globals(functions: Sequence[FunctionType]) -> Iterator[Mistake]:
    """Globals that may change, and chance of which no seed knows."""
    for function in functions:
        for name in dict.fromkeys(names_read(function.__code__)):
            value = function.__globals__.get(name)
            place = _line_of(function, name)
            if type(value) in CHANGING:
                kind = type(value).__name__
                words = (
                    f"{name} is a {kind} of the module: plays would share it; make it a tuple, or a field of the state"
                )
                yield Mistake(Sort.GLOBAL, words, place)
            elif (
                value.__name__ in CHANCES
                if isinstance(value, ModuleType)
                else callable(value) and (getattr(value, "__module__", None) or "") in CHANCES
            ):
                words = f"{name} is chance or time that no seed makes again; take kit.roll_die or engine.chance"
                yield Mistake(Sort.OTHER_CHANCE, words, place)
        if "random" in function.__code__.co_names and "np" in function.__code__.co_names:
            words = "np.random is chance that no seed makes again; take kit.roll_die or engine.chance"
            yield Mistake(Sort.OTHER_CHANCE, words, _line_of(function, "random"))


def _line_of(function: FunctionType, name: str) -> SourceLine:
    """The first line of a function that reads a name."""
    start, first = place_of(function), function.__code__.co_firstlineno
    for node in ast.walk(tree_of(function)):
        if name in (getattr(node, "id", None), getattr(node, "attr", None)):
            return replace(start, line=first + node.lineno - 1)  # type: ignore[attr-defined]
    return start


def _not_compiled(functions: Sequence[FunctionType]) -> Iterator[Mistake]:
    for function in functions:
        body = next((node for node in tree_of(function).body if isinstance(node, ast.FunctionDef)), None)
        start, first = place_of(function), function.__code__.co_firstlineno
        for node in (node for statement in (body.body if body else ()) for node in ast.walk(statement)):
            if type(node) in NOT_COMPILED:
                place = replace(start, line=first + node.lineno - 1)  # type: ignore[attr-defined]
                words = f"{NOT_COMPILED[type(node)]} cannot be compiled; rules have numbers, sets of cards and loops"
                yield Mistake(Sort.NOT_COMPILABLE, words, place)


def _undecorated(game: Game, functions: dict[str, FunctionType]) -> Iterator[Mistake]:
    """Functions of a kit game that take a state and that nothing calls: a decorator is missing, or a call."""
    module = home_of(game)
    if not is_of_kit(game):
        return
    mine = {name: value for name, value in vars(module).items() if isinstance(value, FunctionType)}
    declared = [*map(declaration, mine.values())]
    telling = {item.told for item in declared if isinstance(item, DeclaredEvent)}
    moves = [item for item in declared if isinstance(item, DeclaredMove)]
    telling |= {item.offer for item in moves if isinstance(item.offer, FunctionType)}
    labels = (label_of(argument.hint) for move in moves for argument in move.arguments)
    telling |= {label.name for label in labels if label and isinstance(label.name, FunctionType)}
    telling |= {*module.State.pictured.values()}
    by_hand = [function for function in (*mine.values(), *telling) if function]
    read = {other for function in by_hand for other in names_read(function.__code__) if other != function.__name__}
    for name, function in mine.items():
        is_here = function.__module__ == module.__name__ and is_authors(function.__code__.co_filename)
        usual = ("setup", *REFINEMENTS)
        is_called = (
            f"{function.__module__}.{function.__qualname__}" in functions
            or name in {*usual, *read}
            or function in telling
        )
        if not is_here or is_called or declaration(function) or "state" not in inspect.signature(function).parameters:
            continue
        near = nearest(name, usual)
        advice = f"did you mean {near}?" if near else "a move needs @kit.move(…) above it"
        words = f"nothing calls {name}; {advice}"
        yield Mistake(Sort.NO_DECORATOR, words, place_of(function))


def _stale(game: Game, functions: Sequence[FunctionType]) -> Iterator[Mistake]:
    """Modules that are not those beside the game, and files that have changed since they were loaded."""
    source = Path(home_of(game).__file__ or "")
    for name in sorted({function.__module__ for function in functions}):
        file = getattr(sys.modules.get(name), "__file__", None)
        beside = source.with_name(f"{name.rpartition('.')[2]}.py")
        if file and beside.is_file() and not beside.samefile(file):
            words = f"the game uses {file}, and not {beside.name} beside it; write `from .{beside.stem} import …`"
            yield Mistake(Sort.STALE, words, _import_in(source, name))
    if replace(game).code_hash != game.code_hash:
        words = "files have changed since the game was loaded; it plays as they were then"
        yield Mistake(Sort.STALE, words, SourceLine(named(str(source)), 1))


def _import_in(source: Path, name: str) -> SourceLine:
    """The line of a file that imports a module."""
    for node in ast.walk(ast.parse(source.read_bytes())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if name in names or (isinstance(node, ast.ImportFrom) and node.module == name):
            return SourceLine(named(str(source)), node.lineno)  # type: ignore[attr-defined]
    return SourceLine(named(str(source)), 1)


def _rulebook(game: Game) -> Iterator[Mistake]:
    file = "" if isinstance(game.rulebook, str) else named(str(game.rulebook))
    try:
        render_rulebook(game, complete(game.parameters, {}))
    except TemplateError as error:
        words = str(error).partition("\n")[0]
        name = words.split("'")[1] if "'" in words else ""
        advice = did_you_mean(name, game.parameters, f"; the rules are {', '.join(game.parameters)}")
        place = _line_with(file or str(home_of(game).__file__), name, game)
        yield Mistake(Sort.RULEBOOK, f"the rulebook names {name}, which is no rule{advice}", place)


def _line_with(file: str, name: str, game: Game) -> SourceLine:
    """The first line of the rulebook that has a name in braces."""
    home = Path(home_of(game).__file__ or "")
    paths = [home, home.with_name(rulebook.FILE)] if isinstance(game.rulebook, str) else [game.rulebook]
    for path in paths:
        lines = path.read_text("utf-8").splitlines() if path.is_file() else []
        for number, line in enumerate(lines, 1):
            if "{" in line and name and name in line:
                return SourceLine(named(str(path)), number)
    return SourceLine(named(file))
