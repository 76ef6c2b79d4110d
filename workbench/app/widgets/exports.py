"""Taking a result away: its summary and its link to paste, a chart as PNG or SVG, every result of its revision."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from urllib.parse import urlencode

import streamlit as st

from workbench.app import navigation
from workbench.app.place import here
from workbench.app.widgets.scripts import component
from workbench.report.charts.rows_svg import rows_svg
from workbench.report.downloads import file_stem
from workbench.report.findings import batch_query
from workbench.report.markdown import Result, answer_of, played_of, summary_markdown, summary_text, title_of
from workbench.report.rows import rows_against, rows_alone
from workbench.report.summary import BatchSummary, Summary
from workbench.scenario import Scenario

_component = component("exports", style=True)


def panel(*results: Result) -> None:
    """What can be taken away of one result, or of comparisons with the same base; draws nothing without any."""
    if results:
        with st.container(horizontal=True, vertical_alignment="center", key="exports"):
            _component(key="take_away", data={**_data(results), "link": _link(results)})
            all_results(_judged(results[0]))


def all_results(scenario: Scenario) -> None:
    """The link to everything that was played of a revision, in the history."""
    about = {"in": scenario.game.name, "about": scenario.revision}
    navigation.link("history", "All results of this revision", about)


@lru_cache(maxsize=8)
def _data(results: tuple[Result, ...]) -> Mapping[str, str]:
    first = results[0]
    others = [_judged(result).revision for result in results]
    base = [first.base.scenario.revision] if isinstance(first, Summary) else []
    return {
        "text": summary_text(*results),
        "markdown": summary_markdown(*results),
        "svg": picture(results),
        "stem": file_stem(_judged(first).game.name, *base, *others),
    }


def picture(results: Sequence[Result]) -> str:
    """The rows of results as SVG."""
    first = results[0]
    comparisons = [result for result in results if isinstance(result, Summary)]
    rows = rows_against(comparisons) if comparisons else rows_alone(first)  # type: ignore[arg-type]
    if len(results) == 1:
        return rows_svg(rows, title_of(first), [answer_of(first)], played_of(first))
    answers = [f"{_judged(result).title}: {answer_of(result)}" for result in results]
    base = comparisons[0].base.scenario
    return rows_svg(rows, f"{base.game.title}: against {base.title}", answers, played_of(first))


def _judged(found: Result) -> Scenario:
    return found.scenario if isinstance(found, BatchSummary) else found.other.scenario


def _link(results: Sequence[Result]) -> str:
    """The address of the page with everything that decides what it shows, so that it means the same tomorrow."""
    first, scenario = results[0], _judged(results[0])
    base = [first.base.scenario.revision] if isinstance(first, Summary) else []
    shown = [*base, *(_judged(result).revision for result in results)]
    revision = here().revision if here().revision in shown else scenario.revision
    against = [name for name in shown if name != revision]
    asked = {"game": scenario.game.name, "revision": revision, "against": against or ""}
    return f"results?{urlencode({**asked, **batch_query(scenario.bots, scenario.plays, scenario.seed)}, doseq=True)}"
