"""The question about all revisions of a game: held against whose goals, and in which measures beside."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from workbench.engine.problems import BadInput
from workbench.engine.wording import did_you_mean
from workbench.studies.fields import Measures
from workbench.studies.study import Question

if TYPE_CHECKING:
    from workbench.scenario import Scenario


def _check_measures(scenario: "Scenario", names: Sequence[str]) -> None:
    """Raises BadInput for a measure that the game does not have."""
    from workbench.scenario.goals import goal_measures

    every = goal_measures(scenario.game)
    for name in names:
        if name not in every:
            message = f"must be a measure of {scenario.game.name}{did_you_mean(name, every)}"
            raise BadInput.one("--for", message, name)


@dataclass(frozen=True, kw_only=True)
class GoalsQuestion(Question):
    """Hold every revision of the game against the goals of SCENARIO and the game's main measures.

    Each plays a batch with the bots, plays and seed of SCENARIO, and is compared with its parent on the same shuffles.
    What is stored is not played again. Revisions that are archived are left out.
    """

    measures: Annotated[
        tuple[str, ...],
        Measures(
            _check_measures,
            label="Further measures",
            help="A further measure, which has a column as well; repeatable.",
            option="--for",
            key="for",
            terms=("measure",),
        ),
    ] = ()
