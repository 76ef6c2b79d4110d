"""Reconciling a file with the store: which sessions are new, which differ and how, and the entries that update them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeVar

from workbench.engine.problems import Problem
from workbench.playtest.exchange.csv_table import MINUTES, player_cells, player_names, session_cells
from workbench.playtest.exchange.parsed import Parsed, ParsedSession, people_in
from workbench.playtest.exchange.synthetic_log import id_from
from workbench.playtest.log.kinds import Kind
from workbench.playtest.log.session import Line, Session, session_of
from workbench.store.playtests import Additions, Entry, Feedback, Person, Stored, new_uuid

Cell = tuple[str, str | None]
"""A column, and the player whom it is about; None for the session's own."""
NAMED = 6
"""How many differences a message names."""
LONGEST = 40
"""Characters of a text that a message repeats."""
CUT = 80
"""BG Stats may have cut a text that is at least as long."""
TO_THE_HUNDREDTH, TO_THE_MINUTE = 0.011, 0.5


@dataclass(frozen=True)
class Difference:
    """One thing that is said differently, as the columns of a table say it. `player` None: of the session."""

    column: str
    player: str | None
    here: Any
    there: Any

    def told(self, names: Mapping[str, str]) -> str:
        """In words: `score of Anna 21, now 99`."""
        name = names.get(self.player or "", "somebody")
        if self.column == "player":
            return f"{name} added" if self.there else f"{name} is missing"
        whose = f" of {name}" if self.player else ""
        return f"{self.column}{whose} {_shown(self.here)}, now {_shown(self.there)}"


def describe_differences(found: Sequence[Difference], names: Mapping[str, str]) -> str:
    """Several differences in words."""
    more = [f"and {len(found) - NAMED} more"] if len(found) > NAMED else []
    return "; ".join([*(each.told(names) for each in found[:NAMED]), *more])


def find_differences(here: Session, forms: Iterable[Feedback], filed: ParsedSession) -> list[Difference]:
    """What a session of a file says otherwise, of what its file speaks of at all."""
    ours, theirs = _cells(here, forms), _cells(filed.told, filed.feedback)
    ours |= {} if filed.exact else _without_gaps(here)
    both = {player for column, player in ours if column == "player"} & {p for c, p in theirs if c == "player"}
    return [
        Difference(column, player, ours.get((column, player)), theirs.get((column, player)))
        for column, player in dict.fromkeys([*ours, *theirs])
        if (column == "player" or (column in filed.speaks and (player is None or player in both)))
        and not _alike(column, ours.get((column, player)), theirs.get((column, player)), filed.exact)
    ]


def _cells(session: Session, forms: Iterable[Feedback]) -> dict[Cell, Any]:
    """Everything that the columns hold."""
    by_player = {form.player: form for form in forms}
    cells: dict[Cell, Any] = {(column, None): value for column, value in session_cells(session).items()}
    for seated in session.everybody:
        player = seated.player
        cells["player", player] = True
        own = player_cells(session, seated, by_player.get(player))
        cells |= {(column, player): value for column, value in own.items()}
    return cells


def _without_gaps(session: Session) -> dict[Cell, Any]:
    """The seats as BG Stats keeps them: in order, and none of them empty."""
    seated = [each.player for each in session.players if each.seat is not None]
    return {("seat", player): place for place, player in enumerate(seated, start=1)}


def _alike(column: str, ours: Any, theirs: Any, exact: bool) -> bool:
    """Whether two cells say the same, as exactly as the file says it; `exact` is not what BG Stats is."""
    if column in MINUTES:
        return bool(abs(ours - theirs) <= (TO_THE_HUNDREDTH if exact else TO_THE_MINUTE))
    if _is_blank(theirs) and (_is_blank(ours) or (column == "seat" and not exact)):
        return True
    if isinstance(ours, str) and isinstance(theirs, str):
        mine, other = _plain(ours), _plain(theirs)
        return mine == other or (not exact and len(other) >= CUT and mine.startswith(other))
    return bool(ours == theirs)


def _is_blank(value: Any) -> bool:
    return value is None or value is False or value == ""


