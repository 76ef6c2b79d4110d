"""The players' forms: each behind a link of its own, filled in once, and nothing else to be seen from there."""

from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from workbench.app.web import form_page
from workbench.app.web.pages import HEADERS, body_of, data, notice, page, sentence
from workbench.engine.problems import BadInput
from workbench.playtest.forms import QUOTE, read_form
from workbench.playtest.kinds import NOTE_LENGTH
from workbench.playtest.links import Form, LinkRefused, Sent, open_form, sent_through, submit_through
from workbench.playtest.log import NoSession
from workbench.playtest.people import shown_names
from workbench.store import Store, StoreError
from workbench.store.playtests import FeedbackRefused, new_uuid, people

LONGEST_BODY = 500_000
"""Bytes: each text of a form may be long, and takes up to nine bytes a character on the way."""
BUSY = "The workbench is busy with something else. What you typed is still there: try again in a moment."


def routes(store: Store) -> list[Route]:
    """The forms of the sessions in a store."""

    async def form(request: Request) -> Response:
        token = request.path_params["token"]
        if request.method != "POST":
            return await run_in_threadpool(_guarded, request, partial(_show, store, token))
        body = await body_of(request, LONGEST_BODY)
        if body is None:
            return notice("Too long", "That is more than a form can hold.", 413)
        return await run_in_threadpool(_guarded, request, partial(_take, store, token, body, _wants_data(request)))

    def sent(request: Request) -> Response:
        return _guarded(request, partial(_thanks, store, request.path_params["token"], request.path_params["form"]))

    return [
        Route("/feedback/{token}", form, methods=["GET", "POST"]),
        Route("/feedback/{token}/sent/{form}", sent, methods=["GET"]),
    ]


def _show(store: Store, token: str) -> Response:
    with store.session():
        return _form(store, open_form(store, token), {"id": new_uuid()}, [])


def _take(store: Store, token: str, body: bytes, as_data: bool) -> Response:
    """Keep what was sent; sent again, it leads to the same thanks."""
    posted = form_page.read_body(body)
    with store.session():
        if sent_through(store, token, posted.get("id", "")):
            return _sent(token, posted["id"], as_data)
        opened = open_form(store, token)
        try:
            return _sent(token, _stored(store, token, opened, posted), as_data)
        except BadInput as bad:
            problems = form_page.told(opened.session, bad.problems)
            return data({"problems": problems}, 422) if as_data else _form(store, opened, posted, problems)


def _stored(store: Store, token: str, opened: Form, posted: dict[str, str]) -> str:
    """Keep a form; its id. The link, not the form, says whose it is where it was made for one player."""
    given = form_page.given(opened.session, posted)
    if opened.player is not None:
        given["player"] = opened.player
    form, problems = read_form(given, opened.session.id)
    if form is None:
        raise BadInput(problems)
    return submit_through(store, token, form).id


def _sent(token: str, form: str, as_data: bool) -> Response:
    address = f"/feedback/{token}/sent/{form}"
    return data({"sent": address}) if as_data else RedirectResponse(address, 303, HEADERS)


def _form(store: Store, opened: Form, values: dict[str, str], problems: list[str]) -> Response:
    known = people(store)
    names = shown_names(known, [seated.player for seated in opened.session.everybody])
    return page(
        "form",
        422 if problems else 200,
        title=f"How was {form_page.game_title(opened.session)}?",
        who=names[opened.player] if opened.player else None,
        ask_who=form_page.WHO,
        players=[(seated.player, names[seated.player]) for seated in opened.open_to],
        parts=form_page.parts(opened.session),
        quote=QUOTE,
        longest=NOTE_LENGTH,
        values={"id": new_uuid(), **values},
        problems=problems,
    )


def _thanks(store: Store, token: str, form: str) -> Response:
    with store.session():
        found = sent_through(store, token, form)
        if found is None:
            return notice("No such form", "Nothing was sent under this address.", 404)
        return page("thanks", title="Thank you!", **_said(store, found))


def _said(store: Store, found: Sent) -> dict[str, Any]:
    names = shown_names(people(store), [seated.player for seated in found.session.everybody])
    return {
        "game": form_page.game_title(found.session),
        "who": names.get(found.form.player),
        "said": form_page.read_back(found.session, found.form),
        "quote": found.form.quote,
    }


def _guarded(request: Request, answer: Callable[[], Response]) -> Response:
    """The answer, or what stands in its way, in words that tell nothing more."""
    try:
        return answer()
    except (LinkRefused, NoSession):
        refused = 404, "No form here", "This link does not lead to a form; ask for a new one."
    except FeedbackRefused as error:
        refused = 410, "This form is closed", sentence(error)
    except StoreError:
        refused = 503, "One moment", BUSY
    except BadInput:
        refused = 400, "Not a form", "That is not what this form sends."
    status, title, text = refused
    return data({"refused": text}, status) if _wants_data(request) else notice(title, text, status)


def _wants_data(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "")
