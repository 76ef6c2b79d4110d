"""The question whether revisions meet their goals."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from workbench.studies.fields import MoreRevisions, WholeNumber
from workbench.studies.study import Question

if TYPE_CHECKING:
    from workbench.scenario import Scenario


@dataclass(frozen=True, kw_only=True)
class CheckQuestion(Question):
    """Test the goals of each SCENARIO on one batch.

    A stored batch is not played again. The exit code is 1 unless every goal is met. The chance that any goal of a
    SCENARIO is called met or missed wrongly is at most 5 %.
    """

    further: Annotated[
        tuple["Scenario", ...],
        MoreRevisions(
            label="Further revisions",
            help="Further revisions, of any game, each by its own goals.",
        ),
    ] = ()
    undecided_exit: Annotated[
        int,
        WholeNumber(
            0,
            125,
            label="Exit code",
            help="The exit code (0 to 125) where no goal is missed but one is undecided; default: 1.",
            metavar="CODE",
        ),
    ] = 1

    @property
    def revisions(self) -> "list[Scenario]":
        return [self.scenario, *self.further]
