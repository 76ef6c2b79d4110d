"""Statistics: arrays in, frozen results out; no files, no clock, no other part of the workbench.

Arrays may be of any real dtype and are computed in float64. `confidence` is that of a two-sided interval.
"""

from workbench.stats.distribution import Histogram, aligned, histogram
from workbench.stats.estimate import Estimate, mean_estimate, rate_estimate, wilson
from workbench.stats.interaction import Interaction, interaction
from workbench.stats.multiple import holm, holm_growth, simultaneous_confidence
from workbench.stats.paired import McNemar, PairedDifference, mcnemar, paired_difference, paired_rate_interval
from workbench.stats.sequence import ConfidenceSequence, confidence_sequence, rate_sequence_at, sequence_at
from workbench.stats.spread import paired_spread_difference, win_rate_spread
from workbench.stats.verdict import Direction, Verdict, judge, judge_interval, plays_to_decide

__all__ = [
    "ConfidenceSequence",
    "Direction",
    "Estimate",
    "Histogram",
    "Interaction",
    "McNemar",
    "PairedDifference",
    "Verdict",
    "aligned",
    "confidence_sequence",
    "histogram",
    "holm",
    "holm_growth",
    "interaction",
    "judge",
    "judge_interval",
    "mcnemar",
    "mean_estimate",
    "paired_difference",
    "paired_rate_interval",
    "paired_spread_difference",
    "plays_to_decide",
    "rate_estimate",
    "rate_sequence_at",
    "sequence_at",
    "simultaneous_confidence",
    "wilson",
    "win_rate_spread",
]
