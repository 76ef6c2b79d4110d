"""The documents of the page's answers, made once and shown at every look."""

from dataclasses import replace
from functools import lru_cache

from workbench.app.pages.results.comparisons import PageAnswer
from workbench.report.document import Report
from workbench.store import Store
from workbench.studies import compare, simulate
from workbench.studies.compare.measure import CompareAnswer


@lru_cache(maxsize=16)
def report_on_page(answer: PageAnswer) -> Report:
    """The document without the decision, which has its place on the page."""
    if isinstance(answer, CompareAnswer):
        return compare.STUDY.report(replace(answer, decided={}, quotes={}))
    return simulate.STUDY.report(answer)


def report_with_people(answer: PageAnswer, store: Store) -> Report:
    """The same with what was decided of the revisions by now, and what their players wrote."""
    if isinstance(answer, CompareAnswer):
        return compare.STUDY.report(answer.beside_people(store))
    return report_on_page(answer)
