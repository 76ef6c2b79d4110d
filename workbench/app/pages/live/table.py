"""The players: seats, newcomers, names, who joins and leaves; and the details of the session."""

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import streamlit as st

from workbench.app.pages.live import shared
from workbench.app.pages.live.shared import SessionView, entry_button, form_button, session_cache, store_entry
from workbench.app.widgets.text import literal
from workbench.engine.score_sheet import Points
from workbench.engine.wording import plural
from workbench.playtest.log.kinds import LINE_LENGTH, MOST_PLAYERS, NOTE_LENGTH, EntryKind, Medium, WinDirection
from workbench.playtest.log.recording import Log
from workbench.playtest.log.sentences import points_in_words
from workbench.playtest.log.session import Seated
from workbench.playtest.people import find_or_add_person

NOBODY = ""
"""Who has taken over points that stay with their owner."""


def who_left(view: SessionView, seated: Seated) -> None:
    """A player who left: who has their points, their name, and the button to return."""
    name, scores = view.name(seated.player), view.session.scores
    with st.popover(literal(f"{name} · left"), key=f"left_{seated.player}"):
        if seated.player in scores.totals_left:
            _points(view, seated.player)
        shared.name_field(view, seated.player, f"left_name_{seated.player}")
        label = "Return to the table"
        entry_button(
            view.session.id, label, f"back_{seated.player}", partial(_back, seated=seated), icon=":material/login:"
        )


def _points(view: SessionView, player: str) -> None:
    scores, key = view.session.scores, f"points_of_{player}"
    now = scores.taken.get(player, NOBODY)
    options = list(dict.fromkeys([NOBODY, now, *scores.players]))
    st.selectbox(
        literal(_points_of(view.name(player), scores.totals_left[player])),
        options,
        options.index(now),
        lambda taker: literal(f"taken over by {view.name(taker)}" if taker else f"stay with {view.name(player)}"),
        key=shared.key_of(key, now),
        on_change=partial(_pass_on, view.session.id, key, player, options),
        help="Points that are taken over count for the player who has them. The log keeps the choice.",
    )


def _points_of(name: str, had: Points) -> str:
    return f"{name}’s {points_in_words(had)} {plural(had, 'point')}"


def _pass_on(session: str, key: str, player: str, options: Sequence[str]) -> None:
    if shared.changed(key, options):
        taker = shared.value_of(key)
        store_entry(session, lambda log: log.take_over(player, taker or None))


def _back(log: Log, seated: Seated) -> object:
    """To the seat they had, where it is free."""
    taken = {other.seat for other in log.session().players}
    who = {"player": seated.player, "seat": None if seated.seat in taken else seated.seat, "newcomer": seated.newcomer}
    return log.tap(EntryKind.PLAYER, who)


def passed_on(view: SessionView, seat: int | None, name: str) -> str | None:
    """Whose points somebody takes over who sits down on a seat that was left: as a toggle says, by default nobody's."""
    scores = view.session.scores
    gone = [player for player in view.session.left if player.seat == seat and player.player in scores.stranded]
    if not gone or view.name(gone[-1].player) == name:
        return None
    player = gone[-1].player
    label = f"Takes over {_points_of(view.name(player), scores.stranded[player])}"
    return player if st.toggle(literal(label), key=f"add_takes_{player}") else None


ADDED = "player_added"
"""Set once a player was added here, whose fields are empty for the next one."""
SPARE_SEATS = 4
"""Empty seats to choose from."""


def show(view: SessionView) -> None:
    """The players, each with what can be changed, somebody new, and the details."""
    st.markdown("## At the table", anchors=False)
    with st.container(horizontal=True):
        for player in view.session.players:
            _player(view, player)
        for seated in view.session.left:
            who_left(view, seated)
        added = sum(line.kind is EntryKind.PLAYER for line in view.session.lines)
        with st.popover("Add a player", icon=":material/person_add:", key=f"add_{added}"):
            _add(view)
        with st.popover("Details", icon=":material/tune:", help="Question, place, who taught, who wins."):
            show_details(view)


def _player(view: SessionView, seated: Seated) -> None:
    seat = "" if seated.seat is None else f"{seated.seat + 1} · "
    label = literal(f"{seat}{view.name(seated.player)}{' · new' if seated.newcomer else ''}")
    with st.popover(label, key=f"player_{seated.player}"):
        _seat(view, seated)
        name = f"newcomer_{seated.player}"
        change = partial(_sit_again, view.session.id, seated.player, name, "newcomer")
        st.toggle("New to the game", seated.newcomer, key=shared.key_of(name, seated.newcomer), on_change=change)
        shared.name_field(view, seated.player, f"name_{seated.player}")
        entry_button(
            view.session.id,
            "Leave the table",
            f"leave_{seated.player}",
            lambda log: log.leave(seated.player),
            icon=":material/logout:",
            help="Their points stay as they are. Undo brings the player back.",
        )


