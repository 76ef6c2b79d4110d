"""Tuning: which values of a few rules meet the goals, with as few changes as possible.

search   the search among combinations, for any function that reads figures from plays
tune     a revision, its goals, real plays; the draft, and its evidence on fresh shuffles
"""

from workbench.study.tuning.search import Budget, Found, Trial
from workbench.study.tuning.tune import (
    Evidence,
    PutBack,
    Tuning,
    TuningPlan,
    read_tuning_plan,
    tune,
    usual_plays,
)

__all__ = [
    "Budget",
    "Evidence",
    "Found",
    "PutBack",
    "Trial",
    "Tuning",
    "TuningPlan",
    "read_tuning_plan",
    "tune",
    "usual_plays",
]
