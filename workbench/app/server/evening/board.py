"""The contents of a session's board: parts as HTML, and the data from which the script draws score sheet and clock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from workbench.app.server.evening import wording
from workbench.app.server.evening.sessions import SessionView
from workbench.app.server.evening.wording import PHASES
from workbench.app.server.plain_pages import render
from workbench.engine.registry import title_of
from workbench.engine.wording import clock_words, counted, plural, span_words, time_words
from workbench.playtest.feedback import LENGTH, RATED, REPLIED, WRITTEN
from workbench.playtest.log.clock import MINUTES
from workbench.playtest.log.kinds import (
    FINAL,
    LINE_LENGTH,
    MOMENT_LENGTH,
    MOST_PLAYERS,
    NAME_LENGTH,
    NOTE_LENGTH,
    ClockPhase,
    EntryKind,
    Medium,
    QuestionKind,
    SessionStatus,
    WinDirection,
)
from workbench.playtest.log.sentences import TITLES, describe, describe_changes, points_in_words
from workbench.playtest.log.session import Happening, LogLine
from workbench.playtest.media import is_image
from workbench.store.playtests.entries import Feedback

PARTS = ("head", "last", "kinds", "about", "turns", "notes", "verdict", "sides", "result", "table", "forms", "end")
"""The parts that change, each a template of this name."""
NOTES_ON_PAGE = 3
PAGE_OF_LOG = 15
CHANGES = FINAL | {EntryKind.TIMES, EntryKind.HEADER, EntryKind.OVERRIDE}
"""Entries that change what was said; the log names the device that they came from."""
KINDS = {QuestionKind.RATING: "1 to 5", QuestionKind.REPLY: "yes, maybe, no", QuestionKind.TEXT: "free text"}
WINS = {
    "": "as the rules say",
    WinDirection.HIGHEST.value: "the highest total",
    WinDirection.LOWEST.value: "the lowest",
}
SPARE_SEATS = 4
"""Empty seats to choose from."""


@dataclass(frozen=True)
class Board:
    """A session as one device sees it. `form_urls` are the addresses of its form; none before a link was made."""

    view: SessionView
    device: str = ""
    form_urls: tuple[str, ...] = ()
    files: Mapping[str, list[str]] = field(default_factory=dict)
    """Photos and voice notes by entry."""

    @property
    def is_open(self) -> bool:
        """True while the session takes entries."""
        return self.view.session.status is SessionStatus.OPEN

    def state(self) -> dict[str, object]:
        """All that the script needs."""
        session = self.view.session
        return {
            "number": self.view.number,
            "version": self.view.version,
            "open": self.is_open,
            "over": session.clock.over,
            "clock": clock(self.view, datetime.now(UTC)),
            "sheet": sheet(self.view),
            "last": session.last_line.entry.id if session.last_line else "",
            "moment": latest.entry if (latest := latest_moment(self.view)) else "",
            "parts": self.parts(),
        }

    def parts(self) -> dict[str, str]:
        """The parts as HTML."""
        values = self.values()
        return {name: render(f"evening/{name}", **values) for name in PARTS}

    def values(self) -> dict[str, object]:
        """The values of the templates."""
        view = self.view
        session = view.session
        answered = {form.player for form in view.forms}
        missing = [view.name(player.player) for player in session.everybody if player.player not in answered]
        return {
            "view": view, "session": session, "header": session.header, "scores": session.scores,
            "is_open": self.is_open, "title": title(view), "status_words": wording.STATUS[session.status],
            "started": time_words(session.started_at), "verdict": wording.verdict(view), "wording": wording,
            "kinds": kinds(view), "latest": latest_moment(view), "last": last_line(view), "points": points_in_words,
            "result": result_table(view), "missing": missing, "form_urls": self.form_urls,
            "files": self.files, "has_photos": any(is_image(name) for names in self.files.values() for name in names),
            "turns": turn_lines(view), "next_player": next_player(view), "is_image": is_image,
            "override": override_line(view), "won_by": [[side.name] for side in session.scores.sheet.sides],
            "counted": counted, "plural": plural, "SessionStatus": SessionStatus,
            "clock_words": clock_words, "notes_on_page": NOTES_ON_PAGE, "answers": answers(view), "LINE": LINE_LENGTH,
        }  # fmt: skip


def title(view: SessionView) -> str:
    """The game and the version that is played."""
    header = view.session.header
    return f"{title_of(header.game)} › {header.version}" if header.version else title_of(header.game)


def clock(view: SessionView, now: datetime) -> dict[str, object]:
    """The phase, and the seconds of each by now."""
    running = view.session.clock
    seconds = {str(phase): running.seconds(phase, now) for phase in PHASES}
    return {"phase": str(running.phase), "paused": running.paused, "seconds": seconds}


def kinds(view: SessionView) -> list[tuple[str, str]]:
    """The kinds of moments that have a button, ours first: id and name."""
    ours = [(str(moment), title) for moment, title in TITLES.items()]
    return ours + [(custom.id, custom.title) for custom in view.session.custom_moments]


def latest_moment(view: SessionView) -> Happening | None:
    """The moment that was logged last."""
    numbers = {line.entry.id: line.entry.number for line in view.session.lines if line.kind is EntryKind.MOMENT}
    return max(view.session.moments, key=lambda moment: numbers[moment.entry], default=None)


def last_line(view: SessionView) -> dict[str, str]:
    """The last entry in words: its time, its text, and of an undo the entry before it."""
    line = view.session.last_line
    newest = max(view.session.lines, key=lambda line: line.entry.number)
    is_undo = newest.kind is EntryKind.UNDO and not newest.undone
    text = describe(line, view.session, view.name) if line else ""
    if is_undo:
        before = f" Before it: {text}" if text else ""
        return {
            "at": clock_words(newest.at, seconds=True),
            "text": describe(newest, view.session, view.name) + "." + before,
        }
    return {"at": clock_words(line.at, seconds=True), "text": text} if line else {"at": "", "text": ""}


def turn_lines(view: SessionView) -> list[str]:
    """Each player's turns and waiting, in words."""
    return [
        f"{view.name(player)}: {counted(times.turns, 'turn')}, {span_words(round(times.seconds))}, waited"
        f" {span_words(round(times.waited))}"
        for player, times in view.session.turn_times().items()
    ]


