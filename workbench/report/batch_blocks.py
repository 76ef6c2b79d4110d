"""The blocks below the rows of batches: charts, rule holes that were met, and the most notable plays."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from workbench.engine.measures import CUT_SHORT, DECISIONS, TIE, Measure
from workbench.play.hole import Hole
from workbench.play.notable import DIFFERENCE, KINDS_OF_RESULTS, kinds_of
from workbench.report.document import Beside, Drawing, Points, Section, side_by_side
from workbench.report.play_link import PlayLink, batch_address
from workbench.report.summary import BatchSummary, lead_measure, sides_in, sources_of_points

if TYPE_CHECKING:
    from workbench.report.charts.base import Chart

HOLES = "Rule holes"
MOST_GAPS = 2
"""Measures of which the play is named in which two revisions differ most; `replay` finds that of any."""
ABOUT = (
    "Plays in which the rules may lack something. What a result says is counted over every play; what only the moves"
    " show, over the first plays of the batch, which are a fair sample. The longest plays are looked at as well, and"
    " not counted."
)


def result_charts(sides: Sequence[BatchSummary]) -> list[Beside]:
    """The charts that these batches have, two beside each other; drawn when they are shown."""
    names = ["side_win_rates", "seats_within_sides"] if sides_in(sides) else ["win_rates"]
    names = [] if sides[0].scenario.game.is_cooperative else names
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


def rule_holes(sides: Sequence[BatchSummary]) -> Iterator[Section]:
    """The rule holes that batches met, once they have ended."""
    from workbench.report.template import plain_phrase  # templates, which an answer in JSON has not

    titles = [side.scenario.title for side in sides]
    met = []
    for place, side in enumerate(sides):
        lead = f"{titles[place]}: " if len(sides) > 1 else ""
        others = sides[:1] if place else sides[1:]
        rivals = {other.scenario.title: other.holes for other in others if other is not side}
        for hole in side.holes:
            if not hole.plays and not hole.places:
                continue
            links = []
            for at in hole.places:
                query = {"play": at.play} if at.step is None else {"play": at.play, "step": max(at.step, 0)}
                links.append(PlayLink(at.label, batch_address(side.scenario, side.run, **query)))
            if not links and hole.name in KINDS_OF_RESULTS:
                links = [PlayLink("the first", batch_address(side.scenario, side.run, find=hole.name))]
            met.append((f"{lead}{plain_phrase('holes.txt', 'met', hole, surely_fewer(hole, rivals))}", links))
    if met and _have_ended(sides):
        points = Points([text for text, _ in met], plays=[links for _, links in met])
        yield Section(HOLES, [points], [ABOUT])


def surely_fewer(hole: Hole, rivals: Mapping[str, Sequence[Hole]]) -> list[tuple[str, Hole]]:
    """The revisions that surely have fewer of a hole, with theirs; of `rivals` the holes, by title.

    What was not counted is not few.
    """
    return [
        (title, other)
        for title, holes in rivals.items()
        for other in holes
        if other.name == hole.name and hole.of and other.of and other.share.high < hole.share.low
    ]


def plays_to_watch(sides: Sequence[BatchSummary]) -> Iterator[Section]:
    """The ways to the most notable play of each kind that there is, where all have ended; of a comparison, beside its
    base.
    """
    if not _have_ended(sides):
        return
    side = sides[-1]
    base = sides[0].scenario if len(sides) == 2 and sides[0].scenario.players == side.scenario.players else None
    against = {"against": base.revision} if base and base.path and not base.settings else {}
    kinds = kinds_of(side.scenario.game)
    gaps = [name for name in kinds if name.startswith(DIFFERENCE)]
    none = {hole.name for hole in side.holes if not hole.plays} - {TIE.name, CUT_SHORT}
    counted = {name: side.readings[name] for name in (TIE.name, CUT_SHORT) if name in side.readings}
    none |= {name for name, figure in counted.items() if figure.estimate.mean <= 0}
    links = []
    for name, notable in ((name, kinds[name]) for name in kinds if name not in {*gaps[MOST_GAPS:], *none}):
        address = batch_address(side.scenario, side.run, find=name, **against)
        if address and (against or not notable.needs_base):
            links.append(PlayLink(notable.label, address))
    if links:
        yield Section("Plays to watch", [Points([""], plays=[links], for_pages=True)])


def _have_ended(sides: Sequence[BatchSummary]) -> bool:
    return all(side.plays and side.holes for side in sides)
