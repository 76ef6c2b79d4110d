"""The scripts that run in the browser, without a build step; each is one file beside this one.

keys        shortcuts, listed under `?`; landmarks and the skip link; what is typed into a grid goes where it is typed
watch       says when the server is gone, or no longer knows this device
forget      takes a name out of notes that are half typed in this browser
exports     copies the summary or the link of a result, and saves its charts as pictures
matrix      a table that is drawn anew keeps the keyboard and what is in view
cell_marks  marks the cells of a grid that are wrong, and says beside the one in hand what would work
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
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
MAIN_ACTION = "main_action"
"""The key of the container around what Ctrl+Enter does on a page, where it is no primary button."""
PRIMARY = '[data-testid="stBaseButton-primary"]:enabled'


LINK = '.st-key-tabs [data-testid^="stPageLink"][href^="{}"]'


@dataclass(frozen=True)
class Shortcut:
    """Keys, one after the other; what they do; and where, by selectors of which the first that is found counts."""

    keys: str
    does: str
    on: tuple[str, ...] = ()


EVERYWHERE = (
    Shortcut("?", "This list"),
    Shortcut(
        *("Ctrl Enter", "The main action of the page, or of the form that is open"),
        (
            f'[data-testid="stPopoverBody"] {PRIMARY}',
            f'[role="dialog"] {PRIMARY}',
            *(f".st-key-{MAIN_ACTION} {target}" for target in (PRIMARY, "button:enabled", "a")),
            f'[data-testid="stMain"] {PRIMARY}',
            ".st-key-save_popover button",
        ),
    ),
    Shortcut(
        "/",
        "Search, or choose another revision",
        ('[data-testid="stMain"] :is([type="search"], [aria-label="Search"])', ".st-key-revision input"),
    ),
    Shortcut("s", "Save and compare", (".st-key-save_popover button",)),
    Shortcut("d", "The decision", ('[class*="st-key-state"] [role="radio"][aria-checked="true"]',)),
    Shortcut("F1", "Explain the field in hand", ("button[aria-label^=Help]",)),
    Shortcut("u", "Undo", (".st-key-undo_done button", ".st-key-undo_last button")),
    Shortcut("t", "What runs and what waits", (".st-key-tray button",)),
    Shortcut("g h", "Home", ('.st-key-place [data-testid="stPageLink-NavLink"]',)),
    Shortcut("g g", "Choose a game", (".st-key-game input",)),
    Shortcut("g ?", "Help", ('.st-key-place [data-testid="stPageLink-NavLink"][href*="help"]',)),
)


def mount(tabs: Mapping[str, Sequence[str]]) -> None:
    """Have the page watch the server, and listen to the shortcuts, for tabs by their numbers, each with its pages."""
    numbered = [
        Shortcut(f"g {number}", tab, tuple(map(LINK.format, pages)))
        for number, (tab, pages) in enumerate(tabs.items(), 1)
    ]
    shortcuts = [asdict(shortcut) for shortcut in (*EVERYWHERE, *numbered)]
    with unseen("watch"):
        _watch(key="watch_server", data={})
        _keys(key="watch_keys", data={"shortcuts": shortcuts})


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
