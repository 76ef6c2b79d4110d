"""How a revision plays by itself: one batch, stored, and every figure of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from workbench.studies.simulate.question import SimulateQuestion
from workbench.studies.study import Study

if TYPE_CHECKING:
    from workbench.report.document import Report
    from workbench.store import Store
    from workbench.studies.simulate.measure import BatchAnswer
    from workbench.tallies.tallies import Tallies


class SimulateStudy(Study[SimulateQuestion, "BatchAnswer"]):
    """Its answer is a stored batch, and what that says is a finding."""

    is_a_run = True

    def data(self, answer: "BatchAnswer") -> dict[str, object]:
        from workbench.report.json import outcome_json
        from workbench.report.next_step import next_step
        from workbench.report.text.scenarios import on_strength

        step, strength = next_step(answer.summary), on_strength([answer.outcome.scenario])
        return {**outcome_json(answer.outcome), "strength": strength, "next": step.json if step else None}

    def report(self, answer: "BatchAnswer") -> "Report":
        from workbench.report.template import report_of

        return report_of(self.folder, self.title, answer.summary)

    def answer_so_far(self, question: SimulateQuestion, answers: Sequence[object]) -> "Report":
        from workbench.report.summary import summarise_watched
        from workbench.report.template import report_of

        watched = summarise_watched(question.scenario, cast("Tallies", answers[0]))
        return report_of(self.folder, self.title, watched)

    def is_answered(self, store: "Store", question: SimulateQuestion) -> bool:
        from workbench.play.stored import find_stored

        return find_stored(store, question.scenario) is not None

    def read(self, store: "Store", question: SimulateQuestion) -> "BatchAnswer | None":
        from workbench.play.stored import read_at_once
        from workbench.studies.simulate.measure import BatchAnswer

        outcome = read_at_once(store, question.scenario)
        return BatchAnswer(outcome) if outcome else None

    def address(self, question: SimulateQuestion) -> dict[str, object]:
        from workbench.report.findings import batch_query

        scenario = question.scenario
        batch = batch_query(scenario.bots, scenario.plays, scenario.seed)
        return {"revision": scenario.revision, "against": "", **batch}


STUDY = SimulateStudy(
    name="simulate",
    question=SimulateQuestion,
    title="Results",
    summary="How a revision plays by itself.",
    about=("**How does it play?** Every measure with its interval, beside its goal.",),
    icon=":material/casino:",
    on_page="results",
    resumes=True,
    stores_plays=True,
)
