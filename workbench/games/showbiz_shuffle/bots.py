"""Showbiz Shuffle: the evaluation that `greedy` climbs, the scripted styles, and the playout player of search.

`appraise` reads a concealed state (`knowledge.py`). An action is worth the expected points that it adds to
the actor's movies (`estimates.py`), and those that it takes from rivals, weighed.
"""

from enum import IntEnum
from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, holds, lowest, without_lowest
from workbench.engine.compiling import compiled
from workbench.engine.types import Action, ActionSet, Array, BitSet, Bool, Card, Float, Int, Player, Rules, State
from workbench.games.showbiz_shuffle.effects import (
    has_target,
    movies_for_biz,
    rivals_with_biz,
    row_in_hand,
    spots_for_biz,
    understudies,
)
from workbench.games.showbiz_shuffle.estimates import (
    FUTURE,
    TYPICAL,
    expected,
    lacking_when_opened,
    missing,
    movie_chance,
    prepare,
)
from workbench.games.showbiz_shuffle.movies import fitting, movies_for_bod, roles_to_give
from workbench.games.showbiz_shuffle.play import bod_slot, opens
from workbench.games.showbiz_shuffle.rules import KINDS, BizEffect
from workbench.games.showbiz_shuffle.scoring import (
    attached_points,
    attached_row,
    owner_of,
)
from workbench.games.showbiz_shuffle.table import KEEP_BIZ, NO_CARD, Move, Movie, MovieSet, Phase, RowNumber

WIN_PER_POINT: Final = 0.025
"""About what a point is worth, in wins."""
BIZ_DRAWN: Final = 1.0
"""Points that a Biz card in the hand may bring."""
BOD_DRAWN: Final = 0.8
SUPPLIED: Final = 0.15
"""How much of the value of an available Bod counts for a movie that could use it."""
NEW_HAND: Final = 3.0
"""Points that a new hand may bring over a useless one."""
STUCK: Final = 0.2
NO_GAIN: Final = -1000.0
ATTACKS: Final = (BizEffect.UPSTAGE, BizEffect.SCANDAL, BizEffect.BAD_RATINGS, BizEffect.WALKOUT, BizEffect.STEAL_BIZ)
HIGH_VALUE: Final = (5, 5, 3)
"""The value from which a blockbuster's producer wants a Director, a Star, a Support: the better half of each kind."""
TOO_LOW: Final = 5.0
"""Points by which the blockbuster style devalues a lesser Bod."""
ABOVE_ALL: Final = 100.0
"""More than any gain: for what is done before all else."""


class StyleId(IntEnum):
    """The scripted styles."""

    BLOCKBUSTER = 0
    FACTORY = 1
    SABOTEUR = 2


# What an action is worth


@compiled
def appraise(state: State, rules: Rules, legal: ActionSet, worths: Array) -> None:
    """Write what each legal action is worth, in wins: the expected points that it gains."""
    prepare(state, rules, legal)
    appraised = legal
    while legal != EMPTY:
        action = lowest(legal)
        legal = without_lowest(legal)
        worths[action] = WIN_PER_POINT * point_gain(state, rules, appraised, action)


@compiled
def point_gain(state: State, rules: Rules, appraised: ActionSet, action: Action) -> Float:
    """Expected points that the action gains over doing nothing. Lower actions were `appraised` before."""
    card = np.int64(state.chosen)
    if state.phase == Phase.TURN:
        return turn_gain(state, rules, appraised, action)
    if state.phase == Phase.MOVIE:
        return cast_gain(state, rules, card, action)
    if state.phase == Phase.GENRE:
        return open_gain(state, rules, card, action)
    if action == KEEP_BIZ:
        return 0.0
    if state.phase == Phase.BIZ:
        return biz_gain(state, rules, row_in_hand(state, rules, state.actor, action))
    return aim_gain(state, rules, action)


@compiled
def aim_gain(state: State, rules: Rules, action: Action) -> Float:
    """Expected points gained by a choice about the Biz card being played, or by a discard."""
    row, movie = np.int64(state.chosen), np.int64(state.aim)
    if state.phase == Phase.TARGET:
        return biz_gain_at(state, rules, row, action)
    if state.phase == Phase.BOD:
        return bod_gain(state, rules, row, movie, action)
    if state.phase == Phase.SWAP:
        return swap_gain(state, rules, movie, np.int64(state.spot), action)
    if state.phase == Phase.ATTACHED:
        return cancel_gain(state, rules, movie, action)
    if state.phase == Phase.RIVAL:
        return steal_gain(state, action)
    return -card_worth(rules, row_in_hand(state, rules, state.actor, action))


