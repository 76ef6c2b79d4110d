"""Hollywood 1947: post. Cards come into the movie, and some leave it unseen."""

from typing import Any

import numpy as np

from workbench.engine.bags import chosen_kind, take_out
from workbench.engine.bit_sets import EMPTY, add, holds, only
from workbench.engine.chance import table_below
from workbench.engine.compiling import compiled
from workbench.engine.trace import note
from workbench.games.hollywood_1947.adding import add_to_movie
from workbench.games.hollywood_1947.deck import discard, draw_card
from workbench.games.hollywood_1947.posters import genre_symbols
from workbench.games.hollywood_1947.rules import JOBS, MOST_PLAYERS
from workbench.games.hollywood_1947.table import (
    DECK,
    GHOST,
    NO_CARD,
    NOBODY,
    STOP,
    Answer,
    Event,
    Phase,
    Source,
    clockwise,
    first_player,
    ghost_die,
    ghosts,
    holder_of,
    part_with,
    stars_of,
)

# Order


@compiled
def adder(state: Any, rules: Any, place: Any) -> Any:
    """Rules, Tokens: clockwise from the lowest number that a player has now; in studio order number by number."""
    return by_number(state, rules, place) if rules.studio_order else clockwise(state, rules, place)


@compiled
def by_number(state: Any, rules: Any, place: Any) -> Any:
    """The player at a place in the order of lowest numbers; those without a job come last."""
    found, left = EMPTY, np.int64(place)
    for number in range(JOBS):
        player = holder_of(state, rules, number)
        if player != NOBODY and not holds(found, player):
            if left == 0:
                return np.int64(player)
            found = add(found, player)
            left -= 1
    for player in range(rules.players):
        if not holds(found, player):
            if left == 0:
                return np.int64(player)
            left -= 1
    return np.int64(0)


# Stars


@compiled
def is_strike(state: Any, rules: Any) -> Any:
    """Rules, Union Strike: each time a neutral poster is active."""
    return rules.union_strike and genre_symbols(state, rules) == 0


@compiled
def due_cards(state: Any, rules: Any, place: Any) -> Any:
    """Rules, Post 1: a card for each star; in a strike as many as the player likes."""
    if place >= rules.players:
        return np.int64(0)
    player = adder(state, rules, place)
    stars = np.int64(stars_of(state, rules, player))
    if stars == 0 or not is_strike(state, rules):
        return stars
    return np.int64(state.held[player])


@compiled
def start_post(state: Any, rules: Any) -> None:
    """Rules, Post: after everyone has had a turn. Swaps may have moved the lowest number to another player."""
    state.first = first_player(state, rules)
    state.place = 0
    state.due = due_cards(state, rules, 0)


@compiled
def next_star_card(state: Any, rules: Any) -> Any:
    """Rules, Post 1: the next player who must add a card; whether there is one."""
    while state.place < rules.players:
        player = adder(state, rules, state.place)
        if state.due > 0 and state.held[player] > 0:
            state.actor = player
            state.phase = Phase.STRIKE if is_strike(state, rules) else Phase.STAR_CARD
            return True
        state.place += 1
        state.due = due_cards(state, rules, state.place)
    state.place = 0
    return False


@compiled
def add_star_card(state: Any, rules: Any, action: Any) -> None:
    """Rules, Post 1, and Union Strike: a card of the hand, face down."""
    if action == STOP:
        state.due = 0
        return
    state.due -= 1
    add_from_hand(state, rules, action, Source.STAR.value if state.phase == Phase.STAR_CARD else Source.STRIKE.value)


@compiled
def add_from_hand(state: Any, rules: Any, action: Any, source: Any) -> None:
    """The actor adds a card of the hand."""
    card, player = chosen_kind(action), state.actor
    part_with(state, rules, player, card)
    add_to_movie(state, rules, card, np.int64(player), source, only(player))


# Tokens


@compiled
def next_token(state: Any, rules: Any) -> Any:
    """Rules, Tokens: the next player, in turn order, who may spend a token; whether there is one."""
    while state.place < rules.players:
        player = adder(state, rules, state.place)
        if state.tokens[player] > 0 and state.held[player] > 0:
            state.actor = player
            state.phase = Phase.TOKEN
            return True
        state.place += 1
    return False


@compiled
def spend_token(state: Any, rules: Any, action: Any) -> None:
    """Rules, Post 1: return a token to add an extra card, or keep it. Several may be spent in a round."""
    if action == STOP:
        state.place += 1
        return
    player = state.actor
    state.tokens[player] -= 1
    state.tokens_left += 1
    state.tokens_spent[player] += 1
    add_from_hand(state, rules, action, Source.TOKEN.value)


