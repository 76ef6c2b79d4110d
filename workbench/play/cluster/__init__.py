"""Plays on other machines: `dask.distributed` shares them out, and what comes back is the same, bit for bit.

`work` is what a worker does, and says whether two machines play the same, and what a cluster needs for that; `client`
asks for it. Dask is imported where an address is given, and only then.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from workbench.engine.problems import BadInput, WorkbenchError

if TYPE_CHECKING:
    from workbench.play.cluster.client import Cluster

SCHEMES = ("tcp", "tls")
PORT = 8786
"""Where a Dask scheduler listens unless it is told otherwise."""


class ClusterError(WorkbenchError):
    """The cluster cannot play, or no longer: why, and what to do."""


def read_address(text: str | None, place: str = "--cluster") -> str | None:
    """The address of a scheduler; None where none is asked for. Raises BadInput, also where Dask is not installed."""
    if text is None:
        return None
    try:
        parts = urlsplit(text.strip())
        sound = parts.scheme in SCHEMES and parts.hostname and parts.port and not parts.path.strip("/")
    except ValueError:
        sound = False
    if not sound:
        raise BadInput.one(place, f"must be the address of a Dask scheduler, as in tcp://10.0.0.5:{PORT}", text)
    if find_spec("distributed") is None:
        message = "needs Dask, which is not installed here: pip install 'playtest-workbench[cluster]'"
        raise BadInput.one(place, f"{message}; in a clone of the sources: pip install -e '.[cluster]'", text)
    return f"{parts.scheme}://{parts.netloc}"


@contextmanager
def connected(address: str | None) -> "Iterator[Cluster | None]":
    """The cluster at that address, or None without one. Raises ClusterError within seconds where it cannot play."""
    if address is None:
        yield None
        return
    from workbench.play.cluster.client import Cluster

    with Cluster(address) as cluster:
        yield cluster
