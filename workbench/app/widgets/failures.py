"""What pages say when something is not there, cannot be read, or was refused."""

from collections.abc import Callable

import streamlit as st

from workbench.app.services import Revisions, services
from workbench.app.widgets.controls import Choice
from workbench.app.widgets.markdown import literal
from workbench.engine.game import Game
from workbench.engine.problems import BadInput, WorkbenchError


def missing(game: Game, known: Revisions) -> None:
    """There is no revision to choose: say why, and what to do."""
    workspace = services().workspace
    if known.broken:
        said = "None can be read as the files are now. Mend what is named above, then load this page again."
    else:
        said = (
            f"There is no file in {literal(str(workspace.scenarios / game.name))}. Put one there, for which the line"
            f' `game = "{game.name}"` is enough, or let `workbench init {workspace.root}` bring back those that come'
            " with the workbench. Then load this page again."
        )
    st.info(said, title=f"No revision of {literal(game.title)}", icon=":material/folder_open:")


def broken(choice: Choice) -> None:
    """Revisions of the chosen game that no control offers, as their files cannot be read."""
    found = choice.revisions.broken
    if found:
        one = len(found) == 1
        lines = dict.fromkeys(f"- {_briefly(bad)}" for bad in found.values())  # a card list may be at fault in many
        st.warning(
            "\n".join([*lines, "", "Mend what is named here, then load this page again. The page Games tells it all."]),
            title=f"{len(found)} revision{'' if one else 's'} of {literal(choice.game.title)} cannot be read",
            icon=":material/draft:",
        )


def _briefly(bad: BadInput) -> str:
    """The first problem of a file, and how many more it has."""
    first, *more = bad.problems
    return literal(f"{first}{f', and {len(more)} more' if more else ''}")


REFUSED, WHERE = "refused_in_words", "refused_where"


def attempt(do: Callable[[], object], where: str = "") -> bool:
    """Do something in a callback, where nothing could be drawn; whether it was done. `refused` says why not.

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
    """Say what was not stored, if the last tap was not, and if this is where that is said."""
    if REFUSED in st.session_state and st.session_state.get(WHERE, "") == where:
        st.error(literal(st.session_state[REFUSED]), title="That was not stored", icon=":material/error:")
