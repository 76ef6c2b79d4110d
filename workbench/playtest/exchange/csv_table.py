"""One CSV table of sessions, a row a player: how it is written, and how it is read back into logs."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar, cast

from workbench.engine.files import CsvRow, csv_rows, csv_text, delimiter, doubled, names_separator, unguarded
from workbench.engine.problems import NumberRange, Problem, Problems, WholeRange, read_number, simplest
from workbench.engine.score_sheet import ScoreSheet
from workbench.engine.wording import counted
from workbench.playtest.exchange.dates import read_date
from workbench.playtest.exchange.parsed import (
    DEFAULTS,
    DOUBTED,
    STAND_IN,
    Format,
    LogWriter,
    Parsed,
    ParsedSession,
    PeopleByName,
    RawSession,
    ReadOptions,
    check_count,
    game_called,
    header_of_version,
    id_from,
    word_of,
)
from workbench.playtest.feedback import FIELDS, is_blank, read_form
from workbench.playtest.log.clock import MINUTES as MINUTES_OF
from workbench.playtest.log.fields import LARGEST, UUID, Unfit
from workbench.playtest.log.kinds import ClockPhase, EntryKind, SessionStatus
from workbench.playtest.log.session import Seated, Session, session_of
from workbench.playtest.people import distinct_names, player_name
from workbench.store.playtests.entries import Feedback
from workbench.store.playtests.overview import RATINGS
from workbench.store.playtests.people import Person

BOM = "\ufeff"
"""At the head of a file, so that Excel reads it as UTF-8 rather than as the country's old encoding."""


def written(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """A table; what a row does not have is left empty."""
    words = {True: "yes", False: "no"}
    lines = ({name: words[v] if isinstance(v, bool) else v for name, v in row.items()} for row in rows)
    return BOM + csv_text(columns, lines, line_end="\r\n")


MINUTES = tuple(MINUTES_OF.values())
OF_SESSION = ("game", "revision", "date", "location", "medium", "goal", *MINUTES, "status", "direction")
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
    "status": "finished, stopped (before the game's end), unclear (nobody knows whether it was finished), ended (the"
    " totals show whether it was), abandoned or open; ended where nothing is said.",
    "player": "Name or initials. Needed.",
    "seat": "1 for who begins, then in turn order.",
    "newcomer": "yes or no: new to the game.",
    "score": "The player's total.",
    "winner": "yes or no, no for everybody where nobody has won; where nothing is said, the totals say.",
    **dict.fromkeys((name for name in RATINGS if name != "length"), "1 to 5, 5 the best."),
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
    "direction": "highest or lowest: the total that wins, where the session says so in spite of the game's rules.",
}
"""The columns, in any order, and their descriptions. Those of a session count in its first row."""
TEMPLATE = [
    {"session": "first", "game": "hitmakers", "revision": "2021-04-08", "date": "2024-11-22 18:30", "play_min": "50",
     "status": "ended", "player": "Anna", "seat": "1", "newcomer": "no", "score": "21", "winner": "yes", "overall": "4",
     "length": "0"},
    {"session": "first", "player": "B.", "seat": "2", "newcomer": "yes", "score": "17", "winner": "no", "fun": "5",
     "again": "yes", "best": "The last show", "quote": "yes", "notes": "The rules of the show took long."},
]  # fmt: skip


def template() -> str:
    """A file to fill in: the columns, and an example session of two players."""
    return written(list(COLUMNS), TEMPLATE)


def write_table(sessions: Iterable[ParsedSession], people: Mapping[str, Person]) -> str:
    """The table of these sessions, with local times."""
    rows: list[dict[str, object]] = []
    for parsed in sessions:
        session, forms = session_of(parsed.entries), {form.player: form for form in parsed.feedback}
        names = distinct_names(people, [seated.player for seated in session.everybody])
        for place, seated in enumerate(session.everybody):
            head = session_cells(session) if place == 0 else {}
            cells = player_cells(session, seated, forms.get(seated.player))
            taker = names.get(session.scores.taken.get(seated.player, ""))
            rows.append({"session": session.id, **head, "player": names[seated.player], **cells, "points_to": taker})
    return written(list(COLUMNS), rows)


