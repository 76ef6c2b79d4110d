"""BG Stats' JSON export: written and read, as far as it has a place for what we log."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple, TypeVar

from workbench.engine.problems import NumberRange, Problems
from workbench.engine.registry import games, title_of
from workbench.engine.score_sheet import Points, Wins
from workbench.playtest.exchange.dates import Ambiguous, read_date
from workbench.playtest.exchange.parsed import (
    DEFAULTS,
    Format,
    LogWriter,
    Parsed,
    ParsedSession,
    RawSession,
    ReadOptions,
    as_list,
    game_called,
    header_of_version,
    id_from,
    pack_json,
)
from workbench.playtest.log.fields import DIGITS, LARGEST, Unfit, printable, uuid
from workbench.playtest.log.kinds import LINE_LENGTH, NAME_LENGTH, ClockPhase, EntryKind, SessionStatus, WinDirection
from workbench.playtest.log.session import Seated, Session, session_of
from workbench.playtest.people import player_name
from workbench.store.playtests import Person, new_uuid


def write_bgstats(sessions: Iterable[ParsedSession], people: Mapping[str, Person]) -> str:
    """The sessions as a BG Stats export, with local times; without moments, feedback, teaching and breaks.

    Open sessions are left out: a play of BG Stats is over.
    """
    every = (session_of(session.entries) for session in sessions)
    read = [session for session in every if session.status is not SessionStatus.OPEN]
    players = list(dict.fromkeys(seated.player for session in read for seated in session.everybody))
    places = list(dict.fromkeys(session.header.location for session in read if session.header.location))
    played: dict[str, Session] = {}
    for session in read:
        played.setdefault(session.header.game, session)
    numbers = RefNumbers(_numbered(players), _numbered(places), _numbered(played))
    content = {
        "games": [_game(session, numbers) for session in played.values()],
        "locations": [
            {"id": numbers.places[name], "uuid": id_from("location", name).upper(), "name": name} for name in places
        ],
        "players": [_player(id, people, numbers) for id in players],
        "plays": [_play(session, numbers) for session in read],
        "userInfo": {"meRefId": 0},
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


LEFT = "left the table"
"""The role of a player who left."""


class RefNumbers(NamedTuple):
    """The numbers by which plays refer to players, locations and games."""

    players: Mapping[str, int]
    places: Mapping[str, int]
    games: Mapping[str, int]


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names, start=1)}


def _game(session: Session, numbers: RefNumbers) -> dict[str, object]:
    name = session.header.game
    return {
        "id": numbers.games[name],
        "uuid": id_from("game", name).upper(),
        "name": title_of(name),
        "highestWins": session.scores.sheet.wins is not Wins.LOWEST,
        "noPoints": session.scores.sheet.wins is Wins.NAMED,
        "cooperative": False,
        "usesTeams": False,
        "bggId": 0,
        "bggYear": 0,
    }


def _player(id: str, people: Mapping[str, Person], numbers: RefNumbers) -> dict[str, object]:
    name = people[id].name if id in people else None
    label = name or f"Player {numbers.players[id]}"
    return {"id": numbers.players[id], "uuid": id.upper(), "name": label, "isAnonymous": name is None}


def _play(session: Session, numbers: RefNumbers) -> dict[str, object]:
    header, scores = session.header, session.scores
    ranked = sorted(scores.totals.values(), reverse=scores.sheet.wins is not Wins.LOWEST)
    lines = [
        {
            "playerRefId": numbers.players[seated.player],
            "score": _score(scores.total_of(seated.player)),
            "winner": seated.player in session.winners,
            "newPlayer": seated.newcomer,
            "startPlayer": seated.seat == 0 and seated not in session.left,
            "seatOrder": 0 if seated.seat is None or seated in session.left else seated.seat + 1,
            "role": role_of(session, seated),
            "rank": ranked.index(scores.totals[seated.player]) + 1 if seated.player in scores.totals else 0,
        }
        for seated in session.everybody
    ]
    return {
        "uuid": session.id.upper(),
        "gameRefId": numbers.games[header.game],
        **({"locationRefId": numbers.places[header.location]} if header.location else {}),
        "playDate": _local(session.started_at),
        "entryDate": _local(session.started_at),
        "modificationDate": _local(session.last_at),
        "durationMin": round(session.seconds(ClockPhase.PLAY) / 60),
        "board": header.version,
        "comments": "\n".join(note.text for note in session.notes),
        "rounds": scores.rows,
        "ignored": session.status is not SessionStatus.ENDED,
        "manualWinner": scores.wins_by_override,
        "usesTeams": False,
        "rating": 0,
        "scoringSetting": 0,
        "playerScores": lines,
    }


def role_of(session: Session, seated: Seated) -> str:
    """A player's role for BG Stats: the side, and whether they left."""
    members = {side.name: side.member for side in session.scores.sheet.sides}
    side = session.scores.sides.get(seated.player)
    parts = [members.get(side, side) if side else "", LEFT if seated in session.left else ""]
    return ", ".join(part for part in parts if part)


