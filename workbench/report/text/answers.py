"""Did it get better? The goals first; then surprises that no goal names, who is worse off, length, what else moved.

Each sentence rests on verdicts (`stats.evidence`): what is not beyond doubt is not said, or called undecided.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from workbench.engine.measures import DECISIONS, SIDE_WIN_RATE, SPREAD, TIE, TOTAL, WIN_RATE, Measure, Scope, ScorePart
from workbench.engine.problems import FEWEST_PLAYS
from workbench.engine.wording import THIN, as_sentence, counted, listed, lower_first, plural
from workbench.play.goals import CheckedGoal, Standing
from workbench.report.rows import is_length
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text import phrases
from workbench.report.text.phrases import in_brackets
from workbench.report.text.scenarios import measure_and_label, target
from workbench.report.text.verdicts import MOVED, label_of, moved, one_a_measure, plays_range, some_plays
from workbench.stats import Verdict
from workbench.stats.evidence import enough

if TYPE_CHECKING:
    from workbench.play.comparisons import Contrast

MOST_DIGITS = 2
"""After the point, in a sentence."""
MOST_NAMED = 3
"""Measures that the answer names; the rows below it have all."""
LEAST_SPREAD = 0.0005
"""A gap between seats that is surely larger is said to be there; it is 0.1 % in words."""
LOPSIDED = 0.6
"""A side that surely wins more than this share of its plays is named, whether or not a goal asks for it."""
UNEVEN = 0.1
"""A gap between best and worst seat that is surely larger is named in the same way."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def answer(summary: Summary) -> str:
    """The effect of the change: `Better by the goals: gained ties (12 % → 4 %). No seat is worse off; plays are …`"""
    return " ".join(filter(None, (by_goals(summary), changes_sentence(summary))))


def answer_alone(batch_summary: BatchSummary) -> str:
    """How one revision plays: its goals, how often each side or the best seat wins, and how long a play is."""
    parts = parts_alone(batch_summary)
    return " ".join(filter(None, (goals_sentence(batch_summary), as_sentence("; ".join(parts)))))


def parts_alone(batch_summary: BatchSummary) -> list[str]:
    """The same without the goals, each a part of a sentence; what most asks for a change first."""
    sides, length = _sides_if_enough(batch_summary), _length_alone(batch_summary)
    return list(filter(None, (listed(sides), length) if sides else (length, _evenness(batch_summary))))


def brief_alone(batch_summary: BatchSummary) -> str:
    """The first of them, of several sides the most successful; empty where there is nothing to say."""
    return next(iter(_sides_if_enough(batch_summary) or parts_alone(batch_summary)), "")


def sides_win(batch_summary: BatchSummary) -> list[str]:
    """`communists win 65.7 % of the plays they are in`, `patriots 13.9 %`: the most successful first, if any."""
    rates = sorted(batch_summary.side_win_rates.items(), key=lambda side: -side[1].mean)
    named = [(side.replace("_", " "), phrases.value(SIDE_WIN_RATE, rate.mean)) for side, rate in rates]
    first = [f"{name} win {share} of the plays they are in" for name, share in named[:1]]
    return [*first, *(f"{name} {share}" for name, share in named[1:])]


def _sides_if_enough(batch_summary: BatchSummary) -> list[str]:
    return sides_win(batch_summary) if enough(batch_summary.plays) else []


# Goals


class GoalProgress(StrEnum):
    """How a revision stands to its goals, beside the one that it is held against."""

    BETTER = "better by the goals"
    WORSE = "worse by the goals"
    MIXED = "better and worse by the goals"
    SAME = "the same by the goals"
    UNDECIDED = "undecided by the goals"


