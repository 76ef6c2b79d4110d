"""Showbiz Shuffle: the evaluation that `greedy` climbs, and the quick player by which search plays on.

`appraise` reads a concealed state (`knowledge.py`). An action is worth the points that it adds to what the actor's
movies can be expected to bring (`prospects.py`), and those that it takes from rivals, weighed.
"""

from typing import Any, Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, holds, lowest, without_lowest
from workbench.engine.compiling import compiled
from workbench.games.showbiz_shuffle.effects import (
    movies_for_biz,
    playable_biz,
    rivals_with_biz,
    row_in_hand,
    spots_for_biz,
    understudies,
)
from workbench.games.showbiz_shuffle.lists import GENRES, KINDS, Effect
from workbench.games.showbiz_shuffle.movies import movies_for_bod
from workbench.games.showbiz_shuffle.play import bod_slot, opens
from workbench.games.showbiz_shuffle.prospects import (
    FUTURE,
    TYPICAL,
    chance_of,
    expected,
    missing,
    pace_of,
    prospect,
    work_before,
)
from workbench.games.showbiz_shuffle.scoring import (
    bod_points,
    movie_penalty,
    movie_points,
    owner_of,
    paper_points,
    paper_row,
)
from workbench.games.showbiz_shuffle.state import KEEP_BIZ, Move, Phase

WIN_PER_POINT: Final = 0.025
"""About what a point is worth, in wins."""
BIZ_DRAWN: Final = 1.0
"""Points that a Biz card in the hand may bring."""
BOD_DRAWN: Final = 0.8
SUPPLIED: Final = 0.15
"""How much of the value of a Bod at hand counts for a movie that could use it."""
NEW_HAND: Final = 3.0
"""Points that a new hand may bring over one of no use."""
STUCK: Final = 0.2
NO_GAIN: Final = -1000.0


# Once for each decision


@compiled
def prepare(state: Any, rules: Any) -> None:
    """Work out once what every appraisal of this decision needs."""
    for player in range(rules.players):
        state.pace[player] = pace_of(state, rules, player)
    rest = state.shooting
    while rest != EMPTY:
        movie = lowest(rest)
        rest = without_lowest(rest)
        prepare_movie(state, rules, movie)
    weigh_rivals(state, rules)
    take_stock(state, rules)


@compiled
def prepare_movie(state: Any, rules: Any, movie: Any) -> None:
    """How likely a movie is finished, and what it is worth."""
    lacking = missing(state, rules, movie)
    state.chance[movie] = movie_chance(state, rules, movie, lacking, state.pace[owner_of(movie)])
    points, penalty = movie_points(state, rules, movie), movie_penalty(state, rules, movie)
    state.worth[movie] = expected(points, penalty, state.chance[movie], lacking)


@compiled
def movie_chance(state: Any, rules: Any, movie: Any, lacking: Any, pace: Any) -> Any:
    """How likely the movie is finished when it lacks so many Bods."""
    return chance_of(pace, lacking + 0.5 * work_before(state, rules, movie, owner_of(movie), lacking))


@compiled
def weigh_rivals(state: Any, rules: Any) -> None:
    """What a point less for a rival is worth to the actor: most against the strongest, of equals the next in turn."""
    best, ahead = -np.inf, 0
    for step in range(1, rules.players):
        player = (np.int64(state.actor) + step) % rules.players
        points = prospect(state, rules, player)
        state.weight[player] = 0.5 / (rules.players - 1)
        if points > best:
            best, ahead = points, player
    state.weight[state.actor] = -1.0
    state.weight[ahead] += 0.5 if rules.players == 2 else 0.3


@compiled
def take_stock(state: Any, rules: Any) -> None:
    """How much value of each kind lies at hand for each genre: the actor's hand and the Cattle Call."""
    for kind in range(KINDS):
        for genre in range(GENRES):
            state.supply[kind, genre] = 0.0
    for place in range(state.hand_size[state.actor]):
        add_supply(state, rules, np.int64(state.hand[state.actor, place]), 1.0)
    for place in range(state.call_size):
        add_supply(state, rules, np.int64(state.cattle_call[place]), 0.5)


