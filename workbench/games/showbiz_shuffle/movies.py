"""Showbiz Shuffle: movies, from the Bod that opens them to the premiere."""

from typing import Any, Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, holds, lowest, only_if, remove, span, without_lowest
from workbench.engine.compiling import compiled
from workbench.games.showbiz_shuffle.decks import discard_biz, discard_bod, note_endgame, start_endgame
from workbench.games.showbiz_shuffle.lists import GENRES, KIND_BITS, KINDS, OPENING, Kind
from workbench.games.showbiz_shuffle.scoring import movie_points, note_leader, note_movie, owner_of
from workbench.games.showbiz_shuffle.state import MOST_PAPERS, PLACES, WHOLE_MOVIE, Event

ALL_GENRES: Final = np.uint64((1 << GENRES) - 1)


@compiled
def movies_of(player: Any) -> Any:
    """The set of a player's places for movies."""
    return span(PLACES * np.int64(player), PLACES)


@compiled
def needed(rules: Any, kind: Any) -> Any:
    """Rules, Making Movies: how many of a kind a complete movie has; it has room for no more."""
    if kind == Kind.DIRECTOR:
        return rules.directors_needed
    return rules.stars_needed if kind == Kind.STAR else rules.supports_needed


@compiled
def role(kind: Any, genre: Any) -> Any:
    """The role of a Bod of this kind in a movie of this genre."""
    return KIND_BITS * kind + genre


@compiled
def fitting(rules: Any, card: Any, from_call: Any) -> Any:
    """Rules, Bod cards: the roles in which the Bod may be played at all.

    Those of the Cattle Call are never played out of genre; those of the hand are under contract, but for their text.
    """
    if rules.out_of_genre_from_hand and not from_call:
        return rules.bods[card].roles_at_all
    return rules.bods[card].roles


@compiled
def movies_for_bod(state: Any, rules: Any, player: Any, card: Any, from_call: Any) -> Any:
    """The player's movies in which the Bod may be cast."""
    roles, movies = fitting(rules, card, from_call), EMPTY
    for movie in range(PLACES * np.int64(player), PLACES * np.int64(player) + PLACES):
        movies = movies | only_if(movie, roles & state.open_roles[movie] != EMPTY)
    return movies


@compiled
def roles_to_give(state: Any, player: Any) -> Any:
    """The roles that the player's movies together have still to give."""
    roles = EMPTY
    for movie in range(PLACES * np.int64(player), PLACES * np.int64(player) + PLACES):
        roles = roles | state.open_roles[movie]
    return roles


@compiled
def with_role_for(state: Any, movies: Any, kind: Any) -> Any:
    """Those of the movies that have still a role to give to this kind of Bod."""
    found = EMPTY
    while movies != EMPTY:
        movie = lowest(movies)
        movies = without_lowest(movies)
        found = found | only_if(movie, holds(state.open_roles[movie], role(kind, state.genre[movie])))
    return found


@compiled
def may_open_another(state: Any, rules: Any, player: Any) -> Any:
    """Rules, Turns: players may have up to two movies in production at a time."""
    return count(state.shooting & movies_of(player)) < rules.movies_at_once


@compiled
def starters(rules: Any) -> Any:
    """Rules, Making Movies: a movie can only be started with a Star or a Director, if it has room for one at all."""
    roles = EMPTY
    for kind in range(KINDS):
        if holds(rules.starters, kind) and needed(rules, kind) > 0:
            roles = add(roles, role(kind, OPENING))
    return roles


@compiled
def open_movie(state: Any, rules: Any, player: Any, card: Any, genre: Any) -> Any:
    """Rules, Making Movies: the genre is declared, and can not be changed. The new movie's number."""
    movie = lowest(movies_of(player) & ~state.shooting)
    state.shooting = add(state.shooting, movie)
    state.of_genre[genre] = add(state.of_genre[genre], movie)
    state.genre[movie] = genre
    for kind in range(KINDS):
        update_room(state, rules, movie, kind)
    put_in(state, rules, movie, card)
    return movie


@compiled
def put_in(state: Any, rules: Any, movie: Any, card: Any) -> None:
    """A Bod joins the cast."""
    kind = rules.bods[card].kind
    state.cast[movie, state.cast_size[movie]] = card
    state.cast_size[movie] += 1
    state.kind_count[movie, kind] += 1
    state.unspoilt = add(state.unspoilt, movie)
    update_room(state, rules, movie, kind)


@compiled
def update_room(state: Any, rules: Any, movie: Any, kind: Any) -> None:
    """Note whether the movie has a role to give to a kind of Bod; a stand-in takes that of a support."""
    wanted = needed(rules, kind)
    if kind == Kind.SUPPORT:
        wanted -= state.stand_ins[movie]
    its = role(kind, state.genre[movie])
    state.open_roles[movie] = remove(state.open_roles[movie], its) | only_if(
        its, state.kind_count[movie, kind] < wanted
    )


