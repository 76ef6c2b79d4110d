"""Numbers, units and texts of designers as people read them."""

from dataclasses import replace
from math import inf, nan

import pytest

from tests.support.comparisons import POINTS, contrast, plain_words
from workbench.engine.measures import DECISIONS, Measure
from workbench.play.goals import CheckedGoal, Standing
from workbench.report.rows import Group, MeasureRow, RevisionFigure
from workbench.report.text import phrases
from workbench.report.text.verdicts import label_of
from workbench.report.verdict_rows import verdict_of, verdict_rows
from workbench.scenario import Goal
from workbench.stats import Estimate, Figure, PairedDifference, Verdict


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
    assert plain_words(phrases.decimal(number, digits, signed)) == expected


@pytest.mark.parametrize(
    ("margin", "digits"), [(0.5, 2), (0.2, 2), (0.05, 3), (1.0, 1), (20.0, 0), (0.0001, 3), (0.0, 2)]
)
def test_digits_follow_what_matters(margin: float, digits: int) -> None:
    assert phrases.decimals(POINTS._replace(margin=margin)) == digits


def test_a_sentence_has_three_figures_and_the_row_has_more() -> None:
    assert (phrases.in_a_sentence(DECISIONS, 206.59), phrases.value(DECISIONS, 206.59)) == ("207", "206.59")
    assert phrases.in_a_sentence(DECISIONS, 206.59, apart=207.01) == "206.6", "else both would be the same"


RATE = Measure("seen", "Whether it was seen.", 0.01, "?")


@pytest.mark.parametrize(
    ("measure", "estimate", "expected"),
    [
        (POINTS, Estimate(4.0, 0.0, 3.9998, 4.0002, 20_000), "in all 20 000 plays"),
        (POINTS, Estimate(4.0, 0.1, 3.99, 4.01, 20_000), "3.99 to 4.01"),
        (POINTS, Estimate(4.0, 0.0, 3.6, 4.4, 10), "3.60 to 4.40"),
        (RATE, Estimate(0.0, 0.0, 0.0, 0.0002, 20_000), "in all 20 000 plays"),
        (RATE, Estimate(0.0, 0.0, 0.0, 0.037, 100), "0.0 % to 3.7 %"),
    ],
)
def test_what_never_varied_has_a_bound_only_where_the_bound_says_something(
    measure: Measure, estimate: Estimate, expected: str
) -> None:
    assert plain_words(phrases.span(measure, estimate)) == expected


def test_a_change_that_was_the_same_in_every_pair_is_told_so() -> None:
    moved = PairedDifference(1.0, 0.0, 0.9998, 1.0002, 20_000, 4.0, 5.0)
    assert plain_words(phrases.change_span(POINTS, moved)) == "in all 20 000 plays"
    assert plain_words(phrases.change_span(POINTS, replace(moved, sd=1.0, low=0.9, high=1.1))) == "+0.90 to +1.10"


def of_new(estimate: Estimate, plays: int) -> RevisionFigure:
    return RevisionFigure("points", POINTS, estimate, title="New", plays=plays)


def test_of_how_many_plays_a_figure_is_stands_beside_it_where_not_all_have_it() -> None:
    small = replace(contrast(POINTS, 4.0, 5.0, 0.1, Verdict.HIGHER), plays=20_000)
    assert plain_words(label_of(small)).endswith("(in 1 000 of 20 000 plays)")
    cell = of_new(Estimate(5.0, 1.0, 4.9, 5.1, 900), plays=20_000)
    row = MeasureRow(cell, Group.SCORING, ())
    told = [cell, replace(cell, contrast=small), replace(cell, plays=900)]
    lines = [group.rows[0].lines[0] for one in told for group in verdict_rows([replace(row, cells=(one,))]).groups]
    parts = [plain_words(line.part) for line in lines]
    assert parts == ["in 900 of 20 000 plays", "in 1 000 of 20 000 plays", ""] and lines[0].interval == "4.90 to 5.10"


def test_where_only_the_interval_alone_says_the_same_it_is_perhaps_so() -> None:
    open_ = replace(contrast(POINTS, 4.0, 4.0, 0.15, Verdict.UNDECIDED, more=100), plays=1_000)
    assert open_.alone is Verdict.SAME
    cell = replace(of_new(Estimate(4.0, 1.0, 3.9, 4.1, 1_000), plays=1_000), contrast=open_)
    assert verdict_of(cell) == "? perhaps same"
    goal = CheckedGoal(Goal("points", 1, None), Figure("points", POINTS, cell.estimate), Standing.MET)
    assert verdict_of(replace(cell, goal=goal)) == "✓ met, perhaps same"
    unknown = replace(open_, alone=Verdict.UNDECIDED)
    assert verdict_of(replace(cell, goal=goal, contrast=unknown)) == "✓ met, may have fallen"


def test_a_row_says_how_the_goal_stands_that_judged_the_change_where_the_revision_has_another() -> None:
    risen = replace(contrast(POINTS, 4.0, 6.0, 0.1, Verdict.HIGHER), plays=1_000)
    cell = replace(of_new(Estimate(6.0, 1.0, 5.9, 6.1, 1_000), plays=1_000), contrast=risen)
    now, before = (CheckedGoal(Goal("points", *bounds), cell, stands) for bounds, stands in (
        ((4, None), Standing.MET), ((3, 5), Standing.MISSED),
    ))  # fmt: skip
    changed = replace(cell, goal=now, goal_before=before)
    assert verdict_of(changed) == "✓ met, ✗ missed by the goal before, ↑ higher"
    assert verdict_of(replace(changed, goal=None)) == "✗ missed by the goal before, ↑ higher"
    row = verdict_rows([MeasureRow(cell, Group.GOALS, (changed,))]).groups[0].rows[0]
    assert plain_words(row.goal) == "goal: at least 4 points; goal before: 3 to 5 points"
