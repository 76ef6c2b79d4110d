"""Checks of single values: each returns the value as it is stored, or raises Unfit, which says what is allowed.

Texts are stored without surrounding spaces, with a line feed as line break, and without unprintable characters or
those that no file can hold. `entries.py` makes types of them for entries, forms and files.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from workbench.engine.cards import Cards
from workbench.engine.problems import NumberRange, WholeRange, is_number, is_whole, simplest

LARGEST = 1_000_000
"""The largest number of points, positive or negative."""
DIGITS = 6
"""Decimal digits of points."""
MINUTES_OF_A_DAY = 24 * 60
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
MOST_RULES = 300
LONGEST_RULES, LONGEST_RULE = 50_000, 1_000
"""Characters of all rules of a session together, and of one text among them."""
LONGEST_NAME = 80
"""Characters of the name of a rule."""
LARGEST_RULE = 2**53
"""The largest number that every reader of JSON keeps exactly."""
DEEPEST = 4
"""How deep lists and tables may be nested in a rule's value."""
RuleValue: TypeAlias = "str | int | float | bool | list[RuleValue] | dict[str, RuleValue] | None"


class Unfit(ValueError):
    """A value that does not fit; the message says what does."""


def text(value: str) -> str:
    """A text as it is stored."""
    stored = value.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not stored.replace("\n", "").replace("\t", "").isprintable() and (wrong := _unprintable(stored)):
        raise Unfit(f"must not have the character {wrong!a}")
    return stored


def line(value: object, longest: int) -> str:
    """A text on one line, of at least one and at most `longest` characters."""
    stored = text(value) if isinstance(value, str) else ""
    if not 0 < len(stored) <= longest:
        raise Unfit(f"must be a text of 1 to {longest} characters")
    if "\n" in stored:
        raise Unfit("must be on one line")
    return stored


def printable(text: str) -> str:
    """The text without the characters that no field takes."""
    return "".join(character for character in text if not _unprintable(character))


def _unprintable(text: str) -> str:
    """The first control character, half of a surrogate pair, or non-character; empty if there is none."""
    for character in text:
        point = ord(character)
        control = (point < 32 and character not in "\n\t") or 127 <= point < 160
        if control or 0xD800 <= point < 0xE000 or point & 0xFFFE == 0xFFFE:
            return character
    return ""


def uuid(value: object) -> str:
    """A UUID in lower case."""
    stored = value.strip().lower() if isinstance(value, str) else ""
    if not UUID.fullmatch(stored):
        raise Unfit("must be a UUID, as in 4be0643f-1d98-573b-97cd-ca98a65347dd")
    return stored


def whole(value: object, allowed: WholeRange) -> int:
    """A whole number in a range; 3.0 is 3."""
    number = simplest(value) if is_number(value) else value
    if not is_whole(number) or number not in allowed:
        raise Unfit(f"must be {allowed}")
    return number


def points(value: object) -> int | float:
    """Any number up to `LARGEST`; whole ones as int."""
    allowed = NumberRange(-LARGEST, LARGEST)
    if not is_number(value) or value not in allowed:
        raise Unfit(f"must be {allowed}")
    return simplest(round(value, DIGITS))


def minutes(value: object) -> int | float:
    """Minutes, at most a day; whole ones as int."""
    if not is_number(value) or value not in NumberRange(0, MINUTES_OF_A_DAY):
        raise Unfit(f"must be 0 to {MINUTES_OF_A_DAY} minutes, which are 24 hours")
    return simplest(round(value, DIGITS))


def rules(value: object) -> dict[str, RuleValue]:
    """Rule values by name, of any game, as JSON; for a card list its file, hash and size.

    The rows of a card list are too long for a log. The store has them with the revision, by the hash of the rules.
    """
    if not isinstance(value, Mapping) or len(value) > MOST_RULES:
        raise Unfit(f"must be at most {MOST_RULES} rules by name")
    stored = {line(name, LONGEST_NAME): _rule(name, rule) for name, rule in value.items()}
    if len(json.dumps(stored, ensure_ascii=False)) > LONGEST_RULES:
        raise Unfit(f"must be at most {LONGEST_RULES} characters of JSON")
    return stored


def _rule(name: str, value: object) -> RuleValue:
    try:
        return _rule_value(value, DEEPEST)
    except Unfit as unfit:
        raise Unfit(f"{name}: {unfit}") from None


def _rule_value(value: object, depth: int) -> RuleValue:
    """A rule's value as it is stored; lists and tables may be nested `depth` deep."""
    if isinstance(value, Cards):
        return _rule_value(value.brief, depth)
    if isinstance(value, str):
        if len(stored := text(value)) > LONGEST_RULE:
            raise Unfit(f"must be a text of at most {LONGEST_RULE} characters")
        return stored
    if value is None or isinstance(value, bool) or (is_number(value) and abs(value) <= LARGEST_RULE):
        return value
    if depth and isinstance(value, Mapping):
        return {line(key, LONGEST_NAME): _rule_value(inner, depth - 1) for key, inner in value.items()}
    if depth and isinstance(value, list | tuple):
        return [_rule_value(inner, depth - 1) for inner in value]
    if depth and isinstance(value, set | frozenset):
        return [_rule_value(inner, depth - 1) for inner in sorted(value, key=str)]
    raise Unfit("must be a number, a text, true or false, a card list, or a list or table of these")


EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=2)
"""How far in the future a time may be; a day for a clock with the wrong date, and one for the time zone."""


def read_time(value: object) -> datetime:
    """A time from ISO 8601 with its zone, or a datetime. Raises Unfit."""
    allowed = "must be a time as in 2026-11-22T18:30:00Z, not before 1900 nor after tomorrow"
    try:
        at = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
        at = at.astimezone(UTC) if at.tzinfo else at
    except (TypeError, ValueError, OverflowError):
        raise Unfit(allowed) from None
    if at.tzinfo is None or not EARLIEST <= at <= datetime.now(UTC) + AHEAD:
        raise Unfit(allowed)
    return at


def show_time(at: datetime) -> str:
    """A time as `read_time` reads it, to the microsecond."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
