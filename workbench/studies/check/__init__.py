"""Revisions against their goals, as tests: met, missed or undecided."""

from typing import TYPE_CHECKING

from workbench.studies.check.question import CheckQuestion
from workbench.studies.study import Study

if TYPE_CHECKING:
    from workbench.report.document import Report
    from workbench.store import Store
    from workbench.studies.check.measure import CheckAnswer


class CheckStudy(Study[CheckQuestion, "CheckAnswer"]):
    """Its answer is any number of stored batches, each a finding as it was played."""

    def data(self, answer: "CheckAnswer") -> dict[str, object]:
        from workbench.studies.check.columns import CHECKED

        return {"scenarios": [CHECKED.json((batch.outcome, goals)) for batch, goals in answer.checks]}

    def exit_code(self, answer: "CheckAnswer") -> int:
        from workbench.play.goals import Standing

        codes = {Standing.MET: 0, Standing.MISSED: 1, Standing.UNDECIDED: answer.question.undecided_exit}
        return codes[answer.standing]

    def save(self, store: "Store", question: CheckQuestion, answer: "CheckAnswer", report: "Report") -> None:
        """Nothing: what each batch says was stored as it was played."""


STUDY = CheckStudy(
    name="check",
    question=CheckQuestion,
    title="Goals",
    summary="Does each revision meet its goals?",
    has_page=False,
    resumes=True,
    stores_plays=True,
)
