"""What a page says, from its elements."""

import re

from streamlit.testing.v1 import AppTest

NOT_YET = "Before it can be saved"
"""What stands below a button that saves, while something is missing."""


def text(page: AppTest) -> str:
    """Everything that is written on the page."""
    elements = (*page.markdown, *page.caption, *page.subheader, *page.header)
    return "\n".join(plain(str(element.value)) for element in elements)


def plain(written: str) -> str:
    """Markdown as it is read where every sign stands for itself."""
    return re.sub(r"\\(.)", r"\1", written)


def html(page: AppTest) -> str:
    """The rows of figures, as HTML."""
    found = [str(each.proto.body) for each in page.get("html")]
    return "".join(each for each in found if "wb-" in each)


def buttons(page: AppTest) -> list[str | None]:
    """The keys of the buttons."""
    return [button.key for button in page.button]


def links(page: AppTest) -> list[str]:
    """The labels of the links to other pages, without those of the header."""
    nodes = list(page.main)
    title = next(place for place, node in enumerate(nodes) if node.type == "title")
    return [str(node.value) for node in nodes[title:] if node.type == "page_link"]  # type: ignore[attr-defined]
