"""The checks: commands are asked again and again what is known already, and their answers are held against the truth.

Every answer comes from the function behind the command, on plays of a seed that nothing else uses: intervals, verdicts
and words are read out of it, and none is worked out here. A verdict is easily right where the truth is far from what
would make it wrong. So most questions are about the hardest truths: smallest changes that count, and borders of goals,
are set where the truth lies.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from workbench.engine.game import Game
from workbench.engine.measures import SPREAD, WIN_RATE
from workbench.play.batches import simulate_together
from workbench.play.comparisons import Contrast, compared_as_played, pair_scenarios
from workbench.play.figures import WIN_RATES, figures, spread_figure
from workbench.play.forms import layout
from workbench.play.goals import Standing, check_goals
from workbench.play.outcome import Outcome
from workbench.scenario import Goal, Scenario, differences
from workbench.scenario.vary import Varied
from workbench.stats import Direction, Estimate, PairedDifference, Verdict
from workbench.stats.race import RaceStanding
from workbench.studies.by_change.measure import attribute
from workbench.studies.by_change.plan import plan_combinations
from workbench.studies.calibrate.promises import Ledger, Promise, Statements
from workbench.studies.calibrate.subjects import Subject
from workbench.studies.compare.until import InterimLook, read_subject, settle
from workbench.studies.find.grid import Target, plan_sweep
from workbench.studies.find.race import sweep
from workbench.tallies.tallies import PairTallies

IN_MIDDLE = 0.75
"""The truth lies in the middle half of a 95 % interval in 67 % of batches; in more where the interval is too wide."""
LONGER = 2
"""Goals are asked about so many times as long as figures: their intervals hold together, and are missed more slowly."""
NUMBERS = Promise("simulate: intervals of numbers", is_coverage=True)
RATES = Promise("simulate: intervals of rates", is_coverage=True)
SPREADS = Promise("simulate: intervals of seat spreads", is_coverage=True)
DIFFERENCES = Promise("compare: intervals", is_coverage=True)
SELDOM = Promise("compare: intervals of what seldom differs", is_coverage=True)
SPREADS_MOVED = Promise("compare: intervals of seat spreads", is_coverage=True)
TOO_WIDE = Promise("compare: truth in middle halves, where pairing helps", IN_MIDDLE)
WORDS = Promise("compare: wrong words, no effect")
WORDS_AT_0 = Promise("compare: wrong words, every change counts")
FALSE_SAME = Promise("compare: false same, at the margin")
FALSE_MOVED = Promise("compare: false higher or lower, at the margin")
FALSE_MISSED = Promise("check: false missed, at the border")
FALSE_MET = Promise("check: false met, at the border")
EFFECTS = Promise("by change: intervals", is_coverage=True)
EFFECT_WORDS = Promise("by change: wrong words, every change counts")
LOOKS = Promise("until decided: intervals missed at any look")
DECIDED = Promise("until decided: wrong words, every change counts")
DECIDED_GOALS = Promise("until decided: wrong goals, at the border")
READINGS = Promise("sweep: any interval missed")
FALSE_WORSE = Promise("sweep: an equal called worse")
FALSE_BEST = Promise("sweep: a worse one called best")
FALSE_AS_GOOD = Promise("sweep: a worse one called as good")


@dataclass(frozen=True)
class SampleSizes:
    """How much is played of every subject: how many comparisons, of how many plays each, and how many other questions.

    `limit` are the most plays of a question that is asked until it is decided, `swept` those of a sweep; `reference`
    those that say the truth.
    """

    comparisons: int = 60
    plays: int = 1_000
    attributions: int = 20
    questions: int = 30
    limit: int = 1_000
    sweeps: int = 20
    swept: int = 3_000
    reference: int = 40_000


Check = Callable[[Subject, SampleSizes, int, Ledger], None]
"""A check with one seed, noted in the ledger."""


def checks_of(of: Subject, sizes: SampleSizes) -> Iterable[tuple[str, int, Check]]:
    """Every check by what it asks, and how often; without those about figures that goals name, if there are none."""
    yield "simulate, compare and check", sizes.comparisons, check_comparison
    yield "compare --by-change", sizes.attributions, check_attribution
    if of.tested:
        yield "compare --until-decided --for", sizes.questions, check_question
        yield "compare --until-decided", sizes.questions, check_question_of_goals
        yield "sweep", sizes.sweeps, check_sweep


def with_margins(game: Game, margins: Mapping[str, float]) -> Game:
    """The game with other smallest changes that count, by the name of the measure."""
    measures = [measure._replace(margin=margins.get(measure.name, measure.margin)) for measure in game.measures]
    return replace(game, measures=measures)


def without_margins(game: Game) -> Game:
    """The game in which every change counts."""
    return with_margins(game, {measure.name: 0.0 for measure in game.measures})


def misses(interval: Estimate | PairedDifference, truth: float) -> bool:
    """True if an interval misses the truth by more than rounding."""
    return not interval.low - 1e-9 <= truth <= interval.high + 1e-9


def is_wrong(contrast: Contrast, truth: float) -> bool:
    """True for a verdict that is false, or would be if the truth were the least bit different."""
    if contrast.verdict is Verdict.UNDECIDED:
        return False
    if contrast.verdict is Verdict.SAME:
        return abs(truth) >= contrast.margin
    return (truth if contrast.verdict is Verdict.HIGHER else -truth) <= contrast.margin


# simulate, compare, check


def check_comparison(of: Subject, sizes: SampleSizes, seed: int, ledger: Ledger) -> None:
    """One comparison of the revision with its twin and with the step; the goals of the revision."""
    base = replace(of.base, plays=sizes.plays, seed=seed)
    (ours, twin, *step), together = simulate_together([base, *pair_scenarios(base, of.tables[1:])], of.options)
    _check_figures(of, ours, ledger)
    _check_goals(of, ours, ledger)
    _check_twin(of, (ours, twin, together.pairs[0]), ledger)
    if step:
        _check_step(of, (ours, step[0], together.pairs[1]), ledger)


def _check_figures(of: Subject, ours: Outcome, ledger: Ledger) -> None:
    """The intervals of single figures."""
    by_name = figures(ours.tallies)
    varying = [name for name, average in of.truth.averages.items() if 0 < average < 1]
    rates = [name for name in varying if by_name[name].measure.is_rate or by_name[name].measure in WIN_RATES]
    for promise, names in ((RATES, rates), (NUMBERS, [name for name in of.often if name not in rates])):
        estimates = {name: by_name[name].estimate for name in names}
        off = {name: misses(estimate, of.truth.averages[name]) for name, estimate in estimates.items()}
        ledger.note(promise, _in_game(of, off))
    seats = [average for name, average in of.truth.averages.items() if name.startswith(f"{WIN_RATE.name}_seat_")]
    ledger.note(SPREADS, {of.game.name: misses(spread_figure(ours.tallies).estimate, max(seats) - min(seats))})


def _in_game(of: Subject, statements: Statements) -> Statements:
    """The statements by game and figure."""
    return {f"{of.game.name} {name}": is_off for name, is_off in statements.items()}


def _check_goals(of: Subject, ours: Outcome, ledger: Ledger) -> None:
    """Goals whose borders are the truth: neither missed nor met can be told."""
    outcome = replace(ours, scenario=replace(ours.scenario, goals=_goals_at_border(of)))
    standings = {goal.standing for goal in check_goals(outcome)}
    ledger.note(FALSE_MISSED, {of.game.name: Standing.MISSED in standings})
    ledger.note(FALSE_MET, {of.game.name: Standing.MET in standings})


def _goals_at_border(of: Subject) -> tuple[Goal, ...]:
    return tuple(Goal(name, high=of.truth.averages[name]) for name in of.tested)


PlayedPair = tuple[Outcome, Outcome, PairTallies]


def _contrasts(pair: PlayedPair, game: Game) -> dict[str, Contrast]:
    """The contrasts that `compare` gives of two batches, in a game with other margins."""
    ours, theirs, pairs = pair
    return compared_as_played(_as_of(ours, game), _as_of(theirs, game), None, pairs).contrasts


def _as_of(outcome: Outcome, game: Game) -> Outcome:
    """The same plays of a game that differs in its margins alone."""
    if game is outcome.scenario.game:
        return outcome
    scenario = replace(outcome.scenario, game=game)
    return replace(outcome, scenario=scenario, gathered=replace(outcome.tallies, layout=layout(scenario)))


def _check_twin(of: Subject, pair: PlayedPair, ledger: Ledger) -> None:
    """No figure differs in truth."""
    contrasts = _contrasts(pair, of.game)
    for promise, names in ((DIFFERENCES, of.often), (SELDOM, of.seldom), (SPREADS_MOVED, [SPREAD])):
        off = {name: misses(contrasts[name].difference, 0.0) for name in names if name in contrasts}
        ledger.note(promise, _in_game(of, off))
    _check_width(of, contrasts, 0, dict.fromkeys(contrasts, 0.0), ledger)
    for promise, judged in ((WORDS, contrasts), (WORDS_AT_0, _contrasts(pair, without_margins(of.game)))):
        ledger.note(promise, {of.game.name: _any_wrong(of, judged.values())})


def _check_width(
    of: Subject, contrasts: Mapping[str, Contrast], side: int, truth: Mapping[str, float], ledger: Ledger
) -> None:
    """Pairs are made use of: the truth would be in the middle half of too wide an interval too often.

    `side` is 0 beside the twin, 1 beside the step.
    """
    intervals = {name: contrasts[name].difference for name in of.truth.sharpened[side] if name in contrasts}
    inside = {
        f"{name} {('twin', 'step')[side]}": abs(interval.mean - truth[name]) <= (interval.high - interval.low) / 4
        for name, interval in intervals.items()
        if name in truth
    }
    ledger.note(TOO_WIDE, _in_game(of, inside))


def _any_wrong(of: Subject, contrasts: Iterable[Contrast]) -> bool:
    """True if any verdict is false where nothing differs in truth."""
    return any(is_wrong(contrast, 0.0) for contrast in contrasts if contrast.measure.name not in of.neutral.but)


def _check_step(of: Subject, pair: PlayedPair, ledger: Ledger) -> None:
    """Every figure differs, in truth, by just the smallest change that counts."""
    game = with_margins(of.game, {name: abs(effect) for name, effect in of.truth.effects.items()})
    contrasts = _contrasts(pair, game)
    effects = {name: effect for name, effect in of.truth.effects.items() if name in contrasts}
    _check_width(of, contrasts, 1, effects, ledger)
    wrong = {contrasts[name].verdict for name, effect in effects.items() if is_wrong(contrasts[name], effect)}
    ledger.note(FALSE_SAME, {of.game.name: Verdict.SAME in wrong})
    ledger.note(FALSE_MOVED, {of.game.name: bool(wrong - {Verdict.SAME})})


# compare --by-change


def check_attribution(of: Subject, sizes: SampleSizes, seed: int, ledger: Ledger) -> None:
    """Which change did it, the step or the neutral one: the latter did nothing, by itself and beside the other."""
    base = replace(of.base, game=without_margins(of.game), plays=sizes.plays, seed=seed)
    rules = {**of.tables[-1].rules, of.neutral.rule: of.twin.rules[of.neutral.rule]}
    answer = attribute(plan_combinations(base, replace(base, rules=rules)), of.options)
    effects = [effect for effect in answer.effects if of.neutral.rule in effect.changes or of.step is None]
    off = {
        f"{effect.contrast.name} {effect.kind}": misses(effect.contrast.difference, 0.0)
        for effect in effects
        if effect.contrast.name in of.often
    }
    ledger.note(EFFECTS, _in_game(of, off))
    ledger.note(EFFECT_WORDS, {of.game.name: _any_wrong(of, (effect.contrast for effect in effects))})


# compare --until-decided


def check_question(of: Subject, sizes: SampleSizes, seed: int, ledger: Ledger) -> None:
    """Some figures, until each is decided; none can be, as nothing differs and every change counts."""
    base, twin = (replace(table, game=without_margins(of.game), seed=seed) for table in (of.base, of.twin))
    looks: list[InterimLook] = []
    settle(base, twin, read_subject(base, twin, of.tested), of.options, sizes.limit, lambda look, _: looks.append(look))
    contrasts = [contrast for look in looks for contrast in look.contrasts]
    off = dict.fromkeys(of.tested, False)
    for contrast in contrasts:
        off[contrast.name] |= misses(contrast.difference, 0.0)
    ledger.note(LOOKS, _in_game(of, off))
    ledger.note(DECIDED, {of.game.name: _any_wrong(of, contrasts)})


def check_question_of_goals(of: Subject, sizes: SampleSizes, seed: int, ledger: Ledger) -> None:
    """Goals, until each is decided; none should be, as every figure lies at the border of its goal."""
    base, twin = (replace(table, seed=seed, goals=_goals_at_border(of)) for table in (of.base, of.twin))
    answer = settle(base, twin, read_subject(base, twin, ()), of.options, LONGER * sizes.limit)
    standings = {goal.standing for look in answer.looks for goal in look.goals}
    ledger.note(DECIDED_GOALS, {of.game.name: standings != {Standing.UNDECIDED}})


# sweep


def check_sweep(of: Subject, sizes: SampleSizes, seed: int, ledger: Ledger) -> None:
    """A sweep over two values that are alike: neither is worse. One over two that are not: the worse is not best."""
    base, rule = replace(of.base, seed=seed), of.neutral.rule
    targets = [Target(name, None, Direction.DOWN) for name in of.tested[:1]]
    plan = plan_sweep(base, [Varied(rule, (base.rules[rule], of.twin.rules[rule]))], targets, sizes.swept)
    cells = sweep(plan, of.options).cells
    readings = [reading for cell in cells for reading in cell.readings]
    off = [misses(reading.figure.estimate, of.truth.averages[reading.figure.name]) for reading in readings]
    ledger.note(READINGS, {of.game.name: any(off)})
    ledger.note(FALSE_WORSE, {of.game.name: any(cell.place is RaceStanding.WORSE for cell in cells)})
    effects = {name: effect for name in of.tested if (effect := of.truth.effects.get(name))}
    if of.step and effects:
        name = max(effects, key=lambda name: abs(effects[name]))
        place = _place_of_worse(of, base, of.step, (name, effects[name]), sizes.swept)
        ledger.note(FALSE_BEST, {of.game.name: place is RaceStanding.BEST})
        ledger.note(FALSE_AS_GOOD, {of.game.name: place is RaceStanding.AS_GOOD})


def _place_of_worse(of: Subject, base: Scenario, step: Scenario, effect: tuple[str, float], plays: int) -> RaceStanding:
    """Where a sweep puts the step, which is worse in truth, by just the smallest change that counts."""
    name, difference = effect
    base = replace(base, game=with_margins(base.game, {name: abs(difference)}))
    ((rule, values),) = differences(base, step).items()
    target = Target(name, None, Direction.DOWN if difference > 0 else Direction.UP)
    plan = plan_sweep(base, [Varied(rule, tuple(values))], [target], plays)
    return next(cell.place for cell in sweep(plan, of.options).cells if cell.changed)
