"""The fields of a feedback form. Loads Pydantic: import it late."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, Field, PlainValidator, create_model

from workbench.engine.problems import Problem, is_number
from workbench.playtest.log import fields
from workbench.playtest.log.entries import Id, Model, Note, Time, TrueOrFalse, read_model, whole
from workbench.playtest.log.fields import Unfit
from workbench.playtest.log.kinds import NOTE_LENGTH, QuestionKind, ReplyChoice
from workbench.playtest.log.session import SessionQuestion
from workbench.store.playtests import new_uuid
from workbench.store.playtests.overview import RATINGS, REPLIES, TEXTS

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
