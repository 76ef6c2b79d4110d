"""A tuning in words: what was found, what each change does, how sure that is, and the command that makes it again."""

import shlex
from collections.abc import Iterator, Mapping, Sequence

from workbench.bots.spec import in_one
from workbench.engine.game import Game
from workbench.engine.measures import Measure
from workbench.engine.problems import is_whole
from workbench.engine.wording import counted, listed
from workbench.report.summary import BatchSummary, summarise_batch
from workbench.report.text import phrases
from workbench.report.text.answers import goals_sentence
from workbench.report.text.phrases import count, lower_first
from workbench.report.text.scenarios import (
    NO_PEOPLE,
    bots_phrase,
    changed_rule,
    goal_label,
    goal_sentences,
    goals_controlled,
    rule_value,
    short_value,
    who_played,
    within,
)
from workbench.report.text.verdicts import MOVED, some_plays
from workbench.scenario import Goal
from workbench.scenario.goal_texts import goal_text
from workbench.study.compare import Comparison, Contrast
from workbench.study.goals import CheckedGoal, Standing, goal_figures, goal_measure
from workbench.study.tuning import PutBack, Trial, Tuning, TuningPlan
from workbench.study.tuning.search import LEAST, SEARCHED, TOO_FEW_TRIALS, Reading

FRESH = (
    "The search picks what looks best, partly by luck. So the evidence is played on fresh shuffles that no trial used."
)
PUT_BACK = (
    "To see what a change does, it alone is undone, with all other changes in place, on the same shuffles. Verdicts are"
    " corrected for all goals of one comparison together."
)
FRONTIER = "Of those that were tried, no other one comes closer to one of the goals without missing another by more."


def headline(found: Tuning) -> str:
    """What was found, in a sentence or two."""
    changes = _changes(found)
    if found.evidence is None:
        return f"Stopped before the evidence was played. Best so far: {changes}."
    held = goals_sentence(draft_summary(found))
    lead = f"{_none_meets(found)} " if found.conflict or not found.seems_met else ""
    if found.evidence.holds:
        return f"{held} It takes {changes}." if found.changed else f"No rule needs to change. {held}"
    if not found.changed:
        return f"{lead}Nothing better than the rules as they are was found. {held}"
    if lead and not any(each.verdict in MOVED for each in about_goals(found, found.evidence.comparison)):
        return f"{lead}None is shown to come nearer than the rules as they are: let other rules change. {held}"
    return f"{lead}The {'nearest' if lead else 'best that was found'} takes {changes}. {held}"


def _none_meets(found: Tuning) -> str:
    """That no combination meets the goals: where each is shown to miss one, else that none is shown to meet them."""
    goals = "the goal" if len(found.goals) == 1 else "every goal"
    if not found.conflict:
        return f"No combination that was tried is shown to meet {goals}."
    known = len(found.found.known)
    missed = "the goal" if len(found.goals) == 1 else "one"
    tried = f"each of the {known} that were played most misses {missed}" if known > 1 else f"it misses {missed}"
    return f"{'The goals conflict' if found.trades else f'No combination that was tried meets {goals}'}: {tried}."


def _changes(found: Tuning) -> str:
    """The changed rules: `one change: hand size (7 cards → 6 cards)`."""
    parts = [changed_rule(found.scenario.game, name, *values) for name, values in found.changed.items()]
    if not parts:
        return "no change"
    return f"{'one change' if len(parts) == 1 else f'{len(parts)} changes'}: {listed(parts)}"


def draft_summary(found: Tuning) -> BatchSummary:
    """The plays of the draft on fresh shuffles."""
    assert found.evidence is not None
    return summarise_batch(found.evidence.comparison.other)


def evidence_sentences(found: Tuning) -> list[str]:
    """How each goal stands on fresh shuffles."""
    return goal_sentences(draft_summary(found)) if found.evidence else []


def controlled(found: Tuning) -> str:
    """What is controlled where the goals of the draft are checked."""
    return goals_controlled(len(found.evidence.checks) if found.evidence else 0)


