"""A sweep, or one step of every rule, in words: the answer in a sentence, then its evidence; and tables."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from workbench.engine.game import Game
from workbench.engine.measures import Measure
from workbench.engine.parameters import Written
from workbench.engine.problems import is_whole
from workbench.engine.wording import THIN, counted, listed, lower_first, plural, upper_first
from workbench.play.goals import Standing
from workbench.report.text import phrases, verdicts
from workbench.report.text.phrases import words_of
from workbench.report.text.scenarios import NO_PEOPLE, rule_value, short_value, who_played, within
from workbench.report.text.verdicts import MOVED
from workbench.stats import Direction
from workbench.stats.evidence import largest_unseen_rate
from workbench.stats.race import RaceStanding
from workbench.studies.sweep.grid import CellReading, Ending, Sweep, SweepCell, SweepPlan
from workbench.studies.sweep.steps import Sensitivity, StepEffect, size

TableRows = list[dict[str, str]]
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


def headline(sweep: Sweep) -> str:
    """The answer: which values to take, or why that cannot be said."""
    first = sweep.leader
    if not any(cell.plays for cell in sweep.cells):
        return "Nothing was played yet."
    if first is None:
        return " ".join(_range_of(sweep, name) for name in sweep.figures[:MOST_NAMED])
    if sweep.best:
        best = sweep.best
        return " ".join(filter(None, (_best_sentence(sweep, best), _others_meet(sweep, best), _others(sweep, best))))
    if sweep.is_flat:
        return _flat_sentence(sweep)
    name = upper_first(values_words(sweep.plan, first))
    lead = f"{name} {_does(sweep, first)}"
    meeting = _others_meet(sweep, first)
    if sweep.confirmation:
        return f"{lead} in the sweep. {_not_confirmed(sweep)} {meeting}".strip()
    may = [cell for cell in sweep.cells if cell.plays and cell is not first and cell.place is not RaceStanding.WORSE]
    may_be = f"Undecided: {lower_first(lead)} so far, and {counted(len(may), 'other combination')} may be as good."
    return f"{may_be} {meeting}".strip()


def _flat_sentence(sweep: Sweep) -> str:
    """A sentence where none is best: all are as good as each other, or may be."""
    first, played = sweep.leader, [cell for cell in sweep.cells if cell.plays]
    assert first is not None
    least = _least_words(first)
    name = values_words(sweep.plan, first)
    if open_ := len(played) - len(sweep.as_good):
        may = f"{counted(open_, 'other')} may be as good, or worse"
        return f"{upper_first(name)} is as good as any: no other is better by more than {least}. {may}."
    which = "Both combinations" if len(played) == 2 else f"All {counted(len(played), 'combination')}"
    keep = " So nothing has to change." if any(not cell.changed for cell in played) else ""
    return f"{which} are as good as each other: none differs from {name} by more than {least}.{keep}"


def _least_words(cell: SweepCell) -> str:
    """The smallest change that counts, with its number where one figure is judged."""
    readings = list(cell.judged.values())
    about = f" ({phrases.margin(readings[0].figure.measure)} of {lower_first(readings[0].figure.label)})"
    return f"the smallest change that counts{about if len(readings) == 1 else ''}"


def _not_confirmed(sweep: Sweep) -> str:
    """Why the leader is not called best after it has played on fresh shuffles."""
    again = sweep.confirmation
    assert again is not None
    if again.refuted:
        return "Fresh shuffles say otherwise, so nothing is called best."
    return "Fresh shuffles leave it unconfirmed, so nothing is called best: more plays would tell."


def _others_meet(sweep: Sweep, first: SweepCell) -> str:
    """Which others are shown to meet the goals where the leader only seems to."""
    meeting = [cell for cell in sweep.cells if cell.standing is Standing.MET]
    if first.standing is Standing.MET or not meeting:
        return ""
    if len(meeting) > MOST_NAMED:
        return f"{counted(len(meeting), 'other')} are shown to meet {_all_goals(sweep)}."
    names = listed([values_words(sweep.plan, cell) for cell in meeting])
    return f"{upper_first(names)} {plural(len(meeting), 'is', 'are')} shown to meet {_all_goals(sweep)}."


def _best_sentence(sweep: Sweep, best: SweepCell) -> str:
    name = upper_first(values_words(sweep.plan, best))
    if best.standing is Standing.MISSED:
        open_ = any(cell.standing is Standing.UNDECIDED for cell in sweep.cells)
        meets = f"{'is shown to meet' if open_ else 'meets'} {_all_goals(sweep)}"
        return f"No combination {meets}; {values_words(sweep.plan, best)} comes closest ({_readings(best)})."
    return f"{name} {_does(sweep, best)}."


def _does(sweep: Sweep, cell: SweepCell) -> str:
    """The predicate of the best: `keeps ties lowest (4.1 %)`, `meets the goal with ties lowest (4.1 %)`."""
    judged = [target for target in sweep.plan.targets if target.is_judged]
    if len(judged) > 1:
        return f"{'' if cell.combination.changed else '(as it is) '}{_stands(sweep, cell)} ({_readings(cell)})"
    (target,) = judged
    reading = next(reading for reading in cell.readings if reading.target is target)
    about = lower_first(reading.figure.label)
    if target.goal and target.goal.low is not None and target.goal.high is not None:
        return f"keeps {about} nearest the middle of its goal ({_readings(cell)})"
    lowest = target.wish is Direction.DOWN or (target.goal is not None and target.goal.low is None)
    keeps = "meets the goal with" if cell.standing is Standing.MET else "keeps"
    return f"{keeps} {about} {'lowest' if lowest else 'highest'} ({_readings(cell)})"


def _stands(sweep: Sweep, cell: SweepCell) -> str:
    """How a combination stands to several goals: whether it meets them, seems to, or only comes closest."""
    if cell.standing is Standing.MET:
        return f"meets {_all_goals(sweep)}"
    within = cell.loss is not None and cell.loss.mean <= 0
    return f"seems to meet {_all_goals(sweep)}" if within else "comes closest to the goals"


def _all_goals(sweep: Sweep) -> str:
    """`the goal`, `both goals`, `all 3 goals`."""
    goals = sum(1 for target in sweep.plan.targets if target.goal)
    return "the goal" if goals == 1 else "both goals" if goals == 2 else f"all {goals} goals"


def _others(sweep: Sweep, best: SweepCell) -> str:
    """How the other combinations stand: which are as good, within the margin."""
    others = [cell for cell in sweep.cells if cell.plays and cell is not best]
    if not others:
        return ""
    if all(other.place is RaceStanding.WORSE for other in others):
        return "All others are worse." if len(others) > 1 else "The other is worse."
    if len(sweep.as_good) == len(others):
        many = (
            "the other is"
            if len(others) == 1
            else "both others are"
            if len(others) == 2
            else f"all {counted(len(others), 'other')} are"
        )
        return f"It makes little difference: {many} as good."
    return _as_good(sweep, best)


def _as_good(sweep: Sweep, best: SweepCell) -> str:
    alike = sweep.as_good
    if not alike:
        others = [cell.place for cell in sweep.cells if cell.plays and cell is not best]
        worse, open_ = others.count(RaceStanding.WORSE), others.count(RaceStanding.UNDECIDED)
        worse_words = f"{worse} {plural(worse, 'is', 'are')} shown to be worse, " if worse else ""
        return f"No other is better by more than the smallest change that counts: {worse_words}{open_} may be as good."
    if len(sweep.plan.varied) == 1:
        return f"{upper_first(_run_words(sweep, [*alike, best]))} are all about as good."
    if len(alike) <= MOST_NAMED:
        return f"As good: {'; '.join(values_words(sweep.plan, cell) for cell in alike)}."
    return f"{counted(len(alike), 'other combination')} are as good."


def _run_words(sweep: Sweep, cells: Sequence[SweepCell]) -> str:
    """The values of one parameter in words: `5 to 7 cards`, where nothing is left out between."""
    (varied,) = sweep.plan.varied
    places = sorted(varied.values.index(dict(cell.combination.values)[varied.name]) for cell in cells)
    values = [rule_value(sweep.plan.scenario.game, varied.name, varied.values[place]) for place in places]
    if len(places) > 2 and all(two == one + 1 for one, two in pairwise(places)) and isinstance(varied.values[0], int):
        return f"{short_value(sweep.plan.scenario.game, varied.name, varied.values[places[0]])} to {values[-1]}"
    return listed(values)


def _range_of(sweep: Sweep, name: str) -> str:
    played = [(cell, reading) for cell in sweep.cells if (reading := cell.reading(name))]
    low, high = (pick(played, key=lambda pair: pair[1].figure.estimate.mean) for pick in (min, max))
    figure = low[1].figure
    unit, lowest = phrases.unit(figure.measure), phrases.value(figure.measure, figure.estimate.mean)
    if figure.estimate.mean == high[1].figure.estimate.mean:
        return f"{figure.label}: {lowest} {unit} everywhere.".replace("  ", " ")
    highest = phrases.value(figure.measure, high[1].figure.estimate.mean)
    ends = [
        f"{value} ({within(values_words(sweep.plan, cell))})" for value, (cell, _) in ((lowest, low), (highest, high))
    ]
    return f"{figure.label}: from {ends[0]} to {ends[1]} {unit}.".replace(" .", ".")


def _readings(cell: SweepCell) -> str:
    """The figures of a combination, each with its name where there are several."""
    judged = [reading for reading in cell.readings if reading.target.is_judged]
    if len(judged) == 1:
        return reading_words(judged[0])
    return ", ".join(f"{lower_first(reading.figure.label)} {reading_words(reading)}" for reading in judged[:MOST_NAMED])


def reading_words(reading: CellReading) -> str:
    """A figure's value: `4.1 %`, `4.57 deals`."""
    measure = reading.figure.measure
    unit = "" if phrases.is_share(measure) or measure.unit in reading.figure.label.lower() else measure.unit
    return f"{phrases.value(measure, reading.figure.estimate.mean)} {unit}".strip()


