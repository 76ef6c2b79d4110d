"""What stands on a feedback form, what came back from one, and how it reads once it was sent."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from workbench.engine.problems import BadInput, Problem
from workbench.engine.registry import title_of
from workbench.playtest.forms import LENGTH, QUOTE, RATED, REPLIED, WRITTEN, Asked, Reply
from workbench.playtest.kinds import QuestionKind
from workbench.playtest.session import Question, Session
from workbench.store.playtests import Feedback

MOST_FIELDS = 200
ANSWER = "answer-"
"""What stands before a question's id in the name of its field."""
WHO = "Who are you?"
WHOLE = re.compile(r"-?[0-9]{1,3}")
LENGTHS = {-2: "Too short", -1: "A bit short", 0: "Right", 1: "A bit long", 2: "Too long"}
REPLIES = {reply.value: reply.value.capitalize() for reply in Reply}


@dataclass(frozen=True)
class Item:
    """One question as the template draws it. `kind` is `scale`, `choice` or `text`; `options` are values and labels."""

    name: str
    kind: str
    question: str
    options: tuple[tuple[str, str], ...] = ()
    low: str = ""
    high: str = ""


@dataclass(frozen=True)
class Part:
    """Questions that stand together."""

    title: str
    items: tuple[Item, ...]


def parts(session: Session) -> list[Part]:
    """The form of a session, from top to bottom."""
    own = Part("About this game in particular", tuple(map(_own, session.questions)))
    found = [
        Part("How was it?", tuple(map(_rated, RATED))),
        own,
        Part("Length, fairness and the end", (_length(), *(_choice(asked.name, asked.question) for asked in REPLIED))),
        Part("In your own words", tuple(_text(asked.name, asked.question) for asked in WRITTEN)),
    ]
    return [part for part in found if part.items]


def game_title(session: Session) -> str:
    """What was played, as people call it; not which revision, which might colour what they say."""
    return title_of(session.header.game)


def _rated(asked: Asked) -> Item:
    options = tuple((str(value), str(value)) for value in range(1, 6))
    return Item(asked.name, "scale", asked.question, options, asked.low, asked.high)


def _length() -> Item:
    return Item(LENGTH.name, "length", LENGTH.question, tuple((str(value), label) for value, label in LENGTHS.items()))


def _choice(name: str, question: str) -> Item:
    return Item(name, "choice", question, tuple(REPLIES.items()))


def _text(name: str, question: str) -> Item:
    return Item(name, "text", question)


def _own(question: Question) -> Item:
    name = ANSWER + question.id
    if question.kind is QuestionKind.RATING:
        return _rated(Asked(name, question.text, "not at all", "very much"))
    return (_choice if question.kind is QuestionKind.REPLY else _text)(name, question.text)


def read_body(body: bytes) -> dict[str, str]:
    """The fields that a browser sent. Raises BadInput for more than any form has."""
    try:
        return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise BadInput.one("form", f"must have at most {MOST_FIELDS} fields") from None


def given(session: Session, posted: Mapping[str, str]) -> dict[str, Any]:
    """What came back, as `forms.read_form` takes it; fields that no form has are left where they are."""
    plain = {asked.name: posted[asked.name] for asked in WRITTEN if asked.name in posted}
    chosen = {asked.name: posted[asked.name] for asked in REPLIED if posted.get(asked.name)}
    rated = {asked.name: _whole(posted[asked.name]) for asked in (*RATED, LENGTH) if posted.get(asked.name)}
    answers = {
        question.id: _whole(said) if question.kind is QuestionKind.RATING else said
        for question in session.questions
        if (said := posted.get(ANSWER + question.id, "").strip())
    }
    who = {name: posted[name] for name in ("id", "player") if posted.get(name)}
    return {**plain, **chosen, **rated, **who, "quote": posted.get(QUOTE.name) == "yes", "answers": answers}


def _whole(text: str) -> int | str:
    """A number, or what stands there instead, for the check to refuse."""
    return int(text) if WHOLE.fullmatch(text) else text


def told(session: Session, problems: Iterable[Problem]) -> list[str]:
    """What is wrong with a form, in the words of its questions."""
    questions = {item.name: item.question for part in parts(session) for item in part.items}
    return [_told({"player": WHO} | questions, problem) for problem in problems]


def _told(questions: Mapping[str, str], problem: Problem) -> str:
    field = problem.place.removeprefix("form.")
    name = ANSWER + field.removeprefix("answers.") if field.startswith("answers.") else field
    if question := questions.get(name):
        return f"{question} This {problem.message}."
    return f"{problem.message[:1].upper()}{problem.message[1:]}."


def read_back(session: Session, form: Feedback) -> list[tuple[str, str]]:
    """What was sent, question by question; what was left out is left out."""
    return [
        (item.question, said)
        for part in parts(session)
        for item in part.items
        if (said := _said(item, _value(form, item)))
    ]


def _value(form: Feedback, item: Item) -> Any:
    if item.name.startswith(ANSWER):
        return form.answers.get(item.name.removeprefix(ANSWER))
    return getattr(form, item.name)


def _said(item: Item, value: Any) -> str:
    if value is None or value == "":
        return ""
    if item.kind == "scale":
        return f"{value} of 5 (1 {item.low}, 5 {item.high})"
    return dict(item.options).get(str(value), str(value))
