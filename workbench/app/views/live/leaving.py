"""Those who left the table: what they left with, and to whom it passes on."""

from functools import partial

import streamlit as st

from workbench.app.desk import Seen
from workbench.app.reading import literal
from workbench.app.views.live import kept, renaming, taps
from workbench.engine.score_sheet import Points
from workbench.playtest.kinds import Kind
from workbench.playtest.log import Log
from workbench.playtest.session import Seated
from workbench.playtest.telling import points

NOBODY = ""
"""Who has taken over points that stay with their owner."""


def show(seen: Seen, each: Seated) -> None:
    """Somebody who left: whose their points are now, their name, and the way back."""
    name, scores = seen.name(each.player), seen.session.scores
    with st.popover(literal(f"{name} · left"), key=f"left_{each.player}"):
        if each.player in scores.totals_left:
            _points(seen, each.player)
        renaming.field(seen, each.player, f"left_name_{each.player}")
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
        key=kept.key_of(key, now),
        on_change=partial(_pass_on, seen.session.id, key, player),
        help="Points that are taken over count in the total of whoever has them. The log keeps the choice.",
    )


def _told(name: str, had: Points) -> str:
    return f"{name}’s {points(had)} points"


def _pass_on(session: str, key: str, player: str) -> None:
    if kept.changed(key):
        taker = kept.value_of(key)
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