def values_words(plan: SweepPlan, cell: SweepCell) -> str:
    """The values of a combination: `hand size 6 and production rounds 7`."""
    game = plan.scenario.game
    return listed(rule_words(game, name, value) for name, value in cell.combination.values)


def rule_words(game: Game, name: str, value: Written) -> str:
    """A rule with its value: `hand size 6`, `concentration no`, `broad appeal lowest rank`."""
    return f"{_rule(game, name)} {short_value(game, name, value)}"


def _rule(game: Game, name: str) -> str:
    return lower_first(game.parameters[name].label)


def sentences(sweep: Sweep) -> list[str]:
    """The evidence: what ended the plays, the goals, the confirmation, what is not allowed; or what to ask for."""
    missing = [] if sweep.plan.has_best else [NOT_JUDGED]
    return [*missing, *_goals(sweep), *_confirmed(sweep), *_at_the_edge(sweep), ended(sweep), *_not_allowed(sweep)]


def _at_the_edge(sweep: Sweep) -> Iterator[str]:
    """Where the best value is the first or last that was tried, and the rule allows others beyond."""
    best = dict(sweep.best.combination.values) if sweep.best and sweep.best.combination.changed else {}
    for varied in sweep.plan.varied if best else ():
        allowed, value = sweep.plan.scenario.game.parameters[varied.name].values(), best[varied.name]
        tried = sorted(value for value in varied.values if is_whole(value))
        ends = [("lowest", tried[0], allowed[0]), ("highest", tried[-1], allowed[-1])] if len(tried) > 1 else []
        for word, end, limit in ends:
            if value == end != limit:
                name = upper_first(rule_words(sweep.plan.scenario.game, varied.name, value))
                yield f"{name} is the {word} that was tried: values beyond it may be better still."


