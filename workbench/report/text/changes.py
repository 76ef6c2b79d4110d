"""What was found about the changes of a revision, in sentences: what ended the plays, and which change did it."""

from collections.abc import Iterator, Mapping, Sequence

from workbench.bots.spec import in_one
from workbench.engine.game import Game
from workbench.engine.measures import DECISIONS, WIN_RATE, Measure
from workbench.engine.wording import counted, listed
from workbench.report.text import phrases, scenarios
from workbench.report.text.phrases import lower_first, with_stop
from workbench.report.text.verdicts import MOVED, in_margins, label_of, one_a_measure, some_plays
from workbench.scenario import Scenario
from workbench.stats.evidence import largest_unseen_rate
from workbench.study.attribution import Attribution, Kind
from workbench.study.compare import Contrast
from workbench.study.figures import SPREAD_MEASURE
from workbench.study.goals import CheckedGoal
from workbench.study.until import Look, Rule, Settled

MOST_SAID = 3
"""Measures that a sentence names."""
SHARE_METHOD = (
    "A share is the mean of what a change adds, over every order in which the changes can be made; the shares of all"
    " changes add up to the whole. A measure that exists in some plays only is of those in which it exists with every"
    " combination of the changes. Verdicts are corrected for all that is asked here together."
)
PART_WORDS = {
    True: "the share of one change: the mean of what it adds, over every order in which the changes can be made",
    False: "what one change does where all others are made",
}
"""What a part of the whole is, where every combination was played and where not."""


def repeat_command(base: Scenario, other: Scenario, *options: str) -> str:
    """The command that makes a comparison of two revisions again."""
    bots = f'--bots "{in_one(base.bots)}"'
    return " ".join(["workbench compare", base.name, other.name, bots, f"--seed {base.seed}", *options])


# Until decided


def until_command(settled: Settled) -> str:
    """The command that plays until the same question is decided."""
    named = [f"--for {name}" for name in settled.question.measures]
    sides = settled.base.scenario, settled.other.scenario
    return repeat_command(*sides, "--until-decided", *named, f"--limit {settled.limit}")


def look_sentences(look: Look, game: Game) -> list[str]:
    """What is known of each figure that was asked about, in a sentence."""
    goals = [f"{goal_label(goal, game)}: {goal_look_sentence(goal, game)}" for goal in look.goals]
    return [*goals, *(f"{contrast.label}: {change_look_sentence(contrast)}" for contrast in look.contrasts)]


def so_far_sentence(look: Look) -> str:
    """How much is decided while it is played: `2 of 3 decided after 6 144 paired plays.`"""
    asked = len(look.goals) + len(look.contrasts)
    plan = f" At this rate it takes {phrases.roughly(look.fixed_plan)}." if look.fixed_plan and look.open else ""
    return f"{asked - len(look.open)} of {asked} decided after {phrases.number_of(look.plays, 'paired play')}.{plan}"


def goal_look_sentence(checked: CheckedGoal, game: Game) -> str:
    """`4.57 deals a play (4.55 to 4.59); the goal is 3 to 6 deals: met.`"""
    measure = measure_of_goal(checked, game)
    target = scenarios.target(checked.goal, measure)
    some = phrases.in_brackets(phrases.part_of(checked.estimate.n, checked.plays))
    return f"{phrases.reading(measure, checked.estimate)}{some}; the goal is {target}: {checked.standing.value}."


def change_look_sentence(contrast: Contrast) -> str:
    """`−0.56 points (−0.58 to −0.54); the smallest change that counts is 0.2 points: lower.`"""
    measure, found = contrast.measure, contrast.difference
    by = f"{phrases.change(measure, found.difference)} {phrases.change_unit(measure)}".strip()
    interval, least = phrases.change_span(measure, found), phrases.margin(measure)
    some = phrases.in_brackets(some_plays(contrast))
    return f"{by} ({interval}){some}; the smallest change that counts is {least}: {contrast.verdict.value}."


def measure_of_goal(checked: CheckedGoal, game: Game) -> Measure:
    """The measure that a goal is about."""
    counted_as = checked.goal.counted(game)
    return next(measure for measure in (*game.all_measures, WIN_RATE, SPREAD_MEASURE) if measure.name == counted_as)


def goal_label(checked: CheckedGoal, game: Game) -> str:
    """What a goal is about, with its seat where it is about one."""
    label = measure_of_goal(checked, game).label
    name, seat, number = checked.name.rpartition("_seat_")
    return f"{label}, seat {int(number) + 1}" if seat and name and number.isdigit() else label


def until_sentence(settled: Settled) -> str:
    """What ended the plays: `Both goals are decided after 6 144 paired plays.`"""
    plays = phrases.number_of(settled.last.plays, "paired play")
    if settled.rule is Rule.DECIDED:
        return f"{_asked(settled)} decided after {plays}. {_fixed(settled)}"
    open_ = listed(_open_labels(settled))
    return f"{open_[:1].upper()}{open_[1:]}: still open after {plays}, the limit. {_fixed(settled)}"


def _asked(settled: Settled) -> str:
    if not settled.question.is_about_goals:
        return f"{listed(contrast.label for contrast in settled.last.contrasts)}:"
    count = len(settled.last.goals)
    return "The goal is" if count == 1 else "Both goals are" if count == 2 else f"All {count} goals are"


def _open_labels(settled: Settled) -> list[str]:
    labels = {contrast.name: contrast.label for contrast in settled.last.contrasts}
    game = settled.other.scenario.game
    goals = {goal.name: f"the goal for {lower_first(goal_label(goal, game))}" for goal in settled.last.goals}
    return [{**goals, **labels}[name] for name in settled.last.open]


