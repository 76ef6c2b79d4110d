"""Whose file it is in which something failed: an author's, or that of Python, a library or the workbench."""

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
