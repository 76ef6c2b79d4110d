"""The question which bot is most like the people who played: by their results, or decision by decision."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from workbench.engine.problems import MOST_PLAYS
from workbench.studies.fields import Bots, Switch, WholeNumber
from workbench.studies.study import Question


@dataclass(frozen=True, kw_only=True)
class PeopleQuestion(Question):
    """Say which bot plays most like the testers of SCENARIO.

    Each bot plays it; the logged sessions say which of them they are like. Nothing is stored.
    """

    plays_a_batch: ClassVar[bool] = False
    chooses_bots: ClassVar[bool] = False

    candidates: Annotated[
        tuple[str, ...],
        Bots(
            label="Bots", help="The bots to ask; default: random, quick, the styles, ismcts:50, 200.", option="--bots"
        ),
    ] = ()
    plays: Annotated[
        int | None,
        WholeNumber(1, MOST_PLAYS, label="Plays", help="Plays of each bot; default: as many as are affordable."),
    ] = None
    decisions: Annotated[
        bool,
        Switch(
            label="Decisions",
            help="Ask instead who decides like them, decision by decision, in plays that people made on a screen.",
        ),
    ] = False
