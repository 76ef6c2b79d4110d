"""The verbs of a live session. Each is one entry, stored in a transaction of its own before the call returns.

    log = begin(store, {"game": "hitmakers", "revision": "2021-04-08", …})
    log.sit(anna, seat=0, newcomer=True)
    log.phase(Phase.PLAY)
    log.moment(Moment.LAUGHTER)
    log.session().clock

What a device sends again under the same entry id changes nothing, so a page that was cut off may repeat its last call.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from workbench.engine.problems import BadInput, Problem, WorkbenchError
from workbench.engine.score_sheet import Points
from workbench.playtest.log.entries import check_entry, read_data
from workbench.playtest.log.fields import Unfit, checked, device, uuid_field
from workbench.playtest.log.kinds import FIELDS, Kind, Moment, Phase, QuestionKind
from workbench.playtest.log.sentences import TITLES
from workbench.playtest.log.session import Line, Session, session_of
from workbench.playtest.people import add_or_rename
from workbench.store import Store
from workbench.store.playtests import Entry, Mentioned, Person, append, entries_of, new_uuid, stored

__all__ = ["Log", "NoSession", "begin", "begin_again", "load", "load_many"]


class NoSession(WorkbenchError):
    """There is no such session."""


@dataclass(frozen=True)
class Log:
    """One session's log, as one device writes it."""

    store: Store
    id: str
    device: str = field(default_factory=lambda: new_uuid()[:8])

    def session(self) -> Session:
        """The session as it stands now. Raises NoSession."""
        return load(self.store, self.id)

    def tap(
        self, kind: Kind, data: Mapping[str, Any] | None = None, *, id: str | None = None, at: datetime | None = None
    ) -> Entry:
        """Store an entry of any kind; the entry as it is stored.

        `id` is a UUID that the caller made, so as to be able to send the entry again. `at` is when it happened, if
        that was not now; a time that is yet to come counts as now. Raises BadInput with all that is wrong.
        """
        return append(self.store, self.id, [self._entry(kind, data or {}, id, at)], check_entry)[0]

    def header(self, **changes: Any) -> Entry:
        """Change what the session says of itself, by the names of `session.Header`."""
        return self.tap(Kind.HEADER, changes)

    def sit(
        self, person: Person | str, seat: int | None = None, newcomer: bool = False, takes_over: str | None = None
    ) -> Entry:
        """Somebody sits down, or sits elsewhere; a person, or a name or initials, which make a new person.

        `takes_over`: with the points of this player, who left; an entry of its own, stored with the other.
        """
        who = person if isinstance(person, Person) else add_or_rename(self.store, person)
        sits: list[tuple[Kind, dict[str, Any]]] = [
            (Kind.PLAYER, {"player": who.id, "seat": seat, "newcomer": newcomer}),
        ]
        if takes_over is not None:
            sits.append((Kind.TAKEOVER, {"of": takes_over, "to": who.id}))
        entries = [self._entry(kind, data, None, None) for kind, data in sits]
        return append(self.store, self.id, entries, check_entry)[0]

    def leave(self, player: str) -> Entry:
        """Somebody leaves; their points stay theirs, as they stand."""
        return self.tap(Kind.LEAVE, {"player": player})

    def take_over(self, of: str, to: str | None) -> Entry:
        """The points of somebody who left are those of `to` at the table from now on; None: theirs again."""
        return self.tap(Kind.TAKEOVER, {"of": of, "to": to})

    def phase(self, phase: Phase) -> Entry:
        """Teaching, play or a break begins; Phase.NONE stops the clock."""
        return self.tap(Kind.PHASE, {"phase": phase.value})

    def pause(self) -> Entry:
        """The clock stands, and its phase stays."""
        return self.tap(Kind.PAUSE)

    def resume(self) -> Entry:
        """The clock goes on."""
        return self.tap(Kind.RESUME)

    def times(self, **changes: Any) -> Entry:
        """Correct when the session was played and how long, by the names of `kinds.TIMES`; times may be datetimes.

        Minutes are those up to now: a clock that runs goes on from there. Raises BadInput for what cannot be, such as
        more minutes than have passed since the start, with what would do.
        """
        data, problems = checked(FIELDS[Kind.TIMES], changes, Kind.TIMES.value)
        session, now = self.session(), datetime.now(UTC)
        as_it_stands = replace(session.times(now), ended_at=session.end_given)
        problems = problems or as_it_stands.with_changes(data).problems(now)
        if problems:
            raise BadInput(problems)
        return self.tap(Kind.TIMES, data)

    def score(self, player: str, row: int, points: Points | None, criterion: str | None = None) -> Entry:
        """Points in a row of the sheet, from 0: for a criterion, or for the row as a whole; None wipes them out."""
        return self.tap(Kind.SCORE, {"player": player, "row": row, "criterion": criterion, "points": points})

    def total(self, player: str, points: Points | None) -> Entry:
        """A total, written down as such; None wipes it out."""
        return self.tap(Kind.TOTAL, {"player": player, "points": points})

    def side(self, player: str, side: str | None) -> Entry:
        """The side that somebody is on, by its name in the sheet; None wipes it out."""
        return self.tap(Kind.SIDE, {"player": player, "side": side})

    def outcome(self, row: int | None, sides: Sequence[str] | None) -> Entry:
        """The sides that a row went to, none of them, or several; with None for the row, those that won.

        None for the sides wipes it out.
        """
        return self.tap(Kind.OUTCOME, {"row": row, "sides": None if sides is None else list(sides)})

    def override(
        self, reason: str, winners: Sequence[str] | None = None, totals: Mapping[str, Points] | None = None
    ) -> Entry:
        """Winners, or totals by player, that count in spite of the sheet. A reason is owed."""
        named = None if winners is None else list(winners)
        return self.tap(Kind.OVERRIDE, {"winners": named, "totals": dict(totals or {}), "reason": reason})

    def moment(self, moment: str, player: str | None = None, note: str = "") -> Entry:
        """Something happened: one of `kinds.Moment`, or of a kind of the host's own, by its id."""
        return self.tap(Kind.MOMENT, {"moment": str(moment), "player": player, "note": note})

    def own_moment(self, title: str) -> Entry:
        """A kind of moments of the host's own; the entry's id is the kind's. Raises BadInput for a taken name."""
        known = [*Moment, *TITLES.values(), *(own.title for own in self.session().own_moments)]
        if title.strip().casefold() in [each.casefold() for each in known]:
            raise BadInput.one("kind of moments", "there is one of this name already", title.strip())
        return self.tap(Kind.MOMENT_KIND, {"title": title})

    def note(self, text: str, player: str | None = None) -> Entry:
        """A free note."""
        return self.tap(Kind.NOTE, {"text": text, "player": player})

    def ask(self, text: str, kind: QuestionKind = QuestionKind.TEXT) -> Entry:
        """A question of the designer's for the feedback form; the entry's id is the question's."""
        return self.tap(Kind.QUESTION, {"text": text, "kind": kind.value})

    def end(self) -> Entry:
        """The session is over: its clock stands, and its links are closed."""
        return self.tap(Kind.END)

    def abandon(self, reason: str = "") -> Entry:
        """The session was given up."""
        return self.tap(Kind.ABANDON, {"reason": reason})

    def reopen(self) -> Entry:
        """The session goes on after all; its clock still stands."""
        return self.tap(Kind.REOPEN)

    def undo(self, entry: str) -> Entry:
        """An entry does not count. Undoing an undo brings the entry back."""
        return self.tap(Kind.UNDO, {"entry": entry})

    def undo_last(self) -> Line | None:
        """Take back what arrived last and counts, whoever sent it; what it was, or None if nothing is left."""
        last = self.session().last_line
        if last is not None:
            self.undo(last.entry.id)
        return last

    def edit(self, entry: str, **changes: Any) -> Entry:
        """An entry says something else; what it said is kept. `changes` are fields of its kind.

        Where they change nothing, nothing is logged, and the entry that says so already is given back.
        """
        line = next((line for line in self.session().lines if line.entry.id == entry), None)
        if line is None:
            raise BadInput.one("entry", "is no entry of this session", entry)
        data, problems = read_data(line.kind, {**line.data, **changes}, "entry")
        if problems:
            raise BadInput(problems)
        if data == line.data:
            return line.edits[-1] if line.edits else line.entry
        return self.tap(Kind.EDIT, {"entry": entry, "data": data})

    def _entry(self, kind: Kind, data: Mapping[str, Any], id: str | None, at: datetime | None) -> Entry:
        kept, problems = read_data(kind, data, kind.value)
        try:
            made_id, made_by = uuid_field()(id or new_uuid()), device(self.device)
        except Unfit as unfit:
            raise BadInput([*problems, Problem("id or device", str(unfit), f"{id}, {self.device}")]) from None
        if problems:
            raise BadInput(problems)
        when = None if at is None else min(at, datetime.now(UTC))
        return Entry(made_id, self.id, kind.value, kept, when, made_by)


