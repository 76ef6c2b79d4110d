"""The colors of both themes, and fixes where Streamlit's use of them is hard to read."""

import tomllib
from functools import cache
from pathlib import Path

import streamlit as st

CONFIG = Path(__file__).parents[1] / "server" / ".streamlit" / "config.toml"
THEMES = ("light", "dark")
CHOSEN = """<style>
[data-testid="stButtonGroup"] [data-selected]:not([data-disabled]) {{ color: light-dark({light}, {dark}) !important; }}
</style>"""
"""The text of a chosen segment or pill, in the color of links.

Streamlit writes it in the primary color, and white on that color on buttons. On a dark page none does for both:
white on it asks for a dark color (luminance of at most 0.18), the text for a bright one (at least 0.22).
"""


@cache
def colors(theme: str) -> dict[str, str]:
    """The colors of the theme as `config.toml` has them, by their names there."""
    section = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["theme"][theme]
    return {name: value for name, value in section.items() if isinstance(value, str)}


CAPTIONS = """<style>[data-testid="stCaptionContainer"] { opacity: 0.75; }</style>"""
"""Captions let through a quarter of what lies below. Streamlit's let through 40 %: a contrast of 4.19 on white."""
MARKED = """<style>
[class*="st-key-rule_"]:has([class*="st-key-undo_"]) {{
    border-left: 3px solid light-dark({light}, {dark}); padding-left: 0.6rem; margin-left: -0.6rem;
}}
</style>"""
"""A changed field of a form; its container keeps its key, else the field would be another one and lose the keyboard."""


HEADINGS = """<style>.stMarkdown h2 { padding-top: 0.25rem; } .stMarkdown h3 { padding-top: 0.25rem; }</style>"""
"""The space above a heading is that between elements; Streamlit adds as much again."""


FOCUS = """<style>
[data-testid="stApp"] :is(a, button, input, textarea, summary, [tabindex], [role="radio"]):focus-visible {{
    outline: 2px solid light-dark({light}, {dark}) !important; outline-offset: 2px;
}}
</style>"""
"""A frame around the control that has the keyboard; Streamlit changes only the color of a border, or of a text."""


EVENING = """<style>
a.evening {
    display: inline-flex; align-items: center; gap: .5rem; min-height: 2rem; padding: 0 .5rem; border-radius: .5rem;
    font-size: .875rem; color: inherit; text-decoration: none;
}
a.evening:hover { background: light-dark(#00000010, #ffffff18); }
a.evening::before { content: attr(data-icon); font: 1.25rem "Material Symbols Rounded"; }
@media (max-width: 700px) { a.evening { min-height: 44px; } }
</style>"""
"""Links to plain pages, which are no pages of Streamlit, look as links to pages do."""


CHARTS = """<style>
.stPlotlyChart .modebar-container {{ top: auto !important; bottom: 2rem; height: 0; }}
.js-plotly-plot text[style*="rgb(128, 132, 149)"] {{ fill: light-dark({light}, {dark}) !important; }}
</style>"""
"""Streamlit's gray texts on charts, in the color of text: that gray has a contrast of 3.7 on a light page."""


TABLES = """<style>[data-testid="stTableStyledTable"] tbody th + td { padding-left: 1rem !important; }</style>"""
"""The first column of figures stands below its heading: Streamlit moves it as if nothing stood before it."""


GRIDS = """<style>
[data-testid="stElementToolbarButton"]:has([aria-label^="Download as CSV"]) { display: none; }
</style>"""
"""Streamlit's own export of a table leaves formulas as they are; our buttons guard them."""


FIGURES = """<style>
[data-testid="stMetric"] :is(label, [data-testid="stMetricValue"], [data-testid="stMetricDeltaDescription"]) {
    &, * { white-space: normal; overflow-wrap: anywhere; }
}
@media (max-width: 700px) { [data-testid="stMetricValue"] { font-size: 1.5rem; } }
</style>"""
"""Streamlit cuts the label and the value of a figure that a phone is too narrow for."""


@cache
def mended() -> str:
    """The style sheets that `mend` adds."""
    links = {theme: colors(theme)["linkColor"] for theme in THEMES}
    texts = {theme: colors(theme)["textColor"] for theme in THEMES}
    return (
        CHOSEN.format(**links)
        + CAPTIONS
        + MARKED.format(**links)
        + HEADINGS
        + FOCUS.format(**links)
        + CHARTS.format(**texts)
        + TABLES
        + EVENING
        + GRIDS
        + FIGURES
    )


def mend() -> None:
    """Add the style sheets that fix Streamlit's contrast and spacing."""
    st.html(mended())
