"""A Plotly figure of what each change contributes."""

from workbench.report.charts.batch import Chart
from workbench.report.charts.comparison import frame_of_rows, heights_of_rows, marks_of_rows, scale_of
from workbench.report.colors import BASE, OTHERS, SYMBOLS
from workbench.report.text import scenarios
from workbench.studies.by_change import words
from workbench.studies.by_change.measure import Attribution
from workbench.studies.by_change.plan import PartKind

MOST_ROWS = 8
"""Measures that the chart of contributions has; its table has all."""
ROW_OF_MARK = 17
"""Pixels between two marks of one measure."""


def contributions(attribution: Attribution) -> Chart | None:
    """The share of each change in each measure that moved; None where nothing moved, or one rule changes."""
    names = [moved_measure.name for moved_measure in words.moved_measures(attribution)][:MOST_ROWS]
    if not names or len(attribution.plan.changes) < 2:
        return None
    parts = {
        "in all": attribution.of(PartKind.TOTAL),
        **{
            words.rule_label(attribution, change): words.part_of(attribution, change)
            for change in attribution.plan.changes
        },
    }
    rows = [parts["in all"][name] for name in names][::-1]
    scale = scale_of(part[row.name] for part in parts.values() for row in rows if row.name in part)
    least = ROW_OF_MARK * (len(parts) + 1)
    figure, middles = frame_of_rows(rows, [max(least, height) for height in heights_of_rows(rows)], scale)
    for at, (label, part) in enumerate(parts.items()):
        shift = ROW_OF_MARK * ((len(parts) - 1) / 2 - at)
        picked = [
            (part[row.name], middle + shift) for row, middle in zip(rows, middles, strict=True) if row.name in part
        ]
        figure.add_trace(marks_of_rows(picked, label, _mark(at), scale))
    return Chart("contributions", "What each change contributes", _contributions_sentence(attribution), figure)


def _mark(at: int) -> tuple[str, str]:
    """Symbol and color: of the whole first, then of each change."""
    return ("circle", BASE) if at == 0 else (SYMBOLS[(at - 1) % len(SYMBOLS)], OTHERS[(at - 1) % len(OTHERS)])


def _contributions_sentence(attribution: Attribution) -> str:
    played = scenarios.played_by(attribution.plan.base, attribution.plan.other)
    return (
        f"Each mark is {words.PART_WORDS[attribution.plan.is_crossed]}; the gray one is what all changes do together."
        " Bars are 95 % intervals; one inside the gray band, by itself, says too small to count. Verdicts take all"
        f" measures together. {played}"
    )
