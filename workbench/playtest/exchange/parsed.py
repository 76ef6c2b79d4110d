"""A file of sessions as read, whatever its format: sessions as logs, forms, people, and every problem.

Where a file has only a session's outcome, its log is made of entries that lead to it. Ids are derived from the
session's: the same file read twice gives the same log.
"""

import json
import re
import unicodedata
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cached_property

from workbench.engine.problems import BadInput, Problem, Problems, on_one_line
from workbench.engine.registry import games
from workbench.engine.wording import counted, listed, nearest
from workbench.playtest.exchange.dates import DateOrder
from workbench.playtest.log.fields import AHEAD, show_time
from workbench.playtest.log.kinds import LINE_LENGTH, NAME_LENGTH, NOTE_LENGTH, ClockPhase, EntryKind
from workbench.playtest.log.recording import read_data
from workbench.playtest.log.session import Session, session_of
from workbench.store.playtests.entries import Entry, Feedback, new_uuid
from workbench.store.playtests.imports import Mentioned
from workbench.store.playtests.people import Person

MOST_BYTES = 64 * 2**20
MOST_SESSIONS = 10_000
MOST_ENTRIES = 20_000
"""Of one session."""
MOST_PEOPLE = 100_000
STAND_IN = datetime(2000, 1, 1, tzinfo=UTC)
"""In place of a date that cannot be read, so that the other problems of its session are found as well."""
MOST_PROBLEMS = 200
"""How many problems are reported."""


class Format(StrEnum):
    """The formats of files."""

    JSON = "json"  # our own, and the only one that loses nothing
    CSV = "csv"
    BGSTATS = "bgstats"


LOSSES = {
    Format.CSV: "A CSV table has results and feedback. It has no moments, no scores by criterion or deal, no outcomes"
    " of rows, no pauses, no teacher, no rules, no log, and no answers to a session's own questions. Of several notes"
    " it has the text, but not when and of whom; of an overridden result the winners and totals, but not the reason; of"
    " an abandoned session, that it was abandoned, but not why.",
    Format.BGSTATS: "BG Stats has players, bots among them, totals, winners, sides, seats, the minutes of play and the"
    " notes as one text. It has no feedback, no moments, no scores by criterion or deal, no minutes of teaching and"
    " breaks, no question of the session, no teacher, no rules, no log, nor whether the lowest total wins in one"
    " session alone. A game that was abandoned, stopped early, or is unclear is left out of its statistics."
    " What came from BG Stats goes back without pictures, tags, ratings, teams, score sheets, users of BoardGameGeek.",
}
"""Losses by format, in words; our own JSON loses nothing."""
EMPTY = {
    Format.JSON: "has no sessions",
    Format.CSV: "has names of columns, and no session under them",
    Format.BGSTATS: "has no plays",
}


@dataclass(frozen=True)
class ParsedSession:
    """One session of a file, and its place in the file.

    For formats that have only a session's outcome: `columns` are what the file says, by the columns of the CSV table;
    `exact` is false where times are rounded and seats may be missing; `alternative_id` is used where the store has
    another session of the same label and id, with other players.
    """

    id: str
    place: str
    entries: tuple[Entry, ...]
    feedback: tuple[Feedback, ...] = ()
    columns: frozenset[str] = frozenset()
    exact: bool = True
    alternative_id: str = ""

    @cached_property
    def session(self) -> Session:
        """The session that the entries amount to."""
        return session_of(self.entries)


@dataclass(frozen=True)
class RawSession:
    """A session as it stands in the file, and how problems name its places: `row 2` and `row 3`, or `plays[4]`."""

    places: tuple[str, ...]
    raw: object

    def has(self, place: str) -> bool:
        """True if a problem's place lies in this session."""
        return any(place == start or place.startswith((f"{start},", f"{start}.", f"{start}[")) for start in self.places)


PackSessions = Callable[[Sequence[tuple[RawSession, str]]], str]
"""Makes a file of these sessions in the format that they came in, each with the text of its problems."""
FindRevision = Callable[[str, str, int], Mapping[str, object]]
"""Given game, label and number of players: the header fields of the revision that the label names, or empty."""


