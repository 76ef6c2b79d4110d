"""People beside bots: sessions held against a simulation of the same rules with as many players.

What is compared is what both have: scores, the winner's lead, the rows of the sheet (deals, rounds), and the seat that
won. Minutes are people's alone. A session counts as one value of each, its score as the mean over its players, since
the players of one table depend on each other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.engine.game import Game
from workbench.engine.measures import WINNERS, Results, win_shares
from workbench.engine.problems import BadInput
from workbench.engine.score_sheet import ScoreSheet, Wins
from workbench.playtest.log.kinds import Status
from workbench.playtest.log.session import Session
from workbench.stats import (
    WORTH_NOTICING,
    Estimate,
    Placement,
    agresti_coull,
    holm,
    placement,
    simultaneous_confidence,
    values_needed,
    wins_p_value,
)
from workbench.stats.evidence import RISK, enough_sessions

SEAT_SHIFT = 0.1
"""A seat that wins so much more often than its share is worth noticing."""
Values = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Simulated:
    """A batch to hold sessions against. `rules` are written values, `bots` one a seat."""

    game: Game
    rules: Mapping[str, Any]
    rules_hash: str
    bots: tuple[str, ...]
    results: Results

    @property
    def seats(self) -> int:
        """How many sat at the table."""
        return len(self.bots)


@dataclass(frozen=True)
class FigureComparison:
    """One figure of the sessions among those of the simulated plays. `low` and `high` are the plays' quartiles.

    `differs` says whether it still does when all figures are looked at together (Holm), `same` whether its whole
    interval, corrected likewise, lies inside the shift that is worth noticing. `needed` is about how many sessions, all
    told, find such a shift.
    """

    name: str
    label: str
    values: tuple[float, ...]
    low: float
    median: float
    high: float
    placement: Placement
    differs: bool
    same: bool = False
    needed: int = 0


@dataclass(frozen=True)
class SeatComparison:
    """Who won from a seat: people's wins and their share, the bots' rate, and whether they differ."""

    seat: int
    wins: float
    people: Estimate
    bots: float
    p_value: float
    differs: bool


@dataclass(frozen=True)
class PeopleAndBots:
    """Sessions beside a simulation. `left_out` counts those that could not be compared, by the reason."""

    simulated: Simulated
    sessions: tuple[str, ...]
    figures: tuple[FigureComparison, ...]
    seats: tuple[SeatComparison, ...]
    left_out: Mapping[str, int]

    @property
    def differs(self) -> bool:
        """Whether people and bots disagree in anything."""
        return any(each.differs for each in self.figures) or any(each.differs for each in self.seats)

    @property
    def enough(self) -> bool:
        """Whether there are enough sessions to state anything."""
        return enough_sessions(len(self.sessions))

    @property
    def needed(self) -> int:
        """About how many sessions, all told, find a shift of a figure that is not told yet; 0 when all of it is."""
        return max((each.needed for each in self.figures if not each.differs and not each.same), default=0)

    @property
    def needed_for_seats(self) -> int:
        """About how many sessions, all told, find a seat that wins more often than its share; 0 without seats."""
        family = len(self.figures) + len(self.seats)
        return sessions_for_seats(len(self.seats), SEAT_SHIFT, family) if self.seats else 0


@dataclass(frozen=True)
class Figure:
    """What is compared: how a session has it, and how the plays do. `label` begins a sentence."""

    name: str
    label: str
    of_session: Callable[[Session], float | None]
    of_plays: Values


def compare_with_bots(simulated: Simulated, sessions: Sequence[Session]) -> PeopleAndBots:
    """The sessions beside the simulation. Raises BadInput where none of them can be compared, saying why not."""
    against = simulated.game.name, simulated.rules_hash, simulated.seats
    reasons = [(session, exclusion_reason(session, *against)) for session in sessions]
    fit = [session for session, reason in reasons if not reason]
    left_out = [reason for _, reason in reasons if reason]
    counted = {reason: left_out.count(reason) for reason in dict.fromkeys(left_out)}
    if not fit:
        listed = "; ".join(f"{count} {reason}" for reason, count in counted.items())
        raise BadInput.one("sessions", f"none can be held against this simulation: {listed or 'there are none'}")
    seats = _seats(simulated, fit)
    there = [(figure, values) for figure in figures_of(simulated) if (values := _values(figure, fit))]
    placed = [_placed(figure, values, len(there) + len(seats)) for figure, values in there]
    told = [len(each.values) for each in placed] + [each.people.n for each in seats]
    judged = holm([each.placement.p_value for each in placed] + [each.p_value for each in seats]) < RISK
    marks = iter([bool(mark) and enough_sessions(n) for mark, n in zip(judged, told, strict=True)])
    return PeopleAndBots(
        simulated,
        tuple(session.id for session in fit),
        tuple(FigureComparison(**{**vars(each), "differs": next(marks) and not each.same}) for each in placed),
        tuple(SeatComparison(**{**vars(each), "differs": next(marks)}) for each in seats),
        counted,
    )


def exclusion_reason(session: Session, game: str, rules_hash: str, seats: int) -> str:
    """Why a session cannot be compared with plays of these rules, in words that follow a number; empty if it can."""
    header = session.header
    if header.game != game:
        return "of another game"
    if header.rules_hash and header.rules_hash != rules_hash:
        return "of other rules"
    if session.seats != seats:
        return "with another number of players"
    return "" if session.status is Status.ENDED else "not played to the end"


def figures_of(simulated: Simulated) -> list[Figure]:
    """What this game's sheet and measures let us compare, with the plays that it is compared with."""
    sheet = simulated.game.sheet(simulated.rules)
    results, found = simulated.results, []
    if sheet.total:
        points = results[sheet.total][:, : simulated.seats].astype(np.float64)
        found.append(Figure("score", "Scores", _mean_score, points.mean(axis=1)))
        if sheet.wins is not Wins.NAMED and simulated.seats > 1:
            found.append(Figure("margin", "The winner's lead", lambda s: s.scores.margin, _margins(points, sheet)))
    if sheet.length:
        label = f"The number of {sheet.row}s"
        found.append(Figure("length", label, lambda s: s.scores.rows or None, results[sheet.length].astype(np.float64)))
    return found


