"""Showbiz Shuffle: what unfinished movies are expected to bring, for bots and for search.

All but `prepare` read only what everybody sees: the movies, the decks' sizes and the turns. The estimates are rational
functions, so that compiled and plain code agree to the last bit.
"""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, holds, lowest, only_if, remove, without_lowest
from workbench.engine.compiling import compiled
from workbench.engine.types import ActionSet, Card, Float, Int, Player, Rules, State
from workbench.games.showbiz_shuffle.movies import movies_of, needed
from workbench.games.showbiz_shuffle.rules import GENRES, KINDS, BodKind
from workbench.games.showbiz_shuffle.scoring import (
    attached_points,
    attached_row,
    bod_points,
    movie_penalty,
    movie_points,
    owner_of,
    winners_of,
)
from workbench.games.showbiz_shuffle.table import MOST_CALL, MOST_HAND, Move, Movie, MovieSet, Phase

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


@compiled
def plays_per_turn(rules: Rules) -> Float:
    """Expected Bods that a player casts in a turn."""
    return USED * (rules.plays_from_hand + rules.plays_from_cattle_call)


@compiled
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
    return min(capped, MOST_TURNS, state.deck_size / drawn + rules.final_turns)


@compiled
def pace_of(state: State, rules: Rules, player: Player) -> Float:
    """Expected Bods that the player casts before the game ends."""
    turns = turns_to_come(state, rules, player)
    pace, held = plays_per_turn(rules) * turns, np.int64(state.hand_size[player] + state.hidden[player])
    if player == state.actor:
        pace += min(np.int64(state.hand_plays), held) + min(np.int64(state.call_plays), np.int64(state.call_size))
    if state.ending and not rules.reshuffle_bods:  # no hand is filled any more
        pace = min(pace, held + USED * rules.plays_from_cattle_call * (turns + 1.0))
    return pace


@compiled
def missing_of(state: State, rules: Rules, movie: Movie, kind: Int) -> Int:
    """Bods of a kind that the movie still needs."""
    missing = needed(rules, kind) - state.kind_count[movie, kind]
    if kind == BodKind.SUPPORT:
        missing -= state.stand_ins[movie]
    return max(0, missing)


@compiled
def missing(state: State, rules: Rules, movie: Movie) -> Int:
    """Bods that the movie still needs."""
    total = 0
    for kind in range(KINDS):
        total += missing_of(state, rules, movie, kind)
    return total


@compiled
def count_lacking(state: State, rules: Rules, player: Player) -> None:
    """Count the Bods that each movie of the player still needs."""
    rest = state.shooting & movies_of(player)
    while rest != EMPTY:
        state.lacking[lowest(rest)] = missing(state, rules, lowest(rest))
        rest = without_lowest(rest)


@compiled
def work_before(state: State, movie: Movie, player: Player, lacking: Int) -> Int:
    """Bods needed by the player's other movies that lack at most `lacking`, and so come first; they are counted."""
    work, rest = 0, state.shooting & movies_of(player)
    while rest != EMPTY:
        other = lowest(rest)
        rest = without_lowest(rest)
        theirs = state.lacking[other]
        if other != movie and theirs <= lacking:
            work += theirs
    return work


@compiled
def chance_of(pace: Float, work: Float) -> Float:
    """How likely a player who casts about `pace` more Bods fills the `work` places that are needed."""
    if work <= 0:
        return 1.0
    if pace <= 0:
        return 0.0
    ease = pace * pace * pace
    return ease / (ease + work * work * work)


@compiled
def expected(points: Float, penalty: Float, chance: Float, lacking: Int) -> Float:
    """The expected points of a movie: finished with this chance, else a penalty."""
    return chance * (points + FUTURE * TYPICAL * lacking) - (1.0 - chance) * penalty


@compiled
def movie_worth(state: State, rules: Rules, movie: Movie, pace: Float) -> Float:
    """The worth of a movie in production to its owner, who may cast `pace` more Bods."""
    lacking = state.lacking[movie]
    chance = movie_chance(state, movie, lacking, pace)
    return expected(movie_points(state, rules, movie), movie_penalty(state, rules, movie), chance, lacking)


@compiled
def expected_points(state: State, rules: Rules, player: Player) -> Float:
    """The expected final points of a player, from what is on the table."""
    points, rest = float(state.totals[player]), state.shooting & movies_of(player)
    if rest == EMPTY:
        return points
    pace = pace_of(state, rules, player)
    count_lacking(state, rules, player)
    while rest != EMPTY:
        movie = lowest(rest)
        rest = without_lowest(rest)
        points += movie_worth(state, rules, movie, pace)
    return points


@compiled
def payoff(state: State, rules: Rules, player: Player) -> Float:
    """From 0 to 1: the share of the win, mixed with the lead over the best rival; before the end the lead alone."""
    if not state.over:
        best = -np.inf
        for other in range(rules.players):
            if other != player:
                best = max(best, expected_points(state, rules, other))
        return lead_value(expected_points(state, rules, player) - best)
    best = -np.inf
    for other in range(rules.players):
        if other != player:
            best = max(best, float(state.totals[other]))
    return WIN_WEIGHT * win_share(state, rules, player) + (1.0 - WIN_WEIGHT) * lead_value(state.totals[player] - best)


@compiled
def lead_value(lead: Float) -> Float:
    """A lead in points, mapped to a number from 0 to 1."""
    return 0.5 + 0.5 * lead / (abs(lead) + EVEN_LEAD)


