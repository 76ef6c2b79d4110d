"""Many statements tested as one, some of which share their luck."""

import numpy as np
import pytest
import scipy

from workbench.stats.evidence import effective_statements, wrong_by_luck


def test_whole_numbers_have_the_binomial_tail():
    for wrong, statements, most in ((0, 50, 0.05), (3, 50, 0.05), (50, 50, 0.05), (700, 900, 0.75)):
        assert wrong_by_luck(wrong, statements, most) == pytest.approx(
            scipy.stats.binom.sf(wrong - 1, statements, most), rel=1e-9
        )


def test_statements_that_repeat_each_other_count_once():
    rng = np.random.default_rng(1)
    batches, repeats = 400, 10
    alone = rng.random(batches) < 0.1
    assert effective_statements(alone * repeats, np.full(batches, repeats)) == pytest.approx(batches, rel=0.02)
    apart = rng.binomial(repeats, 0.1, batches)
    assert effective_statements(apart, np.full(batches, repeats)) == pytest.approx(batches * repeats, rel=0.2)


def test_never_more_than_there_are_and_all_where_nothing_is_wrong():
    assert effective_statements([1, 1, 1, 1], [2, 2, 2, 2]) == 8
    assert effective_statements([0, 0], [3, 4]) == 7
    assert effective_statements([1], [4]) == 4
    assert effective_statements([], []) == 0
