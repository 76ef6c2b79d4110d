"""The log of a session: the last entry with undo, and all entries, each to be undone or corrected."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import streamlit as st

from workbench.app.pages.live import scores, shared
from workbench.app.pages.live.feedback import KINDS
from workbench.app.pages.live.shared import SessionView, device, entry_button, form_button
from workbench.app.widgets.text import literal, shortened
from workbench.engine.wording import clock_words, counted
from workbench.playtest.log.kinds import (
    FINAL,
    LINE_LENGTH,
    MOST_PLAYERS,
    MOST_ROWS,
    NOTE_LENGTH,
    ClockPhase,
    EntryKind,
    Medium,
    Moment,
    QuestionKind,
    WinDirection,
)
from workbench.playtest.log.recording import Log
from workbench.playtest.log.sentences import describe, describe_changes, moment_title
from workbench.playtest.log.session import LogLine, custom_titles

PAGE = 15
CHANGES = FINAL | {EntryKind.TIMES, EntryKind.HEADER, EntryKind.OVERRIDE}
"""Entries that change what was said; the log names the device that they came from."""


def last(view: SessionView) -> None:
    """The last entry of any device, and the button that undoes it."""
    line, undone = view.session.last_line, _just_undone(view)
    with st.container(horizontal=True, vertical_alignment="center", key="last_entry"):
        if undone is not None:
            st.markdown(f":orange[:material/undo:] {literal(shortened(_line_text(view, undone)))}{_then(view, line)}")
        elif line is None:
            st.caption("Every tap is stored at once. The address of this page opens the session on any device.")
        else:
            st.markdown(
                f":green[:material/check:] {clock_words(line.at, seconds=True)}"
                f" {literal(shortened(_line_text(view, line)))}"
            )
        if line is None:
            return
        entry_button(
            view.session.id,
            "Undo",
            "undo_last",
            partial(_undo, entry=line.entry.id),
            icon=":material/undo:",
            shortcut="U",
            width="content",
        )


def _just_undone(view: SessionView) -> LogLine | None:
    """The undo that came last, if nothing came after it."""
    last = max(view.session.lines, key=lambda line: line.entry.number)
    return last if last.kind is EntryKind.UNDO and not last.undone else None


def _then(view: SessionView, line: LogLine | None) -> str:
    """The line that the next undo would take back."""
    return f" :gray[Before it: {literal(shortened(_line_text(view, line)))}]" if line else ""


def _undo(log: Log, entry: str) -> None:
    """Undo an entry; a second tap on the same button does nothing."""
    if any(line.entry.id == entry and not line.undone for line in log.session().lines):
        log.undo(entry)


def show(view: SessionView) -> None:
    """The whole log, if it is wanted, newest first."""
    if not st.toggle(f"Show the log ({counted(len(view.session.lines), 'entry', 'entries')})", key="show_log"):
        return
    lines = sorted(view.session.lines, key=lambda line: line.entry.number, reverse=True)
    pages = (len(lines) + PAGE - 1) // PAGE
    number = st.number_input("Page of the log", 1, pages, key="log_page", width=160) if pages > 1 else 1
    page_lines = lines[(int(number) - 1) * PAGE : int(number) * PAGE]
    st.markdown("\n".join(_log_line(view, line) for line in page_lines))
    _change(view, page_lines)


def _line_text(view: SessionView, line: LogLine) -> str:
    return describe(line, view.session, view.name)


def _log_line(view: SessionView, line: LogLine) -> str:
    """A line of the log: struck through if it was undone, and with what it said before."""
    line_text = literal(" ".join(_line_text(view, line).split()))
    line_text = f"~~{line_text}~~ :gray[undone]" if line.undone else line_text
    before = "; ".join(literal(" ".join(change.split())) for change in describe_changes(line, view.session, view.name))
    return (
        f"- {clock_words(line.at, seconds=True)} {line_text}{f' :gray[before: {before}]' if before else ''}{_by(line)}"
    )


def _by(line: LogLine) -> str:
    """Who changed something, as far as is known: this tab, or another by what tells tabs apart."""
    if line.kind not in CHANGES or not line.entry.device:
        return ""
    mine = line.entry.device == device()
    return " :gray[· this device]" if mine else f" :gray[· device {literal(line.entry.device)}]"


# One entry


def _change(view: SessionView, lines: list[LogLine]) -> None:
    """Undo, restore or correct an entry."""
    by_id = {line.entry.id: line for line in lines}
    picked = st.selectbox(
        "Change an entry",
        list(by_id),
        index=None,
        key="log_entry",
        format_func=lambda id: f"{clock_words(by_id[id].at, seconds=True)} {shortened(_line_text(view, by_id[id]))}",
        placeholder="Choose one of these",
    )
    line = by_id.get(picked) if picked else None
    if line is None:
        return
    if not line.undone:
        correction_fields(view, line)
    if line.kind is EntryKind.OPEN:
        st.caption("This entry starts the session. Abandon or delete the session instead.")
    elif not line.undone:
        entry_button(
            view.session.id, "Undo this entry", "undo_entry", partial(Log.undo, entry=line.entry.id), width="content"
        )
    elif undo := _undo_of(view, line):
        entry_button(
            view.session.id, "Restore this entry", "redo_entry", partial(Log.undo, entry=undo.entry.id), width="content"
        )


def _undo_of(view: SessionView, line: LogLine) -> LogLine | None:
    """The undo that took the entry back."""
    undos = (line for line in reversed(view.session.lines) if line.kind is EntryKind.UNDO and not line.undone)
    return next((undo for undo in undos if undo.data["entry"] == line.entry.id), None)


NOBODY = "nobody"
HEADER = ("goal", "location", "printed", "medium", "teacher", "direction")
"""Fields of a header that people write; the revision and its rules stay as they were played."""
TEXT_FIELDS: dict[EntryKind, tuple[str, ...]] = {
    EntryKind.OPEN: HEADER,
    EntryKind.HEADER: HEADER,
    EntryKind.PLAYER: ("seat", "newcomer"),
    EntryKind.LEAVE: ("player",),
    EntryKind.PHASE: ("phase",),
    EntryKind.SCORE: ("player", "row", "criterion", "points"),
    EntryKind.TOTAL: ("player", "points"),
    EntryKind.MOMENT: ("moment", "player", "note"),
    EntryKind.NOTE: ("text", "player"),
    EntryKind.QUESTION: ("text", "kind"),
    EntryKind.END: ("finished",),
    EntryKind.ABANDON: ("reason",),
}
"""The fields of each kind that has any, but for an override's, which hang together."""
MAY_BE_NOBODY = frozenset({EntryKind.MOMENT, EntryKind.NOTE})
assert not FINAL & set(TEXT_FIELDS)


