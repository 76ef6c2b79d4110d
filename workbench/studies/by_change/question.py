"""The question about the changes of a revision."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.studies.pairs import PairQuestion

if TYPE_CHECKING:
    from workbench.studies.by_change.plan import ChangePlan


@dataclass(frozen=True, kw_only=True)
class ByChangeQuestion(PairQuestion):
    """Say which change did it: each changed rule alone, last, and up to four in every combination."""

    def check(self) -> None:
        _ = self.plan

    @cached_property
    def plan(self) -> "ChangePlan":
        """The combinations that are played. Raises BadInput where nothing was changed, or the rules do not go."""
        from workbench.studies.by_change.plan import plan_combinations

        return plan_combinations(self.before, self.scenario)
