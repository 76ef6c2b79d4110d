"""The devices that were let in, as the pages see them: how many there are, and how all others are signed out.

The server that asks for the passcode and the pages that Streamlit runs are one process, which serves one workspace.
"""

import time
from collections.abc import Iterable

import streamlit as st

from workbench.app.server.gate import COOKIE
from workbench.app.server.passcode import Gate

_guards: list[Gate] = []


def guard_with(gate: Gate | None) -> None:
    """Tell the pages who guards them; None: nobody is asked for anything."""
    _guards[:] = [] if gate is None else [gate]


def are_asked() -> bool:
    """Whether devices are asked for a passcode here."""
    return bool(_guards)


def others() -> int:
    """How many devices are let in beside this one."""
    return sum(gate.others(_own_grants(), time.monotonic()) for gate in _guards)


def sign_out_others() -> None:
    """Have every device but this one asked for the passcode again; sockets that are open close at their next word."""
    for gate in _guards:
        gate.revoke_others(_own_grants())


def _own_grants() -> Iterable[str]:
    """What this device may have been given, also by other servers of this computer: cookies do not tell ports apart."""
    return [value for name, value in st.context.cookies.to_dict().items() if name.startswith(COOKIE)]
