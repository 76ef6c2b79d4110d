"""One batch, played and stored."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.play.batches import simulate
from workbench.play.options import RunOptions
from workbench.play.outcome import Outcome
from workbench.studies.progress import Follow, telling
from workbench.studies.study import Question

if TYPE_CHECKING:
    from workbench.report.summary import BatchSummary


@dataclass(frozen=True)
class BatchAnswer:
    """A batch, and every figure of it."""

    outcome: Outcome

    @cached_property
    def summary(self) -> "BatchSummary":
        """The figures, which are worked out when somebody asks."""
        from workbench.report.summary import summarise_batch

        return summarise_batch(self.outcome)


def measure(question: Question, options: RunOptions, follow: Follow) -> BatchAnswer:
    """Play the batch and store it. Raises `Stopped`, which says how to go on."""
    scenario = question.scenario
    title = f"{scenario.name} · {' '.join(dict.fromkeys(scenario.bots))}"
    return BatchAnswer(simulate(scenario, replace(options, watch=telling(title, follow))))
