"""The answer of `compare` as one document: the comparisons, by bots of two strengths where asked, and what else was."""

from dataclasses import replace

from workbench.report.document import Report, as_section, joined
from workbench.studies.compare import strengths_report
from workbench.studies.compare.measure import CompareAnswer
from workbench.studies.compare.report import report as report_of_comparisons
from workbench.studies.compare.strengths import two_strengths


def document(answer: CompareAnswer) -> Report:
    """The whole document."""
    first = answer.summaries
    if second := answer.second_summaries:
        pairs = [two_strengths(one, two) for one, two in zip(first, second, strict=True)]
        report = joined([strengths_report.report(pair, answer.decided, answer.quotes) for pair in pairs])
    else:
        report = report_of_comparisons(first, answer.decided, answer.quotes)
    sections = [as_section(further.title, further.report, further.command) for further in answer.further]
    return replace(report, blocks=[*report.blocks, *sections])