def begin(store: Store, header: Mapping[str, Any], *, id: str | None = None, device: str | None = None) -> Log:
    """A new session. `header` has the fields of `session.Header`, of which only `game` is needed."""
    session = id or new_uuid()
    log = Log(store, session) if device is None else Log(store, session, device)
    log.tap(Kind.OPEN, header)
    return log


def begin_again(store: Store, before: Session, *, id: str | None = None, device: str | None = None) -> Log:
    """The next session at the same table: people, seats, rules, place, and own kinds of moments; nobody is new."""
    log = begin(store, vars(before.header), id=id, device=device)
    for each in before.players:
        log.tap(Kind.PLAYER, {"player": each.player, "seat": each.seat, "newcomer": False})
    for own in before.own_moments:
        log.own_moment(own.title)
    return log


def load(store: Store, session: str) -> Session:
    """The session with this id. Raises NoSession."""
    log = entries_of(store, session)
    if not log:
        raise NoSession(f"no session {session} in the store")
    return session_of(log)


def load_many(store: Store, sessions: Sequence[str]) -> list[Session]:
    """The sessions with these ids, in that order; ids that are not there are left out."""
    logs: dict[str, list[Entry]] = {id: [] for id in sessions}
    for entry in stored(store, Mentioned(sessions=list(sessions))).entries:
        logs[entry.session].append(entry)
    return [session_of(log) for log in logs.values() if log]
