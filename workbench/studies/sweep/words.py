"""What a sweep, or one step of every rule, found: the answer in a sentence, then its evidence; and tables."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from workbench.engine.game import Game
from workbench.engine.measures import Measure
from workbench.engine.parameters import Written
from workbench.engine.problems import is_whole
from workbench.engine.wording import counted, listed, plural
from workbench.report.text import phrases, verdicts
from workbench.report.text.phrases import lower_first, upper_first, words_of
from workbench.report.text.scenarios import NO_PEOPLE, goal_label, rule_value, short_value, who_played, within
from workbench.report.text.verdicts import MOVED
from workbench.stats import Direction
from workbench.stats.evidence import largest_unseen_rate
from workbench.stats.race import Place
from workbench.studies.sweep.grid import Cell, Ending, Plan, Reading, Sweep
from workbench.studies.sweep.steps import Effect, Sensitivity, size
from workbench.study.goals import Standing

Table = list[dict[str, str]]
MOST_NAMED, MOST_RULES = 3, 3
"""Combinations, and rules, that a sentence names."""
WORTH_SAYING = 1.2
"""How many times as many plays for each alike it would have to be to be named."""
METHOD = (
    "Differences to the best are paired: all combinations play the same shuffles. The chance of any of these is at most"
    " 5 %, at any time: an interval misses, the truly best one is called worse, or the one called best is worse than it"
    " by more than the smallest change that counts. “As good” is worse than the best by at most that. The best, and all"
    " that may be as good, play again on fresh shuffles, since the best of many looks better than it is."
)
LOSS = (
    "With several goals, what counts is the one that a combination does worst at, measured in the smallest change that"
    " counts. If several meet all goals, the one that changes the fewest rules comes first."
)
NOT_JUDGED = (
    "Nothing is called best without a goal: add goals to the revision, or ask for the lowest or highest of a measure."
)
STEPS_METHOD = (
    "Each rule goes one step up and down by itself, on the same shuffles as the revision. Verdicts are corrected for"
    " all steps and measures together (Holm): the chance that any is wrong is at most 5 %."
)


# A sweep


def headline(found: Sweep) -> str:
    """The answer: which values to take, or why that cannot be said."""
    first = found.leader
    if not any(cell.plays for cell in found.cells):
        return "Nothing was played yet."
    if first is None:
        return _range_sentence(found)
    if found.best:
        best = found.best
        return " ".join(filter(None, (_best_sentence(found, best), _shown_to_meet(found, best), _others(found, best))))
    if found.is_flat:
        return _flat_sentence(found)
    name = upper_first(values_words(found.plan, first))
    lead = f"{name} {_does(found, first)}"
    shown = _shown_to_meet(found, first)
    if found.confirmation:
        return f"{lead} in the sweep. {_not_confirmed(found)} {shown}".strip()
    may = [cell for cell in found.cells if cell.plays and cell is not first and cell.place is not Place.WORSE]
    may_be = f"Undecided: {lower_first(lead)} so far, and {counted(len(may), 'other combination')} may be as good."
    return f"{may_be} {shown}".strip()


def _flat_sentence(found: Sweep) -> str:
    """That none is best: all are as good as each other, or may be."""
    first, played = found.leader, [each for each in found.cells if each.plays]
    assert first is not None
    least = _least_words(first)
    name = values_words(found.plan, first)
    if open_ := len(played) - len(found.as_good):
        may = f"{counted(open_, 'other')} may be as good, or worse"
        return f"{upper_first(name)} is as good as any: no other is better by more than {least}. {may}."
    which = "Both combinations" if len(played) == 2 else f"All {counted(len(played), 'combination')}"
    keep = " So nothing has to change." if any(not each.changed for each in played) else ""
    return f"{which} are as good as each other: none differs from {name} by more than {least}.{keep}"


def _least_words(cell: Cell) -> str:
    """The smallest change that counts, with its number where one figure is judged."""
    readings = list(cell.judged.values())
    about = f" ({phrases.margin(readings[0].measure)} of {lower_first(readings[0].label)})"
    return f"the smallest change that counts{about if len(readings) == 1 else ''}"


def _not_confirmed(found: Sweep) -> str:
    """Why the leader is not called best after it has played on fresh shuffles."""
    again = found.confirmation
    assert again is not None
    if again.refuted:
        return "Fresh shuffles say otherwise, so nothing is called best."
    return "Fresh shuffles leave it unconfirmed, so nothing is called best: more plays would tell."


def _shown_to_meet(found: Sweep, first: Cell) -> str:
    """Which others are shown to meet the goals where the leader only seems to."""
    shown = [each for each in found.cells if each.standing is Standing.MET]
    if first.standing is Standing.MET or not shown:
        return ""
    if len(shown) > MOST_NAMED:
        return f"{counted(len(shown), 'other')} are shown to meet {_all_goals(found)}."
    names = listed([values_words(found.plan, each) for each in shown])
    return f"{upper_first(names)} {plural(len(shown), 'is', 'are')} shown to meet {_all_goals(found)}."


def _best_sentence(found: Sweep, best: Cell) -> str:
    name = upper_first(values_words(found.plan, best))
    if best.standing is Standing.MISSED:
        open_ = any(cell.standing is Standing.UNDECIDED for cell in found.cells)
        meets = f"{'is shown to meet' if open_ else 'meets'} {_all_goals(found)}"
        return f"No combination {meets}; {values_words(found.plan, best)} comes closest ({_readings(best)})."
    return f"{name} {_does(found, best)}."


def _does(found: Sweep, cell: Cell) -> str:
    """What a combination does best: `keeps ties lowest (4.1 %)`, `meets the goal with ties lowest (4.1 %)`."""
    judged = [each for each in found.plan.targets if each.is_judged]
    if len(judged) > 1:
        return f"{'' if cell.combination.changed else '(as it is) '}{_stands(found, cell)} ({_readings(cell)})"
    (asked,) = judged
    reading = next(each for each in cell.readings if each.target is asked)
    about = lower_first(reading.label)
    if asked.goal and asked.goal.low is not None and asked.goal.high is not None:
        return f"keeps {about} nearest the middle of its goal ({_readings(cell)})"
    lowest = asked.wish is Direction.DOWN or (asked.goal is not None and asked.goal.low is None)
    keeps = "meets the goal with" if cell.standing is Standing.MET else "keeps"
    return f"{keeps} {about} {'lowest' if lowest else 'highest'} ({_readings(cell)})"


def _stands(found: Sweep, cell: Cell) -> str:
    """How a combination stands to several goals: whether it meets them, seems to, or only comes closest."""
    if cell.standing is Standing.MET:
        return f"meets {_all_goals(found)}"
    within = cell.loss is not None and cell.loss.mean <= 0
    return f"seems to meet {_all_goals(found)}" if within else "comes closest to the goals"


def _all_goals(found: Sweep) -> str:
    """`the goal`, `both goals`, `all 3 goals`."""
    goals = sum(1 for each in found.plan.targets if each.goal)
    return "the goal" if goals == 1 else "both goals" if goals == 2 else f"all {goals} goals"


def _others(found: Sweep, best: Cell) -> str:
    """How the other combinations stand: which are as good, within the margin."""
    others = [each for each in found.cells if each.plays and each is not best]
    if not others:
        return ""
    if all(each.place is Place.WORSE for each in others):
        return "All others are worse." if len(others) > 1 else "The other is worse."
    if len(found.as_good) == len(others):
        many = (
            "the other is"
            if len(others) == 1
            else "both others are"
            if len(others) == 2
            else f"all {counted(len(others), 'other')} are"
        )
        return f"It makes little difference: {many} as good."
    return _as_good(found, best)


def _as_good(found: Sweep, best: Cell) -> str:
    alike = found.as_good
    if not alike:
        others = [each.place for each in found.cells if each.plays and each is not best]
        worse, open_ = others.count(Place.WORSE), others.count(Place.UNDECIDED)
        shown = f"{worse} {plural(worse, 'is', 'are')} shown to be worse, " if worse else ""
        return f"No other is better by more than the smallest change that counts: {shown}{open_} may be as good."
    if len(found.plan.varied) == 1:
        return f"{upper_first(_run_words(found, [*alike, best]))} are all about as good."
    if len(alike) <= MOST_NAMED:
        return f"As good: {'; '.join(values_words(found.plan, each) for each in alike)}."
    return f"{counted(len(alike), 'other combination')} are as good."


def _run_words(found: Sweep, cells: Sequence[Cell]) -> str:
    """The values of one parameter in words: `5 to 7 cards`, where nothing is left out between."""
    (varied,) = found.plan.varied
    places = sorted(varied.values.index(dict(each.combination.values)[varied.name]) for each in cells)
    shown = [rule_value(found.plan.scenario.game, varied.name, varied.values[place]) for place in places]
    if len(places) > 2 and all(two == one + 1 for one, two in pairwise(places)) and isinstance(varied.values[0], int):
        return f"{short_value(found.plan.scenario.game, varied.name, varied.values[places[0]])} to {shown[-1]}"
    return listed(shown)


def _range_sentence(found: Sweep) -> str:
    """Where nothing can be best: from where to where each measure goes, and at which values."""
    return " ".join(_range_of(found, name) for name in found.shown[:MOST_NAMED])


def _range_of(found: Sweep, name: str) -> str:
    played = [(cell, reading) for cell in found.cells if (reading := cell.reading(name))]
    low, high = (pick(played, key=lambda each: each[1].estimate.mean) for pick in (min, max))
    unit = phrases.unit(low[1].measure)
    if low[1].estimate.mean == high[1].estimate.mean:
        return f"{low[1].label}: {phrases.value(low[1].measure, low[1].estimate.mean)} {unit} everywhere.".replace(
            "  ", " "
        )
    ends = [
        f"{phrases.value(reading.measure, reading.estimate.mean)} ({within(values_words(found.plan, cell))})"
        for cell, reading in (low, high)
    ]
    return f"{low[1].label}: from {ends[0]} to {ends[1]} {unit}.".replace(" .", ".")


def _readings(cell: Cell) -> str:
    """The figures of a combination, each with its name where there are several."""
    shown = [each for each in cell.readings if each.target.is_judged]
    if len(shown) == 1:
        return reading_words(shown[0])
    return ", ".join(f"{lower_first(each.label)} {reading_words(each)}" for each in shown[:MOST_NAMED])


def reading_words(reading: Reading) -> str:
    """A figure's value: `4.1 %`, `4.57 deals`."""
    measure = reading.measure
    unit = "" if phrases.is_share(measure) or measure.unit in reading.label.lower() else measure.unit
    return f"{phrases.value(measure, reading.estimate.mean)} {unit}".strip()


