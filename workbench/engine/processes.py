"""Processes that this one starts: they run no module that lies in the working folder, and some end with us."""

import os
import signal
import sys
import time
from threading import Thread

STOP_S = 5.0
"""How long a process may take to end by itself."""


def python_command(*words: str) -> list[str]:
    """The command of a Python that looks for no module in the working folder: that may be a stranger's workspace."""
    return [sys.executable, "-P", *words]


def end_with_parent() -> None:
    """End this process when its standard input does, of which only its parent has the other end: also by `kill -9`."""

    def wait() -> None:
        while os.read(0, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(STOP_S)
        os._exit(1)

    Thread(target=wait, name="workbench-end-with-parent", daemon=True).start()


def is_running(pid: int) -> bool:
    """True if a process of this computer has this number. Always True on Windows, where signal 0 would end it."""
    if os.name == "nt":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # it is there, and another user's
    return True
