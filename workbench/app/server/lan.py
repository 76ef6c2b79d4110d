"""Opens the evening's pages to the local network while the server runs, and closes them again.

The dashboard itself stays on this computer: phones reach the boards, behind the passcode or an invitation, and the
players' forms. The same server answers at one more address, this computer's on the network.
"""

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import uvicorn
from starlette.requests import Request
from starlette.types import ASGIApp

from workbench.app.server import launch
from workbench.app.server.passcode import Devices, Gate, hash_passcode, new_passcode, read_hashed
from workbench.app.server.sign_in import grants_of
from workbench.engine.problems import BadInput


class Listener(uvicorn.Server):
    """A second address of the server, which leaves signals to the first."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals alone."""
        yield


@dataclass
class Lan:
    """The network as a board sees it. `gate` admits devices; None while this computer is alone.

    `door` makes the application that a gate guards. `passcode` is what to type, where this process has made it.
    """

    devices: Devices
    port: int
    door: Callable[[Gate], ASGIApp]
    gate: Gate | None = None
    from_start: bool = False
    passcode: str = ""
    listeners: list[Listener] = field(default_factory=list)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def open(self) -> None:
        """Answer on the network too, behind the fixed passcode or a new one. Raises BadInput where that fails."""
        if self.gate:
            return
        sockets = [bound for address in launch.addresses() if (bound := _bound(address, self.port))]
        if not sockets:
            raise BadInput.one("network", "this computer has no address on a network that phones could reach")
        fixed = self.devices.passcode
        self.passcode = "" if fixed else new_passcode()
        self.gate = Gate(read_hashed(fixed) if fixed else hash_passcode(self.passcode), memory=self.devices)
        application = self.door(self.gate)
        for bound in sockets:
            config = uvicorn.Config(application, lifespan="off", log_config=None, access_log=False, proxy_headers=False)
            listener = Listener(config)
            self.listeners.append(listener)
            self.tasks.add(asyncio.get_running_loop().create_task(listener.serve(sockets=[bound])))

    async def close(self) -> None:
        """Be on this computer alone again."""
        for listener in self.listeners:
            listener.should_exit = listener.force_exit = True
        for task in self.tasks:
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(asyncio.shield(task), 2)
        self.listeners, self.tasks, self.gate, self.passcode = [], set(), None, ""


def _bound(address: str, port: int) -> socket.socket | None:
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((address, port))
    except OSError:
        bound.close()
        return None
    return bound


def base_urls(request: Request, gate: Gate | None) -> list[str]:
    """The server's addresses as other devices reach it, the likeliest first; its own here where none can."""
    host, port = request.url.hostname or launch.HERE, request.url.port or 80
    others = launch.addresses() if gate and launch.is_name_here(host) else []
    return [launch.url(address, port) for address in others or [host]]


def devices_values(request: Request, lan: Lan | None, path: str) -> dict[str, object]:
    """The values of the dialog about other devices: the way to the page at a path, if the network is open."""
    gate = lan.gate if lan else None
    return {
        "lan": lan,
        "here": bool(request.client and launch.is_local(request.client.host)),
        "others": gate.others(grants_of(request), time.time()) if gate else 0,
        "joins": [f"{base}/join/{gate.invitation(path)}" for base in base_urls(request, gate)] if gate else [],
    }
