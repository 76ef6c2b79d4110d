"""The question of a tuning: which rules may change, and what must hold."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar

from workbench.engine.problems import MOST_PLAYS, Problem, Problems
from workbench.studies.fields import Goals, RuleValues, Switch, WholeNumber
from workbench.studies.study import Question, Texts

if TYPE_CHECKING:
    from workbench.scenario import Scenario
    from workbench.studies.tune.plan import TuningPlan

FEWEST_BUDGET = 1_000
"""Fewer plays in all say nothing about any combination."""


@dataclass(frozen=True, kw_only=True)
class TuneQuestion(Question):
    """Search rule values that meet the goals of SCENARIO.

    It suggests a draft with as few changed rules as possible, and plays the evidence for it on fresh shuffles. The
    answer is a line in the history, unless --set changes the rules; no play is stored.
    """

    plays_a_batch: ClassVar[bool] = False
    has_seats: ClassVar[bool] = True

    vary: Annotated[
        tuple[str, ...],
        RuleValues(
            label="Rules that may change",
            help="A rule that may change, as in hand_size=5..9, 5..9:2, a,b or true,false; repeatable. It may always"
            " keep its present value; no other rule changes. Default: the rules of which one step brings the missed"
            " goals nearest.",
            key="move",
            terms=("tuning",),
            heading="What may change",
            most=None,
            suggested=0,
            empty="the rules that move the missed goals, by one step of every rule",
        ),
    ] = ()
    goals: Annotated[
        tuple[str, ...],
        Goals(
            label="Goals",
            help='What must hold, as in "tie_rate <= 0.05" or "deals = 4..5"; repeatable; default: [goals] of'
            " SCENARIO.",
            option="--goal",
            terms=("goal",),
            heading="What must hold",
        ),
    ] = ()
    budget: Annotated[
        int | None,
        WholeNumber(
            FEWEST_BUDGET,
            MOST_PLAYS,
            step=10_000,
            label="Plays in all",
            help="Plays of the whole search, evidence included; default: as many as take a minute or two.",
            option="--plays",
            key="plays",
            without="quick",
            in_brief="{} plays",
        ),
    ] = None
    quick: Annotated[
        bool, Switch(label="Study", help="A quick look: fewer plays, up to half a minute on two cores.")
    ] = False

    @classmethod
    def check_texts(cls, texts: Texts, scenario: "Scenario | None") -> None:
        problems = Problems()
        if scenario and texts.get("vary"):
            from workbench.studies.tune.plan import plan_tuning

            problems.attempt(plan_tuning, scenario, texts["vary"], texts.get("goals", ()), None, False)
        if scenario and not scenario.goals and not texts.get("goals"):
            message = 'missing, and the revision has no [goals]; say what must hold, as in "tie_rate <= 0.05"'
            problems.add([Problem("--goal", message)])
        problems.refuse()

    @property
    def is_stored(self) -> bool:
        return True

    @cached_property
    def plan(self) -> "TuningPlan":
        """The rules that may change, the goals and the budget."""
        from workbench.studies.tune.plan import plan_tuning

        return plan_tuning(self.scenario, self.vary, self.goals, self.budget, self.quick)
