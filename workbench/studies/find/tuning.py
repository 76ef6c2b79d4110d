"""Tuning a revision: a draft that meets its goals with as few changed rules as possible, and evidence for it.

The search plays everything on the revision's own seed. Its best is the best partly by luck, so that its figures there
are too good; the evidence is played on a seed that no trial used. For each changed rule the draft is also played with
that rule put back, on the same shuffles: the difference is what the change does beside the others. Nothing is stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import ClassVar

from workbench.engine.measures import SPREAD
from workbench.engine.parameters import Values, Written
from workbench.engine.problems import FEWEST_PLAYS, BadInput
from workbench.engine.wording import counted, listed
from workbench.play.batches import simulate_together
from workbench.play.comparisons import Comparison, compare
from workbench.play.forms import fresh_seed
from workbench.play.goals import (
    CheckedGoal,
    Standing,
    all_met,
    check_goals,
    goal_measure,
    overall_standing,
    wish_figures,
)
from workbench.play.options import RunOptions, Stopped
from workbench.play.outcome import Outcome
from workbench.report.text.scenarios import step_words
from workbench.scenario import Goal, Scenario, differences
from workbench.scenario.goals import read_goal_texts
from workbench.scenario.vary import Varied, combination, read_varied, with_present
from workbench.stats import Estimate
from workbench.stats.evidence import two_sided_reach
from workbench.studies.find.grid import OfPlan, ask
from workbench.studies.find.players import CellPlayer
from workbench.studies.find.search import (
    PAIR,
    Budget,
    Point,
    Search,
    SearchGoal,
    SearchResult,
    Space,
    Task,
    Trial,
    TrialReading,
    frontier,
)
from workbench.studies.find.steps import Sensitivity, plan_sensitivity, sensitivity
from workbench.studies.progress import Follow, Meter, StudyProgress, ignore_progress
from workbench.studies.workload import WORK, Length, affordable, declared_cost, length_of
from workbench.tallies.tallies import Tallies

AROUND = 2
"""Values below and above the present one that a rule may take where nobody says which."""


@dataclass(frozen=True)
class TuningPlan:
    """A revision with the goals that must hold, and the rules that may change.

    `varied` has the values of each rule, the present one among them. `plays` in all; None for as many as are
    affordable. A `quick` look affords few. `of_aims`: goals and aims of the revision, by what its parent comes to.
    """

    scenario: Scenario
    varied: tuple[Varied, ...]
    plays: int | None = None
    quick: bool = False
    of_aims: bool = False

    @property
    def space(self) -> Space:
        """The combinations of values."""
        start = tuple(rule.values.index(self.scenario.rules[rule.name]) for rule in self.varied)
        parameters = self.scenario.game.parameters
        ordered = tuple(parameters[rule.name].kind == "int" for rule in self.varied)
        return Space(tuple(len(rule.values) for rule in self.varied), start, ordered)

    @property
    def rules(self) -> list[str]:
        """The names of the rules that may change."""
        return [rule.name for rule in self.varied]

    def in_words(self, combination: Point) -> str:
        """The changes of a combination: `hand size 7 → 6`, or `as it is`."""
        rules, values = self.scenario.rules, self.values(combination)
        parts = [step_words(self.scenario, name, value) for name, value in values.items() if value != rules[name]]
        return listed(parts, none="as it is")

    def values(self, combination: Point) -> Values:
        """The values of the rules that may change."""
        return {rule.name: rule.values[at] for rule, at in zip(self.varied, combination, strict=True)}


def begun_with(plan: TuningPlan, rules: Sequence[str]) -> TuningPlan:
    """The plan in which these rules take a few values around their present ones."""
    parameters, present = plan.scenario.game.parameters, plan.scenario.rules
    values = {
        name: parameters[name].near(present[name], AROUND)
        if parameters[name].kind == "int"
        else parameters[name].values()
        for name in rules
    }
    return replace(plan, varied=tuple(with_present(plan.scenario, Varied(name, tuple(values[name]))) for name in rules))


def plan_tuning(
    scenario: Scenario, vary: Sequence[str], goals: Sequence[str], plays: int | None, quick: bool
) -> TuningPlan:
    """The plan behind these texts; without goals, those of the revision must hold. Raises BadInput.

    Without rules, those may change of which one step moves the goals that are missed (`begun_with`).
    """
    varied = tuple(with_present(scenario, rule) for rule in read_varied(scenario.game, vary))
    if vary and all(len(rule.values) < 2 for rule in varied):
        raise BadInput.one("--vary", "must give at least one rule another value than it has", ", ".join(vary))
    wishes = read_goal_texts(scenario.game, goals) if goals else scenario.goals
    return TuningPlan(replace(scenario, goals=wishes), varied, plays, quick)


FEWEST_BUDGET = 10 * FEWEST_PLAYS
"""Fewer plays in all say nothing about any combination."""
USUAL_PLAYS, QUICK_PLAYS = (6_000, 300_000), (FEWEST_BUDGET, 60_000)
"""The plays of a tuning, and of a quick look, where nobody says how many: at least, and at most."""
PLAYS_A_TRIAL, SECONDS_A_TRIAL = 500, 0.05
"""How many plays a trial takes at least, about, and what it costs besides them."""
STEPPED, MOST_BEGUN = 0.3, 3
"""The part of the plays that one step of every rule has, and how many rules may change by what it says."""
LEAST_MARGIN = 1e-9
MEAN_RANGE = (0.0, 1.128, 1.693, 2.059, 2.326, 2.534, 2.704, 2.847, 2.970)
"""The mean range of one, two, three … standard normal numbers."""
USUAL_WORK, QUICK_WORK = 3 * WORK, WORK // 3
"""The cost of a tuning's plays; those of a quick look take ten of its thirty seconds, its trials at most ten."""


