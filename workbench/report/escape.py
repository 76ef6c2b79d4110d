"""Texts of people in Markdown, shown to the letter, never obeyed; and Markdown as plain text."""

import re

SPECIAL = re.compile(
    r"[\\|*_`<#\[\]~]|&(?=#?\w+;)|:(?=//)|(?<=\bwww)\.|^(?:>|[-+=](?=[-+=\s])|\d+(?=[.)]\s))", re.IGNORECASE
)
"""Beginnings of emphasis, links, addresses that readers make links of, HTML, cells of tables, and blocks."""


INLINE = re.compile(r"\\([!-/:-@\[-`{-~])|\*\*|\[((?:[^\]\\]|\\.)*)\]\([^)]*\)")
"""Escapes, emphasis and links, which a line of Markdown has and plain text has not."""


def plain_text(markdown: str) -> str:
    """A line of Markdown without its signs."""
    return INLINE.sub(lambda match: match[1] or match[2] or "", markdown)


def escaped(text: str) -> str:
    """A text on one line, of which Markdown shows every letter: no link, no HTML, no emphasis, no end of a cell."""
    text = " ".join(text.splitlines()).strip()
    return SPECIAL.sub(lambda match: f"{match[0]}\\" if match[0].isdigit() else f"\\{match[0]}", text)


def paragraphs(*texts: str) -> str:
    """Texts as paragraphs of Markdown that shows them to the letter; those that are empty are left out."""
    return "\n\n".join(map(escaped, filter(None, texts)))
