"""Numbers and sentences as a designer reads them: what changed, how sure that is, and what it means."""

import math
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

from workbench.bots.spec import bot_help
from workbench.engine.card_lists.cards import Cards
from workbench.engine.game import Game
from workbench.engine.measures import DECISIONS, SIDE_WIN_RATE, TIE, WIN_RATE, Measure, Scope
from workbench.engine.wording import listed
from workbench.report.summary import BatchSummary, Summary
from workbench.scenario import Goal, Scenario
from workbench.stats import Estimate, PairedDifference, Verdict
from workbench.stats.evidence import FEWEST_PLAYS, Forecast, enough
from workbench.study.compare import SPREAD_MEASURE, Contrast
from workbench.study.figures import SPREAD
from workbench.study.goals import CheckedGoal, Standing

THIN = "\u202f"
"""A narrow space that no line breaks at: between thousands, and before the sign of per cent."""
MINUS = "−"
END_MARKS = (".", "!", "?", "…", ":", ";", "。")
NO_PEOPLE = "Bots are not people: hold this against a playtest before you trust it."
SEATS_FROM_1 = "Seats are counted from 1, as at a table; `replay` and JSON count players and seats from 0."
SUBJECTS = {TIE.name: "Ties", SPREAD: "The gap between best and worst seat"}
"""What a sentence is about, where the measure's own label would not do."""
MOVED = (Verdict.BETTER, Verdict.WORSE, Verdict.HIGHER, Verdict.LOWER)

# Numbers


def count(number: float) -> str:
    """A whole number with its thousands apart: `12 000`."""
    return f"{round(number):,}".replace(",", THIN)


def roughly(number: int) -> str:
    """A whole number to two figures: `about 12 000`."""
    return f"about {count(_two_figures(number))}"


AT_THE_MARGIN = "at the margin: no sensible number"


def within(ahead: Forecast | None) -> str:
    """Further plays as a table shows them: `40 000 to 90 000`, the plays for a chance of 50 % and of 80 %."""
    if ahead is None:
        return AT_THE_MARGIN
    even, likely = _two_figures(ahead.even), _two_figures(ahead.likely)
    return count(likely) if even == likely else f"{count(even)} to {count(likely)}"


def outlook(ahead: Forecast | None) -> str:
    """What further plays promise, in a sentence that ends without a full stop."""
    if ahead is None:
        return "The estimate lies at the margin: no sensible number of further plays can be named"
    even, likely = _two_figures(ahead.even), _two_figures(ahead.likely)
    if even == likely:
        return f"About {count(likely)} further plays are likely to decide"
    return f"{count(even)} to {count(likely)} further plays would decide with a chance of 50 to 80{THIN}%"


def _two_figures(number: int) -> int:
    """A number of plays rounded up to two figures."""
    step: int = 10 ** max(0, len(str(number)) - 2)
    return math.ceil(number / step) * step


def is_share(measure: Measure) -> bool:
    """Whether the measure is a part of a whole, shown in per cent."""
    return measure.is_rate or measure.name == SPREAD or (measure.type == "f4" and not measure.unit)


def decimals(measure: Measure) -> int:
    """Digits after the point that show a tenth of what matters, in the shown unit."""
    margin = measure.margin * (100 if is_share(measure) else 1)
    return min(3, max(0, 1 - math.floor(math.log10(margin)))) if margin > 0 else 2


def plain(number: float, digits: int, signed: bool = False) -> str:
    """A number with a real minus sign, its thousands apart, and with a plus where `signed`."""
    if not math.isfinite(number):
        return "–" if math.isnan(number) else ("∞" if number > 0 else f"{MINUS}∞")
    text = f"{abs(number):,.{digits}f}".replace(",", THIN)
    zero = not float(text.replace(THIN, ""))
    sign = "" if zero else MINUS if number < 0 else "+" if signed else ""
    return sign + text


def value(measure: Measure, number: float) -> str:
    """A value of the measure without its unit: `6.0 %`, `12.34`."""
    if is_share(measure):
        return f"{plain(100 * number, decimals(measure))}{THIN}%"
    return plain(number, decimals(measure))


def change(measure: Measure, number: float) -> str:
    """A difference of the measure, signed and without its unit."""
    return plain((100 if is_share(measure) else 1) * number, decimals(measure), signed=True)


def unit(measure: Measure) -> str:
    """What one value counts: `of plays`, `points a player`, `deals a play`."""
    if measure.name == SPREAD or measure is WIN_RATE:
        return "of the wins"
    if measure is SIDE_WIN_RATE:
        return "of its plays"
    if is_share(measure):
        return "of deals" if measure.scope is Scope.DEAL_SEAT else "of plays"
    each = {Scope.PLAY: "a play", Scope.SEAT: "a player", Scope.DEAL_SEAT: "a deal"}[measure.scope]
    return f"{measure.unit} {measure.each or each}".strip()


