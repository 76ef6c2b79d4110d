"""A session sheet and a feedback form for print, for tables without devices.

The pages are self-contained and load nothing. Known values are filled in; lines are left for the rest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined, Template

from workbench.engine.game import Game
from workbench.engine.parameters import Values
from workbench.engine.score_sheet import Criterion, ScoreSheet
from workbench.engine.wording import clock_words, counted, time_words
from workbench.playtest.feedback import LENGTH, QUOTE, RATED, REPLIED, WRITTEN
from workbench.playtest.log.clock import MINUTES
from workbench.playtest.log.kinds import (
    ClockPhase,
    Medium,
    Moment,
    QuestionKind,
    ReplyChoice,
    SessionQuestion,
    SessionStatus,
)
from workbench.playtest.log.scores import Scores
from workbench.playtest.log.sentences import NameOf, clock_time, moment_title, points_in_words
from workbench.playtest.log.session import Session

FOLDER = Path(__file__).parent
ENDS = ("finished", "stopped", "abandoned")
"""How a session may end, as the boxes say it."""
TICKED_END = {
    SessionStatus.ENDED: ENDS[0],
    SessionStatus.STOPPED: ENDS[1],
    SessionStatus.ABANDONED: ENDS[2],
}
MOST_ROWS, MOST_WIDE_ROWS = 12, 8
"""Rows of the score sheet where the rules do not limit them: as many as fit on a page with the rest."""
FEWEST_ROWS = 4
MOST_COLUMNS = 24
"""Criteria of all players that fit beside each other; more are printed below each other, a line each."""
LINES_OF_SCORES = 34
LINES_OF_A_PAGE = 27
"""Lines for players, scores, moments and notes on a page of A4 beside headings and fields, by trial in Chromium."""
TURNED = 7
"""Lines that the heading and totals of a wide table take."""
FEWEST_LINES = 6
"""The fewest lines for moments and notes: where fewer fit, there is a second page."""


def session_sheet(
    game: Game,
    rules: Values,
    *,
    revision: str = "",
    label: str = "",
    title: str = "",
    goal: str = "",
    logged: tuple[Session, NameOf] | None = None,
) -> str:
    """A sheet to log a session by hand: details, times, the score sheet under these rules, moments, notes.

    It takes one page, unless the rules have more rows, or more criteria and players, than fit. `label` is that of a
    printed deck. `logged`: a session, with its players' names; it is filled in, with room for more while it is open.
    """
    sheet = logged[0].scores.sheet if logged else game.sheet(rules)
    seats = rules.get("players", game.seats)
    contents = contents_of(*logged) if logged else blank(seats if isinstance(seats, int) else game.seats, goal)
    has_room = logged is None or logged[0].status is SessionStatus.OPEN
    players = len(contents.columns)
    lines = [criterion for criterion in sheet.criteria if not criterion.once]
    is_wide = len(lines) > 1 and len(lines) * players <= MOST_COLUMNS
    rows = max(contents.rows, _rows(sheet, is_wide) if has_room else 1)
    once = [criterion for criterion in sheet.criteria if criterion.once]
    scores = (rows + TURNED if is_wide else rows * max(1, len(lines)) + 2) + len(once)
    if sheet.sides:
        scores = max(rows, players + 1) + 2
    phases = [phase.value for phase in ClockPhase if phase is not ClockPhase.NONE]
    left = LINES_OF_A_PAGE - max(players, len(phases)) - scores
    # on the rest of the page, or on a second one
    moments, notes = (left - left // 3, left // 3) if left >= FEWEST_LINES else (14, 8)
    if not has_room:
        moments = notes = 0
    return _template("session.html").render(
        game=game.title,
        revision=revision,
        label=label,
        title=title,
        sheet=sheet,
        contents=contents,
        ends=list(ENDS),
        is_wide=is_wide,
        rows=range(1, rows + 1),
        moment_lines=[*contents.moments, *[MomentLine()] * (moments - len(contents.moments))],
        note_lines=[*contents.notes, *[""] * (notes - len(contents.notes))],
        criteria=lines or (Criterion("points", "Points"),),
        once=once,
        outcomes=[sheet.sides_in_words(sides) for sides in sheet.outcomes],
        media=[medium.value for medium in Medium],
        phases=phases,
        moments=[moment.value.replace("_", " ") for moment in Moment],
    )


def feedback_form(game_title: str, *, revision: str = "", questions: tuple[SessionQuestion, ...] = ()) -> str:
    """A form for one player to fill in by hand, with the session's own questions; those without choices get lines."""
    replies = [reply.value for reply in ReplyChoice]
    choices = {QuestionKind.RATING: list("12345"), QuestionKind.REPLY: replies}
    return _template("feedback.html").render(
        game=game_title,
        revision=revision,
        rated=RATED,
        length=LENGTH,
        replied=REPLIED,
        replies=replies,
        written=WRITTEN,
        quote=QUOTE,
        questions=[{"text": question.text, "choices": choices.get(question.kind, [])} for question in questions],
    )


