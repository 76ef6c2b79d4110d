"""The question whether revisions meet their goals."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from workbench.studies.fields import MoreRevisions, WholeNumber
from workbench.studies.study import FILLED_IN, Question

if TYPE_CHECKING:
    from workbench.scenario import Scenario


@dataclass(frozen=True, kw_only=True)
class CheckQuestion(Question):
    """Test the goals of each SCENARIO on one batch, and its aims against its parent.

    A stored batch is not played again. The exit code is 1 unless every goal is met; aims do not change it. The chance
    that any goal of a SCENARIO is called met or missed wrongly is at most 5 %, and so it is for its aims.
    """

    further: Annotated[
        tuple["Scenario", ...],
        MoreRevisions(label="Further revisions", help="Further revisions, of any game, each by its own goals."),
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
    parents: "Mapping[str, Scenario]" = field(default_factory=dict, metadata=FILLED_IN)
    """The parents of the revisions with aims, by the names of these, with their bots, plays and seed."""

    @property
    def revisions(self) -> "list[Scenario]":
        return [self.scenario, *self.further]

    @property
    def batches(self) -> "list[Scenario]":
        return [*self.revisions, *self.parents.values()]
