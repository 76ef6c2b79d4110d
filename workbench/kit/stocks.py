"""Stocks: a deck, its discard pile, and hands in which each card has a place; of up to 256 cards, several to a game.

    bods: kit.Stock = kit.stock(BODS, hand=20)

All stocks of a game have the same layout, that of the largest, so that their functions are compiled once. A deck is
shuffled by a stream of its own; its places are dealt out to `owners` by turns, so that what others draw does not change
which cards come to whom.

A player knows the own hand, the discard pile, and those cards of others that all saw come to a hand, which are open.
Cards go back into a deck in the middle of a play: a hand is returned, the discards are shuffled again. Who saw a card
go back knows that it is in no hand that was filled before. Each return therefore begins an *era*: a card of a hand has
the era in which it was drawn, and each player has for each card the era in which that player last saw it go into the
deck. A card can be at a hidden place of a hand whose era is the same or later.
"""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, mark, marked
from workbench.engine.cards import words_for
from workbench.engine.chance import player_below, player_shuffle, start_stream, swap, table_below, take_card_of
from workbench.engine.chance import shuffle as shuffle_cards
from workbench.engine.compiling import compiled
from workbench.engine.types import Array, Bool, Card, Chance, FieldSpec, Int, Player, State, record_type
from workbench.kit.packs import NO_CARD, NO_ONE

LATEST: Final = 255
"""The last era that is told apart from those after it."""


def stock_type(cards: int, seats: int, hand: int) -> np.dtype[np.void]:
    """The record of a stock of so many cards, and so many of them in a hand at most."""
    words = (seats, words_for(cards))
    fields: list[FieldSpec] = [
        ("drawn", "u8", words),  # sets of the cards that came into the hand of each player in the whole play
        ("played", "u8", words),
        ("unseen", "u8", (words_for(cards),)),
        ("deck_size", "i8"),
        ("discard_size", "i8"),
        ("hand_size", "i8", (seats,)),
        ("hidden", "i8", (seats,)),  # in a concealed state: cards of a hand that are unknown
        ("fresh_size", "i8"),
        ("shuffles", "i8"),
        ("era", "i8"),
        ("stream", "i8"),
        ("owners", "i8"),
        ("cards", "i8"),
        ("taken", "u2", (seats + 1,)),  # by each owner since the deck was shuffled
        ("deck", "u1", (cards,)),
        ("discards", "u1", (cards,)),
        ("hand", "u1", (seats, hand)),
        ("hand_era", "u1", (seats, hand)),
        ("hand_open", "u1", (seats, hand)),
        ("since", "u1", (seats, cards)),  # the era in which a player last saw the card go into the deck
        ("fresh", "u1", (hand,)),  # the cards just drawn into a hand, for the trace
    ]
    filling = -sum(np.dtype(field[1:]).itemsize if len(field) > 2 else 8 for field in fields) % 8
    return record_type([*fields, ("filling", "u1", (filling,))] if filling else fields)  # else with bytes that vary


# The deck and the discard pile


@compiled
def lay_stock(stock: State, cards: Int, owners: Int, chance: Chance) -> None:
    """Shuffle the first so many cards into the deck, whose places are dealt out to so many owners."""
    for card in range(cards):
        stock.deck[card] = card
    stock.cards, stock.deck_size, stock.owners = cards, cards, owners
    shuffle_stock(stock, chance)


@compiled
def shuffle_stock(stock: State, chance: Chance) -> None:
    """Shuffle the deck; its places are dealt out anew."""
    start_stream(chance, np.int64(stock.stream), np.int64(stock.shuffles))
    stock.shuffles += 1
    for owner in range(stock.owners):
        stock.taken[owner] = 0
    shuffle_cards(stock.deck, np.int64(stock.deck_size), chance)


@compiled
def take_from_deck(stock: State, owner: Int) -> Card:
    """Take the next card of the deck for an owner, a player or the number after them; -1 where none is left."""
    if stock.deck_size == 0:
        return NO_CARD
    card = take_card_of(owner, np.int64(stock.owners), stock.taken, stock.deck, np.int64(stock.deck_size))
    stock.deck_size -= 1
    return card


@compiled
def discard(stock: State, card: Card) -> None:
    """Lay a card on the discard pile."""
    stock.discards[stock.discard_size] = card
    stock.discard_size += 1


@compiled
def reshuffle_discards(stock: State, players: Int, chance: Chance) -> None:
    """Shuffle the discards into a new deck; everybody has seen them go there."""
    stock.era = min(np.int64(stock.era) + 1, LATEST)
    for place in range(stock.discard_size):
        card = stock.discards[place]
        stock.deck[place] = card
        for player in range(players):
            stock.since[player, card] = stock.era
    stock.deck_size, stock.discard_size = stock.discard_size, 0
    shuffle_stock(stock, chance)


