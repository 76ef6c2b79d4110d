"""The page Sessions: the list and the figures say what the logs say, and the link carries the filter."""

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import OpenPage
from tests.app.reading import links, text
from tests.support.evenings import evenings
from workbench.app.address import Location
from workbench.app.pages import sessions as sessions_page
from workbench.app.widgets.text import session_line, won_by
from workbench.engine.wording import time_words
from workbench.playtest import overview
from workbench.playtest.feedback import WRITTEN
from workbench.playtest.log.kinds import SessionStatus
from workbench.playtest.log.recording import Log, begin, load_many
from workbench.playtest.log.session import Session
from workbench.playtest.overview import dashboard
from workbench.report.charts import playtests
from workbench.report.text.playtests import PLEASANT
from workbench.scenario.files import Workspace, init_workspace
from workbench.store import Store, StoreLocked
from workbench.store.playtests.entries import delete_session, feedback_of
from workbench.store.playtests.overview import EVERY, RatingCounts, SessionRow, Spread, Version, played
from workbench.store.playtests.people import people

TITLES = {"2020-03-04": "First published rules", "2021-04-08": "Broad appeal by difference"}


@pytest.fixture(scope="module")
def stored_sessions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Session]]:
    """A store with six evenings, the first three of the older revision."""
    studio = init_workspace(tmp_path_factory.mktemp("evenings") / "studio")[0]
    sessions = load_many(Store(studio.store_path), evenings(studio, 6))
    return studio.store_path, sessions


@pytest.fixture
def logged(workspace: Workspace, stored_sessions: tuple[Path, list[Session]]) -> Iterator[list[Session]]:
    """They lie in the store of the workspace, which is open during the test."""
    workspace.store_path.parent.mkdir(exist_ok=True)
    shutil.copytree(stored_sessions[0].parent, workspace.data, dirs_exist_ok=True)
    with Store(workspace.store_path).session():
        yield stored_sessions[1]


def heading(page: AppTest) -> str:
    return str(page.header[0].value)


def test_the_page_says_what_the_logs_say(
    open_page: OpenPage, workspace: Workspace, logged: list[Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page("sessions")
    assert not page.exception
    _names_every_session_with_its_winner(page, logged)
    _has_figures_by_revision_with_their_n(page, workspace, logged)
    _begins_with_what_the_testers_of_the_last_version_rated_lowest(page, logged)
    _says_which_comments_may_be_quoted(page, workspace, logged)
    _leaves_what_was_read_before_where_the_store_is_in_use(page, monkeypatch)


def _names_every_session_with_its_winner(session_list: AppTest, logged: list[Session]) -> None:
    assert heading(session_list) == "6 sessions"
    assert links(session_list).count("Open") == 6
    assert "Log an earlier session" in links(session_list)
    words = text(session_list)
    for session in logged:
        title = TITLES[session.header.revision or ""]
        assert f"{time_words(session.started_at)} · Hitmakers › {title}" in words
        assert f"{len(session.moments)} moments" in words
    assert words.count("won by") == 6


def _has_figures_by_revision_with_their_n(session_list: AppTest, workspace: Workspace, logged: list[Session]) -> None:
    frame = session_list.table[0].value
    assert list(frame.columns) == list(TITLES.values())
    assert list(frame.loc["Sessions"]) == ["3", "3"]
    store = Store(workspace.store_path)
    for revision, title in TITLES.items():
        forms = [
            form for session in logged if session.header.revision == revision for form in feedback_of(store, session.id)
        ]
        clear = [form.clarity for form in forms if form.clarity is not None]
        assert frame.loc["Clarity", title].startswith(f"{median(clear):g} (")
        assert frame.loc["Clarity", title].endswith(f"n = {len(clear)}")
        margins = [session.scores.margin for session in logged if session.header.revision == revision]
        assert frame.loc["Winner’s lead", title].startswith(f"{median(margins):g} (")


def _begins_with_what_the_testers_of_the_last_version_rated_lowest(
    session_list: AppTest, logged: list[Session]
) -> None:
    frame = session_list.table[0].value["Broad appeal by difference"]
    medians = {
        name: float(frame[name.capitalize()].split(" ")[0]) for name in ("fun", "clarity", "decisions", "downtime")
    }
    lowest = [name for name, value in medians.items() if value == min(medians.values())]
    advice = next(block.value for block in session_list.markdown if "look first at" in block.value)
    assert all(name in advice for name in lowest)
    assert f"rated {min(medians.values()):g} of 5 by" in advice
    moments = Counter(
        moment.moment for session in logged[3:] for moment in session.moments if moment.moment not in PLEASANT
    )
    assert advice.endswith(f", {max(moments.values())} times.")


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({"versions": "2021-04-08"}, 3),
        ({"of": "hitmakers", "count": "3"}, 6),
        ({"count": "4"}, 0),
        ({"since": "2026-04-01"}, 3),
        ({"until": "2026-03"}, 3),
        ({"status": "open"}, 0),
    ],
)
def test_the_link_carries_the_filter(
    workspace: Workspace, logged: list[Session], query: dict[str, str], count: int
) -> None:
    assert len(let_through(workspace, **query)) == count


