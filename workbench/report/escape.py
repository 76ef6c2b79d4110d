"""Texts of people in Markdown: shown to the letter, never obeyed."""

import re

SPECIAL = re.compile(
    r"[\\|*_`<#\[\]~]|&(?=#?\w+;)|:(?=//)|(?<=\bwww)\.|^(?:>|[-+=](?=[-+=\s])|\d+(?=[.)]\s))", re.IGNORECASE
)
"""Beginnings of emphasis, links, addresses that readers make links of, HTML, cells of tables, and blocks."""


def escaped(text: str) -> str:
    """A text on one line, of which Markdown shows every letter: no link, no HTML, no emphasis, no end of a cell."""
    return SPECIAL.sub(_literal, " ".join(text.splitlines()).strip())


def _literal(match: re.Match[str]) -> str:
    text = match[0]
    return f"{text}\\" if text.isdigit() else f"\\{text}"
