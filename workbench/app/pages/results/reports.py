"""The documents of the page's results, made once and shown at every look, and the commands that make them again."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from workbench.report.document import Report
from workbench.report.summary import BatchSummary, Summary
from workbench.scenario import Scenario
from workbench.store.history import Decision
from workbench.studies import compare, simulate
from workbench.studies.compare import report as of_comparison
from workbench.studies.compare import strengths_report as of_strengths
from workbench.studies.compare.report import UNDECIDED, UNQUOTED, Quotes
from workbench.studies.compare.strengths import TwoStrengths, two_strengths
from workbench.studies.simulate import report as of_batch

PageResult = BatchSummary | Summary | TwoStrengths


def report_of(
    results: Sequence[PageResult], decided: Mapping[str, Decision] = UNDECIDED, quotes: Quotes = UNQUOTED
) -> Report:
    """The document of one batch, of comparisons with the same base, or of one by bots of two strengths."""
    match results[0]:
        case TwoStrengths() as both:
            return of_strengths.report(both, decided, quotes)
        case BatchSummary() as batch:
            return of_batch.report(batch)
    return of_comparison.report([result for result in results if isinstance(result, Summary)], decided, quotes)


@lru_cache(maxsize=16)
def report_on_page(*results: PageResult) -> Report:
    """The same without the decision, which has its place on the page."""
    return report_of(results)


@lru_cache(maxsize=16)
def held_together(first: Summary, second: Summary) -> TwoStrengths:
    """The same comparison by bots of two strengths; the same object at every look."""
    return two_strengths(first, second)


def report_so_far(results: Sequence[PageResult]) -> Report:
    """The same while it is played."""
    if isinstance(results[0], BatchSummary):
        return of_batch.report_so_far(results[0])
    return of_comparison.report_so_far([result for result in results if isinstance(result, Summary)])


def command_of(results: Sequence[PageResult]) -> str:
    """The command that plays the same and says the same."""
    match results[0]:
        case TwoStrengths(first, second):
            return compare.command(scenarios_of([first]), second.base.scenario)
        case BatchSummary() as batch:
            return simulate.command(batch.scenario)
    return compare.command(scenarios_of(results))


def scenarios_of(results: Sequence[PageResult]) -> list[Scenario]:
    """Every revision that is told of, the base first."""
    match results[0]:
        case TwoStrengths(first):
            return scenarios_of([first])
        case BatchSummary() as batch:
            return [batch.scenario]
        case Summary() as first:
            return [first.base.scenario, *(pair.other.scenario for pair in results if isinstance(pair, Summary))]
