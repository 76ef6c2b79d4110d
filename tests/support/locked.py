"""Another process that has a store open, so that nobody else gets in."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.processes import start

HOLD = "import sys, time, duckdb; held = duckdb.connect(sys.argv[1]); print('held', flush=True); time.sleep(600)"


@contextmanager
def held(path: Path) -> Iterator[int]:
    """The number of the process that holds the store, which must be there, until the end of the block."""
    holder = start("-c", HOLD, str(path))
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield holder.pid
    finally:
        holder.kill()
        holder.communicate()
