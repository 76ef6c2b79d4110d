"""Rule holes of the batches on a page: what only the moves show is counted by a click, in the background."""

from collections.abc import Sequence

import streamlit as st

from workbench.app.jobs.hole_count import Answer, uncounted_runs
from workbench.app.services import services
from workbench.app.widgets.text import literal

LOOK_S = 2.0
"""Seconds between two looks at what is being counted."""
LABEL = "Count rule holes move by move"
HELP = "Looks for stalls, plays without a choice and decks that run out. Takes a core some seconds; a long game, more."


def follow(answer: Answer) -> None:
    """Offer to count what is missing; while it is counted, say so, and draw the page anew at the end."""
    runs, counts = uncounted_runs(answer), services().hole_counts
    if not runs:
        return
    if counts.are_ready(runs):
        if counts.beside(answer) is not answer:
            st.rerun()  # the last was counted after the answer was drawn
        return
    if counts.has_begun(runs):
        st.fragment(_follow, run_every=LOOK_S)(runs)
        return
    if counts.failure:
        st.warning(f"Rule holes could not be counted: {literal(counts.failure)}", icon=":material/warning:")
    st.button(LABEL, key="count_holes", help=HELP, on_click=counts.begin, args=[runs], icon=":material/search:")


def _follow(runs: Sequence[str]) -> None:
    counts = services().hole_counts
    if counts.are_ready(runs) or not counts.has_begun(runs):
        st.rerun()
    st.caption(":material/hourglass_top: Rule holes are being counted, move by move.")
