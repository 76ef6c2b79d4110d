"""Files that are not quite right, made by chance from files that are."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Breaker = Callable[[Random, bytes], bytes]
WRONG: list[Any] = [
    None,
    True,
    -1,
    1e300,
    "",
    "x" * 6000,
    "\ud800",
    "a\0b",
    [],
    {},
    [[]],
    "2024-13-45",
    10**30,
    "' or 1=1",
]


def broken(files: dict[str, bytes], seed: int, count: int) -> Iterator[tuple[str, bytes]]:
    """So many files, each with the name of what was done to it."""
    chance = Random(seed)
    names = sorted(files)
    for number in range(count):
        name = names[number % len(names)]
        breaker = chance.choice(BREAKERS if name != "csv" else [*TEXT_BREAKERS, *ROW_BREAKERS])
        yield f"{number}-{name}-{breaker.__name__}", breaker(chance, files[name])


def cut(chance: Random, data: bytes) -> bytes:
    return data[: chance.randrange(len(data))]


def flip_bytes(chance: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 3, 30))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def lose_a_part(chance: Random, data: bytes) -> bytes:
    start = chance.randrange(len(data))
    return data[:start] + data[start + chance.randrange(1, 200) :]


def repeat_a_part(chance: Random, data: bytes) -> bytes:
    start = chance.randrange(len(data))
    return data[: start + 100] + data[start:]


def other_encoding(chance: Random, data: bytes) -> bytes:
    return (data.decode() + "é").encode(chance.choice(("utf-16", "latin-1", "utf-32")), "replace")


ELSE = [
    *(b"", b"\0" * 50, b"null", b"[1, 2]", b"{}", b"[" * 100_000, b'{"a":' * 50_000, b"%PDF-1.4", b"PK\3\4", b"7"),
    *(b'{"format": "workbench-playtests", "version": 2}', b'{"plays": 3, "players": "x"}', b"a;b;c\n1;2;3"),
]


def something_else(chance: Random, data: bytes) -> bytes:
    return chance.choice(ELSE)


TEXT_BREAKERS: list[Breaker] = [cut, flip_bytes, lose_a_part, repeat_a_part, other_encoding, something_else]


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, nested in items:
        yield (*path, key)
        yield from _places(nested, (*path, key))


def _somewhere(chance: Random, value: Any) -> tuple[Any, Any]:
    *path, last = chance.choice(list(_places(value)))
    for key in path:
        value = value[key]
    return value, last


def wrong_value(chance: Random, data: bytes) -> bytes:
    content = json.loads(data)
    inside, key = _somewhere(chance, content)
    inside[key] = chance.choice(WRONG)
    return json.dumps(content).encode()


def lost_value(chance: Random, data: bytes) -> bytes:
    content = json.loads(data)
    inside, key = _somewhere(chance, content)
    del inside[key]
    return json.dumps(content).encode()


def unknown_key(chance: Random, data: bytes) -> bytes:
    content = json.loads(data)
    inside, _ = _somewhere(chance, content)
    if isinstance(inside, dict):
        inside["surprise"] = 1
    return json.dumps(content).encode()


def doubled_value(chance: Random, data: bytes) -> bytes:
    content = json.loads(data)
    inside, key = _somewhere(chance, content)
    if isinstance(inside, list):
        inside.append(inside[key])
    return json.dumps(content).encode()


def doubled_key(chance: Random, data: bytes) -> bytes:
    return data.replace(b"{", b'{"id": 1, "id": 2,', 1)


def no_number(chance: Random, data: bytes) -> bytes:
    content = json.loads(data)
    inside, key = _somewhere(chance, content)
    inside[key] = float(chance.choice(("nan", "inf", "-inf")))
    return json.dumps(content).encode()


BREAKERS: list[Breaker] = [
    *TEXT_BREAKERS,
    wrong_value,
    wrong_value,
    wrong_value,
    lost_value,
    unknown_key,
    doubled_value,
    doubled_key,
    no_number,
]


def _cells(data: bytes) -> list[list[str]]:
    return [row.split(",") for row in data.decode().split("\r\n")]


CELLS = ("maybe?", "-7", "99999999999", '"', "x" * 6000, "2024-02-31", "\0")


def wrong_cell(chance: Random, data: bytes) -> bytes:
    rows = _cells(data)
    row = chance.choice(rows[1:])
    row[chance.randrange(len(row))] = chance.choice(
        ("maybe?", "-7", "99999999999", '"', "x" * 6000, "2024-02-31", "\0")
    )
    return "\r\n".join(map(",".join, rows)).encode()


def wrong_column(chance: Random, data: bytes) -> bytes:
    rows = _cells(data)
    rows[0][chance.randrange(len(rows[0]))] = chance.choice(("player", "color", "", "Session "))
    return "\r\n".join(map(",".join, rows)).encode()


def too_many_cells(chance: Random, data: bytes) -> bytes:
    rows = _cells(data)
    chance.choice(rows).extend(["x"] * 40)
    return "\r\n".join(map(",".join, rows)).encode()


ROW_BREAKERS: list[Breaker] = [wrong_cell, wrong_cell, wrong_cell, wrong_column, too_many_cells]
