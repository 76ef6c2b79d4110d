"""Taking a result away: its summary and its link to paste, a chart as PNG or SVG, every result of its revision."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePath
from urllib.parse import urlencode

import streamlit as st

from workbench.app import navigation
from workbench.app.place import here
from workbench.app.widgets.scripts import component
from workbench.report.document import Report
from workbench.report.downloads import file_stem
from workbench.report.findings import batch_query
from workbench.report.renderers.markdown import as_markdown
from workbench.report.renderers.rows_svg import rows_svg
from workbench.report.renderers.text import as_text
from workbench.scenario import Scenario

_component = component("exports", style=True)


def panel(report: Report, command: str, *scenarios: Scenario) -> None:
    """Draw the downloads of a result of these revisions, of which the first is the base of the others."""
    stem = file_stem(report.scenario.game.name, *(scenario.revision for scenario in scenarios))
    with st.container(horizontal=True, vertical_alignment="center", key="exports"):
        _component(key="take_away", data={**_data(report, command, stem), "link": _link(scenarios)})
        all_results(report.scenario)


def all_results(scenario: Scenario) -> None:
    """The link to everything that was played of a revision, in the history."""
    about = {"in": scenario.game.name, "about": scenario.revision}
    navigation.link("history", "All results of this revision", about)


@lru_cache(maxsize=8)
def _data(report: Report, command: str, stem: str) -> Mapping[str, str]:
    markdown, svg = as_markdown(report, command), rows_svg(report)
    return {"text": as_text(report), "markdown": markdown, "svg": svg, "stem": stem}


def _link(scenarios: Sequence[Scenario]) -> str:
    """The address of the page with everything that decides what it shows, so that it means the same tomorrow."""
    scenario, revisions = scenarios[:2][-1], [scenario.revision for scenario in scenarios]
    revision = here().revision if here().revision in revisions else scenario.revision
    against = [name for name in revisions if name != revision]
    place = {"game": scenario.game.name, "revision": revision, "against": against or ""}
    return f"results?{urlencode({**place, **batch_query(scenario.bots, scenario.plays, scenario.seed)}, doseq=True)}"


KINDS = {
    ".csv": ("text/csv", ":material/table:"),
    ".json": ("application/json", ":material/data_object:"),
    ".html": ("text/html", ":material/description:"),
    ".md": ("text/markdown", ":material/notes:"),
}
"""The media type of each kind of file, and its icon."""


def file_button(
    label: str,
    data: str | Callable[[], str],
    name: str,
    key: str,
    *,
    icon: str | None = None,
    about: str | None = None,
    disabled: bool = False,
) -> None:
    """A button that downloads a file of this name, made when somebody asks for it; the page is not drawn again."""
    mime, usual = KINDS.get(PurePath(name).suffix, KINDS[".csv"])
    st.download_button(
        label, data, name, mime, icon=icon or usual, key=key, on_click="ignore", help=about, disabled=disabled
    )
