"""People beside bots: which bot plays or decides most like the testers, and whether what they said follows the log."""

from typing import TYPE_CHECKING

from workbench.studies.people_and_bots.question import PeopleQuestion
from workbench.studies.study import Study

if TYPE_CHECKING:
    from workbench.studies.people_and_bots.decisions import DecidesLike
    from workbench.studies.people_and_bots.measure import PeopleAnswer


STUDY: "Study[PeopleQuestion, PeopleAnswer | DecidesLike]" = Study(
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
