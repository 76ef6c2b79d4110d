"""Replays as lines of text: the events of a trace, and what repeating a run has shown."""

from typing import Any

from workbench.engine.game import Say
from workbench.study.replays import CARD_LISTS, RULES, Repeat

NUMBERED = "Players are numbered from 0, as with --seat: player 0 is seat 1 of tables and charts."
"""The line above plays in words."""


def event_line(event: dict[str, Any], say: Say | None = None) -> str:
    """An event as a line for people: its name, then what the game says of it, or its fields.

    Card lists are too long for a line.
    """
    left_out = ("n", "event", CARD_LISTS)
    fields = {name: value for name, value in event.items() if name not in left_out}
    text = say(event["event"], fields) if say and event["event"] != RULES else _listed(fields)
    return f"{event['n']:>4}  {event['event'].replace('_', ' '):<10} {text}".rstrip()


def _listed(fields: dict[str, Any]) -> str:
    return ", ".join(f"{name} {_shown(value)}" for name, value in fields.items())


def _shown(value: Any) -> str:
    if value is None:
        return "—"
    if isinstance(value, list):
        return "[" + " ".join(map(_shown, value)) + "]"
    if isinstance(value, dict):
        return "(" + " ".join(f"{name} {_shown(each)}" for name, each in value.items()) + ")"
    return str(value)


def repeat_sentence(found: Repeat) -> str:
    """Whether a repeated run gave the same plays, and if not, why that may be."""
    if found.same:
        return f"the same {found.run.plays:,} plays, to the last bit"
    if found.digest == found.run.digest:
        return "the same plays, but the rows in the store differ: it is damaged; see `workbench doctor`"
    if found.same_code:
        return "other plays than those stored, though the code is the same: the store or this machine is at fault"
    return "other plays than those stored: the game's code has changed since"
