"""What a session says of itself: its question, place, deck, medium, who wins and who taught."""

from dataclasses import asdict
from functools import partial
from typing import Any
import streamlit as st
from workbench.app.pages.live import fields, taps
from workbench.app.pages.live.desk import Seen, desk
from workbench.app.widgets.markdown import literal
from workbench.engine.score_sheet import Points
from workbench.playtest.log.kinds import LINE_LENGTH, MOST_PLAYERS, NOTE_LENGTH, Direction, Kind, Medium
from workbench.playtest.log.recording import Log
from workbench.playtest.log.sentences import points
from workbench.playtest.log.session import Seated
from workbench.playtest.people import find_or_add_person


BY_RULES = "as the rules say"


WINS = {None: BY_RULES, Direction.HIGHEST.value: "the highest total", Direction.LOWEST.value: "the lowest total"}


def _details(seen: Seen) -> None:
    header = seen.session.header
    _text(seen, "Question of the session", "goal", header.goal, NOTE_LENGTH)
    _text(seen, "Place", "location", header.location, LINE_LENGTH)
    _text(seen, "Label of the printed deck", "printed", header.printed, LINE_LENGTH)
    _choice(seen, "Played on", "medium", [medium.value for medium in Medium], header.medium)
    _choice(seen, "Who wins", "direction", list(WINS), header.direction, WINS.get)
    teacher = fields.picked("Taught by", seen.people, "header_teacher")
    label = "Taught by" if not header.teacher else f"Taught by {seen.name(header.teacher)}; change to the above"

    def taught(log: Log) -> object:
        return log.header(teacher=find_or_add_person(desk().store, seen.people, teacher).id)

    taps.button(seen.session.id, literal(label), "set_teacher", taught, disabled=not teacher)


def _text(seen: Seen, label: str, field: str, stored: str, longest: int) -> None:
    name = f"header_{field}"
    change = partial(_change, seen.session.id, field, name)
    st.text_input(label, stored, key=fields.key_of(name, stored), max_chars=longest, on_change=change)


def _choice(seen: Seen, label: str, field: str, options: list[Any], stored: Any, shown: Any = str) -> None:
    name = f"header_{field}"
    change = partial(_change, seen.session.id, field, name)
    st.selectbox(label, options, options.index(stored), shown, key=fields.key_of(name, stored), on_change=change)


def _change(session: str, field: str, name: str) -> None:
    if fields.changed(name):
        value = fields.value_of(name)
        taps.tap(session, lambda log: log.header(**{field: value}))
