"""Starts the dashboard: a server for one workspace, on this computer alone or, behind a passcode, on its network."""

import errno
import ipaddress
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from workbench.app.server.passcode import Devices, hash_pass, hash_passcode, new_pass, new_passcode
from workbench.engine.files import STOP_S, python_command
from workbench.engine.problems import BadInput, Problem, WholeRange
from workbench.scenario.files import Workspace

ELSEWHERE = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "169.254.255.254", "224.0.0.251")
"""Addresses of the internet, of each private network, and of a multicast group; nothing is ever sent to them."""
LOCAL = ("127.0.0.1", "localhost", "::1")
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")


def is_local(host: str) -> bool:
    """True if a host is this computer and cannot be reached from others."""
    if host in LOCAL:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_name_here(host: str) -> bool:
    """True if a host names this computer only for itself, or for devices that know the names of the local network."""
    return is_local(host) or "." not in host.strip("[]").replace(":", ".") or host.endswith(".local")


def addresses() -> list[str]:
    """This computer's addresses on its networks, the one towards the internet first; empty without a network."""
    towards = [_address_towards(other) for other in ELSEWHERE]
    return [address for address in dict.fromkeys(towards) if address and not is_local(address) and address != "0.0.0.0"]


def url(host: str, port: int) -> str:
    """The URL of the dashboard."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _address_towards(other: str) -> str | None:
    """The address that the system would use towards another; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((other, 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


@dataclass(frozen=True)
class Hosts:
    """This server's names. With `any_address` also every numeric address, which nobody can rebind."""

    names: frozenset[str]
    any_address: bool = False

    def know(self, host: str) -> bool:
        """True if `Host` names this server."""
        match = HOST.fullmatch(host.lower())
        if match is None:
            return False
        name = match["name"].strip("[]").rstrip(".")
        return name in self.names or (self.any_address and _is_address(name))


def hosts_of(address: str, on_network: bool) -> Hosts:
    """The names of a server that listens at an address."""
    names = {*LOCAL, address.lower()}
    if on_network:
        computer = socket.gethostname().lower()
        names |= {computer, computer.partition(".")[0], f"{computer.partition('.')[0]}.local"}
    return Hosts(frozenset(names), any_address=on_network)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


MAIN = Path(__file__).resolve().with_name("main.py")
"""The script of every page. Its folder is on the search path all the while, by the name that links resolve to: else
Streamlit takes it out after each run, and hides the next folder from a job's thread that imports just then."""
WORKSPACE = "WORKBENCH_WORKSPACE"
"""The environment variable with the workspace."""
PASSCODE, PASS = "WORKBENCH_PASSCODE_HASH", "WORKBENCH_PASS_HASH"
"""The environment variables with the hashes of the passcode and the pass."""
PROXIES, NO_PROXY = "FORWARDED_ALLOW_IPS", "none"
"""The environment variable with the proxies that uvicorn trusts for a client's address: none, or whoever guesses the
passcode on this computer could claim another address each time."""
HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"
WILDCARDS = (EVERYWHERE, "::")
USABLE_ADDRESSES = (
    f"use {HERE} for this computer alone, {EVERYWHERE} or --lan for the local network, or an address of it"
)
READY_S = 60.0


@dataclass(frozen=True)
class Keys:
    """The two ways in: the passcode, which a person types, and the pass, for the browser opened here.

    `fixed` is the hash of a passcode that was fixed earlier; then `passcode` is empty.
    """

    passcode: str
    once: str
    fixed: str = ""


def launch(workspace_root: Path, port: int = 8501, host: str = HERE) -> int:
    """Serve the workspace's dashboard until it is stopped; returns the exit code of the command.

    On a host that other devices can reach, each needs the passcode, which is printed here and nowhere else.
    """
    if problem := _why_not(host, port):
        print(problem, file=sys.stderr)  # noqa: T201
        return 2
    fixed = Devices(Workspace(workspace_root).data).passcode
    keys = None if is_local(host) else Keys("" if fixed else new_passcode(), new_pass(), fixed)
    print("\n".join(greeting(port, host, keys)), flush=True)  # noqa: T201
    server = subprocess.Popen(
        command(port, host), stdin=subprocess.PIPE, cwd=MAIN.parent, env=environment(workspace_root, os.environ, keys)
    )
    if has_display(os.environ):
        Thread(target=_open_browser, args=(port, host, keys), daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # if this process is stopped, so is the server
    try:
        return server.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        if server.poll() is None:
            server.terminate()
            try:
                server.wait(STOP_S)
            except subprocess.TimeoutExpired:
                server.kill()


def greeting(port: int, host: str, keys: Keys | None) -> list[str]:
    """The lines printed in the terminal."""
    if keys is None:
        return [f"The playtest workbench runs at {url(host, port)} (stop it with Ctrl+C)"]
    reachable = addresses() if host in WILDCARDS else [host]
    return [
        "The playtest workbench runs on your network (stop it with Ctrl+C):",
        *(f"  {url(address, port)}" for address in reachable or [HERE]),
        f"Passcode: {keys.passcode or 'the one that was fixed on a board, under Devices'}",
        "Each device enters it once, and again after twelve unused hours.",
        "Feedback links work for anyone who has one.",
        "The connection is not encrypted, so use a network that you trust.",
        *([] if reachable else ["No network was found: other devices cannot reach this computer yet."]),
    ]


def host_of(host: str | None, lan: bool) -> str:
    """The address to listen at. Raises BadInput where `--lan` and `--host` contradict each other."""
    if lan and host and is_local(host):
        raise BadInput.one("--host", "is this computer alone; leave it out, or leave out --lan", host)
    return host or (EVERYWHERE if lan else HERE)


def read_port(text: str) -> int:
    """The port of `--port`. Raises BadInput."""
    return WholeRange(1, 65_535).checked("--port", text)


def command(port: int, host: str) -> list[str]:
    """The command line of the server. Settings that guard privacy are given here, whatever configuration files say."""
    return python_command("-m", "workbench.app.server.serve", json.dumps(options(port, host)))


def options(port: int, host: str) -> dict[str, object]:
    """Streamlit's settings."""
    return {
        "server.port": port,
        "server.address": host,
        "server.baseUrlPath": "",
        "server.headless": True,  # the browser is opened here, with a pass where one is needed
        "server.showEmailPrompt": False,
        "server.fileWatcherType": "none",
        "server.enableCORS": True,
        "server.enableXsrfProtection": True,
        "server.allowedHosts": allowed_hosts(host),
        "browser.gatherUsageStats": False,
        "client.showErrorDetails": "none",
        "client.showErrorLinks": False,
        "client.allowedOrigins": [],  # no foreign page controls ours from a frame around it
        "runner.magicEnabled": False,
        "client.toolbarMode": "minimal",
        "logger.hideWelcomeMessage": True,
    }


def allowed_hosts(host: str) -> list[str]:
    """The names under which a browser may open a socket. On the network `application` checks: any address of ours."""
    return list(dict.fromkeys([host, *LOCAL])) if is_local(host) else ["*"]


def environment(workspace_root: Path, inherited: Mapping[str, str], keys: Keys | None = None) -> dict[str, str]:
    """The server's environment: the inherited one, the workspace, the hashes of the keys, and no proxies.

    The server does not run in the working folder: Streamlit would take settings from there, and variables from a
    `secrets.toml`, a path to modules among them.
    """
    variables = {name: value for name, value in inherited.items() if name not in (PASSCODE, PASS)}
    for name in {"PYTHONPATH", "WORKBENCH_CACHE_DIR"} & variables.keys():
        folders = filter(None, variables[name].split(os.pathsep))
        variables[name] = os.pathsep.join(str(Path(folder).absolute()) for folder in folders)
    hashes = {PASSCODE: keys.fixed or str(hash_passcode(keys.passcode)), PASS: hash_pass(keys.once)} if keys else {}
    return {**variables, WORKSPACE: str(workspace_root.resolve()), PROXIES: NO_PROXY, **hashes}


def has_display(inherited: Mapping[str, str]) -> bool:
    """True if there is a display, so that a browser can be opened."""
    if inherited.get("WORKBENCH_HEADLESS") or inherited.get("CI"):
        return False
    if sys.platform.startswith("linux"):
        return bool(inherited.get("DISPLAY") or inherited.get("WAYLAND_DISPLAY"))
    return "SSH_CONNECTION" not in inherited


def _why_not(host: str, port: int) -> Problem | None:
    """Why the server cannot listen there; None where it can."""
    try:
        candidates = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        return Problem("--host", f"the name does not resolve to an address; {USABLE_ADDRESSES}", host)
    for family, kind, protocol, _, address in candidates[:1]:
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(address)
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    taken = f"{host}:{port} is in use, perhaps by another dashboard"
                    return Problem("--port", f"{taken}; stop that, or choose another with --port", str(port))
                if error.errno == errno.EADDRNOTAVAIL:
                    return Problem("--host", f"is no address of this computer; {USABLE_ADDRESSES}", host)
                if error.errno == errno.EACCES:
                    return Problem("--port", "the system does not allow it; choose one from 1024 on", str(port))
                return Problem("--host", f"cannot listen there, port {port}: {error.strerror}", host)
    return None


def _open_browser(port: int, host: str, keys: Keys | None) -> None:
    """Open the dashboard in a browser here, as soon as it answers; the pass saves typing the passcode."""
    base = url(HERE if host in WILDCARDS else host, port)
    deadline = time.monotonic() + READY_S
    while time.monotonic() < deadline:
        with suppress(OSError), urllib.request.urlopen(f"{base}/_stcore/health", timeout=5):
            webbrowser.open(f"{base}/enter/{keys.once}" if keys else base)
            return
        time.sleep(0.1)