@dataclass(frozen=True)
class ReadOptions:
    """Options for reading a file.

    `dates` settles dates such as 03/04/2026; `join` finds the revision that a label names, and `joins` says whether
    plays of BG Stats are linked to it; `force` takes points that the rules cannot give.
    """

    dates: DateOrder | None = None
    join: FindRevision | None = None
    joins: bool = False
    force: bool = False


DEFAULTS = ReadOptions()


@dataclass(frozen=True)
class Parsed:
    """A file as read. `problems` includes warnings about what was corrected or left out.

    `has_whole_logs`: a session that the store knows takes the entries that it lacks; sessions of other formats are
    either new or known. `parts` are the sessions as they stand in the file, good and bad, and `pack` makes a file of
    some. `joinable` counts plays that name a revision.
    """

    format: Format
    file: str
    sessions: tuple[ParsedSession, ...] = ()
    people: tuple[Person, ...] = ()
    problems: tuple[Problem, ...] = ()
    has_whole_logs: bool = False
    parts: tuple[RawSession, ...] = ()
    pack: PackSessions | None = None
    joinable: int = 0

    @property
    def errors(self) -> list[Problem]:
        """Problems that prevent an import."""
        return [problem for problem in self.problems if not problem.warning]

    @property
    def warnings(self) -> list[Problem]:
        """Corrections and omissions."""
        return [problem for problem in self.problems if problem.warning]

    @property
    def mentioned(self) -> Mentioned:
        """The ids that it uses."""
        return Mentioned(
            [id for session in self.sessions for id in (session.id, session.alternative_id) if id],
            [entry.id for session in self.sessions for entry in session.entries],
            [form.id for session in self.sessions for form in session.feedback],
            [person.id for person in self.people],
        )

    def with_problems(self, more: Iterable[Problem]) -> "Parsed":
        """A copy with more problems."""
        return replace(self, problems=(*self.problems, *more))

    def only(self, games: Sequence[str]) -> "Parsed":
        """A copy with the sessions of these games alone; all of them where none is named."""
        if not games:
            return self
        sessions = tuple(s for s in self.sessions if s.entries[0].data["game"] in games)
        none = Problem("the file", f"has no session of {listed(games, 'or')}", warning=True)
        met = {name for session in sessions for name in people_in(session)}
        people = tuple(person for person in self.people if person.id in met)
        picked = replace(self, sessions=sessions, people=people)
        return picked.with_problems([none] if self.sessions and not sessions else [])


DOUBTED = "say whether it is right"


def count_ending(problems: Iterable[Problem], words: str) -> int:
    """How many of the problems end with these words: `WHICH` for dates, `DOUBTED` for points."""
    return sum(problem.message.endswith(words) for problem in problems)


def refuse(problems: Sequence[Problem], file: str) -> None:
    """Raise BadInput with the problems that are not warnings, if any; at most `MOST_PROBLEMS` of them."""
    errors = [on_one_line(problem.within(file)) for problem in problems if not problem.warning]
    if len(errors) > MOST_PROBLEMS:
        more = Problem("", f"and {counted(len(errors) - MOST_PROBLEMS, 'more problem')}", source=file)
        errors = [*errors[:MOST_PROBLEMS], more]
    if errors:
        raise BadInput(errors)


def people_in(session: ParsedSession) -> set[str]:
    """The ids of all people whom a session mentions."""
    ids: set[str] = {form.player for form in session.feedback}
    for entry in session.entries:
        data = entry.data["data"] if entry.kind == EntryKind.EDIT else entry.data
        ids |= {data[name] for name in ("player", "teacher") if data.get(name)}
        ids |= set(data.get("winners") or ()) | set(data.get("totals") or ())
    return ids


