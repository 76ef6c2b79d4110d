"""`ismcts:N`: information-set Monte Carlo tree search with N iterations a decision.

Single-observer ISMCTS (Cowling, Powley, Whitehouse 2012, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2)):
one tree over the searching player's information sets. Each iteration draws a world that agrees with all the player
knows (`determinize`), walks down the tree by the actions that are legal in it, adds one node, plays out to the horizon
by the game's `playout_action`, and credits every node on the way with the payoff of the player who chose it.

Below the root a node is chosen by UCB1 over *available* visits, worth / visits + C sqrt(log(available) / visits), where
`available` counts the iterations in which the action was legal: an action that is seldom possible is not neglected.

Three things were needed before search played better than `greedy` at Hitmakers, whose actions differ by a hundredth
of a win while one playout varies by half of one (measured, 1 000 iterations against two greedy, 1/3 is even):

* The root halves its actions (sequential halving, Karnin, Koren, Somekh 2013), and tries all that are left in the
  *same* worlds: common random numbers, as in a paired comparison. 0.28 before, 0.31 after. Each round gets an equal
  part of the iterations that are left, to the last; where there are too few to halve them all, as many of the actions
  as can be, the best by appraisal.
  What cannot be chosen any more, whatever the worlds to come bring or by what they are likely to, is not tried in them
  (`race.py`); where that settles the choice, search ends. So N iterations are the most there can be.
* The game's appraisal stands for `PRIOR` playouts of each root action (prior knowledge, Gelly and Silver 2007). 0.33.
* Few children and little exploration below (progressive widening, Coulom 2007): the first child is the playout action,
  the k-th comes at about k²/`WIDTH` visits. Without this, explored mistakes in one's own later choices count against
  every action that leads to them, and search learnt to pass. 0.40.

Nodes are told apart by who acts, in which public `situation`, and what they do: an open-loop tree, in which chance (a
card revealed from the stock) is not a branch. Payoffs are the game's, from 0 to 1 for each player, for any number of
players (max^n). The horizon is the end of the *stage*: of the deal, in a game of several deals.

In a game that hides moves (choices made at once, cards laid face down) one tree would let every other player answer
what it cannot see; there each player has a tree of its own (`mo_ismcts.py`). All else is the same.

The constants below were set by hand; `tests/limit/search_constants.py` measures what others do, and says what it found.

A choice of several picks has a node a pick in the tree, and a search of N iterations at each pick, which begins anew.
To carry over what the search before it learnt was worse: the root compares actions that are tried equally often, and
those that were tried before look worse than the rest, since the others answer them better by then. At a board of a
hundred squares (`tests/kit/squares.py`, 4 stones, `ismcts:100` against greedy, 1 500 plays a seat) it won 0.50 and 0.74
without; with the nodes below the pick 0.39 and 0.64, with their payoffs as well 0.18 and 0.50 (each ± 0.012).

A bot that leaves out kinds of action (`restriction.py`) leaves them out in its own plans too, in the tree and in
playouts. The other players are assumed to be unrestricted.

The tree lives in memory of fixed size, reused for every decision; when it is full, iterations go on without new nodes.
All randomness is the player's own stream, so results depend on the number of iterations, never on the clock.

Search of this kind need not converge to an equilibrium: each iteration sees one whole world, so the tree can learn to
play as if it knew what it will only find out later ("strategy fusion", Frank and Basin 1998). Nor does it read another
player's hand from that player's actions: worlds are drawn from what was seen alone. At Kuhn poker, 10 000 iterations
never fold the king nor call with the jack, and play themselves to -0.08 (the value is -1/18); but they never bluff with
the jack and call every bet with the queen, and a perfect opponent wins 1/6 of an ante a play of them
(`tests/bots/test_kuhn.py`). It is a strong player, not a solver.
"""

from math import sqrt
from typing import Final

import numpy as np

from workbench.bots.restriction import of_least_rank
from workbench.engine.bit_sets import (
    EMPTY,
    WORD,
    add,
    count,
    holds,
    is_single,
    lowered,
    lowest,
    nth,
    remove,
    without_lowest,
)
from workbench.engine.chance import copy_chance, player_below, player_word, skip_player_words, start_deal
from workbench.engine.compiling import compiled, copy_front
from workbench.engine.dispatch import (
    PLAIN,
    answered_by_type,
    any_action,
    apply,
    appraise,
    determinize,
    legal_actions,
    observation,
    payoff,
    payoff_span,
    playout_action,
    situation,
)
from workbench.engine.types import (
    Action,
    ActionSet,
    Array,
    BitSet,
    Bool,
    Chance,
    Float,
    Int,
    Player,
    Rules,
    Seats,
    State,
    States,
    Word,
    as_record,
)

