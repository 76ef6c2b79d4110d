"""The sessions that this server's devices log, kept between reads.

Opening the store takes about 60 ms, and a tap needs it twice: to store, and to show what is stored now. So after a tap
the file stays open for `LINGER_S`, and no longer: other processes wait for ten seconds before they give up. What was
read is kept until the file says that something was written; a look at its size and time of change does not touch its
lock.
"""

import threading
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from workbench.playtest.log.recording import NoSession, load
from workbench.playtest.log.session import Session
from workbench.playtest.people import display_names
from workbench.store import Store
from workbench.store.connection import StoreStamp
from workbench.store.playtests import Feedback, Person, feedback_of, people

T = TypeVar("T")
LINGER_S = 3.0
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
    """The sessions that this server's devices log. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._guard = threading.Lock()
        self._views: dict[str, tuple[StoreStamp, SessionView]] = {}
        self._lingers = False

    def look(self, session: str) -> SessionView:
        """The session as it stands now. Raises NoSession."""
        if not self.store.path.exists():
            raise NoSession(f"no session {session} in the store")
        stamp = self.stamp
        with self._guard:
            cached = self._views.get(session)
        if cached is not None and cached[0] == stamp:
            return cached[1]
        return self._remember(session, stamp, _read(self.store, session))

    def write(self, session: str, do: Callable[[], T]) -> T:
        """Call what logs something; when this returns it is stored, and the next look is quick."""
        with self.store.session():
            result = do()
            self._linger()
            stamp = self.stamp
            self._remember(session, stamp, _read(self.store, session))
        return result

    @property
    def stamp(self) -> StoreStamp:
        """See `Store.stamp`."""
        return self.store.stamp

    def _remember(self, session: str, stamp: StoreStamp, view: SessionView) -> SessionView:
        with self._guard:
            self._views.pop(session, None)
            self._views[session] = stamp, view
            if len(self._views) > MOST_VIEWS:
                del self._views[next(iter(self._views))]
        return view

    def _linger(self) -> None:
        """Keep the file open for a while; called while it is."""
        with self._guard:
            if self._lingers:
                return
            self._lingers = True
        opened = threading.Event()
        threading.Thread(target=self._hold, args=[opened], name="workbench-evening", daemon=True).start()
        opened.wait()

    def _hold(self, opened: threading.Event) -> None:
        try:
            with self.store.session():
                opened.set()
                time.sleep(LINGER_S)
        finally:
            with self._guard:
                self._lingers = False
            opened.set()


@cache
def session_cache(path: Path) -> SessionCache:
    """The one cache of the store at a path; storing waits for the store longer than a page of the dashboard does."""
    return SessionCache(Store(path))


def _read(store: Store, session: str) -> SessionView:
    with store.session():
        state, everybody = load(store, session), people(store)
        forms = tuple(feedback_of(store, session))
    seated = [player.player for player in state.everybody]
    return SessionView(state, everybody, display_names(everybody, seated), forms)
