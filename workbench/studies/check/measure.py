"""A batch of each revision, and how its goals stand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from workbench.play.goals import CheckedGoal, Standing, check_goals, overall_standing
from workbench.play.options import RunOptions
from workbench.studies.check.question import CheckQuestion
from workbench.studies.progress import Follow, StudyProgress
from workbench.studies.simulate.measure import BatchAnswer
from workbench.studies.simulate.measure import measure as play
from workbench.studies.simulate.question import SimulateQuestion


@dataclass(frozen=True, eq=False)
class CheckAnswer:
    """The batches, each with its goals; of one revision, the intervals of all goals hold together with 95 %."""

    question: CheckQuestion
    checks: Sequence[tuple[BatchAnswer, Sequence[CheckedGoal]]]

    @property
    def standing(self) -> Standing:
        """How all goals of all revisions stand together."""
        return overall_standing([goal for _, goals in self.checks for goal in goals])


def measure(question: CheckQuestion, options: RunOptions, follow: Follow) -> CheckAnswer:
    """Play the batches, one after the other; what is stored is not played again. Raises `Stopped`: how to go on."""
    options, revisions = replace(options, goes_on=True), question.revisions
    checks = []
    for number, scenario in enumerate(revisions, 1):

        def in_turn(advance: StudyProgress, number: int = number) -> None:
            follow(replace(advance, batch=number, batches=len(revisions)))

        batch = play(SimulateQuestion(scenario=scenario), options, in_turn)
        checks.append((batch, check_goals(batch.outcome)))
    return CheckAnswer(question, checks)
