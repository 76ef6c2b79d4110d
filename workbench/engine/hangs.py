"""Plug-ins that did not end loading are remembered until their files change: nobody waits for them again and again."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote


@dataclass(frozen=True)
class Hang:
    """Where a plug-in hung, and for how long it was waited for."""

    file: str
    line: int | None
    patience_s: float


def memory_of(point: EntryPoint) -> Path:
    """The file that remembers a plug-in; who deletes it has the plug-in tried again."""
    from workbench.engine.compiling import cache_root  # brings NumPy

    return cache_root() / f"given-up-{quote(point.name, safe='')}.json"


def remember(point: EntryPoint, hang: Hang) -> bool:
    """Remember that the plug-in hangs as it is; False where that cannot be written."""
    try:
        memory_of(point).write_text(json.dumps({**vars(hang), "as_it_was": _as_it_is(point, hang.file)}))
    except (OSError, ValueError):
        return False
    return True


def remembered(point: EntryPoint) -> Hang | None:
    """Where the plug-in hung, if it has not changed since."""
    try:
        memory = json.loads(memory_of(point).read_text())
        hang = Hang(memory["file"], memory["line"], memory["patience_s"])
        return hang if memory["as_it_was"] == _as_it_is(point, hang.file) else None
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _as_it_is(point: EntryPoint, file: str) -> list[object]:
    """The version and the times of the files of a plug-in, and of the file where it hung."""
    files = {str(path): path.stat().st_mtime_ns for path in (*_sources(point), Path(file)) if path.is_file()}
    return [point.value, point.dist.version if point.dist else "", files]


def _sources(point: EntryPoint) -> Iterator[Path]:
    """The Python files of the plug-in's module or package, which is not imported."""
    spec = find_spec(point.module.partition(".")[0])
    if spec and spec.origin:
        yield Path(spec.origin)
    for folder in (spec and spec.submodule_search_locations) or ():
        yield from sorted(Path(folder).rglob("*.py"))
