"""Sets of up to 64 things as one 64-bit word, and the French deck of 52 cards.

A card is a number: 13 x suit + rank - 1, suits in the order C D H S, ranks from ace 1 to king 13. A set of cards is
a word whose bit c stands for card c. Shifts and masks live in this file; games speak in its functions.
"""

from typing import Final

import numpy as np

from workbench.engine.bits import bit_count, highest_bit, lowest_bit, nth_bit, single_bit
from workbench.engine.compiling import compiled
from workbench.engine.types import Array, BitSet, Bool, CardSet, Int, Suit

RANKS: Final = 13
SUITS: Final = 4
CARDS: Final = RANKS * SUITS
SUIT_NAMES = "CDHS"
RANK_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
EMPTY = np.uint64(0)
ONE = np.uint64(1)
WORD: Final = 64
SUIT_MASK = np.uint64((1 << RANKS) - 1)
DECK = np.uint64((1 << CARDS) - 1)


def card_name(card: int) -> str:
    """Rank then suit: `10H`."""
    return RANK_NAMES[card % RANKS] + SUIT_NAMES[card // RANKS]


def card_number(name: str) -> int:
    """The card behind a name as `card_name` writes it. Raises ValueError for any other text."""
    return SUIT_NAMES.index(name[-1:]) * RANKS + RANK_NAMES.index(name[:-1])


def members(cards: BitSet) -> list[int]:
    """The members of a set, ascending, for reports."""
    word = int(cards)
    return [card for card in range(64) if word >> card & 1]


@compiled
def only(card: Int) -> BitSet:
    """The set of one card."""
    return ONE << np.uint64(card)


@compiled
def only_if(card: Int, condition: Bool) -> BitSet:
    """The set of one card where the condition holds, else the empty set; without a branch."""
    return np.uint64(condition) << np.uint64(card)


@compiled
def add(cards: BitSet, card: Int) -> BitSet:
    """The set with `card`."""
    return cards | only(card)


@compiled
def remove(cards: BitSet, card: Int) -> BitSet:
    """The set without `card`."""
    return cards & ~only(card)


@compiled
def holds(cards: BitSet, card: Int) -> Bool:
    """Whether `card` is in the set."""
    return (cards >> np.uint64(card)) & ONE != EMPTY


@compiled
def count(cards: BitSet) -> Int:
    """How many are in the set."""
    return bit_count(cards)


@compiled
def lowest(cards: BitSet) -> Int:
    """The lowest member of a set that is not empty."""
    return lowest_bit(cards)


@compiled
def without_lowest(cards: BitSet) -> BitSet:
    """The set without its lowest member."""
    return cards & (cards - ONE)


@compiled
def nth(cards: BitSet, place: Int) -> Int:
    """The member at `place`, from 0, in ascending order."""
    return nth_bit(cards, place)


@compiled
def only_nth(cards: BitSet, place: Int) -> BitSet:
    """The set of the member at `place` alone."""
    return single_bit(cards, place)


@compiled
def up_to(number: Int) -> BitSet:
    """The set of 0 .. number-1, for number below 64."""
    return only(number) - ONE


@compiled
def span(first: Int, number: Int) -> BitSet:
    """The set of first .. first+number-1, for number below 64."""
    return up_to(number) << np.uint64(first)


@compiled
def raised(cards: BitSet, number: Int) -> BitSet:
    """The set with every member larger by a number."""
    return cards << np.uint64(number)


@compiled
def lowered(cards: BitSet, number: Int) -> BitSet:
    """The set with every member smaller by a number, without those that were below it."""
    return cards >> np.uint64(number)


@compiled
def mark(words: Array, card: Int) -> None:
    """Add `card` to a set of more than 64, an array of words."""
    words[card // WORD] = add(words[card // WORD], card % WORD)


@compiled
def marked(words: Array, card: Int) -> Bool:
    """Whether `card` is in a set of more than 64, an array of words."""
    return holds(words[card // WORD], card % WORD)


@compiled
def of_suit(cards: CardSet, suit: Suit) -> BitSet:
    """The ranks held in a suit, as a set of 0 (ace) to 12 (king)."""
    return (cards >> np.uint64(RANKS * suit)) & SUIT_MASK


@compiled
def suit_cards(suit: Suit) -> CardSet:
    """All cards of a suit."""
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
def pairs_apart(ranks: BitSet, distance: Int) -> Int:
    """How many pairs of the ranks lie exactly `distance` apart."""
    return bit_count(ranks & (ranks >> np.uint64(distance)))