@compiled
def turn_gain(state: State, rules: Rules, appraised: ActionSet, action: Action) -> Float:
    """The gain of a move of a turn, if the best choices follow; `gains` has those of the hand that are `appraised`."""
    if action == Move.END_TURN:
        return 0.0
    if action == Move.SHAKE_UP:
        return shake_up_gain(state, rules, appraised)
    if action == Move.BIZ:
        return best_biz_gain(state, rules)
    from_call = action >= Move.CAST_CALL
    slot = bod_slot(action)
    card = np.int64(state.cattle_call[slot] if from_call else state.hand[state.actor, slot])
    gain = best_open_gain(state, rules, card) if opens(action) else best_cast_gain(state, rules, card, from_call)
    if not from_call:
        state.gains[action] = gain
    return gain


# Bods


@compiled
def best_cast_gain(state: State, rules: Rules, card: Card, from_call: Bool) -> Float:
    """The gain of casting the Bod in the best movie."""
    best, rest = NO_GAIN, movies_for_bod(state, rules, state.actor, card, from_call)
    while rest != EMPTY:
        best = max(best, movie_gain(state, rules, card, lowest(rest)))
        rest = without_lowest(rest)
    return best + text_gain(state, rules, card) if best > NO_GAIN else best


@compiled
def cast_gain(state: State, rules: Rules, card: Card, movie: Movie) -> Float:
    """The gain of casting the Bod in a movie: what the movie gains, and what the Bod's text brings."""
    return movie_gain(state, rules, card, movie) + text_gain(state, rules, card)


@compiled
def movie_gain(state: State, rules: Rules, card: Card, movie: Movie) -> Float:
    """The gain of a movie by the Bod: its points, and a better chance to be finished."""
    value = np.int64(rules.bods[card].value)
    added = value if holds(rules.bods[card].genres, state.genre[movie]) else -value
    lacking, chance = state.lacking[movie] - 1, state.cast_chance[movie]
    points = state.points[movie] + added + synergy(state, rules, card, movie)
    penalty = state.penalty[movie] + rules.unfinished_penalty * value
    future = FUTURE * TYPICAL * chance  # no loss by filling the place: a later Bod goes to another movie
    return expected(points, penalty, chance, lacking) + future - state.worth[movie]


@compiled
def synergy(state: State, rules: Rules, card: Card, movie: Movie) -> Int:
    """The bonuses that the Bod brings to a movie, its own and those of its partners."""
    bod, total = rules.bods[card], 0
    if bod.bonus == 0 and not holds(state.with_bonus, movie):
        return 0
    partnered = bod.bonus_with_kind >= 0 and state.kind_count[movie, bod.bonus_with_kind] > 0
    for place in range(state.cast_size[movie]):
        other = rules.bods[state.cast[movie, place]]
        partnered = partnered or bod.bonus_with_card == state.cast[movie, place]
        if other.bonus_with_card == card:
            total += other.bonus
    return total + bod.bonus if partnered else total


@compiled
def text_gain(state: State, rules: Rules, card: Card) -> Float:
    """The gain by the Biz cards that the Bod's text draws or discards."""
    if rules.biz_per_turn == 0 or state.pace[state.actor] < 2:
        return 0.0
    drawn = np.int64(rules.bods[card].draw_biz)
    lost = min(np.int64(rules.bods[card].lose_biz), drawn + state.biz_size[state.actor])
    return BIZ_DRAWN * (drawn - lost)


@compiled
def best_open_gain(state: State, rules: Rules, card: Card) -> Float:
    """The gain of opening a movie with the Bod, of the genre for which there are the best Bods."""
    best, rest = -np.inf, rules.bods[card].genres
    while rest != EMPTY:
        best = max(best, supply_beside(state, rules, card, lowest(rest)))
        rest = without_lowest(rest)
    return max(NO_GAIN, gain_with_supply(state, rules, card, best)) if best > -np.inf else NO_GAIN


@compiled
def open_gain(state: State, rules: Rules, card: Card, genre: Int) -> Float:
    """The gain of opening a movie of this genre: the Bod's points, and those of available Bods."""
    return gain_with_supply(state, rules, card, supply_beside(state, rules, card, genre))


@compiled
def supply_beside(state: State, rules: Rules, card: Card, genre: Int) -> Float:
    """The points that the available Bods promise to a movie of this genre which the Bod opens."""
    supply = -SUPPLIED * np.int64(rules.bods[card].value)
    for kind in range(KINDS):
        supply += SUPPLIED * state.supply[kind, genre]
    return supply


