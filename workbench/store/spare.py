"""Spare copies: the store without its plays, a few of them in rotation, so that damage of the file costs plays at most.

A spare copy has the runs with what their plays add up to, the answers of studies, decisions, and playtests. It is made
when the store has changed and the last one is older than an hour, and is read back. The doctor repairs with them.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from workbench.store.blocks import log_of
from workbench.store.connection import Store
from workbench.store.copies import remove, spare_copies, spare_copy_name
from workbench.store.texts import IMPORTS, PEOPLE, SESSIONS

EVERY = timedelta(hours=1)
NEWEST, DAYS, WEEKS = 3, 7, 4
"""How many of the newest copies stay; and of so many days and weeks the newest of each."""


def keep_spare_copy(store: Store, now: datetime | None = None) -> Path | None:
    """Write a spare copy where one is due, and delete those that the rotation lets go; the new one, if any.

    Raises StoreError where it cannot be written.
    """
    now = now or datetime.now(UTC)
    if not is_due(store.path, now):
        return None
    file = spare_copy_name(store.path, now)
    file.parent.mkdir(mode=0o700, exist_ok=True)
    store.back_up(file, plays=False)
    for old in superseded(spare_copies(store.path), now):
        remove(old)
    return file


def is_due(path: Path, now: datetime) -> bool:
    """True where the store has changed since the last spare copy, and that is older than an hour."""
    names = (PEOPLE, IMPORTS, SESSIONS)
    files = [path, log_of(path), *(path.parent / name for name in names), *(path.parent / SESSIONS).glob("*.jsonl")]
    files = [file for file in files if file.exists()]
    copies = _until(now, spare_copies(path))
    if not files or not copies:
        return bool(files)
    newest, copied_at = list(copies.items())[-1]
    changed_at = max(file.stat().st_mtime for file in files)
    return now - copied_at >= EVERY and changed_at > newest.stat().st_mtime


def superseded(copies: Mapping[Path, datetime], now: datetime) -> list[Path]:
    """The copies that are neither among the newest nor the newest of a recent day or week."""
    copies = _until(now, copies)
    newest_first = sorted(copies, key=copies.__getitem__, reverse=True)
    staying = set(newest_first[:NEWEST])
    for span, unit in ((timedelta(days=DAYS), "%Y-%j"), (timedelta(weeks=WEEKS), "%G-%V")):
        newest_of = {copies[file].strftime(unit): file for file in reversed(newest_first) if now - copies[file] < span}
        staying.update(newest_of.values())
    return [file for file in newest_first if file not in staying]


def _until(now: datetime, copies: Mapping[Path, datetime]) -> dict[Path, datetime]:
    """Without copies by a clock that was ahead: they stay until their time has come, and stop no others."""
    return {file: copied_at for file, copied_at in copies.items() if copied_at <= now}
