"""A study from outside: how often does the leader after an early stage win?

It follows every play, and counts the wins of those who lead alone after the stage.
"""

from dataclasses import dataclass
from typing import Annotated

from workbench.play.options import RunOptions
from workbench.report.columns import Columns, count, percent
from workbench.scenario import Scenario
from workbench.stats import Estimate, rate_estimate
from workbench.studies.fields import WholeNumber
from workbench.studies.progress import Follow
from workbench.studies.study import Question, Study
from workbench.studies.timelines import follow_plays


@dataclass(frozen=True, kw_only=True)
class LeaderQuestion(Question):
    """Measure how often who leads SCENARIO alone after a stage wins."""

    after: Annotated[
        int, WholeNumber(1, 20, label="After stage", help="The stage after which the leader is looked for.")
    ] = 1


@dataclass(frozen=True)
class Answer:
    """The share of wins among the leaders after the stage, and how many plays there were."""

    scenario: Scenario
    after: int
    wins: Estimate | None
    plays: int


LEADERS = Columns[Answer](
    count("after", "After", lambda answer: answer.after),
    percent("wins", "Leader wins", lambda answer: answer.wins, ends=("low", "high")),
    count("n", "Plays", lambda answer: answer.wins and answer.wins.n),
)


def measure(question: LeaderQuestion, options: RunOptions, follow: Follow) -> Answer:
    """The answer for plays in which somebody leads alone then, and which go on."""
    plays = follow_plays(question.scenario, options, follow)
    stage = min(question.after, plays.clock.shape[1] - 1)
    led = plays.before_end[:, stage] & (plays.leader[:, stage] >= 0)
    won = (plays.leader[:, stage] == plays.winner)[led]
    return Answer(question.scenario, question.after, rate_estimate(won) if led.any() else None, plays.plays)


def records(answer: Answer) -> list[dict[str, object]]:
    """The lines of CSV: one, if anybody led."""
    return LEADERS.records([answer] if answer.wins else [])


STUDY = Study(
    name="first-leader",
    question=LeaderQuestion,
    title="First leader",
    summary="Does an early lead decide the game?",
    about=["**What is an early lead worth?** How often who leads alone after a stage wins."],
    icon=":material/flag:",
)
