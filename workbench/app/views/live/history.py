"""What was logged: the last entry with its undo, and the whole log, where every entry can be undone or corrected."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from workbench.app.desk import Seen
from workbench.app.reading import literal
from workbench.app.views.live import taps
from workbench.playtest.kinds import FINAL, NOTE_LENGTH, Kind, Moment
from workbench.playtest.log import Log
from workbench.playtest.session import Line
from workbench.playtest.telling import TITLES, told, told_before

PAGE = 15
LONGEST = 80
CHANGES = FINAL | {Kind.TIMES, Kind.HEADER, Kind.OVERRIDE}
"""Entries that change what was said; the log names the device that they came from."""


def last(seen: Seen) -> None:
    """What was stored last, whoever sent it, and the way to take it back."""
    line = seen.session.last_line
    with st.container(horizontal=True, vertical_alignment="center", key="last_entry"):
        if line is None:
            st.caption("Every tap is stored at once. The address of this page leads back here, from any device.")
            return
        st.markdown(f":green[:material/check:] {line.at.astimezone():%H:%M:%S} {literal(_short(_told(seen, line)))}")
        taps.button(
            seen.session.id,
            "Undo",
            "undo_last",
            partial(Log.undo, entry=line.entry.id),
            icon=":material/undo:",
            shortcut="U",
            width="content",
        )


def show(seen: Seen) -> None:
    """The whole log, if it is wanted, newest first."""
    if not st.toggle(f"Show the log ({len(seen.session.lines)} entries)", key="show_log"):
        return
    lines = sorted(seen.session.lines, key=lambda line: line.entry.number, reverse=True)
    pages = (len(lines) + PAGE - 1) // PAGE
    number = st.number_input("Page of the log", 1, pages, key="log_page", width=160) if pages > 1 else 1
    shown = lines[(int(number) - 1) * PAGE : int(number) * PAGE]
    st.markdown("\n".join(_row(seen, line) for line in shown))
    _change(seen, shown)


def _told(seen: Seen, line: Line) -> str:
    return told(line, seen.session, seen.name)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _row(seen: Seen, line: Line) -> str:
    """A line of the log: struck through if it was undone, and with what it said before."""
    said = literal(" ".join(_told(seen, line).split()))
    said = f"~~{said}~~ :gray[undone]" if line.undone else said
    before = "; ".join(literal(" ".join(each.split())) for each in told_before(line, seen.session, seen.name))
    return f"- {line.at.astimezone():%H:%M:%S} {said}{f' :gray[before: {before}]' if before else ''}{_by(line)}"


def _by(line: Line) -> str:
    """Who changed something, as far as is known: this tab, or another by what tells tabs apart."""
    if line.kind not in CHANGES or not line.entry.device:
        return ""
    mine = line.entry.device == taps.device()
    return " :gray[· this device]" if mine else f" :gray[· device {literal(line.entry.device)}]"


# One entry


def _change(seen: Seen, lines: list[Line]) -> None:
    """Undo an entry, bring it back, or have it say something else."""
    by_id = {line.entry.id: line for line in lines if line.kind is not Kind.OPEN}
    picked = st.selectbox(
        "Change an entry",
        list(by_id),
        index=None,
        key="log_entry",
        format_func=lambda id: f"{by_id[id].at.astimezone():%H:%M:%S} {_short(_told(seen, by_id[id]))}",
        placeholder="Choose one of these",
    )
    line = by_id.get(picked) if picked else None
    if line is None:
        return
    if line.kind in _EDITORS and not line.undone:
        _EDITORS[line.kind](seen, line)
    if not line.undone:
        taps.button(
            seen.session.id, "Undo this entry", "undo_entry", partial(Log.undo, entry=line.entry.id), width="content"
        )
    elif undo := _undo_of(seen, line):
        taps.button(
            seen.session.id, "Bring it back", "redo_entry", partial(Log.undo, entry=undo.entry.id), width="content"
        )


def _undo_of(seen: Seen, line: Line) -> Line | None:
    """The undo that took the entry back."""
    undos = (each for each in reversed(seen.session.lines) if each.kind is Kind.UNDO and not each.undone)
    return next((each for each in undos if each.data["entry"] == line.entry.id), None)


def _moment(seen: Seen, line: Line) -> None:
    id, players = line.entry.id, [None, *(each.player for each in seen.session.players)]
    row = st.grid(3, min_column_width=150)
    kinds = list(Moment)
    kind = row.selectbox(
        "Moment", kinds, kinds.index(Moment(line.data["moment"])), TITLES.__getitem__, key=f"edit_moment_{id}"
    )
    at = players.index(line.data["player"]) if line.data["player"] in players else 0
    who = row.selectbox("Who", players, at, format_func=lambda p: seen.name(p) or "nobody", key=f"edit_who_{id}")
    note = row.text_input("Note", line.data["note"], key=f"edit_note_{id}", max_chars=NOTE_LENGTH)
    _save(seen, line, moment=kind.value, player=who, note=note)


def _note(seen: Seen, line: Line) -> None:
    text = st.text_area("Note", line.data["text"], key=f"edit_text_{line.entry.id}", max_chars=NOTE_LENGTH)
    _save(seen, line, text=text)


def _question(seen: Seen, line: Line) -> None:
    text = st.text_input("Question", line.data["text"], key=f"edit_text_{line.entry.id}")
    _save(seen, line, text=text)


def _points(seen: Seen, line: Line) -> None:
    now = line.data["points"]
    value = st.number_input(
        "Points", value=None if now is None else float(now), step=1.0, format="%g", key=f"edit_points_{line.entry.id}"
    )
    _save(seen, line, points=value)


def _save(seen: Seen, line: Line, **changes: Any) -> None:
    changed = any(line.data[field] != value for field, value in changes.items())
    taps.button(
        seen.session.id,
        "Save the correction",
        "save_entry",
        lambda log: log.edit(line.entry.id, **changes),
        icon=":material/save:",
        disabled=not changed,
        width="content",
        help="What it said before stays in the log.",
    )


_EDITORS: dict[Kind, Callable[[Seen, Line], None]] = {
    Kind.MOMENT: _moment,
    Kind.NOTE: _note,
    Kind.QUESTION: _question,
    Kind.SCORE: _points,
    Kind.TOTAL: _points,
}
assert not FINAL & set(_EDITORS)
