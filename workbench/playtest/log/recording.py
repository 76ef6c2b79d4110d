"""Recording a live session. Each call adds one entry, which is on the disk before it returns.

    log = begin(store, {"game": "hitmakers", "revision": "2021-04-08", …})
    log.add_player(anna, seat=0, newcomer=True)
    log.phase(Phase.PLAY)
    log.moment(Moment.LAUGHTER)
    log.session().clock

Sending an entry again under the same id changes nothing, so a page that was interrupted may repeat its last call. Every
entry is checked first: its kind is known, every field fits, and the log can take it.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from workbench.engine.problems import BadInput, Problem, WorkbenchError
from workbench.engine.score_sheet import Points
from workbench.playtest.log.kinds import FINAL, ClockPhase, EntryKind, Moment, QuestionKind
from workbench.playtest.log.sentences import TITLES
from workbench.playtest.log.session import Session, by_session, holder_of, session_of
from workbench.playtest.people import add_or_rename
from workbench.store import Store
from workbench.store.playtests.entries import (
    Entry,
    EntryData,
    append,
    delete_session,
    entries_of,
    feedback_of,
    new_uuid,
)
from workbench.store.playtests.imports import Mentioned, stored
from workbench.store.playtests.people import Person


def read_data(kind: EntryKind, value: object, place: str) -> tuple[EntryData, list[Problem]]:
    """An entry's data as stored, with defaults for fields that are left out; or an empty table and every problem."""
    from workbench.playtest.log import entries  # loads Pydantic, which reading a session does not need

    return entries.read_data(kind, value, place)


def check_entry(log: Sequence[Entry], entry: Entry) -> None:
    """Raise BadInput with every problem if a log cannot take an entry."""
    kind = EntryKind(entry.kind)
    problems = []
    if (kind is EntryKind.OPEN) == bool(log):
        problems.append(Problem("session", "has begun already" if log else "has not begun: no such session"))
    if kind in FINAL:
        problems += check_target({other.id: other for other in log}, entry, "entry")
    if log and kind in (EntryKind.PLAYER, EntryKind.TAKEOVER, EntryKind.SIDE, EntryKind.OUTCOME):
        problems += _table_problems(kind, session_of(log), entry.data)
    if problems:
        raise BadInput(problems)


def _table_problems(kind: EntryKind, session: Session, data: EntryData) -> list[Problem]:
    """Problems of a player's seat, a takeover of points, or the names of sides, given the session so far."""
    players, problems = session.players, []
    if kind is EntryKind.PLAYER:  # whoever has a seat may swap, others need a free one
        has = any(player.player == data["player"] and player.seat is not None for player in players)
        if not has and holder_of(data["seat"], players, but=data["player"]) is not None:
            message = "is taken: choose a free one, or have the two players swap"
            problems.append(Problem("seat", message, str(data["seat"] + 1)))
    elif kind is EntryKind.TAKEOVER:
        if data["of"] not in {player.player for player in session.left}:
            problems.append(Problem("takeover.of", "must be a player who left the table", data["of"]))
        if data["to"] not in (None, *(player.player for player in players)):
            problems.append(Problem("takeover.to", "must be a player at the table", data["to"]))
    else:
        sides = [side.name for side in session.scores.sheet.sides]
        named = data["sides"] or [] if "sides" in data else [data["side"]] if data["side"] else []
        allowed = f"must be one of {', '.join(sides)}" if sides else "this game's score sheet has no sides"
        problems += [Problem("side", allowed, name) for name in named if name not in sides]
    return problems


def check_target(log: Mapping[str, Entry], entry: Entry, place: str) -> list[Problem]:
    """Every problem of the entry that an undo or an edit refers to, given the entries before it by id."""
    target = log.get(entry.data["entry"])
    if target is None:
        return [Problem(f"{place}.entry", "is no entry of this session", entry.data["entry"])]
    if target.kind == EntryKind.OPEN and entry.kind == EntryKind.UNDO:
        return [Problem(f"{place}.entry", "begins the session, which can be abandoned or deleted instead")]
    if entry.kind != EntryKind.EDIT:
        return []
    if target.kind in FINAL:
        return [Problem(f"{place}.entry", f"is an {target.kind}, which can only be undone")]
    data, problems = read_data(EntryKind(target.kind), entry.data["data"], f"{place}.data")
    if not problems and data != entry.data["data"]:
        problems = [Problem(f"{place}.data", "must have every field of the entry, as it is kept")]
    return problems


class NoSession(WorkbenchError):
    """There is no such session."""


