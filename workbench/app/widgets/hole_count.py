"""Rule holes of the batches on a page: those that nobody has counted are, while one looks at it."""

from collections.abc import Sequence

import streamlit as st

from workbench.app.jobs.hole_count import uncounted_runs
from workbench.app.services import services
from workbench.report.summary import BatchSummary, Summary

LOOK_S = 2.0
"""Seconds until counting begins, so that a page that is left at once costs nothing; and between two looks at it."""


def follow(results: Sequence[BatchSummary | Summary]) -> None:
    """Have what is missing counted, and draw the page anew once it is."""
    runs = sorted({run for result in results for run in uncounted_runs(result)})
    if runs and not services().hole_counts.are_ready(runs):
        st.fragment(_follow, run_every=LOOK_S)(runs)


def _follow(runs: Sequence[str]) -> None:
    counts, looks = services().hole_counts, f"looks_{' '.join(runs)}"
    st.session_state[looks] = st.session_state.get(looks, 0) + 1
    if st.session_state[looks] > 1:
        counts.begin(runs)
    if counts.are_ready(runs):
        st.rerun()
    st.caption(":material/hourglass_top: Rule holes are being counted, move by move.")
