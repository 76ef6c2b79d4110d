"""Restricted play: which legal actions a bot may use when kinds of action are left out (`greedy~scout~decline`).

A kind that is left out is used only where nothing else is legal. Where *all* that is legal is left out, those named
later give way first: `greedy~scout~decline`, asked to scout or decline, declines. So a further restriction never undoes
an earlier one, and each restriction can be compared with the one before.

A bot that decides at once may also take a kind first, or just while a condition holds, or leave it out while one does:
`greedy+hold:turn=20..`, `greedy@hold:turn=20..`, `greedy~hold:turn=..19`. A condition is about a number that the player
knows (`features.quantities`).

A table can also count how often each kind of action is offered to a bot and how often the bot chooses it. Kinds that
its restrictions leave out are not offered; if only one kind is left, that kind is forced.
"""

from functools import cache
from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, lowest, only, without_lowest
from workbench.engine.chance import MOST_SEATS
from workbench.engine.compiling import compiled
from workbench.engine.dispatch import PLAIN, Functions, action_kind, conceal, picks, quantity, rank_kinds, register
from workbench.engine.loop import WORLD
from workbench.engine.types import Action, ActionSet, BitSet, Player, Rules, Seats, State, States, as_record

MOST_KINDS: Final = 64
COUNTS = [("counting", "?"), *((name, "i8", (MOST_KINDS,)) for name in ("offered", "chosen", "forced"))]
"""Fields of a table that counts its decisions, over all seats, by kind of action: how often the kind was open to
the bot beside another one, how often it was chosen there, and how often it was all that was open."""
MOST_CONDITIONS: Final = 4
CONDITION = as_record([("quantity", "i8"), ("low", "i8"), ("high", "i8"), ("inside", "u8"), ("outside", "u8")])
"""A condition: a quantity from `low` to `high`, and the kinds of action that are left out while it holds, or not."""
RESTRICTIONS: Final = [
    ("forbidden", "u8", (MOST_SEATS,)),
    ("rank", "u1", (MOST_SEATS, MOST_KINDS)),
]
"""Fields of a table, for the bot of each seat: the kinds of action that it leaves out, as a set; for each kind 0 where
it may be used, else how early it was named: the last named has 1."""
CONDITIONS: Final = [
    ("conditioned", "i8", (MOST_SEATS,)),
    ("conditions", CONDITION, (MOST_SEATS * MOST_CONDITIONS,)),
]
"""Further fields of a table with conditions, for the bot of each seat: how many it has, and these."""
VIEW: Final = 1


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
def permitted(seats: Seats, states: States, rules: Rules, legal: ActionSet) -> ActionSet:
    """The legal actions that the actor's bot may use; never none, since what was left out last gives way first."""
    player = states[WORLD].actor
    if seats.forbidden[player] == EMPTY:
        return legal
    rank_kinds(seats, states, rules, player)
    return of_least_rank(seats, states[WORLD], rules, legal)


@compiled
def rank_by_conditions(seats: Seats, states: States, rules: Rules, player: Player) -> None:
    """Set the ranks of a player's kinds of action by its conditions, of which the first named weighs most."""
    if seats.conditioned[player] == 0:
        return
    view = states[VIEW]
    states[VIEW] = states[WORLD]
    conceal(view, rules, player)
    seats.rank[player, :] = 0
    for number in range(seats.conditioned[player]):
        condition = seats.conditions[player * MOST_CONDITIONS + number]
        amount = quantity(view, rules, player, condition.quantity)
        holds = condition.low <= amount and amount <= condition.high
        kinds = condition.inside if holds else condition.outside
        while kinds != EMPTY:
            seats.rank[player, lowest(kinds)] += 1 << (seats.conditioned[player] - 1 - number)
            kinds = without_lowest(kinds)


BY_CONDITIONS: Functions = {"rank_kinds": rank_by_conditions}
"""The answers of a kind of table whose bots may have conditions."""


@cache
def table_with_conditions(base: np.dtype[np.void]) -> np.dtype[np.void]:
    """The kind of table that a base is, with bots at it that have conditions.

    All that a player knows is read for these: a second more to compile, which other tables do without.
    """
    fields = [(name, base[name]) for name in base.names or ()]
    table = as_record(np.dtype([*fields, *CONDITIONS], align=True))
    register(table, {**PLAIN[base], **BY_CONDITIONS})
    return table


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