def phase_minutes(session: Session) -> dict[str, float]:
    """The minutes of each phase by column."""
    return {name: round(session.seconds(phase) / 60, 2) for phase, name in MINUTES_OF.items()}


def session_cells(session: Session) -> dict[str, object]:
    """The cells of a session's columns."""
    header = session.header
    return {
        "game": header.game,
        "revision": header.version,
        "date": session.started_at.astimezone().isoformat(timespec="seconds"),
        "location": header.location,
        "medium": header.medium,
        "goal": header.goal,
        **phase_minutes(session),
        "status": status_word(session),
        "direction": header.direction,
        "notes": "\n".join(note.text for note in session.notes),
    }


FINISHED = "finished"
"""The status of a session whose game was finished, where the totals alone do not show it."""


def status_word(session: Session) -> str:
    """The status as a cell has it, which gives the same one when it is read."""
    scores = session.scores
    totals = {**scores.totals, **scores.totals_left}
    in_file = replace(scores, cells={}, written=totals, override=None, outcomes={})
    return FINISHED if session.status is SessionStatus.ENDED and in_file.why_not_over else session.status.value


def player_cells(session: Session, seated: Seated, form: Feedback | None) -> dict[str, object]:
    """The cells of a player's columns without the name; `points_to` is an id."""
    return {
        "seat": None if seated.seat is None else seated.seat + 1,
        "newcomer": seated.newcomer,
        "score": session.scores.total_of(seated.player),
        "winner": seated.player in session.winners,
        "side": session.scores.sides.get(seated.player),
        "left": seated in session.left,
        "points_to": session.scores.taken.get(seated.player),
        **{name: getattr(form, name) if form else None for name in FIELDS},
    }


T = TypeVar("T")
YES_NO = {
    **dict.fromkeys(("yes", "true", "1", "ja", "wahr", "x"), True),
    **dict.fromkeys(("no", "false", "0", "nein", "falsch"), False),
}
"""As people and spreadsheets write them, English and German."""
REPLIES = {"ja": "yes", "vielleicht": "maybe", "nein": "no"}
PROBLEM = "problem"
"""The column with the problems of sessions that were set aside; ignored when read."""
NUMBERS = ("score", "seat", *MINUTES, *RATINGS)
DIGITS = re.compile(r"[+-]?[\d.,]*\d")
LIKE_A_DATE = re.compile(r"\d\.?[ -][^\W\d]{3}\b|[^\W\d]{3}\.?[ -]\d|\d[./-]\d+[./-]\d")
TURNED_INTO_A_DATE = "; did a spreadsheet turn it into a date? Format the column as text, and enter it again"
STATUS_WORDS = (FINISHED, *(status.value for status in SessionStatus))
MOST_COLUMNS = 200
MOST_MINUTES = 10**6
"""Of a phase: a clock that nobody stopped runs for weeks."""
REASON = "as the table has it"


GERMAN: Mapping[str, tuple[str, ...]] = {
    "session": ("sitzung", "partie"),
    "game": ("spiel",),
    "revision": ("fassung",),
    "date": ("datum",),
    "location": ("ort",),
    "goal": ("ziel", "frage"),
    "teaching_min": ("erklärminuten",),
    "play_min": ("spielminuten", "spieldauer", "dauer"),
    "break_min": ("pausenminuten",),
    "player": ("spieler", "spielerin", "spieler_in", "spieler:in"),
    "seat": ("sitz", "sitzplatz"),
    "newcomer": ("neu", "neuling"),
    "score": ("punkte", "punktzahl", "gesamtpunkte", "endstand", "ergebnis"),
    "winner": ("sieger", "siegerin", "gewinner", "gewinnerin", "gewonnen", "sieg"),
    "notes": ("notizen", "anmerkungen", "bemerkungen"),
    "side": ("seite", "fraktion"),
}
"""The words of German tables for our columns."""
NAMED = {word: column for column, words in GERMAN.items() for word in words}
LIKE_A_SCORE = re.compile(r"score|point|pts|total|result|punkt|gesamt|summe|\bvp\b")
DID_YOU_MEAN = "no column of ours: did you mean score? Call it so, or add an empty column score"
FLAT = "has no column session: rows of one date and game are taken as one session; such a column would say otherwise"


