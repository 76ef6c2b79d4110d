"""Sensitivity: every rule one step up and down from a revision, each held against the revision on the same shuffles.

A number goes to the next value below and above, a switch is flipped, a choice becomes each of its other options. What
that does to each measure is a paired difference; verdicts are corrected for all that is asked of all steps together.

What was played is kept in the store, now and then and at the end: stopped or killed, the same steps go on from there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

from workbench.engine.loop import EndlessPlay
from workbench.engine.measures import SPREAD
from workbench.engine.parameters import Parameter, Written
from workbench.engine.problems import FEWEST_PLAYS, BadInput
from workbench.engine.wording import counted
from workbench.play.batches import play, source_of
from workbench.play.comparisons import Contrast, PairedMeasure, judged_together, paired_measures
from workbench.play.figures import SPREAD_MEASURE, spread_figure
from workbench.play.forms import with_settings
from workbench.play.local import EndlessSide
from workbench.play.notes import PairSink, Together
from workbench.play.options import RunOptions, Stopped, stopped_without_storing
from workbench.play.outcome import Outcome
from workbench.scenario import Scenario
from workbench.scenario.vary import Combination, combination, varied_parameters
from workbench.stats import Verdict
from workbench.stats.evidence import middle, two_sided_reach
from workbench.stats.paired import difference_apart
from workbench.store.answers import StoredAnswer
from workbench.studies.find.grid import LEAST_MARGIN, OfPlan, Target, figure_names, named_targets
from workbench.studies.find.players import Arrays, Keeper, targets_question
from workbench.studies.find.race import usual_plays
from workbench.studies.progress import Follow, Meter, ignore_progress
from workbench.studies.workload import length_of
from workbench.tallies.tallies import PairTallies, Tallies, pack, unpack

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
        return [step for step in self.steps if step.is_valid]

    @property
    def untried(self) -> list[str]:
        """The rules that have an effect and of which no step is played: lists, and numbers at 0 that mean no number."""
        scenario = self.scenario
        tried = {name for step in self.valid for name, _ in step.values} | set(scenario.game.idle_rules(scenario.rules))
        return [name for name in scenario.game.parameters if name not in tried]

    @property
    def tables(self) -> int:
        """How many tables play each shuffle: every step, and the revision once for each group."""
        return max(1, len(self.valid) + -(-len(self.valid) // AT_ONCE))

    @property
    def request(self) -> dict[str, object]:
        """The options, as JSON holds them: like those of a sweep in which no rule is named."""
        named = named_targets(self.scenario, self.targets)
        request: dict[str, object] = {"vary": {}, "for": named, "bots": list(self.scenario.bots), "plays": self.plays}
        return with_settings(request, self.scenario)


@dataclass(frozen=True)
class StepEffect:
    """The change of one measure by one step; the intervals of all hold together."""

    rule: str
    value: Written
    contrast: Contrast
    target: Target

    @property
    def margins(self) -> float:
        """How much it moves the measure, in margins of it."""
        return abs(self.contrast.difference.mean) / max(self.contrast.margin, LEAST_MARGIN)

    @property
    def gain(self) -> float:
        """How many margins it brings the measure nearer to its goal; below 0 farther, 0 where it is inside and stays.

        0 for a measure without a goal or a wish.
        """
        if not self.target.is_judged:
            return 0.0
        moved = self.contrast.difference
        away = [
            self.target.distance(value) / max(self.contrast.margin, LEAST_MARGIN) for value in (moved.base, moved.other)
        ]
        before, after = [max(0.0, miss) for miss in away] if self.target.goal else away
        return before - after

    @property
    def has_moved(self) -> bool:
        """True if it is shown to move the measure."""
        return self.contrast.verdict not in (Verdict.UNDECIDED, Verdict.SAME)

    @property
    def toward(self) -> str:
        """The word where it is shown to bring the measure nearer to its goal, or farther; empty for neither."""
        if not self.has_moved or not self.gain:
            return ""
        return "nearer" if self.gain > 0 else "farther"


@dataclass(frozen=True)
class Sensitivity(OfPlan):
    """The effects of every step on every measure; `plays` of the revision and of each step.

    `dead` are the rules of which no step changed any figure in any play, whatever was asked about.
    `state` is what the store keeps of it, to work it out again.
    """

    plan: StepPlan
    plays: int
    effects: tuple[StepEffect, ...]
    dead: tuple[str, ...] = ()
    state: bytes = field(default=b"", repr=False, compare=False)

    template: ClassVar = "steps.md"

    @property
    def main(self) -> list[str]:
        """The figures asked about; those of a seat only where there are no others.

        Goals that are missed come first, and of these the one that a single step helps most.
        """
        whole = [name for name in self.figures if self.of(name)[0].contrast.seat is None] or self.figures
        gains = {name: max((step.gain for step in self.helping(name)), default=0.0) for name in whole}
        return sorted(whole, key=lambda name: (name not in self.missed, -gains[name] if name in self.missed else 0.0))

    @property
    def missed(self) -> list[str]:
        """The figures that are outside their goals as the revision is."""
        outside = {
            effect.contrast.name: effect.target.distance(effect.contrast.difference.base) > 0
            for effect in self.effects
            if effect.target.goal
        }
        return [name for name, is_outside in outside.items() if is_outside]

    def helping(self, figure: str) -> list[StepEffect]:
        """The steps that are shown to bring a figure nearer to its goal, the one that helps most first."""
        return sorted((one for one in self.of(figure) if one.toward == "nearer"), key=lambda one: -one.gain)

    @property
    def harming(self) -> list[StepEffect]:
        """The steps that are shown to take a figure out of its goal, the worst first."""
        return sorted((one for one in self.effects if one.toward == "farther"), key=lambda one: one.gain)

    def largest(self, figure: str) -> list[StepEffect]:
        """The largest step of each rule that is shown to move a figure, the rule that matters most first."""
        moved = [[one for one in effects if one.has_moved] for effects in self.by_rule(figure).values()]
        return [max(effects, key=lambda one: (abs(one.gain), one.margins)) for effects in moved if effects]

    def promising(self, most: int) -> list[str]:
        """The rules to change first: those whose steps bring the missed goals nearest, what is shown before the rest.

        Where no goal is missed, those that matter most to the goals.
        """
        missed = self.missed
        best = dict[str, tuple[bool, float, float]]()
        for effect in self.effects:
            if not missed or effect.contrast.name in missed:
                gain = effect.gain if missed else abs(effect.gain)
                key = effect.has_moved and gain > 0, gain, effect.margins
                best[effect.rule] = max(best.get(effect.rule, key), key)
        return sorted(best, key=lambda rule: best[rule], reverse=True)[:most]

    @property
    def idle(self) -> list[str]:
        """The rules that are shown to move nothing, though something changed."""
        rules = dict.fromkeys(effect.rule for effect in self.effects)
        moving = {effect.rule for effect in self.effects if effect.has_moved}
        return [rule for rule in rules if rule not in moving and rule not in self.dead]

    @property
    def figures(self) -> list[str]:
        """The names of the figures asked about."""
        return list(dict.fromkeys(effect.contrast.name for effect in self.effects))

    def of(self, figure: str) -> list[StepEffect]:
        """The effects of all steps on a figure."""
        return [effect for effect in self.effects if effect.contrast.name == figure]

    def by_rule(self, figure: str) -> dict[str, list[StepEffect]]:
        """The same by rule, that which matters most first: to the goal, then to the figure, in margins."""
        effects: dict[str, list[StepEffect]] = {}
        for effect in self.of(figure):
            effects.setdefault(effect.rule, []).append(effect)
        matters = lambda step: (abs(step.gain), step.margins)  # noqa: E731
        return dict(sorted(effects.items(), key=lambda rule: max(map(matters, rule[1])), reverse=True))


def plan_sensitivity(
    scenario: Scenario, targets: Sequence[Target], plays: int | None = None, quick: bool = False
) -> StepPlan:
    """One step of every rule that can be varied and has an effect. Raises BadInput where the plays are too few."""
    idle = scenario.game.idle_rules(scenario.rules)
    steps = tuple(
        combination(scenario, {name: value})
        for name, parameter in varied_parameters(scenario.game).items()
        if name not in idle
        for value in steps_from(parameter, scenario.rules[name])
    )
    step_plan = StepPlan(scenario, steps, tuple(targets), plays, quick)
    least = step_plan.tables * FEWEST_PLAYS
    if plays is not None and plays < least:
        message = (
            f"at least {least}: {FEWEST_PLAYS} for the revision and each of {counted(len(step_plan.valid), 'step')}"
        )
        raise BadInput.one("--plays", message, plays)
    return step_plan


def steps_from(parameter: Parameter, value: Written) -> list[Written]:
    """The values one step away: below and above of a number, every other one of a switch or a choice.

    A number at 0 that means no number, as `0 (plays one deal)`, has no neighbor that a designer would take.
    """
    if value == 0 and parameter.zero:
        return []
    values = parameter.near(value, 1) if parameter.kind == "int" else parameter.values()
    return [option for option in values if option != value]


def sensitivity(plan: StepPlan, options: RunOptions, follow: Follow = ignore_progress) -> Sensitivity:
    """Play every step beside the revision, from where it was left. Raises `Stopped` when `options.stop` is set."""
    options = replace(options, store=None) if plan.quick else options
    budget = plan.plays or usual_plays(plan.scenario, plan.tables, plan.quick, length_of(plan.scenario, options))
    steps = _Steps(plan, budget // plan.tables, options, follow)
    steps.take_up()
    steps.run()
    results = [played for group in steps.groups for played in group.played()]
    last = steps.partial_answer()
    steps.keeper.keep(last)
    rules = [next(iter(dict(step.values))) for step, _ in results]
    changed = {rule for rule, (_, (_, _, pairs)) in zip(rules, results, strict=True) if pairs.unlike.any()}
    dead = tuple(rule for rule in dict.fromkeys(rules) if rule not in changed)
    return Sensitivity(plan, steps.plays, tuple(_judged(plan, results, steps.plays)), dead, last.data)


def question_of(plan: StepPlan, plays: int) -> StoredAnswer:
    """The question that these steps ask, with so many plays of each."""
    return targets_question(plan.scenario, plan.request, plan.targets, plays)


PlayedPair = tuple[Outcome, Outcome, PairTallies]
"""The revision, a step, and their pairs."""


class _Group:
    """The revision and some steps, side by side."""

    def __init__(self, scenario: Scenario, steps: Sequence[Combination], plays: int, options: RunOptions) -> None:
        self.steps, self.options = steps, options
        self.scenarios = [replace(table, plays=plays) for table in (scenario, *(step.scenario for step in steps))]
        self.together = Together.empty(self.scenarios)

    def play(self, watch: Callable[[Together], None]) -> None:
        """Play what is missing. Raises `Stopped`; what was played by then is there."""
        play(source_of(self.scenarios, self.options), [PairSink(self.together, watch)], self.scenarios[0].plays)

    def played(self) -> list[tuple[Combination, PlayedPair]]:
        """Every step beside the revision."""
        base, *others = (
            Outcome(scenario, None, "", 0.0, gathered=tallies)
            for scenario, tallies in zip(self.scenarios, self.together.tallies, strict=True)
        )
        pairs = zip(self.steps, others, self.together.pairs, strict=True)
        return [(step, (base, other, pair)) for step, other, pair in pairs]

    def to_arrays(self, number: int) -> Arrays:
        """The arrays for the store, by name."""
        parts = [tally.to_bytes() for tally in self.together.tallies] + [
            pair.to_bytes() for pair in self.together.pairs
        ]
        return {f"{number} {place}": np.frombuffer(part, np.uint8) for place, part in enumerate(parts)}

    def take_up(self, number: int, arrays: Arrays) -> None:
        """Go on from what was kept, if there is any and the same code added it up."""
        empty, names = self.together, [f"{number} {place}" for place in range(2 * len(self.scenarios) - 1)]
        if not all(name in arrays for name in names):
            return
        parts = iter(arrays[name].tobytes() for name in names)
        tallies = [Tallies.from_bytes(tally.layout, next(parts)) for tally in empty.tallies]
        pairs = [PairTallies.from_bytes(pair.layout, next(parts)) for pair in empty.pairs]
        if all(tallies) and all(pairs):
            self.together = Together(tuple(filter(None, tallies)), tuple(filter(None, pairs)))


class _Steps:
    """The steps from a revision while they are played."""

    def __init__(self, plan: StepPlan, plays: int, options: RunOptions, follow: Follow) -> None:
        self.plan, self.plays, self.options = plan, plays, options
        self.meter = Meter(plays * plan.tables, follow)
        self.keeper = Keeper(question_of(plan, plays), options)
        valid = plan.valid
        groups = [valid[first : first + AT_ONCE] for first in range(0, len(valid), AT_ONCE)]
        self.groups = [_Group(plan.scenario, group, plays, options) for group in groups]
        self.taken_up = 0

    @property
    def done(self) -> int:
        """All plays so far, of the revision and of every step."""
        return sum(group.together.plays * len(group.scenarios) for group in self.groups)

    def run(self) -> None:
        """Play what is missing. Raises `Stopped`, once what was played is kept."""
        for number, group in enumerate(self.groups, 1):
            try:
                group.play(lambda together: self._watch("steps"))
            except Stopped:
                self.keeper.keep(self.partial_answer())
                message = "stopped; what was played is kept" if self.options.store else stopped_without_storing()
                raise Stopped(message) from None
            except EndlessSide as error:
                self.keeper.keep(self.partial_answer())
                named = [step.in_words for step in self.plan.valid if step.scenario.rules == error.rules]
                raise EndlessPlay(": ".join([*named[:1], str(error)])) from None
            self._watch(
                f"{sum(len(group.steps) for group in self.groups[:number])} of {counted(len(self.plan.valid), 'step')}"
            )

    def _watch(self, title: str) -> None:
        self.meter.tell(title, self.done, self.done - self.taken_up)
        self.keeper.watch(self.partial_answer)

    def partial_answer(self) -> StoredAnswer:
        """All that is known by now, without a sentence: the plays so far, packed for the store."""
        arrays: Arrays = {}
        for number, group in enumerate(self.groups):
            arrays |= group.to_arrays(number) if group.together.plays else {}
        return replace(self.keeper.question, options=self.plan.request, data=pack(arrays, {}))

    def take_up(self) -> None:
        """Go on from what was kept, if the same code added it up."""
        data = self.keeper.find()
        state = unpack(data) if data else None
        for number, group in enumerate(self.groups if state else ()):
            assert state is not None
            group.take_up(number, state[0])
        self.taken_up = self.done


def _judged(plan: StepPlan, results: Sequence[tuple[Combination, PlayedPair]], plays: int) -> Iterator[StepEffect]:
    """Every measure of every step with its verdict, all of them together, and intervals that hold together."""
    targets = dict(figure_names(plan.scenario, plan.targets))
    measured = [
        (step, measure) for step, played in results for measure in _measures(played) if measure.contrast.name in targets
    ]
    contrasts = judged_together([measure for _, measure in measured], {}, False, plays)
    wider = two_sided_reach(len(measured)) / two_sided_reach(1)
    for (step, _), contrast in zip(measured, contrasts, strict=True):
        ((rule, value),) = step.values
        moved, center = contrast.difference, middle(contrast.difference)
        low, high = center - wider * (center - moved.low), center + wider * (moved.high - center)
        together = replace(contrast, estimate=replace(moved, low=low, high=high))
        yield StepEffect(rule, value, together, targets[contrast.name])


def _measures(played: PlayedPair) -> Iterator[PairedMeasure]:
    """The measures of a pair; the gap between the seats of tables of two sizes too, which do not pair."""
    yield from paired_measures(*played)
    base, other, _ = played
    if base.scenario.players != other.scenario.players:
        before, after = (spread_figure(side.tallies).estimate for side in (base, other))
        yield PairedMeasure(Contrast(SPREAD, SPREAD_MEASURE, difference_apart(before, after)))
