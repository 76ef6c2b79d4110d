"""Shares of a win, each play's the mean over several seats: how sure is their mean?

Such a value is neither yes or no nor a number without bounds. Its interval is that of a rate (`estimate`), in
which n is the *effective* number of plays: as many yes-or-no answers as would know the mean so well, by the
spread that the values have (Korn & Graubard 1998; recommended for clustered rates by Dean & Pagano 2015). Student's
quantile takes the place of the normal one, since that spread is itself estimated.
"""

from math import inf, nan, sqrt

from numpy.typing import ArrayLike

from workbench.stats.estimate import Estimate, score_interval
from workbench.stats.samples import Floats, as_floats, moments, special, tail


def share_estimate(values: ArrayLike, confidence: float = 0.95) -> Estimate:
    """The mean of `values` in [0, 1], shape (n,), one a play, with the interval explained above, within [0, 1].

    Values that are all equal count as n answers, however many seats stand behind each. No plays: mean and sd NaN;
    fewer than two: interval [0, 1]. ValueError: a value outside [0, 1], or `confidence` outside (0, 1).
    """
    sample = _as_shares(values)
    mean, sd = moments(sample)
    if sample.size < 2:
        return Estimate(mean, sd, 0.0, 1.0, sample.size)
    quantile = float(-special().stdtrit(sample.size - 1, tail(confidence)))
    low, high = score_interval(mean, effective_plays(mean, sd, sample.size), quantile)
    return Estimate(mean, sd, float(low), float(high), sample.size)


def share_p_value(values: ArrayLike, even: float) -> float:
    """The two-sided p-value of the score test (Wilson 1927) for a mean share of `even`, in (0, 1).

    It is below 0.05 wherever the 95 % interval leaves `even` out, since that interval contains Wilson's. NaN for fewer
    than two plays. ValueError: as `share_estimate`, or `even` outside (0, 1).
    """
    if not 0 < even < 1:
        raise ValueError(f"even = {even}: must lie between 0 and 1")
    sample = _as_shares(values)
    mean, sd = moments(sample)
    if sample.size < 2:
        return nan
    error = sqrt(even * (1 - even) / effective_plays(mean, sd, sample.size))
    return float(2 * special().stdtr(sample.size - 1, -abs(mean - even) / error))


def effective_plays(mean: float, sd: float, n: int) -> float:
    """The number of yes-or-no answers that would know a rate of `mean` as well as n values that vary by `sd`."""
    answers = n * mean * (1 - mean) / sd**2 if sd > 0 else 0.0
    return answers if 0 < answers < inf else float(n)


def _as_shares(values: ArrayLike) -> Floats:
    sample = as_floats(values)
    if not ((sample >= 0) & (sample <= 1)).all():
        raise ValueError("a share of a win lies between 0 and 1")
    return sample
