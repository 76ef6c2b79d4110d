"""The quality of a game, in figures of a batch: from the standings after each stage, and from the choices there are.

Most are criteria of Browne (2008), "Automatic generation and evaluation of recombination games" (PhD thesis, QUT), as
Browne & Maire (2010, IEEE TCIAIG 2) and Ludii's metrics (Piette et al. 2021) go on with them. Theirs rest on estimates
of a bot, ours on the declared standing of the game: what a score track shows. Of plays with one winner and a stage
before the last:

    lead_changes    times that another party took the sole lead, as results count them. Browne: "lead change"
    drama           how far the winner was behind, averaged over the stages after which it was; 0 if it never was.
                    Browne's "drama" takes the root of the distance
    decisiveness    the share of the play, in decisions, left after the winner leads for good. Browne's "decisiveness"
                    and "killer moves" ask the same of an estimate
    comeback        how often the winner was behind at half of the play. Ludii: "drama" by its last deficit
    runaway         how often the winner led alone after every stage before the last

    length          decisions of a play. Browne: "duration"
    length_spread   its standard deviation over its mean. Browne: "uncertainty of duration"
    choices         legal actions at a decision. Ludii: "branching factor"
    forced          share of decisions with only one legal action. Ludii: "decision moves", the other way round

Each figure is a mean over plays, or a ratio of two; `values` are the plays' parts of it. For a ratio of means a / b a
play's part is r + (a_i - r b_i) / mean(b): their mean is the ratio, their spread that of the ratio (linearization,
Särndal, Swensson & Wretman 1992). So pairs of plays can be held against each other, figure by figure.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf

import numpy as np
from numpy.typing import ArrayLike

from workbench.engine.measures import Measure
from workbench.stats import Estimate, Figure, mean_estimate, rate_estimate
from workbench.studies.timelines import Bools, Floats, Ints, Timelines

HALF = 0.5
"""The part of a play at which the leader is called the leader at half-time."""


MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure(
            "lead_changes",
            "Times that another player or side took the sole lead; from stage to stage, where the game counts none.",
            margin=0.05,
            unit="times",
        ),
        Measure(
            "drama",
            "How far the winner was behind the leader, averaged over the stages after which it was behind; 0 if it"
            " never was.",
            margin=0.2,
        ),
        Measure(
            "decisiveness",
            "The share of the play that is left, in decisions, once the winner leads for good.",
            margin=0.01,
            type="f4",
            title="Left when decided",
        ),
        Measure(
            "comeback",
            "Share of plays whose winner was behind after the stage nearest to half of the play.",
            margin=0.01,
            type="?",
            title="Comebacks",
        ),
        Measure(
            "runaway",
            "Share of plays whose winner led alone after every stage before the last.",
            margin=0.01,
            type="?",
            title="Runaways",
        ),
        Measure(
            "foreseen",
            "How much the standings tell of the winner, over all stages: 0 % nothing, 100 % everything. It is 1 minus"
            " the Brier score of a calibrated forecast over that of knowing nothing.",
            margin=0.01,
            type="f4",
            title="Winner foreseen",
        ),
        Measure(
            "chance_drama",
            "How far the winner’s chance to win was behind that of the likeliest, averaged over the points of the play"
            " at which it clearly was; 0 if it never was. By playouts, where standings tell nothing.",
            margin=0.02,
            type="f4",
            title="Drama by chances",
        ),
        Measure(
            "chance_comeback",
            "Share of plays whose winner was clearly not the likeliest to win at half of the play. By playouts, where"
            " standings tell nothing.",
            margin=0.02,
            type="?",
            title="Comebacks by chances",
        ),
        Measure("length", "Decisions of a play.", margin=1.0, unit="decisions"),
        Measure(
            "length_spread",
            "Standard deviation of a play's decisions, over their mean.",
            margin=0.01,
            type="f4",
            title="Spread of the length",
        ),
        Measure("choices", "Legal actions at a decision.", margin=0.1, unit="actions", title="Choice"),
        Measure("forced", "Share of decisions at which only one action is legal.", margin=0.01, type="f4"),
    )
}
"""The declared figures, in the order in which they are read. The unit of `drama` is that of the game's standings."""


@dataclass(frozen=True, eq=False, kw_only=True)
class QualityFigure(Figure):
    """One figure of a batch.

    `values`: each play's part, shape (n,), whose mean it is. `jump`: how much a rare event changes one of them.
    """

    values: Floats
    jump: float


def ratio_values(top: ArrayLike, bottom: ArrayLike) -> Floats | None:
    """Each play's part of sum(top) / sum(bottom), shape (n,) each; None where there is nothing to divide by."""
    upper, lower = np.asarray(top, np.float64), np.asarray(bottom, np.float64)
    if not lower.size or not lower.any():
        return None
    ratio = upper.sum() / lower.sum()
    return np.asarray(ratio + (upper - ratio * lower) / lower.mean(), np.float64)


