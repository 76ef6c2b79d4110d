"""How early the winner is known: a calibrated forecast of the winner from the standings after each stage.

After a stage, a party's chance to win is read off its lead over the best other: the frequency with which such a lead
won, made to rise with the lead (isotonic regression, Zadrozny & Elkan 2002), and scaled so that the chances of a play
add up to 1. Seats share one curve; sides, which differ, have one each. Only plays that go on after the stage count.

What is scored is never what was fitted: the curve of the plays with even numbers forecasts those with odd ones, and the
other way round. The score is Brier's (1950): the sum over parties of (chance - share of the win)², from 0 for certainty
about the winner to 2. Who knows nothing gives every seat the same chance, and every side the share of its wins in the
other half; `skill` is 1 - the score / the score of knowing nothing: 0 knows nothing, 1 knows the winner. Calibration is
shown by tenths of the chance: of what was called 30 %, 30 % should have come about (Murphy 1973, reliability).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from workbench.engine.problems import FEWEST_PLAYS
from workbench.stats import Estimate, agresti_coull, mean_estimate, rate_estimate
from workbench.studies.quality.figures import QualityFigure, ratio_estimate, ratio_figure
from workbench.studies.timelines import Bools, Floats, Ints, Timelines

HALF = 0.5
"""The skill at which half of what there is to know about the winner is known."""
TENTHS = 10
NO_PLAY = -1


@dataclass(frozen=True, eq=False)
class StageForecast:
    """The forecast after a stage, over the plays that go on.

    passed          mean share of the play's decisions made by then
    led, leader_wins    how often a party leads alone, and how often it then wins
    brier, nothing  the score, and that of knowing nothing
    skill           1 - brier / nothing
    favourite       mean chance of the likeliest winner
    upset           the first play whose leader did not win; NO_PLAY for none
    surprise        the play whose winner was foreseen least
    """

    stage: int
    plays: int
    passed: float
    led: Estimate
    leader_wins: Estimate
    brier: Estimate
    nothing: float
    skill: Estimate
    favourite: float
    upset: int
    surprise: int


@dataclass(frozen=True)
class Tenth:
    """The forecasts in one tenth, from `low` on: their mean chance, how often it came about, their number."""

    low: float
    forecast: float
    came: Estimate


def usual_stages(stages: Sequence[StageForecast]) -> tuple[StageForecast, ...]:
    """The stages after which at least half as many plays go on as after the first."""
    return tuple(stage for stage in stages if 2 * stage.plays >= stages[0].plays)


@dataclass(frozen=True, eq=False)
class Forecasts:
    """The forecasts after all stages that at least `FEWEST_PLAYS` plays go on after, and whether they are calibrated.

    `foreseen`: the skill over all stages of all plays together. `half_at`: the share of a play at which `HALF` is
    reached, between two stages in proportion, of those that most plays reach; None where it never is.
    """

    stages: tuple[StageForecast, ...]
    tenths: tuple[Tenth, ...]
    foreseen: QualityFigure | None
    half_at: float | None

    @property
    def usual(self) -> tuple[StageForecast, ...]:
        """The stages that at least half of the plays go on after."""
        return usual_stages(self.stages)

    @property
    def miscalibration(self) -> float:
        """Mean distance of chance and frequency, weighted by how often each tenth was forecast; NaN for none."""
        weights = [tenth.came.n for tenth in self.tenths]
        gaps = [abs(tenth.forecast - tenth.came.mean) for tenth in self.tenths]
        return float(np.average(gaps, weights=weights)) if gaps else float("nan")


@dataclass(frozen=True, eq=False)
class _Scored:
    """The forecasts of all plays after one stage, shape (n,); `chances` has (n, k); 0 where `on` is not."""

    on: Bools
    chances: Floats
    brier: Floats
    nothing: Floats


def forecasts(timelines: Timelines, sides: bool) -> Forecasts:
    """Forecasts after every stage; `sides` says that parties are sides, which differ."""
    decided = timelines.has_standings & timelines.won.any(axis=1)
    scored: dict[int, _Scored] = {}
    for at in range(1, timelines.clock.shape[1] - 1):
        on = decided & (timelines.places - 1 > at)
        if min(on[0::2].sum(), on[1::2].sum()) * 2 < FEWEST_PLAYS:
            break
        scored[at] = _scored(timelines, at, on, sides)
    stages, every = tuple(_stage(timelines, at, stage) for at, stage in scored.items()), [*scored.values()]
    foreseen = None
    if every:  # the skill over all stages: sums of both scores over each play's stages
        brier = np.sum([stage.brier for stage in every], axis=0)
        nothing = np.sum([stage.nothing for stage in every], axis=0)
        foreseen = ratio_figure("foreseen", nothing - brier, nothing, least=-inf)
    return Forecasts(stages, _tenths(timelines, every), foreseen, _half_at(stages))


def _scored(timelines: Timelines, at: int, on: Bools, sides: bool) -> _Scored:
    """Forecast each half of the plays by the curves of the other."""
    chances = np.zeros((timelines.plays, timelines.parties))
    blind = np.zeros_like(chances)
    even = np.arange(timelines.plays) % 2 == 0
    for fitted, held_out in ((on & even, on & ~even), (on & ~even, on & even)):
        leads, there = timelines.leads[:, at], timelines.there
        chances[held_out] = _chances(leads, there, timelines.shares, fitted, held_out, sides)
        blind[held_out] = _knowing_nothing(timelines, fitted, held_out, sides)
    brier, nothing = (
        np.where(on, ((forecast - timelines.shares) ** 2).sum(axis=1), 0.0) for forecast in (chances, blind)
    )
    return _Scored(on, chances, brier, nothing)


def _chances(leads: Ints, there: Bools, shares: Floats, fitted: Bools, held_out: Bools, sides: bool) -> Floats:
    groups = [[party] for party in range(there.shape[1])] if sides else [list(range(there.shape[1]))]
    chances = np.zeros((int(held_out.sum()), there.shape[1]))
    for group in groups:
        present = there[fitted][:, group]
        lead, won = leads[fitted][:, group][present], shares[fitted][:, group][present]
        if lead.size:
            chances[:, group] = chance_curve(lead, won)(leads[held_out][:, group])
    return _adding_up(np.where(there[held_out], chances, 0.0), there[held_out])


def _knowing_nothing(timelines: Timelines, fitted: Bools, held_out: Bools, sides: bool) -> Floats:
    there = timelines.there[held_out]
    if not sides:
        return _adding_up(there.astype(np.float64), there)
    taking_part = np.maximum(timelines.there[fitted].sum(axis=0), 1)
    return _adding_up(np.where(there, timelines.shares[fitted].sum(axis=0) / taking_part, 0.0), there)


def _adding_up(chances: Floats, there: Bools) -> Floats:
    """The chances of each play scaled to add up to 1; even ones where all are 0."""
    total = chances.sum(axis=1, keepdims=True)
    even = there / np.maximum(there.sum(axis=1, keepdims=True), 1)
    return np.where(total > 0, chances / np.where(total > 0, total, 1.0), even)


class chance_curve:  # noqa: N801 (called as a function)
    """The chance to win by lead, shapes (m,): frequencies made to rise with the lead, straight lines in between."""

    def __init__(self, leads: Ints, won: Floats) -> None:
        from scipy.optimize import isotonic_regression

        self.leads, which, counts = np.unique(leads, return_inverse=True, return_counts=True)
        means = np.bincount(which, won) / counts
        self.chances = np.asarray(isotonic_regression(means, weights=counts).x, np.float64)

    def __call__(self, leads: Ints) -> Floats:
        return np.interp(leads, self.leads, self.chances)


def _stage(timelines: Timelines, at: int, scored: _Scored) -> StageForecast:
    on, leader = scored.on, timelines.leader[:, at]
    led = on & (leader >= 0)
    won = timelines.shares[np.arange(timelines.plays), np.maximum(leader, 0)]
    lost = led & (won == 0)
    brier = scored.brier[on]
    nothing = scored.nothing[on]
    return StageForecast(
        stage=at,
        plays=int(on.sum()),
        passed=float((timelines.clock[on, at] / np.maximum(timelines.decisions[on], 1)).mean()),
        led=rate_estimate(led[on]),
        leader_wins=agresti_coull(float(min(won[led].sum(), led.sum())), int(led.sum())),
        brier=mean_estimate(scored.brier[on], least=0.0),
        nothing=float(scored.nothing[on].mean()),
        skill=ratio_estimate(nothing - brier, nothing, least=-inf) or Estimate(0.0, 0.0, 0.0, 0.0, len(brier)),
        favourite=float(scored.chances[on].max(axis=1).mean()),
        upset=int(lost.argmax()) if lost.any() else NO_PLAY,
        surprise=int(np.where(on, scored.brier, -1.0).argmax()),
    )


def _tenths(timelines: Timelines, scored: Sequence[_Scored]) -> tuple[Tenth, ...]:
    if not scored:
        return ()
    masks = [stage.on[:, None] & timelines.there for stage in scored]
    chances = np.concatenate([stage.chances[mask] for stage, mask in zip(scored, masks, strict=True)])
    came = np.concatenate([timelines.shares[mask] for mask in masks])
    tenth = np.minimum((chances * TENTHS).astype(int), TENTHS - 1)
    members = [(low, tenth == low) for low in range(TENTHS)]
    return tuple(
        Tenth(
            low / TENTHS,
            float(chances[here].mean()),
            agresti_coull(float(min(came[here].sum(), here.sum())), int(here.sum())),
        )
        for low, here in members
        if here.any()
    )


def _half_at(stages: Sequence[StageForecast]) -> float | None:
    """The share of the play at which the skill reaches `HALF`."""
    before, skill = 0.0, 0.0
    for stage in usual_stages(stages):
        if stage.skill.mean >= HALF:
            part = (HALF - skill) / (stage.skill.mean - skill)
            return before + part * (stage.passed - before)
        before, skill = stage.passed, stage.skill.mean
    return None