def check_ids(parsed: Parsed) -> list[Problem]:
    """A problem for each id that is used twice; of sessions that are there twice with their places."""
    sessions = {session.id: session for session in parsed.sessions}
    twice = [session for session in parsed.sessions if session is not sessions[session.id]]
    ids = {
        "entry": [entry.id for session in sessions.values() for entry in session.entries],
        "form": [form.id for session in sessions.values() for form in session.feedback],
        "player": [person.id for person in parsed.people],
    }
    return [
        Problem(session.place, f"is the session of {sessions[session.id].place} once more: leave one out", session.id)
        for session in twice
    ] + [
        Problem(f"{what} {id}", f"is there {counted(count, 'time')}")
        for what, used in ids.items()
        for id, count in Counter(used).items()
        if count > 1
    ]


def check_sizes(parsed: Parsed) -> list[Problem]:
    """A problem for each part that is too large."""
    problems = [
        Problem(
            session.place,
            f"has {counted(len(session.entries), 'entry', 'entries')}; at most {MOST_ENTRIES} can be taken",
        )
        for session in parsed.sessions
        if len(session.entries) > MOST_ENTRIES
    ]
    if len(parsed.people) > MOST_PEOPLE:
        problems.append(Problem("players", f"at most {MOST_PEOPLE} can be taken", str(len(parsed.people))))
    return problems


def check_count(sessions: Sized, file: str) -> None:
    """Raise BadInput for more sessions than one import takes, before any of them is read."""
    if len(sessions) > MOST_SESSIONS:
        message = f"at most {MOST_SESSIONS:,} can be taken at once: divide the file"
        raise BadInput.one(file, message, counted(len(sessions), "session", separator=","))


def check_content(parsed: Parsed) -> list[Problem]:
    """A warning for a file without sessions."""
    if parsed.sessions or parsed.errors:
        return []
    return [Problem("the file", EMPTY[parsed.format], warning=True)]


def pack_json(value: Mapping[str, object], name: str, parts: Sequence[tuple[RawSession, str]]) -> str:
    """The JSON file with only these sessions in the list of this name."""
    return json.dumps({**value, name: [part.raw for part, _ in parts]}, ensure_ascii=False, indent=1)


def game_called(name: str) -> str:
    """The name of the game with this name or title; the text itself for an unknown game."""
    plain = name.casefold().replace(" ", "_")
    return next((g.name for g in games().values() if plain in (g.name, g.title.casefold().replace(" ", "_"))), name)


def check_games(parsed: Parsed) -> list[Problem]:
    """A warning for each unknown game, with the most similar known one."""
    first: dict[str, ParsedSession] = {}
    for session in parsed.sessions:
        first.setdefault(session.entries[0].data["game"], session)
    names = {text: game.name for game in games().values() for text in (game.name, game.title)}
    problems = []
    for name, session in first.items():
        if name not in games():
            near = nearest(name, list(names))
            meant = f"; did you mean {names[near]}?" if near else f"; the games here are {', '.join(games())}."
            message = f"is no game here{meant} Its sessions are kept under this name"
            problems.append(Problem(f"{session.place}, game", message, name, warning=True))
    return problems


CROWDED = "two players have this seat: the one who took it last keeps it, and the other's seat is unknown"


def check_seats(parsed: Parsed) -> list[Problem]:
    """A warning for each seat that two players of a session have at once."""
    return [
        Problem(f"{session.place}, seat", CROWDED, str(seat + 1), warning=True)
        for session in parsed.sessions
        if any(entry.kind == EntryKind.OPEN for entry in session.entries)
        for seat in dict.fromkeys(line.data["seat"] for line in session.session.crowded)
    ]


def add_unlisted_people(parsed: Parsed) -> Parsed:
    """A copy whose people include everybody mentioned; those not listed have no name."""
    listed = {person.id for person in parsed.people}
    strangers = sorted({id for session in parsed.sessions for id in people_in(session)} - listed)
    if not strangers:
        return parsed
    message = f"{len(strangers)} of those who are mentioned are not listed: kept without a name"
    nameless = tuple(Person(id, None) for id in strangers)
    return replace(parsed, people=(*parsed.people, *nameless)).with_problems(
        [Problem("players", message, warning=True)]
    )