def _score(total: Points | None) -> str:
    """A total with its digits written out: BG Stats does not read 1e-06."""
    return "" if total is None else f"{total:.{DIGITS}f}".rstrip("0").rstrip(".")


def _local(at: datetime) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S")


T = TypeVar("T")
STAND_IN = datetime(2000, 1, 1, tzinfo=UTC)
"""In place of a date that cannot be read, so that the other problems of its play are found as well."""
SUM = re.compile(r"[+-]?\d{1,9}([.,]\d{1,6})?([+-]\d{1,9}([.,]\d{1,6})?){0,50}")
TERM = re.compile(r"[+-]?[\d.]+")
SPEAKS = frozenset(
    [
        "game",
        "revision",
        "date",
        "location",
        "play_min",
        "status",
        "notes",
        "player",
        "seat",
        "newcomer",
        "score",
        "winner",
    ]
)
"""The columns of the CSV table that a play has."""
REASON = "as BG Stats has it"
IGNORED = "left out of statistics in BG Stats"
LONGEST_MINUTES = 60 * 24 * 7
MOST_PLACES = 100
"""The last place in turn order that is taken for one."""


def is_bgstats(value: object) -> bool:
    """True if a JSON value looks like an export of BG Stats."""
    return isinstance(value, dict) and "plays" in value and "players" in value


def read_bgstats(value: Mapping[str, object], file: str, how: ReadOptions = DEFAULTS) -> Parsed:
    """An export as read. A play that cannot be read is a problem; what was left out or corrected is a warning."""
    report = Problems()
    reader = _PlayReader(
        report,
        _by_id(value, "games", report),
        _by_id(value, "locations", report),
        {id: _person(id, fields, report) for id, fields in _by_id(value, "players", report).items()},
        how,
    )
    plays = as_list(value.get("plays"), "plays", report)
    sessions = [reader.session(play, f"plays[{place}]") for place, play in enumerate(plays)]
    people = tuple(person for person in reader.people.values() if person.id in reader.met)
    return Parsed(
        Format.BGSTATS,
        file,
        tuple(session for session in sessions if session),
        people,
        tuple(report.noted),
        parts=tuple(RawSession((f"plays[{place}]",), play) for place, play in enumerate(plays)),
        pack=partial(pack_json, value, "plays"),
        unclear=reader.unclear,
        joinable=reader.joinable,
    )


def _by_id(value: Mapping[str, object], name: str, report: Problems) -> dict[int, Mapping[str, object]]:
    """The objects of a list by their ids."""
    objects: dict[int, Mapping[str, object]] = {}
    for place, item in enumerate(as_list(value.get(name), name, report)):
        where = f"{name}[{place}]"
        if not isinstance(item, dict) or not isinstance(item.get("id"), int):
            report.wrong(where, "must be an object with a number as its id")
        elif item["id"] in objects:
            report.wrong(f"{where}.id", "is there twice", item["id"])
        else:
            objects[item["id"]] = item
    return objects


def _person(id: int, fields: Mapping[str, object], report: Problems) -> Person:
    place = f"player {id}"
    try:
        name = player_name(fields.get("name"))
    except Unfit as unfit:
        report.warn(f"{place}, name", f"{unfit}: left out", fields.get("name"))
        name = None
    try:
        return Person(uuid(fields.get("uuid")), name)
    except Unfit:
        return Person(new_uuid(), name)


@dataclass(frozen=True)
class PlayerLine:
    """A player's line of a play. `order` is the place in turn order, from 1; 0 where the file does not say."""

    person: Person
    points: float | None
    role: str
    order: int
    won: bool
    newcomer: bool
    starts: bool


