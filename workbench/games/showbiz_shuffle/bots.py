"""Showbiz Shuffle: the evaluation that `greedy` climbs, the scripted styles, and the playout player of search.

`appraise` reads a concealed state. An action is worth the expected points that it adds to the actor's movies, and those
that it takes from rivals, weighed. The estimates are rational functions, so that compiled and plain code agree to the
last bit; all but `prepare` read only what everybody sees: the movies, the decks' sizes and the turns.
"""

from enum import IntEnum
from typing import Final

import numpy as np

from workbench import kit
from workbench.engine.bit_sets import only_if
from workbench.engine.types import Array, BitSet, Card, Float, Player, Rules, State, States
from workbench.games.showbiz_shuffle.cards import GENRES, KINDS, BizEffect, BodKind
from workbench.games.showbiz_shuffle.game import (
    KEEP_BIZ,
    MOST_CALL,
    MOST_CAST,
    MOST_HAND,
    PLACES,
    Move,
    Movie,
    MovieSet,
    Phase,
    RowNumber,
    attached_points,
    attached_row,
    bod_points,
    bod_slot,
    fitting,
    has_target,
    movie_penalty,
    movie_points,
    movies_for_biz,
    movies_for_bod,
    movies_of,
    needed,
    opens,
    owner_of,
    rivals_with_biz,
    roles_to_give,
    row_in_hand,
    spots_for_biz,
    understudies,
)

TYPICAL: Final = 3.5
"""Average points of a Bod that is still to be cast."""
USED: Final = 0.75
"""The share of the allowed plays that a player finds a use for."""
MOST_TURNS: Final = 30.0
"""Turns to come if the end cannot be foreseen."""
FUTURE: Final = 0.3
"""How much of what is still to be cast counts for a movie now: it could go to another movie as well."""
WIN_WEIGHT: Final = 0.4
"""The weight of the win itself in a payoff at the end; the rest is the lead. Set by hand."""
EVEN_LEAD: Final = 15.0
"""The lead, in points, at which a payoff is halfway from even to the most. Set by hand."""
OPENINGS: Final = np.uint64((((1 << MOST_HAND) - 1) << Move.OPEN_HAND) | (((1 << MOST_CALL) - 1) << Move.OPEN_CALL))
"""The actions of a turn that open a movie."""

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


# What a bot sees


def glimpse(states: States, rules: Rules) -> None:
    """The part of an information set that bots read, field by field: the table, the hand, and the sizes of all else.

    Movies that are as they were when they were last copied stay in the view, with all that was worked out about them.
    Rivals' are there where the actor has a choice that concerns them: about Biz, or whether to play any.
    """
    world, view, player = states[0], states[1], states[0].actor
    view.actor, view.phase, view.offered = player, world.phase, world.offered
    view.chosen, view.slot, view.aim, view.spot = world.chosen, world.slot, world.aim, world.spot
    view.hand_plays, view.call_plays, view.turns = world.hand_plays, world.call_plays, world.turns
    view.turns_left, view.ending, view.call_size = world.turns_left, world.ending, world.call_size
    view.bods.deck_size, view.bods.discard_size = world.bods.deck_size, world.bods.discard_size
    for place in range(MOST_CALL):
        view.cattle_call[place] = world.cattle_call[place]
    for place in range(MOST_HAND):
        view.bods.hand[player, place] = world.bods.hand[player, place]
    for place in range(world.biz.hand_size[player]):
        view.biz.hand[player, place] = world.biz.hand[player, place]
    for other in range(rules.players):  # of hands the size, of which nothing counts as hidden
        view.score[other] = world.score[other]
        view.bods.hand_size[other], view.biz.hand_size[other] = world.bods.hand_size[other], world.biz.hand_size[other]
        view.bods.hidden[other] = view.biz.hidden[other] = 0
    of_rivals = world.phase > Phase.GENRE or (world.phase == Phase.TURN and kit.holds(world.offered, Move.BIZ))
    view.shooting = world.shooting if of_rivals else world.shooting & movies_of(player)
    view.unspoilt, view.has_attached, view.is_full = world.unspoilt, world.has_attached, world.is_full
    for genre in range(GENRES):
        view.of_genre[genre] = world.of_genre[genre]
    for movie in range(PLACES * np.int64(rules.players)):
        view.open_roles[movie] = world.open_roles[movie]
    changed = view.shooting & world.touched
    world.touched, view.counted = world.touched & ~changed, view.counted & ~changed
    for movie in kit.each(changed):
        copy_movie(view, world, movie)


