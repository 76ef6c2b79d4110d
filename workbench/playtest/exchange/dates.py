"""Dates as people and spreadsheets write them. Ambiguous ones are never guessed."""

import re
from datetime import datetime, timedelta
from enum import StrEnum

from workbench.playtest.log.fields import Unfit, read_time


class DateOrder(StrEnum):
    """The first number of 03/04/2026: the day or the month."""

    DAY_FIRST = "day-first"
    MONTH_FIRST = "month-first"


ALLOWED = "must be a date as in 2026-11-20, 2026-11-20 19:30, 20.11.2026 19:30 or 11/20/2026 7:30 PM"
WHICH = "say which comes first, the day or the month"
EPOCH = datetime(1899, 12, 30)
"""Day 0 of Excel, whose 1900 has a 29 February."""
SERIALS = range(20_000, 80_000)
"""Excel's day numbers that count as dates, 1954 to 2119: a bare 2026 is more likely a year."""
SERIAL = re.compile(r"(\d{5})(?:[.,](\d+))?")
TIME = r"(?:[ ,T]+(?P<hour>\d{1,2})[:.](?P<minute>\d\d)(?:[:.](?P<second>\d\d))?(?: ?(?P<half>[ap])\.?m\.?| Uhr)?)?"
NUMBERS = re.compile(
    rf"(?P<one>\d{{1,2}})(?P<by>[./-])(?P<two>\d{{1,2}})(?P=by)(?P<year>\d{{4}}|\d\d){TIME}", re.IGNORECASE
)
YEAR_FIRST = re.compile(
    rf"(?P<year>\d{{4}})(?P<by>[./-])(?P<two>\d{{1,2}})(?P=by)(?P<one>\d{{1,2}}){TIME}", re.IGNORECASE
)
NAMED = (
    re.compile(
        rf"(?P<day>\d{{1,2}})\.?[ -](?P<month>[^\W\d]{{3,9}})\.?,?[ -](?P<year>\d{{4}}|\d\d){TIME}", re.IGNORECASE
    ),
    re.compile(rf"(?P<month>[^\W\d]{{3,9}})\.? (?P<day>\d{{1,2}}),? (?P<year>\d{{4}}){TIME}", re.IGNORECASE),
)
MONTHS = ("jan", "feb", "mar mär mrz", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez")
"""The beginnings of their names, in English and German."""


def read_date(text: str, order: DateOrder | None = None) -> datetime:
    """A day or a time, local unless it names its zone; `order` settles ambiguous dates.

    Raises Unfit for such a date without `order`, which then ends in `WHICH`, and for a text that is not a date.
    """
    try:
        at = _read(" ".join(text.split()), order)
        return read_time(at if at.tzinfo else at.astimezone())
    except Unfit:
        raise
    except (ValueError, OverflowError, OSError):
        raise Unfit(ALLOWED) from None


def _read(text: str, order: DateOrder | None) -> datetime:
    if match := SERIAL.fullmatch(text):
        days = int(match[1])
        if days not in SERIALS:
            raise Unfit(ALLOWED)
        return EPOCH + timedelta(days=days, seconds=round(float(f"0.{match[2] or 0}") * 86_400))
    if match := YEAR_FIRST.fullmatch(text):
        return _at(match, int(match["one"]), int(match["two"]))
    if match := NUMBERS.fullmatch(text):
        return _at(match, *_day_and_month(match, order))
    for pattern in NAMED:
        if match := pattern.fullmatch(text):
            begins = match["month"][:3].casefold()
            return _at(match, int(match["day"]), [begins in names.split() for names in MONTHS].index(True) + 1)
    return datetime.fromisoformat(text)


def _day_and_month(match: re.Match[str], order: DateOrder | None) -> tuple[int, int]:
    """Day and month: with dots the day comes first everywhere; with slashes and hyphens it depends on the country."""
    one, two = int(match["one"]), int(match["two"])
    if match["by"] == "." or one > 12 or one == two:
        return one, two
    if two > 12:
        return two, one
    if order is None:
        raise Unfit(f"could be {_words(one, two)} or {_words(two, one)}: {WHICH}")
    return (one, two) if order is DateOrder.DAY_FIRST else (two, one)


def _words(day: int, month: int) -> str:
    return f"{day} {datetime(2000, month, 1):%B}"


def _at(match: re.Match[str], day: int, month: int) -> datetime:
    year = int(match["year"])
    year += 0 if year > 99 else 2000 if year < 70 else 1900
    hour, half = int(match["hour"] or 0), (match["half"] or "").lower()
    if half and not 1 <= hour <= 12:
        raise ValueError("no hour of half a day")
    hour = hour % 12 + 12 * (half == "p") if half else hour
    return datetime(year, month, day, hour, int(match["minute"] or 0), int(match["second"] or 0))
