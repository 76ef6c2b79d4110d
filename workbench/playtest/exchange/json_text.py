"""JSON from a stranger: read whole or refused in words, never with a traceback."""

import json
import re
from typing import Any

from workbench.engine.problems import BadInput, Problem

DEEPEST = 60
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
SAVE_AS = "a spreadsheet writes it as `CSV UTF-8`"
HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""How half of a pair is written that stands for one character; without the other half it stands for none."""


class Doubled(ValueError):
    """An object has a key twice, and nobody knows which one counts."""


def decoded(data: bytes, file: str) -> tuple[str, list[Problem]]:
    """The text of a file, and a warning where it is not in UTF-8; a byte order mark is left out. Raises BadInput.

    Excel writes tables as UTF-8, as Windows-1252 or, where it says Unicode, as UTF-16, by what is chosen in its menu.
    """
    is_json = data.lstrip()[:1] in (b"{", b"[")
    if data.startswith(UTF_16):
        return _as(data, "utf-16", "UTF-16", file)
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        if is_json or b"\0" in data:
            raise BadInput.one(file, f"must be text in UTF-8; byte {error.start} is not: {SAVE_AS}") from None
        return _as(data, "cp1252", "Windows-1252, as Excel writes it", file)


def _as(data: bytes, encoding: str, called: str, file: str) -> tuple[str, list[Problem]]:
    message = f"is not in UTF-8: read as {called}. Look whether the names are right; {SAVE_AS}"
    try:
        return data.decode(encoding), [Problem("the file", message, warning=True)]
    except UnicodeDecodeError as error:
        raise BadInput.one(file, f"must be text in UTF-8; byte {error.start} is not: {SAVE_AS}") from None


def loaded(text: str, file: str) -> Any:
    """The value of a JSON text. Raises BadInput for what is no JSON, nested too deep, or has a key twice."""
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise BadInput.one(file, f"is no JSON: {error.msg}, line {error.lineno}, column {error.colno}") from None
    except (Doubled, ValueError) as error:
        raise BadInput.one(file, str(error)) from None
    except RecursionError:
        raise BadInput.one(file, "is nested too deep") from None
    if _depth(value) > DEEPEST:
        raise BadInput.one(file, "is nested too deep")
    if HALF.search(text) and not _is_sound(value):
        raise BadInput.one(file, "has half of a character, which no text can hold")
    return value


def _is_sound(value: Any) -> bool:
    """Whether all texts, names of keys among them, can be written as UTF-8."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Doubled(f"has the key {twice[:80]!a} twice in one object")
    return made


def _constant(name: str) -> Any:
    raise Doubled(f"has {name}, which is no number of JSON")


def _depth(value: Any) -> int:
    """How deep lists and objects are nested, level by level: no recursion, whatever the depth."""
    level, depth = [value], 0
    while level := [each for outer in level for each in _inside(outer)]:
        depth += 1
        if depth > DEEPEST:
            break
    return depth


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
