"""Restricted play: which legal actions a bot may use when kinds of action are left out (`greedy~scout~decline`).

A kind that is left out is used only where nothing else is legal. Where *all* that is legal is left out, those named
later give way first: `greedy~scout~decline`, asked to scout or decline, declines. So a further restriction never undoes
an earlier one, and what a bot does without one kind of action more is held against what it did before.
"""

from typing import Any, Final

import numpy as np

from workbench.bots.census import MOST_KINDS
from workbench.engine.bit_sets import EMPTY, add, lowest, only, without_lowest
from workbench.engine.chance import MOST_SEATS
from workbench.engine.compiling import compiled
from workbench.engine.dispatch import action_kind

RESTRICTIONS: Final = [("forbidden", "u8", (MOST_SEATS,)), ("rank", "u1", (MOST_SEATS, MOST_KINDS))]
"""Fields of a table, for the bot of each seat: the kinds of action that it leaves out, as a set; and for each kind 0
where it may be used, else how early it was named: the last named has 1."""


@compiled
def permitted(seats: Any, state: Any, rules: Any, legal: Any) -> Any:
    """The legal actions that the actor's bot may use: never none, since what was left out last gives way first."""
    return legal if seats.forbidden[state.actor] == EMPTY else of_least_rank(seats, state, rules, legal)


@compiled
def of_least_rank(seats: Any, state: Any, rules: Any, legal: Any) -> Any:
    """The legal actions of the kinds that are not left out, or else of the one that was named last."""
    left, least = EMPTY, np.int64(MOST_KINDS + 1)
    while legal != EMPTY:
        action = lowest(legal)
        legal = without_lowest(legal)
        rank = np.int64(seats.rank[state.actor, action_kind(state, rules, action)])
        if rank < least:
            left, least = only(action), rank
        elif rank == least:
            left = add(left, action)
    return left
