"""What checks have found, as lines of text: a check of the store, and runs that are played again."""

from typing import Any

from workbench.engine.game import Say
from workbench.study.checks import CARD_LISTS, RULES, CheckedRun, Checkup, Repeat, RowsState


def lost_sentences(found: Checkup) -> list[str]:
    """Everything that is lost, one sentence each; empty for a store that is whole."""
    lost = [found.failure] if found.failure else []
    if found.blocks and found.blocks.broken:
        lost.append(f"blocks missing, or not as they were written: {len(found.blocks.broken)} of {found.blocks.count}")
    lost += [f"table {each.name}: {each.lost:,} of {each.rows:,} rows cannot be read" for each in found.unreadable]
    if any(each.name == "runs" for each in found.unreadable):
        lost.append("plays of runs that cannot be read say nothing any more: a repair does not copy them")
    return lost + [run_sentence(each) for each in found.damaged_runs]


def run_sentence(found: CheckedRun) -> str:
    """What is wrong with a run's rows, or unknown; empty for a run that is whole."""
    name = f"run {found.run.id} ({found.run.game}/{found.run.scenario}, {found.run.done:,} plays)"
    return {
        RowsState.LOST: f"{name}: rows are missing or cannot be read",
        RowsState.CHANGED: f"{name}: its rows are not those that were stored; their digest differs",
        RowsState.UNKNOWN: f"{name}: cannot be checked; {found.why}",
    }.get(found.rows, "")


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
