"""Parts of sentences: names of code in words, numbers and units as a designer reads them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from workbench.engine.measures import DECISIONS, LEAD, SIDE_WIN_RATE, SPREAD, WIN_RATE, Measure, Scope
from workbench.engine.wording import THIN, plural

if TYPE_CHECKING:
    from workbench.stats import Estimate, PairedDifference

END_MARKS = (".", "!", "?", "…", ":", ";", "。")


def words_of(name: str) -> str:
    """A name from code in words: `largest_difference` is `largest difference`."""
    return name.replace("_", " ")


def with_stop(text: str) -> str:
    """A designer's own text, with a full stop at its end if none is there."""
    text = text.strip()
    return f"{text}." if text and text.rstrip("\"'”’)»*_")[-1:] not in END_MARKS else text


INTERVAL = "95 % interval"
"""The head of a column of intervals."""
MINUS = "−"


def count(number: float) -> str:
    """A whole number, its thousands separated: `12 000`."""
    return f"{round(number):,}".replace(",", THIN)


def number_of(number: float, one: str, more: str = "") -> str:
    """A number of things, its thousands separated: `12 000 plays`, `1 play`."""
    return f"{count(number)} {plural(round(number), one, more)}"


def roughly(number: int) -> str:
    """A whole number to two figures: `about 12 000`."""
    return f"about {count(two_figures(number))}"


def two_figures(number: int) -> int:
    """A number of plays rounded up to two figures."""
    step: int = 10 ** max(0, len(str(number)) - 2)
    return math.ceil(number / step) * step


def decimal(number: float, digits: int, signed: bool = False) -> str:
    """A number with so many digits after the point, a true minus sign, and a plus where `signed`."""
    if not math.isfinite(number):
        return "–" if math.isnan(number) else ("∞" if number > 0 else f"{MINUS}∞")
    text = f"{abs(number):,.{digits}f}".replace(",", THIN)
    zero = not float(text.replace(THIN, ""))
    sign = "" if zero else MINUS if number < 0 else "+" if signed else ""
    return sign + text


def percent(number: float, digits: int = 1) -> str:
    """A share in per cent: `41.2 %`."""
    return f"{decimal(100 * number, digits)}{THIN}%"


def share(estimate: Estimate, digits: int = 1) -> str:
    """A share with its interval: `41.2 % (39.0 % to 43.4 %)`."""
    return f"{percent(estimate.mean, digits)} ({share_span(estimate, digits)})"


def share_span(interval: Estimate, digits: int = 1) -> str:
    """The interval of a share: `39.0 % to 43.4 %`."""
    return f"{percent(interval.low, digits)} to {percent(interval.high, digits)}"


def points(number: float, signed: bool = True, digits: int = 1) -> str:
    """A difference of shares in points: `+7.1`."""
    return decimal(100 * number, digits, signed=signed)


def point_span(estimate: Estimate) -> str:
    """The interval of a difference: `−1.2 to +0.4`."""
    return f"{points(estimate.low)} to {points(estimate.high)}"


def plain(estimate: Estimate, digits: int = 2) -> str:
    """A figure without a unit, with its interval: `0.68 (0.67 to 0.70)`."""
    ends = f"{decimal(estimate.low, digits)} to {decimal(estimate.high, digits)}"
    return f"{decimal(estimate.mean, digits)} ({ends})"


def brief(number: float) -> str:
    """A number with one digit after the point, or none where it is whole: `12`, `12.5`."""
    return decimal(number, 0 if math.isclose(number, round(number)) else 1)


def is_share(measure: Measure) -> bool:
    """True for measures in per cent."""
    return measure.is_rate or measure.name == SPREAD or (measure.type == "f4" and not measure.unit)


def is_length(measure: Measure) -> bool:
    """True for a measure that counts the parts of a play: its deals, rounds, turns or movies."""
    return measure.scope is Scope.PLAY and bool(measure.unit) and measure.unit == measure.name


def comparative(measure: Measure, up: bool) -> str:
    """The word for a table where a measure is higher or lower: `longer`; empty where there is no such word."""
    if is_length(measure) or measure is DECISIONS:
        return "longer" if up else "shorter"
    if measure.name == LEAD:
        return "less close" if up else "closer"
    return measure.higher if up else measure.lower


def decimals(measure: Measure) -> int:
    """Digits after the point that show a tenth of the smallest change that counts, in the shown unit."""
    margin = measure.margin * (100 if is_share(measure) else 1)
    return min(3, max(0, 1 - math.floor(math.log10(margin)))) if margin > 0 else 2


def value(measure: Measure, number: float) -> str:
    """A value of the measure without its unit: `6.0 %`, `12.34`."""
    if is_share(measure):
        return f"{decimal(100 * number, decimals(measure))}{THIN}%"
    return decimal(number, decimals(measure))


