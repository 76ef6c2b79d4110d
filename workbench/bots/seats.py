"""The bots at the table, and how each of them decides.

A bot sees its information set and nothing else: before it decides, the true state is copied and all that the
player does not know is taken out of the copy (`conceal`). `random` needs no look at all.

There are four kinds of table, each with a kernel of its own, so that no bot pays for what another needs.
"""

from typing import Any, Final

import numpy as np

from workbench.bots.census import COUNTS, tally
from workbench.bots.greedy import best_action
from workbench.bots.ismcts import MOST_NODES, NODE, VIEW, iterate_in_one_tree, search
from workbench.bots.observers import iterate_in_own_trees, plant_trees
from workbench.bots.restriction import RESTRICTIONS, permitted
from workbench.engine.bit_sets import EMPTY, count, holds, lowest, members, nth, without_lowest
from workbench.engine.chance import CHANCE, MOST_SEATS, player_below
from workbench.engine.compiling import compiled, plain_only
from workbench.engine.dispatch import conceal, play_style, prepare, register
from workbench.engine.game import Game
from workbench.engine.loop import WORLD
from workbench.engine.problems import WorkbenchError
from workbench.engine.registry import games

RANDOM: Final = 0
GREEDY: Final = 1
STYLE: Final = 2
SEARCH: Final = 3

ALL_SEATS = (MOST_SEATS,)
_SEAT_FIELDS = [("kind", "i8", ALL_SEATS), ("number", "i8", ALL_SEATS), *RESTRICTIONS, *COUNTS]
SEATS = np.dtype((np.record, _SEAT_FIELDS))
"""Who sits at the table: for each player the kind of bot, its number (a style's, or a budget of iterations), and the
kinds of action that it leaves out; and room to count decisions."""
_SEARCH_FIELDS = [
    *_SEAT_FIELDS,
    ("imagined", CHANCE),
    ("iterations", "i8"),  # made so far, by all who search
    ("restrained", "i8"),  # who is searching, if that bot leaves out kinds of action; else -1
]
_TREE_FIELDS = [*_SEARCH_FIELDS, ("nodes", NODE, (MOST_NODES,))]
SEARCH_SEATS = np.dtype((np.record, np.dtype(_TREE_FIELDS, align=True)))
"""The same with room for a search tree; each thread brings its own copy."""
_TREES_FIELDS = [
    *_SEARCH_FIELDS,
    ("nodes", NODE, (MOST_NODES + MOST_SEATS,)),
    ("at", "i8", ALL_SEATS),  # where in its own tree each player is
    ("astray", "?"),  # whether the memory is too small for where a player is
]
OBSERVERS_SEATS = np.dtype((np.record, np.dtype(_TREES_FIELDS, align=True)))
"""The same for a game that hides moves: with a tree for each player."""
RANDOM_SEATS = np.dtype((np.record, [("all_random", "?")]))
"""A table of random bots alone; a quarter faster than one that might have to think (measured)."""


def searches(seats: Any) -> bool:
    """Whether somebody at the table searches, so that a play takes seconds rather than microseconds."""
    return seats.dtype in (SEARCH_SEATS, OBSERVERS_SEATS)


@compiled
def decide(seats: Any, states: Any, rules: Any, chance: Any, legal: Any) -> Any:
    """The action of the bot that sits at the actor's place, at a table without search."""
    allowed = permitted(seats, states[WORLD], rules, legal)
    action = choice(seats, states, rules, chance, allowed)
    refuse_illegal(seats, states[WORLD], rules, allowed, action)
    if seats.counting:
        tally(seats, states[WORLD], rules, allowed, action)
    return action


