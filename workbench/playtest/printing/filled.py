"""Contents of a session sheet: none on a blank one, and on that of a session the log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from workbench.engine.wording import clock_words, counted, time_words
from workbench.playtest.log.clock import MINUTES
from workbench.playtest.log.kinds import ClockPhase, SessionStatus
from workbench.playtest.log.scores import Scores
from workbench.playtest.log.sentences import NameOf, clock_time, moment_title, points_in_words
from workbench.playtest.log.session import Session

ENDS = ("finished", "stopped", "abandoned")
"""How a session may end, as the boxes say it."""
TICKED_END = {
    SessionStatus.ENDED: ENDS[0],
    SessionStatus.STOPPED: ENDS[1],
    SessionStatus.ABANDONED: ENDS[2],
}


class SheetColumn(NamedTuple):
    """A player's column; `label` is the name, or `Seat 1` where there is none yet."""

    seat: str
    label: str
    name: str = ""
    newcomer: bool = False


class MomentLine(NamedTuple):
    """A line of the moments."""

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
