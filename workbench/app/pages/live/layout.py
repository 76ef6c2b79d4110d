"""The layout of an open session: its parts, one at a time on a phone, and their style sheet."""

import streamlit as st

SECTION = "board_section"
MOMENTS, SCORES, TABLE, FEEDBACK = "Moments", "Scores", "Table", "Feedback"
SECTIONS = (MOMENTS, SCORES, TABLE, FEEDBACK)
NARROW = "(max-width: 640px)"
"""Where there is room for one part alone; Streamlit puts columns below each other there."""


def choose() -> None:
    """The switch between the parts, visible on phones only."""
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


MENU = "3.75rem"
"""How high the menu is, which lies above the page."""
THUMB = 46
"""Pixels; 44 are what a finger hits (WCAG 2.5.5)."""
HEADINGS = ", ".join(f".st-key-{key_of(each)} > .stElementContainer:has(h2)" for each in SECTIONS)
"""What a phone need not say a second time, next to the switch between the parts."""
STYLE = f"""<style>
.st-key-board button {{ min-height: {THUMB}px; }}
.st-key-moments button {{ min-height: 60px; }}
.st-key-clock button {{ min-height: 54px; }}
.st-key-board [data-testid="stNumberInputContainer"] {{ height: 48px; }}
.st-key-board button[data-variant][data-selected] {{ color: inherit; }}
[data-testid="stLayoutWrapper"]:has(> .st-key-outbox), .stElementContainer:has(> .st-key-outbox) {{ display: none; }}
.stMain:has(.st-key-board) h1 {{ font-size: 1.1rem; padding: 0.25rem 0 0.5rem; }}
.stMain:has(.st-key-board) .stMainBlockContainer {{ padding-top: {MENU}; }}
[data-testid="stLayoutWrapper"]:has(> .st-key-pinned) {{
    position: sticky; top: {MENU}; z-index: 100; padding-bottom: 0.5rem; background: Canvas; background: %s;
}}
@media (hover: none), {NARROW} {{ .st-key-board button kbd {{ display: none; }} }}
@media not all and {NARROW} {{ :has(> .st-key-sections) {{ display: none; }} }}
@media {NARROW} {{
    .stMainBlockContainer > .stVerticalBlock:has(.st-key-board), .st-key-board, .st-key-board .stVerticalBlock {{
        gap: 0.5rem;
    }}
    .st-key-board > div > .stVerticalBlock > .stElementContainer p {{ font-size: 0.9rem; }}
    :has(> .st-key-about), .st-key-board :is({HEADINGS}) {{ display: none; }}
    .st-key-pinned [data-testid="stMarkdownContainer"] p {{ font-size: 0.85rem; }}
    .st-key-clock .stGrid {{ grid-template-columns: repeat(5, minmax(0, 1fr)); gap: 0.25rem; }}
    .st-key-clock button {{ padding: 0.25rem 0; min-height: 50px; }}
    .st-key-clock button span[data-has-shortcut] {{ flex-direction: column; gap: 0; }}
    .st-key-clock button p {{ font-size: 0.75rem; line-height: 1.2; }}
    .st-key-last_entry {{ flex-wrap: nowrap; }}
    .st-key-last_entry > .stElementContainer:first-child {{ flex: 1; min-width: 0; }}
    .st-key-last_entry p {{
        display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; line-height: 1.25;
    }}
    .st-key-moments .stGrid {{ gap: 0.5rem; }}
    .st-key-moments button {{ min-height: 54px; padding: 0.25rem; }}
    .st-key-sections button {{ padding: 0.25rem; }}
}}
</style>"""


def draw() -> None:
    """Add the style sheet to the page."""
    light, dark = (st.get_option(f"theme.{theme}.backgroundColor") for theme in ("light", "dark"))
    st.html(STYLE % (f"light-dark({light}, {dark})" if light and dark else "Canvas"))
