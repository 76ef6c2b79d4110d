"""Wording: lists, counts, near names, dates, times and spans as people read them."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from workbench.engine.wording import (
    about_words,
    clock_words,
    counted,
    day_words,
    listed,
    nearest,
    span_words,
    time_words,
)

EVENING = datetime(2026, 11, 7, 19, 5, 9)


@pytest.mark.parametrize(
    ("parts", "words"), [([], "nothing"), (["a"], "a"), (["a", "b"], "a and b"), (iter("abc"), "a, b and c")]
)
def test_lists(parts: list[str], words: str) -> None:
    assert listed(parts) == words


def test_lists_end_and_are_empty_as_one_asks() -> None:
    assert listed("abc", "or") == "a, b or c"
    assert (listed([], none="nobody"), listed([], none="")) == ("nobody", "")


@pytest.mark.parametrize(("number", "words"), [(0, "0 plays"), (1, "1 play"), (2, "2 plays")])
def test_counts(number: int, words: str) -> None:
    assert counted(number, "play") == words


def test_counts_of_odd_plurals() -> None:
    assert (counted(1, "entry", "entries"), counted(2, "entry", "entries")) == ("1 entry", "2 entries")


@pytest.mark.parametrize(("typed", "name"), [("hitmaker", "Hitmakers"), ("TRICKSTR", "trickster"), ("chess", None)])
def test_near_names(typed: str, name: str | None) -> None:
    assert nearest(typed, ["Hitmakers", "trickster"]) == name


def test_dates_and_times_are_local() -> None:
    local = EVENING.astimezone()
    elsewhere = local.astimezone(timezone(timedelta(hours=9)))
    for at in (EVENING, local, elsewhere, local.astimezone(UTC)):
        assert (day_words(at), time_words(at)) == ("7 Nov 2026", "7 Nov 2026, 19:05")
        assert (clock_words(at), clock_words(at, seconds=True)) == ("19:05", "19:05:09")
    assert day_words(date(2026, 3, 17)) == "17 Mar 2026"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "0 s"), (59.4, "59 s"), (200, "3 min 20 s"), (3599, "59 min 59 s"), (3900, "1 h 5 min"), (-3, "0 s")],
)
def test_spans(seconds: float, words: str) -> None:
    assert span_words(seconds) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(19, "a few seconds"), (60, "about a minute"), (240, "about 4 minutes"), (5400, "about 2 hours")],
)
def test_estimates_of_a_span(seconds: float, words: str) -> None:
    assert about_words(seconds) == words
