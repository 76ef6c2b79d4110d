"""BG Stats' JSON export: written and read, as far as it has a place for what we log."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import NamedTuple, TypeVar, cast

from workbench.engine.files import JsonValue, read_json
from workbench.engine.problems import NumberRange, Problems, WholeRange
from workbench.engine.registry import games, title_of
from workbench.engine.score_sheet import Points, ScoreSheet, Wins
from workbench.playtest.exchange.dates import read_date
from workbench.playtest.exchange.parsed import (
    DEFAULTS,
    STAND_IN,
    Format,
    LogWriter,
    Parsed,
    ParsedSession,
    RawSession,
    ReadOptions,
    as_list,
    check_count,
    game_called,
    header_of_version,
    id_from,
    pack_json,
    word_of,
)
from workbench.playtest.log.fields import DIGITS, LARGEST, LARGEST_RULE, Unfit, printable, uuid
from workbench.playtest.log.kinds import (
    BG_STATS,
    LINE_LENGTH,
    MOST_ROWS,
    NAME_LENGTH,
    ClockPhase,
    EntryKind,
    Medium,
    SessionStatus,
    WinDirection,
)
from workbench.playtest.log.session import Session, session_of
from workbench.playtest.people import player_name
from workbench.store.playtests.entries import new_uuid
from workbench.store.playtests.people import Person


def write_bgstats(sessions: Iterable[ParsedSession], people: Mapping[str, Person]) -> str:
    """The sessions as a BG Stats export, with local times; without moments, feedback, teaching and breaks.

    Open sessions are left out: a play of BG Stats is over.
    """
    every = (session_of(session.entries) for session in sessions)
    read = [session for session in every if session.status is not SessionStatus.OPEN]
    players = list(dict.fromkeys(seated.player for session in read for seated in session.everybody))
    places = list(dict.fromkeys(session.header.location for session in read if session.header.location))
    bots = set().union(*(session.bots for session in read))
    played: dict[str, Session] = {}
    facts: dict[str, dict[str, object]] = {}
    for session in read:
        played.setdefault(session.header.game, session)
        facts.setdefault(session.header.game, {}).update(session.header.of_bgstats)
    numbers = RefNumbers(_numbered(players), _numbered(places), _numbered(played))
    content = {
        "games": [_game(session, numbers, facts[name]) for name, session in played.items()],
        "locations": [
            {"id": numbers.places[name], "uuid": id_from("location", name).upper(), "name": name} for name in places
        ],
        "players": [_player(id, people, numbers, id in bots) for id in players],
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


def _game(session: Session, numbers: RefNumbers, facts: Mapping[str, object]) -> dict[str, object]:
    name = session.header.game
    return {
        "id": numbers.games[name],
        "uuid": id_from("game", name).upper(),
        "name": title_of(name),
        "highestWins": session.header.direction != WinDirection.LOWEST and session.scores.sheet.wins is not Wins.LOWEST,
        "noPoints": facts.get("noPoints", name in games() and session.scores.sheet.wins is Wins.NAMED),
        "cooperative": facts.get("cooperative", session.scores.sheet.together),
        "usesTeams": False,
        "bggId": facts.get("bggId", 0),
        "bggYear": 0,
    }


def _player(id: str, people: Mapping[str, Person], numbers: RefNumbers, is_bot: bool) -> dict[str, object]:
    name = people[id].name if id in people else None
    label = name or f"Player {numbers.players[id]}"
    person: dict[str, object] = {"id": numbers.players[id], "uuid": id.upper(), "name": label}
    return person | {"isAnonymous": name is None} | ({"metaData": {"isNpc": 1}} if is_bot else {})


def _play(session: Session, numbers: RefNumbers) -> dict[str, object]:
    header, scores = session.header, session.scores
    ranked = sorted(scores.totals.values(), reverse=scores.sheet.wins is not Wins.LOWEST)
    members = {side.name: side.member for side in scores.sheet.sides}
    roles = {player: members.get(side, side.replace("_", " ")) for player, side in scores.sides.items()}
    lines = [
        {
            "playerRefId": numbers.players[seated.player],
            "score": _score(scores.total_of(seated.player)),
            "winner": seated.player in session.winners,
            "newPlayer": seated.newcomer,
            "startPlayer": seated.seat == 0 and seated not in session.left,
            "seatOrder": 0 if seated.seat is None or seated in session.left else seated.seat + 1,
            "role": ", ".join(filter(None, [roles.get(seated.player), LEFT if seated in session.left else ""])),
            "rank": ranked.index(scores.totals[seated.player]) + 1 if seated.player in scores.totals else 0,
        }
        for seated in session.everybody
    ]
    return {
        "uuid": session.id.upper(),
        "gameRefId": numbers.games[header.game],
        **({"bggId": header.of_bgstats["playBggId"]} if "playBggId" in header.of_bgstats else {}),
        **({"locationRefId": numbers.places[header.location]} if header.location else {}),
        "playDate": _local(session.started_at),
        "entryDate": _local(session.started_at),
        "modificationDate": _local(session.last_at),
        "durationMin": round(session.seconds(ClockPhase.PLAY) / 60),
        "board": header.version,
        "comments": "\n".join(note.text for note in session.notes),
        "rounds": scores.rows or header.of_bgstats.get("rounds", 0),
        "ignored": session.status is not SessionStatus.ENDED,
        "manualWinner": scores.wins_by_override,
        "usesTeams": False,
        "rating": 0,
        "scoringSetting": 0,
        "playerScores": lines,
    }


def _score(total: Points | None) -> str:
    """A total with its digits written out: BG Stats does not read 1e-06."""
    return "" if total is None else f"{total:.{DIGITS}f}".rstrip("0").rstrip(".")


def _local(at: datetime) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S")


T = TypeVar("T")
SUM = re.compile(r"(?P<sum>[+-]?\d{1,9}([.,]\d{1,6})?([+-]\d{1,9}([.,]\d{1,6})?){0,50})(?P<open>[+-]?)")
TERM = re.compile(r"[+-]?[\d.]+")
SPEAKS = frozenset({
    "game", "revision", "date", "location", "play_min", "status", "notes",
    "player", "seat", "newcomer", "score", "winner",
})  # fmt: skip
"""The columns of the CSV table that a play has."""
REASON = "as BG Stats has it"
IGNORED = "left out of statistics in BG Stats"
LONGEST_MINUTES = 60 * 24 * 7
MOST_PLACES = 100
"""The last place in turn order that is taken for one."""
READ = {
    "": frozenset(("games", "locations", "players", "plays", "userInfo", "about", "deletedObjects")),
    "player": frozenset(("id", "uuid", "name", "isAnonymous", "metaData", "modificationDate")),
    "plays": frozenset((
        *("uuid", "playDate", "entryDate", "modificationDate", "gameRefId", "locationRefId", "bggId", "bggLastSync"),
        *("importPlayId", "durationMin", "board", "variant", "comments", "rounds", "ignored", "manualWinner"),
        *("usesTeams", "metaData", "expansionPlays", "scoresheet", "scoringSetting", "playerScores"),
    )),
    "line": frozenset((
        *("playerRefId", "score", "winner", "newPlayer", "startPlayer", "seatOrder", "startPosition", "role", "team"),
        *("rank", "metaData"),
    )),
}  # fmt: skip
"""Fields of a file, a player, a play and a line of it that are read, or say nothing about a play. No others have a
place here; what a file says of games as such is no matter of ours."""
NOTHING: tuple[object, ...] = (None, "", 0, "[]", "{}", [], {})


def read_bgstats(value: Mapping[str, object], file: str, how: ReadOptions = DEFAULTS) -> Parsed:
    """An export as read. A play that cannot be read is a problem; what was left out or corrected is a warning."""
    report = Problems()
    reader = _PlayReader(
        report=report,
        how=how,
        games=_by_id(value, "games", report),
        locations=_by_id(value, "locations", report),
        players={id: _listed_player(id, fields, report) for id, fields in _by_id(value, "players", report).items()},
    )
    plays = as_list(value.get("plays"), "plays", report)
    check_count(plays, file)
    _leave_out(value, "", "", report)
    sessions = [reader.session(play, f"plays[{place}]") for place, play in enumerate(plays)]
    return Parsed(
        Format.BGSTATS,
        file,
        tuple(session for session in sessions if session),
        tuple(reader.met.values()),
        tuple(report.noted),
        parts=tuple(RawSession((f"plays[{place}]",), play) for place, play in enumerate(plays)),
        pack=partial(pack_json, value, "plays"),
        joinable=reader.joinable,
    )


def _leave_out(fields: Mapping[str, object], kind: str, place: str, report: Problems) -> None:
    """Warn of fields that have no place here."""
    for name, value in fields.items():
        if name not in READ[kind] and value not in NOTHING:
            report.warn(f"{place}.{name[:LINE_LENGTH]}".lstrip("."), "has no place here: left out")


def _by_id(value: Mapping[str, object], name: str, report: Problems) -> dict[int, Mapping[str, object]]:
    """The objects of a list by their ids."""
    objects: dict[int, Mapping[str, object]] = {}
    for place, item in enumerate(as_list(value.get(name), name, report)):
        where = f"{name}[{place}]"
        if not isinstance(item, dict) or type(item.get("id")) is not int:
            report.wrong(where, "must be an object with a number as its id")
        elif item["id"] in objects:
            report.wrong(f"{where}.id", "is there twice", item["id"])
        else:
            objects[item["id"]] = item
    return objects


@dataclass(frozen=True)
class ListedPlayer:
    """A player of the file's list. Of an anonymous one (`person` None), every seat is somebody else."""

    person: Person | None
    is_bot: bool


