"""A comparison as one HTML file with Plotly inside: it works offline and sends nothing."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from plotly import io as plotly_io
from plotly.graph_objects import Figure
from plotly.offline import get_plotlyjs

from workbench.engine.wording import listed
from workbench.report.charts import batch
from workbench.report.charts import sides as side_charts
from workbench.report.charts.batch import Chart
from workbench.report.charts.forest import by_strength, forest
from workbench.report.summary import Summary, TwoStrengths, two_strengths
from workbench.report.text import agreement, bots, goals, numbers, phrases, rules, verdicts
from workbench.stats import Verdict
from workbench.study.compare import Contrast

TEMPLATES = Path(__file__).parent
FONT = "system-ui, sans-serif"


def page(summaries: Sequence[Summary], once_more: Sequence[Summary] = ()) -> str:
    """The page of one or more comparisons with one base; `once_more` are the same by bots of another strength."""
    base = summaries[0].base.scenario
    names = listed([summary.other.scenario.revision for summary in summaries])
    title = f"{base.game.title}: {names} against {base.revision}"
    parts = [_part(*asked) for asked in (zip(summaries, once_more, strict=True) if once_more else zip(summaries))]
    return render_page("page.html", title=title, parts=parts)


def render_page(template: str, **said: Any) -> str:
    """A page from its template, with Plotly inside."""
    environment = Environment(autoescape=True, loader=FileSystemLoader(TEMPLATES))
    return environment.get_template(template).render(plotly=get_plotlyjs(), **said)


def _part(summary: Summary, second: Summary | None = None) -> dict[str, Any]:
    """One comparison, by the bots of one strength or of two."""
    base, other = summary.base.scenario, summary.other.scenario
    return {
        "name": f"{other.revision}: {other.title}",
        "revision": other.revision,
        "base": base.revision,
        "changed": rules.changed_rules(summary),
        "reason": phrases.with_stop(other.reason),
        "hypothesis": phrases.with_stop(other.hypothesis),
        "caveat": other.game.caveat,
        "strengths": [_findings_by_bots(each) for each in (summary, second) if each],
        "together": _together(two_strengths(summary, second)) if second else None,
        "seed": base.seed,
        "hashes": f"{base.rules_hash[:12]} and {other.rules_hash[:12]}",
    }


def _findings_by_bots(summary: Summary) -> dict[str, Any]:
    """What the bots of one strength found."""
    below = verdicts.details_in_order(summary)
    return {
        "bots": bots.bots_phrase(summary.base.scenario.bots),
        "headline": verdicts.headline(summary),
        "played": bots.how_played(summary),
        "goals": goals.goal_sentences(summary.other),
        "verdicts": _verdicts(summary),
        "charts": [chart_parts(chart) for chart in all_charts(summary)],
        "details": (verdicts.details_title(below), [verdicts.sentence_below_heading(each) for each in below])
        if below
        else None,
        "cut_short": verdicts.cut_short_sentence(
            {each.scenario.revision: each.cut_short for each in (summary.base, summary.other)}
        ),
        "rows": [row(contrast) for contrast in (*summary.main, *below)],
        "digests": f"{summary.base.digest[:12]} and {summary.other.digest[:12]}",
    }


def _together(found: TwoStrengths) -> dict[str, Any]:
    """Where the two strengths agree, and where not."""
    names = agreement.names_in(found)
    groups = agreement.groups(found.main)
    ordered = [each for group in groups for each in group.members]
    below = agreement.by_gap(found.details)
    return {
        "heading": agreement.HEADING,
        "names": [bots.bots_label(each.base.scenario.bots) for each in found.summaries],
        "headline": agreement.headline(found.main, names),
        "groups": [(group, [agreement.sentence(each, names) for each in group.members]) for group in groups],
        "chart": chart_parts(by_strength(found, agreement.all_but_both_same(ordered))),
        "rows": [agreement.agreement_row(each) for each in (*ordered, *below)],
    }


def all_charts(summary: Summary) -> list[Chart]:
    """Every chart of a comparison, in the order in which they are read."""
    sides = summary.base, summary.other
    found = [
        forest(summary, verdicts.by_weight(summary, summary.main)),
        *side_charts.win_charts(*sides),
        batch.score_distribution(*sides),
        batch.points_by_criterion(*sides),
    ]
    return [chart for chart in found if chart]


def _verdicts(summary: Summary) -> list[tuple[str, list[str]]]:
    groups = [
        ("What changed", verdicts.moved(summary)),
        ("Undecided", verdicts.of_verdict(summary, Verdict.UNDECIDED)),
        ("The same", verdicts.of_verdict(summary, Verdict.SAME)),
    ]
    return [
        (name, [verdicts.sentence_below_heading(contrast) for contrast in found]) for name, found in groups if found
    ]


def chart_parts(chart: Chart) -> dict[str, str]:
    """A chart as the templates take it."""
    figure = Figure(chart.figure).update_layout(template="plotly_white", font={"family": FONT})
    html = plotly_io.to_html(
        figure, config=batch.CONFIG, include_plotlyjs=False, full_html=False, div_id=None, default_width="100%"
    )
    return {"title": chart.title, "sentence": chart.sentence, "html": html}


def row(contrast: Contrast) -> dict[str, str]:
    """A measure as a row of a table for people."""
    measure, found = contrast.measure, contrast.difference
    correlation = found.correlation
    return {
        "label": contrast.label,
        "base": numbers.value(measure, found.base),
        "other": numbers.value(measure, found.other),
        "change": numbers.change(measure, found.difference),
        "interval": numbers.interval(measure, found.low, found.high),
        "verdict": contrast.verdict.value,
        "correlation": "–" if correlation is None else numbers.decimal(correlation, 2),
    }