def copy_movie(view: State, world: State, movie: Movie) -> None:
    """Copy all of a movie in production."""
    view.genre[movie], view.stand_ins[movie] = world.genre[movie], world.stand_ins[movie]
    view.cast_size[movie], view.attached_size[movie] = world.cast_size[movie], world.attached_size[movie]
    for kind in range(KINDS):
        view.kind_count[movie, kind] = world.kind_count[movie, kind]
    for place in range(MOST_CAST):
        view.cast[movie, place] = world.cast[movie, place]
    for place in range(MOST_CAST):
        view.spoilt[movie, place] = world.spoilt[movie, place]
    for place in range(world.attached_size[movie]):
        view.attached[movie, place] = world.attached[movie, place]
        view.attached_to[movie, place] = world.attached_to[movie, place]


# Expectations


def plays_per_turn(rules: Rules) -> Float:
    """Expected Bods that a player casts in a turn."""
    return USED * (rules.plays_from_hand + rules.plays_from_cattle_call)


def turns_to_come(state: State, rules: Rules, player: Player) -> Float:
    """Whole turns of the player after the current one, as far as that can be foreseen."""
    seats = np.int64(rules.players)
    capped = (seats * rules.max_turns - state.turns - 1) / seats
    if state.ending:
        behind = (np.int64(player) - state.actor) % seats
        rest = np.int64(state.turns_left) - 1
        if behind == 0:
            return float(rest // seats)
        return float((rest - behind) // seats + 1) if rest >= behind else 0.0
    if rules.reshuffle_bods:
        return min(capped, MOST_TURNS)
    drawn = seats * max(plays_per_turn(rules), 0.5)
    return min(capped, MOST_TURNS, state.bods.deck_size / drawn + rules.final_turns)


def pace_of(state: State, rules: Rules, player: Player) -> Float:
    """Expected Bods that the player casts before the game ends."""
    turns = turns_to_come(state, rules, player)
    pace, held = plays_per_turn(rules) * turns, np.int64(state.bods.hand_size[player] + state.bods.hidden[player])
    if player == state.actor:
        pace += min(np.int64(state.hand_plays), held) + min(np.int64(state.call_plays), np.int64(state.call_size))
    if state.ending and not rules.reshuffle_bods:  # no hand is filled any more
        pace = min(pace, held + USED * rules.plays_from_cattle_call * (turns + 1.0))
    return pace


def missing(state: State, rules: Rules, movie: Movie) -> kit.Int:
    """Bods that the movie still needs."""
    total = 0
    for kind in range(KINDS):
        stand_ins = state.stand_ins[movie] if kind == BodKind.SUPPORT else 0
        total += max(0, needed(rules, kind) - state.kind_count[movie, kind] - stand_ins)
    return total


def work_before(state: State, movie: Movie, player: Player, lacking: kit.Int) -> kit.Int:
    """Bods needed by the player's other movies that lack at most `lacking`, and so come first; they are counted."""
    work = 0
    for other in kit.each(state.shooting & movies_of(player)):
        theirs = state.lacking[other]
        if other != movie and theirs <= lacking:
            work += theirs
    return work


def chance_of(pace: Float, work: Float) -> Float:
    """How likely a player who casts about `pace` more Bods fills the `work` places that are needed."""
    if work <= 0:
        return 1.0
    if pace <= 0:
        return 0.0
    ease = pace * pace * pace
    return ease / (ease + work * work * work)


def expected(points: Float, penalty: Float, chance: Float, lacking: kit.Int) -> Float:
    """The expected points of a movie: finished with this chance, else a penalty."""
    return chance * (points + FUTURE * TYPICAL * lacking) - (1.0 - chance) * penalty


def expected_points(state: State, rules: Rules, player: Player) -> Float:
    """The expected final points of a player, from what is on the table."""
    points, rest = float(state.score[player]), state.shooting & movies_of(player)
    if rest == kit.EMPTY:
        return points
    pace = pace_of(state, rules, player)
    for movie in kit.each(rest):
        state.lacking[movie] = missing(state, rules, movie)
    for movie in kit.each(rest):
        lacking = state.lacking[movie]
        chance = movie_chance(state, movie, lacking, pace)
        points += expected(movie_points(state, rules, movie), movie_penalty(state, rules, movie), chance, lacking)
    return points


def payoff(state: State, rules: Rules, player: Player) -> Float:
    """From 0 to 1: the share of the win, mixed with the lead over the best rival; before the end the lead alone."""
    best = -np.inf
    for other in range(rules.players):
        if other != player:
            best = max(best, float(state.score[other]) if state.over else expected_points(state, rules, other))
    if not state.over:
        return lead_value(expected_points(state, rules, player) - best)
    winners = kit.best(state.score, rules.players, False)
    share = 1.0 / kit.count(winners) if kit.holds(winners, player) else 0.0
    return WIN_WEIGHT * share + (1.0 - WIN_WEIGHT) * lead_value(state.score[player] - best)


def lead_value(lead: Float) -> Float:
    """A lead in points, mapped to a number from 0 to 1."""
    return 0.5 + 0.5 * lead / (abs(lead) + EVEN_LEAD)


# Precomputed for each decision


def prepare(state: State, rules: Rules, legal: kit.ActionSet) -> None:
    """Precompute what every appraisal of the legal actions needs, and no more than these need."""
    player, phase = np.int64(state.actor), state.phase
    prepare_movies(state, rules, player)
    if phase == Phase.GENRE or (phase == Phase.TURN and (legal | state.offered) & OPENINGS != kit.EMPTY):
        lacking = lacking_when_opened(rules)
        work = lacking + 0.5 * work_before(state, -1, player, lacking)
        state.open_chance = chance_of(max(0.0, state.pace[player] - 1.0), work)
        count_supply(state, rules)
    if phase in (Phase.TURN, Phase.MOVIE):
        pace = max(0.0, state.pace[player] - 1.0)
        for movie in kit.each(state.shooting & movies_of(player)):
            state.cast_chance[movie] = movie_chance(state, movie, state.lacking[movie] - 1, pace)
    if phase > Phase.GENRE or (phase == Phase.TURN and kit.holds(legal, Move.BIZ)):
        for other in range(rules.players):
            if other != player:
                prepare_movies(state, rules, other)
        weigh_rivals(state, rules)


def prepare_movies(state: State, rules: Rules, player: Player) -> None:
    """Estimate how likely each movie of a player is finished, and its points."""
    pace = pace_of(state, rules, player)
    state.pace[player] = pace
    movies = state.shooting & movies_of(player)
    count_movies(state, rules, movies & ~state.counted)
    for movie in kit.each(movies):
        lacking = state.lacking[movie]
        chance = movie_chance(state, movie, lacking, pace)
        state.chance[movie] = chance
        state.worth[movie] = expected(state.points[movie], state.costs[movie], chance, lacking)


def count_movies(state: State, rules: Rules, movies: MovieSet) -> None:
    """Count what movies need and what they bring and cost as they stand."""
    state.counted = state.counted | movies
    for movie in kit.each(movies):
        state.lacking[movie] = missing(state, rules, movie)
        state.costs[movie] = movie_penalty(state, rules, movie)
        points, has_bonus = np.int64(0), False
        for place in range(state.cast_size[movie]):
            counts = bod_points(state, rules, movie, place)
            state.spot_points[movie, place] = counts
            points += counts
            has_bonus |= rules.bods[state.cast[movie, place]].bonus_with_card >= 0
        for place in range(state.attached_size[movie]):
            points += attached_points(rules, attached_row(state, rules, movie, place))
        state.points[movie] = points
        state.with_bonus = kit.remove(state.with_bonus, movie) | only_if(movie, has_bonus)


def lacking_when_opened(rules: Rules) -> kit.Int:
    """Bods that a movie needs beside the one that opens it."""
    return rules.directors_needed + rules.stars_needed + rules.supports_needed - 1


def movie_chance(state: State, movie: Movie, lacking: kit.Int, pace: Float) -> Float:
    """How likely the movie is finished if it lacks this many Bods."""
    return chance_of(pace, lacking + 0.5 * work_before(state, movie, owner_of(movie), lacking))


def weigh_rivals(state: State, rules: Rules) -> None:
    """Weigh a point less for each rival: most for the strongest, of equals the next in turn."""
    best, ahead = -np.inf, 0
    for step in range(1, rules.players):
        player = (np.int64(state.actor) + step) % rules.players
        points = float(state.score[player])
        for movie in kit.each(state.shooting & movies_of(player)):
            points += state.worth[movie]
        state.weight[player] = 0.5 / (rules.players - 1)
        if points > best:
            best, ahead = points, player
    state.weight[state.actor] = -1.0
    state.weight[ahead] += 0.5 if rules.players == 2 else 0.3


def count_supply(state: State, rules: Rules) -> None:
    """Sum the values of Bods in the actor's hand and the Cattle Call, by kind and genre."""
    for kind in range(KINDS):
        for genre in range(GENRES):
            state.supply[kind, genre] = 0.0
    for place in range(state.bods.hand_size[state.actor]):
        add_supply(state, rules, np.int64(state.bods.hand[state.actor, place]), 1.0)
    for place in range(state.call_size):
        add_supply(state, rules, np.int64(state.cattle_call[place]), 0.5)


def add_supply(state: State, rules: Rules, card: Card, share: Float) -> None:
    """Count an available Bod in each of its genres."""
    bod = rules.bods[card]
    for genre in kit.each(bod.genres):
        state.supply[bod.kind, genre] += share * bod.value


# What an action is worth


def appraise(state: State, rules: Rules, legal: kit.ActionSet, worths: Array) -> None:
    """Write what each legal action is worth, in wins: the expected points that it gains."""
    prepare(state, rules, legal)
    appraised = legal
    for action in kit.each(legal):
        worths[action] = WIN_PER_POINT * point_gain(state, rules, appraised, action)


def point_gain(state: State, rules: Rules, appraised: kit.ActionSet, action: kit.Action) -> Float:
    """Expected points that the action gains over doing nothing. Lower actions were `appraised` before."""
    card, movie = np.int64(state.chosen), np.int64(state.aim)
    if state.phase == Phase.TURN:
        return turn_gain(state, rules, appraised, action)
    if state.phase == Phase.MOVIE:
        return movie_gain(state, rules, card, action) + text_gain(state, rules, card)
    if state.phase == Phase.GENRE:
        return gain_with_supply(state, rules, card, supply_beside(state, rules, card, action))
    if state.phase == Phase.BIZ:
        if action == KEEP_BIZ:
            return 0.0
        return biz_gain(state, rules, row_in_hand(state, rules, state.actor, action))
    if state.phase == Phase.TARGET:
        return biz_gain_at(state, rules, card, action)
    if state.phase == Phase.BOD:
        return bod_gain(state, rules, card, movie, action)
    if state.phase == Phase.SWAP:
        return swap_gain(state, rules, movie, np.int64(state.spot), action)
    if state.phase == Phase.ATTACHED:
        return cancel_gain(state, rules, movie, action)
    if state.phase == Phase.RIVAL:
        return steal_gain(state, action)
    return -card_worth(rules, row_in_hand(state, rules, state.actor, action))


def turn_gain(state: State, rules: Rules, appraised: kit.ActionSet, action: kit.Action) -> Float:
    """The gain of a move of a turn, if the best choices follow; `gains` has those of the hand that are `appraised`."""
    if action == Move.END_TURN:
        return 0.0
    if action == Move.SHAKE_UP:
        return shake_up_gain(state, rules, appraised)
    if action == Move.BIZ:
        return best_biz_gain(state, rules)
    from_call, card = bod_played(state, action)
    gain = best_open_gain(state, rules, card) if opens(action) else best_cast_gain(state, rules, card, from_call)
    if not from_call:
        state.gains[action] = gain
    return gain


# Bods


def bod_played(state: State, action: kit.Action) -> tuple[kit.Bool, Card]:
    """The Bod that an action of a turn casts or opens a movie with, and whether it is of the Cattle Call."""
    slot, from_call = bod_slot(action), action >= Move.CAST_CALL
    return from_call, np.int64(state.cattle_call[slot] if from_call else state.bods.hand[state.actor, slot])


def best_cast_gain(state: State, rules: Rules, card: Card, from_call: kit.Bool) -> Float:
    """The gain of casting the Bod in the best movie."""
    best = NO_GAIN
    for movie in kit.each(movies_for_bod(state, rules, state.actor, card, from_call)):
        best = max(best, movie_gain(state, rules, card, movie))
    return best + text_gain(state, rules, card) if best > NO_GAIN else best


def movie_gain(state: State, rules: Rules, card: Card, movie: Movie) -> Float:
    """The gain of a movie by the Bod: its points, and a better chance to be finished."""
    value = np.int64(rules.bods[card].value)
    added = value if kit.holds(rules.bods[card].genres, state.genre[movie]) else -value
    lacking, chance = state.lacking[movie] - 1, state.cast_chance[movie]
    points = state.points[movie] + added + synergy(state, rules, card, movie)
    penalty = state.costs[movie] + rules.unfinished_penalty * value
    future = FUTURE * TYPICAL * chance  # no loss by filling the place: a later Bod goes to another movie
    return expected(points, penalty, chance, lacking) + future - state.worth[movie]


def synergy(state: State, rules: Rules, card: Card, movie: Movie) -> kit.Int:
    """The bonuses that the Bod brings to a movie, its own and those of its partners."""
    bod, total = rules.bods[card], 0
    if bod.bonus == 0 and not kit.holds(state.with_bonus, movie):
        return 0
    partnered = bod.bonus_with_kind >= 0 and state.kind_count[movie, bod.bonus_with_kind] > 0
    for place in range(state.cast_size[movie]):
        other = rules.bods[state.cast[movie, place]]
        partnered = partnered or bod.bonus_with_card == state.cast[movie, place]
        if other.bonus_with_card == card:
            total += other.bonus
    return total + bod.bonus if partnered else total


def text_gain(state: State, rules: Rules, card: Card) -> Float:
    """The gain by the Biz cards that the Bod's text draws or discards."""
    if rules.biz_per_turn == 0 or state.pace[state.actor] < 2:
        return 0.0
    drawn = np.int64(rules.bods[card].draw_biz)
    lost = min(np.int64(rules.bods[card].lose_biz), drawn + state.biz.hand_size[state.actor])
    return BIZ_DRAWN * (drawn - lost)


def best_open_gain(state: State, rules: Rules, card: Card) -> Float:
    """The gain of opening a movie with the Bod, of the genre for which there are the best Bods."""
    best = -np.inf
    for genre in kit.each(rules.bods[card].genres):
        best = max(best, supply_beside(state, rules, card, genre))
    return max(NO_GAIN, gain_with_supply(state, rules, card, best)) if best > -np.inf else NO_GAIN


def supply_beside(state: State, rules: Rules, card: Card, genre: kit.Int) -> Float:
    """The points that the available Bods promise to a movie of this genre which the Bod opens."""
    supply = -SUPPLIED * np.int64(rules.bods[card].value)
    for kind in range(KINDS):
        supply += SUPPLIED * state.supply[kind, genre]
    return supply


def gain_with_supply(state: State, rules: Rules, card: Card, supply: Float) -> Float:
    """The gain of opening a movie with the Bod where available Bods promise so many points."""
    value = np.int64(rules.bods[card].value)
    lacking = lacking_when_opened(rules)
    worth = expected(value + supply, rules.unfinished_penalty * value, state.open_chance, lacking)
    return worth + text_gain(state, rules, card)


def shake_up_gain(state: State, rules: Rules, appraised: kit.ActionSet) -> Float:
    """The gain of a shake-up: positive if the present hand is of little use, and always if it is stuck."""
    if state.ending:
        return -1.0
    useful, best = 0, 0.0
    for place in range(state.bods.hand_size[state.actor]):
        gain, opened = state.gains[Move.CAST_HAND + place], state.gains[Move.OPEN_HAND + place]
        card = np.int64(state.bods.hand[state.actor, place])
        if not kit.holds(appraised, Move.CAST_HAND + place):
            gain = best_cast_gain(state, rules, card, False)
        if kit.holds(state.offered, Move.OPEN_HAND + place):
            gain = max(
                gain, opened if kit.holds(appraised, Move.OPEN_HAND + place) else best_open_gain(state, rules, card)
            )
        useful += gain > 0
        best = max(best, gain)
    gain = NEW_HAND - useful - best - BIZ_DRAWN * state.biz.hand_size[state.actor]
    stuck = useful == 0 and state.bods.hand_size[state.actor] >= rules.hand_size
    return max(gain, STUCK) if stuck else gain


# Biz


def best_biz_gain(state: State, rules: Rules) -> Float:
    """The gain of the Biz card that brings most; one without a target gains nothing. Equal cards lie side by side."""
    best, before = NO_GAIN, np.int64(kit.NO_CARD)
    for place in range(state.biz.hand_size[state.actor]):
        row = row_in_hand(state, rules, state.actor, place)
        if row != before and (rules.biz[row].effect != BizEffect.DRAW_BODS or has_target(state, rules, row)):
            best = max(best, biz_gain(state, rules, row))
        before = row
    return best


def biz_gain(state: State, rules: Rules, row: RowNumber) -> Float:
    """The gain of a Biz card on its best target."""
    effect = rules.biz[row].effect
    if effect == BizEffect.DRAW_BODS:
        return BOD_DRAWN * rules.biz[row].value if state.pace[state.actor] >= 1 else 0.0
    best = NO_GAIN
    if effect == BizEffect.STEAL_BIZ:
        for rival in kit.each(rivals_with_biz(state, rules)):
            best = max(best, steal_gain(state, rival))
        return best
    for movie in kit.each(movies_for_biz(state, rules, row)):
        best = max(best, biz_gain_at(state, rules, row, movie))
    return best


def steal_gain(state: State, rival: Player) -> Float:
    """The gain of stealing: one Biz card more, and one fewer for the rival."""
    return BIZ_DRAWN * (1.0 + state.weight[rival])


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
    for spot in kit.each(spots_for_biz(state, rules, row, movie)):
        best = max(best, bod_gain(state, rules, row, movie, spot))
    return best


def boost_gain(state: State, rules: Rules, row: RowNumber, movie: Movie) -> Float:
    """The gain of a boost: its value if the movie is finished, its cost if not."""
    biz, chance = rules.biz[row], state.chance[movie]
    costs = biz.costs and rules.costed_biz_penalty
    return chance * biz.value - ((1.0 - chance) * biz.value if costs else 0.0)


def stand_in_gain(state: State, rules: Rules, row: RowNumber, movie: Movie) -> Float:
    """The gain of a stand-in: the movie is more likely to be finished."""
    lacking = state.lacking[movie] - 1
    chance = movie_chance(state, movie, lacking, state.pace[state.actor])
    points, penalty = state.points[movie], state.costs[movie]
    if rules.biz[row].costs and rules.costed_biz_penalty:
        penalty += np.int64(rules.biz[row].value)
    return expected(points, penalty, chance, lacking) - state.worth[movie]


def bod_gain(state: State, rules: Rules, row: RowNumber, movie: Movie, spot: kit.Int) -> Float:
    """The gain of a Biz card on one Bod of a movie."""
    effect = rules.biz[row].effect
    if effect in (BizEffect.BOOST, BizEffect.AWARD):
        return boost_gain(state, rules, row, movie)
    if effect == BizEffect.RECAST:
        best = NO_GAIN
        for place in kit.each(understudies(state, rules, movie, spot)):
            best = max(best, swap_gain(state, rules, movie, spot, place))
        return best
    weight, points = state.weight[owner_of(movie)], np.int64(state.spot_points[movie, spot])
    if effect == BizEffect.UPSTAGE:
        return weight * state.chance[movie] * points
    if effect == BizEffect.SCANDAL:
        return weight * state.chance[movie] * (points + np.int64(rules.bods[state.cast[movie, spot]].value))
    return weight * (state.worth[movie] - worth_without(state, rules, movie, spot))


def worth_without(state: State, rules: Rules, movie: Movie, spot: kit.Int) -> Float:
    """The worth of the movie when the Bod has left it."""
    lacking = state.lacking[movie] + 1
    chance = movie_chance(state, movie, lacking, state.pace[owner_of(movie)])
    points = state.points[movie] - np.int64(state.spot_points[movie, spot])
    value = rules.unfinished_penalty * np.int64(rules.bods[state.cast[movie, spot]].value)
    return expected(points, state.costs[movie] - value, chance, lacking)


def swap_gain(state: State, rules: Rules, movie: Movie, spot: kit.Int, place: kit.Int) -> Float:
    """The gain of a Bod of the hand in another's place."""
    card = np.int64(state.bods.hand[state.actor, place])
    value = np.int64(rules.bods[card].value)
    points = value if kit.holds(rules.bods[card].genres, state.genre[movie]) else -value
    return state.chance[movie] * (points - np.int64(state.spot_points[movie, spot])) - 0.5 * BIZ_DRAWN


def cancel_gain(state: State, rules: Rules, movie: Movie, place: kit.Int) -> Float:
    """The gain of taking a Biz card off a movie: its owner's weight is -1 for the actor's own."""
    row = attached_row(state, rules, movie, place)
    effect, points = rules.biz[row].effect, attached_points(rules, row)
    if effect in (BizEffect.UPSTAGE, BizEffect.SCANDAL):
        value = np.int64(rules.bods[state.cast[movie, state.attached_to[movie, place]]].value)
        points = -value if effect == BizEffect.UPSTAGE else -2 * value
    if effect == BizEffect.STAND_IN:
        points = TYPICAL
    return state.weight[owner_of(movie)] * state.chance[movie] * points


def card_worth(rules: Rules, row: RowNumber) -> Float:
    """The rough worth of a Biz card in the hand."""
    effect = rules.biz[row].effect
    if effect in (BizEffect.BOOST, BizEffect.AWARD, BizEffect.BAD_RATINGS):
        return float(rules.biz[row].value)
    return TYPICAL


# Styles


@kit.style("Wants Bods of high value and waits for them.")
def blockbuster(state: State, rules: Rules, legal: kit.ActionSet) -> kit.Action:
    return most_valued(state, rules, legal, StyleId.BLOCKBUSTER.value)


@kit.style("Finishes movies fast, in their genre or not.")
def factory(state: State, rules: Rules, legal: kit.ActionSet) -> kit.Action:
    return most_valued(state, rules, legal, StyleId.FACTORY.value)


@kit.style("Plays Biz on rivals before all else.")
def saboteur(state: State, rules: Rules, legal: kit.ActionSet) -> kit.Action:
    return most_valued(state, rules, legal, StyleId.SABOTEUR.value)


def most_valued(state: State, rules: Rules, legal: kit.ActionSet, style: kit.Int) -> kit.Action:
    """The action that the style values most; the lowest of several."""
    prepare(state, rules, legal)
    appraised = legal
    chosen, best = kit.lowest(legal), -np.inf
    for action in kit.each(legal):
        worth = style_worth(state, rules, appraised, action, style)
        if worth > best:
            chosen, best = action, worth
    return chosen


def style_worth(state: State, rules: Rules, appraised: kit.ActionSet, action: kit.Action, style: kit.Int) -> Float:
    """The value of an action to a style: the gain in points, with the preferences of the style."""
    gain = point_gain(state, rules, appraised, action)
    if style == StyleId.SABOTEUR:
        return gain + ABOVE_ALL if is_attack(state, rules, action) else gain
    if state.phase != Phase.TURN or action >= Move.BIZ:
        return gain
    from_call, card = bod_played(state, action)
    if style == StyleId.BLOCKBUSTER:
        return gain if rules.bods[card].value >= HIGH_VALUE[rules.bods[card].kind] or state.ending else gain - TOO_LOW
    if opens(action):
        return gain
    fewest = np.inf
    for movie in kit.each(movies_for_bod(state, rules, state.actor, card, from_call)):
        fewest = min(fewest, float(missing(state, rules, movie)))
    return ABOVE_ALL - fewest


def is_attack(state: State, rules: Rules, action: kit.Action) -> kit.Bool:
    """True if the action plays a Biz card against a rival, or begins to play one that gains something."""
    if state.phase == Phase.BIZ and action != KEEP_BIZ:
        return rules.biz[row_in_hand(state, rules, state.actor, action)].effect in ATTACKS
    if state.phase != Phase.TURN or action != Move.BIZ:
        return False
    for place in range(state.biz.hand_size[state.actor]):
        row = row_in_hand(state, rules, state.actor, place)
        if rules.biz[row].effect in ATTACKS and biz_gain(state, rules, row) > 0.0:
            return True
    return False


# The playout player of search


def playout(state: State, rules: Rules, legal: kit.ActionSet) -> kit.Action:
    """The action of the playout player: play Biz, cast high values in genre, open movies in time, then end the turn."""
    if state.phase == Phase.TURN:
        return playout_turn(state, rules, legal)
    if state.phase == Phase.MOVIE:
        return playout_movie(state, rules, np.int64(state.chosen), legal)
    if state.phase == Phase.TARGET:
        return fullest(state, legal)
    if state.phase == Phase.BOD:
        return most_valuable(state, rules, legal)
    return kit.lowest(legal)


def playout_turn(state: State, rules: Rules, legal: kit.ActionSet) -> kit.Action:
    """The move of a turn with the highest quick value."""
    chosen, best, roles = Move.END_TURN.value, 0, roles_to_give(state, np.int64(state.actor))
    for action in kit.each(legal):
        worth = quick_value(state, rules, action, roles)
        if worth > best:
            chosen, best = action, worth
    return chosen


def quick_value(state: State, rules: Rules, action: kit.Action, roles: BitSet) -> kit.Int:
    """A quick estimate of the value of a move of a turn; `roles` are those that the actor has to give."""
    if action >= Move.BIZ:
        return 3 if action == Move.BIZ else 0
    from_call, card = bod_played(state, action)
    value = np.int64(rules.bods[card].value)
    if opens(action):
        return 0 if state.ending and state.turns_left <= rules.players else value
    if rules.bods[card].roles & fitting(rules, card, from_call) & roles != kit.EMPTY:
        return value + 2
    if not state.ending:
        return 0
    movie = playout_movie(state, rules, card, movies_for_bod(state, rules, state.actor, card, from_call))
    return 1 if missing(state, rules, movie) == 1 else 0


def playout_movie(state: State, rules: Rules, card: Card, movies: MovieSet) -> Movie:
    """A movie in the Bod's genre if there is one, the fullest of several."""
    chosen, best = kit.lowest(movies), np.int64(-1)
    genres = rules.bods[card].genres
    for movie in kit.each(movies):
        fullness = np.int64(state.cast_size[movie]) + (20 if kit.holds(genres, state.genre[movie]) else 0)
        if fullness > best:
            chosen, best = movie, fullness
    return chosen


def fullest(state: State, movies: MovieSet) -> Movie:
    """The movie with the most Bods; of rivals' the one whose owner has most points."""
    chosen, best = kit.lowest(movies), -np.inf
    for movie in kit.each(movies):
        worth = 10.0 * state.cast_size[movie] + state.score[owner_of(movie)]
        if worth > best:
            chosen, best = movie, worth
    return chosen


def most_valuable(state: State, rules: Rules, spots: BitSet) -> kit.Int:
    """The Bod of the movie with the highest value."""
    chosen, best = kit.lowest(spots), np.int64(-1)
    for spot in kit.each(spots):
        value = np.int64(rules.bods[state.cast[state.aim, spot]].value)
        if value > best:
            chosen, best = spot, value
    return chosen
