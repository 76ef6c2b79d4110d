"""Names say what they hold: none is one of the words that fit everything, or has one between its underscores."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).parents[1] / "workbench"
WORDS = {"found", "each", "own", "known", "kept", "given", "asked", "wanted", "made", "shown", "said"}
EXEMPT = {"OWN_MOVIE", "OWN_BOD", "found_at"}
"""Names that are fixed elsewhere: by Python, by a library, in files of people (targets in card lists), or as stored."""


def test_names_say_what_they_hold() -> None:
    vague = [line for path in sorted(HOUSE.rglob("*.py")) for line in vague_names(path)]
    assert vague == []


def vague_names(path: Path) -> Iterator[str]:
    """The names with one of the words that a module defines, as path:line name."""
    names = [(1, path.stem), *defined_names(ast.parse(path.read_text(encoding="utf-8")))]
    for line, name in sorted(set(names)):
        if name not in EXEMPT and WORDS & set(re.split("_+", name.lower())):
            yield f"{path.relative_to(HOUSE.parent)}:{line} {name}"


def defined_names(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Names of functions, classes, arguments, variables, attributes and aliases, with their lines."""
    for node in ast.walk(module):
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
