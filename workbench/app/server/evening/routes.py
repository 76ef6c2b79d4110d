"""The addresses of the evening.

/evening                      set up a session
/evening/ID                   its board; POST: what a device has tapped
/evening/ID/state             what the board shows now
/evening/ID/events            says when that has changed, and that the server is there
/evening/ID/dialog/NAME       the fields of what is changed less often
/evening/ID/print/NAME        the session sheet or the feedback form, on paper
/evening/code.svg?text=…      a QR code
"""

import asyncio
import io
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime
from urllib.parse import urlencode

import segno
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from workbench.app.server import launch
from workbench.app.server.evening import setup
from workbench.app.server.evening.actions import AWAY, act, form_token, read_message
from workbench.app.server.evening.board import Board, dialog_values
from workbench.app.server.evening.sessions import SessionCache
from workbench.app.server.evening.wording import PHASES, embedded, evening_report
from workbench.app.server.lan import Lan, base_urls, devices_values
from workbench.app.server.passcode import Gate
from workbench.app.server.plain_pages import HEADERS, application, body_of, data, is_stopping, message_of, page, render
from workbench.app.server.sign_in import grants_of
from workbench.engine.registry import games, title_of
from workbench.engine.wording import counted
from workbench.playtest.log.kinds import NOTE_LENGTH
from workbench.playtest.log.recording import NoSession
from workbench.playtest.log.scores import accepted
from workbench.playtest.log.sentences import describe
from workbench.playtest.media import FOLDER, LONGEST, Media
from workbench.playtest.printing import feedback_form, session_sheet
from workbench.scenario.files import Workspace
from workbench.store import StoreError

LONGEST_CODE = 600
MODULE, QUIET = 6, 4
"""A module of a QR code in pixels, and the modules around it that must stay white."""
GLANCE_S, BEAT_S = 0.2, 2.0
"""Seconds between two looks whether something was stored, and between two signs of life."""


def evening_pages(
    workspace: Workspace, cache: SessionCache, lan: Lan | None = None, more: Sequence[Route] = ()
) -> ASGIApp:
    """The pages of the evening and `more` such pages, for whoever may use the dashboard or has an invitation."""
    pages = Pages(workspace, cache, lan)
    routes = [
        Route("/evening", pages.setup),
        Route("/evening", pages.begin, methods=["POST"]),
        Route("/evening/code.svg", pages.code),
        Route("/evening/devices", pages.devices, methods=["POST"]),
        Route("/evening/print/{name}", pages.blank_paper),
        Route("/evening/{session}", pages.board),
        Route("/evening/{session}", pages.take, methods=["POST"]),
        Route("/evening/{session}/state", pages.state),
        Route("/evening/{session}/events", pages.events),
        Route("/evening/{session}/dialog/{name}", pages.dialog),
        Route("/evening/{session}/media/{name}", pages.media),
        Route("/evening/{session}/media/{name}", pages.add_media, methods=["POST"]),
        Route("/evening/{session}/print/{name}", pages.paper),
        Route("/live", pages.older),
        *more,
    ]
    return application(
        routes,
        {NoSession: (404, "There is no such session", "Begin one at /evening.")},
    )


