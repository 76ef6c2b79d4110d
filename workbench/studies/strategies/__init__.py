"""Strategies: what each kind of action is worth, and how styles fare against each other."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from workbench.studies.contests import ContestsStudy
from workbench.studies.strategies.question import StrategiesQuestion
from workbench.studies.study import Question

if TYPE_CHECKING:
    from workbench.report.document import Block
    from workbench.store import Store
    from workbench.study.workload import Pace, Workload


class StrategiesStudy(ContestsStudy):
    """Strategies show their marks and numbers while they are played."""

    def report_so_far(self, question: Question, known: Sequence[Any]) -> "Sequence[Block]":
        blocks: Sequence[Block] = self.module("report").report_so_far(question, known)
        return blocks

    def workload(self, question: Question, pace: "Pace") -> "Workload":
        from workbench.studies.strategies.measure import workload

        return workload(question.scenario, cast(StrategiesQuestion, question).plan, pace)

    def is_answered(self, store: "Store", question: Question) -> bool:
        from workbench.studies.strategies.measure import is_stored

        return is_stored(store, question.scenario, cast(StrategiesQuestion, question).plan)


STUDY = StrategiesStudy(
    name="strategies",
    question=StrategiesQuestion,
    title="Strategies",
    summary="What each kind of action is worth.",
    about=(
        "**What is each kind of action worth?** One seat may not use it. What that seat loses is what the action is"
        " worth.",
        "**Is there one best way to play?** Each style plays alone among each other one: which are dominated, which"
        " mixture nothing beats, and how strong each is.",
    ),
    icon=":material/strategy:",
    tab="Strategies & skill",
    resumes=True,
)
