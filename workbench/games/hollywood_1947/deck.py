"""Hollywood 1947: the deck and the discards, which lie face down and come back when the deck has run out."""

from typing import Any

import numpy as np

from workbench.engine.bags import EMPTY_BAG, choices, chosen_kind, number_of, put_in
from workbench.engine.bit_sets import EMPTY, lowest, without_lowest
from workbench.engine.chance import table_below
from workbench.engine.compiling import compiled
from workbench.engine.trace import note
from workbench.games.hollywood_1947.table import NO_CARD, NOBODY, Event, receive


@compiled
def shuffle(cards: Any, count: Any, chance: Any) -> None:
    """Put the first `count` places in any order (Fisher and Yates)."""
    for place in range(count - 1, 0, -1):
        other = table_below(chance, place + 1)
        card = cards[place]
        cards[place] = cards[other]
        cards[other] = card


@compiled
def cards_left(state: Any) -> Any:
    """Cards that can still be drawn, the discards included."""
    return np.int64(state.deck_size) + np.int64(state.discards_count)


@compiled
def draw_card(state: Any, rules: Any, chance: Any) -> Any:
    """The top card of the deck; NO_CARD where deck and discards are empty."""
    if state.deck_size == 0:
        if state.discards_count == 0:
            return np.int64(NO_CARD)
        reshuffle(state, rules, chance)
    state.deck_size -= 1
    return np.int64(state.deck[state.deck_size])


@compiled
def reshuffle(state: Any, rules: Any, chance: Any) -> None:
    """Rules, Discard Pile: if the deck runs out, shuffle discarded cards to reform it. Nobody knows their order."""
    for card in range(rules.propaganda_rows):
        for _ in range(state.discards[card]):
            state.deck[state.deck_size] = card
            state.deck_size += 1
        state.discards[card] = state.open_discards[card] = 0
        for player in range(rules.players):
            state.own_discards[player, card] = 0
    state.discards_count = 0
    shuffle(state.deck, np.int64(state.deck_size), chance)
    note(Event.RESHUFFLE, state.deck_size)


@compiled
def discard(state: Any, card: Any, player: Any) -> None:
    """Rules, Discard Pile: face down, away from the table; known to `player` alone, or to nobody."""
    state.discards[card] += 1
    state.discards_count += 1
    if player != NOBODY:
        state.own_discards[player, card] += 1


@compiled
def draw_to_hand(state: Any, rules: Any, chance: Any, player: Any, wanted: Any) -> Any:
    """The player draws up to `wanted` cards; the bag of them."""
    drawn = EMPTY_BAG
    for _ in range(wanted):
        card = draw_card(state, rules, chance)
        if card == NO_CARD:
            break
        receive(state, player, card)
        drawn = put_in(drawn, card)
    return drawn


@compiled
def discard_hand(state: Any, rules: Any, player: Any) -> Any:
    """The player discards the whole hand; the bag of it."""
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
