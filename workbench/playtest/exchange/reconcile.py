"""Reconciling a file with the store: which sessions are new, which differ and how, and the entries that update them.

An update overwrites nothing: entries that no longer count are undone, and new ones are added. So the history shows
both, and undoing the import restores what there was.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import cast

from workbench.engine.files import JsonValue
from workbench.engine.problems import Problem
from workbench.engine.wording import first_of
from workbench.playtest.exchange.csv_table import FINISHED, MINUTES, player_cells, session_cells
from workbench.playtest.exchange.parsed import Parsed, ParsedSession, id_from, people_in
from workbench.playtest.log.kinds import EntryKind, SessionStatus
from workbench.playtest.log.session import LogLine, Session, by_session, session_of
from workbench.playtest.people import distinct_names
from workbench.store.playtests.entries import Entry, EntryData, Feedback, new_uuid
from workbench.store.playtests.imports import SessionRecords
from workbench.store.playtests.people import Person

TableCell = tuple[str, str | None]
"""A column of the CSV table, and the player; None for the session's columns."""
NAMED = 6
"""How many differences a message lists."""
LONGEST = 40
"""Characters of a text that a message quotes."""
CUT = 80
"""BG Stats may have cut texts of at least this length."""
AS_ABANDONED = (SessionStatus.ABANDONED, SessionStatus.STOPPED, SessionStatus.UNCLEAR)
AS_ENDED = (SessionStatus.ENDED, FINISHED, SessionStatus.UNCLEAR)
"""The statuses that BG Stats tells apart only by whether a play counts in its statistics."""
TO_THE_HUNDREDTH, TO_THE_MINUTE = 0.011, 0.5


@dataclass(frozen=True)
class Difference:
    """A cell of the CSV table that differs. `player` None: a column of the session."""

    column: str
    player: str | None
    here: object
    there: object

    def describe(self, names: Mapping[str, str]) -> str:
        """The difference in words: `score of Anna 21, now 99`."""
        name = names.get(self.player or "", "somebody")
        if self.column == "player":
            return f"{name} added" if self.there else f"{name} is missing"
        whose = f" of {name}" if self.player else ""
        return f"{self.column}{whose} {_in_words(self.here)}, now {_in_words(self.there)}"


def find_differences(here: Session, forms: Iterable[Feedback], filed: ParsedSession) -> list[Difference]:
    """Where a session of a file differs from the one in the store, among the columns that the file has."""
    ours, theirs = _cells(here, forms), _cells(filed.session, filed.feedback)
    if not filed.exact:
        # BG Stats has seats in order, without empty ones, and no unfinished games: who wins is by the sheet
        seated = [player.player for player in here.players if player.seat is not None]
        ours |= {("seat", player): place for place, player in enumerate(seated, start=1)} | _winners_by_sheet(here)
        theirs |= _winners_by_sheet(filed.session)
    joined = []
    if filed.session.header.rules_hash and not here.header.rules_hash:
        joined = [Difference("link", None, "", f"{filed.session.header.game}/{filed.session.header.revision}")]
    both = {player for column, player in ours if column == "player"} & {p for c, p in theirs if c == "player"}
    return joined + [
        Difference(column, player, ours.get((column, player)), theirs.get((column, player)))
        for column, player in dict.fromkeys([*ours, *theirs])
        if (column == "player" or (column in filed.columns and (player is None or player in both)))
        and not _are_equal(column, ours.get((column, player)), theirs.get((column, player)), filed.exact)
    ]


def _cells(session: Session, forms: Iterable[Feedback]) -> dict[TableCell, object]:
    by_player = {form.player: form for form in forms}
    cells: dict[TableCell, object] = {(column, None): value for column, value in session_cells(session).items()}
    for seated in session.everybody:
        player = seated.player
        cells["player", player] = True
        columns = player_cells(session, seated, by_player.get(player))
        cells |= {(column, player): value for column, value in columns.items()}
    return cells


def _winners_by_sheet(session: Session) -> dict[TableCell, object]:
    return {("winner", seated.player): seated.player in session.scores.winners for seated in session.everybody}


def _are_equal(column: str, ours: object, theirs: object, exact: bool) -> bool:
    """True if two cells are equal, within the precision of the file; BG Stats' is not `exact`."""
    if column in MINUTES:
        apart = abs(cast(float, ours) - cast(float, theirs))
        return apart <= (TO_THE_HUNDREDTH if exact else TO_THE_MINUTE)
    if column == "status" and not exact:
        return bool(ours in (AS_ABANDONED if theirs == SessionStatus.ABANDONED else AS_ENDED))
    if _is_blank(theirs) and (_is_blank(ours) or (column == "seat" and not exact)):
        return True
    if isinstance(ours, str) and isinstance(theirs, str):
        mine, other = _plain(ours), _plain(theirs)
        return mine == other or (not exact and len(other) >= CUT and mine.startswith(other))
    return bool(ours == theirs)


