"""Types of fields, those of each kind of entry in a session's log, and those of a form, read with every problem.

class Note(Model):
    text: Annotated[NonEmpty, Field(max_length=300)]

note, problems = read_model(Note, {"text": ""}, "note")  # None, [note.text: must not be empty]

Loads Pydantic: import it late.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache, partial
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, ValidationError, create_model
from pydantic_core import ErrorDetails

from workbench.engine.bit_sets import WORD
from workbench.engine.problems import Problem, WholeRange, is_number
from workbench.engine.wording import counted
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
    ReplyChoice,
    SessionQuestion,
    WinDirection,
)
from workbench.store.playtests.entries import Entry, EntryData, new_uuid
from workbench.store.playtests.overview import RATINGS, REPLIES, TEXTS


class Model(BaseModel):
    """A table of fields; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", use_enum_values=True)


M = TypeVar("M", bound=Model)
LOWER_CASE, HEXADECIMAL = "^[a-z0-9_]*$", "^[0-9a-f-]*$"
PATTERNS = {
    LOWER_CASE: "must be of lower-case letters, digits and _",
    HEXADECIMAL: "must be of hexadecimal digits",
}


def whole(low: int, high: int) -> PlainValidator:
    """The annotation of a whole number from `low` to `high`."""
    return PlainValidator(partial(fields.whole, allowed=WholeRange(low, high)))


Text = Annotated[str, AfterValidator(fields.text)]
NonEmpty = Annotated[Text, Field(min_length=1)]
LowerCaseWord = Annotated[str, Field(pattern=LOWER_CASE)]
Id = Annotated[str, PlainValidator(fields.uuid)]
Device = Annotated[str, Field(max_length=36, pattern=HEXADECIMAL)]
TrueOrFalse = Annotated[bool, Field(strict=True)]
PointsField = Annotated[float, PlainValidator(fields.points)]
Minutes = Annotated[float, PlainValidator(fields.minutes)]
Time = Annotated[datetime, PlainValidator(fields.read_time)]
TimeText = Annotated[str, PlainValidator(lambda value: fields.show_time(fields.read_time(value)))]


MESSAGES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "missing": lambda _: "is missing",
    "value_error": lambda context: str(context["error"]),
    "string_type": lambda _: "must be a text",
    "string_too_short": lambda _: "must not be empty",
    "string_too_long": lambda context: f"must be a text of at most {counted(context['max_length'], 'character')}",
    "string_unicode": lambda _: "must not have half of a surrogate pair, which is no character",
    "string_pattern_mismatch": lambda context: PATTERNS[context["pattern"]],
    "bool_type": lambda _: "must be true or false",
    "int_type": lambda _: "must be a whole number",
    "invalid_key": lambda _: "must have a text as its name",
    "enum": lambda context: f"must be one of {context['expected'].replace(' or ', ', ').replace(chr(39), '')}",
    "list_type": lambda _: "must be a list",
    "too_short": lambda _: "must not be empty",
    "too_long": lambda context: (
        f"must be a text of at most {counted(context['max_length'], 'character')}"
        if context["field_type"] == "Value"  # length of a value that a function of ours returned
        else f"must have at most {counted(context['max_length'], 'entry', 'entries')}"
    ),
    "dict_type": lambda _: "must be a table of fields",
    "model_type": lambda _: "must be a table of fields",
}
"""Words for what is allowed, by the library's kind of error."""


def read_model(model: type[M], value: object, place: str) -> tuple[M | None, list[Problem]]:
    """The value as a model, or None and every problem, with its place below `place`."""
    try:
        return model.model_validate(value), []
    except ValidationError as error:
        details = error.errors(include_url=False)
        return None, [_problem(model, detail, place) for detail in details]


def _problem(model: type[Model], detail: ErrorDetails, place: str) -> Problem:
    steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in detail["loc"] if step != "[key]"]
    where = f"{place}{''.join(steps)}"
    if detail["type"] == "extra_forbidden":
        message = f"no such field; there are {', '.join(model.model_fields) or 'none'}"
    else:
        message = MESSAGES[detail["type"]](detail.get("ctx", {}))
    return Problem(where, message, None if detail["type"] == "missing" else brief(detail["input"]))


def brief(value: object) -> str:
    """A value as a problem shows it."""
    return value if isinstance(value, str) else repr(value)[:100]


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
    head, problems = read_model(EntryFields, value, place)
    if not isinstance(value, dict) or value.get("kind") not in list(EntryKind):
        return None, problems
    kind = EntryKind(value["kind"])
    data, more = read_data(kind, value.get("data", {}), f"{place}.data")
    if head is None or more:
        return None, [*problems, *more]
    return Entry(head.id, session, kind.value, data, head.at, head.device), []


def readable(log: Iterable[Entry]) -> list[Entry]:
    """The stored entries that say what their kinds do, complete; kinds that we do not know say nothing."""
    read = [
        (
            entry,
            *(read_data(EntryKind(entry.kind), entry.data, "") if entry.kind in list(EntryKind) else (entry.data, [])),
        )
        for entry in log
    ]
    return [replace(entry, data=data) for entry, data, problems in read if not problems]


Rating = Annotated[int, whole(1, 5)]
ANSWERS = {QuestionKind.RATING: Rating, QuestionKind.REPLY: ReplyChoice, QuestionKind.TEXT: Note}


def _answer(value: object) -> str | int:
    """An answer of any kind; `answer_problems` checks that it is of the question's."""
    if isinstance(value, str) and len(value) <= NOTE_LENGTH:
        return fields.text(value)
    if is_number(value) and value in range(1, 6):
        return int(value)
    raise Unfit(f"must be 1 to 5, or a text of at most {NOTE_LENGTH} characters")


Answers = Annotated[
    dict[Id, Annotated[str | int, PlainValidator(_answer)]],
    Field(max_length=100),
    AfterValidator(lambda answers: {question: answer for question, answer in answers.items() if answer != ""}),
]
_FIELDS: dict[str, Any] = {
    **dict.fromkeys(RATINGS, (Rating | None, None)),
    "length": (Annotated[int, whole(-2, 2)] | None, None),
    **dict.fromkeys(REPLIES, (ReplyChoice | None, None)),
    **dict.fromkeys(TEXTS, (Note, "")),
}
FormFields = create_model(
    "FormFields",
    __base__=Model,
    id=(Id, Field(default_factory=new_uuid)),
    player=(Id, ...),
    at=(Time, None),
    quote=(TrueOrFalse, False),
    answers=(Answers, {}),
    **_FIELDS,
)
"""A form; everything may be left out except `player`."""


def answer_problems(questions: Sequence[SessionQuestion], answers: Mapping[str, object]) -> list[Problem]:
    """Every problem of the answers to a session's own questions."""
    kinds: dict[str, Any] = {question.id: (ANSWERS[question.kind], None) for question in questions}
    return read_model(create_model("SessionAnswers", __base__=Model, **kinds), answers, "form.answers")[1]