def ratio_estimate(top: ArrayLike, bottom: ArrayLike, most: float = 1.0, least: float = 0.0) -> Estimate | None:
    """The ratio of two sums over plays, in [`least`, `most`]; None where there is nothing to divide by."""
    values = ratio_values(top, bottom)
    if values is None:
        return None
    mean = mean_estimate(values, jump=_jump(bottom), least=least)
    return replace(mean, high=min(mean.high, most))


def ratio_figure(
    name: str, top: ArrayLike, bottom: ArrayLike, most: float = 1.0, least: float = 0.0
) -> QualityFigure | None:
    """The ratio as a figure; None where there is nothing to divide by."""
    values, estimate = ratio_values(top, bottom), ratio_estimate(top, bottom, most, least)
    if values is None or estimate is None:
        return None
    return QualityFigure(name, MEASURES[name], estimate, values=values, jump=_jump(bottom))


def _jump(bottom: ArrayLike) -> float:
    return 1 / float(np.mean(np.asarray(bottom, np.float64)))


def figure_among(
    name: str, per_play: ArrayLike, plays: Bools, rate: bool = False, most: float = inf
) -> QualityFigure | None:
    """The mean over some of the plays; None where there are none."""
    numbers = np.where(plays, np.asarray(per_play, np.float64), 0.0)
    values = ratio_values(numbers, plays)
    if values is None:
        return None
    of = numbers[plays]
    mean = rate_estimate(of) if rate else mean_estimate(of, least=0.0)
    estimate = replace(mean, high=min(mean.high, most))
    return QualityFigure(name, MEASURES[name], estimate, values=values, jump=_jump(plays))


# Of each play, shape (n,)


def deficit(timelines: Timelines) -> Ints:
    """How far the winner is behind at each place before the end, shape (n, p)."""
    return np.where(timelines.before_end, np.maximum(-timelines.winners_lead, 0), 0)


def drama(timelines: Timelines) -> Floats:
    """The winner's mean deficit over the stages after which it was behind; 0 if it never was."""
    behind = deficit(timelines)
    stages = (behind > 0).sum(axis=1)
    return np.asarray(behind.sum(axis=1) / np.maximum(stages, 1), np.float64)


def final_lead(timelines: Timelines) -> Ints:
    """The place from which on the winner leads alone; at the latest the end, which decides."""
    at = np.arange(timelines.clock.shape[1])
    not_ahead = (timelines.winners_lead <= 0) & (at < timelines.places[:, None] - 1)
    after_last = at.size - not_ahead[:, ::-1].argmax(axis=1)
    return np.asarray(np.where(not_ahead.any(axis=1), after_last, 0), np.int64)


def decisiveness(timelines: Timelines) -> Floats:
    """The share of the play's decisions that are left when the winner's lead becomes final."""
    taken = np.take_along_axis(timelines.clock, final_lead(timelines)[:, None], axis=1)[:, 0]
    return np.asarray(1 - taken / np.maximum(timelines.decisions, 1), np.float64)


def comeback(timelines: Timelines) -> Bools:
    """True for plays whose winner was behind at half of the play."""
    gap = np.abs(timelines.clock / np.maximum(timelines.decisions, 1)[:, None] - HALF)
    return (
        np.take_along_axis(
            timelines.winners_lead, np.asarray(np.where(timelines.before_end, gap, inf).argmin(axis=1))[:, None], axis=1
        )[:, 0]
        < 0
    )


def runaway(timelines: Timelines) -> Bools:
    """True for plays whose winner led alone after every stage before the last."""
    return np.asarray(((timelines.winners_lead > 0) | ~timelines.before_end).all(axis=1))


# Of a batch


def spread_figure(timelines: Timelines) -> QualityFigure | None:
    """The standard deviation of a play's decisions over their mean, by the delta method."""
    lengths = timelines.decisions.astype(np.float64)
    mean, sd = lengths.mean(), lengths.std()
    if not mean:
        return None
    gap = lengths - mean
    parts = sd / mean + ((gap**2 - sd**2) / (2 * sd * mean) - sd * gap / mean**2 if sd else 0 * gap)
    jump = max(sd, 1.0) / mean
    estimate = mean_estimate(parts, jump=jump, least=0.0)
    return QualityFigure("length_spread", MEASURES["length_spread"], estimate, values=parts, jump=jump)