def next_player(view: SessionView) -> str:
    """The player whose turn comes next, in the order of the seats; empty without players."""
    players = [seated.player for seated in view.session.players]
    now = view.session.turn_of
    return "" if not players else players[(players.index(now) + 1) % len(players)] if now in players else players[0]


# The score sheet


def sheet(view: SessionView) -> dict[str, object]:
    """The score sheet, from which the script draws whatever is being written: criteria, rows or totals."""
    scores = view.session.scores
    source = scores.sheet
    players = [player.player for player in view.session.players]
    totals = {key(player, row, None): scores.row_total(player, row) for player in players for row in range(scores.rows)}
    row_totals = {place: points for place, points in totals.items() if points is not None}
    return {
        "row": source.row, "fixed": source.rows, "rows": scores.rows, "sides": bool(source.sides),
        "players": [{"id": player, "name": view.name(player)} for player in players],
        "criteria": [
            {
                "name": entry.name, "title": entry.title, "help": entry.help, "once": entry.once,
                "bounds": source.bounds(entry.name),
            }
            for entry in source.criteria
        ],
        "bounds": source.bounds(), "totalBounds": source.total_bounds,
        "cells": {key(player, row, criterion): points for (player, row, criterion), points in scores.cells.items()},
        "totals": dict(scores.written),
        "rowTotals": row_totals, "sums": {player: scores.total_of(player) for player in players},
        **_taken_over(view, players),
    }  # fmt: skip


def key(player: str, row: int, criterion: str | None) -> str:
    """The name of a field in the script."""
    return f"{player}|{row}|{criterion or ''}"


