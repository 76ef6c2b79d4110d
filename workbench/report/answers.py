"""The answer of a batch or a comparison, chosen by verdicts: goals, who is worse off, length, what else moved most.

Nothing is chosen that is not beyond doubt, or called undecided (`stats.evidence`). The words are in `text/alone.md` and
`text/against.md`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.engine.measures import DECISIONS, SIDE_WIN_RATE, SPREAD, WIN_RATE, WON, Scope
from workbench.engine.parameters import Written, complete
from workbench.play.goals import AimStanding, CheckedGoal, Standing, judged_goals
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text.phrases import is_length
from workbench.report.text.verdicts import MOVED, moved, one_a_measure
from workbench.scenario import Goal
from workbench.stats import Estimate, Figure, Verdict
from workbench.stats.evidence import enough

if TYPE_CHECKING:
    from workbench.play.aims import CheckedAim
    from workbench.play.comparisons import Contrast

MOST_NAMED = 3
"""Measures that the answer names; the rows below it have all."""
LOPSIDED = 0.6
"""A side that surely wins more than this share of its plays is named, whether or not a goal asks for it."""
UNEVEN = 0.1
"""A gap between best and worst seat that is surely larger is named in the same way."""


class GoalProgress(StrEnum):
    """How a revision stands to its goals, beside the one that it is held against; the most promising first."""

    BETTER = "better by the goals"
    MIXED = "better and worse by the goals"
    UNDECIDED = "undecided by the goals"
    SAME = "no goal won or lost"
    WORSE = "worse by the goals"


@dataclass(frozen=True)
class AloneAnswer:
    """How one revision plays by itself."""

    side: BatchSummary

    @property
    def is_enough(self) -> bool:
        """True if there are enough plays for a verdict."""
        return enough(self.side.plays)

    def goals(self, standing: Standing) -> list[CheckedGoal]:
        """The goals that stand so."""
        return [goal for goal in self.side.goals if goal.standing is standing]

    @property
    def met(self) -> list[CheckedGoal]:
        """The goals that hold."""
        return self.goals(Standing.MET)

    @property
    def missed(self) -> list[CheckedGoal]:
        """The goals that do not."""
        return self.goals(Standing.MISSED)

    @property
    def undecided(self) -> list[CheckedGoal]:
        """The goals that more plays would decide."""
        return self.goals(Standing.UNDECIDED)

    @property
    def won(self) -> Estimate | None:
        """How often all win, in a game that all win or lose together."""
        return self.side.estimate(WON) if self.side.scenario.game.is_cooperative and self.is_enough else None

    @property
    def level(self) -> Written | None:
        """The level of difficulty, where the rules have one."""
        scenario = self.side.scenario
        return complete(scenario.game.parameters, scenario.rules).get("level")

    @property
    def sides(self) -> list[tuple[str, Estimate]]:
        """How often each side wins, the most successful first; none in a game without teams."""
        return sorted(self.side.side_win_rates.items(), key=lambda side: -side[1].mean)

    @property
    def length(self) -> Figure | None:
        """How long a play is: by the game's own measure, else by decisions."""
        lengths = [reading for reading in self.side.readings.values() if is_length(reading.measure)]
        return next(iter(sorted(lengths, key=lambda reading: reading.measure is DECISIONS)), None)

    @property
    def gap(self) -> Estimate | None:
        """How much more often the best seat wins than the worst; as a goal was checked, where one is about it."""
        if self.side.scenario.game.is_cooperative:
            return None
        judged = [goal.figure for goal in self.side.goals if goal.figure.name == SPREAD]
        gap = [*judged, self.side.spread][0].estimate
        return gap if gap.n and self.is_enough else None

    @property
    def favored(self) -> list[tuple[str, Estimate]]:
        """The sides that surely win far too often; none where a goal is about one of them."""
        favored = [(side, rate) for side, rate in self.sides if rate.low > LOPSIDED]
        about = {goal.figure.name for goal in self.side.goals}  # and the figures that say the same
        about |= {self.side.readings[name].measure.repeats for name in about & self.side.readings.keys()}
        return [] if any(side in name for side, _ in favored for name in about) else favored

    @property
    def is_uneven(self) -> bool:
        """True if a seat is surely favored by far, and no goal is about that."""
        in_goals = any(goal.figure.name == SPREAD for goal in self.side.goals)
        return not self.sides and not in_goals and self.gap is not None and self.gap.low > UNEVEN


