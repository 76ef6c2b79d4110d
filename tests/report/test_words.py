"""Numbers and sentences: what a designer reads."""

from dataclasses import replace
from math import inf, nan

import pytest

from tests.support.comparisons import POINTS, contrast, said
from workbench.engine.measures import DECISIONS, TIE, WIN_RATE, Measure
from workbench.report.summary import Summary
from workbench.report.text import bots, goals, numbers, phrases, rules, verdicts
from workbench.scenario import Goal
from workbench.stats import Estimate, PairedDifference, Verdict
from workbench.study.compare import SPREAD_MEASURE
from workbench.study.figures import SPREAD
from workbench.study.goals import Checked, Standing


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("The span was hard to see", "The span was hard to see."),
        ("Why not?", "Why not?"),
        ("It ends. ", "It ends."),
        ("(Asked twice.)", "(Asked twice.)"),
        ("He said “no”", "He said “no”."),
        ("", ""),
    ],
)
def test_what_somebody_wrote_ends_before_the_next_sentence(written: str, printed: str) -> None:
    assert phrases.with_stop(written) == printed


def test_a_rate_that_moved_as_its_goal_asked() -> None:
    better = contrast(TIE, 0.060, 0.052, 0.0025, Verdict.BETTER)
    expected = (
        "Ties became rarer: 6.0 % → 5.2 % of plays"
        " (−0.8 percentage points, 95 % interval −1.1 to −0.5): better, as the goal asked."
    )
    assert said(verdicts.sentence(better)) == expected


def test_a_rate_that_moved_against_its_goal() -> None:
    worse = contrast(TIE, 0.052, 0.080, 0.003, Verdict.WORSE)
    assert said(verdicts.sentence(worse)).startswith("Ties became more frequent: 5.2 % → 8.0 % of plays (+2.8")
    assert said(verdicts.sentence(worse)).endswith(": worse, against the goal.")


def test_a_number_that_moved_without_a_goal() -> None:
    lower = contrast(POINTS, 19.07, 18.66, 0.04, Verdict.LOWER)
    expected = "Points fell: 19.07 → 18.66 points a player (−0.41 points, 95 % interval −0.45 to −0.37)."
    assert said(verdicts.sentence(lower)) == expected


def test_same_says_what_would_have_counted() -> None:
    same = contrast(POINTS, 4.30, 4.32, 0.015, Verdict.SAME)
    assert said(verdicts.sentence(same)) == (
        "Same: points, 4.30 → 4.32 points a player (+0.02 points, 95 % interval 0.00 to +0.03)."
        " A change of less than 0.2 points counts as the same."
    ).replace("0.00 to +0.03", said(numbers.interval(POINTS, same.difference.low, same.difference.high)))


def test_what_never_differed_is_undecided_in_words_until_its_interval_is_narrow() -> None:
    never = PairedDifference(0.0, 0.0, 0.0, -0.03, 0.03, None, None, 0.0, 100, 1.0)
    undecided = replace(contrast(TIE, 0, 0, 0, Verdict.UNDECIDED, 700), difference=never)
    assert "No difference in 100 plays; one in up to 3 % of the plays would not have shown." in said(
        verdicts.sentence(undecided)
    )


@pytest.mark.parametrize(
    ("more", "base", "other", "expected"),
    [
        (4_000, 0.05, 0.052, "4 000 to 12 000 further plays would decide with a chance of 50 to 80 %."),
        (11_871, 0.05, 0.052, "12 000 to 36 000 further plays would decide"),
        (None, 0.05, 0.052, "The estimate lies at the margin: no sensible number of further plays can be named."),
        (400, 0.05, 0.09, "Alone it would count, but among so many measures it may be luck. 400 to 1 200 further"),
        (9_000, 0.05, 0.062, "It rose, but whether by 1 percentage point or more is open. 9 000 to 27 000 further"),
        (9_000, 0.05, 0.038, "It fell, but whether by 1 percentage point or more is open."),
    ],
)
def test_undecided_says_what_would_decide(more: int | None, base: float, other: float, expected: str) -> None:
    undecided = contrast(TIE, base, other, 0.009, Verdict.UNDECIDED, more)
    assert said(verdicts.sentence(undecided)).startswith("Undecided: ties, 5.0 % → ")
    assert expected in said(verdicts.sentence(undecided))


def test_a_few_plays_are_said_to_be_too_few() -> None:
    few = contrast(TIE, 0.05, 0.2, 0.009, Verdict.UNDECIDED, 60)
    few = replace(few, difference=replace(few.difference, n=40))
    assert said(verdicts.sentence(few)).endswith(
        "Fewer than 100 plays decide nothing. 60 to 180 further plays would decide with a chance of 50 to 80 %."
    )


def test_while_it_runs_nothing_is_judged() -> None:
    watched = verdicts.sentence(contrast(TIE, 0.06, 0.05, 0.02, Verdict.UNDECIDED), watched=True)
    assert said(watched).startswith(
        "So far: ties, 6.0 % → 5.0 % of plays (−1.0 percentage points, 95 % interval so far"
    )


def test_single_seats_and_their_gap_are_named_as_at_a_table() -> None:
    seat = contrast(WIN_RATE, 0.33, 0.36, 0.005, Verdict.HIGHER, name="win_rate_seat_0")
    assert said(verdicts.sentence(replace(seat, label="Win rate, seat 1"))).startswith(
        "Win rate, seat 1 rose: 33.0 % → 36.0 % of the wins (+3.0 percentage points"
    )
    gap = contrast(SPREAD_MEASURE, 0.01, 0.06, 0.005, Verdict.HIGHER, name=SPREAD)
    assert said(verdicts.sentence(gap)).startswith(
        "The gap between best and worst seat rose: 1.0 % → 6.0 % of the wins"
    )