# Hands


@compiled
def add_to_hand(stock: State, player: Player, card: Card, is_open: Bool) -> None:
    """Add a card behind the others of a hand; `is_open` if everybody sees it."""
    place = stock.hand_size[player]
    stock.hand[player, place] = card
    stock.hand_era[player, place] = stock.era
    stock.hand_open[player, place] = is_open
    stock.hand_size[player] = place + 1
    mark(stock.drawn[player], card)


@compiled
def sort_into_hand(stock: State, player: Player, card: Card, is_open: Bool) -> None:
    """Add a card to a hand that is kept in ascending order."""
    insert(stock, player, card, stock.era, is_open)
    mark(stock.drawn[player], card)


@compiled
def insert(stock: State, player: Player, card: Card, era: Int, is_open: Bool) -> None:
    """Put a card before the higher ones of a hand."""
    cards, eras, opens = stock.hand[player], stock.hand_era[player], stock.hand_open[player]
    place = np.int64(stock.hand_size[player])
    stock.hand_size[player] = place + 1
    while place > 0 and cards[place - 1] > card:
        cards[place], eras[place], opens[place] = cards[place - 1], eras[place - 1], opens[place - 1]
        place -= 1
    cards[place], eras[place], opens[place] = card, era, is_open


@compiled
def take_from_hand(stock: State, player: Player, place: Int) -> Card:
    """Take the card at a place of a hand; the last one takes its place."""
    card = np.int64(stock.hand[player, place])
    last = stock.hand_size[player] - 1
    stock.hand[player, place] = stock.hand[player, last]
    stock.hand_era[player, place] = stock.hand_era[player, last]
    stock.hand_open[player, place] = stock.hand_open[player, last]
    stock.hand[player, last] = stock.hand_era[player, last] = stock.hand_open[player, last] = 0
    stock.hand_size[player] = last
    return card


@compiled
def sort_out_of_hand(stock: State, player: Player, place: Int) -> Card:
    """Take the card at a place of a hand, whose order stays."""
    cards, eras, opens = stock.hand[player], stock.hand_era[player], stock.hand_open[player]
    card, last = np.int64(cards[place]), np.int64(stock.hand_size[player]) - 1
    for later in range(place, last):
        cards[later], eras[later], opens[later] = cards[later + 1], eras[later + 1], opens[later + 1]
    cards[last] = eras[last] = opens[last] = 0
    stock.hand_size[player] = last
    return card


@compiled
def seen_twin(stock: State, kinds: Array, player: Player, place: Int) -> Int:
    """The place of a card of the same kind that everybody has seen come to the hand, or that place itself.

    Nobody who watches can tell copies apart, so what is known of a hand leaves it first.
    """
    kind = kinds[stock.hand[player, place]]
    for other in range(stock.hand_size[player]):
        if stock.hand_open[player, other] and kinds[stock.hand[player, other]] == kind:
            return other
    return place


@compiled
def return_hand(stock: State, player: Player, players: Int, chance: Chance) -> None:
    """Shuffle a hand into the deck. Its player knows which cards; all know those held openly.

    Each card changes places with any one of the deck, itself included, which shuffles it in (Fisher and Yates).
    """
    stock.era = min(np.int64(stock.era) + 1, LATEST)
    for place in range(stock.hand_size[player]):
        card = np.int64(stock.hand[player, place])
        stock.deck[stock.deck_size] = card
        stock.deck_size += 1
        swap(stock.deck, stock.deck_size - 1, table_below(chance, np.int64(stock.deck_size)))
        for viewer in range(players):
            if viewer == player or stock.hand_open[player, place]:
                stock.since[viewer, card] = stock.era
        stock.hand[player, place] = stock.hand_era[player, place] = stock.hand_open[player, place] = 0
    stock.hand_size[player] = 0


@compiled
def discard_hand(stock: State, player: Player) -> None:
    """Discard all cards of a hand."""
    for place in range(stock.hand_size[player]):
        discard(stock, np.int64(stock.hand[player, place]))
        stock.hand[player, place] = stock.hand_era[player, place] = stock.hand_open[player, place] = 0
    stock.hand_size[player] = 0


# What a player knows


