"""How the code is built: short functions, imports in one direction, nothing that nobody calls."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from statistics import median

HOUSE = Path(__file__).parents[1] / "workbench"
LONGEST, MEDIAN, MOST = 50, 8, 25
"""Lines of any function, of the middle one, and of nine in ten."""
CALLED_BY_OTHERS = {"on_start", "on_end", "load_overload", "save_overload"}
"""Functions that libraries call by name."""
WRAPPERS = {"compiled", "bare", "cache", "lru_cache", "cached_property", "property", "staticmethod", "classmethod"}
"""Decorators that leave it to others to call what they decorate."""
ALIASES = {"State", "Rules", "Chance", "CardSet"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the workbench by its name."""
    found = {}
    for path in HOUSE.rglob("*.py"):
        name = ".".join(path.relative_to(HOUSE.parent).with_suffix("").parts).removesuffix(".__init__")
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


@cache
def functions() -> list[Function]:
    """Every function and method, inner ones too."""
    return [node for module in modules().values() for node in ast.walk(module) if isinstance(node, Function)]


def test_functions_are_short() -> None:
    lines = {f"{each.name}, line {each.lineno}": (each.end_lineno or 0) - each.lineno + 1 for each in functions()}
    assert [name for name, length in lines.items() if length > LONGEST] == []
    lengths = sorted(lines.values())
    assert median(lengths) <= MEDIAN and lengths[len(lengths) * 9 // 10] <= MOST


def test_nothing_is_imported_in_a_circle() -> None:
    order = TopologicalSorter({name: set(imported(name, module)) for name, module in modules().items()})
    assert len(list(order.static_order())) >= len(modules()), "a CycleError names the circle"


def imported(name: str, module: ast.Module) -> Iterator[str]:
    """Modules of the workbench that this one imports, at once or later."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("workbench"):
            names = [f"{node.module}.{each.name}" for each in node.names]
            yield from {each if each in modules() else node.module for each in names} - {name}


def test_every_function_is_called() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in HOUSE.rglob("*.py"))
    words = Counter(re.findall(r"\w+", text))
    plain = [each.name for each in functions() if not is_registered(each) and not each.name.startswith("__")]
    defined = Counter(each.name for each in functions())
    assert {name for name in plain if words[name] <= defined[name]} <= CALLED_BY_OTHERS


def is_registered(function: Function) -> bool:
    """Whether a decorator calls it, or has it called: a command, a compiled instruction."""
    return any(ast.unparse(each).partition("(")[0] not in WRAPPERS for each in function.decorator_list)


def test_games_name_what_their_functions_take() -> None:
    games = {name: module for name, module in modules().items() if name.startswith("workbench.games.")}
    notes = [
        ast.unparse(each.annotation)
        for module in games.values()
        for each in ast.walk(module)
        if isinstance(each, ast.arg) and each.annotation
    ]
    assert "Any" not in notes and set(notes) >= ALIASES
