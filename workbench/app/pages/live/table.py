"""Those who left the table: what they left with, and to whom it passes on."""

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

NOBODY = ""
"""Who has taken over points that stay with their owner."""


def who_left(seen: Seen, each: Seated) -> None:
    """Somebody who left: whose their points are now, their name, and the way back."""
    name, scores = seen.name(each.player), seen.session.scores
    with st.popover(literal(f"{name} · left"), key=f"left_{each.player}"):
        if each.player in scores.totals_left:
            _points(seen, each.player)
        fields.field(seen, each.player, f"left_name_{each.player}")
        label = "Comes back to the table"
        taps.button(seen.session.id, label, f"back_{each.player}", partial(_back, each=each), icon=":material/login:")


def _points(seen: Seen, player: str) -> None:
    scores, key = seen.session.scores, f"points_of_{player}"
    now = scores.taken.get(player, NOBODY)
    options = list(dict.fromkeys([NOBODY, now, *scores.players]))
    st.selectbox(
        literal(_told(seen.name(player), scores.totals_left[player])),
        options,
        options.index(now),
        lambda taker: literal(f"taken over by {seen.name(taker)}" if taker else f"stay with {seen.name(player)}"),
        key=fields.key_of(key, now),
        on_change=partial(_pass_on, seen.session.id, key, player),
        help="Points that are taken over count in the total of whoever has them. The log keeps the choice.",
    )


def _told(name: str, had: Points) -> str:
    return f"{name}’s {points(had)} points"


def _pass_on(session: str, key: str, player: str) -> None:
    if fields.changed(key):
        taker = fields.value_of(key)
        taps.tap(session, lambda log: log.take_over(player, taker or None))


def _back(log: Log, each: Seated) -> object:
    """To the seat they had, where it is free."""
    taken = {other.seat for other in log.session().players}
    who = {"player": each.player, "seat": None if each.seat in taken else each.seat, "newcomer": each.newcomer}
    return log.tap(Kind.PLAYER, who)


def passed_on(seen: Seen, seat: int | None, name: str) -> str | None:
    """Whose points somebody takes over who sits down on a seat that was left: as a toggle says, by default nobody's."""
    scores = seen.session.scores
    gone = [each for each in seen.session.left if each.seat == seat and each.player in scores.stranded]
    if not gone or seen.name(gone[-1].player) == name:
        return None
    player = gone[-1].player
    label = f"Takes over {_told(seen.name(player), scores.stranded[player])}"
    return player if st.toggle(literal(label), key=f"add_takes_{player}") else None


SPARE_SEATS = 4
"""Empty seats to choose from."""
BY_RULES = "as the rules say"
WINS = {None: BY_RULES, Direction.HIGHEST.value: "the highest total", Direction.LOWEST.value: "the lowest total"}


def show(seen: Seen) -> None:
    """The players, each with what can be changed, somebody new, and the details."""
    st.markdown("## At the table", anchors=False)
    with st.container(horizontal=True):
        for each in seen.session.players:
            _player(seen, each)
        for each in seen.session.left:
            who_left(seen, each)
        added = sum(line.kind is Kind.PLAYER for line in seen.session.lines)
        with st.popover("Add a player", icon=":material/person_add:", key=f"add_{added}"):
            _add(seen)
        with st.popover("Details", icon=":material/tune:", help="Question, place, who taught, who wins."):
            _details(seen)


def _player(seen: Seen, each: Seated) -> None:
    seat = "" if each.seat is None else f"{each.seat + 1} · "
    label = literal(f"{seat}{seen.name(each.player)}{' · new' if each.newcomer else ''}")
    with st.popover(label, key=f"player_{each.player}"):
        _seat(seen, each)
        name = f"newcomer_{each.player}"
        change = partial(_sit_again, seen.session.id, each.player, name, "newcomer")
        st.toggle("New to the game", each.newcomer, key=fields.key_of(name, each.newcomer), on_change=change)
        fields.field(seen, each.player, f"name_{each.player}")
        taps.button(
            seen.session.id,
            "Leaves the table",
            f"leave_{each.player}",
            lambda log: log.leave(each.player),
            icon=":material/logout:",
            help="Their points stay theirs, as they stand. Undo brings them back.",
        )


def _seat(seen: Seen, each: Seated) -> None:
    """Where somebody sits: a free seat, or one to swap with whoever has it; nobody swaps for no seat."""
    holders = {other.seat: other.player for other in seen.session.players if other.player != each.player}
    seats = [seat for seat in _seats(seen) if each.seat is not None or seat not in holders]
    options, name = [None, *seats], f"seat_{each.player}"

    def shown(seat: int | None) -> str:
        if seat is None:
            return "nobody knows"
        return f"{seat + 1}, swap with {seen.name(holders[seat])}" if seat in holders else str(seat + 1)

    st.selectbox(
        "Seat",
        options,
        options.index(each.seat),
        shown,
        key=fields.key_of(name, each.seat),
        on_change=partial(_sit_again, seen.session.id, each.player, name, "seat"),
        help="1 begins; then in turn order.",
    )


def _seats(seen: Seen) -> range:
    """The seats there are to choose from: all that are taken, and some that are not."""
    taken = [each.seat for each in seen.session.players if each.seat is not None]
    return range(min(MOST_PLAYERS, max([len(seen.session.players) + SPARE_SEATS, *(seat + 1 for seat in taken)])))


def _sit_again(session: str, player: str, name: str, field: str) -> None:
    """Store what was changed of a player, beside what is stored now of the rest."""
    if not fields.changed(name):
        return
    value = fields.value_of(name)

    def sit(log: Log) -> object:
        now = next((each for each in log.session().players if each.player == player), Seated(player))
        return log.tap(Kind.PLAYER, {**asdict(now), field: value})

    taps.tap(session, sit)


def _add(seen: Seen) -> None:
    seated = {each.player for each in seen.session.players}
    others = {id: person for id, person in seen.people.items() if id not in seated}
    name = fields.picked("Who", others, "add_name")
    taken = {each.seat for each in seen.session.players}
    free = [seat for seat in _seats(seen) if seat not in taken]
    seat = st.selectbox(
        "Seat",
        free,
        0,
        lambda seat: str(seat + 1),
        key=f"add_seat_{free[0] if free else 'none'}",
        help="1 begins; then in turn order.",
    )
    newcomer = st.toggle("New to the game", key="add_newcomer")
    takes_over = passed_on(seen, seat, name)

    def sit(log: Log) -> object:
        return log.sit(find_or_add_person(desk().store, others, name), seat, newcomer, takes_over)

    st.button(
        "Add player",
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
