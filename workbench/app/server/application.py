"""Streamlit's server behind a check of every request.

1. The name in `Host` must be ours, so that no foreign page can rebind its own name to this computer.
2. Requests that change something, and all sockets, must come from our own pages.
3. Public pages (the forms, the passcode) and the video that keeps a screen on are answered by an application of
   their own, which does not use Streamlit.
4. On the network, everything else needs a grant: the pages of the evening, and whatever Streamlit has or may add.
   Only the health check is open.
5. No answer may be shown in a frame of another page, where it could be covered and clicked unseen.

The pages of the dashboard are Streamlit's one page, with our script for addresses before its own.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.file_util import get_static_dir

from workbench.app.navigation import PAGES
from workbench.app.server import feedback, sign_in
from workbench.app.server.evening.routes import evening_pages
from workbench.app.server.evening.sessions import session_cache
from workbench.app.server.lan import Lan
from workbench.app.server.launch import EVERYWHERE, MAIN, Hosts, hosts_of
from workbench.app.server.passcode import Devices, Gate
from workbench.app.server.plain_pages import HEADERS, application, notice
from workbench.app.server.playing.live import LivePlays
from workbench.app.server.playing.routes import begin_routes, play_routes
from workbench.app.server.sign_in import ask_or_refuse, cookie_name
from workbench.app.server.table.analysis import TABLE
from workbench.app.server.table.routes import table_routes
from workbench.engine.registry import use_workspace
from workbench.playtest.media import FOLDER, Media
from workbench.scenario.files import Workspace
from workbench.store import Store, StoreError
from workbench.studies.find.question import BEST, MEET
from workbench.studies.goals import STUDY as GOALS
from workbench.studies.quality import STUDY as QUALITY
from workbench.studies.study import SWITCHED_ON

HEALTH = "/_stcore/health"
PUBLIC = ("/feedback/", "/enter/", "/join/", "/awake/")
PASSCODE = "/passcode"
STATIC = Path(__file__).parent / "static"
EVENING, OLD_BOARD, PLAYS = "/evening", "/live", "/play/"
"""Where the pages of the evening lie, where the board was, and where the plays that people make lie."""
MOVED = {
    "sweep": ("find", ("view", BEST), {}),
    "tune": ("find", ("view", MEET), {"move": "vary", "plays": "budget"}),
    "goals": ("revisions", ("view", GOALS.view), {}),
    "quality": ("results", (QUALITY.control, SWITCHED_ON), {"versus": "against"}),
}
"""Former pages, each with the page and choice that it has become, and the names of choices that have changed."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY_VIOLATION = 1008
POLICY = "Content-Security-Policy"


@dataclass(frozen=True)
class AccessControl:
    """ASGI middleware around Streamlit. Without a gate, everybody who reaches the server is admitted.

    `evening` answers for the pages of the evening.
    """

    app: ASGIApp
    public: ASGIApp
    evening: ASGIApp
    hosts: Hosts
    gate: Gate | None = None
    clock: Callable[[], float] = time.time

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, _framed(send, scope["path"].startswith(TABLE)))
        elif scope["type"] == "websocket":
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal := self._stranger(scope):
            await _refuse(refusal, scope, receive, send)
        elif is_public(scope["path"]):
            await self.public(scope, receive, send)
        elif self.gate is None or _asks_for_health(scope):
            await self._serve(scope, receive, send)
        elif self._admits(grant := _grant(scope), scope["path"]):
            await self._serve(scope, self._watched(grant, scope["path"], receive, send), send)
        else:
            await _refuse(ask_or_refuse(HTTPConnection(scope)), scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]  # of a page of the evening, or of a play that people make
        of_evening = path in (EVENING, OLD_BOARD) or path.startswith((f"{EVENING}/", PLAYS))
        is_evening = scope["type"] == "http" and of_evening
        await (self.evening if is_evening else self.app)(scope, receive, send)

    def _stranger(self, scope: Scope) -> Response | None:
        """The refusal of a request for another host, or from a foreign page; None for others."""
        headers = Headers(scope=scope)
        if not self.hosts.know(headers.get("host", "")):
            return PlainTextResponse("This server has another name.\n", 421)
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changes and not _is_same_origin(headers.get("origin"), headers["host"]):
            return PlainTextResponse("Only pages of this server may request that.\n", 403)
        return None

    def _admits(self, grant: str | None, path: str) -> bool:
        return self.gate is None or self.gate.admits(grant, self.clock(), path)

    def _watched(self, grant: str | None, path: str, receive: Receive, send: Send) -> Receive:
        """The socket's `receive`, which closes the socket once its grant has expired."""

        async def watched() -> Message:
            message = await receive()
            if message["type"] != "websocket.receive" or self._admits(grant, path):
                return message
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}

        return watched


