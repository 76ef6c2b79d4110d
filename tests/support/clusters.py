"""A Dask cluster on this machine for tests."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from distributed import LocalCluster


@contextmanager
def cluster_of(workers: int) -> Iterator[LocalCluster]:
    """A scheduler with so many worker processes.

    Workers import the main module of the process that starts them. Tests of pages leave the app there, so they get an
    empty one.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    nowhere = "127.0.0.1:0"
    try:
        with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=nowhere) as found:
            yield found
    finally:
        sys.modules["__main__"] = main
