"""Revisions against their goals, as tests: met, missed or undecided."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from workbench.engine.problems import together
from workbench.studies.check.question import CheckQuestion
from workbench.studies.fields import Open
from workbench.studies.study import Study, Texts

if TYPE_CHECKING:
    from workbench.studies.check.measure import CheckAnswer


class CheckStudy(Study[CheckQuestion, "CheckAnswer"]):
    """Its answer is any number of stored batches, each a finding as it was played."""

    def ask(self, revision: str, texts: Texts, open_revision: Open, open_as_filed: Open) -> CheckQuestion:
        question: CheckQuestion = super().ask(revision, texts, open_revision, open_as_filed)
        with_aims = [scenario for scenario in question.revisions if scenario.aims]
        if not with_aims:
            return question
        from workbench.play.comparisons import pair_scenarios

        parents = together(*(partial(open_revision, f"{one.game.name}/{one.parent}") for one in with_aims))
        pairs = zip(with_aims, parents, strict=True)
        return replace(question, parents={one.name: pair_scenarios(one, [parent])[0] for one, parent in pairs})

    def exit_code(self, answer: "CheckAnswer") -> int:
        from workbench.play.goals import Standing

        codes = {Standing.MET: 0, Standing.MISSED: 1, Standing.UNDECIDED: answer.question.undecided_exit}
        return codes[answer.standing]


STUDY = CheckStudy(
    name="check",
    question=CheckQuestion,
    title="Goals",
    summary="Does each revision meet its goals and aims?",
    has_page=False,
    resumes=True,
    stores_plays=True,
)
