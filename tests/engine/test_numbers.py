"""Numbers that somebody gives: what is one, and what range it must lie in."""

from math import inf, nan

import pytest

from workbench.engine.problems import (
    BadInput,
    NumberRange,
    WholeRange,
    is_number,
    is_whole,
    read_number,
    read_whole,
    simplest,
    whole_of,
)


@pytest.mark.parametrize(
    ("value", "whole", "number"),
    [(3, True, True), (3.0, False, True), (True, False, False), ("3", False, False), (nan, False, False), (inf, 0, 0)],
)
def test_what_is_a_number(value: object, whole: bool, number: bool) -> None:
    assert (is_whole(value), is_number(value)) == (whole, number)


@pytest.mark.parametrize(
    ("text", "whole", "number"),
    [
        ("7", 7, 7.0),
        (" -12 ", -12, -12.0),
        ("1.5", None, 1.5),
        ("10_000", 10_000, 10_000.0),
        ("1e5", 100_000, 100_000.0),
        ("-1.25E+3", -1250, -1250.0),
        ("1.25e1", None, 12.5),
        ("1__0", None, None),
        ("0\x1f", 0, 0.0),
        ("", None, None),
        ("²", None, None),
        ("inf", None, None),
    ],
)
def test_texts(text: str, whole: int | None, number: float | None) -> None:
    assert (read_whole(text), read_number(text)) == (whole, number)
    assert read_whole("1" * 5000) is None


def test_whole_numbers_are_kept_as_such() -> None:
    assert [(type(number), number) for number in map(simplest, (3.0, 3, 2.5))] == [(int, 3), (int, 3), (float, 2.5)]


def test_whole_numbers_of_a_range() -> None:
    dice = WholeRange(1, 6)
    assert [value in dice for value in (1, 6, 0, 7, True, 2.0, "3")] == [True, True, False, False, False, False, False]
    assert [dice.read(value) for value in ("6", 6, "7", True, None)] == [6, 6, None, None, None]
    assert 10**30 in WholeRange(0) and -1 not in WholeRange(0)


def test_numbers_of_a_range() -> None:
    share = NumberRange(0, 1)
    assert [value in share for value in (0, 0.5, 1, 1.1, True, nan)] == [True, True, True, False, False, False]
    assert 1e300 in NumberRange() and inf not in NumberRange()


def test_what_is_asked_for_in_vain_is_a_problem_of_its_place() -> None:
    assert WholeRange(1, 6).checked("--dice", "3") == 3
    with pytest.raises(BadInput) as error:
        WholeRange(1, 6).checked("--dice", "seven")
    assert str(error.value) == "--dice = seven: must be a whole number from 1 to 6"


@pytest.mark.parametrize(("value", "number"), [(7, 7), (True, 0), (7.0, 0), ("7", 0), (None, 0)])
def test_a_whole_number_among_others_counts_and_nothing_else(value: object, number: int) -> None:
    assert whole_of({"hand_size": value}, "hand_size") == number


def test_wording() -> None:
    assert [str(WholeRange(2)), str(WholeRange(1, 6))] == ["a whole number from 2", "a whole number from 1 to 6"]
    assert [str(NumberRange()), str(NumberRange(0, 1))] == ["a number", "a number from 0 to 1"]
