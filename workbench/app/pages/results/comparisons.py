"""The choices of the page Results: a revision alone, or pairs of revisions, each as a job of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from workbench.app.jobs.batch_job import BatchJob, compare_key, run_key
from workbench.app.place import Place
from workbench.app.services import services
from workbench.app.widgets.choices import BatchSetup
from workbench.engine.problems import together
from workbench.report.summary import Summary
from workbench.scenario import Scenario
from workbench.studies.compare.strengths import as_second_strength, check_other_bots


@dataclass(frozen=True)
class ResultsChoice(Place):
    """A revision, those it is held against, and a batch of each; `also` is that by bots of a second strength."""

    batch: BatchSetup
    also: BatchSetup | None = None


@dataclass(frozen=True)
class ChosenComparison:
    """One job: a batch; or two that are compared; or these and two by bots of a second strength."""

    scenarios: tuple[Scenario, ...]

    @property
    def first_bots(self) -> ChosenComparison | None:
        """The same by the first bots alone, where a second strength is asked as well."""
        return ChosenComparison(self.scenarios[:2]) if len(self.scenarios) > 2 else None

    @property
    def by_first_bots(self) -> Summary | None:
        """The first bots' finished comparison, where a second strength is asked as well; None before."""
        job = self.first_bots.latest() if self.first_bots else None
        return job.summary if job and is_finished(job) else None

    def latest(self) -> BatchJob | None:
        """The newest job with these choices."""
        jobs = services().jobs
        base, *rest = self.scenarios
        key = compare_key(base, rest[0], rest[1:]) if rest else run_key(base)
        return jobs.latest(BatchJob, key) or jobs.opened(*self.scenarios)

    def job(self) -> BatchJob | None:
        """The newest job with these choices; what is stored already is read."""
        latest = self.latest()
        return self.begin() if latest is None and services().jobs.is_stored(*self.scenarios) else latest

    def begin(self, plays: int | None = None) -> BatchJob:
        """Play it, or with more plays."""
        jobs = services().jobs
        first = [replace(scenario, plays=plays or scenario.plays) for scenario in self.scenarios[:2]]
        base, *rest = (*first, *self.scenarios[2:])
        return jobs.compare(base, rest[0], rest[1:]) if rest else jobs.simulate(base)


def is_finished(job: BatchJob) -> bool:
    """True if all that was asked for is found."""
    return job.ended and (len(job.summaries) == job.stages if job.compares else job.side is not None)


def comparisons_of(choice: ResultsChoice) -> list[ChosenComparison]:
    """The jobs that the controls ask for. Raises BadInput with every problem."""
    if not choice.against:
        return [ChosenComparison((choice.batch.of(choice, choice.revision),))]
    base, others = base_and_others(choice)
    pairs = [partial(_pair, choice, choice.batch, base, other) for other in others]
    if choice.also is None:
        return [ChosenComparison(pair) for pair in together(*pairs)]
    again = partial(as_second_strength, partial(_pair, choice, choice.also, base, others[0]))
    first, second = together(pairs[0], again)
    check_other_bots(first[0], second[0])
    return [ChosenComparison((*first, *second))]


def base_and_others(place: Place) -> tuple[str, list[str]]:
    """The revision that changes are measured from, and those that are held against it.

    Against one, it is that one. Of several it is the first; or the revision of the page, where that is one the first
    came from: then they are variants of it.
    """
    first, *rest = place.against
    if rest and _comes_from(place, first):
        return place.revision, [first, *rest]
    return first, [place.revision, *rest]


def _comes_from(place: Place, name: str) -> bool:
    """True if a revision is a child of the page's, or a child's child."""
    seen = set()
    while name in place.revisions.sound and name not in seen:
        seen.add(name)
        name = place.revisions.sound[name].parent or ""
        if name == place.revision:
            return True
    return False


def _pair(choice: ResultsChoice, batch: BatchSetup, base: str, other: str) -> tuple[Scenario, Scenario]:
    before, after = together(partial(batch.of, choice, base), partial(batch.of, choice, other))
    return before, after
