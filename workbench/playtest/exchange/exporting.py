"""Export of sessions to a file, with names or with pseudonyms."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from workbench.playtest.exchange.bgstats import write_bgstats
from workbench.playtest.exchange.csv_table import write_table
from workbench.playtest.exchange.csv_zip import write_tables
from workbench.playtest.exchange.own_json import write_own
from workbench.playtest.exchange.parsed import Format, ParsedSession, people_in
from workbench.playtest.log.kinds import Status
from workbench.playtest.overview import sessions
from workbench.playtest.people import pseudonyms
from workbench.store import Store
from workbench.store.playtests import (
    Entry,
    Feedback,
    Filter,
    Mentioned,
    Person,
    name_parts,
    people,
    scrub_entry_data,
    scrub_name,
    session_ids,
    stored,
)


def export_text(
    store: Store,
    format: Format,
    ids: Sequence[str] | None = None,
    games: Sequence[str] = (),
    *,
    pseudonymous: bool = False,
) -> str:
    """Sessions as a file of this format: those with these ids, or all; of these games, or of all.

    `pseudonymous`: people are called `Player 1`, `Player 2`, …, also in texts that name them.
    """
    picked, named = _picked(store, ids, games, pseudonymous)
    if format is Format.JSON:
        return write_own(picked, named.values())
    return (write_table if format is Format.CSV else write_bgstats)(picked, named)


def export_tables(
    store: Store, ids: Sequence[str] | None = None, games: Sequence[str] = (), *, pseudonymous: bool = False
) -> bytes:
    """The same sessions as a zip of CSV tables with everything in them: `csv_zip.TABLES`."""
    return write_tables(*_picked(store, ids, games, pseudonymous))


def _picked(
    store: Store, ids: Sequence[str] | None, games: Sequence[str], pseudonymous: bool
) -> tuple[list[ParsedSession], dict[str, Person]]:
    """The sessions, and the people whom they mention, with names or pseudonyms."""
    with store.session():
        found = _sessions(store, session_ids(store) if ids is None else ids)
        everybody = people(store)
    picked = [session for session in found if not games or session.entries[0].data["game"] in games]
    met = set().union(*(people_in(session) for session in picked))
    named = {id: everybody.get(id) or Person(id, None) for id in sorted(met)}
    return _hidden(picked, everybody, named) if pseudonymous else (picked, named)


def count_left_out(store: Store, format: Format, games: Sequence[str] = ()) -> int:
    """How many sessions of these games, or of all, a file of this format leaves out: BG Stats leaves out open ones."""
    if format is not Format.BGSTATS:
        return 0
    still_open = sessions(store, Filter(statuses=(Status.OPEN.value,)))
    return sum(not games or row.game in games for row in still_open)


def _sessions(store: Store, ids: Sequence[str]) -> list[ParsedSession]:
    """The sessions in the order given, their entries in the order of arrival."""
    there = stored(store, Mentioned(sessions=ids))
    logs: dict[str, list[Entry]] = {id: [] for id in ids}
    forms: dict[str, list[Feedback]] = {id: [] for id in ids}
    for entry in sorted(there.entries, key=lambda each: each.number):
        logs[entry.session].append(entry)
    for form in there.feedback:
        forms[form.session].append(form)
    return [ParsedSession(id, "", tuple(log), tuple(forms[id])) for id, log in logs.items() if log]


def _hidden(
    picked: Iterable[ParsedSession], everybody: Mapping[str, Person], met: Mapping[str, Person]
) -> tuple[list[ParsedSession], dict[str, Person]]:
    """A copy with pseudonyms: in a session's texts for every full name, and for parts of the names of its players."""
    shown = pseudonyms(met)
    names = [(person, shown.get(person.id, "somebody")) for person in everybody.values() if person.name]
    hidden = [_without_names(session, names) for session in picked]
    return hidden, {id: Person(id, shown[id]) for id in met}


def _without_names(session: ParsedSession, names: Sequence[tuple[Person, str]]) -> ParsedSession:
    inside, entries, forms = people_in(session), list(session.entries), list(session.feedback)
    for person, shown in _occurring(session, names):
        name, exactly = person.name or "", person.id not in inside
        entries = [replace(e, data=scrub_entry_data(e.data, name, shown, exactly=exactly)) for e in entries]
        forms = [_form_without(form, name, shown, exactly) for form in forms]
    return replace(session, entries=tuple(entries), feedback=tuple(forms))


def _occurring(session: ParsedSession, names: Sequence[tuple[Person, str]]) -> list[tuple[Person, str]]:
    """The names of which at least a part may occur in some text of the session, the longest first."""
    texts = [repr(entry.data) for entry in session.entries]
    texts += ["\n".join([form.best, form.worst, form.change, repr(form.answers)]) for form in session.feedback]
    everything = "\n".join(texts).casefold()
    found = [each for each in names if any(part.casefold() in everything for part in name_parts(each[0].name or ""))]
    return sorted(found, key=lambda each: -len(each[0].name or ""))


def _form_without(form: Feedback, name: str, shown: str, exactly: bool) -> Feedback:
    texts = ("best", "worst", "change", "answers")
    return replace(form, **{text: scrub_name(getattr(form, text), name, shown, exactly=exactly) for text in texts})
