"""Plays on other machines: `dask.distributed` shares them out, and what comes back is the same, bit for bit.

`work` is what a worker does, and says whether two machines play the same, and what a cluster needs for that; `client`
asks for it. Dask is imported where an address is given, and only then.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from workbench.play.cluster.address import PORT, ClusterError, read_address

if TYPE_CHECKING:
    from workbench.play.cluster.client import Cluster

__all__ = ["PORT", "ClusterError", "connected", "read_address"]


@contextmanager
def connected(address: str | None) -> "Iterator[Cluster | None]":
    """The cluster at that address, or None without one. Raises ClusterError within seconds where it cannot play."""
    if address is None:
        yield None
        return
    from workbench.play.cluster.client import Cluster

    with Cluster(address) as cluster:
        yield cluster
