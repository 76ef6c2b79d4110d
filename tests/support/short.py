"""Rules under which a play is over soon, for what plain Python does slowly: to search."""

from typing import Any

from workbench.engine.game import Game

FEW_TURNS = 2


def short_rules(game: Game) -> dict[str, Any]:
    """The rules that the benchmark plays by, and few turns where a rule says how many there are at most."""
    few = {"max_turns": FEW_TURNS} if "max_turns" in game.parameters else {}
    return {**game.bench_rules, **few}
