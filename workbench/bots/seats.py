"""The bots at the table, and how each of them decides.

A bot sees its information set and nothing else: before it decides, the true state is copied and all that the
player does not know is taken out of the copy (`conceal`). `random` needs no look at all.
"""

from typing import Any, Final

import numpy as np

from workbench.bots.greedy import best_action
from workbench.engine.cards import count, nth
from workbench.engine.chance import MOST_SEATS, player_below
from workbench.engine.compiling import compiled
from workbench.engine.dispatch import conceal, play_style, prepare, register
from workbench.engine.loop import WORLD

RANDOM: Final = 0
GREEDY: Final = 1
STYLE: Final = 2
VIEW: Final = 1

SEATS = np.dtype((np.record, [("kind", "i8", (MOST_SEATS,)), ("number", "i8", (MOST_SEATS,))]))
"""Who sits at the table: for each player the kind of bot and its number (a style's, or a budget)."""
RANDOM_SEATS = np.dtype((np.record, [("all_random", "?")]))
"""A table of random bots alone; a kernel of its own, a quarter faster than one that might have to think (measured)."""


@compiled
def decide(seats: Any, states: Any, rules: Any, chance: Any, legal: Any) -> Any:
    """The action of the bot that sits at the actor's place."""
    player = states[WORLD].actor
    kind = seats.kind[player]
    if kind == RANDOM:
        return random_action(seats, states, rules, chance, legal)
    states[VIEW] = states[WORLD]
    conceal(states[VIEW], rules, player)
    prepare(states[VIEW], rules)
    if kind == GREEDY:
        return best_action(states[VIEW], rules, chance, legal)
    return play_style(states[VIEW], rules, legal, seats.number[player])


@compiled
def random_action(seats: Any, states: Any, rules: Any, chance: Any, legal: Any) -> Any:
    """Any legal action, evenly; it needs no look at the state."""
    return nth(legal, player_below(chance, states[WORLD].actor, count(legal)))


register(SEATS, {"decide": decide})
register(RANDOM_SEATS, {"decide": random_action})
