"""The page Help: the docs that come with the workbench, one at a time; that of the cluster has its setting as well."""

import streamlit as st

from workbench.app import address
from workbench.app.server.launch import is_local
from workbench.app.services import cluster, services, set_cluster
from workbench.app.widgets import text
from workbench.app.widgets.text import literal
from workbench.engine.problems import WorkbenchError
from workbench.engine.registry import games
from workbench.engine.wording import listed
from workbench.play.cluster import PORT, connected, read_address

PAGE, PICKED = "page", "help_page"
CLUSTER = "cluster"
"""The page that also has the setting it is about."""


def show() -> None:
    """The list of pages, and the page that the address names."""
    address.now().check(PAGE, "Page", text.PAGES)
    page = address.now().read(PAGE) or text.PAGES[0]
    st.session_state[PICKED] = page
    st.pills(
        "Pages",
        text.PAGES,
        format_func=text.title,
        required=True,
        key=PICKED,
        on_change=_turn,
        label_visibility="collapsed",
    )
    st.button("Keyboard shortcuts", key="shortcuts", icon=":material/keyboard:", help="The key ? lists them anywhere.")
    with st.container(key="handbook"):
        st.header(text.title(page), anchor=False)
        if page == CLUSTER:
            cluster_setting()
        st.markdown(text.body(page))


def _turn() -> None:
    address.write(PAGE, st.session_state[PICKED])


ADDRESS, OUTCOME = "cluster_address", "cluster_said"
LABEL = "Address of the cluster"
HERE = "Batches, comparisons and studies play on this computer."
ABOUT = (
    "The address of a Dask scheduler. Jobs of this workspace that begin from now on play there: batches, comparisons"
    " and long studies. Quick looks, drafts, cards and single plays stay here. Empty: everything plays here."
)
HOSTED = (
    "Whoever can change this can have this computer run programs. So it can be changed only while the app runs for"
    " this computer alone: `workbench app` without `--lan`."
)


def cluster_setting() -> None:
    """Draw the computers that jobs play on, and the form that changes them; a wrong address is told at once."""
    with st.container(border=True, key="cluster_setting"):
        now = _now()
        st.markdown(f"Batches, comparisons and studies play on **{literal(now)}**." if now else HERE)
        alone = is_local(st.get_option("server.address") or "127.0.0.1")
        with st.form("cluster_form", border=False):
            st.session_state.setdefault(ADDRESS, now or "")
            typed = st.text_input(
                LABEL, key=ADDRESS, help=ABOUT, placeholder=f"tcp://10.0.0.5:{PORT}", disabled=not alone
            )
            pressed = st.form_submit_button("Check and use", icon=":material/lan:", disabled=not alone)
        if not alone:
            st.caption(HOSTED)
        if pressed and alone:
            try:
                with st.spinner("Asking the cluster…"):
                    address = read_address(typed.strip() or None, LABEL)
                    players = _ask(address)
                set_cluster(services().workspace, address)
                st.session_state[OUTCOME] = True, players
            except WorkbenchError as error:
                st.session_state[OUTCOME] = False, str(error)
            st.rerun()
        done, words = st.session_state.pop(OUTCOME, (True, ""))
        if words and done:
            st.success(literal(words), icon=":material/check:")
        elif words:
            lines = [literal(line) for line in words.splitlines()]
            problems = "\n".join(f"- {line}" for line in lines) if len(lines) > 1 else lines[0]
            st.error(problems, title="Nothing was changed", icon=":material/error:")


def _now() -> str | None:
    """The address in use; a file of settings that cannot be read is told."""
    try:
        return cluster(services().workspace)
    except WorkbenchError as error:
        st.error(literal(str(error)), title="The settings cannot be read", icon=":material/error:")
        return None


def _ask(address: str | None) -> str:
    """Who plays there, in words. Raises ClusterError with all that is wrong."""
    with connected(address) as playing:
        if playing is None:
            return HERE
        playing.check(*games())
        return f"{playing.words}; all play {listed(games())} as this computer does."