def correction_fields(view: SessionView, line: LogLine) -> None:
    """The fields of an entry, and the button that stores the correction."""
    if line.kind is EntryKind.OVERRIDE:
        _override(view, line)
    elif names := [name for name in TEXT_FIELDS.get(line.kind, ()) if name in line.data]:
        if line.kind is EntryKind.PLAYER:
            shared.name_field(view, line.data["player"], f"edit_name_{line.entry.id}")
        grid = st.grid(min(3, len(names)), min_column_width=150)
        _save(view, line, {name: _FIELDS[name](grid, view, line, name) for name in names})


def _override(view: SessionView, line: LogLine) -> None:
    now = scores.OverrideFields(line.data["reason"], line.data["winners"], line.data["totals"])
    filled = scores.fields(view, f"edit_{line.entry.id}", now)
    changes = {"reason": filled.reason, "winners": filled.winners, "totals": filled.totals}
    _save(view, line, changes, scores.missing(filled))


def _save(view: SessionView, line: LogLine, changes: dict[str, Any], missing: str = "") -> None:
    changed = any(line.data[field] != value for field, value in changes.items())
    form_button(
        view.session.id,
        "Save correction",
        "save_entry",
        lambda log: log.edit(line.entry.id, **changes),
        icon=":material/save:",
        missing=missing if changed else "Nothing is changed yet.",
        width="content",
        help="The old text stays in the log.",
    )


# A field for each thing that an entry may say. Each takes where to stand, and returns what it says.


def _text(label: str, longest: int = NOTE_LENGTH) -> Callable[..., str]:
    def field(place: Any, view: SessionView, line: LogLine, name: str) -> str:
        draw = place.text_area if name == "text" else place.text_input
        text: str | None = draw(label, line.data[name], key=_key(line, name), max_chars=longest)
        return (text or "").strip()

    return field


def _choice(label: str, options: Iterable[Any], label_of: Callable[[Any], str] = str) -> Callable[..., Any]:
    values = [None if option is None else option.value for option in options]

    def field(place: Any, view: SessionView, line: LogLine, name: str) -> Any:
        return _select(place, label, values, line, name, label_of)

    return field


