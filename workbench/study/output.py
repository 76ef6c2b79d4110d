"""Files that a command is asked to write."""

import os
from collections.abc import Callable
from pathlib import Path

from workbench.engine.problems import BadInput
from workbench.engine.regular_files import is_folder, is_there


def check_writable(path: Path | None, option: str) -> None:
    """Raise BadInput now where `write_text` would in the end, after hours of playing; no path is fine."""
    if path is None:
        return
    if is_folder(path):
        raise BadInput.one(option, "must be a file, not a folder", path)
    if not is_folder(path.parent):
        raise BadInput.one(option, f"cannot be written: there is no folder {path.parent}", path)
    if not os.access(path if is_there(path) else path.parent, os.W_OK):
        raise BadInput.one(option, "cannot be written: permission denied", path)


def write_text(path: Path, text: str, option: str) -> None:
    """Write a result where `option` asked for it, over an older one. Raises BadInput where we may not."""
    _write(lambda: path.write_text(text, encoding="utf-8"), path, option)


def write_bytes(path: Path, data: bytes, option: str) -> None:
    """The same for a result that is no text."""
    _write(lambda: path.write_bytes(data), path, option)


def _write(write: Callable[[], object], path: Path, option: str) -> None:
    try:
        write()
    except OSError as error:
        raise BadInput.one(option, f"cannot be written: {error.strerror}", path) from None
