"""Showbiz Shuffle: movies, from the Bod that opens them to the premiere."""

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, holds, lowest, only_if, remove, span, without_lowest
from workbench.engine.compiling import compiled
from workbench.engine.types import BitSet, Bool, Card, Int, Player, Rules, State
from workbench.games.showbiz_shuffle.decks import discard_biz, discard_bod, note_endgame, start_endgame
from workbench.games.showbiz_shuffle.rules import KIND_BITS, KINDS, OPENING, BodKind
from workbench.games.showbiz_shuffle.scoring import movie_points, note_leader, note_movie, owner_of
from workbench.games.showbiz_shuffle.table import MOST_ATTACHED, PLACES, Event, Movie, MovieSet


@compiled
def movies_of(player: Player) -> MovieSet:
    """The set of a player's places for movies."""
    return span(PLACES * np.int64(player), PLACES)


@compiled
def needed(rules: Rules, kind: Int) -> Int:
    """Rules, Making Movies: how many of a kind a complete movie has; it has room for no more."""
    if kind == BodKind.DIRECTOR:
        return rules.directors_needed
    return rules.stars_needed if kind == BodKind.STAR else rules.supports_needed


@compiled
def role(kind: Int, genre: Int) -> Int:
    """The role of a Bod of this kind in a movie of this genre."""
    return KIND_BITS * kind + genre


@compiled
def fitting(rules: Rules, card: Card, from_call: Bool) -> BitSet:
    """Rules, Bod cards: the roles in which the Bod may be played at all.

    Those of the Cattle Call are never played out of genre; those of the hand are under contract, but for their text.
    """
    if rules.out_of_genre_from_hand and not from_call:
        return rules.bods[card].roles_at_all
    return rules.bods[card].roles


@compiled
def movies_for_bod(state: State, rules: Rules, player: Player, card: Card, from_call: Bool) -> MovieSet:
    """The player's movies in which the Bod may be cast."""
    roles, movies = fitting(rules, card, from_call), EMPTY
    for movie in range(PLACES * np.int64(player), PLACES * np.int64(player) + PLACES):
        movies = movies | only_if(movie, roles & state.open_roles[movie] != EMPTY)
    return movies


@compiled
def roles_to_give(state: State, player: Player) -> BitSet:
    """The roles that are open in the player's movies together."""
    roles = EMPTY
    for movie in range(PLACES * np.int64(player), PLACES * np.int64(player) + PLACES):
        roles = roles | state.open_roles[movie]
    return roles


@compiled
def with_role_for(state: State, movies: MovieSet, kind: Int) -> MovieSet:
    """The movies that have an open role for this kind of Bod."""
    fitting_movies = EMPTY
    while movies != EMPTY:
        movie = lowest(movies)
        movies = without_lowest(movies)
        fitting_movies |= only_if(movie, holds(state.open_roles[movie], role(kind, state.genre[movie])))
    return fitting_movies


@compiled
def may_open_another(state: State, rules: Rules, player: Player) -> Bool:
    """Rules, Turns: players may have up to two movies in production at a time."""
    return count(state.shooting & movies_of(player)) < rules.movies_at_once


@compiled
def starters(rules: Rules) -> BitSet:
    """Rules, Making Movies: a movie can only be started with a Star or a Director, if it has room for one at all."""
    roles = EMPTY
    for kind in range(KINDS):
        if holds(rules.starters, kind) and needed(rules, kind) > 0:
            roles = add(roles, role(kind, OPENING))
    return roles


@compiled
def open_movie(state: State, rules: Rules, player: Player, card: Card, genre: Int) -> Movie:
    """Rules, Making Movies: open a movie of the declared genre; its number."""
    movie = lowest(movies_of(player) & ~state.shooting)
    state.shooting = add(state.shooting, movie)
    state.of_genre[genre] = add(state.of_genre[genre], movie)
    state.genre[movie] = genre
    for kind in range(KINDS):
        update_room(state, rules, movie, kind)
    add_to_cast(state, rules, movie, card)
    return movie


@compiled
def add_to_cast(state: State, rules: Rules, movie: Movie, card: Card) -> None:
    """Add a Bod to the cast."""
    kind = rules.bods[card].kind
    state.cast[movie, state.cast_size[movie]] = card
    state.cast_size[movie] += 1
    state.kind_count[movie, kind] += 1
    state.touched = add(state.touched, movie)
    state.unspoilt = add(state.unspoilt, movie)
    update_room(state, rules, movie, kind)


@compiled
def update_room(state: State, rules: Rules, movie: Movie, kind: Int) -> None:
    """Note whether the movie has an open role for a kind of Bod; a stand-in takes that of a support."""
    places = needed(rules, kind)
    if kind == BodKind.SUPPORT:
        places -= state.stand_ins[movie]
    its = role(kind, state.genre[movie])
    state.open_roles[movie] = remove(state.open_roles[movie], its) | only_if(
        its, state.kind_count[movie, kind] < places
    )


