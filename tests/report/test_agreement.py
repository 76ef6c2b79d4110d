"""What is said of bots of two strengths."""

from dataclasses import replace

import pytest

from tests.support.comparisons import POINTS, contrast, said
from workbench.engine.measures import TIE
from workbench.report.summary import TwoStrengths
from workbench.report.text import agreement
from workbench.stats import Verdict
from workbench.stats.evidence import Forecast
from workbench.study.agreement import Agreement, agreements
from workbench.study.compare import Contrast

NAMES = ("greedy bots", "ismcts:200 bots")


def agreed(first: Contrast, second: Contrast) -> Agreement:
    """One measure by both."""
    return agreements({first.name: first}, {second.name: second})[first.name]


def points(change: float, verdict: Verdict, half: float = 0.04, more: int | None = None) -> Contrast:
    """Points that were 19."""
    return contrast(POINTS, 19, 19 + change, half, verdict, more)


def test_opposite_verdicts() -> None:
    found = agreed(points(-0.41, Verdict.LOWER), points(0.5, Verdict.HIGHER))
    assert said(agreement.sentence(found, NAMES)) == (
        "Points: greedy bots say lower (−0.41 points, 95 % interval −0.45 to −0.37), ismcts:200 bots say the opposite,"
        " higher (+0.50 points, 95 % interval +0.46 to +0.54). The change clearly differs, by +0.91 points,"
        " 95 % interval +0.85 to +0.97. Trust neither before a playtest."
    )


def test_verdicts_on_either_side_of_what_counts() -> None:
    found = agreed(points(-0.25, Verdict.LOWER), points(-0.15, Verdict.SAME))
    assert said(agreement.sentence(found, NAMES)) == (
        "Points: greedy bots say lower (−0.25 points, 95 % interval −0.29 to −0.21), ismcts:200 bots say the same"
        " (−0.15 points, 95 % interval −0.19 to −0.11). The two changes lie less than 0.2 points apart: +0.10 points,"
        " 95 % interval +0.04 to +0.16. They stand on either side of what counts as a change."
        " Trust neither before a playtest."
    )


def test_one_lacks_plays() -> None:
    found = agreed(points(-0.41, Verdict.LOWER), points(-0.2, Verdict.UNDECIDED, 0.3, 12_345))
    assert said(agreement.sentence(found, NAMES)) == (
        "Points: greedy bots say lower (−0.41 points, 95 % interval −0.45 to −0.37), ismcts:200 bots cannot tell yet"
        " (−0.20 points, 95 % interval −0.50 to +0.10). Further plays that decide with a chance of"
        " 50 to 80 %: 13 000 to 38 000 by ismcts:200 bots."
    )


def test_both_lack_plays() -> None:
    unsure = contrast(TIE, 0.05, 0.055, 0.02, Verdict.UNDECIDED, None)
    found = agreed(unsure, replace(unsure, ahead=Forecast(70, 210)))
    assert said(agreement.sentence(found, NAMES)) == (
        "Ties: neither can tell yet, greedy bots (+0.5 percentage points, 95 % interval −1.5 to +2.5),"
        " ismcts:200 bots (+0.5 percentage points, 95 % interval −1.5 to +2.5)."
        " Further plays that decide with a chance of 50 to 80 %: at the margin: no sensible number by greedy bots;"
        " 70 to 210 by ismcts:200 bots."
    )


def test_agreement_and_its_size() -> None:
    found = agreed(points(-0.41, Verdict.LOWER), points(-0.45, Verdict.LOWER))
    expected = "Points: both say lower, greedy bots −0.41 points, ismcts:200 bots −0.45 points."
    assert said(agreement.sentence(found, NAMES)) == expected
    found = agreed(points(-0.41, Verdict.LOWER), points(-2.0, Verdict.LOWER))
    assert said(agreement.sentence(found, NAMES)) == (
        "Points: both say lower, greedy bots −0.41 points, ismcts:200 bots −2.00 points."
        " The change clearly differs, by −1.59 points, 95 % interval −1.65 to −1.53."
    )
    assert agreement.together(found) == "agree, sizes differ"


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (Verdict.SAME, "On 0 of 1 measures greedy bots and ismcts:200 bots agree, on 1 they disagree."
                       " Where they disagree: trust neither before a playtest."),
        (Verdict.LOWER, "On 1 of 1 measures greedy bots and ismcts:200 bots agree, on none they disagree."
                        " Nowhere does one contradict the other."),
        (Verdict.UNDECIDED, "On 0 of 1 measures greedy bots and ismcts:200 bots agree, on none they disagree;"
                            " on 1 one or both lack the plays to tell. More plays would tell."),
    ],
)  # fmt: skip
def test_the_headline(second: Verdict, expected: str) -> None:
    assert agreement.headline([agreed(points(-0.41, Verdict.LOWER), points(-0.2, second))], NAMES) == expected


def test_what_matters_comes_first() -> None:
    named = {
        "mild": (points(-0.25, Verdict.LOWER), points(0.8, Verdict.SAME)),
        "opposite": (points(-0.41, Verdict.LOWER), points(0.41, Verdict.HIGHER)),
        "apart": (points(-0.41, Verdict.LOWER), points(-0.9, Verdict.LOWER)),
        "open": (points(-0.41, Verdict.LOWER), points(-0.41, Verdict.UNDECIDED)),
        "quiet": (points(0.01, Verdict.SAME), points(0.02, Verdict.SAME)),
    }
    first, second = ({name: replace(pair[at], name=name) for name, pair in named.items()} for at in (0, 1))
    groups = agreement.groups(list(agreements(first, second).values()))
    assert [[each.name for each in group.members] for group in groups] == [
        ["opposite", "mild"], ["apart"], ["open"], ["quiet"],
    ]  # fmt: skip
    assert [group.loud for group in groups] == [True, True, False, False]
    every = [each for group in groups for each in group.members]
    assert [each.name for each in agreement.telling(every)] == ["opposite", "mild", "apart", "open"]


def test_where_nothing_disagrees_what_they_agree_on_comes_before_what_is_open() -> None:
    first, second = (
        {"open": points(-0.41, Verdict.LOWER), "quiet": points(0.01, Verdict.SAME)},
        {"open": points(-0.41, Verdict.UNDECIDED), "quiet": points(0.02, Verdict.SAME)},
    )
    titles = [group.title for group in agreement.groups(list(agreements(first, second).values()))]
    assert titles == ["They agree", "One or both cannot tell yet"]


def test_every_measure_is_in_one_group(twice: TwoStrengths) -> None:
    members = [each.name for group in agreement.groups(twice.agreements) for each in group.members]
    assert sorted(members) == sorted(each.name for each in twice.agreements)
    assert agreement.names_in(twice) == ("greedy bots", "random bots")
