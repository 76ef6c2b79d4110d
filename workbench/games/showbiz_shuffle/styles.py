"""Showbiz Shuffle: the scripted styles, and the quick player by which search plays on."""

from enum import IntEnum
from typing import Any, Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, holds, lowest, without_lowest
from workbench.engine.compiling import compiled
from workbench.games.showbiz_shuffle.bots import biz_gain, point_gain
from workbench.games.showbiz_shuffle.effects import row_in_hand
from workbench.games.showbiz_shuffle.lists import Effect
from workbench.games.showbiz_shuffle.movies import movies_for_bod
from workbench.games.showbiz_shuffle.play import bod_slot, opens
from workbench.games.showbiz_shuffle.prospects import missing
from workbench.games.showbiz_shuffle.scoring import owner_of
from workbench.games.showbiz_shuffle.state import KEEP_BIZ, Move, Phase

ATTACKS: Final = (Effect.UPSTAGE, Effect.SCANDAL, Effect.BAD_RATINGS, Effect.WALKOUT, Effect.STEAL_BIZ)
BIG: Final = (5, 5, 3)
"""The value from which a blockbuster's producer wants a Director, a Star, a Support: the better half of each kind."""
SNUB: Final = 5.0
"""Points by which a lesser Bod is thought worse of."""
FIRST: Final = 100.0
"""More than any gain: what is done before all else."""


class Manner(IntEnum):
    """The scripted styles."""

    BLOCKBUSTER = 0
    FACTORY = 1
    SABOTEUR = 2


@compiled
def play_style(state: Any, rules: Any, legal: Any, style: Any) -> Any:
    """The action that the style values most; the lowest of several."""
    chosen, best = lowest(legal), -np.inf
    while legal != EMPTY:
        action = lowest(legal)
        legal = without_lowest(legal)
        worth = style_worth(state, rules, action, style)
        if worth > best:
            chosen, best = action, worth
    return chosen


@compiled
def style_worth(state: Any, rules: Any, action: Any, style: Any) -> Any:
    """How much a style wants an action: the gain in points, seen its way."""
    gain = point_gain(state, rules, action)
    if style == Manner.SABOTEUR:
        return gain + FIRST if is_attack(state, rules, action) else gain
    if state.phase != Phase.TURN or action >= Move.BIZ:
        return gain
    slot = bod_slot(action)
    from_call = action >= Move.CAST_CALL
    card = np.int64(state.cattle_call[slot] if from_call else state.hand[state.actor, slot])
    if style == Manner.BLOCKBUSTER:
        return gain if rules.bods[card].value >= BIG[rules.bods[card].kind] or state.ending else gain - SNUB
    if opens(action):
        return gain
    return FIRST - fewest_missing(state, rules, card, from_call)


@compiled
def is_attack(state: Any, rules: Any, action: Any) -> Any:
    """Whether the action plays a Biz card on a rival, or begins to, with any hope of harm."""
    if state.phase == Phase.BIZ and action != KEEP_BIZ:
        return rules.biz[row_in_hand(state, rules, state.actor, action)].effect in ATTACKS
    if state.phase != Phase.TURN or action != Move.BIZ:
        return False
    for place in range(state.biz_size[state.actor]):
        row = row_in_hand(state, rules, state.actor, place)
        if rules.biz[row].effect in ATTACKS and biz_gain(state, rules, row) > 0.0:
            return True
    return False


@compiled
def fewest_missing(state: Any, rules: Any, card: Any, from_call: Any) -> Any:
    """How many Bods the most finished movie lacks in which the Bod can be cast."""
    fewest, rest = np.inf, movies_for_bod(state, rules, state.actor, card, from_call)
    while rest != EMPTY:
        fewest = min(fewest, float(missing(state, rules, lowest(rest))))
        rest = without_lowest(rest)
    return fewest


# The player that search plays on with


@compiled
def sketch(state: Any, rules: Any, legal: Any) -> Any:
    """Plays Biz, casts the highest values in their genres, opens movies while there is time, then ends the turn."""
    if state.phase == Phase.TURN:
        return sketch_turn(state, rules, legal)
    if state.phase == Phase.MOVIE:
        return sketch_movie(state, rules, np.int64(state.chosen), legal)
    if state.phase == Phase.TARGET:
        return fullest(state, legal)
    if state.phase == Phase.BOD:
        return dearest(state, rules, legal)
    return lowest(legal)


@compiled
def sketch_turn(state: Any, rules: Any, legal: Any) -> Any:
    """The action of a turn that is worth most at a glance."""
    chosen, best = Move.END_TURN.value, 0
    while legal != EMPTY:
        action = lowest(legal)
        legal = without_lowest(legal)
        worth = glance(state, rules, action)
        if worth > best:
            chosen, best = action, worth
    return chosen


@compiled
def glance(state: Any, rules: Any, action: Any) -> Any:
    """What an action of a turn is worth at a glance."""
    if action >= Move.BIZ:
        return 3 if action == Move.BIZ else 0
    slot = bod_slot(action)
    from_call = action >= Move.CAST_CALL
    card = np.int64(state.cattle_call[slot] if from_call else state.hand[state.actor, slot])
    value = np.int64(rules.bods[card].value)
    if opens(action):
        return 0 if state.ending and state.turns_left <= rules.players else value
    movie = sketch_movie(state, rules, card, movies_for_bod(state, rules, state.actor, card, from_call))
    if holds(rules.bods[card].genres, state.genre[movie]):
        return value + 2
    return 1 if state.ending and missing(state, rules, movie) == 1 else 0


@compiled
def sketch_movie(state: Any, rules: Any, card: Any, movies: Any) -> Any:
    """A movie in the Bod's genre if there is one, the fullest of several."""
    chosen, best = lowest(movies), np.int64(-1)
    genres = rules.bods[card].genres
    while movies != EMPTY:
        movie = lowest(movies)
        movies = without_lowest(movies)
        fullness = np.int64(state.cast_size[movie]) + (20 if holds(genres, state.genre[movie]) else 0)
        if fullness > best:
            chosen, best = movie, fullness
    return chosen


@compiled
def fullest(state: Any, movies: Any) -> Any:
    """The movie with the most Bods; of rivals' the one whose owner has most points."""
    chosen, best = lowest(movies), -np.inf
    while movies != EMPTY:
        movie = lowest(movies)
        movies = without_lowest(movies)
        worth = 10.0 * state.cast_size[movie] + state.totals[owner_of(movie)]
        if worth > best:
            chosen, best = movie, worth
    return chosen


@compiled
def dearest(state: Any, rules: Any, spots: Any) -> Any:
    """The Bod of the movie with the highest value."""
    chosen, best = lowest(spots), np.int64(-1)
    while spots != EMPTY:
        spot = lowest(spots)
        spots = without_lowest(spots)
        value = np.int64(rules.bods[state.cast[state.aim, spot]].value)
        if value > best:
            chosen, best = spot, value
    return chosen
