"""Shared by the parts of the page: the stored session, buttons that store an entry, fields, and their layout.

**The session.** Every entry is stored before it is shown. Opening the store takes about 60 ms, and a tap needs it
twice: to store, and to show what is stored now. So after a tap the file stays open for `LINGER_S`, and no longer: other
processes wait for ten seconds before they give up. Other devices of this server, and other processes, may log the same
session. What was read is kept until the file says that something was written; a look at the file's size and time of
change does not touch its lock.

**Fields** show what is stored, and store what is changed. A browser makes a field when it comes into sight, which for
one inside a popover is long after the script drew it, and then tells the server the value that it made it with. A value
that was put into the session's state is told the browser once; a field that is made later, or whose code is loaded
later, knows only its default. So what is stored is the field's default. And a browser goes on telling what a field last
said, seen or unseen; so where something else is stored, by another device, by an undo, or after a refusal, there is a
new field, of another key.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st

from workbench.app.services import services
from workbench.app.widgets import controls
from workbench.app.widgets.messages import REFUSED, attempt, refused
from workbench.playtest.log.kinds import NAME_LENGTH
from workbench.playtest.log.recording import Log, load
from workbench.playtest.log.session import Session
from workbench.playtest.people import add_or_rename, display_names, people_by_label
from workbench.store import Store
from workbench.store.playtests import Feedback, Person, feedback_of, new_uuid, people

T = TypeVar("T")
LINGER_S = 3.0
MOST_VIEWS = 64
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
        self._views: dict[str, tuple[Stamp, SessionView]] = {}
        self._lingers = False

    def look(self, session: str) -> SessionView:
        """The session as it stands now. Raises NoSession."""
        stamp = _stamp(self.store.path)
        with self._guard:
            cached = self._views.get(session)
        if cached is not None and cached[0] == stamp:
            return cached[1]
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
    seated = [player.player for player in state.everybody]
    return SessionView(state, everybody, display_names(everybody, seated), forms)


def _stamp(path: Path) -> Stamp:
    """Size and time of change of the file and of its journal."""
    stamps = []
    for file in (path, path.with_name(f"{path.name}.wal")):
        try:
            status = file.stat()
            stamps.append((status.st_size, status.st_mtime_ns))
        except OSError:
            stamps.append((0, 0))
    return tuple(stamps)


DEVICE = "device"
TOP = "board_top"
"""Changes whenever this tab has turned the page into another, which then shows its top."""
LAST_ENTRY = "tap_own"
"""Where this tab's own last tap stands: what is drawn after it has it already."""
TOO_EARLY = "stored_too_early"
"""Where the session keeps which button below fields was pressed while something was missing."""
Do = Callable[[Log], object]


def device() -> str:
    """The id of this browser tab among those that log the same session."""
    id: str = st.session_state.setdefault(DEVICE, new_uuid()[:8])
    return id


def store_entry(session: str, do: Do, where: str = "") -> bool:
    """Store an entry; return whether it was stored. For callbacks, which run before the page is drawn again.

    `where` is the part of the board that says what was refused, where that is not the top.
    """
    done = attempt(partial(session_cache().store_entry, session, device(), do), where)
    if done:
        st.session_state[LAST_ENTRY] = session, session_cache().look(session).version
    return done


def to_top() -> None:
    """Have the page show its top, for what stands there is new; for callbacks."""
    st.session_state[TOP] = new_uuid()


def entry_button(
    session: str, label: str, key: str, do: Do, *, icon: str = "", place: Any = st, shortcut: str = "", **look: Any
) -> None:
    """A button that stores an entry at once; wide enough for a thumb."""
    look = {"width": "stretch", **look}
    place.button(
        label, key=key, icon=icon or None, shortcut=shortcut or None, on_click=store_entry, args=[session, do], **look
    )


def form_button(session: str, label: str, key: str, do: Do, *, missing: str = "", **look: Any) -> None:
    """A button below fields, which stores what they say now; where something is missing, it says that instead.

    It is never off, and takes no callback: a click straight out of a text comes with that text, of which neither a
    button that was drawn before nor a callback's arguments know anything.
    """
    if st.button(label, key=key, **look):
        if not missing:
            store_entry(session, do, key)
            st.rerun()
        st.session_state[TOO_EARLY] = key
    if not missing:
        st.session_state.pop(TOO_EARLY, None)
    elif st.session_state.get(TOO_EARLY) == key:
        st.error(missing, title="Not stored yet")
    refused(key)