def values_words(plan: Plan, cell: Cell) -> str:
    """The values of a combination: `hand size 6 and production rounds 7`."""
    game = plan.scenario.game
    return listed(rule_words(game, name, value) for name, value in cell.combination.values)


def rule_words(game: Game, name: str, value: Written) -> str:
    """A rule with its value: `hand size 6`, `concentration no`, `broad appeal lowest rank`."""
    return f"{_rule(game, name)} {short_value(game, name, value)}"


def _rule(game: Game, name: str) -> str:
    return lower_first(game.parameters[name].label)


def sentences(found: Sweep) -> list[str]:
    """The evidence: what ended the plays, the goals, the confirmation, what is not allowed; or what to ask for."""
    missing = [] if found.plan.has_best else [NOT_JUDGED]
    return [*missing, *_goals(found), *_confirmed(found), *_at_the_edge(found), ended(found), *_not_allowed(found)]


def _at_the_edge(found: Sweep) -> Iterator[str]:
    """Where the best value is the first or last that was tried, and the rule allows others beyond."""
    best = dict(found.best.combination.values) if found.best and found.best.combination.changed else {}
    for varied in found.plan.varied if best else ():
        allowed, value = found.plan.scenario.game.parameters[varied.name].values(), best[varied.name]
        tried = sorted(each for each in varied.values if is_whole(each))
        ends = [("lowest", tried[0], allowed[0]), ("highest", tried[-1], allowed[-1])] if len(tried) > 1 else []
        for word, end, limit in ends:
            if value == end != limit:
                name = upper_first(rule_words(found.plan.scenario.game, varied.name, value))
                yield f"{name} is the {word} that was tried: values beyond it may be better still."