@compiled
def gain_with_supply(state: State, rules: Rules, card: Card, supply: Float) -> Float:
    """The gain of opening a movie with the Bod where available Bods promise so many points."""
    value = np.int64(rules.bods[card].value)
    lacking = lacking_when_opened(rules)
    worth = expected(value + supply, rules.unfinished_penalty * value, state.open_chance, lacking)
    return worth + text_gain(state, rules, card)


@compiled
def cast_gain_from_hand(state: State, rules: Rules, appraised: ActionSet, place: Int) -> Float:
    """The gain of casting the Bod at a place of the hand, as worked out before where that action is `appraised`."""
    if holds(appraised, Move.CAST_HAND + place):
        return state.gains[Move.CAST_HAND + place]
    return best_cast_gain(state, rules, np.int64(state.hand[state.actor, place]), False)


@compiled
def open_gain_from_hand(state: State, rules: Rules, appraised: ActionSet, place: Int) -> Float:
    """The gain of opening a movie with the Bod at a place of the hand, from before where that is `appraised`."""
    if holds(appraised, Move.OPEN_HAND + place):
        return state.gains[Move.OPEN_HAND + place]
    return best_open_gain(state, rules, np.int64(state.hand[state.actor, place]))


@compiled
def shake_up_gain(state: State, rules: Rules, appraised: ActionSet) -> Float:
    """The gain of a shake-up: positive if the present hand is of little use, and always if it is stuck."""
    if state.ending:
        return -1.0
    useful, best = 0, 0.0
    for place in range(state.hand_size[state.actor]):
        gain = cast_gain_from_hand(state, rules, appraised, place)
        if holds(state.legal, Move.OPEN_HAND + place):
            gain = max(gain, open_gain_from_hand(state, rules, appraised, place))
        useful += gain > 0
        best = max(best, gain)
    gain = NEW_HAND - useful - best - BIZ_DRAWN * state.biz_size[state.actor]
    stuck = useful == 0 and state.hand_size[state.actor] >= rules.hand_size
    return max(gain, STUCK) if stuck else gain


# Biz


@compiled
def best_biz_gain(state: State, rules: Rules) -> Float:
    """The gain of the Biz card that brings most; one without a target gains nothing. Equal cards lie side by side."""
    best, before = NO_GAIN, np.int64(NO_CARD)
    for place in range(state.biz_size[state.actor]):
        row = row_in_hand(state, rules, state.actor, place)
        if row != before and (rules.biz[row].effect != BizEffect.DRAW_BODS or has_target(state, rules, row)):
            best = max(best, biz_gain(state, rules, row))
        before = row
    return best


@compiled
def biz_gain(state: State, rules: Rules, row: RowNumber) -> Float:
    """The gain of a Biz card on its best target."""
    effect = rules.biz[row].effect
    if effect == BizEffect.DRAW_BODS:
        return BOD_DRAWN * rules.biz[row].value if state.pace[state.actor] >= 1 else 0.0
    best = NO_GAIN
    if effect == BizEffect.STEAL_BIZ:
        rest = rivals_with_biz(state, rules)
        while rest != EMPTY:
            best = max(best, steal_gain(state, lowest(rest)))
            rest = without_lowest(rest)
        return best
    rest = movies_for_biz(state, rules, row)
    while rest != EMPTY:
        best = max(best, biz_gain_at(state, rules, row, lowest(rest)))
        rest = without_lowest(rest)
    return best


@compiled
def steal_gain(state: State, rival: Player) -> Float:
    """The gain of stealing: one Biz card more, and one fewer for the rival."""
    return BIZ_DRAWN * (1.0 + state.weight[rival])


@compiled
def biz_gain_at(state: State, rules: Rules, row: RowNumber, movie: Movie) -> Float:
    """The gain of a Biz card on a movie, on its best Bod or card."""
    effect = rules.biz[row].effect
    if effect == BizEffect.STAND_IN:
        return stand_in_gain(state, rules, row, movie)
    if effect == BizEffect.BAD_RATINGS:
        return state.weight[owner_of(movie)] * state.chance[movie] * rules.biz[row].value
    best = NO_GAIN
    if effect == BizEffect.CANCEL:
        for place in range(state.attached_size[movie]):
            best = max(best, cancel_gain(state, rules, movie, place))
        return best
    if effect in (BizEffect.BOOST, BizEffect.AWARD):
        return boost_gain(state, rules, row, movie)
    rest = spots_for_biz(state, rules, row, movie)
    while rest != EMPTY:
        best = max(best, bod_gain(state, rules, row, movie, lowest(rest)))
        rest = without_lowest(rest)
    return best


