"""Every page that a text names is there: in messages, help texts and documents, by `page X` or in italics."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench import __file__ as package_file
from workbench.app.navigation import PAGES, TABS

PACKAGE = Path(package_file).parent
DOCUMENTS = [*PACKAGE.glob("docs/*.md"), PACKAGE.parent / "README.md"]
TITLES = sorted({spec.title for spec in PAGES} | set(TABS), key=len, reverse=True)
NAMING = re.compile(r"\b(?:[Pp]ages?|[Tt]abs?|draft on) (?=\**[A-Z])")
NAMED = re.compile(r'\b(?:[Pp]ages?|[Tt]abs?|draft on) (?:"\s*[a-z]?")?\**[A-Z]')
"""What stands in the source of a text that names one, which may go on in the next line."""
AND = re.compile(r"\**,? and (?=\**[A-Z])")
ITALICS = re.compile(r"(?<![*\w])\*([A-Z][^*\n]{0,40})\*(?![*\w])")


def unknown_pages(text: str) -> list[str]:
    """What a text calls a page or a tab and is none."""
    unknown = []
    for naming in NAMING.finditer(text):
        rest = text[naming.end() :]
        while (title := begins_with(rest)) and (more := AND.match(rest.lstrip("*")[len(title) :])):
            rest = rest.lstrip("*")[len(title) + more.end() :]
        if title is None:
            unknown.append(text[naming.start() : naming.end() + 30])
    return unknown


def begins_with(rest: str) -> str | None:
    return next((title for title in TITLES if rest.lstrip("*").startswith(title)), None)


def constants(path: Path) -> Iterator[str]:
    """The texts of a module that people may read, without docstrings; none where no page could be named."""
    if not NAMED.search(source := path.read_text("utf-8")):
        return
    tree = ast.parse(source)
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
            yield node.value


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Every text of the program."""
    return [text for path in PACKAGE.rglob("*.py") for text in constants(path)]


def test_what_is_no_page_is_found() -> None:
    assert unknown_pages("simulate them (pages Run and Compare)")
    assert unknown_pages("on the pages *Results* and *Compare*")
    assert not unknown_pages("on the pages *Results* and *Rules & goals*; page 3")


def test_every_page_that_a_text_names_is_there(texts: list[str]) -> None:
    assert [wrong for text in texts for wrong in unknown_pages(text)] == []
    assert [wrong for path in DOCUMENTS for wrong in unknown_pages(path.read_text("utf-8"))] == []


def test_every_path_to_a_page_begins_at_one() -> None:
    """As in *Help › A cluster*."""
    paths = [path for file in DOCUMENTS for path in ITALICS.findall(file.read_text("utf-8")) if "›" in path]
    assert paths
    assert [path for path in paths if path.partition(" ›")[0] not in TITLES] == []
