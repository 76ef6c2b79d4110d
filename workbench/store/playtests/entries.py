"""A session's file: its log of entries, which are only ever added, its feedback forms, and links to these.

The sender makes an id, so sending it again changes nothing: after a failure, an entry is simply sent again. Entries are
ordered by `at`, then by their lines. A live entry gets its time here, never earlier than the last of its log, so that a
clock set back does not put a correction before what it corrects.
"""

import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, get_origin

from workbench.engine.problems import WorkbenchError
from workbench.store import texts
from workbench.store.connection import Store
from workbench.store.ledger import plain, read_time
from workbench.store.texts import as_json

EntryData: TypeAlias = Mapping[str, Any]
"""The JSON of an entry, as it came; `playtest.log.entries` reads it."""
UNKNOWN = "unknown"
"""The game of a session whose first line cannot be read."""
SELECTOR = re.compile(r"[\w-]{8,64}")


class EntryRefused(WorkbenchError):
    """The log refuses an entry; nothing was stored."""


class FeedbackRefused(WorkbenchError):
    """A form is refused; nothing was stored."""


@dataclass(frozen=True)
class Entry:
    """One entry of a session's log. `at` is in UTC; None: when it is stored. `number` is that of its line, from 1."""

    id: str
    session: str
    kind: str
    data: EntryData
    at: datetime | None = None
    device: str = ""
    number: int = 0
    batch: str | None = None

    @property
    def time(self) -> datetime:
        """When it happened; only for a stored entry."""
        assert self.at is not None
        return self.at

    @property
    def order(self) -> tuple[datetime, int]:
        """Its place in the log."""
        return self.time, self.number

    def has_same_content(self, other: "Entry") -> bool:
        """True if both have the same content, whenever they arrived; one without a time agrees with any time."""
        same_time = self.at == other.at or None in (self.at, other.at)
        mine, theirs = ((e.session, e.kind, e.device, as_json(e.data)) for e in (self, other))
        return same_time and mine == theirs


@dataclass(frozen=True)
class Feedback:
    """One player's form; unanswered fields are None, or empty.

    Ratings from `overall` to `originality` are 1 to 5, 5 the best; `length` is -2 (too short) to 2 (too long). `fair`,
    `predictable` (the end) and `again` (would play again) are `yes`, `maybe` or `no`. `quote`: the texts may be quoted.
    `answers` has the answers to the session's own questions by the question's id.
    """

    id: str
    session: str
    player: str
    at: datetime | None = None
    overall: int | None = None
    fun: int | None = None
    clarity: int | None = None
    learning: int | None = None
    decisions: int | None = None
    downtime: int | None = None
    interaction: int | None = None
    originality: int | None = None
    length: int | None = None
    fair: str | None = None
    predictable: str | None = None
    again: str | None = None
    best: str = ""
    worst: str = ""
    change: str = ""
    quote: bool = False
    answers: Mapping[str, object] = field(default_factory=dict)
    number: int = 0
    batch: str | None = None

    def has_same_content(self, other: "Feedback") -> bool:
        """True if both have the same content, whenever they arrived; one without a time agrees with any time."""
        at = other.at if self.at is None else self.at
        return replace(self, number=0, batch=None, at=at) == replace(other, number=0, batch=None, at=other.at or at)


@dataclass(frozen=True)
class Link:
    """One link to a form, with a hash of its secret. `player` is whom it is for; None: whoever opens it says that."""

    selector: str
    hash: str
    session: str
    player: str | None
    created_at: datetime


RecordT = TypeVar("RecordT", Feedback, Link)
CheckEntry = Callable[[Sequence[Entry], Entry], None]
"""Given the log so far and a new entry: raises a WorkbenchError if the log must not take it."""
Admit = Callable[[Sequence[Entry], Feedback], None]
"""Given the session's log and a form: raises a WorkbenchError if the session must not take it."""


@dataclass
class Written:
    """The content of a session's file; `log` is in its order, `unreadable` has the numbers of lines."""

    log: list[Entry] = field(default_factory=list)
    forms: list[Feedback] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)
    lines: int = 0

    @property
    def records(self) -> "list[Entry | Feedback | Link]":
        """All that can be read."""
        return [*self.log, *self.forms, *self.links]


