"""Taking a name out of what people wrote."""

import re
from typing import Any

SHORT = 3
"""A name or a part of one with fewer letters is looked for only as a whole and as it is written: it may be a word."""
SOMEBODY = "somebody"
"""What stands in a text where a name stood."""
ALWAYS_FITS = 300
"""Characters that every field for free text takes."""
TEXT_FIELDS = frozenset({"goal", "location", "printed", "note", "text", "reason"})
"""The fields of an entry's data that people write freely; no name is looked for in any other."""


def without(text: str, name: str, instead: str = SOMEBODY) -> str:
    """The text with the name, and each part of it that is no mere initial, replaced where it stands as a word."""
    text = _replaced(text, name, instead, re.IGNORECASE if len(name) >= SHORT else 0)
    for part in re.split(r"[\s.\-]+", name):
        if len(part) >= SHORT and part != name:
            text = _replaced(text, part, instead)
    return text


def exactly_without(text: str, name: str, instead: str = SOMEBODY) -> str:
    """The text with the whole name replaced where it stands as it is written; a short one may be a word, and stays."""
    return _replaced(text, name, instead) if len(name) >= SHORT else text


def scrubbed(value: Any, name: str, instead: str = SOMEBODY, *, exactly: bool = False) -> Any:
    """Any JSON value with the name taken out of all its texts; keys stay."""
    if isinstance(value, str):
        return _fitting((exactly_without if exactly else without)(value, name, instead), value)
    if isinstance(value, dict):
        return {key: scrubbed(each, name, instead, exactly=exactly) for key, each in value.items()}
    return [scrubbed(each, name, instead, exactly=exactly) for each in value] if isinstance(value, list) else value


def scrubbed_data(data: Any, name: str, instead: str = SOMEBODY, *, exactly: bool = False) -> Any:
    """An entry's data with the name taken out of what people wrote, also inside the new data of an edit."""
    if not isinstance(data, dict):
        return data
    return {
        key: (scrubbed if key in TEXT_FIELDS else scrubbed_data)(each, name, instead, exactly=exactly)
        for key, each in data.items()
    }


def _fitting(text: str, before: str) -> str:
    """The text cut to where it ended before, unless it is short anyway: what fitted into its field fits still."""
    return text[: max(len(before), ALWAYS_FITS)].strip() if text != before else text


def _replaced(text: str, name: str, instead: str, flags: int = 0) -> str:
    if name.casefold() not in text.casefold():
        return text
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: instead, text, flags=flags)