def key_of(name: str, stored: Any, *, mends: bool = False) -> str:
    """The key of the field of this name. Draw it with `stored` as its default.

    `mends`: after a refusal it is the same field still, which shows what was written, to be mended there.
    """
    count, drawn = st.session_state.get(_memo(name), (0, stored))
    key = _key(name, count)
    if mends and REFUSED in st.session_state:
        return key
    if key not in st.session_state and drawn != stored:
        key = _key(name, count := count + 1)
    while key in st.session_state and st.session_state[key] != stored:
        key = _key(name, count := count + 1)
    st.session_state[_memo(name)] = count, stored
    return key


def changed(name: str, options: Sequence[Any] | None = None) -> bool:
    """True if somebody changed the field of this name since it was drawn, to one of the options that it has.

    A box whose options have changed under the finger holds a label, which is no option; see `controls.picked`.
    """
    if _memo(name) not in st.session_state:
        return False
    count, drawn = st.session_state[_memo(name)]
    key = _key(name, count)
    if key not in st.session_state or st.session_state[key] == drawn:
        return False
    value = st.session_state[key]
    return options is None or value is None or controls.picked(key, options) is not None


def drawn_with(name: str) -> Any:
    """The stored value when the field of this name was drawn."""
    return st.session_state[_memo(name)][1]


def value_of(name: str) -> Any:
    """The value of the field of this name."""
    count, _ = st.session_state[_memo(name)]
    return st.session_state[_key(name, count)]


def _memo(name: str) -> str:
    """Where the count of the field stands, and what it was drawn with."""
    return f"{name}_drawn"


def _key(name: str, count: int) -> str:
    return name if count == 0 else f"{name}~{count}"


def person_field(label: str, people: Mapping[str, Person], key: str, place: Any = st, **look: Any) -> str:
    """A field for a person: the name that was chosen or typed; empty for nobody."""
    chosen = place.selectbox(
        label,
        list(people_by_label(people)),
        index=None,
        key=key,
        accept_new_options=True,
        placeholder="Name or initials",
        **look,
    )
    return (chosen or "").strip()


HELP = "Stored when you leave the field, in every session of this person. Import and export can merge two names."


def name_field(view: SessionView, player: str, key: str) -> None:
    """The player's name, to be changed; nothing for somebody who was forgotten, or whom a file left without one."""
    person = view.people.get(player)
    if person is None or not person.name:
        return
    drawn = key_of(key, person.name)
    st.text_input(
        "Name", person.name, key=drawn, max_chars=NAME_LENGTH, on_change=_rename, args=[player, key], help=HELP
    )


def _rename(player: str, key: str) -> None:
    if changed(key):
        attempt(lambda: add_or_rename(session_cache().store, value_of(key), player))


SECTION = "board_section"
MOMENTS, SCORES, TABLE, FEEDBACK = "Moments", "Scores", "Table", "Feedback"
SECTIONS = (MOMENTS, SCORES, TABLE, FEEDBACK)
NARROW = "(max-width: 640px)"
"""Where there is room for one part alone; Streamlit puts columns below each other there."""


def choose() -> None:
    """The switch between the parts, visible on phones only."""
    if st.session_state.get(SECTION) not in SECTIONS:
        st.session_state[SECTION] = MOMENTS
    with st.container(key="sections"):
        st.segmented_control(
            "Part of the board", SECTIONS, key=SECTION, required=True, label_visibility="collapsed", width="stretch"
        )
    hidden = ", ".join(f".st-key-{part_key(section)}" for section in SECTIONS if section != st.session_state[SECTION])
    inside = f":has(> :is({hidden})), .stColumn:has(:is({hidden}))"
    st.html(f"<style>@media {NARROW} {{ {inside} {{ display: none; }} }}</style>")


def part_key(name: str) -> str:
    """The key of a part's container."""
    return f"part_{name.lower()}"


