"""Scenarios for tests, without files."""

from workbench.engine.parameters import complete
from workbench.engine.registry import game_named
from workbench.scenario import Goal, Scenario


def scenario(plays=500, bots=("greedy",), seed=1, goals=(), game="hitmakers", revision="test", **rules) -> Scenario:
    declared = game_named(game)
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
        file_rules=rules,
        rules=values,
        bots=tuple(seats),
        plays=plays,
        seed=seed,
        goals=tuple(Goal(*goal) for goal in goals),
        warnings=(),
    )