@dataclass(frozen=True)
class Log:
    """One session's log, as written by one device.

    `at` is when it all happened, if not when it is stored. `ids` are those of the entries to come.
    """

    store: Store
    id: str
    device: str = field(default_factory=lambda: new_uuid()[:8])
    at: datetime | None = None
    ids: Iterator[str] = field(default_factory=lambda: iter(new_uuid, ""))

    def session(self) -> Session:
        """The session as it stands now. Raises NoSession."""
        return load(self.store, self.id)

    def tap(
        self,
        kind: EntryKind,
        data: EntryData | None = None,
        *,
        id: str | None = None,
        at: datetime | None = None,
    ) -> Entry:
        """Store an entry of any kind, and return it as stored.

        `id` is a UUID made by the caller, who can then send the entry again. `at` is when it happened, if not now; a
        time in the future counts as now. Raises BadInput with every problem.
        """
        return append(self.store, self.id, [self._entry(kind, data or {}, id, at)], check_entry)[0]

    def header(self, **changes: object) -> Entry:
        """Change details of the session, by the names of `session.Header`."""
        return self.tap(EntryKind.HEADER, changes)

    def add_player(
        self, person: Person | str, seat: int | None = None, newcomer: bool = False, takes_over: str | None = None
    ) -> Entry:
        """Add a player, or change their seat; `person` may be a name or initials, which add a person.

        `takes_over`: they take over the points of this player, who left; this is a second entry, stored with the first.
        """
        who = person if isinstance(person, Person) else add_or_rename(self.store, person)
        sits: list[tuple[EntryKind, EntryData]] = [
            (EntryKind.PLAYER, {"player": who.id, "seat": seat, "newcomer": newcomer}),
        ]
        if takes_over is not None:
            sits.append((EntryKind.TAKEOVER, {"of": takes_over, "to": who.id}))
        entries = [self._entry(kind, data, None, None) for kind, data in sits]
        return append(self.store, self.id, entries, check_entry)[0]

    def leave(self, player: str) -> Entry:
        """Let a player leave the table; their points stay theirs."""
        return self.tap(EntryKind.LEAVE, {"player": player})

    def take_over(self, of: str, to: str | None) -> Entry:
        """Give the points of a player who left to `to` at the table; None: back to them."""
        return self.tap(EntryKind.TAKEOVER, {"of": of, "to": to})

    def phase(self, phase: ClockPhase) -> Entry:
        """Begin teaching, play or a break; Phase.NONE stops the clock."""
        return self.tap(EntryKind.PHASE, {"phase": phase.value})

    def pause(self) -> Entry:
        """Pause the clock within its phase."""
        return self.tap(EntryKind.PAUSE)

    def resume(self) -> Entry:
        """Resume the clock."""
        return self.tap(EntryKind.RESUME)

    def turn(self, player: str | None) -> Entry:
        """Begin a player's turn, which ends the last one; None: nobody's."""
        return self.tap(EntryKind.TURN, {"player": player})

    def times(self, **changes: object) -> Entry:
        """Correct when the session was played and how long, by the names of `kinds.TIMES`; times may be datetimes.

        Minutes are those up to now: a running clock continues from there. Raises BadInput for impossible times, such as
        more minutes than have passed since the start, with what is allowed.
        """
        from workbench.playtest.log.entries import read_fields

        data, problems = read_fields(EntryKind.TIMES, changes, EntryKind.TIMES.value)
        session, now = self.session(), datetime.now(UTC)
        as_it_stands = replace(session.times(now), ended_at=session.end_corrected)
        problems = problems or as_it_stands.with_changes(data).problems(now)
        if problems:
            raise BadInput(problems)
        return self.tap(EntryKind.TIMES, data)

    def score(self, player: str, row: int, points: Points | None, criterion: str | None = None) -> Entry:
        """Enter points in a row of the sheet, from 0: for a criterion, or for the whole row; None deletes them."""
        return self.tap(EntryKind.SCORE, {"player": player, "row": row, "criterion": criterion, "points": points})

    def total(self, player: str, points: Points | None) -> Entry:
        """Enter a player's total; None deletes it."""
        return self.tap(EntryKind.TOTAL, {"player": player, "points": points})

    def side(self, player: str, side: str | None) -> Entry:
        """Enter a player's side, by its name in the sheet; None deletes it."""
        return self.tap(EntryKind.SIDE, {"player": player, "side": side})

    def outcome(self, row: int | None, sides: Sequence[str] | None) -> Entry:
        """Enter the sides that won a row: none, one or several; with row None, those that won the session.

        None for the sides deletes the entry.
        """
        return self.tap(EntryKind.OUTCOME, {"row": row, "sides": None if sides is None else list(sides)})

    def override(
        self, reason: str, winners: Sequence[str] | None = None, totals: Mapping[str, Points] | None = None
    ) -> Entry:
        """Set winners, or totals by player, in spite of the sheet. A reason is required."""
        named = None if winners is None else list(winners)
        return self.tap(EntryKind.OVERRIDE, {"winners": named, "totals": dict(totals or {}), "reason": reason})

    def moment(self, moment: str, player: str | None = None, note: str = "") -> Entry:
        """Note a moment: one of `kinds.Moment`, or of a kind of the host's own, by its id."""
        return self.tap(EntryKind.MOMENT, {"moment": str(moment), "player": player, "note": note})

    def add_moment_kind(self, title: str) -> Entry:
        """Add a kind of moments of the host's own; the entry's id is the kind's. Raises BadInput for a taken name."""
        taken = [*Moment, *TITLES.values(), *(kind.title for kind in self.session().custom_moments)]
        if title.strip().casefold() in [taken_title.casefold() for taken_title in taken]:
            raise BadInput.one("kind of moments", "there is one of this name already", title.strip())
        return self.tap(EntryKind.MOMENT_KIND, {"title": title})

    def note(self, text: str, player: str | None = None) -> Entry:
        """Add a free note."""
        return self.tap(EntryKind.NOTE, {"text": text, "player": player})

    def ask(self, text: str, kind: QuestionKind = QuestionKind.TEXT) -> Entry:
        """Add a question of the designer's to the feedback form; the entry's id is the question's."""
        return self.tap(EntryKind.QUESTION, {"text": text, "kind": kind.value})

    def end(self, finished: bool | None = None) -> Entry:
        """End the session: its clock stops, and its links are closed.

        `finished`: whether the game was played to its end; None leaves that to the score sheet.
        """
        return self.tap(EntryKind.END, {} if finished is None else {"finished": finished})

    def settle(self, finished: bool) -> Entry:
        """Say of a session that was ended whether its game was played to its end."""
        ends = [line for line in self.session().lines if line.kind is EntryKind.END and not line.undone]
        if not ends:
            raise BadInput.one("session", "has not ended", self.id)
        return self.edit(ends[-1].entry.id, finished=finished)

    def abandon(self, reason: str = "") -> Entry:
        """Abandon the session."""
        return self.tap(EntryKind.ABANDON, {"reason": reason})

    def reopen(self) -> Entry:
        """Reopen the session; its clock stays stopped."""
        return self.tap(EntryKind.REOPEN)

    def undo(self, entry: str) -> Entry:
        """Undo an entry. Undoing an undo restores the entry."""
        return self.tap(EntryKind.UNDO, {"entry": entry})

    def edit(self, entry: str, **changes: object) -> Entry:
        """Change fields of an entry; the log keeps the old version too.

        Where nothing changes, nothing is logged, and the entry that has these values already is returned.
        """
        line = next((line for line in self.session().lines if line.entry.id == entry), None)
        if line is None:
            raise BadInput.one("entry", "is no entry of this session", entry)
        data, problems = read_data(line.kind, {**line.data, **changes}, "entry")
        if problems:
            raise BadInput(problems)
        if data == line.data:
            return line.edits[-1] if line.edits else line.entry
        return self.tap(EntryKind.EDIT, {"entry": entry, "data": data})

    def _entry(self, kind: EntryKind, data: EntryData, id: str | None, at: datetime | None) -> Entry:
        from workbench.playtest.log.entries import EntryFields, read_model

        fields, problems = read_data(kind, data, kind.value)
        now = datetime.now(UTC)
        written = {"id": id or next(self.ids), "kind": kind, "at": at or self.at or now, "device": self.device}
        head, wrong = read_model(EntryFields, written, "entry")
        if head is None or problems:
            raise BadInput([*problems, *wrong])
        happened = at or self.at
        when = None if happened is None else min(happened, now)
        return Entry(head.id, self.id, kind.value, fields, when, head.device)


