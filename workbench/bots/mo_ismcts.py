"""Multiple-observer search, for games in which players choose at once or lay cards face down.

MO-ISMCTS (Cowling, Powley, Whitehouse 2012, section IV.B): each player has a tree over its *own* information sets,
and an iteration walks down all of them side by side. A player chooses in its own tree; in everybody else's the walk
follows what that player sees of the action (`observation`), so that nobody can react to a hidden choice.

The trees share the memory of single-observer search. The root of the searching player's tree is `ROOT`; that of
player p is at place `MOST_NODES` + p.
"""

from workbench.bots.ismcts import (
    MOST_NODES,
    NONE,
    ROOT,
    add_child,
    at_horizon,
    expansion_choice,
    may_widen,
    play_to_horizon,
    reset_node,
    select_child,
    usable_actions,
)
from workbench.engine.bit_sets import EMPTY, count
from workbench.engine.chance import MOST_SEATS
from workbench.engine.compiling import compiled
from workbench.engine.dispatch import apply, observation, payoff, situation
from workbench.engine.types import Array, Int, Player, Rules, Seats, State


@compiled
def reset_trees(nodes: Array) -> None:
    """Start an empty tree for every player."""
    for player in range(MOST_SEATS):
        reset_node(nodes[MOST_NODES + player], NONE, NONE, NONE, 0)


@compiled
def iterate_in_own_trees(seats: Seats, world: State, node: Int, used: Int, rules: Rules) -> Int:
    """The iteration of a game that hides moves: from a child of the root on, each player in its own tree."""
    stage, growing = world.stage, True
    for player in range(rules.players):
        seats.at[player] = MOST_NODES + player
    seats.lost = False
    used = descend(seats, world, rules, node, used)
    while growing and not seats.lost and not at_horizon(world, stage):
        node = choose(seats, world, rules, used)
        if node == NONE:
            break
        growing = node < used
        used = descend(seats, world, rules, node, max(used, node + 1))
    play_to_horizon(seats, world, rules, stage)
    backpropagate_trees(seats, world, rules)
    return used


@compiled
def choose(seats: Seats, world: State, rules: Rules, used: Int) -> Int:
    """The actor's choice in its own tree: a new node, in place `used`, or the best there is; NONE where neither is."""
    nodes, at = seats.nodes, seats.at[world.actor]
    legal, place = usable_actions(seats, world, rules), situation(world, rules)
    child, untried = select_child(nodes, at, place, world.actor, legal)
    if untried != EMPTY and used < MOST_NODES and may_widen(nodes[at], count(legal) - count(untried)):
        action = expansion_choice(seats, world, rules, legal, untried)
        child = add_child(nodes, used, at, place, world.actor, action)
    return child


@compiled
def descend(seats: Seats, world: State, rules: Rules, node: Int, used: Int) -> Int:
    """Carry out the action of `node`, and move each player to its own node for it; the number of nodes in use."""
    actor, place, action = world.actor, situation(world, rules), seats.nodes[node].action
    seats.at[actor] = node
    for player in range(rules.players):
        if player != actor:
            seen = observation(world, rules, player, action)
            used = follow(seats, player, place, actor, seen, used)
    apply(world, rules, seats.search_chance, action)
    return used


@compiled
def follow(seats: Seats, player: Player, place: Int, actor: Player, seen: Int, used: Int) -> Int:
    """Move `player` to the child for what it has seen, a new one if there is none; the number of nodes in use."""
    nodes, parent = seats.nodes, seats.at[player]
    child = nodes[parent].first_child
    while child != NONE:
        node = nodes[child]
        if node.actor == actor and node.situation == place and node.action == seen:
            seats.at[player] = child
            return used
        child = node.next_sibling
    if used == MOST_NODES:
        seats.lost = True
        return used
    seats.at[player] = add_child(nodes, used, parent, place, actor, seen)
    return used + 1


@compiled
def backpropagate_trees(seats: Seats, world: State, rules: Rules) -> None:
    """Add a visit to every node on each player's path, and the payoff to those that the player chose."""
    nodes = seats.nodes
    for player in range(rules.players):
        worth, node = payoff(world, rules, player), seats.at[player]
        while node not in (NONE, ROOT):
            nodes[node].visits += 1
            if nodes[node].actor == player:
                nodes[node].worth += worth
            node = nodes[node].parent
