"""The chance of many plays at once: the engine's own functions, on arrays."""

from typing import Any

import numpy as np

from workbench.engine.chance import MOST_SEATS, start_play, table_below
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


def shuffled(seed: int, plays: int) -> Any:
    """The decks of the first deals of so many plays, one a row."""
    chances, rows = Chances(seed, plays), np.arange(plays)
    decks = np.tile(np.arange(CARDS), (plays, 1))
    for top in range(CARDS):
        place = top + plainly(table_below)(chances, CARDS - top)
        decks[rows, place], decks[rows, top] = decks[rows, top], decks[rows, place]
    return decks
