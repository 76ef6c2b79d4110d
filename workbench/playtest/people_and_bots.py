"""People and bots: sessions compared with a simulation of the same rules with as many players.

Compared are figures that both have: scores, the winner's lead, the rows of the sheet (deals, rounds), and the seat that
won. Only people have minutes. A session counts as one value of each figure, its score as the mean over its players,
since the players of one table depend on each other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from workbench.engine.game import Game
from workbench.engine.measures import SIDE_WIN_RATE, WIN_RATE, WINNERS, Measure, Results, side_shares, win_shares
from workbench.engine.problems import BadInput
from workbench.engine.score_sheet import Wins
from workbench.playtest.log.kinds import SessionStatus
from workbench.playtest.log.session import Session
from workbench.stats import (
    WORTH_NOTICING,
    Figure,
    Placement,
    agresti_coull,
    holm,
    placement,
    simultaneous_confidence,
    values_needed,
    wins_p_value,
)
from workbench.stats.evidence import RISK, enough_sessions

UNFINISHED = {
    SessionStatus.OPEN: "not played to the end",
    SessionStatus.ABANDONED: "not played to the end",
    SessionStatus.STOPPED: "stopped early",
    SessionStatus.UNCLEAR: "ended before the rules end the game (was it finished? Say so on its page)",
}
"""Why a session whose game was not finished is left out, worded to follow a number."""
WITH_BOTS = "with bots at some seats (their decisions are looked at one by one)"
SCORE = Measure("score", "The mean score of a table.", margin=1.0, title="Scores")
LEAD = Measure("margin", "How far the winner is ahead of the next.", margin=1.0, title="The winner's lead")
LENGTH = "The number of "
"""The beginning of the label of a play's length."""
SEAT_SHIFT = 0.1
"""How much more often than its share a seat must win to be worth noticing."""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Simulated:
    """A batch to compare sessions with. `rules` are values as in a scenario, `bots` one a seat."""

    game: Game
    rules: Mapping[str, object]
    rules_hash: str
    bots: tuple[str, ...]
    results: Results

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.bots)


@dataclass(frozen=True)
class FigureComparison(Figure):
    """A figure of the sessions compared with the simulated plays: where the sessions lie among them.

    `values` are those of the sessions, `plays` those of the plays. `differs` is corrected for all figures together
    (Holm). `same`: the whole interval, corrected likewise, lies inside the shift worth noticing. `needed` is about how
    many sessions in all find such a shift.
    """

    estimate: Placement
    values: tuple[float, ...] = ()
    plays: Floats = field(default_factory=lambda: np.empty(0), compare=False)
    differs: bool = False
    same: bool = False
    needed: int = 0

    @property
    def placement(self) -> Placement:
        """The estimate: where the sessions lie among the plays."""
        return self.estimate

    @property
    def quartiles(self) -> tuple[float, float]:
        """The ends of the middle half of the plays."""
        low, high = np.quantile(self.plays, [0.25, 0.75])
        return float(low), float(high)


@dataclass(frozen=True)
class WinComparison:
    """How often people won from a seat, or on a side: their number of wins, the bots' rate, and whether they differ."""

    figure: Figure
    wins: float
    bots: float
    p_value: float
    differs: bool = False


@dataclass(frozen=True)
class PeopleAndBots:
    """Sessions compared with a simulation. `left_out` counts those that cannot be compared, by reason."""

    simulated: Simulated
    sessions: tuple[str, ...]
    figures: tuple[FigureComparison, ...]
    seats: tuple[WinComparison, ...]
    left_out: Mapping[str, int]
    sides: tuple[WinComparison, ...] = ()

    @property
    def differs(self) -> bool:
        """True if people and bots differ in anything."""
        wins: list[WinComparison] = [*self.seats, *self.sides]
        return any(figure.differs for figure in self.figures) or any(win.differs for win in wins)

    @property
    def enough(self) -> bool:
        """True if there are enough sessions for a verdict."""
        return enough_sessions(len(self.sessions))

    @property
    def needed(self) -> int:
        """Estimated sessions in all to settle every undecided figure; 0 when none is undecided."""
        return max((figure.needed for figure in self.figures if not figure.differs and not figure.same), default=0)

    @property
    def needed_for_seats(self) -> int:
        """Estimated sessions in all to find a seat that wins more often than its share; 0 without seats."""
        family = len(self.figures) + len(self.seats) + len(self.sides)
        if not self.seats:
            return 0
        share = 1 / len(self.seats)
        return values_needed(SEAT_SHIFT, float(np.sqrt(share * (1 - share))), simultaneous_confidence(1 - RISK, family))


@dataclass(frozen=True)
class ComparableFigure:
    """A compared measure: its value in a session, and those in the plays. The measure's label begins a sentence."""

    measure: Measure
    of_session: Callable[[Session], float | None]
    of_plays: Floats


