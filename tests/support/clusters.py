"""A Dask cluster on this machine for tests."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from tests.support.processor import patience

if TYPE_CHECKING:
    from distributed import LocalCluster


@contextmanager
def cluster_of(workers: int) -> "Iterator[LocalCluster]":
    """A scheduler with so many worker processes.

    Workers import the main module of the process that starts them. Tests of pages leave the app there, so they get an
    empty one.
    """
    from distributed import LocalCluster

    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    nowhere = "127.0.0.1:0"
    try:
        with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=nowhere) as local:
            yield local
    finally:
        sys.modules["__main__"] = main


@contextmanager
def near_cluster(workers: int) -> "Iterator[LocalCluster]":
    """A scheduler whose workers are threads of this process: they start at once, and play by what a test puts in place.

    For them too, plays and all that is told goes through the network.
    """
    from distributed import LocalCluster

    how = {"processes": False, "protocol": "tcp", "dashboard_address": None}
    with LocalCluster(n_workers=workers, threads_per_worker=1, **how) as near:
        yield near


START_S = 60.0
"""How long a scheduler may take to start on a quiet machine."""


@dataclass(frozen=True)
class Started:
    """A scheduler that was started as a command, and its address."""

    address: str
    scheduler: subprocess.Popen[bytes]


@contextmanager
def started_as_commands(folder: Path, **environment: str) -> Iterator[Started]:
    """A scheduler and two workers as people start them, by commands; `environment` tells them more."""
    told = {**os.environ, **environment}
    about, scheme = folder / "scheduler.json", "tls" if environment else "tcp"
    with ExitStack() as ends:
        where = ("--host", f"{scheme}://127.0.0.1:0", "--no-dashboard", "--scheduler-file", str(about))
        scheduler = ends.enter_context(_command(told, "scheduler", *where))
        deadline = time.monotonic() + patience(START_S)
        while not about.exists() or not about.read_text():
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.05)
        address = json.loads(about.read_text())["address"]
        more = ("--nworkers", "2", "--nthreads", "1", "--no-dashboard", "--local-directory", str(folder))
        ends.enter_context(_command(told, "worker", address, *more))
        yield Started(address, scheduler)


@contextmanager
def _command(environment: Mapping[str, str], *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A command of Dask, which is ended afterwards."""
    command = [sys.executable, "-m", "dask", *arguments]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