STANDARD_ERRORS: Final = 2.81
"""How far from what is foretold the sum to come may end, in its standard deviations: beyond lies, on one side, 1 in 400
of a normal distribution. Measured in paired contests: 2.33 saves a tenth more, and cost 0.2 points at Hitmakers."""
DOUBT: Final = 10
"""Worlds without difference that stand for what is known of two actions before the first world. Set by hand."""
CAUTION: Final = 4
"""Payoffs, as far apart as the span allows, that stand for what is known of their variance before the first world. Set
by hand."""
ROUNDING: Final = 1e-6
"""More than the sums of payoffs are wrong by."""
RACE = as_record(
    np.dtype(
        [
            ("span", "f8"),  # the most by which two payoffs of a world can differ
            ("worlds", "i8"),  # made so far
            ("squares", "f8"),  # of the payoffs of each world, around their mean there
            ("freedom", "i8"),  # the payoffs behind them, less one a world
        ],
        align=True,
    )
)
"""Sums over the worlds in which root actions were tried."""


@compiled
def start_race(seats: Seats, span: Float) -> None:
    """Begin a race of actions whose payoffs differ by `span` at most in one world; infinite where nothing is known."""
    race = seats.race
    race.span, race.worlds, race.squares, race.freedom = span, 0, 0.0, 0


@compiled
def count_world(seats: Seats, tried: Int, total: Float, squares: Float) -> None:
    """Count a world in which so many actions were tried, by the sums of their payoffs and of the squares of these."""
    race = seats.race
    race.worlds += 1
    race.squares += squares - total * total / tried
    race.freedom += tried - 1


@compiled
def contenders(seats: Seats, running: BitSet, most: Int, ahead: Int, to_come: Int, told_apart: Bool) -> BitSet:
    """The actions that may still be among the `most` best of this round, and the best of all of search.

    There are `ahead` worlds to come in this round, `to_come` in all. Unless they are `told_apart`, either one action
    is left or all of them are.
    """
    leaders = may_be_among(seats, running, 1, to_come)
    if is_single(leaders):
        return leaders
    return may_be_among(seats, leaders, most, ahead) if told_apart else running


@compiled
def may_be_among(seats: Seats, running: BitSet, most: Int, worlds: Int) -> BitSet:
    """The actions that may be among the `most` best in so many worlds from now: it is possible, and likely enough."""
    race = seats.race
    possible = in_reach(seats, running, most, 0.0, race.span * worlds)
    a_world = worlds / (race.worlds + DOUBT)
    variance = (CAUTION * 0.25 * race.span * race.span + race.squares) / (CAUTION + race.freedom)
    spread = sqrt(2.0 * variance * worlds * (1.0 + a_world))
    return in_reach(seats, possible, most, a_world, STANDARD_ERRORS * spread)


@compiled
def in_reach(seats: Seats, running: BitSet, most: Int, trend: Float, reach: Float) -> BitSet:
    """The `most` highest actions, and those that come as high as one of them with `reach` more.

    All have been tried equally often.
    """
    near, rest = EMPTY, running
    while rest != EMPTY:
        place = lowest(rest)
        rest = without_lowest(rest)
        if not are_higher(seats, running, trend, height(seats, place, trend) + reach + ROUNDING, most):
            near = add(near, place)
    return near


@compiled
def are_higher(seats: Seats, running: BitSet, trend: Float, bar: Float, number: Int) -> Bool:
    """True if so many of the actions are higher than the bar."""
    while running != EMPTY and number > 0:
        number -= height(seats, lowest(running), trend) > bar
        running = without_lowest(running)
    return number <= 0


@compiled
def height(seats: Seats, place: Int, trend: Float) -> Float:
    """The worth of an action by now, and `trend` times as much more as it gained since the start."""
    worth = seats.nodes[1 + place].worth
    return worth + trend * (worth - seats.worths[place])