def _listed_player(id: int, fields: Mapping[str, object], report: Problems) -> ListedPlayer:
    place, about = f"player {id}", _embedded(fields.get("metaData"))
    _leave_out(fields, "player", place, report)
    is_bot = isinstance(about, dict) and about.get("isNpc") in (True, 1)
    if fields.get("isAnonymous") in (True, 1):
        return ListedPlayer(None, is_bot)
    try:
        name = player_name(fields.get("name"))
    except Unfit as unfit:
        report.warn(f"{place}, name", f"{unfit}: left out", fields.get("name"))
        name = None
    try:
        return ListedPlayer(Person(uuid(fields.get("uuid")), name), is_bot)
    except Unfit:
        return ListedPlayer(Person(new_uuid(), name), is_bot)


def _embedded(value: object) -> object:
    """A value that some versions write as the text of its JSON; None for a text that is none."""
    try:
        return read_json(value) if isinstance(value, str) and value else value
    except ValueError:
        return None


@dataclass(frozen=True)
class PlayerLine:
    """A player's line of a play. `order` is the place in turn order, from 1; 0 where the file does not say.

    `won` None: the file does not say. `key` is what the score sheet calls the line.
    """

    person: Person
    is_bot: bool
    points: float | None
    role: str
    team: str
    order: int
    position: str
    key: str
    won: bool | None
    newcomer: bool
    starts: bool


