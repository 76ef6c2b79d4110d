"""What makes a game good: drama, decisiveness, comebacks, how early the winner is known, choice, and use of actions."""

from workbench.study.quality.figures import KindUse, QualityFigure
from workbench.study.quality.forecasts import Forecasts, StageForecast
from workbench.study.quality.study import (
    ITERATIONS,
    MARGINS,
    MOST_ITERATIONS,
    Change,
    Obvious,
    Quality,
    QualityComparison,
    Worm,
    check_plays,
    compare_quality,
    quality,
    worm,
)

__all__ = [
    "ITERATIONS",
    "MARGINS",
    "MOST_ITERATIONS",
    "Change",
    "Forecasts",
    "KindUse",
    "Obvious",
    "Quality",
    "QualityComparison",
    "QualityFigure",
    "StageForecast",
    "Worm",
    "check_plays",
    "compare_quality",
    "quality",
    "worm",
]