def ended(sweep: Sweep) -> str:
    """Why the plays ended, and how many an equal number for each would have been."""
    played = [cell for cell in sweep.cells if cell.plays]
    plays = f"{phrases.number_of(sweep.plays, 'play')} of {counted(len(played), 'combination')}"
    if sweep.ending is Ending.STOPPED:
        return f"Stopped after {plays}: this is incomplete. The same sweep goes on from what is stored."
    most = max((cell.plays for cell in played), default=0)
    even = most * len(played)
    spared = f" Giving each as many as the one with the most would take {phrases.count(even)}."
    spared = spared if even > WORTH_SAYING * sweep.plays else ""
    if sweep.ending is Ending.REFUTED:
        return (
            f"It ended after {plays}, since fresh shuffles contradict the others: another seed is a new look.{spared}"
        )
    if sweep.ending is Ending.DECIDED:
        open_ = any(Standing.UNDECIDED is cell.standing or cell.place is RaceStanding.UNDECIDED for cell in played)
        if open_ and sweep.plan.has_best:
            return f"Ended after {plays}; what is called undecided is still open.{spared}"
        return f"All that was asked is decided after {plays}.{spared}"
    allowed = "the most that" if sweep.plays >= sweep.budget else f"as {phrases.count(sweep.budget)}"
    return f"{plays}, {allowed} were allowed; more would decide more.{spared}"


