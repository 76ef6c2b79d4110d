"""Links to a feedback form: whoever has one may fill in that form, and see nothing else.

A token is a selector, which finds the link, and a secret of 256 bits, of which only the SHA-256 is stored: nobody can
guess a link, nor make one from a copy of the store. A secret that long needs no slow hash.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, replace

from workbench.engine.problems import WorkbenchError
from workbench.playtest.forms import check_open, submit
from workbench.playtest.log import load
from workbench.playtest.session import Seated, Session
from workbench.store import Store
from workbench.store.playtests import Feedback, FeedbackRefused, Link, add_link, feedback_of, find_link
from workbench.store.playtests.rows import now

SELECTOR_BYTES, SECRET_BYTES = 9, 32
LONGEST = 200
"""Characters of a token that are looked at."""
NOBODY = Link("", hashlib.sha256(b"").hexdigest(), "", None, now())
"""Compared with where there is no link, so that the answer takes as long."""


class LinkRefused(WorkbenchError):
    """The token opens nothing. Which part of it is wrong, is not said."""


@dataclass(frozen=True)
class Form:
    """What a link opens. `player` is who it is for; None: one of `open_to` says who they are."""

    session: Session
    player: str | None
    open_to: tuple[Seated, ...]


@dataclass(frozen=True)
class Sent:
    """A form that came through a link, and its session as it stands now."""

    session: Session
    form: Feedback


def make_link(store: Store, session: str, player: str | None = None) -> str:
    """A new link to the form of a session, for one player or for whoever of them opens it; its token, kept nowhere.

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
    """The form behind a token.

    Raises LinkRefused for one that opens nothing, FeedbackRefused where the session is over, or everybody whom the
    link is for has answered.
    """
    link = _link(store, token)
    session = load(store, link.session)
    check_open(session)
    answered = {form.player for form in feedback_of(store, link.session)}
    asked = [seated for seated in session.everybody if link.player in (None, seated.player)]
    left = tuple(seated for seated in asked if seated.player not in answered)
    if not left:
        raise FeedbackRefused("this form was filled in already" if asked else "the form is for those who played")
    return Form(session, link.player, left)


def submit_through(store: Store, token: str, form: Feedback) -> Feedback:
    """Keep a form that came through a link, for the session and the player that the link is for, whatever it says.

    Raises LinkRefused, and what `forms.submit` raises. Sent again under its id, it changes nothing.
    """
    link = _link(store, token)
    return submit(store, replace(form, session=link.session, player=link.player or form.player))


def sent_through(store: Store, token: str, form: str) -> Sent | None:
    """What was sent through a link under a form's id, which only its sender knows; None if nothing was.

    Raises LinkRefused.
    """
    link = _link(store, token)
    for each in feedback_of(store, link.session):
        if each.id == form and link.player in (None, each.player):
            return Sent(load(store, link.session), each)
    return None


def _link(store: Store, token: str) -> Link:
    selector, _, secret = token[:LONGEST].encode("ascii", "replace").decode().partition(".")
    link = find_link(store, selector) or NOBODY
    if not hmac.compare_digest(_hash(secret), link.hash) or link is NOBODY:
        raise LinkRefused("this link does not lead to a form; ask for a new one")
    return link


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
