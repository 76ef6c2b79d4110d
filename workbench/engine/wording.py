"""How the workbench words what every page and command says: lists, counts, near names, dates and times."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from difflib import get_close_matches

NEAR = 0.6
"""How alike two names must be for one to be meant by the other, from 0 to 1."""
SOON_S = 20.0
"""An estimate of less than this needs no number of seconds."""
THIN = "\u202f"
"""A narrow space without a line break, between thousands and before the per cent sign."""


def upper_first(text: str) -> str:
    """The text with a capital letter where it begins, and otherwise as it is."""
    return text[:1].upper() + text[1:]


def as_sentence(text: object) -> str:
    """The text with a capital letter where it begins and a full stop at its end; nothing for nothing."""
    words = str(text).rstrip(".")
    return f"{upper_first(words)}." if words else ""


def lower_first(text: str) -> str:
    """The text with a small letter where it begins, and otherwise as it is."""
    return text[:1].lower() + text[1:]


def listed(parts: Iterable[str], last: str = "and", none: str = "nothing") -> str:
    """Parts as one says them: `a, b and c`; `none` where there are none."""
    *most, end = parts = tuple(parts) or (none,)
    return f"{', '.join(most)} {last} {end}" if len(parts) > 1 else end


def first_of(names: Sequence[str], most: int, total: int = 0) -> list[str]:
    """The first few names, and how many there are beyond: `ties`, `deals`, `3 more`.

    `total`: how many there are, where `names` are only some of them.
    """
    more = max(total, len(names)) - len(names[:most])
    return [*names[:most], *([f"{more} more"] if more else [])]


def on_one_line(text: str) -> str:
    """The text without breaks; `5 000` and `9 %` stay whole."""
    return re.sub(r"[^\S\u00a0\u202f]+", " ", text).strip()


def counted(count: int, one: str, more: str = "", *, separator: str = "") -> str:
    """So many of a thing: `1 session`, `3 sessions`; `more` is the plural where that is not `one` with an s.

    `separator`: what divides thousands, as in `12,000 plays`.
    """
    number = f"{count:,}".replace(",", separator)
    return f"{number} {plural(count, one, more)}"


def plural(count: float, one: str, more: str = "") -> str:
    """The word that goes with so many: `session` or `sessions`, `is` or `are`."""
    return one if count == 1 else more or f"{one}s"


def nearest(text: str, names: Sequence[str], near: float = NEAR) -> str | None:
    """The name that somebody may have meant, whatever its case; None where none is near."""
    by_lower = {name.casefold(): name for name in reversed(names)}
    match = get_close_matches(text.casefold(), by_lower, 1, near)
    return by_lower[match[0]] if match else None


def did_you_mean(text: object, names: Iterable[str], otherwise: str = "", near: float = NEAR) -> str:
    """The end of a complaint about a name: `; did you mean decisions?`, or what else there is to say."""
    name = nearest(str(text), list(names), near)
    return f"; did you mean {name}?" if name else otherwise


def day_words(day: date) -> str:
    """A day as people read it, that of a time local: `7 Nov 2026`."""
    at = day.astimezone() if isinstance(day, datetime) else day
    return f"{at.day} {at:%b %Y}"


def time_words(at: datetime) -> str:
    """A time as people read it, local: `7 Nov 2026, 19:00`."""
    return f"{day_words(at)}, {clock_words(at)}"


def clock_words(at: datetime, *, seconds: bool = False) -> str:
    """The time of day, local: `19:00`, or `19:00:07`."""
    return f"{at.astimezone():{'%H:%M:%S' if seconds else '%H:%M'}}"


def span_words(seconds: float) -> str:
    """A span of time in the largest units that matter: `8 s`, `3 min 20 s`, `1 h 5 min`."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    minutes, hours = whole // 60, whole // 3600
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min {whole % 60} s"


def about_words(seconds: float) -> str:
    """An estimate of a span of time: `a few seconds`, `about a minute`, `about 4 minutes`, `about 2 hours`."""
    if seconds < SOON_S:
        return "a few seconds"
    if seconds < 90:
        return "about a minute"
    minutes = round(seconds / 60)
    return f"about {minutes} minutes" if minutes < 90 else f"about {round(minutes / 60)} hours"


def in_one(specs: Sequence[str]) -> str:
    """The bots as `--bots` takes them: one for all seats, or one a seat."""
    return specs[0] if len(set(specs)) == 1 else " ".join(specs)
