"""Files on disk, as the commands name them."""

from pathlib import Path

from workbench.engine.problems import BadInput
from workbench.playtest.exchange.parsed import MOST_BYTES, Format

SUFFIXES = {".csv": Format.CSV, ".bgsplay": Format.BGSTATS}


def read_bytes(path: Path, option: str = "FILE") -> bytes:
    """What a file holds. Raises BadInput where it cannot be read, or is too large to be looked at."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadInput.one(option, f"must be at most {MOST_BYTES // 2**20} MiB", path)
        return path.read_bytes()
    except OSError as error:
        raise BadInput.one(option, f"cannot be read: {error.strerror}", path) from None


def read_format(text: str | None, path: Path) -> Format:
    """The format behind `--format`; without one, what the file's name ends in says, else our own. Raises BadInput."""
    if text is None:
        return SUFFIXES.get(path.suffix.lower(), Format.JSON)
    if text not in list(Format):
        raise BadInput.one("--format", f"must be one of {', '.join(Format)}", text)
    return Format(text)
