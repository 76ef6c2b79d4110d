"""Feedback from the players: the session's own questions, who has answered, and paper."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import streamlit as st

from workbench.app.desk import Seen, desk
from workbench.app.downloads import file_stem
from workbench.app.reading import literal
from workbench.app.views import devices
from workbench.app.views.feedback_links import feedback_links, make_links
from workbench.app.views.live import sections, taps
from workbench.engine.problems import WorkbenchError
from workbench.engine.registry import games, title_of
from workbench.playtest.forms import LENGTH, RATED, REPLIED, WRITTEN
from workbench.playtest.kinds import LINE_LENGTH, Kind, QuestionKind, Status
from workbench.playtest.log import Log
from workbench.playtest.printing import feedback_form, session_sheet
from workbench.playtest.scores import accepted
from workbench.store.playtests import Feedback

KINDS = {QuestionKind.RATING: "1 to 5", QuestionKind.REPLY: "yes, maybe, no", QuestionKind.TEXT: "free text"}
PAPER = "Opens in the browser; print it from there. It loads nothing from the net."

DEFAULT_RULES = "No revision is named: the score sheet follows the game's default rules"


def show(seen: Seen) -> None:
    """How many forms came, the questions, and what can be printed."""
    st.markdown("## Feedback", anchors=False)
    answered = {form.player for form in seen.forms}
    waiting = missing(seen)
    told = f"{len(seen.forms)} of {len(seen.session.everybody)} forms have come."
    wait = f" Still to come: {', '.join(waiting)}." if waiting and seen.forms else ""
    st.caption(literal(told + wait))
    is_open = seen.session.status is Status.OPEN
    if is_open:
        feedback_links(desk().store, seen.session, seen.names, answered)
    with st.container(horizontal=True):
        if is_open:
            with st.popover("Own questions", icon=":material/quiz:", help="Asked on the form of this session alone."):
                _questions(seen)
        paper(seen)
        devices.show()
    if seen.forms and st.toggle("Show what they answered", key="show_forms"):
        for form in seen.forms:
            st.markdown(_answers(seen, form))


def missing(seen: Seen) -> list[str]:
    """How those are called whose form has not come."""
    return [seen.name(player) for player in _waiting(seen)]


def into_sight(seen: Seen) -> None:
    """Show the codes that the players scan, and make those that there are not; for callbacks."""
    st.session_state[sections.SECTION] = sections.FEEDBACK
    with suppress(WorkbenchError):  # then the button that makes them is still there
        make_links(desk().store, seen.session.id, _waiting(seen))


def _waiting(seen: Seen) -> list[str]:
    answered = {form.player for form in seen.forms}
    return [each.player for each in seen.session.everybody if each.player not in answered]


def _answers(seen: Seen, form: Feedback) -> str:
    """One player's form: the ratings, the replies, the words, and the answers to the session's own questions."""
    short = [f"{asked.name} {getattr(form, asked.name)}" for asked in (*RATED, LENGTH) if _given(form, asked.name)]
    short += [f"{asked.name} {getattr(form, asked.name)}" for asked in REPLIED if _given(form, asked.name)]
    lines = [f"{asked.question} {getattr(form, asked.name)}" for asked in WRITTEN if getattr(form, asked.name)]
    own = {question.id: question.text for question in seen.session.questions}
    lines += [f"{own.get(id, 'A question that was taken away')}: {answer}" for id, answer in form.answers.items()]
    quote = " May be quoted." if form.quote else ""
    said = "".join(f"\n  - {literal(' '.join(line.split()))}" for line in lines)
    return f"- **{literal(seen.name(form.player))}**: {literal(', '.join(short) or 'no ratings')}.{quote}{said}"


def _given(form: Feedback, name: str) -> bool:
    return getattr(form, name) is not None


def _questions(seen: Seen) -> None:
    for question in seen.session.questions:
        st.markdown(f"- {literal(question.text)} ({KINDS[question.kind]})")
        taps.button(seen.session.id, "Take it away", f"unask_{question.id}", partial(Log.undo, entry=question.id))
    text = st.text_input("Question", key="question_text", max_chars=LINE_LENGTH, placeholder="Was the show too long?")
    kind = st.segmented_control(
        "Answer", list(KINDS), default=QuestionKind.RATING, format_func=lambda each: KINDS[each], required=True
    )
    st.button("Ask it", key="ask", disabled=not text.strip(), on_click=_ask, args=[seen.session.id, text, kind])


def _ask(session: str, text: str, kind: QuestionKind) -> None:
    if taps.tap(session, lambda log: log.tap(Kind.QUESTION, {"text": text, "kind": kind.value})):
        st.session_state["question_text"] = ""


def paper(seen: Seen) -> None:
    """The session sheet and the feedback form, for this session; by default rules where it has none of its own."""
    header, known = seen.session.header, games().get(seen.session.header.game)
    if known:
        rules = accepted(known, header.rules)
        title = "" if header.rules else DEFAULT_RULES
        print_button(
            "Session sheet",
            lambda: session_sheet(
                known, rules, revision=header.revision, label=header.printed, title=title, goal=header.goal
            ),
            file_stem("session-sheet", header.game, header.version),
            "print_sheet",
            PAPER if header.rules else f"{PAPER} {DEFAULT_RULES}.",
        )
    questions = seen.session.questions
    print_button(
        "Feedback form",
        lambda: feedback_form(title_of(header.game), revision=header.version, questions=questions),
        file_stem("feedback-form", header.game, header.version),
        "print_form",
    )


def print_button(label: str, made: Callable[[], str], stem: str, key: str, about: str = PAPER) -> None:
    """The button that loads a page to be printed down."""
    st.download_button(
        label,
        made,
        f"{stem}.html",
        "text/html",
        icon=":material/print:",
        key=key,
        on_click="ignore",
        help=about,
    )