def _fixed(settled: Settled) -> str:
    """How many plays a plan fixed beforehand would have taken, had one known these figures."""
    if settled.last.fixed_plan is None:
        return "No number of plays fixed beforehand is sensible: a figure lies at the edge of what counts."
    plan, plays = phrases.roughly(settled.last.fixed_plan), settled.last.plays
    if settled.last.fixed_plan >= plays:
        return f"A number of plays fixed beforehand would have had to be {plan}."
    return f"Who had known these figures beforehand could have done with {plan}; not knowing them costs the rest."


# Which change did it


def by_change_command(attribution: Attribution) -> str:
    """The command that asks the same again."""
    return repeat_command(attribution.plan.base, attribution.plan.other, f"--plays {attribution.plays}", "--by-change")


def moved_measures(attribution: Attribution) -> list[Contrast]:
    """The measures that all changes together move, or one of them: whole tables first, then the largest change."""
    parts = [part_of(attribution, change) for change in attribution.plan.changes]
    moved = [
        each
        for each in attribution.of(Kind.TOTAL).values()
        if any(one.verdict in MOVED for one in (each, *(part[each.name] for part in parts if each.name in part)))
    ]
    return sorted(moved, key=lambda each: (each.measure is DECISIONS, each.seat is not None, -abs(_in_margins(each))))


def part_of(attribution: Attribution, change: str) -> Mapping[str, Contrast]:
    """What a change contributes, by measure: its share; what it does last, where not every combination was played."""
    return attribution.of(Kind.SHARE if attribution.plan.is_crossed else Kind.LAST, change)


def rule_label(attribution: Attribution, change: str) -> str:
    """A changed rule as the game calls it."""
    return attribution.plan.other.game.parameters[change].label


def attribution_table(attribution: Attribution) -> list[dict[str, str]]:
    """A line a measure that moved: all changes together, and what each contributes."""
    parts = {rule_label(attribution, change): part_of(attribution, change) for change in attribution.plan.changes}
    return [
        {
            "Measure": label_of(whole),
            "Unit": phrases.change_unit(whole.measure),
            "In all": _cell(whole),
            **{label: _cell(part[whole.name]) if whole.name in part else "–" for label, part in parts.items()},
        }
        for whole in moved_measures(attribution)
    ]


def _cell(contrast: Contrast) -> str:
    """`−0.56 (−0.57 to −0.54), lower`."""
    measure, found = contrast.measure, contrast.difference
    interval = phrases.change_span(measure, found)
    return f"{phrases.change(measure, found.difference)} ({interval}), {contrast.verdict.value}"


def attribution_sentences(attribution: Attribution) -> list[str]:
    """A sentence for each change, then one for each pair of changes that does more, or less, together."""
    if len(attribution.plan.changes) == 1:
        return [f"Only {rule_label(attribution, attribution.plan.changes[0])} changes: all differences come from it."]
    said = [_of_change(attribution, change) for change in attribution.plan.changes]
    return [*said, *_together(attribution), *_refused(attribution)]


def _of_change(attribution: Attribution, change: str) -> str:
    name = rule_label(attribution, change)
    if change in attribution.idle:
        unseen = phrases.percent(largest_unseen_rate(attribution.plays), 2)
        reason = with_stop(f"The rule says: {attribution.plan.base.game.parameters[change].help}")
        plays = phrases.number_of(attribution.plays, "play")
        return f"{name} changed nothing in {plays} (at most {unseen} of all plays can differ). {reason}"
    moved = _moved_by(attribution, change)
    if not moved:
        return f"Nothing is shown to come from {lower_first(name)}."
    verb = "does it all: it moves" if _does_all(attribution, moved) else "moves"
    parts = [_by(contrast) for contrast in moved[:MOST_SAID]]
    more = len(moved) - len(parts)
    return f"{name} {verb} {listed([*parts, *([counted(more, 'other measure')] if more else [])])}."


def _moved_by(attribution: Attribution, change: str) -> list[Contrast]:
    """The measures that a change moves: whole tables before seats, then the largest change first, in margins."""
    moved = [
        each
        for each in part_of(attribution, change).values()
        if each.verdict in MOVED and each.measure is not DECISIONS
    ]
    return one_a_measure(sorted(moved, key=lambda each: (each.seat is not None, -abs(_in_margins(each)))))


def _in_margins(contrast: Contrast) -> float:
    return in_margins(contrast, contrast.difference.difference)


def _does_all(attribution: Attribution, shares: Sequence[Contrast]) -> bool:
    """Whether these shares are the whole of what the revision does."""
    total = attribution.of(Kind.TOTAL)
    return attribution.plan.is_crossed and all(
        share.difference.difference == total[share.name].difference.difference for share in shares
    )


def _by(contrast: Contrast) -> str:
    """`points by −0.46 points`."""
    by = phrases.change(contrast.measure, contrast.difference.difference)
    moved = f"{lower_first(contrast.label)} by {by} {phrases.change_unit(contrast.measure)}".rstrip()
    return f"{moved}{phrases.in_brackets(some_plays(contrast))}"


def _together(attribution: Attribution) -> Iterator[str]:
    """Pairs of changes that do more together, or less, than the sum of both."""
    for effect in attribution.effects:
        if effect.kind is Kind.TOGETHER and effect.contrast.verdict in MOVED:
            one, two = (rule_label(attribution, change) for change in effect.changes)
            yield f"{one} and {lower_first(two)} together move {_by(effect.contrast)} beyond what each does by itself."


def _refused(attribution: Attribution) -> Iterator[str]:
    for changes, why in attribution.plan.refused.items():
        rules = sorted(rule_label(attribution, change) for change in changes)
        yield f"{listed(rules)} cannot be changed without the rest ({why})."
