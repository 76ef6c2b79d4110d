"""The effect of a change, as a person would say it: the goals, who is worse off, how long plays are, what else moved.

Each sentence rests on verdicts (`stats.evidence`): what is not beyond doubt is not said, or called undecided.
"""

from collections.abc import Collection, Mapping, Sequence

from workbench.engine.limits import FEWEST_PLAYS
from workbench.engine.measures import DECISIONS, SIDE_WIN_RATE, TIE, TOTAL, WIN_RATE, Measure, Scope, ScorePart
from workbench.engine.wording import listed, plural
from workbench.report.rows import is_length
from workbench.report.summary import BatchSummary, Summary
from workbench.report.text import phrases
from workbench.report.text.phrases import THIN, lower_first
from workbench.report.text.scenarios import measure_and_label, target
from workbench.report.text.verdicts import MOVED, label_of, moved, one_a_measure, some_plays
from workbench.stats import Verdict
from workbench.stats.evidence import enough
from workbench.study.compare import Contrast
from workbench.study.figures import SPREAD
from workbench.study.goals import CheckedGoal, Standing, all_met

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
    """The effect of the change: `All 3 goals still hold. Broad appeal pays 9 % less; no seat is worse off.`"""
    return " ".join(filter(None, (goals_sentence(summary.other, summary.base), changes_sentence(summary))))


def answer_alone(batch_summary: BatchSummary) -> str:
    """How one revision plays: its goals, how often each side or the best seat wins, and how long a play is."""
    parts = parts_alone(batch_summary)
    return " ".join(filter(None, (goals_sentence(batch_summary), _sentence("; ".join(parts)) if parts else "")))


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


def goals_sentence(batch_summary: BatchSummary, base: BatchSummary | None = None) -> str:
    """How many goals hold, and which do not; empty without goals. Against a base: which were gained, and which lost."""
    of = {standing: [goal for goal in batch_summary.goals if goal.standing is standing] for standing in Standing}
    total, met = len(batch_summary.goals), len(of[Standing.MET])
    if not total:
        return ""
    before = _before(base, batch_summary.goals) if base else {}
    moved_goals = _gained_and_lost(batch_summary, before)
    if met == total:
        still = "still " if base and all_met(list(before.values())) else ""
        return _sentence("; ".join([f"{_all(total)} {still}{_hold(total)}", *moved_goals]))
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
    return _sentence("; ".join(filter(None, [*parts, *moved_goals])))


def _all(total: int) -> str:
    return "The goal" if total == 1 else "Both goals" if total == 2 else f"All {total} goals"


def _hold(number: int) -> str:
    return plural(number, "holds", "hold")


def _before(base: BatchSummary, goals: Sequence[CheckedGoal]) -> dict[str, CheckedGoal]:
    """How the base stands to the goals of another revision, by figure."""
    checks = base.check(list(dict.fromkeys(checked.goal for checked in goals)))
    return {checked.figure.name: checked for checked in checks}


def _gained_and_lost(batch_summary: BatchSummary, before: Mapping[str, CheckedGoal]) -> list[str]:
    """`gained: ties`, `lost: deals`: goals that surely stood the other way before the change."""
    moves = {"gained": (Standing.MISSED, Standing.MET), "lost": (Standing.MET, Standing.MISSED)}
    goals = {
        word: [
            _subject(batch_summary, goal)
            for goal in batch_summary.goals
            if goal.figure.name in before and (before[goal.figure.name].standing, goal.standing) == move
        ]
        for word, move in moves.items()
    }
    return [f"{word}: {listed(labels)}" for word, labels in goals.items() if labels]


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
    """Who is worse off, how long plays are, what else moved most; what is not known yet is called so."""
    if not enough(summary.plays):
        return f"Fewer than {FEWEST_PLAYS} paired plays are too few for a verdict."
    if not summary.changed and not moved(summary):
        return "Both play by the same rules."
    what, rates = _rates(summary)
    fairness = _fairness(rates)
    changes = _most_moved(summary, {contrast.name for contrast in fairness})
    more = len({contrast.name for contrast in moved(summary)} - {contrast.name for contrast in (*fairness, *changes)})
    none = "nothing is shown to have changed" if _any_open(summary) else "nothing changed that counts"
    parts = [
        *map(_win_phrase, fairness),
        *unfair(summary.other),
        *(map(change_phrase, changes) if moved(summary) else [none]),
        *([_and_more(more)] if more else []),
        *([_none_worse(what, rates)] if rates and not any(map(_is_worse, rates)) else []),
    ]
    return _sentence("; ".join(parts))