@compiled
def boost_gain(state: State, rules: Rules, row: RowNumber, movie: Movie) -> Float:
    """The gain of a boost: its value if the movie is finished, its cost if not."""
    biz, chance = rules.biz[row], state.chance[movie]
    costs = biz.costs and rules.costed_biz_penalty
    return chance * biz.value - ((1.0 - chance) * biz.value if costs else 0.0)


@compiled
def stand_in_gain(state: State, rules: Rules, row: RowNumber, movie: Movie) -> Float:
    """The gain of a stand-in: the movie is more likely to be finished."""
    lacking = state.lacking[movie] - 1
    chance = movie_chance(state, movie, lacking, state.pace[state.actor])
    points, penalty = state.points[movie], state.penalty[movie]
    if rules.biz[row].costs and rules.costed_biz_penalty:
        penalty += np.int64(rules.biz[row].value)
    return expected(points, penalty, chance, lacking) - state.worth[movie]


@compiled
def bod_gain(state: State, rules: Rules, row: RowNumber, movie: Movie, spot: Int) -> Float:
    """The gain of a Biz card on one Bod of a movie."""
    effect = rules.biz[row].effect
    if effect in (BizEffect.BOOST, BizEffect.AWARD):
        return boost_gain(state, rules, row, movie)
    if effect == BizEffect.RECAST:
        return best_swap_gain(state, rules, movie, spot)
    weight, points = state.weight[owner_of(movie)], np.int64(state.spot_points[movie, spot])
    if effect == BizEffect.UPSTAGE:
        return weight * state.chance[movie] * points
    if effect == BizEffect.SCANDAL:
        return weight * state.chance[movie] * (points + np.int64(rules.bods[state.cast[movie, spot]].value))
    return weight * (state.worth[movie] - worth_without(state, rules, movie, spot))


@compiled
def worth_without(state: State, rules: Rules, movie: Movie, spot: Int) -> Float:
    """The worth of the movie when the Bod has left it."""
    lacking = state.lacking[movie] + 1
    chance = movie_chance(state, movie, lacking, state.pace[owner_of(movie)])
    points = state.points[movie] - np.int64(state.spot_points[movie, spot])
    value = rules.unfinished_penalty * np.int64(rules.bods[state.cast[movie, spot]].value)
    return expected(points, state.penalty[movie] - value, chance, lacking)


@compiled
def best_swap_gain(state: State, rules: Rules, movie: Movie, spot: Int) -> Float:
    """The gain of the best Bod of the hand in another's place."""
    best, rest = NO_GAIN, understudies(state, rules, movie, spot)
    while rest != EMPTY:
        best = max(best, swap_gain(state, rules, movie, spot, lowest(rest)))
        rest = without_lowest(rest)
    return best


@compiled
def swap_gain(state: State, rules: Rules, movie: Movie, spot: Int, place: Int) -> Float:
    """The gain of a Bod of the hand in another's place."""
    card = np.int64(state.hand[state.actor, place])
    value = np.int64(rules.bods[card].value)
    points = value if holds(rules.bods[card].genres, state.genre[movie]) else -value
    return state.chance[movie] * (points - np.int64(state.spot_points[movie, spot])) - 0.5 * BIZ_DRAWN


@compiled
def cancel_gain(state: State, rules: Rules, movie: Movie, place: Int) -> Float:
    """The gain of taking a Biz card off a movie: its owner's weight is -1 for the actor's own."""
    row = attached_row(state, rules, movie, place)
    effect, points = rules.biz[row].effect, attached_points(rules, row)
    if effect in (BizEffect.UPSTAGE, BizEffect.SCANDAL):
        value = np.int64(rules.bods[state.cast[movie, state.attached_to[movie, place]]].value)
        points = -value if effect == BizEffect.UPSTAGE else -2 * value
    if effect == BizEffect.STAND_IN:
        points = TYPICAL
    return state.weight[owner_of(movie)] * state.chance[movie] * points


@compiled
def card_worth(rules: Rules, row: RowNumber) -> Float:
    """The rough worth of a Biz card in the hand."""
    effect = rules.biz[row].effect
    if effect in (BizEffect.BOOST, BizEffect.AWARD, BizEffect.BAD_RATINGS):
        return float(rules.biz[row].value)
    return TYPICAL


# Styles