# Ghosts and deck


@compiled
def add_ghosts(state: Any, rules: Any, chance: Any) -> None:
    """Rules, 1-3 Player Adjustments: a ghost with a star adds its card; without one it spends a token if it can."""
    for ghost in range(ghosts(rules)):
        target = MOST_PLAYERS + ghost
        star = holds(state.stars, ghost_die(rules, ghost))
        if state.ghost_card[ghost] != NO_CARD and (star or state.tokens[target] > 0):
            if not star:
                state.tokens[target] -= 1
                state.tokens_left += 1
            card = np.int64(state.ghost_card[ghost])
            add_to_movie(state, rules, card, GHOST - ghost, Source.GHOST, np.uint64(state.ghost_seen[ghost]))
            state.ghost_seen[ghost] = 0
            state.ghost_card[ghost] = draw_card(state, rules, chance)
            note(Event.GHOST_CARD, ghost, state.ghost_card[ghost])


@compiled
def is_served(state: Any, rules: Any) -> Any:
    """Rules, Justice Served: whether to this movie the deck adds nothing, and chance takes nothing out."""
    return rules.justice_served and state.movies + 1 == rules.max_movies


@compiled
def add_from_deck(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Post 2: add the top card of the deck; not where the composer added one."""
    if state.composed or is_served(state, rules):
        return
    for _ in range(rules.deck_adds):
        card = draw_card(state, rules, chance)
        if card != NO_CARD:
            add_to_movie(state, rules, card, DECK, Source.DECK, EMPTY)


# Editing


@compiled
def ask_editor(state: Any, rules: Any, chance: Any) -> Any:
    """Rules, Post 3: shuffle; a random card is given to the editor to view. Whether there is an editor to decide.

    Where the editor knew of an equal card in the movie it counts as that one, since nobody can tell them apart.
    """
    if state.editor == NOBODY or state.movie_size == 0:
        return False
    place = table_below(chance, np.int64(state.movie_size))
    for other in range(state.movie_size):
        known = holds(np.uint64(state.movie_seen[other]), state.editor)
        if known and state.movie_card[other] == state.movie_card[place]:
            place = np.int64(other)
            break
    last = state.movie_size - 1
    swap_places(state, place, last)
    state.movie_seen[last] = add(np.uint64(state.movie_seen[last]), state.editor)
    state.actor = state.editor
    state.phase = Phase.EDIT
    return True


@compiled
def swap_places(state: Any, place: Any, other: Any) -> None:
    """Two cards of the movie change places."""
    card, by, seen = state.movie_card[place], state.movie_by[place], state.movie_seen[place]
    state.movie_card[place] = state.movie_card[other]
    state.movie_by[place] = state.movie_by[other]
    state.movie_seen[place] = state.movie_seen[other]
    state.movie_card[other] = card
    state.movie_by[other] = by
    state.movie_seen[other] = seen


@compiled
def edit(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Rules, Editor: discard the card, or place it back; then a random card is discarded after all."""
    last = state.movie_size - 1
    card, by = np.int64(state.movie_card[last]), state.movie_by[last]
    note(Event.EDIT, state.editor, card, action == Answer.NO)
    wanted = discarded_at_random(state, rules)
    if action == Answer.YES:
        leave(state)
        if by == state.editor:
            state.laid[by] = take_out(state.laid[by], card)
        discard(state, card, state.editor)
        note(Event.DISCARD_FROM_MOVIE, card, state.editor)
        wanted = max(wanted - 1, 0)
    take_at_random(state, chance, wanted)


@compiled
def leave(state: Any) -> None:
    """The last card leaves the movie."""
    state.movie_size -= 1
    state.movie_card[state.movie_size] = 0
    state.movie_by[state.movie_size] = 0
    state.movie_seen[state.movie_size] = 0


@compiled
def discarded_at_random(state: Any, rules: Any) -> Any:
    """Rules, Post 3, and Justice Served: how many cards chance takes out."""
    return np.int64(0) if is_served(state, rules) else np.int64(rules.discarded_from_movie)


@compiled
def take_at_random(state: Any, chance: Any, wanted: Any) -> None:
    """Rules, Post 3: discard at random; do not view the discarded card."""
    for _ in range(wanted):
        if state.movie_size > 0:
            place, last = table_below(chance, np.int64(state.movie_size)), state.movie_size - 1
            swap_places(state, place, last)
            card = np.int64(state.movie_card[last])
            leave(state)
            discard(state, card, NOBODY)
            note(Event.DISCARD_FROM_MOVIE, card, NOBODY)
