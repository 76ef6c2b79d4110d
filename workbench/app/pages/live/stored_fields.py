"""Fields that show what is stored, and store what is changed.

A browser makes a field when it comes into sight, which for one inside a popover is long after the script drew it, and
then tells the server the value that it made it with. A value that was put into the session's state is told the browser
once; a field that is made later, or whose code is loaded later, knows only its default. So what is stored is the
field's default. And a browser goes on telling what a field last said, seen or unseen; so where something else is
stored, by another device, by an undo, or after a refusal, there is a new field, of another key.
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from workbench.app.pages.live.session_cache import SessionView, session_cache
from workbench.app.widgets.messages import REFUSED, attempt
from workbench.playtest.log.kinds import NAME_LENGTH
from workbench.playtest.people import add_or_rename, people_by_label
from workbench.store.playtests import Person


def key_of(name: str, stored: Any, *, mends: bool = False) -> str:
    """The key of the field of this name. Draw it with `stored` as its default.

    `mends`: after a refusal it is the same field still, which shows what was written, to be mended there.
    """
    count, shown = st.session_state.get(_memo(name), (0, stored))
    key = _key(name, count)
    if mends and REFUSED in st.session_state:
        return key
    if key not in st.session_state and shown != stored:
        key = _key(name, count := count + 1)
    while key in st.session_state and st.session_state[key] != stored:
        key = _key(name, count := count + 1)
    st.session_state[_memo(name)] = count, stored
    return key


def changed(name: str) -> bool:
    """Whether somebody changed the field of this name since it was drawn."""
    if _memo(name) not in st.session_state:
        return False
    count, shown = st.session_state[_memo(name)]
    key = _key(name, count)
    return key in st.session_state and bool(st.session_state[key] != shown)


def drawn_with(name: str) -> Any:
    """What was stored when the field of this name was drawn."""
    return st.session_state[_memo(name)][1]


def value_of(name: str) -> Any:
    """What the field of this name says."""
    count, _ = st.session_state[_memo(name)]
    return st.session_state[_key(name, count)]


def _memo(name: str) -> str:
    """Where the count of the field stands, and what it was drawn with."""
    return f"{name}_drawn"


def _key(name: str, count: int) -> str:
    return name if count == 0 else f"{name}~{count}"


def person_field(label: str, people: Mapping[str, Person], key: str, place: Any = st, **look: Any) -> str:
    """A field for a person: the name that was chosen or typed; empty for nobody."""
    chosen = place.selectbox(
        label,
        list(people_by_label(people)),
        index=None,
        key=key,
        accept_new_options=True,
        placeholder="Name or initials",
        **look,
    )
    return (chosen or "").strip()


HELP = "Stored when you leave the field, in every session of this person. Import and export can merge two names."


def name_field(view: SessionView, player: str, key: str) -> None:
    """The player's name, to be changed; nothing for somebody who was forgotten, or whom a file left without one."""
    person = view.people.get(player)
    if person is None or not person.name:
        return
    drawn = key_of(key, person.name)
    st.text_input(
        "Name", person.name, key=drawn, max_chars=NAME_LENGTH, on_change=_rename, args=[player, key], help=HELP
    )


def _rename(player: str, key: str) -> None:
    if changed(key):
        attempt(lambda: add_or_rename(session_cache().store, value_of(key), player))
