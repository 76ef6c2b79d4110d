"""Multiple-observer search, for games in which players choose at once or lay cards face down.

MO-ISMCTS (Cowling, Powley, Whitehouse 2012, section IV.B): each player has a tree over its *own* information sets,
and an iteration walks down all of them side by side. A player chooses in its own tree; in everybody else's the walk
follows what that player sees of the action (`observation`), so that nobody can react to a hidden choice.

Of these trees only the information sets at which somebody was asked are kept. A set is found by its player's *history*:
a hash of what this player alone knows at the root (`private_information`: its hand, its side) and of all that it has
seen since, which grows by one multiplication with each action. So nothing is looked up in the trees of those who merely
watch. (Two histories with one hash: once in 2^64 pairs.) Without what it alone knows, a communist would answer as was
planned for the patriot that it is in other worlds.
"""

from typing import Final

import numpy as np

from workbench.bots.ismcts import (
    MOST_NODES,
    NONE,
    PRIOR,
    at_horizon,
    backpropagate,
    expansion_choice,
    may_widen,
    node_at,
    play_to_horizon,
    reset_node,
    select_child,
    usable_actions,
)
from workbench.engine.bit_sets import EMPTY, count
from workbench.engine.chance import NUMBER, STREAM, mix
from workbench.engine.compiling import compiled
from workbench.engine.dispatch import apply, observation, private_information, situation
from workbench.engine.types import Action, Int, Player, Rules, Seats, State, Word, as_record

SLOT_BITS: Final = 14
SLOTS: Final = 1 << SLOT_BITS
"""Twice as many as there can be sets, so that a set is mostly found where it is looked for first."""
UNTOLD: Final = 0
"""The situation of somebody else, which a player is not told."""
HALF = np.uint64(32)
FIRST_BITS = np.uint64(64 - SLOT_BITS)
SET = as_record(np.dtype([("history", "u8"), ("visits", "i4"), ("slot", "i2"), ("first_child", "i2")], align=True))
"""One information set: its player's history, how often the player was asked there, and the first of its actions."""


@compiled
def reset_trees(seats: Seats) -> None:
    """Forget all information sets. What the slots hold of them is told by `sets_used`, and by the slot of each set."""
    seats.sets_used = 0


@compiled
def iterate_in_trees_of_players(seats: Seats, world: State, node: Int, used: Int, rules: Rules) -> Int:
    """The iteration of a game that hides moves: from a child of the root on, each player in its own tree."""
    stage, grown, length, searcher = world.stage, used, 1, world.actor
    for player in range(rules.players):
        seats.histories[player] = grown_history(mix(np.uint64(player)), private_sight(world, rules, player))
    seats.path[0] = node
    carry_out(seats, world, rules, np.int64(seats.nodes[node].action))
    seats.after_root = seats.histories[searcher]
    while grown == used and not at_horizon(world, stage):
        child = choose(seats, world, rules, used)
        if child == NONE:
            break
        grown = max(used, child + 1)
        seats.path[length] = child
        length += 1
        carry_out(seats, world, rules, np.int64(node_at(seats.nodes, child).action))
    play_to_horizon(seats, world, rules, stage)
    backpropagate(seats, world, rules, length)
    return grown


@compiled
def choose(seats: Seats, world: State, rules: Rules, used: Int) -> Int:
    """The actor's choice in its own tree: a new node, in place `used`, or the best there is; NONE where neither is."""
    nodes, sets_node = seats.nodes, node_at(seats.sets, set_of(seats, seats.histories[world.actor]))
    legal, place = usable_actions(seats, world, rules), situation(world, rules)
    child, untried = select_child(nodes, np.int64(sets_node.first_child), place, world.actor, legal)
    if untried != EMPTY and used < MOST_NODES and may_widen(sets_node.visits, count(legal) - count(untried)):
        action = expansion_choice(seats, world, rules, legal, untried)
        reset_node(nodes[used], np.int64(sets_node.first_child), place, world.actor, action)
        sets_node.first_child = child = used
    sets_node.visits += 1
    return child


@compiled
def set_of(seats: Seats, history: Word) -> Int:
    """The information set with this history; a new one where there is none, with the visits of a root action."""
    slot = np.int64(history >> FIRST_BITS)
    while True:
        number = np.int64(seats.slots[np.uint64(slot)])
        entry = node_at(seats.sets, number)
        if number >= seats.sets_used or entry.slot != slot:  # the slot is free
            break
        if entry.history == history:
            return number
        slot = (slot + 1) % SLOTS
    number = np.int64(seats.sets_used)
    seats.sets_used = min(seats.sets_used + 1, MOST_NODES)
    seats.slots[slot] = number
    new = seats.sets[number]
    new.history, new.slot, new.first_child = history, slot, NONE
    new.visits = PRIOR if history == seats.after_root else 0
    return number


@compiled
def carry_out(seats: Seats, world: State, rules: Rules, action: Action) -> None:
    """Carry out an action of the world's actor, which each player sees in its own way.

    The situation may tell what the actor alone is shown, so nobody else learns it.
    """
    actor, last = world.actor, action
    sight = sight_of(UNTOLD, actor, last)
    for player in range(rules.players):
        if player == actor:
            whole_sight = sight_of(situation(world, rules), actor, action)
            seats.histories[player] = grown_history(seats.histories[player], whole_sight)
        else:
            seen = observation(world, rules, player, action)
            if seen != last:  # mostly all the others see the same
                last, sight = seen, sight_of(UNTOLD, actor, seen)
            seats.histories[player] = grown_history(seats.histories[player], sight)
    apply(world, rules, seats.search_chance, action)


@compiled
def sight_of(place: Int, actor: Player, seen: Int) -> Word:
    """A hash of what a player sees: who acts, in which situation if it is told, and what the action looks like."""
    return mix(np.uint64(np.int64(place)) * STREAM + np.uint64(16 * np.int64(seen) + np.int64(actor)))


@compiled
def private_sight(world: State, rules: Rules, player: Player) -> Word:
    """A hash of what a player alone knows of the world from the start."""
    return mix(np.uint64(np.int64(private_information(world, rules, player))))


@compiled
def grown_history(history: Word, sight: Word) -> Word:
    """The history of a player that has seen one thing more."""
    return (history ^ (history >> HALF)) * NUMBER + sight
