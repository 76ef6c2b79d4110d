"""The parts of the board: all of them on a wide screen, one at a time on a phone.

A phone hides the others by style alone: their fields keep what was typed, and their keys are heard.
"""

import streamlit as st

SECTION = "board_section"
MOMENTS, SCORES, TABLE, FEEDBACK = "Moments", "Scores", "Table", "Feedback"
SECTIONS = (MOMENTS, SCORES, TABLE, FEEDBACK)
NARROW = "(max-width: 640px)"
"""Where there is room for one part alone; Streamlit puts columns below each other there."""


def choose() -> None:
    """The switch between the parts, seen on a phone alone."""
    if st.session_state.get(SECTION) not in SECTIONS:
        st.session_state[SECTION] = MOMENTS
    with st.container(key="sections"):
        st.segmented_control(
            "Part of the board", SECTIONS, key=SECTION, required=True, label_visibility="collapsed", width="stretch"
        )
    hidden = ", ".join(f".st-key-{key_of(each)}" for each in SECTIONS if each != st.session_state[SECTION])
    inside = f":has(> :is({hidden})), .stColumn:has(:is({hidden}))"
    st.html(f"<style>@media {NARROW} {{ {inside} {{ display: none; }} }}</style>")


def key_of(name: str) -> str:
    """The key of a part's container."""
    return f"part_{name.lower()}"