@compiled
def add_supply(state: Any, rules: Any, card: Any, share: Any) -> None:
    """Count a Bod that lies at hand in each of its genres."""
    bod, rest = rules.bods[card], rules.bods[card].genres
    while rest != EMPTY:
        genre = lowest(rest)
        rest = without_lowest(rest)
        state.supply[bod.kind, genre] += share * bod.value


# What an action is worth


@compiled
def appraise(state: Any, rules: Any, action: Any) -> Any:
    """What the expected points that the action gains are worth, in wins."""
    return WIN_PER_POINT * point_gain(state, rules, action)


@compiled
def point_gain(state: Any, rules: Any, action: Any) -> Any:
    """Expected points that the action gains over doing nothing."""
    card = np.int64(state.chosen)
    if state.phase == Phase.TURN:
        return turn_gain(state, rules, action)
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
def aim_gain(state: Any, rules: Any, action: Any) -> Any:
    """The same for a choice on the way of a Biz card to its target, and for a discard."""
    row, movie = np.int64(state.chosen), np.int64(state.aim)
    if state.phase == Phase.TARGET:
        return biz_gain_at(state, rules, row, action)
    if state.phase == Phase.BOD:
        return bod_gain(state, rules, row, movie, action)
    if state.phase == Phase.SWAP:
        return swap_gain(state, rules, movie, np.int64(state.spot), action)
    if state.phase == Phase.PAPER:
        return cancel_gain(state, rules, movie, action)
    if state.phase == Phase.RIVAL:
        return steal_gain(state, action)
    return -keep_worth(rules, row_in_hand(state, rules, state.actor, action))


@compiled
def turn_gain(state: Any, rules: Any, action: Any) -> Any:
    """The gain of what comes next in a turn, the best choice following."""
    if action == Move.END_TURN:
        return 0.0
    if action == Move.SHAKE_UP:
        return shake_up_gain(state, rules)
    if action == Move.BIZ:
        return best_biz_gain(state, rules)
    from_call = action >= Move.CAST_CALL
    slot = bod_slot(action)
    card = np.int64(state.cattle_call[slot] if from_call else state.hand[state.actor, slot])
    if opens(action):
        return best_open_gain(state, rules, card)
    return best_cast_gain(state, rules, card, from_call)


# Bods


@compiled
def best_cast_gain(state: Any, rules: Any, card: Any, from_call: Any) -> Any:
    """The gain of casting the Bod where it brings most."""
    best, rest = NO_GAIN, movies_for_bod(state, rules, state.actor, card, from_call)
    while rest != EMPTY:
        best = max(best, cast_gain(state, rules, card, lowest(rest)))
        rest = without_lowest(rest)
    return best


@compiled
def cast_gain(state: Any, rules: Any, card: Any, movie: Any) -> Any:
    """The gain of casting the Bod in a movie: its points, and a premiere that comes nearer."""
    value = np.int64(rules.bods[card].value)
    added = value if holds(rules.bods[card].genres, state.genre[movie]) else -value
    lacking = missing(state, rules, movie) - 1
    chance = movie_chance(state, rules, movie, lacking, max(0.0, state.pace[state.actor] - 1.0))
    points = movie_points(state, rules, movie) + added + synergy(state, rules, card, movie)
    penalty = movie_penalty(state, rules, movie) + rules.unfinished_penalty * value
    future = FUTURE * TYPICAL * chance  # filling a place is no loss: what might have come goes to another movie
    return expected(points, penalty, chance, lacking) + future - state.worth[movie] + text_gain(state, rules, card)


@compiled
def synergy(state: Any, rules: Any, card: Any, movie: Any) -> Any:
    """Bonuses that the Bod brings to a movie, its own and those of others that it works well with."""
    bod, total = rules.bods[card], 0
    partnered = bod.bonus_with_kind >= 0 and state.kind_count[movie, bod.bonus_with_kind] > 0
    for place in range(state.cast_size[movie]):
        other = rules.bods[state.cast[movie, place]]
        partnered = partnered or bod.bonus_with_card == state.cast[movie, place]
        if other.bonus_with_card == card:
            total += other.bonus
    return total + bod.bonus if partnered else total


