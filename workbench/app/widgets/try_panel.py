"""The effect of a draft: its goals, length, fairness and what moved most, played while one edits; nothing is stored."""

from collections.abc import Callable

import streamlit as st

from workbench.app.draft import Draft, complaint
from workbench.app.jobs.job import JobPhase
from workbench.app.jobs.quick import QuickLook
from workbench.app.services import services
from workbench.app.widgets import messages
from workbench.app.widgets.text import explained, literal
from workbench.play.ahead import COMPILES_FOR
from workbench.play.forms import request_of
from workbench.play.stored import load
from workbench.report.renderers.rows_html import rows_html
from workbench.report.rows import few_rows, rows_against, rows_alone
from workbench.report.summary import BatchSummary, Summary, summarise_batch
from workbench.report.template import answer_in_words
from workbench.report.text import phrases, scenarios
from workbench.report.verdict_rows import brief_rows, verdict_rows
from workbench.scenario import Scenario
from workbench.store.runs import done_at_any_seed

LOOK, TODAY = "draft_look", "draft_base"
"""Where the session keeps the look at the draft, and what its parent reaches today."""
OPENED = "opened_as_results"
POLL_S = 0.5
FIRST_S = 0.6
"""How long the page waits for the first figures, rather than for the next look at them."""
WATCHED = explained("The intervals hold at any time, and narrow while it plays on. Nothing is stored.", "interval")


def begin(draft: Draft, where: str = LOOK) -> QuickLook | None:
    """Have the draft played against its parent, or without a change the parent alone; None where it has mistakes.

    `where` is the place of the look in the session.
    """
    last: QuickLook | None = st.session_state.get(where)
    if draft.problems:
        if last:
            last.cancel()
        return None
    look = _look(draft.base, draft.scenario if draft.changed else None, where)
    if look is not last:
        _close_results()
    return look


def _look(base: Scenario, draft: Scenario | None, where: str = LOOK) -> QuickLook:
    """The session's look, which plays this draft from now on."""
    look = st.session_state[where] = services().quick.look(st.session_state.get(where), base, draft)
    return look


def today(draft: Draft) -> BatchSummary | None:
    """The parent's figures today, by its bots: those of the largest stored batch, or of a look that has played more."""
    figures, look = st.session_state.get(TODAY), st.session_state.get(LOOK)
    sides = [figures, look and (look.figures.base if isinstance(look.figures, Summary) else look.figures)]
    ours = [side for side in sides if side and side.scenario.rules_hash == draft.parent.rules_hash]
    most = max(ours, key=lambda side: side.plays, default=None)
    if (store := services().store).exists:
        with store.session():
            run = next(iter(done_at_any_seed(store, request_of(draft.parent, {}))), None)
            if run and run.plays > (most.plays if most else 0):
                most = summarise_batch(load(store, run))
    st.session_state[TODAY] = most
    return most


def show(draft: Draft, look: QuickLook | None) -> None:
    """The lines, drawn again until enough is played; of a draft with mistakes, what is wrong."""
    if look is None:
        mistakes(draft)
    else:
        poll(look, lines)


def poll(look: QuickLook, draw: Callable[[BatchSummary | Summary], None]) -> None:
    """Draw the figures of a look by `draw`, again until enough is played."""
    st.fragment(run_every=None if look.ended else POLL_S)(_live)(look, look.ended, draw)


def mistakes(draft: Draft) -> None:
    """The problems of a draft, a line each."""
    st.markdown("**Nothing is played while the draft has mistakes.**")
    lines = [f"- {literal(draft.label(problem))}: {literal(complaint(problem))}" for problem in draft.problems]
    st.markdown("\n".join(lines))


def _live(look: QuickLook, drawn_as_ended: bool, draw: Callable[[BatchSummary | Summary], None]) -> None:
    if look.ended and not drawn_as_ended:
        st.rerun()
    wait_for_first(look)
    status(look)
    if look.figures:
        draw(look.figures)


def wait_for_first(look: QuickLook) -> None:
    """Keep the look playing; wait a moment for its first figures, unless its rules are being compiled."""
    look.ask()
    if not look.figures and look.phase not in (JobPhase.COMPILING, JobPhase.LEARNING):
        look.news.wait(FIRST_S)


def status(look: QuickLook) -> None:
    """Who plays, how much, and whether it goes on; one line, whose place does not move."""
    if look.error:
        messages.failure(look.error)
        return
    what = f"Draft against “{look.base.title}”" if look.draft else f"“{look.base.title}” as it is"
    plays = f"{phrases.count(look.plays)} {'paired plays' if look.draft else 'plays'}"
    st.caption(literal(f"{what} · {scenarios.bots_label(look.base.bots)} · {plays}{_state(look)}"), help=WATCHED)


def _state(look: QuickLook) -> str:
    if look.phase is JobPhase.COMPILING:
        return f" · compiling the rules, once: {COMPILES_FOR}…"
    if look.phase is JobPhase.LEARNING:
        return f" · bots learn to play by these rules, {look.lesson[0]}…"
    if look.phase is JobPhase.DONE:
        return ""
    return ", narrowing …" if look.plays else " · starting …"


def lines(summary: BatchSummary | Summary) -> None:
    """Four to six lines of figures, and the answer above them."""
    st.markdown(literal(answer_of(summary)))
    rows_of(summary)


def answer_of(summary: BatchSummary | Summary) -> str:
    """The effect of a draft, or how a revision plays, in a sentence."""
    return answer_in_words(summary).headline


def rows_of(summary: BatchSummary | Summary, most: int | None = None) -> None:
    """The few figures that matter most, each with its interval; at most so many."""
    rows = rows_against([summary]) if isinstance(summary, Summary) else rows_alone(summary)
    st.html(rows_html(brief_rows(few_rows(rows)[:most])))


def offer_results(base: Scenario, draft: Scenario, key: str) -> None:
    """The button that opens what a draft does, played at once and not stored; for pages without the form."""
    results_button(key)
    if OPENED in st.session_state:
        results(_look(base, draft))


def results_button(key: str, *, disabled: bool = False) -> None:
    """The button that opens the results of a draft."""
    icon, about = ":material/table_rows:", "Every measure beside its parent's, on the same shuffles. Nothing is stored."
    st.button(
        "Open as results", icon=icon, key=key, type="tertiary", disabled=disabled, help=about, on_click=_open_results
    )


def _open_results() -> None:
    """Have every row shown, until somebody closes them."""
    st.session_state[OPENED] = True


def _close_results() -> None:
    st.session_state.pop(OPENED, None)


def results(look: QuickLook) -> None:
    """Every row of the draft's results, where they were asked for; drawn again until enough is played."""
    if OPENED in st.session_state and look.draft:
        st.dialog(look.draft.title, width="large", on_dismiss=_close_results)(poll)(look, _every_row)


def _every_row(figures: BatchSummary | Summary) -> None:
    if isinstance(figures, Summary):
        st.markdown(f"## {literal(answer_of(figures))}", anchors=False)
        st.html(rows_html(verdict_rows(rows_against([figures]), so_far=True)))
        st.caption("Gray band: too small a change to count.")
