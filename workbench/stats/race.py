"""A race for the least loss: which entrant is best, whether that is decided, and who plays how much next.

Every entrant has an interval for its loss, and all intervals hold together at every look (confidence sequences,
Bonferroni over the entrants). Losses are in margins: one margin is the smallest change that counts.

The *leader* has the least mean. The *gap* of another is its loss less the leader's. It follows from both losses, and is
known more sharply from the differences of plays on the same shuffles (`paired`): then it is the part that both
intervals have in common. It is decided that the leader is best, within one margin, once every gap is at least minus one
margin.

How many pairs have to hold for that? All those of one entrant, the truly best one, with whoever leads: one fewer than
there are entrants (multiple comparisons with the best, Hsu 1984). Where they hold, no other is better than the leader
by more than one margin, and the best one is never called worse. So the lower ends of paired gaps are corrected for so
many. The upper ends say that an entrant is as good as the leader, whichever that is: they are corrected for all pairs.

Plays go where they decide most, by halving (Karnin, Koren & Somekh 2013): all play a first round; after that the leader
and those that may still be better than it by more than a margin get twice the plays, again and again, as long as
anything is open and plays are left.
"""

from collections.abc import Hashable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeVar

from workbench.engine.problems import FEWEST_PLAYS

K = TypeVar("K", bound=Hashable)
FIRST_ROUND = 512
"""Plays of each entrant in the first round, where there are enough."""
LEAST_GAIN = 1.05
"""A last round, with the plays that are left, is worth it if it adds this much to what each has."""


class LossInterval(NamedTuple):
    """An interval for a loss, in margins; smaller is better."""

    low: float
    mean: float
    high: float

    def minus(self, other: "LossInterval") -> "LossInterval":
        """The difference of two losses of which nothing else is known."""
        return LossInterval(self.low - other.high, self.mean - other.mean, self.high - other.low)

    def common(self, other: "LossInterval") -> "LossInterval":
        """The intersection of two intervals of the same loss."""
        return LossInterval(max(self.low, other.low), self.mean, min(self.high, other.high))


class Entrant(NamedTuple):
    """Plays so far, the loss by now, if any is asked about, and whether anything else about it is open."""

    plays: int
    loss: LossInterval | None = None
    is_open: bool = False


class RaceStanding(StrEnum):
    """How an entrant stands beside the best: shown to be within one margin of it, shown to be worse, or neither."""

    BEST = "best"
    AS_GOOD = "as good"
    WORSE = "worse"
    UNDECIDED = "undecided"


def worst_of(spans: Sequence[LossInterval]) -> LossInterval:
    """The largest of several losses: what an entrant is judged by that has to do well at all of them."""
    return LossInterval(
        max(span.low for span in spans), max(span.mean for span in spans), max(span.high for span in spans)
    )


def leader(losses: Mapping[K, LossInterval]) -> K:
    """The entrant with the least mean loss; of equals the first."""
    return min(losses, key=lambda entrant: losses[entrant].mean)


def gaps(losses: Mapping[K, LossInterval], paired: Mapping[K, LossInterval] | None = None) -> dict[K, LossInterval]:
    """The loss of each but the leader, less the leader's; `paired` are those from pairs with the leader, if any."""
    if not losses:
        return {}
    first = leader(losses)
    best = losses[first]
    apart = {place: span.minus(best) for place, span in losses.items() if place != first}
    pairs = paired or {}
    return {entrant: gap.common(pairs[entrant]) if entrant in pairs else gap for entrant, gap in apart.items()}


def is_decided(losses: Mapping[K, LossInterval], paired: Mapping[K, LossInterval] | None = None) -> bool:
    """True once the leader is surely best, within one margin."""
    return not contenders(losses, paired)


def contenders(losses: Mapping[K, LossInterval], paired: Mapping[K, LossInterval] | None = None) -> set[K]:
    """Those whose plays decide who is best: the leader, and all that may be better by more than one margin."""
    rivals = {rival for rival, gap in gaps(losses, paired).items() if gap.low < -1}
    return {leader(losses), *rivals} if rivals else set()


def place_of(gap: LossInterval) -> RaceStanding:
    """How an entrant stands beside the leader."""
    if gap.low > 0:
        return RaceStanding.WORSE
    return RaceStanding.AS_GOOD if gap.high <= 1 else RaceStanding.UNDECIDED


def next_round(
    entrants: Mapping[K, Entrant], left: int, paired: Mapping[K, LossInterval] | None = None
) -> dict[K, int]:
    """How many plays in all some of them get in the next round; empty where nothing is open, or no plays are left.

    `left` plays include those that confirm the best one: as many again for each that plays, if that leaves a round; at
    least as many as one of them will have then.
    """
    fresh = [name for name, entrant in entrants.items() if entrant.plays < FEWEST_PLAYS]
    if fresh:
        return dict.fromkeys(fresh, max(FEWEST_PLAYS, min(FIRST_ROUND, _affordable(entrants, fresh, left // 2))))
    losses = {name: entrant.loss for name, entrant in entrants.items() if entrant.loss is not None}
    contesting = contenders(losses, paired) | {name for name, entrant in entrants.items() if entrant.is_open}
    if not contesting:
        return {}
    least = min(entrants[name].plays for name in contesting)
    playing = [name for name in contesting if entrants[name].plays < 2 * least]
    levels = [min(2 * least, _affordable(entrants, playing, left, confirming)) for confirming in (len(playing), 1)]
    level = next((level for level in levels if level >= LEAST_GAIN * least), 0)
    return {name: level for name in entrants if name in playing and entrants[name].plays < level}


def _affordable(entrants: Mapping[K, Entrant], playing: list[K], left: int, confirming: int = 1) -> int:
    """The plays in all that each of these can have, so that `confirming` times as many are left to confirm the best."""
    played = sum(entrants[name].plays for name in playing)
    return int((left + played) // (len(playing) + confirming)) if playing else 0
