"""A batch or a comparison as people see it: each fact once, the main figures first, then details.

JSON and CSV keep every figure; see `stats.Prominence`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.engine.game import Game
from workbench.engine.measures import (
    CUT_SHORT,
    LEAD,
    SIDE_WIN_RATE,
    SPREAD,
    TOTAL,
    WIN_RATE,
    Measure,
    Scope,
    ScorePart,
    by_scope,
)
from workbench.engine.parameters import Written
from workbench.play.figures import distribution, figures, spread_figure
from workbench.play.goals import CheckedGoal, check_against, check_goals
from workbench.play.hole import Hole
from workbench.play.holes import holes_of
from workbench.play.outcome import Outcome
from workbench.scenario import Goal, Scenario
from workbench.stats import Estimate, Figure, Histogram, Prominence, aligned, outside_expectation
from workbench.stats.estimate import Counted
from workbench.stats.evidence import enough
from workbench.tallies.tallies import PairTallies, Tallies

if TYPE_CHECKING:
    from workbench.play.aims import CheckedAim
    from workbench.play.comparisons import Comparison, Contrast
    from workbench.play.notes import Together
    from workbench.store.history import Stop


POINTS = "points"
"""The unit of a score."""


@dataclass(frozen=True, eq=False)
class BatchSummary:
    """One batch: what was played, and every figure of it.

    `watched` says that the intervals are confidence sequences, which hold at every look while the batch still runs;
    `before`, how many of the plays were stored before.
    """

    scenario: Scenario
    plays: int
    watched: bool
    readings: dict[str, Figure]
    spread: Figure
    scores: Histogram
    tallies: Tallies
    goals: tuple[CheckedGoal, ...] = ()
    elapsed_s: float = 0.0
    run: str | None = None
    digest: str = ""
    before: int = 0
    holes: tuple[Hole, ...] = ()
    seconds_a_play: float = 0.0

    def figure(self, name: str) -> Figure | None:
        """The figure of this name, if the batch has it; the gap between the seats is none of its readings."""
        return self.spread if name == SPREAD else self.readings.get(name)

    def estimate(self, name: str) -> Estimate | None:
        """The estimate of the figure of this name, if the batch has it."""
        figure = self.figure(name)
        return figure.estimate if figure else None

    def check(self, goals: Sequence[Goal]) -> list[CheckedGoal]:
        """How it stands to any goals, all together."""
        return check_against(goals, self.scenario, self.tallies, self.watched)

    @property
    def cut_short(self) -> float:
        """The share of plays that a limit ended; 0 in a game without one."""
        reading = self.readings.get(CUT_SHORT)
        return reading.estimate.mean if reading and self.plays else 0.0

    @property
    def win_rates(self) -> list[Estimate]:
        """Each seat's share of the wins."""
        names = (f"{WIN_RATE.name}_seat_{seat}" for seat in range(self.scenario.players))
        return [self.readings[name].estimate for name in names]

    @property
    def side_win_rates(self) -> dict[str, Estimate]:
        """The win rate of each side that was ever at the table, by its name; empty in a game without teams."""
        return {
            reading.side: reading.estimate
            for reading in self.readings.values()
            if reading.measure is SIDE_WIN_RATE and reading.seat is None and reading.estimate.n
        }

    @property
    def odd_seats(self) -> tuple[list[int], list[int]] | None:
        """The seats that surely win more than a fair share, and those that win less; None for too few plays."""
        if not all(enough(rate.n) for rate in self.win_rates):
            return None
        off = outside_expectation(self.win_rates, [1 / self.scenario.players] * self.scenario.players)
        more, less = ([seat for seat, way in enumerate(off, 1) if sign * way > 0] for sign in (1, -1))
        return more, less

    @property
    def odd_on_sides(self) -> tuple[list[tuple[str, int, bool]], int]:
        """The seats that win more, or less, than the side they are on, among how many intervals that is sure."""
        rates = [
            (side, seat, rate, whole.mean)
            for side, whole in self.side_win_rates.items()
            for seat, rate in enumerate(self.win_rates_on(side), 1)
            if enough(rate.n)
        ]
        off = outside_expectation([rate for _, _, rate, _ in rates], [whole for *_, whole in rates])
        odd = [(side, seat, way > 0) for (side, seat, *_), way in zip(rates, off, strict=True) if way]
        return odd, len(rates)

    def win_rates_on(self, side: str) -> list[Estimate]:
        """Each seat's win rate over the plays in which it was on a side."""
        names = (f"{WIN_RATE.name}_side_{side}_seat_{seat}" for seat in range(self.scenario.players))
        return [self.readings[name].estimate for name in names]


