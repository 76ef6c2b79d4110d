"""The bots at the table, and how each of them decides.

A bot sees its information set and nothing else. Before search decides, the true state is copied and `conceal` removes
from the copy what the player does not know; `greedy` and styles get a `glimpse`, that part of it which their game
reads. `random` does not look at the state.

Each kind of table has its own kernel, so that no bot pays for what another needs.
"""

from typing import Final

import numpy as np

from workbench.bots.ismcts import MOST_NODES, NODE, RACE, VIEW, iterate_in_one_tree, search
from workbench.bots.mo_ismcts import SET, SLOTS, iterate_in_trees_of_players, reset_trees
from workbench.bots.quick import best_action
from workbench.bots.restriction import BY_CONDITIONS, CONDITIONS, COUNTS, RESTRICTIONS, count_decision, permitted
from workbench.bots.thinker import nobody_chooses, nobody_judges, think
from workbench.engine.bit_sets import EMPTY, WORD, holds, is_single, lowest, members
from workbench.engine.chance import CHANCE, MOST_SEATS, player_word, start_play
from workbench.engine.compiling import compiled, plain_only
from workbench.engine.dispatch import (
    Functions,
    any_action,
    begin,
    conceal,
    glimpse,
    legal_actions,
    play_style,
    register,
)
from workbench.engine.dispatch import decide as decide_by_table
from workbench.engine.game import Game
from workbench.engine.loop import BLANK, WORLD
from workbench.engine.problems import WorkbenchError
from workbench.engine.registry import games
from workbench.engine.types import (
    Action,
    ActionSet,
    Chance,
    Chances,
    Int,
    Rules,
    Seats,
    State,
    States,
    Word,
    as_record,
)

RANDOM: Final = 0
GREEDY: Final = 1
STYLE: Final = 2
SEARCH: Final = 3
LEARNED: Final = 4
THINKER: Final = 5
POLICY: Final = 6
THINKING: Final = (SEARCH, THINKER)
"""The kinds of bots whose number is what they may think, in iterations or playouts a decision."""
LEARNED_NAME: Final = "learned"
ALL_SEATS = (MOST_SEATS,)
_WORTHS = [("worths", "f8", (WORD,))]
SEAT_FIELDS = [("kind", "i8", ALL_SEATS), ("number", "i8", ALL_SEATS), *_WORTHS, *RESTRICTIONS, *COUNTS]
SEATS = as_record(SEAT_FIELDS)
"""Who sits at the table: for each player the kind of bot, its number (a style's, or a budget of iterations), and the
kinds of action that it leaves out; room for the worth of each action, and to count decisions."""
_SEARCH_FIELDS = [
    *SEAT_FIELDS,
    *CONDITIONS,  # a second kernel with search would take far longer to compile than they add to the first
    ("drawn_chance", CHANCE),  # of a sampled world, once it is drawn
    ("search_chance", CHANCE),  # of a copy of it in which an action is tried
    ("iterations", "i8"),  # made so far, by all searching bots, and playouts of thinkers
    ("race", RACE),  # of root actions
    ("restricted", "i8"),  # the searching player if that bot is restricted, else -1
]
TREE_FIELDS = [
    *_SEARCH_FIELDS,
    ("base", "i8", ALL_SEATS),  # of a thinker: the style it starts from, or how it judges that has learned
    ("follow", "i8", ALL_SEATS),  # the style by which it plays on
    ("paid", "f8"),  # to the action of its base, in all worlds together
    ("reach", "f8"),  # how far from what it was before, at most in a world
    ("gains", "f8", (WORD,)),  # what each action was paid more than that
    ("squares", "f8", (WORD,)),
    ("visits", "i8", (WORD,)),  # how often each was tried
    ("payoffs", "f8", ALL_SEATS),
    ("path", "i4", (MOST_NODES,)),  # the nodes chosen in an iteration
    ("nodes", NODE, (MOST_NODES,)),
]
SEARCH_SEATS = as_record(np.dtype(TREE_FIELDS, align=True))
"""The same with room for a search tree; each thread brings its own copy."""
OBSERVERS_FIELDS = [
    *TREE_FIELDS,
    ("histories", "u8", ALL_SEATS),  # what each player has seen in an iteration, as a hash
    ("after_root", "u8"),  # that of the searching player after its first action
    ("sets_used", "i8"),
    ("sets", SET, (MOST_NODES + 1,)),
    ("slots", "u2", (SLOTS,)),  # where the set of a hash is
]
OBSERVERS_SEATS = as_record(np.dtype(OBSERVERS_FIELDS, align=True))
"""The same for a game that hides moves: with a tree for each player."""
RANDOM_SEATS = as_record([("all_random", "?")])
"""A table of random bots alone; a quarter faster than a table of other bots (measured)."""


def searches(seats: Seats) -> bool:
    """True if a bot at the table searches, so that a play takes seconds instead of microseconds."""
    return "nodes" in (seats.dtype.names or ())


