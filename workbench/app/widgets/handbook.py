"""The pages of *Help*, which come with the workbench as Markdown, and links into their glossary."""

import re
from functools import cache
from pathlib import Path

from workbench import __file__ as package_file

DOCS = Path(package_file).parent / "docs"
PAGES = (
    *("verdicts", "bots", "games", "playtests", "revisions", "commands", "store", "figures", "building"),
    "glossary",
)
"""The pages by the names of their files, in the order of the menu."""
LINK = re.compile(r"\]\((?P<page>[a-z]+)\.md(?P<anchor>#[a-z-]+)?\)")


@cache
def title(page: str) -> str:
    """The page's heading."""
    return _read(page).partition("\n")[0].removeprefix("# ")


def body(page: str) -> str:
    """The page below its heading, a level lower, with links between pages as the dashboard has them."""
    text = re.sub("^##", "###", _read(page).partition("\n")[2].strip(), flags=re.MULTILINE)
    return LINK.sub(lambda found: f"]({address(found['page'])}{found['anchor'] or ''})", text)


def address(page: str) -> str:
    """Where the dashboard shows the page."""
    return f"/help?page={page}"


@cache
def terms() -> dict[str, str]:
    """The anchor of every term of the glossary, by the term in small letters."""
    found = re.findall(r"^## (.+)$", _read("glossary"), re.MULTILINE)
    return {term.lower(): term.lower().replace(" ", "-") for term in found}


def explained(text: str, *named: str) -> str:
    """A help text with links to these terms of the glossary. Raises KeyError for a term that is not there."""
    links = [f"[{term}]({address('glossary')}#{terms()[term]})" for term in named]
    return f"{text}\n\nGlossary: {', '.join(links)}"


@cache
def _read(page: str) -> str:
    return (DOCS / f"{page}.md").read_text(encoding="utf-8")
