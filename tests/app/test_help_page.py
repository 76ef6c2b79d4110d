"""The page Help: the docs open in the app, and every link into the glossary leads to a term."""

import ast
import re
import shutil
from pathlib import Path

import pytest

from tests.app.conftest import OpenPage
from tests.app.reading import text
from workbench.app import place
from workbench.app.widgets import text as handbook
from workbench.app.widgets.text import DOCS, PAGES, explained, terms
from workbench.scenario.files import Workspace
from workbench.studies.registry import studies

ROOT = DOCS.parents[1]
README = ROOT / "README.md"
MOST_WORDS = 1000
OWED = (
    *("revision", "batch", "play", "seat", "paired plays", "interval", "smallest change that counts", "undecided"),
    *("greedy", "search", "restricted play", "deal", "round", "trick", "criterion", "goal", "seed", "digest"),
    *("information set", "determinization", "common random numbers", "session", "moment"),
)
FILES = [README, *sorted(DOCS.glob("*.md"))]
LINK = re.compile(r"(?:\]\(|src(?:set)?=\")([^)\"]+)[)\"]")


def test_the_glossary_defines_what_it_owes() -> None:
    for term in OWED:
        definition = handbook.body("glossary").lower().partition(f"### {term}\n")[2].partition("\n### ")[0]
        assert len(definition.split()) >= 8, term


def test_the_glossary_is_in_order() -> None:
    assert list(terms()) == sorted(terms())


def test_every_page_of_the_docs_is_in_the_list() -> None:
    assert sorted(PAGES) == sorted(path.stem for path in DOCS.glob("*.md"))


def test_it_opens_without_games_revisions_or_a_store(
    open_page: OpenPage, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(workspace.scenarios)
    workspace.scenarios.mkdir()
    workspace.store_path.write_bytes(b"no database" * 1000)
    monkeypatch.setattr(place, "games", dict)
    page = open_page("help", page="store")
    assert not page.exception
    assert not page.error
    assert "`workbench doctor` reads everything" in text(page)


def test_every_link_leads_somewhere() -> None:
    for file, link in [(page, link) for page in FILES for link in LINK.findall(page.read_text(encoding="utf-8"))]:
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = file.parent / path if path else file
        assert target.is_file(), (file.name, link)
        assert not anchor or anchor in _anchors(target), (file.name, link)


def _anchors(file: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {heading.lower().replace(" ", "-") for heading in headings}


def test_links_between_pages_stay_in_the_app() -> None:
    for page in PAGES:
        assert ".md" not in re.sub(r"`[^`]*`", "", handbook.body(page))
    assert "](/help?page=glossary#paired-plays)" in handbook.body("verdicts")


def test_help_texts_name_terms_that_are_there() -> None:
    terms_in_code = set()
    for file in (ROOT / "workbench" / "app").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "explained":
                terms_in_code |= {argument.value for argument in node.args[1:] if isinstance(argument, ast.Constant)}
    terms_in_code |= {term for study in studies().values() for field in study.question.fields() for term in field.terms}
    assert len(terms_in_code) > 25
    assert terms_in_code <= set(terms())
    with pytest.raises(KeyError):
        explained("What it is.", "no such term")


LINKED = ("interval", "paired plays", "smallest change that counts", "undecided", "confidence sequence", "verdict")


def test_help_texts_that_use_a_term_link_to_it() -> None:
    bare = []
    for file in (ROOT / "workbench" / "app").rglob("*.py"):
        page = ast.parse(file.read_text(encoding="utf-8"))
        named = {statement.targets[0]: statement.value for statement in page.body if isinstance(statement, ast.Assign)}
        texts = {ast.unparse(name): value for name, value in named.items()}
        helps = [
            keyword.value for keyword in ast.walk(page) if isinstance(keyword, ast.keyword) and keyword.arg == "help"
        ]
        words = [ast.unparse(texts.get(ast.unparse(value), value)) for value in helps]
        bare += [
            help_text
            for help_text in words
            if "explained(" not in help_text and any(term in help_text for term in LINKED)
        ]
    assert bare == []


def test_a_help_text_links_to_its_terms() -> None:
    assert explained("Who plays.", "bot", "paired plays") == (
        "Who plays.\n\nGlossary: [bot](/help?page=glossary#bot), [paired plays](/help?page=glossary#paired-plays)"
    )


def test_the_readme_begins_with_a_picture_by_day_and_by_night_and_two_commands() -> None:
    head = README.read_text(encoding="utf-8").partition("\n## ")[0]
    assert "pictures/compare-dark.webp" in head and "pictures/compare-light.webp" in head
    assert re.findall(r"^make (\w+)", head, re.MULTILINE) == ["app", "test"]


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").split()) <= MOST_WORDS
