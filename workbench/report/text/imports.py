"""What an import did or would do, as lines of text and as JSON."""

from collections.abc import Sequence
from typing import Any

from workbench.engine.wording import time_words
from workbench.playtest.exchange.importing import Imported, Preview, SessionPreview, SetAside
from workbench.playtest.exchange.reconcile import ImportStatus

SHOWN = 20
"""Sessions that a preview lists a line each; the rest is counted."""
STATUS_TEXTS = {
    ImportStatus.NEW: "new",
    ImportStatus.GROWN: "continues a stored session",
    ImportStatus.KNOWN: "already stored",
    ImportStatus.DIFFERS: "differs from the stored one: left out",
    ImportStatus.UPDATED: "differs from the stored one: replaces it",
}


def imported_lines(done: Imported) -> list[str]:
    """What was stored, and how to undo it."""
    batch = done.batch
    aside = [_set_aside(done.aside)] if done.aside else []
    if batch is None:
        return [f"nothing new: {why_nothing_new(done.news)}", *aside]
    updated = sum(news is ImportStatus.UPDATED for news in done.news)
    also = f"; updated {updated}" if updated else ""
    return [
        f"stored {batch.sessions} new sessions, {batch.entries} entries, {batch.feedback} forms{also}",
        f"undo with `workbench playtests undo {batch.id}`",
        *aside,
    ]


def _set_aside(aside: SetAside) -> str:
    were = "session with problems was" if aside.sessions == 1 else "sessions with problems were"
    return f"{aside.sessions} {were} left out"


def why_nothing_new(news: Sequence[ImportStatus]) -> str:
    """Why nothing was stored."""
    if not news:
        return "there is no session in it"
    differ = sum(each is ImportStatus.DIFFERS for each in news)
    return f"{differ} differ from the stored ones and are left out" if differ else "everything in it is already stored"


def imported_json(done: Imported) -> dict[str, Any]:
    """The same for programs."""
    batch = done.batch
    counts = {name: getattr(batch, name) if batch else 0 for name in ("sessions", "entries", "feedback")}
    warnings = [str(problem) for problem in done.warnings]
    left = {"rejected": done.aside.sessions if done.aside else 0, "errors": [str(problem) for problem in done.left]}
    return {"import": batch.id if batch else None, "format": done.format.value, **counts, "warnings": warnings, **left}


def preview_lines(seen: Preview) -> list[str]:
    """What is in a file, a line a session."""
    lines = [_line(session) for session in seen.sessions[:SHOWN]]
    more = [f"and {len(seen.sessions) - SHOWN} more sessions"] if len(seen.sessions) > SHOWN else []
    return [f"{len(seen.sessions)} sessions ({seen.format.value})", *lines, *more, _outcome(seen)]


def _outcome(seen: Preview) -> str:
    if not seen.errors:
        return "nothing was stored (dry run)"
    if not seen.can_part:
        return "nothing would be stored, because of the problems"
    good, bad = len(seen.aside.good.sessions), seen.aside.sessions
    return f"nothing would be stored, because of the problems; --good-rows takes {good} sessions and leaves out {bad}"


def preview_json(seen: Preview) -> dict[str, Any]:
    """The same for programs, every session of it."""
    return {
        "format": seen.format.value,
        "sessions": [vars(session) | {"started_at": session.started_at.isoformat()} for session in seen.sessions],
        "errors": [str(problem) for problem in seen.errors],
        "warnings": [str(problem) for problem in seen.warnings],
        "good": len(seen.aside.good.sessions),
        "rejected": seen.aside.sessions,
        "ambiguous_dates": seen.unclear,
        "joinable": seen.joinable,
    }


def scores_text(session: SessionPreview) -> str:
    """Who played, with their scores: `Anna 21, B. 17`."""
    both = zip(session.players, session.scores, strict=True)
    return ", ".join(name if score is None else f"{name} {score:g}" for name, score in both)


def _line(session: SessionPreview) -> str:
    when = time_words(session.started_at)
    what = f"{session.game}/{session.version}" if session.version else session.game
    counts = f"{session.entries} entries, {session.forms} forms"
    return f"  {session.place}: {when} {what}, {scores_text(session)}: {counts}; {STATUS_TEXTS[session.news]}"