def change_unit(measure: Measure) -> str:
    """What a difference counts: `percentage points`, `points`."""
    return "percentage points" if is_share(measure) else measure.unit


def interval(measure: Measure, low: float, high: float) -> str:
    """An interval of differences: `−1.1 to −0.5`."""
    return f"{change(measure, low)} to {change(measure, high)}"


def reading(measure: Measure, estimate: Estimate) -> str:
    """A figure with its interval and unit: `6.0 % of plays (5.7 % to 6.3 %)`."""
    return f"{value(measure, estimate.mean)} {unit(measure)} ({span(measure, estimate)})"


def span(measure: Measure, estimate: Estimate) -> str:
    """The interval of a figure: `5.7 % to 6.3 %`."""
    return f"{value(measure, estimate.low)} to {value(measure, estimate.high)}"


def caution(game: Game) -> str:
    """What stands beside every number: that bots played, and what they cannot do in this game."""
    return f"{NO_PEOPLE} {game.caveat}".rstrip()


# A measure under two revisions


def subject(contrast: Contrast) -> str:
    """What a sentence about the contrast begins with."""
    return SUBJECTS.get(contrast.name, contrast.label)


def sentence(contrast: Contrast, watched: bool = False) -> str:
    """The verdict on one measure in plain words, with the numbers that it rests on."""
    if watched:
        return f"So far: {_lower(subject(contrast))}, {_numbers(contrast, watched)}."
    if contrast.verdict in MOVED:
        return f"{subject(contrast)} {_verb(contrast)}: {_numbers(contrast)}{_judgement(contrast.verdict)}."
    return f"{contrast.verdict.value.capitalize()}: {_lower(grouped(contrast))}"


def grouped(contrast: Contrast) -> str:
    """The sentence as it stands under a heading that says the verdict already."""
    if contrast.verdict in MOVED:
        return sentence(contrast)
    reason = _why_same(contrast) if contrast.verdict is Verdict.SAME else _what_decides(contrast)
    return f"{subject(contrast)}, {_numbers(contrast)}. {reason}"


def finding(contrast: Contrast) -> str:
    """The verdict in a few words, for a headline: `ties became rarer (6.0 % → 5.2 %)`."""
    measure, found = contrast.measure, contrast.difference
    return (
        f"{_lower(subject(contrast))} {_verb(contrast)} ({value(measure, found.base)} → {value(measure, found.other)})"
    )


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _verb(contrast: Contrast) -> str:
    up = contrast.difference.difference > 0
    if contrast.measure.is_rate:
        return "became more frequent" if up else "became rarer"
    return "rose" if up else "fell"


def _numbers(contrast: Contrast, watched: bool = False) -> str:
    measure, found = contrast.measure, contrast.difference
    moved = f"{value(measure, found.base)} → {value(measure, found.other)} {unit(measure)}"
    kind = "95 % interval so far" if watched else "95 % interval"
    by = f"{change(measure, found.difference)} {change_unit(measure)}".strip()
    return f"{moved} ({by}, {kind.replace(' %', THIN + '%')} {interval(measure, found.low, found.high)})"


def _judgement(verdict: Verdict) -> str:
    return {Verdict.BETTER: ": better, as the goal asked", Verdict.WORSE: ": worse, against the goal"}.get(verdict, "")


def _why_same(contrast: Contrast) -> str:
    return f"A change of less than {margin(contrast.measure)} counts as the same."


def _untouched(found: PairedDifference) -> bool:
    return found.difference == 0 and found.sd == 0


def margin(measure: Measure) -> str:
    """The smallest change that counts, with its unit: `1 percentage point`, `0.2 points`."""
    shown = f"{(100 if is_share(measure) else 1) * measure.margin:g}"
    words = change_unit(measure)
    return f"{shown} {words.removesuffix('s') if shown == '1' else words}".strip()


def _what_decides(contrast: Contrast) -> str:
    found, would = contrast.difference, f"{outlook(contrast.ahead)}."
    if not enough(found.n):
        return f"Fewer than {FEWEST_PLAYS} plays decide nothing. {would}"
    if _untouched(found):
        return f"No difference in {count(found.n)} plays; one in up to {_one_in(found.n)} would not have shown. {would}"
    if contrast.alone is not Verdict.UNDECIDED:
        return f"Alone it would count, but among so many measures it may be luck. {would}"
    if found.low > 0 or found.high < 0:
        direction = "rose" if found.low > 0 else "fell"
        return f"It {direction}, but whether by {margin(contrast.measure)} or more is open. {would}"
    return would


