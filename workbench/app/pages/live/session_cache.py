"""Live sessions as pages show them: every entry is stored before it is shown, and reading again is cheap.

Opening the store takes about 60 ms, and a tap needs it twice: to store, and to show what is stored now. So after a tap
the file stays open for `LINGER_S`, and no longer: other processes wait for ten seconds before they give up.

Other devices of this server, and other processes, may log the same session. What was read is kept until the file
says that something was written; a look at the file's size and time of change does not touch its lock.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import streamlit as st

from workbench.app.services import services
from workbench.playtest.log.recording import Log, load
from workbench.playtest.log.session import Session
from workbench.playtest.people import shown_names
from workbench.store import Store
from workbench.store.playtests import Feedback, Person, feedback_of, people

T = TypeVar("T")
LINGER_S = 3.0
MOST_KEPT = 64
"""Sessions whose last reading is kept."""
Stamp = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class SessionView:
    """A session, the people in it with their names, and the forms received."""

    session: Session
    people: Mapping[str, Person]
    names: Mapping[str, str]
    forms: tuple[Feedback, ...]

    @property
    def version(self) -> tuple[int, int]:
        """Changes when anything is logged or a form is sent."""
        return max(line.entry.number for line in self.session.lines), len(self.forms)

    def name(self, player: str | None) -> str:
        """The name of a player, also of one who has left; empty for None."""
        if player is None:
            return ""
        person = self.people.get(player)
        return self.names.get(player) or (person.name if person and person.name else "somebody")


class SessionCache:
    """The sessions that this server's devices log, kept between reads. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._guard = threading.Lock()
        self._kept: dict[str, tuple[Stamp, SessionView]] = {}
        self._lingers = False

    def look(self, session: str) -> SessionView:
        """The session as it stands now. Raises NoSession."""
        stamp = _stamp(self.store.path)
        with self._guard:
            kept = self._kept.get(session)
        if kept is not None and kept[0] == stamp:
            return kept[1]
        return self._keep(session, stamp, _read(self.store, session))

    def store_entry(self, session: str, device: str, do: Callable[[Log], T]) -> T:
        """Log something; when this returns it is stored. Raises a WorkbenchError, and then nothing is."""
        with self.store.session():
            done = do(Log(self.store, session, device))
            self._linger()
            stamp = _stamp(self.store.path)
            self._keep(session, stamp, _read(self.store, session))
        return done

    def _keep(self, session: str, stamp: Stamp, view: SessionView) -> SessionView:
        with self._guard:
            self._kept.pop(session, None)
            self._kept[session] = stamp, view
            if len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        return view

    def _linger(self) -> None:
        """Keep the file open for a while; called while it is."""
        with self._guard:
            if self._lingers:
                return
            self._lingers = True
        opened = threading.Event()
        threading.Thread(target=self._hold, args=[opened], name="workbench-live", daemon=True).start()
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


def session_cache() -> SessionCache:
    """The cache of the workspace that this server shows; storing waits for the store longer than a page does."""
    return _cache(str(services().store.path))


@st.cache_resource(show_spinner=False)
def _cache(path: str) -> SessionCache:
    return SessionCache(Store(Path(path)))


def _read(store: Store, session: str) -> SessionView:
    with store.session():
        state, everybody = load(store, session), people(store)
        forms = tuple(feedback_of(store, session))
    seated = [each.player for each in state.everybody]
    return SessionView(state, everybody, shown_names(everybody, seated), forms)


def _stamp(path: Path) -> Stamp:
    """Size and time of change of the file and of its journal."""
    found = []
    for file in (path, path.with_name(f"{path.name}.wal")):
        try:
            told = file.stat()
            found.append((told.st_size, told.st_mtime_ns))
        except OSError:
            found.append((0, 0))
    return tuple(found)