class Pages:
    """The endpoints, over one workspace. `lan` opens them to other devices."""

    def __init__(self, workspace: Workspace, cache: SessionCache, lan: Lan | None) -> None:
        self.workspace, self.cache, self.lan = workspace, cache, lan
        self.files = Media(workspace.data / FOLDER)

    @property
    def gate(self) -> Gate | None:
        """Admits devices on the network; None while this computer is alone."""
        return self.lan.gate if self.lan else None

    def setup(self, request: Request) -> Response:
        """The page that begins a session."""
        values = setup.values(self.workspace, dict(request.query_params))
        return page("evening/setup", values={"title": "New session", **values})

    async def begin(self, request: Request) -> Response:
        """A session that begins."""
        session = await run_in_threadpool(setup.begin, self.workspace, self.cache, await message_of(request))
        return data({"go": f"/evening/{session}"})

    def board(self, request: Request) -> Response:
        """The board."""
        board = self._board(request)
        state = board.state()
        about = {"parts": state["parts"], "state": state, "phases": PHASES, "longest": NOTE_LENGTH}
        return page("evening/board", values={**about, **board.values()})

    async def take(self, request: Request) -> Response:
        """The answer to what a device has tapped, with the board as it is now, unless it leads elsewhere."""
        session = request.path_params["session"]
        device, actions = read_message(await message_of(request), datetime.now(UTC))

        def answered() -> dict[str, object]:
            answer = act(self.cache, session, device, actions)
            if answer.go == AWAY:
                self.files.erase(session)
            questions = {id: vars(question) for id, question in answer.questions.items()}
            state = None if answer.go else self._board(request, device).state()
            return {**vars(answer), "questions": questions, "state": state}

        return data(await run_in_threadpool(answered))

    def _board(self, request: Request, device: str = "") -> Board:
        session = request.path_params["session"]
        token = form_token(self.cache.store, session)
        urls = [f"{base}/feedback/{token}" for base in base_urls(request, self.gate)] if token else []
        view = self.cache.look(session)
        device = device or request.query_params.get("device", "")
        return Board(view, device, tuple(urls), self.files.names(view.session))

    def state(self, request: Request) -> Response:
        """The state of the board."""
        return data(self._board(request).state())

    async def events(self, request: Request) -> Response:
        """Server-sent events: the version of the session, whenever it changes and every two seconds."""
        session = request.path_params["session"]
        await run_in_threadpool(self.cache.look, session)
        headers = {**HEADERS, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no"}
        return StreamingResponse(self._versions(request, session), headers=headers)

    async def _versions(self, request: Request, session: str) -> AsyncIterator[str]:
        stamp, version, sent_at = None, "", 0.0
        while not is_stopping() and not await request.is_disconnected():
            if (now_stamp := self.cache.stamp(session)) != stamp:
                try:
                    view = await run_in_threadpool(self.cache.look, session)
                except NoSession:
                    return
                except StoreError:
                    await asyncio.sleep(GLANCE_S)
                    continue
                stamp = now_stamp
                sent_at = sent_at if view.version == version else 0.0
                version = view.version
            if time.monotonic() - sent_at > BEAT_S:
                sent_at = time.monotonic()
                yield f"data: {version}\n\n"
            await asyncio.sleep(GLANCE_S)

    async def devices(self, request: Request) -> Response:
        """Sign other devices out, or open the evening to the network, which only this computer itself may do."""
        message, lan = await message_of(request), self.lan
        if self.gate and message.get("do") == "sign_out":
            self.gate.revoke_others(grants_of(request), time.time())
        elif not (lan and request.client and launch.is_local(request.client.host)):
            return data({"problems": ["Only the computer that runs the workbench may do that."]}, 403)
        elif message.get("do") == "fix":
            await run_in_threadpool(lan.devices.fix_passcode, str(message.get("passcode", "")).strip())
        elif message.get("do") == "open":
            await lan.open()
        elif message.get("do") == "close" and not lan.from_start:
            await lan.close()
        return data({"problems": []})

    def dialog(self, request: Request) -> Response:
        """The fields of one thing that is changed less often."""
        name, session = request.path_params["name"], request.path_params["session"]
        values: Mapping[str, object] | None
        if name == "tables":
            values = {"tables": setup.open_tables(self.cache.store), "here": session}
        elif name == "devices":
            values = {"counted": counted, **devices_values(request, self.lan, f"/evening/{session}")}
        else:
            values = dialog_values(self._board(request), name, dict(request.query_params))
        if values is None:
            raise HTTPException(404)
        return HTMLResponse(render(f"evening/dialog/{name}", describe=describe, **values), headers=HEADERS)

    def media(self, request: Request) -> Response:
        """A photo or a voice note."""
        file = self.files.read(request.path_params["session"], request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        return Response(file[0], media_type=file[1], headers=HEADERS)

    async def add_media(self, request: Request) -> Response:
        """Store a photo or a voice note for the entry that the address names."""
        content, (session, name) = await body_of(request, LONGEST), request.path_params.values()

        def added() -> dict[str, object]:
            view = self.cache.look(session)
            self.files.add(view.session, name, request.query_params.get("id", ""), content or b"")
            return {"problems": [], "state": self._board(request).state()}

        return data(await run_in_threadpool(added))

    def paper(self, request: Request) -> Response:
        """The session sheet, the feedback form or the report of this session, to be printed or saved."""
        view = self.cache.look(request.path_params["session"])
        header, game = view.session.header, games().get(view.session.header.game)
        if request.path_params["name"] == "report":
            files = self.files.names(view.session)
            photos = [self.files.read(view.session.id, name) for names in files.values() for name in names]
            values = {**Board(view).values(), **evening_report(view, self.cache.store), "photos": embedded(photos)}
            return _paper(render("evening/report", **values))
        if request.path_params["name"] == "form":
            questions = view.session.questions
            return _paper(feedback_form(title_of(header.game), revision=header.version, questions=questions))
        if game is None:
            raise HTTPException(404)
        rules = accepted(game, header.rules)
        about = {"revision": header.revision, "label": header.printed, "title": "" if rules else setup.DEFAULT_RULES}
        return _paper(session_sheet(game, rules, **about, logged=(view.session, view.name)))

    def blank_paper(self, request: Request) -> Response:
        """The same for a session that has not begun."""
        return _paper(setup.paper(request.path_params["name"], dict(request.query_params)))

    def code(self, request: Request) -> Response:
        """A QR code, dark on white in either theme, which cameras want."""
        code = segno.make(request.query_params.get("text", "")[:LONGEST_CODE] or "-", error="m", micro=False)
        svg = io.BytesIO()
        code.save(svg, "svg", scale=MODULE, border=QUIET, dark="#000000", light="#ffffff")
        return Response(svg.getvalue(), media_type="image/svg+xml", headers=HEADERS)

    def older(self, request: Request) -> Response:
        """Where the board was when it was a page of the dashboard."""
        query = dict(request.query_params)
        session = query.pop("session", "")
        query_text = f"?{urlencode(query)}" if query else ""
        return RedirectResponse(f"/evening/{session}" if session else f"/evening{query_text}", 303, HEADERS)


def _paper(html: str) -> Response:
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return HTMLResponse(html, headers={**HEADERS, "Content-Security-Policy": policy})
