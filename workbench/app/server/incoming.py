"""Messages that devices send to plain pages, and the sign that the server is to stop."""

import signal

from starlette.requests import Request

from workbench.app.server.plain_pages import body_of
from workbench.engine.files import JsonValue, read_json
from workbench.engine.problems import BadInput

LONGEST_BODY = 2_000_000
JSON = "application/json"


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
