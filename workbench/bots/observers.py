"""Multiple-observer search, for games in which players choose at once or lay cards face down.

MO-ISMCTS (Cowling, Powley, Whitehouse 2012, section IV.B): each player has a tree over its *own* information sets,
and an iteration walks down all of them side by side. A player chooses in its own tree; in everybody else's the walk
follows what that player sees of the action (`observation`), so that nobody can answer a choice that is hidden from it.

The trees share the memory of single-observer search. The searching player's tree hangs on `ROOT` as there; that of
player p hangs on place `MOST_NODES` + p.
"""

from typing import Any

from workbench.bots.ismcts import (
    MOST_NODES,
    NONE,
    ROOT,
    clear,
    first_idea,
    grow,
    has_room,
    is_past,
    open_actions,
    play_on,
    survey,
)
from workbench.engine.bit_sets import EMPTY, count
from workbench.engine.chance import MOST_SEATS
from workbench.engine.compiling import compiled
from workbench.engine.dispatch import apply, observation, payoff, situation


@compiled
def plant_trees(nodes: Any) -> None:
    """An empty tree for every player."""
    for player in range(MOST_SEATS):
        clear(nodes[MOST_NODES + player], NONE, NONE, NONE, 0)


@compiled
def iterate_in_own_trees(seats: Any, world: Any, node: Any, used: Any, rules: Any) -> Any:
    """The iteration of a game that hides moves: from a child of the root on, each player in its own tree."""
    stage, growing = world.stage, True
    for player in range(rules.players):
        seats.at[player] = MOST_NODES + player
    seats.astray = False
    used = move(seats, world, rules, node, used)
    while growing and not seats.astray and not is_past(world, stage):
        node = choose(seats, world, rules, used)
        if node == NONE:
            break
        growing = node < used
        used = move(seats, world, rules, node, max(used, node + 1))
    play_on(seats, world, rules, stage)
    credit_trees(seats, world, rules)
    return used


@compiled
def choose(seats: Any, world: Any, rules: Any, used: Any) -> Any:
    """The actor's choice in its own tree: a new node, in place `used`, or the best there is; NONE where neither is."""
    nodes, at = seats.nodes, seats.at[world.actor]
    legal, place = open_actions(seats, world, rules), situation(world, rules)
    child, untried = survey(nodes, at, place, world.actor, legal)
    if untried != EMPTY and used < MOST_NODES and has_room(nodes[at], count(legal) - count(untried)):
        action = first_idea(seats, world, rules, legal, untried)
        child = grow(nodes, used, at, place, world.actor, action)
    return child


@compiled
def move(seats: Any, world: Any, rules: Any, node: Any, used: Any) -> Any:
    """Carry out the action of `node`: its actor goes there, the others to what they see of it; the nodes in use."""
    actor, place, action = world.actor, situation(world, rules), seats.nodes[node].action
    seats.at[actor] = node
    for player in range(rules.players):
        if player != actor:
            seen = observation(world, rules, player, action)
            used = follow(seats, player, place, actor, seen, used)
    apply(world, rules, seats.imagined, action)
    return used


@compiled
def follow(seats: Any, player: Any, place: Any, actor: Any, seen: Any, used: Any) -> Any:
    """Take `player` to what it has seen; a node that is new, or nowhere when the memory is full; the nodes in use."""
    nodes, parent = seats.nodes, seats.at[player]
    child = nodes[parent].first_child
    while child != NONE:
        node = nodes[child]
        if node.actor == actor and node.situation == place and node.action == seen:
            seats.at[player] = child
            return used
        child = node.next_sibling
    if used == MOST_NODES:
        seats.astray = True
        return used
    seats.at[player] = grow(nodes, used, parent, place, actor, seen)
    return used + 1


@compiled
def credit_trees(seats: Any, world: Any, rules: Any) -> None:
    """Each player's way has one visit more, and what the player chose on it that player's payoff."""
    nodes = seats.nodes
    for player in range(rules.players):
        worth, node = payoff(world, rules, player), seats.at[player]
        while node not in (NONE, ROOT):
            nodes[node].visits += 1
            if nodes[node].actor == player:
                nodes[node].worth += worth
            node = nodes[node].parent