def ended(found: Sweep) -> str:
    """What ended the plays, and how many an equal number for each would have been."""
    played = [cell for cell in found.cells if cell.plays]
    plays = f"{phrases.number_of(found.plays, 'play')} of {counted(len(played), 'combination')}"
    if found.ending is Ending.STOPPED:
        return f"Stopped after {plays}: this is incomplete. The same sweep goes on from what is stored."
    most = max((cell.plays for cell in played), default=0)
    even = most * len(played)
    spared = f" Giving each as many as the one with the most would take {phrases.count(even)}."
    spared = spared if even > WORTH_SAYING * found.plays else ""
    if found.ending is Ending.REFUTED:
        return (
            f"It ended after {plays}, since fresh shuffles contradict the others: another seed is a new look.{spared}"
        )
    if found.ending is Ending.DECIDED:
        open_ = any(Standing.UNDECIDED is cell.standing or cell.place is Place.UNDECIDED for cell in played)
        if open_ and found.plan.has_best:
            return f"Ended after {plays}; what is called undecided is still open.{spared}"
        return f"All that was asked is decided after {plays}.{spared}"
    allowed = "the most that" if found.plays >= found.budget else f"as {phrases.count(found.budget)}"
    return f"{plays}, {allowed} were allowed; more would decide more.{spared}"