def as_list(value: object, place: str, report: Problems) -> list[object]:
    """The value if it is a list; None gives an empty one, anything else is reported as a problem."""
    if value is None:
        return []
    if not isinstance(value, list):
        report.wrong(place, "must be a list", type(value).__name__)
        return []
    return value


NAMESPACE = uuid.UUID("6f1f0a5e-7d0b-4f0e-9a55-1f6b2c1b7a10")


@dataclass
class PeopleByName:
    """People by name: the one known person of that name, or a new one."""

    everybody: Mapping[str, Person] = field(default_factory=dict)
    met: dict[str, Person] = field(default_factory=dict)

    def named(self, name: str) -> Person:
        if name not in self.met:
            alike = [person for person in self.everybody.values() if person.name == name]
            self.met[name] = alike[0] if len(alike) == 1 else Person(new_uuid(), name)
        return self.met[name]


@dataclass
class LogWriter:
    """Writes the log of one session, and collects the problems of its entries."""

    session: str
    place: str
    at: datetime
    entries: list[Entry] = field(default_factory=list)
    feedback: list[Feedback] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, kind: EntryKind, /, **data: object) -> None:
        """Add an entry at the current time of the log."""
        fields, problems = read_data(kind, data, self.place)
        self.problems += problems
        id = id_from(self.session, str(len(self.entries)))
        self.entries.append(Entry(id, self.session, kind.value, fields, self.at, number=len(self.entries) + 1))

    def add_time(self, phase: ClockPhase, minutes: float) -> None:
        """Add a phase of so many minutes."""
        if minutes > 0:
            self.add(EntryKind.PHASE, phase=phase.value)
            self.at += timedelta(minutes=minutes)
            if self.at > datetime.now(UTC) + AHEAD:
                self.problems.append(Problem(self.place, "lasts into the future", show_time(self.at)))

    def set_winners(self, winners: Sequence[str], reason: str) -> None:
        """Override the winners where the session has others than the file, or says of nobody that they won."""
        if self.problems:
            return
        session = session_of(self.entries)
        others = any(set(names) != set(winners) for names in (session.winners, session.scores.winners))
        if others or not session.scores.says_who_won:
            self.add(EntryKind.OVERRIDE, winners=list(winners), reason=reason)

    def add_notes(self, text: str, player: str | None = None) -> None:
        """Add a text as a note; as several, divided between lines or words, where it is longer than a note may be."""
        while len(text := text.strip()) > NOTE_LENGTH:
            ends = [end for space in "\n " if (end := text.rfind(space, 1, NOTE_LENGTH + 1)) > 0]
            cut = ends[0] if ends else NOTE_LENGTH
            self.add(EntryKind.NOTE, text=text[:cut].strip(), player=player)
            text = text[cut:]
        if text:
            self.add(EntryKind.NOTE, text=text, player=player)

    def parsed(self, columns: frozenset[str], *, exact: bool = True, alternative_id: str = "") -> ParsedSession:
        """The session as written; the arguments are those of `ParsedSession`."""
        entries, forms = tuple(self.entries), tuple(self.feedback)
        return ParsedSession(self.session, self.place, entries, forms, columns, exact, alternative_id)


def header_of_version(version: str) -> dict[str, str]:
    """The header of what was played, by its name in a file: a revision, or the longer label of a printed deck."""
    return {"revision": version} if len(version) <= NAME_LENGTH else {"printed": version[:LINE_LENGTH]}


def word_of(text: str) -> str:
    """A text as the name of a side or a criterion: lower-case letters, digits and _, `red_faction`; may be empty."""
    if re.fullmatch("[a-z0-9_]+", text):
        return text[:NAME_LENGTH]
    plain = unicodedata.normalize("NFKD", text.lower().replace("ß", "ss")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9_]+", "_", plain)[:NAME_LENGTH].strip("_")


def id_from(*parts: str) -> str:
    """The UUID derived from these texts, always the same."""
    return str(uuid.uuid5(NAMESPACE, "\0".join(parts)))
