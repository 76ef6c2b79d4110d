"""The base of studies whose bots are their own: their batches stay in the store, and they resume there."""

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Protocol

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
        """How much there is to play at most; whether it is stored is not looked up."""
        from workbench.engine.batch import cores
        from workbench.studies.simple_strategy import RACE_WORK, any_mixture, stored_winner
        from workbench.studies.workload import workload_of

        scenario, plan, measure = question.scenario, _plan(question), self.module("measure")
        opponents = measure.opponents_of(scenario, plan)
        winner = stored_winner(scenario, opponents)
        simple = winner.bot if winner else any_mixture(scenario, opponents)
        sure, perhaps = measure.batches_to_play(scenario, plan, pace.length, simple)
        different = {batch.key: batch for batch in [*sure, *chain(*perhaps)]}
        whole = workload_of(different.values(), pace, stores=not plan.quick)
        return whole if winner else replace(whole, seconds=whole.seconds + 2 * RACE_WORK / (pace.speed * cores()))

    def is_answered(self, store: "Store", question: QuestionT) -> bool:
        """True if the store has all that is to be played, which can be said at once where the rules are compiled.

        Of what is perhaps to be played some parts must be finished, and none begun and broken off.
        """
        from workbench.play.forms import make_batch
        from workbench.play.options import RunOptions
        from workbench.store.runs import Status
        from workbench.studies.simple_strategy import stored_winner
        from workbench.studies.workload import length_of

        scenario, plan, measure = question.scenario, _plan(question), self.module("measure")
        if not (store.path.exists() and make_batch(scenario).kernel.is_warm):
            return False
        winner = stored_winner(scenario, measure.opponents_of(scenario, plan))
        if winner is None:
            return False
        length = length_of(scenario, RunOptions(jobs=1))
        sure, perhaps = measure.batches_to_play(scenario, plan, length, winner.bot)
        with store.session():
            whole = [all(is_played(store, batch) for batch in batches) for batches in (sure, *perhaps)]
            rest = [batch for batches, done in zip(perhaps, whole[1:], strict=True) if not done for batch in batches]
            begun = any(is_played(store, batch, status) for batch in rest for status in Status)
            return whole[0] and not begun and (any(whole[1:]) or not perhaps)

    def address(self, question: QuestionT) -> dict[str, object]:
        controls = {field.name: field.control for field in question.fields() if field.name != QUICK}
        texts = {controls[name]: words for name, words in question.texts.items() if name in controls}
        values = {control: words if len(words) > 1 else words[0] for control, words in texts.items()}
        return {LENGTH: question.length, "seed": question.scenario.seed, **values}


class BotPlan(Protocol):
    """The contests that a question asks for."""

    @property
    def quick(self) -> bool:
        """True for a quick look."""


def _plan(question: Question) -> BotPlan:
    """The plan of the study's own question."""
    plan: BotPlan = question.plan  # type: ignore[attr-defined]
    return plan


def is_played(store: "Store", batch: "StudyBatch", status: "Status | None" = None) -> bool:
    """True if the store has the batch, finished unless another status is named."""
    from workbench.play.forms import request_of
    from workbench.store.runs import Status, find_run

    return find_run(store, request_of(batch.scenario, {}), status or Status.DONE) is not None
