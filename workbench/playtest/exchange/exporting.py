"""Export of sessions to a file, with names or with pseudonyms; and to a zip of CSV tables, whose columns are described.

The zip has everything about the sessions, for spreadsheets and notebooks. Rows belong together by `session`, and within
a session by `player`, which no two of its players share. It is for reading elsewhere; to import sessions again, use our
own JSON or the table of `csv_table`.
"""

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile

from workbench.playtest.exchange.bgstats import write_bgstats
from workbench.playtest.exchange.csv_table import COLUMNS, phase_minutes, player_cells, write_table, written
from workbench.playtest.exchange.log_json import write_log_json
from workbench.playtest.exchange.parsed import Format, ParsedSession, people_in
from workbench.playtest.feedback import FIELDS
from workbench.playtest.log.kinds import FINAL, EntryKind, SessionStatus
from workbench.playtest.log.sentences import TITLES, describe, describe_changes
from workbench.playtest.log.session import Seated, by_session, session_of
from workbench.playtest.overview import sessions
from workbench.playtest.people import distinct_names, pseudonyms
from workbench.store import Store
from workbench.store.playtests.entries import Feedback, session_ids
from workbench.store.playtests.imports import Mentioned, stored
from workbench.store.playtests.overview import TEXTS, SessionFilter
from workbench.store.playtests.people import Person, name_parts, people, scrub_entry_data, scrub_name

ExportedRow = dict[str, object]
SESSION = "The session's UUID, the same in every table."
PLAYER = "Name or initials, as in players.csv; namesakes of a session are numbered."
AT = "When: local time with its offset from UTC."
TABLES: Mapping[str, Mapping[str, str]] = {
    "sessions": {
        "session": SESSION,
        "game": "The game, by its name here.",
        "version": "The revision that was played, or the label of the printed deck.",
        "rules_hash": "What tells the rules apart from those of another revision; empty without a revision.",
        "began": "When it began: local time with its offset from UTC; as corrected, if it was.",
        "ended": "When it was over; empty while it is open.",
        "status": "open, ended, stopped (before the game's end), unclear (ended, and nobody said whether the game was"
        " finished) or abandoned.",
        "abandoned_for": "Why it was abandoned.",
        "location": "Where.",
        "medium": "physical or digital.",
        "teacher": "Who taught the game.",
        "goal": "The question that the session was to answer.",
        "players": "How many sit at the table.",
        "left": "How many left it before the end.",
        "newcomers": "How many of them are new to the game.",
        "teaching_min": "Minutes of teaching, as corrected, if they were.",
        "play_min": "Minutes of play, pauses left out.",
        "break_min": "Minutes of breaks.",
        "times_corrected": "yes or no: somebody set the start or minutes by hand.",
        "rows": "How many deals or rounds have scores.",
        "winners": "Who won, with commas between them.",
        "margin": "The winner's lead over the runner-up, in points.",
        "winning_side": "The side that won, or several with commas between them, in a game with sides.",
        "overridden": "Why winners or totals count in spite of the sheet; empty where they do not.",
    },
    "players": {
        "session": SESSION,
        "player": "Name or initials; namesakes of a session are numbered.",
        "person": "The person's UUID, the same in all of their sessions.",
        "seat": "1 for who begins, then in turn order; empty where nobody has said.",
        "newcomer": "yes or no: new to the game.",
        "score": "The player's total, as it counts; of somebody who left, as it stood.",
        "winner": "yes or no.",
        "win_share": "1 for the one winner, a half for each of two, 0 for the others.",
        "side": "The side that they were on, in a game with sides.",
        "left": "yes or no: left the table before the end.",
        "points_to": "Who took over the points of somebody who left; empty where nobody did.",
    },
    "scores": {
        "session": SESSION,
        "player": PLAYER,
        "of": "criterion: points for one line of the sheet; row: for a deal or round as a whole; total: written down as"
        " such; override: in spite of the sheet.",
        "row": "The deal or round, from 1; empty for totals.",
        "row_name": "What the game calls a row: deal, round.",
        "criterion": "The line of the sheet, by its name; empty where there is none.",
        "criterion_title": "The same as players read it.",
        "points": "Points.",
        "counts": "yes or no: whether it is a part of the total, for what is coarser counts where both were written."
        " Points that count for a player add up to the score.",
        "counts_for": "Whose total it belongs to: the player's, or that of whoever took over the points.",
    },
    "outcomes": {
        "session": SESSION,
        "row": "The deal, round or movie, from 1.",
        "row_name": "What the game calls a row.",
        "sides": "The side that it went to; several with commas between them, none where it went to nobody.",
    },
    "moments": {
        "session": SESSION,
        "at": AT,
        "minute": "Minutes of play until then; empty outside of play.",
        "moment": f"One of {', '.join(moment.value for moment in TITLES)}; or the name of a kind of the host's own.",
        "player": "Who it was about; empty for nobody.",
        "note": "What was noted about it.",
    },
    "notes": {
        "session": SESSION,
        "at": AT,
        "minute": "Minutes of play until then; empty outside of play.",
        "player": "Who it is about; empty for nobody.",
        "note": "The note.",
    },
    "feedback": {
        "session": SESSION,
        "player": PLAYER,
        "at": AT,
        **{name: COLUMNS[name] for name in FIELDS},
    },
    "answers": {
        "session": SESSION,
        "player": PLAYER,
        "question": "A question of the session's own; empty if it was taken away.",
        "answer": "The answer.",
    },
    "log": {
        "session": SESSION,
        "number": "The entry's place in the session's log, from 1.",
        "at": AT,
        "kind": "What kind of entry it is.",
        "says": "What it says now, in words.",
        "before": "What it said, or what stood there, before it was corrected.",
        "undone": "yes or no: an undo took it back.",
        "refers_to": "The number of the entry that an undo or an edit is about.",
        "device": "What tells devices apart; of no person.",
        "data": "The entry's fields as JSON, with people by their UUIDs.",
    },
}
"""The tables by name (without .csv), each with its columns and their descriptions."""
DESCRIPTION = ("table", "column", "holds")


