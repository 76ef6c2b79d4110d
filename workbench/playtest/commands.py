"""Live sessions for commands and scripts: sessions, players, rows and criteria by name, with every problem at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from workbench.engine.files import JsonValue
from workbench.engine.problems import BadInput, Problem, WholeRange, together
from workbench.engine.score_sheet import Points
from workbench.engine.wording import counted, first_of, listed
from workbench.playtest import overview
from workbench.playtest.log.fields import Unfit
from workbench.playtest.log.fields import points as read_points
from workbench.playtest.log.kinds import SessionStatus
from workbench.playtest.log.recording import Log, load
from workbench.playtest.log.session import Session
from workbench.playtest.people import distinct_names
from workbench.store import Store
from workbench.store.playtests.entries import session_ids
from workbench.store.playtests.people import people

T = TypeVar("T")
DEVICE = "0c11"
"""The device in the log of entries that a command wrote."""
SHORTEST = 4
"""The fewest characters that may abbreviate a session's id."""
NAMED = 5
"""Open sessions that a refusal lists."""
NOBODY = "nobody"


@dataclass(frozen=True)
class OpenSession:
    """An open session with the names of its players, those who left included."""

    log: Log
    session: Session
    names: dict[str, str]

    def player(self, name: str) -> str:
        """The id of the player with this name. Raises BadInput."""
        return _called(name, {label: player for player, label in self.names.items()}, "--player", "at this table are")


def open_session(store: Store, text: str, *, or_ended: bool = False) -> OpenSession:
    """The open session with this id, or one that begins so; with `or_ended`, also one that was ended.

    Raises BadInput, listing those that are open.
    """
    ids = [id for id in session_ids(store) if id.startswith(text.strip().lower())] if store.may_have_sessions else []
    if len(ids) != 1 or len(text.strip()) < SHORTEST:
        why = "is the beginning of several sessions" if len(ids) > 1 else "no such session"
        raise BadInput.one("SESSION", f"{why}; {_open_ones(store)}", text)
    session = load(store, ids[0])
    if session.status is not SessionStatus.OPEN and not (or_ended and session.has_ended):
        raise BadInput.one("SESSION", f"has ended, and can be reopened on its page; {_open_ones(store)}", text)
    names = distinct_names(people(store), [player.player for player in session.everybody])
    return OpenSession(Log(store, session.id, DEVICE), session, names)


def session_state(store: Store, session: str) -> dict[str, JsonValue]:
    """The state of a session as JSON, with the names of its players; `not_over` says why the sheet does not end it."""
    loaded = load(store, session)
    names, scores = distinct_names(people(store), [player.player for player in loaded.everybody]), loaded.scores
    players = [
        {
            "name": names[player.player],
            "total": scores.total_of(player.player),
            "side": scores.sides.get(player.player),
            "left": player in loaded.left,
        }
        for player in loaded.everybody
    ]
    winners = [names[player] for player in scores.winners]
    return {
        "session": session,
        **overview.end_json(loaded.status),
        "not_over": scores.why_not_over or None,
        "players": players,
        "winners": winners,
        "winning_sides": list(scores.winning_sides),
        "says_who_won": scores.says_who_won,
    }


# Entering scores


def check_score_options(points: bool, player: str | None, side: str | None, goes_to: str | None) -> None:
    """Raise BadInput unless exactly one of points, side and outcome is given, with a player where needed."""
    if [points, side is not None, goes_to is not None].count(True) != 1:
        raise BadInput.one("score", "needs POINTS, or --side, or --goes-to, and only one of them")
    if goes_to is None and player is None:
        raise BadInput.one("--player", "is missing: whose points or side?")
    if goes_to is not None and player is not None:
        raise BadInput.one("--player", "a row goes to a side: leave the player out", player)


def write_points(
    named: OpenSession, player: str, texts: Sequence[str], row: str | None, *, total: bool = False, force: bool = False
) -> None:
    """Enter points: a number a row, from `row` on, or CRITERION=NUMBER, all in one row; or the total.

    Without `row`, from the first row on where the player has no such entry yet. Either all are stored or none. Raises
    BadInput, also for points that are impossible by the rules, unless `force`.
    """
    who, first, read = together(
        lambda: named.player(player), lambda: _row(named.session, row), lambda: _read_all(named.session, texts, total)
    )
    session, sheet = named.session, named.session.scores.sheet
    rows: list[int | None] = [None]  # that of a total
    if not total:
        begun = first if first is not None else _next_row(session, who, [criterion for criterion, _ in read])
        once = {criterion.name for criterion in sheet.criteria if criterion.once}
        places = [
            0 if criterion in once else begun + (place if criterion is None else 0)
            for place, (criterion, _) in enumerate(read)
        ]
        _check_rows(session, max(places))
        rows = [*places]
    numbers = [(at, criterion, points) for at, (criterion, points) in zip(rows, read, strict=True)]
    wrong = [
        Problem("POINTS", f"{doubt}; --force enters it anyway", f"{points:g}")
        for at, criterion, points in numbers
        if (doubt := sheet.doubt(points, sheet.total_bounds if at is None else sheet.bounds(criterion)))
    ]
    if wrong and not force:
        raise BadInput(wrong)
    for at, criterion, points in numbers:
        if at is None:
            named.log.total(who, points)
        else:
            named.log.score(who, at, points, criterion)


def write_side(named: OpenSession, player: str, side: str) -> None:
    """Enter the side that a player was on. Raises BadInput."""
    who, on = together(lambda: named.player(player), lambda: _side(named.session, side, "--side"))
    named.log.side(who, on)


