"""The checks: commands are asked again and again about what is known, and their answers are held against the truth.

Every answer comes from the function behind the command, on plays of a seed that nothing else uses: intervals, verdicts
and words are read out of it, and none is worked out here. A verdict is easily right where the truth is far from what
would make it wrong. So most questions are about the hardest truths: smallest changes that count, and borders of goals,
are set where the truth lies.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from workbench.engine.game import Game
from workbench.scenario import Goal, Scenario
from workbench.scenario.vary import Varied
from workbench.stats import Direction, Verdict
from workbench.stats.race import Place
from workbench.study.attribution import Effect, Kind, attribute
from workbench.study.attribution import plan as plan_changes
from workbench.study.batch_player import RunOptions
from workbench.study.calibrate.promises import Ledger, Promise
from workbench.study.calibrate.subjects import Subject
from workbench.study.compare import Contrast, pair_scenarios
from workbench.study.figures import SPREAD, WIN_RATES, figures, spread_estimate
from workbench.study.goals import Standing, check_goals
from workbench.study.grid import Target, plan_sweep
from workbench.study.outcome import Outcome, layout
from workbench.study.simulate import simulate_together
from workbench.study.sweep import sweep
from workbench.study.until import Look, Question, ask, compared_as_asked, settle
from workbench.tallies.tallies import PairTallies

MIDDLE = 0.5
"""The part of an interval that is its middle half."""
IN_MIDDLE = 0.75
"""The truth lies in the middle half of a 95 % interval in 67 % of batches; in more where the interval is too wide."""
NUMBERS = Promise("simulate: intervals of numbers", holds=True)
RATES = Promise("simulate: intervals of rates", holds=True)
SPREADS = Promise("simulate: intervals of seat spreads", holds=True)
DIFFERENCES = Promise("compare: intervals", holds=True)
SELDOM = Promise("compare: intervals of what seldom differs", holds=True)
SPREADS_MOVED = Promise("compare: intervals of seat spreads", holds=True)
TOO_WIDE = Promise("compare: truth in the middle half of an interval", IN_MIDDLE)
WORDS = Promise("compare: wrong words, no effect")
WORDS_AT_0 = Promise("compare: wrong words, no effect and no margin")
FALSE_SAME = Promise("compare: false same, effects as large as the margin")
FALSE_MOVED = Promise("compare: false higher or lower, effects as large as the margin")
FALSE_MISSED = Promise("check: false missed, figures at the border of their goals")
FALSE_MET = Promise("check: false met, figures at the border of their goals")
EFFECTS = Promise("by change: intervals", holds=True)
EFFECT_WORDS = Promise("by change: wrong words, no effect and no margin")
LOOKS = Promise("until decided: intervals missed at any look")
DECIDED = Promise("until decided: wrong words, no effect and no margin")
DECIDED_GOALS = Promise("until decided: goals decided at their border")
READINGS = Promise("sweep: any interval missed")
FALSE_WORSE = Promise("sweep: an equal called worse")
FALSE_BEST = Promise("sweep: a worse one called best")
FALSE_AS_GOOD = Promise("sweep: a worse one called as good")


@dataclass(frozen=True)
class SampleSizes:
    """How much is played, in every game: how many comparisons, of how many plays each, and how many other questions.

    `limit` are the most plays of a question that is asked until it is decided; `reference` those that say the truth.
    """

    comparisons: int = 80
    plays: int = 1_000
    attributions: int = 25
    questions: int = 40
    limit: int = 1_000
    sweeps: int = 25
    swept: int = 3_000
    reference: int = 40_000


Check = Callable[[Subject, SampleSizes, int, Ledger], None]
"""A check with one seed."""


def with_margins(game: Game, margins: Mapping[str, float]) -> Game:
    """The game with other smallest changes that count, by the name of the measure."""
    return replace(game, measures=[replace(each, margin=margins.get(each.name, each.margin)) for each in game.measures])


def without_margins(game: Game) -> Game:
    """The game in which every change counts."""
    return with_margins(game, {each.name: 0.0 for each in game.measures})


def missed(low: float, high: float, truth: float) -> bool:
    """Whether an interval misses the truth by more than rounding."""
    return not low - 1e-9 <= truth <= high + 1e-9


def is_wrong(contrast: Contrast, truth: float) -> bool:
    """Whether a verdict is false, or would be if the truth were the least bit different."""
    if contrast.verdict is Verdict.UNDECIDED:
        return False
    if contrast.verdict is Verdict.SAME:
        return abs(truth) >= contrast.margin
    return (truth if contrast.verdict is Verdict.HIGHER else -truth) <= contrast.margin


# simulate, compare, check


def check_comparison(of: Subject, sizes: SampleSizes, seed: int, ledger: Ledger) -> None:
    """One comparison of the revision with what is alike and with the real change; the goals of the revision."""
    base = replace(of.base, plays=sizes.plays, seed=seed)
    others = pair_scenarios(base, of.everyone[1:])
    (ours, *theirs), together = simulate_together([base, *others], RunOptions())
    _check_figures(of, ours, ledger)
    _check_goals(of, ours, ledger)
    _check_alike(of, (ours, theirs[0], together.pairs[0]), ledger)
    if of.real:
        _check_real(of, (ours, theirs[1], together.pairs[1]), ledger)


def _check_figures(of: Subject, ours: Outcome, ledger: Ledger) -> None:
    found, spread = figures(ours.tallies), spread_estimate(ours.tallies)
    misses: dict[Promise, dict[str, bool]] = {NUMBERS: {}, RATES: {}}
    for name in of.often:
        measure, estimate = found[name].measure, found[name].estimate()
        promise = RATES if measure.is_rate or measure in WIN_RATES else NUMBERS
        is_off = missed(estimate.low, estimate.high, of.truth.averages[name])
        misses[promise][f"{of.game.name} {name}"] = is_off
    for promise, statements in misses.items():
        ledger.note(promise, statements)
    rates = [value for name, value in of.truth.averages.items() if name.startswith("win_rate_seat_")]
    ledger.note(SPREADS, {of.game.name: missed(spread.low, spread.high, max(rates) - min(rates))})


def _check_goals(of: Subject, ours: Outcome, ledger: Ledger) -> None:
    goals = replace(ours.scenario, goals=_goals_at_border(of))
    standings = {each.standing for each in check_goals(replace(ours, scenario=goals))}
    ledger.note(FALSE_MISSED, {of.game.name: Standing.MISSED in standings})
    ledger.note(FALSE_MET, {of.game.name: Standing.MET in standings})


def _goals_at_border(of: Subject) -> tuple[Goal, ...]:
    """Goals whose borders are the true averages."""
    return tuple(Goal(name, high=of.truth.averages[name]) for name in of.asked)


Pair = tuple[Outcome, Outcome, PairTallies]


def _contrasts(pair: Pair, game: Game) -> dict[str, Contrast]:
    """What `compare` answers about two batches, in a game with other margins."""
    ours, theirs, pairs = pair
    return compared_as_asked(_as_of(ours, game), _as_of(theirs, game), None, pairs).contrasts


def _as_of(outcome: Outcome, game: Game) -> Outcome:
    """The same plays of a game that differs in its margins alone."""
    if game is outcome.scenario.game:
        return outcome
    scenario = replace(outcome.scenario, game=game)
    return replace(outcome, scenario=scenario, gathered=replace(outcome.tallies, layout=layout(scenario)))


def _check_alike(of: Subject, pair: Pair, ledger: Ledger) -> None:
    """No figure differs in truth."""
    found = _contrasts(pair, of.game)
    _note_intervals(of, found, ledger)
    for promise, contrasts in ((WORDS, found), (WORDS_AT_0, _contrasts(pair, without_margins(of.game)))):
        words = [is_wrong(each, 0.0) for each in contrasts.values() if each.measure.name not in of.neutral.but]
        ledger.note(promise, {of.game.name: any(words)})


def _note_intervals(of: Subject, found: Mapping[str, Contrast], ledger: Ledger) -> None:
    for promise, names in ((DIFFERENCES, of.often), (SELDOM, of.seldom), (SPREADS_MOVED, [SPREAD])):
        differences = {f"{of.game.name} {name}": found[name].difference for name in names if name in found}
        ledger.note(promise, {name: missed(each.low, each.high, 0.0) for name, each in differences.items()})
        if promise is DIFFERENCES:
            inside = {
                name: abs(each.difference) <= MIDDLE * (each.high - each.low) / 2 for name, each in differences.items()
            }
            ledger.note(TOO_WIDE, inside)


def _check_real(of: Subject, pair: Pair, ledger: Ledger) -> None:
    """Every figure differs, in truth, by just the smallest change that counts."""
    found = _contrasts(pair, with_margins(of.game, {name: abs(effect) for name, effect in of.truth.effects.items()}))
    words = [found[name] for name, effect in of.truth.effects.items() if is_wrong(found[name], effect)]
    ledger.note(FALSE_SAME, {of.game.name: any(each.verdict is Verdict.SAME for each in words)})
    ledger.note(FALSE_MOVED, {of.game.name: any(each.verdict is not Verdict.SAME for each in words)})


# compare --by-change


def check_attribution(of: Subject, sizes: SampleSizes, seed: int, ledger: Ledger) -> None:
    """Which change did it, the real one or what is alike: what is alike did nothing, by itself and beside the other."""
    game = without_margins(of.game)
    base = replace(of.base, game=game, plays=sizes.plays, seed=seed)
    both = {**(of.real or of.base).rules, of.neutral.rule: of.alike.rules[of.neutral.rule]}
    answer = attribute(plan_changes(base, replace(base, rules=both)), RunOptions())
    effects = [each for each in answer.effects if is_of_alike(of, each)]
    frequent = [each for each in effects if each.contrast.name in of.often]
    misses = {
        f"{of.game.name} {each.contrast.name} {each.kind}": missed(
            each.contrast.difference.low, each.contrast.difference.high, 0.0
        )
        for each in frequent
    }
    ledger.note(EFFECTS, misses)
    ledger.note(EFFECT_WORDS, {of.game.name: any(is_wrong(each.contrast, 0.0) for each in effects)})


def is_of_alike(of: Subject, effect: Effect) -> bool:
    """Whether an effect is 0 in truth: that of the rule whose values are alike; the total if nothing else changes."""
    is_total = effect.kind is Kind.TOTAL and of.real is None
    return (is_total or of.neutral.rule in effect.changes) and effect.contrast.measure.name not in of.neutral.but


# compare --until-decided


def check_question(of: Subject, sizes: SampleSizes, seed: int, ledger: Ledger) -> None:
    """Some figures, until each is decided; none can be, as nothing differs and every change counts."""
    game = without_margins(of.game)
    base, alike = (replace(each, game=game, seed=seed) for each in (of.base, of.alike))
    looks: list[Look] = []
    settle(base, alike, ask(base, alike, of.asked), RunOptions(), sizes.limit, looks.append)
    contrasts = [each for look in looks for each in look.contrasts]
    spans = [(each.name, each.difference.low, each.difference.high) for each in contrasts]
    off = {name: any(missed(low, high, 0.0) for each, low, high in spans if each == name) for name in of.asked}
    ledger.note(LOOKS, {f"{of.game.name} {name}": is_off for name, is_off in off.items()})
    ledger.note(DECIDED, {of.game.name: any(is_wrong(each, 0.0) for each in contrasts)})


def check_question_of_goals(of: Subject, sizes: SampleSizes, seed: int, ledger: Ledger) -> None:
    """Goals, until each is decided; none should be, as every figure lies at the border of its goal."""
    base = replace(of.base, seed=seed)
    other = replace(of.alike, seed=seed, goals=_goals_at_border(of))
    found = settle(base, other, Question(), RunOptions(), sizes.limit)
    standings = [each.standing for look in found.looks for each in look.goals]
    ledger.note(DECIDED_GOALS, {of.game.name: any(each is not Standing.UNDECIDED for each in standings)})


# sweep


def check_sweep(of: Subject, sizes: SampleSizes, seed: int, ledger: Ledger) -> None:
    """A sweep over two values that are alike: neither is worse. One over two that are not: the worse is not best."""
    base = replace(of.base, seed=seed)
    values = (of.base.rules[of.neutral.rule], of.alike.rules[of.neutral.rule])
    targets = [Target(name, None, Direction.DOWN) for name in of.asked[:1]]
    plan = plan_sweep(base, [Varied(of.neutral.rule, values)], targets, sizes.swept)
    found = sweep(plan, RunOptions())
    readings = [each for cell in found.cells for each in cell.readings]
    off = [missed(each.estimate.low, each.estimate.high, of.truth.averages[each.name]) for each in readings]
    ledger.note(READINGS, {of.game.name: any(off)})
    ledger.note(FALSE_WORSE, {of.game.name: any(cell.place is Place.WORSE for cell in found.cells)})
    if of.real:
        _check_real_sweep(of, base, of.real, sizes, ledger)


def _check_real_sweep(of: Subject, base: Scenario, real: Scenario, sizes: SampleSizes, ledger: Ledger) -> None:
    """The two values differ, in truth, by just the smallest change that counts; the other one is the worse."""
    effects = {name: of.truth.effects[name] for name in of.asked if of.truth.effects.get(name)}
    if not effects:
        return
    name, effect = max(effects.items(), key=lambda each: abs(each[1]))
    base = replace(base, game=with_margins(of.game, {name: abs(effect)}))
    (rule,) = of.changed
    targets = [Target(name, None, Direction.DOWN if effect > 0 else Direction.UP)]
    plan = plan_sweep(base, [Varied(rule, (base.rules[rule], real.rules[rule]))], targets, sizes.swept)
    (worse,) = (cell for cell in sweep(plan, RunOptions()).cells if cell.changed)
    ledger.note(FALSE_BEST, {of.game.name: worse.place is Place.BEST})
    ledger.note(FALSE_AS_GOOD, {of.game.name: worse.place is Place.AS_GOOD})


def checks_of(of: Subject, sizes: SampleSizes) -> Iterable[tuple[str, int, Check]]:
    """Every check by what it asks, and how often; without those about figures that goals name, if there are none."""
    yield "simulate, compare and check", sizes.comparisons, check_comparison
    yield "compare --by-change", sizes.attributions, check_attribution
    if of.asked:
        yield "compare --until-decided --for", sizes.questions, check_question
        yield "compare --until-decided", sizes.questions, check_question_of_goals
        yield "sweep", sizes.sweeps, check_sweep
