"""Files that a command is asked to write."""

from pathlib import Path

from workbench.engine.problems import BadInput


def write_text(path: Path, text: str, option: str) -> None:
    """Write a result where `option` asked for it, over an older one. Raises BadInput where we may not."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput.one(option, f"cannot be written: {error.strerror}", path) from None