@dataclass(frozen=True)
class GoalMoves:
    """The goals of a revision, by how they stood before and stand now.

    `nearer` and `farther` are figures of goals that surely moved, though how the goal stands did not change.
    """

    gained: Sequence[CheckedGoal]
    lost: Sequence[CheckedGoal]
    holding: Sequence[CheckedGoal]
    still_missed: Sequence[CheckedGoal]
    undecided: Sequence[CheckedGoal]
    nearer: Sequence[Contrast]
    farther: Sequence[Contrast]

    @property
    def progress(self) -> GoalProgress:
        """All of them in a word; nothing is better unless a goal says so."""
        up, down = self.gained or self.nearer, self.lost or self.farther
        if up or down:
            return GoalProgress.MIXED if up and down else GoalProgress.BETTER if up else GoalProgress.WORSE
        return GoalProgress.UNDECIDED if self.undecided else GoalProgress.SAME


def goal_moves(summary: Summary) -> GoalMoves:
    """Each goal as it stood before and stands now."""
    goals = summary.other.goals
    before = {name: checked.standing for name, checked in _base_checks(summary.base, goals).items()}
    of = {standing: [goal for goal in goals if goal.standing is standing] for standing in Standing}
    gained = [goal for goal in of[Standing.MET] if before.get(goal.figure.name) is Standing.MISSED]
    lost = [goal for goal in of[Standing.MISSED] if before.get(goal.figure.name) is Standing.MET]
    told = {goal.figure.name for goal in (*gained, *lost)}
    moves = [contrast for contrast in summary.contrasts if contrast.name not in told]
    return GoalMoves(
        gained,
        lost,
        [goal for goal in of[Standing.MET] if goal not in gained],
        [goal for goal in of[Standing.MISSED] if goal not in lost],
        of[Standing.UNDECIDED],
        [contrast for contrast in moves if contrast.verdict is Verdict.BETTER],
        [contrast for contrast in moves if contrast.verdict is Verdict.WORSE],
    )


def by_goals(summary: Summary) -> str:
    """The progress by the goals, and by which: gained, lost, moved, missed, kept, undecided."""
    if not enough(summary.plays):
        return ""
    if not summary.other.goals:
        return "No goals to judge it by." if moved(summary) else ""
    moves, side = goal_moves(summary), summary.other
    values = {contrast.name: in_brackets(_before_and_after(contrast)) for contrast in summary.contrasts}
    parts = [
        _labelled("gained", [f"{_subject(side, goal)}{values.get(goal.figure.name, '')}" for goal in moves.gained]),
        _labelled("lost", [_missed(side, goal) for goal in moves.lost]),
        *map(change_phrase, (*moves.nearer, *moves.farther)),
        _labelled("still missed", [_missed(side, goal) for goal in moves.still_missed]),
        _holding(len(moves.holding), len(side.goals), bool(moves.gained or moves.lost)),
        _labelled("undecided", [f"{_subject(side, goal)}{_lacking(summary, goal)}" for goal in moves.undecided]),
    ]
    return as_sentence(f"{moves.progress.value}: {'; '.join(filter(None, parts))}")


def _labelled(label: str, words: Sequence[str]) -> str:
    return f"{label}: {listed(words)}" if words else ""


def _holding(number: int, total: int, besides: bool) -> str:
    """`all 3 goals hold`, `1 of 3 goals holds`, `2 others hold` besides some that were named; empty where none does."""
    if number == 0:
        return ""
    if besides:
        return f"{counted(number, 'other')} {_hold(number)}"
    goals = _all(total).lower() if number == total else f"{number} of {counted(total, 'goal')}"
    return f"{goals} {_hold(number)}"


def _lacking(summary: Summary, goal: CheckedGoal) -> str:
    """How many plays an undecided goal lacks, where their number was fixed and can be told."""
    ahead = goal.ahead
    if summary.watched or ahead is None:
        return ""
    return in_brackets(f"{plays_range(ahead)} more plays")