def column_descriptions() -> list[ExportedRow]:
    """The description of every column of every table."""
    return [
        dict(zip(DESCRIPTION, (f"{table}.csv", column, holds), strict=True))
        for table, columns in TABLES.items()
        for column, holds in columns.items()
    ]


class _SessionRows:
    """The rows of one session by the names of their tables; each person has one name throughout."""

    def __init__(self, parsed: ParsedSession, people: Mapping[str, Person]) -> None:
        session = self.session = session_of(parsed.entries)
        seated = [player.player for player in session.everybody]
        self.names = distinct_names(people, [*seated, *sorted(people_in(parsed) - set(seated))])
        scores, questions = session.scores, {question.id: question.text for question in session.questions}
        outcomes = sorted((row, sides) for row, sides in scores.outcomes.items() if row is not None)
        self.by_table: dict[str, Iterable[ExportedRow]] = {
            "sessions": [self._summary()],
            "players": map(self._player, session.everybody),
            "scores": self._scores(),
            "outcomes": [
                {"row": row + 1, "row_name": scores.sheet.row, "sides": ", ".join(sides)} for row, sides in outcomes
            ],
            "moments": [
                self._moment(moment.at, moment.player, moment.note) | {"moment": str(moment.moment)}
                for moment in session.moments
            ],
            "notes": [self._moment(note.at, note.player, note.text) for note in session.notes],
            "feedback": [
                {
                    **{name: getattr(form, name) for name in FIELDS},
                    "player": self.name(form.player),
                    "at": _local(form.at),
                }
                for form in parsed.feedback
            ],
            "answers": [
                {"player": self.name(form.player), "question": questions.get(question, ""), "answer": answer}
                for form in parsed.feedback
                for question, answer in form.answers.items()
            ],
            "log": self._log(),
        }

    def name(self, player: str | None) -> str:
        """A player's name in the tables; empty for None."""
        return "" if player is None else self.names.get(player, "somebody")

    def _summary(self) -> ExportedRow:
        session, header, scores = self.session, self.session.header, self.session.scores
        return {
            **{name: getattr(header, name) for name in ("game", "version", "rules_hash", "location", "medium", "goal")},
            "teacher": self.name(header.teacher),
            "status": session.status.value,
            "began": _local(session.started_at),
            "ended": _local(session.ended_at),
            **phase_minutes(session),
            "times_corrected": any(line.kind is EntryKind.TIMES and not line.undone for line in session.lines),
            "players": len(session.players),
            "newcomers": sum(player.newcomer for player in session.players),
            "left": len(session.left),
            "winning_side": ", ".join(scores.winning_sides),
            "rows": scores.rows,
            "margin": scores.margin,
            "winners": ", ".join(map(self.name, session.winners)),
            "overridden": scores.override.reason if scores.override else "",
            "abandoned_for": session.abandoned_for,
        }

    def _player(self, seated: Seated) -> ExportedRow:
        player, scores = seated.player, self.session.scores
        return {
            **player_cells(self.session, seated, None),
            "player": self.name(player),
            "person": player,
            "points_to": self.name(scores.taken.get(player)),
            "win_share": round(scores.win_share(player), 4) if player in self.session.winners else 0,
        }

    def _scores(self) -> Iterator[ExportedRow]:
        """Everything written on the sheet; where something was written twice, the coarser counts."""
        scores = self.session.scores
        overridden = scores.override.totals if scores.override else {}
        titles = {criterion.name: criterion.title for criterion in scores.sheet.criteria}
        once = [criterion.name for criterion in scores.sheet.criteria if criterion.once]

        def line(player: str, of: str, points: float, *, counts: bool) -> ExportedRow:
            whose = self._counts_for(player)
            return {"player": self.name(player), "of": of, "points": points, "counts": counts, "counts_for": whose}

        for (player, row, criterion), points in sorted(
            scores.cells.items(), key=lambda cell: (cell[0][1], cell[0][0], cell[0][2] or "")
        ):
            whole = criterion not in (None, *once) and (player, row, None) in scores.cells
            counts = not whole and player not in scores.written and player not in overridden
            yield line(player, "row" if criterion is None else "criterion", points, counts=counts) | {
                "row": row + 1,
                "row_name": scores.sheet.row,
                "criterion": criterion,
                "criterion_title": titles.get(criterion or "", criterion),
            }
        for player, points in scores.written.items():
            yield line(player, "total", points, counts=player not in overridden)
        for player, points in overridden.items():
            yield line(player, "override", points, counts=scores.total_of(player) is not None)

    def _counts_for(self, player: str) -> str:
        """Whose total a player's points are a part of; a total that was written down takes no others."""
        scores = self.session.scores
        overridden = scores.override.totals if scores.override else {}
        taker = scores.taken.get(player)
        while taker is not None and taker not in scores.written and taker not in overridden:
            player, taker = taker, scores.taken.get(taker)
        return self.name(player)

    def _moment(self, at: datetime, player: str | None, note: str) -> ExportedRow:
        minute = self.session.clock.minute_of_play(at)
        rounded = None if minute is None else round(minute, 2)
        return {"at": _local(at), "minute": rounded, "player": self.name(player), "note": note}

    def _log(self) -> Iterator[ExportedRow]:
        numbers = {line.entry.id: number for number, line in enumerate(self.session.lines, start=1)}
        for number, line in enumerate(self.session.lines, start=1):
            target = numbers.get(line.entry.data["entry"]) if line.kind in FINAL else None
            yield {
                "number": number,
                "refers_to": target,
                "at": _local(line.at),
                "kind": line.kind.value,
                "undone": line.undone,
                "device": line.entry.device,
                "says": describe(line, self.session, self.name),
                "before": "; ".join(describe_changes(line, self.session, self.name)),
                "data": json.dumps(line.entry.data, ensure_ascii=False),
            }


