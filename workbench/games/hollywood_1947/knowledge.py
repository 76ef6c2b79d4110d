"""Hollywood 1947: what a player knows.

A player knows the own loyalty, and communists know each other; the own hand, and of a hand that was looked at as many
cards as are certainly still there; the cards that the player added to this movie, drew as composer or sees as editor;
ghost cards viewed; the poster put aside as screenwriter; whatever was revealed; the own face-down discards, until the
discards are shuffled. A player does not know other hands and loyalties, the order of the decks, who laid which card, or
what was discarded unseen. All else (jobs, dice, tokens, how many cards each player added) is public.

`conceal` declares this once, for the bots, search and replay alike.
"""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import (
    EMPTY,
    EMPTY_BAG,
    add,
    bag_size,
    choices,
    chosen_kind,
    holds,
    lowest,
    number_of,
    put_in,
    take_out,
    without_lowest,
)
from workbench.engine.chance import player_below, player_shuffle
from workbench.engine.compiling import compiled
from workbench.engine.types import Bag, Card, Chance, Int, Player, Rules, State, States
from workbench.games.hollywood_1947.added_cards import draw_added_cards
from workbench.games.hollywood_1947.beliefs import draw_loyalties, forget_beliefs, weigh_worlds
from workbench.games.hollywood_1947.movies import all_posters, swap_places
from workbench.games.hollywood_1947.rules import MOST_CARDS, MOST_GENRES, MOST_PLAYERS
from workbench.games.hollywood_1947.table import MOST_MOVIES, NO_CARD, NOBODY, Loyalty, Phase, ghosts, is_left_out

HIDDEN: Final = 254
"""A card, in a concealed state, that its player does not know."""


# What a player sees


@compiled
def conceal(state: State, rules: Rules, player: Player) -> None:
    """Remove what `player` does not know. `unseen` becomes the number of cards of each kind whose place is unknown."""
    conceal_players(state, rules, player)
    conceal_movie(state, player)
    conceal_ghosts(state, rules, player)
    conceal_posters(state, rules, player)
    if player != state.turn_player:
        state.choice = EMPTY_BAG
    for card in range(rules.propaganda_rows):
        state.discards[card] = state.open_discards[card] + state.seen_discards_of[player, card]
    state.deck[:] = 0
    forget_beliefs(state)
    count_unseen(state, rules, player)


@compiled
def glimpse(states: States, rules: Rules) -> None:
    """The part of an information set that bots read, field by field: a tenth of what `conceal` copies and clears.

    The movies that were made stay in the view, and so does what was believed for as long as they are the same.
    """
    world, view = states[0], states[1]
    player = world.actor
    glimpse_turn(view, world)
    glimpse_players(view, world, rules, player)
    glimpse_movie(view, world, player)
    glimpse_history(view, world, rules, player)
    view.worlds = 0


@compiled
def glimpse_turn(view: State, world: State) -> None:
    """Copy what all see of the round and of the choice that is made."""
    view.actor = world.actor
    view.turn_player = world.turn_player
    view.phase = world.phase
    view.step = world.step
    view.place = world.place
    view.first = world.first
    view.job = world.job
    view.picked = world.picked
    view.performed = world.performed
    view.stars = world.stars
    view.announced = world.announced
    view.genre = world.genre
    view.patriot_movies = world.patriot_movies
    view.communist_movies = world.communist_movies
    seen = world.phase == Phase.GENRE and world.actor == world.turn_player
    view.drawn[0] = world.drawn[0] if seen else 0
    view.drawn[1] = world.drawn[1] if seen else 0


@compiled
def glimpse_players(view: State, world: State, rules: Rules, player: Player) -> None:
    """Copy jobs and sizes of hands, the own hand, and the loyalties that the player knows."""
    is_communist = world.loyalty[player] == Loyalty.COMMUNIST
    for other in range(rules.players):
        view.jobs[other] = world.jobs[other]
        view.held[other] = world.held[other]
        view.hand[other] = EMPTY_BAG
        fellow = is_communist and world.loyalty[other] == Loyalty.COMMUNIST
        view.loyalty[other] = Loyalty.COMMUNIST if fellow else Loyalty.UNKNOWN
    view.hand[player] = world.hand[player]
    view.loyalty[player] = world.loyalty[player]


@compiled
def glimpse_movie(view: State, world: State, player: Player) -> None:
    """Copy the cards of the movie, and conceal those that the player does not know."""
    view.movie_size = world.movie_size
    view.editor = world.editor
    for place in range(world.movie_size):
        view.movie_card[place] = world.movie_card[place]
        view.movie_by[place] = world.movie_by[place]
        view.movie_seen[place] = world.movie_seen[place]
    conceal_movie(view, player)


