"""The page Revisions: the tree of a game's revisions, and beside it the one that is chosen.

tree     the nodes in drawing order, and how they are drawn
chosen   what the chosen revision changes, what was found and decided, and what one can do with it
"""

import streamlit as st

from workbench.app.history import histories
from workbench.app.pages.revisions import chosen, tree
from workbench.app.place import here
from workbench.app.widgets import messages
from workbench.app.widgets.messages import problems
from workbench.app.widgets.text import literal


def show() -> None:
    """The tree, and the chosen revision; on a phone one below the other."""
    place = here()
    history = histories(place.game.name)[place.game.name]
    st.markdown(literal(place.game.summary))
    if not place.revisions.sound:
        messages.no_revision(place.game)
    else:
        chosen.ways_on(place)
        left, right = st.columns([6, 5], gap="large")
        with left:
            tree.show(place, history)
        with right:
            chosen.show(place, history)
    for bad in place.revisions.broken.values():
        problems(bad.problems, "This revision cannot be read")