def _seat(view: SessionView, seated: Seated) -> None:
    """Where somebody sits: a free seat, or one to swap with whoever has it; nobody swaps for no seat."""
    holders = {other.seat: other.player for other in view.session.players if other.player != seated.player}
    seats = [seat for seat in _seats(view) if seated.seat is not None or seat not in holders]
    options, name = [None, *seats], f"seat_{seated.player}"

    def label_of(seat: int | None) -> str:
        if seat is None:
            return "unknown"
        return f"{seat + 1}, swap with {view.name(holders[seat])}" if seat in holders else str(seat + 1)

    st.selectbox(
        "Seat",
        options,
        options.index(seated.seat),
        label_of,
        key=shared.key_of(name, seated.seat),
        placeholder="unknown",
        on_change=partial(_sit_again, view.session.id, seated.player, name, "seat", options),
        help="Seat 1 begins. The others follow in turn order.",
    )


def _seats(view: SessionView) -> range:
    """The seats there are to choose from: all that are taken, and some that are not."""
    taken = [player.seat for player in view.session.players if player.seat is not None]
    return range(min(MOST_PLAYERS, max([len(view.session.players) + SPARE_SEATS, *(seat + 1 for seat in taken)])))


def _sit_again(session: str, player: str, name: str, field: str, options: Sequence[Any] | None = None) -> None:
    """Store what was changed of a player, beside what is stored now of the rest."""
    if not shared.changed(name, options):
        return
    value = shared.value_of(name)

    def sit(log: Log) -> object:
        now = next((player_now for player_now in log.session().players if player_now.player == player), Seated(player))
        return log.tap(EntryKind.PLAYER, {**asdict(now), field: value})

    store_entry(session, sit)


def _add(view: SessionView) -> None:
    seated = {player.player for player in view.session.players}
    others = {id: person for id, person in view.people.items() if id not in seated}
    if st.session_state.pop(ADDED, False):
        st.session_state.pop("add_name", None)
        st.session_state.pop("add_newcomer", None)
    name = shared.person_field("Who", others, "add_name")
    taken = {player.seat for player in view.session.players}
    free = [seat for seat in _seats(view) if seat not in taken]
    seat = st.selectbox(
        "Seat",
        free,
        0,
        lambda seat: str(seat + 1),
        key=f"add_seat_{free[0] if free else 'none'}",
        help="Seat 1 begins. The others follow in turn order.",
    )
    newcomer = st.toggle("New to the game", key="add_newcomer")
    takes_over = passed_on(view, seat, name)

    def sit(log: Log) -> None:
        log.add_player(find_or_add_person(session_cache().store, others, name), seat, newcomer, takes_over)
        st.session_state[ADDED] = True

    missing = "" if name else "Choose or type a name."
    form_button(view.session.id, "Add player", "add_player", sit, icon=":material/person_add:", missing=missing)


# What the session says of itself


BY_RULES = "as the rules say"


WINS = {None: BY_RULES, WinDirection.HIGHEST.value: "the highest total", WinDirection.LOWEST.value: "the lowest total"}


def show_details(view: SessionView) -> None:
    """The fields of the session's header."""
    header = view.session.header
    _text(view, "Session question", "goal", header.goal, NOTE_LENGTH)
    _text(view, "Place", "location", header.location, LINE_LENGTH)
    _text(view, "Label of the printed deck", "printed", header.printed, LINE_LENGTH)
    _choice(view, "Played on", "medium", [medium.value for medium in Medium], header.medium)
    _choice(view, "Who wins", "direction", list(WINS), header.direction, WINS.get)
    teacher = shared.person_field("Taught by", view.people, "header_teacher")
    label = f"Change from {view.name(header.teacher)}" if header.teacher else "Set teacher"

    def taught(log: Log) -> object:
        return log.header(teacher=find_or_add_person(session_cache().store, view.people, teacher).id)

    missing = "" if teacher else "Choose or type a name."
    form_button(view.session.id, literal(label), "set_teacher", taught, missing=missing, width="stretch")


def _text(view: SessionView, label: str, field: str, stored: str, longest: int) -> None:
    name = f"header_{field}"
    change = partial(_change, view.session.id, field, name)
    st.text_input(label, stored, key=shared.key_of(name, stored), max_chars=longest, on_change=change)


def _choice(view: SessionView, label: str, field: str, options: list[Any], stored: Any, label_of: Any = str) -> None:
    name = f"header_{field}"
    change = partial(_change, view.session.id, field, name, options)
    key, nothing = shared.key_of(name, stored), label_of(options[0])
    st.selectbox(label, options, options.index(stored), label_of, key=key, placeholder=nothing, on_change=change)


def _change(session: str, field: str, name: str, options: Sequence[Any] | None = None) -> None:
    if shared.changed(name, options):
        value = shared.value_of(name)
        store_entry(session, lambda log: log.header(**{field: value}))
