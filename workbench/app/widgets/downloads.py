"""The button that takes something away as a file."""

from collections.abc import Callable
from pathlib import PurePath

import streamlit as st

KINDS = {
    ".csv": ("text/csv", ":material/table:"),
    ".json": ("application/json", ":material/data_object:"),
    ".html": ("text/html", ":material/description:"),
    ".md": ("text/markdown", ":material/notes:"),
}
"""The media type of each kind of file, and its icon."""


def file_button(
    label: str,
    data: str | Callable[[], str],
    name: str,
    key: str,
    *,
    icon: str | None = None,
    about: str | None = None,
    disabled: bool = False,
) -> None:
    """A button that downloads a file of this name, made when somebody asks for it; the page is not drawn again."""
    mime, usual = KINDS.get(PurePath(name).suffix, KINDS[".csv"])
    st.download_button(
        label, data, name, mime, icon=icon or usual, key=key, on_click="ignore", help=about, disabled=disabled
    )
