"""HTML pages without Streamlit, from templates: nothing is loaded from elsewhere, nothing is cached."""

import logging
import secrets
import signal
from collections.abc import Mapping, Sequence
from functools import cache

from jinja2 import Environment, PackageLoader
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from workbench.engine.files import JsonValue, read_json
from workbench.engine.problems import BadInput, WorkbenchError
from workbench.engine.registry import failure_in
from workbench.engine.wording import as_sentence
from workbench.store import StoreError

HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",  # a token in an address goes nowhere else
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}
POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; "
    "img-src 'self' data:; media-src 'self'; form-action 'self'; base-uri 'none'"
)

LONGEST_BODY = 2_000_000
JSON = "application/json"
Refusal = tuple[int, str, str]
"""A status, and the title and the text of a page that says so; without a text it says the error's own words."""
REFUSALS: Mapping[type[Exception], Refusal] = {
    BadInput: (422, "This did not work", ""),
    StoreError: (503, "One moment", "The workbench is busy. What you typed is still there: try again in a moment."),
    WorkbenchError: (500, "This did not work", ""),
    Exception: (500, "This did not work", ""),
}


def page(
    template: str, status: int = 200, headers: Mapping[str, str] | None = None, *, values: Mapping[str, object]
) -> HTMLResponse:
    """A page from the template of that name."""
    nonce = secrets.token_urlsafe(16)
    html = render(template, nonce=nonce, **values)
    policy = {"Content-Security-Policy": POLICY.format(nonce=nonce)}
    return HTMLResponse(html, status, {**HEADERS, **policy, **(headers or {})})


def render(template: str, **values: object) -> str:
    """The HTML of the template of that name."""
    return _templates().get_template(f"{template}.html").render(**values)


def notice(title: str, text: str, status: int) -> HTMLResponse:
    """A page with a title and a text."""
    return page("notice", status, values={"title": title, "text": text})


def data(values: dict[str, object], status: int = 200) -> JSONResponse:
    """A JSON answer for a script."""
    return JSONResponse(values, status, HEADERS)


def in_words(refusals: Mapping[type[Exception], Refusal]) -> Middleware:
    """Middleware that tells in words what fails, to a script as JSON; of a defect of ours the terminal says where."""
    kinds = {**REFUSALS, **refusals}

    def told(request: Request, error: Exception) -> Response:
        problems: list[str] = []
        status, title, text = next(kinds[kind] for kind in type(error).__mro__ if kind in kinds)
        if isinstance(error, HTTPException):
            status, title, text = 404, "Page not found", "There is no page at this address."
        elif isinstance(error, BadInput):
            problems = list(map(str, error.problems))
        elif isinstance(error, WorkbenchError):
            problems = [as_sentence(error)]
        elif words := failure_in(error):
            status, text = 422, words
        else:
            logging.getLogger("uvicorn.error").error("%s", request.url, exc_info=error)
            what = f"{type(error).__name__}: {error}"
            problems = [f"The workbench had an error ({what}); its terminal says where. Try again."]
        problems = [text] if text else problems
        return (
            data({"problems": problems}, status) if wants_data(request) else notice(title, " ".join(problems), status)
        )

    return Middleware(ExceptionMiddleware, handlers={HTTPException: told, Exception: told})


def wants_data(request: Request) -> bool:
    """True if a script asks, which shows no page."""
    accepted = request.headers.get("accept", "")
    return request.headers.get("content-type", "").startswith(JSON) or bool(accepted and "text/html" not in accepted)


def application(routes: Sequence[Route], refusals: Mapping[type[Exception], Refusal]) -> ASGIApp:
    """An application of plain pages, whose failures are told in words."""

    async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            raise HTTPException(404)
        await WebSocketClose()(scope, receive, send)

    return Router(routes, redirect_slashes=False, default=nothing, middleware=[in_words(refusals)])


async def body_of(request: Request, longest: int) -> bytes | None:
    """The body of a request; None if it is longer than allowed."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > longest:
            return None
    return body


async def message_of(request: Request) -> JsonValue:
    """The JSON that was posted. Raises BadInput: also for a form, which a foreign page could have a browser send."""
    if not request.headers.get("content-type", "").startswith(JSON):
        raise BadInput.one("message", f"must be {JSON}")
    body = await body_of(request, LONGEST_BODY)
    if body is None:
        raise BadInput.one("message", f"must be at most {LONGEST_BODY} bytes")
    try:
        message = read_json(body)
    except ValueError:
        raise BadInput.one("message", f"must be {JSON}") from None
    if not isinstance(message, dict):
        raise BadInput.one("message", "must be an object")
    return message


def is_stopping() -> bool:
    """True once the server is to stop: events that went on would hold it up.

    Uvicorn handles the signal with a method of its server, which knows.
    """
    server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    return bool(getattr(server, "should_exit", False))


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("workbench.app.server"), autoescape=True, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
