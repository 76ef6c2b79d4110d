"""A server that dies while it plays: it begins a run and is gone."""

from pathlib import Path

from workbench.engine.registry import game_named
from workbench.store import Store
from workbench.store.runs import RunRequest, create_run


def begin(path: Path) -> None:
    """Enter a run that nobody will finish."""
    game = game_named("hitmakers")
    create_run(
        Store(path),
        RunRequest(
            game=game.name,
            scenario="lost",
            rules={},
            rules_hash="r",
            code_hash="c",
            bots=("random",) * 3,
            seed=1,
            plays=10,
            seats=3,
        ),
    )
