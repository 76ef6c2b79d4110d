"""A tuning in words: the answer, what each change does, how sure that is, and the command that makes it again."""

import shlex
from collections.abc import Iterator, Mapping, Sequence

from workbench.engine.game import Game
from workbench.engine.parameters import Written
from workbench.engine.problems import is_whole
from workbench.engine.wording import counted, in_one, listed, lower_first
from workbench.play.comparisons import Comparison, Contrast
from workbench.play.goals import CheckedGoal, Standing, goal_figures, goal_measure
from workbench.report.document import Rows
from workbench.report.summary import BatchSummary, summarise_batch
from workbench.report.text import phrases
from workbench.report.text.answers import goals_sentence
from workbench.report.text.phrases import count, number_of
from workbench.report.text.scenarios import (
    NO_PEOPLE,
    changed_rule,
    goal_label,
    goal_sentences,
    goals_controlled,
    rule_value,
    short_value,
    target,
    who_played,
    within,
)
from workbench.report.text.verdicts import MOVED, some_plays
from workbench.scenario import Goal
from workbench.scenario.model import goal_text
from workbench.studies.tune.measure import PutBack, Tuning
from workbench.studies.tune.plan import TuningPlan
from workbench.studies.tune.search import LEAST, SEARCHED, TOO_FEW_TRIALS, Trial, TrialReading

FRESH = (
    "The search picks what looks best, partly by luck. So the evidence is played on fresh shuffles that no trial used."
)
PUT_BACK = (
    "To see what a change does, it alone is undone, with all other changes in place, on the same shuffles. Verdicts are"
    " corrected for all goals of one comparison together."
)
MOST_LISTED = 12
"""Trials in a table."""
FRONTIER = "Of those that were tried, no other one comes closer to one of the goals without missing another by more."


def headline(tuning: Tuning) -> str:
    """The answer in a sentence or two."""
    changes = _changes(tuning)
    if tuning.evidence is None:
        return f"Stopped before the evidence was played. Best so far: {changes}."
    held = goals_sentence(draft_summary(tuning))
    lead = f"{_none_meets(tuning)} " if tuning.conflict or not tuning.seems_met else ""
    if tuning.evidence.holds:
        return f"{held} It takes {changes}." if tuning.changed else f"No rule needs to change. {held}"
    if not tuning.changed:
        return f"{lead}Nothing better than the rules as they are was found. {held}"
    if lead and not any(contrast.verdict in MOVED for contrast in about_goals(tuning, tuning.evidence.comparison)):
        return f"{lead}None is shown to come nearer than the rules as they are: let other rules change. {held}"
    return f"{lead}The {'nearest' if lead else 'best that was found'} takes {changes}. {held}"


def _none_meets(tuning: Tuning) -> str:
    """No combination meets the goals: where each is shown to miss one, else that none is shown to meet them."""
    goals = "the goal" if len(tuning.goals) == 1 else "every goal"
    if not tuning.conflict:
        return f"No combination that was tried is shown to meet {goals}."
    finalists = len(tuning.result.finalists)
    missed = "the goal" if len(tuning.goals) == 1 else "one"
    tried = f"each of the {finalists} that were played most misses {missed}" if finalists > 1 else f"it misses {missed}"
    return f"{'The goals conflict' if tuning.trades else f'No combination that was tried meets {goals}'}: {tried}."


def _changes(tuning: Tuning) -> str:
    """The changed rules: `one change: hand size (7 cards → 6 cards)`."""
    parts = [changed_rule(tuning.scenario.game, name, *values) for name, values in tuning.changed.items()]
    if not parts:
        return "no change"
    return f"{'one change' if len(parts) == 1 else counted(len(parts), 'change')}: {listed(parts)}"


def draft_summary(tuning: Tuning) -> BatchSummary:
    """The plays of the draft on fresh shuffles."""
    assert tuning.evidence is not None
    return summarise_batch(tuning.evidence.comparison.other)


