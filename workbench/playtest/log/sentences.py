"""Entries in words: the lines of a session's log."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from workbench.engine.wording import clock_words, counted, time_words
from workbench.playtest.log.clock import MINUTES, Times
from workbench.playtest.log.fields import read_time
from workbench.playtest.log.kinds import EntryKind, Moment
from workbench.playtest.log.session import CUSTOM, LogLine, Session, custom_titles
from workbench.store.playtests import EntryData

NameOf = Callable[[str | None], str]
"""The name of a player; empty for None."""
TITLES = {
    Moment.RULES_QUESTION: "Rules question",
    Moment.CONFUSION: "Confusion",
    Moment.STUCK: "Stuck",
    Moment.LAUGHTER: "Laughter",
    Moment.EXCITING: "Exciting",
    Moment.DOWNTIME: "Downtime",
    Moment.BROKEN: "Broken",
    Moment.HOUSE_RULE: "House rule",
}
HEADER = {
    "game": "game",
    "revision": "revision",
    "printed": "printed deck",
    "goal": "question",
    "location": "place",
    "medium": "played on",
    "teacher": "taught by",
    "direction": "who wins",
}
"""The names of a header's fields; the rules and their hash go with the revision."""


def moment_title(moment: str, custom: Mapping[str, str] | None = None) -> str:
    """The title of a kind of moments as in `Happening`; with `custom`, the names of custom kinds by id."""
    if moment in list(Moment):
        return TITLES[Moment(moment)]
    return moment if custom is None else custom.get(moment, CUSTOM)


def clock_time(session: Session, at: datetime) -> str:
    """When something happened in a session: the time of day, and in play its minute, as in `19:42 (minute 12)`."""
    minute = session.clock.minute_of_play(at)
    return clock_words(at) if minute is None else f"{clock_words(at)} (minute {int(minute)})"


def describe(line: LogLine, session: Session, name: NameOf) -> str:
    """An entry as it is now, in one line without its time; an edit with the old and the new wording."""
    if line.kind is EntryKind.EDIT:
        return _edit(line, session, name)
    return data_in_words(line.kind, line.data, session, name)


def describe_changes(line: LogLine, session: Session, name: NameOf) -> list[str]:
    """Earlier versions of an edited entry, oldest first, and the times before a correction; often empty."""
    earlier = [line.entry.data, *(edit.data["data"] for edit in line.edits)][:-1] if line.edits else []
    if line.kind is EntryKind.OPEN:
        changed = {field for data in earlier for field in data if data[field] != line.data.get(field)}
        return [_fields({field: data[field] for field in HEADER if field in changed}, name) for data in earlier]
    stood = [_replaced_times(line, session.times_before[line.entry.id])] if line.kind is EntryKind.TIMES else []
    return [*stood, *(data_in_words(line.kind, data, session, name) for data in earlier)]


def data_in_words(kind: EntryKind, data: EntryData, session: Session, name: NameOf) -> str:
    words = _WORDS.get(kind)
    return words(data, session, name) if words else _PLAIN[kind]


def _player(data: EntryData, session: Session, name: NameOf) -> str:
    seat = "" if data["seat"] is None else f" at seat {data['seat'] + 1}"
    return f"{name(data['player'])} joins{seat}{', new to the game' if data['newcomer'] else ''}"


def _score(data: EntryData, session: Session, name: NameOf) -> str:
    sheet = session.scores.sheet
    titles = {criterion.name: criterion.title for criterion in sheet.criteria}
    what = f", {titles.get(data['criterion'], data['criterion'])}" if data["criterion"] else ""
    return f"{name(data['player'])}: {points_in_words(data['points'])} in {sheet.row} {data['row'] + 1}{what}"


def _takeover(data: EntryData, session: Session, name: NameOf) -> str:
    if data["to"] is None:
        return f"{name(data['of'])} keeps their points"
    return f"{name(data['to'])} takes over the points of {name(data['of'])}"


def _side(data: EntryData, session: Session, name: NameOf) -> str:
    members = {side.name: side.member for side in session.scores.sheet.sides}
    side = members.get(data["side"], data["side"]) if data["side"] else "nothing"
    return f"{name(data['player'])}: side {side}"


def _outcome(data: EntryData, session: Session, name: NameOf) -> str:
    sheet, sides = session.scores.sheet, data["sides"]
    to = "nothing said" if sides is None else sheet.sides_in_words(sides)
    return f"Won by: {to}" if data["row"] is None else f"{sheet.row.capitalize()} {data['row'] + 1}: {to}"


def _total(data: EntryData, session: Session, name: NameOf) -> str:
    return f"{name(data['player'])}: total {points_in_words(data['points'])}"


def _override(data: EntryData, session: Session, name: NameOf) -> str:
    totals = [f"{name(player)} has {points_in_words(total)}" for player, total in data["totals"].items()]
    named = data["winners"]
    won = [] if named is None else [f"won by {', '.join(map(name, named)) or 'nobody'}"]
    return f"Overridden: {'; '.join([*won, *totals]) or 'nothing'} ({data['reason']})"


def _moment(data: EntryData, session: Session, name: NameOf) -> str:
    who = f" ({name(data['player'])})" if data["player"] else ""
    return (
        f"{moment_title(data['moment'], custom_titles(session.lines))}{who}{': ' if data['note'] else ''}{data['note']}"
    )