def goals_sentence(batch_summary: BatchSummary) -> str:
    """How many goals hold, and which do not; empty without goals."""
    of = {standing: [goal for goal in batch_summary.goals if goal.standing is standing] for standing in Standing}
    total, met = len(batch_summary.goals), len(of[Standing.MET])
    if not total:
        return ""
    if met == total:
        return f"{_all(total)} {_hold(total)}."
    missed = [_missed(batch_summary, goal) for goal in of[Standing.MISSED]]
    open_ = [_subject(batch_summary, goal) for goal in of[Standing.UNDECIDED]]
    if total > 1 and len(open_) == total:
        return f"{_all(total)} are undecided."
    parts = [f"{met or 'None'} of {total} goals {_hold(met)}" if total > 1 else ""]
    parts += [listed(missed)] if missed else []
    parts += (
        [f"the {plural(len(open_), 'goal')} for {listed(open_)} {plural(len(open_), 'is', 'are')} undecided"]
        if open_
        else []
    )
    return as_sentence("; ".join(filter(None, parts)))


def _all(total: int) -> str:
    return "The goal" if total == 1 else "Both goals" if total == 2 else f"All {total} goals"


def _hold(number: int) -> str:
    return plural(number, "holds", "hold")


def _base_checks(base: BatchSummary, goals: Sequence[CheckedGoal]) -> dict[str, CheckedGoal]:
    """How the base stands to the goals of another revision, by figure."""
    checks = base.check(list(dict.fromkeys(checked.goal for checked in goals)))
    return {checked.figure.name: checked for checked in checks}


def _missed(batch_summary: BatchSummary, checked: CheckedGoal) -> str:
    measure, _ = measure_and_label(batch_summary, checked.figure.name)
    value = phrases.value(measure, checked.figure.estimate.mean)
    value = f"{value} {phrases.part_of(checked.figure.estimate.n, checked.plays)}".rstrip()
    goal = target(checked.goal, measure)
    return f"{_subject(batch_summary, checked)} {_verb(checked)} ({value}, the goal is {goal})"


def _verb(checked: CheckedGoal) -> str:
    high = checked.goal.high is not None and checked.figure.estimate.mean > checked.goal.high
    return f"{'are' if checked.figure.name == TIE.name else 'is'} too {'high' if high else 'low'}"


def _subject(batch_summary: BatchSummary, checked: CheckedGoal) -> str:
    return lower_first(measure_and_label(batch_summary, checked.figure.name)[1])


# What changed


def changes_sentence(summary: Summary) -> str:
    """A sentence on what no goal says: surprises, who is worse off, how long plays are, what else moved most."""
    if not enough(summary.plays):
        return f"Fewer than {FEWEST_PLAYS} paired plays are too few for a verdict."
    if not summary.changed and not moved(summary):
        return "Both play by the same rules."
    of_goals = _told_by_goals(summary)
    what, rates = _rates(summary)
    fairness = [rate for rate in _fairness(rates) if rate.name not in of_goals]
    told, favored = {*of_goals, *(rate.name for rate in fairness)}, _favored(summary.other)[:1]
    changes = _most_moved(summary, told)
    told |= {contrast.name for contrast in changes}
    rows = [(contrast.name in told, (contrast.measure.name, contrast.side)) for contrast in moved(summary)]
    more = len({row for _, row in rows} - {row for is_told, row in rows if is_told})
    is_any_open = any(contrast.verdict is Verdict.UNDECIDED for contrast in summary.main)
    none = "nothing is shown to have changed" if is_any_open else "nothing changed that counts"
    parts = [
        *_surprises(summary, fairness),
        *(_win_phrase(rate) for rate in fairness if rate.side not in favored),
        *([_none_worse(what, rates)] if rates and not any(map(_is_worse, rates)) else []),
        *(map(change_phrase, changes) if moved(summary) else [none]),
        *([_and_more(more)] if more else []),
    ]
    return as_sentence("; ".join(parts))