@compiled
def text_gain(state: Any, rules: Any, card: Any) -> Any:
    """What the Biz is worth that the Bod's text brings or takes."""
    if rules.biz_per_turn == 0 or state.pace[state.actor] < 2:
        return 0.0
    drawn = np.int64(rules.bods[card].draw_biz)
    lost = min(np.int64(rules.bods[card].lose_biz), drawn + state.biz_size[state.actor])
    return BIZ_DRAWN * (drawn - lost)


@compiled
def best_open_gain(state: Any, rules: Any, card: Any) -> Any:
    """The gain of opening a movie with the Bod, of the genre that promises most."""
    best, rest = NO_GAIN, rules.bods[card].genres
    while rest != EMPTY:
        best = max(best, open_gain(state, rules, card, lowest(rest)))
        rest = without_lowest(rest)
    return best


@compiled
def open_gain(state: Any, rules: Any, card: Any, genre: Any) -> Any:
    """The gain of opening a movie of this genre: the Bod's points, and what lies at hand to go on with."""
    value = np.int64(rules.bods[card].value)
    lacking = rules.directors_needed + rules.stars_needed + rules.supports_needed - 1
    work = lacking + 0.5 * work_before(state, rules, -1, state.actor, lacking)
    chance = chance_of(max(0.0, state.pace[state.actor] - 1.0), work)
    supply = -SUPPLIED * value
    for kind in range(KINDS):
        supply += SUPPLIED * state.supply[kind, genre]
    worth = expected(value + supply, rules.unfinished_penalty * value, chance, lacking)
    return worth + text_gain(state, rules, card)


@compiled
def shake_up_gain(state: Any, rules: Any) -> Any:
    """A new hand is worth a turn where the present one is of no use; and always more than a hand that is stuck."""
    if state.ending:
        return -1.0
    useful, best = 0, 0.0
    for place in range(state.hand_size[state.actor]):
        card = np.int64(state.hand[state.actor, place])
        gain = best_cast_gain(state, rules, card, False)
        if holds(state.legal, Move.OPEN_HAND + place):
            gain = max(gain, best_open_gain(state, rules, card))
        useful += gain > 0
        best = max(best, gain)
    gain = NEW_HAND - useful - best - BIZ_DRAWN * state.biz_size[state.actor]
    stuck = useful == 0 and state.hand_size[state.actor] >= rules.hand_size
    return max(gain, STUCK) if stuck else gain


# Biz


@compiled
def best_biz_gain(state: Any, rules: Any) -> Any:
    """The gain of the Biz card that brings most."""
    best, rest = NO_GAIN, playable_biz(state, rules)
    while rest != EMPTY:
        best = max(best, biz_gain(state, rules, row_in_hand(state, rules, state.actor, lowest(rest))))
        rest = without_lowest(rest)
    return best


@compiled
def biz_gain(state: Any, rules: Any, row: Any) -> Any:
    """The gain of a Biz card where it brings most."""
    effect = rules.biz[row].effect
    if effect == Effect.DRAW_BODS:
        return BOD_DRAWN * rules.biz[row].value if state.pace[state.actor] >= 1 else 0.0
    best = NO_GAIN
    if effect == Effect.STEAL_BIZ:
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
def steal_gain(state: Any, rival: Any) -> Any:
    """A Biz card more, and one less for the rival."""
    return BIZ_DRAWN * (1.0 + state.weight[rival])


@compiled
def biz_gain_at(state: Any, rules: Any, row: Any, movie: Any) -> Any:
    """The gain of a Biz card on a movie, on the Bod or the card of it that brings most."""
    effect = rules.biz[row].effect
    if effect == Effect.STAND_IN:
        return stand_in_gain(state, rules, row, movie)
    if effect == Effect.BAD_RATINGS:
        return state.weight[owner_of(movie)] * state.chance[movie] * rules.biz[row].value
    best = NO_GAIN
    if effect == Effect.CANCEL:
        for place in range(state.papers[movie]):
            best = max(best, cancel_gain(state, rules, movie, place))
        return best
    if effect in (Effect.BOOST, Effect.AWARD):
        return boost_gain(state, rules, row, movie)
    rest = spots_for_biz(state, rules, row, movie)
    while rest != EMPTY:
        best = max(best, bod_gain(state, rules, row, movie, lowest(rest)))
        rest = without_lowest(rest)
    return best


