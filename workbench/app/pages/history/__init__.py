"""The page History: every comparison, batch and study, and questions to the store in SQL.

lines     what a line of the list is: a result with the names and the decision of its revision
results   the filter, the list, deleting and undoing
sql       questions in SQL, with examples and the schema
"""

import streamlit as st

from workbench.app.pages.history import results, sql
from workbench.app.services import services
from workbench.app.widgets import controls, messages

RESULTS, SQL = "Results", "Ask with SQL"
VIEW = "view"


def show() -> None:
    """The list, or the questions."""
    drawn = controls.option(VIEW, "View", (RESULTS, SQL))
    view = st.segmented_control("View", (RESULTS, SQL), required=True, label_visibility="collapsed", **drawn)
    messages.refused()
    store = services().store
    if not store.may_have_sessions:
        st.info("Nothing was played yet. Comparisons, batches and studies will stand here.", icon=":material/history:")
        return
    with store.to_list() as there:
        messages.from_text(there)
        (sql if view == SQL else results).show(there)