def _is_blank(value: object) -> bool:
    return value is None or value is False or value == ""


def _plain(text: str) -> str:
    """A text without what a spreadsheet may change: line breaks, spaces and unprintable characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _in_words(value: object) -> str:
    if value is None or value == "":
        return "empty"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = _plain(str(value))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


# Who is who


def match_players(
    filed: ParsedSession, here: Session, names: Mapping[str, str | None], everybody: Mapping[str, Person]
) -> ParsedSession:
    """The session of a file, with the ids of the store's players where the names are the same.

    Players without a name in the store, such as the forgotten, are matched with the remaining ones of the file if they
    are as many: a deleted name does not come back with a file.
    """
    at_table = [seated.player for seated in here.everybody]
    listed = [seated.player for seated in filed.session.everybody]
    called = {name: player for player, name in distinct_names(everybody, at_table).items()}
    same: dict[str, str] = {}
    for player in listed:
        ours = called.get(names.get(player) or "")
        if player not in at_table and ours is not None and ours not in listed and ours not in same.values():
            same[player] = ours
    missing = [player for player in at_table if player not in listed and player not in same.values()]
    nameless = [player for player in missing if player not in everybody or everybody[player].name is None]
    others = [player for player in listed if player not in at_table and player not in same]
    if len(nameless) == len(others):
        same |= dict(zip(others, nameless, strict=True))
    if not same:
        return filed
    entries = tuple(replace(entry, data=_exchanged(entry.data, same)) for entry in filed.entries)
    forms = tuple(replace(form, player=same.get(form.player, form.player)) for form in filed.feedback)
    return replace(filed, entries=entries, feedback=forms)


def shares_players(filed: ParsedSession, here: Session) -> bool:
    """True if the two sessions have a player in common, or one of them has no players."""
    at_table = {seated.player for seated in here.everybody}
    listed = {seated.player for seated in filed.session.everybody}
    return bool(at_table & listed) or not at_table or not listed


def _exchanged(value: JsonValue, ids: Mapping[str, str]) -> JsonValue:
    """A JSON value with ids replaced."""
    if isinstance(value, Mapping):
        return {ids.get(key, key): _exchanged(inner, ids) for key, inner in value.items()}
    if isinstance(value, list):
        return [_exchanged(inner, ids) for inner in value]
    return ids.get(value, value) if isinstance(value, str) else value


def with_id(session: ParsedSession, id: str) -> ParsedSession:
    """A copy of the session under another id, with new ids for its entries and forms."""
    entries = tuple(
        replace(entry, id=id_from(id, str(place)), session=id) for place, entry in enumerate(session.entries)
    )
    forms = tuple(replace(form, id=id_from(id, "form", form.id), session=id) for form in session.feedback)
    return replace(session, id=id, entries=entries, feedback=forms)


REASON = "as the file has it"
IN_HEADER = ("game", "revision", "location", "medium", "goal", "direction")
WITH_REVISION = ("revision", "printed", "rules", "rules_hash")
"""Fields of a header that change together with the revision."""
TABLE = frozenset({EntryKind.PLAYER, EntryKind.LEAVE, EntryKind.TAKEOVER})
CLOCK = frozenset(
    {EntryKind.PHASE, EntryKind.PAUSE, EntryKind.RESUME, EntryKind.END, EntryKind.ABANDON, EntryKind.REOPEN}
)
ANEW = (
    (("player", "seat", "newcomer", "left", "points_to"), TABLE),
    (("side",), frozenset({EntryKind.SIDE})),
    ((*MINUTES, "status"), CLOCK),
    (("notes",), frozenset({EntryKind.NOTE})),
)
"""Columns, and the kinds of entries that are replaced where one of them differs."""


def correction(
    log: Sequence[Entry], here: Session, forms: Sequence[Feedback], filed: ParsedSession, unlike: Sequence[Difference]
) -> tuple[list[Entry], list[Feedback], list[Difference]]:
    """Entries and forms that update a session of the store to that of a file, and the differences that remain then.

    `log` and `forms` are those of `here`; `unlike` are its differences from the file's session.
    """
    corrector = _Corrector(list(log), here, filed, filed.session, {difference.column for difference in unlike})
    corrector.correct_header()
    for columns, kinds in ANEW:
        if corrector.columns.intersection(columns):
            corrector.replace_entries(kinds)
    corrector.correct_scores(unlike)
    answered = {form.player for form in forms}
    new = [replace(form, id=new_uuid()) for form in filed.feedback if form.player not in answered]
    left = find_differences(session_of(corrector.log), [*forms, *new], filed)
    return corrector.log[len(log) :], new, left


@dataclass
class _Corrector:
    """Adds entries to a log until it agrees with the file."""

    log: list[Entry]
    here: Session
    filed: ParsedSession
    there: Session
    columns: set[str]
    undone: set[str] = field(default_factory=set)

    def add(self, kind: str, data: EntryData, at: datetime | None = None) -> None:
        number = max(entry.number for entry in self.log) + 1
        self.log.append(Entry(new_uuid(), self.here.id, kind, data, at or self.here.last_at, number=number))

    def repeat(self, entry: Entry) -> None:
        """Add an entry of the file, as long after the start as there."""
        at = self.here.started_at + (entry.time - self.there.started_at)
        self.add(entry.kind, entry.data, min(at, datetime.now(UTC)))

    def undo(self, lines: Iterable[LogLine]) -> None:
        for line in lines:
            if not line.undone and line.entry.id not in self.undone:
                self.undone.add(line.entry.id)
                self.add(EntryKind.UNDO, {"entry": line.entry.id})

    def correct_header(self) -> None:
        """Add the file's values for fields of the header."""
        names = {name for name in IN_HEADER if name in self.columns}
        names |= set(WITH_REVISION) if self.columns & {"game", "revision", "link"} else set()
        names |= {"direction"} if "game" in names else set()
        if names:
            opening = self.filed.entries[0].data
            self.add(EntryKind.HEADER, {name: opening[name] for name in sorted(names)})

    def replace_entries(self, kinds: frozenset[EntryKind]) -> None:
        """Replace the entries of these kinds by the file's."""
        self.undo(line for line in self.here.lines if line.kind in kinds)
        for entry in self.filed.entries:
            if entry.kind in kinds:
                self.repeat(entry)

    def correct_scores(self, differences: Sequence[Difference]) -> None:
        """Add totals for players whose total differs, and the file's winners."""
        if not self.columns & {"score", "winner", "player", "status"}:
            return
        changed = {difference.player for difference in differences if difference.column in ("score", "player")}
        before = self.here.scores.override
        if before is not None:
            changed |= set(before.totals)
        self.undo(line for line in self.here.lines if line.kind is EntryKind.OVERRIDE)
        totals = {**self.there.scores.totals, **self.there.scores.totals_left}
        for player in (seated.player for seated in self.there.everybody if seated.player in changed):
            kinds = {EntryKind.TOTAL} if player in totals else {EntryKind.TOTAL, EntryKind.SCORE}
            self.undo(ln for ln in self.here.lines if ln.kind in kinds and ln.data["player"] == player)
            if player in totals:
                self.add(EntryKind.TOTAL, {"player": player, "points": totals[player]})
        if before is not None and before.winners is not None and "winner" not in self.filed.columns:
            self.add(EntryKind.OVERRIDE, {"winners": list(before.winners), "totals": {}, "reason": before.reason})
        winners = self.there.winners
        if "winner" in self.filed.columns and set(session_of(self.log).winners) != set(winners):
            self.add(EntryKind.OVERRIDE, {"winners": list(winners), "totals": {}, "reason": REASON})


