"""Names, types and docstrings say what is held, returned or done."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.test_house import nodes

HOUSE = Path(__file__).parents[1] / "workbench"
TESTS = Path(__file__).parent
WORDS = {"found", "each", "own", "known", "kept", "given", "asked", "wanted", "made", "shown", "said"}
EXEMPT = {"OWN_MOVIE", "OWN_BOD", "found_at", "tables_made_once", "bit_sets.each"}
"""Names that are fixed elsewhere: by Python, by a library, in files of people (targets in card lists), or as stored;
and a loop that reads as a sentence, `for card in kit.each(cards)`."""


def test_names_say_what_they_hold() -> None:
    vague = [line for path in sorted(HOUSE.rglob("*.py")) for line in vague_names(path)]
    assert vague == []


def test_names_in_tests_say_what_they_hold() -> None:
    """Those of test functions and files are sentences: any word may stand in them."""
    vague = [line for path in sorted(TESTS.rglob("*.py")) for line in vague_names(path)]
    assert [line for line in vague if not line.partition(" ")[2].startswith("test_")] == []


def test_names_of_scripts_say_what_they_hold() -> None:
    vague = [
        f"{path.name}: {name}" for path in sorted(HOUSE.rglob("*.js")) for name in script_names(path) if name in WORDS
    ]
    assert vague == []


def script_names(path: Path) -> Iterator[str]:
    """The names that a script declares: constants, variables, functions, and parameters of arrow functions."""
    for declared, parameter in re.findall(
        r"\b(?:const|let|function) (\w+)|\(?(\w+)\)? =>", path.read_text(encoding="utf-8")
    ):
        yield declared or parameter


def vague_names(path: Path) -> Iterator[str]:
    """The names with one of the words that a module defines, as path:line name."""
    names = [(1, path.stem), *defined_names(path)]
    for line, name in sorted(set(names)):
        if not EXEMPT & {name, f"{path.stem}.{name}"} and WORDS & set(re.split("_+", name.lower())):
            yield f"{path.relative_to(HOUSE.parent)}:{line} {name}"


def defined_names(path: Path) -> Iterator[tuple[int, str]]:
    """Names of functions, classes, arguments, variables, attributes and aliases, with their lines."""
    for node in nodes(path):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.lineno, node.name
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr
            case ast.alias(asname=str() as alias) | ast.ExceptHandler(name=str() as alias):
                yield node.lineno, alias
            case ast.MatchAs(name=str() as alias) | ast.MatchStar(name=str() as alias):
                yield node.lineno, alias


COMPILED = "functions that run compiled or as plain Python fit no one type (engine/types.py)"
ANY = {
    "engine/types.py": COMPILED,
    "engine/dispatch.py": COMPILED,
    "engine/compiling.py": COMPILED,
    "engine/compiler.py": COMPILED,
    "engine/bit_instructions.py": COMPILED,
    "engine/bit_sets.py": COMPILED,
    "engine/machine_code.py": COMPILED,
    "engine/linking.py": COMPILED,
    "games/hollywood_1947/game.py": COMPILED,
    "games/showbiz_shuffle/game.py": COMPILED,
    "interop/aec.py": "PettingZoo's own types",
    "interop/openspiel.py": "OpenSpiel has no types",
    "interop/theirs.py": "OpenSpiel has no types",
    "kit/fields.py": COMPILED,
    "kit/rules.py": COMPILED,
    "kit/moves.py": COMPILED,
    "engine/files.py": "JSON as it was read",
    "store/errors.py": "the attributes of any module",
    "engine/problems.py": "the results of any calls",
    "kit/game.py": "any other field of a game",
    "play/cluster/client.py": "Dask's futures",
    "play/cluster/work.py": "Dask's messages",
    "store/connection.py": "DuckDB's values",
    "store/playtests/entries.py": "the JSON of a log",
    "playtest/log/entries.py": "Pydantic's fields and errors",
    "cli/common.py": "Click's commands",
    "cli/outputs.py": "Click's values",
    "cli/console.py": "Rich's options",
    "report/columns.py": "the values of cells",
    "app/navigation.py": "the modules of pages",
    "app/pages/cards/edits.py": "the cells of pandas",
}
"""Where `Any` is used, and for what."""


def test_any_is_for_compiled_functions_and_foreign_values() -> None:
    users = {path.relative_to(HOUSE).as_posix() for path in HOUSE.rglob("*.py") if uses_any(path)}
    assert users == ANY.keys(), "write `object` and look what it is, name its type, or use an alias for a foreign value"


def uses_any(path: Path) -> bool:
    """True for a module that names `typing.Any`."""
    return any(
        isinstance(node, ast.ImportFrom) and node.module == "typing" and "Any" in [alias.name for alias in node.names]
        for node in nodes(path)
    )


def test_docstrings_say_what_is_returned_or_done() -> None:
    riddles = [line for path in sorted(HOUSE.rglob("*.py")) for line in riddling_docstrings(path)]
    assert riddles == [], "begin with the noun that is returned, or the verb that is done"


def riddling_docstrings(path: Path) -> Iterator[str]:
    """The docstrings of a module that begin with What or Whether, those behind attributes too, with their lines."""
    for node in nodes(path):
        match node:
            case ast.Expr(value=ast.Constant(value=str() as text)) if re.match(r"\s*(What|Whether)\b", text):
                yield f"{path.relative_to(HOUSE.parent)}:{node.lineno} {text.strip().splitlines()[0]}"


OF_A_GAME = {"ActionKind", "Event", "Kind", "Phase", "Rules", "State", "Stream", "StyleId"}
"""Classes that each game has its own of."""


def test_a_class_name_has_one_meaning() -> None:
    names = Counter(
        node.name
        for path in HOUSE.rglob("*.py")
        for node in nodes(path)
        if isinstance(node, ast.ClassDef) and node.name not in OF_A_GAME
    )
    assert [name for name, classes in names.items() if classes > 1] == []
