"""The skill ladder: whether stronger bots win more, and how much the shuffle decides."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from workbench.studies.contests import ContestsStudy
from workbench.studies.ladder.question import LadderQuestion
from workbench.studies.study import Question

if TYPE_CHECKING:
    from workbench.report.document import Block
    from workbench.store import Store
    from workbench.study.workload import Pace, Workload


class LadderStudy(ContestsStudy):
    """A ladder shows its rungs while it climbs."""

    def report_so_far(self, question: Question, known: Sequence[Any]) -> "Sequence[Block]":
        blocks: Sequence[Block] = self.module("report").report_so_far(question, known)
        return blocks

    def workload(self, question: Question, pace: "Pace") -> "Workload":
        from workbench.studies.ladder.measure import workload

        return workload(question.scenario, cast(LadderQuestion, question).plan, pace)

    def is_answered(self, store: "Store", question: Question) -> bool:
        from workbench.studies.ladder.measure import is_stored

        return is_stored(store, question.scenario, cast(LadderQuestion, question).plan)


STUDY = LadderStudy(
    name="ladder",
    question=LadderQuestion,
    title="Skill ladder",
    summary="Do stronger players win more?",
    about=(
        "**Does skill matter?** Bots of rising strength play each other, each alone among those of the rung below:"
        " random, quick, then thinkers with twice the iterations from rung to rung.",
        "**One figure from luck to skill:** how close the strongest comes to always winning among random bots.",
        "**How much the shuffle matters:** the same shuffles, played again and again by equal bots.",
    ),
    icon=":material/stairs:",
    tab="Strategies & skill",
    resumes=True,
)