def _goals(sweep: Sweep) -> Iterator[str]:
    stands = [cell.standing for cell in sweep.cells if cell.standing]
    if not stands:
        return
    name = _all_goals(sweep)
    met, missed, open_ = (stands.count(standing) for standing in (Standing.MET, Standing.MISSED, Standing.UNDECIDED))
    miss = f"{plural(missed, 'misses', 'miss')} {'it' if name == 'the goal' else 'one'}"
    if met == len(stands):
        yield f"All {counted(met, 'combination')} meet {name}." if met > 1 else f"The combination meets {name}."
        return
    meets = "meets" if 1 in (met, len(stands)) else "meet"
    parts = [f"{met} of {counted(len(stands), 'combination')} {meets} {name}"]
    parts += [f"{missed} {miss}"] if missed else []
    parts += [f"{counted(open_, 'is', 'are')} undecided"] if open_ else []
    yield f"{listed(parts)}."


def _confirmed(sweep: Sweep) -> Iterator[str]:
    again = sweep.confirmation
    if again is None:
        return
    plays = f"{phrases.number_of(again.cell.plays, 'play')} on fresh shuffles (seed {again.seed})"
    judged = [reading for reading in again.cell.readings if reading.target.is_judged]
    figures = listed(f"{lower_first(reading.figure.label)} {_with_span(reading)}" for reading in judged[:MOST_NAMED])
    is_open = any(reading.standing is Standing.UNDECIDED for reading in judged)
    word = "Not confirmed by" if not again.holds else "No other is better in" if is_open else "Confirmed by"
    yield f"{word} {plays}: {figures}{', undecided' if is_open else ''}."


def _with_span(reading: CellReading) -> str:
    span = phrases.span(reading.figure.measure, reading.figure.estimate)
    return f"{reading_words(reading)} ({', '.join(filter(None, (span, some_plays(reading))))})"


def some_plays(reading: CellReading) -> str:
    """How many plays have the figure, where not all do."""
    return phrases.part_of(reading.figure.estimate.n, reading.plays)


def whole_reading(reading: CellReading) -> str:
    """A figure with its unit and interval, and how many plays have it where not all do."""
    return (
        f"{phrases.reading(reading.figure.measure, reading.figure.estimate)}{phrases.in_brackets(some_plays(reading))}"
    )


def _not_allowed(sweep: Sweep) -> Iterator[str]:
    """Combinations that the game does not allow, with the reason; each reason once."""
    refused = [cell for cell in sweep.cells if not cell.combination.is_valid]
    if refused:
        first = refused[0].combination.problems[0]
        reason = f"{words_of(first.place)} {first.message}"
        more = f" ({within(values_words(sweep.plan, refused[0]))}: {reason})"
        are_out = f"cannot be played and {plural(len(refused), 'was', 'were')} left out"
        yield f"{counted(len(refused), 'combination')} {are_out}{more}."


