"""What of a file is new, held against what the store has: nothing is stored twice, and nothing is overwritten."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.engine.problems import Problem
from workbench.playtest.exchange.parsed import Parsed, ParsedSession, people_in, refuse
from workbench.playtest.seats import crowded_seats
from workbench.store.playtests import Additions, Entry, Feedback, Person, Standing

KNOWN = "is there already: left out"


@dataclass(frozen=True)
class Merged:
    """What a file adds, and what stands in its way. `grown` are known sessions that it adds to."""

    additions: Additions
    new: tuple[str, ...]
    grown: tuple[str, ...]
    known: tuple[str, ...]
    problems: tuple[Problem, ...]


def decide(parsed: Parsed, standing: Standing) -> Additions:
    """What to add. Raises BadInput with all that contradicts the store."""
    merged = merge(parsed, standing)
    refuse(merged.problems, parsed.file)
    return merged.additions


def merge(parsed: Parsed, standing: Standing) -> Merged:
    """A file beside what the store has of it."""
    there = _There(
        {entry.id: entry for entry in standing.entries},
        {form.id: form for form in standing.feedback},
        {(form.session, form.player): form for form in standing.feedback},
        {entry.session for entry in standing.entries},
        {person.id: person for person in standing.people},
    )
    merger = _Merger(there, parsed.grows)
    for session in parsed.sessions:
        merger.take(session)
    return merger.merged(parsed.people)


@dataclass(frozen=True)
class _There:
    """What the store has, by id."""

    entries: Mapping[str, Entry]
    forms: Mapping[str, Feedback]
    form_of: Mapping[tuple[str, str], Feedback]
    sessions: set[str]
    people: Mapping[str, Person]


class _Merger:
    """Collects what is new, session by session."""

    def __init__(self, there: _There, grows: bool) -> None:
        self.there, self.grows = there, grows
        self.entries: list[Entry] = []
        self.forms: list[Feedback] = []
        self.new: list[str] = []
        self.grown: list[str] = []
        self.known: list[str] = []
        self.met: set[str] = set()
        self.problems: list[Problem] = []

    def take(self, session: ParsedSession) -> None:
        """What is new of one session."""
        is_known = session.id in self.there.sessions
        if is_known and not self.grows:
            self._leave_out(session)
            return
        entries = [entry for entry in session.entries if self._is_new(entry, session.place)]
        forms = [form for form in session.feedback if self._is_new_form(form, session.place)]
        self.entries += entries
        self.forms += forms
        if is_known and not entries and not forms:
            self._leave_out(session)
            return
        (self.grown if is_known else self.new).append(session.id)
        self.problems += crowded_seats(session.entries, session.place)
        self.met |= people_in(session)

    def merged(self, people: Sequence[Person]) -> Merged:
        """All of it, with the people whom it brings."""
        fresh = [person for person in people if person.id in self.met and person.id not in self.there.people]
        self.problems += [told for person in people if (told := self._other_name(person))]
        additions = Additions(self.entries, self.forms, fresh)
        return Merged(additions, tuple(self.new), tuple(self.grown), tuple(self.known), tuple(self.problems))

    def _leave_out(self, session: ParsedSession) -> None:
        self.known.append(session.id)
        self.problems.append(Problem(session.place, KNOWN, session.id, warning=True))

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
