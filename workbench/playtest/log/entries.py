"""Checks of entries: that the kind is known and every field fits, and that the log can take it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workbench.engine.problems import BadInput, Problem
from workbench.playtest.log.clock import wrong_in_itself
from workbench.playtest.log.fields import checked, device, read_time, uuid_field
from workbench.playtest.log.kinds import DEFAULTS, FIELDS, FINAL, PARTIAL, Kind
from workbench.playtest.log.session import Session, holder_of, session_of
from workbench.store.playtests import Entry

UUID = uuid_field()


def read_data(kind: Kind, given: Any, place: str) -> tuple[dict[str, Any], list[Problem]]:
    """An entry's data as stored, with defaults for what was left out, and every problem."""
    if kind is Kind.EDIT:
        return _read_edit(given, place)
    kept, problems = checked(FIELDS[kind], given, place)
    kept = {**DEFAULTS.get(kind, {}), **kept}
    named = {problem.place for problem in problems}
    missing = [] if kind in PARTIAL else [name for name in FIELDS[kind] if name not in kept]
    lacks = (Problem(f"{place}.{name}", "is missing") for name in missing if f"{place}.{name}" not in named)
    apart = wrong_in_itself(kept, place) if kind is Kind.TIMES else ()
    return kept, [*problems, *(lacks if isinstance(given, Mapping) else ()), *apart]


def _read_edit(given: Any, place: str) -> tuple[dict[str, Any], list[Problem]]:
    """An edit's data. Its new `data` are checked by `check_target`, which knows what they replace."""
    if not isinstance(given, Mapping) or set(given) != {"entry", "data"} or not isinstance(given["data"], Mapping):
        return {}, [Problem(place, "must have the fields entry and data")]
    kept, problems = checked(FIELDS[Kind.EDIT], {"entry": given["entry"]}, place)
    return {**kept, "data": dict(given["data"])}, problems


def read_entry(given: Mapping[str, Any], session: str, place: str) -> tuple[Entry | None, list[Problem]]:
    """The entry with the fields `id`, `kind`, `at`, `device` and `data`, and every problem."""
    kind = given.get("kind")
    if kind not in list(Kind):
        allowed = f"must be one of {', '.join(Kind)}"
        return None, [Problem(f"{place}.kind", allowed, None if kind is None else str(kind))]
    fields = {"id": UUID, "at": read_time, "device": device}
    head, problems = checked(fields, {name: value for name, value in given.items() if name in fields}, place)
    named = {problem.place for problem in problems}
    problems += [
        Problem(f"{place}.{name}", "is missing")
        for name in ("id", "at")
        if name not in head and f"{place}.{name}" not in named
    ]
    data, wrong = read_data(Kind(kind), given.get("data", {}), f"{place}.data")
    if problems or wrong:
        return None, [*problems, *wrong]
    return Entry(head["id"], session, str(kind), data, head["at"], head.get("device", "")), []


def check_entry(log: Sequence[Entry], entry: Entry) -> None:
    """Raise BadInput with every problem if a log cannot take an entry."""
    kind = Kind(entry.kind)
    problems = []
    if (kind is Kind.OPEN) == bool(log):
        problems.append(Problem("session", "has begun already" if log else "has not begun: no such session"))
    if kind in FINAL:
        problems += check_target({other.id: other for other in log}, entry, "entry")
    if kind in _CHECKS and log:
        problems += _CHECKS[kind](session_of(log), entry.data)
    if problems:
        raise BadInput(problems)


def check_seat(session: Session, sits: Mapping[str, Any]) -> list[Problem]:
    """Problems of a player's seat: whoever has a seat may swap, others need a free one."""
    players = session.players
    has = any(each.player == sits["player"] and each.seat is not None for each in players)
    if has or holder_of(sits["seat"], players, but=sits["player"]) is None:
        return []
    return [Problem("seat", "is taken: choose a free one, or have the two players swap", str(sits["seat"] + 1))]


def check_takeover(session: Session, taken: Mapping[str, Any]) -> list[Problem]:
    """Problems of a takeover of points: it goes from somebody who left to somebody at the table."""
    found = []
    if taken["of"] not in {each.player for each in session.left}:
        found.append(Problem("takeover.of", "must be a player who left the table", taken["of"]))
    if taken["to"] not in (None, *(each.player for each in session.players)):
        found.append(Problem("takeover.to", "must be a player at the table", taken["to"]))
    return found


def check_sides(session: Session, data: Mapping[str, Any]) -> list[Problem]:
    """A problem for each side that the game's sheet does not have."""
    known = [side.name for side in session.scores.sheet.sides]
    named = data["sides"] or [] if "sides" in data else [data["side"]] if data["side"] else []
    allowed = f"must be one of {', '.join(known)}" if known else "this game's score sheet has no sides"
    return [Problem("side", allowed, name) for name in named if name not in known]


_CHECKS: Mapping[Kind, Callable[[Session, Mapping[str, Any]], list[Problem]]] = {
    Kind.PLAYER: check_seat,
    Kind.TAKEOVER: check_takeover,
    Kind.SIDE: check_sides,
    Kind.OUTCOME: check_sides,
}
"""Further checks by kind, given the session so far."""


def check_target(log: Mapping[str, Entry], entry: Entry, place: str) -> list[Problem]:
    """Every problem of the entry that an undo or an edit refers to, given the entries before it by id."""
    target = log.get(entry.data["entry"])
    if target is None:
        return [Problem(f"{place}.entry", "is no entry of this session", entry.data["entry"])]
    if target.kind == Kind.OPEN and entry.kind == Kind.UNDO:
        return [Problem(f"{place}.entry", "begins the session, which can be abandoned or deleted instead")]
    if entry.kind != Kind.EDIT:
        return []
    if target.kind in FINAL:
        return [Problem(f"{place}.entry", f"is an {target.kind}, which can only be undone")]
    kept, problems = read_data(Kind(target.kind), entry.data["data"], f"{place}.data")
    if not problems and kept != entry.data["data"]:
        problems = [Problem(f"{place}.data", "must have every field of the entry, as it is kept")]
    return problems


CROWDED = "two players have this seat: the one who took it last keeps it, and the other's seat is unknown"


def crowded_seats(log: Sequence[Entry], place: str) -> list[Problem]:
    """A warning for each seat that two players have at once; none for a log without its opening entry."""
    if not any(entry.kind == Kind.OPEN for entry in log):
        return []
    seats = dict.fromkeys(line.data["seat"] for line in session_of(log).crowded)
    return [Problem(f"{place}, seat", CROWDED, str(seat + 1), warning=True) for seat in seats]