def _taken_over(view: SessionView, players: list[str]) -> dict[str, object]:
    """Whose entry stands in fields of players who took over points: by field; and in words, by field and for totals."""
    scores, holders, notes = view.session.scores, {}, {}
    takers = [player for player in players if player in scores.taken.values()]
    criteria = [None, *scores.sheet.criterion_names]
    for player in takers:
        for row in range(scores.rows + 1):
            for criterion in criteria:
                holder = scores.holder_of(player, row, criterion)
                if holder != player:
                    holders[key(player, row, criterion)] = holder
                    notes[key(player, row, criterion)] = f"taken over from {view.name(holder)}"
        gone = [who for who, taker in scores.taken.items() if taker == player and who in scores.totals_left]
        if gone:
            parts = [f"{points_in_words(scores.totals_left[who])} of {view.name(who)}" for who in gone]
            notes[player] = f"with {', '.join(parts)}, taken over"
    return {"holders": holders, "notes": notes}


def result_table(view: SessionView) -> dict[str, object]:
    """The sheet so far: players side by side, a line for each row, and the totals; or everybody's side."""
    scores = view.session.scores
    if scores.sheet.sides:
        return {"sides": _sides(view)}
    if not (scores.totals or scores.totals_left):
        return {}
    players = [*scores.players, *scores.totals_left]
    heads = [f"{view.name(player)}{'' if player in scores.players else ' (left)'}" for player in players]
    row = scores.sheet.row.capitalize()
    lines = [(f"{row} {n + 1}", [scores.row_total(player, n) for player in players]) for n in range(scores.rows)]
    once = [entry for entry in scores.sheet.criteria if entry.once]
    lines += [(entry.title, [scores.criterion_total(player, entry.name) for player in players]) for entry in once]
    return {"heads": heads, "lines": lines, "totals": [scores.total_of(player) for player in players]}


def _sides(view: SessionView) -> list[tuple[str, str]]:
    scores = view.session.scores
    if not (scores.sides or scores.outcomes):
        return []
    members = {side.name: side.member for side in scores.sheet.sides}
    rows = sorted((row, sides) for row, sides in scores.outcomes.items() if row is not None)
    lines = [(f"{scores.sheet.row.capitalize()} {row + 1}", scores.sheet.sides_in_words(sides)) for row, sides in rows]
    for seated in view.session.everybody:
        left = " (left)" if seated in view.session.left else ""
        side = scores.sides.get(seated.player)
        lines.append((f"{view.name(seated.player)}{left}", members.get(side, side) if side else "–"))
    return lines


def override_line(view: SessionView) -> LogLine | None:
    """The override in force."""
    lines = [line for line in view.session.lines if line.kind is EntryKind.OVERRIDE and not line.undone]
    return lines[-1] if lines else None


# Forms and the log


def answers(view: SessionView) -> list[dict[str, object]]:
    """Each player's form: the ratings and replies in short, the words, and whether they may be quoted."""
    return [_answer(view, form) for form in view.forms]


def _answer(view: SessionView, form: Feedback) -> dict[str, object]:
    short = [(entry.name, getattr(form, entry.name)) for entry in (*RATED, LENGTH, *REPLIED)]
    questions = {question.id: question.text for question in view.session.questions}
    words = [(entry.question, getattr(form, entry.name)) for entry in WRITTEN if getattr(form, entry.name)]
    words += [(questions.get(id, "A removed question"), answer) for id, answer in form.answers.items()]
    rated = ", ".join(f"{name} {value}" for name, value in short if value is not None)
    return {"who": view.name(form.player), "short": rated or "no ratings", "words": words, "quote": form.quote}


def _log_line(board: Board, line: LogLine) -> dict[str, object]:
    view = board.view
    by = ""
    if line.kind in CHANGES and line.entry.device:
        by = "this device" if line.entry.device == board.device else f"device {line.entry.device}"
    return {
        "id": line.entry.id,
        "at": clock_words(line.at, seconds=True),
        "text": describe(line, view.session, view.name),
        "undone": line.undone,
        "before": describe_changes(line, view.session, view.name),
        "by": by,
    }


