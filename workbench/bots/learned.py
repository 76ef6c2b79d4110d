"""A bot that needs no author's evaluation: it tries its choices in drawn worlds, and judges them by one it has learned.

All choices are tried in the same worlds, with the same chance. What follows a choice is played on by the playout player
as far as the bot's `Way` says. At the end of a stage or of the play it is worth the payoff; else what the evaluation
says of the position as the player then sees it: one sum of weights over its features, in units of the payoff. Where
the game has styles, a bot may also play on by one of these, or play as it does.
`learning.py` finds the weights, from positions that `gather_range` notes.
"""

from enum import IntEnum
from typing import Final

import numpy as np

from workbench.bots.ismcts import iterate_in_one_tree
from workbench.bots.mo_ismcts import iterate_in_trees_of_players
from workbench.bots.quick import FORBIDDEN, best_of, style_action
from workbench.bots.restriction import BY_CONDITIONS, count_decision, permitted
from workbench.bots.seats import (
    LEARNED,
    OBSERVERS_FIELDS,
    SEAT_FIELDS,
    TREE_FIELDS,
    decide,
    decide_with_search,
    decide_with_trees_of_players,
    refuse_illegal,
)
from workbench.engine.bit_sets import EMPTY, count, is_single, lowest, without_lowest
from workbench.engine.chance import CHANCE, copy_chance, player_below, player_word, start_deal, start_play
from workbench.engine.compiling import compiled, copy_front
from workbench.engine.dispatch import (
    Functions,
    any_action,
    apply,
    begin,
    conceal,
    determinize,
    glimpse,
    legal_actions,
    list_features,
    payoff,
    playout_action,
    register,
)
from workbench.engine.features import MOST_FEATURES
from workbench.engine.loop import BLANK, TRIED, WORLD
from workbench.engine.types import (
    Action,
    ActionSet,
    Array,
    Bool,
    Chance,
    Chances,
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

VIEW: Final = 1
NOTED: Final = 2
DRAWN: Final = 4
TRIES: Final = 48
"""Worlds for each decision, over all choices; two for each choice at least. Set by hand."""
MOST_MOVES: Final = 64
"""Moves that a choice is played on at most. Set by hand."""
FEWEST_WORLDS: Final = 2
MOST_SIFTED: Final = 4
"""Choices that are left to be played to the end where the others are sifted out by the evaluation."""
DOUBTS: Final = 64
"""One decision of so many is by playouts where an evaluation would decide. It may hold for best what leads nowhere:
a play by bots that pass again and again would never end."""
BITS: Final = 20
"""Bits of a number that is compared with a probability."""


class Way(IntEnum):
    """How far a choice is played on before it is judged; `ANY` takes any action, to learn from.

    `SKETCHED` is `TO_END` in so few worlds that thousands of plays can go on by it, and `FOLLOWED` is `TO_END` by a
    style of the game in the place of the playout player. `STYLED` is what that style does.
    """

    ANY = -1
    AT_ONCE = 0
    TO_TURN = 1
    TO_END = 2
    SIFTED = 3
    SKETCHED = 4
    FOLLOWED = 5
    STYLED = 6


AT_ONCE, TO_TURN, TO_END, SIFTED, SKETCHED, FOLLOWED, STYLED = map(int, tuple(Way)[1:])
WEIGHTS = ("weights", "f8", (2 * MOST_FEATURES,))
"""Of positions in which the player is to move, then of the others: a weight for each feature."""
_LISTED = [("style", "i8"), ("places", "i8", (MOST_FEATURES,)), ("amounts", "i8", (MOST_FEATURES,)), WEIGHTS]
_CHANCES = [("drawn_chance", CHANCE), ("search_chance", CHANCE)]
LEARNED_SEATS = as_record(np.dtype([*SEAT_FIELDS, *_CHANCES, *_LISTED], align=True))
"""A table where somebody plays by what was learned, and nobody searches."""
LEARNED_SEARCH_SEATS = as_record(np.dtype([*TREE_FIELDS, *_LISTED], align=True))
"""The same with room for a search tree."""
LEARNED_OBSERVERS_SEATS = as_record(np.dtype([*OBSERVERS_FIELDS, *_LISTED], align=True))
"""The same for a game that hides moves."""


@compiled
def best_in_worlds(seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet, way: Int) -> Action:
    """The legal action that brought most on average in the drawn worlds; the first of those that brought as much.

    `SIFTED` first leaves the few that the evaluation likes best at once, and plays these to the end.
    """
    view, player = states[VIEW], np.int64(states[WORLD].actor)
    if way == STYLED:
        glimpse(states, rules)
        action = style_action(states, rules, legal, seats.style)
        if action != FORBIDDEN:
            return action
        way = TO_END
    elif way in (AT_ONCE, TO_TURN) and player_below(chance, player, DOUBTS) == 0:
        way = TO_END
    states[VIEW] = states[WORLD]
    conceal(view, rules, player)
    states[DRAWN] = states[TRIED + VIEW] = view  # with what stays behind, which is the same in all worlds
    seats.worths[:] = 0.0
    rest = legal
    if way == SIFTED and count(legal) > MOST_SIFTED:
        try_all(seats, states, rules, chance, rest, player, AT_ONCE, FEWEST_WORLDS)
        rest = best_of(seats.worths, rest, MOST_SIFTED)
        seats.worths[:] = 0.0
    worlds = FEWEST_WORLDS if way == SKETCHED else max(FEWEST_WORLDS, TRIES // count(rest))
    try_all(seats, states, rules, chance, rest, player, way, worlds)
    return lowest(best_of(seats.worths, rest, 1))


@compiled
def try_all(
    seats: Seats, states: States, rules: Rules, chance: Chance, choices: ActionSet, player: Player, way: Int,
    worlds: Int,
) -> None:  # fmt: skip
    """Add to `worths` what each of the choices brings in so many drawn worlds."""
    for _ in range(worlds):
        seats.drawn_chance.play_key = player_word(chance, player)
        start_deal(seats.drawn_chance, 0)
        copy_front(states[DRAWN], states[VIEW])
        determinize(states[DRAWN], rules, player, seats.drawn_chance)
        rest = choices
        while rest != EMPTY:
            action = lowest(rest)
            rest = without_lowest(rest)
            copy_chance(seats.search_chance, seats.drawn_chance)
            copy_front(states[TRIED], states[DRAWN])
            seats.worths[action] += worth_of(seats, states[TRIED:], rules, seats.search_chance, action, player, way)


@compiled
def worth_of(
    seats: Seats, tried: States, rules: Rules, chance: Chance, action: Action, player: Player, way: Int
) -> Float:
    """The worth to a player of an action in the world of `tried`, which is played on as the way says."""
    world, moves = tried[WORLD], 0
    stage = world.stage
    apply(world, rules, chance, action)
    goes_on = way != AT_ONCE
    while goes_on and not world.over and world.stage == stage and moves < MOST_MOVES:
        if way == TO_TURN and world.actor == player:
            goes_on = False
        else:
            apply(world, rules, chance, next_action(seats, tried, rules, way))
            moves += 1
    if world.over or world.stage != stage or way not in (AT_ONCE, TO_TURN):
        return payoff(world, rules, player)
    return judged(seats, world, rules, player)


@compiled
def next_action(seats: Seats, tried: States, rules: Rules, way: Int) -> Action:
    """The action by which a world is played on: of the style that is followed, else of the playout player."""
    world, legal = tried[WORLD], legal_actions(tried[WORLD], rules)
    if way in (FOLLOWED, STYLED):
        if is_single(legal):
            return lowest(legal)
        glimpse(tried, rules)
        action = style_action(tried, rules, legal, seats.style)
        if action != FORBIDDEN:
            return action
    return playout_action(world, rules, legal)


@compiled
def judged(seats: Seats, world: State, rules: Rules, player: Player) -> Float:
    """The evaluation's worth of a position as a player sees it; the position is concealed by that."""
    first = 0 if world.actor == player else MOST_FEATURES
    conceal(world, rules, player)
    total = 0.0
    for number in range(list_features(world, rules, player, seats.places, seats.amounts)):
        total += seats.weights[first + seats.places[number]] * seats.amounts[number]
    return total


# Tables


@compiled
def learned_action(seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet) -> Action:
    """The action of a bot that has learned, at whatever table."""
    player = states[WORLD].actor
    allowed = permitted(seats, states, rules, legal)
    action = lowest(allowed)
    if not is_single(allowed):
        action = best_in_worlds(seats, states, rules, chance, allowed, seats.number[player])
    refuse_illegal(seats, states[WORLD], rules, allowed, action)
    if seats.counting:
        count_decision(seats, states[WORLD], rules, allowed, action)
    return action


@compiled
def decide_with_learned(seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet) -> Action:
    """The action of the bot at the actor's place."""
    if seats.kind[states[WORLD].actor] == LEARNED:
        return learned_action(seats, states, rules, chance, legal)
    return decide(seats, states, rules, chance, legal)


@compiled
def decide_with_learned_and_search(
    seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet
) -> Action:
    """The same at a table where somebody searches."""
    if seats.kind[states[WORLD].actor] == LEARNED:
        return learned_action(seats, states, rules, chance, legal)
    return decide_with_search(seats, states, rules, chance, legal)


@compiled
def decide_with_learned_and_trees(
    seats: Seats, states: States, rules: Rules, chance: Chance, legal: ActionSet
) -> Action:
    """The same in a game that hides moves."""
    if seats.kind[states[WORLD].actor] == LEARNED:
        return learned_action(seats, states, rules, chance, legal)
    return decide_with_trees_of_players(seats, states, rules, chance, legal)


register(LEARNED_SEATS, {"decide": decide_with_learned})
_LEARNED: Functions = {"learned_choice": best_in_worlds, "learned_worth": worth_of, **BY_CONDITIONS}
register(LEARNED_SEARCH_SEATS, {"decide": decide_with_learned_and_search, "iterate": iterate_in_one_tree, **_LEARNED})
register(
    LEARNED_OBSERVERS_SEATS,
    {"decide": decide_with_learned_and_trees, "iterate": iterate_in_trees_of_players, **_LEARNED},
)


# Positions to learn from

POSITION = np.dtype([("player", "i8"), ("is_to_move", "i8"), ("end", "i8"), ("worth", "f8")])
"""A position that was noted: who sees it, whether that player is to move there, where its features end among those
noted, and the player's payoff at the end of the stage."""


@compiled
def gather_range(
    seats: Seats, states: States, rules: Rules, chances: Chances, positions: Array, places: Array, amounts: Array,
    sizes: Array, way: Int, share: Float, explore: Float, seed: Word, first: Int, plays: Int, most: Int,
) -> None:  # fmt: skip
    """Play, everybody in the same way, and note positions before and after decisions as who decides sees them.

    A decision is noted with probability `share`; with probability `explore` any action is taken. `sizes` takes how many
    positions and how many of their features were noted, and how many plays were played: it ends with the play in which
    there have been `most` decisions, or no room.
    """
    noted, used, played, decisions, world = 0, 0, 0, 0, states[WORLD]
    while played < plays and decisions < most and has_room(positions, places, noted, used):
        start_play(chances[0], np.uint64(seed), first + played)
        states[WORLD] = states[BLANK]
        begin(world, rules, chances[0])
        settled, stage, moves = noted, world.stage, 0
        while not world.over and moves < most:
            player, legal = np.int64(world.actor), legal_actions(world, rules)
            action, is_free = lowest(legal), not is_single(legal)
            is_noted = is_free and player_below(chances[0], player, 1 << BITS) < share * (1 << BITS)
            if is_free:
                if is_noted and has_room(positions, places, noted, used):
                    used = note_position(seats, states, rules, player, positions, places, amounts, noted, used)
                    noted += 1
                if way < 0 or player_below(chances[0], player, 1 << BITS) < explore * (1 << BITS):
                    action = any_action(world, rules, legal, player_word(chances[0], player))
                else:
                    action = best_in_worlds(seats, states, rules, chances[0], legal, way)
                decisions += 1
            apply(world, rules, chances[0], action)
            moves += 1
            if world.over or world.stage != stage:
                stage = world.stage
                for place in range(settled, noted):
                    positions[place].worth = payoff(world, rules, positions[place].player)
                settled = noted
            elif is_noted and world.actor != player and has_room(positions, places, noted, used):
                used = note_position(seats, states, rules, player, positions, places, amounts, noted, used)
                noted += 1
        noted = settled  # a play without an end teaches nothing
        used = positions[noted - 1].end if noted > 0 else 0
        played += 1
    sizes[0], sizes[1], sizes[2] = noted, used, played


@compiled
def has_room(positions: Array, places: Array, noted: Int, used: Int) -> Bool:
    """True while one more position can be noted."""
    return noted < positions.shape[0] and used + MOST_FEATURES <= places.shape[0]


@compiled
def note_position(
    seats: Seats, states: States, rules: Rules, player: Player, positions: Array, places: Array, amounts: Array,
    noted: Int, used: Int,
) -> Int:  # fmt: skip
    """Note the world as a player sees it; where its features end."""
    copy_front(states[NOTED], states[WORLD])
    conceal(states[NOTED], rules, player)
    number = list_features(states[NOTED], rules, player, seats.places, seats.amounts)
    for place in range(number):
        places[used + place], amounts[used + place] = seats.places[place], seats.amounts[place]
    positions[noted].player, positions[noted].end = player, used + number
    positions[noted].is_to_move = 1 if states[WORLD].actor == player else 0
    return used + number
