"""An entry that is to say something else: a field for everything that it says, by what it says."""

from collections.abc import Callable, Iterable
from typing import Any

import streamlit as st

from workbench.app.pages.live import fields, scoring, taps
from workbench.app.pages.live.desk import Seen
from workbench.app.pages.live.forms import KINDS
from workbench.app.widgets.markdown import literal
from workbench.playtest.log.kinds import (
    FINAL,
    LINE_LENGTH,
    MOST_PLAYERS,
    MOST_ROWS,
    NOTE_LENGTH,
    Direction,
    Kind,
    Medium,
    Moment,
    Phase,
    QuestionKind,
)
from workbench.playtest.log.sentences import moment_title
from workbench.playtest.log.session import Line, own_titles

NOBODY = "nobody"
HEADER = ("goal", "location", "printed", "medium", "teacher", "direction")
"""What of a header people write; the revision and its rules are what was played."""
SAID: dict[Kind, tuple[str, ...]] = {
    Kind.OPEN: HEADER,
    Kind.HEADER: HEADER,
    Kind.PLAYER: ("seat", "newcomer"),
    Kind.LEAVE: ("player",),
    Kind.PHASE: ("phase",),
    Kind.SCORE: ("player", "row", "criterion", "points"),
    Kind.TOTAL: ("player", "points"),
    Kind.MOMENT: ("moment", "player", "note"),
    Kind.NOTE: ("text", "player"),
    Kind.QUESTION: ("text", "kind"),
    Kind.ABANDON: ("reason",),
}
"""The fields of each kind that has any, but for an override's, which hang together."""
MAY_BE_NOBODY = frozenset({Kind.MOMENT, Kind.NOTE})
assert not FINAL & set(SAID)


def show(seen: Seen, line: Line) -> None:
    """The fields of an entry, with what it says now, and the button that stores what it says instead."""
    if line.kind is Kind.OVERRIDE:
        _override(seen, line)
    elif names := [name for name in SAID.get(line.kind, ()) if name in line.data]:
        if line.kind is Kind.PLAYER:
            fields.field(seen, line.data["player"], f"edit_name_{line.entry.id}")
        grid = st.grid(min(3, len(names)), min_column_width=150)
        _save(seen, line, {name: _FIELDS[name](grid, seen, line, name) for name in names})


def _override(seen: Seen, line: Line) -> None:
    now = scoring.Given(line.data["reason"], line.data["winners"], line.data["totals"])
    given = scoring.fields(seen, f"edit_{line.entry.id}", now)
    changes = {"reason": given.reason, "winners": given.winners, "totals": given.totals}
    _save(seen, line, changes, ready=given.is_ready)


def _save(seen: Seen, line: Line, changes: dict[str, Any], *, ready: bool = True) -> None:
    changed = any(line.data[field] != value for field, value in changes.items())
    taps.button(
        seen.session.id,
        "Save the correction",
        "save_entry",
        lambda log: log.edit(line.entry.id, **changes),
        icon=":material/save:",
        disabled=not changed or not ready,
        width="content",
        help="What it said before stays in the log.",
    )


# A field for each thing that an entry may say. Each takes where to stand, and returns what it says.


def _text(label: str, longest: int = NOTE_LENGTH) -> Callable[..., str]:
    def field(place: Any, seen: Seen, line: Line, name: str) -> str:
        draw = place.text_area if name == "text" else place.text_input
        given: str | None = draw(label, line.data[name], key=_key(line, name), max_chars=longest)
        return (given or "").strip()

    return field


def _choice(label: str, options: Iterable[Any], shown: Callable[[Any], str] = str) -> Callable[..., Any]:
    values = [None if each is None else each.value for each in options]

    def field(place: Any, seen: Seen, line: Line, name: str) -> Any:
        return _select(place, label, values, line, name, shown)

    return field


def _player(place: Any, seen: Seen, line: Line, name: str) -> Any:
    """Everybody who ever sat at this table, also whom the entry names and who has left."""
    sat = [each.data["player"] for each in seen.session.lines if each.kind is Kind.PLAYER]
    players = [*(each.player for each in seen.session.players), *sat]
    return _select(place, "Who", [*([None] if line.kind in MAY_BE_NOBODY else []), *players], line, name, _who(seen))


def _moment(place: Any, seen: Seen, line: Line, name: str) -> Any:
    own = own_titles(seen.session.lines)
    options = [*map(str, Moment), *(own.id for own in seen.session.own_moments)]
    return _select(place, "Moment", options, line, name, lambda moment: moment_title(moment, own))


def _teacher(place: Any, seen: Seen, line: Line, name: str) -> Any:
    known = [id for id, person in seen.people.items() if person.name]
    return _select(place, "Taught by", [None, *known], line, name, _who(seen))


def _criterion(place: Any, seen: Seen, line: Line, name: str) -> Any:
    sheet = seen.session.scores.sheet
    titles: dict[str | None, str] = {each.name: each.title for each in sheet.criteria}
    titles[None] = f"the whole {sheet.row}"
    return _select(place, "For", list(titles), line, name, lambda each: titles.get(each, str(each)))


def _seat(place: Any, seen: Seen, line: Line, name: str) -> int | None:
    now = line.data[name]
    seat = place.number_input(
        "Seat", 1, MOST_PLAYERS, None if now is None else now + 1, key=_key(line, name), placeholder="nobody knows"
    )
    return None if seat is None else int(seat) - 1


def _row(place: Any, seen: Seen, line: Line, name: str) -> int:
    label = seen.session.scores.sheet.row.capitalize()
    return int(place.number_input(label, 1, MOST_ROWS, line.data[name] + 1, key=_key(line, name))) - 1


def _newcomer(place: Any, seen: Seen, line: Line, name: str) -> bool:
    return bool(place.toggle("New to the game", line.data[name], key=_key(line, name)))


def _points(place: Any, seen: Seen, line: Line, name: str) -> float | None:
    now = line.data[name]
    value: float | None = place.number_input(
        "Points", value=None if now is None else float(now), step=1.0, format="%g", key=_key(line, name)
    )
    return value


def _select(place: Any, label: str, options: list[Any], line: Line, name: str, shown: Callable[[Any], str]) -> Any:
    """One of the options, to which what is stored always belongs."""
    now = line.data[name]
    found = list(dict.fromkeys([*options, now]))
    return place.selectbox(label, found, found.index(now), format_func=shown, key=_key(line, name))


def _who(seen: Seen) -> Callable[[Any], str]:
    return lambda player: literal(seen.name(player)) or NOBODY


def _key(line: Line, name: str) -> str:
    return f"edit_{name}_{line.entry.id}"


_WINS = {None: "as the rules say", Direction.HIGHEST.value: "the highest total", Direction.LOWEST.value: "the lowest"}
_FIELDS: dict[str, Callable[[Any, Seen, Line, str], Any]] = {
    "goal": _text("Question of the session"),
    "location": _text("Place", LINE_LENGTH),
    "printed": _text("Label of the printed deck", LINE_LENGTH),
    "note": _text("Note"),
    "text": _text("Text"),
    "reason": _text("Reason"),
    "medium": _choice("Played on", Medium),
    "direction": _choice("Who wins", (None, *Direction), _WINS.__getitem__),
    "phase": _choice("Clock", Phase, lambda phase: "stopped" if phase == Phase.NONE else str(phase)),
    "moment": _moment,
    "kind": _choice("Answer", QuestionKind, KINDS.__getitem__),
    "teacher": _teacher,
    "player": _player,
    "criterion": _criterion,
    "seat": _seat,
    "row": _row,
    "newcomer": _newcomer,
    "points": _points,
}
