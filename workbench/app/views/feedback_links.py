"""The players' own feedback forms: a QR code and a link for each."""

from collections.abc import Iterable, Mapping, Set
from functools import partial
from urllib.parse import urlsplit

import segno
import streamlit as st

from workbench.app import network
from workbench.app.launch import HERE
from workbench.app.reading import literal
from workbench.app.views.refusals import attempt
from workbench.playtest.kinds import Status
from workbench.playtest.links import make_link
from workbench.playtest.session import Session
from workbench.store import Store

FORM = "/feedback/"
"""What stands between the address of the dashboard and a form's token."""
MODULE, QUIET = 6, 4
"""A module of a QR code in pixels, and the modules around it that must stay white."""
HERE_ALONE = """These links open on this computer only. Start the workbench with `workbench app --lan`, and phones on
the same network open them too."""
SEVERAL = "This computer is on several networks. Take the one that the phones are on."


def feedback_links(store: Store, session: Session, names: Mapping[str, str], answered: Set[str]) -> None:
    """For each player of an open session, the QR code and the link of their form, and who has answered.

    `names` says how each player is called, `answered` whose form has come. Nothing is read from the store, since a page
    that is open draws this again and again, and nothing is stored before the button is pressed. The links are kept in
    this process alone, so a restarted dashboard makes new ones; the old ones go on working.
    """
    if session.status is not Status.OPEN:
        st.caption("The session is over, and its forms are closed.")
    elif not session.everybody:
        st.caption("Forms are for those who play: seat the players first.")
    else:
        _open_links(store, session, names, answered)


def make_links(store: Store, session: str, players: Iterable[str]) -> None:
    """A link for each of these players who has none here."""
    tokens = _tokens(str(store.path))
    for player in players:
        if (session, player) not in tokens:
            tokens[session, player] = make_link(store, session, player)


def _make(store: Store, session: str, players: Iterable[str]) -> None:
    attempt(partial(make_links, store, session, players))


def link_url(token: str, base: str) -> str:
    """The address of the form behind a token, on a dashboard that players' devices reach at `base`."""
    return f"{base}{FORM}{token}"


def bases() -> list[str]:
    """The dashboard's addresses as other devices may reach it, the likeliest first; its own here where none can."""
    port = int(st.get_option("server.port"))
    asked = urlsplit(st.context.url or network.url(HERE, port))
    found = network.addresses() if on_network() and network.is_name_here(asked.hostname or "") else []
    return [network.url(address, port) for address in found] or [f"{asked.scheme}://{asked.netloc}"]


def on_network() -> bool:
    """Whether this server can be reached from other devices."""
    return not network.is_local(st.get_option("server.address") or "")


def _open_links(store: Store, session: Session, names: Mapping[str, str], answered: Set[str]) -> None:
    tokens = _tokens(str(store.path))
    players = [seated.player for seated in session.everybody]
    left = [player for player in players if player not in answered]
    if answered:
        told = ", ".join(literal(names[player]) for player in players if player in answered)
        st.caption(f":material/check_circle: Answered: {told}.")
    if not left:
        return
    if any((session.id, player) not in tokens for player in left):
        key, icon = f"links_{session.id}", ":material/qr_code_2:"
        st.button("Links for the players", icon=icon, key=key, on_click=_make, args=[store, session.id, left])
    else:
        _show(session, left, names, tokens)


def _show(session: Session, left: list[str], names: Mapping[str, str], tokens: dict[tuple[str, str], str]) -> None:
    """One code at a time: a camera that sees two takes either."""
    who = st.pills(
        "Form of", left, format_func=lambda player: literal(names[player]), default=left[0], key=f"form_of_{session.id}"
    )
    player = who if who in left else left[0]
    found = bases()
    base = st.selectbox("Address", found, key="links_at", help=SEVERAL) if len(found) > 1 else found[0]
    address = link_url(tokens[session.id, player], base)
    st.image(qr_code(address), caption=f"{literal(names[player])} scans this with a phone", width=260)
    st.code(address, language=None, wrap_lines=True)
    st.link_button("Open here", address, icon=":material/open_in_new:")
    if not on_network():
        st.info(HERE_ALONE, icon=":material/wifi_off:")


def qr_code(text: str) -> str:
    """A QR code as SVG, dark on white in either theme, which cameras want."""
    made = segno.make(text, error="m", micro=False)
    return made.svg_inline(scale=MODULE, border=QUIET, dark="#000000", light="#ffffff")


@st.cache_resource(show_spinner=False)
def _tokens(store: str) -> dict[tuple[str, str], str]:
    """Tokens by session and player; only their hashes are stored."""
    return {}