def _one_in(plays: int) -> str:
    """The share of plays that a batch without any may still hide, by the rule of three: `3 % of the plays`."""
    return f"{100 * 3 / plays:.2g}{THIN}% of the plays"


# A whole comparison

CONTROLLED = (
    f"Verdicts hold together: the chance that any of them is wrong is at most 5{THIN}%, each about its own smallest"
    f" change that counts (Holm). Further plays: as many as decide with a chance of 50 to 80{THIN}%; an estimate at the"
    " margin has no sensible number."
)


def pairing(contrasts: Iterable[Contrast]) -> str:
    """What playing on the same shuffles saved, over all measures."""
    ratios = [each.difference.variance_ratio for each in contrasts]
    known = [ratio for ratio in ratios if ratio is not None]
    if not known:
        return "Nothing that is measured varied."
    least, usual = plain(min(known), 2), plain(median(known), 2)
    return f"Noise: the variance of the pairs, where two separate batches have 1; median {usual}, lowest {least}."


def moved(summary: Summary) -> list[Contrast]:
    """The measures that moved, of those that are told first, by what a designer asks first."""
    return by_weight(summary, [contrast for contrast in summary.told if contrast.verdict in MOVED])


def by_weight(summary: Summary, contrasts: Iterable[Contrast]) -> list[Contrast]:
    """Those that a goal is about, then the game's own measures, then single seats and the bots' effort.

    Within each, the largest change first, in terms of the smallest that counts.
    """

    def weight(contrast: Contrast) -> tuple[bool, bool, float]:
        alone = contrast.seat is not None or contrast.measure.scope is Scope.DEAL_SEAT
        aside = alone or contrast.measure in (DECISIONS, WIN_RATE)
        return contrast.name not in summary.asked, aside, -abs(in_margins(contrast, contrast.difference.difference))

    return sorted(contrasts, key=weight)


def of_verdict(summary: Summary, verdict: Verdict) -> list[Contrast]:
    """Those with this verdict among what is told first, in the order in which they are declared."""
    return [contrast for contrast in summary.told if contrast.verdict is verdict]


def in_margins(contrast: Contrast, number: float) -> float:
    """A difference in units of the smallest change that counts, which makes different measures comparable."""
    return number / contrast.margin if contrast.margin > 0 else 0.0


def headline(summary: Summary) -> str:
    """What the change did, in a sentence or two."""
    name = summary.other.scenario.revision
    found = moved(summary)
    if not found:
        return f"With {name}, nothing that is measured moved beyond doubt. {_tally(summary)}"
    said = [finding(contrast) for contrast in _one_a_measure(found)[:3]]
    more = len(found) - len(said)
    rest = f", and {more} more measures moved" if more > 1 else ", and one more measure moved" if more else ""
    return f"With {name}, {listed(said) if not rest else ', '.join(said) + rest}. {_tally(summary)}"


def _one_a_measure(contrasts: Iterable[Contrast]) -> list[Contrast]:
    """The first contrast of each measure, by side: not one and the same for every seat."""
    found = {(each.measure.name, each.side): each for each in reversed(list(contrasts))}
    return list(found.values())[::-1]


def with_stop(text: str) -> str:
    """A text that somebody wrote, with a full stop where it has no end, so that it does not run into the next one."""
    text = text.strip()
    return f"{text}." if text and text.rstrip("\"'”’)»*_")[-1:] not in END_MARKS else text


def _tally(summary: Summary) -> str:
    total, same = len(summary.told), len(of_verdict(summary, Verdict.SAME))
    undecided = len(of_verdict(summary, Verdict.UNDECIDED))
    open_ = "none is undecided" if not undecided else f"{undecided} {'is' if undecided == 1 else 'are'} undecided"
    return f"Of {total} measures, {len(moved(summary))} moved, {same} stayed the same and {open_}."


def played(summary: Summary) -> str:
    """How it was played, as it stands beside every number."""
    base = summary.base.scenario
    pairs = f"{count(summary.plays)} paired plays on the same shuffles (seed {base.seed})"
    if base.bots == summary.other.scenario.bots:
        return f"{pairs}, {bots(base)}. {NO_PEOPLE}"
    return f"{pairs}, {base.revision} with {bots(base)}, {summary.other.scenario.revision} with " + (
        f"{bots(summary.other.scenario)}. {NO_PEOPLE}"
    )


def played_side(side: BatchSummary) -> str:
    """How one batch was played."""
    return f"{count(side.plays)} plays (seed {side.scenario.seed}), {bots(side.scenario)}. {NO_PEOPLE}"


