"""The confirmation of a sweep: the best combination on fresh shuffles, held against all that may be as good.

The best of many looks better than it is. So it plays again, on a seed that the race did not see, beside those that are
not shown to be worse, all on the same shuffles. They play on, as long as plays are left, until by these plays alone

- no other is better by more than one margin, and
- the goals are met that the race showed to be met, or another combination was shown to meet.

Only then is anything called best. Those that are then shown to be worse by at most one margin are as good.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from workbench.engine.problems import FEWEST_PLAYS
from workbench.play.goals import Standing
from workbench.stats.evidence import RISK, simultaneous_confidence
from workbench.stats.race import FIRST_ROUND, LEAST_GAIN, LossInterval, RaceStanding, place_of
from workbench.stats.sequence import TUNED_TO
from workbench.studies.sweep.grid import Confirmation, SweepCell, SweepPlan, figure_names, read_cell
from workbench.studies.sweep.players import CellPlayer, gap_between

LONGEST = 4
"""Those that may be as good play so many times as often as the best did in the race; longer only to confirm it."""


@dataclass(frozen=True)
class Confirming:
    """The leader of a race and its rivals on fresh shuffles, as far as they have played.

    `cells` are what the race says of each place, `player` has what plays a place on fresh shuffles.
    """

    plan: SweepPlan
    cells: Sequence[SweepCell]
    first: int
    player: Callable[[int], CellPlayer]

    @property
    def rivals(self) -> list[int]:
        """Combinations that may be as good as the leader: none where it meets all of several goals."""
        leader = self.cells[self.first]
        if leader.is_floored and leader.standing is Standing.MET:
            return []
        return [
            place
            for place in self.plan.valid
            if place != self.first and self.cells[place].place is not RaceStanding.WORSE and self.cells[place].loss
        ]

    def next_round(self, left: int) -> dict[int, int]:
        """How many plays in all each gets next, of which so many are left; empty where nothing more can be shown."""
        gaps = self.gaps()
        if self._is_refuted(gaps):
            return {}
        playing = [place for place in self.rivals if self._is_open(place, gaps.get(place))]
        least = min(self.player(place).plays for place in [self.first, *playing])
        level = 2 * least or max(FEWEST_PLAYS, min(FIRST_ROUND, self._in_race.plays))
        if not playing:
            if self._meets_goals() and least >= self._in_race.plays:
                return {}
            level = max(level, self._in_race.plays)
        playing = [self.first, *playing]
        level = min(level, (left + sum(self.player(place).plays for place in playing)) // len(playing))
        is_worth_it = level >= max(FEWEST_PLAYS, LEAST_GAIN * least)
        return {place: level for place in playing if self.player(place).plays < level} if is_worth_it else {}

    def gaps(self) -> dict[int, LossInterval]:
        """How much more each rival loses than the leader on fresh shuffles, of those that have played."""
        if not self.player(self.first).plays:
            return {}
        return {place: self._gap(place) for place in self.rivals if self.player(place).plays}

    def result(self, seed: int) -> Confirmation | None:
        """The outcome of the fresh plays; None where there are none."""
        if not self.player(self.first).plays:
            return None
        gaps = self.gaps()
        refuted = self._is_refuted(gaps)
        settled = all(place in gaps and gaps[place].low >= -1 for place in self.rivals)
        holds = settled and not refuted and self._meets_goals()
        as_good = [place for place, gap in gaps.items() if place_of(gap) is RaceStanding.AS_GOOD] if holds else []
        return Confirmation(seed, self._again(), holds, refuted, frozenset(as_good))

    @property
    def _in_race(self) -> SweepCell:
        return self.cells[self.first]

    def _is_open(self, place: int, gap: LossInterval | None) -> bool:
        """True for a rival that plays on: it may be better by more than a margin, or is not known to be as good."""
        if gap is None or gap.low < -1:
            return True
        is_placed = self.cells[place].place is RaceStanding.AS_GOOD or place_of(gap) is not RaceStanding.UNDECIDED
        return not is_placed and self.player(place).plays < LONGEST * self._in_race.plays

    def _is_refuted(self, gaps: Mapping[int, LossInterval]) -> bool:
        """True if the fresh plays show that another is better by more than a margin, or that the leader is worse."""
        if not self.player(self.first).plays:
            return False
        again, in_race = self._read(self.first), self._in_race
        assert again.loss is not None and in_race.loss is not None
        misses = self._needs_goals() and self._again().standing is Standing.MISSED
        return misses or again.loss.low > in_race.loss.high or any(gap.high < -1 for gap in gaps.values())

    def _needs_goals(self) -> bool:
        """True if the best has to meet the goals: it was shown to, or another one was."""
        return any(cell.standing is Standing.MET for cell in self.cells)

    def _meets_goals(self) -> bool:
        return not self._needs_goals() or self._again().standing is Standing.MET

    def _again(self) -> SweepCell:
        """The leader on fresh shuffles, its figures together at 95 %."""
        player = self.player(self.first)
        alone = simultaneous_confidence(1 - RISK, len(figure_names(player.scenario, self.plan.targets)))
        return read_cell(player.combination, player.tallies, self.plan.targets, alone)

    def _read(self, place: int) -> SweepCell:
        """The figures of a place by the fresh plays, together with all that play: a quarter of the risk."""
        player = self.player(place)
        confidence = simultaneous_confidence(1 - RISK / 4, self._figures * (len(self.rivals) + 1))
        return read_cell(player.combination, player.tallies, self.plan.targets, confidence)

    def _gap(self, place: int) -> LossInterval:
        """The gap to the leader, from pairs, or from the losses of both where these say more.

        The lower ends hold together at 95 %, since the race has shown the same before. The upper ones say who is as
        good, and have an eighth of the risk.
        """
        pairs = self._figures * max(1, len(self.rivals))
        confidences = simultaneous_confidence(1 - 2 * RISK, pairs), simultaneous_confidence(1 - RISK / 4, pairs)
        cell, best = self._read(place), self._read(self.first)
        assert cell.loss is not None and best.loss is not None
        apart = cell.loss.minus(best.loss)
        ours, theirs = self.player(place), self.player(self.first)
        paired = gap_between(ours, theirs, (cell, best), confidences, max(TUNED_TO, self._in_race.plays))
        return apart.common(paired) if paired else apart

    @property
    def _figures(self) -> int:
        return len(figure_names(self.player(self.first).scenario, self.plan.targets))
