"""Feedback of a session: forms on screens and on paper, links and QR codes, own questions, and other devices."""

from collections.abc import Callable, Iterable, Mapping, Set
from contextlib import suppress
from functools import partial
from urllib.parse import urlsplit

import segno
import streamlit as st

from workbench.app.pages.live import shared
from workbench.app.pages.live.shared import SessionView, entry_button, session_cache, store_entry
from workbench.app.server import launch, sign_in
from workbench.app.server.launch import HERE
from workbench.app.widgets.downloads import file_button
from workbench.app.widgets.messages import attempt
from workbench.app.widgets.text import literal
from workbench.engine.problems import WorkbenchError
from workbench.engine.registry import games, title_of
from workbench.engine.wording import counted
from workbench.playtest.feedback import LENGTH, RATED, REPLIED, WRITTEN, make_link
from workbench.playtest.log.kinds import LINE_LENGTH, EntryKind, QuestionKind, SessionStatus
from workbench.playtest.log.recording import Log
from workbench.playtest.log.scores import accepted
from workbench.playtest.log.session import Session
from workbench.playtest.printing import feedback_form, session_sheet
from workbench.report.downloads import file_stem
from workbench.store import Store
from workbench.store.playtests import Feedback

PAPER = "Opens in the browser; print it from there. It works offline."


DEFAULT_RULES = "No revision is named: the score sheet follows the game's default rules"


def print_buttons(view: SessionView) -> None:
    """The session sheet and the feedback form, for this session; by default rules where it has none of its own."""
    header, game = view.session.header, games().get(view.session.header.game)
    if game:
        rules = accepted(game, header.rules)
        title = "" if header.rules else DEFAULT_RULES
        print_button(
            "Session sheet",
            lambda: session_sheet(
                game,
                rules,
                revision=header.revision,
                label=header.printed,
                title=title,
                logged=(view.session, view.name),
            ),
            file_stem("session-sheet", header.game, header.version),
            "print_sheet",
            PAPER if header.rules else f"{PAPER} {DEFAULT_RULES}.",
        )
    questions = view.session.questions
    print_button(
        "Feedback form",
        lambda: feedback_form(title_of(header.game), revision=header.version, questions=questions),
        file_stem("feedback-form", header.game, header.version),
        "print_form",
    )


def print_button(label: str, make: Callable[[], str], stem: str, key: str, about: str = PAPER) -> None:
    """A button that downloads a page for printing."""
    file_button(label, make, f"{stem}.html", key, icon=":material/print:", about=about)


ABOUT = """Every device that entered the passcode can see and change everything here. A device that is signed out must
enter it again; players' feedback links keep working. To keep out somebody who knows the passcode, restart the
workbench: each start makes a new one."""


def other_devices() -> None:
    """The button that signs all others out; nothing where nobody is asked for a passcode."""
    if not sign_in.asks_for_passcode():
        return
    with st.popover("Other devices", icon=":material/devices:"):
        count = sign_in.other_devices()
        st.markdown(f"**{counted(count, 'other device')}** signed in.")
        st.caption(ABOUT)
        st.button(
            "Sign out all other devices",
            key="sign_out_others",
            icon=":material/logout:",
            disabled=not count,
            on_click=sign_in.sign_out_others,
        )


FORM = "/feedback/"
"""The path between the address of the dashboard and a form's token."""
MODULE, QUIET = 6, 4
"""A module of a QR code in pixels, and the modules around it that must stay white."""
HERE_ALONE = """These links open on this computer only. Start the workbench with `workbench app --lan` to open them on
phones in the same network."""
SEVERAL = "This computer is on several networks. Choose the one that the phones use."


def feedback_links(store: Store, session: Session, names: Mapping[str, str], answered: Set[str]) -> None:
    """For each player of an open session, the QR code and the link of their form, and who has answered.

    `names` says how each player is called, `answered` whose form has come. Nothing is read from the store, since a page
    that is open draws this again and again, and nothing is stored before the button is pressed. The links are kept in
    this process alone, so a restarted dashboard makes new ones; the old ones go on working.
    """
    if session.status is not SessionStatus.OPEN:
        st.caption("The session is over, and its forms are closed.")
    elif not session.everybody:
        st.caption("Add the players first. Each of them gets a form.")
    else:
        _open_links(store, session, names, answered)


def make_links(store: Store, session: str, players: Iterable[str]) -> None:
    """A link for each of these players who has none here."""
    tokens = _tokens(str(store.path))
    for player in players:
        if (session, player) not in tokens:
            tokens[session, player] = make_link(store, session, player)


def _make(store: Store, session: str, players: Iterable[str]) -> None:
    attempt(partial(make_links, store, session, players))


def link_url(token: str, base: str) -> str:
    """The address of the form behind a token, on a dashboard that players' devices reach at `base`."""
    return f"{base}{FORM}{token}"


def bases() -> list[str]:
    """The dashboard's addresses as other devices may reach it, the likeliest first; its own here where none can."""
    port = int(st.get_option("server.port"))
    page = urlsplit(st.context.url or launch.url(HERE, port))
    others = launch.addresses() if on_network() and launch.is_name_here(page.hostname or "") else []
    return [launch.url(address, port) for address in others] or [f"{page.scheme}://{page.netloc}"]


def on_network() -> bool:
    """True if this server can be reached from other devices."""
    return not launch.is_local(st.get_option("server.address") or "")


