"""Bots that packages bring for anybody's game: a trained network, or a few lines of Python.

    [project.entry-points."workbench.bots"]
    careful = "my_package:CAREFUL"

    CAREFUL = Policy("careful", "trickster", "Takes few tricks.", decide)

A table at which one sits plays as plain Python. What such a bot does is part of no hash: to decide otherwise it needs
another name.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.bots.restriction import count_decision, permitted
from workbench.bots.seats import POLICY, refuse_illegal
from workbench.engine.bit_sets import members
from workbench.engine.dispatch import PLAIN, conceal, register
from workbench.engine.features import feature_count, feature_row
from workbench.engine.game import Game
from workbench.engine.loop import WORLD
from workbench.engine.plugins import Installed, PluginKind
from workbench.engine.registry import games
from workbench.engine.types import (
    RUNS_PLAIN,
    Action,
    ActionSet,
    Chance,
    GameFunction,
    Rules,
    Seats,
    State,
    States,
    as_record,
)

GROUP = "workbench.bots"


class Seen(NamedTuple):
    """Knowledge of a player: as numbers, shape (features,), and as the concealed state; and the rules in force."""

    features: NDArray[np.float32]
    state: State
    rules: Rules
    player: int


class Policy(NamedTuple):
    """A bot of a game: `decide` answers with one of the legal actions, by what the player knows alone."""

    name: str
    game: str
    help: str
    decide: Callable[[Seen, Sequence[int]], int]


@cache
def policies() -> Mapping[str, Policy]:
    """The bots that packages bring, by name."""
    return Installed(PluginKind("bot", GROUP, Policy), entry_points(group=GROUP))


def policies_of(game: Game) -> Mapping[str, Policy]:
    """Those of a game."""
    return {name: policy for name, policy in policies().items() if policy.game == game.name}


@cache
def table_with_policies(base: np.dtype[np.void]) -> np.dtype[np.void]:
    """The kind of table that a base is, with policies at it: the others decide there as they do at the base."""
    decide_at_base: GameFunction = PLAIN[base]["decide"]

    def decide(seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet) -> Action:
        world = states[WORLD]
        player = int(world.actor)
        if seats.kind[player] != POLICY:
            return decide_at_base(seats, states, rules, chance, legal)
        allowed = permitted(seats, states, rules, legal)
        view = world.copy()
        conceal(view, rules, player)
        policy = list(policies().values())[seats.number[player]]
        game = games()[policy.game]
        features = feature_row(view, rules, player, feature_count(game.features))
        action = int(policy.decide(Seen(features, view, rules, player), members(allowed)))
        refuse_illegal(seats, world, rules, allowed, action)
        if seats.counting:
            count_decision(seats, world, rules, allowed, action)
        return action

    table = as_record(np.dtype([*((name, base[name]) for name in base.names or ()), (RUNS_PLAIN, "?")]))
    register(table, {**PLAIN[base], "decide": decide})
    return table
