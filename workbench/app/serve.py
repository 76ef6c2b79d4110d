"""The server's process: Streamlit, and an end without last words.

    python -m workbench.app.serve --server.port=8501 …

Threads of Streamlit that are still alive when Python takes itself apart make DuckDB print pages about leaked objects.
So the process leaves as soon as everything that wanted to be told of the end has been told.
"""

import atexit
import os
import sys

from workbench.app.launch import MAIN

_code = 0


def main(options: list[str]) -> None:
    """Serve until stopped."""
    global _code  # noqa: PLW0603 - the end of a process is global
    atexit.register(_leave)  # the first to be entered is the last to be called
    from streamlit.web.cli import main as streamlit

    try:
        streamlit(["run", str(MAIN), *options], prog_name="workbench app")
    except SystemExit as left:
        _code = left.code if isinstance(left.code, int) else int(bool(left.code))
        raise


def _leave() -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(_code)


if __name__ == "__main__":
    main(sys.argv[1:])
