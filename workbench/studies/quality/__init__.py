"""The quality of a game: drama, decisiveness, comebacks, how early the winner is known, choice, and use of actions."""

from typing import TYPE_CHECKING

from workbench.studies.quality.question import QualityQuestion
from workbench.studies.study import Study

if TYPE_CHECKING:
    from workbench.studies.quality.measure import QualityAnswer

STUDY: Study[QualityQuestion, "QualityAnswer"] = Study(
    name="quality",
    question=QualityQuestion,
    title="Quality",
    summary="What makes it good; what to look at first.",
    about=(
        "**When is it decided?** How early the winner is known, and what a lead is worth.",
        "**Is it exciting?** Lead changes, drama, comebacks and runaways.",
        "**Is there something to decide?** Choice, forced moves, and actions that nobody takes.",
    ),
    icon=":material/theater_comedy:",
    on_page="results",
    control="quality",
    button="Is it exciting?",
    storing="The answer is a line in History; no play is stored.",
)
