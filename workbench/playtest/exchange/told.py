"""What an import did or would do, in lines for people and as JSON."""

from collections.abc import Sequence
from typing import Any

from workbench.playtest.exchange.files import Imported, Preview, Previewed
from workbench.playtest.exchange.merging import News

SHOWN = 20
"""Sessions that a preview lists a line each; the rest is counted."""
NEWS = {
    News.NEW: "new",
    News.GROWN: "has more of a session that is there",
    News.KNOWN: "is there already",
    News.DIFFERS: "differs from what is there: left out",
    News.UPDATED: "differs from what is there: taken",
}


def imported_lines(done: Imported) -> list[str]:
    """What was stored, and how to take it back."""
    batch = done.batch
    if batch is None:
        return [f"nothing new: {nothing_new(done.news)}"]
    updated = sum(news is News.UPDATED for news in done.news)
    also = f"; {updated} brought up to date" if updated else ""
    return [
        f"stored {batch.sessions} new sessions, {batch.entries} entries, {batch.feedback} forms{also}",
        f"`workbench playtests undo {batch.id}` takes them back",
    ]


def nothing_new(news: Sequence[News]) -> str:
    """Why nothing was stored."""
    if not news:
        return "no session in it"
    differ = sum(each is News.DIFFERS for each in news)
    return f"{differ} differ from what is there, and are left out" if differ else "all of it is there already"


def imported_json(done: Imported) -> dict[str, Any]:
    """The same for programs."""
    batch = done.batch
    counts = {name: getattr(batch, name) if batch else 0 for name in ("sessions", "entries", "feedback")}
    warnings = [str(problem) for problem in done.warnings]
    return {"import": batch.id if batch else None, "format": done.format.value, **counts, "warnings": warnings}


def preview_lines(seen: Preview) -> list[str]:
    """What is in a file, a line a session."""
    lines = [_line(session) for session in seen.sessions[:SHOWN]]
    more = [f"and {len(seen.sessions) - SHOWN} more sessions"] if len(seen.sessions) > SHOWN else []
    outcome = "nothing would be stored: there are problems" if seen.errors else "nothing was stored: a dry run"
    return [f"{len(seen.sessions)} sessions ({seen.format.value})", *lines, *more, outcome]


def preview_json(seen: Preview) -> dict[str, Any]:
    """The same for programs, every session of it."""
    return {
        "format": seen.format.value,
        "sessions": [vars(session) | {"started_at": session.started_at.isoformat()} for session in seen.sessions],
        "errors": [str(problem) for problem in seen.errors],
        "warnings": [str(problem) for problem in seen.warnings],
    }


def _line(session: Previewed) -> str:
    when = session.started_at.astimezone().strftime("%Y-%m-%d %H:%M")
    what = f"{session.game}/{session.version}" if session.version else session.game
    counts = f"{session.entries} entries, {session.forms} forms"
    return f"  {session.place}: {when} {what}, {', '.join(session.players)}: {counts}; {NEWS[session.news]}"
