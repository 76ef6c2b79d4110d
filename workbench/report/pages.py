"""Comparisons and studies of strength, each as one HTML file that works offline."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from plotly import io as plotly_io

from workbench.engine.wording import listed
from workbench.report.charts import batch, comparison
from workbench.report.charts.batch import Chart
from workbench.report.charts.comparison import by_strength, forest
from workbench.report.summary import BatchSummary, Summary, TwoStrengths, two_strengths
from workbench.report.text import agreement, phrases, scenarios, verdicts
from workbench.report.text.answers import answer
from workbench.stats import Verdict
from workbench.store.history import Decision, DecisionState
from workbench.study.compare import Contrast

TEMPLATES = Path(__file__).parent / "templates"
LIBRARY = "plotly-cartesian-4.1.1.min.js.gz"
"""Plotly's own bundle of the charts with two axes, packed: a tenth of the whole library, of the same version."""
EMPTY: Mapping[str, Decision] = MappingProxyType({})
CHART = 'class="chart"'
TAG = re.compile(r"<(?!/?(?:br|b|i|extra|span)>|span style='font-size: ?\d+px'>)")
"""A tag in a text of a chart, other than those that our charts write: Plotly would make a link of one."""


def page(
    summaries: Sequence[Summary],
    once_more: Sequence[Summary] = (),
    further: Sequence[Sequence[Mapping[str, Any]]] = (),
    decided: Mapping[str, Decision] = EMPTY,
) -> str:
    """The page of one or more comparisons with one base; `once_more` are the same by bots of another strength.

    `further` is what else was asked of each of them, `decided` what was decided of revisions, by name.
    """
    base = summaries[0].base.scenario
    names = listed([scenarios.title_beside(summary.other.scenario, base) for summary in summaries])
    parts = [_part(*summary) for summary in (zip(summaries, once_more, strict=True) if once_more else zip(summaries))]
    for part, answers in zip(parts, further, strict=False):
        part["further"] = answers
    for part, summary in zip(parts, summaries, strict=True):
        part["decision"] = decision_words(decided.get(summary.other.scenario.revision))
    return render_page("page.html", f"{base.game.title}: {names} against {base.title}", parts=parts)


def decision_words(decision: Decision | None) -> str:
    """The decision, its reason and the notes; empty where nothing was decided."""
    if decision is None or (decision.state == DecisionState.OPEN and not (decision.reason or decision.notes)):
        return ""
    parts = [decision.state.value.capitalize(), decision.reason, decision.notes]
    return " ".join(phrases.with_stop(part) for part in parts if part)


def render_page(template: str, title: str, **context: Any) -> str:
    """A page whose body is made by a template; where it has charts, with what draws them."""
    environment = Environment(autoescape=True, loader=FileSystemLoader(TEMPLATES))
    body = Markup(environment.get_template(template).render(**context))
    drawing = {"library": chart_library(), "drawing": (TEMPLATES / "charts.js").read_text("utf-8")}
    return environment.get_template("frame.html").render(title=title, body=body, **(drawing if CHART in body else {}))


def chart_library() -> str:
    """The packed chart library as text."""
    return b64encode((TEMPLATES / LIBRARY).read_bytes()).decode()


def _part(summary: Summary, second: Summary | None = None) -> dict[str, Any]:
    """One comparison, by the bots of one strength or of two."""
    base, other = summary.base.scenario, summary.other.scenario
    return {
        "title": scenarios.title_beside(other, base),
        "base": base.title,
        "names": f"{base.name} and {other.name}",
        "changed": scenarios.changed_rules(summary),
        "reason": phrases.with_stop(other.reason),
        "hypothesis": phrases.with_stop(other.hypothesis),
        "caveat": other.game.caveat,
        "strengths": [_findings_by_bots(side) for side in (summary, second) if side],
        "together": _together(two_strengths(summary, second)) if second else None,
        "seed": base.seed,
        "hashes": f"{base.rules_hash[:12]} and {other.rules_hash[:12]}",
    }