def _note(data: EntryData, session: Session, name: NameOf) -> str:
    who = f" ({name(data['player'])})" if data["player"] else ""
    return f"Note{who}: {data['text']}"


def _header(data: EntryData, session: Session, name: NameOf) -> str:
    return f"Changed: {_fields(data, name) or 'nothing'}"


def _fields(data: EntryData, name: NameOf) -> str:
    """Fields of a header."""
    texts = {**data, **({"teacher": name(data["teacher"])} if "teacher" in data else {})}
    parts = [f"{title} “{texts[field]}”" for field, title in HEADER.items() if texts.get(field)]
    gone = [f"no {title}" for field, title in HEADER.items() if field in texts and not texts[field]]
    return ", ".join([*parts, *gone])


def _times(data: EntryData, session: Session, name: NameOf) -> str:
    return f"Times corrected: {', '.join(_parts(data)) or 'nothing'}"


def _replaced_times(line: LogLine, before: Times) -> str:
    """The times that a correction replaced."""
    stood: dict[str, datetime | float | None] = {"started_at": before.started_at, "ended_at": before.ended_at}
    stood |= {name: before.minutes[phase] for phase, name in MINUTES.items()}
    return ", ".join(_parts({name: stood[name] for name in line.data}))


def _parts(data: EntryData) -> Iterator[str]:
    """The fields of a correction of times in words."""
    if "started_at" in data:
        yield f"started {time_words(read_time(data['started_at']))}"
    for phase, name in MINUTES.items():
        if name in data:
            yield f"{round(data[name], 1):g} min of {phase}"
    if "ended_at" in data:
        end = data["ended_at"]
        yield f"ended {time_words(read_time(end))}" if end else "ended after these minutes"


def _undo(data: EntryData, session: Session, name: NameOf) -> str:
    target = next((line for line in session.lines if line.entry.id == data["entry"]), None)
    return f"Undone: {describe(target, session, name) if target else 'an entry'}"


def _edit(line: LogLine, session: Session, name: NameOf) -> str:
    """The version before this edit (the last one that counted, or the original), and the version after it."""
    of_entry = [
        other for other in session.lines if other.kind is EntryKind.EDIT and other.data["entry"] == line.data["entry"]
    ]
    target = next((other for other in session.lines if other.entry.id == line.data["entry"]), None)
    if target is None:
        return "Corrected: an entry"
    earlier = [other.data["data"] for other in of_entry[: of_entry.index(line)] if not other.undone]
    before, after = (earlier or [target.entry.data])[-1], line.data["data"]
    if target.kind in (EntryKind.OPEN, EntryKind.HEADER):
        changed = [field for field in HEADER if before.get(field) != after.get(field)]
        old, new = (_fields({field: data.get(field) for field in changed}, name) for data in (before, after))
        return f"Corrected: {old or 'nothing'} → {new or 'nothing'}"
    old, new = (data_in_words(target.kind, data, session, name) for data in (before, after))
    return f"Corrected: {old} → {new}"


def _abandon(data: EntryData, session: Session, name: NameOf) -> str:
    return f"Abandoned{': ' if data['reason'] else ''}{data['reason']}"


def _end(data: EntryData, session: Session, name: NameOf) -> str:
    how = {None: "", True: ": the game was finished", False: ": the game was stopped early"}
    return f"Session ended{how[data.get('finished')]}"


def points_in_words(value: float | None) -> str:
    return "nothing" if value is None else f"{value:g}"


_PLAIN = {
    EntryKind.OPEN: "Session started",
    EntryKind.PAUSE: "Paused",
    EntryKind.RESUME: "Resumed",
    EntryKind.REOPEN: "Session reopened",
}
_WORDS: dict[EntryKind, Callable[[EntryData, Session, NameOf], str]] = {
    EntryKind.HEADER: _header,
    EntryKind.PLAYER: _player,
    EntryKind.LEAVE: lambda data, _, name: f"{name(data['player'])} leaves",
    EntryKind.PHASE: lambda data, *_: (
        "Clock stopped" if data["phase"] == "none" else f"{data['phase'].capitalize()} begins"
    ),
    EntryKind.TURN: lambda data, _, name: f"Turn of {name(data['player'])}" if data["player"] else "Turn ends",
    EntryKind.TIMES: _times,
    EntryKind.SCORE: _score,
    EntryKind.TOTAL: _total,
    EntryKind.TAKEOVER: _takeover,
    EntryKind.SIDE: _side,
    EntryKind.OUTCOME: _outcome,
    EntryKind.OVERRIDE: _override,
    EntryKind.MOMENT: _moment,
    EntryKind.MOMENT_KIND: lambda data, *_: f"Own kind of moments: {data['title']}",
    EntryKind.NOTE: _note,
    EntryKind.QUESTION: lambda data, *_: f"Question for the form: {data['text']}",
    EntryKind.DECISIONS: lambda data, *_: f"Played on a screen: {counted(len(data['actions']), 'decision')}",
    EntryKind.END: _end,
    EntryKind.ABANDON: _abandon,
    EntryKind.UNDO: _undo,
}