def _player(place: Any, view: SessionView, line: LogLine, name: str) -> Any:
    """Everybody who ever sat at this table, also whom the entry names and who has left."""
    sat = [line.data["player"] for line in view.session.lines if line.kind is EntryKind.PLAYER]
    players = [*(player.player for player in view.session.players), *sat]
    return _select(place, "Who", [*([None] if line.kind in MAY_BE_NOBODY else []), *players], line, name, _who(view))


def _moment(place: Any, view: SessionView, line: LogLine, name: str) -> Any:
    titles = custom_titles(view.session.lines)
    options = [*map(str, Moment), *(titles.id for titles in view.session.custom_moments)]
    return _select(place, "Moment", options, line, name, lambda moment: moment_title(moment, titles))


def _teacher(place: Any, view: SessionView, line: LogLine, name: str) -> Any:
    people = [id for id, person in view.people.items() if person.name]
    return _select(place, "Taught by", [None, *people], line, name, _who(view))


def _criterion(place: Any, view: SessionView, line: LogLine, name: str) -> Any:
    sheet = view.session.scores.sheet
    titles: dict[str | None, str] = {criterion.name: criterion.title for criterion in sheet.criteria}
    titles[None] = f"the whole {sheet.row}"
    return _select(place, "For", list(titles), line, name, lambda criterion: titles.get(criterion, str(criterion)))


def _seat(place: Any, view: SessionView, line: LogLine, name: str) -> int | None:
    now = line.data[name]
    seat = place.number_input(
        "Seat", 1, MOST_PLAYERS, None if now is None else now + 1, key=_key(line, name), placeholder="unknown"
    )
    return None if seat is None else int(seat) - 1


def _row(place: Any, view: SessionView, line: LogLine, name: str) -> int:
    label = view.session.scores.sheet.row.capitalize()
    return int(place.number_input(label, 1, MOST_ROWS, line.data[name] + 1, key=_key(line, name))) - 1


def _newcomer(place: Any, view: SessionView, line: LogLine, name: str) -> bool:
    return bool(place.toggle("New to the game", line.data[name], key=_key(line, name)))


def _points(place: Any, view: SessionView, line: LogLine, name: str) -> float | None:
    now = line.data[name]
    value: float | None = place.number_input(
        "Points", value=None if now is None else float(now), step=1.0, format="%g", key=_key(line, name)
    )
    return value


def _select(
    place: Any, label: str, options: list[Any], line: LogLine, name: str, label_of: Callable[[Any], str]
) -> Any:
    """One of the options, to which what is stored always belongs."""
    now = line.data[name]
    choices = list(dict.fromkeys([*options, now]))
    key = _key(line, name)
    return place.selectbox(label, choices, choices.index(now), label_of, key=key, placeholder=label_of(choices[0]))


def _who(view: SessionView) -> Callable[[Any], str]:
    return lambda player: literal(view.name(player)) or NOBODY


def _key(line: LogLine, name: str) -> str:
    return f"edit_{name}_{line.entry.id}"


def _finished(place: Any, view: SessionView, line: LogLine, name: str) -> bool | None:
    words = {True: "finished", False: "stopped early", None: "not known"}
    value: bool | None = _select(place, "The game was", list(words), line, name, words.__getitem__)
    return value


_WINS = {
    None: "as the rules say",
    WinDirection.HIGHEST.value: "the highest total",
    WinDirection.LOWEST.value: "the lowest",
}
_FIELDS: dict[str, Callable[[Any, SessionView, LogLine, str], Any]] = {
    "goal": _text("Session question"),
    "location": _text("Place", LINE_LENGTH),
    "printed": _text("Label of the printed deck", LINE_LENGTH),
    "note": _text("Note"),
    "text": _text("Text"),
    "reason": _text("Reason"),
    "medium": _choice("Played on", Medium),
    "direction": _choice("Who wins", (None, *WinDirection), _WINS.__getitem__),
    "finished": _finished,
    "phase": _choice("Clock", ClockPhase, lambda phase: "stopped" if phase == ClockPhase.NONE else str(phase)),
    "moment": _moment,
    "kind": _choice("Answer", QuestionKind, KINDS.__getitem__),
    "teacher": _teacher,
    "player": _player,
    "criterion": _criterion,
    "seat": _seat,
    "row": _row,
    "newcomer": _newcomer,
    "points": _points,
}
