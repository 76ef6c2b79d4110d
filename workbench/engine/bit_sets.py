"""Sets of up to 64 things, each a bit of one 64-bit word.

Compiled, the processor's own instructions do the work of the first functions (`bit_instructions`).
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from workbench.engine.compiling import compiled, for_compiler
from workbench.engine.types import Action, ActionSet, Array, Bag, BitSet, Bool, Int, Word


def bit_count(word: Word) -> Int:
    """How many bits of `word` are set."""
    return np.int64(int(word).bit_count())


def lowest_bit(word: Word) -> Int:
    """The place, from 0, of the lowest set bit; `word` must not be 0."""
    return np.int64((int(word) & -int(word)).bit_length() - 1)


def highest_bit(word: Word) -> Int:
    """The place, from 0, of the highest set bit; `word` must not be 0."""
    return np.int64(int(word).bit_length() - 1)


def nth_bit(word: Word, place: Int) -> Int:
    """The place of the set bit that has `place` set bits below it; `word` must have more than `place` bits."""
    rest = int(word)
    for _ in range(place):
        rest &= rest - 1
    return lowest_bit(rest)


def single_bit(word: Word, place: Int) -> BitSet:
    """The word of that set bit alone that has `place` set bits below it; `word` must have more than `place` bits."""
    return np.uint64(1) << np.uint64(nth_bit(word, place))


def _as_instructions(compiler: Any) -> None:
    from workbench.engine.bit_instructions import declare

    declare([bit_count, lowest_bit, highest_bit, nth_bit, single_bit])


for_compiler(_as_instructions)


EMPTY = np.uint64(0)
ONE = np.uint64(1)
WORD: Final = 64


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
    """True if `card` is in the set."""
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
def highest(cards: BitSet) -> Int:
    """The highest member of a set that is not empty."""
    return highest_bit(cards)


@compiled
def without_lowest(cards: BitSet) -> BitSet:
    """The set without its lowest member."""
    return cards & (cards - ONE)


@compiled
def each(cards: BitSet) -> Iterator[Int]:
    """The members of a set, ascending, for a loop: `for card in each(cards)`."""
    while cards != EMPTY:
        yield lowest(cards)
        cards = without_lowest(cards)


@compiled
def is_single(cards: BitSet) -> Bool:
    """True if a set that is not empty has one member alone."""
    return without_lowest(cards) == EMPTY


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
def subsets(cards: BitSet) -> BitSet:
    """The sets that are part of this one, of members below 6, except for the empty one: each by its word less 1."""
    numbers, part = EMPTY, cards
    while part != EMPTY:
        numbers = numbers | only(np.int64(part) - 1)
        part = (part - ONE) & cards
    return numbers


@compiled
def mark(words: Array, card: Int) -> None:
    """Add `card` to a set of more than 64, an array of words."""
    words[card // WORD] = add(words[card // WORD], card % WORD)


@compiled
def marked(words: Array, card: Int) -> Bool:
    """True if `card` is in a set of more than 64, an array of words."""
    return holds(words[card // WORD], card % WORD)


KINDS: Final = 16
MOST_OF_A_KIND: Final = 15
EMPTY_BAG = np.uint64(0)
ONE, TWO, FOUR = np.uint64(1), np.uint64(2), np.uint64(4)
COUNT = np.uint64(MOST_OF_A_KIND)
EVERY_FOURTH = np.uint64(0x1111111111111111)
LOW_HALVES = np.uint64(0x0F0F0F0F0F0F0F0F)
ONE_A_BYTE = np.uint64(0x0101010101010101)
TOP_BYTE = np.uint64(56)


@compiled
def put_in(bag: Bag, kind: Int) -> Bag:
    """The bag with one more of `kind`; there must be less than 15."""
    return bag + (ONE << np.uint64(4 * kind))


@compiled
def take_out(bag: Bag, kind: Int) -> Bag:
    """The bag with one of `kind` fewer; there must be one."""
    return bag - (ONE << np.uint64(4 * kind))


@compiled
def number_of(bag: Bag, kind: Int) -> Int:
    """How many of `kind` are in the bag."""
    return np.int64((bag >> np.uint64(4 * kind)) & COUNT)


@compiled
def bag_size(bag: Bag) -> Int:
    """How many things are in the bag."""
    pairs = (bag & LOW_HALVES) + ((bag >> FOUR) & LOW_HALVES)
    return np.int64((pairs * ONE_A_BYTE) >> TOP_BYTE)


@compiled
def choices(bag: Bag) -> ActionSet:
    """The kinds in the bag as actions: bit 4k is set where there is one of kind k."""
    halves = bag | (bag >> TWO)
    return (halves | (halves >> ONE)) & EVERY_FOURTH


@compiled
def chosen_kind(action: Action) -> Int:
    """The kind that an action of `choices` stands for."""
    return np.int64(action) // 4
