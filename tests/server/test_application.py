"""The door: nothing behind it is reached without a grant, by any path, method or socket."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from tests.server.asking import HOST, ask, knock
from tests.server.conftest import CODE
from workbench.app.server.application import AccessControl, is_public, pages
from workbench.app.server.launch import Hosts, hosts_of
from workbench.app.server.passcode import GRANT_S, Gate, Hashed
from workbench.app.server.table.routes import table_routes
from workbench.scenario.files import init_workspace

NETWORK = hosts_of("0.0.0.0", on_network=True)
SHUT = Gate(Hashed(b"", b""))
"""A gate that nothing opens."""
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT")


class Inside:
    """Stands for Streamlit, and notes who got so far."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.heard: list[bytes] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.seen.append(scope["path"])
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            while (message := await receive())["type"] == "websocket.receive":
                self.heard.append(message["bytes"])
        else:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"inside"})


async def nobody(scope: Scope, receive: Receive, send: Send) -> None:
    """Stands for the public pages."""
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b"public"})


@pytest.fixture
def inside() -> Inside:
    return Inside()


@pytest.fixture
def door(inside: Inside, public: Any, gate: Gate) -> AccessControl:
    return AccessControl(inside, public, inside, NETWORK, gate)


@pytest.fixture
def grant(public: Any) -> str:
    """The cookie of a device that has typed the passcode."""
    return ask(public, "/passcode", posted={"code": CODE}).cookie


@given(path=st.text(min_size=0, max_size=30).map("/".__add__), method=st.sampled_from(METHODS))
def test_no_path_and_no_method_gets_by(path: str, method: str) -> None:
    inside = Inside()
    scope_path = path.partition("?")[0].partition("#")[0]
    if scope_path == "/_stcore/health":
        return
    answer = ask(
        AccessControl(inside, nobody, inside, NETWORK, SHUT), scope_path.encode("utf-8", "ignore").decode(), method
    )
    assert inside.seen == []
    assert answer.status == (418 if is_public(scope_path) else 401)
    assert b"inside" not in answer.body


@pytest.mark.parametrize(
    "path",
    ["/", "/rules", "/feedback", "/feedbackx/a.b", "//feedback/a.b", "/x/feedback/a.b", "/passcode/", "/passcode/x",
     "/enter", "/Feedback/a.b", "/_stcore/health/", "/_stcore/health/x", "/_stcore/script-health-check",
     "/static/../_stcore/health"],
)  # fmt: skip
def test_what_looks_like_a_public_page_is_none(path: str) -> None:
    inside = Inside()
    for method in METHODS:
        assert ask(AccessControl(inside, nobody, inside, NETWORK, SHUT), path, method).status == 401, method
        assert inside.seen == [], method


def test_no_socket_opens_without_a_grant() -> None:
    paths = ("/_stcore/stream", "/_stcore/health", "/", "/anything")
    for place in product(paths, ("", "workbench_grant_8501=", "workbench_grant_8501=guess", "grant=x")):
        inside, (path, cookie) = Inside(), place
        answers = knock(AccessControl(inside, nobody, inside, NETWORK, SHUT), path, [b"rerun"], cookie=cookie)
        assert answers == [{"type": "websocket.close", "code": 1008}], place  # never accepted
        assert inside.seen == [], place


@pytest.mark.parametrize("path", ["/feedback/a.b", "/passcode", "/enter/once"])
def test_public_pages_have_no_sockets(door: AccessControl, inside: Inside, path: str) -> None:
    assert [message["type"] for message in knock(door, path)] == ["websocket.close"]
    assert inside.seen == []


def test_a_grant_opens_pages_and_sockets(door: AccessControl, inside: Inside, grant: str) -> None:
    assert ask(door, "/rules?start=x", cookie=grant).text == "inside"
    told = knock(door, "/_stcore/stream", [b"1", b"2"], cookie=grant, origin=f"http://{HOST}")
    assert [message["type"] for message in told] == ["websocket.accept"]
    assert inside.heard == [b"1", b"2"]


def test_a_socket_closes_when_its_grant_ends(inside: Inside, gate: Gate) -> None:
    grant = gate.try_code("a", CODE, 0).grant
    times = iter([0.0, GRANT_S, 3 * GRANT_S])
    door = AccessControl(inside, nobody, inside, NETWORK, gate, clock=lambda: next(times))
    told = knock(door, "/_stcore/stream", [b"1", b"2", b"3"], cookie=f"workbench_grant_8501={grant}")
    assert inside.heard == [b"1"]
    assert told[-1] == {"type": "websocket.close", "code": 1008}


def test_health_is_open_to_ask_and_for_nothing_else(door: AccessControl, inside: Inside) -> None:
    assert [ask(door, "/_stcore/health", method).status for method in ("GET", "HEAD", "OPTIONS", "PUT")] == [
        200, 200, 401, 401,
    ]  # fmt: skip


