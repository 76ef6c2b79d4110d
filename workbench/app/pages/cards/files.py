"""Download and upload of a card list as CSV; an upload shows all its mistakes first."""

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from workbench.app.pages.cards.edits import Steps, steps_of
from workbench.app.widgets.markdown import literal
from workbench.app.widgets.messages import problems
from workbench.engine.card_lists.lists import MOST_BYTES
from workbench.engine.problems import BadInput
from workbench.report.text.decks import at_a_glance
from workbench.scenario import Scenario
from workbench.scenario.card_lists import EditedList, rows_csv, text_rows


def download(parent: Scenario, shown: EditedList) -> None:
    """The button that downloads the rows, mistakes included."""
    st.download_button(
        "Download",
        data=rows_csv(shown.declared, shown.rows),
        file_name=shown.base.file if not shown.changed else f"{shown.name}-{parent.revision}-edited.csv",
        mime="text/csv",
        icon=":material/download:",
        key="download_cards",
        on_click="ignore",
        help="The rows above as a CSV file, mistakes included.",
    )


def upload(parent: Scenario, shown: EditedList) -> None:
    """The upload that replaces the rows once it has no mistakes."""
    steps = steps_of(parent, shown.declared)
    with st.popover("Upload", icon=":material/upload:", help="Load the cards of a CSV file into the grid."):
        given = st.file_uploader(
            "CSV file",
            type="csv",
            key=f"upload:{parent.name}:{shown.name}:{steps.version}",
            max_upload_size=1,
            help=f"The first line names the columns: {', '.join(column.name for column in shown.declared.columns)}.",
        )
        if given is None:
            st.caption("The file is checked first. Nothing is stored until you save a revision.")
        else:
            _check(given, shown, steps)


def _check(given: UploadedFile, shown: EditedList, steps: Steps) -> None:
    try:
        cards = shown.declared.read_bytes(given.read(MOST_BYTES + 1), shown.base.file, given.name)
    except BadInput as bad:
        problems(bad.problems, "This file cannot be loaded")
        return
    rows = text_rows(shown.declared, cards)
    said = at_a_glance(EditedList(shown.declared, shown.base, rows).changes)
    if rows == shown.rows:
        st.info("The file and the grid have the same rows.")
        return
    st.markdown(f"{len(cards)} cards, no mistakes. Compared with the revision: {literal(said or 'no card differs')}.")
    st.button("Load into the grid", type="primary", key="take_upload", on_click=steps.put, args=[rows])
