"""Showbiz Shuffle: setting up, and what a turn is made of."""

from typing import Any

import numpy as np

from workbench.engine.bit_sets import EMPTY, only, only_if, raised, up_to
from workbench.engine.chance import start_deal
from workbench.engine.compiling import compiled
from workbench.engine.trace import note
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
from workbench.games.showbiz_shuffle.state import NOBODY, Event, Move, Phase

# Setting up


@compiled
def begin(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Game Set Up: deal each player Bods and Biz, and lay the Cattle Call. (The state comes all zero.)"""
    start_deal(chance, 0)
    state.leader = NOBODY
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
    settle(state, rules)


@compiled
def _note_setup(state: Any, rules: Any) -> None:
    bods = state.hand, state.hand_size
    biz = state.biz_hand, state.biz_size
    call = state.cattle_call, state.call_size
    note(Event.SETUP, rules.players, bods[0], bods[1], biz[0], biz[1], call[0], call[1], rules.biz_deck)


# Turns


@compiled
def start_turn(state: Any, rules: Any, chance: Any, player: Any) -> None:
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
    note(Event.REFILL, player, state.cattle_call, before, state.call_size, state.fresh, state.fresh_size)
    note_endgame(state, ending, False)


@compiled
def settle(state: Any, rules: Any) -> None:
    """Work out what the actor may do next, unless a choice is pending or no final turns are left."""
    if state.over or state.phase != Phase.TURN:
        return
    if state.ending and state.turns_left == 0:
        state.turns += 1
        finish(state, rules)
    else:
        state.legal = moves(state, rules)


@compiled
def moves(state: Any, rules: Any) -> Any:
    """Rules, Play order 3: a Studio Shake-up, or cards in any order, or no cards at all."""
    legal = bod_moves(state, rules) | only(Move.END_TURN.value)
    legal = legal | only_if(Move.BIZ.value, (state.biz_plays > 0) & (state.biz_size[state.actor] > 0))
    return legal | only_if(Move.SHAKE_UP.value, rules.shake_up and not state.acted)


@compiled
def bod_moves(state: Any, rules: Any) -> Any:
    """Casting each Bod of the hand and of the Cattle Call, and opening movies with it, as far as they are possible."""
    player, legal = np.int64(state.actor), EMPTY
    wanted = roles_to_give(state, player)
    openers = state.openers * np.uint64(may_open_another(state, rules, player))
    if state.hand_plays > 0:
        size = np.int64(state.hand_size[player])
        length = max(size, rules.hand_size)  # mostly the same, which a processor foresees
        casts, opens = uses_of(rules, state.hand[player], length, False, wanted, openers)
        legal = (casts & up_to(size)) | raised(opens & up_to(size), Move.OPEN_HAND.value)
    if state.call_plays > 0:
        there = up_to(state.call_size)
        casts, opens = uses_of(rules, state.cattle_call, rules.cattle_call_size, True, wanted, openers)
        legal = legal | raised(casts & there, Move.CAST_CALL.value) | raised(opens & there, Move.OPEN_CALL.value)
    return legal


@compiled
def uses_of(rules: Any, cards: Any, length: Any, from_call: Any, wanted: Any, openers: Any) -> Any:
    """The places of an array whose Bods can be cast in a wanted role, and those whose Bods can open a movie.

    From the last place to the first, each raising those before: so the compiler does not look at eight Bods at a time,
    which takes longer where there are five.
    """
    casts, opens = EMPTY, EMPTY
    bound = from_call or not rules.out_of_genre_from_hand
    for place in range(length - 1, -1, -1):
        bod = rules.bods[cards[place]]
        roles = bod.roles if bound else bod.roles_at_all  # as `fitting` has it
        casts = raised(casts, 1) | only_if(0, roles & wanted != EMPTY)
        opens = raised(opens, 1) | only_if(0, roles & openers != EMPTY)
    return casts, opens


@compiled
def end_turn(state: Any, rules: Any, chance: Any) -> None:
    """The next player's turn begins, unless this was the last one."""
    state.unused[state.actor] += state.hand_plays + state.call_plays + state.biz_plays
    pass_turn(state, rules, chance)


@compiled
def pass_turn(state: Any, rules: Any, chance: Any) -> None:
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
def shake_up(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Turns: discard all Biz, shuffle the hand into the Bod deck, draw a new one; it is the whole turn."""
    player = np.int64(state.actor)
    before, ending = state.biz_discard_size, state.ending
    discard_all_biz(state, player)
    after = state.biz_discard_size
    return_hand(state, rules, chance, player)
    fill_hand(state, rules, chance, player, rules.hand_size)
    state.shake_ups[player] += 1
    note(Event.SHAKE_UP, player, state.biz_discard, before, after, state.fresh, state.fresh_size, rules.biz_deck)
    note_endgame(state, ending, False)
    pass_turn(state, rules, chance)
