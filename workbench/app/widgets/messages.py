"""Messages of pages: what failed, what is missing, what was refused, and how to go on."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import streamlit as st

from workbench.app.services import Revisions, services
from workbench.app.widgets.text import literal
from workbench.engine.compile_errors import FOLDED
from workbench.engine.game import Game
from workbench.engine.problems import BadInput, Problem, WorkbenchError
from workbench.engine.registry import Reloaded, broken_plugins, has_workspace_games, refresh
from workbench.engine.wording import as_sentence, upper_first
from workbench.store import Store, StoreError, StoreLocked, StoreOlder
from workbench.store.connection import migrate


@contextmanager
def failures_in_words() -> Iterator[None]:
    """Show what fails inside as a message with what to do next, never as a traceback."""
    try:
        yield
    except StoreLocked as error:
        st.warning(as_sentence(literal(str(error))), title="The store is in use", icon=":material/lock:")
        st.button("Try again", icon=":material/refresh:", type="primary", key="retry")
    except StoreOlder as error:
        st.warning(as_sentence(literal(str(error))), title="This store is older", icon=":material/update:")
        if os.access(services().workspace.data, os.W_OK):
            st.button("Read it over now", icon=":material/update:", type="primary", key="migrate", on_click=_migrate)
            st.caption("A backup of the text is made first, and the old file stays beside the new one.")
        else:
            st.caption("This folder cannot be written: allow writing to it, or copy the workspace to another folder.")
    except StoreError as error:
        st.error(as_sentence(literal(str(error))), title="The store cannot be used", icon=":material/database_off:")
        st.button("Try again", icon=":material/refresh:", key="retry")
    except BadInput as bad:
        problems(bad.problems)
    except WorkbenchError as error:
        failure(str(error))


def from_text(store: Store) -> None:
    """A line where a list is made from the text, while another process has the file."""
    if isinstance(store.refusal, StoreLocked):
        words = f"{store.refusal}. Meanwhile this is from the text: finished batches, all sessions"
        st.warning(as_sentence(literal(words)), title="The store is in use", icon=":material/lock:")


def _migrate() -> None:
    try:
        migrate(services().store)
    except StoreError as error:
        st.error(as_sentence(literal(str(error))), icon=":material/error:")


def failure(text: str, title: str = "") -> None:
    """A failure, line by line; the compiler's own words are folded below it."""
    words, _, folded = text.partition(FOLDED)
    is_path = "/" in words.partition(" ")[0]
    lines = [literal(line.strip()) for line in (words if is_path else upper_first(words)).splitlines()]
    st.error("  \n".join(lines), title=title or None, icon=":material/error:")
    if folded:
        with st.expander("What the compiler says"):
            st.code(re.sub(r"^ *\| ", "", folded, flags=re.MULTILINE), language=None)


def problems(all_problems: Sequence[Problem], title: str = "This does not work yet") -> None:
    """Every problem as a line of one notice."""
    lines = [literal(str(problem)) for problem in all_problems]
    st.error("\n".join(f"- {line}" for line in lines) if len(lines) > 1 else lines[0], title=title)


def warnings(noted: Sequence[Problem]) -> None:
    """A notice for each warning."""
    for warning in noted:
        st.warning(literal(str(warning)), icon=":material/warning:")


def no_revision(game: Game) -> None:
    """No revision can be chosen: say why, and what to do."""
    message = "No revision can be read. Fix what is named above, then reload this page."
    st.info(message, title=f"No revision of {literal(game.title)}", icon=":material/folder_open:")


RELOAD_LOOK_S = 2.0
"""Seconds between two looks at the files."""
RELOADS_READ = "reloads_read"
_reloads: list[Reloaded] = []
"""All that were loaded anew since the server began."""


def reloaded_games() -> None:
    """Load anew the games of the workspace whose files have changed, tell this session about it, and look again."""
    _reloads.extend(refresh())
    read = st.session_state.setdefault(RELOADS_READ, len(_reloads))
    for reload in _reloads[read:]:
        st.toast(f"**{literal(reload.name)}** was loaded anew. {literal(' '.join(reload.changes))}", duration="long")
    st.session_state[RELOADS_READ] = len(_reloads)
    if has_workspace_games():
        _look_for_changes()


@st.fragment(run_every=RELOAD_LOOK_S)
def _look_for_changes() -> None:
    _reloads.extend(refresh())
    if st.session_state.get(RELOADS_READ, 0) < len(_reloads):
        st.rerun()


def broken_games() -> None:
    """Games that cannot be loaded, each with its file and line: whatever page was open when that came about."""
    for plugin in broken_plugins():
        if not plugin.is_locked:
            words = literal(str(plugin.problem))
            st.warning(words, title="A game could not be loaded", icon=":material/extension_off:")


def broken_revisions(game: Game, revisions: Revisions) -> None:
    """Revisions of the chosen game that no control offers, as their files cannot be read."""
    broken = revisions.broken
    if broken:
        one = len(broken) == 1
        lines = dict.fromkeys(f"- {_briefly(bad)}" for bad in broken.values())  # a card list may be at fault in many
        st.warning(
            "\n".join(
                [*lines, "", "Fix what is named here, then reload this page. The tab Revisions lists every problem."]
            ),
            title=f"{len(broken)} revision{'' if one else 's'} of {literal(game.title)} cannot be read",
            icon=":material/draft:",
        )


def _briefly(bad: BadInput) -> str:
    """The first problem of a file, and how many more it has."""
    first, *more = bad.problems
    return literal(f"{first}{f', and {len(more)} more' if more else ''}")


REFUSED, WHERE = "refused_in_words", "refused_where"


def attempt(do: Callable[[], object], where: str = "") -> bool:
    """Do something in a callback, which can draw nothing; return whether it was done. `refused` shows why not.

    `where` is the part of the page that says it, where that is not the top.
    """
    try:
        do()
    except WorkbenchError as error:
        st.session_state[REFUSED], st.session_state[WHERE] = str(error), where
        return False
    st.session_state.pop(REFUSED, None)
    return True


def refused(where: str = "") -> None:
    """Show why the last tap was not stored, if it was not and this is the place to say it."""
    if REFUSED in st.session_state and st.session_state.get(WHERE, "") == where:
        st.error(literal(st.session_state[REFUSED]), title="Not stored", icon=":material/error:")


DONE = "done"


@dataclass(frozen=True)
class Done:
    """A change, of which revision, and what undoes it. `where` is the part of the page that says so."""

    about: str
    words: str
    undo: Callable[[], object]
    where: str = ""


def note_done(done: Done) -> None:
    """Remember what was done, in place of what was before."""
    st.session_state[DONE] = done


def show_done(about: str, where: str = "") -> None:
    """The message with its button, if the last thing that was done was done to this revision, in this part."""
    done: Done | None = st.session_state.get(DONE)
    if done is None or (done.about, done.where) != (about, where):
        return
    with st.container(horizontal=True, vertical_alignment="center", key="done"):
        st.markdown(f":material/check: {literal(done.words)}", width="content")
        st.button("Undo", key="undo_done", icon=":material/undo:", type="tertiary", on_click=_undo, args=[done])


def _undo(done: Done) -> None:
    if attempt(done.undo, done.where):
        st.session_state.pop(DONE, None)
