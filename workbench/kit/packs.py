"""Packs of cards: what a zone may hold. A card is its place in the pack, from 0; a set of cards is a word of bits."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from workbench.engine.bit_sets import members
from workbench.engine.playing_cards import SUIT_NAMES
from workbench.engine.trace import CopyOf
from workbench.engine.types import CardSet

NO_CARD: Final = -1
NO_ONE: Final = -1
"""In the place of a card, or of a player."""
MOST_CARDS = 256
MOST_IN_A_SET = 64
"""Cards of a pack whose sets are one word; of more, a stock has places."""
RANK_AND_SUIT = re.compile(r"(\d+|[A-Z])([A-Z])")
"""The names of cards such as 10C and QS, which are two words in one."""
RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks of the French pack, the ace highest."""


@dataclass(frozen=True)
class Pack:
    """Up to 256 cards, by their names; those of a card list are the copies that the list in a `rule` has."""

    names: tuple[str, ...]
    rule: str = ""

    def __post_init__(self) -> None:
        if not 0 < len(self.names) <= MOST_CARDS:
            raise TypeError(
                f"a pack has 1 to {MOST_CARDS} cards, not {len(self.names)}; what works: fewer copies of each card,"
                " or a pack of the kinds of cards and `kit.row(number of kinds)` for how many of each lie in a place"
            )
        if twice := next((name for name in self.names if self.names.count(name) > 1), None):
            raise TypeError(
                f'a pack has each card once, and "{twice}" comes more often: number the copies, "{twice} 2"'
            )

    @property
    def whole(self) -> CardSet:
        """All cards."""
        return np.uint64((1 << len(self.names)) - 1)

    @cached_property
    def groups(self) -> tuple[tuple[str, int], ...]:
        """Sets of cards whose names have a word in common, such as a suit or a rank, the largest first."""
        sets = Counter[tuple[int, str]]()
        for card, name in enumerate(self.names):
            words = RANK_AND_SUIT.fullmatch(name)
            for place, word in enumerate(words.groups() if words else name.split()):
                sets[place, word] += 1 << card
        groups = [(word, cards) for (_, word), cards in sets.items() if 1 < cards.bit_count() < len(self.names)]
        return tuple(sorted(groups, key=lambda group: -group[1].bit_count()))

    def card(self, name: str) -> int:
        """The card of a name."""
        return self.names.index(name)

    def cards(self, *names: str) -> CardSet:
        """The set of the cards of these names."""
        return np.uint64(sum(1 << self.card(name) for name in names))

    def without(self, *names: str) -> CardSet:
        """All cards but those of these names."""
        return self.whole & ~self.cards(*names)

    def lying(self, cards: Iterable[int]) -> list[CopyOf | str]:
        """The cards of a pile for the trace, in order."""
        return [CopyOf(self.rule, int(card)) if self.rule else self.names[card] for card in cards]

    def named(self, cards: CardSet) -> list[str]:
        """The names of a set of cards, in the order of the pack."""
        return [self.names[card] for card in members(cards)]


def pack(names: Iterable[str]) -> Pack:
    """A pack of cards with these names, the lowest first."""
    return Pack(tuple(names))


def listed_pack(rule: str, most: int) -> Pack:
    """The cards of a rule's card list, copy by copy; at most so many."""
    return Pack(tuple(f"card {number}" for number in range(most)), rule)


FRENCH = pack(rank + suit for suit in SUIT_NAMES for rank in RANK_NAMES)
"""The 52 French cards: 13 x suit + rank, suits in the order C D H S, the two lowest and the ace highest."""
