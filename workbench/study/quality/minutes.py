"""Minutes of a play, from its decisions: people's seconds a decision come from logged playtests of the same rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.scenario import Scenario
from workbench.stats import Estimate, mean_estimate
from workbench.store import Store
from workbench.store.playtests.overview import Filter, list_sessions

FEWEST = 2
"""Sessions that an interval needs."""


@dataclass(frozen=True)
class Minutes:
    """How long people take: seconds a decision over `seconds.n` sessions, and by that the minutes of a play.

    Both intervals are about the sessions alone: the mean number of decisions is known far better.
    """

    seconds: Estimate
    play: Estimate


def session_seconds(store: Store | None, scenario: Scenario) -> tuple[float, ...]:
    """Seconds of play of every ended session of these rules with as many players that the clock measured."""
    if store is None or not store.path.exists():
        return ()
    which = Filter(
        game=scenario.game.name, rules_hash=scenario.rules_hash, players=scenario.players, statuses=("ended",)
    )
    return tuple(each.play_s for each in list_sessions(store, which) if each.play_s > 0)


def minutes_of(sessions_s: Sequence[float], decisions: float) -> Minutes | None:
    """The minutes of a play of so many decisions on average; None for fewer sessions than an interval needs."""
    if len(sessions_s) < FEWEST or not decisions:
        return None
    seconds = mean_estimate([each / decisions for each in sessions_s], jump=0.0, least=0.0)
    mean, sd, low, high = (part * decisions / 60 for part in (seconds.mean, seconds.sd, seconds.low, seconds.high))
    return Minutes(seconds, Estimate(mean, sd, low, high, seconds.n))
