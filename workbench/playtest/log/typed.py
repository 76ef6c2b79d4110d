"""Types of fields, and reading a JSON value as a model with every problem. Loads Pydantic: import it late.

class Note(Model):
    text: Annotated[NonEmpty, Field(max_length=300)]

note, problems = read_model(Note, {"text": ""}, "note")  # None, [note.text: must not be empty]
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, ValidationError
from pydantic_core import ErrorDetails

from workbench.engine.problems import Problem, WholeRange
from workbench.engine.wording import counted
from workbench.playtest.log import fields


class Model(BaseModel):
    """A table of fields; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", use_enum_values=True)


M = TypeVar("M", bound=Model)
WORD, DEVICE = "^[a-z0-9_]*$", "^[0-9a-f-]*$"
PATTERNS = {
    WORD: "must be of lower-case letters, digits and _",
    DEVICE: "must be of hexadecimal digits",
}


def whole(low: int, high: int) -> PlainValidator:
    """The annotation of a whole number from `low` to `high`."""
    return PlainValidator(partial(fields.whole, allowed=WholeRange(low, high)))


Text = Annotated[str, AfterValidator(fields.text)]
NonEmpty = Annotated[Text, Field(min_length=1)]
LowerCaseWord = Annotated[str, Field(pattern=WORD)]
Id = Annotated[str, PlainValidator(fields.uuid)]
Device = Annotated[str, Field(max_length=36, pattern=DEVICE)]
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