def how_tuned(found: Tuning) -> str:
    """How much was tried and played, by whom."""
    scenario = found.scenario
    refused = f" ({count(found.found.refused)} more are not allowed)" if found.found.refused else ""
    searched = f"{_tried(found)} were tried{refused} with {count(found.found.spent)} plays on seed {scenario.seed}"
    proof = found.evidence
    proved = f"; the evidence is {count(proof.plays)} plays of each combination on seed {proof.seed}" if proof else ""
    return f"{searched}{proved}; {who_played(scenario)}. {NO_PEOPLE}{_few(found)}"


def briefly_tuned(found: Tuning) -> str:
    """The same in a line: how much was tried, and what the evidence is."""
    proof = f" · {count(found.evidence.plays)} fresh plays as evidence" if found.evidence else ""
    return f"{_tried(found)} tried{proof} · {bots_phrase(found.scenario.bots)}.{_few(found)}"


def _tried(found: Tuning) -> str:
    return f"{count(len(found.found.trials))} of {count(found.plan.space.count)} combinations"


def _few(found: Tuning) -> str:
    """That so few plays are little better than guessing, and what would do; empty where they are enough."""
    if not found.budget.guesses(found.plan.space.count):
        return ""
    enough = count(round(TOO_FEW_TRIALS * LEAST / SEARCHED, -3))
    return f" So few plays find little more than guessing would: give it {enough} or more, or vary fewer rules."


# What each change does


def change_sentences(found: Tuning) -> list[str]:
    """A sentence for each changed rule."""
    proof = found.evidence
    if proof is None or not found.changed:
        return []
    if not proof.put_back:
        ((name, values),) = found.changed.items()
        return [f"{_named(found, name, *values)} is the only change. {_moves(found, proof.comparison, 'It')}"]
    return [_put_back(found, each) for each in proof.put_back]


def _named(found: Tuning, name: str, before: object, after: object) -> str:
    game = found.scenario.game
    return (
        f"{game.parameters[name].label} {rule_value(game, name, after)} (was {within(rule_value(game, name, before))})"
    )


def _put_back(found: Tuning, change: PutBack) -> str:
    named = _named(found, change.rule, change.before, change.after)
    if change.comparison is None:
        return f"{named} cannot be put back alone: {change.refused}."
    return f"{named}: {lower_first(_moves(found, change.comparison, 'Putting it back'))} {_lost(found, change)}"


def _moves(found: Tuning, comparison: Comparison, what: str) -> str:
    """What a change does to the figures of the goals."""
    moved = [each for each in about_goals(found, comparison) if each.verdict in MOVED]
    if not moved:
        return f"{what} is not shown to move any goal's figure."
    return f"{what} moves {listed(map(_by, moved))}."


def _by(contrast: Contrast) -> str:
    """`ties by −2.5 percentage points (−2.9 to −2.1)`."""
    measure, found = contrast.measure, contrast.difference
    by = f"{phrases.change(measure, found.difference)} {phrases.change_unit(measure)}".rstrip()
    numbers = phrases.change_span(measure, found), some_plays(contrast)
    return f"{lower_first(contrast.label)} by {by} ({', '.join(filter(None, numbers))})"


def about_goals(found: Tuning, comparison: Comparison) -> list[Contrast]:
    """The contrasts of the figures that goals are about."""
    names = dict.fromkeys(name for goal in found.goals for name in goal_figures(found.scenario, goal))
    return [comparison.contrasts[name] for name in names if name in comparison.contrasts]


def _lost(found: Tuning, change: PutBack) -> str:
    """Which goals would not be met without the change."""
    assert found.evidence is not None
    met = {each.name for each in found.evidence.checks if each.standing is Standing.MET}
    lost = [each for each in change.checks if each.name in met and each.standing is not Standing.MET]
    if not lost:
        return "Each goal that holds would hold without it."
    return f"Without it, {listed(_lost_goal(found, each) for each in lost)}."


def _lost_goal(found: Tuning, checked: CheckedGoal) -> str:
    label = lower_first(goal_label(found.scenario.game, checked.goal.measure))
    return f"the goal for {label} would be {checked.standing.value}"


# Trials


