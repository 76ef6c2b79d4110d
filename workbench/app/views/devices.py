"""Who else is let in: on the network, the designer may have lent somebody the passcode, and wants it back."""

import streamlit as st

from workbench.app.views.playtests import plural
from workbench.app.web import devices

ABOUT = """Every device that typed the passcode sees and changes everything here. Signed out, it is asked for the
passcode again; players' feedback links go on working. Who should not come back in must not know the passcode: the next
start of the workbench makes another."""


def show() -> None:
    """The button that signs all others out; nothing where nobody is asked for a passcode."""
    if not devices.are_asked():
        return
    with st.popover("Other devices", icon=":material/devices:"):
        count = devices.others()
        st.markdown(f"**{plural(count, 'other device')}** let in beside this one.")
        st.caption(ABOUT)
        st.button(
            "Sign out all other devices",
            key="sign_out_others",
            icon=":material/logout:",
            disabled=not count,
            on_click=devices.sign_out_others,
        )