@dataclass(kw_only=True)
class _PlayReader:
    """Turns plays into sessions, with the games, locations and players that they refer to."""

    report: Problems
    how: ReadOptions
    games: Mapping[int, Mapping[str, object]]
    locations: Mapping[int, Mapping[str, object]]
    players: Mapping[int, ListedPlayer]
    met: dict[str, Person] = field(default_factory=dict)
    joinable: int = 0

    def session(self, play: object, place: str) -> ParsedSession | None:
        """One play; None if it cannot be read."""
        before = len(self.report.noted)
        if not isinstance(play, dict):
            self.report.wrong(place, "must be an object", type(play).__name__)
            return None
        id = self._or_problem(uuid, play, "uuid", place) or new_uuid()
        at = self._or_problem(self._time, play, "playDate", place)
        scores = [
            self._score(line, f"{place}.playerScores[{number}]", id_from(id, "anonymous", str(number)))
            for number, line in enumerate(as_list(play.get("playerScores"), f"{place}.playerScores", self.report))
        ]
        seated = [score for score in scores if score]
        if len({score.person.id for score in seated}) < len(seated):
            self.report.wrong(f"{place}.playerScores", "has a player twice")
        read = self._write(LogWriter(id, place, at or STAND_IN), play, seated, place)
        return None if any(not problem.warning for problem in self.report.noted[before:]) else read

    def _or_problem(self, read: Callable[[object], T], play: Mapping[str, object], key: str, place: str) -> T | None:
        try:
            return read(play.get(key))
        except Unfit as unfit:
            self.report.wrong(f"{place}.{key}", str(unfit), play.get(key))
            return None

    def _time(self, value: object) -> datetime:
        """A time: 2024-11-22 18:30:00 in most exports, anything in those that other programs changed."""
        if not isinstance(value, str):
            raise Unfit("must be a time as in 2024-11-22 18:30:00")
        return read_date(value, self.how.dates)

    def _score(self, line: object, place: str, anonymous: str) -> PlayerLine | None:
        """One player's line, with the person; `anonymous` is the id of somebody without a name."""
        if not isinstance(line, dict) or not isinstance(line.get("playerRefId"), int):
            self.report.wrong(place, "must be an object with a number as its playerRefId")
            return None
        player = self.players.get(line["playerRefId"])
        if player is None:
            self.report.wrong(f"{place}.playerRefId", "no such player in the file", line["playerRefId"])
            return None
        _leave_out(line, "line", place, self.report)
        names = {"newcomer": "newPlayer", "starts": "startPlayer"}
        flags = {field: self._flag(line.get(name), f"{place}.{name}") for field, name in names.items()}
        won = self._flag(line.get("winner"), f"{place}.winner")
        order, about = line.get("seatOrder"), _embedded(line.get("metaData"))
        return PlayerLine(
            player.person or Person(anonymous, None),
            player.is_bot,
            self._points(line.get("score"), f"{place}.score"),
            self._text(line.get("role"), LINE_LENGTH, f"{place}.role"),
            self._text(line.get("team"), LINE_LENGTH, f"{place}.team"),
            order if type(order) is int and order <= MOST_PLACES else 0,
            self._text(str(line.get("startPosition") or ""), LINE_LENGTH, f"{place}.startPosition"),
            str(about.get("scoreUuid", "")) if isinstance(about, dict) else "",
            None if line.get("winner") is None else won,
            **flags,
        )

    def _flag(self, value: object, place: str) -> bool:
        if value not in (None, True, False, 0, 1):
            self.report.wrong(place, "must be true or false", value)
        return value in (True, 1)

    def _points(self, value: object, place: str) -> float | None:
        """A score: a number, or a sum such as 12+5."""
        text = str(value).replace(" ", "") if value is not None else ""
        if not text:
            return None
        if not (match := SUM.fullmatch(text)):
            self.report.warn(place, "is no number: left out", value)
            return None
        total = sum(float(term) for term in TERM.findall(match["sum"].replace(",", ".")))
        if match["open"]:
            self.report.warn(place, "is a sum without its last part: read as it stands", value)
        allowed = NumberRange(-LARGEST, LARGEST)
        if total not in allowed:
            self.report.wrong(place, f"must be {allowed}", value)
        return total

    def _write(
        self, writer: LogWriter, play: Mapping[str, object], seated: Sequence[PlayerLine], place: str
    ) -> ParsedSession | None:
        game = _referred(self.games, play.get("gameRefId"))
        opening = self._opening(play, game, place)
        joined = self._joined(play, str(opening["game"]), len(seated), place)
        facts = self._facts(play, game, seated, place)
        rules = {**cast(Mapping[str, object], joined.get("rules", {})), **({BG_STATS: facts} if facts else {})}
        writer.add(EntryKind.OPEN, **{**opening, **joined, "rules": rules})
        sheet = ScoreSheet() if writer.problems else session_of(writer.entries).scores.sheet
        left = [score for score in seated if score.role.endswith(LEFT)]
        stay = [score for score in seated if score not in left]
        seats = _seats(stay)
        has_order = None not in seats
        if not has_order and (positions := [score.position for score in stay if score.position]):
            message = "startPosition is no order of turns: kept as notes, seats are left open"
            self.report.warn(f"{place}.playerScores", message, ", ".join(positions))
        for score, seat in zip([*left, *stay], [*(None for _ in left), *seats], strict=True):
            self.met[score.person.id] = score.person
            writer.add(EntryKind.PLAYER, player=score.person.id, seat=seat, newcomer=score.newcomer)
            if score in left:
                writer.add(EntryKind.LEAVE, player=score.person.id)
        writer.add_time(ClockPhase.PLAY, self._minutes(play.get("durationMin"), f"{place}.durationMin"))
        if not writer.problems:
            in_teams = self._flag(play.get("usesTeams"), f"{place}.usesTeams")
            for score in seated:
                self._write_side(writer, sheet, score, in_teams, has_order)
            self._write_sheet(writer, sheet, play, seated, place)
        for score in seated:
            if score.points is not None:
                writer.add(EntryKind.TOTAL, player=score.person.id, points=score.points)
                if doubt := sheet.doubt(score.points, sheet.total_bounds):
                    self.report.warn(f"{place}.playerScores", f"{doubt}: taken as it stands", f"{score.points:g}")
        writer.add_notes(self._text(play.get("comments"), None, f"{place}.comments"))
        writer.add_notes(self._more_notes(play, place))
        _leave_out(play, "plays", place, self.report)
        ignored = self._flag(play.get("ignored"), f"{place}.ignored")
        writer.add(EntryKind.ABANDON, reason=IGNORED) if ignored else writer.add(EntryKind.END)
        winners = [score.person.id for score in seated if score.won]
        by_hand = self._flag(play.get("manualWinner"), f"{place}.manualWinner")
        alone = (
            "cooperative" in facts or sheet.together or len(seated) == 1
        )  # then nobody else has won where nobody is marked
        lost = alone and not ignored and bool(seated) and all(score.won is False for score in seated)
        marked = bool(winners) or by_hand or lost
        if marked:
            writer.set_winners(winners, REASON)
        self.report.add(writer.problems)
        speaks = SPEAKS if marked else SPEAKS - {"winner"}
        return None if writer.problems else writer.parsed(speaks, exact=False)

    def _write_side(
        self, writer: LogWriter, sheet: ScoreSheet, score: PlayerLine, in_teams: bool, has_order: bool
    ) -> None:
        """Add a player's side, by role or team, and notes of what is none."""
        texts = {"Role": score.role.removesuffix(LEFT).rstrip(", "), "Team": score.team if in_teams else ""}
        texts["Start position"] = "" if has_order and score.position.isdigit() else score.position
        side = ""
        for label, text in texts.items():
            named = sheet.side_named(text) or ("" if sheet.sides else word_of(text))
            if named and not side and label != "Start position":
                side = named
                writer.add(EntryKind.SIDE, player=score.person.id, side=side)
            elif text:
                writer.add_notes(f"{label}: {text}", score.person.id)

    def _write_sheet(
        self, writer: LogWriter, sheet: ScoreSheet, play: Mapping[str, object], seated: Sequence[PlayerLine], place: str
    ) -> None:
        """Add the points of the score sheet, and notes of lines that our sheet of the game does not have.

        A line whose label counts rows (`{row}.`) is a row without a criterion.
        """
        where, rows = f"{place}.scoresheet", 0
        try:
            value: JsonValue = _embedded(play.get("scoresheet"))
            parts = value["rounds"] if value not in NOTHING else []
            lines = [(row, line) for row, part in enumerate(parts) for line in part["rows"]]
            read = [(row, *self._sheet_line(line, seated, where)) for row, line in lines[:MOST_ROWS]]
        except (AttributeError, KeyError, TypeError):
            self.report.warn(where, "is no score sheet that can be read: left out")
            return
        is_ours = writer.entries[0].data.get("game") in games()
        criteria = {text.casefold(): line for line in sheet.criteria for text in (line.name, line.title)}
        cells: dict[tuple[str, int, str | None], float] = {}
        notes: dict[str, list[str]] = {}
        for row, label, points_of in read:
            criterion = criteria.get(label.casefold())
            name: str | None = criterion.name if criterion else "" if is_ours else word_of(label)
            row = 0 if criterion and criterion.once else row
            if not label or "{row}" in label:
                row, name = rows, None
                rows += bool(points_of)
            for player, points in points_of.items():
                if player and name != "":
                    cells[player, row, name] = cells.get((player, row, name), 0) + points
                else:
                    notes.setdefault(player, []).append(f"{label} {points:g}")
        if len(lines) > MOST_ROWS or notes.pop("", []):
            self.report.warn(
                where, f"has points of nobody in the play, or more than {MOST_ROWS} lines: these are left out"
            )
        for (player, row, name), points in cells.items():
            writer.add(EntryKind.SCORE, player=player, row=row, criterion=name, points=points)
        for player, texts in notes.items():
            writer.add_notes(f"Score sheet: {', '.join(texts)}", player)

    def _sheet_line(self, line: JsonValue, seated: Sequence[PlayerLine], place: str) -> tuple[str, dict[str, float]]:
        """The label of a line of the score sheet, and the points by player; those of nobody in the play under ""."""
        by_key = {score.key: score.person.id for score in seated if score.key}
        label, sign = str(line.get("label") or ""), -1 if line.get("negative") in (True, 1) else 1
        read = {by_key.get(key, ""): self._points(text, place) for key, text in line["scores"].items()}
        return label, {player: sign * points for player, points in read.items() if points is not None}

    def _more_notes(self, play: Mapping[str, object], place: str) -> str:
        """The expansions, and the variant where the board is named beside it."""
        where = f"{place}.expansionPlays"
        listed = [part for part in as_list(play.get("expansionPlays"), where, self.report) if isinstance(part, dict)]
        used = [_referred(self.games, part.get("gameRefId")) for part in listed]
        names = [self._text(game.get("name"), NAME_LENGTH, where) for game in used]
        variant = self._text(play.get("variant"), LINE_LENGTH, f"{place}.variant")
        parts = [f"Expansions: {', '.join(name for name in names if name)}"] if any(names) else []
        return "\n".join([*parts, *([f"Variant: {variant}"] if variant and play.get("board") else [])])

    def _facts(
        self, play: Mapping[str, object], game: Mapping[str, object], seated: Sequence[PlayerLine], place: str
    ) -> dict[str, object]:
        """Facts for the header, by BG Stats' names, so that an export has them again."""
        facts: dict[str, object] = {name: True for name in ("cooperative", "noPoints") if game.get(name) in (True, 1)}
        numbers = {
            "bggId": (game, f"game {play.get('gameRefId')}"),
            "playBggId": (play, place),
            "rounds": (play, place),
        }
        allowed = WholeRange(1, LARGEST_RULE)
        for name, (fields, where) in numbers.items():
            key = name.replace("playB", "b")
            if (number := fields.get(key)) in allowed:
                facts[name] = number
            elif number not in NOTHING:
                self.report.warn(f"{where}.{key}", f"must be {allowed}: left out", number)
        bots = [score.person.id for score in seated if score.is_bot]
        return facts | ({"bots": bots} if bots else {})

    def _opening(self, play: Mapping[str, object], game: Mapping[str, object], place: str) -> dict[str, str | None]:
        if not game:
            self.report.wrong(f"{place}.gameRefId", "no such game in the file", play.get("gameRefId"))
        name = self._text(game.get("name"), NAME_LENGTH, f"{place}.gameRefId") or "?"
        registered = games().get(game_called(name))
        location = _referred(self.locations, play.get("locationRefId"))
        lowest = registered is None and game.get("highestWins") in (False, 0)
        version = "board" if play.get("board") else "variant"
        about = _embedded(play.get("metaData"))
        is_online = isinstance(about, dict) and about.get("isOnlinePlay") in (True, 1)
        return {
            "game": registered.name if registered else name,
            **header_of_version(self._text(play.get(version), LINE_LENGTH, f"{place}.{version}")),
            "location": self._text(location.get("name"), LINE_LENGTH, f"{place}.locationRefId"),
            "direction": WinDirection.LOWEST.value if lowest else None,
            "medium": (Medium.DIGITAL if is_online else Medium.PHYSICAL).value,
        }

    def _joined(self, play: Mapping[str, object], game: str, players: int, place: str) -> Mapping[str, object]:
        """The header of the revision that the board or variant names, where plays are to be linked; else a hint."""
        for key, label in ((key, play.get(key)) for key in ("board", "variant")):
            if not isinstance(label, str) or not self.how.join or not (header := self.how.join(game, label, players)):
                continue
            self.joinable += 1
            if not self.how.joins:
                named = f"{game}/{header['revision']}"
                self.report.warn(f"{place}.{key}", f"names {named}; it can be joined to that revision", label)
                return {}
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
    """Seats from 0: by `seatOrder` or `startPosition` where all differ, else only that of the start player."""
    positions = [int(score.position) if re.fullmatch(r"\d{1,3}", score.position) else 0 for score in seated]
    for orders in ([score.order for score in seated], positions):
        if all(order > 0 for order in orders) and len(set(orders)) == len(orders):
            return [sorted(orders).index(order) for order in orders]
    starts = [score.starts for score in seated]
    return [0 if start and sum(starts) == 1 else None for start in starts]
