"""Files on disk, as the commands name them."""

from pathlib import Path

from workbench.engine.problems import BadInput
from workbench.engine.regular_files import UnreadableFile, read_regular
from workbench.playtest.exchange.dates import DateOrder
from workbench.playtest.exchange.parsed import MOST_BYTES, Format

TABLES = "tables"
"""What a command calls the zip of tables, which is no format to import."""
SUFFIXES = {".csv": Format.CSV, ".bgsplay": Format.BGSTATS}


def read_bytes(path: Path, option: str = "FILE") -> bytes:
    """What a file holds. Raises BadInput where it cannot be read, or is too large to be looked at."""
    try:
        return read_regular(path, MOST_BYTES, "file of sessions")
    except UnreadableFile as unreadable:
        raise BadInput.one(option, str(unreadable), path) from None


def read_format(text: str | None, path: Path) -> Format | None:
    """The format behind `--format`, None for `TABLES`; without one, what the file's name ends in says, else our own.

    Raises BadInput.
    """
    suffix = path.suffix.lower()
    if text == TABLES or (text is None and suffix == ".zip"):
        return None
    if text is None:
        return SUFFIXES.get(suffix, Format.JSON)
    if text not in list(Format):
        raise BadInput.one("--format", f"must be one of {', '.join((*Format, TABLES))}", text)
    return Format(text)


def read_dates(text: str | None) -> DateOrder | None:
    """The order behind `--dates`. Raises BadInput."""
    if text is not None and text not in list(DateOrder):
        raise BadInput.one("--dates", f"must be {' or '.join(DateOrder)}", text)
    return None if text is None else DateOrder(text)
