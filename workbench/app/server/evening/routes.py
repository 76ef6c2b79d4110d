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
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

import segno
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from workbench.app.server import launch
from workbench.app.server.evening import setup
from workbench.app.server.evening.actions import AWAY, Answer, act, form_token, read_message
from workbench.app.server.evening.board import PHASES, Board, dialog_values
from workbench.app.server.evening.report import embedded, evening_report
from workbench.app.server.evening.sessions import SessionCache
from workbench.app.server.lan import Lan, base_urls, devices_values
from workbench.app.server.passcode import Gate
from workbench.app.server.plain_pages import HEADERS, body_of, data, is_stopping, message_of, notice, page, render
from workbench.app.server.sign_in import grants_of
from workbench.engine.files import JsonValue
from workbench.engine.problems import BadInput
from workbench.engine.registry import games, title_of
from workbench.engine.wording import as_sentence, counted
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
) -> Starlette:
    """The pages of the evening and `more` such pages, for whoever may use the dashboard or has an invitation."""
    pages = Pages(workspace, cache, lan)
    routes = [
        Route("/evening", pages.setup, methods=["GET", "POST"]),
        Route("/evening/code.svg", pages.code),
        Route("/evening/devices", pages.devices, methods=["POST"]),
        Route("/evening/print/{name}", pages.blank_paper),
        Route("/evening/{session}", pages.board, methods=["GET", "POST"]),
        Route("/evening/{session}/state", pages.state),
        Route("/evening/{session}/events", pages.events),
        Route("/evening/{session}/dialog/{name}", pages.dialog),
        Route("/evening/{session}/media/{name}", pages.media, methods=["GET", "POST"]),
        Route("/evening/{session}/print/{name}", pages.paper),
        Route("/live", pages.older),
        *more,
    ]
    handlers: dict[int | type[Exception], Any] = {
        404: _nothing,
        405: _nothing,
        500: _broken,
        NoSession: _no_session,
        StoreError: _busy,
        BadInput: _refused,
    }
    application = Starlette(routes=routes, exception_handlers=handlers)
    application.router.redirect_slashes = False
    return application


