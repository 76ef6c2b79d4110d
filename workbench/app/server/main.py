"""The dashboard's entry: `workbench app` runs this file under Streamlit."""

from pathlib import Path

import streamlit as st

from workbench.app import navigation
from workbench.app.services import services
from workbench.app.widgets import controls, messages, scripts, theme
from workbench.app.widgets.job_progress import strip
from workbench.app.widgets.messages import failures_in_words, unknown_in_address

ICON = str(Path(__file__).parent / "static" / "icon.svg")  # a Material icon would be fetched from the net


def main() -> None:
    """Draw the menu, the controls, the progress of jobs, and the page."""
    st.set_page_config(page_title="Playtest workbench", page_icon=ICON, layout="wide")
    theme.mend()
    scripts.mount()
    page = st.navigation(navigation.menu(navigation.streamlit_pages()), position="top")
    spec = navigation.spec_of(page)
    with failures_in_words():
        st.title(spec.title)
        controls.begin_address(spec.name)
        if spec.name == "help":  # needs neither a game nor a store that can be read
            page.run()
            return
        services().jobs.mark_abandoned()
        if controls.game_titles() or spec is navigation.PAGES[0]:
            if choice := spec.choose():
                messages.broken_revisions(choice.game, choice.revisions)
            above = st.container()
            if controls.refused_in_address():
                unknown_in_address(controls.refused_in_address())
            else:
                page.run()
            with above:
                strip(spec.name)
        else:
            st.info("No game is installed.", icon=":material/extension:")


main()
