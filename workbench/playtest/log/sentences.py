"""Entries in words: the lines of a session's log."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from workbench.engine.wording import clock_words, counted, time_words
from workbench.playtest.log.clock import MINUTES
from workbench.playtest.log.fields import read_time
from workbench.playtest.log.kinds import EntryKind, Moment
from workbench.playtest.log.session import CUSTOM, LogLine, Session, custom_titles
from workbench.store.playtests.entries import EntryData

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
    """An entry as it is now, in one line without its time; an edit with the old and the new wording.

    The old one is the last that counted before this edit, or the original.
    """
    if line.kind is not EntryKind.EDIT:
        return data_in_words(line.kind, line.data, session, name)
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


def describe_changes(line: LogLine, session: Session, name: NameOf) -> list[str]:
    """Earlier versions of an edited entry, oldest first, and the times before a correction; often empty."""
    earlier = [line.entry.data, *(edit.data["data"] for edit in line.edits)][:-1] if line.edits else []
    if line.kind is EntryKind.OPEN:
        changed = {field for data in earlier for field in data if data[field] != line.data.get(field)}
        return [_fields({field: data[field] for field in HEADER if field in changed}, name) for data in earlier]
    stood = []
    if line.kind is EntryKind.TIMES:
        before = session.times_before[line.entry.id]
        minutes = {field: before.minutes[phase] for phase, field in MINUTES.items()}
        times = {"started_at": before.started_at, "ended_at": before.ended_at, **minutes}
        stood = [", ".join(_parts({field: times[field] for field in line.data}))]
    return [*stood, *(data_in_words(line.kind, data, session, name) for data in earlier)]


def data_in_words(kind: EntryKind, data: EntryData, session: Session, name: NameOf) -> str:
    sheet, who = session.scores.sheet, name(data.get("player"))
    about = f" ({who})" if data.get("player") else ""
    match kind:
        case EntryKind.OPEN:
            return "Session started"
        case EntryKind.HEADER:
            return f"Changed: {_fields(data, name) or 'nothing'}"
        case EntryKind.PLAYER:
            seat = "" if data["seat"] is None else f" at seat {data['seat'] + 1}"
            return f"{who} joins{seat}{', new to the game' if data['newcomer'] else ''}"
        case EntryKind.LEAVE:
            return f"{who} leaves"
        case EntryKind.TAKEOVER if data["to"] is None:
            return f"{name(data['of'])} keeps their points"
        case EntryKind.TAKEOVER:
            return f"{name(data['to'])} takes over the points of {name(data['of'])}"
        case EntryKind.PHASE:
            return "Clock stopped" if data["phase"] == "none" else f"{data['phase'].capitalize()} begins"
        case EntryKind.PAUSE:
            return "Paused"
        case EntryKind.RESUME:
            return "Resumed"
        case EntryKind.TURN:
            return f"Turn of {who}" if data["player"] else "Turn ends"
        case EntryKind.TIMES:
            return f"Times corrected: {', '.join(_parts(data)) or 'nothing'}"
        case EntryKind.SCORE:
            titles = {criterion.name: criterion.title for criterion in sheet.criteria}
            what = f", {titles.get(data['criterion'], data['criterion'])}" if data["criterion"] else ""
            return f"{who}: {points_in_words(data['points'])} in {sheet.row} {data['row'] + 1}{what}"
        case EntryKind.TOTAL:
            return f"{who}: total {points_in_words(data['points'])}"
        case EntryKind.SIDE:
            members = {side.name: side.member for side in sheet.sides}
            return f"{who}: side {members.get(data['side'], data['side']) if data['side'] else 'nothing'}"
        case EntryKind.OUTCOME:
            to = "nothing said" if data["sides"] is None else sheet.sides_in_words(data["sides"])
            return f"Won by: {to}" if data["row"] is None else f"{sheet.row.capitalize()} {data['row'] + 1}: {to}"
        case EntryKind.OVERRIDE:
            totals = [f"{name(player)} has {points_in_words(total)}" for player, total in data["totals"].items()]
            named = data["winners"]
            won = [] if named is None else [f"won by {', '.join(map(name, named)) or 'nobody'}"]
            return f"Overridden: {'; '.join([*won, *totals]) or 'nothing'} ({data['reason']})"
        case EntryKind.MOMENT:
            title = moment_title(data["moment"], custom_titles(session.lines))
            return f"{title}{about}{': ' if data['note'] else ''}{data['note']}"
        case EntryKind.MOMENT_KIND:
            return f"Own kind of moments: {data['title']}"
        case EntryKind.NOTE:
            return f"Note{about}: {data['text']}"
        case EntryKind.QUESTION:
            return f"Question for the form: {data['text']}"
        case EntryKind.DECISIONS:
            return f"Played on a screen: {counted(len(data['actions']), 'decision')}"
        case EntryKind.END:
            how = {None: "", True: ": the game was finished", False: ": the game was stopped early"}
            return f"Session ended{how[data.get('finished')]}"
        case EntryKind.ABANDON:
            return f"Abandoned{': ' if data['reason'] else ''}{data['reason']}"
        case EntryKind.REOPEN:
            return "Session reopened"
        case EntryKind.UNDO:
            target = next((line for line in session.lines if line.entry.id == data["entry"]), None)
            return f"Undone: {describe(target, session, name) if target else 'an entry'}"
        case EntryKind.EDIT:
            raise KeyError(kind)  # `describe` words it, with what stood there before


def _fields(data: EntryData, name: NameOf) -> str:
    """Fields of a header."""
    texts = {**data, **({"teacher": name(data["teacher"])} if "teacher" in data else {})}
    parts = [f"{title} “{texts[field]}”" for field, title in HEADER.items() if texts.get(field)]
    gone = [f"no {title}" for field, title in HEADER.items() if field in texts and not texts[field]]
    return ", ".join([*parts, *gone])


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


def points_in_words(value: float | None) -> str:
    return "nothing" if value is None else f"{value:g}"