def evidence_sentences(tuning: Tuning) -> list[str]:
    """How each goal stands on fresh shuffles."""
    return goal_sentences(draft_summary(tuning)) if tuning.evidence else []


def controlled(tuning: Tuning) -> str:
    """A sentence on the risk that is controlled where the goals of the draft are checked."""
    return goals_controlled(len(tuning.evidence.checks) if tuning.evidence else 0)


def how_tuned(tuning: Tuning) -> str:
    """How much was tried and played, by whom."""
    scenario = tuning.scenario
    refused = f" ({count(tuning.result.refused)} more are not allowed)" if tuning.result.refused else ""
    searched = (
        f"{_tried(tuning)} were tried{refused} with {number_of(tuning.result.spent, 'play')} on seed {scenario.seed}"
    )
    proof = tuning.evidence
    proved = (
        f"; the evidence is {number_of(proof.plays, 'play')} of each combination on seed {proof.seed}" if proof else ""
    )
    return f"{searched}{proved}; {who_played(scenario)}. {NO_PEOPLE}{_few(tuning)}"


def briefly_tuned(tuning: Tuning) -> str:
    """The same in a line: how much was tried, and what the evidence is."""
    proof = f", {number_of(tuning.evidence.plays, 'fresh play')} as evidence" if tuning.evidence else ""
    return f"{_tried(tuning)} tried{proof}.{_few(tuning)}"


def so_far(plan: TuningPlan, trials: Sequence[Trial]) -> str:
    """A sentence on the most promising trial while it plays."""
    best = min(trials, key=lambda trial: trial.order)
    return f"So far the most promising of {counted(len(trials), 'combination')}: {trial_words(plan, best)}."


def _tried(tuning: Tuning) -> str:
    return f"{count(len(tuning.result.trials))} of {number_of(tuning.plan.space.count, 'combination')}"


def _few(tuning: Tuning) -> str:
    """A caution that so few plays are little better than guessing, and what would do; empty where they are enough."""
    if not tuning.budget.guesses(tuning.plan.space.count):
        return ""
    enough = count(round(TOO_FEW_TRIALS * LEAST / SEARCHED, -3))
    return f" So few plays find little more than guessing would: give it {enough} or more, or vary fewer rules."


# What each change does


def change_sentences(tuning: Tuning) -> list[str]:
    """A sentence for each changed rule."""
    proof = tuning.evidence
    if proof is None or not tuning.changed:
        return []
    if not proof.put_back:
        ((name, values),) = tuning.changed.items()
        return [f"{_named(tuning, name, *values)} is the only change. {_moves(tuning, proof.comparison, 'It')}"]
    return [_put_back(tuning, change) for change in proof.put_back]


def _named(tuning: Tuning, name: str, before: Written, after: Written) -> str:
    game = tuning.scenario.game
    return (
        f"{game.parameters[name].label} {rule_value(game, name, after)} (was {within(rule_value(game, name, before))})"
    )


def _put_back(tuning: Tuning, change: PutBack) -> str:
    named = _named(tuning, change.rule, change.before, change.after)
    if change.comparison is None:
        return f"{named} cannot be put back alone: {change.refused}."
    return f"{named}: {lower_first(_moves(tuning, change.comparison, 'Putting it back'))} {_lost(tuning, change)}"


def _moves(tuning: Tuning, comparison: Comparison, what: str) -> str:
    """The effect of a change on the figures of the goals."""
    moved = [contrast for contrast in about_goals(tuning, comparison) if contrast.verdict in MOVED]
    if not moved:
        return f"{what} is not shown to move any goal's figure."
    return f"{what} moves {listed(map(_by, moved))}."


def _by(contrast: Contrast) -> str:
    """`ties by −2.5 percentage points (−2.9 to −2.1)`."""
    measure, pairs = contrast.measure, contrast.difference
    by = phrases.change_with_unit(measure, pairs.mean)
    numbers = phrases.change_span(measure, pairs), some_plays(contrast)
    return f"{lower_first(contrast.label)} by {by} ({', '.join(filter(None, numbers))})"


