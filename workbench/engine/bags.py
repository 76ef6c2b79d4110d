"""Bags: how many of each of up to 16 kinds of things, up to 15 of a kind, as one 64-bit word.

Kind k is counted in bits 4k to 4k + 3. Where things of a kind cannot be told apart a bag says all there is to say, and
a choice among its kinds is one action each: that of kind k has the number 4k. Shifts and masks live in this file;
games speak in its functions.
"""

from typing import Final

import numpy as np

from workbench.engine.compiling import compiled
from workbench.engine.types import Action, ActionSet, Bag, Int

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