def how_played(sweep: Sweep) -> str:
    """Who played, with which seed."""
    scenario = sweep.plan.scenario
    return f"The same shuffles for every combination (seed {scenario.seed}), {who_played(scenario)}. {NO_PEOPLE}"


def sweep_table(sweep: Sweep) -> TableRows:
    """A line for each combination: its values, every figure with its interval, how its goals stand, and its place."""
    return [_line(sweep, cell) for cell in sweep.cells]


def _line(sweep: Sweep, cell: SweepCell) -> dict[str, str]:
    game = sweep.plan.scenario.game
    line = {game.parameters[name].label: short_value(game, name, value) for name, value in cell.combination.values}
    line |= dict.fromkeys(_heads(sweep).values(), "")
    line |= {_heads(sweep)[reading.figure.name]: _with_interval(reading) for reading in cell.readings}
    if any(target.goal for target in sweep.plan.targets):
        line["Goals"] = cell.standing.value if cell.standing else ""
    if sweep.plan.has_best:
        line["Against the best"] = cell.place.value if cell.plays else ""
    line["Plays"] = phrases.count(cell.plays) if cell.plays else "cannot be played"
    return line


def _heads(sweep: Sweep) -> dict[str, str]:
    """The heads of the columns of figures; a rule may have the same name."""
    game = sweep.plan.scenario.game
    rules = {game.parameters[rule.name].label for rule in sweep.plan.varied}
    heads = {reading.figure.name: reading.figure.label for cell in sweep.cells for reading in cell.readings}
    return {name: f"{head} (measured)" if head in rules else head for name, head in heads.items()}


def _with_interval(reading: CellReading) -> str:
    """A figure with its interval, short: `4.1 % (3.4–4.7)`."""
    measure, estimate = reading.figure.measure, reading.figure.estimate
    low, high = (phrases.value(measure, end).removesuffix(f"{THIN}%") for end in (estimate.low, estimate.high))
    some, mean = some_plays(reading), phrases.value(measure, estimate.mean)
    if phrases.is_constant(measure, estimate.mean, estimate):
        return f"{mean} ({phrases.in_all(estimate.n)})"
    return f"{mean} ({low}–{high}){f' {some}' if some else ''}"


# One step of every rule


def steps_headline(sensitivity: Sensitivity) -> str:
    """Which rule matters most, for each measure asked about."""
    return " ".join(_matters(sensitivity, name) for name in _whole_table(sensitivity)[:MOST_RULES])


def _whole_table(sensitivity: Sensitivity) -> list[str]:
    """The figures asked about, those of a single seat only where there are no others."""
    whole = [
        name for name in sensitivity.figures if all(effect.contrast.seat is None for effect in sensitivity.of(name))
    ]
    return whole or sensitivity.figures


def steps_sentences(sensitivity: Sensitivity) -> list[str]:
    """The rules that matter for each further figure, and those that are shown to matter for none."""
    idle = [
        rule
        for rule in dict.fromkeys(effect.rule for effect in sensitivity.effects)
        if not any(_moves(effect) for effect in sensitivity.effects if effect.rule == rule)
    ]
    idle = [rule for rule in idle if rule not in sensitivity.dead]
    rest = [
        _matters(sensitivity, name)
        for name in sensitivity.figures
        if name not in _whole_table(sensitivity)[:MOST_RULES]
    ]
    names = listed(_rule(sensitivity.plan.scenario.game, rule) for rule in idle)
    none = f"Nothing is shown to come from one step of {names}."
    return [*rest, *([none] if idle else []), *_dead_rules(sensitivity)]


def _dead_rules(sensitivity: Sensitivity) -> Iterator[str]:
    """The rules that make no difference to these bots, with how sure that is."""
    if sensitivity.dead:
        unseen = phrases.percent(largest_unseen_rate(sensitivity.plays), 2)
        names = listed(_rule(sensitivity.plan.scenario.game, rule) for rule in sensitivity.dead)
        plays = phrases.number_of(sensitivity.plays, "play")
        dead = counted(len(sensitivity.dead), "dead rule")
        yield f"{upper_first(dead)}: one step of {names} changed no figure in {plays} (at most {unseen} can differ)."