def _open_links(store: Store, session: Session, names: Mapping[str, str], answered: Set[str]) -> None:
    tokens = _tokens(str(store.path))
    players = [seated.player for seated in session.everybody]
    left = [player for player in players if player not in answered]
    if answered:
        who = ", ".join(literal(names[player]) for player in players if player in answered)
        st.caption(f":material/check_circle: Answered: {who}.")
    if not left:
        return
    if any((session.id, player) not in tokens for player in left):
        key, icon = f"links_{session.id}", ":material/qr_code_2:"
        st.button("Make feedback links", icon=icon, key=key, on_click=_make, args=[store, session.id, left])
    else:
        _show(session, left, names, tokens)


def _show(session: Session, left: list[str], names: Mapping[str, str], tokens: dict[tuple[str, str], str]) -> None:
    """One code at a time: a camera that sees two takes either."""
    who = st.pills(
        "Form for",
        left,
        format_func=lambda player: literal(names[player]),
        default=left[0],
        key=f"form_of_{session.id}",
    )
    player = who if who in left else left[0]
    addresses = bases()
    base = st.selectbox("Address", addresses, key="links_at", help=SEVERAL) if len(addresses) > 1 else addresses[0]
    address = link_url(tokens[session.id, player], base)
    st.image(qr_code(address), caption=f"{literal(names[player])} scans this with a phone", width=260)
    st.code(address, language=None, wrap_lines=True)
    st.link_button("Open here", address, icon=":material/open_in_new:")
    if not on_network():
        st.info(HERE_ALONE, icon=":material/wifi_off:")


def qr_code(text: str) -> str:
    """A QR code as SVG, dark on white in either theme, which cameras want."""
    code = segno.make(text, error="m", micro=False)
    return code.svg_inline(scale=MODULE, border=QUIET, dark="#000000", light="#ffffff")


@st.cache_resource(show_spinner=False)
def _tokens(store: str) -> dict[tuple[str, str], str]:
    """Tokens by session and player; only their hashes are stored."""
    return {}


KINDS = {QuestionKind.RATING: "1 to 5", QuestionKind.REPLY: "yes, maybe, no", QuestionKind.TEXT: "free text"}


def show(view: SessionView) -> None:
    """How many forms came, the questions, and what can be printed."""
    st.markdown("## Feedback", anchors=False)
    answered = {form.player for form in view.forms}
    waiting = missing(view)
    received = f"{len(view.forms)} of {counted(len(view.session.everybody), 'form')} received."
    wait = f" Missing: {', '.join(waiting)}." if waiting and view.forms else ""
    st.caption(literal(received + wait))
    is_open = view.session.status is SessionStatus.OPEN
    if is_open:
        feedback_links(session_cache().store, view.session, view.names, answered)
    with st.container(horizontal=True):
        if is_open:
            with st.popover("Own questions", icon=":material/quiz:", help="Asked only on this session's form."):
                _questions(view)
        print_buttons(view)
        other_devices()
    if view.forms and st.toggle("Show answers", key="show_forms"):
        for form in view.forms:
            st.markdown(_answers(view, form))


def missing(view: SessionView) -> list[str]:
    """The names of the players whose form is missing."""
    return [view.name(player) for player in _waiting(view)]


def into_sight(view: SessionView) -> None:
    """Switch to the feedback part, and make missing links; for callbacks."""
    st.session_state[shared.SECTION] = shared.FEEDBACK
    with suppress(WorkbenchError):  # then the button that makes them is still there
        make_links(session_cache().store, view.session.id, _waiting(view))


def _waiting(view: SessionView) -> list[str]:
    answered = {form.player for form in view.forms}
    return [player.player for player in view.session.everybody if player.player not in answered]


def _answers(view: SessionView, form: Feedback) -> str:
    """One player's form: the ratings, the replies, the words, and the answers to the session's own questions."""
    short = [
        f"{question.name} {getattr(form, question.name)}"
        for question in (*RATED, LENGTH)
        if _has_answer(form, question.name)
    ]
    short += [
        f"{question.name} {getattr(form, question.name)}" for question in REPLIED if _has_answer(form, question.name)
    ]
    lines = [
        f"{question.question} {getattr(form, question.name)}" for question in WRITTEN if getattr(form, question.name)
    ]
    questions = {question.id: question.text for question in view.session.questions}
    lines += [f"{questions.get(id, 'A removed question')}: {answer}" for id, answer in form.answers.items()]
    quote = " May be quoted." if form.quote else ""
    quoted = "".join(f"\n  - {literal(' '.join(line.split()))}" for line in lines)
    return f"- **{literal(view.name(form.player))}**: {literal(', '.join(short) or 'no ratings')}.{quote}{quoted}"


def _has_answer(form: Feedback, name: str) -> bool:
    return getattr(form, name) is not None


def _questions(view: SessionView) -> None:
    for question in view.session.questions:
        st.markdown(f"- {literal(question.text)} ({KINDS[question.kind]})")
        entry_button(view.session.id, "Remove question", f"unask_{question.id}", partial(Log.undo, entry=question.id))
    st.text_input("Question", key="question_text", max_chars=LINE_LENGTH, placeholder="Was the show too long?")
    kind = st.segmented_control(
        "Answer", list(KINDS), default=QuestionKind.RATING, format_func=lambda kind: KINDS[kind], required=True
    )
    st.button("Add question", key="ask", on_click=_ask, args=[view.session.id, kind])


def _ask(session: str, kind: QuestionKind) -> None:
    """Take the question that stands in the field now."""
    text = str(st.session_state["question_text"])
    if store_entry(session, lambda log: log.tap(EntryKind.QUESTION, {"text": text, "kind": kind.value})):
        st.session_state["question_text"] = ""
