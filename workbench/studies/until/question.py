"""The question that a comparison is to decide, and the most plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from workbench.engine.problems import FEWEST_PLAYS, MOST_PLAYS
from workbench.studies.fields import Measures, WholeNumber
from workbench.studies.pairs import PairQuestion

if TYPE_CHECKING:
    from workbench.scenario import Scenario
    from workbench.studies.until.subject import UntilSubject

USUAL_LIMIT = 1_000_000
"""Plays after which an open question is left open, where nobody says otherwise."""


def _check_measures(scenario: "Scenario", names: Sequence[str]) -> object:
    from workbench.studies.until.subject import read_subject

    return read_subject(scenario, scenario, names)


@dataclass(frozen=True, kw_only=True)
class UntilQuestion(PairQuestion):
    """Play until the goals of each OTHER are decided; of one without goals, the game's primary measures."""

    measures: Annotated[
        tuple[str, ...],
        Measures(
            _check_measures,
            label="What is to be decided",
            help="Play until this change is decided instead; repeatable.",
            option="--for",
            key="until",
            terms=("confidence sequence", "goal", "verdict"),
        ),
    ] = ()
    limit: Annotated[
        int,
        WholeNumber(
            FEWEST_PLAYS,
            MOST_PLAYS,
            step=1_000,
            label="At most",
            help="The most plays of each; default: a million.",
        ),
    ] = USUAL_LIMIT

    def check(self) -> None:
        _ = self.subject

    @cached_property
    def subject(self) -> "UntilSubject":
        """The goals or measures to decide. Raises BadInput for a measure that only one of the two has."""
        from workbench.studies.until.subject import read_subject

        return read_subject(self.before, self.scenario, self.measures)
