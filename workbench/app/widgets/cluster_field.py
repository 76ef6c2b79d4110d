"""The field that says on which cluster the app's jobs play."""

import streamlit as st

from workbench.app import settings
from workbench.app.server.launch import is_local
from workbench.app.services import services
from workbench.app.widgets.text import literal
from workbench.engine.problems import WorkbenchError
from workbench.engine.registry import games
from workbench.report.text.machine import who_plays
from workbench.study.cluster import PORT, connected, read_address

ADDRESS, SAID = "cluster_address", "cluster_said"
LABEL = "Address of the cluster"
HERE = "Batches, comparisons and studies play on this computer."
ABOUT = (
    "The address of a Dask scheduler. Jobs of this workspace that begin from now on play there: batches, comparisons,"
    " ladders and strategies. Drafts, cards and single plays stay on this computer. Empty: everything plays here."
)
HOSTED = (
    "Whoever can change this can have this computer run programs. So it can be changed only while the app runs for"
    " this computer alone: `workbench app` without `--lan`."
)


def draw() -> None:
    """What jobs play on, and the form that changes it; a wrong address is told at once, and changes nothing."""
    with st.container(border=True, key="cluster_setting"):
        now = _now()
        st.markdown(f"Batches, comparisons and studies play on **{literal(now)}**." if now else HERE)
        alone = is_local(st.get_option("server.address") or "127.0.0.1")
        with st.form("cluster_form", border=False):
            st.session_state.setdefault(ADDRESS, now or "")
            text = st.text_input(
                LABEL, key=ADDRESS, help=ABOUT, placeholder=f"tcp://10.0.0.5:{PORT}", disabled=not alone
            )
            pressed = st.form_submit_button("Check and use", icon=":material/lan:", disabled=not alone)
        if not alone:
            st.caption(HOSTED)
        if pressed and alone:
            _use(text)
            st.rerun()
        _say()


def _now() -> str | None:
    """The address in use; a file of settings that cannot be read is told."""
    try:
        return settings.cluster(services().workspace)
    except WorkbenchError as error:
        st.error(literal(str(error)), title="The settings cannot be read", icon=":material/error:")
        return None


def _use(text: str) -> None:
    """Keep the address, if workers answer there that would play what this computer plays; say so, or why not."""
    try:
        with st.spinner("Asking the cluster…"):
            address = read_address(text.strip() or None, LABEL)
            found = _ask(address)
        settings.set_cluster(services().workspace, address)
        st.session_state[SAID] = True, found
    except WorkbenchError as error:
        st.session_state[SAID] = False, str(error)


def _ask(address: str | None) -> str:
    """Who plays there, in words. Raises ClusterError with all that is wrong."""
    with connected(address) as cluster:
        if cluster is None:
            return HERE
        cluster.check(*games())
        return f"{who_plays(cluster.words, games())}."


def _say() -> None:
    """What came of the last change."""
    done, words = st.session_state.pop(SAID, (True, ""))
    if words and done:
        st.success(literal(words), icon=":material/check:")
    elif words:
        lines = [literal(line) for line in words.splitlines()]
        text = "\n".join(f"- {line}" for line in lines) if len(lines) > 1 else lines[0]
        st.error(text, title="Nothing was changed", icon=":material/error:")
