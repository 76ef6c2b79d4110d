"""Markdown helpers: escaping user text, and marking changes in the rulebook."""

import re

from workbench.report.rulebook import Signs

SIGNS = Signs((":green-background[:material/add: ", "]"), (":red-background[~~", "~~]"))
"""How what is new and what is gone is marked: by colour, and by a sign."""
SPECIAL = re.compile(r"([\\`*_\[\]<>$~:#|])")
"""What Markdown, or Streamlit's additions to it, would take for more than a character."""
HEADING = re.compile(r"#{1,6} ")


def literal(text: str) -> str:
    """The text escaped, so that Markdown shows it unchanged."""
    return SPECIAL.sub(r"\\\1", text)


def smaller_headings(markdown: str) -> str:
    """The rulebook's headings below those of the page."""
    return re.sub(r"^(#{1,3}) ", r"##\1 ", markdown, flags=re.MULTILINE)


def changed_parts(markdown: str) -> str:
    """Of a marked rulebook: the parts that changed, each below its heading; empty when nothing did."""
    kept: list[str] = []
    heading = ""
    for block in re.split(r"\n{2,}", markdown.strip()):
        if HEADING.match(block) and not _is_marked(block):
            heading = block
        elif _is_marked(block):
            kept += [heading, _marked_lines(block)]
            heading = ""
    return "\n\n".join(part for part in kept if part)


def _is_marked(text: str) -> bool:
    return any(sign in text for sign in (SIGNS.put_in[0], SIGNS.taken_out[0]))


def _marked_lines(block: str) -> str:
    """Of a table, its head and the changed rows; any other block whole."""
    if not block.startswith("|"):
        return block
    head, rows = block.splitlines()[:2], block.splitlines()[2:]
    return "\n".join([*head, *(row for row in rows if _is_marked(row))])