def trial_words(plan: TuningPlan, trial: Trial) -> str:
    """What a trial changes: `hand size 6 cards, rounds 5 rounds`, or `no change`."""
    game, values, own = plan.scenario.game, plan.values(trial.combination), plan.scenario.rules
    parts = [
        f"{lower_first(game.parameters[name].label)} {rule_value(game, name, value)}"
        for name, value in values.items()
        if value != own[name]
    ]
    return ", ".join(parts) or "no change"


def trial_table(plan: TuningPlan, trials: Sequence[Trial]) -> list[dict[str, str]]:
    """A line for each trial: its values, the goals' figures, what it misses, and how often it was played."""
    return [_trial_line(plan, each) for each in trials]


def _trial_line(plan: TuningPlan, trial: Trial) -> dict[str, str]:
    game, values = plan.scenario.game, plan.values(trial.combination)
    rules = {game.parameters[name].label: rule_value(game, name, value) for name, value in values.items()}
    figures = {
        _column(game, goal, rules): reading_words(goal_measure(game, goal.measure), each, trial.plays)
        for goal, each in zip(plan.scenario.goals, trial.readings, strict=True)
    }
    missed = {"Missed by, in smallest changes that count": phrases.decimal(sum(trial.seen_misses), 1)}
    return {**rules, **figures, **missed, "Goals": trial.standing.value, "Plays": count(trial.plays)}


def reading_words(measure: Measure, reading: Reading, plays: int) -> str:
    """A goal's figure with its interval: `5.2 % (4.6 % to 5.9 %)`; `plays` are all of the trial."""
    span = phrases.span(measure, reading.seen) if reading.seen else ""
    about = ", ".join(filter(None, (span, phrases.part_of(reading.plays, plays))))
    return f"{phrases.value(measure, reading.shown)}{phrases.in_brackets(about)}"


def _column(game: Game, goal: Goal, rules: Mapping[str, str]) -> str:
    """The head of a goal's column; a rule may have the same name."""
    label = goal_label(game, goal.measure)
    return f"{label} (goal)" if label in rules else label


def frontier_sentence(found: Tuning) -> str:
    """How the goals are traded off; empty where they need not be."""
    return f"{counted(len(found.frontier), 'combination')} trade the goals off. {FRONTIER}" if found.trades else ""


# Saving, and making it again


def reason_words(found: Tuning) -> str:
    """Why the draft is made, as the reason of a revision."""
    goals = listed(goal_text(goal) for goal in found.goals)
    return f"Tuned from {found.scenario.revision} toward {goals}."


def title_words(found: Tuning) -> str:
    """What a saved draft is called: `Tuned: hand size 6 cards`."""
    game = found.scenario.game
    parts = [f"{lower_first(game.parameters[name].label)} {rule_value(game, name, values[1])}"
             for name, values in found.changed.items()]  # fmt: skip
    return f"Tuned: {listed(parts)}" if parts else "Tuned"


def hypothesis_words(found: Tuning) -> str:
    """What the evidence says, as the hypothesis of a revision."""
    if found.evidence is None:
        return ""
    plays = f"{count(found.evidence.plays)} plays on seed {found.evidence.seed}"
    return f"{plays}: {' '.join(evidence_sentences(found))}"


def command(found: Tuning) -> str:
    """The command that makes it again."""
    return " ".join(map(shlex.quote, _command(found)))


def _command(found: Tuning) -> Iterator[str]:
    scenario = found.scenario
    yield from ("workbench", "tune", scenario.name)
    yield from (part for setting in found.plan.settings for part in ("--set", setting))
    yield from (part for each in found.plan.varied for part in ("--vary", f"{each.name}={_values(each.values)}"))
    yield from (part for goal in found.goals for part in ("--goal", goal_text(goal)))
    yield from ("--bots", in_one(scenario.bots), "--plays", str(found.budget.plays), "--seed", str(scenario.seed))


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
    return [_rule_values(plan.scenario.game, each.name, each.values) for each in plan.varied]


def _rule_values(game: Game, name: str, values: Sequence[object]) -> str:
    label = game.parameters[name].label
    if ends := _range(values):
        return f"{label}: {short_value(game, name, ends[0])} to {rule_value(game, name, ends[1])}."
    return f"{label}: {listed((rule_value(game, name, each) for each in values), 'or')}."
