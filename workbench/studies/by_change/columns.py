"""The columns of what each change of a revision contributes, and their object in JSON."""

from workbench.play.comparisons import wishes_of
from workbench.report.columns import Columns, change, for_csv, for_programs, verdict
from workbench.report.document import VerdictRows
from workbench.report.json import Json, contrast_json
from workbench.report.rows import rows_of_parts
from workbench.report.verdict_rows import verdict_rows
from workbench.stats.evidence import largest_unseen_rate as unseen_rate
from workbench.studies.by_change.measure import Attribution, PartEffect
from workbench.studies.by_change.plan import PartKind

__all__ = ["unseen_rate"]  # the template has it

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
    for_programs(
        "effects",
        lambda answer: [
            {"kind": one.kind.value, "changes": [*one.changes], "measure": one.contrast.name}
            | contrast_json(one.contrast)
            for one in answer.effects
        ],
    ),
)


def data(answer: Attribution) -> Json:
    """The effects of each change of a revision, alone, last, on the average, and in pairs."""
    return ANSWER.json(answer)


def records(answer: Attribution) -> list[dict[str, object]]:
    """A line for each effect and measure, in full precision."""
    return EFFECTS.records(answer.effects)


def contributions(answer: Attribution) -> VerdictRows:
    """The measures that moved, with a line for what each change does, and one for all of them together."""
    parts = {answer.label(change): part for change in answer.plan.changes if (part := answer.part(change))}
    parts["All together"] = answer.of(PartKind.TOTAL)
    rows = {title: [part[whole.name] for whole in answer.moved] for title, part in parts.items()}
    return verdict_rows(rows_of_parts(rows, wishes_of(answer.scenario)))
