"""Strategies: what each kind of action is worth, and how styles fare against each other."""

from typing import TYPE_CHECKING

from workbench.studies.bot_study import BotStudy
from workbench.studies.strategies.question import StrategiesQuestion

if TYPE_CHECKING:
    from workbench.studies.strategies.measure import Strategies

STUDY: BotStudy[StrategiesQuestion, "Strategies"] = BotStudy(
    name="strategies",
    question=StrategiesQuestion,
    title="Strategies",
    summary="What each kind of action is worth.",
    about=(
        "**What is each kind of action worth?** One seat may not use it, or all where they win or lose together."
        " What that costs is what the action is worth.",
        "**Is there one best way to play?** Each style plays alone among each other one, or at all seats where they"
        " win or lose together: which are dominated, which mixture nothing beats, and how strong each is. Then whether"
        " a simple strategy beats bots that think.",
    ),
    icon=":material/strategy:",
    resumes=True,
)