def _most_moved(summary: Summary, fairness: Collection[str]) -> list[Contrast]:
    """The largest changes, one a measure: how long plays are first, and nothing that the figures of `fairness` say."""
    aside = (WIN_RATE, SIDE_WIN_RATE, DECISIONS)
    candidates = [contrast for contrast in one_a_measure(moved(summary)) if contrast.measure not in aside]
    most = [candidate for candidate in candidates if candidate.measure.repeats not in fairness][:MOST_NAMED]
    return sorted(most, key=lambda contrast: not is_length(contrast.measure))


def _and_more(number: int) -> str:
    spelled = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{spelled} more {plural(number, 'figure')} changed"


def unfair(batch_summary: BatchSummary) -> list[str]:
    """Sides or seats that are surely favored by far, in no goal: `communists win 65.7 % of their plays`."""
    if not enough(batch_summary.plays):
        return []
    goals = {goal.figure.name for goal in batch_summary.goals}
    favored = [side for side, rate in batch_summary.side_win_rates.items() if rate.low > LOPSIDED]
    if favored and not any(_is_about(batch_summary, name, side) for side in favored for name in goals):
        return sides_win(batch_summary)[:1]
    uneven = (
        not batch_summary.side_win_rates
        and batch_summary.spread.n
        and batch_summary.spread.low > UNEVEN
        and SPREAD not in goals
    )
    return [_evenness(batch_summary)] if uneven else []


def _is_about(batch_summary: BatchSummary, name: str, side: str) -> bool:
    """True for a figure about a side: by its name, or by that of the figure that says the same."""
    reading = batch_summary.readings.get(name)
    return side in name or (reading is not None and side in reading.measure.repeats)


def _any_open(summary: Summary) -> bool:
    return any(contrast.verdict is Verdict.UNDECIDED for contrast in summary.main)


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
    by = _relative(difference.mean / difference.base)
    if measure.part is ScorePart.ADDS:
        return f"{name} pays {by} {'more' if up else 'less'}"
    if measure.part is ScorePart.DEDUCTS:
        return f"{name} costs {by} {'more' if up else 'less'}"
    if measure.name == TOTAL and measure.scope is Scope.SEAT:
        return f"players score {by} {'more' if up else 'fewer'} points"
    if is_length(measure):
        return f"plays are {by} {'longer' if up else 'shorter'} ({_values(contrast)})"
    return f"{name} {'rose' if up else 'fell'} by {by}"


def _relative(change: float) -> str:
    size = abs(100 * change)
    return f"{phrases.decimal(size, 0 if size >= 2 else 1)}{THIN}%"


def _values(contrast: Contrast) -> str:
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
    """That none of them does, as far as that is decided."""
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
    measure, difference = contrast.measure, contrast.difference
    wins = "win" if contrast.side else "wins"
    often = "more" if difference.mean > 0 else "less"
    values = f"{phrases.value(measure, difference.base)} → {phrases.value(measure, difference.other)}"
    return f"{who} {wins} {often} often ({', '.join(filter(None, (values, some_plays(contrast))))})"


# Of one revision


def _length_alone(batch_summary: BatchSummary) -> str:
    lengths = [reading for reading in batch_summary.readings.values() if is_length(reading.measure)]
    if not lengths:
        return ""
    of_the_game = [length for length in lengths if length.measure is not DECISIONS]
    first = [*of_the_game, *lengths][0]
    return f"a play lasts {_about(first.measure, first.estimate.mean)} {first.measure.unit} on average"


def _evenness(batch_summary: BatchSummary) -> str:
    if batch_summary.spread.n == 0 or not enough(batch_summary.plays) or batch_summary.estimate(SPREAD) is None:
        return ""
    low, high = (phrases.percent(end, 1) for end in (batch_summary.spread.low, batch_summary.spread.high))
    spread = f"{low} to {high}" if batch_summary.spread.low >= LEAST_SPREAD else f"at most {high}"
    return f"the best seat wins {spread} of the plays more than the worst"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
