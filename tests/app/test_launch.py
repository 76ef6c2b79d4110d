"""Starting the dashboard: on this machine alone, with nothing sent anywhere, and a port that is free."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
import urllib.request
from contextlib import nullcontext
from ipaddress import ip_address
from pathlib import Path

import pytest

from tests.app.waiting import until
from tests.support.processor import patience
from workbench.app.server import launch as launch_module
from workbench.app.server.launch import (
    MAIN,
    PASS,
    PASSCODE,
    PROXIES,
    WORKSPACE,
    Keys,
    addresses,
    allowed_hosts,
    command,
    environment,
    greeting,
    has_display,
    host_of,
    is_local,
    launch,
    options,
    read_port,
)
from workbench.app.server.passcode import new_pass, new_passcode
from workbench.app.server.serve import guard_of
from workbench.engine.files import python_command
from workbench.engine.problems import BadInput
from workbench.scenario.files import Workspace

RUN_A_SCRIPT = """
import sys
from streamlit.runtime.scriptrunner.exec_code import modified_sys_path
from streamlit.web.bootstrap import _fix_sys_path
from workbench.app.server import serve
from workbench.app.server.launch import MAIN
from pathlib import Path
_fix_sys_path(str(Path(serve.__file__).resolve()))
before = list(sys.path)
with modified_sys_path(str(MAIN)):
    assert sys.path == before
