"""The players' feedback forms on the web: the questions, what was sent, and the page that confirms it."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from workbench.app.server.plain_pages import HEADERS, Refusal, body_of, data, notice, page, wants_data
from workbench.engine.problems import BadInput, Problem, read_whole
from workbench.engine.registry import title_of
from workbench.engine.wording import as_sentence
from workbench.playtest.feedback import (
    LENGTH,
    QUOTE,
    RATED,
    REPLIED,
    WRITTEN,
    Form,
    FormQuestion,
    LinkRefused,
    open_form,
    read_form,
    sent_through,
    submit_through,
)
from workbench.playtest.log.kinds import NOTE_LENGTH, QuestionKind, ReplyChoice, SessionQuestion
from workbench.playtest.log.recording import NoSession
from workbench.playtest.log.session import Session
from workbench.playtest.people import display_names
from workbench.store import Store
from workbench.store.playtests.entries import Feedback, FeedbackRefused, new_uuid
from workbench.store.playtests.people import people

MOST_FIELDS = 200
ANSWER = "answer-"
"""The prefix of a question's id in the name of its field."""
WHO = "Who are you?"
FIRST = ("overall", "fun", "clarity", "length", "again", "best", "change")
"""The questions that fit on one screen or two of a phone; the others are folded."""
LENGTHS = {-2: "Too short", -1: "A bit short", 0: "Right", 1: "A bit long", 2: "Too long"}
REPLIES = {reply.value: reply.value.capitalize() for reply in ReplyChoice}


@dataclass(frozen=True)
class Item:
    """One question for the template. `kind` is `scale`, `choice` or `text`; `options` are values and labels."""

    name: str
    kind: str
    question: str
    options: tuple[tuple[str, str], ...] = ()
    low: str = ""
    high: str = ""


@dataclass(frozen=True)
class FormPart:
    """A titled group of questions; a folded one is opened by whoever has more to say."""

    title: str
    items: tuple[Item, ...]
    folded: bool = False


def parts(session: Session) -> list[FormPart]:
    """The form of a session, from top to bottom."""
    about_game = FormPart("About this game in particular", tuple(map(_session_question, session.questions)))
    items = [
        *map(_rated, RATED),
        Item(LENGTH.name, "length", LENGTH.question, tuple((str(value), label) for value, label in LENGTHS.items())),
        *(_choice(question.name, question.question) for question in REPLIED),
        *(_text(question.name, question.question) for question in WRITTEN),
    ]
    first = tuple(item for item in items if item.name in FIRST)
    rest = tuple(item for item in items if item.name not in FIRST)
    parts = [FormPart("How was it?", first), about_game, FormPart("More questions", rest, folded=True)]
    return [part for part in parts if part.items]


def _rated(question: FormQuestion) -> Item:
    options = tuple((str(value), str(value)) for value in range(1, 6))
    return Item(question.name, "scale", question.question, options, question.low, question.high)


def _choice(name: str, question: str) -> Item:
    return Item(name, "choice", question, tuple(REPLIES.items()))


def _text(name: str, question: str) -> Item:
    return Item(name, "text", question)


def _session_question(question: SessionQuestion) -> Item:
    name = ANSWER + question.id
    if question.kind is QuestionKind.RATING:
        return _rated(FormQuestion(name, question.text, "not at all", "very much"))
    return (_choice if question.kind is QuestionKind.REPLY else _text)(name, question.text)


def read_body(body: bytes) -> dict[str, str]:
    """The fields that a browser sent. Raises BadInput for more than any form has."""
    try:
        return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise BadInput.one("form", f"must have at most {MOST_FIELDS} fields") from None


def posted_answers(session: Session, posted: Mapping[str, str]) -> dict[str, object]:
    """The fields sent, as `read_form` takes them; unknown fields are ignored."""
    plain = {question.name: posted[question.name] for question in WRITTEN if question.name in posted}
    chosen = {question.name: posted[question.name] for question in REPLIED if posted.get(question.name)}
    rated = {question.name: _whole(posted[question.name]) for question in (*RATED, LENGTH) if posted.get(question.name)}
    answers = {
        question.id: _whole(answer) if question.kind is QuestionKind.RATING else answer
        for question in session.questions
        if (answer := posted.get(ANSWER + question.id, "").strip())
    }
    who = {name: posted[name] for name in ("id", "player") if posted.get(name)}
    return {**plain, **chosen, **rated, **who, "quote": posted.get(QUOTE.name) == "yes", "answers": answers}


def _whole(text: str) -> int | str:
    """The whole number, or the text itself, which a later check refuses."""
    number = read_whole(text)
    return text if number is None else number


