"""Whose file it is in which something failed: an author's, or that of Python, a library or the workbench."""

import sys
import threading
import traceback
from collections.abc import Iterable
from pathlib import Path
from sysconfig import get_path

OURS = Path(__file__).parents[1]
LIBRARIES = ("numba", "numpy")
"""Where a failure is never the author's own line."""
GAMES_OF_OURS = (OURS / "games", OURS / "kit" / "examples")
"""Folders of the workbench in which games lie."""


def may_be_to_blame(source: Path) -> bool:
    """True if a file may belong to a plug-in: not to Python, its libraries for numbers, or the workbench itself."""
    if not source.is_absolute() or set(LIBRARIES) & set(source.parts):
        return False
    ours = source.is_relative_to(OURS) and not any(source.is_relative_to(folder) for folder in GAMES_OF_OURS)
    python = Path(get_path("stdlib"))
    return not ours and (not source.is_relative_to(python) or "site-packages" in source.parts)


def blamed(stack: Iterable[traceback.FrameSummary]) -> tuple[str, int | None] | None:
    """File and line of the author's innermost frame among these, the outermost first; None where none is theirs."""
    frames = [frame for frame in stack if may_be_to_blame(Path(frame.filename))]
    return (frames[-1].filename, frames[-1].lineno) if frames else None


def interrupt(thread: threading.Thread) -> tuple[str, int | None] | None:
    """The author's line where a thread is; a loop there is ended, if it lets itself."""
    import ctypes

    frame = sys._current_frames().get(thread.ident or 0)
    place = blamed(traceback.extract_stack(frame)) if frame else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))
    return place
