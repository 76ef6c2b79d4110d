"""Find a value: the best values of some rules, which rule matters most, and the values that meet the goals.

grid, players, race, steps    every combination of some values, or one step of every rule: the command `sweep`
search, tuning                a search for values that meet the goals, with few changes: the command `tune`
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from workbench.engine.files import JsonValue
from workbench.studies.find.question import BEST, MATTERS, MEET, SweepQuestion, TuneQuestion
from workbench.studies.study import LENGTH, LONG, QUICK, AnswerT, QuestionT, Study

if TYPE_CHECKING:
    from workbench.report.document import Block, Report
    from workbench.store import Store
    from workbench.store.answers import StoredAnswer
    from workbench.studies.find.grid import Sweep
    from workbench.studies.find.steps import Sensitivity
    from workbench.studies.find.tuning import Tuning
    from workbench.studies.workload import Pace, Workload

    SweepAnswer: TypeAlias = Sweep | Sensitivity


class FindStudy(Study[QuestionT, AnswerT]):
    """The base of both commands, which the page shows as views."""

    def workload(self, question: QuestionT, pace: "Pace") -> "Workload":
        from workbench.studies.find.measure import workload

        return workload(question.plan, pace)  # type: ignore[attr-defined]


class SweepStudy(FindStudy[SweepQuestion, "SweepAnswer"]):
    """A sweep keeps what it has played under its question, and goes on from there."""

    def report_at_once(self, question: SweepQuestion) -> "Sequence[Block]":
        from workbench.report.document import Passage
        from workbench.report.escape import paragraphs

        return [Passage(paragraphs(question.note))] if question.note else ()

    def as_stored(self, question: SweepQuestion) -> "StoredAnswer":
        from workbench.studies.find.measure import as_stored

        return as_stored(question.plan)

    def is_answered(self, store: "Store", question: SweepQuestion) -> bool:
        from workbench.studies.find.players import is_answered

        return is_answered(store, self.as_stored(question), question.plan.request)

    def save(self, store: "Store", question: SweepQuestion, answer: "SweepAnswer", report: "Report") -> None:
        from workbench.studies.find.measure import keep

        keep(store, answer, report.headline)

    def address(self, question: SweepQuestion) -> dict[str, object]:
        request = {**question.plan.request, LENGTH: question.length}
        return {**self.address_of_line(request), "seed": question.scenario.seed}

    def address_of_line(self, request: Mapping[str, JsonValue]) -> dict[str, object]:
        """Where no rule is named, each went one step up and down."""
        from workbench.engine.wording import in_one

        values = request["vary"]
        rules = {"vary": list(values), **{f"values_{name}": text for name, text in values.items()}}
        return {
            **(rules if values else {}),
            "view": BEST if values else MATTERS,
            **({"asked": request["for"]} if request["for"] else {}),
            **({"budget": request["plays"]} if request["plays"] else {}),
            "bots": in_one(request["bots"]),
            LENGTH: request.get(LENGTH, LONG),
        }


class TuneStudy(FindStudy[TuneQuestion, "Tuning"]):
    """The line of a tuning in the history has the goals and the values of the rules."""

    def as_stored(self, question: TuneQuestion) -> "StoredAnswer":
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
            LENGTH: QUICK if question.quick and question.budget is None else LONG,
            **({} if question.budget is None else {"plays": question.budget}),
        }
        return answer_of(self.name, replace(scenario, plays=question.budget or 0), controls)

    def address_of_line(self, request: Mapping[str, object]) -> dict[str, object]:
        """As lines of the history have it, and as links to the former page *Tune* do."""
        renamed = {"move": "vary", "plays": "budget"}
        return super().address_of_line({renamed.get(name, name): value for name, value in request.items()})


ABOUT = (
    "**Which rule moves a missed goal?** Each rule goes one step up and down, on the same shuffles.",
    "**Which values meet the goals, with the fewest changes?** Promising combinations play more.",
    "**How sure is that?** What is suggested is played again on fresh shuffles.",
)
"""The lines of the page, whichever its view, before anything is played."""
SWEEP = SweepStudy(
    name="sweep",
    question=SweepQuestion,
    title="Sweep",
    summary="The best value of a rule, and which rule matters most.",
    about=ABOUT,
    on_page="find",
    resumes=True,
)
TUNE: "Study[TuneQuestion, Tuning]" = TuneStudy(
    name="tune",
    question=TuneQuestion,
    title="Tune",
    noun="Tuning",
    summary="Search rule values that meet the goals.",
    about=ABOUT,
    on_page="find",
    view=MEET,
    remains="Cancelling keeps the best that was found by then. The answer is a line in History; no play is stored.",
    proposes=True,
)