def _plain(text: str) -> str:
    """A text without what a spreadsheet may change: line breaks, spaces, and what does not print."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _shown(value: Any) -> str:
    if value is None or value == "":
        return "empty"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = _plain(str(value))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


# Who is who


def match_players(
    filed: ParsedSession, here: Session, names: Mapping[str, str | None], known: Mapping[str, Person]
) -> ParsedSession:
    """The session of a file with our ids for those who are at the table here under the same name.

    Those who have no name here, as the forgotten, are whoever else is in the file, where they are as many: a name
    that was taken out does not come back with a table.
    """
    at_table = [seated.player for seated in here.everybody]
    listed = [seated.player for seated in filed.told.everybody]
    called = dict(zip(player_names(here, known), at_table, strict=True))
    same: dict[str, str] = {}
    for player in listed:
        ours = called.get(names.get(player) or "")
        if player not in at_table and ours is not None and ours not in listed and ours not in same.values():
            same[player] = ours
    missing = [player for player in at_table if player not in listed and player not in same.values()]
    nameless = [player for player in missing if player not in known or known[player].name is None]
    others = [player for player in listed if player not in at_table and player not in same]
    if len(nameless) == len(others):
        same |= dict(zip(others, nameless, strict=True))
    return _renamed(filed, same) if same else filed


def shares_players(filed: ParsedSession, here: Session) -> bool:
    """Whether anybody of the file's session sits at the table here; so too where nobody is known to sit there."""
    at_table = {seated.player for seated in here.everybody}
    listed = {seated.player for seated in filed.told.everybody}
    return bool(at_table & listed) or not at_table or not listed


def _renamed(session: ParsedSession, ids: Mapping[str, str]) -> ParsedSession:
    entries = tuple(replace(entry, data=_exchanged(entry.data, ids)) for entry in session.entries)
    forms = tuple(replace(form, player=ids.get(form.player, form.player)) for form in session.feedback)
    return replace(session, entries=entries, feedback=forms)


def _exchanged(value: Any, ids: Mapping[str, str]) -> Any:
    """A value of JSON with other ids in it."""
    if isinstance(value, Mapping):
        return {ids.get(key, key): _exchanged(each, ids) for key, each in value.items()}
    if isinstance(value, list):
        return [_exchanged(each, ids) for each in value]
    return ids.get(value, value) if isinstance(value, str) else value


def with_id(session: ParsedSession, id: str) -> ParsedSession:
    """The same session under another id, and all in it as well."""
    entries = tuple(
        replace(entry, id=id_from(id, str(place)), session=id) for place, entry in enumerate(session.entries)
    )
    forms = tuple(replace(form, id=id_from(id, "form", form.id), session=id) for form in session.feedback)
    return replace(session, id=id, entries=entries, feedback=forms)


REASON = "as the file has it"
IN_HEADER = ("game", "revision", "location", "medium", "goal")
WITH_REVISION = ("revision", "printed", "rules", "rules_hash")
"""What of a header is that of a revision, and goes with it."""
TABLE = frozenset({Kind.PLAYER, Kind.LEAVE, Kind.TAKEOVER})
CLOCK = frozenset({Kind.PHASE, Kind.PAUSE, Kind.RESUME, Kind.END, Kind.ABANDON, Kind.REOPEN})
ANEW = (
    (("player", "seat", "newcomer", "left", "points_to"), TABLE),
    (("side",), frozenset({Kind.SIDE})),
    ((*MINUTES, "status"), CLOCK),
    (("notes",), frozenset({Kind.NOTE})),
)
"""Columns, and the kinds of entries that are said anew where one of those differs."""


@dataclass(frozen=True)
class Correction:
    """What to add to a session here, and what of the file it still does not say then."""

    entries: Sequence[Entry]
    feedback: Sequence[Feedback]
    left: Sequence[Difference]


def correction(
    log: Sequence[Entry], here: Session, forms: Sequence[Feedback], filed: ParsedSession, unlike: Sequence[Difference]
) -> Correction:
    """What makes a session here say what a session of a file says, as far as entries and new forms can.

    `log` and `forms` are those of `here`, and `unlike` is all in which it differs from the file's.
    """
    corrector = _Corrector(list(log), here, filed, filed.told, {each.column for each in unlike})
    corrector.correct_header()
    for columns, kinds in ANEW:
        if corrector.columns.intersection(columns):
            corrector.say_anew(kinds)
    corrector.correct_scores(unlike)
    answered = {form.player for form in forms}
    new = [replace(form, id=new_uuid()) for form in filed.feedback if form.player not in answered]
    left = find_differences(session_of(corrector.log), [*forms, *new], filed)
    return Correction(corrector.log[len(log) :], new, left)


