"""Numbers, units and texts of designers as people read them."""

from dataclasses import replace
from math import inf, nan

import pytest

from tests.support.comparisons import POINTS, said
from workbench.report.text import phrases


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
    assert said(phrases.decimal(number, digits, signed)) == expected


@pytest.mark.parametrize(
    ("margin", "digits"), [(0.5, 2), (0.2, 2), (0.05, 3), (1.0, 1), (20.0, 0), (0.0001, 3), (0.0, 2)]
)
def test_digits_follow_what_matters(margin: float, digits: int) -> None:
    assert phrases.decimals(replace(POINTS, margin=margin)) == digits
