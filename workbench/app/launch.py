"""Starting the dashboard: one Streamlit server for one workspace, on this machine alone."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from workbench.engine.problems import BadInput

MAIN = Path(__file__).with_name("main.py")
WORKSPACE = "WORKBENCH_WORKSPACE"
"""The environment variable that tells the dashboard which workspace it shows."""
LOCAL = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")
STOP_S = 5.0


def launch(workspace_root: Path, port: int = 8501, host: str = "127.0.0.1") -> int:
    """Serve the workspace's dashboard until it is stopped; the exit code of the command."""
    if not _is_free(host, port):
        message = f"{host}:{port} is taken, perhaps by another dashboard; stop that, or choose another with --port"
        print(f"--port = {port}: {message}", file=sys.stderr)  # noqa: T201
        return 2
    print(f"The playtest workbench runs at {_url(host, port)} (stop it with Ctrl+C)", flush=True)  # noqa: T201
    return _wait_for(subprocess.Popen(command(port, host), env=environment(workspace_root, os.environ)))


def read_port(text: str) -> int:
    """The port behind `--port`. Raises BadInput."""
    port = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    if not 1 <= port <= 65_535:
        raise BadInput.one("--port", "must be a whole number from 1 to 65535", text)
    return port


def command(port: int, host: str) -> list[str]:
    """The call of Streamlit; what guards privacy stands here, whatever configuration lies about."""
    options = {
        "server.port": str(port),
        "server.address": host,
        "server.headless": str(not has_display(os.environ)).lower(),
        "server.showEmailPrompt": "false",
        "server.fileWatcherType": "none",
        "server.enableCORS": "true",
        "server.enableXsrfProtection": "true",
        "browser.gatherUsageStats": "false",
        "client.showErrorDetails": "none",
        "client.showErrorLinks": "false",
        "runner.magicEnabled": "false",
        "client.toolbarMode": "minimal",
        "logger.hideWelcomeMessage": "true",
    }
    flags = [f"--{name}={value}" for name, value in options.items()]
    hosts = [f"--server.allowedHosts={name}" for name in allowed_hosts(host)]
    return [sys.executable, "-m", "workbench.app.serve", *flags, *hosts]


def allowed_hosts(host: str) -> list[str]:
    """The names under which a browser may ask for the dashboard, which keeps out pages that rebind their name."""
    if host in EVERYWHERE:
        return ["*"]
    return list(dict.fromkeys([host, *LOCAL])) if host in LOCAL else [host, *LOCAL]


def environment(workspace_root: Path, inherited: Mapping[str, str]) -> dict[str, str]:
    """The server's environment: the inherited one, and the workspace."""
    return {**inherited, WORKSPACE: str(workspace_root.resolve())}


def has_display(inherited: Mapping[str, str]) -> bool:
    """Whether a person sits before this machine, so that a browser may be opened."""
    if inherited.get("WORKBENCH_HEADLESS") or inherited.get("CI"):
        return False
    if sys.platform.startswith("linux"):
        return bool(inherited.get("DISPLAY") or inherited.get("WAYLAND_DISPLAY"))
    return "SSH_CONNECTION" not in inherited


def _is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def _url(host: str, port: int) -> str:
    shown = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def _wait_for(server: "subprocess.Popen[bytes]") -> int:
    """Wait until the server ends, or somebody ends us: then it is ended too."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        return server.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        _stop(server)


def _stop(server: "subprocess.Popen[bytes]") -> None:
    if server.poll() is None:
        server.terminate()
        try:
            server.wait(STOP_S)
        except subprocess.TimeoutExpired:
            server.kill()
