"""The word for a comparison, and the plays it lacks."""

from dataclasses import replace
from math import ceil, inf, nan

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from workbench.stats import Direction, PairedDifference, Verdict, judge, paired_difference, plays_to_decide
from workbench.stats.verdict import MOST_PLAYS

MIDDLES = st.floats(-3, 3)


def _difference(low: float, high: float, n: int = 100) -> PairedDifference:
    middle = (low + high) / 2
    return PairedDifference(1, 1 + middle, middle, low, high, 0.5, 0.5, 1.0, n, 0.5)


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (-0.9, 0.9, "same"),
        (-1.0, 1.0, "same"),
        (0.2, 0.9, "same"),  # surely above 0, and surely too little to matter
        (1.1, 2.0, "higher"),
        (-2.0, -1.1, "lower"),
        (0.9, 2.0, "undecided"),
        (1.0, 2.0, "undecided"),
        (-1.1, 0.5, "undecided"),
        (-5.0, 5.0, "undecided"),
        (-inf, inf, "undecided"),
        (nan, nan, "undecided"),
    ],
)
def test_words(low: float, high: float, word: str) -> None:
    assert judge(_difference(low, high), 1.0) == word


@pytest.mark.parametrize(
    ("direction", "up", "down"),
    [(Direction.UP, "better", "worse"), (Direction.DOWN, "worse", "better"), (Direction.NONE, "higher", "lower")],
)
def test_a_goal_gives_the_words_their_sense(direction: Direction, up: str, down: str) -> None:
    assert judge(_difference(2, 3), 1, direction) == up
    assert judge(_difference(-3, -2), 1, direction) == down
    assert judge(_difference(-0.5, 0.5), 1, direction) == "same"
    assert judge(_difference(-2, 2), 1, direction) == "undecided"


def test_pairs_that_never_differ_are_the_same_even_where_the_interval_is_wide() -> None:
    never = paired_difference(np.zeros(5, dtype=bool), np.zeros(5, dtype=bool))
    assert never.high > 0.3
    assert judge(never, 0.01) is Verdict.SAME
    assert judge(never, 0) is Verdict.SAME
    assert plays_to_decide(never, 0.01) == 0
    assert judge(replace(never, n=1), 0.01) is Verdict.UNDECIDED


def test_a_change_that_cancels_out_is_not_the_same() -> None:
    found = paired_difference([0, 0, 0, 0], [-9, 9, -9, 9])
    assert found.difference == 0
    assert judge(found, 1) is Verdict.UNDECIDED


@given(MIDDLES, st.floats(0, 3), st.floats(0, 2))
def test_swapping_the_sides_swaps_the_words(middle: float, half: float, margin: float) -> None:
    mirrored = {"higher": "lower", "lower": "higher"}
    word = judge(_difference(middle - half, middle + half), margin)
    assert judge(_difference(-middle - half, -middle + half), margin) == mirrored.get(word, word)


@pytest.mark.parametrize("margin", [-0.1, nan])
def test_a_margin_is_not_negative(margin: float) -> None:
    with pytest.raises(ValueError, match="margin"):
        judge(_difference(0, 1), margin)


@given(MIDDLES, st.floats(0.01, 3), st.floats(0, 2), st.integers(2, 10_000))
def test_as_many_plays_as_announced_decide(middle: float, half: float, margin: float, n: int) -> None:
    now = _difference(middle - half, middle + half, n)
    further = plays_to_decide(now, margin)
    assume(further is not None)
    assert further is not None
    assert (further == 0) == (judge(now, margin) is not Verdict.UNDECIDED)

    def after(plays: float) -> Verdict:
        shrunk = half * (n / (n + plays)) ** 0.5
        return judge(_difference(middle - shrunk, middle + shrunk, n), margin)

    assert after(further * 1.000001 + 1) is not Verdict.UNDECIDED
    assert further < 10 or after(further * 0.99 - 1) is Verdict.UNDECIDED


@pytest.mark.parametrize(("effect", "margin"), [(0.02, 0.09), (0.37, 0.3), (-0.37, 0.3), (0.07, 0.0)])
def test_the_announced_plays_decide_when_the_sample_goes_on_as_it_began(effect: float, margin: float) -> None:
    rng = np.random.default_rng(8)
    base, change = rng.normal(size=(2, 200))
    other = base + 2.2 * (change - change.mean()) / change.std() + effect
    batches = ((plays_to_decide(paired_difference(base, other), margin) or 0) + 200) / 200
    assert 15 < batches < 25

    def after(times: int) -> Verdict:
        return judge(paired_difference(np.tile(base, times), np.tile(other, times)), margin)

    assert after(ceil(batches)) is not Verdict.UNDECIDED
    assert after(int(batches * 0.95)) is Verdict.UNDECIDED


def test_what_cannot_be_told_is_not_told() -> None:
    assert plays_to_decide(_difference(0, 2), 1) is None  # the estimate sits on the edge
    assert plays_to_decide(_difference(-1, 1), 0) is None
    assert plays_to_decide(paired_difference([1], [2]), 0.1) is None
    assert plays_to_decide(paired_difference([], []), 0.1) is None
    close = _difference(1 - 1 + 1e-5, 1 + 1 + 1e-5, 10)
    assert plays_to_decide(close, 1) is None
    assert 0 < (plays_to_decide(_difference(1e-3, 2 + 1e-3, 10), 1) or 0) < MOST_PLAYS