def _mean_score(session: Session) -> float | None:
    """The points of the table by its seats; those of players who left count as they stood."""
    scores = session.scores
    if len(scores.totals) < len(session.players):
        return None
    return float(sum([*scores.totals.values(), *scores.stranded.values()])) / session.seats


def _margins(points: Values, sheet: ScoreSheet) -> Values:
    ranked = np.sort(points, axis=1)
    best, second = (0, 1) if sheet.wins is Wins.LOWEST else (-1, -2)
    return np.abs(ranked[:, best] - ranked[:, second])


def _values(figure: Figure, sessions: Sequence[Session]) -> list[float]:
    """What the sessions that have it had."""
    return [float(value) for session in sessions if (value := figure.of_session(session)) is not None]


def _placed(figure: Figure, values: Sequence[float], family: int) -> FigureComparison:
    """A figure of the sessions, one of so many that are looked at together; whether it differs is told by all."""
    low, median, high = map(float, np.quantile(figure.of_plays, [0.25, 0.5, 0.75]))
    placed = placement(values, figure.of_plays)
    sure = placement(values, figure.of_plays, simultaneous_confidence(1 - RISK, family))
    within = sure.low >= 0.5 - WORTH_NOTICING and sure.high <= 0.5 + WORTH_NOTICING
    same = within and enough_sessions(len(values))
    return FigureComparison(
        figure.name, figure.label, tuple(values), low, median, high, placed, False, same, sure.needed
    )


def _seats(simulated: Simulated, sessions: Sequence[Session]) -> list[SeatComparison]:
    """Every seat, where the sessions say who sat there and who won; nothing otherwise."""
    told = [session for session in sessions if session.scores.winners and _all_seated(session, simulated.seats)]
    if not told or simulated.seats < 2:
        return []
    won = win_shares(simulated.results[WINNERS], simulated.seats).sum(axis=0, dtype=np.float64)
    plays = len(simulated.results)
    return [_seat(simulated.seats, seat, told, float(min(won[seat], plays)), plays) for seat in range(simulated.seats)]


def _seat(seats: int, seat: int, sessions: Sequence[Session], bot_wins: float, plays: int) -> SeatComparison:
    sat = (next(each.player for each in session.players if each.seat == seat) for session in sessions)
    wins = sum(session.scores.win_share(player) for session, player in zip(sessions, sat, strict=True))
    seen = min(wins, len(sessions))
    p_value = wins_p_value(seen, len(sessions), bot_wins, plays, seats)
    return SeatComparison(seat, seen, agresti_coull(seen, len(sessions)), bot_wins / plays, p_value, False)


def _all_seated(session: Session, seats: int) -> bool:
    """Whether somebody sits on each seat at the end, and we know who."""
    return sorted(-1 if each.seat is None else each.seat for each in session.players) == list(range(seats))


def sessions_for_seats(seats: int, shift: float, family: int) -> int:
    """About how many sessions find that a seat wins so much more often than its share, among so many figures."""
    share = 1 / seats
    return values_needed(shift, float(np.sqrt(share * (1 - share))), simultaneous_confidence(1 - RISK, family))
