"""The quality of a game: drama, decisiveness, comebacks, how early the winner is known, choice, and use of actions."""

from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.studies.quality.question import QualityQuestion
from workbench.studies.study import Study, Texts

if TYPE_CHECKING:
    from workbench.scenario import Scenario
    from workbench.studies.quality.measure import QualityAnswer

AT_ONCE = 2_000
"""Plays beside a result, at most: a few seconds, and figures within 2 %; every play's timeline is held in memory."""


class QualityStudy(Study[QualityQuestion, "QualityAnswer"]):
    """Beside a result it follows the first of the plays."""

    def ask_of(self, base: "Scenario | None", other: "Scenario", texts: Texts) -> QualityQuestion:
        plays = min(other.plays, AT_ONCE)
        return super().ask_of(base and replace(base, plays=plays), replace(other, plays=plays), texts)


STUDY: Study[QualityQuestion, "QualityAnswer"] = QualityStudy(
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
