"""The words on plays until decided: what ended them, and where each figure stands."""

from workbench.engine.game import Game
from workbench.engine.measures import WIN_RATE, Measure
from workbench.engine.wording import listed, lower_first, upper_first
from workbench.play.comparisons import Contrast
from workbench.play.figures import SPREAD_MEASURE
from workbench.play.goals import CheckedGoal
from workbench.report.text import phrases, scenarios
from workbench.report.text.verdicts import some_plays
from workbench.studies.until.measure import InterimLook, Settled, StoppingRule


def look_sentences(look: InterimLook, game: Game) -> list[str]:
    """A sentence on each figure of the question."""
    goals = [f"{goal_label(goal, game)}: {goal_look_sentence(goal, game)}" for goal in look.goals]
    return [*goals, *(f"{contrast.label}: {change_look_sentence(contrast)}" for contrast in look.contrasts)]


def so_far_sentence(look: InterimLook) -> str:
    """How much is decided while it is played: `2 of 3 decided after 6 144 paired plays.`"""
    figures = len(look.goals) + len(look.contrasts)
    plan = f" At this rate it takes {phrases.roughly(look.fixed_plan)}." if look.fixed_plan and look.open else ""
    return (
        f"{figures - len(look.open)} of {figures} decided after {phrases.number_of(look.plays, 'paired play')}.{plan}"
    )


def goal_look_sentence(checked: CheckedGoal, game: Game) -> str:
    """`4.57 deals a play (4.55 to 4.59); the goal is 3 to 6 deals: met.`"""
    measure = measure_of_goal(checked, game)
    target = scenarios.target(checked.goal, measure)
    some = phrases.in_brackets(phrases.part_of(checked.figure.estimate.n, checked.plays))
    return f"{phrases.reading(measure, checked.figure.estimate)}{some}; the goal is {target}: {checked.standing.value}."


def change_look_sentence(contrast: Contrast) -> str:
    """`−0.56 points (−0.58 to −0.54); the smallest change that counts is 0.2 points: lower.`"""
    measure, change = contrast.measure, contrast.difference
    by = phrases.change_with_unit(measure, change.mean)
    interval, least = phrases.change_span(measure, change), phrases.margin(measure)
    some = phrases.in_brackets(some_plays(contrast))
    return f"{by} ({interval}){some}; the smallest change that counts is {least}: {contrast.verdict.value}."


def measure_of_goal(checked: CheckedGoal, game: Game) -> Measure:
    """The measure that a goal is about."""
    counted_as = checked.goal.counted(game)
    return next(measure for measure in (*game.all_measures, WIN_RATE, SPREAD_MEASURE) if measure.name == counted_as)


def goal_label(checked: CheckedGoal, game: Game) -> str:
    """The name of a goal's figure, with its seat where it is about one."""
    label = measure_of_goal(checked, game).label
    name, seat, number = checked.figure.name.rpartition("_seat_")
    return f"{label}, seat {int(number) + 1}" if seat and name and number.isdigit() else label


def until_sentence(settled: Settled) -> str:
    """The end of the plays: `Both goals are decided after 6 144 paired plays.`"""
    plays = phrases.number_of(settled.last.plays, "paired play")
    if settled.rule is StoppingRule.DECIDED:
        return f"{_subject(settled)} decided after {plays}. {_fixed(settled)}"
    open_ = listed(_open_labels(settled))
    return f"{upper_first(open_)}: still open after {plays}, the limit. {_fixed(settled)}"


def _subject(settled: Settled) -> str:
    if not settled.subject.is_about_goals:
        return f"{listed(contrast.label for contrast in settled.last.contrasts)}:"
    count = len(settled.last.goals)
    return "The goal is" if count == 1 else "Both goals are" if count == 2 else f"All {count} goals are"


def _open_labels(settled: Settled) -> list[str]:
    labels = {contrast.name: contrast.label for contrast in settled.last.contrasts}
    game = settled.other.scenario.game
    goals = {goal.figure.name: f"the goal for {lower_first(goal_label(goal, game))}" for goal in settled.last.goals}
    return [{**goals, **labels}[name] for name in settled.last.open]


def _fixed(settled: Settled) -> str:
    """How many plays a plan fixed beforehand would have taken, had one known these figures."""
    if settled.last.fixed_plan is None:
        return "No number of plays fixed beforehand is sensible: a figure lies at the edge of what counts."
    plan, plays = phrases.roughly(settled.last.fixed_plan), settled.last.plays
    if settled.last.fixed_plan >= plays:
        return f"A number of plays fixed beforehand would have had to be {plan}."
    return f"Who had known these figures beforehand could have done with {plan}; not knowing them costs the rest."
