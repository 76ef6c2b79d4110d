"""Games of a workspace: the kit's Pig as a designer's file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.engine import registry
from workbench.kit.examples import pig

PIG = Path(pig.__file__).read_text("utf-8")


@pytest.fixture(autouse=True)
def no_games_of_a_workspace_afterwards() -> Iterator[None]:
    yield
    registry.use_workspace("")


def write_game(root: Path, name: str, source: str = PIG) -> Path:
    """Write a game's file; it is there for whoever is trusted."""
    file = root / "games" / name / "game.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source, "utf-8")
    return file
