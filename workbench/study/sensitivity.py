"""Sensitivity: every rule one step up and down from a revision, each held against the revision on the same shuffles.

A number goes to the next value below and above, a switch is flipped, a choice becomes each of its other options. What
that does to each measure is a paired difference; verdicts are corrected for all that is asked of all steps together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from workbench.engine.parameters import Parameter, Written
from workbench.engine.problems import BadInput
from workbench.scenario import Goal, Scenario
from workbench.scenario.vary import Combination, combination, varied_parameters
from workbench.stats.evidence import FEWEST_PLAYS
from workbench.study.batch_player import RunOptions, Stopped, stopped_without_storing
from workbench.study.compare import Contrast, PairedMeasure, judge_contrasts, paired_measures
from workbench.study.figures import names_of
from workbench.study.grid import LEAST_MARGIN, Target
from workbench.study.outcome import Outcome, layout, make_batch
from workbench.study.strength.contest import decisions_a_play
from workbench.study.stretches import LocalPlays, Side
from workbench.study.sweep import FollowSweep, SweepProgress, ignore, usual_plays
from workbench.tallies.tallies import PairTallies, Tallies, pair_layout

AT_ONCE = 6
"""Steps that are played side by side with the revision, which is played again for each such group."""


@dataclass(frozen=True)
class StepPlan:
    """The steps from a revision; `targets` are the measures asked about, `plays` all that may be played."""

    scenario: Scenario
    steps: tuple[Combination, ...]
    targets: tuple[Target, ...]
    plays: int | None = None
    quick: bool = False

    @property
    def valid(self) -> list[Combination]:
        """The steps that the game allows."""
        return [each for each in self.steps if each.is_valid]

    @property
    def tables(self) -> int:
        """How many tables play each shuffle: every step, and the revision once for each group."""
        return len(self.valid) + -(-len(self.valid) // AT_ONCE)


@dataclass(frozen=True)
class Effect:
    """What one step does to one measure."""

    rule: str
    value: Written
    contrast: Contrast


@dataclass(frozen=True)
class Sensitivity:
    """What every step does to every measure; `plays` of the revision and of each step."""

    plan: StepPlan
    plays: int
    effects: tuple[Effect, ...]

    @property
    def figures(self) -> list[str]:
        """The names of the figures asked about."""
        return list(dict.fromkeys(each.contrast.name for each in self.effects))

    def of(self, figure: str) -> list[Effect]:
        """What the steps do to a figure."""
        return [each for each in self.effects if each.contrast.name == figure]

    def by_rule(self, figure: str) -> dict[str, list[Effect]]:
        """The same by rule, that which matters most first: by its larger step, in margins."""
        found: dict[str, list[Effect]] = {}
        for each in self.of(figure):
            found.setdefault(each.rule, []).append(each)
        return dict(sorted(found.items(), key=lambda rule: -max(map(size, rule[1]))))


def size(effect: Effect) -> float:
    """How much a step moves a measure, in margins of it."""
    return abs(effect.contrast.difference.difference) / max(effect.contrast.margin, LEAST_MARGIN)


def plan_sensitivity(
    scenario: Scenario, targets: Sequence[Target], plays: int | None = None, quick: bool = False
) -> StepPlan:
    """One step of every rule that can be varied. Raises BadInput where the plays are too few."""
    steps = tuple(
        combination(scenario, {name: value})
        for name, parameter in varied_parameters(scenario.game).items()
        for value in steps_from(parameter, scenario.rules[name])
    )
    found = StepPlan(scenario, steps, tuple(targets), plays, quick)
    least = found.tables * FEWEST_PLAYS
    if plays is not None and plays < least:
        message = f"at least {least}: {FEWEST_PLAYS} for the revision and each of {len(found.valid)} steps"
        raise BadInput.one("--plays", message, plays)
    return found


def steps_from(parameter: Parameter, value: Written) -> list[Written]:
    """The values one step away: the next below and above of a number, every other one of a switch or a choice."""
    values = list(parameter.values())
    if parameter.kind != "int":
        return [each for each in values if each != value]
    at = values.index(value)
    return [values[place] for place in (at - 1, at + 1) if 0 <= place < len(values)]


def sensitivity(plan: StepPlan, options: RunOptions, follow: FollowSweep = ignore) -> Sensitivity:
    """Play every step beside the revision. Nothing is stored. Raises `Stopped` when `options.stop` is set."""
    budget = plan.plays or usual_plays(plan.scenario, plan.tables, plan.quick, decisions_a_play(plan.scenario, options))
    plays, found, played = budget // plan.tables, [], 0
    for group in _groups(plan.valid):
        for step, outcome in zip(group, _play(plan.scenario, group, plays, options), strict=True):
            found.append((step, outcome))
        played += plays * (len(group) + 1)
        follow(SweepProgress(f"{len(found)} of {len(plan.valid)} steps", played, plays * plan.tables, ()))
    return Sensitivity(plan, plays, tuple(_judged(plan, found, plays)))


Played = tuple[Outcome, Outcome, PairTallies]
"""The revision, a step, and their pairs."""


def _groups(steps: Sequence[Combination]) -> Iterator[list[Combination]]:
    left = iter(steps)
    while group := list(islice(left, AT_ONCE)):
        yield group


def _play(scenario: Scenario, group: Sequence[Combination], plays: int, options: RunOptions) -> list[Played]:
    """Play the revision and some steps side by side. Raises `Stopped`."""
    scenarios = [replace(each, plays=plays) for each in (scenario, *(step.scenario for step in group))]
    layouts = [layout(each) for each in scenarios]
    tallies = [Tallies.empty(each) for each in layouts]
    pairs = [PairTallies.empty(pair_layout(layouts[0], each)) for each in layouts[1:]]
    source = options.cluster.plays(scenarios, options.stop) if options.cluster else _local(scenarios, options)
    for stretches in source.stretches(0, plays, rows=False):
        for own, stretch in zip(tallies, stretches, strict=True):
            own.add(stretch.tallies)
        for pair, stretch in zip(pairs, stretches[1:], strict=True):
            assert stretch.pairs is not None
            pair.add(stretch.pairs)
    if tallies[0].plays < plays:
        raise Stopped(stopped_without_storing())
    base, *others = (Outcome(each, None, "", 0.0, gathered=own) for each, own in zip(scenarios, tallies, strict=True))
    return [(base, other, pair) for other, pair in zip(others, pairs, strict=True)]


def _local(scenarios: Sequence[Scenario], options: RunOptions) -> LocalPlays:
    sides = [Side(make_batch(each), layout(each)) for each in scenarios]
    for side in sides:
        if not side.batch.kernel.is_warm:
            options.compiling()
        side.batch.warm_up(options.stop)
    return LocalPlays(sides, options.jobs, options.stop)


def _judged(plan: StepPlan, found: Sequence[tuple[Combination, Played]], plays: int) -> Iterator[Effect]:
    """Every measure of every step with its verdict, all of them together."""
    asked = {name for target in plan.targets for name in _names(plan.scenario, target)}
    measured: list[tuple[Combination, PairedMeasure]] = [
        (step, each) for step, played in found for each in paired_measures(*played) if each.name in asked
    ]
    keyed = [replace(each, name=f"{place}:{each.name}") for place, (_, each) in enumerate(measured)]
    contrasts = judge_contrasts(keyed, {}, False, plays)
    for (step, each), contrast in zip(measured, contrasts.values(), strict=True):
        ((rule, value),) = step.values
        yield Effect(rule, value, replace(contrast, name=each.name))


def _names(scenario: Scenario, target: Target) -> list[str]:
    return names_of(scenario.game, Goal(target.measure).counted(scenario.game), scenario.players)