def _findings_by_bots(summary: Summary) -> dict[str, Any]:
    """The findings by the bots of one strength."""
    below = verdicts.details_in_order(summary)
    return {
        "bots": scenarios.bots_phrase(summary.base.scenario.bots),
        "headline": answer(summary),
        "played": scenarios.how_played(summary),
        "goals": _goals(summary.other),
        "verdicts": _verdicts(summary),
        "charts": [chart_parts(chart) for chart in all_charts(summary)],
        "details": (verdicts.details_title(below), [verdicts.sentence_below_heading(contrast) for contrast in below])
        if below
        else None,
        "cut_short": verdicts.cut_short_sentence(
            {side.scenario.title: side.cut_short for side in (summary.base, summary.other)}
        ),
        "rows": [row(contrast) for contrast in (*summary.main, *below)],
        "pairing": verdicts.pairing(summary.main),
        "digests": f"{summary.base.digest[:12]} and {summary.other.digest[:12]}",
    }


def _goals(side: BatchSummary) -> list[str]:
    """How every goal stands, and what is controlled."""
    sentences = scenarios.goal_sentences(side)
    return [*sentences, scenarios.goals_controlled(len(sentences))] if sentences else []


def _together(both: TwoStrengths) -> dict[str, Any]:
    """Where the two strengths agree, and where not."""
    names = agreement.names_in(both)
    groups = agreement.groups(both.main)
    ordered = [member for group in groups for member in group.members]
    below = agreement.by_gap(both.details)
    return {
        "heading": agreement.HEADING,
        "names": [scenarios.bots_label(summary.base.scenario.bots) for summary in both.summaries],
        "headline": agreement.headline(both.main, names),
        "groups": [(group, [agreement.sentence(member, names) for member in group.members]) for group in groups],
        "chart": chart_parts(by_strength(both, agreement.all_but_both_same(ordered))),
        "rows": [agreement.agreement_row(member) for member in (*ordered, *below)],
    }


def all_charts(summary: Summary) -> list[Chart]:
    """Every chart of a comparison, in the order in which they are read."""
    sides = summary.base, summary.other
    charts = [
        forest(summary, verdicts.by_weight(summary, summary.main)),
        *comparison.win_charts(*sides),
        batch.score_distribution(*sides),
        batch.points_by_criterion(*sides),
    ]
    return [chart for chart in charts if chart]


def _verdicts(summary: Summary) -> list[tuple[str, list[str]]]:
    groups = [
        ("What changed", verdicts.moved(summary)),
        ("Undecided", verdicts.of_verdict(summary, Verdict.UNDECIDED)),
        ("The same", verdicts.of_verdict(summary, Verdict.SAME)),
    ]
    return [
        (name, [verdicts.sentence_below_heading(contrast) for contrast in contrasts])
        for name, contrasts in groups
        if contrasts
    ]


def chart_parts(chart: Chart) -> dict[str, Any]:
    """A chart as the templates take it; `charts.js` adds the colors of the reader's theme."""
    figure = json.loads(plotly_io.to_json(chart.figure, validate=False))
    height = figure["layout"].get("height", 0)
    del figure["layout"]["template"]
    text = TAG.sub("&lt;", json.dumps({**figure, "config": batch.CONFIG}, separators=(",", ":")))
    return {
        "title": chart.title,
        "sentence": chart.sentence,
        "height": int(height),
        "json": text.replace("<", "\\u003c"),
    }


def row(contrast: Contrast) -> dict[str, str]:
    """A measure as a row of a table for people."""
    measure, difference = contrast.measure, contrast.difference
    return {
        "label": verdicts.label_of(contrast),
        "base": phrases.value(measure, difference.base),
        "other": phrases.value(measure, difference.other),
        "change": phrases.change(measure, difference.mean),
        "interval": phrases.change_span(measure, difference),
        "verdict": contrast.verdict.value,
        "saved": verdicts.saved_cell(contrast),
    }
