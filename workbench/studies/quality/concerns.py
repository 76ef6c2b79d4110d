"""The figures of a game that a designer may want to look at, over marks that are set by hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from workbench.stats.evidence import enough
from workbench.studies.quality.forecasts import StageForecast
from workbench.studies.quality.measure import Quality

RUNAWAYS, COMEBACKS, FORCED, SPREAD, BLIND, WIDE, OBVIOUS = 0.4, 0.1, 0.5, 0.35, 0.15, 20.0, 0.9
"""Marks beyond which a figure is worth a look. They order what is said, they are no verdict."""
UNTAKEN = 1.1
"""The weight of a kind of action that is almost never taken; each further one adds a tenth."""
OPEN, DECIDED = 0.75, 0.9
"""A play is still open where who leads half-way wins less than that, and all but decided from the second on."""


class Topic(StrEnum):
    """The subject of a concern."""

    RUNAWAYS = "runaways"
    COMEBACKS = "comebacks"
    STANDINGS = "standings"
    CHOICE = "choice"
    LENGTH = "length"
    OBVIOUS = "obvious"
    WIDTH = "width"
    ACTIONS = "actions"


@dataclass(frozen=True)
class Concern:
    """A figure to look at. `weight`: over its mark, by the near end of the interval; beyond it over 1."""

    topic: Topic
    weight: float
    mean: float = 0.0


def concerns(quality: Quality) -> list[Concern]:
    """Every concern, the farthest beyond its mark first; none of too few plays."""
    return sorted(_every_concern(quality), key=lambda concern: -concern.weight) if enough(quality.plays) else []


def _every_concern(quality: Quality) -> Iterator[Concern]:
    figures = {name: figure.estimate for name, figure in quality.figures.items()}
    if run := figures.get("runaway"):
        yield Concern(Topic.RUNAWAYS, run.low / RUNAWAYS, run.mean)
    if back := figures.get("comeback") or figures.get("chance_comeback"):
        yield Concern(Topic.COMEBACKS, COMEBACKS / max(back.high, 0.01), back.mean)
    if skill := figures.get("foreseen"):
        yield Concern(Topic.STANDINGS, BLIND / max(skill.high, 0.01), max(skill.mean, 0.0))
    yield Concern(Topic.CHOICE, figures["forced"].low / FORCED, figures["forced"].mean)
    yield Concern(Topic.LENGTH, figures["length_spread"].low / SPREAD)
    if quality.obvious:
        agreed = quality.obvious.agreed
        yield Concern(Topic.OBVIOUS, agreed.low / OBVIOUS, agreed.mean)
    yield Concern(Topic.WIDTH, figures["choices"].low / WIDE, figures["choices"].mean)
    if untaken := [use for use in quality.kinds if use.almost_never]:
        yield Concern(Topic.ACTIONS, UNTAKEN + 0.1 * (len(untaken) - 1))


def half_way(quality: Quality) -> StageForecast | None:
    """The stage whose end is nearest to half of the play."""
    return min(quality.forecasts.stages, key=lambda stage: abs(stage.passed - 0.5), default=None)
