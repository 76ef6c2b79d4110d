"""The questions: which rules take which values, and what makes one the best, or which goals must hold."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar

from workbench.engine.problems import FEWEST_PLAYS, MOST_PLAYS, BadInput, Problem, Problems
from workbench.studies.fields import Goals, Measures, RuleValues, Switch, WholeNumber
from workbench.studies.study import Question, Texts

if TYPE_CHECKING:
    from workbench.scenario import Goal, Scenario
    from workbench.studies.find.grid import SweepPlan
    from workbench.studies.find.steps import StepPlan
    from workbench.studies.find.tuning import TuningPlan

MEET, BEST, MATTERS = "what meets the goals", "best values", "what matters most"
"""The views of the page: a tuning, a sweep, and one step of every rule."""
NOT_JUDGED = (
    "Without a goal or an aim nothing will be called best: add goals to the revision, or ask for the lowest or highest"
    " of a measure."
)


def _check_measures(scenario: "Scenario", names: Sequence[str]) -> object:
    from workbench.studies.find.grid import ask

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
            help="A goal or a measure, as in tie_rate, or tie_rate:lowest; default: the goals and aims, else the"
            " primary measures.",
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
        is_judged = self.scenario.aims or any(target.is_judged for target in self.plan.targets)
        return "" if self.sensitivity or is_judged else NOT_JUDGED

    @cached_property
    def plan(self) -> "SweepPlan | StepPlan":
        """The combinations or steps, with their plays. Raises BadInput."""
        return self.planned()

    def planned(self, aims: "Sequence[Goal]" = ()) -> "SweepPlan | StepPlan":
        """The same where the aims of the revision ask for these."""
        from workbench.scenario.vary import read_varied
        from workbench.studies.find.grid import Target, ask, plan_sweep
        from workbench.studies.find.steps import plan_sensitivity

        of_aims = tuple(Target(goal.measure, goal, is_aim=True) for goal in aims)
        targets = of_aims or ask(self.scenario, self.measures)
        if self.sensitivity:
            return plan_sensitivity(self.scenario, targets, self.budget, self.quick)
        varied = read_varied(self.scenario.game, self.vary)
        return plan_sweep(self.scenario, varied, targets, self.budget, self.quick)


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
            terms=("tuning",),
            at_hand=True,
            most=None,
            suggested=0,
            empty="those that move a missed goal",
        ),
    ] = ()
    goals: Annotated[
        tuple[str, ...],
        Goals(
            label="Goals",
            help='What must hold, as in "tie_rate <= 0.05" or "deals = 4..5"; repeatable; default: [goals] and [aims]'
            " of SCENARIO.",
            option="--goal",
            terms=("goal",),
            at_hand=True,
        ),
    ] = ()
    budget: Annotated[
        int | None,
        WholeNumber(
            10 * FEWEST_PLAYS,
            MOST_PLAYS,
            step=10_000,
            label="Plays in all",
            help="Plays of the whole search, evidence included; default: as many as take a minute or two.",
            option="--plays",
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
            from workbench.studies.find.tuning import plan_tuning

            problems.attempt(plan_tuning, scenario, texts["vary"], texts.get("goals", ()), None, False)
        if scenario and not (scenario.goals or scenario.aims or texts.get("goals")):
            message = 'missing, and the revision has no [goals] or [aims]; say what must hold: "tie_rate <= 0.05"'
            problems.add([Problem("--goal", message)])
        problems.refuse()

    @property
    def is_stored(self) -> bool:
        return True

    @cached_property
    def plan(self) -> "TuningPlan":
        """The rules that may change, the goals and the budget."""
        return self.planned()

    def planned(self, aims: "Sequence[Goal]" = ()) -> "TuningPlan":
        """The same where the aims of the revision ask for these."""
        from workbench.studies.find.tuning import plan_tuning

        plan = plan_tuning(self.scenario, self.vary, self.goals, self.budget, self.quick)
        return replace(plan, scenario=replace(self.scenario, goals=tuple(aims)), of_aims=True) if aims else plan
