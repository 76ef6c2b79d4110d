"""What a page says, from its elements."""

import re
from html import unescape
from typing import Any

from streamlit.testing.v1 import AppTest

EVENING = re.compile(r'<a class="evening"[^>]*>(.*?)</a>')
TAG = re.compile("<[^>]*>")
NOT_YET = "Before it can be saved"
"""What stands below a button that saves, while something is missing."""


def text(page: AppTest) -> str:
    """Everything that is written on the page."""
    elements = (*page.markdown, *page.caption, *page.subheader, *page.header)
    words = [unescape(TAG.sub("", block)) for block in blocks_of_html(page) if 'class="words"' in block]
    return "\n".join([*(plain(str(element.value)) for element in elements), *words])


def plain(written: str) -> str:
    """Markdown as it is read where every sign stands for itself."""
    return re.sub(r"\\(.)", r"\1", written)


def html(page: AppTest) -> str:
    """The rows of figures, as HTML."""
    return "".join(block for block in blocks_of_html(page) if "wb-" in block)


def blocks_of_html(page: AppTest) -> list[str]:
    """Every piece of HTML."""
    return [str(block.proto.body) for block in page.get("html")]


def buttons(page: AppTest) -> list[str | None]:
    return [button.key for button in page.button]


def links(page: AppTest) -> list[str]:
    """The labels of the links to other pages, without those of the header."""
    nodes = list(page.main)
    title = next(place for place, node in enumerate(nodes) if node.type == "title")
    labels = [_label(node) for node in nodes[title:]]
    return [label for label in labels if label]


def _label(node: Any) -> str:
    """The label of a link to a page, or to one of the evening; empty for anything else."""
    if node.type == "page_link":
        return str(node.value)
    evening = EVENING.search(str(node.proto.body)) if node.type == "html" else None
    return unescape(evening[1]) if evening else ""
