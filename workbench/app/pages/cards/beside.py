"""Beside the grid: the cards as they are printed, and what the edits do to the game, played while one types."""

from base64 import b64encode
from collections.abc import Mapping
from html import escape

import streamlit as st

from workbench.app.draft import Draft
from workbench.app.widgets import try_panel
from workbench.engine.picture import Face
from workbench.engine.wording import counted
from workbench.report.card_faces import HEIGHT, WIDTH, card_drawing, spoken
from workbench.report.print_and_play import faces_of_list
from workbench.scenario.card_lists import EditedList

MOST_FACES = 8
"""Cards that are drawn at once; the rest is folded away."""
STYLE = """<style>
.wb-faces { display: grid; grid-template-columns: repeat(auto-fill, minmax(84px, 1fr)); gap: 8px; }
.wb-faces img { width: 100%; height: auto; display: block; }
</style>"""


def show(draft: Draft, edited_list: EditedList) -> None:
    """The effect of all edits, and the faces of those cards of this list that changed; without edits, of the first."""
    look = None if edited_list.problems else try_panel.begin(draft)
    with st.container(border=True, key="beside"):
        if not draft.problems:
            _faces(draft, edited_list)
        st.markdown("## What they do", anchors=False)
        if edited_list.problems:
            st.markdown("**Nothing is played while the cards have mistakes.**")
            return
        try_panel.show(draft, look)
        if look and draft.changed:
            try_panel.results_button("open_results")
            try_panel.results(look)


def _faces(draft: Draft, edited_list: EditedList) -> None:
    """The cards as they are printed, those first that are new or changed."""
    if edited_list.cards is None:
        return
    before = faces_of_list(draft.parent, edited_list.base)
    now = faces_of_list(draft.scenario, edited_list.cards)
    if not now:
        return
    changed = {key: face for key, face in now.items() if face != before.get(key)}
    drawn = changed or dict(list(now.items())[:MOST_FACES])
    title = counted(len(changed), "card that changed", "cards that changed") if changed else "The cards"
    st.markdown(f"## {title}", anchors=False)
    first = list(drawn.items())
    st.html(STYLE + drawings(dict(first[:MOST_FACES])))
    if len(first) > MOST_FACES:
        with st.expander(f"{counted(len(first) - MOST_FACES, 'more card')}"):
            st.html(drawings(dict(first[MOST_FACES:])))


def drawings(faces: Mapping[str, Face]) -> str:
    """The faces side by side, as images: Streamlit takes other drawings out of HTML."""
    return f'<div class="wb-faces">{"".join(map(_image, faces.values()))}</div>'


def _image(face: Face) -> str:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{card_drawing(face)}</svg>'
    return f'<img alt="{escape(spoken(face))}" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