def let_through(workspace: Workspace, **query: str) -> list[SessionRow]:
    """The sessions that an address lets through."""
    store, at = Store(workspace.store_path), Location("sessions", {key: [value] for key, value in query.items()})
    overview.update_overview(store)
    chosen = sessions_page.filter_of(played(store, EVERY), "hitmakers", at)
    return list(overview.sessions(store, chosen.sessions))


def test_newcomers_are_told_apart(workspace: Workspace, logged: list[Session]) -> None:
    fresh = sum(any(player.newcomer for player in session.players) for session in logged)
    assert 0 < fresh < len(logged)
    assert len(let_through(workspace, newcomers="with newcomers")) == fresh
    assert len(let_through(workspace, newcomers="without")) == len(logged) - fresh


def test_what_is_filtered_is_said_and_so_is_a_date_that_is_none(open_page: OpenPage, logged: list[Session]) -> None:
    assert "No session matches" in open_page("sessions", count="4").info[0].value
    page = open_page("sessions", since="yesterday")
    assert not page.exception
    assert "must be a day as in 2026" in page.error[0].value


def test_a_win_by_override_is_told_with_its_reason_and_no_lead(workspace: Workspace, logged: list[Session]) -> None:
    log, lost = Log(Store(workspace.store_path), logged[0].id), logged[0].players
    [loser] = [player.player for player in lost if player.player not in logged[0].scores.winners][:1]
    names = {player: person.name for player, person in people(log.store).items()}
    log.override("the others gave up", [loser])
    assert won_by(log.session().scores, names) == f"{names[loser]} by override: the others gave up"
    log.override("nobody cared", [])
    assert won_by(log.session().scores, names) == "nobody by override: nobody cared"


def test_an_open_session_has_no_winner_yet(workspace: Workspace, logged: list[Session]) -> None:
    log = begin(Store(workspace.store_path), {"game": "hitmakers", "printed": "deck B"})
    log.add_player("Anna")
    assert won_by(log.session().scores, {}) == ""
    [row] = let_through(workspace, status=SessionStatus.OPEN.value)
    assert session_line(row).endswith("Hitmakers › deck B · 1 player · 0 moments")


def test_a_long_list_is_paged(open_page: OpenPage, workspace: Workspace) -> None:
    evenings(workspace, 10, moments=0)
    page = open_page("sessions")
    assert links(page).count("Open") == 8
    assert links(open_page("sessions", list="2")).count("Open") == 2


def test_without_sessions_it_shows_the_ways_to_some(open_page: OpenPage, workspace: Workspace) -> None:
    for page in (open_page("sessions"), _emptied(open_page, workspace)):
        assert "No session is logged yet" in page.info[0].value
        assert links(page) == ["Start a session", "Log an earlier session", "Import sessions"]


def _emptied(open_page: OpenPage, workspace: Workspace) -> AppTest:
    store = Store(workspace.store_path)
    delete_session(store, begin(store, {"game": "hitmakers"}).id)
    return open_page("sessions")


def _says_which_comments_may_be_quoted(session_list: AppTest, workspace: Workspace, logged: list[Session]) -> None:
    store = Store(workspace.store_path)
    forms = [form for session in logged for form in feedback_of(store, session.id)]
    questions = {getattr(form, question.name): question.question for form in forms for question in WRITTEN}
    quotable = {text for form in forms if form.quote for text in (form.best, form.worst, form.change) if text}
    lines = [line.value.replace("\\", "") for line in session_list.markdown if line.value.startswith("> ")]
    marked = ["quotable" in line.rpartition(":small[")[2] for line in lines]
    assert any(marked) and not all(marked)
    for line, mark in zip(lines, marked, strict=True):
        assert not mark or any(text.partition(":")[0] in line for text in quotable)
        assert any(text.partition(":")[0] in line and question in line for text, question in questions.items())


def test_ratings_have_a_mark_for_each_of_the_last_four_versions() -> None:
    versions = [Version("g", f"v{number}", "") for number in range(6)]
    counts = [RatingCounts(version, "fun", Spread(3, 2, 3, 5), (0, 1, 1, 0, 1), 3) for version in versions]
    figure = playtests.ratings(counts, {version: version.version for version in versions}).figure
    assert [trace.name for trace in figure.data] == ["v2", "v3", "v4", "v5"]
    assert len({(trace.marker.symbol, trace.marker.color) for trace in figure.data}) == 4
    assert [tuple(trace.customdata[0]) for trace in figure.data] == [("Fun", 2, 5, 3)] * 4


def test_moments_share_their_scale(workspace: Workspace, logged: list[Session]) -> None:
    store = Store(workspace.store_path)
    overview.update_overview(store)
    figures = dashboard(store)
    named = {line.version: line.version.version for line in figures.played}
    older, newer = playtests.moments(figures.moments, named, 5)
    assert older.figure.layout.yaxis.range == newer.figure.layout.yaxis.range
    counted = sum(sum(row[2] for row in trace.customdata) for trace in older.figure.data if len(trace.x))
    assert counted == sum(moment.count for moment in figures.moments if moment.version.version == "2020-03-04")


def _leaves_what_was_read_before_where_the_store_is_in_use(
    session_list: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> None:
        raise StoreLocked("the store is in use by process 4711 (workbench simulate); waited 2 s")

    monkeypatch.setattr(sessions_page, "_winners", locked)
    session_list.run()
    assert not session_list.exception
    assert "process 4711" in session_list.warning[0].value
    assert "Comments" in text(session_list)
