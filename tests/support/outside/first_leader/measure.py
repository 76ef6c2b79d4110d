"""Follows every play, and counts the wins of those who lead alone after the stage."""

from dataclasses import dataclass

from first_leader.question import LeaderQuestion

from workbench.play.options import RunOptions
from workbench.scenario import Scenario
from workbench.stats import Estimate, rate_estimate
from workbench.studies.progress import Follow
from workbench.studies.timelines import follow_plays


@dataclass(frozen=True)
class Answer:
    """The share of wins among the leaders after the stage, and how many plays there were."""

    scenario: Scenario
    after: int
    wins: Estimate | None
    plays: int


def measure(question: LeaderQuestion, options: RunOptions, follow: Follow) -> Answer:
    """The answer for plays in which somebody leads alone then, and which go on."""
    plays = follow_plays(question.scenario, options, follow)
    stage = min(question.after, plays.clock.shape[1] - 1)
    led = plays.before_end[:, stage] & (plays.leader[:, stage] >= 0)
    won = (plays.leader[:, stage] == plays.winner)[led]
    return Answer(question.scenario, question.after, rate_estimate(won) if led.any() else None, plays.plays)