def bots(scenario: Scenario) -> str:
    """Who played, and how well: `every seat a greedy bot (one step ahead …)`, or the bot of each seat."""
    game, names = scenario.game, scenario.bots
    if len(set(names)) == 1:
        return f"every seat {_article(names[0])} {names[0]} bot ({_lower(strength(game, names[0]))})"
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, 1))
    explained = "; ".join(f"{name}: {_lower(strength(game, name))}" for name in dict.fromkeys(names))
    return f"seats {seats} ({explained})"


def strength(game: Game, bot: str) -> str:
    """What a bot does, without a full stop: its help, with its budget, and what it leaves out."""
    name, *forbidden = bot.split("~")
    told = bot_help(game, name).rstrip(".").replace(" N ", f" {name.rpartition(':')[2]} ")
    left_out = f", but never {listed(map(words_of, forbidden), 'or')} while anything else is legal" if forbidden else ""
    return f"{told}{left_out}"


def bots_briefly(names: Sequence[str]) -> str:
    """Who played, in a table: `greedy`, or `greedy · random · greedy`."""
    return names[0] if len(set(names)) == 1 else " · ".join(names)


def called(names: Sequence[str]) -> str:
    """Who played, in a sentence: `greedy bots`, or `the bots greedy · random · greedy`."""
    return f"{names[0]} bots" if len(set(names)) == 1 else f"the bots {bots_briefly(names)}"


def players(*scenarios: Scenario) -> str:
    """Who played, below a chart: `Played by greedy bots.`"""
    found = {called(scenario.bots): scenario.revision for scenario in scenarios}
    if len(found) == 1:
        return f"Played by {next(iter(found))}."
    return f"Played by {listed([f'{who} with {revision}' for who, revision in found.items()])}."


def _article(noun: str) -> str:
    return "an" if noun[:1] in "aeiou" else "a"


def changed_rules(summary: Summary) -> str:
    """The changed rules in a sentence."""
    base, other = summary.base.scenario, summary.other.scenario
    if not summary.changed:
        return f"{other.revision} and {base.revision} have the same rules."
    game = other.game
    parts = [
        f"{_lower(game.parameters[name].label)} ({rule_value(game, name, before)} → {rule_value(game, name, after)})"
        for name, (before, after) in summary.changed.items()
    ]
    number = "one rule" if len(parts) == 1 else f"{len(parts)} rules"
    return f"{other.revision} differs from {base.revision} in {number}: {listed(parts)}."


def rule_value(game: Game, name: str, written: Any) -> str:
    """A rule's value in words: `yes`, `7 cards`, `largest difference`."""
    if isinstance(written, bool):
        return "yes" if written else "no"
    if isinstance(written, list):
        return ", ".join(words_of(item) for item in written)
    if isinstance(written, str):
        return words_of(written)
    if isinstance(written, Cards):
        return str(written)
    parameter = game.parameters[name]
    return f"{written} {parameter.unit}".strip()


def words_of(name: str) -> str:
    """The name of an option in words: `largest difference`."""
    return name.replace("_", " ")


# Goals


def target(goal: Goal, measure: Measure) -> str:
    """A goal's target as its measure is shown: `at most 10 %`, `at least 6 deals a play`."""
    if goal.low is None:
        return f"at most {_bound(measure, goal.high)}"
    if goal.high is None:
        return f"at least {_bound(measure, goal.low)}"
    return f"{_bound(measure, goal.low, unit=False)} to {_bound(measure, goal.high)}"


def _bound(measure: Measure, bound: float | None, unit: bool = True) -> str:
    number = math.nan if bound is None else bound
    if is_share(measure):
        return f"{100 * number:g}{THIN}%"
    return f"{number:g} {measure.unit if unit else ''}".strip()


def goal_sentences(side: BatchSummary) -> list[str]:
    """How every goal of a batch stands."""
    return [goal_sentence(checked, *named(side, checked.name)) for checked in side.goals]


def named(side: BatchSummary, name: str) -> tuple[Measure, str]:
    """The measure behind the name of a figure, and its label."""
    if name == SPREAD:
        return SPREAD_MEASURE, SPREAD_MEASURE.label
    found = side.readings[name]
    return found.measure, found.label


def goal_sentence(checked: CheckedGoal, measure: Measure, label: str) -> str:
    """How a goal stands, in a sentence."""
    is_now = f"{SUBJECTS.get(checked.name, label)}: {reading(measure, checked.estimate)}"
    word = {
        Standing.MET: "Met",
        Standing.MISSED: "Missed",
        Standing.UNDECIDED: "Undecided; more plays would tell",
    }[checked.standing]
    return f"{is_now}; the goal is {target(checked.goal, measure)}. {word}."
