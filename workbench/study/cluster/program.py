"""The program that plays a game somewhere: its versions and hashes, and what is wrong with another machine's."""

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from workbench.engine.registry import broken_plugins, games
from workbench.tallies import gathering

PACKAGES = {"playtest-workbench": "the workbench", "numba": "Numba", "distributed": "Dask distributed"}
"""Packages that must be alike on all machines, and what people call them."""


@dataclass(frozen=True)
class Program:
    """Versions, and hashes of the code of a game and of its tallies. `why` says why a game cannot be loaded."""

    versions: tuple[tuple[str, str], ...]
    code_hash: str
    tallies: str
    why: str = ""


def program(game: str) -> Program:
    """The program of this process."""
    found = games().get(game)
    broken = next((each.problem.message for each in broken_plugins() if each.name == game), "")
    return Program(versions(), found.code_hash if found else "", gathering.sources(), broken)


@cache
def versions() -> tuple[tuple[str, str], ...]:
    """The versions of Python and of the packages that must be alike, by what people call them."""
    python = ".".join(platform.python_version_tuple()[:2])
    return ("Python", python), *((title, _version(package)) for package, title in PACKAGES.items())


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def unlike(game: str, wanted: Program, found: Program) -> Iterator[str]:
    """What is different on another machine, a sentence each, that says what would work."""
    for (title, here), (_, there) in zip(wanted.versions, found.versions, strict=True):
        if here != there:
            yield f"it has {title} {there}, and here is {here}; install the same there, and start the worker again"
    if not found.code_hash:
        yield found.why or f"it has no game {game}; install the game's package there, and start the worker again"
    elif found.code_hash != wanted.code_hash:
        yield _other("code of " + game, wanted.code_hash, found.code_hash)
    elif found.tallies != wanted.tallies:
        yield _other("code that adds plays up", wanted.tallies, found.tallies)


def _other(code: str, here: str, there: str) -> str:
    advice = "copy the same source there, and start the worker again"
    return f"it has other {code}: its hash is {there[:12]} there and {here[:12]} here; {advice}"
