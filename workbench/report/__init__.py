"""Results for people: sentences, tables, charts, pages to keep, JSON and the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.study.compare import Comparison


def comparison_html(comparisons: Sequence[Comparison], once_more: Sequence[Comparison] = ()) -> str:
    """One or more comparisons as a standalone HTML page; Plotly is in it once, and nothing is fetched or sent.

    `once_more` are the same comparisons by bots of a second strength: as many, or none.
    """
    from workbench.report.pages import page  # Plotly takes a third of a second to load
    from workbench.report.summary import summarise

    return page([summarise(each) for each in comparisons], [summarise(each) for each in once_more])