class _PlayReader:
    """Turns plays into sessions, with the games, locations and players that they refer to."""

    def __init__(
        self,
        report: Problems,
        games: Mapping[int, Mapping[str, object]],
        locations: Mapping[int, Mapping[str, object]],
        people: Mapping[int, Person],
        how: ReadOptions = DEFAULTS,
    ) -> None:
        self.report, self.games, self.locations, self.people = report, games, locations, people
        self.met: set[str] = set()
        self.how, self.unclear, self.joinable = how, 0, 0

    def session(self, play: object, place: str) -> ParsedSession | None:
        """One play; None if it cannot be read."""
        before = len(self.report.noted)
        if not isinstance(play, dict):
            self.report.wrong(place, "must be an object", type(play).__name__)
            return None
        id = self._or_problem(uuid, play, "uuid", place)
        at = self._or_problem(self._date, play, "playDate", place)
        scores = [
            self._score(line, f"{place}.playerScores[{number}]")
            for number, line in enumerate(as_list(play.get("playerScores"), f"{place}.playerScores", self.report))
        ]
        seated = [score for score in scores if score]
        if len({score.person.id for score in seated}) < len(seated):
            self.report.wrong(f"{place}.playerScores", "has a player twice")
        read = self._write(LogWriter(id or new_uuid(), place, at or STAND_IN), play, seated, place)
        return None if any(not problem.warning for problem in self.report.noted[before:]) else read

    def _or_problem(self, read: Callable[[object], T], play: Mapping[str, object], key: str, place: str) -> T | None:
        try:
            return read(play.get(key))
        except Unfit as unfit:
            self.report.wrong(f"{place}.{key}", str(unfit), play.get(key))
            return None

    def _date(self, value: object) -> datetime:
        """A time: 2024-11-22 18:30:00 in most exports, anything in those that other programs changed."""
        if not isinstance(value, str):
            raise Unfit("must be a time as in 2024-11-22 18:30:00")
        try:
            return read_date(value, self.how.dates)
        except Ambiguous:
            self.unclear += 1
            raise

    def _score(self, line: object, place: str) -> PlayerLine | None:
        """One player's line, with the person."""
        if not isinstance(line, dict) or not isinstance(line.get("playerRefId"), int):
            self.report.wrong(place, "must be an object with a number as its playerRefId")
            return None
        person = self.people.get(line["playerRefId"])
        if person is None:
            self.report.wrong(f"{place}.playerRefId", "no such player in the file", line["playerRefId"])
            return None
        names = {"won": "winner", "newcomer": "newPlayer", "starts": "startPlayer"}
        flags = {field: self._flag(line.get(name), f"{place}.{name}") for field, name in names.items()}
        points = self._points(line.get("score"), f"{place}.score")
        role = self._text(line.get("role"), LINE_LENGTH, f"{place}.role")
        order = line.get("seatOrder")
        return PlayerLine(person, points, role, order if type(order) is int and order <= MOST_PLACES else 0, **flags)

    def _flag(self, value: object, place: str) -> bool:
        if value not in (None, True, False, 0, 1):
            self.report.wrong(place, "must be true or false", value)
        return value in (True, 1)

    def _points(self, value: object, place: str) -> float | None:
        """A score: a number, or a sum such as 12+5."""
        text = str(value).replace(" ", "") if value is not None else ""
        if not text:
            return None
        if not SUM.fullmatch(text):
            self.report.warn(place, "is no number: left out", value)
            return None
        total = sum(float(term) for term in TERM.findall(text.replace(",", ".")))
        allowed = NumberRange(-LARGEST, LARGEST)
        if total not in allowed:
            self.report.wrong(place, f"must be {allowed}", value)
        return total

    def _write(
        self, writer: LogWriter, play: Mapping[str, object], seated: Sequence[PlayerLine], place: str
    ) -> ParsedSession | None:
        opening = self._opening(play, place)
        writer.add(EntryKind.OPEN, **{**opening, **self._joined(play, str(opening["game"]), len(seated), place)})
        left = [score for score in seated if score.role.endswith(LEFT)]
        stay = [score for score in seated if score not in left]
        for score, seat in zip([*left, *stay], [*(None for _ in left), *_seats(stay)], strict=True):
            self.met.add(score.person.id)
            writer.add(EntryKind.PLAYER, player=score.person.id, seat=seat, newcomer=score.newcomer)
            if score in left:
                writer.add(EntryKind.LEAVE, player=score.person.id)
            role = score.role.partition(",")[0]
            if role and not writer.problems and (side := session_of(writer.entries).scores.sheet.side_named(role)):
                writer.add(EntryKind.SIDE, player=score.person.id, side=side)
        writer.add_time(ClockPhase.PLAY, self._minutes(play.get("durationMin"), f"{place}.durationMin"))
        for score in seated:
            if score.points is not None:
                writer.add(EntryKind.TOTAL, player=score.person.id, points=score.points)
        writer.add_notes(self._text(play.get("comments"), None, f"{place}.comments"))
        if self._flag(play.get("usesTeams"), f"{place}.usesTeams"):
            self.report.warn(f"{place}.usesTeams", "was played in teams: each player is kept alone")
        ignored = self._flag(play.get("ignored"), f"{place}.ignored")
        writer.add(EntryKind.ABANDON, reason=IGNORED) if ignored else writer.add(EntryKind.END)
        winners = [score.person.id for score in seated if score.won]
        by_hand = self._flag(play.get("manualWinner"), f"{place}.manualWinner")
        marked = bool(winners) or by_hand
        if marked:
            writer.set_winners(winners, REASON)
        self.report.add(writer.problems)
        speaks = SPEAKS if marked else SPEAKS - {"winner"}
        return None if writer.problems else writer.parsed(speaks, exact=False)

    def _opening(self, play: Mapping[str, object], place: str) -> dict[str, str | None]:
        game = _referred(self.games, play.get("gameRefId"))
        if not game:
            self.report.wrong(f"{place}.gameRefId", "no such game in the file", play.get("gameRefId"))
        name = self._text(game.get("name"), NAME_LENGTH, f"{place}.gameRefId") or "?"
        registered = games().get(game_called(name))
        location = _referred(self.locations, play.get("locationRefId"))
        lowest = registered is None and game.get("highestWins") in (False, 0)
        return {
            "game": registered.name if registered else name,
            **header_of_version(self._text(play.get("board"), LINE_LENGTH, f"{place}.board")),
            "location": self._text(location.get("name"), LINE_LENGTH, f"{place}.locationRefId"),
            "direction": WinDirection.LOWEST.value if lowest else None,
        }

    def _joined(self, play: Mapping[str, object], game: str, players: int, place: str) -> Mapping[str, object]:
        """The header of the revision that the board or variant names, where plays are to be linked; else a hint."""
        for key, label in ((key, play.get(key)) for key in ("board", "variant")):
            if not isinstance(label, str) or not self.how.join or not (header := self.how.join(game, label, players)):
                continue
            self.joinable += 1
            named = f"{game}/{header['revision']}"
            if not self.how.joins:
                self.report.warn(f"{place}.{key}", f"names {named}; it can be joined to that revision", label)
                return {}
            self.report.warn(f"{place}.{key}", f"joined to {named}", label)
            return {**header, "printed": label[:LINE_LENGTH].strip()}
        return {}

    def _text(self, value: object, longest: int | None, place: str) -> str:
        """A text, cut to the longest allowed, without characters that no field takes."""
        if value is None:
            return ""
        if not isinstance(value, str):
            self.report.wrong(place, "must be a text", value)
            return ""
        text = printable(value.replace("\r\n", "\n").replace("\r", "\n")).strip()
        if len(text) > (longest or len(text)) or len(text) < len(value.replace("\r", "").strip()):
            limit = f", and at most {longest} characters" if longest else ""
            self.report.warn(place, f"kept without what does not print{limit}")
        return text[:longest].strip()

    def _minutes(self, value: object, place: str) -> float:
        if value in (None, 0):
            return 0.0
        if value not in NumberRange(0, LONGEST_MINUTES):
            self.report.warn(place, f"must be minutes, at most {LONGEST_MINUTES}: left out", value)
            return 0.0
        return float(str(value))


def _referred(objects: Mapping[int, Mapping[str, object]], number: object) -> Mapping[str, object]:
    """The object that a play refers to; empty if there is none."""
    return objects.get(number, {}) if isinstance(number, int) else {}


def _seats(seated: Sequence[PlayerLine]) -> list[int | None]:
    """Seats from 0: by `seatOrder` where all differ, else only that of the start player."""
    orders = [score.order for score in seated]
    if all(order > 0 for order in orders) and len(set(orders)) == len(orders):
        return [sorted(orders).index(order) for order in orders]
    starts = [score.starts for score in seated]
    return [0 if start and sum(starts) == 1 else None for start in starts]