def written_in(content: bytes, session: str) -> Written:
    """The records in the content of a session's file."""
    written, ids = Written(), set[str]()
    for number, _, value in texts.lines_in(content):
        written.lines = number
        try:
            if value is None:
                raise ValueError("no JSON")
            record = record_of(value, session, number)
            if isinstance(record, Link):
                written.links.append(record)
            elif record.id not in ids:  # a line may be there twice where two copies of a file were merged
                ids.add(record.id)
                (written.log if isinstance(record, Entry) else written.forms).append(record)  # type: ignore[arg-type]
        except (KeyError, TypeError, ValueError, AttributeError):
            written.unreadable.append(number)
    written.log.sort(key=lambda entry: entry.order)
    if not content:  # a crash before its first line, or damage
        written.unreadable.append(1)
    if written.unreadable:
        written.log = with_opening(written.log)
    return written


def with_opening(log: list[Entry]) -> list[Entry]:
    """The log; begun by an unknown game where its opening could not be read."""
    if not log or any(entry.kind == "open" for entry in log):
        return log
    opening = str(uuid.uuid5(uuid.NAMESPACE_URL, log[0].session))
    return [Entry(opening, log[0].session, "open", {"game": UNKNOWN}, log[0].at), *log]


def value_of(record: Entry | Feedback | Link) -> dict[str, object]:
    """A record as its line has it; what is empty is left out."""
    values = {name: plain(value) for name, value in vars(record).items() if name not in ("session", "number")}
    if isinstance(record, Entry):
        return {name: value for name, value in values.items() if value not in ("", None)}
    kind = "form" if isinstance(record, Feedback) else "link"
    return {kind: {name: value for name, value in values.items() if value or (value == 0 and value is not False)}}


RATED = frozenset(column.name for column in fields(Feedback) if column.type == int | None)
FORM_FIELDS = frozenset(column.name for column in fields(Feedback)) - {"session", "number"}


def record_of(value: Mapping[str, Any], session: str, number: int = 0) -> Entry | Feedback | Link:
    """The record of a line. Raises KeyError, TypeError, ValueError or AttributeError for what is none."""
    if form := value.get("form"):
        values = {name: form[name] for name in FORM_FIELDS & form.keys()}
        return _checked(Feedback(session=session, number=number, **values | {"at": read_time(form["at"])}))
    if link := value.get("link"):
        at = read_time(link["created_at"])
        return _checked(Link(link["selector"], link["hash"], session, link.get("player"), at))
    id, kind, data, device, batch = value["id"], value["kind"], value["data"], value.get("device"), value.get("batch")
    if not isinstance(data, dict):
        raise ValueError("no entry")
    "".join((id, kind, device or "", batch or "")).encode()  # raises for what is no text, or none in UTF-8
    return Entry(id, session, kind, data, read_time(value["at"]), device or "", number, batch)


def _checked(record: RecordT) -> RecordT:
    """A record whose values have the types of its fields. Raises ValueError for another."""
    for column in fields(record):
        value, kind = getattr(record, column.name), get_origin(column.type)
        fits = isinstance(value, Mapping if kind is Mapping else column.type)  # type: ignore[arg-type]
        in_range = column.name not in RATED or value is None or value in range(-2 * (column.name == "length"), 6)
        if not (fits and in_range) or (value is True and column.type is not bool):
            raise ValueError(f"{column.name} cannot be {value!r}")
        if isinstance(value, str):
            value.encode()
    return record


def new_uuid() -> str:
    """A random id."""
    return str(uuid.uuid4())


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def read_session(store: Store, session: str) -> Written:
    """The records of a session."""
    file = texts.session_file(texts.settled_folder_of(store), session)
    return written_in(texts.content_of(file), session) if file else Written()


def read_sessions(store: Store) -> Iterator[tuple[str, Path, bytes]]:
    """Every session: its id, its file and what is in it."""
    for session, file in texts.session_files(store).items():
        yield session, file, texts.content_of(file)


