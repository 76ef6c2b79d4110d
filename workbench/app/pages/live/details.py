"""The details of a session: its question, place, deck, medium, who wins and who taught."""

from functools import partial
from typing import Any

import streamlit as st

from workbench.app.pages.live import stored_fields
from workbench.app.pages.live.entry_buttons import entry_button, store_entry
from workbench.app.pages.live.session_cache import SessionView, session_cache
from workbench.app.widgets.markdown import literal
from workbench.playtest.log.kinds import LINE_LENGTH, NOTE_LENGTH, Direction, Medium
from workbench.playtest.log.recording import Log
from workbench.playtest.people import find_or_add_person

BY_RULES = "as the rules say"


WINS = {None: BY_RULES, Direction.HIGHEST.value: "the highest total", Direction.LOWEST.value: "the lowest total"}


def show_details(view: SessionView) -> None:
    """The fields of the session's header."""
    header = view.session.header
    _text(view, "Session question", "goal", header.goal, NOTE_LENGTH)
    _text(view, "Place", "location", header.location, LINE_LENGTH)
    _text(view, "Label of the printed deck", "printed", header.printed, LINE_LENGTH)
    _choice(view, "Played on", "medium", [medium.value for medium in Medium], header.medium)
    _choice(view, "Who wins", "direction", list(WINS), header.direction, WINS.get)
    teacher = stored_fields.person_field("Taught by", view.people, "header_teacher")
    label = f"Change from {view.name(header.teacher)}" if header.teacher else "Set teacher"

    def taught(log: Log) -> object:
        return log.header(teacher=find_or_add_person(session_cache().store, view.people, teacher).id)

    entry_button(view.session.id, literal(label), "set_teacher", taught, disabled=not teacher)


def _text(view: SessionView, label: str, field: str, stored: str, longest: int) -> None:
    name = f"header_{field}"
    change = partial(_change, view.session.id, field, name)
    st.text_input(label, stored, key=stored_fields.key_of(name, stored), max_chars=longest, on_change=change)


def _choice(view: SessionView, label: str, field: str, options: list[Any], stored: Any, shown: Any = str) -> None:
    name = f"header_{field}"
    change = partial(_change, view.session.id, field, name)
    st.selectbox(label, options, options.index(stored), shown, key=stored_fields.key_of(name, stored), on_change=change)


def _change(session: str, field: str, name: str) -> None:
    if stored_fields.changed(name):
        value = stored_fields.value_of(name)
        store_entry(session, lambda log: log.header(**{field: value}))
