"""Statistics: arrays in, frozen results out; no files, no clock, no other part of the workbench.

Arrays may be of any real dtype and are computed in float64. `confidence` is that of a two-sided interval.
"""

from workbench.stats.estimate import (
    Estimate,
    Figure,
    Histogram,
    Prominence,
    agresti_coull,
    aligned,
    histogram,
    mean_estimate,
    rate_estimate,
)
from workbench.stats.evidence import (
    Direction,
    Verdict,
    claim_p,
    holm,
    interval_claim_p,
    judge,
    judge_interval,
    outside_expectation,
    simultaneous_confidence,
)
from workbench.stats.paired import PairedDifference, interaction, paired_difference
from workbench.stats.placement import WORTH_NOTICING, Placement, placement, values_needed
from workbench.stats.seats import paired_spread_difference, win_rate_spread, wins_p_value
from workbench.stats.sequence import rate_sequence_at, sequence_at, widened

__all__ = [
    "WORTH_NOTICING",
    "Direction",
    "Estimate",
    "Figure",
    "Histogram",
    "PairedDifference",
    "Placement",
    "Prominence",
    "Verdict",
    "agresti_coull",
    "aligned",
    "claim_p",
    "histogram",
    "holm",
    "interaction",
    "interval_claim_p",
    "judge",
    "judge_interval",
    "mean_estimate",
    "outside_expectation",
    "paired_difference",
    "paired_spread_difference",
    "placement",
    "rate_estimate",
    "rate_sequence_at",
    "sequence_at",
    "simultaneous_confidence",
    "values_needed",
    "widened",
    "win_rate_spread",
    "wins_p_value",
]
