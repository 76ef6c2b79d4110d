"""Sentences on bots of two strengths: where their verdicts agree, where not, and where the plays do not tell."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from workbench.engine.wording import THIN, counted, lower_first
from workbench.play.comparisons import Contrast
from workbench.play.goals import Standing
from workbench.report.text import phrases, scenarios, verdicts
from workbench.report.text.scenarios import TRUST_NEITHER
from workbench.stats import Verdict
from workbench.studies.compare.strengths import Accord, Agreement, TwoStrengths

Names = tuple[str, str]
"""The names of the first and of the second bots: `greedy bots`, `ismcts:200 bots`."""


def names_in(two_strengths: TwoStrengths) -> Names:
    """The names of the bots of both strengths."""
    return scenarios.bots_phrase(two_strengths.first.base.scenario.bots), scenarios.bots_phrase(
        two_strengths.second.base.scenario.bots
    )


def headline(agreed: Sequence[Agreement], names: Names) -> str:
    """How far the two strengths agree, in a sentence or two."""
    number = {accord: len(of_accord(agreed, accord)) for accord in Accord}
    text = f"Of {counted(len(agreed), 'measure')}, {names[0]} and {names[1]} agree on {number[Accord.AGREE] or 'none'}"
    text += f" and disagree on {number[Accord.DISAGREE] or 'none'}"
    undecided = f"; on {number[Accord.OPEN]}, one or both are undecided" if number[Accord.OPEN] else ""
    return f"{text}{undecided}. {_advice(number)}"


def _advice(number: dict[Accord, int]) -> str:
    if number[Accord.DISAGREE]:
        return f"Where they disagree, {lower_first(TRUST_NEITHER)}"
    if number[Accord.AGREE]:
        return "They contradict each other nowhere."
    return "More plays are needed."


@dataclass(frozen=True)
class AccordGroup:
    """Measures on which the two strengths stand alike; `loud` groups get a sentence for each measure."""

    title: str
    loud: bool
    members: list[Agreement]


def groups(agreed: Sequence[Agreement]) -> list[AccordGroup]:
    """The measures grouped by how the two strengths agree, what matters most first; empty groups are left out.

    Undecided measures come before those that agree if any measure disagrees, else after them.
    """
    apart = [agreement for agreement in agreed if agreement.apart and agreement.accord is not Accord.DISAGREE]
    rest = [agreement for agreement in agreed if not agreement.apart]
    disagreeing = of_accord(agreed, Accord.DISAGREE)
    quiet = [
        AccordGroup("One or both are undecided", False, of_accord(rest, Accord.OPEN)),
        AccordGroup("They agree", False, of_accord(rest, Accord.AGREE)),
    ]
    in_order = [
        AccordGroup("They disagree", True, disagreeing),
        AccordGroup("No contradiction, but the size of the change differs", True, apart),
        *(quiet if disagreeing else quiet[::-1]),
    ]
    return [replace(group, members=by_gap(group.members)) for group in in_order if group.members]


def of_accord(agreed: Iterable[Agreement], accord: Accord) -> list[Agreement]:
    """The measures on which the two agree, disagree, or are undecided."""
    return [agreement for agreement in agreed if agreement.accord is accord]


def by_gap(agreed: Iterable[Agreement]) -> list[Agreement]:
    """Opposite verdicts first, then the largest difference between the two, in terms of the smallest that counts."""

    def weight(agreement: Agreement) -> tuple[bool, float]:
        return not agreement.opposite, -abs(verdicts.in_margins(agreement.first, agreement.gap.mean))

    return sorted(agreed, key=weight)


# One measure


def sentence(agreed: Agreement, names: Names) -> str:
    """A sentence on one measure, by both strengths."""
    write = {Accord.AGREE: _agree, Accord.DISAGREE: _disagree, Accord.OPEN: _open}[agreed.accord]
    return f"{agreed.first.label}: {write(agreed, names)}"


def _agree(agreed: Agreement, names: Names) -> str:
    first, second = (_change(contrast) for contrast in (agreed.first, agreed.second))
    return f"both say {_word(agreed.first)}: {names[0]} {first}, {names[1]} {second}.{_distance(agreed)}"


def _disagree(agreed: Agreement, names: Names) -> str:
    if agreed.goal_disputed:
        parts = [
            f"{name} {'meet' if stands is Standing.MET else 'miss'} the goal"
            f" ({phrases.value(side.measure, side.difference.other)})"
            for name, side, stands in zip(names, (agreed.first, agreed.second), agreed.goals, strict=True)
        ]
        return f"{', '.join(parts)}. {TRUST_NEITHER}"
    first = f"{names[0]} say {_word(agreed.first)} {_numbers(agreed.first)}"
    but = "the opposite, " if agreed.opposite else ""
    second = f"{names[1]} say {but}{_word(agreed.second)} {_numbers(agreed.second)}"
    sides = (
        " One lies above the smallest change that counts, the other below."
        if agreed.gap_verdict is Verdict.SAME
        else ""
    )
    return f"{first}, {second}.{_distance(agreed)}{sides} {TRUST_NEITHER}"


def _open(agreed: Agreement, names: Names) -> str:
    sides = list(zip(names, (agreed.first, agreed.second), strict=True))
    if agreed.first.verdict is agreed.second.verdict:
        parts = ["both are undecided", *(f"{name} {_numbers(side)}" for name, side in sides)]
    else:
        parts = [
            f"{name} {f'say {_word(side)}' if _decided(side) else 'are undecided'} {_numbers(side)}"
            for name, side in sides
        ]
    return f"{', '.join(parts)}. {_plays_to_decide(sides)}{_distance(agreed)}"


def _plays_to_decide(sides: Sequence[tuple[str, Contrast]]) -> str:
    lacks = [f"{name} {verdicts.plays_range(side.ahead)}" for name, side in sides if not _decided(side)]
    return f"More plays to decide with a chance of 50 to 80{THIN}%: {'; '.join(lacks)}."


def _distance(agreed: Agreement) -> str:
    """How far the two changes differ, where that is known and the verdicts do not say it; begins with a space."""
    if agreed.apart:
        return f" The two changes clearly differ, by {gap_text(agreed)}."
    if agreed.gap_verdict is Verdict.SAME and agreed.accord is not Accord.AGREE:
        return f" The two changes are less than {phrases.margin(agreed.first.measure)} apart: {gap_text(agreed)}."
    return ""


def gap_text(agreed: Agreement) -> str:
    """The second bots' change minus the first's: `+0.34 cards, 95 % interval +0.22 to +0.45`."""
    measure, gap = agreed.first.measure, agreed.gap
    by = phrases.change_with_unit(measure, gap.mean)
    return f"{by}, 95{THIN}% interval {phrases.interval(measure, gap.low, gap.high)}"


def agreement_word(agreed: Agreement) -> str:
    """The two verdicts in a word or two, for a table."""
    word = {Accord.AGREE: "agree", Accord.DISAGREE: "disagree", Accord.OPEN: "undecided"}[agreed.accord]
    return f"{word}, sizes differ" if agreed.apart and agreed.accord is not Accord.DISAGREE else word


def agreement_row(agreed: Agreement, one: str, two: str) -> dict[str, str]:
    """A measure as a row of a table, by the bots `one` and `two`."""
    measure, sides = agreed.first.measure, {one: agreed.first, two: agreed.second}
    row = {"Measure": agreed.first.label, "Together": agreement_word(agreed)}
    row |= {f"{name} says": side.verdict.value for name, side in sides.items()}
    for name, side in sides.items():
        row[f"{name}: change"] = phrases.change(measure, side.difference.mean)
        some = phrases.in_brackets(verdicts.some_plays(side))
        row[f"{name}: 95 % interval"] = f"{phrases.change_span(measure, side.difference)}{some}"
    row["Second minus first"] = phrases.change(measure, agreed.gap.mean)
    row["Its 95 % interval"] = phrases.interval(measure, agreed.gap.low, agreed.gap.high)
    return row


def _decided(contrast: Contrast) -> bool:
    return contrast.verdict is not Verdict.UNDECIDED


def _word(contrast: Contrast) -> str:
    return "the same" if contrast.verdict is Verdict.SAME else contrast.verdict.value


def _change(contrast: Contrast) -> str:
    measure = contrast.measure
    return phrases.change_with_unit(measure, contrast.difference.mean)


def _numbers(contrast: Contrast) -> str:
    difference = contrast.difference
    between = phrases.change_span(contrast.measure, difference)
    numbers = f"{_change(contrast)}, 95{THIN}% interval {between}"
    return f"({', '.join(filter(None, (numbers, verdicts.some_plays(contrast))))})"