@compiled
def boost_gain(state: Any, rules: Any, row: Any, movie: Any) -> Any:
    """Its value if the movie is finished; its cost if not."""
    biz, chance = rules.biz[row], state.chance[movie]
    costs = biz.costs and rules.costed_biz_penalty
    return chance * biz.value - ((1.0 - chance) * biz.value if costs else 0.0)


@compiled
def stand_in_gain(state: Any, rules: Any, row: Any, movie: Any) -> Any:
    """A movie that needs a support fewer is finished more likely."""
    lacking = missing(state, rules, movie) - 1
    chance = movie_chance(state, rules, movie, lacking, state.pace[state.actor])
    points, penalty = movie_points(state, rules, movie), movie_penalty(state, rules, movie)
    if rules.biz[row].costs and rules.costed_biz_penalty:
        penalty += np.int64(rules.biz[row].value)
    return expected(points, penalty, chance, lacking) - state.worth[movie]


@compiled
def bod_gain(state: Any, rules: Any, row: Any, movie: Any, spot: Any) -> Any:
    """The gain of a Biz card on one Bod of a movie."""
    effect = rules.biz[row].effect
    if effect in (Effect.BOOST, Effect.AWARD):
        return boost_gain(state, rules, row, movie)
    if effect == Effect.RECAST:
        return best_swap_gain(state, rules, movie, spot)
    weight, points = state.weight[owner_of(movie)], bod_points(state, rules, movie, spot)
    if effect == Effect.UPSTAGE:
        return weight * state.chance[movie] * points
    if effect == Effect.SCANDAL:
        return weight * state.chance[movie] * (points + np.int64(rules.bods[state.cast[movie, spot]].value))
    return weight * (state.worth[movie] - worth_without(state, rules, movie, spot))


@compiled
def worth_without(state: Any, rules: Any, movie: Any, spot: Any) -> Any:
    """What the movie is worth when the Bod has left it."""
    lacking = missing(state, rules, movie) + 1
    chance = movie_chance(state, rules, movie, lacking, state.pace[owner_of(movie)])
    points = movie_points(state, rules, movie) - bod_points(state, rules, movie, spot)
    value = rules.unfinished_penalty * np.int64(rules.bods[state.cast[movie, spot]].value)
    return expected(points, movie_penalty(state, rules, movie) - value, chance, lacking)


@compiled
def best_swap_gain(state: Any, rules: Any, movie: Any, spot: Any) -> Any:
    """The gain of the best Bod of the hand in another's place."""
    best, rest = NO_GAIN, understudies(state, rules, movie, spot)
    while rest != EMPTY:
        best = max(best, swap_gain(state, rules, movie, spot, lowest(rest)))
        rest = without_lowest(rest)
    return best


@compiled
def swap_gain(state: Any, rules: Any, movie: Any, spot: Any, place: Any) -> Any:
    """The gain of a Bod of the hand in another's place."""
    card = np.int64(state.hand[state.actor, place])
    value = np.int64(rules.bods[card].value)
    points = value if holds(rules.bods[card].genres, state.genre[movie]) else -value
    return state.chance[movie] * (points - bod_points(state, rules, movie, spot)) - 0.5 * BIZ_DRAWN


@compiled
def cancel_gain(state: Any, rules: Any, movie: Any, place: Any) -> Any:
    """The gain of taking a Biz card off a movie: its owner's weight is -1 for the actor's own."""
    row = paper_row(state, rules, movie, place)
    effect, points = rules.biz[row].effect, paper_points(rules, row)
    if effect in (Effect.UPSTAGE, Effect.SCANDAL):
        value = np.int64(rules.bods[state.cast[movie, state.paper_on[movie, place]]].value)
        points = -value if effect == Effect.UPSTAGE else -2 * value
    if effect == Effect.STAND_IN:
        points = TYPICAL
    return state.weight[owner_of(movie)] * state.chance[movie] * points


@compiled
def keep_worth(rules: Any, row: Any) -> Any:
    """What a Biz card in the hand is worth, roughly."""
    effect = rules.biz[row].effect
    if effect in (Effect.BOOST, Effect.AWARD, Effect.BAD_RATINGS):
        return float(rules.biz[row].value)
    return TYPICAL
