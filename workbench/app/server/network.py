"""The addresses under which other devices reach the dashboard, and the names that a request may use for it."""

import ipaddress
import re
import socket
from dataclasses import dataclass

ELSEWHERE = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "169.254.255.254", "224.0.0.251")
"""Addresses of the internet, of each private network, and of a multicast group; nothing is ever sent to them."""
LOCAL = ("127.0.0.1", "localhost", "::1")
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")


def is_local(host: str) -> bool:
    """Whether a host is this computer and cannot be reached from others."""
    if host in LOCAL:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_name_here(host: str) -> bool:
    """Whether a host names this computer only for itself, or for devices that know the names of the local network."""
    return is_local(host) or "." not in host.strip("[]").replace(":", ".") or host.endswith(".local")


def addresses() -> list[str]:
    """This computer's addresses on its networks, the one towards the internet first; empty without a network."""
    found = [_address_towards(other) for other in ELSEWHERE]
    return [each for each in dict.fromkeys(found) if each and not is_local(each) and each != "0.0.0.0"]


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
        """Whether `Host` names this server."""
        found = HOST.fullmatch(host.lower())
        if found is None:
            return False
        name = found["name"].strip("[]").rstrip(".")
        return name in self.names or (self.any_address and _is_address(name))


def hosts_of(address: str, on_network: bool) -> Hosts:
    """The names of a server that listens at an address."""
    names = {*LOCAL, address.lower()}
    if on_network:
        own = socket.gethostname().lower()
        names |= {own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}
    return Hosts(frozenset(names), any_address=on_network)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