@compiled
def decide(seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet) -> Action:
    """The action of the bot that sits at the actor's place, at a table without search."""
    allowed = permitted(seats, states, rules, legal)
    action = chosen_action(seats, states, rules, chance, allowed)
    refuse_illegal(seats, states[WORLD], rules, allowed, action)
    if seats.counting:
        count_decision(seats, states[WORLD], rules, allowed, action)
    return action


@compiled
def chosen_action(seats: Seats, states: States, rules: Rules, chance: Chance, allowed: ActionSet) -> Action:
    """The bot's choice among the actions that its restrictions allow."""
    player = states[WORLD].actor
    kind = seats.kind[player]
    if kind == RANDOM:
        return random_action(seats, states, rules, chance, allowed)
    if is_single(allowed):
        return lowest(allowed)
    glimpse(states, rules)
    if kind == STYLE:
        action = play_style(states[VIEW], rules, allowed, seats.number[player])
        if seats.forbidden[player] == EMPTY:
            refuse_illegal(seats, states[WORLD], rules, allowed, action)
        if holds(allowed, action):  # a style that would do what is left out, of which it knows nothing, plays as greedy
            return action
    return best_action(states, rules, chance, allowed, seats.worths)


@compiled
def decide_with_search(seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet) -> Action:
    """The action of the bot that sits at the actor's place, at a table where somebody searches."""
    kind = seats.kind[states[WORLD].actor]
    if kind not in THINKING:
        return decide(seats, states, rules, chance, legal)
    allowed = permitted(seats, states, rules, legal)
    if is_single(allowed):
        action = lowest(allowed)
    elif kind == THINKER:
        action = think(seats, states, rules, chance, allowed)
    else:
        action = searched_action(seats, states, rules, chance, allowed)
    refuse_illegal(seats, states[WORLD], rules, allowed, action)
    if seats.counting:
        count_decision(seats, states[WORLD], rules, allowed, action)
    return action


@compiled
def searched_action(seats: Seats, states: States, rules: Rules, chance: Chance, allowed: ActionSet) -> Action:
    """The action that search finds among those that the restrictions allow."""
    player = states[WORLD].actor
    states[VIEW] = states[WORLD]
    conceal(states[VIEW], rules, player)
    return search(seats, states, rules, chance, allowed, seats.number[player])


@compiled
def decide_with_trees_of_players(
    seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet
) -> Action:
    """The action of the bot at the actor's place, in a game that hides moves."""
    reset_trees(seats)
    return decide_with_search(seats, states, rules, chance, legal)


@compiled
def random_action(seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet) -> Action:
    """A random legal action, of a whole choice as likely as others; it does not look at the state but for that."""
    return any_action(states[WORLD], rules, legal, player_word(chance, states[WORLD].actor))


# Checks


class IllegalAction(WorkbenchError):
    """A bot answered with an action that is not legal, or that its restrictions leave out."""


def refuse_illegal(seats: Seats, state: State, rules: Rules, legal: ActionSet, action: Action) -> None:
    """Raise IllegalAction, which names bot and action, unless the action is one of `legal`.

    In plain mode only, which replays and many tests run in: compiled code trusts its bots and pays nothing.
    """
    allowed = members(legal)
    if action not in allowed:
        player = int(state.actor)
        game = next((game for game in games().values() if game.rules_type == rules.dtype), None)
        name = _plain_name(game, int(seats.kind[player]), int(seats.number[player]))
        kinds = sorted(members(seats.forbidden[player]), key=lambda kind: -int(seats.rank[player, kind]))
        bot = "~".join((name, *(game.action_kinds(kind).name.lower() if game else str(kind) for kind in kinds)))
        raise IllegalAction(f"{bot} answered with action {action}, which it may not take; it may take {allowed}")


plain_only(refuse_illegal)


def _plain_name(game: Game | None, kind: int, number: int) -> str:
    if kind == STYLE:
        styles = {style.number: style.name for style in game.styles} if game else {}
        return styles.get(number, f"style {number}")
    names = {RANDOM: "random", GREEDY: "greedy", LEARNED: LEARNED_NAME, THINKER: f"thinker:{number}"}
    return {**names, POLICY: f"policy {number}"}.get(kind, f"ismcts:{number}")


register(SEATS, {"decide": decide})


_NOBODY_LEARNED: Functions = {"learned_choice": nobody_chooses, "learned_worth": nobody_judges, **BY_CONDITIONS}
register(SEARCH_SEATS, {"decide": decide_with_search, "iterate": iterate_in_one_tree, **_NOBODY_LEARNED})
register(
    OBSERVERS_SEATS,
    {"decide": decide_with_trees_of_players, "iterate": iterate_in_trees_of_players, **_NOBODY_LEARNED},
)


register(RANDOM_SEATS, {"decide": random_action})


@compiled
def search_first_decisions(seats: Seats, states: States, rules: Rules, chances: Chances, plays: Int, seed: Word) -> Int:
    """Decide the first action of `plays` plays by whoever sits there, to measure search; the sum of the actions."""
    total = 0
    for play in range(plays):
        start_play(chances[0], np.uint64(seed), play)
        states[WORLD] = states[BLANK]
        begin(states[WORLD], rules, chances[0])
        total += decide_by_table(seats, states, rules, chances[0], legal_actions(states[WORLD], rules))
    return total
