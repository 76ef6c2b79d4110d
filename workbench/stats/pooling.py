"""A test of a promise about chances by many statements, some of which come from the same plays.

Statements from one batch share its luck: where one interval misses, that of a related measure misses as well. They
count as so many independent statements as would vary as much (the *effective* number, Kish 1965, "Survey Sampling"),
and never as more than there are. For these the tail is that of the binomial distribution, exactly, with a fraction of a
statement by the incomplete beta function.
"""

from math import nan

from numpy.typing import ArrayLike

from workbench.stats.estimate import as_floats


def effective_statements(wrong: ArrayLike, statements: ArrayLike) -> float:
    """How many independent statements those of all batches are worth; both of shape (batches,).

    All of them where none is wrong or there is one batch: nothing says then that they depend on each other.
    """
    misses, sizes = as_floats(wrong), as_floats(statements)
    total = float(sizes.sum())
    share = float(misses.sum()) / total if total else nan
    if misses.size < 2 or not 0 < share < 1:
        return total
    spread = misses.size / (misses.size - 1) * float(((misses - share * sizes) ** 2).sum())
    return min(total, total**2 * share * (1 - share) / spread) if spread > 0 else total


def wrong_by_luck(wrong: float, statements: float, most: float) -> float:
    """The chance of as many wrong ones or more, if each of the statements is wrong with the chance `most`.

    1 where none is wrong. Fractions are allowed.
    """
    from scipy.special import betainc  # loads slowly

    return float(betainc(wrong, statements - wrong + 1, most)) if wrong > 0 else 1.0
