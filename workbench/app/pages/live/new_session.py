"""A new session: what is played, by whom, and which question it should answer; and the sessions that are open."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

import streamlit as st

from workbench.app import navigation
from workbench.app.pages.live import shared, timing
from workbench.app.pages.live.feedback import DEFAULT_RULES, PAPER, print_button
from workbench.app.pages.live.shared import device, session_cache
from workbench.app.place import Place, here
from workbench.app.services import services
from workbench.app.widgets import controls
from workbench.app.widgets.messages import attempt, problems, refused
from workbench.app.widgets.text import explained, literal, session_line
from workbench.engine.problems import Problem
from workbench.engine.wording import counted
from workbench.playtest import overview
from workbench.playtest.log.clock import MINUTES, Times
from workbench.playtest.log.kinds import LINE_LENGTH, MOST_PLAYERS, NOTE_LENGTH, Medium, SessionStatus
from workbench.playtest.log.recording import discard, load_many
from workbench.playtest.printing import feedback_form, session_sheet
from workbench.report.downloads import file_stem
from workbench.scenario import Scenario
from workbench.store.playtests import Person, SessionFilter, entries_of, new_uuid
from workbench.store.playtests import people as everybody
from workbench.study.playtests import NewPlayer, begin_session, player_problems, revision_named_by, scenario_for_players

REVISION, DECK = "this revision", "a printed deck"
NOW, EARLIER = TIMES = ("now", "earlier")
WHEN = "when"
"""The address's name of the choice between now and afterwards."""
TO_COME = "session_to_come"
"""The id of the session that the form will begin, made beforehand, so that a double tap begins only one."""
EMPTY = "Nothing was logged in this session yet. Removes it for good."
MOST_OPEN = 5
GOAL = explained("What do you want to know after this session? It is shown above the board while you log.", "session")
LABEL = """What is printed on the cards. If it names a revision, or starts its hash, the session counts for that
revision."""


def choose() -> Place:
    """Check what the address says of a new session, before the page is drawn."""
    controls.check_address(WHEN, "When", TIMES, TIMES)
    return here()


def show(choice: Place) -> None:
    """The open sessions, then the form."""
    shared.draw()
    with st.container(key="setup"):
        everybody = _everybody()
        _open_sessions()
        times = _when()
        header = _what(choice)
        _about(header, everybody)
        players = _players(choice, everybody)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            label = "Start session" if times is None else "Log session"
            begun = st.button(label, type="primary", icon=":material/play_circle:", key="begin_session")
            _paper(choice, header)
        if begun:
            _begin(choice, header, players, times)
        else:
            st.session_state[TO_COME] = new_uuid()


def _everybody() -> Mapping[str, Person]:
    """Everybody who has played; nothing is made where there is no store yet."""
    store = services().store
    return everybody(store) if store.path.exists() else {}


def _open_sessions() -> None:
    store = services().store
    if not store.path.exists():
        return
    session_rows = overview.sessions(store, SessionFilter(statuses=(SessionStatus.OPEN.value,)))
    if not session_rows:
        return
    st.header("Open sessions", anchor=False)
    refused()
    begun = {
        session.id: session.has_begun for session in load_many(store, [row.session for row in session_rows[:MOST_OPEN]])
    }
    for row in session_rows[:MOST_OPEN]:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(literal(session_line(row)), width="stretch")
            navigation.link("live", "Continue", {"session": row.session})
            if not begun[row.session]:
                remove, key = partial(_remove, row.session), f"remove_{row.session}"
                st.button("Remove", icon=":material/delete:", key=key, on_click=remove, help=EMPTY)
    if len(session_rows) > MOST_OPEN:
        navigation.link("sessions", f"All {counted(len(session_rows), 'open session')}", {"status": "open"})
    st.header("New session", anchor=False)


def _remove(session: str) -> None:
    attempt(partial(discard, services().store, session))


@dataclass(frozen=True)
class Afterwards:
    """When a session was played that is logged afterwards, as far as was written: local, and in minutes by phase."""

    begun: datetime | None
    minutes: Mapping[str, int | None]

    def changes(self) -> dict[str, Any]:
        """The times as an entry stores them."""
        written = {name: value for name, value in self.minutes.items() if value is not None}
        return written if self.begun is None else {"started_at": self.begun.astimezone(), **written}

    def problems(self) -> list[Problem]:
        """Every problem of the times."""
        if self.begun is None:
            return [
                Problem("start", "is needed for a session that is logged afterwards: the day, and the approximate time")
            ]
        minutes = {phase: float(self.minutes[name] or 0) for phase, name in MINUTES.items()}
        return Times(self.begun.astimezone(), minutes).problems(datetime.now(UTC))


def _when() -> Afterwards | None:
    """None for a session that begins now."""
    held = controls.held_option(WHEN, "When", TIMES, NOW)
    way = st.segmented_control("When", [NOW, EARLIER], required=True, **controls.kept(WHEN, held))
    if way != EARLIER:
        return None
    begun = timing.start_field("new_begun")
    return Afterwards(begun, timing.minute_fields("new", dict.fromkeys(MINUTES, "not known")))