@compiled
def choice(seats: Any, states: Any, rules: Any, chance: Any, allowed: Any) -> Any:
    """Its choice among the actions that its restrictions leave; not counted."""
    player = states[WORLD].actor
    kind = seats.kind[player]
    if kind == RANDOM:
        return random_action(seats, states, rules, chance, allowed)
    if is_forced(allowed):
        return lowest(allowed)
    states[VIEW] = states[WORLD]
    conceal(states[VIEW], rules, player)
    prepare(states[VIEW], rules)
    if kind == STYLE:
        action = play_style(states[VIEW], rules, allowed, seats.number[player])
        refuse_illegal(seats, states[WORLD], rules, allowed, action)
        if holds(allowed, action):  # else it insists on what it may not do, and compiled it does as greedy would
            return action
    return best_action(states[VIEW], rules, chance, allowed)


@compiled
def decide_with_search(seats: Any, states: Any, rules: Any, chance: Any, legal: Any) -> Any:
    """The action of the bot that sits at the actor's place, at a table where somebody searches."""
    if seats.kind[states[WORLD].actor] != SEARCH:
        return decide(seats, states, rules, chance, legal)
    allowed = permitted(seats, states[WORLD], rules, legal)
    action = searched(seats, states, rules, chance, allowed)
    refuse_illegal(seats, states[WORLD], rules, allowed, action)
    if seats.counting:
        tally(seats, states[WORLD], rules, allowed, action)
    return action


@compiled
def searched(seats: Any, states: Any, rules: Any, chance: Any, allowed: Any) -> Any:
    """The action that search finds among those that its restrictions leave; not counted."""
    player = states[WORLD].actor
    if is_forced(allowed):
        return lowest(allowed)
    states[VIEW] = states[WORLD]
    conceal(states[VIEW], rules, player)
    return search(seats, states, rules, chance, allowed, seats.number[player])


@compiled
def decide_with_own_trees(seats: Any, states: Any, rules: Any, chance: Any, legal: Any) -> Any:
    """The same in a game that hides moves."""
    plant_trees(seats.nodes)
    return decide_with_search(seats, states, rules, chance, legal)


@compiled
def is_forced(legal: Any) -> Any:
    """Whether there is only one action, for which nobody needs to look."""
    return without_lowest(legal) == EMPTY


@compiled
def random_action(seats: Any, states: Any, rules: Any, chance: Any, legal: Any) -> Any:
    """Any legal action, evenly; it needs no look at the state."""
    return nth(legal, player_below(chance, states[WORLD].actor, count(legal)))


# What no bot may do


class IllegalAction(WorkbenchError):
    """A bot answered with an action that is not legal, or that its restrictions leave out."""


def refuse_illegal(seats: Any, state: Any, rules: Any, legal: Any, action: Any) -> None:
    """Raise IllegalAction, which names bot and action, unless the action is one of `legal`.

    In plain mode only, which replays and many tests run in: compiled code trusts its bots and pays nothing.
    """
    allowed = members(legal)
    if action not in allowed:
        bot = bot_at(seats, rules, int(state.actor))
        raise IllegalAction(f"{bot} answered with action {action}, which it may not take; it may take {allowed}")


plain_only(refuse_illegal)


def bot_at(seats: Any, rules: Any, player: int) -> str:
    """What the bot at a seat is called; by number where its game is not registered."""
    game = next((game for game in games().values() if game.rules_type == rules.dtype), None)
    name = _plain_name(game, int(seats.kind[player]), int(seats.number[player]))
    kinds = sorted(members(seats.forbidden[player]), key=lambda kind: -int(seats.rank[player, kind]))
    return "~".join((name, *(game.action_kinds(kind).name.lower() if game else str(kind) for kind in kinds)))


def _plain_name(game: Game | None, kind: int, number: int) -> str:
    if kind == STYLE:
        styles = {style.number: style.name for style in game.styles} if game else {}
        return styles.get(number, f"style {number}")
    return {RANDOM: "random", GREEDY: "greedy"}.get(kind, f"ismcts:{number}")


register(SEATS, {"decide": decide})
register(SEARCH_SEATS, {"decide": decide_with_search, "iterate": iterate_in_one_tree})
register(OBSERVERS_SEATS, {"decide": decide_with_own_trees, "iterate": iterate_in_own_trees})
register(RANDOM_SEATS, {"decide": random_action})