def _rows(sheet: ScoreSheet, is_wide: bool) -> int:
    """The number of rows: as the rules say, or as many as fit on a page."""
    if sheet.rows is not None:
        return sheet.rows
    if is_wide:
        return MOST_WIDE_ROWS
    in_a_row = sum(not criterion.once for criterion in sheet.criteria)
    return max(FEWEST_ROWS, min(MOST_ROWS, LINES_OF_SCORES // max(1, in_a_row)))


@cache
def _template(name: str) -> Template:
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    style = (FOLDER / "style.html").read_text(encoding="utf-8")
    return environment.from_string((FOLDER / name).read_text(encoding="utf-8").replace("<!-- style -->", style))


# Contents of a session sheet: none on a blank one, and on that of a session the log


class SheetColumn(NamedTuple):
    """A player's column; `label` is the name, or `Seat 1` where there is none yet."""

    seat: str
    label: str
    name: str = ""
    newcomer: bool = False


class MomentLine(NamedTuple):
    time: str = ""
    moment: str = ""
    who: str = ""
    note: str = ""


@dataclass(frozen=True)
class Contents:
    """Contents of the fields. Columns count from 0, rows as the sheet numbers them, from 1.

    `cells` are by column, row and criterion; `ticks` the boxes that are ticked; `outcomes` the words of the box of each
    row; `times` by phase: from, to, and what was paused.
    """

    columns: Sequence[SheetColumn]
    about: str = ""
    date: str = ""
    place: str = ""
    teacher: str = ""
    goal: str = ""
    ticks: frozenset[str] = frozenset()
    times: Mapping[str, tuple[str, str, str]] = field(default_factory=dict)
    cells: Mapping[tuple[int, int, str], str] = field(default_factory=dict)
    once: Mapping[tuple[int, str], str] = field(default_factory=dict)
    totals: Mapping[int, str] = field(default_factory=dict)
    outcomes: Mapping[int, str] = field(default_factory=dict)
    sides: Mapping[int, str] = field(default_factory=dict)
    won: frozenset[str] = frozenset()
    result: str = ""
    moments: Sequence[MomentLine] = ()
    notes: Sequence[str] = ()
    rows: int = 0


def blank(players: int, goal: str) -> Contents:
    """A sheet to fill in by hand, for so many players."""
    return Contents([SheetColumn(str(seat), f"Seat {seat}") for seat in range(1, players + 1)], goal=goal)


def contents_of(session: Session, name: NameOf) -> Contents:
    """The sheet of a session as it was logged."""
    header, scores, everybody = session.header, session.scores, session.everybody
    sheet, players = scores.sheet, [player.player for player in everybody]
    members = {side.name: side.member for side in sheet.sides}
    titles = {side.name: side.title for side in sheet.sides}
    logged = "as logged so far" if session.status is SessionStatus.OPEN else "as logged"
    winners = ", ".join(map(name, session.winners))
    return Contents(
        [
            SheetColumn(
                "" if player.seat is None else str(player.seat + 1),
                f"{name(player.player)}{' (left)' if player in session.left else ''}",
                name(player.player),
                player.newcomer,
            )
            for player in everybody
        ],
        about=logged,
        date=time_words(session.started_at),
        place=header.location,
        teacher=name(header.teacher),
        goal=header.goal,
        ticks=frozenset([header.medium, *filter(None, [TICKED_END.get(session.status)])]),
        times={phase.value: _times(session, phase) for phase in MINUTES},
        cells=_cells(scores, players),
        once={(players.index(who), of): points_in_words(n) for (who, _, of), n in scores.cells.items() if of},
        totals={
            place: points_in_words(total)
            for place, player in enumerate(players)
            if (total := scores.total_of(player)) is not None
        },
        outcomes={row + 1: sheet.sides_in_words(to) for row, to in scores.outcomes.items() if row is not None},
        sides={players.index(who): members.get(side, side) for who, side in scores.sides.items()},
        won=frozenset(titles.get(side, side) for side in scores.winning_sides),
        result=f"Won by {winners}." if winners and session.status is not SessionStatus.OPEN else "",
        moments=[
            MomentLine(clock_time(session, moment.at), moment_title(moment.moment), name(moment.player), moment.note)
            for moment in session.moments
        ],
        notes=[f"{clock_time(session, note.at)} {note.text}" for note in session.notes],
        rows=scores.rows,
    )


def _cells(scores: Scores, players: Sequence[str]) -> dict[tuple[int, int, str], str]:
    """Points by column, row and criterion; those of a whole row in its first cell, as `7 in all`."""
    names = [criterion.name for criterion in scores.sheet.criteria if not criterion.once]
    first = names[0] if names else ""
    cells = {}
    for (player, row, criterion), points in scores.cells.items():
        if criterion is not None:
            cells[players.index(player), row + 1, criterion] = points_in_words(points)
    for (player, row, criterion), points in scores.cells.items():
        if criterion is None:
            whole = f"{points_in_words(points)}{' in all' if len(names) > 1 else ''}"
            cells[players.index(player), row + 1, first or "points"] = whole
    return cells


def _times(session: Session, phase: ClockPhase) -> tuple[str, str, str]:
    """When a phase began and ended, and its pauses in minutes; of times that were corrected, the minutes alone."""
    clock, minutes = session.clock, round(session.seconds(phase) / 60)
    spans = [span for span in clock.spans if span.phase is phase]
    if any(reading.phase is phase for reading in clock.readings):
        return "", counted(minutes, "minute"), ""
    if not spans:
        return "", "", ""
    end = spans[-1].end
    over = ((end or session.last_at) - spans[0].start).total_seconds() / 60
    paused = round(over - session.seconds(phase) / 60)
    return clock_words(spans[0].start), clock_words(end) if end else "", str(paused) if paused else ""