def ids_from(action: str) -> Iterator[str]:
    """The ids of the entries of one action: its own, then such as follow from it, so that a repeat has the same."""
    yield action
    count = 0
    while True:
        yield str(uuid.uuid5(uuid.UUID(action), str(count := count + 1)))


def begin(store: Store, header: EntryData, *, id: str | None = None, device: str | None = None) -> Log:
    """Start a session. `header` has the fields of `session.Header`, of which only `game` is required."""
    session = id or new_uuid()
    log = Log(store, session) if device is None else Log(store, session, device)
    log.tap(EntryKind.OPEN, header)
    return log


def at_beginning(log: Log) -> Log:
    """The same log, for entries that belong to the beginning: they have its time, and Undo leaves them alone."""
    return replace(log, at=log.session().lines[0].at)


def discard(store: Store, session: str) -> None:
    """Delete a session in which nothing was logged yet. Raises BadInput for any other."""
    if load(store, session).has_begun or feedback_of(store, session):
        raise BadInput.one("session", "has entries by now: abandon it, or end it and delete it then")
    delete_session(store, session)


def begin_again(store: Store, before: Session, *, id: str | None = None, device: str | None = None) -> Log:
    """Start another session at the same table: same people, seats, rules, place and own moments; no newcomers."""
    log = begin(store, vars(before.header), id=id, device=device)
    beginning = at_beginning(log)
    for player in before.players:
        beginning.tap(EntryKind.PLAYER, {"player": player.player, "seat": player.seat, "newcomer": False})
    for kind in before.custom_moments:
        beginning.add_moment_kind(kind.title)
    return log


def load(store: Store, session: str) -> Session:
    """The session with this id. Raises NoSession."""
    log = entries_of(store, session)
    if not log:
        raise NoSession(f"no session {session} in the store")
    return session_of(log)


def load_many(store: Store, sessions: Sequence[str]) -> list[Session]:
    """The sessions with these ids, in that order; ids that are not there are left out."""
    logs = by_session(stored(store, Mentioned(sessions=list(sessions))).entries)
    return [session_of(logs[id]) for id in dict.fromkeys(sessions) if id in logs]
