"""Rule values that meet the goals, with as few changes as possible.

search, surface    the search among combinations, for any function that reads figures from plays
plan, measure      a revision, its goals, real plays; the draft, and its evidence on fresh shuffles
"""

from typing import TYPE_CHECKING

from workbench.studies.study import Study
from workbench.studies.tune.question import TuneQuestion

if TYPE_CHECKING:
    from workbench.store.answers import StoredAnswer
    from workbench.studies.workload import Pace, Workload


class TuneStudy(Study[TuneQuestion, object]):
    """The line of a tuning in the history has the goals and the values of the rules."""

    def workload(self, question: TuneQuestion, pace: "Pace") -> "Workload":
        from workbench.studies.tune.measure import workload

        return workload(question.plan, pace)

    def as_stored(self, question: TuneQuestion) -> "StoredAnswer":
        from workbench.studies.tune.data import as_stored

        return as_stored(question)


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