# Dialogs


def dialog_values(board: Board, name: str, query: Mapping[str, str]) -> dict[str, object] | None:
    read = _DIALOGS.get(name)
    values = read(board, query) if read else None
    if values is None:
        return None
    longest = {"NOTE": NOTE_LENGTH, "NAME": NAME_LENGTH, "MOMENT": MOMENT_LENGTH}
    return {**board.values(), **longest, "KINDS": KINDS, **values}


def _seated(board: Board, query: Mapping[str, str]) -> dict[str, object] | None:
    """Where somebody may sit: a free seat, or one to swap with whoever has it; nobody swaps for no seat."""
    everybody = board.view.session.everybody
    seated = next((player for player in everybody if player.player == query.get("player")), None)
    if seated is None:
        return None
    view = board.view
    holders = {other.seat: other.player for other in view.session.players if other.player != seated.player}
    seats = [seat for seat in _seats(view) if seated.seat is not None or seat not in holders]
    labels = [(seat + 1, f", swap with {view.name(holders[seat])}" if seat in holders else "") for seat in seats]
    person = view.people.get(seated.player)
    return {"seated": seated, "seats": labels, "person": person.name if person and person.name else ""}


def _add(board: Board, _query: Mapping[str, str]) -> dict[str, object]:
    session = board.view.session
    stranded = [gone for gone in session.left if gone.player in session.scores.stranded]
    taken = {player.seat for player in session.players}
    free = [seat + 1 for seat in _seats(board.view) if seat not in taken]
    return {"seats": free, "others": others(board.view), "stranded": stranded}


def _details(board: Board, _query: Mapping[str, str]) -> dict[str, object]:
    names = [person.name for person in board.view.people.values() if person.name]
    return {"WINS": WINS, "media": [(medium.value, medium.value) for medium in Medium], "others": names}


