"""The chance of many plays at once: the engine's own functions, on arrays."""

from typing import Any

import numpy as np

from workbench.engine.chance import MOST_SEATS, shuffle, start_play
from workbench.engine.compiling import plainly
from workbench.engine.playing_cards import CARDS


class Chances:
    """Stands for a chance record in plain code; every field is an array over plays."""

    def __init__(self, seed: int, plays: int) -> None:
        self.play_key = self.retake = self.table = np.zeros(plays, np.uint64)
        self.players = np.zeros((MOST_SEATS, plays), np.uint64)
        plainly(start_play)(self, np.uint64(seed), np.arange(plays, dtype=np.uint64))

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, np.copy(value))  # a field of a record holds a value, not an array in common


class Decks:
    """Stands for the array of a deck in plain code: the cards at a place, or at one place of each deck."""

    def __init__(self, size: int, plays: int) -> None:
        self.rows, self.cards = np.arange(plays), np.tile(np.arange(size), (plays, 1))

    def __getitem__(self, places: Any) -> Any:
        return self.cards[self.rows, places].copy()

    def __setitem__(self, places: Any, cards: Any) -> None:
        self.cards[self.rows, places] = cards


def shuffled(seed: int, plays: int, size: int = CARDS) -> Any:
    """The decks of the first deals of so many plays, one a row."""
    decks = Decks(size, plays)
    plainly(shuffle)(decks, size, Chances(seed, plays))
    return decks.cards
