"""Cells of tables that spreadsheets open: safe against formulas, and read back as they were."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workbench.playtest.exchange.parsed import ParsedSession
from workbench.playtest.feedback import FIELDS
from workbench.playtest.log.clock import MINUTES as MINUTES_OF
from workbench.playtest.log.session import Seated, Session, session_of
from workbench.playtest.people import table_names
from workbench.store.playtests import Feedback, Person
from workbench.store.playtests.figures import RATINGS

BOM = "\ufeff"
"""At the head of a file, so that Excel reads it as UTF-8 rather than as what the country's computers used to write."""
FORMULA = ("=", "+", "-", "@", "\t")
"""How a cell begins that a spreadsheet would run; such texts get a `'` in front when written, and lose it when read."""


def written(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """A table; what a row does not have is left empty."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\r\n")
    out.write(BOM)
    writer.writeheader()
    for row in rows:
        writer.writerow({name: cell(value) for name, value in row.items()})
    return out.getvalue()


def cell(value: Any) -> Any:
    """A value as a cell has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"'{value}" if isinstance(value, str) and value.startswith((*FORMULA, "'")) else value


def plain(text: str) -> str:
    """What `cell` was given, where that was a text."""
    return text[1:] if text.startswith("'") and text[1:].startswith((*FORMULA, "'")) else text


MINUTES = tuple(MINUTES_OF.values())
OF_SESSION = ("game", "revision", "date", "location", "medium", "goal", *MINUTES, "status")
GRADED = [name for name in RATINGS if name != "length"]
COLUMNS: Mapping[str, str] = {
    "session": "What the rows of one session have in common: any text, or the session's UUID. Needed.",
    "game": "The game, by its name here, as in hitmakers, or as you like to call it. Needed in a session's first row.",
    "revision": "The revision that was played, or the label of the printed deck.",
    "date": "When it began: 2024-11-22, or 2024-11-22 18:30. Needed in a session's first row.",
    "location": "Where.",
    "medium": "physical or digital.",
    "goal": "The question that the session was to answer.",
    "teaching_min": "Minutes of teaching.",
    "play_min": "Minutes of play.",
    "break_min": "Minutes of breaks.",
    "status": "ended, abandoned or open; ended where nothing is said.",
    "player": "Name or initials. Needed.",
    "seat": "1 for who begins, then in turn order.",
    "newcomer": "yes or no: new to the game.",
    "score": "The player's total.",
    "winner": "yes or no; where nobody is marked, the totals say.",
    **dict.fromkeys(GRADED, "1 to 5, 5 the best."),
    "length": "-2 too short, 0 right, 2 too long.",
    "fair": "yes, maybe or no.",
    "predictable": "yes, maybe or no: the end.",
    "again": "yes, maybe or no: would play again.",
    "best": "The best moment.",
    "worst": "The worst moment.",
    "change": "What to change.",
    "quote": "yes or no: may be quoted.",
    "notes": "Notes on the session.",
    "side": "The side that they were on, in a game with sides.",
    "left": "yes or no: left the table before the end.",
    "points_to": "Who took over the points of somebody who left; empty where nobody did.",
}
"""The columns, in any order, with what each holds. Those of a session count in its first row; others may be empty."""
TEMPLATE = [
    {"session": "first", "game": "hitmakers", "revision": "2021-04-08", "date": "2024-11-22 18:30", "play_min": "50",
     "status": "ended", "player": "Anna", "seat": "1", "newcomer": "no", "score": "21", "winner": "yes", "overall": "4",
     "length": "0"},
    {"session": "first", "player": "B.", "seat": "2", "newcomer": "yes", "score": "17", "winner": "no", "fun": "5",
     "again": "yes", "best": "The last show", "quote": "yes", "notes": "The rules of the show took long."},
]  # fmt: skip


def template() -> str:
    """A file to fill in: the columns, and a session of two as an example."""
    return written(list(COLUMNS), TEMPLATE)


def write_table(sessions: Iterable[ParsedSession], people: Mapping[str, Person]) -> str:
    """The file. Times are local ones."""
    rows = []
    for session in sessions:
        rows += _rows(session_of(session.entries), {form.player: form for form in session.feedback}, people)
    return written(list(COLUMNS), rows)


def _rows(session: Session, forms: Mapping[str, Feedback], people: Mapping[str, Person]) -> list[dict[str, Any]]:
    everybody = [seated.player for seated in session.everybody]
    names, rows = dict(zip(everybody, names_in(session, people), strict=True)), []
    for place, seated in enumerate(session.everybody):
        head = session_cells(session) if place == 0 else {}
        cells = player_cells(session, seated, forms.get(seated.player))
        cells["points_to"] = names.get(cells["points_to"])
        rows.append({"session": session.id, **head, "player": names[seated.player], **cells})
    return rows


def minutes_in(session: Session) -> dict[str, float]:
    """The minutes of each phase, as columns have them."""
    return {name: round(session.seconds(phase) / 60, 2) for phase, name in MINUTES_OF.items()}


def session_cells(session: Session) -> dict[str, Any]:
    """What the columns of a session hold."""
    header = session.header
    return {
        "game": header.game,
        "revision": header.version,
        "date": session.started_at.astimezone().isoformat(timespec="seconds"),
        "location": header.location,
        "medium": header.medium,
        "goal": header.goal,
        **minutes_in(session),
        "status": session.status.value,
        "notes": "\n".join(note.text for note in session.notes),
    }


def player_cells(session: Session, seated: Seated, form: Feedback | None) -> dict[str, Any]:
    """What the columns of a player hold, but for the name; who took over their points by id."""
    return {
        "seat": None if seated.seat is None else seated.seat + 1,
        "newcomer": seated.newcomer,
        "score": session.scores.total_of(seated.player),
        "winner": seated.player in session.scores.winners,
        "side": session.scores.sides.get(seated.player),
        "left": seated in session.left,
        "points_to": session.scores.taken.get(seated.player),
        **{name: getattr(form, name) if form else None for name in FIELDS},
    }


def names_in(session: Session, people: Mapping[str, Person]) -> list[str]:
    """How the players of a session are called, each differently: in the order of the seats, then those who left."""
    return list(table_names(people, [seated.player for seated in session.everybody]).values())
