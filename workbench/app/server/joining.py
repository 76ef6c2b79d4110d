"""How other devices reach a page of this server: its addresses, and invitations to that page alone."""

import time

from starlette.requests import Request

from workbench.app.server import launch
from workbench.app.server.lan import Lan
from workbench.app.server.passcode import Gate
from workbench.app.server.sign_in import grants_of


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