@compiled
def conceal_stock(stock: State, players: Int, player: Player) -> None:
    """Leave of others' hands the open cards, and of the deck its size.

    `hidden` becomes the number of unknown cards of each hand, whose eras stand after the open cards, ascending; the
    deck becomes the list of all cards whose place is unknown, ascending.
    """
    for word in range(stock.unseen.shape[0]):
        stock.unseen[word] = EMPTY
    for place in range(stock.deck_size):
        mark(stock.unseen, np.int64(stock.deck[place]))
    for other in range(players):
        if other != player:
            conceal_hand(stock, other)
    place = 0
    for card in range(stock.cards):
        if marked(stock.unseen, card):
            stock.deck[place] = card
            place += 1
    for rest in range(place, stock.cards):
        stock.deck[rest] = 0
    for place in range(stock.fresh_size):
        stock.fresh[place] = 0
    stock.fresh_size = 0


@compiled
def conceal_hand(stock: State, other: Player) -> None:
    """Keep the open cards of a hand, and after them only the eras of the others; forget what only its player saw."""
    hand, eras, opens = stock.hand[other], stock.hand_era[other], stock.hand_open[other]
    size, open_cards = np.int64(stock.hand_size[other]), 0
    for place in range(size):
        if opens[place]:
            card, era = hand[place], eras[place]
            for later in range(place, open_cards, -1):
                eras[later] = eras[later - 1]
                hand[later] = hand[later - 1]
            hand[open_cards], eras[open_cards] = card, era
            open_cards += 1
    for place in range(size):
        opens[place] = place < open_cards
        if place >= open_cards:
            mark(stock.unseen, np.int64(hand[place]))
            hand[place] = 0
    sort(eras, open_cards, size)
    stock.hidden[other] = size - open_cards
    stock.hand_size[other] = open_cards
    if stock.era > 0:
        for card in range(stock.cards):
            stock.since[other, card] = 0
    for word in range(stock.unseen.shape[0]):
        stock.drawn[other, word] = EMPTY


@compiled
def sort(numbers: Array, first: Int, end: Int) -> None:
    """Put the numbers from place `first` to `end` - 1 in ascending order."""
    for place in range(first + 1, end):
        number, to = numbers[place], place
        while to > first and numbers[to - 1] > number:
            numbers[to] = numbers[to - 1]
            to -= 1
        numbers[to] = number


@compiled
def draw_world(stock: State, players: Int, player: Player, chance: Chance) -> None:
    """Deal the unknown cards evenly to the hidden places of hands, the earliest era first; the rest are the deck.

    To each place goes any of the cards left that can be there. Whatever can be at an earlier place can be at a later
    one too, so every possible world is equally likely.
    """
    cards, size, era = stock.deck, np.int64(stock.deck_size), np.int64(stock.era)
    total = size + stock.hidden[:players].sum()
    dealt, eligible, now = 0, total if era == 0 else np.int64(0), np.int64(NO_ONE)
    while dealt < total - size:
        other = earliest(stock, players)
        at = np.int64(stock.hand_era[other, stock.hand_size[other]])
        if era > 0 and at > now:
            eligible, now = collect_eligible(cards, stock.since[player], eligible, total, at), at
        swap(cards, dealt, dealt + player_below(chance, player, eligible - dealt))
        insert(stock, other, np.int64(cards[dealt]), at, False)
        stock.hidden[other] -= 1
        dealt += 1
    for place in range(size):
        swap(cards, place, place + dealt)
    for place in range(size, total):
        cards[place] = 0
    player_shuffle(cards, size, chance, player)


@compiled
def earliest(stock: State, players: Int) -> Player:
    """The player whose next hidden place has the earliest era."""
    holder, least = NO_ONE, np.int64(LATEST + 1)
    for other in range(players):
        if stock.hidden[other] > 0 and stock.hand_era[other, stock.hand_size[other]] < least:
            holder, least = other, np.int64(stock.hand_era[other, stock.hand_size[other]])
    return holder


@compiled
def collect_eligible(cards: Array, since: Array, eligible: Int, total: Int, era: Int) -> Int:
    """Bring the cards that can be at a place of this era to the front, after the `eligible`; how many they are now."""
    for place in range(eligible, total):
        if since[cards[place]] <= era:
            swap(cards, eligible, place)
            eligible += 1
    return eligible


# The tables of cards


@compiled
def rows_of(cards: Array, rows: Array, kinds: Array) -> None:
    """Write into a set of rows of a card list those of which there is a copy in a set of cards."""
    for card in range(kinds.shape[0]):
        if marked(cards, card):
            mark(rows, np.int64(kinds[card]))


@compiled
def copy_set(cards: Array, rows: Array) -> None:
    """Write a set of cards into one that has room for fewer."""
    for word in range(rows.shape[0]):
        rows[word] = cards[word]