assert sys.path == before
"""
"""As Streamlit does when the server starts, and at each run of the script."""
CONFIG = tomllib.loads((MAIN.parent / ".streamlit" / "config.toml").read_text())


@pytest.mark.parametrize("text", ["0", "65536", "-1", "abc", "", "8501.5", "²"])
def test_a_port_is_a_number_that_there_is(text: str) -> None:
    with pytest.raises(BadInput, match="must be a whole number from 1 to 65535"):
        read_port(text)


def test_a_port_is_read() -> None:
    assert read_port("8501") == 8501


def test_what_guards_privacy_is_said_on_the_command_line() -> None:
    settings = json.loads(command(8501, "127.0.0.1")[-1])
    assert settings == options(8501, "127.0.0.1")
    assert settings["server.address"] == "127.0.0.1"
    assert settings["server.port"] == 8501
    assert settings["browser.gatherUsageStats"] is False
    assert settings["server.enableCORS"] is True
    assert settings["server.enableXsrfProtection"] is True
    assert settings["server.allowedHosts"] == ["127.0.0.1", "localhost", "::1"]
    assert settings["client.showErrorDetails"] == "none"


def test_the_packaged_settings_agree() -> None:
    assert CONFIG["browser"]["gatherUsageStats"] is False
    assert CONFIG["server"]["address"] == "127.0.0.1"
    assert {"127.0.0.1", "localhost"} <= set(CONFIG["server"]["allowedHosts"])
    assert CONFIG["client"]["showErrorDetails"] == "none"
    assert {"light", "dark"} <= set(CONFIG["theme"])


def test_a_page_that_runs_takes_no_folder_from_those_where_jobs_look_for_modules(tmp_path: Path) -> None:
    """A thread that imports while one is taken out overlooks the next one. Here, of a linked package."""
    package = MAIN.parents[2]
    (tmp_path / package.name).symlink_to(package)
    place = {**os.environ, "PYTHONPATH": str(tmp_path)}
    subprocess.run([sys.executable, "-c", RUN_A_SCRIPT], check=True, cwd=tmp_path, env=place)


def test_it_stays_on_this_computer_unless_told_otherwise() -> None:
    assert host_of(None, lan=False) == "127.0.0.1"
    assert host_of(None, lan=True) == "0.0.0.0"
    assert host_of("192.168.0.7", lan=True) == host_of("192.168.0.7", lan=False) == "192.168.0.7"
    with pytest.raises(BadInput, match="--lan"):
        host_of("localhost", lan=True)
    assert "*" not in allowed_hosts("localhost")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.7", "example.org", ""])
def test_what_others_can_reach_is_not_served_without_a_passcode(host: str) -> None:
    assert not is_local(host)
    with pytest.raises(SystemExit, match="without a passcode"):
        guard_of(host, {})


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.8.0.1"])
def test_this_computer_alone_is_asked_for_none(host: str) -> None:
    assert is_local(host)
    assert guard_of(host, {}) is None


def test_only_hashes_of_what_lets_in_reach_the_server(tmp_path: Path) -> None:
    keys = Keys(new_passcode(), new_pass())
    variables = environment(tmp_path, {}, keys)
    everything = json.dumps(variables) + json.dumps(command(8501, "0.0.0.0"))
    for secret in (keys.passcode, keys.passcode.replace("-", ""), keys.once):
        assert secret not in everything
    guard = guard_of("0.0.0.0", variables)
    assert set(variables) == {WORKSPACE, PROXIES}
    assert guard is not None
    assert guard.try_code("a", keys.passcode, 0).grant
    assert guard.try_pass(keys.once, 0)
    assert not guard.try_pass(keys.once, 0)


def test_no_proxy_is_believed_whatever_the_environment_says(tmp_path: Path) -> None:
    assert environment(tmp_path, {PROXIES: "*"})[PROXIES] == "none"


def test_the_terminal_says_where_and_by_which_passcode() -> None:
    keys = Keys("7Q2M-XK4D", "a-pass")
    greeting_text = "\n".join(greeting(8501, "192.168.0.7", keys))
    assert "http://192.168.0.7:8501" in greeting_text
    assert "Passcode: 7Q2M-XK4D" in greeting_text
    assert "Feedback links work for anyone who has one" in greeting_text
    assert keys.once not in greeting_text
    assert greeting(8501, "127.0.0.1", None) == [
        "The playtest workbench runs at http://127.0.0.1:8501 (stop it with Ctrl+C)"
    ]


def test_without_a_network_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch_module, "addresses", list)
    greeting_text = "\n".join(greeting(8501, "0.0.0.0", Keys("7Q2M-XK4D", "")))
    assert "No network was found" in greeting_text
    assert "http://127.0.0.1:8501" in greeting_text


def test_our_addresses_are_numbers_that_others_can_reach() -> None:
    for address in addresses():
        assert not ip_address(address).is_loopback
        assert not ip_address(address).is_unspecified


def test_the_workspace_goes_by_the_environment(tmp_path: Path) -> None:
    inherited = {"HOME": "x", PASSCODE: "somebody's", PASS: "somebody's"}
    assert environment(tmp_path, inherited) == {"HOME": "x", WORKSPACE: str(tmp_path.resolve()), PROXIES: "none"}


def test_a_browser_is_opened_only_where_somebody_can_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch_module.sys, "platform", "linux")
    assert not has_display({})
    assert has_display({"DISPLAY": ":0"})
    assert has_display({"WAYLAND_DISPLAY": "wayland-0"})
    assert not has_display({"DISPLAY": ":0", "CI": "1"})
    monkeypatch.setattr(launch_module.sys, "platform", "darwin")
    assert has_display({})
    assert not has_display({"SSH_CONNECTION": "1 2 3 4"})


@pytest.mark.parametrize(
    ("host", "keys", "opened"),
    [("127.0.0.1", None, "http://127.0.0.1:8501"), ("0.0.0.0", Keys("7Q2M-XK4D", "once"), "http://127.0.0.1:8501/enter/once"),
     ("192.0.2.7", Keys("7Q2M-XK4D", "once"), "http://192.0.2.7:8501/enter/once")],
)  # fmt: skip
def test_the_browser_here_needs_no_passcode(
    monkeypatch: pytest.MonkeyPatch, host: str, keys: Keys | None, opened: str
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(launch_module.urllib.request, "urlopen", lambda *_, **__: nullcontext())
    monkeypatch.setattr(launch_module.webbrowser, "open", seen.append)
    launch_module._open_browser(8501, host, keys)
    assert seen == [opened]


def test_a_taken_port_is_told_and_nothing_starts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert launch(tmp_path, port) == 2
    told = capsys.readouterr()
    assert f"--port = {port}: 127.0.0.1:{port} " in told.err
    assert told.out == ""


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("nope.invalid", "--host = nope.invalid: the name does not resolve"),
        ("x" * 5000, "the name does not resolve"),
        ("192.0.2.1", "--host = 192.0.2.1: is no address of this computer"),
    ],
)
def test_a_host_that_cannot_be_served_is_told_as_what_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], host: str, told: str
) -> None:
    assert launch(tmp_path, 8501, host) == 2
    errors = capsys.readouterr().err
    assert told in errors
    assert "taken" not in errors


PLANTED = "raise SystemExit('a module of the workspace ran')"


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_it_serves_and_ends_quietly_and_runs_nothing_that_lies_in_the_workspace(
    workspace: Workspace, end: signal.Signals
) -> None:
    """Killed, it leaves no server on its port."""
    for module in ("json", "numpy", "streamlit"):
        (workspace.root / f"{module}.py").write_text(PLANTED)
    (workspace.root / ".streamlit").mkdir()
    for settings in ("secrets", "config"):
        (workspace.root / ".streamlit" / f"{settings}.toml").write_text("no settings")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    listening = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"  # a background job is deaf
    code = f"{listening} import sys; from pathlib import Path; from workbench.app.server.launch import launch;"
    call = python_command("-c", f"{code} sys.exit(launch(Path(sys.argv[1]), {port}))", str(workspace.root))
    quiet = {**os.environ, "WORKBENCH_HEADLESS": "1"}
    pipe = subprocess.PIPE
    server = subprocess.Popen(call, cwd=workspace.root, env=quiet, stdout=pipe, stderr=pipe, text=True)
    try:
        until(lambda: _health(port) == b"ok")
    finally:
        server.send_signal(end)
        out, err = server.communicate(timeout=patience(30))
    assert f"http://127.0.0.1:{port}" in out
    assert server.returncode == (0 if end == signal.SIGINT else -end)
    assert "Traceback" not in err
    assert "leaked" not in err
    until(lambda: _health(port) is None)


def _health(port: int) -> bytes | None:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as answer:
            return bytes(answer.read())
    except OSError:
        return None


STUB = """#!/bin/sh
case "$*" in *venv*) for name in python workbench; do mkdir -p .venv/bin; cp "$0" .venv/bin/$name; done ;; esac
case "$0" in *workbench) echo "workbench $*" ;; esac
"""
"""A Python, an environment's Python and a workbench that only say what they are called with."""


