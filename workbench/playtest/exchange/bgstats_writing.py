"""Sessions as an export of BG Stats: what that app can take of them."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from workbench.engine.registry import title_of
from workbench.engine.score_sheet import Points, Wins
from workbench.playtest.exchange.made import id_from
from workbench.playtest.exchange.parsed import ParsedSession
from workbench.playtest.kinds import Phase, Status
from workbench.playtest.session import Seated, Session, session_of
from workbench.store.playtests import Person


def write_bgstats(sessions: Iterable[ParsedSession], people: Mapping[str, Person]) -> str:
    """The file. Moments, phases but play, and feedback have no place in it. Times are local ones.

    A session that is still open is left out: a play of BG Stats is over.
    """
    every = (session_of(session.entries) for session in sessions)
    read = [session for session in every if session.status is not Status.OPEN]
    players = list(dict.fromkeys(seated.player for session in read for seated in session.everybody))
    places = list(dict.fromkeys(session.header.location for session in read if session.header.location))
    played: dict[str, Session] = {}
    for session in read:
        played.setdefault(session.header.game, session)
    numbers = Numbers(_numbered(players), _numbered(places), _numbered(played))
    content = {
        "games": [_game(session, numbers) for session in played.values()],
        "locations": [_location(name, numbers) for name in places],
        "players": [_player(id, people, numbers) for id in players],
        "plays": [_play(session, numbers) for session in read],
        "userInfo": {"meRefId": 0},
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


LEFT = "left the table"
"""The role of somebody who did."""


class Numbers(NamedTuple):
    """The numbers by which plays refer to players, locations and games."""

    players: Mapping[str, int]
    places: Mapping[str, int]
    games: Mapping[str, int]


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names, start=1)}


def _location(name: str, numbers: Numbers) -> dict[str, Any]:
    return {"id": numbers.places[name], "uuid": id_from("location", name).upper(), "name": name}


def _game(session: Session, numbers: Numbers) -> dict[str, Any]:
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


def _player(id: str, people: Mapping[str, Person], numbers: Numbers) -> dict[str, Any]:
    name = people[id].name if id in people else None
    shown = name or f"Player {numbers.players[id]}"
    return {"id": numbers.players[id], "uuid": id.upper(), "name": shown, "isAnonymous": name is None}


def _play(session: Session, numbers: Numbers) -> dict[str, Any]:
    header, scores = session.header, session.scores
    ranked = sorted(scores.totals.values(), reverse=scores.sheet.wins is not Wins.LOWEST)
    lines = [
        {
            "playerRefId": numbers.players[seated.player],
            "score": _score(scores.total_of(seated.player)),
            "winner": seated.player in scores.winners,
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
        "durationMin": round(session.seconds(Phase.PLAY) / 60),
        "board": header.version,
        "comments": "\n".join(note.text for note in session.notes),
        "rounds": scores.rows,
        "ignored": session.status is Status.ABANDONED,
        "manualWinner": scores.override is not None,
        "usesTeams": False,
        "rating": 0,
        "scoringSetting": 0,
        "playerScores": lines,
    }


def role_of(session: Session, seated: Seated) -> str:
    """What stands where BG Stats has a player's role: the side, and that they left."""
    members = {side.name: side.member for side in session.scores.sheet.sides}
    side = session.scores.sides.get(seated.player)
    parts = [members.get(side, side) if side else "", LEFT if seated in session.left else ""]
    return ", ".join(part for part in parts if part)


def _score(total: Points | None) -> str:
    return "" if total is None else str(total)


def _local(at: datetime) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
