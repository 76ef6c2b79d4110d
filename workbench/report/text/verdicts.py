"""Verdicts in sentences: on one measure, and on a whole comparison."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from workbench.engine.measures import DECISIONS, TIE, WIN_RATE, Scope
from workbench.engine.wording import listed
from workbench.report.summary import Summary
from workbench.report.text.numbers import (
    THIN,
    change,
    change_unit,
    count,
    decimal,
    interval,
    margin,
    two_figures,
    unit,
    value,
)
from workbench.report.text.phrases import lower_first
from workbench.stats import PairedDifference, Verdict
from workbench.stats.evidence import FEWEST_PLAYS, Forecast, enough
from workbench.study.compare import Contrast
from workbench.study.figures import SPREAD

SUBJECTS = {TIE.name: "Ties", SPREAD: "The gap between best and worst seat"}
"""What a sentence is about, where the measure's own label would not do."""


MOVED = (Verdict.BETTER, Verdict.WORSE, Verdict.HIGHER, Verdict.LOWER)


AT_THE_MARGIN = "at the margin: no sensible number"


CONTROLLED = (
    f"Verdicts hold together: the chance that any of them is wrong is at most 5{THIN}%, each about its own smallest"
    f" change that counts (Holm). Further plays: as many as decide with a chance of 50 to 80{THIN}%; an estimate at the"
    " margin has no sensible number."
)


def subject(contrast: Contrast) -> str:
    """What a sentence about the contrast begins with."""
    return SUBJECTS.get(contrast.name, contrast.label)


def sentence(contrast: Contrast, watched: bool = False) -> str:
    """The verdict on one measure in plain words, with the numbers that it rests on."""
    if watched:
        return f"So far: {lower_first(subject(contrast))}, {_numbers(contrast, watched)}."
    if contrast.verdict in MOVED:
        return f"{subject(contrast)} {_verb(contrast)}: {_numbers(contrast)}{_judgement(contrast.verdict)}."
    return f"{contrast.verdict.value.capitalize()}: {lower_first(sentence_below_heading(contrast))}"


def sentence_below_heading(contrast: Contrast) -> str:
    """The sentence as it stands under a heading that says the verdict already."""
    if contrast.verdict in MOVED:
        return sentence(contrast)
    reason = _why_same(contrast) if contrast.verdict is Verdict.SAME else _what_decides(contrast)
    return f"{subject(contrast)}, {_numbers(contrast)}. {reason}"


def short_finding(contrast: Contrast) -> str:
    """The verdict in a few words, for a headline: `ties became rarer (6.0 % → 5.2 %)`."""
    measure, found = contrast.measure, contrast.difference
    values = f"{value(measure, found.base)} → {value(measure, found.other)}"
    return f"{lower_first(subject(contrast))} {_verb(contrast)} ({values})"


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


def _what_decides(contrast: Contrast) -> str:
    found, would = contrast.difference, f"{forecast_sentence(contrast.ahead)}."
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


def plays_range(ahead: Forecast | None) -> str:
    """Further plays as a table shows them: `40 000 to 90 000`, the plays for a chance of 50 % and of 80 %."""
    if ahead is None:
        return AT_THE_MARGIN
    even, likely = two_figures(ahead.even), two_figures(ahead.likely)
    return count(likely) if even == likely else f"{count(even)} to {count(likely)}"


def forecast_sentence(ahead: Forecast | None) -> str:
    """What further plays promise, in a sentence that ends without a full stop."""
    if ahead is None:
        return "The estimate lies at the margin: no sensible number of further plays can be named"
    even, likely = two_figures(ahead.even), two_figures(ahead.likely)
    if even == likely:
        return f"About {count(likely)} further plays are likely to decide"
    return f"{count(even)} to {count(likely)} further plays would decide with a chance of 50 to 80{THIN}%"


def headline(summary: Summary) -> str:
    """What the change did, in a sentence or two."""
    name = summary.other.scenario.revision
    found = moved(summary)
    if not found:
        return f"With {name}, nothing that is measured moved beyond doubt. {_tally(summary)}"
    said = [short_finding(contrast) for contrast in _one_a_measure(found)[:3]]
    more = len(found) - len(said)
    rest = f", and {more} more measures moved" if more > 1 else ", and one more measure moved" if more else ""
    return f"With {name}, {listed(said) if not rest else ', '.join(said) + rest}. {_tally(summary)}"


def _one_a_measure(contrasts: Iterable[Contrast]) -> list[Contrast]:
    """The first contrast of each measure, by side: not one and the same for every seat."""
    found = {(each.measure.name, each.side): each for each in reversed(list(contrasts))}
    return list(found.values())[::-1]


def _tally(summary: Summary) -> str:
    total, same = len(summary.told), len(of_verdict(summary, Verdict.SAME))
    undecided = len(of_verdict(summary, Verdict.UNDECIDED))
    open_ = "none is undecided" if not undecided else f"{undecided} {'is' if undecided == 1 else 'are'} undecided"
    return f"Of {total} measures, {len(moved(summary))} moved, {same} stayed the same and {open_}."


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


def pairing(contrasts: Iterable[Contrast]) -> str:
    """What playing on the same shuffles saved, over all measures."""
    ratios = [each.difference.variance_ratio for each in contrasts]
    known = [ratio for ratio in ratios if ratio is not None]
    if not known:
        return "Nothing that is measured varied."
    least, usual = decimal(min(known), 2), decimal(median(known), 2)
    return f"Noise: the variance of the pairs, where two separate batches have 1; median {usual}, lowest {least}."


MANY_CUT_SHORT = 0.05
"""From this share of plays on, those without a proper end shape every figure."""


def details_in_order(summary: Summary) -> list[Contrast]:
    """What is told below: what moved, then what is undecided, then the same; within each the largest change first."""
    order = {Verdict.UNDECIDED: 1, Verdict.SAME: 2}
    return sorted(by_weight(summary, summary.details), key=lambda each: order.get(each.verdict, 0))


def details_title(contrasts: Sequence[Contrast]) -> str:
    """`In detail: 60 figures, 24 of which moved`."""
    moved = sum(each.verdict in MOVED for each in contrasts)
    figures = "one figure" if len(contrasts) == 1 else f"{len(contrasts)} figures"
    return f"In detail: {figures}, {moved or 'none'} of which moved"


def cut_short_sentence(shares: Mapping[str, float]) -> str | None:
    """That a limit ended many of the plays of a revision, by its name; None where it ended few of any."""
    many = {name: share for name, share in shares.items() if share > MANY_CUT_SHORT}
    return " ".join(_cut_short(*each) for each in many.items()) or None


def _cut_short(revision: str, share: float) -> str:
    part = f"{decimal(100 * share, 1)}{THIN}%"
    return (
        f"With {revision}, {part} of the plays were cut short by a limit: the figures include plays that had not come"
        " to an end of their own."
    )