def _goals(found: Sweep) -> Iterator[str]:
    stands = [cell.standing for cell in found.cells if cell.standing]
    if not stands:
        return
    name = _all_goals(found)
    met, missed, open_ = (stands.count(each) for each in (Standing.MET, Standing.MISSED, Standing.UNDECIDED))
    miss = f"{plural(missed, 'misses', 'miss')} {'it' if name == 'the goal' else 'one'}"
    if met == len(stands):
        yield f"All {counted(met, 'combination')} meet {name}." if met > 1 else f"The combination meets {name}."
        return
    meets = "meets" if 1 in (met, len(stands)) else "meet"
    parts = [f"{met} of {counted(len(stands), 'combination')} {meets} {name}"]
    parts += [f"{missed} {miss}"] if missed else []
    parts += [f"{counted(open_, 'is', 'are')} undecided"] if open_ else []
    yield f"{listed(parts)}."


def _confirmed(found: Sweep) -> Iterator[str]:
    again = found.confirmation
    if again is None:
        return
    plays = f"{phrases.number_of(again.cell.plays, 'play')} on fresh shuffles (seed {again.seed})"
    shown = [each for each in again.cell.readings if each.target.is_judged]
    figures = listed(f"{lower_first(each.label)} {_with_span(each)}" for each in shown[:MOST_NAMED])
    is_open = any(each.standing is Standing.UNDECIDED for each in shown)
    word = "Not confirmed by" if not again.holds else "No other is better in" if is_open else "Confirmed by"
    yield f"{word} {plays}: {figures}{', undecided' if is_open else ''}."


def _with_span(reading: Reading) -> str:
    span = phrases.span(reading.measure, reading.estimate)
    return f"{reading_words(reading)} ({', '.join(filter(None, (span, some_plays(reading))))})"


def some_plays(reading: Reading) -> str:
    """How many plays have the figure, where not all do."""
    return phrases.part_of(reading.estimate.n, reading.plays)


def whole_reading(reading: Reading) -> str:
    """A figure with its unit and interval, and how many plays have it where not all do."""
    return f"{phrases.reading(reading.measure, reading.estimate)}{phrases.in_brackets(some_plays(reading))}"


def _not_allowed(found: Sweep) -> Iterator[str]:
    """Combinations that the game does not allow, with the reason; each reason once."""
    refused = [cell for cell in found.cells if not cell.combination.is_valid]
    if refused:
        first = refused[0].combination.problems[0]
        reason = f"{words_of(first.place)} {first.message}"
        more = f" ({within(values_words(found.plan, refused[0]))}: {reason})"
        are_out = f"cannot be played and {plural(len(refused), 'was', 'were')} left out"
        yield f"{counted(len(refused), 'combination')} {are_out}{more}."