@pytest.mark.parametrize(
    ("number", "digits", "signed", "expected"),
    [
        (1234567.891, 1, False, "1 234 567.9"),
        (-0.5, 1, False, "−0.5"),
        (0.5, 1, True, "+0.5"),
        (-0.004, 2, True, "0.00"),
        (nan, 2, False, "–"),
        (inf, 2, False, "∞"),
        (-inf, 2, True, "−∞"),
    ],
)
def test_numbers(number: float, digits: int, signed: bool, expected: str) -> None:
    assert said(numbers.decimal(number, digits, signed)) == expected


@pytest.mark.parametrize(
    ("margin", "digits"), [(0.5, 2), (0.2, 2), (0.05, 3), (1.0, 1), (20.0, 0), (0.0001, 3), (0.0, 2)]
)
def test_digits_follow_what_matters(margin: float, digits: int) -> None:
    assert numbers.decimals(replace(POINTS, margin=margin)) == digits


@pytest.mark.parametrize(
    ("goal", "measure", "expected"),
    [
        (Goal("tie_rate", high=0.1), TIE, "at most 10 %"),
        (Goal("points", low=6), POINTS, "at least 6 points"),
        (Goal("points", low=3, high=6), POINTS, "3 to 6 points"),
    ],
)
def test_targets(goal: Goal, measure: Measure, expected: str) -> None:
    assert said(goals.target(goal, measure)) == expected


def test_goals_in_sentences() -> None:
    checked = Checked("tie", Goal("tie_rate", high=0.1), Estimate(0.06, 0.2, 0.057, 0.063, 9000), Standing.MET)
    expected = "Ties: 6.0 % of plays (5.7 % to 6.3 %); the goal is at most 10 %. Met."
    assert said(goals.goal_sentence(checked, TIE, TIE.label)) == expected


def test_the_headline_begins_with_what_the_designer_asked_for(summary: Summary) -> None:
    moved = [
        contrast(DECISIONS, 100, 200, 1, Verdict.HIGHER),
        contrast(POINTS, 19, 12, 0.1, Verdict.LOWER),
        contrast(TIE, 0.06, 0.04, 0.001, Verdict.BETTER),
    ]
    said_first = verdicts.headline(replace(summary, contrasts=tuple(moved)))
    assert said(said_first) == (
        "With 2021-04-08, ties became rarer (6.0 % → 4.0 %), points fell (19.00 → 12.00)"
        " and decisions rose (100.00 → 200.00)."
        " Of 3 measures, 3 moved, 0 stayed the same and none is undecided."
    )


def test_the_headline_of_a_change_that_did_nothing(summary: Summary) -> None:
    quiet = (contrast(POINTS, 4, 4, 0.01, Verdict.SAME), contrast(TIE, 0.05, 0.06, 0.1, Verdict.UNDECIDED, 50))
    assert verdicts.headline(replace(summary, contrasts=quiet)) == (
        "With 2021-04-08, nothing that is measured moved beyond doubt."
        " Of 2 measures, 0 moved, 1 stayed the same and 1 is undecided."
    )


def test_what_was_played_names_bots_strength_and_their_limits(summary: Summary) -> None:
    told = said(bots.how_played(summary))
    assert told.startswith("1 500 paired plays on the same shuffles (seed 1), every seat a greedy bot (one step ahead")
    assert told.endswith(bots.NO_PEOPLE)


@pytest.mark.parametrize(
    ("bot", "expected"),
    [
        ("greedy", "One step ahead, by the game's own evaluation under the rules in force"),
        ("ismcts:200", "Information-set Monte Carlo tree search with 200 iterations a decision"),
        ("random~scout", "Takes any legal action, evenly, but never scout while anything else is legal"),
        (
            "ismcts:7~draw_discard~scout",
            "Information-set Monte Carlo tree search with 7 iterations a decision,"
            " but never draw discard or scout while anything else is legal",
        ),
    ],
)
def test_a_bots_strength_in_words(summary: Summary, bot: str, expected: str) -> None:
    assert bots.bot_strength(summary.other.scenario.game, bot) == expected


def test_who_played_in_a_sentence(summary: Summary) -> None:
    scenario = summary.other.scenario
    searching = replace(scenario, bots=("ismcts:50",) * 3)
    mixed = replace(scenario, bots=("greedy", "random", "greedy"), revision="mixed")
    assert bots.who_played(searching).startswith("every seat an ismcts:50 bot (information-set Monte Carlo")
    assert bots.who_played(mixed) == (
        "seats 1 greedy, 2 random, 3 greedy (greedy: one step ahead, by the game's own evaluation under the rules in"
        " force; random: takes any legal action, evenly)"
    )
    assert bots.played_by(scenario) == bots.played_by(scenario, summary.base.scenario) == "Played by greedy bots."
    assert bots.played_by(scenario, mixed) == (
        "Played by greedy bots with 2021-04-08 and the bots greedy · random · greedy with mixed."
    )


def test_changed_rules_in_a_sentence(summary: Summary) -> None:
    assert rules.changed_rules(summary) == (
        "2021-04-08 differs from 2020-03-04 in 2 rules: broad appeal (lowest rank → largest difference)"
        " and criteria order (saturation, appeal, prestige → saturation, prestige, appeal)."
    )
    assert rules.changed_rules(replace(summary, changed={})) == "2021-04-08 and 2020-03-04 have the same rules."
