"""Plays what is asked: every combination of rule values, one step of every rule, or a search toward goals."""

from dataclasses import replace

from workbench.engine.batch import cores
from workbench.engine.problems import BadInput
from workbench.play.aims import goals_of_aims
from workbench.play.batches import simulate
from workbench.play.comparisons import pair_scenarios
from workbench.play.forms import make_batch
from workbench.play.options import RunOptions
from workbench.scenario import Goal, Scenario, load_scenario
from workbench.scenario.files import workspace_of
from workbench.store import Store
from workbench.store.answers import StoredAnswer, save_answer
from workbench.studies.find.grid import Ending, Sweep, SweepPlan
from workbench.studies.find.players import question_of
from workbench.studies.find.question import SweepQuestion, TuneQuestion
from workbench.studies.find.race import sweep, usual_plays
from workbench.studies.find.steps import Sensitivity, StepPlan, sensitivity
from workbench.studies.find.steps import question_of as question_of_steps
from workbench.studies.find.tuning import PLAYS_A_TRIAL, SECONDS_A_TRIAL, Tuning, TuningPlan, tune, usual_tuning_plays
from workbench.studies.progress import Follow, ignore_progress
from workbench.studies.workload import Pace, Workload, declared_cost, pace_of, quick_plays


def measure(
    question: SweepQuestion | TuneQuestion, options: RunOptions, follow: Follow = ignore_progress
) -> Sweep | Sensitivity | Tuning:
    """Play the question, from where it was left. What was stopped says so; steps raise `Stopped`.

    Aims are goals here, by what the parent comes to with the same bots and seed. Raises BadInput where nothing is.
    """
    if isinstance(question, TuneQuestion):  # a page names the goals of the revision too
        named = question.plan.scenario.goals != question.scenario.goals
    else:
        named = bool(question.measures)
    aims = () if named else _aims(question.scenario, options)
    if isinstance(question, TuneQuestion):
        if not (named or aims or question.scenario.goals):
            message = f"nothing to hold them against: the parent {question.scenario.parent} is not in the workspace"
            raise BadInput.one("aims", message)
        return tune(question.planned(aims), options, follow)
    plan = question.planned(aims)
    return sensitivity(plan, options, follow) if isinstance(plan, StepPlan) else sweep(plan, options, follow)


def _aims(revision: Scenario, options: RunOptions) -> tuple[Goal, ...]:
    """The goals and aims of a revision as goals; none without aims, and where the workspace lacks the parent."""
    workspace = workspace_of(revision.path) if revision.aims else None
    if workspace is None:
        return ()
    try:
        parent = load_scenario(workspace, f"{revision.game.name}/{revision.parent}")
    except BadInput:
        return ()
    (parent,) = pair_scenarios(revision, [parent])
    return goals_of_aims(simulate(replace(parent, plays=quick_plays(parent)), replace(options, store=None)), revision)


def workload(plan: SweepPlan | StepPlan | TuningPlan, pace: Pace) -> Workload:
    """The most that there is to play; a sweep ends sooner where all is decided."""
    scenario, between = plan.scenario, 0.0
    if isinstance(plan, TuningPlan):
        plays = plan.plays or usual_tuning_plays(scenario, pace.length, plan.quick)
        between = SECONDS_A_TRIAL * min(plan.space.count, plays // PLAYS_A_TRIAL)
    else:
        plays = plan.plays or usual_plays(scenario, plan.tables, plan.quick, pace.length)
    seconds = plays * declared_cost(scenario, pace.length) / (pace.speed * cores()) + between
    return Workload(plays, seconds, stored=False, compiles=not make_batch(scenario).kernel.is_warm)


def as_stored(plan: SweepPlan | StepPlan) -> StoredAnswer:
    """The question as the store keeps it: that of steps has as many plays as each of them gets."""
    if isinstance(plan, SweepPlan):
        return question_of(plan)
    plays = plan.plays or usual_plays(plan.scenario, plan.tables, plan.quick, pace_of(plan.scenario).length)
    return question_of_steps(plan, plays // plan.tables)


def keep(store: Store, answer: Sweep | Sensitivity, sentence: str) -> None:
    """Store what a sweep that has ended, or one step of every rule, says, for the history."""
    if isinstance(answer, Sweep) and answer.ending is Ending.STOPPED:
        return
    plan = answer.plan
    question = question_of(plan) if isinstance(plan, SweepPlan) else question_of_steps(plan, answer.plays)
    save_answer(
        store,
        replace(question, options=plan.request, plays=answer.plays, data=answer.state, sentence=sentence),
        question,
    )
