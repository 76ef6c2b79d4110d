"""Playing two revisions until what was asked is decided, and no longer.

What is to be decided is named before it begins: the goals of the second revision, or some measures by how they differ.
After that the plays may be looked at as often as one likes: intervals are those of confidence sequences, and the risk
of any wrong verdict among all that was named, at any look, stays at `RISK`.

- Goals: each gets a sequence of the confidence that keeps all of them together at 95 % (Bonferroni).
- Measures: Holm's method over p-values that hold at any time, each about the smallest change that counts
  (`stats.evidence`). Holm's method with such p-values may be stopped at any time: at each, it is Holm's method.

Looks stand at fixed numbers of plays, so that the same question is answered after the same plays on every machine.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import chain
from math import inf, isnan

import numpy as np

from workbench.engine.measures import SPREAD
from workbench.engine.problems import FEWEST_PLAYS, BadInput, together
from workbench.engine.wording import did_you_mean
from workbench.play.batches import Early, ensure_played, simulate_together
from workbench.play.comparisons import Contrast, compare, one_sided_reach
from workbench.play.figures import names_of
from workbench.play.forms import layout
from workbench.play.goals import CheckedGoal, Standing, check_goals
from workbench.play.notes import Together
from workbench.play.options import RunOptions
from workbench.play.outcome import Outcome
from workbench.play.stored import stored_plays
from workbench.scenario import Scenario
from workbench.stats import Figure, Verdict
from workbench.stats.estimate import half_width, normal_quantile
from workbench.stats.evidence import LIKELY, middle, two_sided_reach
from workbench.studies.progress import StudyProgress
from workbench.tallies.digest import BLOCK
from workbench.tallies.tallies import PairTallies, pair_layout

GROWTH = 1.1
"""Each look has a tenth more plays than the one before: a decision comes at most so much too late."""


@dataclass(frozen=True)
class UntilSubject:
    """The subject to decide: the measures named, by how they differ; without names the goals of the revision."""

    measures: tuple[str, ...] = ()

    @property
    def is_about_goals(self) -> bool:
        """True if it is about goals, not about differences."""
        return not self.measures


def read_subject(base: Scenario, other: Scenario, names: Sequence[str]) -> UntilSubject:
    """The subject of these names, which are those of goals and figures: `tie_rate`, `deals`, `win_rate_seat_0`.

    Without names: the goals of `other`; if it has none, the primary measures of the game. Raises BadInput with every
    name that says nothing, and the one that comes nearest.
    """
    if names:
        figures = together(*(partial(_figures_of, base, other, name) for name in names))
        return UntilSubject(tuple(dict.fromkeys(chain.from_iterable(figures))))
    return UntilSubject() if other.goals else read_subject(base, other, other.game.primary)


def _figures_of(base: Scenario, other: Scenario, name: str) -> list[str]:
    """The figures behind a name that both revisions have. Raises BadInput."""
    common = list(pair_layout(layout(base), layout(other)).names)
    common += [SPREAD] if base.players == other.players else []
    figure = name.removesuffix("_rate") if name.removesuffix("_rate") in common else name
    names = [figure for figure in names_of(other.game, figure, other.players) if figure in common]
    if not names:
        raise BadInput.one("--for", f"must be a measure of {other.game.name}{did_you_mean(name, common)}", name)
    return names


class StoppingRule(StrEnum):
    """Why the plays ended."""

    DECIDED = "decided"
    LIMIT = "limit"


@dataclass(frozen=True)
class InterimLook:
    """The goals or contrasts after so many plays of each revision. One of `goals` and `contrasts` is empty."""

    plays: int
    goals: tuple[CheckedGoal, ...]
    contrasts: tuple[Contrast, ...]

    @property
    def figures(self) -> Sequence[Figure]:
        """All figures that are to be decided: those of goals, or the changes themselves."""
        return [*(goal.figure for goal in self.goals), *self.contrasts]

    @property
    def undecided(self) -> list[Figure]:
        """The figures that are not decided yet."""
        goals = [goal.figure for goal in self.goals if goal.standing is Standing.UNDECIDED]
        return [*goals, *(contrast for contrast in self.contrasts if contrast.verdict is Verdict.UNDECIDED)]

    @property
    def open(self) -> list[str]:
        """Their names."""
        return [figure.name for figure in self.undecided]

    @property
    def is_decided(self) -> bool:
        """True if nothing is open."""
        return not self.open

    @property
    def fixed_plan(self) -> int | None:
        """Plays of a plan fixed beforehand that decides all with 80 % chance each, were these figures the truth.

        None where a figure lies at the edge, so that no number is sensible.
        """
        reaches = two_sided_reach(len(self.goals)), one_sided_reach(len(self.contrasts))
        needed = [_plays_for_goal(goal, reaches[0]) for goal in self.goals]
        needed += [_plays_for_difference(contrast, reaches[1], self.plays) for contrast in self.contrasts]
        return None if None in needed else max((plays for plays in needed if plays), default=FEWEST_PLAYS)


@dataclass(frozen=True)
class Settled:
    """Two revisions that were played until a subject was decided, or to the limit; what every look showed."""

    subject: UntilSubject
    limit: int
    base: Outcome
    other: Outcome
    pairs: PairTallies
    looks: tuple[InterimLook, ...]

    @property
    def last(self) -> InterimLook:
        """The latest look."""
        return self.looks[-1]

    @property
    def rule(self) -> StoppingRule:
        """Which rule ended the plays."""
        return StoppingRule.DECIDED if self.last.is_decided else StoppingRule.LIMIT


SOON_S = 0.5
"""Seconds before which the speed of the plays is not known."""


def progress(
    looks: Sequence[InterimLook], limit: int, times: Sequence[float], partial: tuple[object, ...] = ()
) -> StudyProgress:
    """How far it is after these looks, at these times in seconds since the start."""
    last = looks[-1]
    expected = min(limit, max(last.fixed_plan or limit, last.plays))
    figures, open_ = len(last.goals) + len(last.contrasts), len(last.open)
    share = min(0.99, last.plays / expected) if open_ else 1.0
    left_s = seconds_left([look.plays for look in looks], times, expected)
    title = f"{figures - open_} of {figures} decided"
    return StudyProgress(title, 1, 1, last.plays, limit, share, times[-1], left_s, partial)


def seconds_left(plays: Sequence[int], times: Sequence[float], expected: int) -> float | None:
    """Estimated seconds to the expected plays, at the speed of the later half: what was stored came in no time."""
    half = max(bisect(times, times[-1] / 2) - 1, 0)
    if times[-1] < SOON_S or plays[half] == plays[-1] or expected <= plays[-1]:
        return None
    return (expected - plays[-1]) * (times[-1] - times[half]) / (plays[-1] - plays[half])


def settle(
    base: Scenario,
    other: Scenario,
    subject: UntilSubject,
    options: RunOptions,
    limit: int,
    watch: Callable[[InterimLook, Together], None] = lambda look, together: None,
) -> Settled:
    """Play both on the same shuffles until the question is decided, at most `limit` plays of each.

    Raises `Stopped` when `options.stop` is set; what was played is stored, and taken up by the same subject. Looks
    that were taken by then, and left it open, are not taken again.
    """
    seen: list[InterimLook] = []

    def enough(gathered: Together) -> bool:
        pair = zip((base, other), gathered.tallies, strict=True)
        outcomes = [Outcome(replace(side, plays=limit), None, "", 0.0, gathered=tallies) for side, tallies in pair]
        seen.append(look_at(subject, outcomes[0], outcomes[1], gathered.pairs[0]))
        watch(seen[-1], gathered)
        return seen[-1].is_decided

    first = stored_of_both(base, other, limit, options)
    for end in sorted({first, limit} - {0}):
        places = [plays for plays in looks(limit) if plays <= end and not (seen and plays <= seen[-1].plays)]
        if not places:
            continue
        sides = [replace(scenario, plays=end) for scenario in (base, other)]
        early = Early(tuple(places), enough, repr(subject.measures or other.goals))
        (ours, theirs), gathered = simulate_together(sides, options, early)
        if seen and seen[-1].is_decided:
            break
    outcomes = []
    for outcome in (ours, theirs):
        if options.store and not outcome.digest:  # the beginning of a longer batch, which becomes one of just so many
            outcome = ensure_played(outcome.scenario, replace(options, goes_on=True))
        outcomes.append(replace(outcome, gathered=outcome.tallies, rows=None))
    return Settled(subject, limit, outcomes[0], outcomes[1], gathered.pairs[0], tuple(seen))


def stored_of_both(base: Scenario, other: Scenario, limit: int, options: RunOptions) -> int:
    """How many plays of both are stored, where these are as many: they come first, and no batch is made of them."""
    plays = {stored_plays(replace(scenario, plays=limit), options) for scenario in (base, other)}
    return plays.pop() if len(plays) == 1 else 0


def looks(limit: int) -> Iterator[int]:
    """The numbers of plays at which one looks, in rising order, `limit` the last: whole blocks where there are many."""
    plays = FEWEST_PLAYS
    while plays < limit:
        yield plays
        grown = int(plays * GROWTH) + 1
        plays = grown if grown < BLOCK else -(-grown // BLOCK) * BLOCK
    yield limit


def look_at(subject: UntilSubject, base: Outcome, other: Outcome, pairs: PairTallies | None) -> InterimLook:
    """How the subject stands by now."""
    if subject.is_about_goals:
        return InterimLook(other.plays, tuple(check_goals(other, watched=True)), ())
    compared = compare(base, other, watched=True, pairs=pairs, among=subject.measures)
    return InterimLook(other.plays, (), tuple(compared.contrasts.values()))


def _plays_for_goal(checked: CheckedGoal, reach: float) -> int | None:
    """Plays of a fixed plan that decides the goal with 80 % chance."""
    estimate = checked.figure.estimate
    bounds = [bound for bound in (checked.goal.low, checked.goal.high) if bound is not None]
    gap = min((abs(estimate.mean - bound) for bound in bounds), default=inf)
    return _plays_for(gap, estimate.sd, 0.0, reach)


def _plays_for_difference(contrast: Contrast, reach: float, plays: int) -> int | None:
    """The same for a difference; a figure that is not about every play takes more of them."""
    difference = contrast.difference
    gap = abs(abs(middle(difference)) - contrast.margin)
    needed = _plays_for(gap, difference.sd, difference.jump, reach)
    return needed and int(needed * plays / difference.n)


def _plays_for(gap: float, sd: float, jump: float, reach: float) -> int | None:
    """Plays after which an edge is `reach` errors away with 80 % chance, from a figure that lies `gap` from it."""
    if isnan(gap) or isnan(sd) or gap <= 0:
        return None
    tried = np.geomspace(FEWEST_PLAYS, 1e9, 4_000)
    needed = half_width(np.full(tried.size, sd), tried, reach, jump) + normal_quantile(LIKELY) * sd / np.sqrt(tried)
    place = int(np.searchsorted(-needed, -gap))
    return int(tried[place]) if place < tried.size else None
