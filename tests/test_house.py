"""How the code is built: imports in one direction, nothing that nobody calls."""

import ast
import gc
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from workbench.engine.compiling import keeping_garbage

HOUSE = Path(__file__).parents[1] / "workbench"
CALLED_BY_OTHERS = {
    *("format_commands", "on_start", "on_end"),
    *("load_overload", "save_overload", "load_bytecode", "dump_bytecode"),
    *("observation_space", "action_space", "observe", "new_initial_state", "make_py_observer", "current_player"),
    *("_legal_actions", "chance_outcomes", "_apply_action", "_action_to_string", "set_from", "string_from"),
}
"""Functions that libraries call by name."""
WRAPPERS = {"compiled", "bare", "cache", "lru_cache", "cached_property", "property", "staticmethod", "classmethod"}
"""Decorators that leave it to others to call what they decorate."""
ALIASES = {"State", "Rules", "Chance", "CardSet"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def nodes(path: Path) -> list[ast.AST]:
    """The syntax tree of a file, node by node; they stay, and nobody looks through them for garbage."""
    with keeping_garbage():
        in_file = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    gc.freeze()
    return in_file


@cache
def modules() -> dict[str, list[ast.AST]]:
    """Every module of the workbench by its name."""
    return {
        ".".join(path.relative_to(HOUSE.parent).with_suffix("").parts).removesuffix(".__init__"): nodes(path)
        for path in HOUSE.rglob("*.py")
    }


def functions() -> list[Function]:
    """Every function and method, inner ones too."""
    return [node for module in modules().values() for node in module if isinstance(node, Function)]


def test_nothing_is_imported_in_a_circle() -> None:
    order = TopologicalSorter({name: set(imported(name, module)) for name, module in modules().items()})
    assert len(list(order.static_order())) >= len(modules()), "a CycleError names the circle"


def imported(name: str, module: list[ast.AST]) -> Iterator[str]:
    """Modules of the workbench that this one imports, at once or later."""
    for node in module:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("workbench"):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from {whole if whole in modules() else node.module for whole in names} - {name}


def test_studies_measure_without_words_and_charts() -> None:
    spoken = re.compile(
        r"workbench\.(studies\.\w+\.(\w*words|charts|\w*report|document)|report\.(charts|renderers)\b.*)"
    )
    measures = {name: module for name, module in modules().items() if name.endswith(".measure")}
    assert (
        measures
        and [
            (name, other)
            for name, module in measures.items()
            for other in imported(name, module)
            if spoken.match(other)
        ]
        == []
    )


def test_every_function_is_called() -> None:
    files = [
        *HOUSE.rglob("*.py"),
        *HOUSE.rglob("templates/**/*.html"),
        *HOUSE.glob("studies/*/*.md"),
        *HOUSE.glob("report/text/*.md"),
    ]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    words = Counter(re.findall(r"\w+", text))
    plain = [node.name for node in functions() if not is_registered(node) and not node.name.startswith("__")]
    defined = Counter(node.name for node in functions())
    assert {name for name in plain if words[name] <= defined[name]} <= CALLED_BY_OTHERS


def is_registered(function: Function) -> bool:
    """True where a decorator calls it, or has it called: a command, a compiled instruction."""
    return any(ast.unparse(decorator).partition("(")[0] not in WRAPPERS for decorator in function.decorator_list)


def test_games_name_what_their_functions_take() -> None:
    games = {name: module for name, module in modules().items() if name.startswith("workbench.games.")}
    notes = [
        ast.unparse(node.annotation)
        for module in games.values()
        for node in module
        if isinstance(node, ast.arg) and node.annotation
    ]
    assert "Any" not in notes and set(notes) >= ALIASES
