"""A log for a session of which a file has only the outcome: entries that lead to it.

Ids are derived from the session's: the same file read twice gives the same log.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from workbench.engine.problems import Problem
from workbench.playtest.exchange.parsed import ParsedSession
from workbench.playtest.log.entries import read_data
from workbench.playtest.log.fields import AHEAD, show_time
from workbench.playtest.log.kinds import Kind, Phase
from workbench.playtest.log.session import session_of
from workbench.store.playtests import Entry, Feedback, Person, new_uuid

NAMESPACE = uuid.UUID("6f1f0a5e-7d0b-4f0e-9a55-1f6b2c1b7a10")


@dataclass
class PeopleByName:
    """People by name: the one known person of that name, or a new one."""

    known: Mapping[str, Person] = field(default_factory=dict)
    met: dict[str, Person] = field(default_factory=dict)

    def named(self, name: str) -> Person:
        """The person of this name."""
        if name not in self.met:
            alike = [person for person in self.known.values() if person.name == name]
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

    def add(self, kind: Kind, /, **data: Any) -> None:
        """Add an entry at the current time of the log."""
        kept, problems = read_data(kind, data, self.place)
        self.problems += problems
        id = id_from(self.session, str(len(self.entries)))
        self.entries.append(Entry(id, self.session, kind.value, kept, self.at, number=len(self.entries) + 1))

    def add_time(self, phase: Phase, minutes: float) -> None:
        """Add a phase of so many minutes."""
        if minutes > 0:
            self.add(Kind.PHASE, phase=phase.value)
            self.at += timedelta(minutes=minutes)
            if self.at > datetime.now(UTC) + AHEAD:
                self.problems.append(Problem(self.place, "lasts into the future", show_time(self.at)))

    def set_winners(self, winners: Sequence[str], reason: str) -> None:
        """Override the winners where the totals give others than the file."""
        if not self.problems and winners and set(session_of(self.entries).scores.winners) != set(winners):
            self.add(Kind.OVERRIDE, winners=list(winners), reason=reason)

    def parsed(self, columns: frozenset[str], *, exact: bool = True, alternative_id: str = "") -> ParsedSession:
        """The session as written; the arguments are those of `ParsedSession`."""
        entries, forms = tuple(self.entries), tuple(self.feedback)
        return ParsedSession(self.session, self.place, entries, forms, columns, exact, alternative_id)


def id_from(*parts: str) -> str:
    """The UUID derived from these texts, always the same."""
    return str(uuid.uuid5(NAMESPACE, "\0".join(parts)))
