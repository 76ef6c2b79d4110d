"""The fields of each kind of entry in a session's log. Loads Pydantic: import it late."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Annotated, Any

from pydantic import AfterValidator, Field, PlainValidator, create_model

from workbench.engine.bit_sets import WORD
from workbench.engine.problems import Problem
from workbench.playtest.log import fields
from workbench.playtest.log.clock import wrong_in_itself
from workbench.playtest.log.fields import Unfit
from workbench.playtest.log.kinds import (
    LINE_LENGTH,
    MOMENT_LENGTH,
    MOST_PLAYERS,
    MOST_ROWS,
    MOST_SIDES,
    NAME_LENGTH,
    NOTE_LENGTH,
    ClockPhase,
    EntryKind,
    Medium,
    Moment,
    QuestionKind,
    WinDirection,
)
from workbench.playtest.log.typed import (
    Device,
    Id,
    LowerCaseWord,
    Minutes,
    Model,
    NonEmpty,
    PointsField,
    Text,
    Time,
    TimeText,
    TrueOrFalse,
    read_model,
    whole,
)
from workbench.store.playtests import Entry, EntryData


def _different(players: list[str]) -> list[str]:
    if len(set(players)) < len(players):
        raise Unfit("must not name anybody twice")
    return players


def _moment(value: object) -> str:
    if isinstance(value, str) and (value in list(Moment) or fields.UUID.fullmatch(value)):
        return str(value)
    raise Unfit(f"must be one of {', '.join(Moment)}, or the UUID of an own kind")


MOST_DECISIONS = 100_000
_LARGE = Annotated[int, whole(0, 2**63 - 1)]
PlayerId = Id
SheetRow = Annotated[int, whole(0, MOST_ROWS - 1)]
ShortName = Annotated[LowerCaseWord, Field(max_length=NAME_LENGTH)]
Note = Annotated[Text, Field(max_length=NOTE_LENGTH)]
RemarkText = Annotated[Note, Field(min_length=1)]
SideNames = Annotated[
    list[ShortName], Field(max_length=MOST_SIDES), AfterValidator(lambda sides: list(dict.fromkeys(sides)))
]


_HEADER: Mapping[str, Any] = {
    "revision": (Annotated[Text, Field(max_length=NAME_LENGTH)], ""),
    "rules_hash": (Annotated[LowerCaseWord, Field(max_length=64)], ""),
    "rules": (Annotated[dict[str, object], PlainValidator(fields.rules)], {}),
    "printed": (Annotated[Text, Field(max_length=LINE_LENGTH)], ""),
    "goal": (Note, ""),
    "location": (Annotated[Text, Field(max_length=LINE_LENGTH)], ""),
    "medium": (Medium, Medium.PHYSICAL.value),
    "teacher": (PlayerId | None, None),
    "direction": (WinDirection | None, None),
}
"""Details of a session. `rules` are the values in force, so that the sheet needs no scenario file; `teacher` is a
person, who need not play; `direction` overrides who wins by the game's own sheet."""
_GAME = Annotated[NonEmpty, Field(max_length=NAME_LENGTH)]
_TIMES = dict.fromkeys(("teaching_min", "play_min", "break_min"), (Minutes, 0))
_WINNERS = Annotated[list[PlayerId], Field(max_length=MOST_PLAYERS), AfterValidator(_different)]
_SEAT = Annotated[int, whole(0, MOST_PLAYERS - 1)]

