"""Charts on a page: one with its heading and sentence, or several in rows of two."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from html import escape

import streamlit as st
from plotly.graph_objects import Figure

from workbench.app.widgets.text import explained, literal
from workbench.report.charts.base import CONFIG, Chart


def chart(drawn: Chart, key: str, about: str = "", *terms: str) -> None:
    """A chart with its heading and its sentence, which names the bots; `about` and the `terms` explain its figures."""
    st.markdown(f"## {drawn.title}", anchors=False, help=explained(literal(about), *terms) or None)
    st.caption(literal(drawn.sentence))
    alt = f"{drawn.title}. {drawn.sentence}"
    if not drawn.plays:
        st.plotly_chart(drawn.figure, key=key, config=CONFIG, alt=alt, width="stretch")
        return
    st.plotly_chart(
        drawn.figure, key=key, config=CONFIG, alt=alt, width="stretch", on_select=partial(_choose_play, key),
        selection_mode="points",
    )  # fmt: skip
    _go_to_play(key)
    links = " ".join(
        f'<a href="{escape(play.address)}">{escape(play.label)}</a>' for play in drawn.plays if play.address
    )
    st.html(
        f'<details class="plays"><summary>Watch one of these plays, or click in the chart</summary>{links}</details>'
    )


GOING = "play_of_chart"
"""Where a session keeps the address of the play that was clicked in a chart, until the page goes there."""


def _choose_play(key: str) -> None:
    """Note the play of the bar that was clicked."""
    points = st.session_state[key].selection.points
    addresses = [point.get("customdata") for point in points]
    first = next((address for address in addresses if address), None)
    if first:
        st.session_state[GOING] = key, first if isinstance(first, str) else first[0]


def _go_to_play(key: str) -> None:
    """Leave the page for the play that was clicked in this chart, once."""
    if st.session_state.get(GOING, ("", ""))[0] == key:
        _, address = st.session_state.pop(GOING)
        st.html(f"<script>window.location.assign({json.dumps(address)})</script>", unsafe_allow_javascript=True)


def preload_charts() -> None:
    """Have the browser load its chart library with an invisible chart, so that the first real one appears at once."""
    st.html(
        "<style>.st-key-preload { position: absolute; width: 1px; height: 1px; overflow: hidden; opacity: 0; }</style>"
    )
    with st.container(key="preload"):
        st.plotly_chart(Figure(layout={"height": 50}), key="preloaded", config=CONFIG, alt="Nothing yet")


def in_pairs(blocks: Sequence[Callable[[], None]]) -> None:
    """Blocks two beside each other, in reading order, one below the other where there is no room."""
    for first in range(0, len(blocks), 2):
        for place, show in zip(st.columns(2, gap="medium"), blocks[first : first + 2], strict=False):
            with place:
                show()
