"""How often each kind of action is on offer to a bot, and how often it chooses it.

What a restricted bot leaves out is not on offer to it; where that leaves one kind alone, that kind is forced.
"""

from typing import Any, Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, lowest, without_lowest
from workbench.engine.compiling import compiled
from workbench.engine.dispatch import action_kind

MOST_KINDS: Final = 64
COUNTS = [("counting", "?"), *((name, "i8", (MOST_KINDS,)) for name in ("offered", "chosen", "forced"))]
"""Fields of a table that counts its decisions, over all seats, by kind of action: how often the kind was open to
the bot beside another one, how often it was chosen there, and how often it was all that was open."""


@compiled
def tally(seats: Any, state: Any, rules: Any, allowed: Any, action: Any) -> None:
    """Count one decision, between the `allowed` actions."""
    kinds = kinds_of(state, rules, allowed)
    kind = action_kind(state, rules, action)
    if without_lowest(kinds) == EMPTY:
        seats.forced[kind] += 1
        return
    seats.chosen[kind] += 1
    while kinds != EMPTY:
        seats.offered[lowest(kinds)] += 1
        kinds = without_lowest(kinds)


@compiled
def kinds_of(state: Any, rules: Any, actions: Any) -> Any:
    """The kinds of the actions, as a set."""
    kinds = EMPTY
    while actions != EMPTY:
        kinds = add(kinds, action_kind(state, rules, lowest(actions)))
        actions = without_lowest(actions)
    return kinds


def counting(seats: Any) -> Any:
    """A copy of a table of bots that counts, from zero."""
    counted = seats.copy()
    counted.counting = True
    for name in ("offered", "chosen", "forced"):
        counted[name] = np.zeros(MOST_KINDS, np.int64)
    return counted