def column_called(head: str) -> str:
    """Our column that a head names, in English or German, in any capitals; the head in lower case where none is."""
    plain = "_".join(head.lower().split())
    return (
        plain if plain in COLUMNS else NAMED.get(plain, plain if plain == PROBLEM else " ".join(head.lower().split()))
    )


def is_table(text: str) -> bool:
    """True if a text begins with a line of our columns, possibly after a line with their separator."""
    if names_separator(text):
        return True
    first = text.lstrip().partition("\n")[0]
    names = {column_called(cell.strip(' "\r')) for cell in first.split(delimiter(text))}
    return "player" in names and bool(names & {"session", "date"})


@dataclass(frozen=True)
class TableRow:
    """One row: its number in the file (the header is 1), and its cells by column, without surrounding spaces."""

    number: int
    cells: Mapping[str, str]
    raw: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """The place that problems name."""
        return f"row {self.number}"

    def read(self, column: str, read: Callable[[str], T], report: Problems, empty: T) -> T:
        """The value of a cell; `empty` for an empty one, and for one that cannot be read, with a problem."""
        text = self.cells.get(column, "")
        if not text:
            return empty
        try:
            return read(text)
        except Unfit as unfit:
            report.wrong(f"{self.place}, {column}", str(unfit), text)
            return empty


def read_table(text: str, file: str, everybody: Mapping[str, Person], how: ReadOptions = DEFAULTS) -> Parsed:
    """The table as read, with the problems of every row. `everybody` are people by id."""
    report, people = Problems(), PeopleByName(everybody)
    groups: dict[str, list[TableRow]] = {}
    date = game = ""
    for row in _read_rows(text, report):
        cells = row.cells
        date, game = cells.get("date") or date, cells.get("game") or game
        label = cells.get("session", f"{date}\0{game}" if date and game else "")
        groups.setdefault(label or f"\0{row.number}", []).append(row)
    check_count(groups, file)
    reader = _TableReader(people, report, how, delimiter(text))
    sessions = [reader.session(label, rows) for label, rows in groups.items()]
    return Parsed(
        Format.CSV,
        file,
        tuple(session for session in sessions if session),
        tuple(people.met.values()),
        tuple(report.noted),
        parts=tuple(RawSession(tuple(row.place for row in rows), rows) for rows in groups.values()),
        pack=partial(_packed, text),
    )


def _packed(text: str, parts: Sequence[tuple[RawSession, str]]) -> str:
    """A table of some rows as they are, with the problems of their session in a last column."""
    head = next(csv_rows(text, Problems())).cells
    at = head.index(PROBLEM) if PROBLEM in head else len(head)
    rows = [
        [*map(unguarded, row.raw[:at]), *[""] * (at - len(row.raw)), "" if place else problems]
        for part, problems in parts
        for place, row in enumerate(cast(Sequence[TableRow], part.raw))
    ]
    return BOM + csv_text([*head[:at], PROBLEM], rows, "\r\n", delimiter(text))


def _read_rows(text: str, report: Problems) -> Iterable[TableRow]:
    """The rows that are not empty; cells may be separated by `,`, `;` or tabs."""
    rows = csv_rows(text, report)
    head = next(rows, CsvRow(1, 1, ()))
    names = [column_called(name) for name in head.cells]
    read = []
    for row in rows:
        if any(cell.strip() for cell in row.cells[len(names) :]):
            message = f"has {counted(len(row.cells), 'cell')} under {counted(len(names), 'column')}"
            report.wrong(f"row {row.number}", message)
        cells = dict(zip(names, (unguarded(cell.strip()) for cell in row.cells), strict=False))
        read.append(TableRow(row.number, {**dict.fromkeys(names, ""), **cells}, row.cells))
    if names or not report.noted:
        _check_names(names, read, f"row {head.number}", report)
    return read


