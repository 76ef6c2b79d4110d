"""The skill ladder: whether stronger bots win more, and how much the shuffle decides."""

from typing import TYPE_CHECKING

from workbench.studies.bot_study import BotStudy
from workbench.studies.ladder.question import LadderQuestion

if TYPE_CHECKING:
    from workbench.studies.ladder.measure import Ladder

STUDY: BotStudy[LadderQuestion, "Ladder"] = BotStudy(
    name="ladder",
    question=LadderQuestion,
    title="Skill ladder",
    summary="Do stronger players win more?",
    about=(
        "**Does skill matter?** Bots of rising strength, each held against the rung below: random, quick, then"
        " thinkers with twice the playouts from rung to rung.",
        "**One figure from luck to skill:** how close the strongest comes to always winning.",
        "**Is there a simple way to beat them?** The best of some hundred scripted mixtures, on fresh shuffles.",
        "**How much the shuffle matters:** the same shuffles, played again and again by equal bots.",
    ),
    icon=":material/stairs:",
    resumes=True,
)
