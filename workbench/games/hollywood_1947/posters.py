"""Hollywood 1947: genre posters, drawn by the screenwriter or turned up from their deck."""

from typing import Any

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, lowest, remove, without_lowest
from workbench.engine.compiling import compiled
from workbench.engine.trace import note
from workbench.games.hollywood_1947.deck import shuffle
from workbench.games.hollywood_1947.table import DECK, NO_GENRE, Event, is_poster_left_out, poster_symbols


@compiled
def announce(state: Any, rules: Any, genre: Any, player: Any) -> None:
    """The genre of the movie is placed in the center; `player` is the screenwriter, or DECK."""
    state.announced = True
    state.genre = genre
    if genre != NO_GENRE:
        state.posters_shown = add(state.posters_shown, genre)
    note(Event.MOVIE, state.movies, genre, genre_symbols(state, rules), player)


@compiled
def announce_from_deck(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Screenwriter: if there is none, or other options are chosen, the top of the genre deck is revealed."""
    announce(state, rules, draw_poster(state, rules, chance, NO_GENRE), DECK)


@compiled
def draw_poster(state: Any, rules: Any, chance: Any, but: Any) -> Any:
    """The top poster; NO_GENRE where there is none at all. `but` has just been drawn."""
    if state.genres_left == 0:
        renew_genre_deck(state, rules, chance, but)
        if state.genres_left == 0:
            return np.int64(NO_GENRE)
    state.genres_left -= 1
    return np.int64(state.genre_deck[state.genres_left])


@compiled
def renew_genre_deck(state: Any, rules: Any, chance: Any, but: Any) -> None:
    """The source is silent on a genre deck that runs out, which seven movies of a game of two can bring about.

    We shuffle the posters that screenwriters put aside; where there are none, all posters.
    """
    posters = state.posters_aside
    if posters == EMPTY:
        posters = all_posters(rules)
        state.posters_shown = EMPTY
    if but != NO_GENRE:
        posters = remove(posters, but)
    state.posters_aside = EMPTY
    for player in range(rules.players):
        state.rejected_known[player] = EMPTY
    while posters != EMPTY:
        state.genre_deck[state.genres_left] = lowest(posters)
        state.genres_left += 1
        posters = without_lowest(posters)
    shuffle(state.genre_deck, np.int64(state.genres_left), chance)
    note(Event.RESHUFFLE_POSTERS, state.genres_left)


@compiled
def all_posters(rules: Any) -> Any:
    """Every poster of the game."""
    posters = EMPTY
    for genre in range(rules.genres_rows):
        if not is_poster_left_out(rules, genre):
            posters = add(posters, genre)
    return posters


@compiled
def draw_two(state: Any, rules: Any, chance: Any) -> Any:
    """Rules, Screenwriter: draw two genre posters; whether there are two to choose from."""
    state.drawn[0] = draw_poster(state, rules, chance, NO_GENRE)
    state.drawn[1] = draw_poster(state, rules, chance, state.drawn[0])
    if state.drawn[1] == NO_GENRE:
        announce(state, rules, np.int64(state.drawn[0]), state.turn_player)
        return False
    return True


@compiled
def choose_poster(state: Any, rules: Any, action: Any) -> None:
    """Rules, Screenwriter: pick one to reveal; the other is removed from the game face down."""
    other = np.int64(state.drawn[1 - action])
    player = state.turn_player
    state.posters_aside = add(state.posters_aside, other)
    state.rejected_known[player] = add(state.rejected_known[player], other)
    note(Event.POSTERS, player, other)
    announce(state, rules, np.int64(state.drawn[action]), player)


@compiled
def genre_symbols(state: Any, rules: Any) -> Any:
    """What the poster of this movie adds: 1 for patriots, -1 for communists."""
    return np.int64(0) if state.genre == NO_GENRE else poster_symbols(rules, state.genre)
