"""One batch, played and stored."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.engine.compiling import checks_bounds
from workbench.play.batches import concluded
from workbench.play.options import RunOptions
from workbench.play.outcome import Outcome
from workbench.studies.progress import Follow, OneBatch
from workbench.studies.study import Question

if TYPE_CHECKING:
    from workbench.report.summary import BatchSummary


@dataclass(frozen=True, eq=False)
class BatchAnswer:
    """A batch, and every figure of it."""

    outcome: Outcome

    @property
    def runs(self) -> frozenset[str]:
        """The stored run; none where it is not stored."""
        return frozenset([self.outcome.run] if self.outcome.run else [])

    @cached_property
    def summary(self) -> "BatchSummary":
        """The figures, which are worked out when somebody asks."""
        from workbench.report.summary import summarise_batch

        return summarise_batch(self.outcome)


def measure(question: Question, options: RunOptions, follow: Follow) -> BatchAnswer:
    """The batch as the store has it, or played and stored. Raises `Stopped`: how to go on."""
    scenario = question.scenario
    title = f"{scenario.name} · {' '.join(dict.fromkeys(scenario.bots))}"
    options = replace(options, progress=OneBatch(options.progress, title, follow))

    def conclude(outcome: Outcome) -> BatchAnswer:
        answer = BatchAnswer(outcome)
        if options.store is not None:
            from workbench.report.findings import keep_finding  # brings DuckDB

            keep_finding(options.store, answer.summary)
        return answer

    return concluded(scenario, options, conclude, again=options.rows_to is not None or checks_bounds())