@compiled
def glimpse_history(view: State, world: State, rules: Rules, player: Player) -> None:
    """Copy what is known of the movies made; what was believed before holds no more where that has changed."""
    changed = view.movies != world.movies
    for movie in range(world.movies):
        for other in range(rules.players):
            changed |= view.added[movie, other] != world.added[movie, other]
            view.added[movie, other] = world.added[movie, other]
        changed |= view.loose[movie] != world.loose[movie]
        view.loose[movie] = world.loose[movie]
        for symbol in range(3):
            changed |= view.revealed[movie, symbol] != world.revealed[movie, symbol]
            view.revealed[movie, symbol] = world.revealed[movie, symbol]
    view.movies = world.movies
    if changed:
        view.weighed_as[:] = 0
    for movie in range(world.movies):
        for side in range(2):
            if view.symbols_added_by[movie, player, side] != world.symbols_added_by[movie, player, side]:
                view.symbols_added_by[movie, player, side] = world.symbols_added_by[movie, player, side]
                view.weighed_as[player] = 0


@compiled
def conceal_players(state: State, rules: Rules, player: Player) -> None:
    """Remove the others' loyalties, hands, and what only they remember."""
    for other in range(rules.players):
        if other != player:
            fellow = state.loyalty[player] == Loyalty.COMMUNIST and state.loyalty[other] == Loyalty.COMMUNIST
            state.loyalty[other] = Loyalty.COMMUNIST if fellow else Loyalty.UNKNOWN
            state.hand[other] = EMPTY_BAG
            if bag_size(state.looked[player, other]) == state.still[player, other]:
                state.hand[other] = state.looked[player, other]
            forget(state, rules, other)


@compiled
def forget(state: State, rules: Rules, other: Player) -> None:
    """Remove what another player has laid, seen and put aside."""
    state.laid[other] = EMPTY_BAG
    state.rejected_posters[other] = EMPTY
    for target in range(MOST_PLAYERS):
        state.looked[other, target] = EMPTY_BAG
        state.still[other, target] = 0
    for card in range(rules.propaganda_rows):
        state.seen_discards_of[other, card] = 0
    for side in range(2):
        state.symbols_added[other, side] = 0
        for movie in range(MOST_MOVIES):
            state.symbols_added_by[movie, other, side] = 0


@compiled
def conceal_movie(state: State, player: Player) -> None:
    """Remove the cards of the movie that the player does not know; after the editor's shuffle, also who laid which."""
    for place in range(state.movie_size):
        if not holds(np.uint64(state.movie_seen[place]), player):
            state.movie_card[place] = HIDDEN
    if state.phase == Phase.EDIT:
        forget_who_laid(state, player)
        sort_places(state, state.movie_size - 1 if player == state.editor else state.movie_size)


@compiled
def forget_who_laid(state: State, player: Player) -> None:
    """Of a shuffled movie, keep only which cards the player knows and laid."""
    for place in range(state.movie_size):
        is_seen = state.movie_card[place] != HIDDEN
        state.movie_seen[place] = add(EMPTY, player) if is_seen else EMPTY
        state.movie_by[place] = player if is_seen and state.movie_by[place] == player else NOBODY


@compiled
def sort_places(state: State, size: Int) -> None:
    """Sort the first `size` cards of the movie by kind, hidden ones last; of equal ones the own first."""
    for end in range(size, 1, -1):
        for place in range(end - 1):
            if sort_key(state, place) > sort_key(state, place + 1):
                swap_places(state, place, place + 1)


@compiled
def sort_key(state: State, place: Int) -> Int:
    """The key to sort the card at a place by."""
    return 2 * np.int64(state.movie_card[place]) + (1 if state.movie_by[place] == NOBODY else 0)


@compiled
def conceal_ghosts(state: State, rules: Rules, player: Player) -> None:
    """Remove ghost cards that the player has not viewed."""
    for ghost in range(ghosts(rules)):
        if state.ghost_card[ghost] != NO_CARD and not holds(np.uint64(state.ghost_seen[ghost]), player):
            state.ghost_card[ghost] = HIDDEN


@compiled
def conceal_posters(state: State, rules: Rules, player: Player) -> None:
    """Remove the genre deck, and posters put aside or drawn by others."""
    state.posters_aside = state.rejected_posters[player]
    state.genre_deck[:] = 0
    if state.phase != Phase.GENRE or player != state.turn_player:
        state.drawn[:] = 0


