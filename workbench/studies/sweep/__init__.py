"""The best values of up to three rules, and which rule matters most."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from workbench.engine.files import JsonValue
from workbench.studies.study import Study
from workbench.studies.sweep.question import MATTERS, SweepQuestion

if TYPE_CHECKING:
    from workbench.report.document import Block, Report
    from workbench.store import Store
    from workbench.store.answers import StoredAnswer
    from workbench.studies.sweep.grid import Sweep
    from workbench.studies.sweep.steps import Sensitivity
    from workbench.studies.workload import Pace, Workload


class SweepStudy(Study[SweepQuestion, "Sweep | Sensitivity"]):
    """A sweep keeps what it has played under its question, and goes on from there."""

    def report(self, answer: "Sweep | Sensitivity") -> "Report":
        """A sweep says by which rules it is, and whether it was stopped; steps have a template of their own."""
        from dataclasses import replace

        from workbench.report.template import report_of
        from workbench.studies.sweep.grid import Ending, Sweep

        if not isinstance(answer, Sweep):
            return report_of(self.folder, "One step of every rule", answer, "steps.md")
        document, parameters = report_of(self.folder, self.title, answer), answer.scenario.game.parameters
        rules = ", ".join(parameters[varied.name].label.lower() for varied in answer.plan.varied)
        return replace(document, title=f"{document.title}, by {rules}", unfinished=answer.ending is Ending.STOPPED)

    def report_at_once(self, question: SweepQuestion) -> "Sequence[Block]":
        from workbench.report.document import Passage
        from workbench.report.escape import paragraphs

        return [Passage(paragraphs(question.note))] if question.note else ()

    def workload(self, question: SweepQuestion, pace: "Pace") -> "Workload":
        from workbench.studies.sweep.measure import workload

        return workload(question.plan, pace)

    def as_stored(self, question: SweepQuestion) -> "StoredAnswer":
        from workbench.studies.sweep.measure import as_stored

        return as_stored(question.plan)

    def is_answered(self, store: "Store", question: SweepQuestion) -> bool:
        from workbench.studies.sweep.stored import is_answered

        return is_answered(store, self.as_stored(question), question.plan.request)

    def save(self, store: "Store", question: SweepQuestion, answer: "Sweep | Sensitivity", report: "Report") -> None:
        from workbench.studies.sweep.measure import keep

        keep(store, answer, report.headline)

    def address(self, question: SweepQuestion) -> dict[str, object]:
        scenario, length = question.scenario, "quick" if question.is_quick else "long"
        request = {**question.plan.request, "length": length}
        return {**self.address_of_line(request), "seed": scenario.seed}

    def address_of_line(self, request: Mapping[str, JsonValue]) -> dict[str, object]:
        """Where no rule is named, each went one step up and down."""
        from workbench.engine.wording import in_one

        values = request["vary"]
        rules = {"vary": list(values), **{f"values_{name}": text for name, text in values.items()}}
        return {
            **(rules if values else {"view": MATTERS}),
            **({"asked": request["for"]} if request["for"] else {}),
            **({"budget": request["plays"]} if request["plays"] else {}),
            "bots": in_one(request["bots"]),
            "length": request.get("length", "long"),
        }


STUDY = SweepStudy(
    name="sweep",
    question=SweepQuestion,
    title="Sweep",
    summary="The best value of a rule, and which rule matters most.",
    about=(
        "**Which value is best?** All values play the same shuffles; those that may still be the best play more.",
        "**Which rule matters most?** Each rule by itself goes one step up and down, on the same shuffles.",
        "**How sure is that?** Every figure has its interval, and the best is played again on fresh shuffles.",
    ),
    icon=":material/grid_on:",
    tab="Sweep & tune",
    resumes=True,
)
