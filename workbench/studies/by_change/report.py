"""Which change did it, as a document: a sentence a change, what each contributes, and every effect as data."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.engine.wording import counted
from workbench.report.document import Block, Drawing, Report, Table
from workbench.report.escape import paragraphs
from workbench.report.json import contrast_json
from workbench.report.text.phrases import number_of
from workbench.report.text.scenarios import pair_played, pair_title
from workbench.studies.by_change import words
from workbench.studies.by_change.measure import Attribution

if TYPE_CHECKING:
    from workbench.report.charts.batch import Chart


def report(attribution: Attribution) -> Report:
    """The document of an attribution."""
    base, other = attribution.plan.base, attribution.plan.other
    headline, *evidence = words.attribution_sentences(attribution)
    tables = counted(len(attribution.plan.scenarios), "combination")
    blocks = [*_contributions(attribution)]
    return Report(
        scenario=other,
        title=pair_title(base, other),
        headline=headline,
        plays=attribution.plays,
        evidence=evidence,
        blocks=blocks,
        details=paragraphs(words.method(attribution)) if blocks else "",
        records=[*_records(attribution)],
        data={"base": base.name, "other": other.name, **attribution_json(attribution)},
        how=f"{number_of(attribution.plays, 'play')} of each of {tables} of the changes. {pair_played(base, other)}",
    )


def _contributions(attribution: Attribution) -> Iterator[Block]:
    """The chart of each change's share, where there are several and something moved."""

    def draw() -> "Chart | None":
        from workbench.studies.by_change import charts

        return charts.contributions(attribution)

    if len(attribution.plan.changes) > 1 and words.moved_measures(attribution):
        yield Drawing("contributions", draw, words.method(attribution), ["paired plays", "interval"])
        yield Table("What each change contributes", words.attribution_table(attribution), 2)


def attribution_json(attribution: Attribution) -> dict[str, object]:
    """The effects of each change of a revision, alone, last, on the average, and in pairs."""
    return {
        "plays": attribution.plays,
        "changes": list(attribution.plan.changes),
        "crossed": attribution.plan.is_crossed,
        "idle": attribution.idle,
        "refused": [{"changes": sorted(cell), "why": why} for cell, why in attribution.plan.refused.items()],
        "effects": [
            {
                "kind": effect.kind.value,
                "changes": list(effect.changes),
                "measure": effect.contrast.name,
                **contrast_json(effect.contrast),
            }
            for effect in attribution.effects
        ],
    }


def _records(attribution: Attribution) -> Iterator[dict[str, object]]:
    """A record for each effect and measure, in full precision."""
    for effect in attribution.effects:
        change = effect.contrast.difference
        yield {
            "kind": effect.kind.value,
            "changes": " ".join(effect.changes),
            "measure": effect.contrast.name,
            "difference": change.mean,
            "low": change.low,
            "high": change.high,
            "verdict": effect.contrast.verdict.value,
            "plays": change.n,
        }
