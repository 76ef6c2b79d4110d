"""What was logged: the last entry with its undo, and the whole log, where every entry can be undone or corrected."""

from functools import partial

import streamlit as st

from workbench.app.pages.live import corrections, taps
from workbench.app.pages.live.desk import Seen
from workbench.app.widgets.markdown import literal
from workbench.engine.wording import clock_words
from workbench.playtest.log.kinds import FINAL, Kind
from workbench.playtest.log.recording import Log
from workbench.playtest.log.sentences import describe, describe_changes
from workbench.playtest.log.session import Line

PAGE = 15
LONGEST = 80
CHANGES = FINAL | {Kind.TIMES, Kind.HEADER, Kind.OVERRIDE}
"""Entries that change what was said; the log names the device that they came from."""


def last(seen: Seen) -> None:
    """What was stored last, whoever sent it, and the way to take it back."""
    line, undone = seen.session.last_line, _just_undone(seen)
    with st.container(horizontal=True, vertical_alignment="center", key="last_entry"):
        if undone is not None:
            st.markdown(f":orange[:material/undo:] {literal(_short(_told(seen, undone)))}{_then(seen, line)}")
        elif line is None:
            st.caption("Every tap is stored at once. The address of this page leads back here, from any device.")
        else:
            st.markdown(
                f":green[:material/check:] {clock_words(line.at, seconds=True)} {literal(_short(_told(seen, line)))}"
            )
        if line is None:
            return
        taps.button(
            seen.session.id,
            "Undo",
            "undo_last",
            partial(_undo, entry=line.entry.id),
            icon=":material/undo:",
            shortcut="U",
            width="content",
        )


def _just_undone(seen: Seen) -> Line | None:
    """The undo that came last, if nothing came after it."""
    last = max(seen.session.lines, key=lambda line: line.entry.number)
    return last if last.kind is Kind.UNDO and not last.undone else None


def _then(seen: Seen, line: Line | None) -> str:
    """What the next undo would take back."""
    return f" :gray[Before it: {literal(_short(_told(seen, line)))}]" if line else ""


def _undo(log: Log, entry: str) -> None:
    """Take an entry back; a second tap on the same button has nothing left to do."""
    if any(line.entry.id == entry and not line.undone for line in log.session().lines):
        log.undo(entry)


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
    return describe(line, seen.session, seen.name)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _row(seen: Seen, line: Line) -> str:
    """A line of the log: struck through if it was undone, and with what it said before."""
    said = literal(" ".join(_told(seen, line).split()))
    said = f"~~{said}~~ :gray[undone]" if line.undone else said
    before = "; ".join(literal(" ".join(each.split())) for each in describe_changes(line, seen.session, seen.name))
    return f"- {clock_words(line.at, seconds=True)} {said}{f' :gray[before: {before}]' if before else ''}{_by(line)}"


def _by(line: Line) -> str:
    """Who changed something, as far as is known: this tab, or another by what tells tabs apart."""
    if line.kind not in CHANGES or not line.entry.device:
        return ""
    mine = line.entry.device == taps.device()
    return " :gray[· this device]" if mine else f" :gray[· device {literal(line.entry.device)}]"


# One entry


def _change(seen: Seen, lines: list[Line]) -> None:
    """Undo an entry, bring it back, or have it say something else."""
    by_id = {line.entry.id: line for line in lines}
    picked = st.selectbox(
        "Change an entry",
        list(by_id),
        index=None,
        key="log_entry",
        format_func=lambda id: f"{clock_words(by_id[id].at, seconds=True)} {_short(_told(seen, by_id[id]))}",
        placeholder="Choose one of these",
    )
    line = by_id.get(picked) if picked else None
    if line is None:
        return
    if not line.undone:
        corrections.show(seen, line)
    if line.kind is Kind.OPEN:
        st.caption("This entry begins the session, which can be abandoned or deleted instead of undone.")
    elif not line.undone:
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
