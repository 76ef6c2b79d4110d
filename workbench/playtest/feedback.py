"""The feedback form: its questions, checks of the answers, and links to it.

Whoever has a link may fill in that form, and see nothing else. A token is a selector, which finds the link, and a
secret of 256 bits, of which only the SHA-256 is stored: nobody can guess a link, nor make one from a copy of the store.
A secret that long needs no slow hash.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from workbench.engine.problems import BadInput, Problem, WorkbenchError
from workbench.playtest.log.kinds import SessionStatus
from workbench.playtest.log.recording import load
from workbench.playtest.log.session import Seated, Session, session_of
from workbench.store import Store
from workbench.store.playtests.entries import (
    Entry,
    Feedback,
    FeedbackRefused,
    Link,
    add_feedback,
    add_link,
    feedback_of,
    find_link,
    now,
)
from workbench.store.playtests.overview import RATINGS, REPLIES, TEXTS


@dataclass(frozen=True)
class FormQuestion:
    """A question of the form; `low` and `high` label the ends of its scale."""

    name: str
    question: str
    low: str = ""
    high: str = ""


RATED = (
    FormQuestion("overall", "How was it overall?", "poor", "great"),
    FormQuestion("fun", "How much fun was it?", "none", "a lot"),
    FormQuestion("clarity", "How clear were the rules during play?", "confusing", "clear"),
    FormQuestion("learning", "How easy was it to learn?", "hard", "easy"),
    FormQuestion("decisions", "How interesting were your decisions?", "dull", "interesting"),
    FormQuestion("downtime", "How was the time between your turns?", "endless", "short"),
    FormQuestion("interaction", "How was the interaction between players?", "poor", "great"),
    FormQuestion("originality", "How original did it feel?", "seen it before", "new to me"),
)
LENGTH = FormQuestion("length", "How long did it feel?", "too short", "too long")
REPLIED = (
    FormQuestion("fair", "Was it fair to everybody?"),
    FormQuestion("predictable", "Could you tell early who would win?"),
    FormQuestion("again", "Would you play it again?"),
)
WRITTEN = (
    FormQuestion("best", "What was the best moment?"),
    FormQuestion("worst", "What was the worst moment?"),
    FormQuestion("change", "What would you change?"),
)
QUOTE = FormQuestion("quote", "May we quote you, without your name?")

FIELDS = (*(name for name in RATINGS if name != LENGTH.name), LENGTH.name, *REPLIES, *TEXTS, QUOTE.name)
"""Every field of a form except the answers to the session's own questions. All may be left out."""


def read_form(value: object, session: str, place: str = "form") -> tuple[Feedback | None, list[Problem]]:
    """The form with these fields, or None and every problem.

    Besides `FIELDS` it has `player`, and may have `id`, `at` and `answers`; answers to the session's own questions are
    not checked further.
    """
    from workbench.playtest.log.entries import FormFields, read_model  # Pydantic, which stored forms do not need

    form, problems = read_model(FormFields, value, place)
    return (Feedback(session=session, **dict(form)) if form else None), problems


def is_blank(form: Feedback) -> bool:
    """True if nothing was answered."""
    choices = [getattr(form, name) for name in (*RATINGS, *REPLIES)]
    texts = [getattr(form, name) for name in TEXTS]
    return all(value is None for value in choices) and not any(texts) and not form.answers


def submit(store: Store, form: Feedback) -> Feedback:
    """Store a player's form, and return it as stored. Sent again under its id, it changes nothing.

    Raises BadInput for answers that do not fit and for a blank form, FeedbackRefused where the session is over, or the
    player did not play or has answered.
    """
    return add_feedback(store, form, _admit)


def _admit(log: Sequence[Entry], form: Feedback) -> None:
    if not log:
        raise FeedbackRefused("there is no such session")
    session = session_of(log)
    check_open(session)
    if form.player not in {seated.player for seated in session.everybody}:
        raise FeedbackRefused("the form is for those who played")
    from workbench.playtest.log.entries import answer_problems

    if problems := answer_problems(session.questions, form.answers):
        raise BadInput(problems)
    if is_blank(form):
        raise BadInput.one("form", "there is no answer yet")


def check_open(session: Session) -> None:
    """Raise FeedbackRefused for a session that takes no more forms."""
    if session.status is not SessionStatus.OPEN:
        raise FeedbackRefused("the session is over, and its forms are closed")


SELECTOR_BYTES, SECRET_BYTES = 9, 32
LONGEST = 200
"""Characters of a token that are read."""
NOBODY = Link("", hashlib.sha256(b"").hexdigest(), "", None, now())
"""Used where there is no link, so that the comparison takes as long."""


class LinkRefused(WorkbenchError):
    """The token is not valid. The message does not say which part of it is wrong."""


@dataclass(frozen=True)
class Form:
    """The form that a link opens. `player` is whom it is for; None: the one who fills it in chooses from `open_to`."""

    session: Session
    player: str | None
    open_to: tuple[Seated, ...]


@dataclass(frozen=True)
class Sent:
    """A form that was sent through a link, and its session as it is now."""

    session: Session
    form: Feedback


def make_link(store: Store, session: str, player: str | None = None) -> str:
    """Make a link to the form of a session, for one player or for any of them; returns its token, which is not stored.

    Raises NoSession, FeedbackRefused for a session that is over or a player who is not at the table.
    """
    state = load(store, session)
    check_open(state)
    if player is not None and player not in {seated.player for seated in state.everybody}:
        raise FeedbackRefused("the form is for those who played")
    selector, secret = secrets.token_urlsafe(SELECTOR_BYTES), secrets.token_urlsafe(SECRET_BYTES)
    add_link(store, Link(selector, _hash(secret), session, player, now()))
    return f"{selector}.{secret}"


def open_form(store: Store, token: str) -> Form:
    """The form of a token.

    Raises LinkRefused for an invalid token, FeedbackRefused where the session is over, or everybody whom the link is
    for has answered.
    """
    link = _link(store, token)
    session = load(store, link.session)
    check_open(session)
    answered = {form.player for form in feedback_of(store, link.session)}
    players = [seated for seated in session.everybody if link.player in (None, seated.player)]
    left = tuple(seated for seated in players if seated.player not in answered)
    if not left:
        raise FeedbackRefused("this form was filled in already" if players else "the form is for those who played")
    return Form(session, link.player, left)


def submit_through(store: Store, token: str, form: Feedback) -> Feedback:
    """Store a form sent through a link; the link decides the session and the player, whatever the form says.

    Raises LinkRefused, and as `submit`. Sent again under its id, it changes nothing.
    """
    link = _link(store, token)
    return submit(store, replace(form, session=link.session, player=link.player or form.player))


def sent_through(store: Store, token: str, form: str) -> Sent | None:
    """The form that was sent through a link under this id, which only its sender knows; or None. Raises LinkRefused."""
    link = _link(store, token)
    for feedback in feedback_of(store, link.session):
        if feedback.id == form and link.player in (None, feedback.player):
            return Sent(load(store, link.session), feedback)
    return None


def _link(store: Store, token: str) -> Link:
    selector, _, secret = token[:LONGEST].encode("ascii", "replace").decode().partition(".")
    link = find_link(store, selector) or NOBODY
    if not hmac.compare_digest(_hash(secret), link.hash) or link is NOBODY:
        raise LinkRefused("this link is not valid; ask for a new one")
    return link


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