def _log(board: Board, query: Mapping[str, str]) -> dict[str, object]:
    """A page of the log, newest first."""
    lines = sorted(board.view.session.lines, key=lambda line: line.entry.number, reverse=True)
    page, pages = query.get("page", "1"), max(1, -(-len(lines) // PAGE_OF_LOG))
    number = min(max(1, int(page) if page.isdigit() else 1), pages)
    page_lines = lines[(number - 1) * PAGE_OF_LOG : number * PAGE_OF_LOG]
    return {
        "lines": [_log_line(board, line) for line in page_lines],
        "page": number,
        "pages": pages,
        "count": len(lines),
    }


def _entry(board: Board, query: Mapping[str, str]) -> dict[str, object] | None:
    """An entry, and its fields that can be corrected: name, label, kind, value and options."""
    lines = board.view.session.lines
    line = next((line for line in lines if line.entry.id == query.get("entry")), None)
    if line is None:
        return None
    names = [name for name in _CORRECTED.get(line.kind, ()) if name in line.data]
    return {"line": line, "fields": [_field(board.view, line, name) for name in names]}


def _nothing(_board: Board, _query: Mapping[str, str]) -> dict[str, object]:
    return {}


_DIALOGS: Mapping[str, Callable[[Board, Mapping[str, str]], dict[str, object] | None]] = {
    "player": _seated,
    "left": _seated,
    "add": _add,
    "details": _details,
    "times": lambda board, _query: _times(board.view),
    "log": _log,
    "entry": _entry,
    **dict.fromkeys(("override", "kinds_edit", "questions", "abandon", "delete", "finish"), _nothing),
}


def others(view: SessionView) -> list[str]:
    """The names of people who are not at the table."""
    seated = {player.player for player in view.session.players}
    return [person.name for id, person in view.people.items() if id not in seated and person.name]


def _seats(view: SessionView) -> range:
    """The seats there are to choose from: all that are taken, and some that are not."""
    taken = [player.seat for player in view.session.players if player.seat is not None]
    return range(min(MOST_PLAYERS, max([len(view.session.players) + SPARE_SEATS, *(seat + 1 for seat in taken)])))


def _times(view: SessionView) -> dict[str, object]:
    session = view.session
    minutes = session.times(datetime.now(UTC)).minutes
    fields = [(name, phase.capitalize(), f"{minutes[phase]:.0f}") for phase, name in MINUTES.items()]
    return {
        "started_field": _local(session.started_at),
        "ended_field": _local(session.end_corrected),
        "minutes": fields,
    }


def _local(at: datetime | None) -> str:
    """A time as a field of a page has it."""
    return at.astimezone().strftime("%Y-%m-%dT%H:%M") if at else ""


_HEADER = ("goal", "location", "printed", "medium", "teacher", "direction")
_CORRECTED: dict[EntryKind, tuple[str, ...]] = {
    EntryKind.OPEN: _HEADER,
    EntryKind.HEADER: _HEADER,
    EntryKind.PLAYER: ("seat", "newcomer"),
    EntryKind.LEAVE: ("player",),
    EntryKind.PHASE: ("phase",),
    EntryKind.SCORE: ("player", "row", "criterion", "points"),
    EntryKind.TOTAL: ("player", "points"),
    EntryKind.MOMENT: ("moment", "player", "note"),
    EntryKind.NOTE: ("text", "player"),
    EntryKind.QUESTION: ("text", "kind"),
    EntryKind.END: ("finished",),
    EntryKind.ABANDON: ("reason",),
}
"""The fields of each kind that has any, but for an override's, which hang together."""
_LABELS = {
    "goal": "Session question", "location": "Place", "printed": "Label of the printed deck", "medium": "Played on",
    "teacher": "Taught by", "direction": "Who wins", "seat": "Seat", "newcomer": "New to the game", "player": "Who",
    "phase": "Clock", "row": "Row", "criterion": "For", "points": "Points", "moment": "Moment", "note": "Note",
    "text": "Text", "kind": "Answer", "finished": "The game was", "reason": "Reason",
}  # fmt: skip


def _field(view: SessionView, line: LogLine, name: str) -> dict[str, object]:
    value = line.data[name]
    options = _options(view, line, name)
    label = view.session.scores.sheet.row.capitalize() if name == "row" else _LABELS[name]
    if name in ("seat", "row"):
        value = None if value is None else value + 1
    if name == "finished":
        value = {True: "yes", False: "no", None: ""}[value]
    if options is not None:
        value = "" if value is None else str(value)
        if value not in dict(options):
            options = [*options, (value, value)]
    kind = "choice" if options is not None else "flag" if name == "newcomer" else "text"
    return {"name": name, "label": label, "kind": kind, "value": value, "options": options}


def _options(view: SessionView, line: LogLine, name: str) -> list[tuple[str, str]] | None:
    """The values and labels of a field with a choice; None for others."""
    session = view.session
    sat = list(dict.fromkeys(entry.data["player"] for entry in session.lines if entry.kind is EntryKind.PLAYER))
    criteria = [(entry.name, entry.title) for entry in session.scores.sheet.criteria]
    players = [(player, view.name(player)) for player in sat]
    people = [(id, person.name) for id, person in view.people.items() if person.name]
    nobody = [("", "nobody")] if line.kind in (EntryKind.MOMENT, EntryKind.NOTE) else []
    options: dict[str, list[tuple[str, str]]] = {
        "medium": [(medium.value, medium.value) for medium in Medium],
        "direction": list(WINS.items()),
        "phase": [(phase.value, PHASES.get(phase, "stopped")) for phase in ClockPhase],
        "moment": kinds(view),
        "kind": [(kind.value, label) for kind, label in KINDS.items()],
        "finished": [("yes", "finished"), ("no", "stopped early"), ("", "not known")],
        "player": nobody + players,
        "teacher": [("", "nobody"), *people],
        "criterion": [*criteria, ("", f"the whole {session.scores.sheet.row}")],
    }
    return options.get(name)