def _told_by_goals(summary: Summary) -> set[str]:
    """The figures that the sentence on goals tells, and those that say the same."""
    if not summary.other.goals:
        return set()
    moves = goal_moves(summary)
    names = {goal.figure.name for goal in (*moves.gained, *moves.lost)}
    names |= {contrast.name for contrast in (*moves.nearer, *moves.farther)}
    same = {contrast.measure.repeats for contrast in summary.contrasts if contrast.name in names}
    return (names | same) - {""}


def _most_moved(summary: Summary, told: Collection[str]) -> list[Contrast]:
    """How long plays are, then the largest other changes, one a measure; nothing that is `told` already."""
    aside = (WIN_RATE, SIDE_WIN_RATE, DECISIONS)
    candidates = [
        contrast
        for contrast in one_a_measure(moved(summary))
        if contrast.measure not in aside and not {contrast.name, contrast.measure.repeats} & {*told}
    ]
    lengths = [contrast for contrast in candidates if is_length(contrast.measure)][:1]
    return [*lengths, *(contrast for contrast in candidates if contrast not in lengths)][:MOST_NAMED]


def _and_more(number: int) -> str:
    spelled = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{spelled} more {plural(number, 'figure')} changed"


def _surprises(summary: Summary, rates: Sequence[Contrast]) -> list[str]:
    """Sentences on what is unfair by far now, with its value before where that surely changed."""
    before = [rate for rate in rates if rate.side in _favored(summary.other)[:1]]
    was = f" ({phrases.value(before[0].measure, before[0].difference.base)} before)" if before else ""
    return [f"{surprise}{was}" for surprise in unfair(summary.other)]


def _favored(batch_summary: BatchSummary) -> list[str]:
    """The sides that surely win far too often, the most successful first; none where a goal is about one of them."""
    rates = sorted(batch_summary.side_win_rates.items(), key=lambda side: -side[1].mean)
    favored = [side for side, rate in rates if rate.low > LOPSIDED]
    goals = {goal.figure.name for goal in batch_summary.goals}
    return [] if any(_is_about(batch_summary, name, side) for side in favored for name in goals) else favored


def unfair(batch_summary: BatchSummary) -> list[str]:
    """Sides or seats that are surely favored by far, in no goal: `communists win 65.7 % of their plays`."""
    if not enough(batch_summary.plays):
        return []
    if _favored(batch_summary):
        return sides_win(batch_summary)[:1]
    goals = {goal.figure.name for goal in batch_summary.goals}
    uneven = (
        not batch_summary.side_win_rates
        and batch_summary.spread.estimate.n
        and batch_summary.spread.estimate.low > UNEVEN
        and SPREAD not in goals
    )
    return [_evenness(batch_summary)] if uneven else []


def _is_about(batch_summary: BatchSummary, name: str, side: str) -> bool:
    """True for a figure about a side: by its name, or by that of the figure that says the same."""
    reading = batch_summary.readings.get(name)
    return side in name or (reading is not None and side in reading.measure.repeats)


def change_phrase(contrast: Contrast) -> str:
    """A change in a few words: `broad appeal pays 9 % less`, `ties fell from 6.6 % to 5.6 %`."""
    measure, difference = contrast.measure, contrast.difference
    if contrast.verdict not in MOVED:
        raise ValueError(f"{contrast.name}: {contrast.verdict} is no change")
    up = difference.mean > 0
    name = lower_first(label_of(contrast))
    if phrases.is_share(measure) or difference.base <= 0 or measure.type.startswith("i"):
        values = f"from {phrases.value(measure, difference.base)} to {phrases.value(measure, difference.other)}"
        return f"{name} {'rose' if up else 'fell'} {values}"
    size = abs(100 * (difference.mean / difference.base))
    by = f"{phrases.decimal(size, 0 if size >= 2 else 1)}{THIN}%"
    if measure.part is ScorePart.ADDS:
        return f"{name} pays {by} {'more' if up else 'less'}"
    if measure.part is ScorePart.DEDUCTS:
        return f"{name} costs {by} {'more' if up else 'less'}"
    if measure.name == TOTAL and measure.scope is Scope.SEAT:
        return f"players score {by} {'more' if up else 'fewer'} points"
    if is_length(measure):
        return f"plays are {by} {'longer' if up else 'shorter'} ({_from_to(contrast)})"
    return f"{name} {'rose' if up else 'fell'} by {by}"