EXPLORATION: Final = 0.2
"""C of the bound below the root, in payoffs of 0 to 1: more of it tries what looks worse more often. Set by hand."""
WIDTH: Final = 0.02
"""A node with k children gets one more once k² is at most this part of its visits: the second at 50 visits, the third
at 200. More of it makes wider trees, less deep. Set by hand."""
PRIOR: Final = 300
"""Playouts that the game's own appraisal of a root action stands for: it takes some hundred iterations to overrule what
`greedy` would do. A root action starts with as many visits, and so with room for three children. Set by hand."""
MOST_NODES: Final = 8192
"""Nodes that the memory holds, 32 bytes each, for each thread. There is a node more an iteration at most, so iterations
beyond the first 8 000 may go on without: there alone it matters which iterations are left out. Set by hand."""
MOST_VISITS: Final = 16384
"""From so many available visits on, the logarithm in the bound stays at log(16 383) = 9.7: its table ends there. At a
million, the most iterations there can be, that explores by a sixth less than UCB1 would (sqrt(9.7 / 13.8) = 0.84)."""
NONE: Final = -1
VIEW: Final = 1
SAMPLE: Final = 2
DRAWN: Final = 4
"""Where the world lies in which the actions left are tried, while each of them changes a copy of it."""
NODE = as_record(
    np.dtype(
        [
            ("worth", "f8"),  # sum of the payoffs of the player who chose this node
            ("situation", "i8"),
            ("visits", "i4"),
            ("available", "i4"),
            ("first_child", "i2"),
            ("next_sibling", "i2"),
            ("action", "i2"),
            ("actor", "i2"),
        ],
        align=True,
    )
)
"""One action at one information set, as it turned out so far."""
LOG = np.log(np.maximum(np.arange(MOST_VISITS), 1))
"""Natural logarithms of whole numbers: one table for compiled and plain code."""


@compiled
def search(seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet, budget: Int) -> Action:
    """The best of the `legal` actions of the actor of `states[VIEW]` after `budget` iterations.

    Those that will hardly change the choice are not made, and the player's chance goes on as if they had been: rounds
    are planned from the start, for as many actions as if none left the race. A forced action costs none.

    `states[VIEW]` is the player's information set, `states[DRAWN]` room for a world, `states[SAMPLE]` for a copy of it,
    `seats.nodes` the memory of the tree. `seats.drawn_chance` and `seats.search_chance` are the chance of sampled
    worlds: the table's own stream must not be touched. `seats.iterations` counts what is made.
    """
    if is_single(legal):
        return lowest(legal)
    view, nodes, player = states[VIEW], seats.nodes, states[VIEW].actor
    seats.restricted = NONE if seats.forbidden[player] == EMPTY else player
    used = add_root_actions(view, nodes, rules, legal, seats.worths)
    running = best_of(nodes, lowered(~EMPTY, WORD - (used - 1)), affordable_actions(used - 1, budget))
    left, planned, told_apart = budget, count(running), all_see(view, rules, legal)
    to_come = worlds_to_come(planned, budget)
    start_race(seats, payoff_span(view, rules, player))
    states[DRAWN] = view  # with what stays behind, which is the same in all worlds
    while not is_single(running):
        surviving, worlds = (planned + 1) // 2, worlds_this_round(planned, left)
        left -= worlds * planned
        for ahead in range(worlds, 0, -1):
            running = contenders(seats, running, surviving, ahead, to_come, told_apart)
            if is_single(running):
                break
            used = try_in_one_world(seats, states, used, rules, chance, running)
            to_come -= 1
        running, planned = best_of(nodes, running, min(surviving, count(running))), surviving
    skip_player_words(chance, player, to_come)
    return np.int64(nodes[1 + lowest(running)].action)


@compiled
def all_see(view: State, rules: Rules, legal: ActionSet) -> Bool:
    """True if everybody can tell the actions apart, so that what is found out about one of them changes no other.

    What others see in the same way leads all of them to one and the same information set.
    """
    while legal != EMPTY:
        action = lowest(legal)
        legal = without_lowest(legal)
        for player in range(rules.players):
            if player != view.actor and observation(view, rules, player, action) != action:
                return False
    return True


@compiled
def worlds_to_come(actions: Int, left: Int) -> Int:
    """The number of worlds in which so many actions are tried in all rounds, until no iterations are left."""
    worlds = 0
    while left > 0:
        this_round = worlds_this_round(actions, left)
        worlds, left = worlds + this_round, left - this_round * actions
        actions = (actions + 1) // 2
    return worlds


