"""A server killed while forms come in: what it said is stored, is stored; sent again, all are, and once."""

import http.client
import json
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.app.waiting import until
from tests.support.served import Served, served
from workbench.playtest.feedback import make_link
from workbench.playtest.log.recording import begin
from workbench.scenario.files import init_workspace
from workbench.store import Store
from workbench.store.playtests.entries import feedback_of, new_uuid

PLAYERS, AT_ONCE, BEFORE = 20, 4, 3
"""Players, phones that send at the same time, and forms that are stored before the server dies."""


def send(server: Served, token: str, form: str) -> bool:
    """Whether the server said that it stored the form."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        connection.request(
            "POST", f"/feedback/{token}", urlencode({"id": form, "overall": "4"}), {"Accept": "application/json"}
        )
        return bool(json.loads(connection.getresponse().read())["sent"].endswith(form))
    except (OSError, http.client.HTTPException):
        return False


@pytest.mark.skipif(sys.platform == "win32", reason="ends a group of processes")
def test_what_a_killed_server_said_is_stored_is_stored(tmp_path: Path) -> None:
    workspace = init_workspace(tmp_path / "studio")[0]
    store = Store(workspace.store_path)
    with store.session():
        log = begin(store, {"game": "hitmakers", "revision": "2021-04-08"})
        players = [log.add_player(f"Player {seat}", seat).data["player"] for seat in range(PLAYERS)]
        forms = {make_link(store, log.id, player): new_uuid() for player in players}
    with served(workspace.root) as server, ThreadPoolExecutor(AT_ONCE) as pool:
        answers: dict[str, Future[bool]] = {
            form: pool.submit(send, server, token, form) for token, form in forms.items()
        }
        until(lambda: sum(answer.done() and answer.result() for answer in answers.values()) >= BEFORE)
        server.kill()
        stored = {form for form, answer in answers.items() if answer.result()}
    assert stored <= {form.id for form in feedback_of(store, log.id)}
    assert len(stored) >= BEFORE
    with served(workspace.root, port=server.port) as server, ThreadPoolExecutor(AT_ONCE) as pool:
        assert all(pool.map(lambda token: send(server, token, forms[token]), forms))
    assert sorted(form.id for form in feedback_of(store, log.id)) == sorted(forms.values())
