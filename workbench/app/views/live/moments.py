"""Moments: one tap each. Who it was about, and a note, may be added to the last one, or to any in the log."""

from functools import partial

import streamlit as st

from workbench.app.desk import Seen
from workbench.app.reading import literal
from workbench.app.views.live import kept, taps
from workbench.playtest.kinds import Kind, Moment
from workbench.playtest.log import Log
from workbench.playtest.session import Happening
from workbench.playtest.telling import TITLES

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
HELP = "One tap stores the moment with its time. Keys 1 to 8 do the same. Who and why can be added afterwards."


def show(seen: Seen) -> None:
    """A button for each kind of moment, and the last one."""
    st.markdown("##### Moments", anchors=False, help=HELP)
    with st.container(key="moments"):
        grid = st.grid(4, min_column_width=150)
        for number, moment in enumerate(Moment, start=1):
            taps.button(
                seen.session.id,
                TITLES[moment],
                f"moment_{moment}",
                partial(Log.moment, moment=moment),
                icon=ICONS[moment],
                place=grid,
                shortcut=str(number),
            )
    if latest := latest_of(seen):
        _about(seen, latest)


def latest_of(seen: Seen) -> Happening | None:
    """The moment that was logged last."""
    numbers = {line.entry.id: line.entry.number for line in seen.session.lines if line.kind is Kind.MOMENT}
    return max(seen.session.moments, key=lambda each: numbers[each.entry], default=None)


def _about(seen: Seen, latest: Happening) -> None:
    """Who the last moment was about, and why; each is stored when it is given."""
    minute = "" if latest.minute is None else f", minute {int(latest.minute)}"
    st.caption(f"About the last one ({TITLES[latest.moment].lower()}{minute}):")
    who, note = f"who_{latest.entry}", f"why_{latest.entry}"
    players = [each.player for each in seen.session.players]
    about = latest.player if latest.player in players else None
    st.pills(
        "Who",
        players,
        default=about,
        format_func=lambda player: literal(seen.name(player)),
        key=kept.key_of(who, about),
        label_visibility="collapsed",
        on_change=partial(_add, seen.session.id, latest.entry, who, "player"),
    )
    st.text_input(
        "Note on the last moment",
        latest.note,
        key=kept.key_of(note, latest.note),
        placeholder="Why? Stored when you leave the field.",
        label_visibility="collapsed",
        on_change=partial(_add, seen.session.id, latest.entry, note, "note"),
    )


def _add(session: str, entry: str, name: str, field: str) -> None:
    if not kept.changed(name):
        return
    value = kept.value_of(name)

    def edit(log: Log) -> object:
        return log.edit(entry, **{field: value})

    taps.tap(session, edit)