def _framed(send: Send, is_ours: bool) -> Send:
    """A `send` that adds who may frame an answer: nobody, or our own pages."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["X-Frame-Options"] = "SAMEORIGIN" if is_ours else "DENY"
            frames = "'self'" if is_ours else "'none'"
            headers[POLICY] = "; ".join(filter(None, [headers.get(POLICY), f"frame-ancestors {frames}"]))
        await send(message)

    return sent


def is_public(path: str) -> bool:
    """True if a path is that of a public page."""
    return path == PASSCODE or path.startswith(PUBLIC)


def _asks_for_health(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["path"] == HEALTH and scope["method"] in ("GET", "HEAD")


def _is_same_origin(origin: str | None, host: str) -> bool:
    """True if a request comes from our own pages; programs other than browsers send no origin."""
    return origin is None or origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


def _grant(scope: Scope) -> str | None:
    connection = HTTPConnection(scope)
    return connection.cookies.get(cookie_name(connection.url.port))


async def _refuse(answer: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request; a socket is closed before it is open, which the browser sees as 403."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
    else:
        await answer(scope, receive, send)


def build(workspace: Workspace, address: str, port: int, guard: Gate | None) -> st.App:
    """The server of one workspace. `guard` None: it serves this computer alone, without a passcode."""
    hosts, store = hosts_of(address, on_network=guard is not None), Store(workspace.store_path)
    use_workspace(workspace.root)
    devices = Devices(workspace.data)
    with suppress(StoreError):  # then at the next start
        Media(workspace.data / FOLDER).sweep(store)

    def only_evening(gate: Gate) -> AccessControl:
        return AccessControl(_not_here, public_pages(store, gate), evening, hosts_of(EVERYWHERE, on_network=True), gate)

    lan = Lan(devices, int(port), only_evening, guard, from_start=guard is not None)
    plays = LivePlays(workspace)
    evening = evening_pages(workspace, session_cache(workspace.store_path), lan, play_routes(plays, lan))
    door = Middleware(AccessControl, public=public_pages(store, guard), evening=evening, hosts=hosts, gate=guard)
    return st.App(MAIN, middleware=[door], routes=[*pages(), *begin_routes(workspace, plays), *table_routes(workspace)])


async def _not_here(scope: Scope, receive: Receive, send: Send) -> None:
    """The dashboard, to a device on the network that may see the evening alone."""
    text = "Only the evening’s pages are open to this network. The dashboard itself is on the host’s computer."
    await _refuse(notice("Not on this device", text, 403), scope, receive, send)


def pages() -> list[Route]:
    """The pages of the dashboard."""
    html = (Path(get_static_dir()) / "index.html").read_text("utf-8")
    script = (STATIC / "address.js").read_text("utf-8")
    html = html.replace("<head>", f"<head><script>{script}</script>", 1)

    def whole(_request: Request) -> Response:
        return HTMLResponse(html, headers={"Cache-Control": "no-cache"})

    former = [Route(f"/{name}", partial(_moved, name)) for name in MOVED]
    return [*former, *(Route(f"/{name}", whole) for name in ("", *(spec.name for spec in PAGES[1:])))]


def _moved(former: str, request: Request) -> Response:
    """The page that a former one has become, with the choices of the address."""
    page, choice, renamed = MOVED[former]
    choices = [(renamed.get(key, key), value) for key, value in request.query_params.multi_items()]
    first = [] if any(key == choice[0] for key, _ in choices) else [choice]
    return RedirectResponse(f"/{page}?{urlencode([*first, *choices])}")


def public_pages(store: Store, guard: Gate | None) -> ASGIApp:
    """The pages that are open to everybody."""
    films = [Route(f"/awake/{kind}", partial(_film, kind)) for kind in ("mp4", "webm")]
    routes = [*feedback.routes(store), *films, *(sign_in.routes(guard) if guard else [])]
    return application(routes, feedback.REFUSALS)


def _film(kind: str, _request: Request) -> Response:
    """The video that keeps a screen on; Safari asks for it in ranges."""
    headers = {**HEADERS, "Cache-Control": "max-age=86400"}
    return FileResponse(STATIC / f"awake.{kind}", media_type=f"video/{kind}", headers=headers)
