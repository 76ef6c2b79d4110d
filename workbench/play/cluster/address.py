"""The address of a cluster, checked before anything of Dask is imported; and the error where it cannot play."""

from importlib.util import find_spec
from urllib.parse import urlsplit

from workbench.engine.problems import BadInput, WorkbenchError

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
