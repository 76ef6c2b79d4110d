"""How results are told: in sentences, in charts, and as one page to keep.

words       sentences and numbers, as a designer reads them
agreement   sentences on bots of two strengths
summary     what the charts and sentences need of a batch or a comparison, without its plays
charts      Plotly figures, each with the sentence that says what it shows
page        a comparison as one HTML file that works offline
"""

from collections.abc import Sequence

from workbench.study.compare import Comparison


def comparison_html(comparisons: Sequence[Comparison], once_more: Sequence[Comparison] = ()) -> str:
    """One or more comparisons as a standalone HTML page; Plotly is in it once, and nothing is fetched or sent.

    `once_more` are the same comparisons by bots of a second strength: as many, or none.
    """
    from workbench.study.report.page import page  # Plotly takes a third of a second to load
    from workbench.study.report.summary import summarise

    return page([summarise(each) for each in comparisons], [summarise(each) for each in once_more])