def about_goals(tuning: Tuning, comparison: Comparison) -> list[Contrast]:
    """The contrasts of the figures that goals are about."""
    names = dict.fromkeys(name for goal in tuning.goals for name in goal_figures(tuning.scenario, goal))
    return [comparison.contrasts[name] for name in names if name in comparison.contrasts]


def _lost(tuning: Tuning, change: PutBack) -> str:
    """Which goals would not be met without the change."""
    assert tuning.evidence is not None
    met = {check.figure.name for check in tuning.evidence.checks if check.standing is Standing.MET}
    lost = [check for check in change.checks if check.figure.name in met and check.standing is not Standing.MET]
    if not lost:
        return "Each goal that holds would hold without it."
    return f"Without it, {listed(_lost_goal(tuning, check) for check in lost)}."


def _lost_goal(tuning: Tuning, checked: CheckedGoal) -> str:
    label = lower_first(goal_label(tuning.scenario.game, checked.goal.measure))
    return f"the goal for {label} would be {checked.standing.value}"


def goal_table(tuning: Tuning) -> Rows:
    """Each goal's figure of the revision and, if any rule changes, of the draft, on fresh shuffles."""
    proof = tuning.evidence
    pairs = zip(proof.before, proof.checks, strict=False) if proof else ()
    return [_goal_line(tuning, before, after) for before, after in pairs]


def _goal_line(tuning: Tuning, before: CheckedGoal, after: CheckedGoal) -> dict[str, str]:
    measure = goal_measure(tuning.scenario.game, after.goal.measure)
    seat = after.figure.name.removeprefix(measure.name)
    place = f", seat {int(seat.rpartition('_')[2]) + 1}" if "_seat_" in seat else ""
    part = phrases.part_of(after.figure.estimate.n, after.plays)
    draft = {"With the changes": phrases.value(measure, after.figure.estimate.mean)} if tuning.changed else {}
    return {
        "Goal": f"{goal_label(tuning.scenario.game, after.goal.measure)}{place}",
        "Target": target(after.goal, measure),
        "As it is": phrases.value(measure, before.figure.estimate.mean),
        **draft,
        "Interval": f"{phrases.span(measure, after.figure.estimate)}{phrases.in_brackets(part)}",
        "The goal is then" if draft else "The goal is": after.standing.value,
    }


# Trials


def listed_trials(tuning: Tuning) -> list[Trial]:
    """The trials to list: the frontier where goals conflict, else the best that were played most."""
    if tuning.trades:
        return tuning.frontier[:MOST_LISTED]
    return sorted(tuning.result.finalists, key=lambda trial: trial.order)[:MOST_LISTED]


def trial_words(plan: TuningPlan, trial: Trial) -> str:
    """The changes of a trial: `hand size 6 cards, rounds 5 rounds`, or `no change`."""
    game, values, rules = plan.scenario.game, plan.values(trial.combination), plan.scenario.rules
    parts = [
        f"{lower_first(game.parameters[name].label)} {rule_value(game, name, value)}"
        for name, value in values.items()
        if value != rules[name]
    ]
    return ", ".join(parts) or "no change"


def trial_table(plan: TuningPlan, trials: Sequence[Trial]) -> Rows:
    """A line for each trial: its values, the goals' figures, what it misses, and how often it was played."""
    return [_trial_line(plan, trial) for trial in trials]


def _trial_line(plan: TuningPlan, trial: Trial) -> dict[str, str]:
    game, values = plan.scenario.game, plan.values(trial.combination)
    rules = {game.parameters[name].label: rule_value(game, name, value) for name, value in values.items()}
    figures = {
        _column(game, goal, rules): reading_words(reading, trial.plays)
        for goal, reading in zip(plan.scenario.goals, trial.readings, strict=True)
    }
    missed = {"Missed by, in smallest changes that count": phrases.decimal(sum(trial.seen_misses), 1)}
    return {**rules, **figures, **missed, "Goals": trial.standing.value, "Plays": count(trial.plays)}