MakeFigure = Callable[[Timelines], QualityFigure | None]
FIGURES: Mapping[str, MakeFigure] = {
    "lead_changes": lambda c: figure_among("lead_changes", c.lead_changes, c.has_standings),
    "drama": lambda c: figure_among("drama", drama(c), c.eligible),
    "decisiveness": lambda c: figure_among("decisiveness", decisiveness(c), c.eligible, most=1.0),
    "comeback": lambda c: figure_among("comeback", comeback(c), c.eligible, rate=True),
    "runaway": lambda c: figure_among("runaway", runaway(c), c.eligible, rate=True),
    "length": lambda c: ratio_figure("length", c.decisions, np.ones(c.plays), most=inf),
    "length_spread": spread_figure,
    "choices": lambda c: ratio_figure("choices", c.choices, c.decisions, most=inf),
    "forced": lambda c: ratio_figure("forced", c.alone, c.decisions),
}
"""How every figure but that of forecasts is worked out, by name."""
OF_STANDINGS = ("lead_changes", "drama", "decisiveness", "comeback", "runaway")


def timeline_figures(timelines: Timelines, keeps_score: bool) -> dict[str, QualityFigure]:
    """The figures of these plays; those of standings only where the game keeps score."""
    names = [name for name in FIGURES if keeps_score or name not in OF_STANDINGS]
    figures = {name: FIGURES[name](timelines) for name in names} if timelines.plays else {}
    return {name: figure for name, figure in figures.items() if figure}


# Distributions


@dataclass(frozen=True)
class Quantile:
    """The value below which a share of the plays lies, and the order statistics that bound it at 95 %."""

    share: float
    value: float
    low: float
    high: float


def quantiles(values: ArrayLike) -> list[Quantile]:
    """Quantiles with exact distribution-free intervals, at most from the least to the largest; none of no values."""
    from scipy.special import bdtr  # loads slowly

    sample, rows = np.sort(np.asarray(values, np.float64)), []
    for share in (0.1, 0.5, 0.9) if sample.size else ():
        at_most = bdtr(np.arange(sample.size + 1.0), sample.size, share)
        low, high = np.searchsorted(at_most, (0.025, 0.975)) - (1, 0)
        bounds = sample[max(low, 0)], sample[min(high, sample.size - 1)]
        rows.append(Quantile(share, float(np.quantile(sample, share)), *map(float, bounds)))
    return rows


GRID = 20
"""Steps of the band over a play."""
BAND = (0.1, 0.25, 0.5, 0.75, 0.9)


@dataclass(frozen=True, eq=False)
class Band:
    """The winner's lead over the best other, by the share of the play: quantiles `BAND`, shape (5, steps).

    `middle` and `stage`, shape (steps,): at each share a play whose lead is nearest to the middle, and the stages that
    have ended there.
    """

    shares: Floats
    quantiles: Floats
    plays: int
    middle: Ints
    stage: Ints


def winners_band(timelines: Timelines) -> Band | None:
    """The band over plays with one winner; None where standings tell nothing."""
    eligible = timelines.eligible
    if not eligible.any():
        return None
    shares = np.linspace(0, 1, GRID + 1)
    clock, lead = timelines.clock[eligible], timelines.winners_lead[eligible]
    reached = shares[None, :, None] * clock[:, None, -1:] >= clock[:, None, :] - 1e-9
    at = reached.sum(axis=2) - 1
    at = np.minimum(at, timelines.places[eligible][:, None] - 1)
    at = np.where(shares < 1, np.minimum(at, timelines.places[eligible][:, None] - 2), at)
    leads = np.take_along_axis(lead, at, axis=1)
    quantiles = np.quantile(leads, BAND, axis=0)
    middle = abs(leads - quantiles[BAND.index(0.5)]).argmin(axis=0)
    return Band(shares, quantiles, len(leads), np.flatnonzero(eligible)[middle], at[middle, np.arange(len(shares))])


# Kinds of action

FEWEST_OFFERS = 100
"""Decisions at which a kind of action must have been open before it is called almost never taken."""
SELDOM = 0.01


@dataclass(frozen=True)
class KindUse:
    """How a kind of action is used: in which share of plays, how often a play, and how often where it is open.

    `offers`: decisions at which it was legal beside another action; `taken_when_offered` is None without any.
    """

    kind: str
    plays: Estimate
    a_play: Estimate
    offers: int
    taken_when_offered: Estimate | None

    @property
    def almost_never(self) -> bool:
        """True if it is surely taken in less than one of a hundred decisions at which it is open."""
        taken = self.taken_when_offered
        return taken is not None and self.offers >= FEWEST_OFFERS and bool(taken.high < SELDOM)


def kind_uses(timelines: Timelines, kinds: Mapping[str, int]) -> list[KindUse]:
    """The use of each kind of action, by name and number."""
    return [
        KindUse(
            kind=name,
            plays=rate_estimate(timelines.taken[:, number] > 0),
            a_play=mean_estimate(timelines.taken[:, number], least=0.0),
            offers=int(timelines.offered[:, number].sum()),
            taken_when_offered=ratio_estimate(timelines.chosen[:, number], timelines.offered[:, number]),
        )
        for name, number in (kinds.items() if timelines.plays else ())
    ]
