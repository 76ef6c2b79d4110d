"""Scenarios for tests, without files; what the files of others say."""

import tomllib
from collections.abc import Callable

from workbench.engine.notes import Progress
from workbench.engine.parameters import complete
from workbench.engine.registry import game_named
from workbench.scenario import Goal, Scenario


def scenario(plays=500, bots=("greedy",), seed=1, goals=(), game="hitmakers", revision="test", **rules) -> Scenario:
    declared = game_named(game) if isinstance(game, str) else game
    values = complete(declared.parameters, rules)
    seats = bots * values["players"] if len(bots) == 1 else bots
    return Scenario(
        game=declared,
        revision=revision,
        path=None,
        title=revision.capitalize(),
        date=None,
        parent=None,
        reason="",
        hypothesis="",
        rules=values,
        bots=tuple(seats),
        plays=plays,
        seed=seed,
        goals=tuple(Goal(*goal) for goal in goals),
        warnings=(),
    )


def file_rules(revision: Scenario) -> dict[str, object]:
    """The rules as the file has them: the differences from the parent, or from the game's defaults."""
    assert revision.path
    return tomllib.loads(revision.path.read_text("utf-8")).get("rules", {})


def hearing(**methods: Callable[..., object]) -> Progress:
    """Progress of which these functions hear, by the names of its methods."""
    heard: Progress = type("Hearing", (Progress,), {name: staticmethod(method) for name, method in methods.items()})()
    return heard
