"""Learned evaluations on disk: beside a game of the workspace, else in the workspace's data folder, a file a game."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from workbench.engine.compiling import cache_root
from workbench.engine.files import LEARNED, JsonValue, read_sealed, write_sealed
from workbench.engine.registry import is_of_workspace, workspace_root

MOST = 64
"""Evaluations of a game that stay on disk, the newest of them."""
FILE = "learned.json"


def file_of(game: str) -> Path:
    """Where what was learned about a game lies; without a workspace, beside the compiled code."""
    root = Path(workspace_root() or ".")
    if not workspace_root():
        return cache_root() / "learned" / f"{game}.json"
    return root / "games" / game / FILE if is_of_workspace(game) else root / "data" / "learned" / f"{game}.json"


def has_learned(game: str) -> bool:
    """True if bots have learned to play a game, under whatever rules, with whatever code."""
    return file_of(game).is_file()


def read_evaluations(game: str) -> Sequence[Mapping[str, JsonValue]]:
    """Those of a game, the newest first; none from a file that was changed by hand, since learning is exact."""
    content = read_sealed(file_of(game), LEARNED)
    evaluations: Sequence[Mapping[str, JsonValue]] = json.loads(content) if content else []
    return evaluations


def write_evaluations(game: str, new: Sequence[Mapping[str, JsonValue]]) -> None:
    """Put these before those that are there, in the place of those of the same rules and code."""
    keys = [(entry["rules_hash"], entry["code_hash"]) for entry in new]
    others = [entry for entry in read_evaluations(game) if (entry["rules_hash"], entry["code_hash"]) not in keys]
    write_sealed(file_of(game), json.dumps([*new, *others][:MOST], indent=1).encode(), LEARNED)