@compiled
def win_share(state: State, rules: Rules, player: Player) -> Float:
    """The player's part of the win, once the play is over."""
    winners, share, mine = winners_of(state, rules), 0, False
    while winners != EMPTY:
        winner = lowest(winners)
        winners = without_lowest(winners)
        share += 1
        mine = mine or winner == player
    return 1.0 / share if mine else 0.0


# Precomputed for each decision


@compiled
def prepare(state: State, rules: Rules, legal: ActionSet) -> None:
    """Precompute what every appraisal of the legal actions needs, and no more than these need."""
    player, phase = np.int64(state.actor), state.phase
    prepare_movies(state, rules, player)
    if phase == Phase.GENRE or (phase == Phase.TURN and (legal | state.legal) & OPENINGS != EMPTY):
        prepare_opening(state, rules)
    if phase in (Phase.TURN, Phase.MOVIE):
        prepare_casting(state)
    if phase > Phase.GENRE or (phase == Phase.TURN and holds(legal, Move.BIZ)):
        for other in range(rules.players):
            if other != player:
                prepare_movies(state, rules, other)
        weigh_rivals(state, rules)


@compiled
def prepare_movies(state: State, rules: Rules, player: Player) -> None:
    """Estimate how likely each movie of a player is finished, and its points."""
    pace = pace_of(state, rules, player)
    state.pace[player] = pace
    movies = state.shooting & movies_of(player)
    count_movies(state, rules, movies & ~state.counted)
    while movies != EMPTY:
        movie = lowest(movies)
        movies = without_lowest(movies)
        lacking = state.lacking[movie]
        chance = movie_chance(state, movie, lacking, pace)
        state.chance[movie] = chance
        state.worth[movie] = expected(state.points[movie], state.penalty[movie], chance, lacking)


@compiled
def count_movies(state: State, rules: Rules, movies: MovieSet) -> None:
    """Count what movies need and what they bring and cost as they stand."""
    state.counted = state.counted | movies
    while movies != EMPTY:
        movie = lowest(movies)
        movies = without_lowest(movies)
        state.lacking[movie] = missing(state, rules, movie)
        state.penalty[movie] = movie_penalty(state, rules, movie)
        points, has_bonus = np.int64(0), False
        for place in range(state.cast_size[movie]):
            counts = bod_points(state, rules, movie, place)
            state.spot_points[movie, place] = counts
            points += counts
            has_bonus |= rules.bods[state.cast[movie, place]].bonus_with_card >= 0
        for place in range(state.attached_size[movie]):
            points += attached_points(rules, attached_row(state, rules, movie, place))
        state.points[movie] = points
        state.with_bonus = remove(state.with_bonus, movie) | only_if(movie, has_bonus)


@compiled
def prepare_casting(state: State) -> None:
    """Estimate how likely each movie of the actor's is finished once it has one Bod more."""
    pace, rest = max(0.0, state.pace[state.actor] - 1.0), state.shooting & movies_of(state.actor)
    while rest != EMPTY:
        movie = lowest(rest)
        rest = without_lowest(rest)
        state.cast_chance[movie] = movie_chance(state, movie, state.lacking[movie] - 1, pace)


@compiled
def prepare_opening(state: State, rules: Rules) -> None:
    """Estimate how likely a movie that is opened now is finished, and what Bods there are for it."""
    lacking = lacking_when_opened(rules)
    work = lacking + 0.5 * work_before(state, -1, state.actor, lacking)
    state.open_chance = chance_of(max(0.0, state.pace[state.actor] - 1.0), work)
    count_supply(state, rules)


@compiled
def lacking_when_opened(rules: Rules) -> Int:
    """Bods that a movie needs beside the one that opens it."""
    return rules.directors_needed + rules.stars_needed + rules.supports_needed - 1


@compiled
def movie_chance(state: State, movie: Movie, lacking: Int, pace: Float) -> Float:
    """How likely the movie is finished if it lacks this many Bods."""
    return chance_of(pace, lacking + 0.5 * work_before(state, movie, owner_of(movie), lacking))


@compiled
def weigh_rivals(state: State, rules: Rules) -> None:
    """Weigh a point less for each rival: most for the strongest, of equals the next in turn."""
    best, ahead = -np.inf, 0
    for step in range(1, rules.players):
        player = (np.int64(state.actor) + step) % rules.players
        points = prepared_points(state, player)
        state.weight[player] = 0.5 / (rules.players - 1)
        if points > best:
            best, ahead = points, player
    state.weight[state.actor] = -1.0
    state.weight[ahead] += 0.5 if rules.players == 2 else 0.3


@compiled
def prepared_points(state: State, player: Player) -> Float:
    """The `expected_points` of a player whose movies are prepared."""
    points, rest = float(state.totals[player]), state.shooting & movies_of(player)
    while rest != EMPTY:
        points += state.worth[lowest(rest)]
        rest = without_lowest(rest)
    return points


@compiled
def count_supply(state: State, rules: Rules) -> None:
    """Sum the values of Bods in the actor's hand and the Cattle Call, by kind and genre."""
    for kind in range(KINDS):
        for genre in range(GENRES):
            state.supply[kind, genre] = 0.0
    for place in range(state.hand_size[state.actor]):
        add_supply(state, rules, np.int64(state.hand[state.actor, place]), 1.0)
    for place in range(state.call_size):
        add_supply(state, rules, np.int64(state.cattle_call[place]), 0.5)


@compiled
def add_supply(state: State, rules: Rules, card: Card, share: Float) -> None:
    """Count an available Bod in each of its genres."""
    bod, rest = rules.bods[card], rules.bods[card].genres
    while rest != EMPTY:
        genre = lowest(rest)
        rest = without_lowest(rest)
        state.supply[bod.kind, genre] += share * bod.value
