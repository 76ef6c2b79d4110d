"""Counts of cards for tests that play nothing."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from workbench.studies.decks.counts import CardCounts, beside
from workbench.tallies.series import WHOLE_WIN


def counts_of(rule: str, kinds: Sequence[str], seats: int, plays: int, *arrays: ArrayLike) -> CardCounts:
    """Counts in which every card that was drawn is a play of its own; arrays in the order of `ARRAYS`."""
    whole = [np.asarray(array).astype(np.int64) for array in arrays]
    products = np.zeros((len(set(kinds)) + len(kinds), 4, 4))
    for row, (won, drawn, others_won, others_drawn) in enumerate(
        beside(whole[2] / WHOLE_WIN, whole[0].astype(float), kinds)
    ):
        products[row, :2, :2] = [[won, won], [won, drawn]]
        products[row, 2:, 2:] = [[others_won, others_won], [others_won, others_drawn]]
    return CardCounts(rule, seats, plays, *whole, products=products)