class Pages:
    """The endpoints, over one workspace. `lan` opens them to other devices."""

    def __init__(self, workspace: Workspace, cache: SessionCache, lan: Lan | None) -> None:
        self.workspace, self.cache, self.lan = workspace, cache, lan
        self.files = Media(workspace.data / FOLDER)

    @property
    def gate(self) -> Gate | None:
        """Admits devices on the network; None while this computer is alone."""
        return self.lan.gate if self.lan else None

    async def setup(self, request: Request) -> Response:
        """The page that begins a session, or a session that begins."""
        if request.method != "POST":
            values = await run_in_threadpool(setup.values, self.workspace, dict(request.query_params))
            return page("evening/setup", values={"title": "New session", **values})
        message = await message_of(request)
        session = await run_in_threadpool(setup.begin, self.workspace, self.cache, message)
        return data({"go": f"/evening/{session}"})

    async def board(self, request: Request) -> Response:
        """The board, or the answer to what a device has tapped."""
        if request.method == "POST":
            return await self._take(request)
        board = await run_in_threadpool(self._board, request)
        return await run_in_threadpool(_board_page, board)

    async def _take(self, request: Request) -> Response:
        session = request.path_params["session"]
        try:
            device, actions = read_message(await message_of(request), datetime.now(UTC))
        except BadInput as bad:
            return data({"refused": str(bad.problems[0])}, 400)
        answer = await run_in_threadpool(act, self.cache, session, device, actions)
        if answer.go == AWAY:
            await run_in_threadpool(self.files.erase, session)
        return data(await run_in_threadpool(self._told, request, answer, device))

    def _told(self, request: Request, answer: Answer, device: str) -> dict[str, object]:
        """The answer, with the board as it is now, unless it leads elsewhere."""
        state = None if answer.go else self._board(request, device).state()
        questions = {id: vars(question) for id, question in answer.questions.items()}
        return {
            "done": answer.done,
            "questions": questions,
            "problems": answer.problems,
            "go": answer.go,
            "state": state,
        }

    def _board(self, request: Request, device: str = "") -> Board:
        session = request.path_params["session"]
        token = form_token(self.cache.store, session)
        urls = [f"{base}/feedback/{token}" for base in base_urls(request, self.gate)] if token else []
        view = self.cache.look(session)
        device = device or request.query_params.get("device", "")
        return Board(view, device, tuple(urls), self.files.names(view.session))

    async def state(self, request: Request) -> Response:
        """The state of the board."""
        return data(await run_in_threadpool(lambda: self._board(request).state()))

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
        message = await message_of(request)
        if self.gate and message.get("do") == "sign_out":
            self.gate.revoke_others(grants_of(request), time.time())
            return data({"problems": []})
        if not (self.lan and request.client and launch.is_local(request.client.host)):
            return data({"problems": ["Only the computer that runs the workbench may do that."]}, 403)
        await self._switch(self.lan, message)
        return data({"problems": []})

    async def _switch(self, lan: Lan, message: JsonValue) -> None:
        if message.get("do") == "fix":
            await run_in_threadpool(lan.devices.fix_passcode, str(message.get("passcode", "")).strip())
        elif message.get("do") == "open":
            await lan.open()
        elif message.get("do") == "close" and not lan.from_start:
            await lan.close()

    async def dialog(self, request: Request) -> Response:
        """The fields of one thing that is changed less often."""
        name, query = request.path_params["name"], dict(request.query_params)
        if name == "tables":
            tables = await run_in_threadpool(setup.open_tables, self.cache.store)
            here = request.path_params["session"]
            return HTMLResponse(render("evening/dialog/tables", tables=tables, here=here), headers=HEADERS)
        if name == "devices":
            return await run_in_threadpool(self._devices_dialog, request)
        values = await run_in_threadpool(lambda: dialog_values(self._board(request), name, query))
        if values is None:
            raise HTTPException(404)
        return HTMLResponse(render(f"evening/dialog/{name}", describe=describe, **values), headers=HEADERS)

    def _devices_dialog(self, request: Request) -> Response:
        values = devices_values(request, self.lan, f"/evening/{request.path_params['session']}")
        return HTMLResponse(render("evening/dialog/devices", counted=counted, **values), headers=HEADERS)

    async def media(self, request: Request) -> Response:
        """A photo or a voice note; POST stores one for the entry that the address names."""
        session, name = request.path_params["session"], request.path_params["name"]
        if request.method != "POST":
            file = await run_in_threadpool(self.files.read, session, name)
            if file is None:
                raise HTTPException(404)
            return Response(file[0], media_type=file[1], headers=HEADERS)
        content = await body_of(request, LONGEST)
        id, view = request.query_params.get("id", ""), await run_in_threadpool(self.cache.look, session)
        await run_in_threadpool(self.files.add, view.session, name, id, content or b"")
        return data({"problems": [], "state": await run_in_threadpool(lambda: self._board(request).state())})

    async def paper(self, request: Request) -> Response:
        """The session sheet, the feedback form or the report of this session, to be printed or saved."""
        view = await run_in_threadpool(self.cache.look, request.path_params["session"])
        header, game = view.session.header, games().get(view.session.header.game)
        if request.path_params["name"] == "report":
            files = self.files.names(view.session)
            photos = [self.files.read(view.session.id, name) for names in files.values() for name in names]
            report = await run_in_threadpool(evening_report, view, self.cache.store)
            values = {**Board(view).values(), **report, "photos": embedded(photos)}
            return _paper(lambda: render("evening/report", **values))
        if request.path_params["name"] == "form":
            questions = view.session.questions
            return _paper(lambda: feedback_form(title_of(header.game), revision=header.version, questions=questions))
        if game is None:
            raise HTTPException(404)
        rules = accepted(game, header.rules)
        heading = "" if rules else setup.DEFAULT_RULES
        sheet = partial(session_sheet, game, rules, revision=header.revision, label=header.printed, title=heading)
        return _paper(partial(sheet, logged=(view.session, view.name)))

    async def blank_paper(self, request: Request) -> Response:
        """The same for a session that has not begun."""
        query = dict(request.query_params)
        return _paper(await run_in_threadpool(setup.paper, self.workspace, request.path_params["name"], query))

    async def code(self, request: Request) -> Response:
        """A QR code, dark on white in either theme, which cameras want."""
        code = segno.make(request.query_params.get("text", "")[:LONGEST_CODE] or "-", error="m", micro=False)
        svg = io.BytesIO()
        code.save(svg, "svg", scale=MODULE, border=QUIET, dark="#000000", light="#ffffff")
        return Response(svg.getvalue(), media_type="image/svg+xml", headers=HEADERS)

    async def older(self, request: Request) -> Response:
        """Where the board was when it was a page of the dashboard."""
        query = dict(request.query_params)
        session = query.pop("session", "")
        parts = "&".join(f"{name}={value}" for name, value in request.query_params.items() if name != "session")
        to = f"/evening/{session}" if session else f"/evening{'?' if parts else ''}{parts}"
        return RedirectResponse(to, 303, HEADERS)


def _board_page(board: Board) -> Response:
    state = board.state()
    about = {"parts": state["parts"], "state": state, "phases": PHASES, "longest": NOTE_LENGTH}
    return page("evening/board", values={**about, **board.values()})


def _paper(make: Callable[[], str]) -> Response:
    return HTMLResponse(
        make(),
        headers={**HEADERS, "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:"},
    )


def _wants_data(request: Request) -> bool:
    return (
        request.method == "POST" or request.url.path.endswith(("/state", "/events")) or "/dialog/" in request.url.path
    )


def _no_session(request: Request, error: Exception) -> Response:
    if _wants_data(request):
        return data({"refused": str(error)}, 404)
    return notice("There is no such session", f"{str(error).capitalize()}. Begin one at /evening.", 404)


def _busy(request: Request, error: Exception) -> Response:
    if _wants_data(request):
        return data({"refused": str(error)}, 503)
    return notice("One moment", f"The workbench is busy: {error}. Try again in a moment.", 503)


def _refused(request: Request, bad: Exception) -> Response:
    if _wants_data(request) and isinstance(bad, BadInput):
        return data({"problems": [str(problem) for problem in bad.problems]}, 422)
    return notice("This did not work", as_sentence(bad), 422)


def _nothing(_request: Request, _error: Exception) -> Response:
    return notice("Page not found", "There is no page at this address.", 404)


def _broken(request: Request, _error: Exception) -> Response:
    if _wants_data(request):
        return data({"refused": "the workbench had an error"}, 500)
    return notice("This did not work", "The workbench had an error.", 500)
