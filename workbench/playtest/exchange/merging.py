"""What of a file is new, held against what the store has: nothing is stored twice, and nothing is overwritten."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from workbench.engine.problems import Problem
from workbench.playtest.exchange.comparing import (
    Difference,
    differences,
    paired,
    shares_players,
    told,
    with_id,
)
from workbench.playtest.exchange.correcting import correction
from workbench.playtest.exchange.parsed import Parsed, ParsedSession, people_in
from workbench.playtest.session import Session, session_of
from workbench.store.playtests import Additions, Entry, Feedback, Person, Standing

T = TypeVar("T", Entry, Feedback)
KNOWN = "is there already: left out"
ANOTHER = "here another session has this label, game and date, with other players: taken as a session of its own"


class News(StrEnum):
    """What a session of a file is to the store."""

    NEW = "new"
    GROWN = "grown"  # known, and the file has more of it
    KNOWN = "known"
    DIFFERS = "differs"  # known, and the file says otherwise: left out
    UPDATED = "updated"  # known, and the file's version is taken


@dataclass(frozen=True)
class Merged:
    """What a file adds, and what stands in its way. `news` are by the ids that the file's sessions have there."""

    additions: Additions
    news: Mapping[str, News]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Terms:
    """On what terms a file is merged: whether it counts where it says otherwise, and who is known by name."""

    update: bool = False
    known: Mapping[str, Person] | None = None


def merge(parsed: Parsed, terms: Terms, standing: Standing) -> Merged:
    """A file beside what the store has of it."""
    there = _There(
        {entry.id: entry for entry in standing.entries},
        {form.id: form for form in standing.feedback},
        {(form.session, form.player): form for form in standing.feedback},
        by_session(standing.feedback),
        by_session(standing.entries),
        {person.id: person for person in standing.people},
    )
    merger = _Merger(there, parsed, terms)
    for session in parsed.sessions:
        merger.news[session.id] = merger.take(session)
    return merger.merged(parsed.people)


@dataclass(frozen=True)
class _There:
    """What the store has, by id."""

    entries: Mapping[str, Entry]
    forms: Mapping[str, Feedback]
    form_of: Mapping[tuple[str, str], Feedback]
    forms_of: Mapping[str, Sequence[Feedback]]
    logs: Mapping[str, Sequence[Entry]]
    people: Mapping[str, Person]


def by_session(found: Iterable[T]) -> dict[str, list[T]]:
    """What there is of each session."""
    parts: dict[str, list[T]] = {}
    for each in found:
        parts.setdefault(each.session, []).append(each)
    return parts


class _Merger:
    """Collects what is new, session by session."""

    def __init__(self, there: _There, parsed: Parsed, terms: Terms) -> None:
        self.there, self.grows, self.update, self.known = there, parsed.grows, terms.update, terms.known or {}
        self.names = {person.id: person.name for person in parsed.people}
        everybody = (*parsed.people, *self.known.values())
        self.called = {person.id: person.name for person in everybody if person.name}
        self.entries: list[Entry] = []
        self.forms: list[Feedback] = []
        self.news: dict[str, News] = {}
        self.met: set[str] = set()
        self.problems: list[Problem] = []

    def take(self, session: ParsedSession) -> News:
        """What is new of one session."""
        if not self.grows:
            return self._take_whole(session)
        entries = [entry for entry in session.entries if self._is_new(entry, session.place)]
        forms = [form for form in session.feedback if self._is_new_form(form, session.place)]
        is_known = session.id in self.there.logs
        if is_known and not entries and not forms:
            return self._leave_out(session)
        self._add(entries, forms, people_in(session))
        return News.GROWN if is_known else News.NEW

    def merged(self, people: Sequence[Person]) -> Merged:
        """All of it, with the people whom it brings."""
        fresh = [person for person in people if person.id in self.met and person.id not in self.there.people]
        self.problems += [told for person in people if (told := self._other_name(person))]
        return Merged(Additions(self.entries, self.forms, fresh), self.news, tuple(self.problems))

    def _add(self, entries: Sequence[Entry], forms: Sequence[Feedback], people: set[str]) -> None:
        self.entries += entries
        self.forms += forms
        self.met |= people

    def _warn(self, session: ParsedSession, message: str) -> None:
        self.problems.append(Problem(session.place, message, session.id, warning=True))

    def _leave_out(self, session: ParsedSession) -> News:
        self._warn(session, KNOWN)
        return News.KNOWN

    # Sessions that a file tells only in their outcome

    def _take_whole(self, session: ParsedSession) -> News:
        """A session that is new as a whole, or is held against the one that is here."""
        found = self._found(session)
        if found is None:
            entries = [entry for entry in session.entries if self._is_new(entry, session.place)]
            self._add(entries, session.feedback, people_in(session))
            return News.NEW
        here, filed = found
        if session.otherwise and here.id == session.id and not shares_players(filed, here):
            own = with_id(session, session.otherwise)
            self._warn(session, ANOTHER)
            self._add(own.entries, own.feedback, people_in(own))
            return News.NEW
        unlike = differences(here, self.there.forms_of.get(here.id, ()), filed)
        if not unlike:
            return self._leave_out(session)
        return self._update(here, filed, unlike) if self.update else self._differs(filed, unlike)

    def _found(self, session: ParsedSession) -> tuple[Session, ParsedSession] | None:
        """The session that is here already, and the file's with the ids of our players; None if there is none."""
        for id in (session.otherwise, session.id):
            if id in self.there.logs:
                here = session_of(self.there.logs[id])
                return here, paired(replace(session, id=id), here, self.names, self.known)
        return None

    def _differs(self, filed: ParsedSession, unlike: Sequence[Difference]) -> News:
        own = any(each.column == "player" for each in unlike) and filed.otherwise
        other = "; if it is another session, another label makes it one" if own else ""
        self._warn(
            filed, f"differs from what is here ({self._told(unlike)}): left out unless updates are asked for{other}"
        )
        return News.DIFFERS

    def _update(self, here: Session, filed: ParsedSession, unlike: Sequence[Difference]) -> News:
        made = correction(self.there.logs[here.id], here, self.there.forms_of.get(here.id, ()), filed, unlike)
        done = [each for each in unlike if each not in made.left]
        if not done:
            self._warn(filed, f"differs from what is here ({self._told(unlike)}), which no import changes: left out")
            return News.DIFFERS
        self._warn(filed, f"differed from what is here ({self._told(done)}): the file's version is taken")
        if made.left:
            self._warn(filed, f"stays in part as it is here ({self._told(made.left)}): no import changes that")
        self._add(made.entries, made.feedback, people_in(filed))
        return News.UPDATED

    def _told(self, unlike: Sequence[Difference]) -> str:
        return told(unlike, self.called)

    # Sessions that a file has whole

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
