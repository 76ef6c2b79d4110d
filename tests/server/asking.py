"""Asking an ASGI application in this process, without a network."""

import asyncio
import json
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

HOST = "192.0.2.7:8501"


@dataclass(frozen=True)
class Answer:
    """What came back; of a refused socket, `status` is 403."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def cookie(self) -> str:
        """The cookie that it sets, as a browser sends it back."""
        return self.headers["set-cookie"].partition(";")[0]


def ask(
    app: Any,
    path: str,
    method: str = "GET",
    posted: Mapping[str, str] | bytes | None = None,
    client: str = "192.0.2.9",
    **headers: str,
) -> Answer:
    """The answer to one HTTP request. Headers are written with `_` for `-`."""
    body = posted if isinstance(posted, bytes) else urlencode(posted or {}).encode()
    scope = _scope(path, client, headers) | {"type": "http", "method": "POST" if posted is not None else method}
    sent = _run(_exchange(app, scope, [{"type": "http.request", "body": body, "more_body": False}]))
    head = next(message for message in sent if message["type"] == "http.response.start")
    parts = [message.get("body", b"") for message in sent if message["type"] == "http.response.body"]
    return Answer(head["status"], {name.decode(): value.decode() for name, value in head["headers"]}, b"".join(parts))


def knock(app: Any, path: str, heard: list[bytes] | None = None, **headers: str) -> list[dict[str, Any]]:
    """What a socket is told: it connects, says what it has to say, and leaves."""
    scope = _scope(path, "192.0.2.9", headers) | {"type": "websocket", "scheme": "ws", "subprotocols": []}
    messages = [{"type": "websocket.receive", "bytes": content} for content in heard or []]
    leaving = {"type": "websocket.disconnect", "code": 1000}
    return _run(_exchange(app, scope, [{"type": "websocket.connect"}, *messages, leaving]))


def _scope(path: str, client: str, headers: Mapping[str, str]) -> dict[str, Any]:
    plain, _, query = path.partition("?")
    named = {"host": HOST, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return {
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "path": plain,
        "raw_path": plain.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
        "client": (client, 50_000),
        "server": ("127.0.0.1", 8501),
    }


def _run(exchange: Coroutine[Any, Any, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """What an exchange comes to, in a thread of its own: Playwright leaves a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, exchange).result()


async def _exchange(app: Any, scope: dict[str, Any], heard: list[dict[str, Any]]) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []
    left = iter(heard)

    async def receive() -> dict[str, Any]:
        message = next(left, None)
        if message is None:
            await asyncio.sleep(3600)
        return message or {}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent
