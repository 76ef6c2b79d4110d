"""Showbiz Shuffle: the rules of play, from setup to the end.

Source: "Showbiz Shuffle", Joan Wendland, Blood and Cardstock Games, 1998. Heads of rival studios cast Bods in movies,
and play Biz on their own and on each other's.

What we play: the source, with the reconstructions that `rules.py` names. `Rules, …` in a docstring is a
heading of the source. A turn is a series of decisions: what to do, then where. A movie has room only for the
Bods that complete it. A Biz card that steals shows what it took. A movie whose last Bod walks out is given up. Reaching
the score target starts the end game as the last Bod does.
"""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, only, only_if, raised, up_to
from workbench.engine.chance import start_deal
from workbench.engine.compiling import compiled
from workbench.engine.trace import note
from workbench.engine.types import Action, ActionSet, Array, BitSet, Bool, Chance, Int, Player, Rules, State
from workbench.games.showbiz_shuffle.choices import (
    begin_biz,
    begin_casting,
    begin_opening,
    cancel_attached,
    cast,
    choose_biz,
    choose_bod,
    choose_spot,
    choose_target,
    choose_understudy,
    keep_biz,
    lose_biz,
    open_with,
    steal_from,
)
from workbench.games.showbiz_shuffle.decks import (
    discard_all_biz,
    draw_biz,
    fill_cattle_call,
    fill_hand,
    lay_out_biz,
    lay_out_bods,
    note_endgame,
    return_hand,
)
from workbench.games.showbiz_shuffle.movies import may_open_another, roles_to_give, starters
from workbench.games.showbiz_shuffle.scoring import finish
from workbench.games.showbiz_shuffle.table import KEEP_BIZ, MOST_CALL, MOST_HAND, NOBODY, ActionKind, Event, Move, Phase

CARD_FACTOR: Final = 16
MOVIE_FACTOR: Final = 16 * 256
CHOICES: Final = np.array(
    [
        ActionKind.PLAY_BIZ,  # the phases TURN and BIZ have several kinds
        ActionKind.CHOOSE_MOVIE,
        ActionKind.CHOOSE_GENRE,
        ActionKind.PLAY_BIZ,
        ActionKind.CHOOSE_MOVIE,
        ActionKind.CHOOSE_BOD,
        ActionKind.CHOOSE_BOD,
        ActionKind.CHOOSE_CARD,
        ActionKind.CHOOSE_RIVAL,
        ActionKind.DISCARD_BIZ,
    ]
)
"""The kind of the actions of a phase."""


# Setup


@compiled
def begin(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Game Set Up: deal each player Bods and Biz, and lay the Cattle Call. (The state comes all zero.)"""
    start_deal(chance, 0)
    state.leader, state.touched = NOBODY, ~EMPTY
    state.openers = starters(rules)
    lay_out_bods(state, rules, chance)
    lay_out_biz(state, rules, chance)
    for player in range(rules.players):
        fill_hand(state, rules, chance, player, rules.hand_size)
        draw_biz(state, rules, chance, player, rules.starting_biz)
    fill_cattle_call(state, rules, chance)
    _note_setup(state, rules)
    note_endgame(state, False, False)
    start_turn(state, rules, chance, 0)
    update_legal(state, rules)


@compiled
def _note_setup(state: State, rules: Rules) -> None:
    bods = state.hand, state.hand_size
    biz = state.biz_hand, state.biz_size
    call = state.cattle_call, state.call_size
    note(Event.SETUP, rules.players, bods[0], bods[1], biz[0], biz[1], call[0], call[1], rules.biz_deck)


# Turns


@compiled
def start_turn(state: State, rules: Rules, chance: Chance, player: Player) -> None:
    """Rules, Play order 1 and 2: fill the Cattle Call, then the hand."""
    state.actor = player
    state.phase = Phase.TURN
    state.acted = False
    state.hand_plays = rules.plays_from_hand
    state.call_plays = rules.plays_from_cattle_call
    state.biz_plays = rules.biz_per_turn
    note(Event.TURN, player)
    before, ending = state.call_size, state.ending
    fill_cattle_call(state, rules, chance)
    fill_hand(state, rules, chance, player, rules.hand_size)
    note(Event.REFILL, player, state.cattle_call, before, state.call_size, state.just_drawn, state.just_drawn_size)
    note_endgame(state, ending, False)


@compiled
def update_legal(state: State, rules: Rules) -> None:
    """Work out what the actor may do next, unless a choice is pending or no final turns are left."""
    if state.over or state.phase != Phase.TURN:
        return
    if state.ending and state.turns_left == 0:
        state.turns += 1
        finish(state, rules)
    else:
        state.legal = legal_moves(state, rules)


@compiled
def legal_moves(state: State, rules: Rules) -> ActionSet:
    """Rules, Play order 3: a Studio Shake-up, or cards in any order, or no cards at all."""
    legal = bod_moves(state, rules) | only(Move.END_TURN.value)
    legal = legal | only_if(Move.BIZ.value, (state.biz_plays > 0) & (state.biz_size[state.actor] > 0))
    return legal | only_if(Move.SHAKE_UP.value, rules.shake_up and not state.acted)


@compiled
def bod_moves(state: State, rules: Rules) -> ActionSet:
    """The legal castings and openings with each Bod of the hand and of the Cattle Call."""
    player, legal = np.int64(state.actor), EMPTY
    roles = roles_to_give(state, player)
    openers = state.openers * np.uint64(may_open_another(state, rules, player))
    if state.hand_plays > 0:
        size = np.int64(state.hand_size[player])
        length = max(size, rules.hand_size)  # mostly the same, which a processor foresees
        casts, opens = roles_fitting(rules, state.hand[player], length, False, roles, openers)
        legal = (casts & up_to(size)) | raised(opens & up_to(size), Move.OPEN_HAND.value)
    if state.call_plays > 0:
        there = up_to(state.call_size)
        casts, opens = roles_fitting(rules, state.cattle_call, rules.cattle_call_size, True, roles, openers)
        legal = legal | raised(casts & there, Move.CAST_CALL.value) | raised(opens & there, Move.OPEN_CALL.value)
    return legal


@compiled
def roles_fitting(
    rules: Rules, cards: Array, length: Int, from_call: Bool, roles_to_fill: BitSet, openers: BitSet
) -> tuple[BitSet, BitSet]:
    """The places of an array whose Bods can be cast in a wanted role, and those whose Bods can open a movie.

    From the last place to the first, each raising those before: so the compiler does not look at eight Bods at a time,
    which takes longer if there are five.
    """
    casts, opens = EMPTY, EMPTY
    bound = from_call or not rules.out_of_genre_from_hand
    for place in range(length - 1, -1, -1):
        bod = rules.bods[cards[place]]
        roles = bod.roles if bound else bod.roles_at_all  # as `fitting` has it
        casts = raised(casts, 1) | only_if(0, roles & roles_to_fill != EMPTY)
        opens = raised(opens, 1) | only_if(0, roles & openers != EMPTY)
    return casts, opens


@compiled
def end_turn(state: State, rules: Rules, chance: Chance) -> None:
    """End the turn, and start the next player's."""
    state.unused[state.actor] += state.hand_plays + state.call_plays + state.biz_plays
    pass_turn(state, rules, chance)


@compiled
def pass_turn(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, End Game: each player may complete one final turn. `max_turns` ends the game in any case."""
    state.turns += 1
    if state.turns == state.horizon:
        state.stage += 1
    if state.ending:
        state.turns_left -= 1
    if state.ending and state.turns_left == 0:
        finish(state, rules)
    elif state.turns >= rules.players * rules.max_turns:
        state.capped = True
        finish(state, rules)
    else:
        following = np.int64(state.actor) + 1
        start_turn(state, rules, chance, 0 if following == rules.players else following)


@compiled
def shake_up(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Turns: discard all Biz, shuffle the hand into the Bod deck, draw a new one; it is the whole turn."""
    player = np.int64(state.actor)
    before, ending = state.biz_discard_size, state.ending
    discard_all_biz(state, player)
    after = state.biz_discard_size
    return_hand(state, rules, chance, player)
    fill_hand(state, rules, chance, player, rules.hand_size)
    state.shake_ups[player] += 1
    note(
        Event.SHAKE_UP,
        player,
        state.biz_discard,
        before,
        after,
        state.just_drawn,
        state.just_drawn_size,
        rules.biz_deck,
    )
    note_endgame(state, ending, False)
    pass_turn(state, rules, chance)


# Functions that the engine calls


@compiled
def legal_actions(state: State, rules: Rules) -> ActionSet:
    """The legal actions of the phase, worked out when it began."""
    return state.legal


@compiled
def apply(state: State, rules: Rules, chance: Chance, action: Action) -> None:
    """Carry out an action of the phase, then go on to the next decision."""
    if state.phase == Phase.TURN:
        start_move(state, rules, chance, action)
    elif state.phase == Phase.MOVIE:
        cast(state, rules, chance, action)
    elif state.phase == Phase.GENRE:
        open_with(state, rules, chance, action)
    elif state.phase == Phase.LOSE:
        lose_biz(state, rules, action)
    else:
        continue_biz(state, rules, chance, action)
    update_legal(state, rules)


@compiled
def start_move(state: State, rules: Rules, chance: Chance, action: Action) -> None:
    """Rules, Play order 3: carry out or begin what the actor chose to do next."""
    if action == Move.END_TURN:
        end_turn(state, rules, chance)
    elif action == Move.SHAKE_UP:
        shake_up(state, rules, chance)
    elif action == Move.BIZ:
        begin_biz(state, rules)
    else:
        from_call = action >= Move.CAST_CALL
        choose_bod(state, bod_slot(action), from_call)
        if opens(action):
            begin_opening(state, rules)
        else:
            begin_casting(state, rules)


@compiled
def opens(action: Action) -> Bool:
    """True if the action of a turn opens a movie."""
    return Move.OPEN_HAND <= action < Move.CAST_CALL or Move.OPEN_CALL <= action < Move.BIZ


@compiled
def bod_slot(action: Action) -> Int:
    """The place in the hand or in the Cattle Call of the Bod that an action of a turn plays."""
    return action % MOST_HAND if action < Move.CAST_CALL else action % MOST_CALL


@compiled
def continue_biz(state: State, rules: Rules, chance: Chance, action: Action) -> None:
    """Carry out a choice about the Biz card that is being played."""
    if action == KEEP_BIZ:
        keep_biz(state)
    elif state.phase == Phase.BIZ:
        choose_biz(state, rules, chance, action)
    elif state.phase == Phase.TARGET:
        choose_target(state, rules, action)
    elif state.phase == Phase.BOD:
        choose_spot(state, rules, action)
    elif state.phase == Phase.SWAP:
        choose_understudy(state, rules, action)
    elif state.phase == Phase.ATTACHED:
        cancel_attached(state, rules, action)
    else:
        steal_from(state, rules, chance, action)


@compiled
def action_kind(state: State, rules: Rules, action: Action) -> Int:
    """The kind of an action of the phase; a Biz card's is its effect."""
    if state.phase == Phase.TURN:
        return turn_kind(action)
    if action == KEEP_BIZ:
        return ActionKind.KEEP_BIZ.value
    if state.phase == Phase.BIZ:
        return np.int64(rules.biz[rules.biz_deck[state.biz_hand[state.actor, action]]].effect)
    return CHOICES[state.phase]


@compiled
def turn_kind(action: Action) -> Int:
    """The kind of an action of a turn."""
    if action == Move.END_TURN:
        return ActionKind.END_TURN.value
    if action == Move.SHAKE_UP:
        return ActionKind.SHAKE_UP.value
    if action == Move.BIZ:
        return ActionKind.PLAY_BIZ.value
    if opens(action):
        return ActionKind.OPEN.value
    return ActionKind.CAST_FROM_HAND.value if action < Move.CAST_CALL else ActionKind.CAST_FROM_CATTLE_CALL.value


@compiled
def situation(state: State, rules: Rules) -> Int:
    """The phase, the card being played and its target movie, which all see."""
    if state.phase in (Phase.TURN, Phase.LOSE, Phase.BIZ):
        return np.int64(state.phase)
    card = CARD_FACTOR * (1 + np.int64(state.chosen))
    if state.phase in (Phase.BOD, Phase.SWAP, Phase.ATTACHED):
        return state.phase + card + MOVIE_FACTOR * (1 + np.int64(state.aim))
    return state.phase + card