def in_a_sentence(measure: Measure, number: float, apart: float | None = None) -> str:
    """A value in three figures, of which the rows have more: `207`, `4.56`; in more, where `apart` were the same."""
    if is_share(measure):
        return value(measure, number)
    usual = 0 if abs(number) >= 100 else 1 if abs(number) >= 10 else 2
    for digits in range(min(usual, decimals(measure)), decimals(measure)):
        if apart is None or decimal(number, digits) != decimal(apart, digits):
            return decimal(number, digits)
    return value(measure, number)


def change(measure: Measure, number: float) -> str:
    """A difference of the measure, signed and without its unit."""
    return decimal((100 if is_share(measure) else 1) * number, decimals(measure), signed=True)


def with_unit(measure: Measure, number: float) -> str:
    """A value with the unit that it is counted in: `4.57 deals`, `6.1 %`."""
    return f"{value(measure, number)} {'' if is_share(measure) else measure.unit}".strip()


def change_with_unit(measure: Measure, number: float) -> str:
    """A difference with its unit: `+1.2 percentage points`."""
    return f"{change(measure, number)} {change_unit(measure)}".strip()


def unit(measure: Measure) -> str:
    """The unit of one value: `of plays`, `points a player`, `deals a play`."""
    if measure.name == SPREAD or measure is WIN_RATE:
        return "of the wins"
    if measure is SIDE_WIN_RATE:
        return "of its plays"
    if is_share(measure):
        return "of deals" if measure.scope is Scope.DEAL_SEAT else "of plays"
    scope_words = {Scope.PLAY: "a play", Scope.SEAT: "a player", Scope.DEAL_SEAT: "a deal"}[measure.scope]
    return f"{measure.unit} {measure.per or scope_words}".strip()


def change_unit(measure: Measure) -> str:
    """The unit of a difference: `percentage points`, `points`."""
    return "percentage points" if is_share(measure) else measure.unit


def interval(measure: Measure, low: float, high: float) -> str:
    """An interval of differences: `−1.1 to −0.5`."""
    return f"{change(measure, low)} to {change(measure, high)}"


def change_span(measure: Measure, paired_difference: PairedDifference) -> str:
    """The interval of a difference: `−1.1 to −0.5`; `in all 20 000 plays` where it never varied."""
    if is_constant(measure, paired_difference.mean, paired_difference):
        return in_all(paired_difference.n)
    return interval(measure, paired_difference.low, paired_difference.high)


def reading(measure: Measure, estimate: Estimate) -> str:
    """A figure with its interval and unit: `6.0 % of plays (5.7 % to 6.3 %)`."""
    return f"{value(measure, estimate.mean)} {unit(measure)} ({span(measure, estimate)})"


def is_constant(measure: Measure, mean: float, interval: Estimate | PairedDifference) -> bool:
    """True if it was the same in every play, and can be off by less than the smallest change that counts."""
    return interval.sd == 0 and max(interval.high - mean, mean - interval.low) < measure.margin


def in_all(plays: int) -> str:
    """Words in place of an interval, for what was the same in every play: `in all 20 000 plays`."""
    return f"in all {number_of(plays, 'play')}"


def span(measure: Measure, estimate: Estimate) -> str:
    """The interval of a figure: `5.7 % to 6.3 %`; `in all 20 000 plays` where it never varied."""
    if is_constant(measure, estimate.mean, estimate):
        return in_all(estimate.n)
    return f"{value(measure, estimate.low)} to {value(measure, estimate.high)}"


def part_of(n: int, plays: int) -> str:
    """The plays of a figure that exists in some only: `in 1 234 of 20 000 plays`; empty where it is of all."""
    return f"in {count(n)} of {number_of(plays, 'play')}" if n < plays else ""


def left_out(reasons: Mapping[str, int]) -> str:
    """How many are left out, by reason: `Left out: 2 stopped early.`; empty where none is."""
    return f"Left out: {', '.join(f'{count} {reason}' for reason, count in reasons.items())}." if reasons else ""


def in_brackets(words: str) -> str:
    """Words behind others: ` (in 1 234 of 20 000 plays)`; empty where there are none."""
    return f" ({words})" if words else ""


def margin(measure: Measure) -> str:
    """The smallest change that counts, with its unit: `1 percentage point`, `0.2 points`."""
    return change_size(measure, measure.margin)


def written(number: float, is_share: bool = False) -> str:
    """A number as somebody wrote it: `0.2`, or a share as `5 %`."""
    return f"{100 * number:g}{THIN}%" if is_share else f"{number:g}"


def change_size(measure: Measure, size: float) -> str:
    """A change as somebody wrote it, with its unit: `1 percentage point`, `0.2 points`."""
    number = f"{(100 if is_share(measure) else 1) * size:g}"
    words = change_unit(measure)
    return f"{number} {words.removesuffix('s') if number == '1' else words}".strip()