STORED_ALREADY = "is stored already: left out"
ANOTHER = "another stored session has this label, game and date, with other players: imported as a separate session"


class ImportStatus(StrEnum):
    """The fate of a session of a file in an import."""

    NEW = "new"
    GROWN = "grown"  # known, and the file has more of it
    UNCHANGED = "known"
    DIFFERS = "differs"  # known, and the file differs: left out
    UPDATED = "updated"  # known, and updated to the file's version


@dataclass(frozen=True)
class Merged:
    """A file's additions and problems. `news` has the status of each session, by the file's ids."""

    additions: SessionRecords
    news: Mapping[str, ImportStatus]
    problems: tuple[Problem, ...]


def merge(parsed: Parsed, standing: SessionRecords, people: Mapping[str, Person], *, update: bool) -> Merged:
    """Compare a file with what the store has of it; `update` takes the file's version of sessions that differ."""
    merger = _Merger(parsed, standing, people, update)
    for session in parsed.sessions:
        merger.news[session.id] = merger.take(session)
    return merger.merged(parsed.people)


class _Merger:
    """Collects what is new, session by session."""

    def __init__(self, parsed: Parsed, standing: SessionRecords, people: Mapping[str, Person], update: bool) -> None:
        self.stored_entries = {entry.id: entry for entry in standing.entries}
        self.stored_forms = {form.id: form for form in standing.feedback}
        self.form_of = {(form.session, form.player): form for form in standing.feedback}
        self.forms_of, self.logs = by_session(standing.feedback), by_session(standing.entries)
        self.stored_people = {person.id: person for person in standing.people}
        self.whole_logs, self.update, self.people = parsed.has_whole_logs, update, people
        self.names = {person.id: person.name for person in parsed.people}
        everybody = (*parsed.people, *self.people.values())
        self.called = {person.id: person.name for person in everybody if person.name}
        self.entries: list[Entry] = []
        self.forms: list[Feedback] = []
        self.news: dict[str, ImportStatus] = {}
        self.met: set[str] = set()
        self.problems: list[Problem] = []

    def take(self, session: ParsedSession) -> ImportStatus:
        """Collect what is new in one session."""
        if not self.whole_logs:
            return self._take_whole(session)
        entries = [entry for entry in session.entries if self._is_new(entry, session.place)]
        forms = [form for form in session.feedback if self._is_new_form(form, session.place)]
        is_here = session.id in self.logs
        if is_here and not entries and not forms:
            return self._leave_out(session)
        self._add(entries, forms, people_in(session))
        return ImportStatus.GROWN if is_here else ImportStatus.NEW

    def merged(self, people: Sequence[Person]) -> Merged:
        """Everything collected, with the new people."""
        fresh = [person for person in people if person.id in self.met and person.id not in self.stored_people]
        self.problems += [problem for person in people if (problem := self._other_name(person))]
        return Merged(SessionRecords(self.entries, self.forms, fresh), self.news, tuple(self.problems))

    def _add(self, entries: Sequence[Entry], forms: Sequence[Feedback], people: set[str]) -> None:
        self.entries += entries
        self.forms += forms
        self.met |= people

    def _warn(self, session: ParsedSession, message: str) -> None:
        self.problems.append(Problem(session.place, message, session.id, warning=True))

    def _leave_out(self, session: ParsedSession) -> ImportStatus:
        self._warn(session, STORED_ALREADY)
        return ImportStatus.UNCHANGED

    # Sessions of which a file has only the outcome

    def _take_whole(self, session: ParsedSession) -> ImportStatus:
        """Add a new session, or compare it with the stored one."""
        id = next((id for id in (session.alternative_id, session.id) if id in self.logs), None)
        if id is None:
            entries = [entry for entry in session.entries if self._is_new(entry, session.place)]
            self._add(entries, session.feedback, people_in(session))
            return ImportStatus.NEW
        here = session_of(self.logs[id])
        filed = match_players(replace(session, id=id), here, self.names, self.people)
        if session.alternative_id and here.id == session.id and not shares_players(filed, here):
            parsed_session = with_id(session, session.alternative_id)
            self._warn(session, ANOTHER)
            self._add(parsed_session.entries, parsed_session.feedback, people_in(parsed_session))
            return ImportStatus.NEW
        unlike = find_differences(here, self.forms_of.get(here.id, ()), filed)
        if not unlike:
            return self._leave_out(session)
        if self.update:
            return self._update(here, filed, unlike)
        differs_in_players = any(difference.column == "player" for difference in unlike) and filed.alternative_id
        other = "; if it is another session, give it another label" if differs_in_players else ""
        self._warn(
            filed, f"differs from the stored session ({self._described(unlike)}): left out without updates{other}"
        )
        return ImportStatus.DIFFERS

    def _update(self, here: Session, filed: ParsedSession, unlike: Sequence[Difference]) -> ImportStatus:
        entries, forms, left = correction(self.logs[here.id], here, self.forms_of.get(here.id, ()), filed, unlike)
        done = [difference for difference in unlike if difference not in left]
        if not done:
            self._warn(
                filed, f"differs from the stored session ({self._described(unlike)}), which no import changes: left out"
            )
            return ImportStatus.DIFFERS
        self._warn(filed, f"differed from the stored session ({self._described(done)}): updated to the file's version")
        if left:
            self._warn(filed, f"keeps some stored values ({self._described(left)}): no import changes these")
        self._add(entries, forms, people_in(filed))
        return ImportStatus.UPDATED

    def _described(self, unlike: Sequence[Difference]) -> str:
        return "; ".join(first_of([difference.describe(self.called) for difference in unlike], NAMED))

    # Sessions that a file has whole

    def _is_new(self, entry: Entry, place: str) -> bool:
        stored = self.stored_entries.get(entry.id)
        if stored is not None and not entry.has_same_content(stored):
            what = "has other stored values" if stored.session == entry.session else "belongs to another stored session"
            self.problems.append(Problem(place, f"an entry {what}", entry.id))
        return stored is None

    def _is_new_form(self, form: Feedback, place: str) -> bool:
        stored = self.stored_forms.get(form.id) or self.form_of.get((form.session, form.player))
        if stored is not None and not form.has_same_content(stored):
            self.problems.append(Problem(place, "a player's form differs from the stored one", form.id))
        return stored is None

    def _other_name(self, person: Person) -> Problem | None:
        stored = self.stored_people.get(person.id)
        if stored is None or person.name in (None, stored.name):
            return None
        why = "was deleted here, and is not restored" if stored.forgotten else f"is {stored.name} here, and is kept"
        return Problem("players", f"the name {why}", person.id, warning=True)
