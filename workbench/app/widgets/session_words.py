"""Sessions, versions and spreads in words, for the pages of playtests."""

from collections.abc import Mapping, Sequence

from workbench.engine.registry import title_of
from workbench.engine.wording import counted, listed, time_words
from workbench.playtest.log.scores import Scores
from workbench.store.playtests import SessionRow, Spread, Version


def session_line(row: SessionRow, won: str = "") -> str:
    """A session in one line: when, what, how many, how long, and who won, as `won_by` says it."""
    when = time_words(row.started_at)
    what = f"{title_of(row.game)} {row.version}".strip()
    new = f" ({row.newcomers} new)" if row.newcomers else ""
    parts = [when, what, f"{counted(row.players, 'player')}{new}"]
    if row.play_s:
        parts.append(f"{round(row.play_s / 60)} min of play")
    if won:
        parts.append(f"won by {won}")
    parts.append(counted(row.moments, "moment"))
    return " · ".join(parts)


def won_by(scores: Scores, names: Mapping[str, str]) -> str:
    """Who won, and by how much, or by which override; empty where nobody has won yet."""
    winners = listed((names[player] for player in scores.winners), none="")
    if scores.winning_sides and not scores.wins_by_override:
        sides = scores.sheet.sides_in_words(scores.winning_sides)
        return f"{sides} ({winners})" if winners else sides
    if scores.wins_by_override and scores.override:
        return f"{winners or 'nobody'} by override: {shortened(scores.override.reason)}"
    return f"{winners} by {scores.margin:g}" if scores.margin else winners


def shortened(text: str, longest: int = 80) -> str:
    """A text on one line, cut where it is longer."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def version_name(version: Version, among: Sequence[Version] = ()) -> str:
    """A version's name; with a part of its rules' hash, and its game, where others share its name."""
    name = version.version or "no revision"
    if any(other.game != version.game for other in among):
        name = f"{title_of(version.game)} {name}"
    alike = [other for other in among if (other.game, other.version) == (version.game, version.version)]
    return f"{name} ({version.rules_hash[:6] or 'no rules'})" if len(alike) > 1 else name


def spread_words(found: Spread | None, digits: int = 1) -> str:
    """Median, quartiles and n: `4 (3–5), n = 12`."""
    if found is None:
        return "–"
    low, middle, high = (f"{round(value, digits):g}" for value in (found.low, found.median, found.high))
    return f"{middle} ({low}–{high}), n = {found.n}"
