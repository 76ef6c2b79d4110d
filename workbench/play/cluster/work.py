"""The work of a cluster in plain values, how a worker does it, how programs of two machines differ, and what a cluster
needs that plays as this program does: versions, source, packages with games, their hashes.
"""

import json
import os
import platform
import socket
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution, entry_points, version
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit
from urllib.request import url2pathname

import numpy as np

from workbench.bots.obvious import Asking
from workbench.engine.cards import whole_values
from workbench.engine.measures import Results
from workbench.engine.problems import BadInput
from workbench.engine.registry import GROUP, broken_plugins, games, is_of_workspace
from workbench.play.cluster.address import ClusterError
from workbench.play.forms import bare_scenario, layout, make_batch
from workbench.play.local import GroupedBatch, LocalSource, Stretch, StretchGroup
from workbench.scenario import Scenario
from workbench.store.results import RowsFolder
from workbench.tallies import gathering
from workbench.tallies.tallies import PairTallies, Tallies, TallyLayout, pair_layout

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
    installed = games().get(game)
    broken = next(
        (broken_plugin.problem.message for broken_plugin in broken_plugins() if broken_plugin.name == game), ""
    )
    return Program(versions(), installed.code_hash if installed else "", gathering.sources(), broken)


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


def unlike(game: str, here: Program, there: Program) -> Iterator[str]:
    """The differences of another machine, a sentence each, that says what would work."""
    for (title, ours), (_, theirs) in zip(here.versions, there.versions, strict=True):
        if ours != theirs:
            yield f"it has {title} {theirs}, and here is {ours}; install the same there, and start the worker again"
    if not there.code_hash:
        way = "install the game's package there"
        if is_of_workspace(game):
            way = (
                "a workspace's games stay on their computer: play it here, or make it a package"
                " (`workbench new-game NAME --kind dice --package` lays one out), install it here and there"
            )
        yield there.why or f"it has no game {game}; {way}, and start the worker again"
    elif there.code_hash != here.code_hash:
        yield _other("code of " + game, here.code_hash, there.code_hash)
    elif there.tallies != here.tallies:
        yield _other("code that adds plays up", here.tallies, there.tallies)


def _other(code: str, here: str, there: str) -> str:
    advice = "copy the same source there, and start the worker again"
    return f"it has other {code}: its hash is {there[:12]} there and {here[:12]} here; {advice}"


class Refused(ClusterError):
    """A worker would play something else, or cannot play at all: which one, and all that is wrong with it."""


@dataclass(frozen=True)
class SentBatch:
    """A batch as any machine can be told of it. `rules` are the written ones, as JSON."""

    rules: str
    bots: tuple[str, ...]
    seed: int
    retake: int


@dataclass(frozen=True)
class Work:
    """Batches on the same shuffles, and the program that a worker must have to play them."""

    game: str
    program: Program
    batches: tuple[SentBatch, ...]


def work_of(*scenarios: Scenario) -> Work:
    """The batches of these scenarios, of one game, as this process would play them."""
    game = scenarios[0].game.name
    return Work(game, program(game), tuple(map(_sent, scenarios)))


def _sent(scenario: Scenario) -> SentBatch:
    return SentBatch(json.dumps(whole_values(scenario.rules)), scenario.bots, scenario.seed, scenario.retake)


Packed: TypeAlias = dict[str, Any]
"""The fields of a stretch, with tallies as bytes."""


Folders: TypeAlias = tuple[RowsFolder | None, ...]
"""For each batch of a group the folder for its rows; None where nobody wants them in one."""


def play(work: Work, first: int, plays: int, rows: bool, folders: Folders = ()) -> list[Packed]:
    """Play a stretch of each batch here; its rows go back, if they are asked for, and into the folders.

    Raises Refused where this process would play something else.
    """
    _check(work)
    group = _plays(work).stretch(first, plays, rows or any(folders))
    if any(folders):
        group = tuple(_written(*part) for part in zip(group, folders, strict=True))
    return [_packed(stretch if rows else replace(stretch, rows=None)) for stretch in group]


def _check(work: Work) -> None:
    """Raise Refused where this process would play something else."""
    if problems := list(unlike(work.game, work.program, program(work.game))):
        raise Refused("\n".join(f"{here()}: {problem}" for problem in problems))


@dataclass(frozen=True)
class PackedRecords:
    """Records of plays of one batch, as compressed bytes, and the seconds that they took."""

    records: tuple[bytes, ...]
    seconds: float

    def unpacked(self, *kinds: np.dtype[np.void]) -> tuple[Results, ...]:
        """The records, which are of these kinds."""
        return tuple(np.frombuffer(zlib.decompress(data), kind) for data, kind in zip(self.records, kinds, strict=True))


RecordsOf: TypeAlias = Callable[[Scenario, int, int], tuple[Results, ...]]
"""Makes records of some plays of a scenario: of the first of them, so many."""


def note(work: Work, first: int, plays: int, records_of: RecordsOf) -> PackedRecords:
    """Records of some plays of one batch, made here. Raises Refused as `play` does."""
    _check(work)
    began = time.perf_counter()
    (sent,) = work.batches
    records = records_of(_scenario(work.game, sent), first, plays)
    packed = tuple(zlib.compress(part.tobytes(), 1) for part in records)  # most of a timeline is zero
    return PackedRecords(packed, time.perf_counter() - began)