def _check_names(names: Sequence[str], rows: Sequence[TableRow], place: str, report: Problems) -> None:
    for name in filter(None, doubled(names)):
        report.wrong(place, "a column is there twice", name)
    for name in dict.fromkeys(names):
        if name in (*COLUMNS, PROBLEM) or names.count(name) > 1:
            continue
        cells = [row.cells[name] for row in rows if row.cells[name]]
        if not name and not cells:
            continue
        counts = "winner" not in names and cells and all(DIGITS.fullmatch(cell) for cell in cells)
        if "score" not in names and (counts or LIKE_A_SCORE.search(name)):
            report.wrong(place, DID_YOU_MEAN, name)
        else:
            report.warn(place, "no column of ours: left out", name)
    if "player" not in names:
        report.wrong(place, "the column player is missing")
    if "session" not in names and {"date", "game"} <= {*names}:
        report.warn("the file", FLAT)
    elif "session" not in names:
        report.wrong(place, "the column session is missing, or the columns date and game in its place")
    if len(names) > MOST_COLUMNS:
        report.wrong(place, f"must be at most {MOST_COLUMNS} columns", len(names))


@dataclass(frozen=True)
class _TableReader:
    """Turns the rows of a session into its log."""

    people: PeopleByName
    report: Problems
    how: ReadOptions
    delimiter: str

    def session(self, label: str, rows: Sequence[TableRow]) -> ParsedSession | None:
        """One session; None if it cannot be read, with all problems of all its rows reported."""
        first, report = rows[0], self.report
        before = len(report.noted)
        date = first.read("date", partial(read_date, order=self.how.dates), report, None)
        has_label = "session" in first.cells
        if has_label and label.startswith("\0"):
            report.wrong(f"{first.place}, session", "is missing")
        else:
            for column in ("date", "game"):
                if not first.cells.get(column) and (has_label or {"date", "game"} <= first.cells.keys()):
                    report.wrong(f"{first.place}, {column}", "is missing")
            _check_same(rows, report)
        has_id = UUID.fullmatch(label.lower())
        at = date or STAND_IN
        label = label if has_label else ""
        id = label.lower() if has_id else id_from("csv", label, first.cells.get("game", ""), at.isoformat())
        writer = LogWriter(id, first.place, at)
        converted = []
        for row in rows:
            numbers = {name: _number_text(row.cells[name], self.delimiter) for name in NUMBERS if name in row.cells}
            converted.append(replace(row, cells={**row.cells, **numbers}))
        _write(writer, converted, self.people, report)
        report.add(writer.problems)
        if not writer.problems:
            self._ask(rows, converted, session_of(writer.entries).scores.sheet)
        if any(not problem.warning for problem in report.noted[before:]):
            return None
        marked = all(row.cells.get("winner") for row in rows) or any(
            YES_NO.get(row.cells.get("winner", "").lower()) for row in rows
        )
        speaks = frozenset(name for row in rows for name in row.cells if name != "winner" or marked)
        others = id_from(id, *sorted(row.cells.get("player", "").casefold() for row in rows))
        return writer.parsed(speaks, alternative_id="" if has_id else others)

    def _ask(self, rows: Sequence[TableRow], converted: Sequence[TableRow], sheet: ScoreSheet) -> None:
        """Ask about points that the rules cannot give; where the number itself may be misread, before it is taken."""
        for row, numbers in zip(rows, converted, strict=True):
            text, points = row.cells.get("score", ""), read_number(numbers.cells.get("score", ""))
            doubt = "" if points is None else sheet.doubt(points, sheet.total_bounds)
            if doubt and {".", ","} <= {*text} and not self.how.force:
                self.report.wrong(f"{row.place}, score", f"is {points:.12g}, but {doubt}: {DOUBTED}", text)
            elif doubt:
                self.report.warn(f"{row.place}, score", f"{doubt}: taken as it stands", text)


