"""Comparing revisions: the same shuffles, different rules, and what changed beyond doubt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from workbench.engine.measures import Measure
from workbench.engine.problems import BadInput, together
from workbench.stats import (
    Direction,
    PairedDifference,
    Verdict,
    holm,
    judge,
    paired_difference,
    paired_spread_difference,
    plays_to_decide,
)
from workbench.study.figures import SPREAD, SPREAD_MARGIN, figures, names_of, shares_of
from workbench.study.scenario import Scenario, differences
from workbench.study.simulate import Outcome

RISK = 0.05
"""The chance, over all measures of a comparison together, of calling a change that is none."""
FEWEST_PLAYS = 100
"""With fewer, rare events may not have happened yet, and "no difference seen" says little."""
SPREAD_MEASURE = Measure(
    SPREAD, "How far the best seat's win rate is above the worst seat's.", SPREAD_MARGIN, "f4", unit="of the wins"
)


@dataclass(frozen=True)
class Contrast:
    """One measure under two revisions. `plays_to_decide` are further plays; None where too many to name."""

    name: str
    label: str
    measure: Measure
    difference: PairedDifference
    verdict: Verdict
    plays_to_decide: int | None

    @property
    def margin(self) -> float:
        """Half-width of the region of practical equivalence."""
        return self.measure.margin


@dataclass(frozen=True)
class Comparison:
    """Two revisions, played on the same seeds, measure by measure."""

    base: Outcome
    other: Outcome
    changed: dict[str, list[Any]]
    contrasts: dict[str, Contrast]


def paired(base: Scenario, others: Sequence[Scenario]) -> list[Scenario]:
    """The scenarios to hold against `base`: with its plays, seed and bots.

    At a table of another size its bots can sit only if all are alike; else the other's own do. Raises BadInput with
    every scenario of another game.
    """
    return list(together(*(partial(_paired, base, other) for other in others)))


def _paired(base: Scenario, other: Scenario) -> Scenario:
    if other.game.name != base.game.name:
        raise BadInput.one("compare", f"must be a revision of {base.game.name}, as {base.name} is", other.name)
    bots = base.bots
    if other.players != base.players:
        bots = base.bots[:1] * other.players if len(set(base.bots)) == 1 else other.bots
    return replace(other, bots=bots, plays=base.plays, seed=base.seed)


def compare(base: Outcome, other: Outcome) -> Comparison:
    """Hold `other` against `base`: paired differences, other minus base, over plays with the same shuffles."""
    found = list(_differences(base, other))
    adjusted = holm([difference.p_value for _, _, _, difference in found])
    wanted = directions(other.scenario) or directions(base.scenario)
    contrasts = {
        name: _contrast(name, label, measure, difference, float(p), wanted.get(name, Direction.NONE))
        for (name, label, measure, difference), p in zip(found, adjusted, strict=True)
    }
    return Comparison(base, other, differences(base.scenario, other.scenario), contrasts)


def _differences(base: Outcome, other: Outcome) -> Iterator[tuple[str, str, Measure, PairedDifference]]:
    """Every figure that both revisions have."""
    seats = base.scenario.players, other.scenario.players
    ours = figures(base.scenario.game, base.results, seats[0])
    theirs = figures(other.scenario.game, other.results, seats[1])
    for name, figure in ours.items():
        if name in theirs and (figure.seat is None or seats[0] == seats[1]):
            yield name, figure.label, figure.measure, paired_difference(figure.values, theirs[name].values)
    if seats[0] == seats[1]:
        spread = paired_spread_difference(shares_of(base.results, seats[0]), shares_of(other.results, seats[1]))
        yield SPREAD, SPREAD_MEASURE.label, SPREAD_MEASURE, spread


def _contrast(
    name: str, label: str, measure: Measure, difference: PairedDifference, p_value: float, direction: Direction
) -> Contrast:
    verdict = judge(difference, measure.margin, direction)
    moved = verdict not in (Verdict.SAME, Verdict.UNDECIDED)
    if (moved and p_value >= RISK) or difference.n < FEWEST_PLAYS:
        verdict = Verdict.UNDECIDED  # clear of the margin alone, but not among so many measures, or by luck
    return Contrast(name, label, measure, difference, verdict, plays_to_decide(difference, measure.margin))


def directions(scenario: Scenario) -> dict[str, Direction]:
    """Where the scenario's goals want each measure to go: one-sided goals give a direction."""
    return {
        name: goal.direction
        for goal in scenario.goals
        for name in names_of(scenario.game, goal.counted(scenario.game), scenario.players)
    }
