"""Our own JSON format: whole logs. Nothing is lost, and a session continued elsewhere can be brought up to date.

    {"format": "workbench-playtests", "version": 1, "exported_at": TIME,
     "players": [{"id": UUID, "name": TEXT or null}],
     "sessions": [{"id": UUID,
                   "entries": [{"id": UUID, "at": TIME, "kind": KIND, "device": HEX, "data": {…}}],
                   "feedback": [{"id": UUID, "player": UUID, "at": TIME, …}]}]}

Entries are in order of arrival; `log/kinds.py` has their fields, `feedback.py` those of feedback, of which empty ones
are left out. Times are ISO 8601. Unknown keys are refused: a later version has another number.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from workbench.engine.problems import BadInput, Problems
from workbench.playtest.exchange.parsed import (
    MOST_ENTRIES,
    Format,
    Parsed,
    ParsedSession,
    RawSession,
    as_list,
    pack_json,
)
from workbench.playtest.feedback import FIELDS, read_form
from workbench.playtest.log.fields import Unfit, show_time, some, uuid_field
from workbench.playtest.log.kinds import FINAL, Kind
from workbench.playtest.log.recording import check_target, read_entry
from workbench.playtest.people import NAME
from workbench.store.playtests import Entry, Feedback, Person

FORMAT, VERSION = "workbench-playtests", 1
UUID = uuid_field()
PLAYER_NAME = some(NAME)


def is_own(value: Any) -> bool:
    """Whether a JSON value names this format."""
    return isinstance(value, dict) and value.get("format") == FORMAT


def read_own(value: Mapping[str, Any], file: str) -> Parsed:
    """The file as read, with every problem. Raises BadInput for another version."""
    if value.get("version") != VERSION:
        message = f"this workbench reads version {VERSION}; a newer file needs a newer workbench"
        raise BadInput.one(f"{file}: version", message, value.get("version"))
    report = Problems()
    _known_keys(value, {"format", "version", "exported_at", "players", "sessions"}, "file", report)
    people = [
        _read_person(each, f"players[{place}]", report)
        for place, each in enumerate(as_list(value.get("players"), "players", report))
    ]
    listed = as_list(value.get("sessions"), "sessions", report)
    sessions = [_read_session(each, f"sessions[{place}]", report) for place, each in enumerate(listed)]
    return Parsed(
        Format.JSON,
        file,
        tuple(session for session in sessions if session),
        tuple(person for person in people if person),
        tuple(report.found),
        has_whole_logs=True,
        parts=tuple(RawSession((f"sessions[{place}]",), each) for place, each in enumerate(listed)),
        pack=partial(pack_json, value, "sessions"),
    )


def write_own(sessions: Iterable[ParsedSession], people: Iterable[Person]) -> str:
    """The file as text, one entry a line, so that version control shows what was added."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": show_time(datetime.now(UTC)),
        "players": [{"id": person.id, "name": person.name} for person in people],
    }
    head = json.dumps(content, ensure_ascii=False, indent=1).removesuffix("\n}")
    listed = ",\n".join(_session_text(session) for session in sessions)
    return f'{head},\n "sessions": [{listed}]\n}}\n'


def _session_text(session: ParsedSession) -> str:
    entries = ",\n   ".join(_line(_entry_json(entry)) for entry in session.entries)
    forms = ",\n   ".join(_line(_form_json(form)) for form in session.feedback)
    return f'\n {{"id": "{session.id}",\n  "entries": [\n   {entries}],\n  "feedback": [{forms}]}}'


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _entry_json(entry: Entry) -> dict[str, Any]:
    head = {"id": entry.id, "at": show_time(entry.time), "kind": entry.kind}
    return head | ({"device": entry.device} if entry.device else {}) | {"data": entry.data}


def _form_json(form: Feedback) -> dict[str, Any]:
    assert form.at is not None
    blank = Feedback(form.id, form.session, form.player)
    fields = {name: getattr(form, name) for name in (*FIELDS, "answers")}
    answered = {name: value for name, value in fields.items() if value != getattr(blank, name)}
    return {"id": form.id, "player": form.player, "at": show_time(form.at), **answered}


def _read_person(given: Any, place: str, report: Problems) -> Person | None:
    if not _is_object(given, {"id", "name"}, place, report):
        return None
    try:
        return Person(UUID(given.get("id")), PLAYER_NAME(given.get("name")))
    except Unfit as unfit:
        report.wrong(place, str(unfit), given)
        return None


def _read_session(given: Any, place: str, report: Problems) -> ParsedSession | None:
    if not _is_object(given, {"id", "entries", "feedback"}, place, report):
        return None
    try:
        id = UUID(given.get("id"))
    except Unfit as unfit:
        report.wrong(f"{place}.id", str(unfit), given.get("id"))
        return None
    entries = _read_entries(as_list(given.get("entries"), f"{place}.entries", report), id, place, report)
    forms = _read_forms(as_list(given.get("feedback"), f"{place}.feedback", report), id, place, report)
    return ParsedSession(id, place, tuple(entries), tuple(forms)) if entries else None


def _read_entries(given: list[Any], session: str, place: str, report: Problems) -> list[Entry]:
    """The log, each entry checked against those before it; empty if any entry has a problem."""
    if not 0 < len(given) <= MOST_ENTRIES:
        report.wrong(f"{place}.entries", f"must be 1 to {MOST_ENTRIES} entries", len(given))
        return []
    log: dict[str, Entry] = {}
    found = len(report.found)
    for number, each in enumerate(given):
        where = f"{place}.entries[{number}]"
        if not _is_object(each, {"id", "at", "kind", "device", "data"}, where, report):
            continue
        entry, problems = read_entry(each, session, where)
        report.add(problems)
        if entry is not None:
            _check(log, entry, number, where, report)
            log[entry.id] = replace(entry, number=number + 1)
    return list(log.values()) if len(report.found) == found else []


def _check(log: Mapping[str, Entry], entry: Entry, number: int, place: str, report: Problems) -> None:
    if entry.id in log:
        report.wrong(f"{place}.id", "is that of another entry", entry.id)
    if (entry.kind == Kind.OPEN) != (number == 0):
        report.wrong(f"{place}.kind", "the first entry must be open, and no other", entry.kind)
    if entry.kind in FINAL:
        report.add(check_target(log, entry, f"{place}.data"))


def _read_forms(given: list[Any], session: str, place: str, report: Problems) -> list[Feedback]:
    forms = []
    for number, each in enumerate(given):
        where = f"{place}.feedback[{number}]"
        if not isinstance(each, dict):
            report.wrong(where, "must be an object", type(each).__name__)
            continue
        report.missing(each, ("id", "at"), where)
        form, problems = read_form(each, session, where)
        report.add(problems)
        forms += [form] if form else []
    return forms


def _is_object(given: Any, keys: set[str], place: str, report: Problems) -> bool:
    if not isinstance(given, dict):
        report.wrong(place, "must be an object", type(given).__name__)
        return False
    return _known_keys(given, keys, place, report)


def _known_keys(given: Mapping[str, Any], keys: set[str], place: str, report: Problems) -> bool:
    unknown = [key for key in given if key not in keys]
    for key in unknown:
        report.wrong(f"{place}.{key}", f"no such key; there are {', '.join(sorted(keys))}")
    return not unknown