def _number_text(text: str, delimiter: str) -> str:
    """`1.234,5` of a German table, and `1,234.5` of an American one, as `1234.5`; also `12,5` of either, and `−5`.

    Where `;` separates cells, a comma is decimal, as in Excel.
    """
    text = text.replace("−", "-")  # as our own tables write it
    decimal = max(".,", key=text.rfind) if {".", ","} <= {*text} else "," if delimiter == ";" else "."
    thousands = "," if decimal == "." else "."
    grouped = re.fullmatch(rf"[+-]?\d{{1,3}}(\{thousands}\d{{3}})+(\{decimal}\d+)?", text)
    return (text.replace(thousands, "") if grouped else text).replace(",", ".") if DIGITS.fullmatch(text) else text


def _check_same(rows: Sequence[TableRow], report: Problems) -> None:
    """Report columns of the session that differ between its rows."""
    first = rows[0].cells
    for row in rows[1:]:
        for column in OF_SESSION:
            if row.cells.get(column, "") not in ("", first.get(column, "")):
                message = f"differs from row {rows[0].number} of the same session"
                report.wrong(f"{row.place}, {column}", message, row.cells[column])


def _write(writer: LogWriter, rows: Sequence[TableRow], people: PeopleByName, report: Problems) -> None:
    first = rows[0]
    texts = {name: first.cells[name] for name in ("location", "goal") if first.cells.get(name)}
    texts |= header_of_version(first.cells.get("revision", ""))
    texts["game"] = game_called(first.cells.get("game") or "?")
    texts |= {name: first.cells[name].lower() for name in ("medium", "direction") if first.cells.get(name)}
    writer.add(EntryKind.OPEN, **texts)
    players = [(row, _player(row, people, report)) for row in rows]
    seated = [(row, person) for row, person in players if person is not None]
    _check_once(seated, report)
    _write_table(writer, seated, report)
    minutes = partial(_number, low=0, high=MOST_MINUTES)
    for phase in (ClockPhase.TEACHING, ClockPhase.PLAY, ClockPhase.BREAK):
        writer.add_time(phase, first.read(f"{phase}_min", minutes, report, 0.0))
    for row, person in seated:
        points = row.read("score", partial(_number, low=-LARGEST, high=LARGEST), report, None)
        if points is not None:
            writer.add(EntryKind.TOTAL, player=person.id, points=points)
    for row in rows:
        writer.add_notes(row.cells.get("notes", ""))
    for row, person in seated:
        _write_form(writer, row, person, report)
    status = first.read("status", _status, report, SessionStatus.ENDED.value)
    _write_end(writer, status)
    marks = {person.id: row.read("winner", _yes_no, report, None) for row, person in seated}
    winners = [player for player, mark in marks.items() if mark]
    if winners or (None not in marks.values() and not writer.problems and session_of(writer.entries).winners):
        writer.set_winners(winners, REASON)


def _write_table(writer: LogWriter, seated: Sequence[tuple[TableRow, Person]], report: Problems) -> None:
    """Add the players: first those who left, whose seats others may have taken; then who took over their points."""
    left = {person.id for row, person in seated if row.read("left", _yes_no, report, False)}
    for row, person in sorted(seated, key=lambda pair: pair[1].id not in left):
        seat = row.read("seat", _seat, report, None)
        writer.add(EntryKind.PLAYER, player=person.id, seat=seat, newcomer=row.read("newcomer", _yes_no, report, False))
        if person.id in left:
            writer.add(EntryKind.LEAVE, player=person.id)
    by_name = {person.name: person.id for _, person in seated}
    for row, person in seated:
        if taker := row.cells.get("points_to"):
            if person.id in left and by_name.get(taker, person.id) != person.id:
                writer.add(EntryKind.TAKEOVER, of=person.id, to=by_name[taker])
            else:
                report.wrong(f"{row.place}, points_to", "must be another player, of one who left", taker)
        if (side := row.cells.get("side")) and not writer.problems:
            _write_side(writer, row, person, side, report)