@compiled
def play_style(state: State, rules: Rules, legal: ActionSet, style: Int) -> Action:
    """The action that the style values most; the lowest of several."""
    prepare(state, rules, legal)
    appraised = legal
    chosen, best = lowest(legal), -np.inf
    while legal != EMPTY:
        action = lowest(legal)
        legal = without_lowest(legal)
        worth = style_worth(state, rules, appraised, action, style)
        if worth > best:
            chosen, best = action, worth
    return chosen


@compiled
def style_worth(state: State, rules: Rules, appraised: ActionSet, action: Action, style: Int) -> Float:
    """The value of an action to a style: the gain in points, with the preferences of the style."""
    gain = point_gain(state, rules, appraised, action)
    if style == StyleId.SABOTEUR:
        return gain + ABOVE_ALL if is_attack(state, rules, action) else gain
    if state.phase != Phase.TURN or action >= Move.BIZ:
        return gain
    slot = bod_slot(action)
    from_call = action >= Move.CAST_CALL
    card = np.int64(state.cattle_call[slot] if from_call else state.hand[state.actor, slot])
    if style == StyleId.BLOCKBUSTER:
        return gain if rules.bods[card].value >= HIGH_VALUE[rules.bods[card].kind] or state.ending else gain - TOO_LOW
    if opens(action):
        return gain
    return ABOVE_ALL - fewest_missing(state, rules, card, from_call)


@compiled
def is_attack(state: State, rules: Rules, action: Action) -> Bool:
    """True if the action plays a Biz card against a rival, or begins to play one that gains something."""
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
def fewest_missing(state: State, rules: Rules, card: Card, from_call: Bool) -> Float:
    """The fewest Bods that a movie in which the Bod can be cast still lacks."""
    fewest, rest = np.inf, movies_for_bod(state, rules, state.actor, card, from_call)
    while rest != EMPTY:
        fewest = min(fewest, float(missing(state, rules, lowest(rest))))
        rest = without_lowest(rest)
    return fewest


# The playout player of search


@compiled
def playout_action(state: State, rules: Rules, legal: ActionSet) -> Action:
    """The action of the playout player: play Biz, cast high values in genre, open movies in time, then end the turn."""
    if state.phase == Phase.TURN:
        return playout_turn(state, rules, legal)
    if state.phase == Phase.MOVIE:
        return playout_movie(state, rules, np.int64(state.chosen), legal)
    if state.phase == Phase.TARGET:
        return fullest(state, legal)
    if state.phase == Phase.BOD:
        return most_valuable(state, rules, legal)
    return lowest(legal)


@compiled
def playout_turn(state: State, rules: Rules, legal: ActionSet) -> Action:
    """The move of a turn with the highest quick value."""
    chosen, best, roles = Move.END_TURN.value, 0, roles_to_give(state, np.int64(state.actor))
    while legal != EMPTY:
        action = lowest(legal)
        legal = without_lowest(legal)
        worth = quick_value(state, rules, action, roles)
        if worth > best:
            chosen, best = action, worth
    return chosen


@compiled
def quick_value(state: State, rules: Rules, action: Action, roles: BitSet) -> Int:
    """A quick estimate of the value of a move of a turn; `roles` are those that the actor has to give."""
    if action >= Move.BIZ:
        return 3 if action == Move.BIZ else 0
    slot = bod_slot(action)
    from_call = action >= Move.CAST_CALL
    card = np.int64(state.cattle_call[slot] if from_call else state.hand[state.actor, slot])
    value = np.int64(rules.bods[card].value)
    if opens(action):
        return 0 if state.ending and state.turns_left <= rules.players else value
    if rules.bods[card].roles & fitting(rules, card, from_call) & roles != EMPTY:
        return value + 2
    return 1 if state.ending and would_complete(state, rules, card, from_call) else 0


@compiled
def would_complete(state: State, rules: Rules, card: Card, from_call: Bool) -> Bool:
    """True if the movie in which the Bod would be cast lacks no other."""
    movie = playout_movie(state, rules, card, movies_for_bod(state, rules, state.actor, card, from_call))
    return missing(state, rules, movie) == 1


@compiled
def playout_movie(state: State, rules: Rules, card: Card, movies: MovieSet) -> Movie:
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
def fullest(state: State, movies: MovieSet) -> Movie:
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
def most_valuable(state: State, rules: Rules, spots: BitSet) -> Int:
    """The Bod of the movie with the highest value."""
    chosen, best = lowest(spots), np.int64(-1)
    while spots != EMPTY:
        spot = lowest(spots)
        spots = without_lowest(spots)
        value = np.int64(rules.bods[state.cast[state.aim, spot]].value)
        if value > best:
            chosen, best = spot, value
    return chosen