FIELDS: Mapping[EntryKind, Mapping[str, Any]] = {
    EntryKind.OPEN: {"game": (_GAME, ...), **_HEADER},
    EntryKind.HEADER: {"game": (_GAME, ""), **_HEADER},
    EntryKind.PLAYER: {"player": (PlayerId, ...), "seat": (_SEAT | None, None), "newcomer": (TrueOrFalse, False)},
    EntryKind.LEAVE: {"player": (PlayerId, ...)},
    EntryKind.TAKEOVER: {"of": (PlayerId, ...), "to": (PlayerId | None, ...)},
    EntryKind.PHASE: {"phase": (ClockPhase, ...)},
    EntryKind.TURN: {"player": (PlayerId | None, ...)},
    EntryKind.TIMES: {"started_at": (TimeText, ""), **_TIMES, "ended_at": (TimeText | None, None)},
    EntryKind.SCORE: {
        "player": (PlayerId, ...),
        "row": (SheetRow, ...),
        "criterion": (ShortName | None, None),
        "points": (PointsField | None, ...),
    },
    EntryKind.TOTAL: {"player": (PlayerId, ...), "points": (PointsField | None, ...)},
    EntryKind.SIDE: {"player": (PlayerId, ...), "side": (ShortName | None, ...)},
    EntryKind.OUTCOME: {"row": (SheetRow | None, ...), "sides": (SideNames | None, ...)},
    EntryKind.OVERRIDE: {
        "winners": (_WINNERS | None, None),
        "totals": (dict[PlayerId, PointsField], {}),
        "reason": (RemarkText, ...),
    },
    EntryKind.MOMENT: {
        "moment": (Annotated[str, PlainValidator(_moment)], ...),
        "player": (PlayerId | None, None),
        "note": (Note, ""),
    },
    EntryKind.MOMENT_KIND: {
        "title": (Annotated[str, PlainValidator(partial(fields.line, longest=MOMENT_LENGTH))], ...)
    },
    EntryKind.NOTE: {"text": (RemarkText, ...), "player": (PlayerId | None, None)},
    EntryKind.QUESTION: {
        "text": (Annotated[NonEmpty, Field(max_length=LINE_LENGTH)], ...),
        "kind": (QuestionKind, ...),
    },
    EntryKind.DECISIONS: {
        "seed": (_LARGE, ...),
        "retake": (_LARGE, 0),
        "play": (_LARGE, ...),
        "bots": (Annotated[list[ShortName], Field(max_length=MOST_PLAYERS)], ...),
        "people": (Annotated[list[_SEAT], Field(max_length=MOST_PLAYERS)], ...),
        "actions": (Annotated[list[Annotated[int, whole(0, WORD - 1)]], Field(max_length=MOST_DECISIONS)], ...),
    },
    EntryKind.END: {"finished": (TrueOrFalse | None, None)},
    EntryKind.ABANDON: {"reason": (Note, "")},
    EntryKind.UNDO: {"entry": (Id, ...)},
    EntryKind.EDIT: {"entry": (Id, ...), "data": (dict[str, object], ...)},  # all fields; `check_target` reads them
}
"""Type and default of each field, `...` for one that may not be left out."""
PARTIAL = frozenset({EntryKind.HEADER, EntryKind.TIMES, EntryKind.END})
"""Kinds of which all fields may be left out; they change only those that they have."""


@cache
def _model(kind: EntryKind) -> type[Model]:
    return create_model(kind.value, __base__=Model, **FIELDS.get(kind, {}))


class EntryFields(Model):
    """An entry as a file has it."""

    id: Id
    kind: EntryKind
    at: Time
    device: Device = ""
    data: object = None


def read_fields(kind: EntryKind, value: object, place: str) -> tuple[EntryData, list[Problem]]:
    """An entry's fields as stored, with defaults for those left out; or an empty table and every problem."""
    model, problems = read_model(_model(kind), value, place)
    data = dict(model) if model else {}
    if model and kind in PARTIAL:
        data = {name: data[name] for name in data if name in model.model_fields_set}
    return data, problems


def read_data(kind: EntryKind, value: object, place: str) -> tuple[EntryData, list[Problem]]:
    """The same, where the fields of a correction of times also fit each other."""
    data, problems = read_fields(kind, value, place)
    return data, problems or (wrong_in_itself(data, place) if kind is EntryKind.TIMES else [])


def read_entry(value: object, session: str, place: str) -> tuple[Entry | None, list[Problem]]:
    """The entry, or None and every problem."""
    head, problems = read_model(EntryFields, value, place)
    if not isinstance(value, dict) or value.get("kind") not in list(EntryKind):
        return None, problems
    kind = EntryKind(value["kind"])
    data, more = read_data(kind, value.get("data", {}), f"{place}.data")
    if head is None or more:
        return None, [*problems, *more]
    return Entry(head.id, session, kind.value, data, head.at, head.device), []
