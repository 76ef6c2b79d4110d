"""Checks of single values: each returns the value as it is stored, or raises Unfit, which says what is allowed.

The same checks guard live entries, forms and imported files. Texts are stored without surrounding spaces, with a line
feed as line break, and without unprintable characters or those that no file can hold.
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, TypeAlias

from workbench.engine.card_lists.cards import Cards
from workbench.engine.problems import NumberRange, Problem, WholeRange, is_number, simplest

Field: TypeAlias = Callable[[Any], Any]
"""Takes any value and returns it as it is stored. Raises Unfit."""

LARGEST = 1_000_000
"""The largest number of points, positive or negative."""
DIGITS = 6
"""Decimal digits of points."""
MINUTES_OF_A_DAY = 24 * 60
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
WORD = re.compile(r"[a-z0-9_]*")
DEVICE = re.compile(r"[0-9a-f-]{0,36}")
MOST_RULES = 300
LONGEST_RULES, LONGEST_RULE = 50_000, 1_000
"""Characters of all rules of a session together, and of one text among them."""
LARGEST_RULE = 2**53
"""The largest number that every reader of JSON keeps exactly."""
DEEPEST = 4
"""How deep lists and tables may be nested in a rule's value."""


class Unfit(ValueError):
    """A value that does not fit; the message says what does."""


def text(longest: int, *, empty: bool = True) -> Field:
    """A text of at most so many characters."""
    allowed = f"must be a text of {0 if empty else 1} to {longest} characters"

    def check(value: Any) -> str:
        if not isinstance(value, str):
            raise Unfit(allowed)
        kept = value.replace("\r\n", "\n").replace("\r", "\n").strip()
        if len(kept) > longest or not (kept or empty):
            raise Unfit(allowed)
        if not kept.replace("\n", "").replace("\t", "").isprintable() and (wrong := _unprintable(kept)):
            raise Unfit(f"must not have the character {wrong!a}")
        return kept

    return check


def line(longest: int) -> Field:
    """A non-empty text on one line."""
    single = text(longest, empty=False)

    def check(value: Any) -> str:
        kept: str = single(value)
        if "\n" in kept:
            raise Unfit("must be on one line")
        return kept

    return check


def printable(text: str) -> str:
    """The text without the characters that no field takes."""
    return "".join(character for character in text if not _unprintable(character))


def _unprintable(kept: str) -> str:
    """The first control character, half of a surrogate pair, or non-character; empty if there is none."""
    for character in kept:
        point = ord(character)
        control = (point < 32 and character not in "\n\t") or 127 <= point < 160
        if control or 0xD800 <= point < 0xE000 or point & 0xFFFE == 0xFFFE:
            return character
    return ""


def word(longest: int) -> Field:
    """Lower-case letters, digits and `_`, possibly none."""

    def check(value: Any) -> str:
        if not isinstance(value, str) or len(value) > longest or not WORD.fullmatch(value):
            raise Unfit(f"must be at most {longest} lower-case letters, digits and _")
        return value

    return check


def uuid_field() -> Field:
    """A UUID, stored in lower case."""

    def check(value: Any) -> str:
        kept = value.strip().lower() if isinstance(value, str) else ""
        if not UUID.fullmatch(kept):
            raise Unfit("must be a UUID, as in 4be0643f-1d98-573b-97cd-ca98a65347dd")
        return kept

    return check


def words(most: int, longest: int) -> Field:
    """A list of different words, possibly none."""
    single = word(longest)

    def check(value: Any) -> list[str]:
        if not isinstance(value, list) or len(value) > most:
            raise Unfit(f"must be a list of at most {most} words")
        return list(dict.fromkeys(map(single, value)))

    return check


def uuids(most: int) -> Field:
    """A list of different UUIDs."""
    single = uuid_field()

    def check(value: Any) -> list[str]:
        if not isinstance(value, list) or len(value) > most:
            raise Unfit(f"must be a list of at most {most} UUIDs")
        kept = [single(each) for each in value]
        if len(set(kept)) < len(kept):
            raise Unfit("must not name anybody twice")
        return kept

    return check


def whole(low: int, high: int) -> Field:
    """A whole number in a range; booleans are refused, 3.0 becomes 3."""
    allowed = WholeRange(low, high)

    def check(value: Any) -> int:
        kept = simplest(value) if is_number(value) else value
        if kept not in allowed:
            raise Unfit(f"must be {allowed}")
        return int(kept)

    return check


def number() -> Field:
    """Points: any number up to `LARGEST`; whole ones are stored as int."""
    allowed = NumberRange(-LARGEST, LARGEST)

    def check(value: Any) -> int | float:
        if value not in allowed:
            raise Unfit(f"must be {allowed}")
        return simplest(round(value, DIGITS))

    return check


def minutes() -> Field:
    """Minutes, at most a day."""

    def check(value: Any) -> int | float:
        if value not in NumberRange(0, MINUTES_OF_A_DAY):
            raise Unfit(f"must be 0 to {MINUTES_OF_A_DAY} minutes, which are 24 hours")
        return simplest(round(value, DIGITS))

    return check


