"""The question about the quality of a revision."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from workbench.engine.problems import BadInput
from workbench.studies.fields import OtherRevision, Switch, WholeNumber
from workbench.studies.study import Question

if TYPE_CHECKING:
    from workbench.scenario import Scenario

ITERATIONS = 200
"""The usual budget of search for a decision."""
PACES = (5, 10, 15, 20, 30, 45, 60)
USUAL_PACE = 15
"""Seconds a decision that are assumed before people were timed."""
MOST_PLAYS = 100_000
"""Every play's timeline is held in memory."""


@dataclass(frozen=True, kw_only=True)
class QualityQuestion(Question):
    """Measure what makes SCENARIO a good game: drama, decisiveness, comebacks, how early the winner is known, choice.

    The headline says whether the play is open half-way, and up to three lines what to look at. Each figure has its
    interval, its definition and its source (Browne 2008 and later). The plays are those that `simulate` makes; the
    answer is a line in the history, unless --set changes the rules, and no play is stored.
    """

    versus: Annotated[
        "Scenario | None",
        OtherRevision(
            label="What changed since",
            help="Another revision on the same shuffles: what SCENARIO changes of each figure.",
            option="--against",
        ),
    ] = None
    search: Annotated[
        "int | None",
        WholeNumber(
            1,
            10_000,
            "iterations",
            [ITERATIONS],
            label="Ask search",
            help="Also ask search of so many iterations, at about 500 decisions, whether the quick bots' action is the"
            " best.",
            terms=("search", "greedy"),
            empty="no",
        ),
    ] = None

    pace: Annotated[
        "int | None",
        WholeNumber(
            *(1, 600, "seconds", PACES),
            label="Pace",
            help="Seconds a decision, for the minutes of a play, until two logged playtests of these rules say it.",
            usual=USUAL_PACE,
            empty=f"as timed, else {USUAL_PACE}",
        ),
    ] = None
    usual: Annotated[
        bool,
        Switch(
            label="Beside the other games",
            help="Also play the other installed games by the same bots, and say what is usual.",
        ),
    ] = False

    def check(self) -> None:
        if self.scenario.plays > MOST_PLAYS:
            message = f"at most {MOST_PLAYS:,}: each play's timeline is held in memory"
            raise BadInput.one("plays", message, f"{self.scenario.plays:,}")
