"""Another name for somebody at the table: a typo is mended where it is seen."""

import streamlit as st

from workbench.app.desk import Seen, desk
from workbench.app.views.live import kept
from workbench.app.views.refusals import attempt
from workbench.playtest.kinds import NAME_LENGTH
from workbench.playtest.people import person_named

HELP = "Stored when you leave the field, in every session of this person. Import and export joins two names of one."


def field(seen: Seen, player: str, key: str) -> None:
    """The player's name, to be changed; nothing for somebody who was forgotten, or whom a file left without one."""
    person = seen.people.get(player)
    if person is None or not person.name:
        return
    drawn = kept.key_of(key, person.name)
    st.text_input(
        "Name", person.name, key=drawn, max_chars=NAME_LENGTH, on_change=_rename, args=[player, key], help=HELP
    )


def _rename(player: str, key: str) -> None:
    if kept.changed(key):
        attempt(lambda: person_named(desk().store, kept.value_of(key), player))
