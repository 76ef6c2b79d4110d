"""The trace of a play: its events, from which a person can referee it by the rulebook.

Rules call `note(Event.DRAW, player, source, card)` where something happens. In compiled code the call vanishes; in
plain mode it reaches the recording in force, if there is one. The game's `event_fields` names the values.
Work that only a note needs goes into a function that is `plain_only`: its calls vanish too.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from workbench.engine.compiling import plain_only


class CardOf(NamedTuple):
    """A card of a card list in the fields of an event, by rule and number; a trace has the card's key in its place."""

    rule: str
    number: int


class CopyOf(NamedTuple):
    """The same of a list with copies of its cards: the number is that of the copy."""

    rule: str
    number: int


class EventHelp(NamedTuple):
    """The help of an event of a trace and of each of its fields, a sentence each."""

    help: str
    fields: Mapping[str, str]


NotedEvent = tuple[IntEnum, tuple[object, ...]]
_held: ContextVar[NotedEvent] = ContextVar("held")
_recorder: ContextVar[list[NotedEvent] | None] = ContextVar("recorder", default=None)


@contextmanager
def recording(events: list[NotedEvent] | None = None) -> Iterator[list[NotedEvent]]:
    """Collect the events of the plain code that runs inside, as (event, values), into a list: this one, if there is."""
    events = [] if events is None else events
    token = _recorder.set(events)
    try:
        yield events
    finally:
        _recorder.reset(token)


def note(event: IntEnum, *values: object) -> None:
    """An event has happened; values are numbers, sets or arrays (copied), in the order that `event_fields` expects."""
    events = _recorder.get()
    if events is not None:
        # the state goes on changing under its arrays
        events.append((event, tuple(value.copy() if isinstance(value, np.ndarray) else value for value in values)))


plain_only(note)


def hold_note(event: IntEnum, *values: object) -> None:
    """Note an event as things are now; it comes into the recording with `release_note`."""
    with recording() as events:
        note(event, *values)
    _held.set(events[0])


def release_note() -> None:
    """Let the event that is held back come into the recording."""
    event, values = _held.get()
    note(event, *values)


plain_only(hold_note)
plain_only(release_note)


def is_recording() -> bool:
    """True if `note` reaches a recording: for functions that are `plain_only` and work something out for it."""
    return _recorder.get() is not None
