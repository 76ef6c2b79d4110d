"""The real server on a network: each page, file, upload and socket of it is tried without the passcode."""

import http.client
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.app.waiting import until
from tests.support.processes import ROOT
from tests.support.served import Served, answers, free_port, served
from workbench.app.server.passcode import FREE_TRIES
from workbench.playtest.feedback import make_link
from workbench.playtest.log.recording import begin
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store

STREAMLIT = Subprotocol("streamlit")
HTML = {"Accept": "text/html"}
LIST_ROUTES = """
import json, streamlit as st
from workbench.app.server.launch import MAIN
app = st.App(MAIN)._build_starlette_app()
print(json.dumps([[route.path, list(getattr(route, "methods", None) or ["GET"])] for route in app.routes]))
"""
STAYS = """
import streamlit as st
st.write("here")
"""
SERVE_SCRIPT = """
import sys; from pathlib import Path
from workbench.app.server import application
from workbench.app.server.launch import options
from workbench.app.server.passcode import Gate, hash_passcode
from workbench.scenario.files import Workspace
script, port = Path(sys.argv[1]), int(sys.argv[2])
application.MAIN = script
gate = Gate(hash_passcode("7Q2M-XK4D"))
built = application.build(Workspace(script.parent), "0.0.0.0", port, gate)
built.run(config=options(port, "0.0.0.0"))
"""
CLOSED = (
    "/", "/index.html", "/manifest.json", "/static/js/index.js", "/favicon.png", "/media/0123456789abcdef.csv",
    "/_stcore/host-config", "/_stcore/metrics", "/_stcore/script-health-check", "/component/x/index.html",
    "/~/+/_stcore/host-config", "/%5fstcore/host-config", "//_stcore/host-config", "/app/static/x.csv",
    "/feedback/../_stcore/host-config", "/feedback/%2e%2e/media/x",
)  # fmt: skip


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return init_workspace(tmp_path_factory.mktemp("network") / "studio")[0]


@pytest.fixture(scope="module")
def server(workspace: Workspace) -> Iterator[Served]:
    """The server, reachable from everywhere."""
    with served(workspace.root, "0.0.0.0") as served_here:
        yield served_here


@pytest.fixture(scope="module")
def cookie(server: Served) -> str:
    """That of a device whose owner typed the passcode."""
    return _let_in(server)


def _let_in(server: Served) -> str:
    status, headers, _ = fetch(server, "/passcode", "POST", urlencode({"code": server.passcode}))
    assert status == 303
    return headers["set-cookie"].partition(";")[0]


@pytest.fixture
def token(workspace: Workspace) -> str:
    """A link to a form of a new session's only player."""
    store = Store(workspace.store_path)
    with store.session():
        log = begin(store, {"game": "hitmakers", "revision": "2021-04-08"})
        return make_link(store, log.id, log.add_player("Anna", 0).data["player"])


def fetch(
    server: Served, path: str, method: str = "GET", body: str | None = None, source: str = "127.0.0.1", **headers: str
) -> tuple[int, dict[str, str], str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=(source, 0))
    form = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
    connection.request(method, path, body, {**form, **headers})
    answer = connection.getresponse()
    answer_parts = (
        answer.status,
        {name.lower(): value for name, value in answer.getheaders()},
        answer.read().decode("latin-1"),
    )
    connection.close()
    return answer_parts


def socket_status(server: Served, path: str = "/_stcore/stream", **headers: str) -> int:
    """101 for a socket that opens; what it is refused with."""
    try:
        with connect(f"ws://127.0.0.1:{server.port}{path}", additional_headers=headers, subprotocols=[STREAMLIT]):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_every_route_that_streamlit_has_is_closed(server: Served) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LIST_ROUTES], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    routes = [(re.sub(r"\{.*?\}", "x", path) or "/x", methods) for path, methods in json.loads(ended)]
    assert {"/_stcore/stream", "/media/x", "/_stcore/upload_file/x/x", "/component/x"} <= {path for path, _ in routes}
    for path, methods in routes:
        for method in methods:
            is_open = path == "/_stcore/health" and method != "OPTIONS"
            assert fetch(server, path, method)[0] == (200 if is_open else 401), f"{method} {path}"


@pytest.mark.parametrize("path", CLOSED)
def test_nothing_is_served_without_the_passcode(server: Served, path: str) -> None:
    status, _, body = fetch(server, path)
    assert (status, body) in ((401, "The passcode is needed.\n"), (404, body))
    assert "streamlit" not in body.lower()


def test_whoever_has_a_link_gets_that_form_and_nothing_else(server: Served, token: str) -> None:
    status, headers, body = fetch(server, f"/feedback/{token}", **HTML)
    assert status == 200
    assert "the form of <strong>Anna</strong>" in body
    assert "set-cookie" not in headers
    for carried in ({}, {"Cookie": f"workbench_grant_{server.port}={token}"}, {"Authorization": f"Bearer {token}"}):
        for path in ("/", "/rules", "/media/x.csv", "/_stcore/host-config", f"/rules?token={token}"):
            assert fetch(server, path, **carried)[0] == 401
        for path in ("/_stcore/stream", f"/feedback/{token}", f"/feedback/{token}/_stcore/stream"):
            assert socket_status(server, path, **carried) == 403