@compiled
def worlds_this_round(actions: Int, left: Int) -> Int:
    """The number of worlds in which this many actions are tried before they are halved; `left` iterations remain.

    Every round gets an equal part of what is left, so later rounds use what a round leaves.
    """
    return max(1, left // (max(1, halvings(actions)) * actions))


@compiled
def affordable_actions(actions: Int, budget: Int) -> Int:
    """How many of the actions can be halved down to one, each round in one world at least, within the budget."""
    while actions > 1 and fewest_iterations(actions) > budget:
        actions -= 1
    return actions


@compiled
def fewest_iterations(actions: Int) -> Int:
    """The iterations needed to halve the actions down to one, with one world a round."""
    needed = 0
    while actions > 1:
        needed += actions
        actions = (actions + 1) // 2
    return needed


@compiled
def add_root_actions(view: State, nodes: Array, rules: Rules, legal: ActionSet, worths: Array) -> Int:
    """A child of the root for each legal action, in places 1, 2, …, with the game's appraisal as its first visits.

    `worths` is room for the worth of each action; what each node starts with is kept there, that of place 1 first.
    Returns the number of nodes in use.
    """
    appraise(view, rules, legal, worths)
    used, most = 1, -np.inf
    while legal != EMPTY:
        reset_node(nodes[used], NONE, situation(view, rules), view.actor, lowest(legal))
        nodes[used].worth = worths[lowest(legal)]
        most = max(most, nodes[used].worth)
        legal = without_lowest(legal)
        used += 1
    for node in range(1, used):
        nodes[node].worth = PRIOR * (0.5 + max(nodes[node].worth - most, -0.5))
        nodes[node].visits = PRIOR
        worths[node - 1] = nodes[node].worth
    return used


@compiled
def halvings(actions: Int) -> Int:
    """How often the actions can be halved until one is left."""
    rounds = 0
    while actions > 1:
        actions = (actions + 1) // 2
        rounds += 1
    return rounds


@compiled
def try_in_one_world(seats: Seats, states: States, used: Int, rules: Rules, chance: Chance, running: BitSet) -> Int:
    """Try each remaining action in the same sampled world, with the same chance; the number of nodes in use."""
    draw_world(seats, states, rules, player_word(chance, states[VIEW].actor))
    tried, total, squares = count(running), 0.0, 0.0
    seats.iterations += tried
    while running != EMPTY:
        node = 1 + lowest(running)
        running = without_lowest(running)
        world = DRAWN if running == EMPTY else SAMPLE  # the last one needs no copy
        if world == SAMPLE:
            copy_front(states[SAMPLE], states[DRAWN])
        copy_chance(seats.search_chance, seats.drawn_chance)
        before = seats.nodes[node].worth
        used = iterate(seats, states[world], node, used, rules)
        paid = seats.nodes[node].worth - before
        total, squares = total + paid, squares + paid * paid
    count_world(seats, tried, total, squares)
    return used


@compiled
def draw_world(seats: Seats, states: States, rules: Rules, key: Word) -> None:
    """Draw a world that agrees with all that the searching player knows, by the chance of a key of its own."""
    seats.drawn_chance.play_key = key
    start_deal(seats.drawn_chance, 0)
    copy_front(states[DRAWN], states[VIEW])
    determinize(states[DRAWN], rules, states[VIEW].actor, seats.drawn_chance)


@compiled
def node_at(nodes: Array, place: Int) -> Array:
    """The node, or the information set, in a place from 0 on: so compiled code need not look whether it is negative."""
    return nodes[np.uint64(place)]


@compiled
def best_of(nodes: Array, running: BitSet, most: Int) -> BitSet:
    """The `most` actions with the highest mean payoff, the first of equal ones; at first by appraisal."""
    best_actions = running if most == count(running) else EMPTY
    for _ in range(most - count(best_actions)):
        rest, best, chosen = running & ~best_actions, -1.0, 0
        while rest != EMPTY:
            place = lowest(rest)
            rest = without_lowest(rest)
            mean = nodes[1 + place].worth / nodes[1 + place].visits
            if mean > best:
                best, chosen = mean, place
        best_actions = add(best_actions, chosen)
    return best_actions


@compiled
def reset_node(node: Array, sibling: Int, place: Int, actor: Player, action: Action) -> None:
    """Make a node one for an action that has been legal once, and without visits; `sibling` is the next of its list."""
    node.worth = 0.0
    node.situation = place
    node.visits = 0
    node.available = 1
    node.first_child = NONE
    node.next_sibling = sibling
    node.action = action
    node.actor = actor


def iterate(seats: Seats, world: State, node: Int, used: Int, rules: Rules) -> Int:
    """From a child of the root down, one node more, on to the horizon, and credit back; the number of nodes in use.

    Answered by the type of `seats`: down one tree, or down one for each player.
    """
    return PLAIN[seats.dtype]["iterate"](seats, world, node, used, rules)


answered_by_type(iterate, deciding=0)


@compiled
def iterate_in_one_tree(seats: Seats, world: State, node: Int, used: Int, rules: Rules) -> Int:
    """The iteration of a game whose moves are made in the open."""
    nodes, search_chance = seats.nodes, seats.search_chance
    stage, grown, length = world.stage, used, 1
    seats.path[0] = node
    apply(world, rules, search_chance, np.int64(nodes[node].action))
    while grown == used and not at_horizon(world, stage):
        legal = usable_actions(seats, world, rules)
        place = situation(world, rules)
        child, untried = select_child(nodes, np.int64(nodes[node].first_child), place, world.actor, legal)
        if untried != EMPTY and used < MOST_NODES and may_widen(nodes[node].visits, count(legal) - count(untried)):
            action = expansion_choice(seats, world, rules, legal, untried)
            reset_node(nodes[used], np.int64(nodes[node].first_child), place, world.actor, action)
            nodes[node].first_child = used
            child, grown = used, used + 1
        if child == NONE:
            break
        node = child
        seats.path[length] = node
        length += 1
        apply(world, rules, search_chance, np.int64(node_at(nodes, node).action))
    play_to_horizon(seats, world, rules, stage)
    backpropagate(seats, world, rules, length)
    return grown


@compiled
def may_widen(visits: Int, children: Int) -> Bool:
    """True if a node with so many visits and children may have one child more."""
    return children * children <= WIDTH * visits


@compiled
def usable_actions(seats: Seats, world: State, rules: Rules) -> ActionSet:
    """The actor's legal actions; for the searching player, those that its restrictions allow.

    The others are assumed to be unrestricted.
    """
    legal = legal_actions(world, rules)
    if world.actor == seats.restricted:
        return of_least_rank(seats, world, rules, legal)
    return legal


@compiled
def playout_choice(seats: Seats, world: State, rules: Rules, legal: ActionSet) -> Action:
    """The playout action; if a restricted player may not use it, a random one of those allowed."""
    if world.actor != seats.restricted:
        return playout_action(world, rules, legal)
    action = lowest(legal) if without_lowest(legal) == EMPTY else playout_action(world, rules, legal)
    return action if holds(legal, action) else any_action(world, rules, legal, player_word(seats.search_chance, 0))


@compiled
def expansion_choice(seats: Seats, world: State, rules: Rules, legal: ActionSet, untried: ActionSet) -> Action:
    """The action of a new child: the playout action if it is untried, else a random untried one."""
    action = playout_choice(seats, world, rules, legal)
    return action if holds(untried, action) else nth(untried, player_below(seats.search_chance, 0, count(untried)))


@compiled
def at_horizon(world: State, stage: Int) -> Bool:
    """True if the horizon is reached: the play is over, or another stage has begun."""
    return world.over or world.stage != stage


@compiled
def select_child(nodes: Array, child: Int, place: Int, actor: Player, legal: ActionSet) -> tuple[Int, ActionSet]:
    """The node with the highest bound among the legal ones, or NONE, and the legal actions that have no node yet.

    `child` is the first of their list. A node that is the only legal one needs no bound.
    """
    best, chosen, untried = -1.0, np.int64(NONE), legal
    while child != NONE:
        node = node_at(nodes, child)
        if node.situation == place and node.actor == actor and holds(legal, node.action):
            untried = remove(untried, node.action)
            node.available += 1
            if chosen == NONE:
                chosen = child
            else:
                best = upper_bound(node_at(nodes, chosen)) if best < 0.0 else best
                bound = upper_bound(node)
                if bound > best:
                    best, chosen = bound, child
        child = np.int64(node.next_sibling)
    return chosen, untried


@compiled
def upper_bound(node: Array) -> Float:
    """UCB1 over the iterations in which the action was available."""
    logarithm = LOG[np.uint64(min(node.available, MOST_VISITS - 1))]
    return node.worth / node.visits + EXPLORATION * sqrt(logarithm / node.visits)


@compiled
def play_to_horizon(seats: Seats, world: State, rules: Rules, stage: Int) -> None:
    """Play out to the horizon by playout actions."""
    restricted = seats.restricted
    while not at_horizon(world, stage):
        if world.actor == restricted:
            action = playout_choice(seats, world, rules, usable_actions(seats, world, rules))
        else:
            action = playout_action(world, rules, legal_actions(world, rules))
        apply(world, rules, seats.search_chance, action)


@compiled
def backpropagate(seats: Seats, world: State, rules: Rules, length: Int) -> None:
    """Add a visit, and the payoff of the player who chose it, to every node of the path, which is so long."""
    nodes, payoffs, deciders = seats.nodes, seats.payoffs, EMPTY
    for place in range(length):
        node = node_at(nodes, seats.path[place])
        actor = np.int64(node.actor)
        if not holds(deciders, actor):
            deciders = add(deciders, actor)
            payoffs[actor] = payoff(world, rules, actor)
        node.visits += 1
        node.worth += payoffs[actor]
