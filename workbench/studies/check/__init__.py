"""Revisions against their goals, as tests: met, missed or undecided."""

from typing import TYPE_CHECKING, cast

from workbench.studies.check.question import CheckQuestion
from workbench.studies.study import Question, Study

if TYPE_CHECKING:
    from workbench.report.document import Report
    from workbench.store import Store
    from workbench.studies.check.measure import CheckAnswer


class CheckStudy(Study):
    """Its answer is any number of stored batches, each a finding as it was played."""

    def data(self, answer: object) -> dict[str, object]:
        from workbench.studies.check.data import data

        return data(cast("CheckAnswer", answer))

    def exit_code(self, answer: object) -> int:
        from workbench.play.goals import Standing

        checked = cast("CheckAnswer", answer)
        codes = {Standing.MET: 0, Standing.MISSED: 1, Standing.UNDECIDED: checked.question.undecided_exit}
        return codes[checked.standing]

    def save(self, store: "Store", question: Question, answer: object, report: "Report") -> None:
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
