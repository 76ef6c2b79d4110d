"""People beside bots: which bot plays or decides most like the testers, and whether what they said follows the log."""

from typing import TYPE_CHECKING

from workbench.studies.people_and_bots.question import PeopleQuestion
from workbench.studies.study import Study

if TYPE_CHECKING:
    from workbench.report.document import Report
    from workbench.studies.people_and_bots.decisions import DecidesLike
    from workbench.studies.people_and_bots.measure import PeopleAnswer


class PeopleStudy(Study[PeopleQuestion, "PeopleAnswer | DecidesLike"]):
    """Its two answers have a template each."""

    def report(self, answer: "PeopleAnswer | DecidesLike") -> "Report":
        from dataclasses import replace

        from workbench.report.template import report_of
        from workbench.studies.people_and_bots.decisions import DecidesLike

        if isinstance(answer, DecidesLike):
            return replace(report_of(self.folder, "Decisions of people", answer, "decisions.md"), part="decisions")
        return report_of(self.folder, self.title, answer)


STUDY = PeopleStudy(
    name="people_and_bots",
    question=PeopleQuestion,
    title="People and bots",
    summary="Which bot plays most like the people who played?",
    about=("**Who is most like your testers?** How likely the logged sessions are among the plays of each bot.",),
    icon=":material/compare:",
    on_page="reality",
    command_name="playtests bots",
    stores=False,
)
