"""Power: before anything is played, the plays that show a change, and the change that so many plays show.

Let a pair of plays differ by `change` on average, with the standard deviation `sd`. After N plays the estimate is about
Normal(change, sd² / N), and it decides the question if it lies more than the half-width of its interval
(`estimate.half_width`) from both edges of the margin. The chance of that grows with N (`evidence.decision_chances`);
the plays that a plan needs are the N at which it is `LIKELY`. A change of exactly the margin is never decided, whatever
N; a change of 0 is decided as "same".

Where pairs of the two revisions are stored, `sd` is that of their differences. Else it is taken from each revision by
itself, as if the plays did not pair: sqrt(sd_base² + sd_other²). Pairing mostly saves, so that plan is too long rather
than too short.
"""

import numpy as np

from workbench.engine.limits import FEWEST_PLAYS
from workbench.stats.estimate import half_width, normal_quantile
from workbench.stats.evidence import LIKELY, decision_chances

MOST_PLAYS = 1e9
"""A plan that needs more has no number."""
STEPS = 4_000
"""Steps in the search for the number of plays: each is less than half a per cent."""


def plays_to_decide(
    change: float, sd: float, margin: float, reach: float, jump: float = 0.0, chance: float = LIKELY
) -> int | None:
    """Plays after which a true change is decided with this chance; None where no number of them does it.

    `reach` is how many standard errors away an edge of the margin must be; `jump` the room for rare events.
    """
    if not np.isfinite([change, sd, jump]).all():
        return None
    plays = np.geomspace(FEWEST_PLAYS, MOST_PLAYS, STEPS)
    errors = np.maximum(sd / np.sqrt(plays), np.finfo(float).tiny)
    chances = decision_chances(change, margin, errors, half_width(np.full(STEPS, sd), plays, reach, jump))
    place = int(np.argmax(chances >= chance))
    return int(np.ceil(plays[place])) if chances[place] >= chance else None


def change_seen(plays: int, sd: float, margin: float, reach: float, jump: float) -> float:
    """The smallest true change that so many plays are likely to show, beyond the margin."""
    width = float(half_width(np.float64(sd), plays, reach, jump))
    return float(margin + width + normal_quantile(LIKELY) * sd / np.sqrt(plays))