@dataclass
class _Corrector:
    """A log that grows until it says what the file says."""

    log: list[Entry]
    here: Session
    filed: ParsedSession
    there: Session
    columns: set[str]
    undone: set[str] = field(default_factory=set)

    def say(self, kind: str, data: Any, at: datetime | None = None) -> None:
        number = max(entry.number for entry in self.log) + 1
        self.log.append(Entry(new_uuid(), self.here.id, kind, data, at or self.here.last_at, number=number))

    def repeat(self, entry: Entry) -> None:
        """What the file says, as long after the session's beginning as there."""
        at = self.here.started_at + (entry.time - self.there.started_at)
        self.say(entry.kind, entry.data, min(at, datetime.now(UTC)))

    def undo(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if not line.undone and line.entry.id not in self.undone:
                self.undone.add(line.entry.id)
                self.say(Kind.UNDO, {"entry": line.entry.id})

    def correct_header(self) -> None:
        """Other values for fields of the header."""
        names = {name for name in IN_HEADER if name in self.columns}
        names |= set(WITH_REVISION) if names & {"game", "revision"} else set()
        names |= {"direction"} if "game" in names else set()
        if names:
            opening = self.filed.entries[0].data
            self.say(Kind.HEADER, {name: opening[name] for name in sorted(names)})

    def say_anew(self, kinds: frozenset[Kind]) -> None:
        """The file's entries of these kinds for those here."""
        self.undo(line for line in self.here.lines if line.kind in kinds)
        for entry in self.filed.entries:
            if entry.kind in kinds:
                self.repeat(entry)

    def correct_scores(self, found: Sequence[Difference]) -> None:
        """Totals for those whose total differs, and the winners as the file has them."""
        if not self.columns & {"score", "winner", "player"}:
            return
        changed = {each.player for each in found if each.column in ("score", "player")}
        before = self.here.scores.override
        if before is not None:
            changed |= set(before.totals)
        self.undo(line for line in self.here.lines if line.kind is Kind.OVERRIDE)
        totals = {**self.there.scores.totals, **self.there.scores.totals_left}
        for player in (each.player for each in self.there.everybody if each.player in changed):
            kinds = {Kind.TOTAL} if player in totals else {Kind.TOTAL, Kind.SCORE}
            self.undo(ln for ln in self.here.lines if ln.kind in kinds and ln.data["player"] == player)
            if player in totals:
                self.say(Kind.TOTAL, {"player": player, "points": totals[player]})
        if before is not None and before.winners is not None and "winner" not in self.filed.speaks:
            self.say(Kind.OVERRIDE, {"winners": list(before.winners), "totals": {}, "reason": before.reason})
        winners = self.there.scores.winners
        if "winner" in self.filed.speaks and set(session_of(self.log).scores.winners) != set(winners):
            self.say(Kind.OVERRIDE, {"winners": list(winners), "totals": {}, "reason": REASON})


T = TypeVar("T", Entry, Feedback)
KNOWN = "is there already: left out"
ANOTHER = "here another session has this label, game and date, with other players: taken as a session of its own"


class ImportStatus(StrEnum):
    """What a session of a file is to the store."""

    NEW = "new"
    GROWN = "grown"  # known, and the file has more of it
    KNOWN = "known"
    DIFFERS = "differs"  # known, and the file says otherwise: left out
    UPDATED = "updated"  # known, and the file's version is taken


@dataclass(frozen=True)
class Merged:
    """What a file adds, and what stands in its way. `news` are by the ids that the file's sessions have there."""

    additions: Additions
    news: Mapping[str, ImportStatus]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class MergeOptions:
    """On what terms a file is merged: whether it counts where it says otherwise, and who is known by name."""

    update: bool = False
    known: Mapping[str, Person] | None = None


def merge(parsed: Parsed, terms: MergeOptions, standing: Stored) -> Merged:
    """A file beside what the store has of it."""
    there = _There(
        {entry.id: entry for entry in standing.entries},
        {form.id: form for form in standing.feedback},
        {(form.session, form.player): form for form in standing.feedback},
        by_session(standing.feedback),
        by_session(standing.entries),
        {person.id: person for person in standing.people},
    )
    merger = _Merger(there, parsed, terms)
    for session in parsed.sessions:
        merger.news[session.id] = merger.take(session)
    return merger.merged(parsed.people)


@dataclass(frozen=True)
class _There:
    """What the store has, by id."""

    entries: Mapping[str, Entry]
    forms: Mapping[str, Feedback]
    form_of: Mapping[tuple[str, str], Feedback]
    forms_of: Mapping[str, Sequence[Feedback]]
    logs: Mapping[str, Sequence[Entry]]
    people: Mapping[str, Person]


def by_session(found: Iterable[T]) -> dict[str, list[T]]:
    """What there is of each session."""
    parts: dict[str, list[T]] = {}
    for each in found:
        parts.setdefault(each.session, []).append(each)
    return parts


class _Merger:
    """Collects what is new, session by session."""

    def __init__(self, there: _There, parsed: Parsed, terms: MergeOptions) -> None:
        self.there, self.grows, self.update, self.known = there, parsed.grows, terms.update, terms.known or {}
        self.names = {person.id: person.name for person in parsed.people}
        everybody = (*parsed.people, *self.known.values())
        self.called = {person.id: person.name for person in everybody if person.name}
        self.entries: list[Entry] = []
        self.forms: list[Feedback] = []
        self.news: dict[str, ImportStatus] = {}
        self.met: set[str] = set()
        self.problems: list[Problem] = []

    def take(self, session: ParsedSession) -> ImportStatus:
        """What is new of one session."""
        if not self.grows:
            return self._take_whole(session)
        entries = [entry for entry in session.entries if self._is_new(entry, session.place)]
        forms = [form for form in session.feedback if self._is_new_form(form, session.place)]
        is_known = session.id in self.there.logs
        if is_known and not entries and not forms:
            return self._leave_out(session)
        self._add(entries, forms, people_in(session))
        return ImportStatus.GROWN if is_known else ImportStatus.NEW

    def merged(self, people: Sequence[Person]) -> Merged:
        """All of it, with the people whom it brings."""
        fresh = [person for person in people if person.id in self.met and person.id not in self.there.people]
        self.problems += [
            describe_differences for person in people if (describe_differences := self._other_name(person))
        ]
        return Merged(Additions(self.entries, self.forms, fresh), self.news, tuple(self.problems))

    def _add(self, entries: Sequence[Entry], forms: Sequence[Feedback], people: set[str]) -> None:
        self.entries += entries
        self.forms += forms
        self.met |= people

    def _warn(self, session: ParsedSession, message: str) -> None:
        self.problems.append(Problem(session.place, message, session.id, warning=True))

    def _leave_out(self, session: ParsedSession) -> ImportStatus:
        self._warn(session, KNOWN)
        return ImportStatus.KNOWN

    # Sessions that a file tells only in their outcome

    def _take_whole(self, session: ParsedSession) -> ImportStatus:
        """A session that is new as a whole, or is held against the one that is here."""
        found = self._found(session)
        if found is None:
            entries = [entry for entry in session.entries if self._is_new(entry, session.place)]
            self._add(entries, session.feedback, people_in(session))
            return ImportStatus.NEW
        here, filed = found
        if session.otherwise and here.id == session.id and not shares_players(filed, here):
            own = with_id(session, session.otherwise)
            self._warn(session, ANOTHER)
            self._add(own.entries, own.feedback, people_in(own))
            return ImportStatus.NEW
        unlike = find_differences(here, self.there.forms_of.get(here.id, ()), filed)
        if not unlike:
            return self._leave_out(session)
        return self._update(here, filed, unlike) if self.update else self._differs(filed, unlike)

    def _found(self, session: ParsedSession) -> tuple[Session, ParsedSession] | None:
        """The session that is here already, and the file's with the ids of our players; None if there is none."""
        for id in (session.otherwise, session.id):
            if id in self.there.logs:
                here = session_of(self.there.logs[id])
                return here, match_players(replace(session, id=id), here, self.names, self.known)
        return None

    def _differs(self, filed: ParsedSession, unlike: Sequence[Difference]) -> ImportStatus:
        own = any(each.column == "player" for each in unlike) and filed.otherwise
        other = "; if it is another session, another label makes it one" if own else ""
        self._warn(
            filed, f"differs from what is here ({self._told(unlike)}): left out unless updates are asked for{other}"
        )
        return ImportStatus.DIFFERS

    def _update(self, here: Session, filed: ParsedSession, unlike: Sequence[Difference]) -> ImportStatus:
        made = correction(self.there.logs[here.id], here, self.there.forms_of.get(here.id, ()), filed, unlike)
        done = [each for each in unlike if each not in made.left]
        if not done:
            self._warn(filed, f"differs from what is here ({self._told(unlike)}), which no import changes: left out")
            return ImportStatus.DIFFERS
        self._warn(filed, f"differed from what is here ({self._told(done)}): the file's version is taken")
        if made.left:
            self._warn(filed, f"stays in part as it is here ({self._told(made.left)}): no import changes that")
        self._add(made.entries, made.feedback, people_in(filed))
        return ImportStatus.UPDATED

    def _told(self, unlike: Sequence[Difference]) -> str:
        return describe_differences(unlike, self.called)

    # Sessions that a file has whole

    def _is_new(self, entry: Entry, place: str) -> bool:
        stored = self.there.entries.get(entry.id)
        if stored is not None and not entry.says_as(stored):
            what = "says something else here" if stored.session == entry.session else "belongs to another session here"
            self.problems.append(Problem(place, f"an entry {what}", entry.id))
        return stored is None

    def _is_new_form(self, form: Feedback, place: str) -> bool:
        stored = self.there.forms.get(form.id) or self.there.form_of.get((form.session, form.player))
        if stored is not None and not form.says_as(stored):
            self.problems.append(Problem(place, "a player's form says something else here", form.id))
        return stored is None

    def _other_name(self, person: Person) -> Problem | None:
        known = self.there.people.get(person.id)
        if known is None or person.name in (None, known.name):
            return None
        why = "was taken out here" if known.forgotten else f"is {known.name} here"
        return Problem("players", f"the name {why}, and stays so", person.id, warning=True)
