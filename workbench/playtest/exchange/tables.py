"""CSV: a row for each player of each session, for spreadsheets. It keeps figures and feedback, and no moments.

`all_tables` has everything, in several files; this one can be filled in and read back.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.playtest.exchange.cells import written
from workbench.playtest.exchange.parsed import ParsedSession
from workbench.playtest.forms import FIELDS
from workbench.playtest.kinds import Phase
from workbench.playtest.people import shown_names
from workbench.playtest.session import Session, session_of
from workbench.store.playtests import Feedback, Person
from workbench.store.playtests.figures import RATINGS

OF_SESSION = ("game", "revision", "date", "location", "medium", "goal", "teaching_min", "play_min", "break_min")
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
}
"""The columns, in any order, with what each holds. Those of a session count in its first row; others may be empty."""
TEMPLATE = [
    {"session": "first", "game": "hitmakers", "revision": "2021-04-08", "date": "2024-11-22 18:30", "play_min": "50",
     "player": "Anna", "seat": "1", "newcomer": "no", "score": "21", "winner": "yes", "overall": "4", "length": "0"},
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
    header, rows = session.header, []
    head: dict[str, Any] = {
        "game": header.game,
        "revision": header.version,
        "location": header.location,
        "medium": header.medium,
    }
    head |= {"goal": header.goal, "date": session.started_at.astimezone().isoformat(timespec="seconds")}
    head |= {f"{phase}_min": round(session.seconds(phase) / 60, 2) for phase in Phase if phase is not Phase.NONE}
    names = table_names(people, [seated.player for seated in session.players])
    for place, seated in enumerate(session.players):
        row: dict[str, Any] = {"session": session.id, **(head if place == 0 else {})}
        row |= {"player": names[seated.player], "newcomer": seated.newcomer}
        row |= {"seat": "" if seated.seat is None else seated.seat + 1}
        row |= {"score": session.scores.totals.get(seated.player), "winner": seated.player in session.scores.winners}
        row |= {name: getattr(forms[seated.player], name) for name in FIELDS} if seated.player in forms else {}
        rows.append(row | ({"notes": "\n".join(note.text for note in session.notes)} if place == 0 else {}))
    return rows


def table_names(people: Mapping[str, Person], players: Iterable[str]) -> dict[str, str]:
    """How the players of a session are called in a table, each differently: `Anna`, `Anna (2)`."""
    shown: dict[str, str] = {}
    for player, name in shown_names(people, players).items():
        alike = sum(other == name or other.startswith(f"{name} (") for other in shown.values())
        shown[player] = f"{name} ({alike + 1})" if name in shown.values() else name
    return shown
