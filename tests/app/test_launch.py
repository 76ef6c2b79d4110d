"""Starting the dashboard: on this machine alone, with nothing sent anywhere, and a port that is free."""

import os
import signal
import socket
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest

from tests.app.waiting import until
from workbench.app import launch as launch_module
from workbench.app.launch import MAIN, WORKSPACE, allowed_hosts, command, environment, has_display, launch, read_port
from workbench.engine.problems import BadInput
from workbench.study.workspace import Workspace

CONFIG = tomllib.loads((MAIN.parent / ".streamlit" / "config.toml").read_text())


@pytest.mark.parametrize("text", ["0", "65536", "-1", "abc", "", "8501.5", "²"])
def test_a_port_is_a_number_that_there_is(text: str) -> None:
    with pytest.raises(BadInput, match="must be a whole number from 1 to 65535"):
        read_port(text)


def test_a_port_is_read() -> None:
    assert read_port("8501") == 8501


def test_what_guards_privacy_is_said_on_the_command_line() -> None:
    flags = command(8501, "127.0.0.1")
    for flag in (
        "--server.address=127.0.0.1",
        "--server.port=8501",
        "--browser.gatherUsageStats=false",
        "--server.enableCORS=true",
        "--server.enableXsrfProtection=true",
        "--server.allowedHosts=127.0.0.1",
        "--server.allowedHosts=localhost",
        "--client.showErrorDetails=none",
    ):
        assert flag in flags
    assert "--server.allowedHosts=*" not in flags


def test_the_packaged_settings_agree() -> None:
    assert CONFIG["browser"]["gatherUsageStats"] is False
    assert CONFIG["server"]["address"] == "127.0.0.1"
    assert {"127.0.0.1", "localhost"} <= set(CONFIG["server"]["allowedHosts"])
    assert CONFIG["client"]["showErrorDetails"] == "none"
    assert {"light", "dark"} <= set(CONFIG["theme"])


def test_who_serves_to_others_says_so_by_the_host() -> None:
    assert allowed_hosts("192.168.0.7")[0] == "192.168.0.7"
    assert allowed_hosts("0.0.0.0") == ["*"]
    assert "*" not in allowed_hosts("localhost")


def test_the_workspace_goes_by_the_environment(tmp_path: Path) -> None:
    assert environment(tmp_path, {"HOME": "x"}) == {"HOME": "x", WORKSPACE: str(tmp_path.resolve())}


def test_a_browser_is_opened_only_where_somebody_can_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch_module.sys, "platform", "linux")
    assert not has_display({})
    assert has_display({"DISPLAY": ":0"})
    assert has_display({"WAYLAND_DISPLAY": "wayland-0"})
    assert not has_display({"DISPLAY": ":0", "CI": "1"})
    monkeypatch.setattr(launch_module.sys, "platform", "darwin")
    assert has_display({})
    assert not has_display({"SSH_CONNECTION": "1 2 3 4"})


def test_a_taken_port_is_told_and_nothing_starts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert launch(tmp_path, port) == 2
    told = capsys.readouterr()
    assert f"--port = {port}: 127.0.0.1:{port} is taken" in told.err
    assert told.out == ""


def test_it_serves_and_ends_quietly(workspace: Workspace) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    listening = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"  # a background job is deaf
    code = f"{listening} import sys; from pathlib import Path; from workbench.app.launch import launch;"
    call = [sys.executable, "-c", f"{code} sys.exit(launch(Path(sys.argv[1]), {port}))", str(workspace.root)]
    quiet = {**os.environ, "WORKBENCH_HEADLESS": "1"}
    server = subprocess.Popen(call, env=quiet, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        until(lambda: _health(port) == b"ok")
    finally:
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=30)
    assert f"http://127.0.0.1:{port}" in out
    assert server.returncode == 0
    assert "Traceback" not in err
    assert "leaked" not in err
    until(lambda: _health(port) is None)


def _health(port: int) -> bytes | None:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as answer:
            return bytes(answer.read())
    except OSError:
        return None
