"""What pages say of revisions that are not there, and of files that cannot be read, with a way on."""

import streamlit as st

from workbench.app.controls import Choice
from workbench.app.reading import literal
from workbench.app.state import Revisions, services
from workbench.engine.game import Game
from workbench.engine.problems import BadInput


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
