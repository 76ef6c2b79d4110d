"""Playing two revisions until what is asked is decided, and no longer."""

from typing import TYPE_CHECKING

from workbench.engine.problems import FEWEST_PLAYS
from workbench.studies.pairs import PairStudy
from workbench.studies.study import Texts
from workbench.studies.until.question import USUAL_LIMIT, UntilQuestion

if TYPE_CHECKING:
    from workbench.play.comparisons import Comparison
    from workbench.report.document import Report
    from workbench.scenario import Scenario
    from workbench.store import Store
    from workbench.studies.until.measure import Settled
    from workbench.studies.workload import Pace, Workload


TIMES = 50
"""Times the plays of the comparison that are suggested at most."""


class UntilStudy(PairStudy[UntilQuestion, "Settled"]):
    """Its plays are stored as two batches, and what they say is a finding, as that of any comparison."""

    def suggested(self, base: "Scenario", other: "Scenario") -> Texts:
        """Slow bots have few plays, and get few."""
        return {"limit": [str(min(USUAL_LIMIT, TIMES * max(other.plays, FEWEST_PLAYS)))]}

    def stored_question(self, store: "Store", question: UntilQuestion) -> UntilQuestion | None:
        from workbench.studies.until.measure import stored_of

        return stored_of(question, store)

    def workload(self, question: UntilQuestion, pace: "Pace") -> "Workload":
        from dataclasses import replace

        from workbench.studies.workload import batches_workload

        most = replace(question.scenario, plays=question.limit)
        return batches_workload(question.revisions, most, pace)

    def report(self, answer: "Settled") -> "Report":
        from dataclasses import replace

        from workbench.report.text.scenarios import pair_played, pair_title

        base, other = answer.base.scenario, answer.scenario
        report = super().report(answer)
        how, unfinished = pair_played(base, other), bool(answer.last.open)
        return replace(report, title=pair_title(base, other), how=how, unfinished=unfinished)

    def save(self, store: "Store", question: UntilQuestion, answer: "Settled", report: "Report") -> None:
        self.compared(store, answer)

    def compared(self, store: "Store | None", answer: "Settled") -> "Comparison":
        """All measures after plays until decided, with what ended them; stored, where there is a store."""
        from workbench.report.findings import keep_finding
        from workbench.report.template import render
        from workbench.studies.until.measure import comparison

        compared = comparison(answer, store, render(self.folder, "answer.md", answer=answer).headline)
        if store is not None:
            keep_finding(store, compared)
        return compared

    def address(self, question: UntilQuestion) -> dict[str, object]:
        return {**super().address(question), "limit": question.limit}


STUDY = UntilStudy(
    name="until",
    question=UntilQuestion,
    title="Play until decided",
    noun="Plays until decided",
    summary="Plays until the goals, or measures that you name, are decided, and no longer.",
    about=(
        "**Is it decided?** Plays until every goal is met or missed, or every measure that you name is decided, and no"
        " longer. You may watch: the risk of any wrong verdict stays at 5 %, whenever the plays end.",
    ),
    icon=":material/rule:",
    resumes=True,
    control="until",
    usual=("goals", "primary"),
    switch="--until-decided",
    button="Play until decided",
    fixes_plays=False,
)
