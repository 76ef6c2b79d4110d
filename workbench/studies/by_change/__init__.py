"""Which change did it: the changes of a revision, alone and together, all on the same shuffles."""

from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.studies.by_change.question import ByChangeQuestion
from workbench.studies.pairs import PairStudy

if TYPE_CHECKING:
    from workbench.report.document import Report
    from workbench.scenario import Scenario
    from workbench.store import Store
    from workbench.store.answers import StoredAnswer
    from workbench.studies.by_change.measure import Attribution
    from workbench.studies.workload import Pace, Workload


class ByChangeStudy(PairStudy[ByChangeQuestion, "Attribution"]):
    """The sums are stored, so that the answer opens again."""

    def applies_to(self, base: "Scenario | None", other: "Scenario") -> bool:
        from workbench.scenario import differences

        return base is not None and len(differences(base, other)) > 1

    def workload(self, question: ByChangeQuestion, pace: "Pace") -> "Workload":
        from workbench.studies.workload import batches_workload

        return batches_workload([*question.plan.scenarios.values()], question.scenario, pace)

    def as_stored(self, question: ByChangeQuestion) -> "StoredAnswer":
        from workbench.studies.by_change.measure import question_of

        return question_of(question.plan)

    def save(self, store: "Store", question: ByChangeQuestion, answer: "Attribution", report: "Report") -> None:
        from workbench.play.forms import with_settings
        from workbench.store.answers import save_answer

        stored = self.as_stored(question)
        request = with_settings(stored.options, question.scenario)
        save_answer(
            store,
            replace(stored, options=request, sentence=report.headline, data=answer.sums),
            stored,
        )


STUDY = ByChangeStudy(
    name="by_change",
    question=ByChangeQuestion,
    title="Which change did it",
    summary="What each of several changed rules does.",
    about=("**Which change did it?** Every change alone, all but each, and up to four in every combination.",),
    icon=":material/account_tree:",
    remains="Nothing is kept: the answer is stored only when all plays are done.",
    storing="The answer is a line in History; no play is stored.",
    control="by_change",
    switch="--by-change",
    button="Which change did it",
)
