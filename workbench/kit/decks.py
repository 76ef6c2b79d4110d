"""Decks: cards in an order, of which each player has a share. Compiled with an author's moves.

    stock: kit.Cards = kit.deck(CARDS)

A deck is shuffled once a deal, and its places are dealt out to the players by turns; `common` of them at least are for
cards that belong to nobody. A hand comes from the lowest places of a player's share, what the player draws from its
highest: neither the size of hands nor what others do changes which cards those are, so that revisions are compared on
cards as equal as can be. Where a share is used up, the highest place left is drawn. As nobody knows what lies where,
every card left is as likely as the others.

`state.places` has the places that are left and `state.stock` the cards there, which a player does not know.
"""

import numpy as np

from workbench.engine.bit_sets import EMPTY, add, count, highest, lowest, remove, span, up_to, without_lowest
from workbench.engine.chance import player_below, swap, table_below
from workbench.engine.chance import shuffle as shuffle_cards
from workbench.engine.compiling import compiled
from workbench.engine.types import Card, CardSet, Chance, Int, Player, State


@compiled
def shuffle(state: State, players: Int, common: Int, chance: Chance) -> None:
    """Shuffle the deck: a share for each player, at least `common` places for nobody."""
    cards = state.deck.shape[0]
    for card in range(cards):
        state.deck[card] = card
    shuffle_cards(state.deck, cards, chance)
    dealt, nobody = (cards - common) // players * players, state.shares.shape[0] - 1
    share = EMPTY
    for place in range(0, dealt, players):
        share = add(share, place)
    for player in range(players):
        state.shares[player] = share << np.uint64(player)
    state.shares[nobody] = span(dealt, cards - dealt)
    state.stock, state.places, state.unmixed = state.pack, up_to(cards), 0


@compiled
def stock_size(state: State) -> Int:
    """Cards left in the deck."""
    return count(state.places)


@compiled
def deal_hand(state: State, player: Player, size: Int, chance: Chance) -> CardSet:
    """The first cards of a player's share of the deck."""
    mix_down_to(state, chance, 0)
    hand, left, share = EMPTY, size, state.places & state.shares[np.uint64(player)]
    places = share
    while left > 0 and places != EMPTY:
        hand = add(hand, state.deck[lowest(places)])
        places = without_lowest(places)
        left -= 1
    state.places = state.places & ~(share ^ places)
    for _ in range(left):
        place = highest(state.places)
        state.places = remove(state.places, place)
        hand = add(hand, state.deck[place])
    state.stock = state.stock & ~hand
    return hand


@compiled
def draw_card(state: State, player: Player, chance: Chance) -> Card:
    """Take a player's next card of the deck."""
    share = state.places & state.shares[np.uint64(player)]
    return card_at(state, highest(state.places if share == EMPTY else share), chance)


@compiled
def turn_up(state: State, chance: Chance) -> Card:
    """Take the deck's next card that is nobody's."""
    share = state.places & state.shares[state.shares.shape[0] - 1]
    return card_at(state, highest(state.places) if share == EMPTY else lowest(share), chance)


@compiled
def card_at(state: State, place: Int, chance: Chance) -> Card:
    """Take the card at a place out of the deck."""
    mix_down_to(state, chance, place)
    card = np.int64(state.deck[place])
    state.places, state.stock = remove(state.places, place), remove(state.stock, card)
    return card


@compiled
def mix_down_to(state: State, chance: Chance, place: Int) -> None:
    """Shuffle the deck from its end down to a place (Fisher and Yates), where that has not been done.

    A world that search imagines is shuffled as it is drawn, so that unplayed cards cost nothing.
    """
    while state.unmixed > place:
        state.unmixed -= 1
        swap(state.deck, state.unmixed, table_below(chance, state.unmixed + 1))


# What a player knows of it


@compiled
def forget_order(state: State) -> None:
    """Leave of the deck the number of its cards, at the lowest places."""
    for place in range(state.deck.shape[0]):
        state.deck[place] = 0
    for owner in range(state.shares.shape[0]):
        state.shares[owner] = EMPTY
    state.places, state.unmixed = up_to(count(state.places)), 0


@compiled
def lay_out(state: State, cards: CardSet) -> None:
    """Lay unseen cards into the deck, none of them mixed yet."""
    state.unmixed = 0
    while cards != EMPTY:
        state.deck[state.unmixed] = lowest(cards)
        cards = without_lowest(cards)
        state.unmixed += 1


@compiled
def draw_unseen(state: State, number: Int, chance: Chance, player: Player) -> CardSet:
    """So many random ones of the cards laid out, by the player's own chance."""
    drawn = EMPTY
    for _ in range(number):
        state.unmixed -= 1
        swap(state.deck, state.unmixed, player_below(chance, player, state.unmixed + 1))
        drawn = add(drawn, state.deck[state.unmixed])
    return drawn
