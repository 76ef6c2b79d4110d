"""Strategies against each other: domination, and the equilibrium of pairwise advantage."""

import numpy as np
import pytest

from workbench.stats.meta_game import dominated, equilibrium, mixture

RNG = np.random.default_rng(20_221_103)
SCISSORS = np.array([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]])


def plays(means: object, number: int, seats: int = 2) -> np.ndarray:
    """Shares of shape (K, K, number), of so many seats in turn, with these means; the diagonal is even throughout."""
    values = np.asarray(means, dtype=float)
    drawn = (RNG.random((*values.shape, seats, number)) < values[:, :, None, None]).mean(axis=2)
    drawn[np.diag_indices(len(values))] = 1 / seats
    return drawn


def names(dominations: object) -> set[tuple[int, int, bool]]:
    return {(domination.loser, domination.by, domination.strict) for domination in dominations}


# Equilibrium


def test_rock_paper_and_scissors_weigh_a_third_each() -> None:
    assert equilibrium(SCISSORS) == pytest.approx([1 / 3] * 3)


def test_a_second_rock_shares_the_weight_of_the_first() -> None:
    twice = SCISSORS[np.ix_([0, 0, 1, 2], [0, 0, 1, 2])]
    assert equilibrium(twice) == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=1e-5)


def test_strategies_that_are_all_alike_weigh_the_same() -> None:
    assert equilibrium(np.full((4, 4), 1 / 3)) == pytest.approx([1 / 4] * 4)


def test_the_better_of_two_has_all_the_weight() -> None:
    assert equilibrium([[1 / 3, 0.1], [0.5, 1 / 3]]).tolist() == [0, 1]
    assert equilibrium([[0.5]]).tolist() == [1]


def test_a_known_mixture() -> None:
    """Rock that wins twice as much: its prey is played less, and so is whoever beats its prey (by hand)."""
    advantage = np.array([[0, 2, -1], [-2, 0, 1], [1, -1, 0]]) / 8
    assert equilibrium(0.5 + advantage) == pytest.approx([1 / 4, 1 / 4, 1 / 2])


@pytest.mark.parametrize("size", range(2, 8))
def test_nothing_has_an_advantage_over_the_equilibrium(size: int) -> None:
    for _ in range(20):
        matrix = RNG.random((size, size))
        weights = equilibrium(matrix)
        assert weights.min() >= 0
        assert weights.sum() == pytest.approx(1)
        assert ((matrix - matrix.T) @ weights).max() < 1e-6


def test_who_is_even_with_itself_only_does_not_matter() -> None:
    """The advantage looks at both ways of a pair: a lone i among j, and a lone j among i."""
    assert equilibrium([[1 / 3, 0.3], [0.3, 1 / 3]]) == pytest.approx([0.5, 0.5])


def test_the_range_covers_the_truth_and_shrinks() -> None:
    few, many = mixture(plays(SCISSORS * 0.4 + 0.3, 100), 60), mixture(plays(SCISSORS * 0.4 + 0.3, 10_000), 60)
    for estimate in (few, many):
        assert (estimate.low <= estimate.weights + 1e-9).all()
        assert (estimate.high >= estimate.weights - 1e-9).all()
    assert (many.low < 1 / 3).all()
    assert (many.high > 1 / 3).all()
    assert (many.high - many.low).sum() < 0.3 * (few.high - few.low).sum()


def test_the_range_is_the_same_each_time() -> None:
    cells = plays(SCISSORS * 0.4 + 0.3, 50)
    once, again = mixture(cells, 20), mixture(cells, 20)
    assert (once.low.tolist(), once.high.tolist()) == (again.low.tolist(), again.high.tolist())


@pytest.mark.parametrize("means", [[[0.5, 0.5]], [], [0.5], [[[0.5]]]])
def test_only_square_matrices_have_an_equilibrium(means: object) -> None:
    with pytest.raises(ValueError, match="square"):
        equilibrium(means)


# Domination


def test_a_dominated_row_is_named_with_whom_it_is_dominated_by() -> None:
    means = [[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.2, 0.3, 0.5]]
    assert names(dominated(plays(means, 2_000), 0.01)) == {(1, 0, True), (2, 0, True), (2, 1, True)}


def test_none_is_dominated_in_a_cycle() -> None:
    assert dominated(plays(SCISSORS, 2_000), 0.01) == []


def test_one_field_in_which_it_is_better_saves_a_row() -> None:
    means = [[0.5, 0.9, 0.4], [0.1, 0.5, 0.6], [0.6, 0.4, 0.5]]
    assert names(dominated(plays(means, 2_000), 0.01)) == set()


def test_a_row_that_is_nowhere_better_and_somewhere_worse() -> None:
    means = np.full((3, 3), 0.5)
    means[1, 2] = 0.3
    pairs = names(dominated(plays(means, 40_000), 0.02))
    assert (1, 0, False) in pairs
    assert not any(strict for _, _, strict in pairs)
    assert (0, 1, False) not in pairs


def test_the_same_strategy_twice_is_not_dominated_by_itself() -> None:
    cells = np.full((2, 2, 500), 0.5)
    assert dominated(cells, 0.01) == []


def test_false_names_are_as_rare_as_the_risk_allows() -> None:
    false = sum(bool(dominated(plays(np.full((3, 3), 0.5), 300), 0.0)) for _ in range(150))
    assert false <= 15


def test_few_plays_that_agree_prove_nothing() -> None:
    cells = np.full((2, 2, 3), 0.5)
    cells[0, 1], cells[1, 0] = 1.0, 0.0
    assert dominated(cells, 0.01) == []
    assert dominated(cells[:, :, :1], 0.01) == []


@pytest.mark.parametrize(("cells", "margin"), [(np.zeros((2, 3, 4)), 0.01), (np.zeros((2, 2)), 0.01)])
def test_bad_shapes_are_refused(cells: np.ndarray, margin: float) -> None:
    with pytest.raises(ValueError, match="shape"):
        dominated(cells, margin)


def test_a_negative_margin_is_refused() -> None:
    with pytest.raises(ValueError, match="margin"):
        dominated(np.zeros((2, 2, 4)), -0.1)