def test_with_the_passcode_pages_and_sockets_open(server: Served, cookie: str) -> None:
    for path in ("/", "/rules", "/_stcore/host-config"):
        assert fetch(server, path, Cookie=cookie)[0] == 200
    assert fetch(server, "/media/x.csv", Cookie=cookie)[0] == 404
    assert socket_status(server, Cookie=cookie, Origin=server.address) == 101


def test_no_page_of_another_server_may_frame_or_steer_ours(server: Served, cookie: str) -> None:
    status, _, config = fetch(server, "/_stcore/host-config", Cookie=cookie)
    assert (status, json.loads(config)["allowedOrigins"]) == (200, [])
    for path in ("/", "/rules", "/_stcore/host-config", "/static/x.js"):
        headers = fetch(server, path, Cookie=cookie)[1]
        assert (headers["content-security-policy"], headers["x-frame-options"]) == ("frame-ancestors 'none'", "DENY")
    headers = fetch(server, "/table/hitmakers/2021-04-08/cards", Cookie=cookie)[1]
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'") and policy.endswith("frame-ancestors 'self'")
    assert headers["x-frame-options"] == "SAMEORIGIN"


def test_a_socket_with_a_grant_runs_pages(server: Served, cookie: str) -> None:
    with _socket(server.port, cookie) as socket:
        assert len(socket.recv(timeout=60)) > 10


@contextmanager
def _serving(folder: Path, script: str) -> Iterator[Served]:
    page, port = folder / "page.py", free_port()
    page.write_text(script)
    process = subprocess.Popen([sys.executable, "-c", SERVE_SCRIPT, str(page), str(port)], cwd=ROOT)
    try:
        until(lambda: answers(port))
        yield Served(process, port, "Passcode: 7Q2M-XK4D")
    finally:
        process.terminate()
        process.wait(15)


def test_a_designers_download_is_the_designers_alone(tmp_path: Path, token: str) -> None:
    script = "import streamlit as st; st.download_button('Get', b'what nobody else may read', 'x.csv')"
    with _serving(tmp_path, script) as there:
        cookie = _let_in(there)
        with _socket(there.port, cookie) as socket:
            file = _first(socket, rb"/media/[0-9a-f]+\.\w+")
            assert fetch(there, file, Cookie=cookie)[2] == "what nobody else may read"
            for headers in ({}, {"Cookie": f"workbench_grant_{there.port}={token}"}, {"Referer": f"/feedback/{token}"}):
                assert fetch(there, file, **headers)[::2] == (401, "The passcode is needed.\n")
                assert fetch(there, f"/feedback/{token}{file}", **headers)[0] == 404


def test_a_device_signs_out_all_others_and_stays_in_itself(tmp_path: Path) -> None:
    with _serving(tmp_path, STAYS) as there:
        mine, other = _let_in(there), _let_in(there)
        with _socket(there.port, other) as open_before:
            _first(open_before, b"here")
            json_type = {"Content-Type": "application/json"}
            assert fetch(there, "/evening/devices", "POST", '{"do": "sign_out"}', Cookie=mine, **json_type)[0] == 200
            assert [fetch(there, "/", Cookie=grant)[0] for grant in (mine, other)] == [200, 401]
            with pytest.raises(ConnectionClosed):
                _ask(open_before)
                _first(open_before, b"never")


@contextmanager
def _socket(port: int, cookie: str) -> Iterator[ClientConnection]:
    address = f"ws://127.0.0.1:{port}/_stcore/stream"
    with connect(address, additional_headers={"Cookie": cookie}, subprotocols=[STREAMLIT], max_size=None) as socket:
        _ask(socket)
        yield socket


def _ask(socket: ClientConnection) -> None:
    socket.send(BackMsg(rerun_script=ClientState(query_string="")).SerializeToString())


def _first(socket: ClientConnection, pattern: bytes) -> str:
    """What a page says first that matches."""
    while True:
        if match := re.search(pattern, bytes(socket.recv(timeout=60))):
            return match[0].decode()


def test_what_a_client_writes_about_its_address_is_not_believed(server: Served) -> None:
    """Not even from this computer, where a proxy might stand."""
    wrong, right = urlencode({"code": "WRONG"}), urlencode({"code": server.passcode})
    forged = ({"X-Forwarded-For": f"10.9.8.{number}", "X-Forwarded-Proto": "https"} for number in range(FREE_TRIES))
    tried = [fetch(server, "/passcode", "POST", wrong, **headers)[0] for headers in forged]
    assert tried == [401] * (FREE_TRIES - 1) + [429]
    until(lambda: fetch(server, "/passcode", "POST", right)[0] == 303)  # its wait is over, and it is known to be good


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows what a process was told")
def test_no_process_was_told_the_passcode(server: Served) -> None:
    for process in _family(server.process.pid):
        told = Path(f"/proc/{process}/cmdline").read_bytes() + Path(f"/proc/{process}/environ").read_bytes()
        assert server.passcode.encode() not in told
        assert server.passcode.replace("-", "").encode() not in told


def _family(process: int) -> list[int]:
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(member for child in children for member in _family(int(child)))]


def test_a_restart_makes_another_passcode_and_knows_the_devices_that_were_let_in(
    workspace: Workspace, server: Served, cookie: str
) -> None:
    with served(workspace.root, "0.0.0.0") as other:
        assert other.passcode != server.passcode
        renamed: Any = cookie.replace(str(server.port), str(other.port))
        assert fetch(other, "/", Cookie=renamed)[0] == 200
        assert fetch(other, "/", Cookie=f"{renamed}x")[0] == 401