def how_played(found: Sweep) -> str:
    """Who played, with which seed."""
    scenario = found.plan.scenario
    return f"The same shuffles for every combination (seed {scenario.seed}), {who_played(scenario)}. {NO_PEOPLE}"


def definitions(plan: Plan) -> list[str]:
    """How the figures came about."""
    several = sum(each.is_judged for each in plan.targets) > 1
    return [METHOD, *([LOSS] if several else []), *filter(None, [plan.scenario.game.caveat])]


def sweep_table(found: Sweep) -> Table:
    """A line for each combination: its values, every figure with its interval, how its goals stand, and its place."""
    return [_line(found, cell) for cell in found.cells]


def _line(found: Sweep, cell: Cell) -> dict[str, str]:
    game = found.plan.scenario.game
    line = {game.parameters[name].label: short_value(game, name, value) for name, value in cell.combination.values}
    line |= dict.fromkeys(_heads(found).values(), "")
    line |= {_heads(found)[each.name]: _with_interval(each) for each in cell.readings}
    if any(each.goal for each in found.plan.targets):
        line["Goals"] = cell.standing.value if cell.standing else ""
    if found.plan.has_best:
        line["Against the best"] = cell.place.value if cell.plays else ""
    line["Plays"] = phrases.count(cell.plays) if cell.plays else "cannot be played"
    return line


def _heads(found: Sweep) -> dict[str, str]:
    """What the figures are called above the columns; a rule may have the same name."""
    game = found.plan.scenario.game
    rules = {game.parameters[each.name].label for each in found.plan.varied}
    heads = {each.name: each.label for cell in found.cells for each in cell.readings}
    return {name: f"{head} (measured)" if head in rules else head for name, head in heads.items()}


def _with_interval(reading: Reading) -> str:
    """A figure with its interval, short: `4.1 % (3.4–4.7)`."""
    measure, estimate = reading.measure, reading.estimate
    low, high = (phrases.value(measure, end).removesuffix(f"{phrases.THIN}%") for end in (estimate.low, estimate.high))
    some, mean = some_plays(reading), phrases.value(measure, estimate.mean)
    if phrases.is_constant(measure, estimate.mean, estimate):
        return f"{mean} ({phrases.in_all(estimate.n)})"
    return f"{mean} ({low}–{high}){f' {some}' if some else ''}"


def asked_words(plan: Plan) -> str:
    """What is asked: `ties at most 10 %, deals 3 to 6 deals`."""
    return listed(
        f"{lower_first(goal_label(plan.scenario.game, each.measure))}{f' {each.goal.text}' if each.goal else ''}"
        + (
            f" as {'low' if each.wish is Direction.DOWN else 'high'} as can be"
            if each.wish is not Direction.NONE
            else ""
        )
        for each in plan.targets
    )


# One step of every rule


def steps_headline(found: Sensitivity) -> str:
    """Which rule matters most, for each measure asked about."""
    return " ".join(_matters(found, name) for name in _whole_table(found)[:MOST_RULES])


def _whole_table(found: Sensitivity) -> list[str]:
    """The figures asked about, those of a single seat only where there are no others."""
    whole = [name for name in found.figures if all(each.contrast.seat is None for each in found.of(name))]
    return whole or found.figures


def steps_sentences(found: Sensitivity) -> list[str]:
    """What matters for each further figure, and which rules are shown to matter for none."""
    idle = [rule for rule in _rules(found) if not any(_moves(each) for each in found.effects if each.rule == rule)]
    idle = [rule for rule in idle if rule not in found.dead]
    rest = [_matters(found, name) for name in found.figures if name not in _whole_table(found)[:MOST_RULES]]
    none = (
        f"Nothing is shown to come from one step of {listed(_rule(found.plan.scenario.game, rule) for rule in idle)}."
    )
    return [*rest, *([none] if idle else []), *_dead_rules(found)]


