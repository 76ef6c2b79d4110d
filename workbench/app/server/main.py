"""The dashboard's entry: `workbench app` runs this file under Streamlit."""

from pathlib import Path

import streamlit as st

from workbench.app import address, header, navigation, place
from workbench.app.services import services
from workbench.app.widgets import messages, save_form, scripts, theme
from workbench.app.widgets.messages import failures_in_words
from workbench.store.connection import older_version

ICON = str(Path(__file__).parent / "static" / "icon.svg")  # a Material icon would be fetched from the net


def main() -> None:
    """Settle where one is, then draw the header, the controls, and the page."""
    st.set_page_config(page_title="Playtest workbench", page_icon=ICON, layout="wide")
    st.html(f"<style>{theme.style()}</style>")  # which also fixes Streamlit's contrast and spacing
    scripts.mount(navigation.TABS)
    page = st.navigation([spec.page for spec in navigation.PAGES], position="hidden")
    spec = navigation.opened(page)
    badge = None
    with failures_in_words():
        if older := older_version(services().store):
            raise older
        messages.reloaded_games()
        settled = place.settle()
        header.follow_switch(spec, settled)
        badge = header.draw(spec, settled)
        messages.broken_games()
        navigation.show_controls(spec) if settled else st.title(spec.title)
        address.tell()  # before what may take long
        if spec.name == header.HELP:  # needs neither a game nor a store that can be read
            page.run()
        elif settled or spec is navigation.PAGES[0]:
            services().jobs.mark_abandoned()
            if settled and settled.model and spec.tab not in ("", navigation.PLAYTESTS):
                services().jobs.warm_up(settled.model)
            if settled and spec.tab and spec.name != "revisions":  # that one lists every problem
                messages.broken_revisions(settled.game, settled.revisions)
            page.run()
        else:
            st.info("No game is installed.", icon=":material/extension:")
    if badge:
        with badge, failures_in_words():  # last, since a form may just have begun a draft
            save_form.badge()
    address.tell()


main()