THUMB = 46
"""Pixels; 44 are what a finger hits (WCAG 2.5.5)."""
HEADINGS = ", ".join(f".st-key-{part_key(section)} > .stElementContainer:has(h2)" for section in SECTIONS)
"""Headings that a phone hides next to the switch between the parts."""
STYLE = f"""<style>
.st-key-board button {{ min-height: {THUMB}px; }}
.st-key-board button .stMarkdownEllipsis p {{ white-space: normal; }}
:is(.st-key-board, .st-key-setup) :is(.react-aria-ComboBox > [role="group"], .react-aria-TextField > div) {{
    height: {THUMB}px;
}}
:is(.st-key-board, .st-key-setup) :is(.stCheckbox label, [data-testid="stPageLink"] a) {{
    min-height: {THUMB}px; align-items: center;
}}
.st-key-setup :is(.stButton, .stDownloadButton, .stButtonGroup, .stNumberInput) button {{ min-height: {THUMB - 2}px; }}
.st-key-last_entry {{ min-height: {THUMB}px; }}
.st-key-moments button {{ min-height: 60px; }}
.st-key-clock button {{ min-height: 54px; }}
.st-key-ahead p {{
    min-height: 2.5em; line-height: 1.25;
    display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
}}
.st-key-sides .stButtonGroup {{ display: flex; align-items: center; gap: 0.5rem; }}
.st-key-sides .stButtonGroup button {{ padding: 0 0.4rem; }}
.st-key-sides .stButtonGroup button p {{ font-size: 0.85rem; }}
.st-key-sides .stButtonGroup > label {{
    flex: 0 0 4.2rem; min-height: 0; margin: 0; overflow-wrap: break-word; line-height: 1.15;
}}
.st-key-board button[data-variant][data-selected] {{ color: inherit; }}
[data-testid="stLayoutWrapper"]:has(> .st-key-outbox), .stElementContainer:has(> .st-key-outbox) {{ display: none; }}
.stMain:has(.st-key-board) h1 {{ font-size: 1.1rem; padding: 0.25rem 0 0.5rem; }}
.stMain:has(.st-key-board) .stMainBlockContainer {{ padding-top: 0.5rem; }}
[data-testid="stLayoutWrapper"]:has(> .st-key-pinned) {{
    position: sticky; top: 0; z-index: 100; padding-bottom: 0.5rem; background: Canvas; background: %s;
}}
@media (hover: none), {NARROW} {{ .st-key-board button kbd {{ display: none; }} }}
@media not all and {NARROW} {{ :has(> .st-key-sections) {{ display: none; }} }}
@media {NARROW} {{
    .stMainBlockContainer > .stVerticalBlock:has(.st-key-board), .st-key-board, .st-key-board .stVerticalBlock {{
        gap: 0.5rem;
    }}
    .stMain:has(.st-key-board) :is(.st-key-tabs, .st-key-pages, .st-key-place > :has(.stSelectbox)) {{ display: none; }}
    .stMain:has(.st-key-board) .st-key-place [data-testid="stPageLink"] a {{ min-height: {THUMB}px; }}
    .st-key-board > div > .stVerticalBlock > .stElementContainer p {{ font-size: 0.9rem; }}
    .st-key-ahead p {{ font-size: 0.9rem; }}
    :has(> .st-key-about), .st-key-board :is({HEADINGS}) {{ display: none; }}
    .st-key-pinned [data-testid="stMarkdownContainer"] p {{ font-size: 0.85rem; }}
    .st-key-clock .stGrid {{ grid-template-columns: repeat(5, minmax(0, 1fr)); gap: 0.25rem; }}
    .st-key-clock button {{ padding: 0.25rem 0; min-height: 50px; }}
    .st-key-clock button span[data-has-shortcut] {{ flex-direction: column; gap: 0; }}
    .st-key-pinned .st-key-clock button p {{ font-size: 0.75rem; line-height: 1.2; }}
    .st-key-last_entry {{ flex-wrap: nowrap; }}
    .st-key-last_entry > .stElementContainer:first-child {{ flex: 1; min-width: 0; }}
    .st-key-last_entry p {{
        display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; line-height: 1.25;
    }}
    .st-key-moments .stGrid {{ gap: 0.5rem; }}
    .st-key-moments button {{ min-height: 54px; padding: 0.25rem; }}
    .st-key-sections button {{ padding: 0.25rem; }}
}}
</style>"""


def draw() -> None:
    """Add the style sheet to the page."""
    light, dark = (st.get_option(f"theme.{theme}.backgroundColor") for theme in ("light", "dark"))
    st.html(STYLE % (f"light-dark({light}, {dark})" if light and dark else "Canvas"))