def points_by_player() -> Field:
    """Points by the players' UUIDs."""
    who, how_many = uuid_field(), number()

    def check(value: Any) -> dict[str, int | float]:
        if not isinstance(value, Mapping):
            raise Unfit("must have points by player")
        return {who(player): how_many(points) for player, points in value.items()}

    return check


def flag() -> Field:
    """Yes or no."""

    def check(value: Any) -> bool:
        if not isinstance(value, bool):
            raise Unfit("must be true or false")
        return value

    return check


def of_enum(options: type[StrEnum]) -> Field:
    """One of the values of an enumeration."""
    allowed = [option.value for option in options]

    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise Unfit(f"must be one of {', '.join(allowed)}")
        return str(value)

    return check


def of_enum_or_uuid(options: type[StrEnum]) -> Field:
    """One of the values of an enumeration, or the UUID of an entry."""
    allowed = f"must be one of {', '.join(options)}, or the UUID of an own kind"

    def check(value: Any) -> str:
        if isinstance(value, str) and (value in list(options) or UUID.fullmatch(value)):
            return str(value)
        raise Unfit(allowed)

    return check


def some(field: Field) -> Field:
    """The other field, or None."""
    return lambda value: None if value is None else field(value)


def rules() -> Field:
    """Rule values by name, of any game, as JSON; for a card list its file, hash and size.

    The rows of a card list are too long for a log. The store has them with the revision, by the hash of the rules.
    """
    name = line(80)

    def check(value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping) or len(value) > MOST_RULES:
            raise Unfit(f"must be at most {MOST_RULES} rules by name")
        kept = {name(key): _rule(key, each) for key, each in value.items()}
        if len(json.dumps(kept, ensure_ascii=False)) > LONGEST_RULES:
            raise Unfit(f"must be at most {LONGEST_RULES} characters of JSON")
        return kept

    return check


def _rule(name: str, value: Any) -> Any:
    try:
        return _rule_value(value, DEEPEST)
    except Unfit as unfit:
        raise Unfit(f"{name}: {unfit}") from None


def _rule_value(value: Any, depth: int) -> Any:
    """A rule's value as it is stored; lists and tables may be nested `depth` deep."""
    if isinstance(value, Cards):
        return value.brief
    if isinstance(value, str):
        return text(LONGEST_RULE)(value)
    if value is None or isinstance(value, bool) or value in NumberRange(-LARGEST_RULE, LARGEST_RULE):
        return value
    if depth and isinstance(value, Mapping):
        return {line(80)(key): _rule_value(each, depth - 1) for key, each in value.items()}
    if depth and isinstance(value, list | tuple):
        return [_rule_value(each, depth - 1) for each in value]
    if depth and isinstance(value, set | frozenset):
        return [_rule_value(each, depth - 1) for each in sorted(value, key=str)]
    raise Unfit("must be a number, a text, true or false, a card list, or a list or table of these")


def device(value: Any) -> str:
    """A device's id: random hexadecimal digits, which cannot be a name."""
    if not isinstance(value, str) or not DEVICE.fullmatch(value):
        raise Unfit("must be at most 36 hexadecimal digits")
    return value


def checked(fields: Mapping[str, Field], given: Any, place: str) -> tuple[dict[str, Any], list[Problem]]:
    """The values that fit, and a problem for each that does not and for each unknown name."""
    if not isinstance(given, Mapping):
        return {}, [Problem(place, "must be a table of fields", _shown(given))]
    problems = [
        Problem(f"{place}.{name}", f"no such field; there are {', '.join(fields) or 'none'}", _shown(given[name]))
        for name in given
        if name not in fields
    ]
    kept = {}
    for name, field in fields.items():
        if name in given:
            try:
                kept[name] = field(given[name])
            except Unfit as unfit:
                problems.append(Problem(f"{place}.{name}", str(unfit), _shown(given[name])))
    return kept, problems


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)[:100]


EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=2)
"""How far in the future a time may be; a day for a clock with the wrong date, and one for the time zone."""


def read_time(value: Any) -> datetime:
    """A time from ISO 8601 with its zone, or a datetime. Raises Unfit."""
    allowed = "must be a time as in 2026-11-22T18:30:00Z, not before 1900 nor after tomorrow"
    try:
        at = value if isinstance(value, datetime) else datetime.fromisoformat(value)
        at = at.astimezone(UTC) if at.tzinfo else at
    except (TypeError, ValueError, OverflowError):
        raise Unfit(allowed) from None
    if at.tzinfo is None or not EARLIEST <= at <= datetime.now(UTC) + AHEAD:
        raise Unfit(allowed)
    return at


def show_time(at: datetime) -> str:
    """A time as `read_time` reads it, to the microsecond."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def time_text() -> Callable[[Any], str]:
    """A time, stored as the text that `show_time` gives."""
    return lambda value: show_time(read_time(value))
