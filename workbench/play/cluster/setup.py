"""The needs of a cluster that plays as this program does: versions, source, packages with games, their hashes."""

import json
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution, entry_points
from urllib.parse import urlsplit
from urllib.request import url2pathname

from workbench.engine.registry import GROUP, games
from workbench.play.cluster.work import PACKAGES, versions

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
    return Setup(versions(), _pinned(), tuple(packages), {name: game.code_hash for name, game in installed.items()})


def _pinned() -> tuple[str, ...]:
    pinned = []
    for name in PINNED:
        with suppress(PackageNotFoundError):
            pinned.append(f"{name}=={distribution(name).version}")
    return tuple(package for package in pinned if not package.startswith(OURS))


def _folder(dist: Distribution) -> str | None:
    """The folder that a package was installed from; None for one from a registry."""
    about = json.loads(dist.read_text("direct_url.json") or "{}")
    parts = urlsplit(about.get("url", ""))
    return url2pathname(parts.path) if parts.scheme == "file" and "dir_info" in about else None
