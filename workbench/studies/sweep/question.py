"""The question of a sweep: which rules take which values, and the measures by which one is best."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar

from workbench.engine.problems import MOST_PLAYS, BadInput, Problem
from workbench.studies.fields import Measures, RuleValues, Switch, WholeNumber
from workbench.studies.study import Question, Texts

if TYPE_CHECKING:
    from workbench.scenario import Scenario
    from workbench.studies.sweep.grid import SweepPlan
    from workbench.studies.sweep.steps import StepPlan

BEST, MATTERS = "best values", "what matters most"
"""The two views of the page."""
NOT_JUDGED = (
    "Nothing will be called best, for want of a goal: add goals to the revision, or ask for the lowest or highest of a"
    " measure."
)


def _check_measures(scenario: "Scenario", names: Sequence[str]) -> object:
    from workbench.studies.sweep.grid import ask

    return ask(scenario, names)


@dataclass(frozen=True, kw_only=True)
class SweepQuestion(Question):
    """Find the best values of up to three rules of SCENARIO.

    Every combination plays the same shuffles; plays go where they decide most, and the best combination is confirmed on
    fresh shuffles. The same sweep goes on from what is stored, also after it was stopped.
    """

    plays_a_batch: ClassVar[bool] = False

    sensitivity: Annotated[
        bool,
        Switch(
            off=BEST,
            on=MATTERS,
            label="Ask for",
            help="Instead: every rule one step up and down, against SCENARIO.",
            key="view",
            at_hand=True,
        ),
    ] = False
    vary: Annotated[
        tuple[str, ...],
        RuleValues(
            label="Rules",
            help="Values of a rule, as in hand_size=5..9, 5..9:2, a,b or true,false; once for each of 1 to 3 rules.",
            terms=("combination",),
            at_hand=True,
            without="sensitivity",
        ),
    ] = ()
    measures: Annotated[
        tuple[str, ...],
        Measures(
            _check_measures,
            wishes=("lowest", "highest"),
            label="Judged by",
            help="A goal or a measure, as in tie_rate, or tie_rate:lowest; default: the goals, else the primary"
            " measures.",
            option="--for",
            key="asked",
        ),
    ] = ()
    budget: Annotated[
        int | None,
        WholeNumber(
            1,
            MOST_PLAYS,
            step=1_000,
            label="Plays in all",
            help="How many plays in all; default: as many as take a few minutes.",
            option="--plays",
            metavar="BUDGET",
            without="quick",
            in_brief="{} plays",
        ),
    ] = None
    quick: Annotated[bool, Switch(label="Study", help="A quick look: fewer plays; nothing is stored.")] = False

    @classmethod
    def check_texts(cls, texts: Texts, scenario: "Scenario | None") -> None:
        vary, steps = texts.get("vary", ()), bool(texts.get("sensitivity"))
        if steps and vary:
            message = "not with --sensitivity, which takes one step of every rule"
            raise BadInput.one("--vary", message, " ".join(vary))
        if not steps and not vary:
            message = "say which values to try, as in --vary hand_size=5..9; or --sensitivity for a step of every rule"
            raise BadInput([Problem("--vary", message)])

    def check(self) -> None:
        _ = self.plan

    @property
    def note(self) -> str:
        return "" if self.sensitivity or any(target.is_judged for target in self.plan.targets) else NOT_JUDGED

    @cached_property
    def plan(self) -> "SweepPlan | StepPlan":
        """The combinations or steps, with their plays. Raises BadInput."""
        from workbench.scenario.vary import read_varied
        from workbench.studies.sweep.grid import ask, plan_sweep
        from workbench.studies.sweep.steps import plan_sensitivity

        targets = ask(self.scenario, self.measures)
        if self.sensitivity:
            return plan_sensitivity(self.scenario, targets, self.budget, self.quick)
        varied = read_varied(self.scenario.game, self.vary)
        return plan_sweep(self.scenario, varied, targets, self.budget, self.quick)
