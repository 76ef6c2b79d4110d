"""Hollywood 1947: the deck and the discard pile; dealing cards and jobs."""

import numpy as np

from workbench.engine.bit_sets import (
    EMPTY,
    EMPTY_BAG,
    add,
    choices,
    chosen_kind,
    count,
    lowest,
    nth,
    number_of,
    put_in,
    remove,
    without_lowest,
)
from workbench.engine.chance import shuffle, start_stream, table_below, take_card_of
from workbench.engine.compiling import compiled
from workbench.engine.trace import note
from workbench.engine.types import Bag, Card, Chance, Int, Player, Rules, State
from workbench.games.hollywood_1947.rules import MOST_PLAYERS
from workbench.games.hollywood_1947.table import NO_CARD, NOBODY, Event, Stream, add_to_hand, dice_a_player


@compiled
def shuffle_deck(state: State, chance: Chance) -> None:
    """Shuffle the cards of the deck."""
    start_stream(chance, Stream.DECK, np.int64(state.deck_shuffles))
    state.deck_shuffles += 1
    for owner in range(MOST_PLAYERS + 1):
        state.drawn_by[owner] = 0
    shuffle(state.deck, np.int64(state.deck_size), chance)


@compiled
def shuffle_posters(state: State, chance: Chance) -> None:
    """Shuffle the genre deck."""
    start_stream(chance, Stream.POSTERS, np.int64(state.poster_shuffles))
    state.poster_shuffles += 1
    shuffle(state.genre_deck, np.int64(state.genres_left), chance)


@compiled
def cards_left(state: State) -> Int:
    """Cards that can still be drawn, the discards included."""
    return np.int64(state.deck_size) + np.int64(state.discards_count)


@compiled
def draw_card(state: State, rules: Rules, chance: Chance, owner: Player) -> Card:
    """The next card of the deck for a player, or (`rules.players`) for the table; NO_CARD where none is left."""
    if state.deck_size == 0:
        if state.discards_count == 0:
            return np.int64(NO_CARD)
        reshuffle(state, rules, chance)
    card = take_card_of(owner, rules.players + 1, state.drawn_by, state.deck, np.int64(state.deck_size))
    state.deck_size -= 1
    return card


@compiled
def reshuffle(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Discard Pile: if the deck runs out, the discards are shuffled into a new one."""
    for card in range(rules.propaganda_rows):
        for _ in range(state.discards[card]):
            state.deck[state.deck_size] = card
            state.deck_size += 1
        state.discards[card] = state.open_discards[card] = 0
        for player in range(rules.players):
            state.seen_discards_of[player, card] = 0
    state.discards_count = 0
    shuffle_deck(state, chance)
    note(Event.RESHUFFLE, state.deck_size)


@compiled
def discard(state: State, card: Card, player: Player) -> None:
    """Rules, Discard Pile: discard a card face down; only `player` knows it, or NOBODY."""
    state.discards[card] += 1
    state.discards_count += 1
    if player != NOBODY:
        state.seen_discards_of[player, card] += 1


@compiled
def draw_to_hand(state: State, rules: Rules, chance: Chance, player: Player, most: Int) -> Bag:
    """Let the player draw up to `most` cards; the bag of them."""
    drawn = EMPTY_BAG
    for _ in range(most):
        card = draw_card(state, rules, chance, player)
        if card == NO_CARD:
            break
        add_to_hand(state, player, card)
        drawn = put_in(drawn, card)
    return drawn


@compiled
def discard_hand(state: State, rules: Rules, player: Player) -> Bag:
    """Let the player discard the whole hand; the bag of it."""
    hand = state.hand[player]
    rest = choices(hand)
    while rest != EMPTY:
        card = chosen_kind(lowest(rest))
        rest = without_lowest(rest)
        for _ in range(number_of(hand, card)):
            discard(state, card, player)
    state.hand[player] = EMPTY_BAG
    state.held[player] = 0
    for viewer in range(rules.players):
        state.looked[viewer, player] = EMPTY_BAG
        state.still[viewer, player] = 0
    return hand


# Job cards


@compiled
def hand_out_jobs(state: State, rules: Rules, chance: Chance) -> None:
    """Rules, Setup 1: one job face up to each player, two in games of up to three; the rest stay in the center."""
    start_stream(chance, Stream.JOBS, np.int64(state.movies))
    for player in range(rules.players):
        state.jobs[player] = EMPTY
        for _ in range(dice_a_player(rules)):
            if state.center != EMPTY:
                number = nth(state.center, table_below(chance, count(state.center)))
                state.center = remove(state.center, number)
                state.jobs[player] = add(state.jobs[player], number)
