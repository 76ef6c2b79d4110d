"""The base of studies whose bots are their own: their batches stay in the store, and they resume there."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.studies.fields import Switch
from workbench.studies.study import LENGTH, QUICK, AnswerT, Question, QuestionT, Study

if TYPE_CHECKING:
    from workbench.report.document import Report
    from workbench.store import Store
    from workbench.store.answers import StoredAnswer
    from workbench.store.runs import Status
    from workbench.studies.workload import Pace, StudyBatch, Workload

QUICK_LOOK = Switch(
    label="Study", help="A quick look: as many plays as take up to half a minute on two cores; nothing is stored."
)
"""The field `quick` of their questions."""


class BotStudy(Study[QuestionT, AnswerT]):
    """A study whose bots are its own. What it said stands in the line of its batches in the history."""

    def as_stored(self, question: QuestionT) -> "StoredAnswer":
        """Without the options: the history has one line for all batches of the study with one seed.

        Without bots, the answer stands in that line.
        """
        from workbench.play.forms import answer_of

        return answer_of(self.name, replace(question.scenario, bots=(), plays=0), {})

    def save(self, store: "Store", question: QuestionT, answer: AnswerT, report: "Report") -> None:
        from workbench.store.answers import save_answer

        save_answer(store, replace(self.as_stored(question), sentence=report.headline))

    def workload(self, question: QuestionT, pace: "Pace") -> "Workload":
        workload: Workload = self.module("measure").workload(question.scenario, _plan(question), pace)
        return workload

    def is_answered(self, store: "Store", question: QuestionT) -> bool:
        return bool(self.module("measure").is_stored(store, question.scenario, _plan(question)))

    def address(self, question: QuestionT) -> dict[str, object]:
        controls = {field.name: field.control for field in question.fields() if field.name != QUICK}
        texts = {controls[name]: words for name, words in question.texts.items() if name in controls}
        values = {control: words if len(words) > 1 else words[0] for control, words in texts.items()}
        return {LENGTH: question.length, "seed": question.scenario.seed, **values}


def _plan(question: Question) -> object:
    """The plan of the study's own question."""
    return question.plan  # type: ignore[attr-defined]


def are_played(store: "Store", batches: Iterable["StudyBatch"]) -> bool:
    """True if the store has every one of these batches."""
    return all(is_played(store, batch) for batch in batches)


def is_played(store: "Store", batch: "StudyBatch", status: "Status | None" = None) -> bool:
    """True if the store has the batch, finished unless another status is named."""
    from workbench.play.forms import request_of
    from workbench.store.runs import Status, find_run

    return find_run(store, request_of(batch.scenario, {}), status or Status.DONE) is not None
