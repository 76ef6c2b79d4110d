"""Moments, one tap each, with an optional player and note; and notes."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

import streamlit as st

from workbench.app.pages.live import shared
from workbench.app.pages.live.shared import SessionView, entry_button, store_entry
from workbench.app.widgets.text import explained, literal
from workbench.engine.wording import counted
from workbench.playtest.log.kinds import MOMENT_LENGTH, NOTE_LENGTH, EntryKind, Moment
from workbench.playtest.log.recording import Log
from workbench.playtest.log.sentences import TITLES, clock_time, moment_title
from workbench.playtest.log.session import Happening
from workbench.store.playtests import new_uuid

ICONS = {
    Moment.RULES_QUESTION: ":material/help:",
    Moment.CONFUSION: ":material/psychology_alt:",
    Moment.STUCK: ":material/block:",
    Moment.LAUGHTER: ":material/sentiment_very_satisfied:",
    Moment.EXCITING: ":material/bolt:",
    Moment.DOWNTIME: ":material/hourglass_empty:",
    Moment.BROKEN: ":material/bug_report:",
    Moment.HOUSE_RULE: ":material/gavel:",
}
CUSTOM_ICON = ":material/label:"
HELP = """Each tap stores one moment with its time; keys 1 to 9 do the same. Quick taps all count, unless they are
less than 0.04 s apart: no finger is that quick. *Undo* takes back the last one. You can add who and why
afterwards."""
KEYS = 9
"""Kinds that have a key."""


def show(view: SessionView) -> None:
    """A button for each kind of moment, and the last one."""
    st.markdown("## Moments", anchors=False, help=explained(HELP, "moment"))
    with st.container(key="moments"):
        grid = st.grid(4, min_column_width=150)
        for number, (moment, title) in enumerate(kinds(view).items(), start=1):
            entry_button(
                view.session.id,
                literal(title),
                f"moment_{moment}",
                partial(Log.moment, moment=moment),
                icon=ICONS[Moment(moment)] if moment in list(Moment) else CUSTOM_ICON,
                place=grid,
                shortcut=str(number) if number <= KEYS else "",
            )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("Every tap counts. Tapped twice by mistake? Press Undo.", width="stretch")
        with st.popover("Own kinds", icon=CUSTOM_ICON):
            _custom_kinds(view)
    if latest := latest_of(view):
        _about(view, latest)


def kinds(view: SessionView) -> dict[str, str]:
    """The kinds of moments that have a button, with their names: ours, then the session's own by their ids."""
    ours = {str(moment): title for moment, title in TITLES.items()}
    return ours | {custom.id: custom.title for custom in view.session.custom_moments}


def _custom_kinds(view: SessionView) -> None:
    """The session's own kinds of moments: add and remove."""
    st.caption("Your own kinds get a button in this session and in later ones of this game.")
    for custom in view.session.custom_moments:
        entry_button(
            view.session.id,
            f"Remove {literal(custom.title)}",
            f"own_off_{custom.id}",
            partial(Log.undo, entry=custom.id),
            icon=":material/close:",
        )
    st.text_input("Name", key="own_title", max_chars=MOMENT_LENGTH, placeholder="Table talk")
    st.button("Add kind", key="own_add", icon=":material/add:", on_click=_add_kind, args=[view.session.id])


def _add_kind(session: str) -> None:
    title = str(st.session_state["own_title"])
    if store_entry(session, lambda log: log.add_moment_kind(title)):
        st.session_state["own_title"] = ""


def latest_of(view: SessionView) -> Happening | None:
    """The moment that was logged last."""
    numbers = {line.entry.id: line.entry.number for line in view.session.lines if line.kind is EntryKind.MOMENT}
    return max(view.session.moments, key=lambda moment: numbers[moment.entry], default=None)


def _about(view: SessionView, latest: Happening) -> None:
    """Who the last moment was about, and why; each is stored when it is given."""
    minute = "" if latest.minute is None else f", minute {int(latest.minute)}"
    st.caption(f"About the last one ({literal(moment_title(latest.moment).lower())}{minute}):")
    who, note = f"who_{latest.entry}", f"why_{latest.entry}"
    players = [player.player for player in view.session.players]
    about = latest.player if latest.player in players else None
    st.pills(
        "Who",
        players,
        default=about,
        format_func=lambda player: literal(view.name(player)),
        key=shared.key_of(who, about),
        label_visibility="collapsed",
        on_change=partial(_add, view.session.id, latest.entry, who, "player", players),
    )
    st.text_input(
        "Note on the last moment",
        latest.note,
        key=shared.key_of(note, latest.note),
        placeholder="Why? Stored when you leave the field.",
        label_visibility="collapsed",
        on_change=partial(_add, view.session.id, latest.entry, note, "note"),
    )


def _add(session: str, entry: str, name: str, field: str, options: Sequence[str] | None = None) -> None:
    if not shared.changed(name, options):
        return
    value = shared.value_of(name)

    def edit(log: Log) -> object:
        return log.edit(entry, **{field: value})

    store_entry(session, edit)


NOTE = "note_to_come"
NOTES_ON_PAGE = 3


def note_to_come() -> str:
    """The id of the note that the field will become."""
    id: str = st.session_state.setdefault(NOTE, new_uuid())
    return id


def notes(view: SessionView) -> None:
    """The field, and the latest notes."""
    note = note_to_come()
    store = partial(_store, view.session.id, note)
    st.text_area(
        "Notes",
        key=_field(note),
        height=80,
        max_chars=NOTE_LENGTH,
        placeholder="What you see and hear. Each note is stored with its time.",
        on_change=store,
    )
    st.button("Save note", key="store_note", icon=":material/edit_note:", on_click=store)
    for remark in reversed(view.session.notes[-NOTES_ON_PAGE:]):
        st.caption(literal(f"{clock_time(view.session, remark.at)} {remark.text}"))
    if len(view.session.notes) > NOTES_ON_PAGE:
        st.caption(f"{counted(len(view.session.notes) - NOTES_ON_PAGE, 'more note')} in the log below.")


def _field(note: str) -> str:
    return f"new_note_{note}"


def _store(session: str, note: str) -> None:
    text = (st.session_state.get(_field(note)) or "").strip()
    if text:
        store_entry(session, lambda log: write_note(log, note, text))


def write_note(log: Log, note: str, text: str, at: datetime | None = None) -> None:
    """Store what the field of a note says: as a new note, or as what one that is stored says now."""
    stored = next((line for line in log.session().lines if line.entry.id == note), None)
    if stored is None:
        log.tap(EntryKind.NOTE, {"text": text}, id=note, at=at)
    elif stored.data["text"] != text:
        log.edit(note, text=text)
    if st.session_state.get(NOTE) == note:
        st.session_state[NOTE] = new_uuid()