def _write_side(writer: LogWriter, row: TableRow, person: Person, written: str, report: Problems) -> None:
    sheet = session_of(writer.entries).scores.sheet
    side = sheet.side_named(written)
    if side is not None or not sheet.sides:  # a game that is not installed here may have sides
        writer.add(EntryKind.SIDE, player=person.id, side=side or word_of(written))
    else:
        report.wrong(f"{row.place}, side", f"must be one of {', '.join(side.name for side in sheet.sides)}", written)


def _write_end(writer: LogWriter, status: str) -> None:
    """Add how it ended; the clock of an open session is stopped."""
    if status == SessionStatus.OPEN:
        writer.add(EntryKind.PHASE, phase=ClockPhase.NONE.value)
    elif status == SessionStatus.ABANDONED:
        writer.add(EntryKind.ABANDON)
    else:
        finished = {FINISHED: True, SessionStatus.STOPPED: False, SessionStatus.UNCLEAR: None}
        writer.add(EntryKind.END, **({"finished": finished[status]} if status in finished else {}))


def _player(row: TableRow, people: PeopleByName, report: Problems) -> Person | None:
    if not row.cells.get("player"):
        report.wrong(f"{row.place}, player", "is missing")
        return None
    name = row.read("player", player_name, report, "")
    return people.named(name) if name else None


def _check_once(seated: Sequence[tuple[TableRow, Person]], report: Problems) -> None:
    met: dict[str, int] = {}
    for row, person in seated:
        if person.id in met:
            message = f"is in row {met[person.id]} of the same session already"
            message += "" if "session" in row.cells else "; a column session tells sessions apart"
            report.wrong(f"{row.place}, player", message, person.name)
        met.setdefault(person.id, row.number)


def _write_form(writer: LogWriter, row: TableRow, person: Person, report: Problems) -> None:
    answers = {name: _answer(name, row.cells[name]) for name in FIELDS if row.cells.get(name)}
    if "quote" in answers:
        answers["quote"] = row.read("quote", _yes_no, report, False)
    id = id_from(writer.session, "form", str(row.number))
    form, problems = read_form({**answers, "id": id, "player": person.id}, writer.session, "")
    report.add(Problem(f"{row.place}, {problem.place[1:]}", problem.message, problem.value) for problem in problems)
    if form is not None and not is_blank(form):
        writer.feedback.append(Feedback(**{**vars(form), "at": writer.at}))


def _answer(name: str, text: str) -> str | int | float:
    """A cell as a form takes it: numbers as such, choices in lower case, texts as they are."""
    if name in ("best", "worst", "change"):
        return text
    try:
        return simplest(float(text))
    except (OverflowError, ValueError):
        return REPLIES.get(text.lower(), text.lower())


def _seat(text: str) -> int:
    allowed = WholeRange(1, 100)
    seat = allowed.read(text)
    if seat is None:
        raise Unfit(f"must be {allowed}")
    return seat - 1


def _status(text: str) -> str:
    if text.lower() not in STATUS_WORDS:
        raise Unfit(f"must be one of {', '.join(STATUS_WORDS)}")
    return text.lower()


def _yes_no(text: str) -> bool:
    if text.lower() not in YES_NO:
        raise Unfit("must be yes or no")
    return YES_NO[text.lower()]


def _number(text: str, low: float, high: float) -> float:
    value, allowed = read_number(text.replace(",", ".")), NumberRange(low, high)
    if value is None or value not in allowed:
        raise Unfit(f"must be {allowed}{TURNED_INTO_A_DATE if LIKE_A_DATE.search(text) else ''}")
    return simplest(value)
