"""The server's process, which exits without DuckDB's shutdown noise.

    python -m workbench.app.server.serve '{"server.port": 8501, …}'

Threads of Streamlit that are still alive at interpreter shutdown make DuckDB print pages about leaked objects. So the
process exits as soon as all other exit handlers have run.
"""

import atexit
import json
import logging
import os
import signal
import sys
from collections.abc import MutableMapping
from pathlib import Path

from workbench.app.server.launch import PASS, PASSCODE, WORKSPACE, is_local
from workbench.app.server.passcode import Devices, Gate, read_hashed
from workbench.engine.files import end_with_parent
from workbench.engine.problems import WholeRange

_code = 0


def main(options: dict[str, object]) -> None:
    """Serve until stopped."""
    global _code
    atexit.register(_exit_at_once)  # registered first, called last
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # once the server has shut down
    logging.disable(logging.INFO)
    try:
        from workbench.app.server.application import build
        from workbench.play.ahead import compile_in_children
        from workbench.scenario.files import Workspace

        compile_in_children()
        workspace = Workspace(Path(os.environ[WORKSPACE]))
        address, port = str(options["server.address"]), WholeRange(1, 65_535).checked("port", options["server.port"])
        guard = guard_of(address, os.environ, Devices(workspace.data))
        build(workspace, address, port, guard).run(config=options)
    except KeyboardInterrupt:
        sys.exit(0)
    except SystemExit as left:
        _code = left.code if isinstance(left.code, int) else int(bool(left.code))
        raise


def guard_of(address: str, variables: MutableMapping[str, str], memory: Devices | None = None) -> Gate | None:
    """The gate for an address, from the hashes in the environment, which are removed there.

    SystemExit for an address that others can reach, without a passcode: that must not be served.
    """
    passcode, once = variables.pop(PASSCODE, ""), variables.pop(PASS, "")
    if passcode:
        return Gate(read_hashed(passcode), once, memory)
    if not is_local(address):
        sys.exit(f"{address} is not served without a passcode; start the dashboard with `workbench app --lan`")
    return None


def _exit_at_once() -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(_code)


if __name__ == "__main__":
    end_with_parent()
    main(json.loads(sys.argv[1]))
