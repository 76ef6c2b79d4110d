"""Sign-in with the passcode: the page that asks for it, and the cookie of a device."""

import time
from math import ceil
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from workbench.app.server.passcode import Gate, GateAnswer
from workbench.app.server.plain_pages import HEADERS, body_of, page
from workbench.engine.wording import span_words

LONGEST_BODY = 10_000
COOKIE_S = 30 * 24 * 3600
"""How long a browser keeps the cookie; the gate decides how long it is valid."""
COOKIE = "workbench_grant_"
"""The prefix of our cookies' names."""
WRONG = "That is not the passcode."


def cookie_name(port: int | None) -> str:
    """The name of the cookie with a grant; it includes the port, since browsers share cookies between ports."""
    return f"{COOKIE}{port or 80}"


def routes(gate: Gate) -> list[Route]:
    """The page that asks for the passcode, and the address that takes a pass."""

    async def passcode(request: Request) -> Response:
        if request.method != "POST":
            return passcode_page("/")
        typed = dict(parse_qsl((await body_of(request, LONGEST_BODY) or b"").decode("utf-8", "replace")))
        to = local_path(typed.get("next", ""))
        address = request.client.host if request.client else ""
        answer = await run_in_threadpool(gate.try_code, address, typed.get("code", ""), time.time())
        return _let_in(request, answer.grant, to) if answer.grant else _refused(answer, to)

    def enter(request: Request) -> Response:
        grant = gate.try_pass(request.path_params["given"], time.time())
        if grant is None:
            return passcode_page("/")
        return _let_in(request, grant, "/")

    def join(request: Request) -> Response:
        invited = gate.try_invitation(request.path_params["given"], time.time())
        return _let_in(request, *invited) if invited else passcode_page("/")

    return [
        Route("/join/{given}", join, methods=["GET"]),
        Route("/passcode", passcode, methods=["GET", "POST"]),
        Route("/enter/{given}", enter, methods=["GET"]),
    ]


def passcode_page(to: str, problem: str = "", status: int = 401, headers: dict[str, str] | None = None) -> Response:
    """The page that asks for the passcode; it leads to `to`."""
    return page("passcode", status, headers, values={"title": "Passcode", "next": to, "problem": problem})


def ask_or_refuse(connection: HTTPConnection) -> Response:
    """The answer to a request without a grant: the page for browsers, one line for programs."""
    if "text/html" not in connection.headers.get("accept", "") or connection.scope.get("method") != "GET":
        return PlainTextResponse("The passcode is needed.\n", 401, HEADERS)
    query = connection.url.query
    return passcode_page(local_path(f"{connection.url.path}?{query}" if query else connection.url.path))


def local_path(to: str) -> str:
    """The path if it is one on this server, else the first page: never an address elsewhere."""
    plain = to.startswith("/") and to[1:2] not in ("/", "\\") and to.isprintable() and len(to) <= LONGEST_BODY
    return to if plain and not to.startswith(("/passcode", "/enter/")) else "/"


def _refused(answer: GateAnswer, to: str) -> Response:
    if not answer.wait_s:
        return passcode_page(to, WRONG)
    wait = f"Too many wrong attempts. Wait {span_words(ceil(answer.wait_s))}, then try again."
    return passcode_page(to, wait, 429, {"Retry-After": str(int(answer.wait_s) + 1)})


def _let_in(request: Request, grant: str, to: str) -> Response:
    answer = RedirectResponse(to, 303, HEADERS)
    answer.set_cookie(
        cookie_name(request.url.port),
        grant,
        max_age=COOKIE_S,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return answer


def grants_of(request: Request) -> list[str]:
    """The grants in a device's cookies, also of other servers here: browsers share them between ports."""
    return [value for name, value in request.cookies.items() if name.startswith(COOKIE)]
