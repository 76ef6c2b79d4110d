"""A new session: what is played, by whom, and which question it should answer."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TypedDict

from workbench.app.server.evening.sessions import SessionCache
from workbench.app.server.plain_pages import render
from workbench.app.services import Revisions, revisions
from workbench.engine.files import JsonValue
from workbench.engine.game import Game
from workbench.engine.parameters import complete
from workbench.engine.problems import BadInput, Problem
from workbench.engine.registry import broken_plugins, games, title_of
from workbench.engine.wording import counted, did_you_mean, time_words
from workbench.playtest import overview
from workbench.playtest.log.clock import MINUTES, Times
from workbench.playtest.log.fields import MINUTES_OF_A_DAY
from workbench.playtest.log.kinds import LINE_LENGTH, NAME_LENGTH, NOTE_LENGTH, Medium, SessionStatus
from workbench.playtest.log.recording import discard, load_many
from workbench.playtest.log.session import Session
from workbench.playtest.people import people_by_label
from workbench.playtest.printing import feedback_form, session_sheet
from workbench.playtest.sessions import (
    NewPlayer,
    begin_session,
    player_problems,
    revision_named_by,
    scenario_for_players,
)
from workbench.report.rulebook import render_rulebook, rulebook_html
from workbench.scenario import Scenario
from workbench.scenario.files import Workspace
from workbench.store import Store
from workbench.store.playtests.entries import entries_of
from workbench.store.playtests.people import Person, people

DEFAULT_RULES = "No revision is named: the score sheet follows the game's default rules"
MOST_OPEN, MOST_RECENT, MOST_TABLES = 5, 24, 40
"""Open sessions on the page, people to tap, and sessions whose tables they are taken from."""


def values(workspace: Workspace, query: Mapping[str, str]) -> dict[str, object]:
    """The values of the page; the address may name the game, the revision, and that it was played earlier."""
    store = Store(workspace.store_path)
    register, sessions = _played(store)
    latest = sessions[0] if sessions else None
    there = games()
    names = list(there)
    game_named = query.get("game", "")
    game = (
        game_named
        if game_named in names
        else latest.header.game
        if latest and latest.header.game in names
        else names[0]
    )
    choices, unread = {name: _choices(there[name]) for name in names}, len(revisions(there[game]).broken)
    revision = query.get("revision", "")
    by_label = {person.id: label for label, person in people_by_label(register).items()}
    open_sessions = [session for session in sessions if session.status is SessionStatus.OPEN]
    ids = [seated.player for session in sessions for seated in session.everybody]
    labels = [by_label[id] for id in dict.fromkeys(ids) if id in by_label]
    rest = [label for label in by_label.values() if label not in labels]
    return {
        "games": [(name, there[name].title) for name in names],
        "game": game,
        "revision": revision if any(revision == item["name"] for item in choices[game]) else "",
        "earlier": query.get("when") == "earlier",
        "problems": _problems(query, [item["name"] for item in choices[game]]),
        "broken": f"{counted(unread, 'revision')} of {title_of(game)} cannot be read: the tab Revisions says why."
        if unread
        else "",
        "open": [_line(session, by_label) for session in open_sessions[:MOST_OPEN]],
        "more_open": max(0, len(open_sessions) - MOST_OPEN),
        "choices": choices,
        "recent": [*labels, *rest][:MOST_RECENT],
        "others": list(by_label.values()),
        "again": [_table(session, by_label) for session in _tables(sessions)],
        "media": [medium.value for medium in Medium],
        "minutes": [(name, str(phase).capitalize()) for phase, name in MINUTES.items()],
        "LINE": LINE_LENGTH, "NOTE": NOTE_LENGTH, "NAME": NAME_LENGTH,
    }  # fmt: skip


def _problems(query: Mapping[str, str], names: Sequence[str]) -> list[str]:
    """Every game that does not load, and every value of the address that does not exist, with what would work."""
    broken = [plugin.problem.message for plugin in broken_plugins() if not plugin.is_locked]
    allowed = {"game": list(games()), "revision": names, "when": ["now", "earlier"]}
    wrong = [name for name in allowed if query.get(name, "") not in ("", *allowed[name])]
    return broken + [
        f"{name} = {query[name]}: must be one of {', '.join(allowed[name])}{did_you_mean(query[name], allowed[name])}"
        for name in wrong
    ]


def _played(store: Store) -> tuple[Mapping[str, Person], list[Session]]:
    """Everybody who has played, and the latest sessions; nothing is made where there is no store yet."""
    if not store.may_have_sessions:
        return {}, []
    rows = overview.sessions(store)[:MOST_TABLES]
    return people(store), load_many(store, [row.session for row in rows])


def open_tables(store: Store) -> list[dict[str, object]]:
    """The open sessions: the tables of one evening."""
    register, sessions = _played(store)
    by_label = {person.id: label for label, person in people_by_label(register).items()}
    return [_line(session, by_label) for session in sessions if session.status is SessionStatus.OPEN]


class RevisionChoice(TypedDict):
    """A revision that the page offers."""

    name: str
    title: str
    players: int


def _choices(game: Game) -> list[RevisionChoice]:
    """The revisions of a game, the leading one first."""
    game_revisions = revisions(game)
    first = game_revisions.leading
    names = sorted(game_revisions.sound, key=lambda name: name != first)
    return [
        {"name": name, "title": game_revisions.sound[name].title, "players": game_revisions.sound[name].players}
        for name in names
    ]


def _tables(sessions: Sequence[Session]) -> list[Session]:
    """The latest sessions of different tables."""
    tables: dict[tuple[str, frozenset[str]], Session] = {}
    for session in sessions:
        key = session.header.game, frozenset(seated.player for seated in session.players)
        if session.players:
            tables.setdefault(key, session)
    return list(tables.values())[:3]


def _table(session: Session, by_label: Mapping[str, str]) -> dict[str, object]:
    """A table to sit down at again: same people, seats, rules and place."""
    header = session.header
    names = [by_label[seated.player] for seated in session.players if seated.player in by_label]
    about = {"game": header.game, "revision": header.revision, "printed": header.printed, "location": header.location}
    label = f"{title_of(header.game)}: {', '.join(names)}"
    return {**about, "medium": header.medium, "players": names, "label": label}


def _line(session: Session, by_label: Mapping[str, str]) -> dict[str, object]:
    names = [by_label.get(seated.player, "somebody") for seated in session.players]
    title = f"{title_of(session.header.game)}{' › ' + session.header.version if session.header.version else ''}"
    return {
        "id": session.id,
        "text": f"{title} · {time_words(session.started_at)} · {', '.join(names) or 'no players'}",
        "begun": session.has_begun,
    }


def begin(workspace: Workspace, cache: SessionCache, message: JsonValue) -> str:
    """Store the session and who sits there; returns its id, which the page made, so that a repeat begins only one.

    Raises BadInput with every problem.
    """
    if remove := message.get("remove"):
        discard(cache.store, str(remove))
        return ""
    id, game = str(message.get("id", "")), games().get(str(message.get("game", "")))
    if game is None:
        raise BadInput.one("game", f"must be one of {', '.join(games())}", str(message.get("game", "")))
    begun = entries_of(cache.store, id)
    if begun:
        return id
    choices, printed = revisions(game), _text(message, "printed")
    revision = revision_named_by(printed, choices.sound) if printed else _text(message, "revision")
    people = message.get("players") or []
    if not (isinstance(people, list) and all(isinstance(player, dict) for player in people)):
        raise BadInput.one("players", "must be a list of objects, each with a name")
    players = [
        NewPlayer(str(player.get("name", "")).strip(), bool(player.get("newcomer")))
        for player in people
        if str(player.get("name", "")).strip()
    ]
    wrong, times = _times(message) if message.get("earlier") else ([], None)
    wrong += player_problems(players)
    if not printed and revision not in choices.sound:
        wrong.append(Problem("revision", "choose one, or write down the label of a printed deck", revision))
    if wrong:
        raise BadInput(wrong)
    about = {name: _text(message, name) for name in ("goal", "location", "teacher")}
    medium = _text(message, "medium") or Medium.PHYSICAL.value
    played = _scenario(workspace, choices, revision, len(players))
    header = {"game": game.name, **about, "medium": medium, "printed": printed}
    begin_session(cache.store, played, header, players, times=times, id=id, device=_text(message, "device")[:8])
    return id


def _text(message: Mapping[str, object], name: str) -> str:
    return str(message.get(name) or "").strip()


def _scenario(workspace: Workspace, choices: Revisions, revision: str, players: int) -> Scenario | None:
    """The revision with as many players as there are, where its rules allow that; else as it is written."""
    model = choices.sound.get(revision)
    return model and (scenario_for_players(workspace, model, players) or model)


def _times(message: Mapping[str, object]) -> tuple[list[Problem], dict[str, object] | None]:
    """The times of a session that was played earlier, as an entry stores them, or every problem."""
    minutes: dict[str, float] = {}
    wrong: list[Problem] = []
    for phase, name in MINUTES.items():
        text = _text(message, name).replace(",", ".")
        try:
            if text:
                number = float(text)
                assert 0 <= number <= MINUTES_OF_A_DAY
                minutes[name] = number
        except (ValueError, AssertionError):
            wrong.append(Problem(f"{phase}, min", f"must be a number of minutes, 0 to {MINUTES_OF_A_DAY}", text))
    try:
        begun = datetime.fromisoformat(_text(message, "started_at")).astimezone()
    except (ValueError, OverflowError):
        need = "is needed for a session that is logged afterwards: the day, and the approximate time"
        return [*wrong, Problem("start", need)], None
    by_phase = {phase: minutes.get(name, 0.0) for phase, name in MINUTES.items()}
    wrong += Times(begun, by_phase).problems(datetime.now(UTC))
    return wrong, {"started_at": begun, **minutes}


def paper(name: str, query: Mapping[str, str]) -> str:
    """The session sheet or the feedback form of a session to come, or all that a table needs without the designer."""
    game = games().get(query.get("game", ""))
    if game is None:
        raise BadInput.one("game", f"must be one of {', '.join(games())}", query.get("game", ""))
    model = revisions(game).sound.get(query.get("revision", ""))
    version = model.revision if model else query.get("printed", "")
    form = feedback_form(game.title, revision=version)
    if name == "form":
        return form
    rules, title = (model.rules, model.title) if model else ({}, DEFAULT_RULES)
    sheet = session_sheet(game, rules, revision=version, title=title, goal=query.get("goal", ""))
    if name != "blind":
        return sheet
    rulebook = rulebook_html(render_rulebook(game, complete(game.parameters, rules)), game.title)
    parts = list(map(_in_shadow, (rulebook, sheet, form)))  # each keeps its own style
    return render("evening/blind", game=game.title, version=version, parts=parts)


def _in_shadow(page: str) -> str:
    """The body of a page, with its style as it applies within a shadow root."""
    style = "".join(re.findall(r"<style[^>]*>(.*?)</style>", page, re.S))
    style = re.sub(r"@page\s*\{.*?\}", "", style, flags=re.S)
    roots = r"(?<![\w.#-])(?:body|:root|html)(?![\w-])(\.[\w-]+)?"
    style = re.sub(roots, lambda match: f":host({match[1]})" if match[1] else ":host", style)
    body = re.search(r"<body[^>]*>(.*)</body>", page, re.S)
    return f"<style>{style}</style>{body[1] if body else ''}"
