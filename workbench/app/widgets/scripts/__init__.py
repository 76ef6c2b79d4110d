"""The scripts that run in the browser, without a build step; each is one file beside this one.

keys        shortcuts, listed under `?`; landmarks and the skip link
watch       says when the server is gone, or no longer knows this device
forget      takes a name out of notes that are half typed in this browser
exports     copies the summary or the link of a result, and saves its charts as pictures
matrix      a table that is drawn anew keeps the keyboard and what is in view
cell_marks  marks the cells of a grid that are wrong, and says beside the one in hand what would work
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import streamlit as st

HERE = Path(__file__).parent


def component(name: str, *, style: bool = False) -> Callable[..., object]:
    """The component of the script of this name, to be mounted on a page; with the style sheet of the same name."""
    script, css = (HERE / f"{name}.js").read_text("utf-8"), (HERE / f"{name}.css").read_text("utf-8") if style else None
    return st.components.v2.component(f"workbench_{name}", css=css, js=script, isolate_styles=False)


@contextmanager
def unseen(key: str) -> Iterator[None]:
    """A place for scripts that draw nothing where they are mounted."""
    with st.container(key=key):
        st.html(f"<style>:has(> .st-key-{key}) {{ display: none; }}</style>")
        yield


_forget = component("forget")


def forget(parts: Sequence[str]) -> None:
    """Have this browser take a name, and its parts, out of what is half typed."""
    with unseen("forgotten"):
        _forget(key="forget_name", data={"parts": sorted(parts, key=len, reverse=True)})


_watch, _keys = component("watch"), component("keys", style=True)


def mount(shortcuts: Sequence[Mapping[str, object]]) -> None:
    """Have the page watch the server, and listen to the shortcuts; it draws nothing while all is well."""
    with unseen("watch"):
        _watch(key="watch_server", data={})
        _keys(key="watch_keys", data={"shortcuts": list(shortcuts)})


_matrix = component("matrix")


def hold_place() -> None:
    """Have the matrix of the page keep the keyboard and what is in view when it is drawn anew."""
    with unseen("matrix"):
        _matrix(key="hold_place", data={})


_cell_marks = component("cell_marks", style=True)


def mark_cells(grid: str, cells: Sequence[Mapping[str, object]], choices: Mapping[str, Mapping[str, object]]) -> None:
    """Mark cells of the grid in the container of this key, and have it tell which pasted texts it has left out.

    Each cell says its `row` in the grid, counted from 0, its `column` by its heading, what is wrong, as `message`, and
    whether the sign stands `at_left`. `choices` are the columns that take only some `texts`, by heading, with what is
    `allowed` in words.
    """
    with unseen("cell_marks"):
        _cell_marks(key=f"marks_of_{grid}", data={"grid": grid, "cells": list(cells), "choices": dict(choices)})