def write_outcome(named: OpenSession, row: str | None, sides: str) -> None:
    """Enter the sides that won a row, by default the first without an outcome. Raises BadInput."""
    first, to = together(lambda: _row(named.session, row), lambda: _sides(named.session, sides, "--goes-to"))
    filled = {outcome for outcome in named.session.scores.outcomes if outcome is not None}
    place = next(index for index in range(len(filled) + 1) if index not in filled) if first is None else first
    _check_rows(named.session, place)
    named.log.outcome(place, to)


def end_session(
    named: OpenSession, winners: str | None = None, won: str | None = None, finished: bool | None = None
) -> None:
    """End the session, after overriding the winners or the winning sides if given. Raises BadInput.

    `finished`: whether the game was played to its end; alone, it may be said of a session that was ended before.
    """
    has_ended = named.session.has_ended
    if has_ended and (finished is None or winners is not None or won is not None):
        more = "has ended: it takes --finished or --stopped alone, and can be reopened on its page"
        raise BadInput.one("SESSION", f"{more}; {_open_ones(named.log.store)}", named.session.id)
    names = [name.strip() for name in (winners or "").split(",") if name.strip()]
    who, sides = together(
        lambda: together(*(partial(named.player, name) for name in names)),
        lambda: None if won is None else _sides(named.session, won, "--won"),
    )
    if sides is not None:
        named.log.outcome(None, sides)
    if who:
        named.log.override("named at the end", who)
    if has_ended:
        named.log.settle(bool(finished))
    else:
        named.log.end(finished)


def _open_ones(store: Store) -> str:
    rows = overview.listed(store, SessionStatus.OPEN.value)
    if not rows:
        return "none is open: begin one with `workbench playtests begin`"
    names = [f"{row.session} ({row.game} {row.version})" for row in rows]
    return f"open are {listed(first_of(names, NAMED))}"


def _called(name: str, choices: dict[str, T], place: str, allowed: str) -> T:
    """The value with this name; upper and lower case matter only where names differ in nothing else."""
    alike = [value for label, value in choices.items() if label.casefold() == name.strip().casefold()]
    if name.strip() in choices:
        return choices[name.strip()]
    if len(alike) == 1:
        return alike[0]
    raise BadInput.one(place, f"{allowed} {', '.join(choices) or NOBODY}", name)


def _row(session: Session, text: str | None) -> int | None:
    """The index of the row of `--row`, from 0."""
    if text is None:
        return None
    row = WholeRange(1).read(text)
    if row is None:
        raise BadInput.one("--row", f"must be the number of a {session.scores.sheet.row}, from 1", text)
    _check_rows(session, row - 1)
    return row - 1


def _check_rows(session: Session, last: int) -> None:
    sheet = session.scores.sheet
    if sheet.rows is not None and last >= sheet.rows:
        raise BadInput.one("--row", f"by these rules there are {counted(sheet.rows, sheet.row)}", str(last + 1))


def _read_all(session: Session, texts: Sequence[str], total: bool) -> list[tuple[str | None, Points]]:
    """The criterion and points of each text."""
    if not texts or (total and len(texts) > 1):
        raise BadInput.one("POINTS", "must be one number" if total else "must be at least one number")
    read: tuple[tuple[str | None, Points], ...] = together(*(partial(_read, session, text, total) for text in texts))
    if len({criterion is None for criterion, _ in read}) > 1:
        raise BadInput.one("POINTS", "must be numbers alone, or all CRITERION=NUMBER", " ".join(texts))
    return list(read)


def _read(session: Session, text: str, total: bool) -> tuple[str | None, Points]:
    name, equals, value = (part.strip() for part in text.rpartition("="))
    if equals and total:
        raise BadInput.one("POINTS", "a total has no criterion", text)
    criterion, points = together(lambda: _criterion(session, name) if equals else None, lambda: _points(value, text))
    return criterion, points


def _criterion(session: Session, name: str) -> str:
    names = session.scores.sheet.criterion_names
    if not names:
        raise BadInput.one("POINTS", "this game's sheet has no criteria: must be a number", name)
    return _called(name, dict(zip(names, names, strict=True)), "POINTS", "the criteria of this sheet are")


def _points(value: str, text: str) -> Points:
    try:
        return read_points(float(value))
    except (Unfit, ValueError):
        raise BadInput.one("POINTS", "must be a number, or CRITERION=NUMBER", text) from None


def _next_row(session: Session, player: str, criteria: Sequence[str | None]) -> int:
    """The first row in which a player has none of these numbers yet, and none for the row as a whole."""
    if session.scores.sheet.rows == 1:
        return 0
    there = {(row, name) for who, row, name in session.scores.cells if who == player}
    if None in criteria:
        there |= {(row, None) for row, _ in there}
    names = {*criteria, None}
    return next(row for row in range(len(there) + 1) if not any((row, name) in there for name in names))


def _side(session: Session, text: str, place: str) -> str:
    sheet = session.scores.sheet
    side = sheet.side_named(text)
    if side is None:
        names = ", ".join(side.name for side in sheet.sides)
        raise BadInput.one(place, f"must be one of {names}" if names else "this game has no sides", text)
    return side


def _sides(session: Session, text: str, place: str) -> list[str]:
    """The sides in a comma-separated text; none for `nobody`."""
    if text.strip().casefold() == NOBODY and session.scores.sheet.sides:
        return []
    return list(together(*(partial(_side, session, name, place) for name in text.split(","))))