def reading_words(reading: TrialReading, plays: int) -> str:
    """A goal's figure with its interval: `5.2 % (4.6 % to 5.9 %)`; `plays` are all of the trial."""
    measure, estimate = reading.figure.measure, reading.figure.estimate
    about = ", ".join(filter(None, (phrases.span(measure, estimate), phrases.part_of(reading.plays, plays))))
    return f"{phrases.value(measure, estimate.mean)}{phrases.in_brackets(about)}"


def _column(game: Game, goal: Goal, rules: Mapping[str, str]) -> str:
    """The head of a goal's column; a rule may have the same name."""
    label = goal_label(game, goal.measure)
    return f"{label} (goal)" if label in rules else label


def frontier_sentence(tuning: Tuning) -> str:
    """How the goals are traded off; empty where they need not be."""
    return f"{counted(len(tuning.frontier), 'combination')} trade the goals off. {FRONTIER}" if tuning.trades else ""


# Saving, and making it again


def reason_words(tuning: Tuning) -> str:
    """Why the draft is made, as the reason of a revision."""
    goals = listed(goal_text(goal) for goal in tuning.goals)
    return f"Tuned from {tuning.scenario.revision} toward {goals}."


def title_words(tuning: Tuning) -> str:
    """The title of a saved draft: `Tuned: hand size 6 cards`."""
    game = tuning.scenario.game
    parts = [f"{lower_first(game.parameters[name].label)} {rule_value(game, name, values[1])}"
             for name, values in tuning.changed.items()]  # fmt: skip
    return f"Tuned: {listed(parts)}" if parts else "Tuned"


def hypothesis_words(tuning: Tuning) -> str:
    """The evidence, as the hypothesis of a revision."""
    if tuning.evidence is None:
        return ""
    plays = f"{number_of(tuning.evidence.plays, 'play')} on seed {tuning.evidence.seed}"
    return f"{plays}: {' '.join(evidence_sentences(tuning))}"


def command(tuning: Tuning) -> str:
    """The command that makes it again, with the number of plays."""
    return shlex.join(_command(tuning))


def _command(tuning: Tuning) -> Iterator[str]:
    scenario = tuning.scenario
    yield from ("workbench", "tune", scenario.name)
    yield from (part for setting in scenario.settings for part in ("--set", setting))
    yield from (part for rule in tuning.plan.varied for part in ("--vary", f"{rule.name}={_values(rule.values)}"))
    yield from (part for goal in tuning.goals for part in ("--goal", goal_text(goal)))
    yield from ("--bots", in_one(scenario.bots), "--plays", str(tuning.budget.plays), "--seed", str(scenario.seed))


def _values(values: Sequence[object]) -> str:
    """Values as `--vary` takes them: `5..9`, or a list."""
    if ends := _range(values):
        return f"{ends[0]}..{ends[1]}"
    return ",".join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)


def _range(values: Sequence[object]) -> tuple[int, int] | None:
    """The ends of three or more whole numbers in a row."""
    numbers = [value for value in values if is_whole(value)]
    in_a_row = len(numbers) == len(values) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return (numbers[0], numbers[-1]) if in_a_row else None


def values_words(plan: TuningPlan) -> list[str]:
    """The rules that may change, with their values: `Hand size: 5 to 9 cards`."""
    return [_rule_values(plan.scenario.game, rule.name, rule.values) for rule in plan.varied]


def _rule_values(game: Game, name: str, values: Sequence[Written]) -> str:
    label = game.parameters[name].label
    if ends := _range(values):
        return f"{label}: {short_value(game, name, ends[0])} to {rule_value(game, name, ends[1])}."
    return f"{label}: {listed((rule_value(game, name, value) for value in values), 'or')}."