@dataclass(frozen=True)
class PutBack:
    """The effect of a changed rule beside the other changes: the draft without it, held against the draft.

    `checks` are the goals of the draft without it; `comparison` holds it against the draft, so that its differences are
    what putting the rule back does. Both are missing where the game does not allow that, for the reason `refused`.
    """

    rule: str
    before: Written
    after: Written
    checks: tuple[CheckedGoal, ...] = ()
    comparison: Comparison | None = None
    refused: str = ""


@dataclass(frozen=True)
class Evidence:
    """The draft against the revision on fresh shuffles: `plays` of each, from a seed that no trial used.

    `checks` are the goals of the draft, `before` those of the revision; `put_back` is empty for less than two changes.
    """

    comparison: Comparison
    checks: tuple[CheckedGoal, ...]
    before: tuple[CheckedGoal, ...]
    put_back: tuple[PutBack, ...]

    @property
    def plays(self) -> int:
        """Plays of each table."""
        return self.comparison.base.plays

    @property
    def seed(self) -> int:
        """The seed of these plays."""
        return self.comparison.base.scenario.seed

    @property
    def holds(self) -> bool:
        """True if every goal is met."""
        return all_met(self.checks)


@dataclass(frozen=True, eq=False)
class Tuning(OfPlan):
    """The answer: every trial, the `draft`, and the evidence for it; None where it was stopped before that.

    `steps`: one step of every rule, which said what may change; None where the question did.
    """

    plan: TuningPlan
    budget: Budget
    result: SearchResult
    draft: Scenario
    evidence: Evidence | None
    is_grid: bool
    steps: Sensitivity | None = None

    template: ClassVar = "tuned.md"

    @property
    def cut_short(self) -> str:
        """The evidence that it is without, where it was stopped; empty with it."""
        return "" if self.evidence else "stopped; this is the best that was found by then, without evidence"

    @property
    def plays(self) -> int:
        """All plays, those of one step of every rule included."""
        return self.budget.plays + (self.steps.plays * self.steps.plan.tables if self.steps else 0)

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals of the revision."""
        return self.scenario.goals

    @property
    def changed(self) -> dict[str, list[Written]]:
        """The rules that the draft changes, each from what to what."""
        return differences(self.scenario, self.draft)

    @property
    def start(self) -> Trial | None:
        """The trial of the revision as it is."""
        start = self.plan.space.start
        return next((trial for trial in self.result.trials if trial.combination == start), None)

    @property
    def frontier(self) -> list[Trial]:
        """The trials, of those with the most plays, that no other beats on every goal."""
        return frontier(self.result.finalists)

    @property
    def conflict(self) -> bool:
        """True if all trials with the most plays are shown to miss a goal; the draft by its evidence, if any."""
        result = self.result
        others = [trial.standing for trial in result.finalists if not self.evidence or trial is not result.best]
        draft = [overall_standing(self.evidence.checks)] if self.evidence else []
        return all(standing is Standing.MISSED for standing in (*draft, *others))

    @property
    def trades(self) -> bool:
        """True if goals are traded off: no trial meets all, and none of the nearest is nearest to each goal."""
        return self.conflict and len(self.frontier) > 1

    def values(self, trial: Trial) -> Values:
        """The rules of a trial that may change."""
        return self.plan.values(trial.combination)


# How much is played


def usual_tuning_plays(scenario: Scenario, length: Length, quick: bool) -> int:
    """The plays that take a minute or two on two cores, or up to half a minute for a quick look.

    A play has so many decisions. It follows from declared costs, so that it is the same on every machine.
    """
    cost = declared_cost(scenario, length)
    return affordable(cost, *(QUICK_PLAYS if quick else USUAL_PLAYS), QUICK_WORK if quick else USUAL_WORK)


# Tuning


def tune(plan: TuningPlan, options: RunOptions, follow: Follow = ignore_progress) -> Tuning:
    """Search, then prove. Where `options.stop` is set, the best by then; raises `Stopped` where that is nothing.

    Equal questions give equal answers, whatever `options.jobs`.
    """
    plays = plan.plays or usual_tuning_plays(plan.scenario, length_of(plan.scenario, options), plan.quick)
    steps, searched = None, plays
    if not plan.varied:
        # one step of every rule, to see which of them move the goals
        of_rules = plan_sensitivity(plan.scenario, ask(plan.scenario), quick=True)
        of_rules = replace(of_rules, plays=max(int(plays * STEPPED), FEWEST_PLAYS * of_rules.tables))

        def tell(done: StudyProgress) -> None:
            share = done.share * STEPPED
            follow(replace(done, title="one step of every rule", batches=2, share=share, left_s=None))

        steps = sensitivity(of_rules, options, tell)
        plan = begun_with(plan, steps.promising(MOST_BEGUN))
        searched -= steps.plays * steps.plan.tables
    budget = Budget.of(max(searched, FEWEST_BUDGET), plan.space.count)
    # half an interval of a goal in standard errors, since those of all goals hold together
    reach = two_sided_reach(sum(len(wish_figures(plan.scenario, goal)) for goal in plan.scenario.goals))
    task = Task(plan.space, _aims(plan.scenario), budget, plan.scenario.seed, reach)
    meter, players = Meter(budget.plays, follow), dict[Point, CellPlayer]()

    def read(place: Point, plays: int) -> tuple[TrialReading, ...] | None:
        """See `ReadTrial`."""
        player = players.setdefault(place, CellPlayer(combination(plan.scenario, plan.values(place))))
        if not player.combination.is_valid:
            return None
        player.play(plays, options, lambda: None)
        return _readings(replace(player.scenario, plays=plays), player.tallies) if player.plays == plays else None

    def watch(search: Search) -> None:
        title = f"{counted(len(search.trials), 'combination')} tried"
        meter.tell(title, search.spent, partial=(plan, *search.trials.values()))

    result = Search(task, read, options.stop, watch).run()
    if result is None:
        raise Stopped("stopped; nothing was found")
    scenario = combination(plan.scenario, plan.values(result.best.combination)).scenario
    draft = replace(scenario, revision="draft", title="Draft", path=None, parent=plan.scenario.revision)
    meter.tell("the evidence on fresh shuffles", budget.best, partial=(plan, *result.trials))
    evidence = prove(plan.scenario, draft, budget.plays - result.spent, options)
    meter.tell("done", budget.plays, partial=(plan, *result.trials))
    return Tuning(plan, budget, result, draft, evidence, task.is_grid, steps)


def _aims(scenario: Scenario) -> tuple[SearchGoal, ...]:
    return tuple(
        SearchGoal(
            float("-inf") if goal.low is None else goal.low,
            float("inf") if goal.high is None else goal.high,
            max(goal_measure(scenario.game, goal.measure).margin, LEAST_MARGIN),
        )
        for goal in scenario.goals
    )


def _readings(scenario: Scenario, tallies: Tallies) -> tuple[TrialReading, ...]:
    """The figure of each goal that misses it farthest; a spread without what few plays add to it."""
    every, readings = check_goals(Outcome(scenario, None, "", 0.0, gathered=tallies)), []
    for goal, aim in zip(scenario.goals, _aims(scenario), strict=True):
        checks = [check for check in every if check.goal == goal]
        values = [
            unbiased_spread(one.figure.estimate, scenario.players)
            if one.figure.name == SPREAD
            else float(one.figure.estimate.mean)
            for one in checks
        ]
        misses = [aim.miss(value) for value in values]
        farthest = misses.index(max(misses))
        readings.append(TrialReading(checks[farthest].figure, values[farthest], overall_standing(checks)))
    return tuple(readings)


def unbiased_spread(estimate: Estimate, seats: int) -> float:
    """A spread less the one that equally strong seats show after so many plays, as the squares of both add up."""
    chance = MEAN_RANGE[min(seats, len(MEAN_RANGE)) - 1] / sqrt(seats * max(1, estimate.n))
    return sqrt(max(0.0, estimate.mean**2 - chance**2))


# Evidence


def prove(base: Scenario, draft: Scenario, plays: int, options: RunOptions) -> Evidence | None:
    """Evidence for a draft from so many plays at all tables together; None where it is stopped."""
    changed = differences(base, draft)
    back = {rule: combination(draft, {rule: base.rules[rule]}) for rule in changed} if len(changed) > 1 else {}
    without = {rule: table.scenario for rule, table in back.items() if table.is_valid}
    unstored = replace(options, store=None)
    try:
        (whole,) = _compared([base, draft], int(plays * PAIR) if without else plays, unstored)
        others = _compared([draft, *without.values()], int(plays * (1 - PAIR)), unstored) if without else []
        parts = dict(zip(without, others, strict=True))
    except Stopped:
        return None
    effects = []
    for rule, table in back.items():
        comparison = parts.get(rule)
        checks = tuple(check_goals(comparison.other)) if comparison else ()
        refused = "; ".join(map(str, table.problems))
        before, after = changed[rule]
        effects.append(PutBack(rule, before, after, checks, comparison, refused))
    return Evidence(whole, tuple(check_goals(whole.other)), tuple(check_goals(whole.base)), tuple(effects))


def _compared(tables: Sequence[Scenario], plays: int, options: RunOptions) -> list[Comparison]:
    """The first table and every other, compared on fresh shuffles, with so many plays in all."""
    seed, plays_a_table = fresh_seed(tables[0].seed), max(FEWEST_PLAYS, plays // len(tables))
    outcomes, together = simulate_together(
        [replace(table, plays=plays_a_table, seed=seed) for table in tables], options
    )
    base, *others = outcomes
    return [compare(base, other, pairs=pairs) for other, pairs in zip(others, together.pairs, strict=True)]
