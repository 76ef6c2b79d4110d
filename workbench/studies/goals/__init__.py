"""Every revision of a game against the goals of one: standings, intervals, and what each did against its parent."""

from typing import TYPE_CHECKING

from workbench.studies.goals.question import GoalsQuestion
from workbench.studies.study import Study

if TYPE_CHECKING:
    from workbench.store import Store
    from workbench.studies.workload import Pace, Workload

AT_ONCE_S = 60.0
"""Missing plays begin as soon as the page is opened, where they take no longer."""


class GoalsStudy(Study[GoalsQuestion, object]):
    """Its answer is the batches of all revisions, which are stored one by one."""

    def workload(self, question: GoalsQuestion, pace: "Pace") -> "Workload":
        from workbench.studies.goals.measure import revisions_of
        from workbench.studies.workload import batches_workload

        return batches_workload([entry.scenario for entry in revisions_of(question.scenario)], question.scenario, pace)

    def is_answered(self, store: "Store", question: GoalsQuestion) -> bool:
        """True if little is missing: it is played in the background, and what is stored shows at once."""
        from workbench.studies.goals.measure import missing
        from workbench.studies.workload import batches_workload, pace_of

        if not store.exists:
            return False  # nothing is stored by looking at a page of a new workspace
        scenarios = missing(store, question.scenario)
        workload = batches_workload(scenarios, question.scenario, pace_of(question.scenario))
        return not scenarios or (workload.seconds <= AT_ONCE_S and not workload.compiles)


STUDY = GoalsStudy(
    name="goals",
    question=GoalsQuestion,
    title="All revisions",
    summary="Every revision against every goal.",
    about=(
        "**One row a revision, one column a goal or main measure,** each with its interval and what it says.",
        "**One verdict a revision:** which goals it gained and lost against its parent.",
        "**Who played, how much, and what you decided.** A cell opens the answer behind it.",
    ),
    icon=":material/table_chart:",
    on_page="revisions",
    view="every goal",
    resumes=True,
    noun="All revisions",
    storing="Each revision is a batch as in Results; what is stored is not played again.",
)