@compiled
def update_unspoilt(state: Any, movie: Any) -> None:
    """Note whether the movie has a Bod that is neither upstaged nor in a scandal."""
    state.unspoilt = remove(state.unspoilt, movie)
    for place in range(state.cast_size[movie]):
        if state.spoilt[movie, place] == 0:
            state.unspoilt = add(state.unspoilt, movie)
            return


@compiled
def is_complete(state: Any, movie: Any) -> Any:
    """Rules, Making Movies: a complete movie has all its directors, stars and supports."""
    return state.open_roles[movie] == EMPTY


@compiled
def premiere_if_complete(state: Any, rules: Any, movie: Any) -> None:
    """Rules, Turns: a movie that completes is scored immediately."""
    if is_complete(state, movie):
        premiere(state, rules, movie)


@compiled
def premiere(state: Any, rules: Any, movie: Any) -> None:
    """Rules, Turns: the movie is scored; its cards go to the discard piles."""
    player, points, genre = owner_of(movie), movie_points(state, rules, movie), state.genre[movie]
    state.totals[player] += points
    state.movie_points[player] += points
    state.finished[player] += 1
    state.made[genre] += 1
    note_movie(state, rules, movie, Event.PREMIERE, points)
    close_movie(state, movie)
    note_leader(state, rules)
    if rules.score_target > 0 and state.totals[player] >= rules.score_target:
        ending = state.ending
        start_endgame(state, rules)
        note_endgame(state, ending, True)


@compiled
def close_movie(state: Any, movie: Any) -> None:
    """All cards of the movie are discarded, and its genre marker goes back."""
    for place in range(state.cast_size[movie]):
        discard_bod(state, np.int64(state.cast[movie, place]))
        state.cast[movie, place] = state.spoilt[movie, place] = 0
    for place in range(state.papers[movie]):
        discard_biz(state, np.int64(state.paper[movie, place]))
        state.paper[movie, place] = state.paper_on[movie, place] = 0
    for kind in range(KINDS):
        state.kind_count[movie, kind] = 0
    state.open_roles[movie] = EMPTY
    state.of_genre[state.genre[movie]] = remove(state.of_genre[state.genre[movie]], movie)
    state.cast_size[movie] = state.papers[movie] = state.stand_ins[movie] = state.genre[movie] = 0
    state.shooting = remove(state.shooting, movie)
    state.unspoilt = remove(state.unspoilt, movie)
    state.papered = remove(state.papered, movie)
    state.crowded = remove(state.crowded, movie)


# Biz cards that lie with a movie


@compiled
def attach(state: Any, movie: Any, copy: Any, spot: Any) -> None:
    """Rules, Clarifications: Biz remains with the object played on, Bod or movie, until the movie is scored."""
    place = state.papers[movie]
    state.paper[movie, place] = copy
    state.paper_on[movie, place] = spot
    state.papers[movie] = place + 1
    state.papered = add(state.papered, movie)
    if state.papers[movie] == MOST_PAPERS:
        state.crowded = add(state.crowded, movie)


@compiled
def detach(state: Any, movie: Any, place: Any) -> None:
    """A Biz card that lies with a movie is discarded."""
    discard_biz(state, np.int64(state.paper[movie, place]))
    last = np.int64(state.papers[movie]) - 1
    for later in range(place, last):
        state.paper[movie, later] = state.paper[movie, later + 1]
        state.paper_on[movie, later] = state.paper_on[movie, later + 1]
    state.paper[movie, last] = state.paper_on[movie, last] = 0
    state.papers[movie] = last
    state.crowded = remove(state.crowded, movie)
    if last == 0:
        state.papered = remove(state.papered, movie)


@compiled
def detach_from_bod(state: Any, movie: Any, spot: Any) -> None:
    """The Biz cards on a Bod that leaves are discarded."""
    for place in range(state.papers[movie] - 1, -1, -1):
        if state.paper_on[movie, place] == spot:
            detach(state, movie, place)
    state.spoilt[movie, spot] = 0


@compiled
def leave(state: Any, rules: Any, movie: Any, spot: Any) -> Any:
    """A Bod leaves the cast; which. A movie that is left without any is given up."""
    card = np.int64(state.cast[movie, spot])
    detach_from_bod(state, movie, spot)
    last = np.int64(state.cast_size[movie]) - 1
    for later in range(spot, last):
        state.cast[movie, later] = state.cast[movie, later + 1]
        state.spoilt[movie, later] = state.spoilt[movie, later + 1]
    state.cast[movie, last] = state.spoilt[movie, last] = 0
    state.cast_size[movie] = last
    for place in range(state.papers[movie]):
        if state.paper_on[movie, place] > spot:
            state.paper_on[movie, place] -= 1
    kind = rules.bods[card].kind
    state.kind_count[movie, kind] -= 1
    update_room(state, rules, movie, kind)
    update_unspoilt(state, movie)
    if last == 0:
        close_movie(state, movie)
    return card


@compiled
def is_on_movie(state: Any, movie: Any, place: Any) -> Any:
    """Whether a Biz card lies with the movie itself rather than with one of its Bods."""
    return state.paper_on[movie, place] == WHOLE_MOVIE
