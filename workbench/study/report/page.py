"""A comparison as one HTML file: Plotly is inside, so it works without a net, and nothing in it phones home."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment
from plotly import io as plotly_io
from plotly.graph_objects import Figure
from plotly.offline import get_plotlyjs

from workbench.stats import Verdict
from workbench.study.compare import Contrast
from workbench.study.report import charts, words
from workbench.study.report.charts import Chart
from workbench.study.report.summary import Summary

TEMPLATE = Path(__file__).with_name("page.html")
FONT = "system-ui, sans-serif"


def page(summaries: Sequence[Summary]) -> str:
    """The page of one or more comparisons against the same base."""
    base = summaries[0].base.scenario
    names = words.listed([summary.other.scenario.revision for summary in summaries])
    template = Environment(autoescape=True).from_string(TEMPLATE.read_text(encoding="utf-8"))
    title = f"{base.game.title}: {names} against {base.revision}"
    return template.render(title=title, plotly=get_plotlyjs(), parts=[_part(summary) for summary in summaries])


def _part(summary: Summary) -> dict[str, Any]:
    base, other = summary.base.scenario, summary.other.scenario
    return {
        "name": f"{other.revision}: {other.title}",
        "revision": other.revision,
        "base": base.revision,
        "headline": words.headline(summary),
        "changed": words.changed_rules(summary),
        "reason": other.reason,
        "hypothesis": other.hypothesis,
        "played": words.played(summary),
        "goals": words.goal_sentences(summary.other),
        "verdicts": _verdicts(summary),
        "charts": [_chart(chart) for chart in all_charts(summary)],
        "rows": [row(contrast) for contrast in summary.contrasts],
        "seed": base.seed,
        "hashes": f"{base.rules_hash[:12]} and {other.rules_hash[:12]}",
        "digests": f"{summary.base.digest[:12]} and {summary.other.digest[:12]}",
    }


def all_charts(summary: Summary) -> list[Chart]:
    """Every chart of a comparison, in the order in which they are read."""
    sides = summary.base, summary.other
    found = [
        charts.forest(summary, words.by_weight(summary, summary.contrasts)),
        charts.win_rates(*sides),
        charts.score_distribution(*sides),
        charts.points_by_criterion(*sides),
    ]
    return [chart for chart in found if chart]


def _verdicts(summary: Summary) -> list[tuple[str, list[str]]]:
    groups = [
        ("What moved", words.moved(summary)),
        ("Undecided", words.of_verdict(summary, Verdict.UNDECIDED)),
        ("The same", words.of_verdict(summary, Verdict.SAME)),
    ]
    return [(name, [words.grouped(contrast) for contrast in found]) for name, found in groups if found]


def _chart(chart: Chart) -> dict[str, str]:
    figure = Figure(chart.figure).update_layout(template="plotly_white", font={"family": FONT})
    html = plotly_io.to_html(
        figure, config=charts.CONFIG, include_plotlyjs=False, full_html=False, div_id=None, default_width="100%"
    )
    return {"title": chart.title, "sentence": chart.sentence, "html": html}


def row(contrast: Contrast) -> dict[str, str]:
    """A measure as a row of a table for people."""
    measure, found = contrast.measure, contrast.difference
    correlation = found.correlation
    return {
        "label": contrast.label,
        "base": words.value(measure, found.base),
        "other": words.value(measure, found.other),
        "change": words.change(measure, found.difference),
        "interval": words.interval(measure, found.low, found.high),
        "verdict": contrast.verdict.value,
        "correlation": "–" if correlation is None else words.plain(correlation, 2),
    }
