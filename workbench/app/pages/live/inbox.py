"""Receives taps, scores and notes from the browser's outbox, with ids made there: each is stored once, in order.

A message has all that the browser has not seen confirmed. What is confirmed is in `DONE`; the rest comes again with the
next message, and after a restart of either side.

    {"session": UUID, "sent": MS, "changes": [{"id": UUID, "at": MS, "kind": "moment", "moment": …},
        {…, "kind": "score" | "total", "cell": [PLAYER, ROW, CRITERION], "points": …, "was": …, "unsure": …},
        {…, "kind": "note", "text": …}, {…, "kind": "why", "about": ID OF A MOMENT, "text": …}]}

Notes come from here where the field that they were typed in cannot tell (outbox.js).
Two quick taps are two moments: what was meant and what was a slip of the finger look alike, and an undo takes a slip
back. Only taps closer than a finger can make them (`BOUNCE_MS` in outbox.js) are one.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import streamlit as st

from workbench.app.pages.live import moments
from workbench.app.pages.live.shared import TOP, SessionView, store_entry
from workbench.app.widgets import scripts
from workbench.engine.problems import BadInput, Problem
from workbench.engine.score_sheet import Bounds, Criterion, Points
from workbench.playtest.log.kinds import EntryKind, SessionStatus
from workbench.playtest.log.recording import Log
from workbench.playtest.log.scores import Cell, Scores

MOMENT, SCORE, TOTAL, NOTE, WHY = "moment", "score", "total", "note", "why"
DONE, HELD, LAST = "outbox_done", "outbox_held", "outbox_last"
"""Where the ids that need not come again stand, the scores that are asked about, and the time of the last tap."""
MOST_DONE = 500
_component = scripts.component("outbox")
TURN = threading.Lock()
"""Between the look at a score and its storing no other device of this server stores one."""


@dataclass(frozen=True)
class Change:
    """One tap, score or note, as the browser sent it. `age` is how long before the message it was made.

    `unsure`: its field was left before the host said whether the score replaces the one that stands there.
    """

    id: str
    kind: str
    age: timedelta
    moment: str = ""
    cell: Cell = ("", 0, None)
    points: Points | None = None
    was: Points | None = None
    unsure: bool = False
    text: str = ""
    about: str = ""

    def counted(self, scores: Scores, points: Points | None) -> Points | None:
        """The value of the written points: some criteria deduct."""
        criterion = self._criterion(scores) if points is not None else None
        return criterion.counted(points) if criterion and points is not None else points

    def stored_in(self, scores: Scores) -> Points | None:
        """The stored value of its field."""
        return scores.written.get(self.cell[0]) if self.kind == TOTAL else scores.cells.get(self.cell)

    def bounds(self, scores: Scores) -> Bounds:
        """The least and the most that the rules allow there."""
        if self.kind == TOTAL:
            return scores.sheet.total_bounds
        criterion = self._criterion(scores)
        return criterion.counted_bounds if criterion else scores.sheet.bounds(self.cell[2])

    def _criterion(self, scores: Scores) -> Criterion | None:
        named = (criterion for criterion in scores.sheet.criteria if criterion.name == self.cell[2])
        return None if self.kind == TOTAL else next(named, None)

    @property
    def entry(self) -> tuple[EntryKind, dict[str, Any]]:
        """Its kind and data in the log."""
        player, row, criterion = self.cell
        if self.kind == MOMENT:
            return EntryKind.MOMENT, {"moment": self.moment}
        if self.kind == TOTAL:
            return EntryKind.TOTAL, {"player": player, "points": self.points}
        return EntryKind.SCORE, {"player": player, "row": row, "criterion": criterion, "points": self.points}


def show(view: SessionView) -> None:
    """Mount it; it draws nothing."""
    session = view.session.id
    key = f"outbox_{session}"
    latest = moments.latest_of(view)
    data = {
        "session": session,
        "moments": [[f"moment_{moment}", moment] for moment in moments.kinds(view)],
        "notes": {line.entry.id: line.data["text"] for line in view.session.lines if line.kind is EntryKind.NOTE},
        "note": moments.note_to_come(),
        "why": {"id": latest.entry, "note": latest.note} if latest else {},
        "done": list(st.session_state.get(DONE, ())),
        "over": view.session.status is not SessionStatus.OPEN,
        "top": st.session_state.get(TOP, ""),
    }
    with st.container(key="outbox"):
        state = _component(key=key, data=data, on_taps_change=partial(_taken, session, key))
    if _fresh(session, state.get("taps")) and take(session, state["taps"]):  # sent to a server that has restarted
        st.rerun()  # of the whole page: in its first run a fragment cannot ask for itself alone


def _taken(session: str, key: str) -> None:
    take(session, st.session_state[key].get("taps"))


def take(session: str, message: Any) -> bool:
    """Store what is new in a message; return whether anything was. What could not be stored is sent again."""
    fresh = _fresh(session, message)
    return bool(fresh) and store_entry(session, partial(_store, fresh))


def _fresh(session: str, message: Any) -> list[Change]:
    if not isinstance(message, Mapping) or message.get("session") != session:
        return []
    handled = {*st.session_state.get(DONE, ()), *st.session_state.get(HELD, ())}
    read = [_read(change, message.get("sent")) for change in message.get("changes", ())]
    return [change for change in read if change and change.id not in handled]


def _read(sent_change: Any, sent: Any) -> Change | None:
    """A change as it was sent; None if it is malformed."""
    try:
        age = timedelta(milliseconds=max(0, sent - sent_change["at"]))
        if sent_change["kind"] == MOMENT:
            return Change(sent_change["id"], MOMENT, age, sent_change["moment"])
        if sent_change["kind"] in (NOTE, WHY):
            return Change(
                sent_change["id"],
                sent_change["kind"],
                age,
                text=str(sent_change["text"]),
                about=str(sent_change.get("about", "")),
            )
        player, row, criterion = sent_change["cell"]
        score = (player, row, criterion), sent_change["points"], sent_change["was"], bool(sent_change.get("unsure"))
        return Change(sent_change["id"], sent_change["kind"], age, "", *score)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def _store(changes: list[Change], log: Log) -> None:
    """Store changes in order. Invalid ones are reported after the others are stored, and are not sent again."""
    wrong: list[Problem] = []
    for change in changes:
        try:
            with TURN:
                _store_one(change, log)
        except BadInput as bad:
            wrong += bad.problems
            done(change.id)
    if wrong:
        raise BadInput(wrong)


def _store_one(change: Change, log: Log) -> None:
    if change.kind in (NOTE, WHY):
        if change.kind == NOTE:
            moments.write_note(log, change.id, change.text, _time(change))
        else:
            log.edit(change.about, note=change.text)
        done(change.id)
        return
    if change.kind != MOMENT:
        scores = log.session().scores
        drop(lambda other: (other.kind, other.cell) == (change.kind, change.cell))
        if doubts(change, scores):
            st.session_state.setdefault(HELD, {})[change.id] = change
            return
        if change.stored_in(scores) == change.counted(scores, change.points):
            done(change.id)
            return
    kind, data = change.entry
    log.tap(kind, data, id=change.id, at=_time(change))
    done(change.id)


def doubts(change: Change, scores: Scores) -> list[str]:
    """Why a score is asked about before it counts; nothing where it is not."""
    now, points = change.stored_in(scores), change.counted(scores, change.points)
    reasons = []
    if now not in (change.counted(scores, change.was), points):
        reasons.append("crossed")
    elif change.unsure and now != points:
        reasons.append("replaces")
    low, high = change.bounds(scores)
    if points is not None and ((low is not None and points < low) or (high is not None and points > high)):
        reasons.append("beyond")
    return reasons


def _time(change: Change) -> datetime:
    """When it was tapped, by this computer's clock; never before the tap that came before it."""
    at = datetime.now(UTC) - change.age
    before: datetime = st.session_state.get(LAST, at)
    st.session_state[LAST] = max(at, before)
    return max(at, before)


def questions() -> list[Change]:
    """The scores that are asked about."""
    return list(st.session_state.get(HELD, {}).values())


def choose_score(session: str, change: Change, *, use: bool) -> None:
    """Store or drop a score that the host was asked about."""
    kind, data = change.entry
    if not use or store_entry(session, lambda log: log.tap(kind, data, id=change.id)):
        drop(lambda other: other.id == change.id)
        done(change.id)


def drop(which: Callable[[Change], bool]) -> None:
    """Stop asking about some scores."""
    held: dict[str, Change] = st.session_state.get(HELD, {})
    for change in [change for change in held.values() if which(change)]:
        del held[change.id]
        done(change.id)


def done(id: str) -> None:
    """Note that the browser need not send this again."""
    ids: list[str] = st.session_state.setdefault(DONE, [])
    ids.append(id)
    del ids[:-MOST_DONE]