def follow(scenario: Scenario, first: int, plays: int) -> tuple[Results, ...]:
    """The results of some plays, and how each went."""
    return make_batch(scenario).timelines(first, plays)


def use_cards(scenario: Scenario, first: int, plays: int) -> tuple[Results, ...]:
    """Which cards are drawn and played in some plays."""
    return (make_batch(scenario).card_uses(first, plays),)


def ask(iterations: int, every: int, scenario: Scenario, first: int, plays: int) -> tuple[Results, ...]:
    """The answers of search in some plays: `ANSWERS`."""
    return (asking(scenario, iterations, every).in_plays(first, plays),)


def asking(scenario: Scenario, iterations: int, every: int) -> Asking:
    """The questions to search in the plays of a scenario."""
    return Asking(scenario.game, scenario.rules, scenario.players, scenario.seed, iterations, every)


def _written(stretch: Stretch, folder: RowsFolder | None) -> Stretch:
    """The stretch, when its rows are in the folder. Raises ClusterError where they cannot be written."""
    if folder is None or stretch.rows is None:
        return stretch
    try:
        measures = stretch.tallies.layout.game.all_measures
        return replace(stretch, written=folder.write_part(stretch.first, stretch.rows, measures))
    except BadInput as bad:
        raise ClusterError(f"{here()}: {bad}; does this machine see the folder, and may it write there?") from None


def sees(marks: tuple[Path, ...]) -> bool:
    """True if this process sees these files, and may write beside them."""
    return all(mark.exists() and os.access(mark.parent, os.W_OK) for mark in marks)


@lru_cache(maxsize=8)
def _plays(work: Work) -> LocalSource:
    """The source of the plays in this process, with the rules compiled, for the first stretch."""
    scenarios = [_scenario(work.game, batch) for batch in work.batches]
    sides = [GroupedBatch(make_batch(scenario), layout(scenario)) for scenario in scenarios]
    for side in sides:
        side.batch.warm_up()
    return LocalSource(sides)


def _scenario(game: str, sent: SentBatch) -> Scenario:
    """As much of the scenario as decides its plays."""
    return bare_scenario(game, json.loads(sent.rules), sent.bots, sent.seed, sent.retake)


def _packed(stretch: Stretch) -> Packed:
    pairs = stretch.pairs.to_bytes() if stretch.pairs else None
    return {**vars(stretch), "tallies": stretch.tallies.to_bytes(), "pairs": pairs}


def unpacked(packed: list[Packed], layouts: list[TallyLayout]) -> StretchGroup:
    return tuple(_unpacked(stretch, layout, layouts[0]) for stretch, layout in zip(packed, layouts, strict=True))


def _unpacked(packed: Packed, layout: TallyLayout, base: TallyLayout) -> Stretch:
    tallies = Tallies.from_bytes(layout, packed["tallies"])
    pairs = packed["pairs"] and PairTallies.from_bytes(pair_layout(base, layout), packed["pairs"])
    if tallies is None or (packed["pairs"] and pairs is None):
        raise ClusterError("a worker adds plays up by other code than this one; install the same source there")
    return Stretch(**{**packed, "tallies": tallies, "pairs": pairs})


def here() -> str:
    """This process in words: a worker by its address."""
    if "distributed" in sys.modules:
        from distributed import get_worker

        with suppress(ValueError):
            return f"worker {get_worker().address} on {socket.gethostname()}"
    return f"a process on {socket.gethostname()}"


OURS = "playtest-workbench"
PINNED = (*PACKAGES, "dask", "numpy")


@dataclass(frozen=True)
class Package:
    """A package to install on every machine: its version, its games, and the folder of its source, if that is here."""

    name: str
    version: str
    games: tuple[str, ...]
    folder: str | None


@dataclass(frozen=True)
class Setup:
    """`versions` by what people call them, `pinned` as pip takes them, `packages`, and the games' code hashes."""

    versions: tuple[tuple[str, str], ...]
    pinned: tuple[str, ...]
    packages: tuple[Package, ...]
    code_hashes: dict[str, str]


def setup() -> Setup:
    """The needs of this process's program."""
    installed = games()
    owners: dict[str, tuple[Distribution, list[str]]] = {OURS: (distribution(OURS), [])}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        if point.dist and point.name in installed:
            owners.setdefault(point.dist.name, (point.dist, []))[1].append(point.name)
    packages = [
        Package(name, dist.version, tuple(dict.fromkeys(names)), _folder(dist))
        for name, (dist, names) in owners.items()
    ]
    pinned = []
    for name in PINNED:
        with suppress(PackageNotFoundError):
            pinned.append(f"{name}=={distribution(name).version}")
    return Setup(
        versions(),
        tuple(package for package in pinned if not package.startswith(OURS)),
        tuple(packages),
        {name: game.code_hash for name, game in installed.items()},
    )


def _folder(dist: Distribution) -> str | None:
    """The folder that a package was installed from; None for one from a registry."""
    about = json.loads(dist.read_text("direct_url.json") or "{}")
    parts = urlsplit(about.get("url", ""))
    return url2pathname(parts.path) if parts.scheme == "file" and "dir_info" in about else None
