"""The French deck of 52 cards as bit sets.

A card is a number: 13 x suit + rank - 1, suits in the order C D H S, ranks from ace 1 to king 13. A set of cards is
a word whose bit c stands for card c.
"""

from typing import Final

import numpy as np

from workbench.engine.bit_sets import EMPTY, ONE, count, highest_bit, lowest_bit, only_nth
from workbench.engine.chance import table_below
from workbench.engine.compiling import compiled
from workbench.engine.types import Array, BitSet, CardSet, Chance, Int, Suit

RANKS: Final = 13
SUITS: Final = 4
CARDS: Final = RANKS * SUITS
SUIT_NAMES = "CDHS"
RANK_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUIT_MASK = np.uint64((1 << RANKS) - 1)
DECK = np.uint64((1 << CARDS) - 1)


def card_name(card: int) -> str:
    """Rank then suit: `10H`."""
    return RANK_NAMES[card % RANKS] + SUIT_NAMES[card // RANKS]


@compiled
def of_suit(cards: CardSet, suit: Suit) -> BitSet:
    """The ranks held in a suit, as a set of 0 (ace) to 12 (king)."""
    return (cards >> np.uint64(RANKS * suit)) & SUIT_MASK


@compiled
def suit_cards(suit: Suit) -> CardSet:
    return SUIT_MASK << np.uint64(RANKS * suit)


@compiled
def ranks_of(cards: CardSet) -> BitSet:
    """The ranks held in any suit, as a set of 0 (ace) to 12 (king)."""
    halves = cards | (cards >> np.uint64(2 * RANKS))
    return (halves | (halves >> np.uint64(RANKS))) & SUIT_MASK


@compiled
def in_all_suits(ranks: BitSet) -> CardSet:
    """The cards of the given ranks, in every suit."""
    halves = ranks | (ranks << np.uint64(RANKS))
    return halves | (halves << np.uint64(2 * RANKS))


@compiled
def highest_rank(ranks: BitSet) -> Int:
    """The highest rank, 0 to 12, of a suit that is not empty."""
    return highest_bit(ranks)


@compiled
def highest_rank_or_none(ranks: BitSet) -> Int:
    """The highest rank, 0 to 12, of a suit, or -1 where it is empty; without a branch."""
    return highest_bit((ranks << ONE) | ONE) - 1


@compiled
def lowest_rank(ranks: BitSet) -> Int:
    """The lowest rank, 0 to 12, of a suit that is not empty."""
    return lowest_bit(ranks)


@compiled
def above(ranks: BitSet, rank: Int) -> BitSet:
    """Those of the ranks that are higher than `rank`."""
    return ranks & ~((ONE << np.uint64(rank + 1)) - ONE)


@compiled
def below(ranks: BitSet, rank: Int) -> BitSet:
    """Those of the ranks that are lower than `rank`."""
    return ranks & ((ONE << np.uint64(rank)) - ONE)


@compiled
def in_next_suit(cards: CardSet) -> CardSet:
    """The cards of the same ranks one suit further, the first suit following the last."""
    return ((cards << np.uint64(RANKS)) & DECK) | (cards >> np.uint64(CARDS - RANKS))


@compiled
def deal(hands: Array, players: Int, size: Int, cards: CardSet, chance: Chance) -> CardSet:
    """Deal so many random cards to each player; the cards that are left."""
    left = count(cards)
    for player in range(players):
        hand = EMPTY
        if size == left:
            hand, cards = cards, EMPTY
        else:
            for _ in range(size):
                card = only_nth(cards, table_below(chance, left))
                cards, hand, left = cards & ~card, hand | card, left - 1
        hands[player] = hand
    return cards