def steps_played(sensitivity: Sensitivity) -> str:
    """Who played how often."""
    scenario = sensitivity.plan.scenario
    steps = counted(len(sensitivity.plan.valid), "step")
    plays = f"{phrases.number_of(sensitivity.plays, 'play')} of the revision and of each of {steps}"
    return f"{plays}, on the same shuffles (seed {scenario.seed}), {who_played(scenario)}. {NO_PEOPLE}"


def _moves(effect: StepEffect) -> bool:
    return effect.contrast.verdict in MOVED


def _matters(sensitivity: Sensitivity, name: str) -> str:
    """`For ties, production rounds matters most (6 instead of 7: +1.2 percentage points); then hand size.`"""
    moved = {
        rule: [effect for effect in effects if _moves(effect)] for rule, effects in sensitivity.by_rule(name).items()
    }
    rules = [rule for rule, effects in moved.items() if effects]
    about = lower_first(sensitivity.of(name)[0].contrast.label)
    if not rules:
        return f"No single step is shown to move {about}."
    largest = max(moved[rules[0]], key=size)
    first, *others = (_rule(sensitivity.plan.scenario.game, rule) for rule in rules[:MOST_RULES])
    then = f"; then {listed(others)}" if others else ""
    return f"For {about}, {first} matters most ({step_words(sensitivity, largest)}){then}."


def step_words(sensitivity: Sensitivity, effect: StepEffect) -> str:
    """A step and what it does: `6 instead of 7: +1.2 percentage points`."""
    was, now = _was_and_now(sensitivity, effect)
    contrast = effect.contrast
    return f"{now} instead of {was}: {phrases.change_with_unit(contrast.measure, contrast.difference.mean)}"


def step_label(sensitivity: Sensitivity, effect: StepEffect) -> str:
    """A step beside its bar: `Hand size 7 → 6`."""
    was, now = _was_and_now(sensitivity, effect)
    return f"{sensitivity.plan.scenario.game.parameters[effect.rule].label} {was} → {now}"


def effect_words(effect: StepEffect) -> str:
    """The change by a step, with its interval and verdict."""
    measure, moved = effect.contrast.measure, effect.contrast.difference
    by = phrases.change_with_unit(measure, moved.mean)
    some = phrases.in_brackets(verdicts.some_plays(effect.contrast))
    return f"{by} ({phrases.change_span(measure, moved)}){some}: {effect.contrast.verdict.value}"


def _was_and_now(sensitivity: Sensitivity, effect: StepEffect) -> tuple[str, str]:
    scenario = sensitivity.plan.scenario
    was, now = (short_value(scenario.game, effect.rule, value) for value in (scenario.rules[effect.rule], effect.value))
    return was, now


def steps_table(sensitivity: Sensitivity, moved: bool = False) -> TableRows:
    """A line for each step and figure; where `moved`, only those that are shown to move it."""
    game, rules = sensitivity.plan.scenario.game, sensitivity.plan.scenario.rules
    return [
        {
            "Measure": effect.contrast.label,
            "Rule": game.parameters[effect.rule].label,
            "Is": short_value(game, effect.rule, rules[effect.rule]),
            "Step": short_value(game, effect.rule, effect.value),
            "Change": _change(effect.contrast.measure, effect),
            "Verdict": effect.contrast.verdict.value,
        }
        for name in sensitivity.figures
        for effects in sensitivity.by_rule(name).values()
        for effect in effects
        if _moves(effect) or not moved
    ]


def _change(measure: Measure, effect: StepEffect) -> str:
    moved = effect.contrast.difference
    some = phrases.in_brackets(verdicts.some_plays(effect.contrast))
    return f"{phrases.change(measure, moved.mean)} ({phrases.change_span(measure, moved)}){some}"
