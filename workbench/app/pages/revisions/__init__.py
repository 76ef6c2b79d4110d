"""The page Revisions: the tree of a game's revisions, and beside it the one that is chosen; or every one in a table.

tree     the nodes in drawing order, and how they are drawn
chosen   what the chosen revision changes, what was found and decided, and what one can do with it
"""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import navigation
from workbench.app.history import histories
from workbench.app.pages import study
from workbench.app.pages.revisions import chosen, tree
from workbench.app.place import Place, here
from workbench.app.widgets import controls, messages
from workbench.app.widgets.fields import QuestionChoice
from workbench.app.widgets.messages import problems
from workbench.app.widgets.scripts import MAIN_ACTION
from workbench.app.widgets.text import literal
from workbench.studies.registry import studies

TREE = "tree"


def choose(row: DeltaGenerator) -> Place:
    """Which view; and the controls of the table."""
    goals = studies()["goals"]
    views = (TREE, goals.view)
    held = controls.option("view", "View", views)
    view = row.segmented_control("View", views, required=True, format_func=str.capitalize, **held)
    return here() if view == TREE else study.choose(goals, row)


def show(place: Place) -> None:
    """The tree, and the chosen revision, on a phone one below the other; or every revision against every goal."""
    if isinstance(place, QuestionChoice):
        study.show(studies()["goals"], place)
        return
    history = histories(place.game.name)[place.game.name]
    st.markdown(literal(tree.closest_to_goals(place.revisions.sound, history) or place.game.summary))
    if not place.revisions.sound:
        messages.no_revision(place.game)
    else:
        scenario = place.revisions.sound[place.revision]
        with st.container(horizontal=True, vertical_alignment="center", key=MAIN_ACTION):
            navigation.link("rules", "New revision from here", {}, icon=":material/add:")
            if scenario.parent in place.revisions.sound:
                navigation.link("results", "Compare", {"against": scenario.parent})
        left, right = st.columns([6, 5], gap="large")
        with left:
            tree.show(place, history)
        with right:
            chosen.show(place, history)
    for bad in place.revisions.broken.values():
        problems(bad.problems, "This revision cannot be read")
