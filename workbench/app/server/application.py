"""Streamlit's server with our door in front of it."""

import streamlit as st
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from workbench.app.server import feedback, gate
from workbench.app.server.door import Door
from workbench.app.server.launch import MAIN
from workbench.app.server.network import hosts_of
from workbench.app.server.pages import notice
from workbench.app.server.passcode import Gate
from workbench.store import Store


def build(store: Store, address: str, guard: Gate | None) -> st.App:
    """The server of one workspace. `guard` None serves this computer alone and asks nobody for anything."""
    hosts = hosts_of(address, on_network=guard is not None)
    door = Middleware(Door, public=public_pages(store, guard), hosts=hosts, gate=guard)
    return st.App(MAIN, middleware=[door])


def public_pages(store: Store, guard: Gate | None) -> Starlette:
    """What anybody may ask for."""
    routes = [*feedback.routes(store), *(gate.routes(guard) if guard else [])]
    made = Starlette(routes=routes, exception_handlers={404: _nothing, 405: _nothing, 500: _broken})
    made.router.redirect_slashes = False
    return made


def _nothing(_request: Request, _error: Exception) -> Response:
    return notice("Nothing here", "There is no page at this address.", 404)


def _broken(_request: Request, _error: Exception) -> Response:
    return notice("This did not work", "Something in the workbench broke. What you typed is still there.", 500)