def unreadable_in(folder: Path) -> dict[str, list[int]]:
    """The numbers of the lines that cannot be read, by the files of a folder that have any."""
    lists = (folder / name for name in (texts.PEOPLE, texts.IMPORTS, texts.LEDGER))
    files = [*sorted((folder / texts.SESSIONS).glob("*.jsonl")), *lists]
    numbers = {}
    for file in files:
        content, is_session = texts.content_of(file), file.parent.name == texts.SESSIONS
        unreadable = (
            written_in(content, file.stem).unreadable if is_session else texts.unreadable_in(file.name, content)
        )
        if unreadable and file.exists():
            numbers[file.relative_to(folder).as_posix()] = unreadable
    return numbers


def append(store: Store, session: str, entries: Iterable[Entry], check: CheckEntry | None = None) -> list[Entry]:
    """Add entries to a session's log, and return them as stored, on the disk.

    One that is stored already is returned as it is. EntryRefused: an id is taken by another entry. Exceptions of
    `check` are passed on, and nothing is stored.
    """
    with texts.writing(store) as writer:
        file = _file(writer, session)
        written = written_in(texts.content_of(file), session)
        log, stored, new = written.log, [], list[Entry]()
        for entry in entries:
            same = next((logged for logged in log if logged.id == entry.id), None)
            if same is None:
                if check is not None:
                    check(log, entry)
                at = entry.at or (max(now(), log[-1].time) if log else now())  # never before the last entry
                same = replace(entry, at=at, number=written.lines + len(new) + 1)
                new.append(same)
                log.append(same)
                log.sort(key=lambda logged: logged.order)
            elif not entry.has_same_content(same):
                raise EntryRefused(f"entry {entry.id} is in the log already, with other content")
            stored.append(same)
        if new:
            writer.append(file, [value_of(entry) for entry in new])
        return stored


def _file(writer: texts.Writer, session: str) -> Path:
    file = texts.session_file(writer.folder, session)
    if file is None:
        raise EntryRefused(f"{session!r} cannot be the id of a session: letters, digits, - and _ only")
    return file


def entries_of(store: Store, session: str) -> list[Entry]:
    """A session's log, in order; empty if there is no such session."""
    return read_session(store, session).log


def session_ids(store: Store) -> list[str]:
    """Every session, the one that begins last first."""
    begun = []
    for session, file in texts.session_files(store).items():
        with file.open("rb") as lines:
            log = next((log for line in lines if (log := written_in(line, session).log)), None)
        if log:
            begun.append((-log[0].time.timestamp(), session))
    return [session for _, session in sorted(begun)]


def delete_session(store: Store, session: str) -> None:
    """Delete a session with its feedback and links."""
    with texts.writing(store) as writer:
        writer.replace({_file(writer, session): None}, loses_words=True)


def add_feedback(store: Store, form: Feedback, admit: Admit) -> Feedback:
    """Store a form, and return it as stored.

    One that is stored already is returned. FeedbackRefused: the player has filled in another, or the id is taken.
    Exceptions of `admit` are passed on.
    """
    with texts.writing(store) as writer:
        file = _file(writer, form.session)
        written = written_in(texts.content_of(file), form.session)
        for other in written.forms:
            if form.id == other.id or form.player == other.player:
                if form.has_same_content(other):
                    return other
                raise FeedbackRefused("this player has filled in the form of this session already")
        admit(written.log, form)
        stored = replace(form, at=form.at or now(), number=written.lines + 1)
        writer.append(file, [value_of(stored)])
        return stored


def feedback_of(store: Store, session: str) -> list[Feedback]:
    """The forms of a session, in order of arrival."""
    return read_session(store, session).forms


def add_link(store: Store, link: Link) -> None:
    with texts.writing(store) as writer:
        writer.append(_file(writer, link.session), [value_of(link)])


def find_link(store: Store, selector: str) -> Link | None:
    """The link with this selector. The caller compares its hash."""
    if SELECTOR.fullmatch(selector):
        newest_first = sorted(texts.session_files(store).items(), key=lambda item: -texts.stamp_of(item[1])[1])
        for session, file in newest_first:
            if selector.encode() in (content := texts.content_of(file)):
                links = written_in(content, session).links
                return next((link for link in links if link.selector == selector), None)
    return None
