"""The columns of what each change of a revision contributes, and their object in JSON."""

from functools import partial
from typing import TYPE_CHECKING

from workbench.play.comparisons import Contrast
from workbench.report.columns import Columns, change, for_csv, for_programs, text, verdict
from workbench.report.json import Json, contrast_json
from workbench.report.text import phrases
from workbench.report.text.scenarios import played_by
from workbench.report.text.verdicts import label_of, verdict_word
from workbench.stats.evidence import largest_unseen_rate as unseen_rate
from workbench.studies.by_change.measure import Attribution, PartEffect

__all__ = ["played_by", "unseen_rate"]  # the template has them

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

EFFECTS = Columns[PartEffect](
    for_csv("kind", lambda effect: effect.kind),
    for_csv("changes", lambda effect: " ".join(effect.changes)),
    for_csv("measure", lambda effect: effect.contrast.name),
    change("difference", "", lambda effect: effect.contrast, ends=("low", "high")),
    verdict("verdict", "", lambda effect: effect.contrast),
    for_csv("plays", lambda effect: effect.contrast.difference.n),
)
ANSWER = Columns[Attribution](
    for_programs("base", lambda answer: answer.plan.base.name),
    for_programs("other", lambda answer: answer.scenario.name),
    for_programs("plays", lambda answer: answer.plays),
    for_programs("changes", lambda answer: [*answer.plan.changes]),
    for_programs("crossed", lambda answer: answer.plan.is_crossed),
    for_programs("idle", lambda answer: answer.idle),
    for_programs(
        "refused", lambda answer: [{"changes": sorted(cell), "why": why} for cell, why in answer.plan.refused.items()]
    ),
    for_programs("effects", lambda answer: [*map(_effect_json, answer.effects)]),
)


def _effect_json(effect: PartEffect) -> Json:
    told = {"kind": effect.kind.value, "changes": [*effect.changes], "measure": effect.contrast.name}
    return told | contrast_json(effect.contrast)


def data(answer: Attribution) -> Json:
    """The effects of each change of a revision, alone, last, on the average, and in pairs."""
    return ANSWER.json(answer)


def records(answer: Attribution) -> list[dict[str, object]]:
    """A line for each effect and measure, in full precision."""
    return EFFECTS.records(answer.effects)


def shares(answer: Attribution) -> Columns[Contrast]:
    """The columns of the measures that moved: all changes together, and what each contributes."""

    def cell(change: str, whole: Contrast) -> str:
        part = answer.part(change).get(whole.name)
        return _cell(part) if part else "–"

    return Columns[Contrast](
        text("", "Measure", label_of),
        text("", "Unit", lambda whole: phrases.change_unit(whole.measure)),
        text("", "In all", _cell),
        *(text("", answer.label(change), partial(cell, change)) for change in answer.plan.changes),
    )


def _cell(contrast: Contrast) -> str:
    """`−0.56 (−0.57 to −0.54), ↓ lower`."""
    measure, moved = contrast.measure, contrast.difference
    span = phrases.change_span(measure, moved)
    return f"{phrases.change(measure, moved.mean)} ({span}), {verdict_word(contrast)}"


def contributions(answer: Attribution) -> "Figure":
    """Each change's share."""
    from workbench.studies.by_change import charts  # Plotly loads slowly

    return charts.contributions(answer)