@pytest.mark.skipif(not shutil.which("make"), reason="no make on this machine")
def test_make_says_what_it_does_before_the_dashboard_starts_and_nothing_the_next_time(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text((MAIN.parents[3] / "Makefile").read_text())
    (tmp_path / "pyproject.toml").touch()
    stub = tmp_path / "python"
    stub.write_text(STUB)
    stub.chmod(0o755)
    first, second = (
        subprocess.run(
            ["make", "--no-print-directory", "app", f"PYTHON={stub}", "PORT=9"],
            check=True,
            cwd=tmp_path,
            env={name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))},
            capture_output=True,
            text=True,
        )
        for _ in range(2)
    )
    making, installing, started = first.stdout.splitlines()
    assert making.startswith("Setting up .venv")
    assert installing.startswith("Installing the workbench")
    assert [started] == second.stdout.splitlines() == ["workbench app --port 9"]


@pytest.mark.parametrize(
    ("host", "here"),
    [("127.0.0.1", True), ("localhost", True), ("mybox", True), ("mybox.local", True), ("192.168.0.7", False),
     ("fe80::1", False), ("bench.example.org", False)],
)  # fmt: skip
def test_names_that_phones_may_not_know(host: str, here: bool) -> None:
    assert launch_module.is_name_here(host) is here
