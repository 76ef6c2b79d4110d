"""A batch of each revision, and how its goals stand; its aims against a batch of its parent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.play.goals import CheckedGoal, Standing, overall_standing
from workbench.play.options import RunOptions
from workbench.report.summary import BatchSummary, Summary, summarise
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
    def result(self) -> BatchSummary | Summary:
        """The figures of the batch alone, or against its parent."""
        return summarise(self.against) if self.against else self.batch.summary

    @property
    def goals(self) -> Sequence[CheckedGoal]:
        """Its goals; their intervals hold together with 95 %."""
        return self.batch.summary.goals

    @property
    def aims(self) -> "Sequence[CheckedAim]":
        """Its aims, in the same way."""
        return self.result.aims if isinstance(self.result, Summary) else ()

    @property
    def standing(self) -> Standing:
        """How all its goals stand together."""
        return overall_standing(self.goals)


@dataclass(frozen=True, eq=False)
class CheckAnswer:
    """Every revision with its goals and aims."""

    question: CheckQuestion
    checks: Sequence[Checked]

    @property
    def scenario(self) -> "Scenario":
        """The first revision."""
        return self.checks[0].scenario

    @property
    def bots(self) -> list[str]:
        """Everybody who played."""
        return [bot for checked in self.checks for bot in checked.scenario.bots]

    @property
    def judges(self) -> "list[Scenario]":
        """Every revision, with its bots."""
        return [checked.scenario for checked in self.checks]

    @property
    def plays(self) -> int:
        """How many plays its batch has."""
        return self.checks[0].batch.outcome.plays

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
