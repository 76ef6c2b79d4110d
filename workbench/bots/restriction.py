"""Restricted play: which legal actions a bot may use when kinds of action are left out (`greedy~scout~decline`).

A kind that is left out is used only where nothing else is legal. Where *all* that is legal is left out, those named
later give way first: `greedy~scout~decline`, asked to scout or decline, declines. So a further restriction never undoes
an earlier one, and each restriction can be compared with the one before.

A table can also count how often each kind of action is offered to a bot and how often the bot chooses it. Kinds that
its restrictions leave out are not offered; if only one kind is left, that kind is forced.
"""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, lowest, only, without_lowest
from workbench.engine.chance import MOST_SEATS
from workbench.engine.compiling import compiled
from workbench.engine.dispatch import action_kind, picks
from workbench.engine.types import Action, ActionSet, BitSet, Rules, Seats, State

MOST_KINDS: Final = 64
COUNTS = [("counting", "?"), *((name, "i8", (MOST_KINDS,)) for name in ("offered", "chosen", "forced"))]
"""Fields of a table that counts its decisions, over all seats, by kind of action: how often the kind was open to
the bot beside another one, how often it was chosen there, and how often it was all that was open."""
RESTRICTIONS: Final = [("forbidden", "u8", (MOST_SEATS,)), ("rank", "u1", (MOST_SEATS, MOST_KINDS))]
"""Fields of a table, for the bot of each seat: the kinds of action that it leaves out, as a set; and for each kind 0
where it may be used, else how early it was named: the last named has 1."""


@compiled
def count_decision(seats: Seats, state: State, rules: Rules, allowed: ActionSet, action: Action) -> None:
    """Count one decision, between the `allowed` actions, at the first of its picks."""
    if picks(state, rules) > 0:
        return
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
def kinds_of(state: State, rules: Rules, actions: ActionSet) -> BitSet:
    kinds = EMPTY
    while actions != EMPTY:
        kinds = add(kinds, action_kind(state, rules, lowest(actions)))
        actions = without_lowest(actions)
    return kinds


def with_counts(seats: Seats) -> Seats:
    """A copy of a table of bots that counts, from zero."""
    counted = seats.copy()
    counted.counting = True
    for name in ("offered", "chosen", "forced"):
        counted[name] = np.zeros(MOST_KINDS, np.int64)
    return counted


@compiled
def permitted(seats: Seats, state: State, rules: Rules, legal: ActionSet) -> ActionSet:
    """The legal actions that the actor's bot may use; never none, since what was left out last gives way first."""
    return legal if seats.forbidden[state.actor] == EMPTY else of_least_rank(seats, state, rules, legal)


@compiled
def of_least_rank(seats: Seats, state: State, rules: Rules, legal: ActionSet) -> ActionSet:
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
