"""Words and parts that the pages of playtests share."""

from collections.abc import Sequence

from workbench.engine.registry import title_of
from workbench.store.playtests import SessionRow, Spread, Version


def plural(count: int, one: str, more: str = "") -> str:
    """`1 session`, `3 sessions`."""
    return f"{count} {one if count == 1 else more or one + 's'}"


def session_line(row: SessionRow, won: str = "") -> str:
    """A session in one line: when, what, how many, how long, and who won."""
    when = row.started_at.astimezone().strftime("%d %b %Y, %H:%M")
    what = f"{title_of(row.game)} {row.version}".strip()
    new = f" ({row.newcomers} new)" if row.newcomers else ""
    parts = [when, what, f"{plural(row.players, 'player')}{new}"]
    if row.play_s:
        parts.append(f"{round(row.play_s / 60)} min of play")
    if won:
        lead = f" by {row.margin:g}" if row.margin else ""
        parts.append(f"won by {won}{lead}")
    parts.append(plural(row.moments, "moment"))
    return " · ".join(parts)


def called(version: Version, among: Sequence[Version] = ()) -> str:
    """A version's name; with a part of its rules' hash, and its game, where others share its name."""
    name = version.version or "no revision"
    if any(other.game != version.game for other in among):
        name = f"{title_of(version.game)} {name}"
    alike = [other for other in among if (other.game, other.version) == (version.game, version.version)]
    return f"{name} ({version.rules_hash[:6] or 'no rules'})" if len(alike) > 1 else name


def spread(found: Spread | None, digits: int = 1) -> str:
    """Median, quartiles and n: `4 (3–5), n = 12`."""
    if found is None:
        return "–"
    low, middle, high = (f"{round(value, digits):g}" for value in (found.low, found.median, found.high))
    return f"{middle} ({low}–{high}), n = {found.n}"
