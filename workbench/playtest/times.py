"""Times as entries and files have them, and as people read them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from workbench.playtest.fields import Unfit

EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=2)
"""How far ahead of us a clock may be; a day for a wrong date, and one for the time zone."""


def read_time(value: Any) -> datetime:
    """A time as ISO 8601 writes it, with its zone. Raises Unfit."""
    allowed = "must be a time as in 2026-11-22T18:30:00Z, not before 1900 nor after tomorrow"
    try:
        at = value if isinstance(value, datetime) else datetime.fromisoformat(value)
        at = at.astimezone(UTC) if at.tzinfo else at
    except (TypeError, ValueError, OverflowError):
        raise Unfit(allowed) from None
    if at.tzinfo is None or not EARLIEST <= at <= datetime.now(UTC) + AHEAD:
        raise Unfit(allowed)
    return at


def show_time(at: datetime) -> str:
    """A time as `read_time` reads it, to the microsecond."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def time_text() -> Callable[[Any], str]:
    """A time, kept as text: the one form of it that `show_time` gives."""
    return lambda value: show_time(read_time(value))


def told_time(at: datetime) -> str:
    """A time as people read it, local: `17 Nov 2026, 19:00`."""
    return at.astimezone().strftime("%d %b %Y, %H:%M")
