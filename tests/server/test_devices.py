"""Devices that are let in: remembered over a restart, invited to one board, and a network opened at run time."""

import http.client
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.waiting import until
from tests.server.asking import ask
from tests.server.conftest import CODE
from tests.support.served import Served, served
from workbench.app.server import launch, passcode
from workbench.app.server.application import AccessControl
from workbench.app.server.launch import hosts_of
from workbench.app.server.passcode import GRANT_S, Devices, Gate, hash_passcode, read_hashed
from workbench.app.server.sign_in import routes
from workbench.engine.problems import BadInput
from workbench.playtest.log.recording import begin
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store

BOARD = "/evening/5b0d6c1e-0000-4000-8000-000000000000"
NETWORK = hosts_of("0.0.0.0", on_network=True)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passcode, "COST", 2)


def test_a_device_stays_signed_in_over_a_restart_and_not_once_it_was_signed_out(tmp_path: Path) -> None:
    gate = Gate(hash_passcode(CODE), memory=Devices(tmp_path))
    mine, other = (gate.try_code("a", CODE, now=1.0).grant for _ in range(2))
    assert mine and mine not in Devices(tmp_path).file.read_text()
    assert Devices(tmp_path).file.stat().st_mode & 0o077 == 0
    again = Gate(hash_passcode("another one"), memory=Devices(tmp_path))
    assert again.admits(mine, GRANT_S) and again.admits(other, GRANT_S)
    assert not again.admits("forged", GRANT_S)
    again.revoke_others([mine], now=GRANT_S)
    last = Gate(hash_passcode(CODE), memory=Devices(tmp_path))
    assert (last.admits(mine, GRANT_S), last.admits(other, GRANT_S)) == (True, False)
    assert not Gate(hash_passcode(CODE), memory=Devices(tmp_path)).admits(mine, 3 * GRANT_S)


@pytest.mark.parametrize("content", ["", "[]", '{"grants": 3}', '{"grants": {"x": {"used": "y"}}}'])
def test_a_damaged_file_lets_nobody_in_and_stops_nobody(tmp_path: Path, content: str) -> None:
    Devices(tmp_path).file.write_text(content)
    gate = Gate(hash_passcode(CODE), memory=Devices(tmp_path))
    assert not gate.admits("x", 0.0)
    assert gate.admits(gate.try_code("a", CODE, 0.0).grant, 0.0)


def test_a_fixed_passcode_is_stored_as_a_hash_and_is_long_enough(tmp_path: Path) -> None:
    devices = Devices(tmp_path)
    assert devices.passcode == ""
    with pytest.raises(BadInput):
        devices.fix_passcode("abc-12-3")
    devices.fix_passcode("GAME-NIGHT")
    assert "NIGHT" not in devices.file.read_text()
    assert passcode.is_passcode("game night", read_hashed(Devices(tmp_path).passcode))
    devices.fix_passcode("")
    assert Devices(tmp_path).passcode == ""


async def inside(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"inside"})


@pytest.mark.parametrize("page", [BOARD, "/play/0123456789a5"])
def test_an_invitation_opens_one_page_and_nothing_else(page: str) -> None:
    from starlette.applications import Starlette

    gate = Gate(hash_passcode(CODE))
    door = AccessControl(inside, Starlette(routes=routes(gate)), inside, NETWORK, gate)
    token = gate.invitation(page)
    joined = ask(door, f"/join/{token}")
    assert (joined.status, joined.headers["location"]) == (303, page)
    inner = {"cookie": joined.cookie}
    for path in (page, f"{page}/state", f"{page}/dialog/add", "/evening/code.svg"):
        assert ask(door, path, **inner).status == 200
    for path in (
        "/",
        "/evening",
        "/evening/devices",
        page.replace("5", "6", 1),
        f"{page}x",
        "/sessions",
        "/_stcore/stream",
    ):
        assert ask(door, path, **inner).status == 401, path
    assert ask(door, "/join/forged").status == 401
    gate.revoke_others()
    assert ask(door, page, **inner).status == ask(door, f"/join/{token}").status == 401


# A network that is opened while the server runs


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return init_workspace(tmp_path_factory.mktemp("lan") / "studio")[0]


@pytest.fixture(scope="module")
def server(workspace: Workspace) -> Iterator[Served]:
    """A server on this computer alone."""
    with served(workspace.root, "127.0.0.1") as running:
        yield running


def fetch(host: str, port: int, path: str, message: object = None, **headers: str) -> tuple[int, dict[str, str], str]:
    connection = http.client.HTTPConnection(host, port, timeout=60)
    body = None if message is None else json.dumps(message)
    kind = {} if message is None else {"Content-Type": "application/json"}
    connection.request("GET" if message is None else "POST", path, body, {**kind, **headers})
    answer = connection.getresponse()
    read = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()
    connection.close()
    return read


def test_the_evening_is_opened_to_the_network_and_closed_again(server: Served, workspace: Workspace) -> None:
    addresses = launch.addresses()
    if not addresses:
        pytest.skip("this machine is on no network")
    there, port = addresses[0], server.port
    log = begin(Store(workspace.store_path), {"game": "hitmakers"})
    board = f"/evening/{log.id}"
    with pytest.raises(OSError):
        fetch(there, port, board)
    assert fetch("127.0.0.1", port, "/evening/devices", {"do": "open"})[0] == 200
    until(lambda: answers(there, port))
    assert fetch(there, port, board)[0] == 401
    dialog = fetch("127.0.0.1", port, f"{board}/dialog/devices")[2]
    token = re.findall(rf"http://{re.escape(there)}:{port}(/join/[\w-]+)", dialog)[0]
    assert re.search(r"<strong>([\dA-Z]{4}-[\dA-Z]{4})</strong>", dialog)
    status, headers, _ = fetch(there, port, token)
    cookie = headers["set-cookie"].partition(";")[0]
    assert (status, headers["location"]) == (303, board)
    assert fetch(there, port, board, Cookie=cookie)[0] == 200
    tap = {"id": "11111111-1111-4111-8111-111111111111", "at": 0, "do": "moment", "fields": {"moment": "stuck"}}
    message = {"device": "0a0a0a0a", "sent": 0, "actions": [tap]}
    assert json.loads(fetch(there, port, board, message, Cookie=cookie)[2])["done"] == [tap["id"]]
    assert fetch(there, port, "/evening/devices", {"do": "close"}, Cookie=cookie)[0] == 401
    assert fetch(there, port, "/", Cookie=cookie)[0] == 401  # the dashboard is nobody's there
    assert fetch("127.0.0.1", port, "/evening/devices", {"do": "close"})[0] == 200
    until(lambda: not answers(there, port))
    assert fetch("127.0.0.1", port, board)[0] == 200


def answers(host: str, port: int) -> bool:
    try:
        return fetch(host, port, "/_stcore/health")[0] > 0
    except OSError:
        return False
