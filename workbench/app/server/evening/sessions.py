"""The sessions that this server's devices log, kept between reads.

What was read is kept until the sizes and times of the files say that something was written.
"""

import threading
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from workbench.playtest.log.recording import load
from workbench.playtest.log.session import Session
from workbench.playtest.people import display_names
from workbench.store import Store
from workbench.store.playtests.entries import Feedback, feedback_of
from workbench.store.playtests.people import Person, people
from workbench.store.texts import PEOPLE, folder_of, session_file, stamp_of

SessionStamp: TypeAlias = tuple[tuple[int, int], ...]
MOST_VIEWS = 64
"""Sessions whose last reading is kept."""


@dataclass(frozen=True)
class SessionView:
    """A session, the people in it with their names, and the forms received."""

    session: Session
    people: Mapping[str, Person]
    names: Mapping[str, str]
    forms: tuple[Feedback, ...]

    @property
    def number(self) -> int:
        """Counts what was logged."""
        return max(line.entry.number for line in self.session.lines)

    @property
    def version(self) -> str:
        """Changes when anything is logged, a form is sent, or a name is changed."""
        names = zlib.crc32(repr(sorted(self.names.items())).encode())
        return f"{self.number}-{len(self.forms)}-{names}"

    def name(self, player: str | None) -> str:
        """The name of a player, also of one who has left; empty for None."""
        if player is None:
            return ""
        person = self.people.get(player)
        return self.names.get(player) or (person.name if person and person.name else "somebody")


class SessionCache:
    """The sessions that this server's devices log, read again where their files have changed. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._guard = threading.Lock()
        self._views: dict[str, tuple[SessionStamp, SessionView]] = {}

    def look(self, session: str) -> SessionView:
        """The session as it stands now. Raises NoSession."""
        stamp = self.stamp(session)
        with self._guard:
            cached = self._views.get(session)
        if cached is not None and cached[0] == stamp:
            return cached[1]
        view = _read(self.store, session)
        with self._guard:
            self._views.pop(session, None)
            self._views[session] = stamp, view
            if len(self._views) > MOST_VIEWS:
                del self._views[next(iter(self._views))]
        return view

    def stamp(self, session: str) -> SessionStamp:
        """The state of a session's file and of the names, which changes whenever something is written there."""
        file = session_file(folder_of(self.store), session)
        return (stamp_of(file), stamp_of(file.parent.parent / PEOPLE)) if file else ()


@cache
def session_cache(path: Path) -> SessionCache:
    """The one cache of the store at a path; storing waits for the store longer than a page of the dashboard does."""
    return SessionCache(Store(path))


def _read(store: Store, session: str) -> SessionView:
    state, everybody = load(store, session), people(store)
    forms = tuple(feedback_of(store, session))
    seated = [player.player for player in state.everybody]
    return SessionView(state, everybody, display_names(everybody, seated), forms)