@dataclass(frozen=True)
class AgainstAnswer:
    """The effect of a change of the rules."""

    summary: Summary

    @property
    def is_enough(self) -> bool:
        """True if there are enough pairs of plays for a verdict."""
        return enough(self.summary.plays)

    @property
    def is_same(self) -> bool:
        """True if both play by the same rules, and nothing moved."""
        return not self.summary.changed and not self.moved

    @property
    def other(self) -> BatchSummary:
        """The batch of the changed revision."""
        return self.summary.other

    @cached_property
    def alone(self) -> AloneAnswer:
        """How the changed revision plays by itself."""
        return AloneAnswer(self.other)

    @cached_property
    def moved(self) -> "list[Contrast]":
        """The main measures that changed, what a designer asks for first."""
        return moved(self.summary)

    # Aims

    @property
    def wishes(self) -> "list[CheckedAim]":
        """The aims to move a measure; guardrails are none."""
        return [checked for checked in self.summary.aims if not checked.is_guard]

    @property
    def answers_aim(self) -> bool:
        """True if the answer to the aims is the headline."""
        return self.is_enough and bool(self.wishes) and not self.is_same

    def guard_of(self, row: "Contrast") -> "CheckedAim | None":
        """The guardrail about a figure."""
        return next((one for one in self.summary.aims if one.is_guard and one.contrast.name == row.name), None)

    def goal_of(self, row: "Contrast") -> CheckedGoal | None:
        """The goal about a figure, of those that judge the change."""
        return next((goal for _, goal in self.judged if goal.figure.name == row.name), None)

    @property
    def price(self) -> "list[Contrast]":
        """The changes for the worse that are sure: those that guardrails and goals refuse first."""
        guards = [one.contrast for one in self.summary.aims if one.is_guard and one.standing is AimStanding.MISSED]
        lost = [self.contrasts[goal.figure.name] for goal in self.lost if goal.figure.name in self.contrasts]
        rows = {row.name: row for row in (*guards, *lost, *self.farther)}
        return [row for name, row in rows.items() if name not in {one.contrast.name for one in self.wishes}]

    # Goals

    @cached_property
    def judged(self) -> list[tuple[Standing, CheckedGoal]]:
        """The goals that judge the change, each with how it stood before and as it stands now: as its row has it."""
        ours, theirs = ([*dict.fromkeys(one.goal for one in side.goals)] for side in (self.summary.base, self.other))
        goals = judged_goals(ours, theirs)
        before = {checked.figure.name: checked.standing for checked in self.summary.base.check(goals)}
        by_goal = {(one.goal, one.figure.name): one for one in self.other.goals}
        now = self.other.goals if goals == theirs else self.other.check(goals)
        now = [by_goal.get((one.goal, one.figure.name), one) for one in now]
        return [(before[goal.figure.name], goal) for goal in now if goal.figure.name in before]

    @property
    def changed_goals(self) -> list[tuple[str, Goal | None, Goal | None]]:
        """The goals that the revision changes, adds or drops, by measure, as they were and as they are.

        None where the base has no goals: nothing was changed then.
        """
        game = self.other.scenario.game
        before, now = (
            {goal.counted(game): goal for goal in side.scenario.goals} for side in (self.summary.base, self.other)
        )
        measures = {**before, **now} if before else {}
        pairs = ((name, before.get(name), now.get(name)) for name in measures)
        return [pair for pair in pairs if pair[1] is None or pair[2] is None or pair[1].written != pair[2].written]

    @property
    def won(self) -> list[CheckedGoal]:
        """The goals that hold now, and were missed before."""
        return [now for before, now in self.judged if (before, now.standing) == (Standing.MISSED, Standing.MET)]

    @property
    def lost(self) -> list[CheckedGoal]:
        """The goals that are missed now, and held before."""
        return [now for before, now in self.judged if (before, now.standing) == (Standing.MET, Standing.MISSED)]

    @property
    def missed(self) -> list[CheckedGoal]:
        """The goals that are missed, but for those just lost."""
        lost = {goal.figure.name for goal in self.lost}
        return [goal for goal in self.alone.missed if goal.figure.name not in lost]

    @property
    def still_missed(self) -> bool:
        """True if all goals that are missed were missed before, by the same bounds."""
        before = {now.figure.name: standing for standing, now in self.judged}
        return not self.changed_goals and all(before.get(goal.figure.name) is Standing.MISSED for goal in self.missed)

    @property
    def held_before(self) -> bool:
        """True if all goals that hold now held before."""
        before = {now.figure.name: standing for standing, now in self.judged}
        return all(before.get(goal.figure.name) is Standing.MET for goal in self.alone.met)

    def _goals_moved(self, verdict: Verdict) -> "list[Contrast]":
        told = {goal.figure.name for goal in (*self.won, *self.lost)}
        return [row for row in self.summary.contrasts if row.verdict is verdict and row.name not in told]

    @property
    def nearer(self) -> "list[Contrast]":
        """The figures of goals that surely moved their way, though how the goal stands did not change."""
        return self._goals_moved(Verdict.BETTER)

    @property
    def farther(self) -> "list[Contrast]":
        """Those that moved against their goals."""
        return self._goals_moved(Verdict.WORSE)

    @property
    def progress(self) -> GoalProgress:
        """All goals in a word; nothing is better unless a goal says so."""
        about = {now.figure.name for _, now in self.judged}  # figures of aims are nearer and farther too
        up = bool(self.won) or any(row.name in about for row in self.nearer)
        down = bool(self.lost) or any(row.name in about for row in self.farther)
        if up or down:
            return GoalProgress.MIXED if up and down else GoalProgress.BETTER if up else GoalProgress.WORSE
        is_open = any(now.standing is Standing.UNDECIDED for _, now in self.judged)
        return GoalProgress.UNDECIDED if is_open else GoalProgress.SAME

    @cached_property
    def contrasts(self) -> "dict[str, Contrast]":
        """Every change, by the name of its figure."""
        return {contrast.name: contrast for contrast in self.summary.contrasts}

    # Fairness

    @cached_property
    def rates(self) -> "list[Contrast]":
        """The win rates of the sides, where there are some; else of the seats, unless all win or lose together."""
        if self.other.scenario.game.is_cooperative:
            return []
        rows = self.summary.contrasts
        sides = [row for row in rows if row.measure is SIDE_WIN_RATE and row.seat is None]
        return sides or [row for row in rows if row.measure is WIN_RATE and row.seat is not None and not row.side]

    @property
    def shifts(self) -> "list[Contrast]":
        """The seats that win less often; of sides also those that win more often. The worst off first."""
        shifts = [row for row in self.rates if row.verdict in MOVED and (row.side or row.difference.mean < 0)]
        return sorted(shifts, key=lambda row: row.difference.mean)[:MOST_NAMED]

    @property
    def worse_off(self) -> "list[Contrast]":
        """The seats or sides that surely win less often."""
        return [row for row in self.shifts if row.difference.mean < 0]

    # What else changed

    @cached_property
    def span(self) -> "Contrast | None":
        """The change of how long plays are: by the game's own measure where that moved, else by decisions."""
        rows = [row for row in self.summary.contrasts if is_length(row.measure) and row.verdict in MOVED]
        return min(rows, key=lambda row: row.measure is DECISIONS, default=None)

    @cached_property
    def followers(self) -> "list[Contrast]":
        """The totals that moved as the length of plays did, and in the same part: a stage, they are what they were.

        None where there is only one: a line that stands for one line saves nothing.
        """
        span, about = self.span, self.summary.goal_figures
        if span is None or span.difference.base <= 0:
            return []
        times, follow = span.difference.mean / span.difference.base, []
        for row in self.summary.main:
            measure, moved = row.measure, row.difference
            is_count = measure.type[0] in "ui" and measure.scope is not Scope.DEAL_SEAT
            is_total = is_count and not measure.per and not measure.nominal and not is_length(measure)
            expected = moved.base * times
            is_within = moved.low - row.margin <= expected <= moved.high + row.margin and expected * moved.mean > 0
            if row.name not in about and row.verdict in MOVED and is_total and is_within:
                follow.append(row)
        return follow if len(follow) > 1 else []

    @cached_property
    def told(self) -> set[str]:
        """The figures that aims and goals are told of, and those that say the same."""
        told = {one.contrast.name for one in self.wishes} if self.answers_aim else set()
        told |= {goal.figure.name for goal in (*self.won, *self.lost)}
        told |= {row.name for row in (*self.nearer, *self.farther)} if self.judged else set()
        rows = [row for row in self.summary.contrasts if row.name in told]
        told |= {rate.name for rate in self.rates if any(_is_same_change(rate, row) for row in rows)}
        return (told | {row.measure.repeats for row in rows}) - {""}

    @property
    def also_moved(self) -> "list[Contrast]":
        """The figures of goals that moved, without those whose aim is answered."""
        wished = {name for one in self.wishes for name in (one.contrast.name, one.contrast.measure.repeats)} - {""}
        return [row for row in (*self.nearer, *self.farther) if not {row.name, row.measure.repeats} & wished]

    @cached_property
    def others(self) -> "list[Contrast]":
        """The other changes, one a measure, length first: neither who wins, nor what is told already."""
        aside = (WIN_RATE, SIDE_WIN_RATE, DECISIONS)
        rows = [
            row
            for row in one_a_measure(self.moved)
            if row.measure not in aside
            and row not in self.followers
            and not {row.name, row.measure.repeats} & self.told
        ]
        return sorted(rows, key=lambda row: not is_length(row.measure))

    @property
    def length(self) -> "Contrast | None":
        """The length of plays, where it changed."""
        return next((row for row in self.others if is_length(row.measure)), None)

    @property
    def largest(self) -> "Sequence[Contrast]":
        """The largest other changes, as many as are named."""
        return [row for row in self.others if row is not self.length][:MOST_NAMED]

    @property
    def foremost(self) -> "Contrast | None":
        """The largest of them, where the headline names it: it has neither an aim, nor length, nor who is worse off."""
        has_more = self.answers_aim or self.length or self.worse_off
        return self.largest[0] if self.largest and not has_more else None

    @property
    def more(self) -> int:
        """How many changes are not named."""
        return len(self.others) - len(self.largest) - (1 if self.length else 0)


def _is_same_change(one: "Contrast", other: "Contrast") -> bool:
    """True if two figures are the same before and after: of a side, to win a play and plays that it won."""
    moved, beside = one.difference, other.difference
    return math.isclose(moved.base, beside.base) and math.isclose(moved.other, beside.other)
