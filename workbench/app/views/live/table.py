"""Who sits at the table, and what the session says of itself."""

from functools import partial
from typing import Any

import streamlit as st

from workbench.app.desk import Seen, desk
from workbench.app.reading import literal
from workbench.app.views.live import people, renaming, taps
from workbench.playtest.kinds import LINE_LENGTH, MOST_PLAYERS, NOTE_LENGTH, Direction, Kind, Medium
from workbench.playtest.log import Log
from workbench.playtest.session import Seated

BY_RULES = "as the rules say"
WINS = {None: BY_RULES, Direction.HIGHEST.value: "the highest total", Direction.LOWEST.value: "the lowest total"}


def show(seen: Seen) -> None:
    """The players, each with what can be changed, somebody new, and the details."""
    st.markdown("##### At the table", anchors=False)
    with st.container(horizontal=True):
        for each in seen.session.players:
            _player(seen, each)
        with st.popover("Add a player", icon=":material/person_add:"):
            _add(seen)
        with st.popover("Details", icon=":material/tune:", help="Question, place, who taught, who wins."):
            _details(seen)


def _player(seen: Seen, each: Seated) -> None:
    seat = "" if each.seat is None else f"{each.seat + 1} · "
    with st.popover(literal(f"{seat}{seen.name(each.player)}{' · new' if each.newcomer else ''}")):
        seat_key, new_key = f"seat_{each.player}", f"newcomer_{each.player}"
        taps.keep(seat_key, None if each.seat is None else each.seat + 1)
        taps.keep(new_key, each.newcomer)
        change = partial(_sit_again, seen.session.id, each.player)
        st.number_input("Seat", 1, MOST_PLAYERS, None, key=seat_key, on_change=change, placeholder="nobody knows")
        st.toggle("New to the game", key=new_key, on_change=change)
        renaming.field(seen, each.player, f"name_{each.player}")
        taps.button(
            seen.session.id,
            "Leaves",
            f"leave_{each.player}",
            lambda log: log.leave(each.player),
            icon=":material/logout:",
            help="Their points no longer count. Undo brings them back.",
        )


def _sit_again(session: str, player: str) -> None:
    fields = f"seat_{player}", f"newcomer_{player}"
    if not any(map(taps.changed, fields)):
        return
    seat, newcomer = (st.session_state[field] for field in fields)

    def sit(log: Log) -> object:
        place = None if seat is None else seat - 1
        return log.tap(Kind.PLAYER, {"player": player, "seat": place, "newcomer": newcomer})

    taps.tap(session, sit)


def _add(seen: Seen) -> None:
    seated = {each.player for each in seen.session.players}
    others = {id: person for id, person in seen.people.items() if id not in seated}
    name = people.picked("Who", others, "add_name")
    taken = {each.seat for each in seen.session.players}
    free = next(seat for seat in range(MOST_PLAYERS + 1) if seat not in taken)
    seat = st.number_input(
        "Seat", 1, MOST_PLAYERS, free + 1, key=f"add_seat_{free}", help="1 begins; then in turn order."
    )
    newcomer = st.toggle("New to the game", key="add_newcomer")

    def sit(log: Log) -> object:
        return log.sit(people.person(desk().store, others, name), int(seat) - 1, newcomer)

    st.button(
        "Sits down",
        key="add_player",
        icon=":material/person_add:",
        disabled=not name,
        on_click=_added,
        args=[seen.session.id, sit],
    )


def _added(session: str, sit: taps.Do) -> None:
    if taps.tap(session, sit):
        st.session_state.pop("add_name", None)
        st.session_state.pop("add_newcomer", None)


# What the session says of itself


def _details(seen: Seen) -> None:
    header = seen.session.header
    _text(seen, "Question of the session", "goal", header.goal, NOTE_LENGTH)
    _text(seen, "Place", "location", header.location, LINE_LENGTH)
    _text(seen, "Label of the printed deck", "printed", header.printed, LINE_LENGTH)
    _choice(seen, "Played on", "medium", [medium.value for medium in Medium], header.medium)
    _choice(seen, "Who wins", "direction", list(WINS), header.direction, WINS.get)
    teacher = people.picked("Taught by", seen.people, "header_teacher")
    label = "Taught by" if not header.teacher else f"Taught by {seen.name(header.teacher)}; change to the above"

    def taught(log: Log) -> object:
        return log.header(teacher=people.person(desk().store, seen.people, teacher).id)

    taps.button(seen.session.id, literal(label), "set_teacher", taught, disabled=not teacher)


def _text(seen: Seen, label: str, field: str, stored: str, longest: int) -> None:
    key = f"header_{field}"
    taps.keep(key, stored)
    st.text_input(label, key=key, max_chars=longest, on_change=partial(_change, seen.session.id, field, key))


def _choice(seen: Seen, label: str, field: str, options: list[Any], stored: Any, shown: Any = str) -> None:
    key = f"header_{field}"
    taps.keep(key, stored)
    change = partial(_change, seen.session.id, field, key)
    st.selectbox(label, options, key=key, format_func=shown, on_change=change)


def _change(session: str, field: str, key: str) -> None:
    if taps.changed(key):
        value = st.session_state[key]
        taps.tap(session, lambda log: log.header(**{field: value}))
