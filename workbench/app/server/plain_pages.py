"""HTML pages without Streamlit, from templates: nothing is loaded from elsewhere, nothing is cached."""

import secrets
import signal
from collections.abc import Mapping
from functools import cache

from jinja2 import Environment, PackageLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse

from workbench.engine.files import JsonValue, read_json
from workbench.engine.problems import BadInput

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
