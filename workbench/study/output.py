"""Files that a command is asked to write."""

import os
from functools import partial
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


def write_text(path: Path, text: str, option: str, private: bool = False) -> None:
    """Write a result where `option` asked for it, over an older one. Raises BadInput where we may not.

    A new file that is `private` is readable by its owner alone.
    """
    write_bytes(path, text.encode(), option, private)


def write_bytes(path: Path, data: bytes, option: str, private: bool = False) -> None:
    """The same for a result that is no text."""
    try:
        with open(path, "wb", opener=partial(os.open, mode=0o600 if private else 0o666)) as file:
            file.write(data)
    except OSError as error:
        raise BadInput.one(option, f"cannot be written: {error.strerror}", path) from None
