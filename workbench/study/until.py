"""Playing two revisions until what was asked is decided, and no longer.

What is to be decided is named before it begins: the goals of the second revision, or some measures by how they differ.
After that the plays may be looked at as often as one likes: intervals are those of confidence sequences, and the risk
of any wrong verdict among all that was named, at any look, stays at `RISK`.

- Goals: each gets a sequence of the confidence that keeps all of them together at 95 % (Bonferroni).
- Measures: Holm's method over p-values that hold at any time, each about the smallest change that counts
  (`stats.evidence`). Holm's method with such p-values may be stopped at any time: at each, it is Holm's method.

Looks stand at fixed numbers of plays, so that the same question is answered after the same plays on every machine.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from math import inf, isnan
from typing import TYPE_CHECKING

import numpy as np

from workbench.engine.problems import BadInput, together
from workbench.engine.wording import nearest
from workbench.play.batch_player import RunOptions
from workbench.play.outcome import Outcome, layout
from workbench.play.paired_player import Early, Together
from workbench.play.simulate import ensure_played, simulate_together, stored_plays
from workbench.scenario import Scenario
from workbench.stats import Verdict
from workbench.stats.estimate import errors_between, half_width, normal_quantile
from workbench.stats.evidence import FEWEST_PLAYS, LIKELY, middle, two_sided_reach
from workbench.store import Store
from workbench.study.compare import Comparison, Contrast, compare, looking_ahead, one_sided_reach
from workbench.study.figures import SPREAD, names_of
from workbench.study.goals import CheckedGoal, Standing, check_goals
from workbench.tallies.digest import BLOCK
from workbench.tallies.tallies import PairTallies, pair_layout

if TYPE_CHECKING:
    from workbench.store.history import Stop

USUAL_LIMIT = 1_000_000
"""Plays after which an open question is left open, where nobody says otherwise."""
GROWTH = 1.1
"""Each look has a tenth more plays than the one before: a decision comes at most so much too late."""


class Rule(StrEnum):
    """Why the plays ended."""

    DECIDED = "decided"
    LIMIT = "limit"


@dataclass(frozen=True)
class Question:
    """What is to be decided: the measures named, by how they differ; none are named: the goals of the revision."""

    measures: tuple[str, ...] = ()

    @property
    def is_about_goals(self) -> bool:
        """Whether it is about goals, not about differences."""
        return not self.measures


@dataclass(frozen=True)
class Look:
    """What is known after so many plays of each revision. One of `goals` and `contrasts` is empty."""

    plays: int
    goals: tuple[CheckedGoal, ...]
    contrasts: tuple[Contrast, ...]

    @property
    def open(self) -> list[str]:
        """The figures that are not decided yet."""
        goals = [goal.name for goal in self.goals if goal.standing is Standing.UNDECIDED]
        return goals + [contrast.name for contrast in self.contrasts if contrast.verdict is Verdict.UNDECIDED]

    @property
    def is_decided(self) -> bool:
        """Whether nothing is open."""
        return not self.open

    @property
    def fixed_plan(self) -> int | None:
        """Plays of a plan fixed beforehand that decides all with 80 % chance each, were these figures the truth.

        None where a figure lies at the edge, so that no number is sensible.
        """
        reaches = two_sided_reach(len(self.goals)), one_sided_reach(len(self.contrasts))
        needed = [_plays_for_goal(goal, reaches[0]) for goal in self.goals]
        needed += [_plays_for_difference(contrast, reaches[1], self.plays) for contrast in self.contrasts]
        return None if None in needed else max((each for each in needed if each), default=FEWEST_PLAYS)


@dataclass(frozen=True)
class Settled:
    """Two revisions that were played until a question was decided, or to the limit; what was known at each look."""

    question: Question
    limit: int
    base: Outcome
    other: Outcome
    pairs: PairTallies
    looks: tuple[Look, ...]

    @property
    def last(self) -> Look:
        """What is known now."""
        return self.looks[-1]

    @property
    def rule(self) -> Rule:
        """Which rule ended the plays."""
        return Rule.DECIDED if self.last.is_decided else Rule.LIMIT


def settle(
    base: Scenario,
    other: Scenario,
    question: Question,
    options: RunOptions,
    limit: int = USUAL_LIMIT,
    watch: Callable[[Look], None] = lambda look: None,
) -> Settled:
    """Play both on the same shuffles until the question is decided, at most `limit` plays of each.

    Raises `Stopped` when `options.stop` is set; what was played is stored, and taken up by the same question. Looks
    that were taken by then, and left it open, are not taken again.
    """
    seen: list[Look] = []

    def enough(together: Together) -> bool:
        pair = zip((base, other), together.tallies, strict=True)
        outcomes = [Outcome(replace(side, plays=limit), None, "", 0.0, gathered=own) for side, own in pair]
        seen.append(look_at(question, outcomes[0], outcomes[1], together.pairs[0]))
        watch(seen[-1])
        return seen[-1].is_decided

    first = _stored_of_both(base, other, limit, options)
    for end in sorted({first, limit} - {0}):
        wanted = [plays for plays in looks(limit) if plays <= end and not (seen and plays <= seen[-1].plays)]
        if not wanted:
            continue
        sides = [replace(scenario, plays=end) for scenario in (base, other)]
        early = Early(tuple(wanted), enough, _named(question, other))
        (ours, theirs), together = simulate_together(sides, options, early)
        if seen and seen[-1].is_decided:
            break
    if options.store:
        ours, theirs = (_as_own_batch(outcome, options) for outcome in (ours, theirs))
    return Settled(question, limit, ours, theirs, together.pairs[0], tuple(seen))


def _as_own_batch(outcome: Outcome, options: RunOptions) -> Outcome:
    """What was played until then, stored as a batch of just so many plays, which pages open again.

    It is so already, unless it is the beginning of a longer one that was there before.
    """
    if outcome.digest:
        return outcome
    return ensure_played(outcome.scenario, replace(options, goes_on=True))


def _named(question: Question, other: Scenario) -> str:
    """The question in full, to tell it from any other about the same batches."""
    return repr(question.measures or other.goals)


def _stored_of_both(base: Scenario, other: Scenario, limit: int, options: RunOptions) -> int:
    """How many plays of both are stored, where these are as many: they come first, and no batch is made of them."""
    plays = {stored_plays(replace(scenario, plays=limit), options) for scenario in (base, other)}
    return plays.pop() if len(plays) == 1 else 0


def comparison(settled: Settled, store: Store | None = None, said: str = "") -> Comparison:
    """All measures after the plays ended; `said` is the sentence that says what ended them."""
    from workbench.store.history import Stop

    return _ended(settled.base, settled.other, Stop(settled.question.measures, said), store, settled.pairs)


def compared_as_asked(
    base: Outcome, other: Outcome, store: Store | None, pairs: PairTallies | None = None
) -> Comparison:
    """Two batches compared as they were played: until something was decided, or to a number fixed beforehand."""
    stop = _stop_of(base, other, store) if store else None
    if stop is None:
        return compare(base, other, store=store, pairs=pairs)
    return _ended(base, other, stop, store, pairs)


def _stop_of(base: Outcome, other: Outcome, store: Store) -> "Stop | None":
    """What ended two stored batches, if it was a question."""
    from workbench.store.history import find_stop

    return find_stop(store, base.run, other.run, base.plays) if base.run and other.run else None


def _ended(base: Outcome, other: Outcome, stop: "Stop", store: Store | None, pairs: PairTallies | None) -> Comparison:
    """All measures: what was named as it was asked, the others among all.

    What was seen said when to end. So all intervals hold at every look, and so do the verdicts.
    """
    seen = compare(base, other, watched=True, store=store, pairs=pairs)
    named = compare(base, other, True, store, pairs, stop.measures).contrasts if stop.measures else {}
    contrasts = {**seen.contrasts, **named}
    reach = one_sided_reach(sum(contrast.verdict is Verdict.UNDECIDED for contrast in contrasts.values()) or 1)
    ahead = {
        name: looking_ahead(contrast, reach * _wider(contrast), base.plays) for name, contrast in contrasts.items()
    }
    return replace(seen, contrasts=ahead, stop=stop)


def _wider(contrast: Contrast) -> float:
    """How many times as many standard errors as a plain interval one spans that holds at every look."""
    found = contrast.difference
    return max(1.0, errors_between((found.high - found.low) / 2, found.sd, found.n, found.jump) / two_sided_reach(1))


def looks(limit: int) -> Iterator[int]:
    """The numbers of plays at which one looks, in rising order, `limit` the last: whole blocks where there are many."""
    plays = FEWEST_PLAYS
    while plays < limit:
        yield plays
        grown = int(plays * GROWTH) + 1
        plays = grown if grown < BLOCK else -(-grown // BLOCK) * BLOCK
    yield limit


def ask(base: Scenario, other: Scenario, named: Sequence[str]) -> Question:
    """What is to be decided. Names are those of goals and figures: `tie_rate`, `deals`, `win_rate_seat_0`.

    Nothing named: the goals of `other`; if it has none, the primary measures of the game. Raises BadInput with every
    name that says nothing, and the one that comes nearest.
    """
    if named:
        found = together(*(partial(_figures_of, base, other, name) for name in named))
        return Question(tuple(dict.fromkeys(name for names in found for name in names)))
    if other.goals:
        return Question()
    return ask(base, other, other.game.primary)


def look_at(question: Question, base: Outcome, other: Outcome, pairs: PairTallies | None) -> Look:
    """What is known by now of what was asked."""
    if question.is_about_goals:
        return Look(other.plays, tuple(check_goals(other, watched=True)), ())
    found = compare(base, other, watched=True, pairs=pairs, among=question.measures)
    return Look(other.plays, (), tuple(found.contrasts.values()))


def _figures_of(base: Scenario, other: Scenario, name: str) -> list[str]:
    """The figures behind a name that both revisions have. Raises BadInput."""
    known = _known_figures(base, other)
    counted = name.removesuffix("_rate") if name.removesuffix("_rate") in known else name
    found = [each for each in names_of(other.game, counted, other.players) if each in known]
    if not found:
        near = nearest(name, list(known))
        hint = f"; did you mean {near}?" if near else ""
        raise BadInput.one("--for", f"must be a measure of {other.game.name}{hint}", name)
    return found


def _known_figures(base: Scenario, other: Scenario) -> Mapping[str, None]:
    """The names of the figures that both revisions have."""
    common = pair_layout(layout(base), layout(other)).names
    return dict.fromkeys([*common, *([SPREAD] if base.players == other.players else [])])


def _plays_for_goal(checked: CheckedGoal, reach: float) -> int | None:
    """Plays of a fixed plan that decides the goal with 80 % chance."""
    estimate = checked.estimate
    bounds = [each for each in (checked.goal.low, checked.goal.high) if each is not None]
    gap = min((abs(estimate.mean - bound) for bound in bounds), default=inf)
    return _plays_for(gap, estimate.sd, 0.0, reach)


def _plays_for_difference(contrast: Contrast, reach: float, plays: int) -> int | None:
    """The same for a difference; a figure that is not about every play takes more of them."""
    difference = contrast.difference
    gap = abs(abs(middle(difference)) - contrast.margin)
    found = _plays_for(gap, difference.sd, difference.jump, reach)
    return found and int(found * plays / difference.n)


def _plays_for(gap: float, sd: float, jump: float, reach: float) -> int | None:
    """Plays after which an edge is `reach` errors away with 80 % chance, from a figure that lies `gap` from it."""
    if isnan(gap) or isnan(sd) or gap <= 0:
        return None
    tried = np.geomspace(FEWEST_PLAYS, 1e9, 4_000)
    needed = half_width(np.full(tried.size, sd), tried, reach, jump) + normal_quantile(LIKELY) * sd / np.sqrt(tried)
    place = int(np.searchsorted(-needed, -gap))
    return int(tried[place]) if place < tried.size else None