def test_a_person_is_shown_where_to_type_and_comes_back(door: AccessControl) -> None:
    answer = ask(door, "/results?against=a&revision=b", accept="text/html,*/*")
    assert answer.status == 401
    assert 'action="/passcode"' in answer.text
    assert 'value="/results?against=a&amp;revision=b"' in answer.text
    assert answer.headers["cache-control"] == "no-store"
    let_in = ask(door, "/passcode", posted={"code": CODE, "next": "/results?against=a&revision=b"})
    assert (let_in.status, let_in.headers["location"]) == (303, "/results?against=a&revision=b")


def test_a_page_that_rebinds_its_name_gets_nothing(door: AccessControl, inside: Inside, grant: str) -> None:
    hosts = ("evil.example", "evil.example:8501", "", "192.0.2.7.evil.example", "[", "a@b", "::1::")
    for host, path in product(hosts, ("/", "/_stcore/health", "/feedback/a.b", "/passcode")):
        assert ask(door, path, cookie=grant, host=host).status == 421, (host, path)
        assert knock(door, path, cookie=grant, host=host)[0]["type"] == "websocket.close", (host, path)
        assert inside.seen == [], (host, path)


@pytest.mark.parametrize(
    "host", ["192.168.0.7:8501", "127.0.0.1", "localhost:8501", "[::1]:8501", "LOCALHOST", "10.0.0.1"]
)
def test_our_own_names_are_known_on_the_network(host: str) -> None:
    assert NETWORK.know(host)


def test_on_this_computer_alone_only_its_own_names_are_known() -> None:
    local = hosts_of("127.0.0.1", on_network=False)
    assert [local.know(host) for host in ("127.0.0.1:8501", "localhost", "[::1]:1", "192.168.0.7", "evil.example")] == [
        True, True, True, False, False,
    ]  # fmt: skip
    assert not Hosts(frozenset()).know("localhost")


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", f"http://{HOST}.evil.example", "http://192.0.2.7:9999", "[", ""]
)
def test_others_pages_change_nothing_here(door: AccessControl, inside: Inside, grant: str, origin: str) -> None:
    assert ask(door, "/_stcore/upload_file/a/b", "PUT", cookie=grant, origin=origin).status == 403
    assert ask(door, "/passcode", posted={"code": CODE}, origin=origin).status == 403
    assert ask(door, "/feedback/a.b", posted={"overall": "1"}, origin=origin).status == 403
    assert knock(door, "/_stcore/stream", cookie=grant, origin=origin)[0]["type"] == "websocket.close"
    assert inside.seen == []


def test_on_this_computer_alone_nobody_is_asked(inside: Inside) -> None:
    local = AccessControl(inside, nobody, inside, hosts_of("127.0.0.1", on_network=False), None)
    assert ask(local, "/rules", host="127.0.0.1:8501").text == "inside"
    assert ask(local, "/feedback/a.b", host="127.0.0.1:8501").text == "public"
    assert ask(local, "/rules", host="evil.example").status == 421


@pytest.mark.parametrize(
    ("former", "choices"),
    [
        ("/sweep?vary=hand_size&values_hand_size=5..6", "find?view=best+values&vary=hand_size&values_hand_size=5..6"),
        ("/sweep?view=what+matters+most", "find?view=what+matters+most"),
        ("/tune?move=a&move=b&plays=9", "find?view=what+meets+the+goals&vary=a&vary=b&budget=9"),
        ("/quality?revision=b&versus=a&search=9", "results?quality=yes&revision=b&against=a&search=9"),
    ],
)
def test_links_to_former_pages_lead_to_what_they_have_become(former: str, choices: str) -> None:
    answer = ask(Starlette(routes=pages()), former)
    assert (answer.status, answer.headers["location"]) == (307, f"/{choices}")


@pytest.mark.parametrize("path", ["/", "/rules", "/passcode", "/feedback/a.b", "/_stcore/health"])
def test_no_answer_may_be_framed_by_another_page(path: str, door: AccessControl, grant: str) -> None:
    for headers in ({}, {"cookie": grant}, {"host": "evil.example"}):
        answer = ask(door, path, **headers)
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("address", ["cards", "holes?bots=nobody", "thoughts?seat=none"])
def test_our_own_pages_alone_may_frame_the_table(address: str, tmp_path: Path) -> None:
    tables = Starlette(routes=table_routes(init_workspace(tmp_path / "studio")[0]))
    local = AccessControl(tables, nobody, nobody, hosts_of("127.0.0.1", on_network=False), None)
    answer = ask(local, f"/table/hitmakers/2021-04-08/{address}", host="127.0.0.1:8501")
    assert answer.status == (200 if address == "cards" else 422)
    assert answer.headers["content-security-policy"].endswith("frame-ancestors 'self'")
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"
