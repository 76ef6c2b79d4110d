"""Which cards of a card list each seat had and played in a play: what a designer balances cards by.

For each list there are two sets of cards a seat, as words of bits by the cards' numbers: `<rule>_drawn`, the cards that
came into the seat's hand, and `<rule>_played`, those that it played. These rows are large beside the measures, and few
people ask for them, so they are not stored with a run: a play's are made again when they are wanted
(`Batch.card_uses`), which gives the same plays, since a play depends on its seed and its index alone.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from workbench.engine.bit_sets import WORD
from workbench.engine.measures import WINNERS, Results

DRAWN, PLAYED = "drawn", "played"


def words_for(cards: int) -> int:
    """Words of bits that a set of so many cards takes."""
    return -(-cards // WORD)


def use_type(sizes: Mapping[str, int], seats: int) -> np.dtype[np.void]:
    """The record of one play: `winners`, then the sets of each list; `sizes` are the most cards of each."""
    fields: list[tuple[Any, ...]] = [(WINNERS, "u2")]
    for rule, cards in sizes.items():
        fields += [(field_of(rule, what), "u8", (seats, words_for(cards))) for what in (DRAWN, PLAYED)]
    return np.dtype((np.record, np.dtype(fields, align=True)))


def field_of(rule: str, what: str) -> str:
    """The field of what was DRAWN or PLAYED of a list."""
    return f"{rule}_{what}"


def used_by_seat(uses: Results, rule: str, what: str, cards: int, seats: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Whether each seat drew, or played, each card: shape (plays, seats, cards)."""
    words = np.ascontiguousarray(uses[field_of(rule, what)][:, :seats]).astype("<u8", copy=False)
    bits = np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")
    found: np.ndarray[Any, np.dtype[np.bool_]] = bits[..., :cards].astype(bool)
    return found