@compiled
def update_unspoilt(state: State, movie: Movie) -> None:
    """Note whether the movie has a Bod that is neither upstaged nor in a scandal."""
    state.unspoilt = remove(state.unspoilt, movie)
    for place in range(state.cast_size[movie]):
        if state.spoilt[movie, place] == 0:
            state.unspoilt = add(state.unspoilt, movie)
            return


@compiled
def is_complete(state: State, movie: Movie) -> Bool:
    """Rules, Making Movies: a complete movie has all its directors, stars and supports."""
    return state.open_roles[movie] == EMPTY


@compiled
def premiere_if_complete(state: State, rules: Rules, movie: Movie) -> None:
    """Rules, Turns: a movie that completes is scored immediately."""
    if is_complete(state, movie):
        premiere(state, rules, movie)


@compiled
def premiere(state: State, rules: Rules, movie: Movie) -> None:
    """Rules, Turns: the movie is scored; its cards go to the discard piles."""
    player, points, genre = owner_of(movie), movie_points(state, rules, movie), state.genre[movie]
    state.totals[player] += points
    state.movie_points[player] += points
    state.finished[player] += 1
    state.produced[genre] += 1
    note_movie(state, rules, movie, Event.PREMIERE, points)
    close_movie(state, movie)
    note_leader(state, rules)
    if rules.score_target > 0 and state.totals[player] >= rules.score_target:
        ending = state.ending
        start_endgame(state, rules)
        note_endgame(state, ending, True)


@compiled
def close_movie(state: State, movie: Movie) -> None:
    """Discard all cards of the movie, and free its place."""
    for place in range(state.cast_size[movie]):
        discard_bod(state, np.int64(state.cast[movie, place]))
        state.cast[movie, place] = state.spoilt[movie, place] = 0
    for place in range(state.attached_size[movie]):
        discard_biz(state, np.int64(state.attached[movie, place]))
        state.attached[movie, place] = state.attached_to[movie, place] = 0
    for kind in range(KINDS):
        state.kind_count[movie, kind] = 0
    state.open_roles[movie] = EMPTY
    state.of_genre[state.genre[movie]] = remove(state.of_genre[state.genre[movie]], movie)
    state.cast_size[movie] = state.attached_size[movie] = state.stand_ins[movie] = state.genre[movie] = 0
    state.shooting = remove(state.shooting, movie)
    state.unspoilt = remove(state.unspoilt, movie)
    state.has_attached = remove(state.has_attached, movie)
    state.is_full = remove(state.is_full, movie)


# Biz cards that lie with a movie


@compiled
def attach(state: State, movie: Movie, copy: Int, spot: Int) -> None:
    """Rules, Clarifications: Biz remains with the object played on, Bod or movie, until the movie is scored."""
    place = state.attached_size[movie]
    state.attached[movie, place] = copy
    state.attached_to[movie, place] = spot
    state.attached_size[movie] = place + 1
    state.touched = add(state.touched, movie)
    state.has_attached = add(state.has_attached, movie)
    if state.attached_size[movie] == MOST_ATTACHED:
        state.is_full = add(state.is_full, movie)


@compiled
def detach(state: State, movie: Movie, place: Int) -> None:
    """Discard a Biz card that lies with a movie."""
    state.touched = add(state.touched, movie)
    discard_biz(state, np.int64(state.attached[movie, place]))
    last = np.int64(state.attached_size[movie]) - 1
    for later in range(place, last):
        state.attached[movie, later] = state.attached[movie, later + 1]
        state.attached_to[movie, later] = state.attached_to[movie, later + 1]
    state.attached[movie, last] = state.attached_to[movie, last] = 0
    state.attached_size[movie] = last
    state.is_full = remove(state.is_full, movie)
    if last == 0:
        state.has_attached = remove(state.has_attached, movie)


@compiled
def detach_from_bod(state: State, movie: Movie, spot: Int) -> None:
    """Discard the Biz cards on a Bod that leaves."""
    state.touched = add(state.touched, movie)
    for place in range(state.attached_size[movie] - 1, -1, -1):
        if state.attached_to[movie, place] == spot:
            detach(state, movie, place)
    state.spoilt[movie, spot] = 0


@compiled
def remove_from_cast(state: State, rules: Rules, movie: Movie, spot: Int) -> Card:
    """Remove a Bod from the cast, and return it; a movie without Bods is given up."""
    card = np.int64(state.cast[movie, spot])
    detach_from_bod(state, movie, spot)
    last = np.int64(state.cast_size[movie]) - 1
    for later in range(spot, last):
        state.cast[movie, later] = state.cast[movie, later + 1]
        state.spoilt[movie, later] = state.spoilt[movie, later + 1]
    state.cast[movie, last] = state.spoilt[movie, last] = 0
    state.cast_size[movie] = last
    for place in range(state.attached_size[movie]):
        if state.attached_to[movie, place] > spot:
            state.attached_to[movie, place] -= 1
    kind = rules.bods[card].kind
    state.kind_count[movie, kind] -= 1
    update_room(state, rules, movie, kind)
    update_unspoilt(state, movie)
    if last == 0:
        close_movie(state, movie)
    return card