def _problem_in_words(questions: Mapping[str, str], problem: Problem) -> str:
    field = problem.place.removeprefix("form.")
    name = ANSWER + field.removeprefix("answers.") if field.startswith("answers.") else field
    if question := questions.get(name):
        return f"{question} This {problem.message}."
    return as_sentence(problem.message)


def _value(form: Feedback, item: Item) -> object:
    if item.name.startswith(ANSWER):
        return form.answers.get(item.name.removeprefix(ANSWER))
    value: object = getattr(form, item.name)
    return value


def _answer_in_words(item: Item, value: object) -> str:
    if value is None or value == "":
        return ""
    if item.kind == "scale":
        return f"{value} of 5 (1 {item.low}, 5 {item.high})"
    return dict(item.options).get(str(value), str(value))


LONGEST_BODY = 500_000
"""Bytes of a form: its texts may be long, and take up to nine bytes a character when encoded."""
NO_FORM: Refusal = 404, "No form here", "This link is not valid; ask for a new one."
REFUSALS: Mapping[type[Exception], Refusal] = {
    LinkRefused: NO_FORM,
    NoSession: NO_FORM,
    FeedbackRefused: (410, "This form is closed", ""),
    BadInput: (400, "Not a form", "This is not an answer to this form."),
    Exception: (500, "This did not work", "The workbench had an error. What you typed is still there."),
}
"""A player is told why there is no form, and nothing more."""


def routes(store: Store) -> list[Route]:
    """The forms of the sessions in a store."""

    def empty(request: Request) -> Response:
        return _form(store, open_form(store, request.path_params["token"]), {}, [])

    async def form(request: Request) -> Response:
        body = await body_of(request, LONGEST_BODY)
        if body is None:
            return notice("Too long", "The form is too large.", 413)
        return await run_in_threadpool(_take, store, request.path_params["token"], body, wants_data(request))

    def sent(request: Request) -> Response:
        return _thanks(store, request.path_params["token"], request.path_params["form"])

    return [
        Route("/feedback/{token}", empty, methods=["GET"]),
        Route("/feedback/{token}", form, methods=["POST"]),
        Route("/feedback/{token}/sent/{form}", sent, methods=["GET"]),
    ]


def _take(store: Store, token: str, body: bytes, as_data: bool) -> Response:
    """Store what was sent; sent again, it leads to the same confirmation."""
    posted = read_body(body)
    if sent_through(store, token, posted.get("id", "")):
        return _sent(token, posted["id"], as_data)
    opened = open_form(store, token)
    try:
        return _sent(token, _stored(store, token, opened, posted), as_data)
    except BadInput as bad:
        questions = {item.name: item.question for part in parts(opened.session) for item in part.items}
        problems = [_problem_in_words({"player": WHO} | questions, problem) for problem in bad.problems]
        return data({"problems": problems}, 422) if as_data else _form(store, opened, posted, problems)


def _stored(store: Store, token: str, opened: Form, posted: dict[str, str]) -> str:
    """Store a form; returns its id. A link for one player decides whose form it is."""
    answers = posted_answers(opened.session, posted)
    if opened.player is not None:
        answers["player"] = opened.player
    form, problems = read_form(answers, opened.session.id)
    if form is None:
        raise BadInput(problems)
    return submit_through(store, token, form).id


def _sent(token: str, form: str, as_data: bool) -> Response:
    address = f"/feedback/{token}/sent/{form}"
    return data({"sent": address}) if as_data else RedirectResponse(address, 303, HEADERS)


def _form(store: Store, opened: Form, values: dict[str, str], problems: list[str]) -> Response:
    everybody = people(store)
    names = display_names(everybody, [seated.player for seated in opened.session.everybody])
    return page(
        "form",
        422 if problems else 200,
        values={
            "title": f"How was {title_of(opened.session.header.game)}?",
            "who": names[opened.player] if opened.player else None,
            "ask_who": WHO,
            "players": [(seated.player, names[seated.player]) for seated in opened.open_to],
            "parts": parts(opened.session),
            "quote": QUOTE,
            "longest": NOTE_LENGTH,
            "values": {"id": new_uuid(), **values},
            "problems": problems,
        },
    )


def _thanks(store: Store, token: str, form: str) -> Response:
    sent = sent_through(store, token, form)
    if sent is None:
        return notice("No such form", "Nothing was sent under this address.", 404)
    names = display_names(people(store), [seated.player for seated in sent.session.everybody])
    items = [item for part in parts(sent.session) for item in part.items]
    answers = [(item.question, _answer_in_words(item, _value(sent.form, item))) for item in items]
    values = {
        "title": "Thank you!",
        "game": title_of(sent.session.header.game),
        "who": names.get(sent.form.player),
        "said": [(question, answer) for question, answer in answers if answer],
        "quote": sent.form.quote,
    }
    return page("thanks", values=values)
