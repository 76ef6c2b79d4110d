"""How a revision plays by itself: one batch, stored, and every figure of it."""

from typing import TYPE_CHECKING, cast

from workbench.studies.simulate.question import SimulateQuestion
from workbench.studies.study import Question, Study

if TYPE_CHECKING:
    from workbench.report.document import Report
    from workbench.scenario import Scenario
    from workbench.store import Store
    from workbench.studies.simulate.measure import BatchAnswer


class SimulateStudy(Study):
    """Its answer is a stored batch, and what that says is a finding."""

    def data(self, answer: object) -> dict[str, object]:
        from workbench.report.json import outcome_json

        return outcome_json(cast("BatchAnswer", answer).outcome)

    def report(self, answer: object) -> "Report":
        from workbench.studies.simulate.report import report

        return report(cast("BatchAnswer", answer).summary)

    def save(self, store: "Store", question: Question, answer: object, report: "Report") -> None:
        from workbench.report.findings import keep_finding

        keep_finding(store, cast("BatchAnswer", answer).summary)


def command(scenario: "Scenario") -> str:
    """The command that plays the same batch."""
    return STUDY.command(SimulateQuestion(scenario=scenario))


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
