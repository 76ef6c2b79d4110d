"""What is said of bots of two strengths."""

from dataclasses import replace

import pytest

from tests.support.comparisons import POINTS, contrast, says
from workbench.engine.measures import TIE
from workbench.play.comparisons import Contrast
from workbench.play.goals import Standing
from workbench.report.text.verdicts import TOO_CLOSE
from workbench.stats import Verdict
from workbench.stats.evidence import Forecast
from workbench.studies.compare import strengths_words as agreement
from workbench.studies.compare.strengths import Accord, Agreement, TwoStrengths, agreements

NAMES = ("quick bots", "ismcts:200 bots")


def agreed(first: Contrast, second: Contrast) -> Agreement:
    """One measure by both."""
    return agreements({first.name: first}, {second.name: second})[first.name]


def points(change: float, verdict: Verdict, half: float = 0.04, more: int | None = None) -> Contrast:
    """Points that were 19."""
    return contrast(POINTS, 19, 19 + change, half, verdict, more)


def test_opposite_verdicts() -> None:
    told = agreement.sentence(agreed(points(-0.41, Verdict.LOWER), points(0.5, Verdict.HIGHER)), NAMES)
    assert says(told, "Points", "quick bots", "lower", "−0.41 points", "−0.45 to −0.37")
    assert says(told, "ismcts:200 bots", "opposite", "higher", "+0.50 points", "+0.46 to +0.54")
    assert says(told, "+0.91 points", "+0.85 to +0.97", agreement.TRUST_NEITHER)


def test_verdicts_on_either_side_of_what_counts() -> None:
    told = agreement.sentence(agreed(points(-0.25, Verdict.LOWER), points(-0.15, Verdict.SAME)), NAMES)
    assert says(told, "quick bots", "lower", "−0.25 points", "ismcts:200 bots", "the same", "−0.15 points")
    assert says(told, "less than 0.2 points apart", "+0.10 points", "smallest change", agreement.TRUST_NEITHER)


def test_a_goal_that_one_meets_and_the_other_misses() -> None:
    both = points(-0.41, Verdict.UNDECIDED)
    disputed = agreements({"m": both}, {"m": both}, ({"m": Standing.MET}, {"m": Standing.MISSED}))["m"]
    told = agreement.sentence(disputed, NAMES)
    assert says(told, "quick bots meet the goal (18.59", "ismcts:200 bots miss the goal", agreement.TRUST_NEITHER)
    assert says(agreement.headline([disputed], NAMES), "disagree on 1", "rust neither")


def test_one_lacks_plays() -> None:
    both = agreed(points(-0.41, Verdict.LOWER), points(-0.2, Verdict.UNDECIDED, 0.3, 12_345))
    told = agreement.sentence(both, NAMES)
    assert says(told, "quick bots", "lower", "−0.41 points", "ismcts:200 bots", "undecided", "−0.20 points")
    assert says(told, "ismcts:200 bots 13 000 to 38 000") and agreement.TRUST_NEITHER not in told


def test_both_lack_plays() -> None:
    unsure = contrast(TIE, 0.05, 0.055, 0.02, Verdict.UNDECIDED, None)
    told = agreement.sentence(agreed(unsure, replace(unsure, ahead=Forecast(70, 210))), NAMES)
    assert says(told, "Ties", "both", "undecided", "quick bots", "+0.5 percentage points", "ismcts:200 bots")
    assert says(told, f"quick bots {TOO_CLOSE}", "ismcts:200 bots 70 to 210")


def test_agreement_and_its_size() -> None:
    both = agreed(points(-0.41, Verdict.LOWER), points(-0.45, Verdict.LOWER))
    told = agreement.sentence(both, NAMES)
    assert says(told, "both", "lower", "quick bots −0.41 points", "ismcts:200 bots −0.45 points")
    assert "differ" not in told
    both = agreed(points(-0.41, Verdict.LOWER), points(-2.0, Verdict.LOWER))
    assert says(agreement.sentence(both, NAMES), "both", "lower", "differ", "−1.59 points", "−1.65 to −1.53")
    assert says(agreement.agreement_word(both), "agree", "differ")


@pytest.mark.parametrize(
    ("second", "facts"),
    [
        (Verdict.SAME, ("agree on none", "disagree on 1", "trust neither")),
        (Verdict.LOWER, ("agree on 1", "disagree on none", "nowhere")),
        (Verdict.UNDECIDED, ("agree on none", "disagree on none", "on 1", "undecided", "more plays")),
    ],
)
def test_the_headline(second: Verdict, facts: tuple[str, ...]) -> None:
    told = agreement.headline([agreed(points(-0.41, Verdict.LOWER), points(-0.2, second))], NAMES)
    assert says(told, "1 measure,", *NAMES) and says(told.lower(), *facts)


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
    assert [[member.name for member in group.members] for group in groups] == [
        ["opposite", "mild"], ["apart"], ["open"], ["quiet"],
    ]  # fmt: skip
    assert [group.loud for group in groups] == [True, True, False, False]


def test_where_nothing_disagrees_what_they_agree_on_comes_before_what_is_open() -> None:
    first, second = (
        {"open": points(-0.41, Verdict.LOWER), "quiet": points(0.01, Verdict.SAME)},
        {"open": points(-0.41, Verdict.UNDECIDED), "quiet": points(0.02, Verdict.SAME)},
    )
    groups = agreement.groups(list(agreements(first, second).values()))
    assert [member.accord for group in groups for member in group.members] == [Accord.AGREE, Accord.OPEN]


def test_every_measure_is_in_one_group(twice: TwoStrengths) -> None:
    members = [row.name for group in agreement.groups(twice.agreements) for row in group.members]
    assert sorted(members) == sorted(row.name for row in twice.agreements)
    assert agreement.names_in(twice) == ("quick bots", "random bots")