def compare_with_bots(simulated: Simulated, sessions: Sequence[Session]) -> PeopleAndBots:
    """Compare sessions with a simulation. Raises BadInput, with the reasons, where none can be compared."""
    against = simulated.game.name, simulated.rules_hash, simulated.seats
    reasons = [(session, exclusion_reason(session, *against)) for session in sessions]
    fit = [session for session, reason in reasons if not reason]
    left_out = [reason for _, reason in reasons if reason]
    counted = {reason: left_out.count(reason) for reason in dict.fromkeys(left_out)}
    if not fit:
        listed = "; ".join(f"{count} {reason}" for reason, count in counted.items())
        raise BadInput.one("sessions", f"none can be compared with this simulation: {listed or 'there are none'}")
    seats, sides = _seats(simulated, fit), _sides(simulated, fit)
    there = [
        (figure, values)
        for figure in figures_of(simulated)
        if (values := [float(value) for value in map(figure.of_session, fit) if value is not None])
    ]
    wins: list[WinComparison] = [*seats, *sides]
    placed = [_placed(figure, values, len(there) + len(wins)) for figure, values in there]
    sizes = [len(comparison.values) for comparison in placed] + [win.figure.estimate.n for win in wins]
    judged = holm([comparison.placement.p_value for comparison in placed] + [win.p_value for win in wins]) < RISK
    marks = iter([bool(mark) and enough_sessions(n) for mark, n in zip(judged, sizes, strict=True)])
    return PeopleAndBots(
        simulated,
        tuple(session.id for session in fit),
        tuple(replace(comparison, differs=next(marks) and not comparison.same) for comparison in placed),
        tuple(replace(seat, differs=next(marks)) for seat in seats),
        counted,
        tuple(replace(side, differs=next(marks)) for side in sides),
    )


def exclusion_reason(session: Session, game: str, rules_hash: str, seats: int) -> str:
    """Why a session cannot be compared with plays of these rules, worded to follow a number; empty if it can."""
    header = session.header
    if header.game != game:
        return "of another game"
    if header.rules_hash and header.rules_hash != rules_hash:
        return "of other rules"
    if session.seats != seats:
        return "with another number of players"
    return WITH_BOTS if session.has_bots else UNFINISHED.get(session.status, "")


def figures_of(simulated: Simulated) -> list[ComparableFigure]:
    """The figures that this game's sheet and measures have, with their values in the plays."""
    sheet = simulated.game.sheet(simulated.rules)
    results, figures = simulated.results, []
    if sheet.total:
        points = results[sheet.total][:, : simulated.seats].astype(np.float64)
        figures.append(ComparableFigure(SCORE, _mean_score, points.mean(axis=1)))
        if sheet.wins is not Wins.NAMED and simulated.seats > 1:
            ranked = np.sort(points, axis=1)
            best, second = (0, 1) if sheet.wins is Wins.LOWEST else (-1, -2)
            leads = np.abs(ranked[:, best] - ranked[:, second])
            figures.append(ComparableFigure(LEAD, lambda s: s.scores.margin, leads))
    if sheet.length:
        rows = Measure("length", f"The {sheet.row}s of the play.", margin=1.0, title=f"{LENGTH}{sheet.row}s")
        figures.append(
            ComparableFigure(rows, lambda s: s.scores.rows or None, results[sheet.length].astype(np.float64))
        )
    return figures


def _mean_score(session: Session) -> float | None:
    """The mean score of a table by its seats, with the points of players who left."""
    scores = session.scores
    if len(scores.totals) < len(session.players):
        return None
    return float(sum([*scores.totals.values(), *scores.stranded.values()])) / session.seats


def _placed(figure: ComparableFigure, values: Sequence[float], family: int) -> FigureComparison:
    """Compare one figure, of `family` that are corrected together; `differs` is set later, for all together."""
    placed = placement(values, figure.of_plays)
    sure = placement(values, figure.of_plays, simultaneous_confidence(1 - RISK, family))
    within = sure.low >= 0.5 - WORTH_NOTICING and sure.high <= 0.5 + WORTH_NOTICING
    same = within and enough_sessions(len(values))
    return FigureComparison(
        figure.measure.name,
        figure.measure,
        placed,
        values=tuple(values),
        plays=figure.of_plays,
        same=same,
        needed=sure.needed,
    )


def _seats(simulated: Simulated, sessions: Sequence[Session]) -> list[WinComparison]:
    """Every seat, from the sessions that say who sat there at the end and who won; empty without such sessions."""
    seats, plays = list(range(simulated.seats)), len(simulated.results)
    decided = [
        session
        for session in sessions
        if session.winners and sorted(-1 if p.seat is None else p.seat for p in session.players) == seats
    ]
    if not decided or len(seats) < 2:
        return []
    won = win_shares(simulated.results[WINNERS], len(seats)).sum(axis=0, dtype=np.float64)
    comparisons = []
    for seat in seats:
        sat = (next(player.player for player in session.players if player.seat == seat) for session in decided)
        shares = sum(session.scores.win_share(player) for session, player in zip(decided, sat, strict=True))
        wins, bot_wins = min(shares, len(decided)), float(min(won[seat], plays))
        p_value = wins_p_value(wins, len(decided), bot_wins, plays, len(seats))
        figure = Figure(f"{WIN_RATE.name}_seat_{seat}", WIN_RATE, agresti_coull(wins, len(decided)), seat)
        comparisons.append(WinComparison(figure, wins, bot_wins / plays, p_value))
    return comparisons


def _sides(simulated: Simulated, sessions: Sequence[Session]) -> list[WinComparison]:
    """Every side that may win, from the sessions that say which did; empty without such sessions."""
    sides, plays = simulated.game.sides, len(simulated.results)
    won = [session.scores.winning_sides for session in sessions if session.scores.winning_sides]
    if sides is None or not won:
        return []
    rates = side_shares(simulated.results, sides, simulated.seats).mean(axis=0).tolist()
    comparisons = []
    for name, rate in zip(sides.names, rates, strict=True):
        if rate > 0:
            wins = sum((name in winning) / len(winning) for winning in won)
            p_value = wins_p_value(wins, len(won), rate * plays, plays, 2)
            figure = Figure(f"{WIN_RATE.name}_side_{name}", SIDE_WIN_RATE, agresti_coull(wins, len(won)), side=name)
            comparisons.append(WinComparison(figure, wins, rate, p_value))
    return comparisons
