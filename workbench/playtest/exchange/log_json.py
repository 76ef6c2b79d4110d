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
from datetime import UTC, datetime
from functools import partial

from workbench.engine.problems import BadInput, Problems
from workbench.playtest.exchange.parsed import (
    Format,
    Parsed,
    ParsedSession,
    RawSession,
    as_list,
    check_count,
    pack_json,
)
from workbench.playtest.feedback import FIELDS
from workbench.playtest.log.fields import show_time
from workbench.store.playtests.entries import Entry, Feedback
from workbench.store.playtests.people import Person

FORMAT, VERSION = "workbench-playtests", 1


def read_log_json(value: Mapping[str, object], file: str) -> Parsed:
    """The file as read, with every problem. Raises BadInput for another version."""
    if value.get("version") != VERSION:
        message = f"this workbench reads version {VERSION}; a newer file needs a newer workbench"
        raise BadInput.one(f"{file}: version", message, value.get("version"))
    from workbench.playtest.exchange.log_json_fields import FileFields, read_person, read_session
    from workbench.playtest.log.entries import read_model

    report = Problems()
    report.add(read_model(FileFields, value, "file")[1])
    listed = as_list(value.get("sessions"), "sessions", report)
    check_count(listed, file)
    people = [
        read_person(person, f"players[{place}]", report)
        for place, person in enumerate(as_list(value.get("players"), "players", report))
    ]
    sessions = [read_session(session, f"sessions[{place}]", report) for place, session in enumerate(listed)]
    return Parsed(
        Format.JSON,
        file,
        tuple(session for session in sessions if session),
        tuple(person for person in people if person),
        tuple(report.noted),
        has_whole_logs=True,
        parts=tuple(RawSession((f"sessions[{place}]",), session) for place, session in enumerate(listed)),
        pack=partial(pack_json, value, "sessions"),
    )


def write_log_json(sessions: Iterable[ParsedSession], people: Iterable[Person]) -> str:
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


def _line(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _entry_json(entry: Entry) -> dict[str, object]:
    head = {"id": entry.id, "at": show_time(entry.time), "kind": entry.kind}
    return head | ({"device": entry.device} if entry.device else {}) | {"data": entry.data}


def _form_json(form: Feedback) -> dict[str, object]:
    assert form.at is not None
    blank = Feedback(form.id, form.session, form.player)
    fields = {name: getattr(form, name) for name in (*FIELDS, "answers")}
    answered = {name: value for name, value in fields.items() if value != getattr(blank, name)}
    return {"id": form.id, "player": form.player, "at": show_time(form.at), **answered}