def _dead_rules(found: Sensitivity) -> Iterator[str]:
    """The rules that make no difference to these bots, with how sure that is."""
    if found.dead:
        unseen = phrases.percent(largest_unseen_rate(found.plays), 2)
        names = listed(_rule(found.plan.scenario.game, rule) for rule in found.dead)
        plays = phrases.number_of(found.plays, "play")
        dead = counted(len(found.dead), "dead rule")
        yield f"{upper_first(dead)}: one step of {names} changed no figure in {plays} (at most {unseen} can differ)."


def steps_played(found: Sensitivity) -> str:
    """Who played how often."""
    scenario = found.plan.scenario
    steps = counted(len(found.plan.valid), "step")
    plays = f"{phrases.number_of(found.plays, 'play')} of the revision and of each of {steps}"
    return f"{plays}, on the same shuffles (seed {scenario.seed}), {who_played(scenario)}. {NO_PEOPLE}"


def _rules(found: Sensitivity) -> list[str]:
    return list(dict.fromkeys(each.rule for each in found.effects))


def _moves(effect: Effect) -> bool:
    return effect.contrast.verdict in MOVED


def _matters(found: Sensitivity, name: str) -> str:
    """`For ties, production rounds matters most (6 instead of 7: +1.2 percentage points); then hand size.`"""
    moved = {rule: [each for each in effects if _moves(each)] for rule, effects in found.by_rule(name).items()}
    rules = [rule for rule, effects in moved.items() if effects]
    about = lower_first(found.of(name)[0].contrast.label)
    if not rules:
        return f"No single step is shown to move {about}."
    largest = max(moved[rules[0]], key=size)
    first, *others = (_rule(found.plan.scenario.game, rule) for rule in rules[:MOST_RULES])
    then = f"; then {listed(others)}" if others else ""
    return f"For {about}, {first} matters most ({step_words(found, largest)}){then}."


def step_words(found: Sensitivity, effect: Effect) -> str:
    """A step and what it does: `6 instead of 7: +1.2 percentage points`."""
    was, now = _was_and_now(found, effect)
    measure = effect.contrast.measure
    by = phrases.change(measure, effect.contrast.difference.difference)
    return f"{now} instead of {was}: {by} {phrases.change_unit(measure)}".rstrip()


def step_label(found: Sensitivity, effect: Effect) -> str:
    """A step beside its bar: `Hand size 7 → 6`."""
    was, now = _was_and_now(found, effect)
    return f"{found.plan.scenario.game.parameters[effect.rule].label} {was} → {now}"


def effect_words(effect: Effect) -> str:
    """What a step does, with its interval and verdict."""
    measure, moved = effect.contrast.measure, effect.contrast.difference
    by = f"{phrases.change(measure, moved.difference)} {phrases.change_unit(measure)}".rstrip()
    some = phrases.in_brackets(verdicts.some_plays(effect.contrast))
    return f"{by} ({phrases.change_span(measure, moved)}){some}: {effect.contrast.verdict.value}"


def _was_and_now(found: Sensitivity, effect: Effect) -> tuple[str, str]:
    scenario = found.plan.scenario
    was, now = (short_value(scenario.game, effect.rule, value) for value in (scenario.rules[effect.rule], effect.value))
    return was, now


def steps_table(found: Sensitivity, moved: bool = False) -> Table:
    """A line for each step and figure; where `moved`, only those that are shown to move it."""
    game, rules = found.plan.scenario.game, found.plan.scenario.rules
    return [
        {
            "Measure": each.contrast.label,
            "Rule": game.parameters[each.rule].label,
            "Is": short_value(game, each.rule, rules[each.rule]),
            "Step": short_value(game, each.rule, each.value),
            "Change": _change(each.contrast.measure, each),
            "Verdict": each.contrast.verdict.value,
        }
        for name in found.figures
        for effects in found.by_rule(name).values()
        for each in effects
        if _moves(each) or not moved
    ]


def _change(measure: Measure, effect: Effect) -> str:
    moved = effect.contrast.difference
    some = phrases.in_brackets(verdicts.some_plays(effect.contrast))
    return f"{phrases.change(measure, moved.difference)} ({phrases.change_span(measure, moved)}){some}"
