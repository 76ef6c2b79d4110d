"""Results for people: sentences, tables, charts, pages to keep, JSON and the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.report.renderers.html import Part
    from workbench.store import Store
    from workbench.study.compare import Comparison


def comparison_html(
    comparisons: Sequence[Comparison],
    once_more: Sequence[Comparison] = (),
    further: Sequence[Sequence[Part]] = (),
    store: Store | None = None,
) -> str:
    """One or more comparisons as a standalone HTML page; Plotly is in it once, and nothing is fetched or sent.

    `once_more` are the same comparisons by bots of a second strength: as many, or none. `further` are answers of
    further studies to each. `store` has the decisions on revisions.
    """
    from workbench.report.pages import page  # Plotly takes a third of a second to load
    from workbench.report.summary import summarise
    from workbench.store.history import decisions

    first, second = ([summarise(result) for result in results] for results in (comparisons, once_more))
    decided = decisions(store, first[0].base.scenario.game.name) if store and store.path.exists() else {}
    return page(first, second, further, decided)