@compiled
def count_unseen(state: State, rules: Rules, player: Player) -> None:
    """Count all cards, less those whose place the player knows."""
    for card in range(rules.propaganda_rows):
        left = np.int64(0) if is_left_out(rules, card) else np.int64(rules.propaganda[card].copies)
        left -= np.int64(state.discards[card]) + number_of(state.choice, card)
        for other in range(rules.players):
            left -= number_of(state.hand[other], card)
        state.unseen[card] = left
    for place in range(state.movie_size):
        if state.movie_card[place] != HIDDEN:
            state.unseen[state.movie_card[place]] -= 1
    for ghost in range(ghosts(rules)):
        if state.ghost_card[ghost] not in (HIDDEN, NO_CARD):
            state.unseen[state.ghost_card[ghost]] -= 1


# Worlds


@compiled
def determinize(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Draw loyalties by their odds (`beliefs.py`), and spread the unseen cards evenly over all unknown places."""
    if state.worlds == 0:
        weigh_worlds(state, rules, player)
    draw_loyalties(state, rules, player, chance)
    recall_hands(state, rules, player, chance)
    left = shuffle_unseen(state, rules, player, chance)
    for place in range(state.movie_size):
        if state.movie_card[place] == HIDDEN:
            left -= 1
            card, by = state.deck[left], state.movie_by[place]
            state.movie_card[place] = card
            if by >= 0:
                state.laid[by] = put_in(state.laid[by], card)
    for ghost in range(ghosts(rules)):
        if state.ghost_card[ghost] == HIDDEN:
            left -= 1
            state.ghost_card[ghost] = state.deck[left]
    for other in range(rules.players):
        while bag_size(state.hand[other]) < state.held[other]:
            left -= 1
            state.hand[other] = put_in(state.hand[other], state.deck[left])
    fill_discards(state, rules, left)
    spread_posters(state, rules, player, chance)
    if not state.imagined:  # search ends a world with its movie, before anybody asks
        draw_added_cards(state, rules, player, chance)


@compiled
def recall_hands(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Put cards of a hand that was looked at back into it: as many as are still there, chosen at random."""
    for other in range(rules.players):
        if other == player or state.hand[other] != EMPTY_BAG:
            continue
        seen = state.looked[player, other]
        for _ in range(state.still[player, other]):
            card = any_card(seen, player, chance)
            seen = take_out(seen, card)
            if state.unseen[card] > 0:
                state.unseen[card] -= 1
                state.hand[other] = put_in(state.hand[other], card)


@compiled
def any_card(bag: Bag, player: Player, chance: Chance) -> Card:
    """A random card of a bag, by the player's chance."""
    lot = player_below(chance, player, bag_size(bag))
    rest = choices(bag)
    card = chosen_kind(lowest(rest))
    while lot >= number_of(bag, card):
        lot -= number_of(bag, card)
        rest = without_lowest(rest)
        card = chosen_kind(lowest(rest))
    return card


@compiled
def shuffle_unseen(state: State, rules: Rules, player: Player, chance: Chance) -> Int:
    """Shuffle the unseen cards into the deck's places; how many they are."""
    size = 0
    for card in range(rules.propaganda_rows):
        for _ in range(state.unseen[card]):
            state.deck[size] = card
            size += 1
        state.unseen[card] = 0
    player_shuffle(state.deck, size, chance, player)
    return size


@compiled
def fill_discards(state: State, rules: Rules, left: Int) -> None:
    """Deal the remaining cards: some are discards, some the composer's choice; the rest is the deck."""
    seen_discards = np.int64(0)
    for card in range(rules.propaganda_rows):
        seen_discards += np.int64(state.discards[card])
    for _ in range(np.int64(state.discards_count) - seen_discards):
        left -= 1
        state.discards[state.deck[left]] += 1
    while left > state.deck_size:
        left -= 1
        state.choice = put_in(state.choice, state.deck[left])
    for place in range(left, MOST_CARDS):
        state.deck[place] = 0


@compiled
def spread_posters(state: State, rules: Rules, player: Player, chance: Chance) -> None:
    """Deal the unknown posters: to the genre deck, and to what others drew or put aside."""
    posters = all_posters(rules) & ~state.open_posters & ~state.posters_aside
    drawing = state.phase == Phase.GENRE
    if drawing and player == state.turn_player:
        posters = posters & ~add(add(EMPTY, state.drawn[0]), state.drawn[1])
    size = 0
    while posters != EMPTY:
        other = player_below(chance, player, size + 1)
        state.genre_deck[size] = state.genre_deck[other]
        state.genre_deck[other] = lowest(posters)
        posters = without_lowest(posters)
        size += 1
    if drawing and player != state.turn_player:
        size -= 2
        state.drawn[0], state.drawn[1] = state.genre_deck[size], state.genre_deck[size + 1]
    for place in range(state.genres_left, MOST_GENRES):
        if place < size:
            state.posters_aside = add(state.posters_aside, state.genre_deck[place])
        state.genre_deck[place] = 0