def _what(choice: Place) -> dict[str, Any]:
    """The version to play: the chosen revision, or a printed deck."""
    if not choice.revisions.sound:
        st.info("This game has no revision. Log a printed deck by its label.", icon=":material/folder_open:")
    ways = [REVISION, DECK] if choice.revisions.sound else [DECK]
    way = st.segmented_control("Played with", ways, default=ways[0], key="new_way", required=True)
    if way == REVISION:
        return {"revision": choice.revision}
    label = st.text_input("Label of the deck", key="new_printed", max_chars=LINE_LENGTH, help=LABEL)
    revision = revision_named_by(label, choice.revisions.sound)
    if label and revision:
        st.caption(f"Counts for revision {literal(revision)}.")
    elif label:
        st.caption(
            "This names no revision of the game. The session counts for this deck alone, with the default score sheet."
        )
    return {"printed": label.strip(), "revision": revision}


def _about(header: dict[str, Any], everybody: Mapping[str, Person]) -> None:
    header["goal"] = st.text_area(
        "Question for this session",
        key="new_goal",
        height=68,
        max_chars=NOTE_LENGTH,
        help=GOAL,
    )
    row = st.grid(3, min_column_width=200)
    header["location"] = row.text_input("Place", key="new_location", max_chars=LINE_LENGTH)
    header["teacher"] = shared.person_field("Taught by", everybody, "new_teacher", row)
    media = [medium.value for medium in Medium]
    header["medium"] = row.segmented_control("Played on", media, default=media[0], key="new_medium", required=True)


def _players(choice: Place, everybody: Mapping[str, Person]) -> list[NewPlayer]:
    """A line for each seat; empty ones are left out."""
    model = choice.revisions.sound.get(choice.revision)
    usual = model.players if model else 2
    count = st.number_input("Players", 1, MOST_PLAYERS, usual, key=f"new_players_{choice.game.name}_{usual}", width=160)
    st.caption("In turn order: seat 1 begins. Enter names or initials. Empty seats are left out.")
    players = []
    for seat in range(1, int(count) + 1):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            name = shared.person_field(f"Seat {seat}", everybody, f"new_name_{seat}", width=195)
            newcomer = st.checkbox("New to the game", key=f"new_newcomer_{seat}")
        players.append(NewPlayer(name, newcomer))
    return players


def _paper(choice: Place, header: Mapping[str, Any]) -> None:
    """The same on paper, for a table without devices; by the game's default rules where there is no revision."""
    model = choice.revisions.sound.get(header["revision"])
    version = model.revision if model else str(header.get("printed", ""))
    rules, title = (model.rules, model.title) if model else ({}, DEFAULT_RULES)
    goal = str(header["goal"])
    print_button(
        "Session sheet",
        lambda: session_sheet(choice.game, rules, revision=version, title=title, goal=goal),
        file_stem("session-sheet", choice.game.name, version),
        "print_new_sheet",
        PAPER if model else f"{PAPER} {DEFAULT_RULES}.",
    )
    print_button(
        "Feedback form",
        lambda: feedback_form(choice.game.title, revision=version),
        file_stem("feedback-form", choice.game.name, version),
        "print_new_form",
    )


# Beginning


def _begin(choice: Place, header: dict[str, Any], players: list[NewPlayer], times: Afterwards | None) -> None:
    """Store the session and who sits there, then show its board."""
    seated = [player for player in players if player.name]
    if wrong := [*(times.problems() if times else ()), *_wrong(header, seated)]:
        problems(wrong, "The session cannot be logged yet" if times else "The session cannot start yet")
        return
    played, about = _played(choice, header, len(seated)), {"game": choice.game.name, **_filled_in(header)}
    changes, store = times.changes() if times else None, session_cache().store
    id = st.session_state.setdefault(TO_COME, new_uuid())
    with store.session():
        if not entries_of(store, id):
            begin_session(store, played, about, seated, times=changes, id=id, device=device())
    shared.to_top()
    navigation.go("live", {"session": id})


def _wrong(header: Mapping[str, Any], seated: list[NewPlayer]) -> list[Problem]:
    problems = player_problems(seated)
    if not header["revision"] and not header.get("printed"):
        problems.append(Problem("label of the deck", "is needed where no revision is chosen"))
    return problems


def _filled_in(header: Mapping[str, Any]) -> dict[str, Any]:
    return {name: header[name] for name in ("goal", "location", "medium", "printed", "teacher") if name in header}


def _played(choice: Place, header: Mapping[str, Any], players: int) -> Scenario | None:
    """The revision with as many players as there are, where its rules allow that; else as it is written."""
    model = choice.revisions.sound.get(header["revision"])
    return model and (scenario_for_players(services().workspace, model, players) or model)