def _from_to(contrast: Contrast) -> str:
    measure, difference = contrast.measure, contrast.difference
    return f"{_about(measure, difference.base)} → {_about(measure, difference.other)} {measure.unit}"


def _about(measure: Measure, number: float) -> str:
    """A value as a sentence has it, with at most two digits after the point; the rows have more."""
    return phrases.decimal(number, min(MOST_DIGITS, phrases.decimals(measure)))


def _fairness(rates: Sequence[Contrast]) -> list[Contrast]:
    """The seats that win less often; of sides also those that win more often. The worst off first."""
    shifts = [rate for rate in rates if _is_worse(rate) or (rate.side and rate.verdict in MOVED)]
    return sorted(shifts, key=lambda rate: rate.difference.mean)[:MOST_NAMED]


def _is_worse(rate: Contrast) -> bool:
    return rate.verdict in MOVED and rate.difference.mean < 0


def _none_worse(what: str, rates: Sequence[Contrast]) -> str:
    """A clause that none of them wins less often, as far as that is decided."""
    decided = all(rate.verdict is not Verdict.UNDECIDED for rate in rates)
    return f"no {what} {'is' if decided else 'is shown to be'} worse off"


def _rates(summary: Summary) -> tuple[str, list[Contrast]]:
    """The win rates of the sides, where there are some; else of the seats."""
    sides = [contrast for contrast in summary.contrasts if contrast.measure is SIDE_WIN_RATE and contrast.seat is None]
    seats = [
        contrast
        for contrast in summary.contrasts
        if contrast.measure is WIN_RATE and contrast.seat is not None and not contrast.side
    ]
    return ("side", sides) if sides else ("seat", seats)


def _win_phrase(contrast: Contrast) -> str:
    """`seat 1 wins less often (36.0 % → 33.1 %)`."""
    who = contrast.side.replace("_", " ") or f"seat {(contrast.seat or 0) + 1}"
    difference = contrast.difference
    wins = "win" if contrast.side else "wins"
    often = "more" if difference.mean > 0 else "less"
    values = _before_and_after(contrast)
    return f"{who} {wins} {often} often ({', '.join(filter(None, (values, some_plays(contrast))))})"


def _before_and_after(contrast: Contrast) -> str:
    """`14.2 % → 29.0 %`."""
    difference, measure = contrast.difference, contrast.measure
    unit = "" if phrases.is_share(measure) else measure.unit
    return f"{phrases.value(measure, difference.base)} → {phrases.value(measure, difference.other)} {unit}".strip()


# Of one revision


def _length_alone(batch_summary: BatchSummary) -> str:
    lengths = [reading for reading in batch_summary.readings.values() if is_length(reading.measure)]
    if not lengths:
        return ""
    of_the_game = [length for length in lengths if length.measure is not DECISIONS]
    first = [*of_the_game, *lengths][0]
    return f"a play lasts {_about(first.measure, first.estimate.mean)} {first.measure.unit} on average"


def _evenness(batch_summary: BatchSummary) -> str:
    judged = [goal.figure for goal in batch_summary.goals if goal.figure.name == SPREAD]
    gap = [*judged, batch_summary.spread][0].estimate  # one interval, also where several goals hold together
    if gap.n == 0 or not enough(batch_summary.plays):
        return ""
    low, high = phrases.percent(gap.low, 1), phrases.percent(gap.high, 1)
    spread = f"{low} to {high}" if gap.low >= LEAST_SPREAD else f"at most {high}"
    return f"the best seat wins {spread} of the plays more than the worst"
