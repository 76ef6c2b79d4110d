"""Reading our own JSON: people, sessions with their entries and forms. Loads Pydantic: import it late."""

from dataclasses import replace
from typing import Annotated

from pydantic import Field, PlainValidator

from workbench.engine.problems import Problems
from workbench.playtest.exchange.parsed import MOST_ENTRIES, ParsedSession
from workbench.playtest.feedback import read_form
from workbench.playtest.log.entries import Id, Model, read_entry, read_model
from workbench.playtest.log.kinds import FINAL, EntryKind
from workbench.playtest.log.recording import check_target
from workbench.playtest.people import player_name
from workbench.store.playtests.entries import Entry, Feedback
from workbench.store.playtests.people import Person


class FileFields(Model):
    """The file as a whole; its people and sessions are read one by one."""

    format: str
    version: int
    exported_at: object = None
    players: list[object] | None = None
    sessions: list[object] | None = None


class PersonFields(Model):
    """A player; without a name where it was forgotten."""

    id: Id
    name: Annotated[str, PlainValidator(player_name)] | None = None


class SessionFields(Model):
    """A session; its entries and forms are read one by one."""

    id: Id
    entries: Annotated[list[object], Field(min_length=1, max_length=MOST_ENTRIES)]
    feedback: list[object] | None = None


def read_person(value: object, place: str, report: Problems) -> Person | None:
    """The person; None after reporting every problem."""
    person, problems = read_model(PersonFields, value, place)
    report.add(problems)
    return Person(person.id, person.name) if person else None


def read_session(value: object, place: str, report: Problems) -> ParsedSession | None:
    """The session; None after reporting every problem of it, its entries and its forms."""
    session, problems = read_model(SessionFields, value, place)
    report.add(problems)
    if session is None:
        return None
    entries = _read_entries(session, place, report)
    forms = _read_forms(session, place, report)
    return ParsedSession(session.id, place, tuple(entries), tuple(forms)) if entries else None


def _read_entries(session: SessionFields, place: str, report: Problems) -> list[Entry]:
    """The log, each entry checked against those before it; empty if any entry has a problem."""
    log: dict[str, Entry] = {}
    before = len(report.noted)
    for number, fields in enumerate(session.entries):
        where = f"{place}.entries[{number}]"
        entry, problems = read_entry(fields, session.id, where)
        report.add(problems)
        if entry is None:
            continue
        if entry.id in log:
            report.wrong(f"{where}.id", "is that of another entry", entry.id)
        if (entry.kind == EntryKind.OPEN) != (number == 0):
            report.wrong(f"{where}.kind", "the first entry must be open, and no other", entry.kind)
        if entry.kind in FINAL:
            report.add(check_target(log, entry, f"{where}.data"))
        log[entry.id] = replace(entry, number=number + 1)
    return list(log.values()) if len(report.noted) == before else []


def _read_forms(session: SessionFields, place: str, report: Problems) -> list[Feedback]:
    forms = []
    for number, fields in enumerate(session.feedback or ()):
        where = f"{place}.feedback[{number}]"
        if isinstance(fields, dict):
            report.missing(fields, ("id", "at"), where)
        form, problems = read_form(fields, session.id, where)
        report.add(problems)
        forms += [form] if form else []
    return forms
