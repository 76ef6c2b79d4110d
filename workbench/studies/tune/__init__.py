"""Rule values that meet the goals, with as few changes as possible.

search, surface    the search among combinations, for any function that reads figures from plays
plan, measure      a revision, its goals, real plays; the draft, and its evidence on fresh shuffles
"""

from typing import TYPE_CHECKING

from workbench.studies.study import Study
from workbench.studies.tune.question import TuneQuestion

if TYPE_CHECKING:
    from workbench.report.document import Report
    from workbench.store.answers import StoredAnswer
    from workbench.studies.tune.measure import Tuning
    from workbench.studies.workload import Pace, Workload


class TuneStudy(Study[TuneQuestion, "Tuning"]):
    """The line of a tuning in the history has the goals and the values of the rules."""

    def workload(self, question: TuneQuestion, pace: "Pace") -> "Workload":
        from workbench.studies.tune.measure import workload

        return workload(question.plan, pace)

    def as_stored(self, question: TuneQuestion) -> "StoredAnswer":
        from dataclasses import replace

        from workbench.play.forms import answer_of
        from workbench.report.findings import bots_query
        from workbench.scenario.goals import goal_text

        scenario, values = question.scenario, dict(text.split("=", 1) for text in question.vary)
        controls: dict[str, object] = {
            "move": list(values),
            **{f"values_{name}": text for name, text in values.items()},
            "goals": "; ".join(question.goals or map(goal_text, scenario.goals)),
            **bots_query(scenario.bots),
            "seed": scenario.seed,
            "length": "quick" if question.quick and question.budget is None else "long",
            **({} if question.budget is None else {"plays": question.budget}),
        }
        return answer_of(self.name, replace(scenario, plays=question.budget or 0), controls)

    def report(self, answer: "Tuning") -> "Report":
        """A tuning has its own command; one that was stopped tells the best that was found by then."""
        from dataclasses import replace

        document = super().report(answer)
        cut_short = "" if answer.evidence else "stopped; this is the best that was found by then, without evidence"
        return replace(document, command=str(document.data["command"]), cut_short=cut_short)


STUDY = TuneStudy(
    name="tune",
    question=TuneQuestion,
    title="Tune",
    noun="Tuning",
    summary="Search rule values that meet the goals.",
    about=(
        "**Which values meet the goals?** Combinations of values play the same shuffles; promising ones play more.",
        "**With how few changes?** Each change of the best is undone in turn, and dropped if the goals hold without"
        " it.",
        "**How sure is that?** The suggestion is played again on fresh shuffles that the search did not use.",
    ),
    icon=":material/target:",
    tab="Sweep & tune",
    remains="Cancelling keeps the best that was found by then. The answer is a line in History; no play is stored.",
    proposes=True,
)
