"""The page Sessions: the filter, every session, and the figures by revision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import NamedTuple, TypeVar, cast

import pandas as pd
import streamlit as st

from workbench.app import address, navigation
from workbench.app.address import Location
from workbench.app.place import here
from workbench.app.services import services
from workbench.app.widgets import controls
from workbench.app.widgets.document import chart, file_button
from workbench.app.widgets.fields import Control, one, text
from workbench.app.widgets.messages import failures_in_words, from_text, problems
from workbench.app.widgets.text import (
    explained,
    literal,
    revision_title,
    session_line,
    spread_words,
    version_name,
    won_by,
)
from workbench.engine.files import csv_text
from workbench.engine.problems import BadInput, WholeRange
from workbench.engine.wording import counted, day_words, listed
from workbench.playtest import overview
from workbench.playtest.feedback import LENGTH, RATED, REPLIED, WRITTEN
from workbench.playtest.log.kinds import SessionStatus
from workbench.playtest.log.recording import load_many
from workbench.playtest.log.sentences import moment_title
from workbench.playtest.overview import Dashboard
from workbench.playtest.people import display_names
from workbench.report.charts import playtests
from workbench.report.text.playtests import look_first
from workbench.store import Store
from workbench.store.playtests.overview import EVERY, Comment, Played, SessionFilter, SessionRow, Version, played
from workbench.store.playtests.people import people

EVERY_GAME, THIS, ALL = "games", "this game", "every game"
WITH, WITHOUT = "with newcomers", "without"
DATE = "A day as in 2026-03-01, or a month as in 2026-03."


class FilterControls(NamedTuple):
    """The controls of the filter, those that are seldom used behind `words`, and what they let through.

    `game` is None for every game.
    """

    visible: Sequence[Control]
    more: Sequence[Control]
    words: str
    game: str | None

    @property
    def sessions(self) -> SessionFilter:
        """Which sessions are wanted. Raises BadInput for dates that are none."""
        count, fresh, since, until, status = (control.text.strip() for control in self.more)
        return SessionFilter(
            game=self.game,
            versions=tuple(cast("list[str]", self.visible[-1].value)),
            players=WholeRange(0, 999).checked("Players", count) if count else None,
            newcomers=fresh == WITH if fresh else None,
            since=_day(since, "From", end=False),
            until=_day(until, "To", end=True),
            statuses=(status,) if status else (),
        )


def filter_of(played: Sequence[Played], game: str, at: Location) -> FilterControls:
    """The filter that the address has, among what was played."""
    games = one(at, EVERY_GAME, "Games", (THIS, ALL), THIS)
    only = None if games.value == ALL else game
    versions = [group.version for group in played if only in (None, group.version.game)]
    names = {version.version: revision_title(version.game, version.version) for version in versions if version.version}
    at.check("versions", "Revisions", sorted(names))
    held = [name for name in at.held_list("versions", ()) if name in names]
    more = [
        text(at, "count", "Players", "any number"),
        one(at, "newcomers", "Newcomers", (WITH, WITHOUT), nothing="both"),
        text(at, "since", "From", "any day", DATE),
        text(at, "until", "To", "any day", DATE),
        one(at, "status", "Status", [state.value for state in SessionStatus], nothing="any"),
    ]
    number = sum(bool(control.text) for control in more)
    words = f"{counted(number, 'filter')} set" if number else "More filters"  # so that none works unseen
    options = {name: names[name] for name in sorted(names)}
    return FilterControls(
        [games, Control("several", "versions", "Revisions", held, "", options, "all")], more, words, only
    )


def _day(date: str, label: str, *, end: bool) -> datetime | None:
    """The first moment of a day or month, here; with `end`, the first after it."""
    if not date:
        return None
    for form in ("%Y-%m-%d", "%Y-%m"):
        try:
            begin = datetime.strptime(date, form)
            after = begin + timedelta(days=1) if form == "%Y-%m-%d" else (begin + timedelta(days=31)).replace(day=1)
            return (after if end else begin).astimezone().astimezone(UTC)
        except (ValueError, OverflowError):
            continue
    raise BadInput.one(label, "must be a day as in 2026-03-01, or a month as in 2026-03", date)


T = TypeVar("T")
PAGE, COMMENTS = 8, 8
LISTED, COMMENTED = "list", "comments"
"""Where the address has the page of the list, and that of the comments."""
COUNTED = (
    "Medians, with the middle half of the values in brackets, and n: of minutes, deals or rounds, scores and leads the"
    " number of sessions, of ratings and replies that of answers, one from each player of a session. Every person"
    " counts once."
)
MINUTES = 5
CHARTED = 2
"""Versions whose moments are drawn: the last two that were played, before and after."""


def show() -> None:
    """The filter, the sessions, the figures."""
    store = services().store
    if not store.may_have_sessions:
        _nothing()
        return
    with store.to_list() as there:
        from_text(there)
        _everything(there)


def _everything(store: Store) -> None:
    """All that the page shows, while the store is open."""
    overview.update_overview(store)
    for problem in overview.left_out(store):
        st.warning(literal(f"{problem.place}: {problem.message}."), icon=":material/warning:")
    every = played(store, EVERY)
    if not every:
        _nothing()
        return
    chosen = filter_of(every, here().game.name, address.now())
    row = st.container(horizontal=True, vertical_alignment="bottom", key="filters")
    controls.draw(row, *chosen.visible)
    more = row.popover(chosen.words, icon=":material/filter_alt:", key="more_filters", width="content")
    controls.draw(more, *chosen.more)
    try:
        which = chosen.sessions
    except BadInput as bad:
        problems(bad.problems, "This filter cannot be used")
        return
    _ways_in()
    listed = overview.sessions(store, which)
    if not listed:
        st.info("No session matches this filter.", icon=":material/filter_alt_off:")
        return
    figures = overview.dashboard(store, which, minutes=MINUTES)
    versions = [group.version for group in figures.played]
    table = SessionsTable(
        {v: version_name(v, versions) for v in versions}, {group.version: group for group in figures.played}
    )
    if first := look_first(figures.ratings, figures.moments, table.named):
        st.markdown(f"## {literal(first)}", anchors=False)
    st.header(counted(len(listed), "session"), anchor=False)
    on_page = _paged(listed, LISTED, PAGE)
    with failures_in_words():
        _sessions(on_page, _winners(services().store, on_page))
    _figures(figures, table)


def _nothing() -> None:
    st.info(
        "No session is logged yet. Start one when people sit down to play, or import your notes.",
        icon=":material/groups:",
    )
    _ways_in()


def _ways_in() -> None:
    """Links to log or import more sessions."""
    with st.container(horizontal=True, vertical_alignment="center"):
        navigation.start_session()
        navigation.start_session("Log an earlier session", when="earlier")
        navigation.link("exchange", "Import sessions", {})


def _sessions(session_rows: Sequence[SessionRow], winners: Mapping[str, str]) -> None:
    for row in session_rows:
        with st.container(horizontal=True, vertical_alignment="center", border=True):
            st.markdown(literal(session_line(row, winners.get(row.session, ""))), width="stretch")
            if row.status != "ended":
                st.badge(row.status, color="green" if row.status == "open" else "orange")
            navigation.board("Open", row.session)


def _paged(rows: Sequence[T], key: str, size: int) -> Sequence[T]:
    """The page of a long list that is chosen below its heading."""
    pages = (len(rows) + size - 1) // size
    if pages < 2:
        return rows
    page = min(max(address.now().held_number(key, "Page", 1), 1), pages)
    st.pagination(pages, **controls.holding(key, page))
    return rows[(page - 1) * size : page * size]


def _winners(store: Store, rows: Sequence[SessionRow]) -> dict[str, str]:
    """Who won each of these sessions, as far as they are over."""
    over = [row.session for row in rows if row.status == SessionStatus.ENDED]
    over_sessions, everybody = load_many(store, over), people(store)
    seated = {
        session.id: display_names(everybody, [player.player for player in session.everybody])
        for session in over_sessions
    }
    return {session.id: won_by(session.scores, seated[session.id]) for session in over_sessions}


# The figures


@dataclass(frozen=True)
class SessionsTable:
    """The columns of the tables: versions with their names and what was played."""

    named: dict[Version, str]
    played: dict[Version, Played]


def _figures(dashboard: Dashboard, table: SessionsTable) -> None:
    about = explained(
        "In the order in which they were first played: before and after.", "revision", "session", "moment"
    )
    st.header("By revision", anchor=False, help=about)
    left, right = st.columns([6, 5], gap="large")
    with left, st.container(key="by_version"):
        st.table(_frame(dashboard, table), border="horizontal", alt="Figures by revision")
    stopped, unclear = (
        sum(group.stopped for group in dashboard.played),
        sum(group.unclear for group in dashboard.played),
    )
    parts = [f"{stopped} stopped early"] if stopped else []
    parts += [f"{unclear} of which nobody has said whether the game was finished (its page asks)"] if unclear else []
    not_finished = f"Left out of minutes, deals or rounds, scores and leads: {listed(parts)}." if parts else ""
    left.caption(f"{COUNTED} {not_finished}")
    with right:
        if dashboard.ratings:
            chart(playtests.ratings(dashboard.ratings, table.named), "ratings")
        else:
            st.caption("No feedback yet. Send the players the form of their session.")
    named = dict(list(table.named.items())[-CHARTED:])
    charts = playtests.moments(dashboard.moments, named, MINUTES)
    for place, drawn_chart in zip(st.columns(max(1, len(charts)), gap="large"), charts, strict=False):
        with place:
            chart(drawn_chart, drawn_chart.name)
    _comments(dashboard.comments, table)


def _frame(dashboard: Dashboard, table: SessionsTable) -> pd.DataFrame:
    rows: dict[str, dict[str, str]] = {
        "Sessions": {name: str(table.played[v].sessions) for v, name in table.named.items()},
        "People (new)": {
            name: f"{table.played[v].people} ({table.played[v].newcomers})" for v, name in table.named.items()
        },
        "Played": {name: _dates(table.played[v]) for v, name in table.named.items()},
    }
    figures = {"minutes": "Minutes of play", "rows": "Deals or rounds"}
    figures |= {"total": "Score, mean of a table", "margin": "Winner’s lead"}
    for what, label in figures.items():
        rows[label] = {table.named[x.version]: spread_words(x.spread) for x in dashboard.figures if x.what == what}
    for question in (*RATED, LENGTH):
        label = question.name.capitalize() if question is not LENGTH else "Length (0 is right)"
        rows[label] = {
            table.named[x.version]: spread_words(x.spread) for x in dashboard.ratings if x.aspect == question.name
        }
    for question in REPLIED:
        rows[question.question] = {name: _replies(dashboard, v, question.name) for v, name in table.named.items()}
    filled = {label: row for label, row in rows.items() if any(value and value != "–" for value in row.values())}
    cells = [[literal(row.get(name, "–")) for name in table.named.values()] for row in filled.values()]
    columns = [literal(name) for name in table.named.values()]
    return pd.DataFrame(cells, index=pd.Index(filled, name="Figure"), columns=columns)


def _dates(played: Played) -> str:
    first, last = map(day_words, (played.first, played.last))
    return first if first == last else f"{first} – {last}"


def _replies(dashboard: Dashboard, version: Version, question: str) -> str:
    counts = {
        reply.reply: reply.count
        for reply in dashboard.replies
        if (reply.version, reply.question) == (version, question)
    }
    if not counts:
        return "–"
    replies = ", ".join(f"{reply} {counts[reply]}" for reply in ("yes", "maybe", "no") if reply in counts)
    return f"{replies} (n = {sum(counts.values())})"


def _comments(comments: Sequence[Comment], table: SessionsTable) -> None:
    """Draw what players and hosts wrote, by revision, and its download."""
    if not comments:
        return
    help_text = "What players wrote in forms, and the host beside moments, without names. Quotable: they agreed."
    st.header("Comments", anchor=False, help=help_text)
    row = st.container(horizontal=True, vertical_alignment="bottom")
    titles = {comment.about: _about(comment) for comment in comments}
    topic = one(address.now(), "about", "About", list(titles), words=titles.__getitem__, nothing="everything")
    controls.draw(row, topic)
    listed = [comment for comment in comments if topic.value in (None, comment.about)]
    with row:
        file_button("Download CSV", lambda: _comments_csv(listed, table), "comments.csv", "comments_csv")
    for version, group in groupby(_paged(listed, COMMENTED, COMMENTS), key=lambda comment: comment.version):
        number = counted(sum(comment.version == version for comment in listed), "comment")
        st.markdown(f"**{literal(table.named[version])}** :small[{number}]")
        for comment in group:
            notes = [_about(comment), *["new to the game"] * comment.newcomer, *["quotable"] * comment.may_quote]
            st.markdown(f"> {literal(comment.text)}  \n> :small[{literal(' · '.join(notes))}]")


def _about(comment: Comment) -> str:
    """The question that a comment answers, or the kind of moment that it stands beside."""
    return next(
        (question.question for question in WRITTEN if question.name == comment.about), moment_title(comment.about)
    )


def _comments_csv(comments: Sequence[Comment], table: SessionsTable) -> str:
    columns = ("revision", "session", "about", "newcomer", "quotable", "text")
    rows = ((c.version, c.session, _about(c), c.newcomer, c.may_quote, c.text) for c in comments)
    return csv_text(columns, ((table.named[version], *row) for version, *row in rows))