@dataclass(frozen=True, eq=False)
class Summary:
    """A comparison, counted; `stop` says what ended plays that were watched until something was decided."""

    base: BatchSummary
    other: BatchSummary
    changed: dict[str, list[Written]]
    contrasts: tuple[Contrast, ...]
    aims: tuple[CheckedAim, ...] = ()
    stop: Stop | None = None

    @property
    def watched(self) -> bool:
        """True if the batches still run, or were watched; then the intervals are those of a confidence sequence."""
        return self.other.watched

    @property
    def plays(self) -> int:
        """Pairs of plays that were compared."""
        return self.other.plays

    @cached_property
    def goal_figures(self) -> set[str]:
        """The figures that goals and aims are about."""
        from workbench.play.comparisons import wishes_of

        return wishes_of(self.base.scenario, self.other.scenario)

    @cached_property
    def main(self) -> list[Contrast]:
        """The main figures, in the order in which they are declared."""
        return self._of_prominence(Prominence.MAIN)

    @cached_property
    def details(self) -> list[Contrast]:
        """The details: figures by side, by seat within a side, and the parts of other figures."""
        return self._of_prominence(Prominence.DETAIL)

    def _of_prominence(self, prominence: Prominence) -> list[Contrast]:
        """The contrasts of this prominence; those that goals are about are main, and stand for what says the same."""
        goals = self.goal_figures
        hidden = [row for row in self.contrasts if row.name in goals and row.prominence is Prominence.HIDDEN]
        replaced = {row.measure.repeats for row in hidden} - goals
        return [
            row
            for row in self.contrasts
            if row.name not in replaced and (Prominence.MAIN if row.name in goals else row.prominence) is prominence
        ]


def summarise_batch(outcome: Outcome, watched: bool = False) -> BatchSummary:
    """A batch that has ended; `watched`, when what was seen was enough."""
    return replace(
        watched_batch(outcome, watched),
        elapsed_s=outcome.elapsed_s,
        run=outcome.run,
        digest=outcome.digest,
        before=outcome.before,
        holes=holes_of(outcome),
        seconds_a_play=outcome.seconds_a_play,
    )


def summarise_watched(scenario: Scenario, tallies: Tallies) -> BatchSummary:
    """A batch that still runs, with the plays so far."""
    return watched_batch(Outcome(scenario, None, "", 0.0, gathered=tallies))


def watched_batch(outcome: Outcome, watched: bool = True) -> BatchSummary:
    """A batch that still runs, from what its plays add up to."""
    tallies, shape = outcome.tallies, aligned(scores(outcome))[0]
    spread, goals = spread_figure(tallies, watched), tuple(check_goals(outcome, watched))
    return BatchSummary(
        outcome.scenario, outcome.plays, watched, figures(tallies, watched), spread, shape, tallies, goals
    )


def summarise(comparison: Comparison) -> Summary:
    """A finished comparison; of plays that ended when what was seen was enough, all intervals hold at every look."""
    sides = [summarise_batch(side, comparison.watched) for side in (comparison.base, comparison.other)]
    return _on_common_bins(comparison, *sides)


def watched_summary(base: Scenario, other: Scenario, together: Together) -> Summary:
    """A comparison that still runs, over the plays that both sides have; its intervals hold whenever one looks."""
    ours, theirs = (
        Outcome(side, None, "", 0.0, gathered=tallies)
        for side, tallies in zip((base, other), together.tallies, strict=True)
    )
    return watched_pair(ours, theirs, together.pairs[0])


def watched_pair(base: Outcome, other: Outcome, pairs: PairTallies | None = None) -> Summary:
    """A comparison that still runs, of equally many plays; `pairs` are the tallies of their pairs, if known."""
    from workbench.play.comparisons import compare

    comparison = compare(base, other, watched=True, pairs=pairs)
    base_side, other_side = map(watched_batch, (base, other))  # the same outcomes: their tallies are counted once
    return _on_common_bins(comparison, base_side, other_side)


def scores(outcome: Outcome) -> Counted:
    """Every player's score in every play, by how often each occurs."""
    return distribution(outcome.tallies, score_measure(outcome.scenario.game))


def score_measure(game: Game) -> Measure:
    """The measure that is a player's score: that called `points`, else the first that counts points, else anything."""
    seated = by_scope(game.all_measures, Scope.SEAT)
    named = [measure for measure in seated if measure.name == TOTAL]
    points = [measure for measure in seated if measure.unit == POINTS]
    return [*named, *points, *(measure for measure in seated if measure.unit), *seated, *game.all_measures][0]


def lead_measure(game: Game) -> Measure | None:
    """The measure of how far the winner of a play is ahead; None in a game without one."""
    return next((measure for measure in by_scope(game.all_measures, Scope.PLAY) if measure.name == LEAD), None)


def sources_of_points(sides: Sequence[BatchSummary]) -> list[Measure]:
    """The parts of a score that ever counted; none in a game that counts no such parts, or only ever has one."""
    parts = [
        measure
        for measure in sides[0].scenario.game.all_measures
        if measure.part is not ScorePart.NONE and any(side.readings[measure.name].estimate.mean != 0 for side in sides)
    ]
    return parts if len(parts) > 1 and any(measure.part is ScorePart.ADDS for measure in parts) else []


def sides_in(batches: Sequence[BatchSummary]) -> list[str]:
    """The sides that somebody was on in any of the batches, in the game's order; none in a game without teams."""
    sides = batches[0].scenario.game.sides
    met = {side for batch in batches for side in batch.side_win_rates}
    return [side for side in sides.names if side in met] if sides else []


def _on_common_bins(comparison: Comparison, base: BatchSummary, other: BatchSummary) -> Summary:
    """Both sides with their scores on the same bins, so that one chart holds them."""
    from workbench.play.aims import check_aims

    before, after = aligned(scores(comparison.base), scores(comparison.other))
    sides, contrasts = (replace(base, scores=before), replace(other, scores=after)), comparison.contrasts.values()
    return Summary(*sides, dict(comparison.changed), (*contrasts,), check_aims(comparison), comparison.stop)