def _local(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone().isoformat(timespec="seconds")


def export_text(
    store: Store,
    format: Format,
    games: Sequence[str] = (),
    *,
    pseudonymous: bool = False,
) -> str:
    """All sessions, or those of some games, as a file of this format.

    `pseudonymous`: people are called `Player 1`, `Player 2`, …, also in texts that name them.
    """
    picked, named = sessions_to_write(store, None, games, pseudonymous)
    if format is Format.JSON:
        return write_log_json(picked, named.values())
    return (write_table if format is Format.CSV else write_bgstats)(picked, named)


def export_tables(store: Store, games: Sequence[str] = (), *, pseudonymous: bool = False) -> bytes:
    """All sessions, or those of some games, as a zip of CSV tables with everything in them: `TABLES`.

    A further one, columns.csv, describes their columns.
    """
    sessions, people_in_them = sessions_to_write(store, None, games, pseudonymous)
    rows: dict[str, list[ExportedRow]] = {name: [] for name in TABLES}
    for session in sessions:
        for table, its_rows in _SessionRows(session, people_in_them).by_table.items():
            rows[table] += ({"session": session.id, **row} for row in its_rows)
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("columns.csv", written(DESCRIPTION, column_descriptions()))
        for name, columns in TABLES.items():
            archive.writestr(f"{name}.csv", written(list(columns), rows[name]))
    return out.getvalue()


def sessions_to_write(
    store: Store, ids: Sequence[str] | None, games: Sequence[str] = (), pseudonymous: bool = False
) -> tuple[list[ParsedSession], dict[str, Person]]:
    """The sessions, and the people whom they mention, with names or pseudonyms."""
    sessions, everybody = _sessions(store, session_ids(store) if ids is None else ids), people(store)
    picked = [session for session in sessions if not games or session.entries[0].data["game"] in games]
    met = set().union(*(people_in(session) for session in picked))
    named = {id: everybody.get(id) or Person(id, None) for id in sorted(met)}
    return _hidden(picked, everybody, named) if pseudonymous else (picked, named)


def count_left_out(store: Store, format: Format, games: Sequence[str] = ()) -> int:
    """How many sessions of these games, or of all, a file of this format leaves out: BG Stats leaves out open ones."""
    if format is not Format.BGSTATS:
        return 0
    still_open = sessions(store, SessionFilter(statuses=(SessionStatus.OPEN.value,)))
    return sum(not games or row.game in games for row in still_open)


def _sessions(store: Store, ids: Sequence[str]) -> list[ParsedSession]:
    """The sessions in the order given, their entries in the order of arrival."""
    there = stored(store, Mentioned(sessions=ids))
    logs, forms = by_session(sorted(there.entries, key=lambda entry: entry.number)), by_session(there.feedback)
    logged = (id for id in dict.fromkeys(ids) if id in logs)
    return [ParsedSession(id, "", tuple(logs[id]), tuple(forms.get(id, ()))) for id in logged]


def _hidden(
    picked: Iterable[ParsedSession], everybody: Mapping[str, Person], met: Mapping[str, Person]
) -> tuple[list[ParsedSession], dict[str, Person]]:
    """A copy with pseudonyms: in a session's texts for every full name, and for parts of the names of its players."""
    labels = pseudonyms(met)
    names = [(person, labels.get(person.id, "somebody")) for person in everybody.values() if person.name]
    hidden = [_without_names(session, names) for session in picked]
    return hidden, {id: Person(id, labels[id]) for id in met}


def _without_names(session: ParsedSession, names: Sequence[tuple[Person, str]]) -> ParsedSession:
    inside, entries, forms = people_in(session), list(session.entries), list(session.feedback)
    for person, label in _occurring(session, names):
        name, exactly = person.name or "", person.id not in inside
        entries = [replace(e, data=scrub_entry_data(e.data, name, label, exactly=exactly)) for e in entries]
        for place, form in enumerate(forms):
            texts = {
                text: scrub_name(getattr(form, text), name, label, exactly=exactly) for text in (*TEXTS, "answers")
            }
            forms[place] = Feedback(**{**vars(form), **texts})
    return replace(session, entries=tuple(entries), feedback=tuple(forms))


def _occurring(session: ParsedSession, names: Sequence[tuple[Person, str]]) -> list[tuple[Person, str]]:
    """The names of which at least a part may occur in some text of the session, the longest first."""
    texts = [repr(entry.data) for entry in session.entries]
    texts += ["\n".join([form.best, form.worst, form.change, repr(form.answers)]) for form in session.feedback]
    everything = "\n".join(texts).casefold()
    occurring = [
        name for name in names if any(part.casefold() in everything for part in name_parts(name[0].name or ""))
    ]
    return sorted(occurring, key=lambda pair: -len(pair[0].name or ""))
