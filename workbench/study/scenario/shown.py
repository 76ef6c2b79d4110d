"""Values and problems as a report shows them: one line each, whatever a file holds."""

import datetime as dt
import json
from dataclasses import replace
from typing import Any

from workbench.engine.problems import Problem

LONGEST = 100
"""Characters of a value, or of a name, that a report repeats."""


def shown(value: Any) -> str:
    """A value as TOML would show it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {shown(item)}" for key, item in value.items()) + " }" if value else "{}"
    return value.isoformat() if isinstance(value, dt.date | dt.time) else str(value)


def on_one_line(problem: Problem) -> Problem:
    """The problem without line breaks and terminal codes, and with long values cut short."""
    value = None if problem.value is None else _short(_printable(problem.value))
    return replace(
        problem,
        source=_printable(problem.source),
        place=_short(_printable(problem.place)),
        message=_printable(problem.message),
        value=value,
    )


def _printable(text: str) -> str:
    """`text` with whatever is no visible character escaped."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
