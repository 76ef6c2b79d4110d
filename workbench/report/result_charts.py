"""The charts of batches, as blocks of a document: who wins, what players score, and where their points come from."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from workbench.engine.measures import DECISIONS, Measure
from workbench.report.document import Beside, Drawing, side_by_side
from workbench.report.summary import BatchSummary, lead_measure, sides_in, sources_of_points

if TYPE_CHECKING:
    from workbench.report.charts.batch import Chart


def result_charts(sides: Sequence[BatchSummary]) -> list[Beside]:
    """The charts that these batches have, two beside each other; drawn when they are shown."""
    names = ["side_win_rates", "seats_within_sides"] if sides_in(sides) else ["win_rates"]
    names += ["scores"] if len({side.scores.width for side in sides}) == 1 else []
    names += ["criteria"] if sources_of_points(sides) else []
    names += ["lengths"] if any(_varies(side, DECISIONS) for side in sides) else []
    lead = lead_measure(sides[0].scenario.game)
    names += ["leads"] if lead and any(_varies(side, lead) for side in sides) else []
    return side_by_side([Drawing(name, partial(_draw, name, tuple(sides))) for name in names])


def _varies(side: BatchSummary, measure: Measure) -> bool:
    """True if plays differ in it, so that there is something to draw."""
    estimate = side.estimate(measure.name)
    return estimate is not None and estimate.sd > 0


def _draw(name: str, sides: tuple[BatchSummary, ...]) -> "Chart":
    from workbench.report.charts import batch  # Plotly takes a third of a second to load
    from workbench.report.charts import sides as of_sides

    charts = {
        "win_rates": batch.win_rates,
        "side_win_rates": of_sides.by_side,
        "seats_within_sides": of_sides.by_seat_within_sides,
        "scores": batch.score_distribution,
        "lengths": batch.length_distribution,
        "leads": batch.lead_distribution,
        "criteria": batch.points_by_criterion,
    }
    return charts[name](*sides)
