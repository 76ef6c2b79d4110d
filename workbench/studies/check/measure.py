"""A batch of each revision, and how its goals stand; its aims against a batch of its parent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.play.goals import CheckedGoal, Standing, check_goals, overall_standing
from workbench.play.options import RunOptions
from workbench.studies.check.question import CheckQuestion
from workbench.studies.progress import Follow, StudyProgress
from workbench.studies.simulate.measure import BatchAnswer
from workbench.studies.simulate.measure import measure as play
from workbench.studies.simulate.question import SimulateQuestion

if TYPE_CHECKING:
    from workbench.play.aims import CheckedAim
    from workbench.play.comparisons import Comparison
    from workbench.scenario import Scenario


@dataclass(frozen=True, eq=False)
class Checked:
    """A revision's batch, its comparison with the parent where it has aims, and how its goals stand."""

    batch: BatchAnswer
    against: "Comparison | None" = None

    @property
    def scenario(self) -> "Scenario":
        """The revision."""
        return self.batch.outcome.scenario

    @cached_property
    def goals(self) -> Sequence[CheckedGoal]:
        """Its goals; their intervals hold together with 95 %."""
        return check_goals(self.batch.outcome)

    @cached_property
    def aims(self) -> "Sequence[CheckedAim]":
        """Its aims, in the same way."""
        from workbench.play.aims import check_aims

        return check_aims(self.against) if self.against else ()


@dataclass(frozen=True, eq=False)
class CheckAnswer:
    """Every revision with its goals and aims."""

    question: CheckQuestion
    checks: Sequence[Checked]

    @property
    def standing(self) -> Standing:
        """How all goals of all revisions stand together."""
        return overall_standing([goal for checked in self.checks for goal in checked.goals])


def measure(question: CheckQuestion, options: RunOptions, follow: Follow) -> CheckAnswer:
    """Play the batches, one after the other; what is stored is not played again. Raises `Stopped`: how to go on."""
    options, batches = replace(options, goes_on=True), question.batches
    answers = []
    for number, scenario in enumerate(batches, 1):

        def in_turn(advance: StudyProgress, number: int = number) -> None:
            follow(replace(advance, batch=number, batches=len(batches)))

        answers.append(play(SimulateQuestion(scenario=scenario), options, in_turn))
    parents = dict(zip(question.parents, answers[len(question.revisions) :], strict=True))
    return CheckAnswer(question, [_checked(answer, parents, options) for answer in answers[: len(question.revisions)]])


def _checked(answer: BatchAnswer, parents: Mapping[str, BatchAnswer], options: RunOptions) -> Checked:
    parent = parents.get(answer.outcome.scenario.name)
    if parent is None:
        return Checked(answer)
    from workbench.play.comparisons import compared_as_played  # most revisions have no aims

    comparison = compared_as_played(parent.outcome, answer.outcome, options.store)
    if options.store is not None:
        from workbench.report.findings import keep_finding  # brings DuckDB

        keep_finding(options.store, comparison)
    return Checked(answer, comparison)
